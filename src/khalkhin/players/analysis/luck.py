"""The share of the dice: what a roll was expected to lead to, and what it led to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from khalkhin.engine.agenda import decide
from khalkhin.engine.errors import Illegal
from khalkhin.engine.state import Event, State
from khalkhin.players.analysis.course import Course, Stretch
from khalkhin.players.foresight import Foresight

EXACT = 36
"""Ways the dice can fall that are all followed; where there are more, samples have to do."""
SAMPLES = 12


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


class Fortune(Foresight):
    """Foresight that looks at the chance of winning, and follows a battle until it is fought out."""

    def __post_init__(self) -> None:
        self.eye = lambda s: self.mind.outlook(s, self.side)

    def _rests(self, s: State, far: int) -> bool:
        return far <= 0 or not s.asked or bool(s.agenda[-1].phase)

    def _ways(self, count: int, sides: int) -> list[tuple[tuple[int, ...], float]]:
        if sides**count <= EXACT:
            return super()._ways(count, sides)
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


def _roll(course: Course, stretch: Stretch, side: int, rng: random.Random) -> Roll:
    at = stretch.end - 1
    told = tuple(_telling(course, at))
    side = _thrower(course, told, side)
    before, decision = course.position(at), course.history.decisions[at]
    sight = Fortune(course.mind, before, side, rng)
    expected = sight.reached(before, [decision])
    after = before.clone()
    decide(after, *decision)
    return Roll(at, stretch.turn, stretch.phase, side, expected, sight.reached(after), told)


def _thrower(course: Course, told: Sequence[Event], otherwise: int) -> int:
    """Whose dice they were: that of whom a line says so, as an event that comes with the end of the other's phase."""
    sides = course.game.sides
    named = [event.params["side"] for event in told if "dice" in event.params and event.params.get("side") in sides]
    return sides.index(named[-1]) if named else otherwise


def _telling(course: Course, at: int) -> Iterator[Event]:
    """The lines that say where it was and what the dice came to."""
    told = [event for event in course.told(at) if event.audience == -1]
    where = next((event for event in told if "hex" in event.params), None)
    fell = [event for event in told if "dice" in event.params]
    if where is not None and where not in fell:
        yield where
    yield from fell[-2:]
