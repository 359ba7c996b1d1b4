"""The counters as printed, what their types may do, and which of them make a formation."""

from __future__ import annotations

from dataclasses import dataclass

from tests.plain_data import rows

SOVIET, JAPAN = "soviet", "japan"


def enemy(side: str) -> str:
    return JAPAN if side == SOVIET else SOVIET


@dataclass(frozen=True)
class Counter:
    """What is printed on one counter."""

    side: str
    nation: str
    type: str
    regiment: str
    division: str
    attack: int
    defence: int
    movement: int
    range: int
    location: str


COUNTERS = {
    row["id"]: Counter(
        row["side"],
        row["nation"],
        row["type"],
        row["regiment"],
        row["division"],
        int(row["attack"]),
        int(row["defence"]),
        int(row["movement"]),
        int(row["range"] or 0),
        row["location"],
    )
    for row in rows("bkg", "counters.csv")
}

MOTORISED = {"MOT", "MEC", "ARM", "CVM"}
GUNS = {"ART", "MTN", "AT"}
TRACKED = {"ARM", "CVM"}
"""Barred from marsh and mountain; hurt by a wide river in retreat."""
SECOND_HEX = {"MOT", "MEC", "ARM", "CVM", "CAV"}
"""5.2.a  Types that may advance a second hex."""

REGIMENTS = {
    name: {u for u, c in COUNTERS.items() if c.regiment == name}
    for name in (
        *("601 RI", "602 RI", "603 RI", "127 RI", "293 RI", "80 RI", "480 RI", "24 RI Mtz", "149 RI Mtz"),
        *("6 Bgda T", "11 Bgda T", "7 Bgda Blda", "8 Bgda Blda", "9 Bgda Blda", "5 Bgda Metr"),
        *("64 RI", "71 RI", "72 RI", "25 RI", "26 RI", "27 RI", "28 RI", "8 RF"),
    )
}
for _division in ("5 DC", "6 DC", "8 DC"):
    REGIMENTS[_division] = {u for u, c in COUNTERS.items() if c.division == _division and c.type == "CAV"}
"""5.1.4, 4.4  What counts as a regiment, with all its elements."""

DIVISIONS = {
    "82 DI": ("601 RI", "602 RI", "603 RI"),
    "57 DI": ("127 RI", "293 RI", "80 RI"),
    "23 DI": ("64 RI", "71 RI", "72 RI"),
    "7 DI": ("25 RI", "26 RI", "27 RI", "28 RI"),
}
"""5.1.4.b-d  Divisions that can be complete, with their infantry regiments."""

AIR_INDEX = {"ARM": 2, "CVM": 2, "ART": 2, "MTN": 2, "AT": 2}
GUN_INDEX = {"ARM": 1, "CVM": 1}
"""T4  Vulnerability to air and to artillery; what is not named is 1 to air and 2 to artillery."""

RESERVE = {"SU-9B-1", "SU-9B-2", "SU-9B-M", "SU-212", "SU-6T-3", "SU-7B-M", "SU-11T-M"}
"""10.1.2.0421  Placed in 0421 and round it; frozen in turn 20."""

ARRIVALS = {u: int(c.location[1:]) for u, c in COUNTERS.items() if c.location.startswith("T")}
"""3.8  In which turn a reinforcement is due."""
