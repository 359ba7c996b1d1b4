"""13.0  Before a move: what units could attack from a hex, and with what odds; nobody has to (13.1.d)."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.prospects import Prospect, Prospects, standing
from khalkhin.games.kgw.combat import alone, beside
from khalkhin.games.kgw.odds import across_ussr, preview
from khalkhin.games.kgw.position import Position


def prospects(s: Position, side: int, group: UnitSet, hex_: Hex) -> Prospects:
    return Prospects(tuple(_attacks(standing(s, group, hex_), side, group, hex_)))


def _attacks(s: Position, side: int, group: UnitSet, hex_: Hex) -> Iterator[Prospect]:
    """13.1.k, 19.3.1.c  Each enemy hex beside them, attacked by everybody who may; artillery only where others of its
    hex go too."""
    near = s.game.map.grid.around[hex_] & s.occupied(1 - side)
    for target in members(across_ussr(s, side, near)):
        found = beside(s, side, target)
        units = found & ~alone(s, found)
        if units & group:
            yield Prospect(target, units, preview(s, target, units))
