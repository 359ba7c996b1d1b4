"""A plan made better step by step in the eye of whoever judges.

Ideas that are good one after another are not yet the best that go together. Here some are taken out, others are tried
first, and what looks better is kept. The eye knows the odds and throws no dice, so that there is no noise to be misled
by, and a try costs a fraction of what a line of play does.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from khalkhin.engine.judgement import Idea, Judgement
from khalkhin.engine.state import State
from khalkhin.players.choosing import GAIN, helpful, looked_at, mean, rated, thought_out

TRIES = 300
"""Steps that are tried to make the plan better that the others have to beat, most of them in vain."""
FEWER = 150
"""The same for one of those others."""
MORE = 4
"""Ideas that are looked at in each of them to make up for those that were taken out."""
CHANCE = 0.3
"""What is added to the gain of every idea, so that one that is worth nothing by itself comes up as well."""
TWICE = 0.3
"""How often a plan is changed in two places at once."""
FILLED = 0.5
"""How often a changed plan is filled up with what is good besides."""
FEW = 8
"""With fewer ideas there is nothing to climb."""


class Change(NamedTuple):
    """A plan near another one."""

    swing: float
    """How much better the chance of winning looks when it has been carried out, before anybody answers."""
    parts: list[Idea]


class Climb:
    """What one judgement makes of the ideas it has at a position, of which several are imagined."""

    def __init__(self, mind: Judgement[Any], worlds: Sequence[State], side: int, rng: random.Random) -> None:
        self.mind, self.worlds, self.side, self._rng = mind, worlds, side, rng
        self.pool = looked_at(mind, worlds[0], side, mind.ideas(worlds[0], side, rng))
        self.looks = helpful(self.pool)
        self._weights = [max(0.0, look.gain) + CHANCE for look in self.pool]
        self.high = len(self.pool) >= FEW and mind.shuffles(worlds[0])
        """Whether there is anything to climb."""
        self._eyes = [mind.eye(s, side) for s in worlds]

    def planned(self) -> list[Idea]:
        """All that is good one after another: what a planner would do."""
        return thought_out(self.mind, self.worlds, self.side, self.looks)

    def higher(self, parts: Sequence[Idea], tries: int = TRIES) -> list[Idea]:
        """A plan that is no worse than what can be carried out of the one it begins with."""
        found, now = self._added(self.worlds, [], parts)
        if not self.high:
            return found
        most = mean(self._eyes, now)
        for _ in range(tries):
            taken, now = self._added(self.worlds, [], self._other(found))
            worth = mean(self._eyes, now)
            for idea in self._drawn(MORE):
                more, after = self._added(now, taken, [idea])
                if len(more) > len(taken) and (better := mean(self._eyes, after)) > worth + GAIN:
                    taken, now, worth = more, after, better
            if worth > most + GAIN:
                found, most = taken, worth
        return found + self._afterthoughts(found)

    def _afterthoughts(self, parts: Sequence[Idea]) -> list[Idea]:
        """What a plan has made possible: a planner would think of it when the plan is carried out."""
        _, now = self._added(self.worlds, [], parts)
        looks = rated(self.mind, now[0], self.side, self.mind.ideas(now[0], self.side, self._rng))
        return thought_out(self.mind, now, self.side, looks)

    def changes(self, parts: Sequence[Idea], count: int) -> list[Change]:
        """Plans near another one: something else at random, with what the outlook makes of each of them at once."""
        before = self._outlook(self._added(self.worlds, [], parts)[1])
        out: list[Change] = []
        for _ in range(count if self.pool else 0):
            other = self._other(self._other(parts) if self._rng.random() < TWICE else parts)
            found, now = self._added(self.worlds, [], other)
            out.append(Change(self._outlook(now) - before, found))
        return out

    def filled(self, parts: Sequence[Idea]) -> list[Idea]:
        """A plan, at times with what a planner would make of it besides."""
        full = self.high and self._rng.random() < FILLED
        return [*parts, *(self._afterthoughts(parts) if full else ())]

    def _outlook(self, worlds: Sequence[State]) -> float:
        return fmean(self.mind.outlook(s, self.side) for s in worlds)

    def _other(self, parts: Sequence[Idea]) -> list[Idea]:
        """Up to three ideas less, another one first or last, or both."""
        out, kind = list(parts), self._rng.random()
        if kind < 0.6:
            for _ in range(min(len(out), self._rng.choice((1, 1, 2, 3)))):
                out.pop(self._rng.randrange(len(out)))
        if kind >= 0.3:
            (idea,) = self._drawn(1)
            if not _has(out, idea):
                out.insert(self._rng.choice((0, 0, len(out))), idea)
        return out

    def _drawn(self, count: int) -> list[Idea]:
        return [look.idea for look in self._rng.choices(self.pool, self._weights, k=count)]

    def _added(
        self, worlds: Sequence[State], before: list[Idea], ideas: Iterable[Idea]
    ) -> tuple[list[Idea], Sequence[State]]:
        """The ideas that can be carried out in all positions, one after the other, and the positions after them."""
        taken, now = list(before), worlds
        for idea in ideas:
            if _has(taken, idea):
                continue
            after = [self.mind.carried_out(s, self.side, idea) for s in now]
            if all(s is not None for s in after):
                now = [s for s in after if s is not None]
                taken.append(idea)
        return taken, now


def _has(ideas: Iterable[Idea], idea: Idea) -> bool:
    return any(other is idea for other in ideas)
