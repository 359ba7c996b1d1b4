"""15.3  Aerodromes: room, who holds them, and how air units are lost with them."""

from __future__ import annotations

from khalkhin.board.hexset import HexSet, members
from khalkhin.games.kgw.position import DISPLAY, Position


def friendly(s: Position, side: int) -> HexSet:
    """15.3  Aerodromes that a side controls and no enemy ground unit is in."""
    return s.aerodromes[side] & ~s.occupied(1 - side)


def with_room(s: Position, side: int) -> HexSet:
    """15.3  Friendly aerodromes that can take one more air unit."""
    most = s.game.charts.per_aerodrome
    return sum(1 << h for h in members(friendly(s, side)) if s.air_at(side, h).bit_count() < most)


def scatter(s: Position, side: int, zone: HexSet) -> None:
    """15.3, Q-80  Air units whose base comes into an enemy zone of control without ground units there are lost."""
    for hex_ in members(zone & s.game.aerodromes & s.held(side)):
        lost = s.air_at(side, hex_)
        if lost and not s.units_at(side, hex_):
            s.flown &= ~lost
            s.sortied &= ~lost
            for unit in members(lost):
                s.send(unit, DISPLAY)
            s.tell("log.base-lost", rule="15.3.g", units=lost, hex=hex_, loud=True)
