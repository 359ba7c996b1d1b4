"""10.0, 12.0  Where units may go: points, zones of control, countries, closed terrain, railroads, the minimum move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from khalkhin.board.grid import Sides, six
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.reach import Part, reach, reach_together
from khalkhin.board.trace import flood, trace
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.position import SOVIET, Position

CLIENTS = ("MC", "WR", "MJ")
"""12.2, Q-05  Whose cavalry the Red Army's mechanized units may brush aside."""


@dataclass(frozen=True)
class Leg:
    """A way to a hex: the hexes entered, what each unit has spent on arrival, and whether a zone was ignored on it."""

    path: tuple[Hex, ...]
    spent: tuple[int, ...]
    ignored: bool = False


class Source(NamedTuple):
    """Some hexes and how they are reached: what that costs, and the path, when somebody wants them."""

    hexes: HexSet
    paid: Callable[[Hex], tuple[int, ...]]
    path: Callable[[Hex], tuple[Hex, ...]]
    before: tuple[Hex, ...] = ()
    ignored: bool = False


class Ways:
    """Every hex that a group can go on to, each by its cheapest way."""

    def __init__(self) -> None:
        self.sources: list[Source] = []
        self.hexes: HexSet = 0

    def add(self, source: Source) -> None:
        self.sources.append(source)
        self.hexes |= source.hexes

    def leg(self, hex_: Hex) -> Leg:
        """The cheapest way to a hex; of two that cost the same the one that ignores no zone, then the first."""
        found = [source for source in self.sources if source.hexes >> hex_ & 1]
        best = min(found, key=lambda source: (sum(source.paid(hex_)), source.ignored))
        return Leg((*best.before, *best.path(hex_)), best.paid(hex_), best.ignored)


# -- zones of control ----------------------------------------------------------------------------------------------


def soft_zone(s: Position, side: int, knowing: bool) -> HexSet:
    """12.2, Q-22  Zones exerted by nobody but client cavalry: for all that a side knows, or in truth (`knowing`)."""
    key = "soft", side, knowing, s.shown, s.sorge
    found: HexSet | None = s.notes.get(key)
    if found is None:
        found = s.notes[key] = _soft_zone(s, side, knowing)
    return found


def _soft_zone(s: Position, side: int, knowing: bool) -> HexSet:
    game, enemy = s.game, 1 - side
    hard = 0
    for hex_ in members(s.occupied(enemy)):
        for unit in members(s.units_at(enemy, hex_)):
            client = game.cavalry >> unit & 1 and game.sheet.nation[unit] in CLIENTS
            if not client and (knowing or game.sees(s, side, unit)):
                hard |= 1 << hex_
                break
    return s.zone(enemy) & ~game.map.grid.spread(hard)


def brushes_aside(s: Position, group: UnitSet) -> bool:
    """12.2  Mechanized units of the Red Army; armoured trains keep to their track."""
    game = s.game
    bold = game.mech & game.sheet.of_nation["RA"] & ~game.trains
    return not group & ~bold


# -- where to ------------------------------------------------------------------------------------------------------


def barred_to(s: Position, side: int, unit: int) -> HexSet:
    """10.2, 5.2, 24.6.3  Hexes a unit never moves into: enemies, the USSR for most, other countries for partisans."""
    game = s.game
    allowed = terrain.may_enter(game, unit)
    for partisan, country in s.partisans:
        if partisan == unit:
            allowed &= game.country[country]
    return game.map.grid.all & ~allowed | s.occupied(1 - side)


def bridges(s: Position, side: int) -> HexSet:
    """20.2  Hexes with an engineer bridge of a side."""
    found = s.flipped & s.game.engineers & s.game.sheet.of_side[side]
    return sum(1 << s.where[u] for u in members(found) if s.where[u] >= 0)


def ways(s: Position, side: int, group: UnitSet, at: Hex, spent: tuple[int, ...], ignored: bool, start: bool) -> Ways:
    """10.1-10.3, 12.2  Where a group can go on to from a hex; `start`: it has not moved yet."""
    out = Ways()
    if group & s.game.trains:
        return _by_track(s, side, group, at, spent) if start else out
    bold = brushes_aside(s, group) and not ignored
    soft = soft_zone(s, side, False) if bold else 0
    out.add(_march(s, side, group, at, spent, soft)._replace(ignored=ignored))
    for hex_ in members(out.hexes & soft):
        first = out.leg(hex_)
        beyond = _march(s, side, group, hex_, first.spent, ~0)
        out.add(beyond._replace(hexes=beyond.hexes & ~(1 << at), before=first.path, ignored=True))
    if start and (least := _least(s, side, group, at, soft) & ~out.hexes):
        everything = tuple(s.allowance(u) for u in members(group))
        out.add(Source(least, lambda to: everything, lambda to: (to,)))
    return out


def _march(s: Position, side: int, group: UnitSet, at: Hex, spent: tuple[int, ...], ignoring: HexSet) -> Source:
    """By roads and over land. Who stands in a zone may not step into another, but for those that are ignored."""
    game, crew, zone = s.game, tuple(members(group)), s.zone(1 - side)
    walls = _no_zone_to_zone(s, at, zone & ~ignoring) if zone >> at & 1 else None
    spans = bridges(s, side)
    kinds = {u: game.movement_class[u] for u in crew}
    closed = {u: barred_to(s, side, u) for u in crew}
    left = [s.allowance(u) - paid for u, paid in zip(crew, spent, strict=True)]
    if len(set(kinds.values())) == 1:
        barred = 0
        for hexset in closed.values():
            barred |= hexset
        costs = terrain.costs(game, kinds[crew[0]], s.winter, spans)
        alone = reach(costs, at, min(left), stop=zone, barred=barred, walls=walls)
        return Source(alone.hexes, lambda to: tuple(paid + alone.cost(to) for paid in spent), alone.path)
    parts = [
        Part(terrain.costs(game, kinds[u], s.winter, spans), rest, 0, zone, closed[u], walls)
        for u, rest in zip(crew, left, strict=True)
    ]
    group_ = reach_together(parts, at)

    def paid(to: Hex) -> tuple[int, ...]:
        return tuple(a + b for a, b in zip(spent, group_.costs(to), strict=True))

    return Source(group_.hexes, paid, group_.path)


def _no_zone_to_zone(s: Position, at: Hex, zone: HexSet) -> Sides:
    """12.2  No step from one zone of control directly into another."""
    grid = s.game.map.grid
    return six(grid.shift(1 << at, d) & zone for d in range(6))


def _least(s: Position, side: int, group: UnitSet, at: Hex, ignoring: HexSet) -> HexSet:
    """10.2  A mobile unit that has not moved may always go one hex, whatever it costs; it spends all it has (Q-91)."""
    found = s.game.map.grid.around[at]
    for unit in members(group):
        found &= next_door(s, side, unit, at, ignoring)
    return found


def next_door(s: Position, side: int, unit: int, at: Hex, ignoring: HexSet = 0) -> HexSet:
    """The neighbouring hexes that a unit may step into, whatever it costs."""
    kind = s.game.movement_class[unit]
    found = terrain.steps(s.game, kind, s.winter)[at] & ~barred_to(s, side, unit)
    zone = s.zone(1 - side)
    return found & ~(zone & ~ignoring) if zone >> at & 1 else found


# -- railroads -----------------------------------------------------------------------------------------------------


def track(s: Position, side: int) -> Sides:
    """10.4, 24.7  Finished track by direction; what was built of the unfinished line is Soviet track only."""
    game, grid = s.game, s.game.map.grid
    links = [*game.map.sides["rail"]]
    if side == SOVIET:
        for a, b in zip(game.line[: s.railhead], game.line[1 : s.railhead + 1], strict=True):
            d = grid.direction(a, b)
            links[d] |= 1 << a
            links[(d + 3) % 6] |= 1 << b
    return six(links)


def own_track(s: Position, side: int) -> HexSet:
    """10.4.1  Hexes of finished track in the countries where a side may ride."""
    game = s.game
    lands = 0
    for name in game.charts.rail_countries[game.sides[side]]:
        lands |= game.country[name]
    built = s.finished_rail if side == SOVIET else game.railroad
    return built & lands


def ride(s: Position, side: int, at: Hex) -> HexSet:
    """10.4  Hexes that the railroad leads to: never past enemies, and no further than into a zone of control (Q-20)."""
    grid, lines, links = s.game.map.grid, own_track(s, side), track(s, side)
    if not lines >> at & 1:
        return 0
    zone, open_ = s.zone(1 - side), lines & ~s.occupied(1 - side)
    first = 1 << at
    free = flood(grid, first, open_ & ~zone, links=links)
    onto = flood(grid, free & ~zone, open_, steps=1, links=links) if free & ~zone else free
    return (free | onto) & ~first


def ride_path(s: Position, side: int, at: Hex, to: Hex) -> tuple[Hex, ...]:
    """The hexes ridden through, from the first one entered to the last."""
    zone = s.zone(1 - side)
    open_ = own_track(s, side) & ~s.occupied(1 - side) & (~zone | 1 << to)
    found = trace(s.game.map.grid, at, 1 << to, open_, links=track(s, side))
    assert found.path is not None, "the railroad leads to every hex that was offered"
    return found.path[1:] if found.path[0] == at else found.path


def _by_track(s: Position, side: int, group: UnitSet, at: Hex, spent: tuple[int, ...]) -> Ways:
    """19.4  Armoured trains go any distance along finished track of their countries at no cost."""
    out = Ways()
    if group & ~s.game.trains:
        return out
    out.add(Source(ride(s, side, at), lambda to: spent, lambda to: ride_path(s, side, at, to)))
    return out


def load(s: Position, group: UnitSet) -> int:
    """10.4  How much of the capacity a group takes: a division all of it, any lesser unit one part (Q-20)."""
    divisions = (group & s.game.divisions).bit_count()
    return s.game.charts.rail_capacity * divisions + (group & ~s.game.divisions).bit_count()
