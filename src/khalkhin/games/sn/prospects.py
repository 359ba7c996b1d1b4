"""11.6, 12.0.1  Before a move: what units would have to attack from a hex, and with what odds."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.board.hexset import Hex, members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.prospects import Prospect, Prospects, standing
from khalkhin.games.sn.declaration import front
from khalkhin.games.sn.odds import preview
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.supply import work_out


def prospects(s: Position, side: int, group: UnitSet, hex_: Hex) -> Prospects:
    """11.6, 12.0.1  Who stands in an enemy zone of control must attack. Headquarters and airbases on the move do not
    look into stacks before they are there (21.1). Supply is that of a phase in which none is expended."""
    known, after = s.game.known(s, side), standing(s, group, hex_)
    work_out(after, side, 0)
    obliged = front(after, side).obliged & group
    return Prospects(tuple(_attacks(after, side, group, hex_, known)), obliged, "11.6")


def _attacks(s: Position, side: int, group: UnitSet, hex_: Hex, known: UnitSet) -> Iterator[Prospect]:
    """12.0.5  Each enemy hex beside them, attacked by everybody who may."""
    beside = front(s, side).beside
    for target in members(s.game.contact[hex_] & s.occupied(1 - side)):
        units = union(unit for unit, near in beside.items() if near >> target & 1)
        if units & group:
            yield Prospect(target, units, preview(s, side, units, 1 << target, known))
