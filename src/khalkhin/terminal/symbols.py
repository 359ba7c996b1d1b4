"""Letters and signs for what a map carries. The names are those of the maps' data files; what is not listed is drawn
by its first letter (terrain) or not at all (hexsides)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

TERRAIN = {
    "open": ".",
    "clear": ".",
    "steppe": ".",
    "rough": "r",
    "hills": "n",
    "ridge": "n",
    "hilltop": "^",
    "mountain": "^",
    "forest": "f",
    "desert": ",",
    "dunes": ",",
    "marsh": "~",
    "lake": "o",
    "sea": "o",
}


@dataclass(frozen=True)
class Stroke:
    """How a feature of a hexside is drawn: up-sloping, down-sloping, upright and level; the higher rank is on top."""

    rank: int
    up: str
    down: str
    upright: str
    level: str
    style: str

    def sign(self, shape: str) -> str:
        return {"/": self.up, "\\": self.down, "|": self.upright, "_": self.level}[shape]


def _river(sign: str, level: str, rank: int) -> Stroke:
    return Stroke(rank, sign, sign, sign, level, "water")


_THIN = Stroke(2, "/", "\\", "|", "-", "water")
HEXSIDES = {
    "border": Stroke(1, ":", ":", ":", ":", "border"),
    "minor_river": _THIN,
    "narrow_river": _THIN,
    "stream": _THIN,
    "lake": _river("~", "~", 3),
    "river": _river("#", "#", 3),
    "wide_river": _river("#", "#", 3),
    "bridge": Stroke(4, "H", "H", "H", "H", "bridge"),
}

LINKS = {"rail": "==", "unbuilt_rail": "=-", "road": "--", "trail": "''"}
"""What joins hexes is shown in the hexes it runs through: of several, the first of these."""

OFFERED, IN_HAND, NOTED = "+", "@", "*"
"""Hexes (or hexes with units) on offer; what is in hand; hexes with a marker."""
OBJECTIVE, OBJECTIVE_OFFERED = "$", "&"
"""Hexes that count for victory; the same where they are on offer."""


def terrain_sign(name: str) -> str:
    return TERRAIN.get(name, name[:1])


def side_letters(sides: Sequence[str]) -> dict[str, str]:
    """A letter for each side: its first one that no side before it has taken."""
    taken: dict[str, str] = {}
    for side in sides:
        letter = next((c for c in side.upper() if c.isalpha() and c not in taken.values()), "?")
        taken[side] = letter
    return taken
