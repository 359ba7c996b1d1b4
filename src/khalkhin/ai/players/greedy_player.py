"""A player that takes what looks best at once: one counter after another, one sampled position, no look ahead.

It knows what is worth something and what is in danger, but it combines nothing and follows nothing through: each
counter goes where it stands best by itself, without regard to the battles to come, and where one answer is to be chosen
it takes the first idea.
"""

from __future__ import annotations

from collections.abc import Sequence

from khalkhin.ai.budget import Budget
from khalkhin.ai.ideas import Idea
from khalkhin.ai.plans import good_ideas, rate_improving
from khalkhin.ai.players.plan_follower import PlanFollower
from khalkhin.ai.sampling import Scene
from khalkhin.engine.state import State


class GreedyPlayer(PlanFollower):
    """The level `greedy`: each counter goes where it stands best by itself; no look ahead, nothing combined."""

    def plan(self, scene: Scene, budget: Budget) -> Idea:
        return self.choose(scene, scene.positions(1))

    def choose(self, scene: Scene, positions: Sequence[State]) -> Idea:
        """What looks best at once in a sampled position."""
        advisor, side = scene.advisor.shortsighted, scene.side
        ideas = advisor.ideas(positions[0], side, scene.rng)
        if not advisor.combines(positions[0]):
            return next(iter(ideas))
        rated = rate_improving(advisor, positions[0], side, (idea for idea in ideas if advisor.is_single(idea)))
        return advisor.join(good_ideas(advisor, positions, side, rated) or [advisor.finish()])
