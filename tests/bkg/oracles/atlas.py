"""The map as a table of printed hex numbers: neighbours, terrain, rivers, edges, distances."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tests.plain_data import rows


@dataclass(frozen=True)
class Ground:
    """One hex as the map file has it."""

    terrain: str
    road: bool
    inside: bool
    """On the Soviet side of the border line."""
    west_bank: bool


GROUND = {
    row["hex"]: Ground(
        row["terrain"], row["road"] == "1", row["side_of_border"] == "west_south", row["side_of_river"] == "west"
    )
    for row in rows("bkg", "map.csv")
}

WIDE: set[frozenset[str]] = set()
NARROW: set[frozenset[str]] = set()
BRIDGES: set[frozenset[str]] = set()
for _row in rows("bkg", "sides.csv"):
    _side = frozenset((_row["hexa"], _row["hexb"]))
    if _row["feature"] == "wide_river":
        WIDE.add(_side)
    elif _row["feature"] == "narrow_river":
        NARROW.add(_side)
    elif _row["feature"] == "bridge":
        BRIDGES.add(_side)


def _around(hex_: str) -> list[tuple[int, int]]:
    """The six hexes round one, on the map or not, by the table of section 6.1."""
    c, r = int(hex_[:2]), int(hex_[2:])
    if c % 2 == 0:
        return [(c, r - 1), (c, r + 1), (c - 1, r - 1), (c - 1, r), (c + 1, r - 1), (c + 1, r)]
    return [(c, r - 1), (c, r + 1), (c - 1, r), (c - 1, r + 1), (c + 1, r), (c + 1, r + 1)]


NEIGHBOURS = {h: [f"{c:02}{r:02}" for c, r in _around(h) if f"{c:02}{r:02}" in GROUND] for h in GROUND}


def _edges(hex_: str) -> set[str]:
    """The map edges one can leave a hex by; where column and row both run out the column decides (K-02)."""
    found = set()
    for c, r in _around(hex_):
        if c == 0:
            found.add("W")
        elif c == 28:
            found.add("E")
        elif r == 0:
            found.add("N")
        elif r == 24:
            found.add("S")
    return found


EDGES = {h: _edges(h) for h in GROUND}


@cache
def distances(start: str) -> dict[str, int]:
    """How many hexes away every hex is, found by walking."""
    found = {start: 0}
    ring = [start]
    while ring:
        outside = []
        for hex_ in ring:
            for n in NEIGHBOURS[hex_]:
                if n not in found:
                    found[n] = found[hex_] + 1
                    outside.append(n)
        ring = outside
    return found


def distance(a: str, b: str) -> int:
    return distances(a)[b]


@cache
def way_home(hex_: str) -> int:
    """Hexes to the nearest hex of the Soviet side of the border."""
    return min(d for h, d in distances(hex_).items() if GROUND[h].inside)


def columns(hex_: str) -> int:
    """T2  Columns to the left for a defender in this hex."""
    return {"open": 0, "rough": 1, "marsh": 1, "mountain": 3, "lake": 0}[GROUND[hex_].terrain]


def river(a: str, b: str) -> str:
    """What one crosses between two neighbours: wide, narrow or nothing; a bridge makes it nothing (K-26, K-27)."""
    side = frozenset((a, b))
    if side in BRIDGES:
        return ""
    return "wide" if side in WIDE else "narrow" if side in NARROW else ""


def water(a: str, b: str) -> bool:
    """Whether any river runs between two neighbours, bridged or not (K-96)."""
    return frozenset((a, b)) in WIDE | NARROW
