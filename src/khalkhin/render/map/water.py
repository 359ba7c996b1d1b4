"""Lakes and the sea: a pale shore, the water, five lines that fade inward, a dark outline."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, hypot, pi, sin
from random import Random

from khalkhin.board.hexset import members
from khalkhin.render.ground.outline import Outlines
from khalkhin.render.layout import Point
from khalkhin.render.map.canvas import PAPER, Canvas
from khalkhin.render.map.curves import Curve, nearest, path_of
from khalkhin.render.svg import element, group, number

_LINES = ((0.40, 0.16), (0.28, 0.25), (0.185, 0.36), (0.11, 0.48), (0.05, 0.62))
"""How far each inner line is from the shore, in R, and how strong: the outermost is drawn last."""
_BANK = 0.3
"""How far a shore keeps away from a hexside along which a river runs, in R."""
_POND = 0.5
"""The radius of a lake smaller than its hex, in R."""


@lru_cache(maxsize=4)
def _style(canvas: Canvas) -> tuple[str, str]:
    """The colours of water and of its lines."""
    fills = canvas.look.palette["fill"]
    styles = [canvas.look.ground.terrain[word].style for word in canvas.look.lakes]
    return fills[styles[0]] if styles else canvas.look.palette["water"]["fill"], canvas.look.palette["water"]["line"]


@lru_cache(maxsize=4)
def shores(canvas: Canvas) -> list[Curve]:
    """The outlines of all standing water, as the points their curves swing round."""
    areas = Outlines(canvas.layout, canvas.look.name).lines(canvas.lakes)
    banks = [
        (canvas.layout.side(h, d), canvas.layout.centre(h))
        for h in members(canvas.lakes)
        for d in range(6)
        if any(canvas.sheet.sides[feature][d] >> h & 1 for feature in canvas.look.rivers)
    ]
    clear = canvas.r(_BANK)
    return [[_off(point, banks, clear) for point in line] for line in areas] + [pond for _, pond in ponds(canvas)]


def _off(point: Point, banks: list[tuple[tuple[Point, Point], Point]], clear: float) -> Point:
    """A point of a shore, moved into the lake where a river runs along it."""
    for side, (cx, cy) in banks:
        away, (x, y) = nearest(side, point)
        if away < clear:
            k = clear / hypot(cx - x, cy - y)
            point = (x + (cx - x) * k, y + (cy - y) * k)
    return point


def ponds(canvas: Canvas) -> Iterator[tuple[int, Curve]]:
    """Lakes that do not fill their hex."""
    if canvas.look.pond is None:
        return
    for h in canvas.look.pond.hexes(canvas.sheet):
        rng = Random(f"{canvas.look.name}/pond/{canvas.sheet.grid.name(h)}")
        yield h, _blob(canvas.layout.centre(h), canvas.r(_POND), rng)


def _blob(centre: Point, radius: float, rng: Random) -> Curve:
    found = []
    for i in range(9):
        turn, away = 2 * pi * (i + rng.uniform(-0.25, 0.25)) / 9, radius * rng.uniform(0.78, 1.12)
        found.append((centre[0] + away * cos(turn), centre[1] + 0.85 * away * sin(turn)))
    return found


def water(canvas: Canvas) -> str:
    """All standing water in one shape; the inner lines are wide strokes, one inside the other, cut off at the shore."""
    lines = shores(canvas)
    if not lines:
        return ""
    fill, ink = _style(canvas)
    shape = "".join(path_of(line, close=True) for line in lines)
    wide = 2 * canvas.r(1)
    inner = []
    for away, strength in _LINES:
        inner.append(_stroke(away * wide + canvas.r(0.035), ink, strength))
        inner.append(_stroke(away * wide, fill))
    return group(
        (
            element(
                "defs",
                (
                    element("path", id="shore", d=shape, fill_rule="evenodd"),
                    element("clipPath", element("use", href="#shore", clip_rule="evenodd"), id="shore-clip"),
                ),
            ),
            _stroke(canvas.r(0.14), PAPER, 0.75),
            element("use", href="#shore", fill=fill),
            group(inner, clip_path="url(#shore-clip)"),
            _stroke(canvas.r(0.034), ink),
        ),
        data_hexes=len(lines),
    )


def _stroke(width: float, color: str, opacity: float | None = None) -> str:
    return element(
        "use",
        href="#shore",
        fill="none",
        stroke=color,
        stroke_width=number(width),
        stroke_linejoin="round",
        stroke_opacity=opacity,
    )
