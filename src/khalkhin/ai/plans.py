"""How a plan is made of ideas: the best of several, or greedily all that make things better together."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from khalkhin.ai.advisor import AnyAdvisor
from khalkhin.ai.expectation import Expectation
from khalkhin.ai.ideas import Idea
from khalkhin.engine.state import State

ROUNDS = 3
"""How often a plan is gone through again for what has become possible by it."""
MIN_GAIN = 1e-6
"""What an idea has to make a position better by."""


def best_idea(advisor: AnyAdvisor, positions: Iterable[State], side: int, rng: random.Random) -> Idea:
    """The idea with the highest expected value, in the mean of the sampled positions.

    Only one position is asked for where there is only one idea.
    """
    others = iter(positions)
    first = next(others)
    ideas = list(advisor.ideas(first, side, rng))
    if len(ideas) == 1:
        return ideas[0]
    expectations = [Expectation(advisor, s, side, rng) for s in (first, *others)]
    found: Idea = ()
    most = float("-inf")
    for idea in ideas:
        values = [expectation.value(idea) for expectation in expectations]
        known = [value for value in values if value is not None]
        if len(known) == len(values) and sum(known) / len(known) > most:
            found, most = idea, sum(known) / len(known)
    return found


@dataclass(frozen=True)
class Rated:
    """An idea with what it makes a position better by, alone."""

    gain: float
    idea: Idea


def rate_all(advisor: AnyAdvisor, s: State, side: int, ideas: Iterable[Idea]) -> list[Rated]:
    """The ideas that can be carried out in a position, each rated alone."""
    evaluation = advisor.evaluation(s, side)
    before = evaluation(s)
    out = []
    for idea in ideas:
        after = advisor.apply(s, side, idea)
        if after is not None:
            out.append(Rated(evaluation(after) - before, idea))
    return out


def improving(rated: Iterable[Rated]) -> list[Rated]:
    """Those that make things better, the best first."""
    return sorted((one for one in rated if one.gain > MIN_GAIN), key=lambda one: -one.gain)


def rate_improving(advisor: AnyAdvisor, s: State, side: int, ideas: Iterable[Idea]) -> list[Rated]:
    """The ideas that make a position better, each rated alone, the best first."""
    return improving(rate_all(advisor, s, side, ideas))


def good_ideas(advisor: AnyAdvisor, positions: Iterable[State], side: int, rated: Iterable[Rated]) -> list[Idea]:
    """Every idea that makes the mean of the positions better, each on top of those before it."""
    return _take_good(advisor, list(positions), side, rated)[0] if rated else []


def refined_ideas(advisor: AnyAdvisor, positions: Sequence[State], side: int, rated: Iterable[Rated]) -> list[Idea]:
    """All good ideas, and those that become good by them: what a planner does in a phase, plan after plan."""
    now, out = list(positions), list[Idea]()
    rng = random.Random(0)
    for _ in range(ROUNDS):
        taken, now = _take_good(advisor, now, side, rated)
        if not taken:
            break
        out += taken
        rated = rate_improving(advisor, now[0], side, advisor.ideas(now[0], side, rng))
    return out


def whole_plan(advisor: AnyAdvisor, ideas: Sequence[Idea]) -> Idea:
    """Ideas as the plan of a whole phase: after them it ends."""
    return [*(advisor.join(ideas) if ideas else ()), *advisor.finish()]


def _take_good(
    advisor: AnyAdvisor, positions: Sequence[State], side: int, rated: Iterable[Rated]
) -> tuple[list[Idea], list[State]]:
    """The good ideas, and the positions with them carried out, for evaluating and for further ideas."""
    evaluations = [advisor.evaluation(s, side) for s in positions]
    now, value = list(positions), mean_value(evaluations, positions)
    taken: list[Idea] = []
    for one in rated:
        after = [s for s in (advisor.apply(s, side, one.idea) for s in now) if s is not None]
        if len(after) == len(positions) and (better := mean_value(evaluations, after)) > value + MIN_GAIN:
            value, now = better, after
            taken.append(one.idea)
    return taken, now


def mean_value(evaluations: Sequence[Callable[[Any], float]], positions: Sequence[State]) -> float:
    """The mean of the positions, each by its own evaluation."""
    return sum(evaluate(s) for evaluate, s in zip(evaluations, positions, strict=True)) / len(positions)
