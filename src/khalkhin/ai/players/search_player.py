"""The player that searches, and how it divides the budget of a turn among its plans.

What happens in one plan is told in khalkhin.ai.search, top to bottom.
"""

from __future__ import annotations

from dataclasses import replace

from khalkhin.ai.budget import Budget, Spending
from khalkhin.ai.ideas import Idea
from khalkhin.ai.players.plan_follower import PlanFollower
from khalkhin.ai.sampling import Scene
from khalkhin.ai.search.best_plan import best_plan
from khalkhin.ai.search.candidate_plans import Candidates

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
        positions = scene.positions(POSITIONS)
        candidates = Candidates(scene.advisor.tuned, positions, scene.side, scene.rng)
        if self._spending.share >= SPENT:
            return candidates.first
        if candidates.combines:
            moves = MOVES / (1 + scene.advisor.movement_phases_left(positions[0], scene.side))
            return best_plan(
                scene, positions, candidates, self._spending, self._limit(moves if candidates.many else BATTLES)
            )
        if self._choices >= ALL_CHOICES:
            return candidates.first
        before = self._spending.share
        found = best_plan(scene, positions, candidates, self._spending, min(1.0, before + CHOICE))
        self._choices += self._spending.share - before
        return found

    def _limit(self, part: float) -> float:
        share = self._spending.share
        return share + (1 - share) * part
