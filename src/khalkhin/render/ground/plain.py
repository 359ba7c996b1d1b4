"""A plain ground in vectors, for a map that nobody has baked: tints with grown outlines, and a few signs."""

from __future__ import annotations

from collections import defaultdict
from math import cos, hypot, pi, sin
from random import Random

from khalkhin.board.hexset import Hex, union
from khalkhin.board.mapsheet import MapSheet
from khalkhin.render.ground.look import WATER, GroundLook, covers
from khalkhin.render.ground.outline import Outlines
from khalkhin.render.ground.rivers import reaches
from khalkhin.render.layout import Layout, Point
from khalkhin.render.svg import element, group, number, path

_SIGNS = {"hachure": 3, "dunes": 7, "stipple": 22, "marsh": 7, "forest": 14, "steppe": 1}
"""How many signs a hex gets."""
_INKS = {
    "hachure": "hachure",
    "dunes": "dune",
    "stipple": "dune",
    "marsh": "marsh",
    "forest": "tree",
    "steppe": "grass",
}
_PENS = {"hachure": 0.02, "dunes": 0.022, "stipple": 0.024, "marsh": 0.021, "forest": 0.018, "steppe": 0.015}
"""Widths in hex radii."""
_CLEAR = 0.3
"""How far signs stand from the middle of a river, in hex radii."""


def plain_ground(sheet: MapSheet, layout: Layout, look: GroundLook) -> str:
    """The ground as a group that covers the sheet exactly."""
    parts = [element("rect", width=layout.width, height=layout.height, fill=look.paper)]
    parts += _tints(sheet, layout, look)
    parts += _signs(sheet, layout, look)
    # Areas reach beyond the edge of the map; an inner drawing of its own cuts them off.
    return element("svg", parts, width=layout.width, height=layout.height, overflow="hidden", class_="ground")


def _tints(sheet: MapSheet, layout: Layout, look: GroundLook) -> list[str]:
    areas: defaultdict[str, list[Hex]] = defaultdict(list)
    for h, cover in covers(sheet, look).items():
        if cover.height != WATER and look.fill[cover.style] != look.paper:
            areas[cover.style].append(h)
    outlines = Outlines(layout, look.name)
    # The stroke closes the seam where three areas meet.
    return [
        path(
            outlines.path(union(hexes)),
            fill=look.fill[style],
            stroke=look.fill[style],
            stroke_width=0.06 * layout.radius,
            stroke_linejoin="round",
        )
        for style, hexes in sorted(areas.items())
    ]


def _signs(sheet: MapSheet, layout: Layout, look: GroundLook) -> list[str]:
    wet = _Water(sheet, layout, look)
    drawn: defaultdict[str, list[str]] = defaultdict(list)
    for h, cover in covers(sheet, look).items():
        for texture in cover.texture:
            rng = Random(f"{look.name}/{texture}/{sheet.grid.name(h)}")
            for x, y in _places(layout, h, _SIGNS[texture], rng):
                if not wet.near((x, y)):
                    drawn[texture].append(_sign(texture, x, y, layout.radius / 40, rng))
    return [
        group(
            path("".join(marks)),
            fill="none",
            stroke=look.ink[_INKS[texture]],
            stroke_width=_PENS[texture] * layout.radius,
            stroke_linecap="round",
            stroke_opacity=0.6,
        )
        for texture, marks in sorted(drawn.items())
    ]


def _places(layout: Layout, hex_: Hex, count: int, rng: Random) -> list[Point]:
    """Points spread over a hex, none too close to another if it can be helped."""
    cx, cy = layout.centre(hex_)
    found: list[Point] = []
    for _ in range(count):
        tries = [_anywhere(cx, cy, 0.8 * layout.radius, rng) for _ in range(5)]
        found.append(max(tries, key=lambda p: min((hypot(p[0] - x, p[1] - y) for x, y in found), default=0.0)))
    return sorted(found, key=lambda p: p[1])


def _anywhere(cx: float, cy: float, reach: float, rng: Random) -> Point:
    away, turn = reach * rng.random() ** 0.5, rng.uniform(0, 2 * pi)
    return cx + away * cos(turn), cy + away * sin(turn)


class _Water:
    """Where rivers run, in squares of the size of the clearance."""

    def __init__(self, sheet: MapSheet, layout: Layout, look: GroundLook) -> None:
        self._side = _CLEAR * layout.radius
        self._points: defaultdict[tuple[int, int], list[Point]] = defaultdict(list)
        for reach in reaches(sheet, layout, look):
            for x, y in reach.points:
                self._points[int(x // self._side), int(y // self._side)].append((x, y))

    def near(self, point: Point) -> bool:
        column, row = int(point[0] // self._side), int(point[1] // self._side)
        return any(
            hypot(point[0] - x, point[1] - y) < self._side
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
            for x, y in self._points.get((column + i, row + j), ())
        )


def _sign(texture: str, x: float, y: float, unit: float, rng: Random) -> str:
    """Path data for one sign; `unit` is a fortieth of the hex radius."""
    size = unit * rng.uniform(0.8, 1.2)
    if texture == "hachure":
        return "".join(_ray(x, y, pi * k / 6 + rng.uniform(-0.1, 0.1), size) for k in range(12))
    shapes = {
        "dunes": ((-5.6, 1.9), (-2.6, -2.2), (2.2, -2.4), (5.2, 1.2)),
        "forest": ((-2.6, 1.6), (-3.6, -3.4), (3.6, -3.4), (2.6, 1.6)),
    }
    if texture in shapes:
        points = [f"{number(x + px * size)} {number(y + py * size)}" for px, py in shapes[texture]]
        return f"M{points[0]}C{' '.join(points[1:])}" + ("z" if texture == "forest" else "")
    if texture == "stipple":
        return f"M{number(x)} {number(y)}h.01"
    if texture == "marsh":
        return f"M{number(x - 3 * size)} {number(y)}h{number(6 * size)}" + _tuft(x, y - unit, 1.6 * size)
    return _tuft(x, y, size)


def _ray(x: float, y: float, turn: float, size: float) -> str:
    """A stroke down the side of a small hill, longer on the face away from the light."""
    c, s = cos(turn), sin(turn)
    start, length = 2.8 * size, (2.0 + 3.0 * max(0.0, cos(turn - pi / 4))) * size
    return f"M{number(x + start * c)} {number(y + start * s)}l{number(length * c)} {number(length * s)}"


def _tuft(x: float, y: float, size: float) -> str:
    """Three blades."""
    return "".join(
        f"M{number(x + foot * size)} {number(y)}l{number(dx * size)} {number(dy * size)}"
        for foot, dx, dy in ((-0.4, -1.2, -2.2), (0.0, 0.0, -3.0), (0.4, 1.2, -2.2))
    )
