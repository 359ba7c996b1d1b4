"""A player that follows a script: not strong, but not fooled by what the thinking players believe of each other."""

from __future__ import annotations

from functools import partial

from khalkhin.ai.budget import Budget
from khalkhin.ai.ideas import Idea
from khalkhin.ai.players.greedy_player import GreedyPlayer
from khalkhin.ai.sampling import Scene
from khalkhin.ai.sparring import SCRIPTS
from khalkhin.ai.sparring.script import Script


class SparringPlayer(GreedyPlayer):
    """A sparring partner: moves by its script, declines what the script declines, and is greedy in everything else."""

    def __init__(self, script: type[Script], seed: int) -> None:
        super().__init__(seed)
        self._script = script

    def plan(self, scene: Scene, budget: Budget) -> Idea:
        positions = scene.positions(1)
        facts = scene.advisor.facts(positions[0], scene.side)
        script = self._script(facts)
        if script.declines() and (said := script.way_out()) is not None:
            return said
        return script.march() if facts.is_movement else self.choose(scene, positions)


PARTNERS = {name: partial(SparringPlayer, script) for name, script in SCRIPTS.items()}
"""The sparring partners, by their names."""
