"""The most expensive decisions: what was played against what the search would have done, in chances of winning.

A side is judged by what it could know: both plans are played out on positions sampled from what it saw then, with
the same dice for both. Which plan is compared is chosen on a few samples, what it would have been worth is measured on
others, and only what chance does not explain is told.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, zip_longest
from statistics import fmean, stdev

from khalkhin.ai.analysis.course import Course, Stretch
from khalkhin.ai.analysis.luck import Roll
from khalkhin.ai.analysis.orders import told
from khalkhin.ai.budget import Spending
from khalkhin.ai.ideas import Idea
from khalkhin.ai.sampling import scene_of
from khalkhin.ai.search.candidate_plans import Candidates
from khalkhin.ai.search.playout import Playout
from khalkhin.engine.state import Event, State
from khalkhin.engine.view import view

POSITIONS = 4
"""Positions that are sampled for one question."""
SCREENING_SAMPLES = 2
"""Samples on which plans are chosen."""
OTHER_PLANS = 3
"""Plans beside the planner's that are screened where the planner's looks better than what was played."""
FIRST, SECOND = 0.45, 0.65
"""Shares of the budget after which no more questions are asked, and no more plans are looked at."""
ABREAST = 8
"""Questions that are measured at the same time, a few samples each in turn."""
ROUND = 4
FEWEST, MOST = 8, 24
"""Samples that a lesson needs, and those after which it is known well enough."""
MIN_SIGMA = 2.0
"""Standard errors that a cost has to be above nothing."""
LEAST = 0.01
"""What is cheaper is not worth telling."""
TOLD = 5
"""Lessons for each side."""
MOVING = 0.05
"""What plans of moves get ahead of answers: they decide more than the chances show at once."""


@dataclass(frozen=True)
class Lesson:
    """A decision that cost something."""

    at: int
    """How many decisions came before."""
    until: int
    turn: int
    phase: str
    side: int
    cost: float
    """What the other plan would have been worth more, in chances of winning."""
    error: float
    """The standard error of that."""
    samples: int
    played: tuple[Event, ...]
    """What was done that the other plan does otherwise, in the lines of a log."""
    better: tuple[Event, ...]


@dataclass
class _Question:
    """A stretch of a game, with plans to compare with what was played."""

    stretch: Stretch
    positions: Sequence[State]
    playout: Playout
    played: Idea
    plans: list[Idea]
    seed: int
    spending: Spending
    best: int = 0
    """The plan that looked best on the screening samples."""
    promise: float = 0.0
    """How much better it looked."""
    leads: list[float] = field(default_factory=list)
    """What it did better than what was played, sample by sample."""

    def sample(self, plan: Idea, number: int) -> float:
        """How much better a plan does than what was played, with one fall of the dice."""
        position, seed = self.positions[number % len(self.positions)], self.seed + number
        better, played = (self.playout.result(position, said, seed) for said in (plan, self.played))
        self.spending.count_playout()
        return better - played

    def screen(self, index: int) -> None:
        promise = fmean(self.sample(self.plans[index], number) for number in range(SCREENING_SAMPLES))
        if index == 0 or promise > self.promise:
            self.best, self.promise = index, promise

    def measure(self) -> None:
        """Another sample, none of those by which the plan was chosen."""
        self.leads.append(self.sample(self.plans[self.best], SCREENING_SAMPLES + len(self.leads)))

    @property
    def cost(self) -> float:
        return fmean(self.leads) if self.leads else self.promise

    @property
    def error(self) -> float:
        return float(stdev(self.leads) / len(self.leads) ** 0.5) if len(self.leads) > 1 else 1.0

    @property
    def open(self) -> bool:
        """Whether more samples can tell more: it may have cost something, and it is not known well yet."""
        if len(self.leads) >= (MOST // 2 if self.sure else MOST):
            return False
        return len(self.leads) < ROUND or (self.cost > 0 and self.cost + MIN_SIGMA * self.error >= LEAST)

    @property
    def sure(self) -> bool:
        return len(self.leads) >= FEWEST and self.cost >= LEAST and self.cost > MIN_SIGMA * self.error


def lessons(course: Course, found: Sequence[Roll], spending: Spending, rng: random.Random) -> list[Lesson]:
    """The most expensive decisions of each side, the most expensive first."""
    asked = [question for question in _asked(course, found, spending, rng) if question.promise > 0]
    asked.sort(key=lambda q: -q.promise)
    _look_at_others(asked, spending)
    _measure(asked, spending)
    learned = sorted((q for q in asked if q.sure), key=lambda q: -q.cost)
    sides = range(len(course.game.sides))
    return [_lesson(course, q) for side in sides for q in [q for q in learned if q.stretch.side == side][:TOLD]]


def _asked(course: Course, found: Sequence[Roll], spending: Spending, rng: random.Random) -> Iterator[_Question]:
    """Questions with one plan screened, those first where most seems to have been lost."""
    for stretch in _in_turn(course, found):
        if spending.share >= FIRST:
            return
        question = _question(course, stretch, spending, rng)
        if question is not None:
            question.screen(0)
            yield question


def _in_turn(course: Course, found: Sequence[Roll]) -> Iterator[Stretch]:
    """Stretches with a choice, of both sides in turn, those ahead where the chances fell."""
    expected = {roll.at + 1: roll for roll in found}

    def lost(stretch: Stretch) -> float:
        side, roll = stretch.side, expected.get(stretch.end)
        after = course.chance(stretch.end, side)
        if roll is not None:
            after = roll.expected if roll.side == side else 1 - roll.expected
        moving = MOVING if course.advisor.combines(course.position(stretch.begin)) else 0.0
        return course.chance(stretch.begin, side) - after + moving

    ranked = sorted(course.stretches, key=lost, reverse=True)
    sides = ([stretch for stretch in ranked if stretch.side == side] for side in range(len(course.game.sides)))
    return (stretch for stretch in chain.from_iterable(zip_longest(*sides)) if stretch is not None)


def _question(course: Course, stretch: Stretch, spending: Spending, rng: random.Random) -> _Question | None:
    """What else could have been done; None where there was no choice or the search would have begun with the same."""
    s, side, advisor = course.position(stretch.begin), stretch.side, course.advisor
    asked = next((p for p in s.asked if p.side == side), None)
    if asked is None or len(asked) < 2:  # who concedes or offers a draw need not be asked anything
        return None
    played = course.said(stretch)
    scene = scene_of(view(s, side), rng.getrandbits(32))
    positions = scene.positions(POSITIONS)
    candidates = Candidates(advisor.tuned, positions, side, scene.rng)
    plans = [candidates.first, *islice(candidates.others(), OTHER_PLANS)]
    first = plans[0]
    if list(first) == list(played[: len(first)]) or _alike(told(s, side, first), told(s, side, played)):
        return None
    return _Question(stretch, positions, Playout(advisor, side), played, plans, rng.getrandbits(32), spending)


def _alike(one: Sequence[Event], other: Sequence[Event]) -> bool:
    """Whether the same is done, in whatever order."""
    return all(event in other for event in one) and all(event in one for event in other)


def _look_at_others(asked: Sequence[_Question], spending: Spending) -> None:
    for question in asked:
        for index in range(1, min(len(question.plans), 1 + OTHER_PLANS)):
            if spending.share >= SECOND:
                return
            question.screen(index)


def _measure(asked: Sequence[_Question], spending: Spending) -> None:
    """Sample on where a cost may still be told or made surer; what turns out cheap makes room for the next."""
    queue = deque(asked)
    left: list[_Question] = []
    while spending.share < 1:
        left = [question for question in left if question.open]
        while queue and len(left) < ABREAST:
            left.append(queue.popleft())
        if not left:
            return
        for question in left:
            for _ in range(ROUND):
                if spending.share < 1:
                    question.measure()


def _lesson(course: Course, question: _Question) -> Lesson:
    stretch, plan = question.stretch, question.plans[question.best]
    s = course.position(stretch.begin)
    played, better = told(s, stretch.side, question.played), told(s, stretch.side, plan)
    return Lesson(
        stretch.begin,
        stretch.end,
        stretch.turn,
        stretch.phase,
        stretch.side,
        question.cost,
        question.error,
        len(question.leads),
        tuple(event for event in played if event not in better),
        tuple(event for event in better if event not in played),
    )
