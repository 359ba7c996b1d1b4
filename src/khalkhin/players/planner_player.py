"""A player that plans a whole phase before it moves a counter.

Of all that comes to its mind it takes what it expects to lead to the best position: tried on copies of a few imagined
positions, dice in their exact distribution, and judged with the eyes of the game (engine.judgement). Ideas that stand
side by side, such as moves and assaults of several units, become one plan.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, TypeVar

from khalkhin.engine.judgement import Idea, Judgement
from khalkhin.players.budget import Budget
from khalkhin.players.choosing import all_good, best, rated
from khalkhin.players.thinker import Scene, Thinker

T = TypeVar("T")

FRESH = 20
"""Thoughts in a turn after which choices between single answers are made at once, so that nobody waits for long."""

EASY, LONG = 0.4, 0.8
"""The shares of what a person is willing to wait after which a plan is what comes to mind first, and after which no
more ideas are looked at in one that was begun before."""


class PlannerPlayer(Thinker):
    """Plans by the game's judgement."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._turn: object = None
        self._thoughts = 0
        self._spent = 0.0
        """Seconds of the turn that went into plans."""
        self._begun, self._patience = 0.0, float("inf")

    def plan(self, scene: Scene, budget: Budget) -> Idea:
        turn = scene.seen["tracks"]["turn"]
        if turn != self._turn:
            self._turn, self._thoughts, self._spent = turn, 0, 0.0
        self._thoughts += 1
        self._begun = time.perf_counter()
        self._patience = float("inf") if budget.patience is None else budget.patience
        try:
            return self.mind(scene).joined(self.ideas(scene))
        finally:
            self._spent += time.perf_counter() - self._begun

    def mind(self, scene: Scene) -> Judgement[Any]:
        """What it judges by."""
        return scene.mind

    def ideas(self, scene: Scene) -> list[Idea]:
        """What the plan is put together from, the most promising first.

        When all of it is said there will be a thought for what has become possible by it; when there is nothing left
        that makes things better, this is the end of the phase. Positions beside the first are imagined only when there
        is something to compare in them.
        """
        mind, side, rng = self.mind(scene), scene.side, scene.rng
        others = islice(scene.positions(), mind.worlds)
        first = next(others)
        worlds = chain((first,), others)
        hasty = self._spent > EASY * self._patience
        if mind.combines(first):
            found = mind.swift(first, side, rng) if hasty else mind.ideas(first, side, rng)
            looks = rated(mind, first, side, self._in_time(found))
            good = all_good(mind, [first] if hasty else worlds, side, self._in_time(looks)) if looks else ()
            return list(good) or [mind.finish()]
        if hasty or self._thoughts > FRESH:
            return [next(iter(mind.ideas(first, side, rng)))]
        return [best(mind, worlds, side, rng)]

    def _in_time(self, found: Iterable[T]) -> Iterator[T]:
        """As many as there is time to look at, where somebody waits."""
        for one in found:
            yield one
            if self._spent + time.perf_counter() - self._begun > LONG * self._patience:
                return
