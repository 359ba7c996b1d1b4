"""Plans that are worth comparing: the planner's, those of other tempers, and changes of a good one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from khalkhin.engine.judgement import Idea, Judgement
from khalkhin.engine.state import State
from khalkhin.players.choosing import Rated, all_good, best, rated, thought_out, whole

WITHOUT = 3
"""Ideas of a plan that are left out, one at a time."""
INSTEAD = 3
"""Ideas that are begun with, one at a time."""
CHANGES = 6
"""Changes of a plan that has won, to go on from it."""
CHOICES = 8
"""Answers that are compared where one is to be chosen."""


class Variety:
    """What one side could do in a position of which several are imagined."""

    def __init__(self, mind: Judgement[Any], worlds: Sequence[State], side: int, rng: random.Random) -> None:
        self.mind, self.side, self._rng = mind, side, rng
        self._worlds = worlds[: mind.worlds]
        self.combines = mind.combines(worlds[0])
        self._parts: dict[tuple[Any, ...], list[Idea]] = {}
        """The ideas that a plan is made of."""
        self._looks: list[Rated] = []
        self._choices: list[Idea] = []
        self._given: set[tuple[Any, ...]] = set()
        """Plans that were compared already."""
        self.planned = self._base() if self.combines else self._choice()

    def others(self) -> list[Idea]:
        """Plans to begin with, beside the planner's."""
        return self._new(self._leaning() if self.combines else self._answers())

    def changed(self, plan: Idea) -> list[Idea]:
        """Plans that differ from a good one by an idea."""
        if not self.combines:
            return []
        return self._new(self._mutated(self._parts[tuple(plan)]), CHANGES)

    # -- one answer of several --------------------------------------------------------------------------------------

    def _choice(self) -> Idea:
        self._choices = list(self.mind.ideas(self._worlds[0], self.side, self._rng))
        one = len(self._choices) == 1
        return self._noted(list(self._choices[0] if one else best(self.mind, self._worlds, self.side, self._rng)))

    def _answers(self) -> Iterator[Idea]:
        """What comes to mind, and what would come to the mind of others first."""
        s = self._worlds[0]
        yield from map(list, self._choices[:CHOICES])
        yield from (list(next(iter(other.ideas(s, self.side, self._rng)))) for other in self.mind.others)

    # -- many ideas that go together --------------------------------------------------------------------------------

    def _base(self) -> Idea:
        s = self._worlds[0]
        self._looks = rated(self.mind, s, self.side, self.mind.ideas(s, self.side, self._rng))
        return self._noted(self._whole(thought_out(self.mind, self._worlds, self.side, self._looks)))

    def _leaning(self) -> Iterator[Idea]:
        """What others would do, changes of the planner's plan, and nothing at all."""
        s = self._worlds[0]
        for other in self.mind.others:
            looks = rated(other, s, self.side, other.ideas(s, self.side, self._rng))
            yield self._whole(thought_out(other, [s], self.side, looks))
        base = self._parts[tuple(self.planned)]
        taken = {id(idea) for idea in base}
        ranked = sorted(self._looks, key=lambda look: (self.mind.single(look.idea), -look.gain))
        for look in [look for look in ranked if id(look.idea) in taken][:WITHOUT]:
            yield self._whole([idea for idea in base if idea is not look.idea])
        for look in [look for look in ranked if id(look.idea) not in taken][:INSTEAD]:
            yield self._whole(all_good(self.mind, self._worlds, self.side, [look, *self._looks]))
        yield self._whole([])

    def _mutated(self, parts: Sequence[Idea]) -> Iterator[Idea]:
        """One or two ideas less, or one more and whatever still goes with it."""
        for _ in range(3 * CHANGES):
            if parts and self._rng.random() < 0.5:
                gone = {self._rng.randrange(len(parts)) for _ in range(self._rng.choice((1, 1, 2)))}
                yield self._whole([idea for n, idea in enumerate(parts) if n not in gone])
            elif self._looks:
                weights = [look.gain + 0.1 for look in self._looks]
                (more,) = self._rng.choices(self._looks, weights)
                yield self._whole(self._fitting([more.idea, *(idea for idea in parts if idea is not more.idea)]))

    def _fitting(self, ideas: Iterable[Idea]) -> list[Idea]:
        """As many ideas, one after the other, as can be carried out together."""
        s, out = self._worlds[0], list[Idea]()
        for idea in ideas:
            after = self.mind.carried_out(s, self.side, idea)
            if after is not None:
                s = after
                out.append(idea)
        return out

    def _whole(self, parts: Sequence[Idea]) -> Idea:
        plan = list(whole(self.mind, parts))
        self._parts[tuple(plan)] = list(parts)
        return plan

    def _noted(self, plan: Idea) -> Idea:
        self._given.add(tuple(plan))
        return plan

    def _new(self, plans: Iterable[Idea], most: int | None = None) -> list[Idea]:
        """Those that were not compared yet, so many at most."""
        fresh = (self._noted(plan) for plan in plans if tuple(plan) not in self._given)
        return list(islice(fresh, most))
