"""Where the levels of a ladder stand: who beat whom, how strong that makes them, and how long they think."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from khalkhin.engine import library
from khalkhin.lab.ladder import Order
from khalkhin.lab.rating import Rating, Tally, ratings
from khalkhin.lab.scorebook import Entry

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

    order: Order
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
        order = self.order
        return {
            "game": order.game,
            "scenarios": {name: self._by_side(tally) for name, tally in self.scenarios.items()},
            "seed": order.seed,
            "evaluations": order.evaluations,
            "games": {"wanted": len(order.tasks()), "played": self.played},
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


def of(order: Order, entries: Sequence[Entry]) -> Standings:
    """Where everybody stands after some games of an order."""
    pairs = tuple(Pair(pair, _by_side(pair, entries)) for pair in order.pairs())
    zero = ZERO if ZERO in order.levels else order.levels[0]
    rated = ratings(order.levels, {pair.levels: pair.tally for pair in pairs}, zero)
    levels = [_level(name, rated.get(name), entries) for name in reversed(order.levels)]
    return Standings(
        order,
        library.get(order.game).sides,
        zero,
        pairs,
        tuple(sorted(levels, key=lambda level: -level.rating.elo if level.rating else float("inf"))),
        {name: _first_side(name, entries) for name in order.scenarios},
        dict(Counter(entry.how for entry in entries).most_common()),
    )


def tally(pair: tuple[str, str], entries: Iterable[Entry]) -> Tally:
    """How the first of two levels did against the second."""
    return sum(_by_side(pair, entries), Tally())


def _by_side(pair: tuple[str, str], entries: Iterable[Entry]) -> tuple[Tally, ...]:
    out = [Tally(), Tally()]
    for entry in entries:
        if set(entry.task.seats) == set(pair):
            side = entry.task.seats.index(pair[0])
            out[side] += _for(entry, side)
    return tuple(out)


def _for(entry: Entry, side: int) -> Tally:
    """What a game was for a side."""
    return Tally(entry.winner == side, entry.winner is None, entry.winner == 1 - side)


def _first_side(scenario: str, entries: Iterable[Entry]) -> Tally:
    return sum((_for(entry, 0) for entry in entries if entry.task.scenario == scenario), Tally())


def _level(name: str, rating: Rating | None, entries: Iterable[Entry]) -> Level:
    own = [(entry, entry.task.seats.index(name)) for entry in entries if name in entry.task.seats]
    turns = [seconds for entry, side in own for seconds in entry.turns[side]]
    return Level(
        name,
        rating,
        len(own),
        sum(entry.decisions[side] for entry, side in own),
        len(turns),
        sum(turns),
        max(turns, default=0.0),
        dict(Counter(fault for entry, side in own for fault in entry.faults[side]).most_common()),
    )
