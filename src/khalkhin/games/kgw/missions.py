"""15.2, 15.3, 22.2  Air units: who is ready, how far they fly, and what a mission uses up."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw.position import JAPAN, USSR, Position


def ready(s: Position, side: int, target: Hex, chosen: UnitSet = 0) -> UnitSet:
    """15.2.g-h, 15.3  Air units that may fly against a hex: unused, in range, their base not in an enemy zone."""
    game, distance = s.game, s.game.map.grid.distance
    if side == JAPAN and game.country[USSR] >> target & 1:
        return 0
    far = game.charts.air_range[game.sides[side]]
    return sum(1 << u for u in members(able(s, side, chosen)) if distance(s.where[u], target) <= far)


def able(s: Position, side: int, chosen: UnitSet = 0) -> UnitSet:
    """15.2.b, 15.3.a, 15.3.d  Unused air units whose base is not in an enemy zone, if one more may fly."""
    waiting = s.game.air & ~s.flown
    if not wings(s, side, chosen):
        waiting &= s.sortied  # who has flown and is ready again (24.2) is counted already
    known: dict[UnitSet, UnitSet] = s.notes.setdefault(("able", side), {})
    if waiting not in known:
        zone, ours = s.zone(1 - side), s.on_map(side) & waiting
        known[waiting] = sum(1 << u for u in members(ours) if not zone >> s.where[u] & 1)
    return known[waiting]


def within_reach(s: Position, side: int) -> HexSet:
    """15.2.h, 15.3  Hexes that some air unit may fly against; for the Japanese none in the USSR."""
    game = s.game
    bases = sum(1 << h for h in {s.where[u] for u in members(able(s, side))})
    found = game.map.grid.within(bases, game.charts.air_range[game.sides[side]])
    return found & ~game.country[USSR] if side == JAPAN else found


def wings(s: Position, side: int, chosen: UnitSet) -> bool:
    """22.2, Q-61  In winter only half of a side's air units, rounded up, fly missions in a turn."""
    return not s.winter or s.missions[side] + (chosen & ~s.sortied).bit_count() < s.quota[side]


def fly(s: Position, unit: int) -> None:
    """15.1.c, 15.2.b, 15.4.g, 15.5.h, 15.6.h, Q-10  An air unit flies a mission: it is used for this player turn, and
    its counter stays at its base. A reuse is not counted again (Q-61)."""
    side = s.game.sheet.side[unit]
    if not s.sortied >> unit & 1:
        flown = list(s.missions)
        flown[side] += 1
        s.missions = flown[0], flown[1]
    s.flown |= 1 << unit
    s.sortied |= 1 << unit
