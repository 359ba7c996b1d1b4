"""Signs on hexes: settlements, heights, ports, aerodromes, and the hexes that score."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from khalkhin.board.hexset import Hex
from khalkhin.render import fonts
from khalkhin.render.layout import Point
from khalkhin.render.map.canvas import INK, Canvas
from khalkhin.render.map.labels import Box
from khalkhin.render.svg import element, group, line_path, path, text
from khalkhin.render.tokens import family, highlight

_PALE = "#f7f0dc"
_TOWN = "#c2483a"
_CITY = "#b63a2e"
_PEAK = "#3a2c1d"
_AIR = "#2f4a5c"
_PLANE = (
    "M0-6.2c.8 0 1.1 1.5 1.1 2.8l5 2.2v1.8l-5-.9-.3 2.9 1.9 1.4v1.1L0 4.5l-2.7.6V4l1.9-1.4-.3-2.9-5 .9v-1.8l5-2.2"
    "c0-1.3.3-2.8 1.1-2.8z"
)
_ANCHOR = "M0-3.6V4.4M-2.2-1.6H2.2M-4.2.9C-4 3.4-2.2 4.5 0 4.5S4 3.4 4.2.9"

_SIZES = {"hamlet": 7.4, "village": 4.6, "town": 6.2, "city": 6.6, "height": 5.2, "port": 6.0, "aerodrome": 8.4}
"""Half of the square that each sign takes up, in fortieths of R."""


@lru_cache(maxsize=4)
def named_marks(canvas: Canvas) -> dict[Hex, str]:
    """The sign of every hex with a name, from the first class it belongs to."""
    found: dict[Hex, str] = {}
    for place in canvas.look.places:
        for h in place.match.hexes(canvas.sheet):
            if h in canvas.sheet.names:
                found.setdefault(h, place.mark)
    return {h: mark for h, mark in found.items() if mark != "none"}


@lru_cache(maxsize=4)
def further_marks(canvas: Canvas) -> list[tuple[Hex, str, Point]]:
    """Signs beside the middle of a hex: where counters do not cover them if the hex has corners at its sides."""
    flat = canvas.sheet.grid.spec.flat
    found = []
    for look in canvas.look.marks:
        for h in look.match.hexes(canvas.sheet):
            x, y = canvas.layout.centre(h)
            at = (x - canvas.r(0.79), y) if flat else (x + canvas.r(0.42), y - canvas.r(0.34))
            found.append((h, look.mark, at))
    return found


@lru_cache(maxsize=4)
def objectives(canvas: Canvas) -> list[tuple[Hex, str, Point]]:
    """The hexes that score, what their lozenges say, and where these are."""
    look = canvas.look.objective
    if look is None:
        return []
    values, grid = canvas.sheet.field(look.match.column), canvas.sheet.grid
    hexes = dict.fromkeys([*look.match.hexes(canvas.sheet), *(grid.at(n) for n in look.points if n in grid.names)])
    found = []
    for h in sorted(hexes):
        value = values.get(h, "")
        points = look.points.get(grid.name(h), look.points.get(value, value if not look.points else ""))
        x, y = canvas.layout.centre(h)
        found.append(
            (h, points, (x + canvas.r(0.79), y) if grid.spec.flat else (x - canvas.r(0.42), y + canvas.r(0.36)))
        )
    return found


def boxes(canvas: Canvas) -> Iterator[Box]:
    """What the signs take up."""
    unit = canvas.radius / 40
    for h, mark in named_marks(canvas).items():
        yield _box(canvas.layout.centre(h), _SIZES[mark] * unit)
    for _, mark, at in further_marks(canvas):
        yield _box(at, _SIZES[mark] * unit)
    for _, points, at in objectives(canvas):
        if points:
            yield _box(at, _lozenge(points) * unit)


def _box(at: Point, half: float) -> Box:
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def draw_marks(canvas: Canvas) -> str:
    unit = canvas.radius / 40
    hollow = canvas.look.objective.hollow if canvas.look.objective else ()
    grid = canvas.sheet.grid
    parts = [_objective_hex(canvas, h) for h, _, _ in objectives(canvas) if grid.name(h) not in hollow]
    for h, mark in sorted(named_marks(canvas).items()):
        height = canvas.sheet.field("height").get(h, "") if "height" in canvas.sheet.columns else ""
        parts.append(
            _at(canvas.layout.centre(h), unit, sign(mark), class_=f"mark {mark}", data_hex=canvas.sheet.grid.name(h))
        )
        if mark == "height" and height and height not in canvas.sheet.names[h]:
            parts.append(_spot_height(canvas, h, height))
    for h, mark, at in further_marks(canvas):
        parts.append(_at(at, unit, sign(mark), class_=f"mark {mark}", data_hex=canvas.sheet.grid.name(h)))
    for h, points, at in objectives(canvas):
        if points:
            parts.append(
                _at(
                    at,
                    unit,
                    lozenge(points, grid.name(h) in hollow),
                    class_="points",
                    data_hex=canvas.sheet.grid.name(h),
                )
            )
    return "".join(parts)


def _at(point: Point, unit: float, content: str, **attributes: object) -> str:
    scale = "" if unit == 1 else f" scale({unit:g})"
    return group(content, transform=f"translate({point[0]:.1f} {point[1]:.1f}){scale}", **attributes)


def sign(mark: str) -> str:
    """A sign round 0, 0, in fortieths of R."""
    if mark == "hamlet":
        return element("circle", r=7.4, fill=_PALE, fill_opacity=0.85) + path(
            "M-5.3 4.1h4.1V0h-4.1zM1.1-.5h4.3v4.3H1.1zM-2.3-5.3H2v3.8h-4.3z", fill="#2f261c"
        )
    if mark == "village":
        return element("circle", r=4.5, fill=_PALE, fill_opacity=0.9) + element(
            "circle", r=2.9, fill=_PALE, stroke=INK, stroke_width=1.3
        )
    if mark == "town":
        return element("circle", r=5.8, fill=_PALE) + element("circle", r=4.4, fill=_TOWN, stroke=INK, stroke_width=1.5)
    if mark == "city":
        return element("rect", x=-6.6, y=-6.6, width=13.2, height=13.2, fill=_PALE) + element(
            "rect", x=-5, y=-5, width=10, height=10, fill=_CITY, stroke=INK, stroke_width=1.6
        )
    if mark == "height":
        return path("M0-4.2 4 3.2H-4z", fill=_PEAK, stroke="#f1e7cd", stroke_width=1.6, paint_order="stroke")
    disc = element("circle", r=8.0 if mark == "aerodrome" else 6.0, fill="#f6efdc", stroke=_AIR, stroke_width=1.4)
    if mark == "aerodrome":
        return disc + path(_PLANE, fill=_AIR)
    return disc + group(
        (path(_ANCHOR), element("circle", cx=0, cy=-4, r=0.9)),
        transform="scale(.82)",
        fill="none",
        stroke=_AIR,
        stroke_width=1.5,
        stroke_linecap="round",
    )


def _lozenge(points: str) -> float:
    """Half of its diagonal, in fortieths of R."""
    return 7.8 if len(points) < 3 else 9.6


def lozenge(points: str, hollow: bool = False) -> str:
    """The points of an objective round 0, 0."""
    ink, red = highlight("objective", "ink"), highlight("objective", "line")
    half = _lozenge(points)
    size = fonts.fit(points, fonts.CONDENSED, 800, 10.5, 1.25 * half)
    return path(
        f"M0-{half}L{half} 0 0 {half}-{half} 0z",
        fill=ink if hollow else red,
        stroke=red if hollow else ink,
        stroke_width=1.3,
    ) + text(
        points,
        0,
        round(0.34 * size, 2),
        font_family=family("condensed"),
        font_weight=800,
        font_size=size,
        fill=red if hollow else ink,
        text_anchor="middle",
    )


def _objective_hex(canvas: Canvas, h: Hex) -> str:
    """A thin inset hex, on a pale one that lifts it off the ground."""
    shape = line_path(canvas.layout.corners(h, 0.93), close=True)
    strokes = ((highlight("objective", "ink"), 0.085, 0.7), (highlight("objective", "line"), 0.042, None))
    return group(
        (path(shape, stroke=color, stroke_width=canvas.r(width), stroke_opacity=o) for color, width, o in strokes),
        fill="none",
        class_="objective",
        data_hex=canvas.sheet.grid.name(h),
    )


def _spot_height(canvas: Canvas, h: Hex, height: str) -> str:
    """The figure beside the triangle, as on a surveyor's map."""
    x, y = canvas.layout.centre(h)
    return text(
        height,
        x + canvas.r(0.14),
        y + canvas.r(0.08),
        class_="spot",
        font_family=family("condensed"),
        font_weight=600,
        font_size=canvas.r(0.22),
        fill=_PEAK,
        stroke="#f1e7cd",
        stroke_opacity=0.8,
        stroke_width=canvas.r(0.05),
        paint_order="stroke",
    )
