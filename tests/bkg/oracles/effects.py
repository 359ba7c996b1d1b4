"""What every step has to do to the board: the same board worked out here, and compared field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from tests.bkg.oracles import aftermath, duty, ending, walking
from tests.bkg.oracles.agreement import Answer, agree, changed, entered, put_on
from tests.bkg.oracles.atlas import GROUND, NEIGHBOURS
from tests.bkg.oracles.board import Board
from tests.bkg.oracles.counters import COUNTERS, GUNS, JAPAN, SOVIET, enemy

# -- turns and phases -------------------------------------------------------------------------------------------------


def turn(before: Board, answer: Answer, after: Board) -> Board:
    """3.0, 6.0  The air points of the new turn; what was left is lost."""
    number = before.step["number"]
    steps = [(x["step"], x.get("side")) for x in put_on(before, after)]
    if number > 31:
        agree("the end", steps, [("FinalAttrition", SOVIET), ("FinalAttrition", JAPAN), ("Scoring", None)])
        return before
    phases = [(step, side) for side in (SOVIET, JAPAN) for step in ("BeginMovement", "BeginCombat")]
    agree("phases", steps, [*phases, ("Turn", None)])
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
    assert answer is not None
    if answer[0] == "unit":
        agree("in hand", walking.in_hand(after), walking.march(answer[1], before))
        return before
    if before.step["side"] != SOVIET:
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


def combat_phase(before: Board, answer: Answer, after: Board) -> Board:
    assert answer is not None
    if answer[0] != "done":
        nobody: frozenset[str] = frozenset()
        empty = duty.Declared(before.step["side"], answer[0], answer[1], nobody, nobody, 0)
        agree("declaration", duty.declared(after.step["plan"]), empty)
    return before


def declaring(before: Board, answer: Answer, after: Board) -> Board:
    """6.1.a  Once the declaration is made its air points are spent."""
    assert answer is not None
    verb, noun = answer
    plan = duty.declared(before.step["plan"])
    if verb == "air":
        agree("declaration", duty.declared(after.step["plan"]), replace(plan, air=int(noun)))
    elif verb == "unit":
        near = noun in duty.attackers(before, plan.side, plan.target)
        more = replace(plan, units=plan.units | {noun}) if near else replace(plan, guns=plan.guns | {noun})
        agree("declaration", duty.declared(after.step["plan"]), more)
    if verb != "commit":
        return before
    return changed(before, air=[n - plan.air * (side == plan.side) for side, n in before.air.items()])


def defence(before: Board, answer: Answer, after: Board) -> Board:
    plan = duty.declared(before.step["plan"])
    if answer is not None and answer[0] != "commit":
        air, noun = answer[0] == "air", answer[1]
        more = replace(plan, support_air=int(noun)) if air else replace(plan, support=plan.support | {noun})
        agree("support", duty.declared(after.step["plan"]), more)
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
        out += [("Rout", foes, theirs), ("Advance", plan.side, ours)]
    elif codes[0] in ("DVB", "DVI"):
        out.append(("Rout", plan.side, ours))
    return out


def resolved(before: Board, after: Board, codes: list[str]) -> Board:
    """The steps put on the agenda are those the result asks for."""
    plan = duty.declared(before.step["plan"])
    added = put_on(before, after)
    agree("the end of the battle", added[-1]["step"], "EndBattle")
    names = {"Eliminate": "among", "TakeLoss": "among", "ExchangeDefender": "attackers"}
    found = [(x["step"], x["side"], set(x[names.get(x["step"], "group")])) for x in added[:-1]]
    agree("consequences of " + " ".join(codes), found, consequences(before, plan, codes))
    for step in added:
        if step["step"] == "Advance":
            agree("vacated", (step["vacated"], step["last"]), (plan.target, None))
            agree("beaten", set(step["beaten"]), set(before.at(plan.target)))
        elif step["step"] == "Rout":
            agree("with losses before", set(step["weak"]), set(step["group"]) & before.flipped)
        elif step["step"] == "ExchangeDefender":
            agree("exchange", (step["target"], step["given"]), (plan.target, []))
    return before


# -- all of them -------------------------------------------------------------------------------------------------------


def reserve(before: Board, answer: Answer, after: Board) -> Board:
    assert answer is not None
    if answer[0] == "hex":
        return before.moved_to([before.step["unit"]], answer[1])
    if answer[0] != "auto":
        return before
    left = [u for u, place in before.where.items() if place == "reserve"]
    ring = set(NEIGHBOURS["0421"])
    agree("placed", {u: after.where[u] in {"0421", *ring} for u in left}, dict.fromkeys(left, True))
    agree("in 0421", len(after.at("0421")), 4)
    agree("round 0421", all(len(after.at(h)) <= 4 for h in ring), True)
    return before.put({u: after.where[u] for u in left})


def nothing(before: Board, answer: Answer, after: Board) -> Board:
    return before


EFFECTS: dict[str, Callable[[Board, Answer, Board], Board]] = {
    "Turn": turn,
    "BeginMovement": begin_movement,
    "BeginCombat": begin_combat,
    "PlaceReserve": reserve,
    "Movement": movement,
    "Moving": moving,
    "CombatPhase": combat_phase,
    "Declaring": declaring,
    "DefenceSupport": defence,
    "TakeLoss": aftermath.take_loss,
    "Eliminate": aftermath.eliminate,
    "ExchangeDefender": aftermath.exchange_defender,
    "ExchangeAttacker": aftermath.exchange_attacker,
    "Rout": aftermath.rout,
    "Retreats": aftermath.retreats,
    "Retreat": aftermath.retreat_of_one,
    "BreakOut": aftermath.break_out,
    "Chain": aftermath.chain,
    "Advance": aftermath.advance,
    "FinalAttrition": aftermath.attrition,
    "EndBattle": nothing,
    "Scoring": nothing,
}


def used(board: Board) -> set[str]:
    """Who can no longer attack or fire in this phase."""
    return board.fought | {u for u in board.fired if COUNTERS[u].type in GUNS}
