"""`rush`: everything at one goal."""

from __future__ import annotations

from khalkhin.ai.sparring.facts import FAR
from khalkhin.ai.sparring.script import Rank, Script
from khalkhin.board.hexset import Hex


class Rush(Script):
    """Sends everybody to the most valuable place of the enemy's; only the slowest unit of a place that counts stays."""

    def rank(self, unit: int, hex_: Hex) -> Rank:
        facts = self.facts
        if facts.guards >> unit & 1:
            return (float(hex_ == facts.s.where[unit]),)
        return (-facts.steps(unit, facts.aim).get(hex_, FAR),)
