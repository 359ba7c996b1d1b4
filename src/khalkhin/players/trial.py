"""Plans tried on the same samples; one is kept until another does better than it by more than chance explains."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from khalkhin.engine.judgement import Idea
from khalkhin.engine.state import State
from khalkhin.players.budget import Purse
from khalkhin.players.hands import results
from khalkhin.players.playout import Playout

SAMPLES = 16
"""Positions with a fall of the dice, the same for all plans. What a plan comes to on one is worked out once."""
GLANCE = 2
"""Samples of a glance at a plan, taken at random: one that is behind on all of them is not looked at any further."""
LOOK = 4
"""Samples of a first look at the others, those of the glance among them."""
AGAIN = 4
"""Samples of a second look at those that are ahead."""
BEST = 2
"""How many of them get one."""
SURE = 0.5
"""Standard errors by which a plan has to be better than the one that is kept."""


@dataclass(frozen=True)
class Lead:
    """How much better a plan does than the one that is kept, over the samples both were played out on."""

    mean: float
    error: float

    @property
    def sure(self) -> bool:
        return self.mean > 0 and self.mean >= SURE * self.error


BEHIND = Lead(-1.0, 0.0)
"""Of a plan that was played out too seldom to say anything."""


class Trial:
    """What comes of plans, as long as a part of the budget lasts."""

    def __init__(
        self, playout: Playout, worlds: Sequence[State], rng: random.Random, purse: Purse, limit: float
    ) -> None:
        self._playout, self._rng, self._purse, self._limit = playout, rng, purse, limit
        self._samples = [(worlds[n % len(worlds)], rng.getrandbits(32)) for n in range(SAMPLES)]
        self._worths: defaultdict[tuple[tuple[str, object], ...], dict[int, float]] = defaultdict(dict)

    @property
    def over(self) -> bool:
        return self._purse.share >= self._limit

    def better(self, kept: Idea, others: Sequence[Idea]) -> Idea:
        """The best of some plans if it does better than the one that is kept, else that one."""
        if not others:
            return kept
        samples = self._rng.sample(range(SAMPLES), LOOK + AGAIN)
        self._play([kept, *others], samples[:GLANCE])
        left = [plan for plan in others if any(gain > 0 for gain in self._gains(plan, kept, samples[:GLANCE]))]
        self._play([kept, *left] if left else [], samples[:LOOK])
        leads = [(self.lead(plan, kept, samples[:LOOK]).mean, plan) for plan in left]
        ahead = sorted((lead for lead in leads if lead[0] > 0), key=lambda lead: -lead[0])[:BEST]
        if not ahead:
            return kept
        self._play([kept, *(plan for _, plan in ahead)], samples)
        found = [(self.lead(plan, kept, samples), plan) for _, plan in ahead]
        return max(((lead.mean, plan) for lead, plan in found if lead.sure), key=lambda x: x[0], default=(0.0, kept))[1]

    def lead(self, plan: Idea, kept: Idea, samples: Sequence[int]) -> Lead:
        found = self._gains(plan, kept, samples)
        return Lead(fmean(found), stdev(found) / len(found) ** 0.5) if len(found) >= LOOK else BEHIND

    def _gains(self, plan: Idea, kept: Idea, samples: Sequence[int]) -> list[float]:
        """Where both were played out, how much better a plan did than the one that is kept."""
        mine, other = self._worths[tuple(plan)], self._worths[tuple(kept)]
        return [mine[n] - other[n] for n in samples if n in mine and n in other]

    def _play(self, plans: Sequence[Idea], samples: Sequence[int]) -> None:
        """Play plans out where that was not done yet, sample by sample, until the budget is gone."""
        lines = [(plan, n) for n in samples for plan in plans if n not in self._worths[tuple(plan)]]
        for (plan, n), worth in zip(lines, results(self._played_out, lines, self._purse.cores), strict=True):
            self._worths[tuple(plan)][n] = worth
            self._purse.pay()
            if self.over:
                return

    def _played_out(self, line: tuple[Idea, int]) -> float:
        plan, sample = line
        world, seed = self._samples[sample]
        return self._playout.worth(world, plan, seed)
