"""A player that spends its budget: it compares whole plans by what comes of them.

The planner's plan is the one to beat. Others differ from it: as somebody of another temper would plan, without one of
its ideas, with another one first, or nothing at all. Each is played out on samples of what the view hides and of the dice,
the same for all of them, through the rest of the turn and the enemy's reply, and judged by the chance of winning. What
decides is noise: a plan is preferred to the planner's only if it does better by more than chance explains, in the mean
of several samples.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from khalkhin.engine.judgement import Idea, Judgement
from khalkhin.engine.state import State
from khalkhin.players.budget import Budget, Purse
from khalkhin.players.choosing import Rated, all_good, best, rated, together
from khalkhin.players.playout import Playout
from khalkhin.players.thinker import Scene, Thinker

WORLDS = 8
"""Positions that are imagined for one plan."""
WITHOUT = 4
"""Ideas of the planner's plan that are left out, one at a time."""
INSTEAD = 4
"""Ideas that are begun with, one at a time."""
OTHERS = 8
"""Answers that are compared where one is to be chosen."""
ROUND = 4
"""Samples between two looks at who is left; the first look comes after as many."""
SURE = 1.0
"""Standard errors by which a plan has to be better than the planner's."""
CLEAR = 2.5
"""Standard errors by which the answer is clear and thinking ends."""
PHASE = 0.6
"""The share of what is left of the turn's budget that one plan of moves may cost."""
CHOICE = 0.2
"""The same for one choice."""


class SearchPlayer(Thinker):
    """Improves on the planner by playing plans out."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._turn: object = None
        self._purse = Purse(Budget())

    def plan(self, scene: Scene, budget: Budget) -> Idea:
        if self._turn != scene.seen["tracks"]["turn"]:
            self._turn, self._purse = scene.seen["tracks"]["turn"], Purse(budget)
        self._purse.open(budget)
        try:
            return self._searched(scene)
        finally:
            self._purse.close()

    def _searched(self, scene: Scene) -> Idea:
        worlds = scene.worlds(WORLDS)
        moving = scene.mind.combines(worlds[0])
        plans = candidates(scene.mind, worlds, scene.side, scene.rng)
        if len(plans) == 1:
            return plans[0]
        share = self._purse.share
        limit = share + (1 - share) * (PHASE if moving else CHOICE)
        race = Race(Playout(scene.mind, scene.side), worlds, plans, scene.rng)
        for _ in race.run():
            self._purse.pay()
            if self._purse.share >= limit:
                break
        return race.winner()


def candidates(mind: Judgement[Any], worlds: Sequence[State], side: int, rng: random.Random) -> list[Idea]:
    """Plans that are worth comparing, the planner's first."""
    few = worlds[: mind.worlds]
    if not mind.combines(worlds[0]):
        ideas = list(mind.ideas(worlds[0], side, rng))[:OTHERS]
        first = best(mind, few, side, rng) if len(ideas) > 1 else ideas[0]
        leaning = [next(iter(other.ideas(worlds[0], side, rng))) for other in mind.others]
        return _distinct([first, *ideas, *leaning])
    looks = rated(mind, worlds[0], side, mind.ideas(worlds[0], side, rng))
    base = all_good(mind, few, side, looks)
    leaning = [_leaning(other, few[0], side, rng) for other in mind.others]
    plans: list[Sequence[Idea]] = [base, *leaning, *_changed(mind, few, side, looks, base), []]
    return _distinct([together(mind, plan) for plan in plans])


def _leaning(other: Judgement[Any], s: State, side: int, rng: random.Random) -> list[Idea]:
    """What somebody of another temper would do."""
    return all_good(other, [s], side, rated(other, s, side, other.ideas(s, side, rng)))


def _changed(
    mind: Judgement[Any], worlds: Sequence[State], side: int, looks: Sequence[Rated], base: Sequence[Idea]
) -> Iterator[list[Idea]]:
    """A plan without one of its ideas, or with another one first; ideas of several counters before those of one."""
    taken = {id(idea) for idea in base}

    def weight(look: Rated) -> tuple[bool, float]:
        return mind.single(look.idea), -look.gain

    ranked = sorted(looks, key=weight)
    for look in [look for look in ranked if id(look.idea) in taken][:WITHOUT]:
        yield [idea for idea in base if idea is not look.idea]
    for look in [look for look in ranked if id(look.idea) not in taken][:INSTEAD]:
        yield all_good(mind, worlds, side, [look, *looks])


def _distinct(plans: Sequence[Idea]) -> list[Idea]:
    return [list(said) for said in dict.fromkeys(tuple(plan) for plan in plans)]


@dataclass(frozen=True)
class Lead:
    """How much better a plan does than the first, over the samples both were played out on."""

    mean: float
    error: float

    @property
    def sure(self) -> float:
        """In standard errors."""
        return self.mean / self.error if self.error else (CLEAR if self.mean > 0 else 0.0)


class Race:
    """Plans against each other on the same samples; the first one is the one to beat."""

    def __init__(self, playout: Playout, worlds: Sequence[State], plans: Sequence[Idea], rng: random.Random) -> None:
        self.playout, self.worlds, self.plans = playout, worlds, plans
        self._rng = rng
        self.results: list[list[float]] = [[] for _ in plans]
        self._left = list(range(1, len(plans)))

    def run(self) -> Iterator[None]:
        """Play out one plan on one sample at a time, as long as there is a question."""
        while self._left:
            for _ in range(ROUND):
                world = self.worlds[len(self.results[0]) % len(self.worlds)]
                seed = self._rng.getrandbits(32)
                for index in (0, *self._left):
                    self.results[index].append(self.playout.worth(world, self.plans[index], seed))
                    yield
            self._look()

    def _look(self) -> None:
        """The worse half goes; when one is clearly better or nobody is left, so does the question."""
        ranked = sorted(self._left, key=lambda index: -self.lead(index).mean)
        ranked = [i for i in ranked[: (len(ranked) + 1) // 2] if self.lead(i).mean > 0]
        clear = len(ranked) == 1 and self.lead(ranked[0]).sure >= CLEAR
        self._left = [] if clear else ranked

    def lead(self, index: int) -> Lead:
        pairs = zip(self.results[index], self.results[0], strict=False)
        found = [mine - base for mine, base in pairs]
        if len(found) < 2:
            return Lead(0.0, 1.0)
        return Lead(fmean(found), stdev(found) / len(found) ** 0.5)

    def winner(self) -> Idea:
        """The plan that does best by more than chance explains, or the first."""
        able = [i for i in range(1, len(self.plans)) if len(self.results[i]) >= ROUND and self.lead(i).sure >= SURE]
        able = [i for i in able if len(self.results[i]) == max(len(self.results[j]) for j in able)]
        return self.plans[max(able, key=lambda i: self.lead(i).mean, default=0)]
