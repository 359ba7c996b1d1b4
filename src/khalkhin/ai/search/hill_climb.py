"""Hill climbing over plans: ideas taken out and others put in, kept where the evaluation likes the plan better.

The climb is static: it looks at the evaluation in the sampled positions and at nothing else. No dice and no replies, so
it is fast and has no noise; whether what it finds wins more often is for playouts to say.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from khalkhin.ai.advisor import AnyAdvisor
from khalkhin.ai.ideas import Idea
from khalkhin.ai.plans import MIN_GAIN, improving, mean_value, rate_all, rate_improving, refined_ideas
from khalkhin.engine.state import State

CLIMB_STEPS = 300
"""Steps of the climb from the planner's plan; most of them find nothing better."""
REFILL_TRIES = 4
"""Ideas that are tried in each step to make up for those that were taken out."""
BASE_WEIGHT = 0.3
"""Added to the gain of every idea when ideas are drawn, so that one without a gain of its own comes up as well."""
MIN_IDEAS = 8
"""With fewer ideas there is nothing to climb."""

P_SECOND_MUTATION = 0.3
"""How often a plan is mutated twice."""
P_REFINE = 0.5
"""How often a mutated plan is completed with what the planner would add to it."""


class Mutation(NamedTuple):
    """A plan near another one."""

    effect: float
    """How much better the static win chance is than that of the other plan."""
    ideas: list[Idea]


class HillClimb:
    """Static improvement of plans by one advisor's evaluation, in the mean of the sampled positions."""

    def __init__(self, advisor: AnyAdvisor, positions: Sequence[State], side: int, rng: random.Random) -> None:
        self.advisor, self.positions, self.side, self._rng = advisor, positions, side, rng
        self.pool = rate_all(advisor, positions[0], side, advisor.ideas(positions[0], side, rng))
        self.good = improving(self.pool)
        self._draw_weights = [max(0.0, rated.gain) + BASE_WEIGHT for rated in self.pool]
        self.worthwhile = len(self.pool) >= MIN_IDEAS and advisor.worth_hill_climbing(positions[0])
        """Whether there is anything to climb."""
        self._evaluations = [advisor.evaluation(s, side) for s in positions]

    def planned(self) -> list[Idea]:
        """The planner's plan."""
        return refined_ideas(self.advisor, self.positions, self.side, self.good)

    def improved(self, ideas: Sequence[Idea], steps: int = CLIMB_STEPS) -> list[Idea]:
        """A plan whose value is no lower than that of what can be carried out of the one it begins with."""
        found, now = self._carry_out(self.positions, [], ideas)
        if not self.worthwhile:
            return found
        most = mean_value(self._evaluations, now)
        for _ in range(steps):
            taken, now = self._carry_out(self.positions, [], self._mutate(found))
            value = mean_value(self._evaluations, now)
            for idea in self._draw(REFILL_TRIES):
                more, after = self._carry_out(now, taken, [idea])
                if len(more) > len(taken) and (better := mean_value(self._evaluations, after)) > value + MIN_GAIN:
                    taken, now, value = more, after, better
            if value > most + MIN_GAIN:
                found, most = taken, value
        return found + self._refinements(found)

    def mutations(self, ideas: Sequence[Idea], count: int) -> list[Mutation]:
        """Random mutations of a plan, with their effect on the static win chance."""
        before = self._win_chance(self._carry_out(self.positions, [], ideas)[1])
        out: list[Mutation] = []
        for _ in range(count if self.pool else 0):
            other = self._mutate(self._mutate(ideas) if self._rng.random() < P_SECOND_MUTATION else ideas)
            found, now = self._carry_out(self.positions, [], other)
            out.append(Mutation(self._win_chance(now) - before, found))
        return out

    def refined(self, ideas: Sequence[Idea]) -> list[Idea]:
        """A plan, at times with what the planner would add to it."""
        complete = self.worthwhile and self._rng.random() < P_REFINE
        return [*ideas, *(self._refinements(ideas) if complete else ())]

    def _refinements(self, ideas: Sequence[Idea]) -> list[Idea]:
        """What has become possible by a plan: the planner would think of it when the plan is carried out."""
        _, now = self._carry_out(self.positions, [], ideas)
        rated = rate_improving(self.advisor, now[0], self.side, self.advisor.ideas(now[0], self.side, self._rng))
        return refined_ideas(self.advisor, now, self.side, rated)

    def _win_chance(self, positions: Sequence[State]) -> float:
        return fmean(self.advisor.win_chance(s, self.side) for s in positions)

    def _mutate(self, ideas: Sequence[Idea]) -> list[Idea]:
        """Take out up to three ideas, put another one first or last, or do both."""
        out, kind = list(ideas), self._rng.random()
        if kind < 0.6:
            for _ in range(min(len(out), self._rng.choice((1, 1, 2, 3)))):
                out.pop(self._rng.randrange(len(out)))
        if kind >= 0.3:
            (idea,) = self._draw(1)
            if not _has(out, idea):
                out.insert(self._rng.choice((0, 0, len(out))), idea)
        return out

    def _draw(self, count: int) -> list[Idea]:
        return [rated.idea for rated in self._rng.choices(self.pool, self._draw_weights, k=count)]

    def _carry_out(
        self, positions: Sequence[State], before: list[Idea], ideas: Iterable[Idea]
    ) -> tuple[list[Idea], Sequence[State]]:
        """The ideas that can be carried out in all positions, one after the other, and the positions after them."""
        taken, now = list(before), positions
        for idea in ideas:
            if _has(taken, idea):
                continue
            after = [self.advisor.apply(s, self.side, idea) for s in now]
            if all(s is not None for s in after):
                now = [s for s in after if s is not None]
                taken.append(idea)
        return taken, now


def _has(ideas: Iterable[Idea], idea: Idea) -> bool:
    return any(other is idea for other in ideas)
