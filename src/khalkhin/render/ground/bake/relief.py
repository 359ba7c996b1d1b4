"""The height of the ground, and light and shade on it."""

from __future__ import annotations

from math import cos, pi, radians, sin

import numpy as np

from khalkhin.board.hexset import Hex
from khalkhin.render.ground.bake.areas import Areas
from khalkhin.render.ground.bake.lattice import Field, Lattice, dice
from khalkhin.render.ground.look import HEIGHTS, Cover, GroundLook
from khalkhin.render.tokens import tokens

SUN = (-sin(radians(45)), -sin(radians(45)))
"""Where the light comes from: the north-west, y growing southward."""
_EXAGGERATION = 0.4
"""How many hex radii high a height of 1 is when it is lit."""
_VALLEY, _PEAK = 0.42, 0.52
"""Half the width of a valley and of a peak, in hex radii."""
_SOFT = 0.7
_KNOLL, _ASIDE = 0.3, 0.3
"""How high a nameless hill rises, and how far from the middle of its hex, in hex radii, it may stand."""


class Relief:
    """The height field of a map, its slope, and how far each point is from the bank of the nearest river."""

    def __init__(self, areas: Areas, ground: dict[Hex, Cover], look: GroundLook) -> None:
        self.lattice = lattice = areas.lattice
        self.rivers = areas.rivers
        self.height = _land(areas, look) + _peaks(lattice, ground, look)
        valley = np.exp(-((self.rivers.middle / (_VALLEY * lattice.radius)) ** 2))
        self.height -= valley * (0.12 + 0.45 * np.clip(self.height, 0, 1))
        self.height += _plateau(areas)
        smooth = lattice.blur(self.height, 0.07)
        north_south, west_east = np.gradient(smooth, lattice.step / lattice.radius)
        self.down_x, self.down_y = np.asarray(-west_east), np.asarray(-north_south)

    def shade(self) -> Field:
        """Light on the slopes: above 0 where they face it, below where they turn away, 0 on level ground."""
        x, y = self.down_x * _EXAGGERATION, self.down_y * _EXAGGERATION
        sun = radians(tokens()["map"]["light"]["height"])
        level = sin(sun)
        lit = (cos(sun) * (x * SUN[0] + y * SUN[1]) + level) / np.sqrt(x * x + y * y + 1)
        # Hollows are a little darker than crests whichever way they face.
        hollow = self.height - self.lattice.blur(self.height, 0.35)
        return np.asarray(lit - level + 0.10 * np.clip(hollow, -1, 1))


def _land(areas: Areas, look: GroundLook) -> Field:
    """What the classes of ground alone make of the height."""
    lattice = areas.lattice
    kinds = [HEIGHTS[c.height] for c in areas.covers]
    base = lattice.blur(areas.value([k.base for k in kinds]), 0.34)
    # Hills that the rules take for plain ground are shaded more softly.
    soft = [_SOFT if set(c.texture) <= {"steppe"} else 1.0 for c in areas.covers]
    rugged = lattice.blur(areas.value([k.rugged * s for k, s in zip(kinds, soft, strict=True)]), 0.25)
    rolling = lattice.turbulence(dice(look.name, "rolling"), 0.55, 4, 0.5)
    crests = lattice.ridges(dice(look.name, "crests"), 0.7)
    ranges = lattice.ridges(dice(look.name, "ranges"), 1.9, 2)
    swell = lattice.noise(dice(look.name, "swell"), 1.8)
    return base + rugged * (0.30 * rolling + 0.62 * crests + 0.5 * ranges) + 0.07 * swell


def _peaks(lattice: Lattice, ground: dict[Hex, Cover], look: GroundLook) -> Field:
    """Named heights stand out, and every hex of hills has at least a knoll."""
    rng = dice(look.name, "peaks")
    uneven_x, uneven_y = (0.17 * lattice.radius * lattice.turbulence(rng, 0.3, 3) for _ in range(2))
    x, y = lattice.points()
    x, y, total = x + uneven_x, y + uneven_y, np.zeros(lattice.shape)
    for h, cover in ground.items():
        aside, turn, long = rng.uniform(-_ASIDE, _ASIDE, 2), rng.uniform(0, pi), rng.uniform(1.1, 1.45)
        rise = cover.peak
        if "hachure" in cover.texture and not rise:
            rise = _KNOLL * float(rng.uniform(0.5, 1.0))
        if not rise:
            continue
        centre = np.array(lattice.layout.centre(h)) + (0.0 if cover.peak else aside * lattice.radius)
        rows, columns = lattice.window(centre, 3 * _PEAK * lattice.radius)
        dx, dy = x[rows, columns] - centre[0], y[rows, columns] - centre[1]
        away = np.hypot((dx * cos(turn) + dy * sin(turn)) / long, (dy * cos(turn) - dx * sin(turn)) * long**0.5)
        total[rows, columns] += rise * np.exp(-((away / (_PEAK * lattice.radius)) ** 2))
    return total


def _plateau(areas: Areas) -> Field:
    """Higher ground ends at the hexsides, not at their grown edges, which would not follow a river."""
    raised = [c.raised for c in areas.covers]
    return areas.lattice.blur(areas.straight(raised), 0.7) if any(raised) else np.zeros(areas.lattice.shape)
