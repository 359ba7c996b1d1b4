"""The map and the counters as their files have them, read without the engine."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

import khalkhin.games.sn

DATA = Path(khalkhin.games.sn.__file__).parent / "data"
STRIKES = ("airstrike", "carrier_airstrike", "bombardment")
AFLOAT = ("carrier", "amphibious", "chemical")


class Counter(NamedTuple):
    """What is printed on a counter, and where it is in the list."""

    number: int
    side: str
    nation: str
    type: str
    size: str
    mech: bool
    attack: int
    defence: int
    movement: int
    radius: int
    back_radius: int

    @property
    def ground(self) -> bool:
        return self.type not in STRIKES + AFLOAT

    @property
    def equivalents(self) -> int:
        return 3 if self.size == "XXX" else 1


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 0


_MAP = _rows("map.csv")
GROUND = {row["hex"]: "city" if "city" in row["class"].split(";") else row["terrain"] for row in _MAP}
"""R99  The terrain that counts: a city is terrain of its own."""
STATE = {row["hex"]: row["country"] for row in _MAP}
CITIES = {row["hex"] for row in _MAP if "city" in row["class"].split(";")}
TOWNS = {row["hex"] for row in _MAP if "town" in row["class"].split(";")}
PORTS = {row["hex"] for row in _MAP if "port" in row["class"].split(";")}
COUNTERS = {
    row["id"]: Counter(
        n,
        row["side"],
        row["nation"],
        row["type"],
        row["size"],
        row["class"] == "mech",
        _number(row["attack"]),
        _number(row["defence"]),
        _number(row["movement"]),
        _number(row["radius"]),
        _number(row["back_radius"]),
    )
    for n, row in enumerate(_rows("counters.csv"))
}
SIDES: dict[str, set[frozenset[str]]] = {}
for _row in _rows("sides.csv"):
    SIDES.setdefault(_row["feature"], set()).add(frozenset((_row["hexa"], _row["hexb"])))

LINKED = SIDES["rail"] | SIDES["road"]
ON_RAIL = {hex_ for pair in SIDES["rail"] for hex_ in pair}
ON_LINK = {hex_ for pair in LINKED for hex_ in pair}
ON_RIVER = {hex_ for pair in SIDES["river"] for hex_ in pair}

ENTER = {
    "JP": {"USSR", "MPR", "Manchukuo", "Korea", "Mengjiang", "North China"},
    "DE": {"USSR", "MPR", "Manchukuo", "Korea", "Mengjiang", "North China"},
    "MC": {"Manchukuo", "MPR"},
    "MJ": {"Mengjiang", "MPR", "Manchukuo"},
    "FER": {"Manchukuo", "USSR"},
    "SU": {"USSR", "MPR", "Manchukuo", "Korea", "Mengjiang"},
    "OM": {"MPR", "Mengjiang", "Manchukuo"},
}
"""8.6.6-12  The states that each nation may enter."""
OWN = {"soviet": {"USSR", "MPR"}, "japan": {"Manchukuo", "Korea", "Mengjiang", "North China"}}


def crosses(feature: str, a: str, b: str) -> bool:
    return frozenset((a, b)) in SIDES[feature]


def linked(a: str, b: str) -> bool:
    """8.9, 8.9.2  A road or a railroad leads from hex to hex."""
    return frozenset((a, b)) in LINKED


@cache
def around(hex_: str) -> tuple[str, ...]:
    """The neighbours on the map: positions are counted from the east, even rows are inset by half a hex."""
    row, place = int(hex_[:2]), int(hex_[2:])
    inset = row % 2 == 0
    near = [(row, place - 1), (row, place + 1)]
    near += [(row + r, place + p) for r in (-1, 1) for p in ((0, 1) if inset else (-1, 0))]
    return tuple(name for r, p in near if (name := f"{r:02}{p:02}") in GROUND)


@cache
def within(hex_: str, radius: int) -> frozenset[str]:
    """All hexes so near."""
    found = {hex_}
    for _ in range(radius):
        found |= {b for a in found for b in around(a)}
    return frozenset(found)


COAST = {h for h, terrain in GROUND.items() if terrain != "sea" and any(GROUND[b] == "sea" for b in around(h))}
"""A coastal hex is land that touches the sea."""


def may_stand(unit: str, hex_: str) -> bool:
    """8.6, 20.0.riv1, R100  Whether a unit can be in a hex at all."""
    counter = COUNTERS[unit]
    if GROUND[hex_] == "sea" or STATE[hex_] not in ENTER[counter.nation]:
        return False
    if counter.type == "flotilla":
        return hex_ in ON_RIVER
    return not (counter.mech and GROUND[hex_] == "rough" and hex_ not in ON_LINK)
