"""How somebody leans who judges. A player that searches asks several tempers what they would do, and tries it out."""

from __future__ import annotations

from typing import NamedTuple


class Temper(NamedTuple):
    """Weights beside the usual ones."""

    fear: float = 1.0
    """How much of what the enemy could do is reckoned with."""
    zeal: float = 1.0
    """How much the battles to come count."""
    detour: int = 0
    """How many of the best aims are left for later, to begin with another one."""


CALM = Temper()
SHORTSIGHTED = Temper(zeal=0.0)
OTHERS = (
    Temper(fear=0.4, zeal=1.3),
    Temper(fear=2.2, zeal=0.8),
    Temper(zeal=1.8),
    Temper(zeal=0.4),
    Temper(detour=1),
    Temper(detour=2),
)
"""Bold, careful, eager, reluctant, and with another aim."""
