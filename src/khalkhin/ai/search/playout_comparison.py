"""Plans compared by playouts on common samples: one is kept until another is better by more than noise explains.

A sample is a sampled position together with a seed for the dice, the same for all plans, so that two plans differ by
what they did and not by their luck. A plan is screened on few samples, looked at on more, and confirmed on still more.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from khalkhin.ai.budget import Spending
from khalkhin.ai.ideas import Idea
from khalkhin.ai.search.parallel_playouts import fork_map
from khalkhin.ai.search.playout import Playout
from khalkhin.engine.state import State

SAMPLES = 16
"""Samples altogether. What a plan comes to on one of them is worked out once."""
SCREENING_SAMPLES = 2
"""A plan that is behind on all of these is dropped."""
FIRST_SAMPLES = 4
"""Samples of the first comparison, the screening ones among them."""
CONFIRMING_SAMPLES = 4
"""Further samples for those that are ahead."""
CONFIRMED = 2
"""How many of them are confirmed, the best."""
MIN_SIGMA = 0.5
"""Standard errors by which a plan has to be better than the one that is kept."""


@dataclass(frozen=True)
class Lead:
    """How much better a plan does than the one that is kept, over the samples both were played out on."""

    mean: float
    error: float

    @property
    def certain(self) -> bool:
        return self.mean > 0 and self.mean >= MIN_SIGMA * self.error


BEHIND = Lead(-1.0, 0.0)
"""Of a plan that was played out too seldom to say anything."""


class Comparison:
    """What comes of plans, as long as a part of the budget lasts."""

    def __init__(
        self, playout: Playout, positions: Sequence[State], rng: random.Random, spending: Spending, limit: float
    ) -> None:
        self._playout, self._rng, self._spending, self._limit = playout, rng, spending, limit
        self._samples = [(positions[n % len(positions)], rng.getrandbits(32)) for n in range(SAMPLES)]
        self._results: defaultdict[tuple[tuple[str, object], ...], dict[int, float]] = defaultdict(dict)

    @property
    def over(self) -> bool:
        return self._spending.share >= self._limit

    def better(self, kept: Idea, others: Sequence[Idea]) -> Idea:
        """The best of some plans if it does better than the one that is kept, else that one."""
        if not others:
            return kept
        samples = self._rng.sample(range(SAMPLES), FIRST_SAMPLES + CONFIRMING_SAMPLES)
        screening = samples[:SCREENING_SAMPLES]
        self._play([kept, *others], screening)
        left = [plan for plan in others if any(gain > 0 for gain in self._gains(plan, kept, screening))]
        self._play([kept, *left] if left else [], samples[:FIRST_SAMPLES])
        leads = [(self.lead(plan, kept, samples[:FIRST_SAMPLES]).mean, plan) for plan in left]
        ahead = sorted((lead for lead in leads if lead[0] > 0), key=lambda lead: -lead[0])[:CONFIRMED]
        if not ahead:
            return kept
        self._play([kept, *(plan for _, plan in ahead)], samples)
        found = [(self.lead(plan, kept, samples), plan) for _, plan in ahead]
        certain = ((lead.mean, plan) for lead, plan in found if lead.certain)
        return max(certain, key=lambda x: x[0], default=(0.0, kept))[1]

    def lead(self, plan: Idea, kept: Idea, samples: Sequence[int]) -> Lead:
        found = self._gains(plan, kept, samples)
        return Lead(fmean(found), stdev(found) / len(found) ** 0.5) if len(found) >= FIRST_SAMPLES else BEHIND

    def _gains(self, plan: Idea, kept: Idea, samples: Sequence[int]) -> list[float]:
        """Where both were played out, how much better a plan did than the one that is kept."""
        mine, other = self._results[tuple(plan)], self._results[tuple(kept)]
        return [mine[n] - other[n] for n in samples if n in mine and n in other]

    def _play(self, plans: Sequence[Idea], samples: Sequence[int]) -> None:
        """Play plans out where that was not done yet, sample by sample, until the budget is gone."""
        missing = [(plan, n) for n in samples for plan in plans if n not in self._results[tuple(plan)]]
        played = fork_map(self._play_out, missing, self._spending.cores)
        for (plan, n), result in zip(missing, played, strict=True):
            self._results[tuple(plan)][n] = result
            self._spending.count_playout()
            if self.over:
                return

    def _play_out(self, task: tuple[Idea, int]) -> float:
        plan, sample = task
        position, seed = self._samples[sample]
        return self._playout.result(position, plan, seed)
