"""24.4  Air Supply: an air transport that supplies one aerodrome and the hexes round it for a Segment."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw.position import DISPLAY, JAPAN, Position


def transport(s: Position) -> int | None:
    """The Air Supply counter, where it is based on the map and has not been used."""
    unit = s.game.transport
    return unit if s.options["air_supply"] and s.where[unit] >= 0 and not s.flown >> unit & 1 else None


def landing(s: Position, side: int) -> HexSet:
    """24.4, Q-105  Aerodromes that the Japanese occupy, by air units alone if need be, however far away."""
    if side != JAPAN or transport(s) is None:
        return 0
    return s.game.aerodromes & s.held(JAPAN) & ~s.occupied(1 - JAPAN)


def why_no_landing(s: Position, side: int, hex_: Hex) -> Reason:
    """24.4  Why the air transport does not supply a hex."""
    unit = s.game.transport
    if not s.options["air_supply"]:
        return no("24.4", "why.option-off")
    if side != JAPAN:
        return no("24.4.a", "why.not-yours", unit=unit)
    if s.where[unit] < 0:
        return no("24.4.a", "why.off-map", unit=unit, box=f"@box.{s.game.place_name(s.where[unit])}")
    if s.flown >> unit & 1:
        return no("24.4.c", "why.flown", unit=unit)
    return no("24.4.a", "why.no-airlift", hex=hex_)


def deliver(s: Position, hex_: Hex) -> None:
    """24.4  Everybody there and next to it is In Supply for the Segment, whatever zones there are."""
    unit = transport(s)
    assert unit is not None
    s.put(unit, hex_)
    s.flown |= 1 << unit
    area = s.game.map.grid.within(1 << hex_, 1)
    fed = sum(s.units_at(JAPAN, h) for h in members(area & s.occupied(JAPAN)))
    s.supplied |= fed
    s.tell("log.airlift", rule="24.4.a", unit=unit, hex=hex_)
    if fed:
        s.tell_of("log.supplied", fed, "24.4.b", hex=hex_)


def fly_home(s: Position, side: int) -> None:
    """24.4  After its Segment the transport lies in the Display again."""
    unit = s.game.transport
    if side == JAPAN and s.where[unit] >= 0 and s.flown >> unit & 1:
        s.flown &= ~(1 << unit)
        s.send(unit, DISPLAY)
