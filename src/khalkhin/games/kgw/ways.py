"""10.0, 12.0  Where units may go: points, zones of control, countries, closed terrain, railroads, the minimum move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from khalkhin.board.grid import Sides, six
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.reach import Part, reach, reach_together
from khalkhin.board.ways import Ride, no_entry, ride, ride_path
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.position import SOVIET, USSR, Position

CLIENTS = ("MC", "WR", "MJ")
"""12.2, Q-05  Whose cavalry the Red Army's mechanized units may brush aside."""


@dataclass(frozen=True)
class Leg:
    """A way to a hex: the hexes entered, and what each unit has spent on arrival."""

    path: tuple[Hex, ...]
    spent: tuple[int, ...]


FREE, SAFE, RISKY = 0, 1, 2
"""12.2  A way ignores no zone; one that is known to be ignored; one that may turn out not to be."""


class ReachedHexes(NamedTuple):
    """Some hexes and how they are reached: what that costs, and the path, when somebody wants them."""

    hexes: HexSet
    paid: Callable[[Hex], tuple[int, ...]]
    path: Callable[[Hex], tuple[Hex, ...]]
    before: tuple[Hex, ...] = ()
    risk: int = FREE


class Ways:
    """Every hex that a group can go on to, each by its best way; none leads back through the hex it starts from."""

    def __init__(self) -> None:
        self.sources: list[ReachedHexes] = []
        self.hexes: HexSet = 0

    def add(self, source: ReachedHexes) -> None:
        self.sources.append(source)
        self.hexes |= source.hexes

    def best(self, hex_: Hex) -> ReachedHexes:
        """The cheapest way to a hex that is sure to lead there; only if there is none, one that may not."""
        found = (source for source in self.sources if source.hexes >> hex_ & 1)
        return min(found, key=lambda source: (source.risk == RISKY, sum(source.paid(hex_)), source.risk))

    def leg(self, hex_: Hex) -> Leg:
        best = self.best(hex_)
        return Leg((*best.before, *best.path(hex_)), best.paid(hex_))


# -- zones of control ----------------------------------------------------------------------------------------------

TRUE, POSSIBLE, CERTAIN = "true", "possible", "certain"
"""Readings of what only client cavalry holds: as it is; as far as a side can rule out; as far as a side can see."""


def soft_zone(s: Position, side: int, reading: str) -> HexSet:
    """12.2, Q-22  Zones of the enemies of a side that are exerted by nobody but client cavalry."""
    key = "soft", side, reading, s.shown, s.sorge
    found: HexSet | None = s.notes.get(key)
    if found is None:
        found = s.notes[key] = _soft_zone(s, side, reading)
    return found


def _soft_zone(s: Position, side: int, reading: str) -> HexSet:
    game, enemy = s.game, 1 - side
    hard = 0
    for hex_ in members(s.occupied(enemy)):
        for unit in members(s.units_at(enemy, hex_)):
            hidden = reading != TRUE and not game.sees(s, side, unit)
            client = game.cavalry >> unit & 1 and game.sheet.nation[unit] in CLIENTS
            if reading == CERTAIN if hidden else not client:
                hard |= 1 << hex_
                break
    return s.zone(enemy) & ~game.map.grid.spread(hard)


def brushes_aside(s: Position, group: UnitSet) -> bool:
    """12.2.b  Mechanized units of the Red Army. Trains are bound by 10.4, which lets nobody ride on in a zone."""
    game = s.game
    return not group & ~(game.mech & game.sheet.of_nation["RA"] & ~game.trains)


# -- where to ------------------------------------------------------------------------------------------------------


def barred_to(s: Position, side: int, unit: int) -> HexSet:
    """10.2, 5.1.d, 24.6.3  Hexes a unit never moves into: enemies, the USSR for most, abroad for partisans, all that is
    out of play."""
    game = s.game
    allowed = terrain.may_enter(game, unit) & ~s.outside
    for partisan, country in s.partisans:
        if partisan == unit:
            allowed &= game.country[country]
    return game.map.grid.all & ~allowed | s.occupied(1 - side)


def barred_to_all(s: Position, side: int, group: UnitSet) -> HexSet:
    """Hexes that a group cannot move into together."""
    found = 0
    for unit in members(group):
        found |= barred_to(s, side, unit)
    return found


def bridges(s: Position, side: int) -> HexSet:
    """20.3.a, 20.3.d  Hexes with an engineer bridge of a side, which serves nobody else."""
    found = s.flipped & s.game.engineers & s.game.sheet.of_side[side]
    return sum(1 << s.where[u] for u in members(found) if s.where[u] >= 0)


class Start(NamedTuple):
    """From where a group goes on, and what it has behind it."""

    at: Hex
    spent: tuple[int, ...]
    moved: bool = False
    zones: int = 0
    """How many hexes in enemy zones of control it has entered."""


def ways(s: Position, side: int, group: UnitSet, start: Start) -> Ways:
    """10.1.b-c, 10.2, 10.3, 12.2  Where a group can go on to; in a zone that it has entered, if it may ignore that."""
    out = Ways()
    if group & s.game.trains:
        return out if start.moved else _by_track(s, side, group, start)
    if start.zones:
        out.add(_march(s, side, group, start.at, start.spent, ~0))
        return out
    soft = soft_zone(s, side, POSSIBLE) if brushes_aside(s, group) else 0
    if soft:
        _past_clients(s, side, group, start, soft, out)
    else:
        out.add(_march(s, side, group, start.at, start.spent, 0))
    if not start.moved and (least := next_door(s, side, group, start.at, soft) & ~out.hexes):
        # 10.2, Q-91  A mobile unit that has not moved may always go one hex; it spends all it has.
        everything = tuple(s.allowance(u) for u in members(group))
        out.add(ReachedHexes(least, lambda to: everything, lambda to: (to,)))
    return out


def _past_clients(s: Position, side: int, group: UnitSet, start: Start, soft: HexSet, out: Ways) -> None:
    """12.2, Q-22  The first zone entered is ignored if only client cavalry exerts it; the second one stops anybody."""
    at, sure = start.at, soft_zone(s, side, CERTAIN)
    out.add(_march(s, side, group, at, start.spent, sure))
    if s.zone(1 - side) >> at & 1:
        out.add(_march(s, side, group, at, start.spent, soft)._replace(risk=RISKY))
    # The ways into a first zone come before any way out of one is added: only one zone is ignored.
    for into in tuple(out.sources):
        for hex_ in members(into.hexes & soft):
            beyond = _march(s, side, group, hex_, into.paid(hex_), ~0)
            risk = max(into.risk, SAFE if sure >> hex_ & 1 else RISKY)
            out.add(beyond._replace(hexes=beyond.hexes & ~(1 << at), before=into.path(hex_), risk=risk))


def _march(s: Position, side: int, group: UnitSet, at: Hex, spent: tuple[int, ...], ignoring: HexSet) -> ReachedHexes:
    """10.2.h, 12.2.c  By roads and over land. Who stands in a zone may not step into another, but for those that are
    ignored."""
    grid, zone, spans = s.game.map.grid, s.zone(1 - side), bridges(s, side)
    walls = no_entry(s.game.map.grid, at, zone & ~ignoring) if zone >> at & 1 else None
    used = 0
    while True:
        found = _reached(s, side, group, at, spent, walls, used, zone)
        # A bridge matters to nobody who does not come to a hex beside it.
        more = spans & ~used & grid.within(found.hexes | 1 << at, 1)
        if not more:
            return found
        used |= more


def heedless(s: Position, side: int, group: UnitSet, start: Start, points: int = 0) -> ReachedHexes:
    """Where a group could go if there were no enemy zones, and with so many more half points: what keeps it away."""
    spans = bridges(s, side)
    return _reached(s, side, group, start.at, tuple(paid - points for paid in start.spent), None, spans, zone=0)


def _reached(
    s: Position,
    side: int,
    group: UnitSet,
    at: Hex,
    spent: tuple[int, ...],
    walls: Sides | None,
    spans: HexSet,
    zone: HexSet,
) -> ReachedHexes:
    game, crew = s.game, tuple(members(group))
    kinds = [game.movement_class[u] for u in crew]
    left = [s.allowance(u) - paid for u, paid in zip(crew, spent, strict=True)]
    barred = barred_to_all(s, side, group)
    if len(set(kinds)) == 1:
        costs = terrain.costs(game, kinds[0], s.winter, spans)
        alone = reach(costs, at, min(left), stop=zone, barred=barred, walls=walls)
        return ReachedHexes(alone.hexes, lambda to: tuple(paid + alone.cost(to) for paid in spent), alone.path)
    parts = [
        Part(terrain.costs(game, kind, s.winter, spans), rest, 0, zone, barred, walls)
        for kind, rest in zip(kinds, left, strict=True)
    ]
    together = reach_together(parts, at)

    def paid(to: Hex) -> tuple[int, ...]:
        return tuple(a + b for a, b in zip(spent, together.costs(to), strict=True))

    return ReachedHexes(together.hexes, paid, together.path)


def next_door(s: Position, side: int, group: UnitSet, at: Hex, ignoring: HexSet = 0) -> HexSet:
    """10.2.k  The neighbouring hexes that a group may step into, whatever it costs."""
    zone = s.zone(1 - side)
    found = ~(zone & ~ignoring) if zone >> at & 1 else ~0
    for unit in members(group):
        found &= terrain.steps(s.game, s.game.movement_class[unit], s.winter)[at] & ~barred_to(s, side, unit)
    return found


def hopeful(s: Position, side: int, group: UnitSet, at: Hex) -> bool:
    """Whether there is a neighbouring hex that a group may step into, for all that its side knows."""
    if next_door(s, side, group, at):
        return True
    return brushes_aside(s, group) and bool(next_door(s, side, group, at, soft_zone(s, side, POSSIBLE)))


def steppers(s: Position, side: int, group: UnitSet) -> UnitSet:
    """Units with a neighbouring hex that they can step into without a second look: nearly all of them."""
    game, zone, where = s.game, s.zone(1 - side), s.where
    open_ = ~(s.occupied(1 - side) | s.outside)
    abroad = open_ & ~game.country[USSR]
    red = game.sheet.of_nation["RA"]
    tables = {kind: terrain.steps(game, kind, s.winter) for kind in terrain.CLASSES}
    found = 0
    for unit in members(group & ~game.trains & ~game.agents):
        at = where[unit]
        there = tables[game.movement_class[unit]][at] & (open_ if red >> unit & 1 else abroad)
        if there & ~zone if zone >> at & 1 else there:
            found |= 1 << unit
    return found


# -- railroads -----------------------------------------------------------------------------------------------------


def track(s: Position, side: int) -> Sides:
    """10.4, 24.7.1  Finished track by direction; what was built of the unfinished line is Soviet track only."""
    game, grid = s.game, s.game.map.grid
    if side != SOVIET or not s.railhead:
        return game.map.sides["rail"]
    links = [*game.map.sides["rail"]]
    for a, b in zip(game.line[: s.railhead], game.line[1 : s.railhead + 1], strict=True):
        d = grid.direction(a, b)
        links[d] |= 1 << a
        links[(d + 3) % 6] |= 1 << b
    return six(links)


def own_track(s: Position, side: int) -> HexSet:
    """10.4.1.b-c, 19.4.b  Hexes of finished track in the countries where a side may ride."""
    game = s.game
    lands = 0
    for name in game.charts.rail_countries[game.sides[side]]:
        lands |= game.country[name]
    built = s.finished_rail if side == SOVIET else game.railroad
    return built & lands & ~s.outside


def railway(s: Position, side: int, group: UnitSet, at: Hex, ignored: bool) -> Ride | None:
    """10.4, 10.4.e, Q-20  The track at a hex: never past enemies, no further than into a zone; who entrains in a zone
    rides first out of it. `ignored`: the zone that the group stands in is none to it (12.2)."""
    lines = own_track(s, side)
    if not lines >> at & 1:
        return None
    zone = s.zone(1 - side)
    walls = no_entry(s.game.map.grid, at, zone) if zone >> at & 1 and not ignored else None
    return Ride(at, lines & ~barred_to_all(s, side, group), zone, track(s, side), walls)


def _by_track(s: Position, side: int, group: UnitSet, start: Start) -> Ways:
    """19.4  Armoured trains go any distance along finished track of their countries at no cost."""
    out = Ways()
    way = railway(s, side, group, start.at, False)
    if way is not None and not group & ~s.game.trains:
        grid = s.game.map.grid
        out.add(ReachedHexes(ride(grid, way), lambda to: start.spent, lambda to: ride_path(grid, way, to)))
    return out
