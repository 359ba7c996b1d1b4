"""Room for names: what is in the way, and what it costs to write over it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from khalkhin.render import fonts
from khalkhin.render.layout import Point
from khalkhin.render.map.curves import spaced

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

HARD = float("inf")
"""The weight of what nothing may be written over."""

_DEEP = frozenset("gjpqyçQ(),;")
"""Letters that reach below the line."""
_DEPTH = 0.22
_FIGURES = re.compile(r"(\d+)")
FIGURE_WEIGHT = 700


class Room:
    """Boxes with weights, found by place."""

    def __init__(self, frame: Box, cell: float) -> None:
        self.frame = frame
        self._cell = cell
        self._boxes: defaultdict[tuple[int, int], list[tuple[Box, float]]] = defaultdict(list)

    def take(self, box: Box, weight: float) -> None:
        for place in self._cells(box):
            self._boxes[place].append((box, weight))

    def take_line(self, curve: Sequence[Point], width: float, weight: float) -> None:
        """A line as a row of boxes."""
        for x, y in spaced(curve, max(width, 4.0)):
            self.take((x - width / 2, y - width / 2, x + width / 2, y + width / 2), weight)

    def cost(self, box: Box) -> float:
        """How much a box covers, by weight; infinite where it may not be."""
        left, top, right, bottom = self.frame
        if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
            return HARD
        total = 0.0
        seen: set[int] = set()
        for place in self._cells(box):
            for entry in self._boxes.get(place, ()):
                if id(entry[0]) not in seen:
                    seen.add(id(entry[0]))
                    if shared := overlap(box, entry[0]):
                        if entry[1] == HARD:
                            return HARD
                        total += shared * entry[1]
        return total

    def _cells(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (int(v // self._cell) for v in box)
        for column in range(left, right + 1):
            for row in range(top, bottom + 1):
                yield column, row


def overlap(a: Box, b: Box) -> float:
    """The area that two boxes share."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


@dataclass(frozen=True)
class Type:
    """A way of writing: serif, unless it is small capitals; figures are always sans, because they carry data."""

    size: float
    weight: int
    italic: bool = False
    spacing: float = 0.0
    small_caps: bool = False

    @property
    def style(self) -> str:
        return "italic" if self.italic else "normal"

    @property
    def family(self) -> str:
        return fonts.SMALL_CAPS if self.small_caps else fonts.SERIF

    def width(self, text: str) -> float:
        return sum(
            fonts.width(part, fonts.CONDENSED, FIGURE_WEIGHT, self.size, spacing=self.spacing)
            if part.isdigit()
            else fonts.width(part, self.family, self.weight, self.size, self.style, self.spacing)
            for part in parts(text)
        )

    def above(self) -> float:
        """From the line up to the top of the letters."""
        return max(
            fonts.height(self.family, self.weight, self.size, self.style),
            fonts.height(fonts.CONDENSED, FIGURE_WEIGHT, self.size),
        )

    def below(self, text: str) -> float:
        return self.size * (_DEPTH if _DEEP & set(text) else 0.02)


def parts(text: str) -> list[str]:
    """A text cut into figures and the rest."""
    return [part for part in _FIGURES.split(text) if part]


@dataclass(frozen=True)
class Label:
    """A name in its place: lines of text, the middle of each, its baseline, and the box that holds them all."""

    lines: tuple[str, ...]
    type: Type
    x: float
    baselines: tuple[float, ...]
    box: Box


class Measured:
    """A name in some type, of which the size is known: it can be tried in many places."""

    def __init__(self, lines: tuple[str, ...], kind: Type) -> None:
        self._lines, self._type = lines, kind
        self._wide = max(kind.width(line) for line in lines)
        self._above, self._below = kind.above(), kind.below(lines[-1])

    def at(self, x: float, top: float) -> Label:
        """The label whose middle is at x and whose letters begin at the top."""
        step, wide = 0.88 * self._type.size, self._wide
        baselines = tuple(top + self._above + i * step for i in range(len(self._lines)))
        box = (x - wide / 2, top, x + wide / 2, baselines[-1] + self._below)
        return Label(self._lines, self._type, x, baselines, box)
