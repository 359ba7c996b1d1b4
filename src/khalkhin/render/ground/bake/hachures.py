"""Hachures and contours: lines that show which way the ground falls, and how steeply."""

from __future__ import annotations

import contourpy
import numpy as np

from khalkhin.render.ground.bake.areas import Areas
from khalkhin.render.ground.bake.lattice import Field, dice
from khalkhin.render.ground.bake.relief import SUN, Relief
from khalkhin.render.ground.bake.strokes import Strokes
from khalkhin.render.ground.look import HEIGHTS, GroundLook
from khalkhin.render.tokens import tokens

CLEAR = 0.1
"""How far textures keep from water, in hex radii, besides the river's wander round its hexsides."""
_RISE = 0.105
"""Height between two rows of hachures."""
_ROWS = 0.065
"""How close rows may lie, in hex radii."""
_LEAST_SLOPE, _STEEP = 0.30, 2.2
"""Height per hex radius: where hachures begin, and where they are as heavy as they get."""
_CONTOUR_RISE, _CONTOUR_LENGTH = 0.16, 1.2


def clearance(radius: float) -> float:
    """How far from a bank a texture begins."""
    wander: float = tokens()["map"]["river"]["wander"]
    return (CLEAR + wander) * radius


def contours(areas: Areas, relief: Relief) -> Strokes:
    """Faint lines of equal height, everywhere but near water; short rings are left out."""
    lattice, pen = relief.lattice, tokens()["map"]["contour"]
    radius, width = lattice.radius, pen["width"] * lattice.radius
    strokes = Strokes()
    for line in _lines(relief, lattice.blur(relief.height, 0.13), _CONTOUR_RISE, 0.16):
        steps = np.hypot(*np.diff(line, axis=0).T)
        if steps.sum() < _CONTOUR_LENGTH * radius:
            continue
        dry = (relief.rivers.bank(line[:, 0], line[:, 1]) > clearance(radius)) & _on_land(areas, line)
        both = dry[:-1] & dry[1:]
        strokes.add(line[:-1][both], line[1:][both], width, width, pen["opacity"])
    return strokes


def hachures(areas: Areas, relief: Relief, look: GroundLook) -> Strokes:
    """From points along close contours a short curved stroke downhill, thinning out.

    Heavier where it is steep and on the face away from the light, and according to the kind of ground.
    """
    lattice, pen = relief.lattice, tokens()["map"]["hachure"]
    rng = dice(look.name, "hachures")
    start = _heads(relief, pen["spacing"] * lattice.radius, rng)
    weight, slope = _weights(areas, relief, start, rng)
    start, weight, slope = start[weight > 0], weight[weight > 0], slope[weight > 0]
    steep = np.clip(slope / _STEEP, 0, 1)
    shortest, longest = (v * lattice.radius for v in pen["length"])
    length = (shortest + (longest - shortest) * np.clip(slope / 1.6, 0, 1)) * rng.uniform(0.75, 1.15, len(start))
    points = _downhill(relief, start, length, rng.normal(0, 0.10, len(start)))
    end = points[:, -1]
    facing = _towards_sun(relief, start)
    heavy = (0.38 + 0.62 * steep) * weight * (1 - 0.65 * np.clip(facing, 0, 1)) * (1 + 0.40 * np.clip(-facing, 0, 1))
    thin, thick = (v * lattice.radius for v in pen["width"])
    width = np.clip(thin + (thick - thin) * heavy, thin, 1.15 * thick)
    keep = relief.rivers.bank(end[:, 0], end[:, 1]) > clearance(lattice.radius)
    strokes = Strokes()
    strokes.lines(points[keep], np.outer(width, [1.0, 0.85, 0.4])[keep], (0.46 + 0.26 * np.clip(heavy, 0, 1))[keep])
    return strokes


def _lines(relief: Relief, height: Field, rise: float, first: float) -> list[Field]:
    lattice = relief.lattice
    generator = contourpy.contour_generator(
        lattice.xs, lattice.ys, height, name="serial", line_type=contourpy.LineType.Separate
    )
    levels = np.arange(first, float(height.max()), rise)
    return [np.asarray(line) for level in levels for line in generator.lines(level) if len(line) > 3]


def _heads(relief: Relief, spacing: float, rng: np.random.Generator) -> Field:
    """Points along close contours, evenly but not quite."""
    found = []
    for line in _lines(relief, relief.lattice.blur(relief.height, 0.06), _RISE, 0.2):
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
        count = int(along[-1] / spacing)
        at = (np.arange(count) + rng.uniform(0.1, 0.9, count)) * spacing
        found.append(np.column_stack([np.interp(at, along, line[:, k]) for k in range(2)]))
    return np.concatenate(found) if found else np.empty((0, 2))


def _weights(areas: Areas, relief: Relief, at: Field, rng: np.random.Generator) -> tuple[Field, Field]:
    """How dark the hachures of the ground are at points, 0 where there are none, and the slope there."""
    lattice, (x, y) = relief.lattice, (at[:, 0], at[:, 1])
    dark = areas.value([HEIGHTS[c.height].hachure if "hachure" in c.texture else 0.0 for c in areas.covers])
    slope = np.hypot(lattice.sample(relief.down_x, x, y), lattice.sample(relief.down_y, x, y))
    drawn = lattice.sample(areas.textured("hachure"), x, y) > 0.5
    # Where rows would lie too close, some heads fall out, or steep ground would be black.
    drawn &= rng.random(len(at)) < _RISE / (_ROWS * np.maximum(slope, 1e-9))
    drawn &= (slope > _LEAST_SLOPE) & _on_land(areas, at)
    drawn &= relief.rivers.bank(x, y) > clearance(lattice.radius)
    return np.where(drawn, dark[lattice.cell(x, y)], 0.0), slope


def _downhill(relief: Relief, start: Field, length: Field, turn: Field) -> Field:
    """Lines of three points that follow the slope, turned a little."""
    points = [start]
    for _ in range(2):
        x, y = points[-1].T
        down = np.stack([relief.lattice.sample(f, x, y) for f in (relief.down_x, relief.down_y)])
        down /= np.hypot(*down) + 1e-9
        c, s = np.cos(turn), np.sin(turn)
        step = np.column_stack([down[0] * c - down[1] * s, down[0] * s + down[1] * c])
        points.append(points[-1] + step * length[:, None] / 2)
    return np.stack(points, axis=1)


def _towards_sun(relief: Relief, at: Field) -> Field:
    x, y = (relief.lattice.sample(f, at[:, 0], at[:, 1]) for f in (relief.down_x, relief.down_y))
    return np.asarray((x * SUN[0] + y * SUN[1]) / (np.hypot(x, y) + 1e-9))


def _on_land(areas: Areas, at: Field) -> np.ndarray:
    return np.asarray(areas.lattice.sample(areas.wet, at[:, 0], at[:, 1]) < 0.12)
