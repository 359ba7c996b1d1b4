"""What numbers of games say: differences with their intervals, how likely chance alone makes them, how large they are.

Shares and their own intervals are in `players.rating`. Everything is worked out here, without a library: the few
functions behind the tests (the incomplete gamma and beta functions) are series and continued fractions.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean, stdev

from khalkhin.lab.rating import CONFIDENCE, wilson

SIGNIFICANT = 0.05
"""A difference that chance alone makes less often than this is told as one."""
RARE = 5.0
"""Results expected less often than this are taken together before they are compared with a table."""
_TINY = 1e-300
_CLOSE = 1e-15
_STEPS = 10_000


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value that a share of values, in order, lies below; between two of them it is interpolated."""
    at = share * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (at - below)


# -- distributions -----------------------------------------------------------------------------------------------------


def chi_square_tail(statistic: float, freedom: int) -> float:
    """How likely a chi-square of so many degrees of freedom is at least so large."""
    return 1.0 if statistic <= 0 else _gamma_tail(freedom / 2, statistic / 2)


def student_tail(t: float, freedom: float) -> float:
    """How likely Student's t is at least so far from zero, on either side."""
    return 1.0 if t == 0 else _beta_share(freedom / 2, 0.5, freedom / (freedom + t * t))


def student_limit(freedom: float, confidence: float = CONFIDENCE) -> float:
    """How far from zero Student's t lies at most in that share of cases."""
    low, high = 0.0, 1.0
    while student_tail(high, freedom) > 1 - confidence:
        high *= 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if student_tail(middle, freedom) > 1 - confidence else (low, middle)
    return high


def _gamma_tail(a: float, x: float) -> float:
    """The upper incomplete gamma function over the whole: a series below a + 1, a continued fraction above."""
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x >= a + 1:
        return front * _fraction(lambda n: n * (a - n), lambda n: x - a + 1 + 2 * n)
    term = total = 1 / a
    for n in range(1, _STEPS):
        term *= x / (a + n)
        total += term
        if term < total * _CLOSE:
            break
    return max(0.0, 1 - front * total)


def _beta_share(a: float, b: float, x: float) -> float:
    """The incomplete beta function over the whole, by its continued fraction on the side where that is quick."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_share(b, a, 1 - x)
    front = a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)

    def part(n: int) -> float:
        m = n // 2
        if n % 2 == 0:
            return m * (b - m) * x / ((a + n - 1) * (a + n))
        return -(a + m) * (a + b + m) * x / ((a + n - 1) * (a + n))

    return math.exp(front) / a * _fraction(part, lambda n: 1.0)


def _fraction(above: Callable[[int], float], below: Callable[[int], float]) -> float:
    """1 / (below(0) + above(1) / (below(1) + above(2) / ...)), by Lentz's method."""
    value = below(0) or _TINY
    c, d = value, 0.0
    for n in range(1, _STEPS):
        d = 1 / (below(n) + above(n) * d or _TINY)
        c = below(n) + above(n) / c or _TINY
        value *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return 1 / value


# -- results against a table -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fit:
    """How counts fit what was expected: chi-square, its degrees of freedom, and how often chance alone does worse."""

    statistic: float
    freedom: int
    p: float


def chi_square(observed: Sequence[float], expected: Sequence[float]) -> Fit | None:
    """Pearson's test, with rare cells taken together; None where there is too little to compare."""
    cells = _merged(sorted(zip(expected, observed, strict=True)))
    if len(cells) < 2:
        return None
    statistic = sum((seen - hoped) ** 2 / hoped for hoped, seen in cells)
    return Fit(statistic, len(cells) - 1, chi_square_tail(statistic, len(cells) - 1))


def _merged(cells: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Cells from the rarest on, taken together until each is expected often enough."""
    out: list[tuple[float, float]] = []
    hoped = seen = 0.0
    for more_hoped, more_seen in cells:
        hoped, seen = hoped + more_hoped, seen + more_seen
        if hoped >= RARE:
            out.append((hoped, seen))
            hoped = seen = 0.0
    if hoped and out:
        last_hoped, last_seen = out.pop()
        out.append((last_hoped + hoped, last_seen + seen))
    return out


def holm(chances: Sequence[float]) -> list[float]:
    """The chances of many tests, raised so that a small one means something although so many were made (Holm's way)."""
    out = [1.0] * len(chances)
    worst = 0.0
    for rank, place in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        worst = max(worst, min(1.0, chances[place] * (len(chances) - rank)))
        out[place] = worst
    return out


# -- two shares --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """By how much the second of two is larger, with its interval, and how often chance alone makes as much of it."""

    value: float
    low: float
    high: float
    p: float

    @property
    def significant(self) -> bool:
        return self.p < SIGNIFICANT


def share_difference(first: tuple[int, int], second: tuple[int, int]) -> Difference:
    """Two shares (how many, of how many) of games that have nothing to do with each other: Newcombe and Fisher."""
    (won, of), (won2, of2) = first, second
    low, high = newcombe(first, second)
    value = won2 / of2 - won / of
    return Difference(value, low, high, fisher(won, of - won, won2, of2 - won2))


def paired_share_difference(pairs: Sequence[tuple[bool, bool]]) -> Difference:
    """Two shares of games that were played with the same dice, pair by pair: Newcombe's paired interval and McNemar."""
    both = sum(a and b for a, b in pairs)
    only_first = sum(a and not b for a, b in pairs)
    only_second = sum(b and not a for a, b in pairs)
    neither = len(pairs) - both - only_first - only_second
    low, high = _paired_newcombe(both, only_first, only_second, neither)
    return Difference((only_second - only_first) / len(pairs), low, high, mcnemar(only_first, only_second))


def newcombe(first: tuple[int, int], second: tuple[int, int]) -> tuple[float, float]:
    """The interval for the second share less the first, from the Wilson intervals of both."""
    (share, low, high), (share2, low2, high2) = (_with_interval(*one) for one in (first, second))
    value = share2 - share
    return value - math.hypot(share2 - low2, high - share), value + math.hypot(high2 - share2, share - low)


def _with_interval(won: int, of: int) -> tuple[float, float, float]:
    return (won / of, *wilson(won, of))


def _paired_newcombe(both: int, only_first: int, only_second: int, neither: int) -> tuple[float, float]:
    """Newcombe's interval for shares of the same games: narrower the more they hang together."""
    games = both + only_first + only_second + neither
    (share, low, high) = _with_interval(both + only_first, games)
    (share2, low2, high2) = _with_interval(both + only_second, games)
    margins = (both + only_first) * (only_second + neither) * (both + only_second) * (only_first + neither)
    cross: float = both * neither - only_first * only_second
    if cross > 0:
        cross = max(cross - games / 2, 0.0)
    together = cross / math.sqrt(margins) if margins else 0.0

    def half(mine: float, other: float) -> float:
        return math.sqrt(max(0.0, mine * mine - 2 * together * mine * other + other * other))

    value = share2 - share
    return value - half(share2 - low2, high - share), value + half(high2 - share2, share - low)


def fisher(a: int, b: int, c: int, d: int) -> float:
    """Fisher's exact test of the table a b / c d, on both sides: all tables that are no likelier than this one."""
    row, column, games = a + b, a + c, a + b + c + d
    least, most = max(0, row + column - games), min(row, column)

    def weight(x: int) -> float:
        cells = (x, row - x, column - x, games - row - column + x)
        return -sum(math.lgamma(cell + 1) for cell in cells)

    weights = [weight(x) for x in range(least, most + 1)]
    top = max(weights)
    chances = [math.exp(w - top) for w in weights]
    limit = chances[a - least] * (1 + 1e-7)
    return min(1.0, math.fsum(p for p in chances if p <= limit) / math.fsum(chances))


def mcnemar(only_first: int, only_second: int) -> float:
    """McNemar's exact test: of the pairs that differ, how likely is it that so many go the same way?"""
    differ = only_first + only_second
    fewer = min(only_first, only_second)
    tail = sum(math.comb(differ, n) for n in range(fewer + 1))
    return min(1.0, float(Fraction(2 * tail, 1 << differ)))


# -- two sets of measurements ------------------------------------------------------------------------------------------


def welch(first: Sequence[float], second: Sequence[float]) -> Difference | None:
    """By how much the second mean is larger (Welch's test); None where there are fewer than two of either."""
    if min(len(first), len(second)) < 2:
        return None
    errors = [stdev(values) ** 2 / len(values) for values in (first, second)]
    value, error = fmean(second) - fmean(first), math.sqrt(sum(errors))
    if not error:
        return _certain(value)
    freedom = sum(errors) ** 2 / sum(
        e * e / (len(values) - 1) for e, values in zip(errors, (first, second), strict=True)
    )
    return _of_t(value, error, freedom)


def paired(first: Sequence[float], second: Sequence[float]) -> Difference | None:
    """By how much the second mean is larger, of measurements that belong together pair by pair (the paired t-test)."""
    steps = [b - a for a, b in zip(first, second, strict=True)]
    if len(steps) < 2:
        return None
    value, error = fmean(steps), stdev(steps) / math.sqrt(len(steps))
    return _of_t(value, error, len(steps) - 1) if error else _certain(value)


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """The interval of a mean."""
    middle = fmean(values)
    if len(values) < 2:
        return -math.inf, math.inf
    half = student_limit(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return middle - half, middle + half


def _of_t(value: float, error: float, freedom: float) -> Difference:
    half = student_limit(freedom) * error
    return Difference(value, value - half, value + half, student_tail(value / error, freedom))


def _certain(value: float) -> Difference:
    """All measurements of each set are the same."""
    return Difference(value, value, value, 0.0 if value else 1.0)


def cohen_d(first: Sequence[float], second: Sequence[float]) -> float | None:
    """The difference of the means in standard deviations; None where nothing varies or there is too little."""
    if min(len(first), len(second)) < 2:
        return None
    spread = sum(stdev(values) ** 2 * (len(values) - 1) for values in (first, second))
    pooled = math.sqrt(spread / (len(first) + len(second) - 2))
    return (fmean(second) - fmean(first)) / pooled if pooled else None


def cliff_delta(first: Sequence[float], second: Sequence[float]) -> float:
    """How much oftener one of the second is larger than one of the first than the other way round, from -1 to 1."""
    ordered = sorted(first)
    above = sum(bisect_left(ordered, value) - (len(ordered) - bisect_right(ordered, value)) for value in second)
    return above / (len(first) * len(second))
