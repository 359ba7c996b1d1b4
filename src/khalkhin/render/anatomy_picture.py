"""A counter taken apart: its drawing, and a number at each of its parts."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.render import svg
from khalkhin.render.anatomy import PARTS
from khalkhin.render.counters import CounterFace, counter
from khalkhin.render.layout import Point
from khalkhin.render.shapes import S
from khalkhin.render.svg import number as n
from khalkhin.render.tokens import family

OUT = 15.0
"""How far outside of the counter the numbers stand."""
DOT = 8.0
PITCH = 24.0
"""Between the figures at the bottom."""
SCALE = 2.0
LINE = "#8c2a22"


def draw_anatomy(face: CounterFace, language: str = "en") -> str:
    """The counter with numbers, from its top left to the bottom: what it shows of mark, size, symbol, left, right, ring
    and corner, then each figure, then the corner that tells the side."""
    low, wide = -OUT - DOT - 2, S + 2 * (OUT + DOT + 2)
    numbers = (_number(at, count) for count, at in enumerate(_parts(face), 1))
    return svg.element(
        "svg",
        [counter(face, language=language), *numbers],
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(n, (low, low, wide, wide))),
        width=n(wide * SCALE),
        height=n(wide * SCALE),
        lang=language,
    )


def _parts(face: CounterFace) -> Iterator[Point]:
    shown = {"mark": True, "size": face.size, "symbol": face.symbol, "left": face.left, "right": face.right}
    shown |= {"ring": face.ring, "corner": face.corner}
    yield from (PARTS[part] for part, there in shown.items() if there)
    figures = face.factors.replace("(", "").replace(")", "").split("-") if face.factors else []
    for count in range(len(figures)):
        yield PARTS["factors"][0] + (count - (len(figures) - 1) / 2) * PITCH, PARTS["factors"][1]
    yield PARTS["side"]


def _number(at: Point, count: int) -> str:
    (ax, ay), (bx, by) = at, _outside(at)
    style = {"font_family": family("condensed"), "font_weight": 700, "font_size": 11, "text_anchor": "middle"}
    return svg.group(
        [
            svg.path(svg.line_path([at, (bx, by)]), fill="none", stroke=LINE, stroke_width=1.2),
            svg.element("circle", cx=ax, cy=ay, r=1.6, fill=LINE),
            svg.element("circle", cx=bx, cy=by, r=DOT, fill=LINE),
            svg.text(str(count), bx, by + 3.8, fill="#ffffff", **style),
        ]
    )


def _outside(at: Point) -> Point:
    """Where the number of a part stands: beside the counter, above or below it."""
    x, y = at
    if y > 60 and x < 90:
        return x, S + OUT
    if 30 < x < 70:
        return (x, -OUT) if y < 30 else (S + OUT, 62.0)
    return (-OUT if x < 50 else S + OUT), y
