"""An attack as it is put together: what both sides bring to one target hex."""

from __future__ import annotations

from dataclasses import dataclass

from khalkhin.board.hexset import Hex
from khalkhin.engine.codec import Side, UnitSet

ATTACK, BOMBARD, STRIKE = "attack", "bombard", "strike"


@dataclass(frozen=True)
class Plan:
    """One combat is one target hex (K-13): adjacent attackers, artillery at range, air points; then the defence."""

    side: Side
    kind: str
    target: Hex
    units: UnitSet = 0
    guns: UnitSet = 0
    air: int = 0
    support: UnitSet = 0
    support_air: int = 0
