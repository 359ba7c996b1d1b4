"""11.1  Stacking, looked at when a Movement or Combat Phase ends."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw.position import Position

FREE = ("supply", "engineer", "mech_engineer", "leader", "armored_train")
"""11.1.b, 16.1.b, 19.1.g, 19.4.c  Units that do not count; agents neither, until they turn partisans."""


def counting(s: Position) -> UnitSet:
    """11.1, 19.3.1.a  Ground units that count for stacking, artillery among them."""
    return s.game.stackable & ~(s.game.agents & ~s.flipped)


def excess(s: Position, side: int, hex_: Hex, more: UnitSet = 0) -> bool:
    """11.1, 11.1.f, 24.6.3  Whether a hex holds too much, contingents alike: six units, three divisions, a partisan."""
    game, charts = s.game, s.game.charts
    here = s.units_at(side, hex_) | more
    count = here & counting(s)
    return (
        count.bit_count() > charts.stack_units
        or (count & game.divisions).bit_count() > charts.stack_divisions
        or (here & game.agents & s.flipped).bit_count() > charts.stack_partisans
    )


def too_many(s: Position, here: UnitSet) -> UnitSet:
    """11.1, 24.6.3  Units of which one more beside these would be too much; all, if these are too much already."""
    game, charts = s.game, s.game.charts
    partisans = game.agents & s.flipped
    found = 0
    for kind, most in (
        (counting(s), charts.stack_units),
        (counting(s) & game.divisions, charts.stack_divisions),
        (partisans, charts.stack_partisans),
    ):
        there = (here & kind).bit_count()
        if there > most:
            return game.ground
        if there == most:
            found |= kind
    return found


def overfull(s: Position, side: int, hex_: Hex, more: UnitSet) -> bool:
    """Whether a hex would hold too much because these came in."""
    return bool(more & counting(s)) and excess(s, side, hex_, more)


def surplus(s: Position, side: int, hex_: Hex) -> UnitSet:
    """Units of which one has to leave a hex: those that are too many there."""
    game, charts = s.game, s.game.charts
    here = s.units_at(side, hex_)
    count, partisans = here & counting(s), here & game.agents & s.flipped
    if partisans.bit_count() > charts.stack_partisans:
        return partisans
    if (count & game.divisions).bit_count() > charts.stack_divisions:
        return count & game.divisions
    return count if count.bit_count() > charts.stack_units else 0


def too_high(s: Position, side: int) -> HexSet:
    """Hexes of a side that hold too much."""
    return sum(1 << h for h in members(s.occupied(side)) if excess(s, side, h))
