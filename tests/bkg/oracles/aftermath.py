"""What losses, exchanges, retreats and advances have to do to the board."""

from __future__ import annotations

from fractions import Fraction

from tests.bkg.oracles import ending, odds, retreat
from tests.bkg.oracles.agreement import Answer, agree, changed, entered, put_on
from tests.bkg.oracles.atlas import GROUND
from tests.bkg.oracles.board import Board

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


def rout(before: Board, answer: Answer, after: Board) -> Board:
    """5.3.3.c  Whom the dice have hit: flipped now, and not before."""
    step = before.step
    agree("hit", set(after.step["hit"]), (set(step["group"]) & before.flipped) - set(step["weak"]))
    agree("retreats", set(after.step["group"]), set(step["group"]))
    return before


def retreats(before: Board, answer: Answer, after: Board) -> Board:
    """Whoever retreats next is known to have been hit or not, and so are the others."""
    left = [u for u in before.step["group"] if before.where[u] in GROUND]
    if not left:
        return before
    unit = answer[1] if answer is not None else left[0]
    agree("hit", after.step["hit"], unit in before.step["hit"])
    if answer is not None:
        others = put_on(before, after)[1]
        agree("the others", set(others["group"]), set(before.step["group"]) - {unit})
        agree("the others hit", set(others["hit"]), set(before.step["hit"]))
    return before


def retreat_of_one(before: Board, answer: Answer, after: Board) -> Board:
    unit = before.step["unit"]
    way = retreat.ways_back(before, unit, before.step["hit"])
    if way.kind in ("lost", "fatal"):
        return before.moved_to([unit], "destroyed")
    to = answer[1] if answer is not None else min(way.choices)
    if way.kind == "edge":
        return changed(retreat.left(before, unit, to), left_map=[*before.left_map.items(), (unit, before.turn)])
    if way.kind == "through":
        agree("first hex", after.step["first"], to)
        return before
    start = before.where[unit]
    return arrived(before, retreat.crossed(before, unit, start, to), after, unit, [start, to])


def arrived(before: Board, board: Board, after: Board, unit: str, way: list[str]) -> Board:
    """A unit has come to the end of its retreat, or died on the way; five in a hex have to make room (K-44)."""
    steps = put_on(before, after)
    if board.where[unit] == "destroyed":
        agree("steps", steps, [])
        return board
    five = len(board.at(way[-1])) > 4
    expected = [("Chain", before.step["side"], way[-1], {*before.step.get("chain", ()), *way}, None)] if five else []
    agree("chain", [(x["step"], x["side"], x["hex"], set(x["chain"]), x["unit"]) for x in steps], expected)
    return entered(board, [unit], way[-1:])


def break_out(before: Board, answer: Answer, after: Board) -> Board:
    """5.3.3, K-66  The first hex is entered, also by a unit that dies on its second step of losses it had before."""
    unit, first = before.step["unit"], before.step["first"]
    second = answer[1] if answer is not None else min(retreat.second_hexes(before, unit, first))
    board = entered(retreat.broken_out(before, unit, first, second), [unit], [first])
    return arrived(before, board, after, unit, [before.where[unit], first, second])


def chain(before: Board, answer: Answer, after: Board) -> Board:
    step = before.step
    if step["unit"] is None:
        if answer is not None:
            agree("goes on", after.step["unit"], answer[1])
        return before
    hexes = retreat.free(before, step["unit"], step["hex"], frozenset(step["chain"]))
    to = answer[1] if answer is not None else min(hexes)
    return arrived(before, retreat.crossed(before, step["unit"], step["hex"], to), after, step["unit"], [to])


def advance(before: Board, answer: Answer, after: Board) -> Board:
    step = before.step
    if answer is None or answer[0] == "done":
        return before
    unit, to = (answer[1], step["vacated"]) if answer[0] == "unit" else (step["last"], answer[1])
    return entered(before.moved_to([unit], to), [unit], [to])
