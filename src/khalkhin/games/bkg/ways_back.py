"""5.3  Where a beaten unit may go: free hexes, chains, the map edge, the way out of an encirclement; and why not."""

from __future__ import annotations

from khalkhin.board.hexset import HexSet, members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.bkg.position import Position
from khalkhin.games.bkg.terrain import WIDE, river, why_terrain


def passable_beside(s: Position, unit: int, hex_: int) -> HexSet:
    """5.3  Neighbours a unit may be in: no enemy, no terrain closed to it. Border and rivers do not matter."""
    game = s.game
    side = game.sheet.side[unit]
    return game.map.grid.around[hex_] & ~s.held(1 - side) & game.passable[game.type[unit]]


def suffers(s: Position, unit: int, a: int, b: int) -> bool:
    """5.3.2, 5.3.2.b-c  Armour and mechanised cavalry take a loss over a wide river, unless by a bridge (K-27)."""
    return bool(s.game.river_shy >> unit & 1) and river(s.game, a, b) == WIDE


def free(s: Position, unit: int, hex_: int, chain: HexSet = 0) -> HexSet:
    """5.3.a, 5.3.1  Hexes a unit may retreat to: out of every enemy zone, with room or with room to be made."""
    key = "free", unit, hex_, chain, s.flipped
    found: HexSet | None = s.notes.get(key)
    if found is None:
        quiet = members(quiet_beside(s, unit, hex_, chain))
        found = s.notes[key] = union(to for to in quiet if receives(s, unit, hex_, to, chain))
    return found


def quiet_beside(s: Position, unit: int, hex_: int, chain: HexSet) -> HexSet:
    return passable_beside(s, unit, hex_) & ~s.zone(1 - s.game.sheet.side[unit]) & ~chain


def receives(s: Position, unit: int, hex_: int, to: int, chain: HexSet) -> bool:
    """Whether a unit that comes from a hex finds room, or needs none as it dies on the way (5.3.2).

    The hex that it leaves belongs to the chain, so nobody is pushed back into it (K-44).
    """
    if suffers(s, unit, hex_, to) and s.flipped >> unit & 1:
        return True
    return has_room(s, s.game.sheet.side[unit], unit, to, chain | 1 << hex_ | 1 << to)


def has_room(s: Position, side: int, unit: int, hex_: int, chain: HexSet) -> bool:
    """4.1.1, 5.3.1  Fewer than four friends, or one of the five can be pushed on; no hex twice in a chain (K-44)."""
    friends = s.friends(side, hex_)
    if friends.bit_count() < s.game.charts.stacking:
        return True
    five = friends | 1 << unit
    if not chain_may_end(s, side, five, hex_, chain):
        return False
    # Units of one type, flipped or not alike, have the same ways: one of each is tried.
    unlike = {(s.game.type[u], s.flipped >> u & 1): u for u in members(five)}
    return any(
        receives(s, u, hex_, to, chain) for u in unlike.values() for to in members(quiet_beside(s, u, hex_, chain))
    )


def chain_may_end(s: Position, side: int, five: UnitSet, hex_: int, chain: HexSet) -> bool:
    """Whether a chain has anywhere to come to, by whatever units: else trying all chains of a crowd takes for ever."""
    game = s.game
    quiet = game.passable["INF"] & ~s.held(1 - side) & ~s.zone(1 - side) & ~chain
    full = s.crowded(side, 1)
    reached, pushed = 1 << hex_, five
    while True:
        beside = game.map.grid.spread(reached) & quiet
        if beside & ~full or pushed & s.flipped & game.river_shy:  # a wide river makes room too
            return True
        if not beside & ~reached:
            return False
        for to in members(beside & ~reached):
            pushed |= s.friends(side, to)
        reached |= beside


def second_hexes(s: Position, unit: int, first: int) -> HexSet:
    """5.3.3  Where an encircled unit may go on to from its first hex: a hex of the map (K-87), out of every zone, with
    room if it lives."""
    game = s.game
    side = game.sheet.side[unit]
    start = s.where[unit]
    way = 1 << start | 1 << first
    out = 0
    for to in members(passable_beside(s, unit, first) & ~s.zone(1 - side) & ~(1 << start)):
        losses = (not s.friends(side, first)) + (suffers(s, unit, start, first) or suffers(s, unit, first, to))
        if losses + bool(s.flipped >> unit & 1) >= 2 or has_room(s, side, unit, to, way | 1 << to):
            out |= 1 << to
    return out


def first_hexes(s: Position, unit: int, hit: bool) -> HexSet:
    """5.3.3, 5.3.3.c  First hexes of a way out of an encirclement; one may be full, as it is only passed through.

    Whoever was hit in the combat goes through friends or not at all.
    """
    beside = passable_beside(s, unit, s.where[unit])
    if hit:
        beside &= s.held(s.game.sheet.side[unit])
    return sum(1 << h for h in members(beside) if second_hexes(s, unit, h))


def edges(s: Position, unit: int, fate: str) -> tuple[str, ...]:
    """4.2.2  Map edges next to a unit over which it `survives` or is `destroyed`."""
    allowed = s.game.charts.exits[s.game.sides[s.game.sheet.side[unit]]][fate]
    return tuple(e for e in s.game.map.grid.exits(s.where[unit]) if e in allowed)


# -- why not -----------------------------------------------------------------------------------------------------------


def why_no_step(s: Position, unit: int, start: int, hex_: int) -> Reason | None:
    """5.3  Why a unit cannot come from a hex into another at all."""
    game = s.game
    if not game.map.grid.around[start] >> hex_ & 1:
        return no("5.3", "why.one-hex", hex=hex_, hex2=start)
    if s.held(1 - game.sheet.side[unit]) >> hex_ & 1:
        return no("5.3", "why.enemy", hex=hex_)
    return why_terrain(game, unit, hex_)


def why_no_stop(s: Position, unit: int, start: int, hex_: int, chain: HexSet) -> Reason:
    """5.3.a, 5.3.1  Why a hex is not free to a unit that retreats from another."""
    if (reason := why_no_step(s, unit, start, hex_)) is not None:
        return reason
    if chain >> hex_ & 1:
        return no("5.3.1", "why.chain-again", hex=hex_)
    if s.zone(1 - s.game.sheet.side[unit]) >> hex_ & 1:
        return no("5.3.a", "why.retreat-zone", hex=hex_)
    return no("5.3.1", "why.no-room", hex=hex_)


def why_no_way_through(s: Position, unit: int, hex_: int, hit: bool) -> Reason:
    """5.3.3  Why the way out of an encirclement does not lead through a hex."""
    if (reason := why_no_step(s, unit, s.where[unit], hex_)) is not None:
        return reason
    if hit and not s.friends(s.game.sheet.side[unit], hex_):
        return no("5.3.3.c", "why.through-friends", unit=unit)
    if not s.zone(1 - s.game.sheet.side[unit]) >> hex_ & 1:
        return no("5.3.1", "why.no-room", hex=hex_)
    return no("5.3.3.b", "why.dead-end", hex=hex_)


def why_not_second(s: Position, unit: int, first: int, hex_: int) -> Reason:
    """5.3.3.b  Why the way out of an encirclement cannot end in a hex."""
    if hex_ == s.where[unit]:
        return no("5.3.3", "why.no-turning-back", hex=hex_)
    if (reason := why_no_step(s, unit, first, hex_)) is not None:
        return reason
    if s.zone(1 - s.game.sheet.side[unit]) >> hex_ & 1:
        return no("5.3.3.b", "why.retreat-zone", hex=hex_)
    return no("5.3.1", "why.no-room", hex=hex_)
