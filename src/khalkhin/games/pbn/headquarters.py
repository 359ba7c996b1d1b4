"""10.0, 19.0, 28.0  Headquarters: who supports whom, and how far."""

from __future__ import annotations

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Reason
from khalkhin.games.pbn.position import Position, is_hex
from khalkhin.games.pbn.terrain import within

HIGH_GROUND = 2
"""28.0  How much further an activated headquarters reaches from high ground."""


def radius(s: Position, unit: int) -> int:
    """10.4, 28.0, R76  Support radius; two more on high ground, with the option."""
    high = s.options["high_ground"] and is_hex(s.where[unit]) and s.game.high >> s.where[unit] & 1
    return s.game.radius[unit] + (HIGH_GROUND if high else 0)


def active(s: Position, side: int) -> UnitSet:
    """2.31.2, 10.1, 10.5, 19.2  Activated headquarters of a side on the map, who support all their friends; one in a
    base supports nobody on it (R52)."""
    return s.on_map(side) & s.activated & s.game.headquarters


def covered(s: Position, side: int) -> HexSet:
    """10.2, 10.4, 13.9  Hexes within radius of an activated headquarters; nothing blocks it."""
    found = 0
    for unit in members(active(s, side)):
        found |= within(s.game, s.where[unit], radius(s, unit))
    return found


def best_support(s: Position, side: int, hexes: HexSet, known: UnitSet = -1) -> tuple[int, int | None]:
    """10.3, 10.31, 10.32, 14.32, R17  The best single support for units in some hexes, and who gives it; `known`:
    of these headquarters only."""
    best, giver = 0, None
    for unit in members(active(s, side) & known):
        if s.game.support[unit] > best and within(s.game, s.where[unit], radius(s, unit)) & hexes:
            best, giver = s.game.support[unit], unit
    return best, giver


def follow_on(s: Position, side: int) -> UnitSet:
    """4.1.14, 7.3.2, 10.2, 11.1, 19.1, R52  Who may move in a follow-on impulse: units in radius of an
    activated headquarters, and those in a base with an activated headquarters in it."""
    cover = covered(s, side)
    found = sum(1 << u for u in members(s.on_map(side)) if cover >> s.where[u] & 1)
    base = s.based(side)
    return found | base if base & s.activated & s.game.headquarters else found


def in_radius(s: Position, side: int, unit: int) -> UnitSet:
    """7.3.2, 10.2, 10.4, R52  Combat units that a headquarters would serve if it were activated: those in its radius,
    or, from a base, those in it."""
    place = s.where[unit]
    if not is_hex(place):
        return s.based(side) & s.game.fighting
    cover = within(s.game, place, radius(s, unit))
    return sum(1 << u for u in members(s.on_map(side) & s.game.fighting) if cover >> s.where[u] & 1)


def crowded(s: Position, side: int, group: UnitSet) -> list[Reason]:
    """12.5.1  Warnings of headquarters of a group in overstacked hexes: they go inactive when the phase ends."""
    found = [(hex_, s.at[hex_] & group & s.game.headquarters) for hex_ in members(s.overstacked(side))]
    return [Reason("12.5.1", "warn.overstacked", {"units": units, "hex": hex_}) for hex_, units in found if units]


def crowding(s: Position, side: int, group: UnitSet, hexes: HexSet) -> list[Reason]:
    """12.5.1  Warnings of hexes that a group would overstack, by the activated headquarters there or in the group."""
    full: dict[UnitSet, HexSet] = {}
    for hex_ in members(hexes):
        there = s.land_at(side, hex_) | group
        if (units := there & s.activated) and s.size(there) > s.game.charts.stack_limit:
            full[units] = full.get(units, 0) | 1 << hex_
    return [Reason("12.5.1", "warn.would-overstack", {"units": u, "hexes": found}) for u, found in full.items()]
