"""How somebody leans who judges. A player that searches asks several tempers what they would do, and tries it out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple


class Temper(NamedTuple):
    """Weights beside the usual ones."""

    fear: float = 1.0
    """How much of what the enemy could do is reckoned with."""
    zeal: float = 1.0
    """How much the battles to come count."""
    detour: int = 0
    """How many of the best aims are left for later, to begin with another one."""
    pull: float = 1.0
    """How much it counts to be near one's goal."""
    guard: float = 1.0
    """How strongly places are guarded."""
    mass: float = 1.0
    """How many times as many as usual go for an aim."""
    company: float = 1.0
    """How much it counts that those who need protection stand with others."""
    thrift: float = 1.0
    """How much more than it costs whatever is bought has to bring."""
    staff: float = 1.0
    """How much new headquarters count."""
    sky: float = 1.0
    """How much the battle for the air counts."""

    def leaning(self, other: Temper) -> Temper:
        """Somebody of this temper who leans another way."""
        weights = {name: getattr(self, name) * getattr(other, name) for name in WEIGHTS}
        return Temper(**weights, detour=self.detour + other.detour)


WEIGHTS = tuple(name for name in Temper._fields if name != "detour")
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


def seasoned(path: Path) -> Temper:
    """What somebody of many games leans to, as `tools.season` has written it down."""
    return Temper(**json.loads(path.read_text())["weights"])
