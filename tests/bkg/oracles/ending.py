"""10.2: final attrition and the score; 6.0: the air points of a turn."""

from __future__ import annotations

from tests.bkg.oracles.atlas import GROUND
from tests.bkg.oracles.board import Board
from tests.bkg.oracles.counters import COUNTERS

NOMONHAN = "1511"
WEST_MOUNTAINS = {h for h, g in GROUND.items() if g.terrain == "mountain" and g.west_bank}


def flipped_on_map(board: Board, side: str) -> set[str]:
    return {u for u in board.on_map(side) if u in board.flipped}


def to_remove(board: Board, side: str) -> int:
    """10.2.a, K-67"""
    return len(flipped_on_map(board, side)) // 3


def points(board: Board) -> tuple[int, int]:
    """3.9  The points of the Soviets and of the Japanese."""
    ours = theirs = 0
    for hex_ in WEST_MOUNTAINS | {NOMONHAN}:
        worth = 20 if hex_ == NOMONHAN else 5
        if hex_ in board.soviet_objectives:
            ours += worth
        else:
            theirs += worth
    japanese_inside = False
    for unit, place in board.where.items():
        nation = COUNTERS[unit].nation
        if place == "destroyed":
            ours += {"JP": 3, "MC": 1}.get(nation, 0)
            theirs += {"SU": 5, "MN": 2}.get(nation, 0)
        elif nation == "JP" and place in GROUND and GROUND[place].inside:
            japanese_inside = True
            theirs += 10 if unit not in board.flipped else 0
    return ours + (0 if japanese_inside else 20), theirs


def air_points(turn: int) -> dict[str, int]:
    """6.0.a-c"""
    if turn <= 21:
        return {"soviet": 20, "japan": 10}
    if turn <= 25:
        return {"soviet": 15, "japan": 5}
    return {"soviet": 10, "japan": 10}
