"""5.1, T1, T3, T4: force ratio, every shift, encirclement, the two tables."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor

from tests.bkg.oracles.atlas import EDGES, NEIGHBOURS, columns, river
from tests.bkg.oracles.board import Board, passable
from tests.bkg.oracles.counters import AIR_INDEX, COUNTERS, DIVISIONS, GUN_INDEX, REGIMENTS, enemy
from tests.bkg.oracles.duty import Declared

COLUMNS = ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1")

COMBAT = {
    2: "DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP|EMP|EMP|EMP|EMP",
    3: "DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP|DE AVB|DE AVB|DE AVI",
    4: "DVI ARB|DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP|DE AVB|DE AVB",
    5: "DVB AE|DVI ARB|DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP|DE AVB",
    6: "DVI AE|DVB AE|DVI ARB|DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI|EMP",
    7: "DVI AE|DVI AE|DVB AE|DVI ARB|DVI ARI|DVB ARB|DVB ARI|IMP|DRI AVB|DRB AVB|DRI AVI|DRB AVI",
}
BOMBARDMENT_COLUMNS = ("1-12", "13-24", "25-36", "37-48", "49-∞")
BOMBARDMENT = {2: "BBBBB", 3: "IBBBB", 4: "IIBBB", 5: "IIIBB", 6: "IIIIB", 7: "IIIII"}

FRIENDLY_EDGES = {"soviet": {"S", "W"}, "japan": {"N", "E"}}


def row(dice: Iterable[int]) -> int:
    """5.1.5, K-07  The row of a roll: 2 and 12 share one, 3 and 11, and so on."""
    total = sum(dice)
    return min(total, 14 - total)


def attack(board: Board, unit: str) -> Fraction:
    return Fraction(COUNTERS[unit].attack, 2 if unit in board.flipped else 1)


def defence(board: Board, unit: str) -> Fraction:
    return Fraction(COUNTERS[unit].defence, 2 if unit in board.flipped else 1)


def totals(board: Board, plan: Declared) -> tuple[Fraction, Fraction]:
    """5.1.1, 6.2.e, K-49, K-52  What both sides bring, air points and artillery included."""
    ours = sum((attack(board, u) for u in plan.units | plan.guns), Fraction(plan.air))
    theirs = sum((defence(board, u) for u in board.at(plan.target)), Fraction(plan.support_air))
    return ours, theirs + sum((attack(board, u) for u in plan.support), Fraction(0))


def base_column(board: Board, ours: Fraction, theirs: Fraction) -> int:
    """5.1.1.c, K-03 to K-05  The column of a ratio, counted from 0 for 1-4; by a house rule it may lie outside."""
    last = 10**6 if board.rules["shift_first"] else 0
    if ours >= theirs:
        return 2 + min(last or 9, floor(ours / theirs))
    return 4 - min(last or 4, ceil(theirs / ours))


def ratio(column: int) -> str:
    """What a column is called, on the table or off it."""
    return f"{column - 2}-1" if column >= 3 else f"1-{4 - column}"


def encircled(board: Board, hex_: str) -> bool:
    """5.1.3, K-40  No unit of the hex has a neighbour free of enemy zones, or an edge of its own to leave by."""
    for unit in board.at(hex_):
        side = COUNTERS[unit].side
        foes = enemy(side)
        if EDGES[hex_] & FRIENDLY_EDGES[side] and not board.rules["closed_edge"]:
            return False
        for n in NEIGHBOURS[hex_]:
            if n not in board.held(foes) and passable(unit, n) and n not in board.zone(foes):
                return False
    return True


def complete(units: Iterable[str]) -> list[str]:
    """5.1.4  Regiments, brigades and Mongolian divisions all of whose elements are here."""
    return [name for name, elements in REGIMENTS.items() if elements <= set(units)]


def shifts(board: Board, plan: Declared) -> dict[str, int]:
    """2.3  Every shift by its source or the name of its formation, right positive; only those that are not nothing."""
    here = plan.target
    found = {"terrain": -columns(here), "border": int(any(u in board.penalised for u in board.at(here)))}
    if plan.kind == "attack":
        found["river"] = -min({"wide": 2, "narrow": 1, "": 0}[river(board.where[u], here)] for u in plan.units)
        found["encirclement"] = int(encircled(board, here))
        regiments = complete(plan.units)
        found |= dict.fromkeys(regiments, 1)
        found |= {division: 2 for division, needed in DIVISIONS.items() if set(needed) <= set(regiments)}
        found |= dict.fromkeys(complete(board.at(here)), -1)
    return {source: value for source, value in found.items() if value}


def combat_column(board: Board, plan: Declared) -> int:
    """K-06  Base column and the net shift, then kept inside the table."""
    base = base_column(board, *totals(board, plan))
    return max(0, min(11, base + sum(shifts(board, plan).values())))


def bombardment_value(board: Board, plan: Declared) -> int:
    """6.2.a, 8.0.e, K-56, K-57  Points or attack power times the indices of everybody in the hex."""
    types = [COUNTERS[u].type for u in board.at(plan.target)]
    if plan.kind == "strike":
        return plan.air * sum(AIR_INDEX.get(t, 1) for t in types)
    power = sum((attack(board, u) for u in plan.guns), Fraction(0))
    return max(1, floor(power * sum(GUN_INDEX.get(t, 2) for t in types)))


def bombardment_column(board: Board, plan: Declared) -> int:
    """Counted from 0 for 1-12."""
    base = min(5, ceil(Fraction(bombardment_value(board, plan), 12))) - 1
    return max(0, min(4, base + sum(shifts(board, plan).values())))


def result(board: Board, plan: Declared, dice: Iterable[int]) -> list[str]:
    """The codes of the cell."""
    if plan.kind == "attack":
        return COMBAT[row(dice)].split("|")[combat_column(board, plan)].split()
    return ["D" + BOMBARDMENT[row(dice)][bombardment_column(board, plan)]]


def column(board: Board, plan: Declared) -> str:
    """The label of the column that the dice are read in."""
    if plan.kind == "attack":
        return COLUMNS[combat_column(board, plan)]
    return BOMBARDMENT_COLUMNS[bombardment_column(board, plan)]
