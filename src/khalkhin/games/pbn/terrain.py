"""11.7, 26.3, TEC.0  The map: terrain, hexsides and ways, what a step costs each class, banks and friendly edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.board.reach import Costs
from khalkhin.games.pbn.position import JAPAN, SOVIET

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan

MECH, NON = "mech", "non"
"""2.32  The two classes of land units."""
BRIDGE = "bridge"
MANCHUKUO = "Manchukuo"
ROADS_OFF = ("0119", "2301", "3314")
"""26.2.1  Edge hexes from where a road leads off the map to a base."""
VILLAGES = ("2010", "2303")
MOST_KEPT = 64
"""How many tables of costs are kept: every set of bridging engineers has its own."""


def prepare(game: Nomonhan) -> None:
    """Work out once what the rules ask of the map again and again."""
    sheet, grid, charts = game.map, game.map.grid, game.charts
    game.west = sheet.where("side_of_river", "west")
    game.east = sheet.where("side_of_river", "east")
    manchukuo = sheet.where("country", MANCHUKUO)
    game.edges = {SOVIET: grid.edge["W"], JAPAN: (grid.edge["N"] | grid.edge["E"]) & manchukuo}
    game.roads_off = union(grid.at(name) for name in ROADS_OFF)
    game.objectives = union(grid.at(name) for name in charts.objective_hexes)
    game.nomonhan = grid.at(charts.nomonhan)
    game.high = union(h for name, row in charts.terrain.items() if row.get("high") for h in _of(game, name))
    game.open = union(h for name, row in charts.terrain.items() if row.get("open") for h in _of(game, name))
    game.barriers = tuple(name for name in charts.hexsides if name in sheet.sides)
    game.ways = tuple(name for name in charts.ways if name in sheet.sides)
    game.waterside = union(h for name in game.barriers for pair in sheet.pairs(name) for h in pair)
    game.villages = union(grid.at(name) for name in VILLAGES)
    game.kept_costs = {}
    game.closed = {kind: union(h for h in members(grid.all) if hex_cost(game, kind, h) is None) for kind in (MECH, NON)}
    game.within = {}


def _of(game: Nomonhan, name: str) -> list[Hex]:
    return list(members(game.map.terrain.get(name, 0)))


def within(game: Nomonhan, hex_: Hex, radius: int) -> HexSet:
    """Hexes within a radius of a hex."""
    key = hex_, radius
    found = game.within.get(key)
    if found is None:
        found = game.within[key] = game.map.grid.within(1 << hex_, radius)
    return found


def hex_cost(game: Nomonhan, kind: str, hex_: Hex) -> int | None:
    """TEC.0  Twelfths of a point to enter a hex off the roads; None: prohibited."""
    cost = game.charts.terrain[game.map.terrain_at(hex_)].get(kind)
    return None if cost is None else int(cost)


def way_cost(game: Nomonhan, kind: str, a: Hex, b: Hex) -> int | None:
    """11.71  The cheapest road or trail that itself crosses the hexside, whatever else is in the hex."""
    found = [int(game.charts.ways[way][kind]) for way in game.ways if game.map.has_side(way, a, b)]
    return min(found) if found else None


def barrier_cost(game: Nomonhan, kind: str, a: Hex, b: Hex, bridged: HexSet) -> int | None:
    """11.72, 20.0.2, R107  What a river adds, unless there is a bridge or an engineer (R53); None: prohibited."""
    total = 0
    for name in game.barriers:
        if game.map.has_side(name, a, b):
            cost = game.charts.hexsides[name].get(kind)
            if cost is None:
                return None
            total += int(cost)
    free = game.map.has_side(BRIDGE, a, b) or bridged & (1 << a | 1 << b)
    return 0 if free else total


def step_cost(game: Nomonhan, kind: str, a: Hex, b: Hex, bridged: HexSet) -> int | None:
    """2.32.1, 11.31, 11.32, 11.7, 26.11  Twelfths of a point for a step between neighbours; None: prohibited.
    Motorized infantry pays as foot does; borders cost nothing."""
    ground, way = hex_cost(game, kind, b), way_cost(game, kind, a, b)
    into = way if way is not None else ground
    barrier = barrier_cost(game, kind, a, b, bridged)
    return None if into is None or barrier is None else into + barrier


def costs(game: Nomonhan, kind: str, bridged: HexSet) -> Costs:
    """What every step costs a class with engineers at these hexes; kept, for they seldom change."""
    bridged &= game.waterside
    key = kind, bridged
    found = game.kept_costs.get(key)
    if found is None:
        found = _with_bridges(game, kind, bridged) if bridged else _plain(game, kind)
        game.kept_costs[key] = found
    return found


def _plain(game: Nomonhan, kind: str) -> Costs:
    return Costs.build(game.map.grid, lambda a, b, d: step_cost(game, kind, a, b, 0))


def _with_bridges(game: Nomonhan, kind: str, bridged: HexSet) -> Costs:
    """Only the steps into and out of the engineers' hexes cost something else than without them."""
    grid = game.map.grid
    if len(game.kept_costs) > MOST_KEPT:
        game.kept_costs = {key: kept for key, kept in game.kept_costs.items() if not key[1]}
    tolls = {}
    for a in members(bridged | grid.spread(bridged)):
        there = (grid.step(a, d) for d in range(6))
        tolls[a] = tuple(None if b is None else step_cost(game, kind, a, b, bridged) for b in there)
    return costs(game, kind, 0).changed(tolls)


def entry_cost(game: Nomonhan, kind: str, hex_: Hex) -> int | None:
    """26.2.1  The first hex from a base: its normal cost, or the road rate where a road leads off the map."""
    return int(game.charts.ways["road"][kind]) if game.roads_off >> hex_ & 1 else hex_cost(game, kind, hex_)


def defence_shift(game: Nomonhan, hex_: Hex) -> int:
    """14.33  Columns that the terrain of a hex is worth to its defenders."""
    return int(game.charts.terrain[game.map.terrain_at(hex_)]["defence"])


def bombardment_shift(game: Nomonhan, hex_: Hex) -> int:
    """16.81  Columns that the terrain of a hex is worth against bombardment."""
    return int(game.charts.terrain[game.map.terrain_at(hex_)]["bombardment"])


def barrier_shift(game: Nomonhan, a: Hex, b: Hex) -> int | None:
    """14.33, R18  Columns for a defender behind a hexside, bridged or not; None where there is nothing to cross."""
    found = [int(game.charts.hexsides[name]["defence"]) for name in game.barriers if game.map.has_side(name, a, b)]
    return max(found) if found else None
