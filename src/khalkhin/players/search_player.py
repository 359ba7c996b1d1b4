"""A player that spends its budget: it compares whole plans by what comes of them.

The planner's plan is the one to beat. Others are the same made better in the planner's own eyes, the plans of other
tempers, made better in theirs, and nothing at all. The best of them is then changed a little, again and again, and
every change that does better is kept. Plans are played out on samples of what the view hides and of the dice, the same
for all of them, through the rest of the turn and the reply of the enemy, and judged by the chance of winning. What
decides is noise: one throw of the dice tells nothing, and a plan is preferred only for the mean of several.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from khalkhin.engine.judgement import Idea
from khalkhin.engine.state import State
from khalkhin.players.budget import Budget, Purse
from khalkhin.players.playout import Playout
from khalkhin.players.thinker import Scene, Thinker
from khalkhin.players.trial import Trial
from khalkhin.players.variety import Variety

WORLDS = 8
"""Positions that are imagined for one plan."""
THINKING = 0.9
"""The share of a turn's seconds in which plans are compared: what is said without comparing takes its time, too."""
MOVES = 0.8
"""The share of what is left of the turn's budget that plans of moves may cost, all that are still to come together."""
FIGHTS = 0.2
"""The same for one plan of few ideas, or of battles."""
CHOICE = 0.12
"""The share of the turn's budget that one choice may cost."""
SMALL = 0.25
"""The share of the turn's budget that choices may cost together: what is decided by moves is worth more."""
SPENT = 0.95
"""The share of the budget after which plans are not compared any more: to make them up takes its time, too."""
MAKING = 0.3
"""The share of what a plan may cost that goes into making up others, at most."""
IDLE = 12
"""Times that changes bring nothing better, after which the answer is clear."""


class SearchPlayer(Thinker):
    """Improves on the planner by playing plans out."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._turn: object = None
        self._purse = Purse(Budget())
        self._chosen = 0.0
        """The share of the turn's budget that went into choices."""

    def plan(self, scene: Scene, budget: Budget) -> Idea:
        budget = replace(budget, seconds=THINKING * budget.seconds)
        if self._turn != scene.seen["tracks"]["turn"]:
            self._turn, self._purse, self._chosen = scene.seen["tracks"]["turn"], Purse(budget), 0.0
        self._purse.open(budget)
        try:
            return self._searched(scene)
        finally:
            self._purse.close()

    def _searched(self, scene: Scene) -> Idea:
        worlds = scene.worlds(WORLDS)
        variety = Variety(scene.mind.seasoned, worlds, scene.side, scene.rng)
        if self._purse.share >= SPENT:
            return variety.planned
        if variety.combines:
            moves = MOVES / (1 + scene.mind.later(worlds[0], scene.side))
            return self._compared(scene, worlds, variety, self._limit(moves if variety.many else FIGHTS))
        if self._chosen >= SMALL:
            return variety.planned
        before = self._purse.share
        found = self._compared(scene, worlds, variety, min(1.0, before + CHOICE))
        self._chosen += self._purse.share - before
        return found

    def _compared(self, scene: Scene, worlds: list[State], variety: Variety, limit: float) -> Idea:
        """The best that is found before so much of the budget is gone."""
        trial = Trial(Playout(scene.mind, scene.side), worlds, scene.rng, self._purse, limit)
        kept, idle = trial.better(variety.planned, self._made_up(variety.others(), limit)), 0
        while idle < IDLE and not trial.over:
            better = trial.better(kept, list(variety.changed(kept)))
            kept, idle = better, idle + 1 if better is kept else 0
        return kept

    def _made_up(self, plans: Iterator[Idea], limit: float) -> list[Idea]:
        """As many plans as there is time to make up and still to compare them."""
        out, share = list[Idea](), self._purse.share
        for plan in plans:
            out.append(plan)
            if self._purse.share > share + MAKING * (limit - share):
                break
        return out

    def _limit(self, part: float) -> float:
        share = self._purse.share
        return share + (1 - share) * part
