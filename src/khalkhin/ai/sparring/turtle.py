"""`turtle`: sits on what counts."""

from __future__ import annotations

from khalkhin.ai.sparring.facts import FAR
from khalkhin.ai.sparring.script import Rank, Script
from khalkhin.board.hexset import Hex


class Turtle(Script):
    """Stacks the places that are its own as high as the rules allow, and never attacks where it does not have to."""

    attacks = False

    def rank(self, unit: int, hex_: Hex) -> Rank:
        facts = self.facts
        return (-facts.steps(unit, facts.places_to_hold or facts.home).get(hex_, FAR),)
