"""What every kind of prompt has to offer, by the other modules: one function for each step of the agenda."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations

from tests.bkg.oracles import advance, duty, ending, retreat, walking
from tests.bkg.oracles.atlas import GROUND, NEIGHBOURS
from tests.bkg.oracles.board import Board
from tests.bkg.oracles.counters import SOVIET, enemy
from tests.bkg.oracles.odds import attack

Offers = dict[str, set[str]]
"""Verb -> nouns as records write them, "-" for a bare verb."""
BARE = {"-"}


@dataclass(frozen=True)
class Question:
    """Who has to be asked, and every answer."""

    side: str
    offers: Offers = field(default_factory=dict)
    open: bool = True
    """Whether there is anything to choose; if not, the game may go on without asking."""


def reserve(board: Board) -> Question:
    """10.1.2.a, K-73"""
    unit, left = board.step["unit"], {u for u, place in board.where.items() if place == "reserve"}
    if unit is None:
        return Question(SOVIET, {"unit": left, "auto": BARE} if left else {"done": BARE})
    if len(board.at("0421")) < 4:
        return Question(SOVIET, {"hex": {"0421"}})
    return Question(SOVIET, {"hex": {n for n in NEIGHBOURS["0421"] if len(board.at(n)) < 4}})


def movement(board: Board) -> Question:
    side = board.step["side"]
    done = BARE if walking.phase_may_end(board, side) else set()
    return Question(side, {"unit": walking.movers(board, side), "done": done})


def moving(board: Board) -> Question:
    """A move in hand: where it can go on to; who can join; once it may end, its end or the next unit."""
    now = walking.in_hand(board)
    offers = {"hex": set(walking.next_points(board, now))}
    if not now.path:
        offers["unit"] = walking.joiners(board, now)
    elif walking.may_stop(board, now, walking.returners(board, now.group)):
        offers["done"] = BARE
        offers["unit"] = walking.movers(walking.carried_out(board, now), now.side)
    return Question(now.side, offers)


def combat_phase(board: Board) -> Question:
    side = board.step["side"]
    return Question(side, duty.phase_choices(board, side))


def declaring(board: Board) -> Question:
    plan = duty.declared(board.step["plan"])
    return Question(plan.side, duty.declaration_choices(board, plan))


def defence_support(board: Board) -> Question:
    plan = duty.declared(board.step["plan"])
    offers = duty.support_choices(board, plan)
    return Question(enemy(plan.side), offers, open=bool(offers["unit"] or offers["air"]))


def pick_one(board: Board) -> Question:
    """A loss or an elimination: any unit of the group that is still there."""
    return one_of(board.step["side"], "unit", alive(board, board.step["among"]))


def one_of(side: str, verb: str, nouns: set[str]) -> Question:
    return Question(side, {verb: nouns}, open=len(nouns) > 1)


def alive(board: Board, units: list[str]) -> set[str]:
    return {u for u in units if board.where[u] in GROUND}


def exchange_defender(board: Board) -> Question:
    """K-11  Any non-empty set of the units in the hex."""
    step = board.step
    more = set(board.at(step["target"])) - set(step["given"])
    offers = {"unit": more, "commit": BARE if step["given"] else set()}
    return Question(step["side"], offers, open=len(board.at(step["target"])) > 1)


def exchange_attacker(board: Board) -> Question:
    """K-11  Any set worth at least what was lost, or everybody if all together are not."""
    step = board.step
    given, able = set(step["given"]), alive(board, step["attackers"])
    worth = {u: int(2 * attack(board, u)) for u in able}
    sets = [frozenset(c) for n in range(1, len(able) + 1) for c in combinations(sorted(able), n)]
    enough = {c for c in sets if sum(worth[u] for u in c) >= step["lost"]} or {frozenset(able)}
    more = {u for u in able - given if any(given | {u} <= c for c in enough)}
    offers = {"unit": more, "commit": BARE if given in enough else set()}
    return Question(step["side"], offers, open=len(enough) > 1)


def retreats(board: Board) -> Question:
    return one_of(board.step["side"], "unit", alive(board, board.step["group"]))


def retreat_of_one(board: Board) -> Question:
    step = board.step
    way = retreat.ways_back(board, step["unit"], step["hit"])
    verb = "edge" if way.kind in ("edge", "fatal") else "hex"
    return one_of(step["side"], verb, set(way.choices))


def break_out(board: Board) -> Question:
    step = board.step
    return one_of(step["side"], "hex", retreat.second_hexes(board, step["unit"], step["first"]))


def chain(board: Board) -> Question:
    step = board.step
    hexes = frozenset(step["chain"])
    if step["unit"] is None:
        return one_of(step["side"], "unit", retreat.pushable(board, step["hex"], hexes))
    return one_of(step["side"], "hex", retreat.free(board, step["unit"], step["hex"], hexes))


def follow_up(board: Board) -> Question:
    step = board.step
    hexes = advance.second_hexes(board, step["last"], step["vacated"], step["beaten"]) if step["last"] else set()
    units = set() if board.held(enemy(step["side"])) & {step["vacated"]} else alive(board, step["group"])
    units = advance.followers(board, units, step["vacated"])
    return Question(step["side"], {"unit": units, "hex": hexes, "done": BARE}, open=bool(units or hexes))


def attrition(board: Board) -> Question:
    side, left = board.step["side"], board.step["left"]
    units = ending.flipped_on_map(board, side) if left else set()
    return Question(side, {"unit": units}, open=bool(left))


QUESTIONS: dict[str, Callable[[Board], Question]] = {
    "PlaceReserve": reserve,
    "Movement": movement,
    "Moving": moving,
    "CombatPhase": combat_phase,
    "Declaring": declaring,
    "DefenceSupport": defence_support,
    "TakeLoss": pick_one,
    "Eliminate": pick_one,
    "ExchangeDefender": exchange_defender,
    "ExchangeAttacker": exchange_attacker,
    "Retreats": retreats,
    "Retreat": retreat_of_one,
    "BreakOut": break_out,
    "Chain": chain,
    "Advance": follow_up,
    "FinalAttrition": attrition,
}
AUTOMATIC = {"Turn", "BeginMovement", "BeginCombat", "Resolve", "Bombardment", "Rout", "EndBattle", "Scoring"}


def question(board: Board) -> Question | None:
    """What the step on top of the agenda has to ask; None if it is never a question."""
    name = board.step["step"]
    if name in AUTOMATIC:
        return None
    asked = QUESTIONS[name](board)
    return Question(asked.side, {verb: nouns for verb, nouns in asked.offers.items() if nouns}, asked.open)
