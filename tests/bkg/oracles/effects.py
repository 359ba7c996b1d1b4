"""What every step has to do to the board: the same board worked out here, and compared field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from tests.bkg.oracles import duty, ending, odds, retreat, walking
from tests.bkg.oracles.atlas import GROUND
from tests.bkg.oracles.board import Board
from tests.bkg.oracles.counters import COUNTERS, GUNS, SOVIET, enemy

Answer = tuple[str, str] | None
"""Verb and noun as records write them; None where the step does its work unasked."""
OBJECTIVES = ending.WEST_MOUNTAINS | {ending.NOMONHAN}


class Disagreement(AssertionError):
    """The game and the oracle differ."""


def agree(what: str, game: object, oracle: object) -> None:
    if game != oracle:
        raise Disagreement(f"{what}: the game {besides(game, oracle)}, the oracle {besides(oracle, game)}")


def besides(one: object, other: object) -> object:
    """What one has that the other has not."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: value for key, value in one.items() if key not in other or other[key] != value}
    if isinstance(one, set | frozenset) and isinstance(other, set | frozenset):
        return sorted(one - other)
    return one


def changed(board: Board, **fields: Any) -> Board:
    return Board({**board.data, **fields})


def entered(board: Board, units: Iterable[str], hexes: Iterable[str]) -> Board:
    """K-66  Whoever comes into an objective takes it, stopping or not; who stands inside the line is home."""
    held = set(board.soviet_objectives)
    taken = set(hexes) & OBJECTIVES
    units = list(units)
    if any(COUNTERS[u].side == SOVIET for u in units):
        held |= taken
    else:
        held -= taken
    home = {u for u in units if board.where[u] in GROUND and GROUND[board.where[u]].inside}
    return changed(board, soviet_objectives=sorted(held), penalised=sorted(board.penalised - home))


def same_board(game: Board, oracle: Board) -> None:
    """Everything that lies on the table; marks of units that are off the map do not matter."""
    agree("places", dict(set(game.where.items()) - set(oracle.where.items())), {})
    alive = {u for u, place in oracle.where.items() if place != "destroyed"}
    there = {u for u, place in oracle.where.items() if place in GROUND}
    agree("flipped", game.flipped & alive, oracle.flipped & alive)
    agree("penalised", game.penalised & there, oracle.penalised & there)
    agree("objectives", game.soviet_objectives, oracle.soviet_objectives)
    agree("air points", game.air, oracle.air)
    away = {u for u, place in oracle.where.items() if place in ("north", "east")}
    agree("left the map", *({u: t for u, t in b.left_map.items() if u in away} for b in (game, oracle)))


# -- turns and phases -------------------------------------------------------------------------------------------------


def turn(before: Board, answer: Answer, after: Board) -> Board:
    """3.0, 6.0  The air points of the new turn; what was left is lost."""
    number = before.step["number"]
    if number > 31:
        return before
    agree("turn", after.turn, number)
    return changed(before, air=list(ending.air_points(number).values()))


def begin_movement(before: Board, answer: Answer, after: Board) -> Board:
    side = before.step["side"]
    agree("engaged", after.engaged, duty.engaged(before, side))
    agree("moved", after.moved, set())
    return before


def begin_combat(before: Board, answer: Answer, after: Board) -> Board:
    """D1  Who has to attack is settled."""
    side = before.step["side"]
    agree("obliged", after.obliged, duty.obliged(before, side))
    agree("fought, fired, attacked", (after.fought, after.fired, after.attacked), (set(), set(), set()))
    return before


# -- movement ---------------------------------------------------------------------------------------------------------


def movement(before: Board, answer: Answer, after: Board) -> Board:
    """4.0.i, K-36  Soviets still beyond the line when their movement ends are penalised."""
    if answer != ("done", "-") or before.step["side"] != SOVIET:
        return before
    stranded = {u for u in before.on_map(SOVIET) if not GROUND[before.where[u]].inside}
    return changed(before, penalised=sorted(before.penalised | stranded))


def moving(before: Board, answer: Answer, after: Board) -> Board:
    """4.0  A point of the way: the cheapest one there. The end of the move, said or by taking up another unit."""
    assert answer is not None
    verb, noun = answer
    now = walking.in_hand(before)
    if verb == "hex":
        then = walking.in_hand(after)
        agree("path begins", then.path[: len(now.path)], now.path)
        agree("path ends", then.path[-1], noun)
        agree("spent", then.spent, paid(before, now, then.path[len(now.path) :]))
        cheapest = {way.spent for way in walking.next_points(before, now)[noun]}
        agree("a cheapest way", then.spent in cheapest or cheapest, True)
        return before
    if verb == "unit" and not now.path:
        agree("group", set(after.step["units"]), {*now.group, noun})
        return before
    if verb == "unit":
        agree("next unit", after.step["units"], [noun])
    ended = entered(walking.carried_out(before, now), now.group, now.path)
    agree("moved", after.moved, ended.moved)
    return ended


def paid(board: Board, now: walking.March, path: Iterable[str]) -> walking.Spent:
    """What a way costs, each of its steps being legal."""
    for to in path:
        found = [step for step in walking.steps(board, now) if step.hex == to]
        agree("a legal step to " + to, bool(found), True)
        now = found[0]
    return now.spent


# -- battles ----------------------------------------------------------------------------------------------------------


def declaring(before: Board, answer: Answer, after: Board) -> Board:
    """6.1.a  Once the declaration is made its air points are spent."""
    assert answer is not None
    plan = duty.declared(before.step["plan"])
    if answer[0] != "commit":
        return before
    return changed(before, air=[n - plan.air * (side == plan.side) for side, n in before.air.items()])


def defence(before: Board, answer: Answer, after: Board) -> Board:
    plan = duty.declared(before.step["plan"])
    if answer is not None and answer[0] != "commit":
        return before
    return changed(before, air=[n - plan.support_air * (side != plan.side) for side, n in before.air.items()])


def consequences(before: Board, plan: duty.Declared, codes: list[str]) -> list[tuple[str, str, set[str]]]:
    """2.3  What a result brings, in order: step, side, units."""
    ours, theirs = set(plan.units), set(before.at(plan.target))
    foes = enemy(plan.side)
    out: list[tuple[str, str, set[str]]] = []
    for code in codes:
        if code == "DE":
            out.append(("Eliminate", foes, theirs))
        elif code in ("DRB", "DVB", "DB"):
            out.append(("TakeLoss", foes, theirs))
        elif code in ("AVB", "ARB"):
            out.append(("TakeLoss", plan.side, ours))
        elif code == "AE":
            out.append(("Eliminate", plan.side, ours))
        elif code == "EMP":
            out.append(("ExchangeDefender", foes, ours))
    if codes[0] in ("DE", "DRB", "DRI"):
        out += [("Retreats", foes, theirs), ("Advance", plan.side, ours)]
    elif codes[0] in ("DVB", "DVI"):
        out.append(("Retreats", plan.side, ours))
    return out


def resolved(before: Board, after: Board, codes: list[str]) -> Board:
    """The steps put on the agenda are those the result asks for."""
    plan = duty.declared(before.step["plan"])
    added = after.agenda[len(before.agenda) - 1 :][::-1]
    agree("the end of the battle", added[-1]["step"], "EndBattle")
    names = {"Eliminate": "among", "TakeLoss": "among", "ExchangeDefender": "attackers"}
    found = [(x["step"], x["side"], set(x[names.get(x["step"], "group")])) for x in added[:-1]]
    agree("consequences of " + " ".join(codes), found, consequences(before, plan, codes))
    return before


# -- losses and exchanges ---------------------------------------------------------------------------------------------


def picked(before: Board, answer: Answer) -> str | None:
    """The unit named, or the only one there is."""
    if answer is not None:
        return answer[1]
    left = [u for u in before.step["among"] if before.where[u] in GROUND]
    return left[0] if left else None


def take_loss(before: Board, answer: Answer, after: Board) -> Board:
    unit = picked(before, answer)
    return before.hurt(unit) if unit else before


def eliminate(before: Board, answer: Answer, after: Board) -> Board:
    unit = picked(before, answer)
    return before.moved_to([unit], "destroyed") if unit else before


def exchange_defender(before: Board, answer: Answer, after: Board) -> Board:
    """5.1.6.k  Everything picked is eliminated, and its defence points are what the attacker owes."""
    step = before.step
    if answer is not None and answer[0] == "unit":
        agree("given", set(after.step["given"]), {*step["given"], answer[1]})
        return before
    given = step["given"] if answer is not None else before.at(step["target"])
    owed = sum((odds.defence(before, u) for u in given), Fraction(0))
    agree("owed", Fraction(after.step["lost"], 2), owed)
    return before.moved_to(given, "destroyed")


def exchange_attacker(before: Board, answer: Answer, after: Board) -> Board:
    step = before.step
    if answer is not None and answer[0] == "unit":
        agree("given", set(after.step["given"]), {*step["given"], answer[1]})
        return before
    given = step["given"] if answer is not None else step["attackers"]
    return before.moved_to([u for u in given if before.where[u] in GROUND], "destroyed")


def attrition(before: Board, answer: Answer, after: Board) -> Board:
    step = before.step
    if answer is not None:
        return before.moved_to([answer[1]], "destroyed")
    if step["left"] is None:
        agree("to remove", after.step["left"], ending.to_remove(before, step["side"]))
    return before


# -- retreats and advances --------------------------------------------------------------------------------------------


def retreat_of_one(before: Board, answer: Answer, after: Board) -> Board:
    unit = before.step["unit"]
    way = retreat.ways_back(before, unit)
    if way.kind in ("lost", "fatal"):
        return before.moved_to([unit], "destroyed")
    to = answer[1] if answer is not None else min(way.choices)
    if way.kind == "edge":
        return changed(retreat.left(before, unit, to), left_map=[*before.left_map.items(), (unit, before.turn)])
    if way.kind == "through":
        agree("first hex", after.step["first"], to)
        return before
    return arrived(before, retreat.crossed(before, unit, before.where[unit], to), after, unit, to)


def arrived(before: Board, board: Board, after: Board, unit: str, to: str) -> Board:
    """A unit has come to the end of its retreat, or died on the way; five in a hex have to make room."""
    if board.where[unit] == "destroyed":
        return board
    crowded = len(board.at(to)) > 4
    agree("a chain", after.step["step"] == "Chain" and len(after.agenda) == len(before.agenda), crowded)
    return entered(board, [unit], [to])


def break_out(before: Board, answer: Answer, after: Board) -> Board:
    """5.3.3, K-66  The first hex is entered, also by a unit that dies on its second step."""
    unit, first = before.step["unit"], before.step["first"]
    second = answer[1] if answer is not None else min(retreat.second_hexes(before, unit, first))
    board = entered(retreat.broken_out(before, unit, first, second), [unit], [first])
    return arrived(before, board, after, unit, second)


def chain(before: Board, answer: Answer, after: Board) -> Board:
    step = before.step
    if step["unit"] is None:
        return before
    hexes = retreat.free(before, step["unit"], step["hex"], frozenset(step["chain"]))
    to = answer[1] if answer is not None else min(hexes)
    return arrived(before, retreat.crossed(before, step["unit"], step["hex"], to), after, step["unit"], to)


def advance(before: Board, answer: Answer, after: Board) -> Board:
    step = before.step
    if answer is None or answer[0] == "done":
        return before
    unit, to = (answer[1], step["vacated"]) if answer[0] == "unit" else (step["last"], answer[1])
    return entered(before.moved_to([unit], to), [unit], [to])


def reserve(before: Board, answer: Answer, after: Board) -> Board:
    assert answer is not None
    if answer[0] == "hex":
        return before.moved_to([before.step["unit"]], answer[1])
    return after if answer[0] == "auto" else before


def nothing(before: Board, answer: Answer, after: Board) -> Board:
    return before


EFFECTS: dict[str, Callable[[Board, Answer, Board], Board]] = {
    "Turn": turn,
    "BeginMovement": begin_movement,
    "BeginCombat": begin_combat,
    "PlaceReserve": reserve,
    "Movement": movement,
    "Moving": moving,
    "CombatPhase": nothing,
    "Declaring": declaring,
    "DefenceSupport": defence,
    "TakeLoss": take_loss,
    "Eliminate": eliminate,
    "ExchangeDefender": exchange_defender,
    "ExchangeAttacker": exchange_attacker,
    "Retreats": nothing,
    "Retreat": retreat_of_one,
    "BreakOut": break_out,
    "Chain": chain,
    "Advance": advance,
    "FinalAttrition": attrition,
    "EndBattle": nothing,
    "Scoring": nothing,
}


def used(board: Board) -> set[str]:
    """Who can no longer attack or fire in this phase."""
    return board.fought | {u for u in board.fired if COUNTERS[u].type in GUNS}
