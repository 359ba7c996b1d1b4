"""How often each value came: bars for one run, outlines over each other for several."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from khalkhin.lab.report.plots.figure import WIDTH, across, along, drawing, titled, wide
from khalkhin.lab.report.plots.scale import Scale, rounded, step_of, ticks
from khalkhin.render.svg import element, group

HEIGHT = 216.0
TOP, BOTTOM, RIGHT = 10.0, 26.0, 8.0
BINS, FEWEST = 24, 7
"""How many bars there are at most, about, and at least: a single one would fill the plot."""


@dataclass(frozen=True)
class Bins:
    """Equal steps; whole values lie in the middle of theirs."""

    first: float
    step: float
    count: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Bins:
        low, high = min(values), max(values)
        whole = all(float(value).is_integer() for value in values)
        step = step_of(high - low, BINS, whole)
        # Bins are counted from nought on, which lies in the middle of its own where values are whole.
        shift = 0.5 if whole else 0.0
        least, most = (math.floor(value / step + shift) for value in (low, high))
        more = max(0, FEWEST - (most - least + 1))
        return cls((least - more // 2 - shift) * step, step, most - least + 1 + more)

    def counts(self, values: Sequence[float]) -> list[int]:
        out = [0] * self.count
        for value in values:
            out[min(max(int((value - self.first) / self.step), 0), self.count - 1)] += 1
        return out

    def middle(self, number: int) -> float:
        return self.first + (number + 0.5) * self.step

    @property
    def end(self) -> float:
        return self.first + self.count * self.step


@dataclass(frozen=True)
class Spread:
    """The values of one run, and the tone of a bar, which can hang on its value."""

    said: str
    values: Sequence[float]
    tone: Callable[[float], str]


def plain(tone: str) -> Callable[[float], str]:
    """The same tone whatever the value."""
    return lambda value: tone


def histogram(
    shown: Sequence[Spread],
    label: str,
    number: Callable[[float], str],
    percent: Callable[[float], str],
    tip: Callable[[Spread, float, float, int], str],
) -> str:
    """The plot. `tip` tells of a bin: the run, from where, to where, how many."""
    bins = Bins.of([value for spread in shown for value in spread.values])
    counted = [bins.counts(spread.values) for spread in shown]
    shares = [[n / len(s.values) for n in counts] for s, counts in zip(shown, counted, strict=True)]
    top = rounded(0, max(max(found) for found in shares), 4)[1]
    said = [(value, percent(value)) for value in ticks(0, top, 4)]
    left = max(wide(one) for _, one in said) + 10
    x, y = Scale(bins.first, bins.end, left + 2, WIDTH - RIGHT), Scale(0, top, HEIGHT - BOTTOM, TOP)
    values = [(value, number(value)) for value in ticks(bins.first, bins.end, 6, whole=bins.step >= 1)]
    parts = [across(y, said, left, WIDTH), along(x, values, HEIGHT - BOTTOM)]
    for spread, counts, found in zip(shown, counted, shares, strict=True):
        if len(shown) == 1:
            parts += [_bar(spread, bins, n, found[n], x, y) for n in range(bins.count) if counts[n]]
        else:
            parts.append(_outline(spread, bins, found, x, y))
    for n in range(bins.count):
        low, high = bins.first + n * bins.step, bins.first + (n + 1) * bins.step
        told = "\n".join(tip(s, low, high, counts[n]) for s, counts in zip(shown, counted, strict=True))
        width = x(high) - x(low)
        hit = element("rect", x=f"{x(low):.1f}", y=TOP, width=f"{width:.1f}", height=y.start - TOP, class_="hit")
        parts.append(titled(hit, told))
    return drawing(HEIGHT, parts, label)


def _bar(spread: Spread, bins: Bins, n: int, share: float, x: Scale, y: Scale) -> str:
    low, high = x(bins.first + n * bins.step), x(bins.first + (n + 1) * bins.step)
    gap = min(1.2, (high - low) / 6)
    return element(
        "rect",
        x=f"{low + gap / 2:.1f}",
        y=f"{y(share):.1f}",
        width=f"{high - low - gap:.1f}",
        height=f"{y.start - y(share):.1f}",
        class_=f"bar tone-{spread.tone(bins.middle(n))}",
    )


def _outline(spread: Spread, bins: Bins, shares: Sequence[float], x: Scale, y: Scale) -> str:
    path = [f"M{x(bins.first):.1f} {y.start:.1f}"]
    for n, share in enumerate(shares):
        path.append(f"V{y(share):.1f}H{x(bins.first + (n + 1) * bins.step):.1f}")
    path.append(f"V{y.start:.1f}")
    inner = element("path", d="".join(path) + "Z", class_="band") + element("path", d="".join(path), class_="line")
    return group(inner, class_=f"tone-{spread.tone(0)}")
