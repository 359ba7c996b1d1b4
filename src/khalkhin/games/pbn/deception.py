"""34.0, 35.2  Face-down units and deception markers, where the option is in use."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.pbn.information import unmask
from khalkhin.games.pbn.position import SIDES, Position


def hideable(s: Position, group: UnitSet) -> UnitSet:
    """34.0  Combat units of a group that come face down, where units may; headquarters and supply never do."""
    return group & s.game.fighting if masked(s) else 0


def masked(s: Position) -> bool:
    """34.0, 35.2  Whether units may stand face down: with deception markers they have to be able to."""
    return bool(s.options["face_down"] or s.options["deception"])


def watch(s: Position) -> None:
    """34.3  Deception markers next to an enemy land unit are removed the instant they are."""
    if not s.options["deception"] or "watched" in s.notes:
        return
    game = s.game
    for side in SIDES:
        near = game.map.grid.spread(s.occupied(1 - side))
        for hex_ in members(s.hexes_of(side, game.deception) & near):
            unmask(s, hex_, s.at[hex_] & game.deception & game.sheet.of_side[side], "34.3")
    s.notes["watched"] = True


def walk_past(s: Position, side: int, hex_: Hex) -> None:
    """34.3  A land unit of a side comes to a hex: enemy deception markers around it are gone."""
    if not s.options["deception"]:
        return
    game, enemy = s.game, 1 - side
    for near in members(game.map.grid.around[hex_] & s.hexes_of(enemy, game.deception)):
        unmask(s, near, s.at[near] & game.deception & game.sheet.of_side[enemy], "34.3")


def safe(s: Position, side: int) -> HexSet:
    """34.1, R72  Hexes where a deception marker of a side can be set down: without enemies, and not next to what may be
    enemies for all its owner knows (R93)."""
    enemies = s.held(1 - side)
    return s.game.map.grid.all & ~s.game.map.grid.spread(enemies) & ~enemies & ~s.outside


def places(s: Position, side: int) -> HexSet:
    """34.1  Where a deception marker can be set down: on or next to a friendly unit, never next to an enemy."""
    friends = s.occupied(side)
    return (friends | s.game.map.grid.spread(friends)) & safe(s, side)
