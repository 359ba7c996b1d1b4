"""How something goes from turn to turn: a line for the middle of all games, and bands that hold most of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from khalkhin.lab.report.plots.figure import WIDTH, across, along, drawing, titled, wide
from khalkhin.lab.report.plots.scale import Scale, rounded, ticks
from khalkhin.lab.statistics import quantile
from khalkhin.render.svg import element, group, line_path

HEIGHT = 216.0
TOP, BOTTOM, RIGHT = 10.0, 26.0, 10.0
SHARES = (0.10, 0.25, 0.50, 0.75, 0.90)
"""The bands: nine games of ten lie below the last one."""


@dataclass(frozen=True)
class Course:
    """One line: what it is called, its tone, and for every turn the five quantiles of `SHARES`."""

    said: str
    tone: str
    points: Mapping[int, tuple[float, ...]]
    counts: Mapping[int, int]
    means: Mapping[int, float]
    dashed: bool = False

    @classmethod
    def of(cls, said: str, tone: str, values: Mapping[int, Sequence[float]], dashed: bool = False) -> Course:
        """From the values of every turn, in order of size."""
        return cls(
            said,
            tone,
            {turn: tuple(quantile(found, share) for share in SHARES) for turn, found in values.items()},
            {turn: len(found) for turn, found in values.items()},
            {turn: fmean(found) for turn, found in values.items()},
            dashed,
        )


def courses(shown: Sequence[Course], label: str, number: Callable[[float], str], tip: Callable[[int], str]) -> str:
    """The plot. `tip` says what is told of a turn when it is pointed at."""
    turns = sorted({turn for course in shown for turn in course.points})
    if not turns:
        return ""
    every = [value for course in shown for found in course.points.values() for value in found]
    low, high = rounded(min(0.0, *every), max(every), 4, whole=max(every) >= 3)
    said = [(value, number(value)) for value in ticks(low, high, 4, whole=max(every) >= 3)]
    left = max(wide(one) for _, one in said) + 10
    end = HEIGHT - BOTTOM
    x = Scale(turns[0], turns[-1], left + 8, WIDTH - RIGHT) if len(turns) > 1 else Scale(0, 1, left + 8, WIDTH)
    y = Scale(low, high, end, TOP)
    parts = [across(y, said, left, WIDTH), along(x, [(turn, str(turn)) for turn in turns], end)]
    parts += [_bands(course, x, y) for course in shown]
    parts += [_line(course, x, y) for course in shown]
    step = (x(turns[-1]) - x(turns[0])) / max(len(turns) - 1, 1)
    parts += [titled(_column(x(turn), step or WIDTH - left, end), tip(turn)) for turn in turns]
    return drawing(HEIGHT, parts, label)


def _bands(course: Course, x: Scale, y: Scale) -> str:
    turns = list(course.points)
    shapes = []
    for below, above in ((0, 4), (1, 3)):
        up = [(x(turn), y(course.points[turn][above])) for turn in turns]
        down = [(x(turn), y(course.points[turn][below])) for turn in reversed(turns)]
        shapes.append(element("path", d=line_path([*up, *down], close=True), class_="band"))
    return group(shapes, class_=f"tone-{course.tone}")


def _line(course: Course, x: Scale, y: Scale) -> str:
    points = [(x(turn), y(found[2])) for turn, found in course.points.items()]
    line = element("path", d=line_path(points), class_="line dashed" if course.dashed else "line")
    dots = "".join(element("circle", cx=f"{a:.1f}", cy=f"{b:.1f}", r=2.4) for a, b in points)
    return group(line + dots, class_=f"tone-{course.tone}")


def _column(x: float, width: float, height: float) -> str:
    rule = element("path", d=f"M{x:.1f} {TOP:g}V{height:g}", class_="pointer")
    return (
        element("rect", x=f"{x - width / 2:.1f}", y=TOP, width=f"{width:.1f}", height=height - TOP, class_="hit") + rule
    )


def spark(values: Sequence[float], label: str) -> str:
    """A little bar for each turn, as high as a line of text."""
    width, height, top = 5.0 * len(values), 18.0, max(values, default=0) or 1
    bars = "".join(
        element("rect", x=5.0 * n, y=f"{height - tall:.1f}", width=4.0, height=f"{tall:.1f}")
        for n, tall in enumerate(max(value / top * height, 0.8) for value in values)
    )
    size = {"width": f"{width:g}", "height": f"{height:g}"}
    return element(
        "svg", bars, viewBox=f"0 0 {width:g} {height:g}", role="img", aria_label=label, class_="spark", **size
    )
