"""Outlines of areas of hexes, grown instead of straight: a B-spline round them that wanders a little."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from math import floor, hypot
from random import Random

from khalkhin.board.hexset import HexSet, members
from khalkhin.render.layout import Layout, Point
from khalkhin.render.svg import number

_WANDER, _SIZE = 0.32, 0.5
"""How far outlines wander, and how large their bends are, in hex radii."""
_BEYOND = 2.2
"""How far areas at the edge of the map reach beyond their hexes, in hex radii; the frame cuts them off."""
_PIECES = 3
"""Points to a hexside."""


class Outlines:
    """The outlines of areas of one map. Areas that touch share the line between them."""

    def __init__(self, layout: Layout, seed: str) -> None:
        self._layout = layout
        self._seed = seed
        self._outward = self._edge_of_map()
        self._value = cache(self._random_value)

    def path(self, area: HexSet) -> str:
        """Path data for the outline of an area and of its holes."""
        return "".join(_spline(line) for line in self.lines(area))

    def lines(self, area: HexSet) -> list[list[Point]]:
        """The same outlines as closed rows of points, which the splines swing round."""
        return [[self._wander(p) for p in loop] for loop in self._loops(area)]

    def _loops(self, area: HexSet) -> list[list[Point]]:
        """Closed rows of points along the hexsides that part the area from other hexes, the area to the right."""
        grid, after = self._layout.grid, {}
        for h in members(area):
            for d in range(6):
                there = grid.step(h, d)
                if there is None or not area >> there & 1:
                    a, b = self._layout.side(h, d)
                    after[_key(a)] = (a, b, there is None)
        loops = []
        while after:
            start = next(iter(after))
            loop, at = [], start
            # No more than three hexes meet at a corner, so only one line can go on from it.
            while at in after:
                a, b, outer = after.pop(at)
                loop += self._along(a, b, outer)
                at = _key(b)
            loops.append(loop)
        return loops

    def _along(self, a: Point, b: Point, outer: bool) -> list[Point]:
        """The points of a hexside but its end, moved outward at the edge of the map."""
        (ax, ay), (bx, by) = self._moved(a), self._moved(b)
        if not outer and (ax, ay) == a and (bx, by) == b:
            return [(ax + (bx - ax) * k / _PIECES, ay + (by - ay) * k / _PIECES) for k in range(_PIECES)]
        if outer:
            return [(ax, ay)]
        # A line that leaves the map bends outward only beyond its last hexes.
        return [(ax, ay), *((a[0] + (b[0] - a[0]) * k / _PIECES, a[1] + (b[1] - a[1]) * k / _PIECES) for k in (1, 2))]

    def _moved(self, corner: Point) -> Point:
        dx, dy = self._outward.get(_key(corner), (0.0, 0.0))
        return corner[0] + dx, corner[1] + dy

    def _edge_of_map(self) -> dict[Point, Point]:
        """For every corner at the edge of the map, the way outward."""
        layout, sums = self._layout, defaultdict[Point, list[Point]](list)
        for h in members(layout.grid.all):
            (cx, cy) = layout.centre(h)
            for d in range(6):
                if layout.grid.step(h, d) is None:
                    mx, my = layout.middle(h, d)
                    for end in layout.side(h, d):
                        sums[_key(end)].append((mx - cx, my - cy))
        return {at: _scaled(ways, _BEYOND * layout.radius) for at, ways in sums.items()}

    def _wander(self, point: Point) -> Point:
        size, reach = _SIZE * self._layout.radius, _WANDER * self._layout.radius
        x, y = point
        dx, dy = (self._noise(axis, x / size, y / size) * reach for axis in "xy")
        return x + dx, y + dy

    def _noise(self, axis: str, x: float, y: float) -> float:
        """Smooth noise between -1 and 1."""
        left, top = floor(x), floor(y)
        u, v = (t * t * (3 - 2 * t) for t in (x - left, y - top))
        rows = [self._value(axis, left, row) * (1 - u) + self._value(axis, left + 1, row) * u for row in (top, top + 1)]
        return rows[0] * (1 - v) + rows[1] * v

    def _random_value(self, axis: str, column: int, row: int) -> float:
        return Random(f"{self._seed}/{axis}/{column}/{row}").uniform(-1, 1)


def _spline(points: list[Point]) -> str:
    """A closed quadratic B-spline: it touches the middle between every two points."""
    middles = [
        ((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)
    ]
    parts = [f"M{number(middles[-1][0])} {number(middles[-1][1])}"]
    for (cx, cy), (x, y) in zip(points, middles, strict=True):
        parts.append(f"Q{number(cx)} {number(cy)} {number(x)} {number(y)}")
    return "".join(parts) + "z"


def _scaled(ways: list[Point], length: float) -> Point:
    x, y = (sum(v) for v in zip(*ways, strict=True))
    size = hypot(x, y)
    return (x / size * length, y / size * length) if size else (0.0, 0.0)


def _key(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)
