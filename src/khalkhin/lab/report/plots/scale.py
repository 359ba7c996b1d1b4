"""Where values lie on a plot, and which of them are written beside its axes."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """From values to places: the lowest value lies at `start`, the highest at `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / ((self.high - self.low) or 1) * (self.end - self.start)


def ticks(low: float, high: float, about: int = 5, whole: bool = False) -> list[float]:
    """Round values from `low` to `high`, about so many: steps of 1, 2 or 5 with noughts, whole ones where asked."""
    step = step_of(high - low, about, whole)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [n * step for n in range(first, last + 1)]


def step_of(span: float, about: int, whole: bool = False) -> float:
    """The round step that cuts a span into about so many parts."""
    rough = span / about if span > 0 else 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    step = power * next((n for n in (1, 2, 5) if rough <= n * power * 1.0001), 10)
    return max(1.0, round(step)) if whole else step


def rounded(low: float, high: float, about: int = 5, whole: bool = False) -> tuple[float, float]:
    """The next round values outside."""
    if high <= low:
        low, high = (low - 1, high + 1) if low else (0.0, 1.0)
    step = step_of(high - low, about, whole)
    return math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
