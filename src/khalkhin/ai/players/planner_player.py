"""A player that plans a whole phase before it moves a counter.

Of the advisor's ideas it takes those with the highest expected value, tried on copies of a few sampled positions with
the dice in their exact distribution. Ideas that combine, such as moves and assaults of several units, become one plan.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TypeVar

from khalkhin.ai.advisor import AnyAdvisor
from khalkhin.ai.budget import Budget
from khalkhin.ai.ideas import Idea
from khalkhin.ai.plans import best_idea, good_ideas, rate_improving
from khalkhin.ai.players.plan_follower import PlanFollower
from khalkhin.ai.sampling import Scene

T = TypeVar("T")

MAX_CHOICES = 20
"""Plans in a turn after which choices between single answers are made at once, so that nobody waits for long."""

HASTY_AFTER, STOP_AFTER = 0.4, 0.8
"""The shares of what a person is willing to wait after which a new plan is made of quick ideas, and after which no more
ideas are looked at in one that was begun before."""


class PlannerPlayer(PlanFollower):
    """The level `planner`: plans a whole phase of ideas that raise the evaluation, with exact odds, before it moves."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._turn: object = None
        self._plans = 0
        self._spent = 0.0
        """Seconds of the turn that went into plans."""
        self._begun, self._patience = 0.0, float("inf")

    def plan(self, scene: Scene, budget: Budget) -> Idea:
        turn = scene.seen["tracks"]["turn"]
        if turn != self._turn:
            self._turn, self._plans, self._spent = turn, 0, 0.0
        self._plans += 1
        self._begun = time.perf_counter()
        self._patience = float("inf") if budget.patience is None else budget.patience
        try:
            return self.advisor(scene).join(self.ideas(scene))
        finally:
            self._spent += time.perf_counter() - self._begun

    def advisor(self, scene: Scene) -> AnyAdvisor:
        """The advisor it listens to."""
        return scene.advisor

    def ideas(self, scene: Scene) -> list[Idea]:
        """What the plan is put together from, the most promising first.

        When all of it is said another plan is made of what has become possible by it; when there is nothing left that
        makes things better, the phase ends. Positions beside the first are sampled only when there is something to
        compare in them.
        """
        advisor, side, rng = self.advisor(scene), scene.side, scene.rng
        others = islice(scene.sampled_positions(), advisor.sample_count)
        first = next(others)
        positions = chain((first,), others)
        hasty = self._spent > HASTY_AFTER * self._patience
        if advisor.combines(first):
            found = advisor.quick_ideas(first, side, rng) if hasty else advisor.ideas(first, side, rng)
            rated = rate_improving(advisor, first, side, self._in_time(found))
            good = good_ideas(advisor, [first] if hasty else positions, side, self._in_time(rated)) if rated else ()
            return list(good) or [advisor.finish()]
        if hasty or self._plans > MAX_CHOICES:
            return [next(iter(advisor.ideas(first, side, rng)))]
        return [best_idea(advisor, positions, side, rng)]

    def _in_time(self, found: Iterable[T]) -> Iterator[T]:
        """As many as there is time to look at, where somebody waits."""
        for one in found:
            yield one
            if self._spent + time.perf_counter() - self._begun > STOP_AFTER * self._patience:
                return
