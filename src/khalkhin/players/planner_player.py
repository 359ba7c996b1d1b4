"""A player that plans a whole phase before it moves a counter.

Of all that comes to its mind it takes what it expects to lead to the best position: tried on copies of a few imagined
positions, dice in their exact distribution, and judged with the eyes of the game (engine.judgement). Ideas that stand
side by side, such as moves and assaults of several units, become one plan.
"""

from __future__ import annotations

from itertools import chain, islice

from khalkhin.engine.judgement import Idea
from khalkhin.players.budget import Budget
from khalkhin.players.choosing import all_good, best, rated
from khalkhin.players.thinker import Scene, Thinker

FRESH = 20
"""Thoughts in a turn after which choices between single answers are made at once, so that nobody waits for long."""


class PlannerPlayer(Thinker):
    """Plans by the game's judgement."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._turn: object = None
        self._thoughts = 0

    def plan(self, scene: Scene, budget: Budget) -> Idea:
        turn = scene.seen["tracks"]["turn"]
        self._thoughts = self._thoughts + 1 if turn == self._turn else 1
        self._turn = turn
        return scene.mind.joined(self.ideas(scene))

    def ideas(self, scene: Scene) -> list[Idea]:
        """What the plan is put together from, the most promising first.

        When all of it is said there will be a thought for what has become possible by it; when there is nothing left
        that makes things better, this is the end of the phase. Positions beside the first are imagined only when there
        is something to compare in them.
        """
        mind, side, rng = scene.mind, scene.side, scene.rng
        others = islice(scene.positions(), mind.worlds)
        first = next(others)
        worlds = chain((first,), others)
        if mind.combines(first):
            looks = rated(mind, first, side, mind.ideas(first, side, rng))
            return all_good(mind, worlds, side, looks) or [mind.finish()]
        if self._thoughts > FRESH:
            return [next(iter(mind.ideas(first, side, rng)))]
        return [best(mind, worlds, side, rng)]
