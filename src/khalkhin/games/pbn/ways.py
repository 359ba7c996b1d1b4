"""11.0, 13.3-5, 26.2  Where units may go: points, zones of control, the minimum move, infiltration, entry."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.board.reach import OFF_MAP, Entries, Reach, reach
from khalkhin.board.trace import flood, trace
from khalkhin.board.ways import Moves, no_entry
from khalkhin.engine.codec import UnitSet
from khalkhin.games.pbn.information import undisclosed
from khalkhin.games.pbn.position import Position, is_hex
from khalkhin.games.pbn.terrain import costs, entry_cost

Engineers = tuple[tuple[int, Hex], ...]
"""20.0.2  Combat-effective engineers, each with the hex where it began the phase."""


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


def infiltrates(s: Position, group: UnitSet) -> bool:
    """13.5.1, R54  Whether all of a group are Japanese infantry, motorized infantry or their battalions; Manchukuoans
    are not."""
    return not group & ~s.game.infiltrators


def bridged_for(s: Position, group: UnitSet, engineers: Engineers) -> HexSet:
    """20.0.2, R53  Hexes whose rivers cost nothing: of engineers that are not themselves on the move here."""
    return union(hex_ for unit, hex_ in engineers if not group >> unit & 1)


def barred(s: Position, side: int, kind: str) -> HexSet:
    """11.5, 12.6, R56, R57  Hexes with enemy land units, prohibited terrain, and what is out of play. Deception markers
    look like units."""
    return s.held(1 - side) | s.game.closed[kind] | s.outside


def known_zone(s: Position, side: int, hidden: HexSet) -> HexSet:
    """18.4, R93  The zones of control of a side but for stacks that are not disclosed: moves must not tell of those."""
    return s.game.map.grid.spread(s.exerting(side) & ~hidden) if hidden else s.zone(side)


def ways(
    s: Position, side: int, group: UnitSet, engineers: Engineers, way: tuple[Hex, ...] = (), spent: int = 0
) -> Moves:
    """11.2, 11.4, 11.6, 13.3, 13.4, 13.5, R55  Where a group of one place and one class can go, when so much is
    spent on the way so far."""
    game = s.game
    first = next(members(group))
    at, kind = way[-1] if way else s.where[first], game.kind[first]
    points = group_allowance(s, group)
    crossing = bridged_for(s, group, engineers)
    hidden, infiltrate = undisclosed(s, 1 - side), infiltrates(s, group)
    key = "ways", at, kind, points, crossing, s.suppressed, hidden, infiltrate, spent
    found: Moves | None = s.notes.get(key)
    if found is None and way:
        zone, shut = known_zone(s, 1 - side, hidden), barred(s, side, kind)
        far = reach(costs(game, kind, crossing), at, points, spent=spent, stop=zone, barred=shut)
        found = s.notes[key] = Moves(at, far, 0, points, zone)
    elif found is None:
        found = s.notes[key] = _ways(s, side, at, kind, points, crossing, infiltrate, hidden)
    return found


def _ways(
    s: Position, side: int, origin: int, kind: str, points: int, crossing: HexSet, infiltrate: bool, hidden: HexSet
) -> Moves:
    game, grid = s.game, s.game.map.grid
    zone, shut = known_zone(s, 1 - side, hidden), barred(s, side, kind)
    table = costs(game, kind, crossing)
    if not is_hex(origin):
        entries = entry_ways(s, side, kind)
        near = game.edges[side] & ~shut
        found = reach(table, OFF_MAP, points, stop=zone, barred=shut, entries=entries)
        return Moves(origin, found, near, points, zone)
    near, walls = grid.around[origin] & ~shut, None
    if zone >> origin & 1:
        # 13.4  Who leaves a zone must first enter a hex without one, also for all he knows (R93).
        closed = zone | grid.spread(hidden)
        walls = no_entry(grid, origin, closed)
        near = near if infiltrate else near & ~closed
    return Moves(origin, reach(table, origin, points, stop=zone, barred=shut, walls=walls), near, points, zone)


def reached_without_zones(
    s: Position,
    side: int,
    group: UnitSet,
    engineers: Engineers,
    way: tuple[Hex, ...] = (),
    spent: int = 0,
    points: int | None = None,
) -> Reach:
    """Where a group could go if there were no zones of control, with its own points or more: what keeps it away."""
    first = next(members(group))
    origin, kind = way[-1] if way else s.where[first], s.game.kind[first]
    table, shut = costs(s.game, kind, bridged_for(s, group, engineers)), barred(s, side, kind)
    most = group_allowance(s, group) if points is None else points
    if not is_hex(origin):
        return reach(table, OFF_MAP, most, barred=shut, entries=entry_ways(s, side, kind))
    return reach(table, origin, most, spent=spent, barred=shut)


def entry_ways(s: Position, side: int, kind: str) -> Entries:
    """26.2, 26.2.1, 26.2.2, 26.3, 26.4  Friendly edge hexes without enemies, by what the first step onto the map costs.
    No step leads off the map again, nor into the enemy's base."""
    found: dict[int, HexSet] = {}
    for hex_ in members(s.game.edges[side] & ~barred(s, side, kind)):
        cost = entry_cost(s.game, kind, hex_)
        if cost is not None:
            found[cost] = found.get(cost, 0) | 1 << hex_
    return tuple(sorted(found.items()))


# -- deception markers (34.3) ------------------------------------------------------------------------------------------


def feint_ground(s: Position, side: int) -> HexSet:
    """34.3, R93  Hexes where a deception marker would last, for all its owner knows: next to no stack of which he knows
    that there are units in it. What a face-down stack is, he finds out by going there."""
    enemy, grid = 1 - side, s.game.map.grid
    held = s.held(enemy)
    return grid.all & ~held & ~grid.spread(held & ~undisclosed(s, enemy))


def feints(s: Position, side: int, marker: int, way: tuple[Hex, ...] = ()) -> HexSet:
    """34.3, 26.2.1  Where a deception marker can go: any distance, as either class, from a base over the friendly
    edge."""
    free, start = feint_ground(s, side), way[-1] if way else s.where[marker]
    sources = 1 << start if is_hex(start) else s.game.edges[side] & free
    return flood(s.game.map.grid, sources, free) & free & ~(1 << start if is_hex(start) else 0)


def feint_path(s: Position, side: int, marker: int, to: Hex, way: tuple[Hex, ...] = ()) -> tuple[Hex, ...]:
    """34.3  The way a deception marker takes: past no face-down stacks, if there is such a way."""
    grid, free, start = s.game.map.grid, feint_ground(s, side), way[-1] if way else s.where[marker]
    calm = free & ~grid.spread(undisclosed(s, 1 - side))
    for ground in (calm, free):
        if is_hex(start):
            found = trace(grid, start, 1 << to, ground).path
            line = None if found is None else found[1:]
        else:
            found = trace(grid, to, s.game.edges[side] & ground, ground).path
            line = None if found is None else found[::-1]
        if line is not None:
            return line
    raise AssertionError("A deception marker goes where there is a way.")
