"""`raid`: past the front."""

from __future__ import annotations

from khalkhin.ai.sparring.facts import FAR
from khalkhin.ai.sparring.script import Rank
from khalkhin.ai.sparring.turtle import Turtle
from khalkhin.board.hexset import Hex


class Raid(Turtle):
    """Sends its fast units past the front at supply, bases and places without a guard; the others hold what it has."""

    attacks = True

    def rank(self, unit: int, hex_: Hex) -> Rank:
        facts = self.facts
        if not (facts.fast & ~facts.guards) >> unit & 1:
            return super().rank(unit, hex_)
        return -facts.steps(unit, facts.raid_targets).get(hex_, FAR), -(facts.enemy_zone >> hex_ & 1)
