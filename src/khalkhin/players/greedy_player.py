"""A player that takes what looks best at once: one counter after another, one imagined position, no look ahead.

It knows what is worth something and what is in danger, but it puts no assault together and follows nothing through:
where counters go it sends each where it stands best by itself, without a thought for the battles to come, and where it
has to choose it takes what comes to its mind first.
"""

from __future__ import annotations

from khalkhin.engine.judgement import Idea
from khalkhin.players.budget import Budget
from khalkhin.players.choosing import all_good, rated
from khalkhin.players.thinker import Scene, Thinker


class GreedyPlayer(Thinker):
    """Judges one thing at a time."""

    def plan(self, scene: Scene, budget: Budget) -> Idea:
        mind, side = scene.mind.shortsighted, scene.side
        worlds = scene.worlds(1)
        ideas = mind.ideas(worlds[0], side, scene.rng)
        if not mind.combines(worlds[0]):
            return next(iter(ideas))
        looks = rated(mind, worlds[0], side, (idea for idea in ideas if mind.single(idea)))
        return mind.joined(all_good(mind, worlds, side, looks) or [mind.finish()])
