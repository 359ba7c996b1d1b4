"""The map and the counters as their files have them, read without the engine."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tests.plain_data import folder, number, rows, sides, spread

DATA = folder("sn")
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


_MAP = rows("sn", "map.csv")
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
        number(row["attack"]),
        number(row["defence"]),
        number(row["movement"]),
        number(row["radius"]),
        number(row["back_radius"]),
    )
    for n, row in enumerate(rows("sn", "counters.csv"))
}
SIDES = sides("sn")

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
    return spread(hex_, radius, around)


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
