"""8.0, 11.4-5, 20.0.ger, 20.0.riv1  Where units may go on land and by rail."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from khalkhin.board.hexset import Hex, HexSet, members, only
from khalkhin.board.reach import reach
from khalkhin.board.trace import onward
from khalkhin.board.ways import Moves, Ride, no_entry
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn.position import KEPT, Position

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth


def barred(s: Position, side: int, group: UnitSet) -> HexSet:
    """8.6.2, 8.6.6-12, 10.0.4  Hexes with enemies, the sea, and states that somebody of a group may not enter."""
    return s.game.map.grid.all & ~_open(s, side, group)


def _open(s: Position, side: int, group: UnitSet) -> HexSet:
    game = s.game
    found = game.land & ~s.occupied(1 - side)
    for nation in game.nations[side]:
        if group & game.sheet.of_nation[nation]:
            found &= game.enterable[nation]
    return found


STATE_RULES = {"SU": "8.6.6", "OM": "8.6.7", "MJ": "8.6.9", "MC": "8.6.10", "FER": "8.6.11"}
"""The rules that keep nations out of states; Japan and Germany go anywhere (8.6.8)."""


def state_rule(s: Position, group: UnitSet, hex_: Hex) -> str | None:
    """8.6.6-12  The rule that keeps somebody of a group out of the state of a hex."""
    game = s.game
    shut = (n for u in members(group) if not game.enterable[n := game.sheet.nation[u]] >> hex_ & 1)
    nation = next(shut, None)
    return None if nation is None else STATE_RULES[nation]


def zone_for(s: Position, side: int, group: UnitSet) -> HexSet:
    """11.4, 11.4.2, 20.0.ger  The enemy zones that a group heeds: the Asienkorps alone heeds none."""
    return s.enemy_zone(side) if group & ~s.game.special else 0


def ways(s: Position, side: int, group: UnitSet, way: tuple[Hex, ...] = (), spent: int = 0) -> Moves:
    """8.1, 8.2, 8.2.1, 8.3, 8.6.3, 8.6.5, 8.8, 11.4, 11.5  Where a group of one hex and one class can go, when so much
    is spent on the way so far; only who has not gone a step yet gets next door whatever it costs."""
    game = s.game
    first = next(members(group))
    at, kind = way[-1] if way else s.where[first], game.kind[first]
    points, shut = min(s.allowance(u) for u in members(group)), barred(s, side, group)
    zone = zone_for(s, side, group)
    key = "ways", at, kind, points, shut, zone, spent
    found: Moves | None = s.notes.get(key)
    if found is None:
        walls = no_entry(game.map.grid, at, zone) if zone >> at & 1 else None
        far = reach(game.costs[kind], at, points, spent=spent, stop=zone, barred=shut, walls=walls)
        found = s.notes[key] = Moves(at, far, 0 if way else steps_away(s, side, group), points, zone)
    return found


def steps_away(s: Position, side: int, group: UnitSet) -> HexSet:
    """8.2  The hexes next door that a group may move to: whoever can move at all can do that."""
    first = only(group)
    origin = s.where[first]
    near = s.game.doors[s.game.kind[first]][origin] & _open(s, side, group)
    zone = zone_for(s, side, group)
    return near & ~zone if zone >> origin & 1 else near


def with_steps(s: Position, side: int, waiting: UnitSet) -> UnitSet:
    """8.2  The units that could move next door, found for all units of a nation and a class at once."""
    game, found = s.game, 0
    for kind, such in game.walkers[side]:
        group = waiting & such
        if group:
            exits = _exits(game, kind, _open(s, side, group), zone_for(s, side, group))
            for hex_ in members(s.occupied(side) & ~exits):
                group &= ~s.at[hex_]
            found |= group
    return found


@lru_cache(KEPT)
def _exits(game: StrikeNorth, kind: str, open_: HexSet, zone: HexSet) -> HexSet:
    """8.2, 8.6.5  The hexes that a class can leave. Steps are taken backwards, from the hexes where they lead."""
    grid, doors = game.map.grid, game.doors_back[kind]
    return onward(grid, open_, doors) & ~zone | onward(grid, open_ & ~zone, doors)


# -- by rail (8.10) ----------------------------------------------------------------------------------------------------


def track(s: Position, side: int, group: UnitSet) -> Ride | None:
    """8.10, 8.11.3, 8.11.5, 15.2.27, 20.0.ger, R37, R38, R95  Rail hexes of friendly states without enemies or
    disrupted cities."""
    game = s.game
    at = s.where[next(members(group))]
    lines = game.rail & game.friendly[side] & ~s.ruined
    if not lines >> at & 1:
        return None
    zone = zone_for(s, side, group)
    walls = no_entry(game.map.grid, at, zone) if zone >> at & 1 else None
    return Ride(at, lines & ~barred(s, side, group), zone, game.rail_links, walls)
