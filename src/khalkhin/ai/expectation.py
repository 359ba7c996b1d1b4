"""The expected value of an idea: carried out on copies of a position, with the dice in their exact distribution."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from khalkhin.ai.advisor import AnyAdvisor
from khalkhin.ai.ideas import Idea
from khalkhin.engine.agenda import Noun, decide
from khalkhin.engine.dice import SECRET_BYTES, Dice
from khalkhin.engine.errors import Illegal
from khalkhin.engine.state import State

Decision = tuple[int, str, Noun]
"""A side, a verb and a noun."""

MAX_DECISIONS = 60
"""Decisions after which a position is evaluated, quiet or not."""


class DiceNeeded(Exception):
    """Dice are to be rolled, and nobody has said how they fall."""

    def __init__(self, count: int, sides: int) -> None:
        self.count, self.sides = count, sides


class _NoDice(Dice):
    """Dice that do not fall by themselves."""

    def roll(self, counter: int, count: int, sides: int = 6) -> tuple[int, ...]:
        raise DiceNeeded(count, sides)


@dataclass(frozen=True)
class _FixedRoll(Dice):
    """Dice of which one roll is known."""

    counter: int = 0
    faces: tuple[int, ...] = ()

    def roll(self, counter: int, count: int, sides: int = 6) -> tuple[int, ...]:
        return self.faces if counter == self.counter else super().roll(counter, count, sides)


NO_DICE = _NoDice(bytes(SECRET_BYTES), "held")


@dataclass
class Expectation:
    """Expected values of ideas in one sampled position, for one side."""

    advisor: AnyAdvisor
    start: State
    side: int
    rng: random.Random
    evaluation: Callable[[Any], float] = field(init=False)

    def __post_init__(self) -> None:
        self.evaluation = self.advisor.evaluation(self.start, self.side)

    def value(self, idea: Idea) -> float | None:
        """The expected value of an idea for the side; None if it cannot be carried out here."""
        try:
            return self.value_after(self.start, [(self.side, verb, noun) for verb, noun in idea])
        except Illegal:
            return None

    def value_after(self, s: State, decisions: Iterable[Decision] = ()) -> float:
        """The expected value of a position that the start has led to, when these decisions are taken there."""
        s = s.clone()
        s.dice = NO_DICE
        return self._play(s, list(decisions), MAX_DECISIONS)

    def _play(self, s: State, decisions: list[Decision], left: int) -> float:
        """Take the decisions, then the first idea at each prompt, until the position is quiet."""
        while decisions or not self._ends(s, left):
            if not decisions:
                decisions = self._first_idea(s)
            side, verb, noun = decisions.pop(0)
            before = s.clone() if s.dice is NO_DICE else s
            try:
                decide(s, side, verb, noun)
            except DiceNeeded as needed:
                return self._chance_node(before, (side, verb, noun), decisions, left, needed)
            left -= 1
        return self.evaluation(s)

    def _ends(self, s: State, left: int) -> bool:
        return left <= 0 or not s.asked or self.advisor.is_quiet(self.start, s)

    def _first_idea(self, s: State) -> list[Decision]:
        asked = s.asked[0]
        idea = next(iter(self.advisor.ideas(s, asked.side, self.rng)))
        return [(asked.side, verb, noun) for verb, noun in idea]

    def _chance_node(self, s: State, decision: Decision, then: list[Decision], left: int, needed: DiceNeeded) -> float:
        """The mean over every way the dice can fall; ways that lead to the same position are followed once."""
        after: dict[State, float] = {}
        for faces, chance in self._rolls(needed.count, needed.sides):
            twin = s.clone()
            twin.dice = _FixedRoll(self.rng.randbytes(SECRET_BYTES), "imagined", None, s.rolled + 1, faces)
            decide(twin, *decision)
            after[twin] = after.get(twin, 0.0) + chance
        ways = list(after.items())
        return sum(chance * self._play(twin, list(then), left - 1) for twin, chance in ways)

    def _rolls(self, count: int, sides: int) -> list[tuple[tuple[int, ...], float]]:
        return self.advisor.rolls(count, sides)
