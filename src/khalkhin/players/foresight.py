"""What a decision leads to: played out on copies, with the first dice in their exact distribution."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from khalkhin.engine.agenda import Noun, decide
from khalkhin.engine.dice import SECRET_BYTES, Dice
from khalkhin.engine.errors import Illegal
from khalkhin.engine.judgement import Eye, Idea, Judgement
from khalkhin.engine.state import State

Saying = tuple[int, str, Noun]
"""A decision with the side that takes it."""

FAR = 60
"""Answers after which a line of play is judged where it is, settled or not."""


class Asked(Exception):
    """The dice are wanted, and nobody has said how they are to fall."""

    def __init__(self, count: int, sides: int) -> None:
        self.count, self.sides = count, sides


class _Held(Dice):
    """Dice that do not fall by themselves."""

    def roll(self, counter: int, count: int, sides: int = 6) -> tuple[int, ...]:
        raise Asked(count, sides)


@dataclass(frozen=True)
class _Placed(Dice):
    """Dice of which one roll is known."""

    counter: int = 0
    faces: tuple[int, ...] = ()

    def roll(self, counter: int, count: int, sides: int = 6) -> tuple[int, ...]:
        return self.faces if counter == self.counter else super().roll(counter, count, sides)


HELD = _Held(bytes(SECRET_BYTES), "held")


@dataclass
class Foresight:
    """Plays ideas on copies of one imagined position and tells what they are worth to a side."""

    mind: Judgement[Any]
    start: State
    side: int
    rng: random.Random
    eye: Eye = field(init=False)

    def __post_init__(self) -> None:
        self.eye = self.mind.eye(self.start, self.side)

    def worth(self, idea: Idea) -> float | None:
        """The expected worth of an idea for the side; None if it cannot be carried out here."""
        try:
            return self.reached(self.start, [(self.side, verb, noun) for verb, noun in idea])
        except Illegal:
            return None

    def reached(self, s: State, said: Iterable[Saying] = ()) -> float:
        """The expected worth of a position that the start has led to, when this is said there."""
        s = s.clone()
        s.dice = HELD
        return self._play(s, list(said), FAR)

    def _play(self, s: State, said: list[Saying], far: int) -> float:
        """Say what is to be said, then what comes to mind first, until the position settles."""
        while said or not self._rests(s, far):
            if not said:
                said = self._reflex(s)
            who, verb, noun = said.pop(0)
            before = s.clone() if s.dice is HELD else s
            try:
                decide(s, who, verb, noun)
            except Asked as wanted:
                return self._chance(before, (who, verb, noun), said, far, wanted)
            far -= 1
        return self.eye(s)

    def _rests(self, s: State, far: int) -> bool:
        return far <= 0 or not s.asked or self.mind.settled(self.start, s)

    def _reflex(self, s: State) -> list[Saying]:
        """The first thing that comes to the mind of somebody who is asked."""
        asked = s.asked[0]
        idea = next(iter(self.mind.ideas(s, asked.side, self.rng)))
        return [(asked.side, verb, noun) for verb, noun in idea]

    def _chance(self, s: State, saying: Saying, said: list[Saying], far: int, wanted: Asked) -> float:
        """The mean over every way the dice can fall; ways that lead to the same position are followed once."""
        after: dict[State, float] = {}
        for faces, chance in self._ways(wanted.count, wanted.sides):
            twin = s.clone()
            twin.dice = _Placed(self.rng.randbytes(SECRET_BYTES), "imagined", None, s.rolled + 1, faces)
            decide(twin, *saying)
            after[twin] = after.get(twin, 0.0) + chance
        ways = list(after.items())
        return sum(chance * self._play(twin, list(said), far - 1) for twin, chance in ways)

    def _ways(self, count: int, sides: int) -> list[tuple[tuple[int, ...], float]]:
        return self.mind.rolls(count, sides)
