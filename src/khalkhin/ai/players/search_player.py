"""The player that searches: it compares whole plans by playouts and improves the best one, as long as its budget lasts.

The search in one phase, top to bottom:

1. Positions that agree with the view are sampled (samples.py).
2. Plans to begin with are made up, the planner's first (hill_climb.py).
3. They are compared by playouts on common samples, and the best is kept (comparison.py, playout.py).
4. The kept plan is mutated and compared again and again, until nothing better comes or the budget is gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from khalkhin.ai.budget import Budget, Spending
from khalkhin.ai.comparison import Comparison
from khalkhin.ai.hill_climb import Candidates
from khalkhin.ai.ideas import Idea
from khalkhin.ai.players.plan_follower import PlanFollower
from khalkhin.ai.playout import Playout
from khalkhin.ai.samples import Scene
from khalkhin.engine.state import State

POSITIONS = 8
"""Positions that are sampled for one plan."""
THINKING = 0.9
"""The share of a turn's seconds in which plans are compared: decisions without a comparison take their time, too."""
MOVES = 0.8
"""The share of what is left of the turn's budget that plans of moves may cost, all that are still to come together."""
BATTLES = 0.2
"""The same for one plan of few ideas, or of battles."""
CHOICE = 0.12
"""The share of the turn's budget that one choice between answers may cost."""
ALL_CHOICES = 0.25
"""The share of the turn's budget that choices may cost together: what is decided by moves is worth more."""
SPENT = 0.95
"""The share of the budget after which plans are not compared any more: to make them up takes its time, too."""
MAKING = 0.3
"""The share of what a plan may cost that goes into making up others, at most."""
FRUITLESS_MUTATIONS = 12
"""Times in a row that mutations bring nothing better, after which the search stops."""


class SearchPlayer(PlanFollower):
    """The level `search`: begins with the planner's plan and keeps another only if playouts say that it is better."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._turn: object = None
        self._spending = Spending(Budget())
        self._choices = 0.0
        """The share of the turn's budget that went into choices."""

    def plan(self, scene: Scene, budget: Budget) -> Idea:
        budget = replace(budget, seconds=THINKING * budget.seconds)
        if self._turn != scene.seen["tracks"]["turn"]:
            self._turn, self._spending, self._choices = scene.seen["tracks"]["turn"], Spending(budget), 0.0
        self._spending.start(budget)
        try:
            return self._search(scene)
        finally:
            self._spending.stop()

    def _search(self, scene: Scene) -> Idea:
        """Divide the budget: most of it for moves, some for battles and choices."""
        positions = scene.samples(POSITIONS)
        candidates = Candidates(scene.advisor.tuned, positions, scene.side, scene.rng)
        if self._spending.share >= SPENT:
            return candidates.first
        if candidates.combines:
            moves = MOVES / (1 + scene.advisor.movement_phases_left(positions[0], scene.side))
            return self._best(scene, positions, candidates, self._limit(moves if candidates.many else BATTLES))
        if self._choices >= ALL_CHOICES:
            return candidates.first
        before = self._spending.share
        found = self._best(scene, positions, candidates, min(1.0, before + CHOICE))
        self._choices += self._spending.share - before
        return found

    def _best(self, scene: Scene, positions: list[State], candidates: Candidates, limit: float) -> Idea:
        """The best that is found before so much of the budget is gone."""
        playout = Playout(scene.advisor, scene.side)
        comparison = Comparison(playout, positions, scene.rng, self._spending, limit)
        kept, fruitless = comparison.better(candidates.first, self._make_up(candidates.others(), limit)), 0
        while fruitless < FRUITLESS_MUTATIONS and not comparison.over:
            better = comparison.better(kept, list(candidates.mutations(kept)))
            kept, fruitless = better, fruitless + 1 if better is kept else 0
        return kept

    def _make_up(self, plans: Iterator[Idea], limit: float) -> list[Idea]:
        """As many plans as there is time to make up and still to compare them."""
        out, share = list[Idea](), self._spending.share
        for plan in plans:
            out.append(plan)
            if self._spending.share > share + MAKING * (limit - share):
                break
        return out

    def _limit(self, part: float) -> float:
        share = self._spending.share
        return share + (1 - share) * part
