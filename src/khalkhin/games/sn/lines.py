"""14.1, 14.1.4  Lines of supply as clients draw them: from a supply unit by rail and over land, or what blocks them."""

from __future__ import annotations

from typing import NamedTuple

from khalkhin.board.grid import Sides
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.trace import flood, trace
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.summary import SupplyLine
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.supply import CLASSES, automatic, net, open_hexes, stores, users

Path = tuple[Hex, ...]


class Source(NamedTuple):
    """Supply units of one radius: one by itself, or all on one railroad."""

    hexes: HexSet
    net: HexSet
    radius: int


def supply_lines(s: Position, side: int | None) -> tuple[SupplyLine, ...]:
    """14.1, 14.2  For every hex with units of a side the shortest line to who has it hardest there, or its block."""
    if side is None:
        return ()
    key = "lines", side, s.disrupted, s.flipped, s.ruined, s.landed, s.active, s.turn
    known: tuple[SupplyLine, ...] | None = s.notes.get(key)
    if known is None:
        known = s.notes[key] = _lines(s, side)
    return known


def _lines(s: Position, side: int) -> tuple[SupplyLine, ...]:
    fed, found = automatic(s, side), sources(s, side)
    layers: dict[tuple[Source, str], list[HexSet]] = {}
    out = []
    for hex_ in members(s.occupied(side)):
        waiting = s.units_at(side, hex_) & ~fed
        if waiting:
            kind = next(kind for kind in CLASSES if waiting & users(s, side, kind))
            out.append(_line_to(s, side, hex_, kind, found, layers))
        else:
            out.append(SupplyLine(hex_, (hex_,), None))
    return tuple(out)


def sources(s: Position, side: int) -> list[Source]:
    """14.1, 14.1.4  The supply units that work, together where a railroad joins them."""
    found: dict[tuple[HexSet, int], HexSet] = {}
    nets: list[HexSet] = []
    for unit in members(stores(s, side)):
        hex_ = s.where[unit]
        rail = next((known for known in nets if known >> hex_ & 1), None)
        if rail is None:
            rail = net(s, side, hex_)
            nets.append(rail)
        key = rail or 1 << hex_, s.radius(unit)
        found[key] = found.get(key, 0) | 1 << hex_
    return [Source(hexes, rail, radius) for (rail, radius), hexes in found.items()]


def _line_to(
    s: Position, side: int, hex_: Hex, kind: str, found: list[Source], layers: dict[tuple[Source, str], list[HexSet]]
) -> SupplyLine:
    best: Path = ()
    for source in found:
        if (source, kind) not in layers:
            layers[source, kind] = _fronts(s, side, kind, source)
        path = _path(s, side, kind, source, layers[source, kind], hex_)
        if path and (not best or len(path) < len(best)):
            best = path
    if best:
        return SupplyLine(hex_, best, None)
    block = _block(s, side, hex_, kind, found)
    return SupplyLine(hex_, (), block, _why_no_line(s, side, hex_, found, block))


def _walls(s: Position, kind: str, step: int) -> Sides:
    return s.game.line_walls[kind, step == 0]


def _fronts(s: Position, side: int, kind: str, source: Source) -> list[HexSet]:
    """14.1, 14.1.1-3  The hexes that a source supplies, by their distance; no line goes on from an enemy zone."""
    grid, zone, open_ = s.game.map.grid, s.enemy_zone(side), open_hexes(s, side)
    seen = source.hexes | source.net
    fronts = [seen]
    for n in range(source.radius):
        onward = fronts[-1] & ~zone
        new = flood(grid, onward, open_ & ~seen, steps=1, walls=_walls(s, kind, n)) & ~onward
        fronts.append(new)
        seen |= new
    return fronts


def _path(s: Position, side: int, kind: str, source: Source, fronts: list[HexSet], hex_: Hex) -> Path:
    """The line from a source to a hex: along the railroad, then over land."""
    reached = next((n for n, front in enumerate(fronts) if front >> hex_ & 1), None)
    if reached is None:
        return ()
    path = [hex_]
    zone = s.enemy_zone(side)
    for n in range(reached, 0, -1):
        path.append(_before(s, path[-1], fronts[n - 1] & ~zone, _walls(s, kind, n - 1), source.hexes))
    land = tuple(reversed(path))
    if source.hexes >> land[0] & 1:
        return land
    start = _nearest(s, source, land[0])
    rail = trace(s.game.map.grid, start, 1 << land[0], source.net, links=s.game.rail_links)
    assert rail.path is not None, "a railroad joins all of its hexes"
    return (*rail.path, *land[1:])


def _before(s: Position, hex_: Hex, front: HexSet, walls: Sides, liked: HexSet) -> Hex:
    """The hex of a front that the line came from, rather that of a supply unit than one of its railroad."""
    grid, found = s.game.map.grid, 0
    for d in range(6):
        there = grid.step(hex_, (d + 3) % 6)
        if there is not None and front >> there & 1 and not walls[d] >> hex_ & 1:
            found |= 1 << there
    return next(members(found & liked or found))


def _nearest(s: Position, source: Source, hex_: Hex) -> Hex:
    return min(members(source.hexes), key=lambda store: s.game.map.grid.distance(store, hex_))


def _block(s: Position, side: int, hex_: Hex, kind: str, found: list[Source]) -> Hex | None:
    """14.1.2, 14.1.3  What bars the nearest supply unit in reach: its own hex where that is in an enemy zone."""
    grid, zone = s.game.map.grid, s.enemy_zone(side)
    near = ((_nearest(s, source, hex_), source.radius) for source in found)
    reach = sorted((grid.distance(store, hex_), store, radius) for store, radius in near)
    for distance, store, radius in reach:
        if distance > radius:
            break
        if zone >> store & 1:
            return store
        open_ = open_hexes(s, side) & (~zone | 1 << hex_)
        block = trace(grid, store, 1 << hex_, open_, steps=radius, walls=_walls(s, kind, 1)).block
        if block is not None:
            return block
    return None


def _why_no_line(s: Position, side: int, hex_: Hex, found: list[Source], block: Hex | None) -> Reason:
    """14.1, 14.1.1, 14.1.2  Why nothing supplies a hex: what bars the nearest supply unit in reach, or how far away it
    is."""
    if not found:
        return no("14.1", "why.line-no-source")
    if block is None:
        distance = s.game.map.grid.distance
        near = ((_nearest(s, source, hex_), source.radius) for source in found)
        far, store, limit = min((distance(store, hex_), store, radius) for store, radius in near)
        if far > limit:
            return no("14.1", "why.line-far", hex=store, count=far, limit=limit)
        return no("14.1.1", "why.line-barred", hex=store)
    if s.occupied(1 - side) >> block & 1:
        return no("14.1.2", "why.line-enemy", hex=block)
    if s.enemy_zone(side) >> block & 1:
        source = any(one.hexes >> block & 1 for one in found)
        return no("14.1.2", "why.line-source-zone" if source else "why.line-zone", hex=block)
    return no("14.1.2", "why.line-closed", hex=block, terrain=f"@terrain.{s.game.map.terrain_at(block)}")
