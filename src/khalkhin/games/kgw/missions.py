"""15.2, 15.3, 22.2  Air units: who is ready, how far they fly, and what a mission uses up."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw.position import JAPAN, USSR, Position


def ready(s: Position, side: int, target: Hex, chosen: UnitSet = 0) -> UnitSet:
    """15.2, 15.3  Air units that may fly against a hex: unused, in range, their base not in an enemy zone."""
    game, grid = s.game, s.game.map.grid
    if side == JAPAN and game.country[USSR] >> target & 1:
        return 0
    if not wings(s, side, chosen.bit_count()):
        return 0
    reach = grid.within(1 << target, game.charts.air_range[game.sides[side]])
    able = s.on_map(side) & game.air & ~s.flown
    zone = s.zone(1 - side)
    return sum(1 << u for u in members(able) if reach >> s.where[u] & 1 and not zone >> s.where[u] & 1)


def wings(s: Position, side: int, chosen: int) -> bool:
    """22.2, Q-61  In winter only half of a side's air units, rounded up, fly missions in a turn."""
    return not s.winter or s.missions[side] + chosen < s.quota[side]


def fly(s: Position, unit: int) -> None:
    """15.2, Q-10  An air unit flies a mission: it is used for this player turn."""
    side = s.game.sheet.side[unit]
    s.flown |= 1 << unit
    s.sortied |= 1 << unit
    flown = list(s.missions)
    flown[side] += 1
    s.missions = flown[0], flown[1]
