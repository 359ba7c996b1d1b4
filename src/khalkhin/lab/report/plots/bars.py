"""Shares as bars that lie on their side, with the interval of each as a whisker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from khalkhin.lab.report.plots.figure import GAP, SMALL, WIDTH, along, drawing, titled, wide
from khalkhin.lab.report.plots.scale import Scale, rounded, ticks
from khalkhin.render.svg import element, group
from khalkhin.render.svg import text as letters

ROW, LOW_ROW, HEAD, BAR, BOTTOM, RIGHT = 38.0, 20.0, 22.0, 13.0, 26.0, 10.0
LETTERS = SMALL + 0.5


@dataclass(frozen=True)
class Bar:
    """A value with its interval, where it has one."""

    said: str
    value: float
    low: float
    high: float
    shown: str
    tip: str
    tone: str


@dataclass(frozen=True)
class BarGroup:
    """Bars of the same thing in several runs, under its name."""

    said: str
    bars: Sequence[Bar]


Number = Callable[[float], str]


def bars(rows: Sequence[Bar], label: str, number: Number, most: float | None = None) -> str:
    """Each bar under its name; `most` is the end of the axis, where it has to be the same on several."""
    x = Scale(0, most or _most(rows), 1, WIDTH - RIGHT)
    parts = []
    for n, row in enumerate(rows):
        names = [
            letters(_cut(row.said, WIDTH - wide(row.shown, LETTERS, 700) - 10), 0, n * ROW + 13, class_="name"),
            letters(row.shown, WIDTH, n * ROW + 13, class_="value", text_anchor="end"),
        ]
        parts.append(_bar(row, x, n * ROW, ROW - 2, n * ROW + 18, names))
    return _plot(parts, len(rows) * ROW, x, number, label)


def grouped(groups: Sequence[BarGroup], label: str, number: Number, most: float | None = None) -> str:
    """Bars side by side: the name of the run before each, its value behind."""
    every = [bar for one in groups for bar in one.bars]
    left = max((wide(bar.said, LETTERS, 700) for bar in every), default=0.0) + GAP
    right = max((wide(bar.shown, LETTERS, 700) for bar in every), default=0.0) + GAP
    x = Scale(0, most or _most(every), left, WIDTH - right)
    parts: list[str] = []
    y = 0.0
    for one in groups:
        parts.append(letters(_cut(one.said, WIDTH), 0, y + 15, class_="group"))
        y += HEAD
        for bar in one.bars:
            names = [
                letters(bar.said, 0, y + 13, class_="name"),
                letters(bar.shown, WIDTH, y + 13, class_="value", text_anchor="end"),
            ]
            parts.append(_bar(bar, x, y, LOW_ROW, y + 3, names))
            y += LOW_ROW
        y += 8
    return _plot(parts, y, x, number, label)


def of_runs(groups: Sequence[BarGroup], label: str, number: Number, most: float | None = None) -> str:
    """Bars of one run each under its name; those of several runs side by side."""
    if all(len(one.bars) == 1 for one in groups):
        return bars([one.bars[0] for one in groups], label, number, most)
    return grouped(groups, label, number, most)


def _most(rows: Sequence[Bar]) -> float:
    return rounded(0, max((row.high for row in rows), default=1), 4)[1]


def _plot(parts: Sequence[str], height: float, x: Scale, number: Number, label: str) -> str:
    axis = along(x, [(value, number(value)) for value in ticks(0, x.high, 4)], height + 2, up=height)
    return drawing(height + BOTTOM, [axis, *parts], label)


def _bar(row: Bar, x: Scale, y: float, height: float, top: float, names: Sequence[str]) -> str:
    middle = top + BAR / 2
    low, high = x(row.low), x(min(row.high, x.high))
    whisker = f"M{low:.1f} {middle:g}H{high:.1f}M{low:.1f} {middle - 4:g}v8M{high:.1f} {middle - 4:g}v8"
    size = {"x": f"{x.start:.1f}", "y": f"{top:g}", "width": f"{max(x(row.value) - x.start, 0.5):.1f}"}
    shapes = [
        element("rect", x=0, y=f"{y:g}", width=WIDTH, height=height, class_="hit"),
        element("rect", height=BAR, rx=1.5, class_="bar", **size),
        element("path", d=whisker, class_="whisker") if row.low < row.high else "",
        *names,
    ]
    return titled(group(shapes, class_=f"tone-{row.tone}"), row.tip)


def _cut(said: str, room: float) -> str:
    """A name as long as there is room for."""
    if wide(said, LETTERS, 600) <= room:
        return said
    while said and wide(said + "…", LETTERS, 600) > room:
        said = said[:-1]
    return said.rstrip() + "…"
