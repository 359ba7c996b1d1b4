"""`withdraw`: cannot be fought, and comes back when it counts."""

from __future__ import annotations

from khalkhin.ai.sparring.facts import FAR
from khalkhin.ai.sparring.script import Rank, Script
from khalkhin.board.hexset import Hex

EARLY = 2
"""Moves before the last one from which on units wait beside the places that they come back to."""


class Withdraw(Script):
    """Goes home and out of the enemy's reach, declines every attack, and is back with the last move before places
    are counted."""

    attacks = enters = False

    def rank(self, unit: int, hex_: Hex) -> Rank:
        facts = self.facts
        home = facts.steps(unit, facts.home).get(hex_, FAR)
        back = facts.steps(unit, facts.scoring_places).get(hex_, FAR)
        engaged, danger = facts.enemy_zone >> hex_ & 1, facts.danger(hex_)
        if facts.moves_to_come == 0:
            return -back, -engaged, -danger
        if facts.moves_to_come <= EARLY:
            return -home, -engaged, -back, -danger
        return -home, -danger, -back
