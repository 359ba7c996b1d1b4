"""Plans against each other on the same samples; the first one is the one to beat."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from khalkhin.engine.judgement import Idea
from khalkhin.engine.state import State
from khalkhin.players.hands import results
from khalkhin.players.playout import Playout

ROUND = 4
"""Samples between two looks at who is left; the first look comes after as many."""
SURE = 0.5
"""Standard errors by which a plan has to be better than the first."""
DOUBT = 1.0
"""Standard errors by which a plan may be behind and still go on."""
CLEAR = 2.5
"""Standard errors by which the answer is clear and the race ends."""
LONG = 32
"""Samples after which it ends anyway."""


Line = tuple[int, int, int]
"""A plan, the position it begins with, and the seed of its chances."""


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
    """Whoever is behind goes, until one is left that is clearly better, or nobody."""

    def __init__(
        self, playout: Playout, worlds: Sequence[State], plans: Sequence[Idea], rng: random.Random, cores: int = 1
    ) -> None:
        self.playout, self.worlds, self.plans = playout, worlds, plans
        self._rng, self._cores = rng, cores
        self.results: list[list[float]] = [[] for _ in plans]
        self._left = list(range(1, len(plans)))

    def run(self) -> Iterator[None]:
        """Play out one plan on one sample at a time, as long as there is a question."""
        while self._left and len(self.results[0]) < LONG:
            lines = list(self._lines())
            for (index, _, _), worth in zip(lines, results(self._played_out, lines, self._cores), strict=True):
                self.results[index].append(worth)
                yield
            self._look()

    def _lines(self) -> Iterator[Line]:
        """The lines of play of a round: every plan that is left on the same samples."""
        before = len(self.results[0])
        for sample in range(before, before + ROUND):
            seed = self._rng.getrandbits(32)
            yield from ((index, sample % len(self.worlds), seed) for index in (0, *self._left))

    def _played_out(self, line: Line) -> float:
        index, world, seed = line
        return self.playout.worth(self.worlds[world], self.plans[index], seed)

    def _look(self) -> None:
        """The worse half goes, and who is well behind; when one is clearly better, so does the question."""
        ranked = sorted(self._left, key=lambda index: -self.lead(index).mean)
        ranked = [i for i in ranked[: (len(ranked) + 1) // 2] if self.lead(i).mean > -DOUBT * self.lead(i).error]
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
