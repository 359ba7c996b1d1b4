"""How good a position is for one side: what stands where, and the battles that are to come."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from khalkhin.ai.advisor import score_difference
from khalkhin.ai.goals import Goals
from khalkhin.ai.values import Distances, Values
from khalkhin.ai.weights import STANDARD, Weights
from khalkhin.engine.state import State

P = TypeVar("P", bound=State)
Key = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class EvaluationSettings:
    """The numbers that every game's evaluation has; a game adds its own."""

    promised_share: float
    """The share of what battles promise that is counted while units still move."""


class Tools(NamedTuple):
    """What the evaluations of one game and one moment of it share."""

    battle_values: Any
    """What battles of the game are worth."""
    distances: Distances[Any]
    values: Values
    settings: Any
    """The game's settings, with `evaluation`, `goals` and `marches` among them."""
    weights: Weights = STANDARD


class Evaluation(ABC, Generic[P]):
    """How good positions are for one side, in points of victory, without dice or replies (a *static evaluation*).

    It is made for one position and called with positions that come of it, in which the enemy stands more or less where
    he stands now. Most of them differ by a stack or two, so what a stack is worth is remembered.
    """

    battle_values: Any
    distances: Distances[Any]
    values: Values
    goals: Goals
    game: Any
    settings: Any

    def __init__(self, tools: Tools, s: P, side: int, before_battle: bool) -> None:
        self.battle_values, self.distances, self.values, self.settings, self.weights = tools
        self.game, self.start = s.game, s
        self.side, self.enemy = side, 1 - side
        self.before_battle = before_battle
        self._attack_weight = self.settings.evaluation.promised_share * self.weights.attack
        self._stacks: dict[Key, float] = {}
        self._posts: dict[tuple[int, int], float] = {}

    def __call__(self, s: P) -> float:
        if s.result is not None:
            return score_difference(s, self.side)
        out, known = self.score(s), self._stacks
        for key in self.stacks(s):
            found = known.get(key)
            if found is None:
                found = known[key] = self.stack(s, key)
            out += found
        for worth in self.apart(s):
            out += worth
        return out + self._attack_weight * self.prospects(s) if self.before_battle else out

    @abstractmethod
    def score(self, s: P) -> float:
        """The points as they stand, with the places that are held and may yet be lost."""

    @abstractmethod
    def stacks(self, s: P) -> Iterator[Key]:
        """One's own stacks: the hex, who is there, and whatever else makes a difference to what they are worth."""

    @abstractmethod
    def stack(self, s: P, key: Key) -> float:
        """What it is worth that a stack stands where it does."""

    def apart(self, s: P) -> Iterable[float]:
        """What counts besides the stacks on the map, such as points to spend."""
        return ()

    @abstractmethod
    def prospects(self, s: P) -> float:
        """What the battles that come next are worth as the units stand."""

    def post(self, unit: int, place: int) -> float:
        """What it is worth that a unit stands in a hex, danger left aside: how near it is to its goal."""
        key = unit, place
        found = self._posts.get(key)
        if found is None:
            found = self._posts[key] = self.weights.goal_distance * self.posted(unit, place)
        return found

    @abstractmethod
    def posted(self, unit: int, place: int) -> float:
        """The same, worked out."""
