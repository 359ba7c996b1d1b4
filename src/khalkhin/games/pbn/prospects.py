"""14.11, 18.0  Before a move: what units would have to attack from a hex, and with what odds."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.prospects import Prospect, Prospects, standing
from khalkhin.games.pbn.charts import ASSAULT, RAID
from khalkhin.games.pbn.information import undisclosed
from khalkhin.games.pbn.odds import preview
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.stacking import room
from khalkhin.games.pbn.ways import known_zone


def prospects(s: Position, side: int, group: UnitSet, hex_: Hex) -> Prospects:
    """14.11, 18.4  Who stands in an enemy zone of control must attack, but for supply. Stacks that have not said
    whether they have one oblige nobody yet, for all that the side knows."""
    force = group & s.game.land & ~s.game.supply
    if not force:
        return Prospects()
    zone = known_zone(s, 1 - side, undisclosed(s, 1 - side))
    after = standing(s, force, hex_)
    attacks = tuple(_attacks(s, after, side, force, hex_, zone))
    obliged = force if zone >> hex_ & 1 else _needed(after, side, hex_) & force
    return Prospects(attacks, obliged, "14.11")


def _needed(after: Position, side: int, hex_: Hex) -> UnitSet:
    """14.11, R12  By a house rule who stands alone beside an enemy has to attack him, though he has no zone."""
    game, around, found = after.game, after.game.map.grid.around, 0
    if not after.options["attack_all"]:
        return 0
    for target in members(around[hex_] & after.held(1 - side) & ~undisclosed(after, 1 - side)):
        near = 0
        for place in members(around[target] & after.held(side)):
            near |= after.land_at(side, place) & game.fighting
        if near.bit_count() == 1:
            found |= near & ~after.suppressed
    return found


def _attacks(s: Position, after: Position, side: int, force: UnitSet, hex_: Hex, zone: HexSet) -> Iterator[Prospect]:
    """12.5.1, 14.0, 14.4  Each enemy stack beside them, attacked by everybody who may, on either table: face-down
    stacks, too, are taken for units. Headquarters where too many stand when the phase ends support nobody."""
    for full in members(after.overstacked(side)):
        after.activated &= ~after.at[full]
    for target in members(after.game.map.grid.around[hex_] & after.held(1 - side)):
        units = _attackers(after, side, target, zone)
        if units & force:
            known = s.game.known(s, side)
            raid, assault = (preview(after, side, units, target, known, table) for table in (RAID, ASSAULT))
            yield Prospect(target, units, raid, (assault,))


def _attackers(s: Position, side: int, target: Hex, zone: HexSet) -> UnitSet:
    """14.11, 12.5.3, R15  Units beside a hex, headquarters only where they have to; of a hex too full the strongest."""
    found = 0
    for hex_ in members(s.game.map.grid.around[target] & s.held(side)):
        here = s.land_at(side, hex_) & ~s.game.supply
        if not zone >> hex_ & 1:
            here &= s.game.fighting
        found |= _fitting(s, here)
    return found


def _fitting(s: Position, here: UnitSet) -> UnitSet:
    """12.5.3  Of the units of a hex those that may attack together, the strongest first."""
    chosen = 0
    for unit in sorted(members(here), key=lambda u: (-s.game.attack[u], u)):
        if s.game.stacking[unit] <= room(s, chosen):
            chosen |= 1 << unit
    return chosen
