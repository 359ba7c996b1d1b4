"""The chance of winning from a position, learned from games: the value at the end of every playout.

A game counts features of a position (points as they stand, ground, strength ...) as differences, the first side less
the second. Coefficients learned from games (tools/train_win_chance.py) make of them the expected margin of points at
the end; what they weigh depends on how much of the game is left. What dice and players may do until then spreads that
margin: a logistic distribution, the wider the more is left. The chance follows from it exactly.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, sqrt
from pathlib import Path
from typing import ClassVar, Generic, NamedTuple, TypeVar

from khalkhin.board.grid import Grid
from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.state import State

S = TypeVar("S", bound=State)

LATE = 0.2
"""The share of the game that is left near its end."""
KEPT = 20_000
"""How many stacks are remembered with what is in them, before all are forgotten."""


class Features(NamedTuple):
    """What a position holds for the first side more than for the second."""

    left: float
    """The share of the game that is still to be played."""
    items: tuple[float, ...]


@dataclass(frozen=True)
class Coefficients:
    """What was learned from games, in points of victory."""

    items: tuple[tuple[float, float, float], ...]
    """What each item weighs at the start of the game, near its end, and at the very end; in between they are mixed."""
    bias: Mapping[str, tuple[float, float]]
    """Points that the first side is ahead by besides, at the start of each scenario, and near its end."""
    opening: Mapping[str, float]
    """The margin that each scenario begins with, before anybody has set up."""
    spread: tuple[float, float]
    """How far chance spreads the margin: always, and for all of the game to come."""

    @classmethod
    def read(cls, path: Path, items: Sequence[str]) -> Coefficients:
        """The file that the learner wrote."""
        data = json.loads(path.read_text())
        always, rest = data["spread"]
        return cls(tuple(data["items"][name] for name in items), data["bias"], data["opening"], (always, rest))


def mixture(left: float) -> tuple[float, float, float]:
    """How much each of the three coefficients of a feature counts."""
    if left >= LATE:
        early = (left - LATE) / (1.0 - LATE)
        return early, 1.0 - early, 0.0
    return 0.0, left / LATE, 1.0 - left / LATE


class WinChance(ABC, Generic[S]):
    """The chance of a side in positions of one game. Cheap enough for thousands of positions a second."""

    items: ClassVar[tuple[str, ...]]
    """What is counted; all of it is good for whoever has more of it."""
    priors: ClassVar[Mapping[str, tuple[float, float, float]]]
    """What some of them should weigh, for all that is known before any game: what is learned stays near it, and never
    falls below a part of it."""

    def __init__(self, file: Path, draw_margin: float) -> None:
        self.file = file
        self.draw_margin = draw_margin
        """The margin below which nobody has won."""

    @cached_property
    def coefficients(self) -> Coefficients:
        return Coefficients.read(self.file, self.items)

    @abstractmethod
    def features(self, s: S) -> Features:
        """What each side has in a position, at any point of the game after it was set up."""

    def setting_up(self, s: S) -> bool:
        """Whether the sides are not all there yet."""
        return False

    def __call__(self, s: S, side: int) -> float:
        """The chance that a side wins, a draw counted as half; what a finished game brought."""
        if s.result is not None:
            first = 0.5 if s.result.winner is None else 1.0 - s.result.winner
        else:
            first = self._chance(s)
        return first if side == 0 else 1.0 - first

    def _chance(self, s: S) -> float:
        margin, spread = self.margin(s)
        return (_logistic((margin - self.draw_margin) / spread) + _logistic((margin + self.draw_margin) / spread)) / 2

    def margin(self, s: S) -> tuple[float, float]:
        """The points that the first side will be ahead at the end, as far as can be foreseen, and their spread."""
        learned = self.coefficients
        if self.setting_up(s):
            return learned.opening.get(s.scenario, 0.0), sum(learned.spread)
        left, items = self.features(s)
        early, late, final = mixture(left)
        start, near = learned.bias.get(s.scenario, (0.0, 0.0))
        margin = early * start + late * near
        for item, (a, b, c) in zip(items, learned.items, strict=True):
            margin += item * (early * a + late * b + final * c)
        return margin, learned.spread[0] + learned.spread[1] * sqrt(left)


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-x)) if x > -500 else 0.0


class MapStrength(NamedTuple):
    """What stands on the map."""

    ours: float
    """The strength of the first side."""
    theirs: float
    """The strength of the second."""
    sums: tuple[float, ...]
    """What else counters have, that of the second side less than nothing."""
    forces: list[tuple[Hex, float]]
    """Strength hex by hex, that of the second side less than nothing."""


class StrengthCount:
    """Counts what stands on the map, stack by stack: most stacks are the same from one position to the next."""

    def __init__(self, whole: Sequence[Sequence[float]], hurt: Sequence[Sequence[float]] | None = None) -> None:
        """What each counter has: its strength, then anything else, for the second side less than nothing; and what is
        left of it when it is hurt."""
        self._whole, self._hurt = whole, hurt or whole
        self._nothing = (0.0,) * len(whole[0])
        self._stacks: dict[tuple[UnitSet, UnitSet], tuple[float, ...]] = {}

    def __call__(self, s: State, hurt: UnitSet = 0) -> MapStrength:
        if len(self._stacks) > KEPT:
            self._stacks.clear()
        found, stacks, forces = [], self._stacks, []
        ours = theirs = 0.0
        for hex_, stack in s.at.items():
            if hex_ < 0:
                continue
            key = stack, stack & hurt
            worth = stacks.get(key)
            if worth is None:
                worth = stacks[key] = self.group(*key)
            found.append(worth)
            force = worth[0]
            if force:
                forces.append((hex_, force))
                if force > 0:
                    ours += force
                else:
                    theirs -= force
        sums = tuple(map(sum, zip(*found, strict=True))) if found else self._nothing
        return MapStrength(ours, theirs, sums[1:], forces)

    def group(self, units: UnitSet, hurt: UnitSet = 0) -> tuple[float, ...]:
        """What some counters have together."""
        rows = [(self._hurt if hurt >> u & 1 else self._whole)[u] for u in members(units)]
        return tuple(map(sum, zip(*rows, strict=True))) if rows else self._nothing


class PlaceControl:
    """Who has a hold of places: the strength of both sides in them and around, the less the farther away."""

    def __init__(self, grid: Grid, places: Iterable[Hex], fading: float, reach: int) -> None:
        self.places = tuple(places)
        self._near: list[list[tuple[int, float]]] = [[] for _ in range(grid.bits)]
        for n, place in enumerate(self.places):
            for hex_ in members(grid.within(1 << place, reach)):
                self._near[hex_].append((n, fading ** grid.distance(place, hex_)))

    def __call__(self, forces: Iterable[tuple[Hex, float]], doubt: float) -> list[float]:
        """For each place from 1 (all in the hands of the first side) to -1; `doubt` is the strength that counts little.

        Strength is given hex by hex, that of the second side as less than nothing.
        """
        ours, theirs, near = [doubt] * len(self.places), [doubt] * len(self.places), self._near
        for hex_, force in forces:
            if force > 0:
                for n, share in near[hex_]:
                    ours[n] += force * share
            else:
                for n, share in near[hex_]:
                    theirs[n] -= force * share
        return [(a - b) / (a + b) for a, b in zip(ours, theirs, strict=True)]
