"""Candidates: which plans of a phase the search compares, in the order in which it makes them up.

A plan is a list of ideas that are carried out one after another. The search begins with

1. the planner's plan: every idea that makes things better, greedily;
2. that plan improved by a static hill climb (hill_climb.py);
3. the plans of advisors with other weights, improved in the same way by their own evaluation;
4. a climb from the empty plan, and the empty plan itself.

Then it mutates the best one again and again. Of every 30 mutations two are played out: the one with the best static win
chance, and a random one with a noticeable effect.

Where one answer has to be chosen rather than a plan made, the candidates are the answers themselves.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from khalkhin.ai.advisor import AnyAdvisor
from khalkhin.ai.ideas import Idea
from khalkhin.ai.plans import best_idea, good_ideas, whole_plan
from khalkhin.ai.search.hill_climb import HillClimb
from khalkhin.engine.agenda import decide
from khalkhin.engine.state import State

SHORT_CLIMB_STEPS = 150
"""Steps of a climb from any other plan than the planner's."""

MUTATIONS = 30
"""Mutations of a plan, of which two are played out."""
MIN_EFFECT = 0.002
"""The least that a mutation has to do to the static win chance, for better or worse, to be noticeable."""

LEFT_OUT = 3
"""Ideas of a plan of few ideas that are left out, one at a time."""
PUT_FIRST = 3
"""Ideas that such a plan begins with instead, one at a time."""

ANSWERS = 8
"""Answers that are compared where one is to be chosen."""
LIKELY_FURTHER, RANDOM_FURTHER = 2, 2
"""How many answers beside the ideas are compared: those with the best static win chance, and some at random."""


class Candidates:
    """The plans, or answers, of one side that are worth comparing at a prompt, in several sampled positions."""

    def __init__(self, advisor: AnyAdvisor, positions: Sequence[State], side: int, rng: random.Random) -> None:
        self.advisor, self.side, self._rng = advisor, side, rng
        self._positions = positions[: advisor.sample_count]
        self.combines = advisor.combines(positions[0])
        self._ideas_of: dict[tuple[Any, ...], list[Idea]] = {}
        """The ideas that a plan is made of."""
        self._climb: HillClimb
        self._answers: list[Idea] = []
        self._compared: set[tuple[Any, ...]] = set()
        """Plans that were handed out already."""
        self.first = self._planners_plan() if self.combines else self._planners_answer()
        """What the planner would do: the one to beat."""

    @property
    def many(self) -> bool:
        """Whether there are many ideas that combine, and much to find among them."""
        return self.combines and self._climb.worthwhile

    def others(self) -> Iterator[Idea]:
        """Plans to begin with beside the planner's, the most promising first; none is made up before it is wanted."""
        return self._new(self._other_plans() if self.combines else self._other_answers())

    def mutations(self, plan: Idea) -> Iterator[Idea]:
        """Two mutations of a plan: the one with the best static win chance, and a random one with a noticeable effect,
        for what shows only in playouts."""
        if not self.combines:
            return
        mutations = self._climb.mutations(self._ideas_of[tuple(plan)], MUTATIONS)
        found = {tuple(whole_plan(self.advisor, x.ideas)): x for x in mutations}
        drawn = sorted((x for said, x in found.items() if said not in self._compared), key=lambda x: -x.effect)
        rest = drawn[1:]
        self._rng.shuffle(rest)
        rest.sort(key=lambda x: abs(x.effect) < MIN_EFFECT)
        for mutation in (*drawn[:1], *rest[:1]):
            bare, full = self._plan(mutation.ideas), self._plan(self._climb.refined(mutation.ideas))
            new = tuple(full) not in self._compared
            self._note(bare)
            if new:
                yield self._note(full)

    # -- plans of many ideas ----------------------------------------------------------------------------------------

    def _planners_plan(self) -> Idea:
        self._climb = HillClimb(self.advisor, self._positions, self.side, self._rng)
        return self._note(self._plan(self._climb.planned()))

    def _other_plans(self) -> Iterator[Idea]:
        base, climb = self._ideas_of[tuple(self.first)], self._climb
        yield self._plan(climb.improved(base))
        for variant in self.advisor.variants:
            other = HillClimb(variant, self._positions, self.side, self._rng)
            yield self._plan(other.improved(other.planned(), SHORT_CLIMB_STEPS))
        if climb.worthwhile:
            yield self._plan(climb.improved((), SHORT_CLIMB_STEPS))
        else:
            yield from self._small_changes(base)
        yield self._plan([])

    def _small_changes(self, base: Sequence[Idea]) -> Iterator[Idea]:
        """A plan of few ideas without one of them, or with another one first."""
        advisor, rated = self.advisor, self._climb.good
        taken = {id(idea) for idea in base}
        ranked = sorted(rated, key=lambda x: (advisor.is_single(x.idea), -x.gain))
        for one in [x for x in ranked if id(x.idea) in taken][:LEFT_OUT]:
            yield self._plan([idea for idea in base if idea is not one.idea])
        for one in [x for x in ranked if id(x.idea) not in taken][:PUT_FIRST]:
            yield self._plan(good_ideas(advisor, self._positions, self.side, [one, *rated]))

    def _plan(self, ideas: Sequence[Idea]) -> Idea:
        plan = list(whole_plan(self.advisor, ideas))
        self._ideas_of[tuple(plan)] = list(ideas)
        return plan

    # -- one answer of several --------------------------------------------------------------------------------------

    def _planners_answer(self) -> Idea:
        self._answers = list(self.advisor.ideas(self._positions[0], self.side, self._rng))
        if len(self._answers) == 1:
            return self._note(list(self._answers[0]))
        return self._note(list(best_idea(self.advisor, self._positions, self.side, self._rng)))

    def _other_answers(self) -> Iterator[Idea]:
        """The advisor's ideas, the first ideas of its variants, and answers beside the ideas."""
        s = self._positions[0]
        yield from map(list, self._answers[:ANSWERS])
        yield from (list(next(iter(other.ideas(s, self.side, self._rng)))) for other in self.advisor.variants)
        yield from self._further_answers(s)

    def _further_answers(self, s: State) -> Iterator[Idea]:
        begun = {plan[0] for plan in self._compared}
        found = [list(idea) for idea in self.advisor.further_ideas(s, self.side) if idea[0] not in begun]
        self._rng.shuffle(found)
        likely = sorted(found[:MUTATIONS], key=lambda idea: -self._static_win_chance(s, idea))[:LIKELY_FURTHER]
        yield from (*likely, *[idea for idea in found if idea not in likely][:RANDOM_FURTHER])

    def _static_win_chance(self, s: State, answer: Idea) -> float:
        """The chance of winning when something has been said, before anybody replies."""
        after = s.clone()
        for verb, noun in answer:
            decide(after, self.side, verb, noun)
        return self.advisor.win_chance(after, self.side)

    # -- no plan twice ----------------------------------------------------------------------------------------------

    def _note(self, plan: Idea) -> Idea:
        self._compared.add(tuple(plan))
        return plan

    def _new(self, plans: Iterable[Idea]) -> Iterator[Idea]:
        return (self._note(plan) for plan in plans if tuple(plan) not in self._compared)
