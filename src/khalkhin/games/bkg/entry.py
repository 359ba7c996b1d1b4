"""4.2.1  Entry of reinforcements, and the return of Japanese units that retreated off the map."""

from __future__ import annotations

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.position import DUE, EAST, JAPAN, NORTH, Position
from khalkhin.games.bkg.ways import closed_to, table


def waiting(s: Position, side: int) -> UnitSet:
    """4.2.1, 4.2.2.c  Units that may come in: reinforcements due, Japanese that left in an earlier turn."""
    game = s.game
    due = sum(1 << u for u in members(s.stack(game.box(DUE))) if game.arrival[u] <= s.turn)
    due &= game.sheet.of_side[side]
    if side == JAPAN:
        due |= sum(1 << u for u, turn in s.left_map if turn < s.turn)
    return due


def entry_edge(s: Position, unit: int) -> HexSet:
    """4.2.1.a-b, 4.2.2.c  The edge a unit comes in by: that of its side, or the one it retreated over."""
    game, box = s.game, s.where[unit]
    if box == game.box(NORTH):
        return game.map.grid.edge["N"]
    if box == game.box(EAST):
        return game.map.grid.edge["E"]
    return game.entry[game.sheet.side[unit]]


def entry_hexes(s: Position, side: int, unit: int) -> HexSet:
    """10.1.3-4  Where a unit may come in: its edge, never on top of the enemy."""
    game = s.game
    payable = game.payable[table(s, unit)][game.allowance[unit]]
    return entry_edge(s, unit) & payable & ~closed_to(s, side, unit, s.where[unit], s.crowded(side, 1))


def quiet_entry(s: Position, side: int, unit: int) -> HexSet:
    """K-33  Entry hexes with room, out of every enemy zone: while there is one a due reinforcement has to come in."""
    return entry_hexes(s, side, unit) & ~s.crowded(side, 1) & ~s.zone(1 - side)


def must_enter(s: Position, side: int) -> UnitSet:
    """4.2.1  Reinforcements due that still have to come in (K-33)."""
    due = s.stack(s.game.box(DUE)) & waiting(s, side)
    return sum(1 << u for u in members(due) if quiet_entry(s, side, u))
