"""Plans that are worth comparing: the planner's, those of other tempers, and changes of a good one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from khalkhin.engine.agenda import decide
from khalkhin.engine.judgement import Idea, Judgement
from khalkhin.engine.state import State
from khalkhin.players.choosing import all_good, best, whole
from khalkhin.players.climbing import FEWER, Climb

WITHOUT = 3
"""Ideas of a plan of few ideas that are left out, one at a time."""
INSTEAD = 3
"""Ideas that are begun with in such a plan, one at a time."""
DRAWS = 30
"""Changes of a plan that are thought of to find two that are compared with it."""
STIR = 0.002
"""The least that a change has to do to the chance of winning, for better or worse, to be more than a trifle."""
CHOICES = 8
"""Answers that are compared where one is to be chosen."""
LIKELY, ANY = 2, 2
"""How many more are compared that did not come to mind: those that look best at once, and some at random."""


class Variety:
    """What one side could do in a position of which several are imagined."""

    def __init__(self, mind: Judgement[Any], worlds: Sequence[State], side: int, rng: random.Random) -> None:
        self.mind, self.side, self._rng = mind, side, rng
        self._worlds = worlds[: mind.worlds]
        self.combines = mind.combines(worlds[0])
        self._parts: dict[tuple[Any, ...], list[Idea]] = {}
        """The ideas that a plan is made of."""
        self._climb: Climb
        self._choices: list[Idea] = []
        self._given: set[tuple[Any, ...]] = set()
        """Plans that were compared already."""
        self.planned = self._base() if self.combines else self._choice()

    @property
    def many(self) -> bool:
        """Whether there are many ideas that go together, and much to find among them."""
        return self.combines and self._climb.high

    def others(self) -> Iterator[Idea]:
        """Plans to begin with, beside the planner's; the most promising first, and none made up before it is wanted."""
        return self._new(self._leaning() if self.combines else self._answers())

    def changed(self, plan: Idea) -> Iterator[Idea]:
        """Plans that differ from a good one: the change that looks best before anybody answers, and one at random that
        is no trifle, for what is seen only when it is played out."""
        if not self.combines:
            return
        found = {tuple(whole(self.mind, x.parts)): x for x in self._climb.changes(self._parts[tuple(plan)], DRAWS)}
        drawn = sorted((x for said, x in found.items() if said not in self._given), key=lambda change: -change.swing)
        rest = drawn[1:]
        self._rng.shuffle(rest)
        rest.sort(key=lambda change: abs(change.swing) < STIR)
        for change in (*drawn[:1], *rest[:1]):
            bare, full = self._whole(change.parts), self._whole(self._climb.filled(change.parts))
            new = tuple(full) not in self._given
            self._noted(bare)
            if new:
                yield self._noted(full)

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
        yield from self._besides(s)

    def _besides(self, s: State) -> Iterator[Idea]:
        """What nobody thought of."""
        begun = {plan[0] for plan in self._given}
        found = [list(idea) for idea in self.mind.besides(s, self.side) if idea[0] not in begun]
        self._rng.shuffle(found)
        likely = sorted(found[:DRAWS], key=lambda idea: -self._at_once(s, idea))[:LIKELY]
        yield from (*likely, *[idea for idea in found if idea not in likely][:ANY])

    def _at_once(self, s: State, said: Idea) -> float:
        """The chance of winning when something has been said, before anybody answers."""
        after = s.clone()
        for verb, noun in said:
            decide(after, self.side, verb, noun)
        return self.mind.outlook(after, self.side)

    # -- many ideas that go together --------------------------------------------------------------------------------

    def _base(self) -> Idea:
        """The planner's plan."""
        self._climb = Climb(self.mind, self._worlds, self.side, self._rng)
        return self._noted(self._whole(self._climb.planned()))

    def _leaning(self) -> Iterator[Idea]:
        """The planner's plan made better in its own eyes, what others would do, and what comes of changes of single
        ideas."""
        base, climb = self._parts[tuple(self.planned)], self._climb
        yield self._whole(climb.higher(base))
        for other in self.mind.others:
            leaning = Climb(other, self._worlds, self.side, self._rng)
            yield self._whole(leaning.higher(leaning.planned(), FEWER))
        if climb.high:
            yield self._whole(climb.higher((), FEWER))
        else:
            yield from self._twisted(base)
        yield self._whole([])

    def _twisted(self, base: Sequence[Idea]) -> Iterator[Idea]:
        """A plan of few ideas without one of them, or with another one first."""
        mind, looks = self.mind, self._climb.looks
        taken = {id(idea) for idea in base}
        ranked = sorted(looks, key=lambda look: (mind.single(look.idea), -look.gain))
        for look in [look for look in ranked if id(look.idea) in taken][:WITHOUT]:
            yield self._whole([idea for idea in base if idea is not look.idea])
        for look in [look for look in ranked if id(look.idea) not in taken][:INSTEAD]:
            yield self._whole(all_good(mind, self._worlds, self.side, [look, *looks]))

    def _whole(self, parts: Sequence[Idea]) -> Idea:
        plan = list(whole(self.mind, parts))
        self._parts[tuple(plan)] = list(parts)
        return plan

    def _noted(self, plan: Idea) -> Idea:
        self._given.add(tuple(plan))
        return plan

    def _new(self, plans: Iterable[Idea]) -> Iterator[Idea]:
        """Those that were not compared yet."""
        return (self._noted(plan) for plan in plans if tuple(plan) not in self._given)
