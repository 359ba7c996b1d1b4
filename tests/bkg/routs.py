"""Defenders of 0321 who lose and have to retreat, in ground that is open or walled in by the enemy."""

from __future__ import annotations

from khalkhin.engine.match import Match
from tests.bkg.battles import ending_in
from tests.bkg.positions import is_flipped, place

Stacks = dict[str, list[str]]

AHEAD = {"0320": ["SU-6T-1", "SU-6T-2"]}
"""Attackers to the north of 0321: the south stays free."""


FOUR = ["JP-71-1", "JP-71-2", "JP-72-1", "JP-72-2"]


def beaten(
    defenders: list[str], others: Stacks | None = None, result: str = "DRI AVI", flipped: list[str] | None = None
) -> Match:
    """Defenders of 0321 lose against the attackers in 0320, in the presence of others."""
    placed = {**AHEAD, "0321": defenders, **(others or {})}
    return ending_in(result, placed, "0321", *AHEAD["0320"], flipped=flipped or ())


def hurt(match: Match, *units: str) -> list[str]:
    return [unit for unit in units if is_flipped(match, unit)]


WALL = {"0420": ["SU-212"], "0521": ["SU-480-1"], "0423": ["SU-480-2"], "0223": ["SU-480-3"], "0220": ["SU-NKVD"]}
"""With the attackers in 0320, zones over the whole ring of 0321 and over all hexes behind it but one: 0121."""


def walled(
    defenders: list[str], others: Stacks | None = None, result: str = "DRI AVI", flipped: list[str] | None = None
) -> Match:
    """As `beaten`, within the wall."""
    placed = {**AHEAD, **WALL, "0321": defenders, **(others or {})}
    return ending_in(result, placed, "0321", *AHEAD["0320"], flipped=flipped or ())


def gone_attacker(others: Stacks) -> Match:
    """SU-601-1, flipped, wins and dies of it, so that 0321 itself is in nobody's zone; JP-8RF-1 retreats."""
    placed = {"0320": ["SU-601-1"], "0321": ["JP-8RF-1"], **others}
    match = ending_in("DRI AVB", placed, "0321", "SU-601-1", flipped=["SU-601-1"])
    assert place(match, "SU-601-1") == "destroyed"
    return match
