"""A player that takes what looks best at once: one counter after another, one imagined position, no look ahead.

It knows what is worth something and what a battle promises, but it puts no assault together, follows nothing through
and does not reckon with what the enemy will do: where it has to choose it takes what comes to its mind first, and where
counters go it sends each where it stands best by itself.
"""

from __future__ import annotations

from khalkhin.engine.judgement import Idea
from khalkhin.players.budget import Budget
from khalkhin.players.choosing import all_good, rated, together
from khalkhin.players.thinker import Scene, Thinker


class GreedyPlayer(Thinker):
    """Judges one thing at a time."""

    def plan(self, scene: Scene, budget: Budget) -> Idea:
        mind, side = scene.mind.rash, scene.side
        worlds = scene.worlds(1)
        ideas = mind.ideas(worlds[0], side, scene.rng)
        if not mind.combines(worlds[0]):
            return next(iter(ideas))
        looks = rated(mind, worlds[0], side, (idea for idea in ideas if mind.single(idea)))
        return together(mind, all_good(mind, worlds, side, looks))
