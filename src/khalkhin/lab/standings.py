"""Where the levels of a ladder stand: who beat whom, how strong that makes them, and how long they think."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from khalkhin.engine import library
from khalkhin.lab.rating import Rating, Tally, ratings
from khalkhin.lab.request import RunRequest
from khalkhin.lab.results import GameResult

ZERO = "greedy"
"""The level that others are measured by."""


@dataclass(frozen=True)
class Pair:
    """How the first of two levels did against the second: in all games, and on each side."""

    levels: tuple[str, str]
    sides: tuple[Tally, ...]

    @property
    def tally(self) -> Tally:
        return sum(self.sides, Tally())


@dataclass(frozen=True)
class Level:
    """One level over all its games."""

    name: str
    rating: Rating | None
    """None where it has not been played against anybody who leads to the one it is measured by."""
    games: int
    decisions: int
    turns: int
    seconds: float
    """Processor time of all turns."""
    worst: float
    """The longest turn."""
    faults: dict[str, int]
    """What went wrong in it, and how often, the commonest first."""

    @property
    def mean(self) -> float:
        """Seconds a turn."""
        return self.seconds / self.turns if self.turns else 0.0


@dataclass(frozen=True)
class Standings:
    """Everything a ladder tells."""

    request: RunRequest
    sides: tuple[str, ...]
    zero: str
    """The level whose rating is zero."""
    pairs: tuple[Pair, ...]
    levels: tuple[Level, ...]
    """The strongest first."""
    scenarios: dict[str, Tally]
    """How the first side did in each scenario."""
    endings: dict[str, int]
    """How games ended, as records write it, and how many did so."""

    @property
    def played(self) -> int:
        return sum(self.endings.values())

    @property
    def bias(self) -> Tally:
        """How the first side did in all games; every level has played both sides."""
        return sum(self.scenarios.values(), Tally())

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        request = self.request
        return {
            "game": request.game,
            "scenarios": {name: self._by_side(tally) for name, tally in self.scenarios.items()},
            "seed": request.seed,
            "evaluations": request.evaluations,
            "games": {"wanted": len(request.tasks()), "played": self.played},
            "pairs": [
                {
                    "levels": list(pair.levels),
                    **_tally_data(pair.tally),
                    "sides": {side: _tally_data(tally) for side, tally in zip(self.sides, pair.sides, strict=True)},
                }
                for pair in self.pairs
            ],
            "zero": self.zero,
            "levels": [_level_data(level) for level in self.levels],
            "sides": self._by_side(self.bias),
            "endings": self.endings,
        }

    def _by_side(self, tally: Tally) -> dict[str, Any]:
        return {self.sides[0]: tally.won, self.sides[1]: tally.lost, **_tally_data(tally, ("drawn",))}


def _tally_data(tally: Tally, names: Iterable[str] = ("won", "drawn", "lost")) -> dict[str, Any]:
    counts = {name: getattr(tally, name) for name in names}
    return {"games": tally.games, **counts, "share": tally.share, "interval": list(tally.interval)}


def _level_data(level: Level) -> dict[str, Any]:
    rating = level.rating
    return {
        "level": level.name,
        "elo": None if rating is None else rating.elo,
        "bound": None if rating is None else rating.bound,
        "error": None if rating is None else rating.error,
        "games": level.games,
        "seconds_a_turn": level.mean,
        "longest_turn": level.worst,
        "turns": level.turns,
        "decisions": level.decisions,
        "faults": level.faults,
    }


def of(request: RunRequest, results: Sequence[GameResult]) -> Standings:
    """Where everybody stands after some games of a request."""
    pairs = tuple(Pair((a, b), _by_side((a, b), results)) for a, b in request.seatings)
    zero = ZERO if ZERO in request.levels else request.levels[0]
    rated = ratings(request.levels, {pair.levels: pair.tally for pair in pairs}, zero)
    levels = [_level(name, rated.get(name), results) for name in reversed(request.levels)]
    return Standings(
        request,
        library.get(request.game).sides,
        zero,
        pairs,
        tuple(sorted(levels, key=lambda level: -level.rating.elo if level.rating else float("inf"))),
        {name: _first_side(name, results) for name in request.scenarios},
        dict(Counter(result.how for result in results).most_common()),
    )


def tally(pair: tuple[str, str], results: Iterable[GameResult]) -> Tally:
    """How the first of two levels did against the second."""
    return sum(_by_side(pair, results), Tally())


def _by_side(pair: tuple[str, str], results: Iterable[GameResult]) -> tuple[Tally, ...]:
    out = [Tally(), Tally()]
    for result in results:
        if set(result.seats) == set(pair):
            side = result.seats.index(pair[0])
            out[side] += _for(result, side)
    return tuple(out)


def _for(result: GameResult, side: int) -> Tally:
    """What a game was for a side."""
    return Tally(result.winner == side, result.winner is None, result.winner == 1 - side)


def _first_side(scenario: str, results: Iterable[GameResult]) -> Tally:
    return sum((_for(result, 0) for result in results if result.scenario == scenario), Tally())


def _level(name: str, rating: Rating | None, results: Iterable[GameResult]) -> Level:
    own = [(result, result.seats.index(name)) for result in results if name in result.seats]
    turns = [seconds for result, side in own for seconds in result.turns[side]]
    return Level(
        name,
        rating,
        len(own),
        sum(result.decisions[side] for result, side in own),
        len(turns),
        sum(turns),
        max(turns, default=0.0),
        dict(Counter(fault for result, side in own for fault in result.faults[side]).most_common()),
    )
