"""The map in text: staggered hexes, rivers on their hexsides, numbers along the edges, any part of it.

01   02   03   04        A column number and the number at the beginning of the line name a hex. A hex is four
      +S4.      .   01   signs wide: a mark, side and number of units (or a road), and the terrain. Its lower line
  .  #     +S2^ #   01   carries the hexside below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import sqrt

from khalkhin.board.grid import Grid
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.mapsheet import MapSheet
from khalkhin.terminal.symbols import HEXSIDES, LINKS, Stroke, terrain_sign

Spot = tuple[int, int]
"""A line and a column of text."""


@dataclass(frozen=True)
class Label:
    """What stands in a hex: a mark, two signs for units, a longer note for large hexes, and whose it is."""

    mark: str = " "
    units: str = ""
    note: str = ""
    style: str = ""


@dataclass
class Canvas:
    """Signs on squared paper, each with a style."""

    signs: dict[Spot, tuple[str, str]] = field(default_factory=dict)

    def write(self, line: int, column: int, text: str, style: str = "") -> None:
        for offset, sign in enumerate(text):
            if sign != " ":
                self.signs[line, column + offset] = sign, style


class Layout:
    """Where hexes and hexsides lie on the paper. `tall`: hexes of four lines with their numbers, else of two."""

    def __init__(self, grid: Grid, tall: bool) -> None:
        self.grid = grid
        self.flat = grid.spec.flat
        self.half = 2 if tall and self.flat else 1
        """Lines of half a hex with a flat top; a row of hexes with pointed tops always takes two lines."""
        if self.flat:
            self.pitch = 7 if tall else 5
        else:
            self.pitch = 12 if tall else 8
        self._spots = {hex_: self._place(hex_) for hex_ in members(grid.all)}

    @classmethod
    @cache
    def of(cls, grid: Grid, tall: bool) -> Layout:
        """The layout of a grid, worked out once."""
        return cls(grid, tall)

    @property
    def line_pitch(self) -> int:
        """Lines from one hex to the next below it."""
        return 2 * self.half if self.flat else 2

    @property
    def width(self) -> int:
        """Signs of text inside a hex where it is widest."""
        return self.pitch + self.half - 2

    def spot(self, hex_: Hex) -> Spot:
        """The upper left corner of a hex."""
        return self._spots[hex_]

    def _place(self, hex_: Hex) -> Spot:
        x, y = self.grid.centre(hex_)
        if self.flat:
            return round(y / (sqrt(3) / 2)) * self.half, round(x / 1.5) * self.pitch
        return round(y / 1.5) * 2, round(x / (sqrt(3) / 2)) * self.pitch // 2

    def inside(self, hex_: Hex) -> Spot:
        """Where the text of a hex begins."""
        line, column = self.spot(hex_)
        return line + self.half - 1, column + 1

    def side(self, hex_: Hex, d: int) -> list[tuple[int, int, str]]:
        """The signs of a hexside: line, column and shape."""
        line, column = self.spot(hex_)
        return self._flat_side(line, column, d) if self.flat else self._pointed_side(line, column, d)

    def _flat_side(self, line: int, column: int, d: int) -> list[tuple[int, int, str]]:
        half, right = self.half, column + self.pitch + self.half - 1
        if d in (0, 3):
            level = line - 1 if d == 0 else line + 2 * half - 1
            return [(level, c, "_") for c in range(column + half, right - half + 1)]
        steps = range(half)
        return {
            1: [(line + i, right - half + 1 + i, "\\") for i in steps],
            2: [(line + half + i, right - i, "/") for i in steps],
            4: [(line + half + i, column + i, "\\") for i in steps],
            5: [(line + i, column + half - 1 - i, "/") for i in steps],
        }[d]

    def _pointed_side(self, line: int, column: int, d: int) -> list[tuple[int, int, str]]:
        quarter = self.pitch // 4
        near, far = column + quarter, column + 3 * quarter
        return [
            (line - 1, far, "\\"),
            (line, column + self.pitch, "|"),
            (line + 1, far, "/"),
            (line + 1, near, "\\"),
            (line, column, "|"),
            (line - 1, near, "/"),
        ][d : d + 1]


def draw(sheet: MapSheet, layout: Layout, labels: Mapping[Hex, Label], outside: HexSet = 0) -> Canvas:
    """The whole map with its labels; hexes out of play are empty."""
    canvas = Canvas()
    for hex_ in members(sheet.grid.all & ~outside):
        _draw_hex(canvas, sheet, layout, hex_, labels.get(hex_, Label()))
    for stroke, feature in sorted(((HEXSIDES[f], f) for f in sheet.sides if f in HEXSIDES), key=lambda x: x[0].rank):
        _draw_sides(canvas, sheet, layout, feature, stroke)
    return canvas


def _draw_hex(canvas: Canvas, sheet: MapSheet, layout: Layout, hex_: Hex, label: Label) -> None:
    line, column = layout.inside(hex_)
    mark = {"+": "offered", "@": "in-hand", "*": "noted", "$": "noted", "&": "offered"}.get(label.mark, "")
    canvas.write(line, column, label.mark, mark)
    if label.units:
        canvas.write(line, column + 1, label.units, label.style)
    else:
        canvas.write(line, column + 1, _way(sheet, hex_), "road")
    canvas.write(line, column + 3, terrain_sign(sheet.terrain_at(hex_)), "terrain")
    if layout.half == 2:
        canvas.write(line - 1, column + 1, sheet.grid.name(hex_), "ruler")
        canvas.write(line + 1, column + 1, label.note[: layout.width - 1], label.style)


def _way(sheet: MapSheet, hex_: Hex) -> str:
    """The sign of the best road or railway through a hex."""
    for link, sign in LINKS.items():
        if link in sheet.links and any(side >> hex_ & 1 for side in sheet.sides[link]):
            return sign
    return ""


def _draw_sides(canvas: Canvas, sheet: MapSheet, layout: Layout, feature: str, stroke: Stroke) -> None:
    for d, hexes in enumerate(sheet.sides[feature]):
        for hex_ in members(hexes):
            signs = layout.side(hex_, d)
            if feature == "bridge" and len(signs) > 2:
                signs = signs[1:-1]
            for line, column, shape in signs:
                canvas.write(line, column, stroke.sign(shape), stroke.style)


@dataclass(frozen=True)
class Window:
    """A part of the paper, both ends included."""

    top: int
    bottom: int
    left: int
    right: int


def whole(layout: Layout) -> Window:
    spots = [layout.spot(h) for h in members(layout.grid.all)]
    lines, columns = zip(*spots, strict=True)
    return Window(0, max(lines) + layout.line_pitch - 2, 0, max(columns) + layout.pitch + layout.half - 1)


def strips(layout: Layout, columns: int | None = None) -> Iterator[Window]:
    """The whole map, cut between hexes into windows of at most that many columns."""
    full = whole(layout)
    width = full.right - full.left + 1
    if columns is not None and columns < width:
        width = max(1, (columns - 1) // layout.pitch) * layout.pitch
    for left in range(full.left, full.right, width):
        yield Window(full.top, full.bottom, left, min(full.right, left + width))


def around(layout: Layout, centre: Hex, lines: int, columns: int) -> Window:
    """A window of at most that many lines and columns with a hex in the middle, kept on the map and cutting no hex."""
    full = whole(layout)
    line, column = layout.spot(centre)
    top = _slide(line + layout.half - lines // 2, lines, full.top, full.bottom)
    hexes = max(1, (columns - 1) // layout.pitch)
    width = hexes * layout.pitch + 1
    left = _slide(column - hexes // 2 * layout.pitch, width, full.left, full.right) // layout.pitch * layout.pitch
    return Window(top, min(full.bottom, top + lines - 1), left, min(full.right, left + width - 1))


def _slide(start: int, size: int, first: int, last: int) -> int:
    return max(first, min(start, last - size + 1))


RULER = 4
"""Columns that the numbers take on either side."""


def render(canvas: Canvas, layout: Layout, window: Window) -> Iterator[list[tuple[str, str]]]:
    """The lines of a window, numbers round it, as runs of (text, style)."""
    heads = _column_numbers(layout, window)
    rows = _row_numbers(layout)
    yield [(" " * RULER + heads, "ruler")]
    for line in range(window.top, window.bottom + 1):
        number = rows.get(line, "")
        runs: list[tuple[str, str]] = [(f"{number:>3} ", "ruler")]
        for column in range(window.left, window.right + 1):
            sign, style = canvas.signs.get((line, column), (" ", ""))
            if runs and runs[-1][1] == style:
                runs[-1] = runs[-1][0] + sign, style
            else:
                runs.append((sign, style))
        yield [*runs, (f" {number}", "ruler")]
    yield [(" " * RULER + heads, "ruler")]


def _column_numbers(layout: Layout, window: Window) -> str:
    grid = layout.grid
    out = [" "] * (window.right - window.left + 1)
    seen: set[int] = set()
    for hex_ in members(grid.all):
        number, (line, column) = grid.coordinates(hex_)[0], layout.inside(hex_)
        if number in seen or not window.top <= line <= window.bottom:
            continue
        place = column + 1 - window.left
        if place >= 0 and place + 1 < len(out):
            seen.add(number)
            out[place : place + 2] = f"{number:02}"
    return "".join(out).rstrip()


def _row_numbers(layout: Layout) -> dict[int, str]:
    """The row of the hexes whose text stands on a line."""
    return {layout.inside(h)[0]: f"{layout.grid.coordinates(h)[1]:02}" for h in members(layout.grid.all)}
