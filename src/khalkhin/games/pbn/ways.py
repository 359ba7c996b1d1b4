"""11.0, 13.3-5, 26.2  Where units may go: points, zones of control, the minimum move, infiltration, entry."""

from __future__ import annotations

from typing import NamedTuple

from khalkhin.board.grid import Sides, six
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.board.reach import OFF_MAP, Entries, Reach, reach
from khalkhin.board.trace import flood, trace
from khalkhin.engine.codec import UnitSet
from khalkhin.games.pbn import deception
from khalkhin.games.pbn.information import undisclosed
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.terrain import costs, entry_cost

INFILTRATORS = ("infantry", "motorized")
Engineers = tuple[tuple[int, Hex], ...]
"""20.0.2  Combat-effective engineers, each with the hex where it began the phase."""


class Ways(NamedTuple):
    """Where a group can go: by points, and to hexes next door that points do not pay for."""

    origin: int
    reach: Reach | None
    near: HexSet
    """11.4, 13.5  The minimum move and infiltration: one hex, then the move is over."""
    allowance: int

    @property
    def hexes(self) -> HexSet:
        return self.near | (self.reach.hexes if self.reach is not None else 0)

    def path(self, hex_: Hex) -> tuple[Hex, ...]:
        if self.reach is not None and self.reach.hexes >> hex_ & 1:
            return self.reach.path(hex_)
        return (hex_,)

    def left(self, hex_: Hex) -> int:
        if self.reach is not None and self.reach.hexes >> hex_ & 1:
            return self.allowance - self.reach.cost(hex_)
        return 0


def allowance(s: Position, unit: int) -> int:
    """8.2.2, 11.1, 11.31  Movement allowance in twelfths; half for a suppressed unit, fractions kept."""
    full = s.game.movement[unit]
    return full // 2 if s.suppressed >> unit & 1 else full


def group_allowance(s: Position, group: UnitSet) -> int:
    """20.0.4  The slowest sets the pace; each combat-effective engineer carries one supply point at his own."""
    game = s.game
    supply = list(members(group & game.supply))
    carriers = (group & game.engineers & ~s.suppressed).bit_count()
    slow = [*members(group & ~game.supply), *supply[carriers:]]
    return min((allowance(s, u) for u in slow), default=0)


def infiltrates(s: Position, unit: int) -> bool:
    """13.5.1, R54  Japanese infantry and motorized infantry, their battalions too; no Manchukuoans."""
    return bool(s.game.infiltrators >> unit & 1)


def bridged_for(s: Position, group: UnitSet, engineers: Engineers) -> HexSet:
    """20.0.2, R53, T34  Hexes whose rivers cost nothing: of engineers that are not themselves on the move here."""
    return union(hex_ for unit, hex_ in engineers if not group >> unit & 1)


def barred(s: Position, side: int, kind: str) -> HexSet:
    """11.5, 12.6, R56  Hexes with enemy land units, and prohibited terrain. A deception marker looks like a unit."""
    return s.held(1 - side) | s.game.closed[kind]


def ways(s: Position, side: int, group: UnitSet, engineers: Engineers) -> Ways:
    """11.2, 11.4, 11.6, 13.3, 13.4, 13.5  Where a group of one place and one class can go."""
    game = s.game
    first = next(members(group))
    origin, kind = s.where[first], game.kind[first]
    points = group_allowance(s, group)
    crossing = bridged_for(s, group, engineers)
    key = "ways", origin, kind, points, crossing, s.suppressed, s.announced, not group & ~game.infiltrators
    found: Ways | None = s.notes.get(key)
    if found is None:
        found = s.notes[key] = _ways(s, side, origin, kind, points, crossing, not group & ~game.infiltrators)
    return found


def _ways(s: Position, side: int, origin: int, kind: str, points: int, crossing: HexSet, infiltrate: bool) -> Ways:
    game, grid = s.game, s.game.map.grid
    zone, shut = s.zone(1 - side), barred(s, side, kind)
    table = costs(game, kind, crossing)
    if origin < 0:
        entries = entry_ways(s, side, kind)
        near = game.edges[side] & ~shut
        return Ways(origin, reach(table, OFF_MAP, points, stop=zone, barred=shut, entries=entries), near, points)
    beside = grid.around[origin] & ~shut
    walls = None
    if zone >> origin & 1:
        # 13.4  Who leaves a zone must first enter a hex without one, also for all he knows (R93).
        closed = zone | grid.spread(undisclosed(s, 1 - side))
        walls = no_entry(s, origin, closed)
        near = beside & ~closed | (beside & closed if infiltrate else 0)
    else:
        near = beside
    return Ways(origin, reach(table, origin, points, stop=zone, barred=shut, walls=walls), near, points)


def no_entry(s: Position, origin: Hex, closed: HexSet) -> Sides:
    """Walls between a hex and those around it that may not be entered from there."""
    grid = s.game.map.grid
    around = closed & grid.around[origin]
    return six(1 << there & around if (there := grid.step(origin, d)) is not None else 0 for d in range(6))


def entry_ways(s: Position, side: int, kind: str) -> Entries:
    """26.2.1, 26.3  Friendly edge hexes without enemies, by what the first step onto the map costs."""
    found: dict[int, HexSet] = {}
    for hex_ in members(s.game.edges[side] & ~barred(s, side, kind)):
        cost = entry_cost(s.game, kind, hex_)
        if cost is not None:
            found[cost] = found.get(cost, 0) | 1 << hex_
    return tuple(sorted(found.items()))


# -- deception markers (34.3) ------------------------------------------------------------------------------------------


def feints(s: Position, side: int, marker: int) -> HexSet:
    """34.3  Where a deception marker can go: any distance, never into or next to enemies, who would see through it."""
    free = deception.safe(s, side)
    start = s.where[marker]
    if start >= 0:
        return flood(s.game.map.grid, 1 << start, free) & free & ~(1 << start)
    return flood(s.game.map.grid, s.game.edges[side] & free, free) & free


def feint_path(s: Position, side: int, marker: int, to: Hex) -> tuple[Hex, ...]:
    """The way a deception marker takes."""
    start = s.where[marker]
    if start < 0:
        return (to,)
    found = trace(s.game.map.grid, start, 1 << to, deception.safe(s, side))
    return (to,) if found.path is None else tuple(found.path[1:])
