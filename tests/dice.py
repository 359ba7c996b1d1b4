"""Dice that fall as told, for tests of any game."""

from __future__ import annotations

from khalkhin.engine.dice import Fall as Fall
from khalkhin.engine.dice import FixedDice


def rigged(*rolls: Fall) -> FixedDice:
    """Dice for one throw after another: a number for one die, a tuple for several thrown together."""
    return FixedDice.of(*rolls)
