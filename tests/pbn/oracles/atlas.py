"""The map and the counters as their files have them, read without the engine."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tests.plain_data import number, rows, sides, spread


class Counter(NamedTuple):
    """What is printed on a counter, and where it is in the list."""

    number: int
    side: str
    nation: str
    type: str
    mech: bool
    attack: int
    defence: int
    movement: int
    radius: int
    equivalents: int
    change: bool
    """Printed as change for others; never in play."""

    @property
    def land(self) -> bool:
        return self.type not in ("air", "deception", "campaign")

    @property
    def combat(self) -> bool:
        return self.land and self.type not in ("headquarters", "supply")

    @property
    def infiltrates(self) -> bool:
        return self.nation == "JP" and self.type in ("infantry", "motorized")


GROUND = {row["hex"]: row["terrain"] for row in rows("pbn", "map.csv")}
COUNTRY = {row["hex"]: row["country"] for row in rows("pbn", "map.csv")}
COUNTERS = {
    row["id"]: Counter(
        n,
        row["side"],
        row["nation"],
        row["type"],
        row["class"] == "mech",
        number(row["attack"]),
        number(row["defence"]),
        number(row["movement"]),
        number(row["radius"]),
        number(row["equivalents"]),
        row["stock"] == "change",
    )
    for n, row in enumerate(rows("pbn", "counters.csv"))
}
SIDES = sides("pbn")

EDGES = {
    "soviet": {h for h in GROUND if h[:2] == "01"},
    "japan": {h for h in GROUND if (h[2:] == "01" or h[:2] == "33") and COUNTRY[h] == "Manchukuo"},
}
"""26.3  The friendly edges."""


def crosses(feature: str, a: str, b: str) -> bool:
    return frozenset((a, b)) in SIDES[feature]


@cache
def around(hex_: str) -> tuple[str, ...]:
    """6.2  The neighbours on the map; even columns stand half a hex lower."""
    column, row = int(hex_[:2]), int(hex_[2:])
    low = column % 2 == 0
    near = [(column, row - 1), (column, row + 1)]
    near += [(column + c, row + r) for c in (-1, 1) for r in ((0, 1) if low else (-1, 0))]
    return tuple(name for c, r in near if (name := f"{c:02}{r:02}") in GROUND)


@cache
def within(hex_: str, radius: int) -> frozenset[str]:
    """All hexes so near."""
    return spread(hex_, radius, around)
