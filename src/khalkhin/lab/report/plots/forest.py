"""Values with their intervals under each other, round a line that means nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from khalkhin.lab.report.plots.bars import Bar
from khalkhin.lab.report.plots.figure import WIDTH, along, drawing, titled
from khalkhin.lab.report.plots.scale import Scale, rounded, ticks
from khalkhin.render.svg import element, group
from khalkhin.render.svg import text as letters

ROW, BOTTOM = 38.0, 26.0


@dataclass(frozen=True)
class Twig(Bar):
    """A filled point where it is certain enough."""

    certain: bool


def forest(
    twigs: Sequence[Twig], label: str, number: Callable[[float], str], span: tuple[float, float] | None = None
) -> str:
    """The plot; without a span it is as wide as it has to be, and nought is on it."""
    if span is None:
        span = rounded(min(0.0, *(twig.low for twig in twigs)), max(0.0, *(twig.high for twig in twigs)), 4)
    x = Scale(*span, 6, WIDTH - 8)
    height = ROW * len(twigs)
    axis = along(x, [(value, number(value)) for value in ticks(*span, 4)], height + 2, up=height)
    drawn = [titled(_twig(twig, x, n * ROW), twig.tip) for n, twig in enumerate(twigs)]
    return drawing(height + BOTTOM, [axis, *drawn], label)


def _twig(twig: Twig, x: Scale, y: float) -> str:
    middle = y + 25
    low, high = x(twig.low), x(twig.high)
    whisker = f"M{low:.1f} {middle:g}H{high:.1f}M{low:.1f} {middle - 4:g}v8M{high:.1f} {middle - 4:g}v8"
    point = element(
        "circle", cx=f"{x(twig.value):.1f}", cy=f"{middle:g}", r=5, class_="point" if twig.certain else "open"
    )
    return group(
        [
            element("rect", x=0, y=f"{y:g}", width=WIDTH, height=ROW - 2, class_="hit"),
            element("path", d=whisker, class_="reach"),
            point,
            letters(twig.said, 0, y + 13, class_="name"),
            letters(twig.shown, WIDTH, y + 13, class_="value", text_anchor="end"),
        ],
        class_=f"tone-{twig.tone}",
    )
