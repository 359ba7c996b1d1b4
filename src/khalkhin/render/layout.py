"""Where hexes lie on a sheet of paper: centres, corners and hexsides in the units of the drawing."""

from __future__ import annotations

from math import cos, pi, sin

from khalkhin.board.grid import Grid
from khalkhin.board.hexset import members

RADIUS = 40.0
"""The hex radius (centre to corner) of every drawing, in user units. All lengths of the look are shares of it."""

Point = tuple[float, float]


class Layout:
    """A grid laid out on paper. The map's frame begins at 0, 0 and ends at `width`, `height`."""

    def __init__(self, grid: Grid, radius: float = RADIUS, margin: float = 0.35) -> None:
        self.grid = grid
        self.radius = radius
        first = -2 * pi / 3 if grid.spec.flat else -pi / 2
        self._corners = [(cos(first + k * pi / 3) * radius, sin(first + k * pi / 3) * radius) for k in range(6)]
        """Clockwise; the hexside in direction d runs from corner d to corner d + 1."""
        half_width = max(x for x, _ in self._corners)
        half_height = max(y for _, y in self._corners)
        gap = margin * radius
        self._centres = {
            h: (gap + half_width + x * radius, gap + half_height + y * radius)
            for h in members(grid.all)
            for x, y in (grid.centre(h),)
        }
        self.width = max(x for x, _ in self._centres.values()) + half_width + gap
        self.height = max(y for _, y in self._centres.values()) + half_height + gap

    def centre(self, hex_: int) -> Point:
        return self._centres[hex_]

    def corner(self, hex_: int, k: int, scale: float = 1.0) -> Point:
        """Corner k of a hex drawn at some share of its size."""
        (x, y), (dx, dy) = self._centres[hex_], self._corners[k % 6]
        return x + dx * scale, y + dy * scale

    def corners(self, hex_: int, scale: float = 1.0) -> list[Point]:
        return [self.corner(hex_, k, scale) for k in range(6)]

    def side(self, hex_: int, d: int) -> tuple[Point, Point]:
        """The ends of the hexside in direction d."""
        return self.corner(hex_, d), self.corner(hex_, d + 1)

    def middle(self, hex_: int, d: int) -> Point:
        """The middle of the hexside in direction d."""
        (ax, ay), (bx, by) = self.side(hex_, d)
        return (ax + bx) / 2, (ay + by) / 2
