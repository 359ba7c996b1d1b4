"""Results of a table, column by column: what fell above, what was to be expected below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from khalkhin.lab.report.plots.figure import SMALL, drawing, titled, wide
from khalkhin.render.svg import element
from khalkhin.render.svg import text as letters

WIDTH = 560.0
SEEN, HOPED, ROW = 17.0, 8.0, 36.0
NOTE = 92.0
"""Room at the right for how many and how likely."""


@dataclass(frozen=True)
class Part:
    """A result: its code, what it means to the attacker, and its shares."""

    code: str
    kind: str
    seen: float
    hoped: float
    tip: str


@dataclass(frozen=True)
class Stack:
    """A column of the table."""

    said: str
    parts: Sequence[Part]
    note: str
    marked: bool


def stacks(rows: Sequence[Stack], label: str) -> str:
    """The plot. What is marked stands out."""
    left = max((wide(row.said, SMALL + 0.5, 600) for row in rows), default=0) + 10
    room = WIDTH - left - NOTE
    parts: list[str] = []
    for n, row in enumerate(rows):
        y = n * ROW + 3
        parts.append(letters(row.said, left - 10, y + 14, class_="name", text_anchor="end"))
        note = "value marked" if row.marked else "value"
        parts.append(letters(row.note, WIDTH, y + 14, class_=note, text_anchor="end"))
        at_seen = at_hoped = left
        for part in row.parts:
            seen, hoped = part.seen * room, part.hoped * room
            shapes = [
                _block(at_seen, y, seen, SEEN, part.kind),
                _block(at_hoped, y + SEEN + 2, hoped, HOPED, part.kind),
            ]
            if seen > wide(part.code, SMALL, 700) + 6:
                shapes.append(
                    letters(part.code, round(at_seen + seen / 2, 1), y + 13, class_="code", text_anchor="middle")
                )
            parts.append(titled("".join(shapes), part.tip))
            at_seen, at_hoped = at_seen + seen, at_hoped + hoped
    return drawing(len(rows) * ROW + 2, parts, label, WIDTH)


def _block(x: float, y: float, width: float, height: float, kind: str) -> str:
    if width <= 0:
        return ""
    shape = {"x": f"{x:.1f}", "y": f"{y:g}", "width": f"{width:.1f}", "height": f"{height:g}"}
    return element("rect", class_=f"block kind-{kind or 'stalemate'}", **shape)
