"""The share of the dice: what a roll was expected to lead to, and what it led to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from statistics import fmean

from khalkhin.ai.analysis.course import Course, Stretch
from khalkhin.ai.expectation import Expectation
from khalkhin.engine.agenda import decide
from khalkhin.engine.errors import Illegal
from khalkhin.engine.state import Event, State
from khalkhin.engine.view import hears

EXACT = 36
"""Ways the dice can fall that are all followed; where there are more, samples have to do."""
SAMPLES = 12
REPEATS = 4
"""How often several rolls at once are thrown."""


@dataclass(frozen=True)
class Roll:
    """Dice that fell with a decision."""

    at: int
    """How many decisions came before."""
    turn: int
    phase: str
    side: int
    """Who threw them."""
    expected: float
    """That side's chance of winning before the dice fell, in the mean of all ways they can."""
    came: float
    told: tuple[Event, ...]

    @property
    def swing(self) -> float:
        """What the dice gave the side, or took."""
        return self.came - self.expected


class Fortune(Expectation):
    """Expected chances of winning; a battle is followed until it is fought out."""

    def __post_init__(self) -> None:
        self.evaluation = lambda s: self.advisor.win_chance(s, self.side)

    def _ends(self, s: State, left: int) -> bool:
        return left <= 0 or not s.asked or bool(s.agenda[-1].phase)

    def _rolls(self, count: int, sides: int) -> list[tuple[tuple[int, ...], float]]:
        if sides**count <= EXACT:
            return super()._rolls(count, sides)
        faces = range(1, sides + 1)
        return [(tuple(self.rng.choices(faces, k=count)), 1 / SAMPLES) for _ in range(SAMPLES)]


def rolls(course: Course, rng: random.Random, report: Callable[[float], None]) -> list[Roll]:
    """Every roll of a game."""
    owners = course.owners()
    thrown = [stretch for stretch in course.stretches if stretch.rolled]
    out = []
    for number, stretch in enumerate(thrown, start=1):
        with suppress(Illegal):  # what came to mind first could not be said: such a roll is not judged
            out.append(_roll(course, stretch, owners[stretch.begin], rng))
        report(number / len(thrown))
    return out


def _roll(course: Course, stretch: Stretch, owner: int, rng: random.Random) -> Roll:
    at = stretch.end - 1
    before, decision = course.position(at), course.history.decisions[at]
    after = before.clone()
    decide(after, *decision)
    side = _thrower(course, at, owner)
    sight = Fortune(course.advisor, before, side, rng)
    # Only the first roll of several is followed in every way: the others are thrown more than once.
    times = 1 if after.rolled == before.rolled + 1 else REPEATS
    expected = fmean(sight.value_after(before, [decision]) for _ in range(times))
    told = tuple(_telling(course, at, side))
    return Roll(at, stretch.turn, stretch.phase, side, expected, sight.value_after(after), told)


def _thrower(course: Course, at: int, owner: int) -> int:
    """Whose dice they were: whose phase it is, if no line names somebody else, as an event of the other side does."""
    sides = course.game.sides
    named = [event.params.get("side") for event in course.told(at) if "dice" in event.params]
    return next((sides.index(side) for side in reversed(named) if side in sides), owner)


def _telling(course: Course, at: int, side: int) -> Iterator[Event]:
    """The lines that say where it was and what the dice came to."""
    told = [event for event in course.told(at) if hears(event, side)]
    fell = [event for event in told if "dice" in event.params]
    where = [event for event in told if {"hex", "hexes"} & event.params.keys() and event not in fell]
    # Best is a line that also says who fought there.
    yield from sorted(where, key=lambda event: "units" not in event.params)[:1]
    yield from fell[-2:]
