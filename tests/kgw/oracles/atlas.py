"""The map and the counters as their files have them, read without the engine."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tests.plain_data import number, rows, sides


class Ground(NamedTuple):
    """A hex."""

    terrain: str
    country: str


class Counter(NamedTuple):
    """A counter, its front."""

    side: str
    nation: str
    type: str
    mech: bool
    division: bool
    movement: int
    back_movement: int

    @property
    def ground(self) -> bool:
        return self.type not in ("air", "air_supply", "gekokujo")


GROUND = {row["hex"]: Ground(row["terrain"], row["country"]) for row in rows("kgw", "map.csv")}
COUNTERS = {
    row["id"]: Counter(
        row["side"],
        row["nation"],
        row["type"],
        row["class"] == "mech",
        row["size"] == "XX",
        number(row["movement"]),
        number(row["back_movement"]),
    )
    for row in rows("kgw", "counters.csv")
}
SIDES = sides("kgw")

LINE = (
    *("1803", "1703", "1604", "1504", "1505", "1506", "1407", "1408", "1308", "1309"),
    *("1210", "1211", "1311", "1412", "1512", "1613", "1713", "1814", "1914", "2015"),
)
"""A-03  The unfinished line, from Borzya on."""


def crosses(feature: str, a: str, b: str) -> bool:
    return frozenset((a, b)) in SIDES[feature]


@cache
def around(hex_: str) -> tuple[str, ...]:
    """A-01  The neighbours on the map."""
    column, row = int(hex_[:2]), int(hex_[2:])
    low = column % 2
    near = [(column, row - 1), (column, row + 1)]
    near += [(column + c, row + r) for c in (-1, 1) for r in ((0, 1) if low else (-1, 0))]
    return tuple(name for c, r in near if (name := f"{c:02}{r:02}") in GROUND)


def countries(hex_: str) -> set[str]:
    """5.1  The Disputed Area is part of two countries."""
    country = GROUND[hex_].country
    return {"Manchukuo", "MPR"} if country == "Disputed" else {country}
