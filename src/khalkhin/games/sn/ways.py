"""8.0, 11.4-5, 20.0.ger, 20.0.riv1  Where units may go on land and by rail."""

from __future__ import annotations

from typing import NamedTuple

from khalkhin.board.grid import Sides, six
from khalkhin.board.hexset import Hex, HexSet, members, only
from khalkhin.board.reach import Reach, reach
from khalkhin.board.trace import flood, trace
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.terrain import NON


class Ways(NamedTuple):
    """Where a group can go: by points, and to hexes next door by a whole move."""

    origin: Hex
    reach: Reach
    near: HexSet
    """8.2, 8.8  The minimum move, and a lake crossed: one hex, then the move is over."""
    allowance: int

    @property
    def hexes(self) -> HexSet:
        return self.near | self.reach.hexes

    def path(self, hex_: Hex) -> tuple[Hex, ...]:
        return self.reach.path(hex_) if self.reach.hexes >> hex_ & 1 else (hex_,)

    def left(self, hex_: Hex) -> int:
        return self.allowance - self.reach.cost(hex_) if self.reach.hexes >> hex_ & 1 else 0


def barred(s: Position, side: int, group: UnitSet) -> HexSet:
    """8.6.2, 8.6.6-12, 10.0.4  Hexes with enemies, the sea, and states that somebody of a group may not enter."""
    game = s.game
    open_ = game.land & ~s.occupied(1 - side)
    for nation in game.nations[side]:
        if group & game.sheet.of_nation[nation]:
            open_ &= game.enterable[nation]
    return game.map.grid.all & ~open_


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


def ways(s: Position, side: int, group: UnitSet) -> Ways:
    """8.1, 8.2, 8.2.1, 8.3, 8.6.3, 8.6.5, 8.8, 11.4, 11.5  Where a group of one hex and one class can go."""
    game = s.game
    first = next(members(group))
    origin, kind = s.where[first], game.kind[first]
    points, shut = min(s.allowance(u) for u in members(group)), barred(s, side, group)
    zone = zone_for(s, side, group)
    key = "ways", origin, kind, points, shut, zone
    found: Ways | None = s.notes.get(key)
    if found is None:
        walls = no_entry(s, origin, zone) if zone >> origin & 1 else None
        far = reach(game.costs[kind], origin, points, stop=zone, barred=shut, walls=walls)
        found = s.notes[key] = Ways(origin, far, steps_away(s, side, group), points)
    return found


def steps_away(s: Position, side: int, group: UnitSet) -> HexSet:
    """8.2  The hexes next door that a group may move to: whoever can move at all can do that."""
    game = s.game
    first = only(group)
    origin, kind = s.where[first], game.kind[first]
    near = game.strides[kind][origin] | (game.lakeside[origin] if kind == NON else 0)
    zone = zone_for(s, side, group)
    if zone >> origin & 1:
        near &= ~zone
    return near & ~barred(s, side, group)


def no_entry(s: Position, origin: Hex, closed: HexSet) -> Sides:
    """Walls between a hex and those around it that may not be entered from there."""
    grid = s.game.map.grid
    around = closed & grid.around[origin]
    return six(1 << there & around if (there := grid.step(origin, d)) is not None else 0 for d in range(6))


# -- by rail (8.10) ----------------------------------------------------------------------------------------------------


class Ride(NamedTuple):
    """Track that a group can ride on from a hex."""

    at: Hex
    open: HexSet
    zone: HexSet
    walls: Sides | None


def track(s: Position, side: int, group: UnitSet) -> Ride | None:
    """8.10, 8.11.3, 8.11.5, 15.2.27, 20.0.ger, R37, R38, R95  Rail hexes of friendly states without enemies or
    disrupted cities."""
    game = s.game
    at = s.where[next(members(group))]
    lines = game.rail & game.friendly[side] & ~s.ruined
    if not lines >> at & 1:
        return None
    zone = zone_for(s, side, group)
    walls = no_entry(s, at, zone) if zone >> at & 1 else None
    return Ride(at, lines & ~barred(s, side, group), zone, walls)


def ride(s: Position, way: Ride | None) -> HexSet:
    """8.10, 8.11.3  Hexes that the railroad leads to: never past enemies, no further than into a zone."""
    if way is None:
        return 0
    game, first = s.game, 1 << way.at
    free = flood(game.map.grid, first, way.open & ~way.zone, links=game.rail_links)
    return flood(game.map.grid, free, way.open, steps=1, links=game.rail_links, walls=way.walls) & ~first


def ride_path(s: Position, way: Ride, to: Hex) -> tuple[Hex, ...]:
    """The hexes ridden through, from the first one entered to the last."""
    open_ = way.open & (~way.zone | 1 << to)
    found = trace(s.game.map.grid, way.at, 1 << to, open_, links=s.game.rail_links, walls=way.walls)
    assert found.path is not None, "the railroad leads to every hex that was offered"
    return tuple(found.path[1:])
