"""Air Phases for tests: a Japanese airfield in Manchouli, a Soviet one in Olovyannaya, targets between and behind them.

Manchouli 1523 is 3 hexes from Borzya 1325 (a town) and from 1526 (plain), 4 from Olovyannaya 1225, 6 from Karymskaya
1127 and 8 from Chita 1028 (a city). Olovyannaya is 1, 3, 2 and 4 hexes from Borzya, 1526, Karymskaya and Chita. Cities
that the Home Islands reach are Japanese already, so that nobody flies from there but where a test says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from khalkhin.engine.match import Match
from tests.sn.positions import Some, asked, board, do

MANCHOULI, BORZYA, OLOVYANNAYA, KARYMSKAYA, CHITA, PLAIN = "1523", "1325", "1225", "1127", "1028", "1526"
FAR, NEAR = "JP-AIR-1", "JP-AIR-11"
"""Airstrikes with fronts of 4 and 2, so with backs of 8 and 4."""
LONG = [f"JP-AIR-{n}" for n in range(1, 6)]
MIDDLE = [f"JP-AIR-{n}" for n in range(6, 11)]
SHORT = ["JP-AIR-11", "JP-AIR-12"]
RED = [f"SU-AIR-{n}" for n in range(1, 7)]
"""Soviet airstrikes with fronts of 2."""
JAPANESE_FIELD = {MANCHOULI: ["JP-1BASE", "JP-SUP-1"]}
SOVIET_FIELD = {OLOVYANNAYA: ["SU-FEBASE", "SU-SUP-1"]}
FAR_EAST = {"0502": "JP-FORT-7", "1002": "JP-FORT-8", "2103": "JP-FORT-9", "2202": "JP-FORT-10"}


def over(*places: Mapping[str, Some]) -> dict[str, list[str]]:
    """One layout of several, those in the same place together."""
    found: dict[str, list[str]] = {}
    for layout in places:
        for where, some in layout.items():
            found.setdefault(where, []).extend([some] if isinstance(some, str) else some)
    return found


def west(placed: Mapping[str, Some], phase: str, **kinds: Any) -> Match:
    """A position where nobody flies from the Home Islands."""
    return board(over(placed, FAR_EAST), phase, **{"captured": list(FAR_EAST), **kinds})


def air(
    *places: Mapping[str, Some],
    available: Some = (),
    interception: Some = (),
    side: str = "japan",
    expend: Iterable[str] | None = (),
    **kinds: Any,
) -> Match:
    """An Air Phase of Japan with both airfields, up to the launch; `expend` is what the phasing side spends in the
    second round, None stops before that."""
    boxes = {"available": available, "interception": interception}
    match = west(over(JAPANESE_FIELD, SOVIET_FIELD, *places, boxes), f"{side}_air", **kinds)
    if expend is not None and asked(match).message.key == "ask.expend-air":
        do(match, *(f"expend {u}" for u in expend), "done")
    return match


def launch(match: Match, target: str, *strikes: str, mission: str = "ground", base: str | None = None) -> Match:
    """Send strikes to a target, all on the same mission; `base` where there is a choice."""
    for strike in strikes:
        do(match, f"unit {strike}", f"hex {target}")
        if base is not None:
            do(match, base if base == "home" else f"from {base}")
        if asked(match).message.key == "ask.role":
            do(match, f"mission {mission}")
    return match


def intercept(match: Match, target: str, *strikes: str) -> Match:
    for strike in strikes:
        do(match, f"unit {strike}", f"hex {target}")
    return match
