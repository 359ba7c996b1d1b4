"""What a player learns from a game that is over: how the chances went, what the dice did, what cost the most.

The game is over, so nothing is hidden here. Chances of winning are those of the game's advisor; what a decision
cost is found by playing on from it, with what was done and with what the search would have done.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from khalkhin.ai.analysis.course import Course
from khalkhin.ai.analysis.lessons import Lesson, lessons
from khalkhin.ai.analysis.luck import Roll, rolls
from khalkhin.ai.budget import Budget, Spending
from khalkhin.engine.game import Game
from khalkhin.engine.match import Match
from khalkhin.engine.state import Event

SECONDS = 60.0
DICE = 0.25
"""The share of the work, as it is reported, that the dice are."""
RARE = 3
"""How many of the luckiest rolls and of the unluckiest are told for each side."""
SMALL = 0.002
"""A roll that moved the chances less made no difference."""


@dataclass(frozen=True)
class Point:
    """How the chances stood after so many decisions."""

    at: int
    turn: int
    phase: str
    chance: float
    """The first side's."""


@dataclass(frozen=True)
class Analysis:
    """What is to be said about a game."""

    game: Game[Any]
    points: tuple[Point, ...]
    rolls: tuple[Roll, ...]
    lessons: tuple[Lesson, ...]

    def luck(self, side: int) -> float:
        """What its own rolls gave a side in all, in chances of winning."""
        return sum(roll.swing for roll in self.rolls if roll.side == side)

    def rarest(self, side: int, best: bool) -> list[Roll]:
        """The luckiest or the unluckiest rolls of a side."""
        sign = 1 if best else -1
        moved = [roll for roll in self.rolls if roll.side == side and sign * roll.swing > SMALL]
        return sorted(moved, key=lambda roll: -sign * roll.swing)[:RARE]


def analyse(match: Match, budget: Budget | None = None, seed: int = 0) -> Analysis:
    """Look back at a game that is over. The budget is for the whole of it; it is told how far things have come."""
    budget = budget or Budget(SECONDS)
    report: Callable[[float], None] = budget.report or (lambda share: None)
    rng, began = random.Random(seed), time.perf_counter()
    course = Course(match)
    found = rolls(course, rng, lambda share: report(DICE * share))
    spent = time.perf_counter() - began
    rest = replace(
        budget, seconds=budget.seconds - spent, report=lambda share: report(DICE + (1 - DICE) * min(share, 1.0))
    )
    spending = Spending(rest)
    spending.start(rest)
    learned = lessons(course, found, spending, rng)
    report(1.0)
    return Analysis(course.game, tuple(_points(course)), tuple(found), tuple(learned))


def _points(course: Course) -> list[Point]:
    """The chances where stretches begin, and how it ended."""
    points = [Point(one.begin, one.turn, one.phase, course.chances[one.begin]) for one in course.stretches]
    end = course.history.moments[-1]
    return [*points, Point(course.length, end.turn, end.phases[-1], course.chances[course.length])]


# -- plain data --------------------------------------------------------------------------------------------------------


def analysis_data(found: Analysis) -> dict[str, Any]:
    """An analysis as clients get it. Chances are of the side that is named; on the curve, of the first."""
    sides = found.game.sides
    return {
        "sides": list(sides),
        "points": [{"at": p.at, "turn": p.turn, "phase": p.phase, "chance": round(p.chance, 4)} for p in found.points],
        "luck": {
            name: {
                "rolls": sum(roll.side == side for roll in found.rolls),
                "luck": round(found.luck(side), 4),
                "best": [_roll(roll) for roll in found.rarest(side, best=True)],
                "worst": [_roll(roll) for roll in found.rarest(side, best=False)],
            }
            for side, name in enumerate(sides)
        },
        "lessons": {
            name: [_lesson(one) for one in found.lessons if one.side == side] for side, name in enumerate(sides)
        },
    }


def _roll(roll: Roll) -> dict[str, Any]:
    return {
        "at": roll.at,
        "turn": roll.turn,
        "phase": roll.phase,
        "expected": round(roll.expected, 4),
        "came": round(roll.came, 4),
        "swing": round(roll.swing, 4),
        "told": _lines(roll.told),
    }


def _lesson(lesson: Lesson) -> dict[str, Any]:
    return {
        "at": lesson.at,
        "turn": lesson.turn,
        "phase": lesson.phase,
        "cost": round(lesson.cost, 4),
        "error": round(lesson.error, 4),
        "played": _lines(lesson.played),
        "better": _lines(lesson.better),
    }


def _lines(told: Sequence[Event]) -> list[dict[str, Any]]:
    return [{"key": event.key, "params": event.params, "rule": event.rule} for event in told]
