"""What wins and losses say about strength: shares with their intervals, and ratings by maximum likelihood."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
ELO = 400 / math.log(10)
"""Elo points for one unit of log odds."""
STEPS = 100
STEP = 2.0
"""The farthest that a rating moves at once while the likeliest are looked for, in log odds."""


@dataclass(frozen=True)
class Tally:
    """How one player did against another, or one side against the other."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """A draw is half a win."""
        return self.won + self.drawn / 2

    @property
    def share(self) -> float | None:
        """None where nothing has been played."""
        return self.points / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.points, self.games)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


def wilson(points: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share: unlike the plain one it stays sensible when everything was won."""
    if games == 0:
        return 0.0, 1.0
    share, spread = points / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    width = Z / (1 + spread) * math.sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, middle - width), min(1.0, middle + width)


@dataclass(frozen=True)
class Rating:
    """How strong a player is, in Elo points above another."""

    elo: float
    error: float | None = None
    """Half the width of its interval; None where there is none."""
    bound: str = ""
    """">" or "<" where all games against the others were won or lost: then nobody knows how far away it is."""


Points = Mapping[tuple[str, str], float]
"""What the first of two players made against the second."""


def ratings(levels: Sequence[str], tallies: Mapping[tuple[str, str], Tally], zero: str) -> dict[str, Rating]:
    """The likeliest ratings (Bradley and Terry's), with that of one player as zero; without whoever it cannot tell.

    Where one player has won everything the likeliest distance is infinite. The loser is then given half a point,
    and what comes out is marked as a bound.
    """
    points = _points(tallies)
    below, above = _reached(points, zero), _reached({(b, a): p for (a, b), p in points.items()}, zero)
    near = [level for level in levels if level in below & above]
    out = {level: Rating(elo, error) for level, elo, error in _likeliest(near, points, zero)}
    known = [level for level in levels if level in below | above]
    lifted = {pair: made or 0.5 for pair, made in points.items()}
    for level, elo, _ in _likeliest(known, lifted, zero):
        if level not in out:
            out[level] = Rating(elo, None, ">" if level in above else "<")
    return {level: out[level] for level in known}


def _points(tallies: Mapping[tuple[str, str], Tally]) -> dict[tuple[str, str], float]:
    out: dict[tuple[str, str], float] = {}
    for (a, b), tally in tallies.items():
        if tally.games:
            out[a, b], out[b, a] = tally.points, tally.games - tally.points
    return out


def _reached(points: Points, start: str) -> set[str]:
    """Everybody whom a player has taken points from, or somebody from whom it has, and so on."""
    found, new = {start}, [start]
    while new:
        a = new.pop()
        for (winner, loser), made in points.items():
            if winner == a and made and loser not in found:
                found.add(loser)
                new.append(loser)
    return found


def _likeliest(levels: Sequence[str], points: Points, zero: str) -> list[tuple[str, float, float]]:
    """Newton's method: for each player its rating and half the width of its interval, from the curvature there."""
    free = [level for level in levels if level != zero]
    value = dict.fromkeys(levels, 0.0)
    for _ in range(STEPS if free else 0):
        slope, bend = _slope(free, levels, points, value)
        steps = _solve(bend, slope)
        for level, step in zip(free, steps, strict=True):
            value[level] += max(-STEP, min(STEP, step))
        if max(map(abs, steps)) < 1e-9:
            break
    error = dict.fromkeys(levels, 0.0)
    for n, level in enumerate(free):
        unit = [float(n == m) for m in range(len(free))]
        error[level] = Z * math.sqrt(_solve(_slope(free, levels, points, value)[1], unit)[n])
    return [(level, value[level] * ELO, error[level] * ELO) for level in levels]


def _slope(
    free: Sequence[str], levels: Sequence[str], points: Points, value: Mapping[str, float]
) -> tuple[list[float], list[list[float]]]:
    """How the logarithm of the likelihood rises with each rating, and how it bends."""
    slope = [0.0] * len(free)
    bend = [[0.0] * len(free) for _ in free]
    for n, a in enumerate(free):
        for b in levels:
            made, lost = points.get((a, b), 0.0), points.get((b, a), 0.0)
            chance = 1 / (1 + math.exp(value[b] - value[a]))
            slope[n] += made - (made + lost) * chance
            weight = (made + lost) * chance * (1 - chance)
            bend[n][n] += weight
            if b in free:
                bend[n][free.index(b)] -= weight
    return slope, bend


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Gauss: what the matrix makes the right-hand side of. It is symmetric and positive, so no pivot is looked for."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for n, row in enumerate(rows):
        for other in rows[n + 1 :]:
            factor = other[n] / row[n]
            other[:] = [x - factor * y for x, y in zip(other, row, strict=True)]
    out = [0.0] * len(rows)
    for n in reversed(range(len(rows))):
        known = sum(rows[n][m] * out[m] for m in range(n + 1, len(rows)))
        out[n] = (rows[n][-1] - known) / rows[n][n]
    return out
