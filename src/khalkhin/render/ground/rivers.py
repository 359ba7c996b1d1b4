"""Where rivers run, near enough for the ground: valleys lie along them, and textures keep away from them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from math import hypot

from khalkhin.board.mapsheet import MapSheet
from khalkhin.render.ground.look import GroundLook
from khalkhin.render.layout import Layout, Point

_STEPS = 10


@dataclass(frozen=True)
class RiverReach:
    """A stretch of river as a row of points, and its width, in user units."""

    points: tuple[Point, ...]
    width: float


def reaches(sheet: MapSheet, layout: Layout, look: GroundLook) -> list[RiverReach]:
    """Every river, cut at the middles of its hexsides.

    Between two middles a river swings round the corner where their hexsides meet, which makes the whole a
    quadratic B-spline. Where only one hexside ends at a corner, the river runs out straight.
    """
    arms = _arms(sheet, layout, look)
    inner = _inner_corners(layout)
    found = []
    for corner, sides in sorted(arms.items()):
        for (a, wide), (b, narrow) in combinations(sides, 2):
            found.append(RiverReach(_swing(a, corner, b), max(wide, narrow)))
        if len(sides) == 1:
            (middle, width), end = sides[0], corner
            if inner[corner] < 3:
                end = _beyond(middle, corner, 2 * layout.radius)
            found.append(RiverReach(_swing(middle, ((middle[0] + end[0]) / 2, (middle[1] + end[1]) / 2), end), width))
    return found


def _arms(sheet: MapSheet, layout: Layout, look: GroundLook) -> dict[Point, list[tuple[Point, float]]]:
    """At every corner that water touches: the middles of the hexsides with water that end there, and their widths."""
    widths: dict[tuple[int, int], float] = {}
    for feature, share in look.rivers.items():
        for pair in sheet.pairs(feature):
            widths[pair] = max(widths.get(pair, 0.0), share * layout.radius)
    found: defaultdict[Point, list[tuple[Point, float]]] = defaultdict(list)
    for (a, b), width in sorted(widths.items()):
        d = sheet.grid.direction(a, b)
        for end in layout.side(a, d):
            found[_key(end)].append((layout.middle(a, d), width))
    return found


def _inner_corners(layout: Layout) -> dict[Point, int]:
    """How many hexes meet at each corner: three, or fewer at the edge of the map."""
    found: defaultdict[Point, int] = defaultdict(int)
    for name in layout.grid.names:
        for corner in layout.corners(layout.grid.at(name)):
            found[_key(corner)] += 1
    return found


def _key(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _beyond(start: Point, through: Point, length: float) -> Point:
    dx, dy = through[0] - start[0], through[1] - start[1]
    k = length / hypot(dx, dy)
    return through[0] + dx * k, through[1] + dy * k


def _swing(a: Point, bend: Point, b: Point) -> tuple[Point, ...]:
    points = []
    for i in range(_STEPS + 1):
        t = i / _STEPS
        p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((p * a[0] + q * bend[0] + r * b[0], p * a[1] + q * bend[1] + r * b[1]))
    return tuple(points)
