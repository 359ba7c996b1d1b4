"""5.0, 10.3  The map: countries, terrain, roads, railroads and rivers, and what a step costs each class of units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.board.reach import Costs
from khalkhin.games.kgw.position import DISPUTED, JAPAN, MANCHUKUO, MENGJIANG, MPR, USSR

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar

CLASSES = ("non", "mech", "horse", "scout")
"""Movement classes: `horse` is cavalry, `scout` Japanese armoured reconnaissance, which cross deserts easily (19.5)."""
WAYS = ("rail", "unbuilt_rail", "road", "trail")
OPENING = ("rail", "unbuilt_rail", "road")
"""Ways that open closed terrain; a trail opens nothing (Q-96)."""
RIVER, BRIDGE = "river", "bridge"
MOST_KEPT = 64
"""How many tables of costs are kept; without an upper bound every bridge ever built would leave some."""


def prepare(game: KhalkinGolWar) -> None:
    """Work out once what the rules ask of the map again and again."""
    sheet, grid = game.map, game.map.grid
    disputed = sheet.where("country", DISPUTED)
    game.disputed = disputed
    game.country = {name: sheet.where("country", name) for name in (USSR, MPR, MANCHUKUO, MENGJIANG)}
    game.country[MPR] |= disputed
    game.country[MANCHUKUO] |= disputed
    game.lakes = sheet.terrain["lake"]
    game.towns = sheet.where("class", "town")
    game.railroad = _on(game, "rail")
    game.roads = _on(game, "road")
    game.rivers = _on(game, RIVER)
    line = [grid.at(name) for name in game.charts.line]
    game.line = tuple(line)
    game.built = tuple(union(line[: n + 1]) if n else 0 for n in range(len(line)))
    game.north_of_herlen = _north_of_herlen(game)
    game.kept_costs = {}
    game.kept_steps = {}
    game.kept_closed = {}
    game.kept_standing = {}
    game.movement_class = tuple(movement_class(game, unit) for unit in range(len(game.sheet)))


def _on(game: KhalkinGolWar, feature: str) -> HexSet:
    """The hexes that a way joins, or that have such a hexside."""
    out = 0
    for side in game.map.sides[feature]:
        out |= side
    return out


def may_enter(game: KhalkinGolWar, unit: int) -> HexSet:
    """5.1.a-e  Only the Red Army may be in the USSR; everybody may be in the other countries."""
    return game.map.grid.all if game.sheet.nation[unit] == "RA" else game.map.grid.all & ~game.country[USSR]


def movement_class(game: KhalkinGolWar, unit: int) -> str:
    """10.3.c, 19.5.a  Cavalry and Japanese armoured reconnaissance are classes of their own."""
    if game.type[unit] == "cavalry":
        return "horse"
    if game.type[unit] == "armored_recon" and game.sheet.side[unit] == JAPAN:
        return "scout"
    return "mech" if game.mech >> unit & 1 else "non"


def hex_cost(game: KhalkinGolWar, kind: str, hex_: Hex, winter: bool) -> int | None:
    """10.2.i, 10.3.a, 10.3.c-d, 10.3.j, 22.2.a  Half points to enter a hex off the roads; None: no entry."""
    row = game.charts.terrain[game.map.terrain_at(hex_)]
    if kind in ("horse", "scout") and "cavalry" in row:
        return int(row["cavalry"][winter])
    chassis = "mech" if kind in ("mech", "scout") else "non"
    costs = row.get(chassis)
    return (int(costs[winter]) or None) if costs else None


def closed(game: KhalkinGolWar, kind: str, winter: bool) -> HexSet:
    """10.3  Hexes that a class may enter only by road or railroad."""
    key = kind, winter
    if key not in game.kept_closed:
        every = members(game.map.grid.all)
        game.kept_closed[key] = union(h for h in every if hex_cost(game, kind, h, winter) is None)
    return game.kept_closed[key]


def standing(game: KhalkinGolWar, unit: int, winter: bool) -> HexSet:
    """5.1.a-e, 10.3, Q-96  Hexes a ground unit can be in: those of its countries, closed terrain only by the roads."""
    kind = game.movement_class[unit]
    key = game.sheet.nation[unit] == "RA", kind, winter
    found = game.kept_standing.get(key)
    if found is None:
        ways = game.roads | game.railroad | union(game.line)
        found = game.kept_standing[key] = may_enter(game, unit) & ~(closed(game, kind, winter) & ~ways)
    return found


def shut(game: KhalkinGolWar, kind: str, winter: bool) -> HexSet:
    """10.3  Hexes that a class may not enter from anywhere."""
    entered = 0
    for there in steps(game, kind, winter).values():
        entered |= there
    return game.map.grid.all & ~entered


def way_cost(game: KhalkinGolWar, a: Hex, b: Hex, winter: bool) -> int | None:
    """10.3.f  The cheapest way that itself crosses the hexside (Q-19); trails are slower in winter."""
    found = [game.charts.ways[way][winter] for way in WAYS if game.map.has_side(way, a, b)]
    return min(found) if found else None


def opened(game: KhalkinGolWar, a: Hex, b: Hex) -> bool:
    """10.3.g, Q-96  Whether a road or railroad leads across the hexside, also into closed terrain."""
    return any(game.map.has_side(way, a, b) for way in OPENING)


def river_cost(game: KhalkinGolWar, kind: str, a: Hex, b: Hex, winter: bool, bridges: HexSet) -> int:
    """10.3.i, 20.2.a-b  Half points for a river without a bridge, printed or of friendly engineers (Q-58)."""
    if not game.map.has_side(RIVER, a, b) or game.map.has_side(BRIDGE, a, b) or bridges & (1 << a | 1 << b):
        return 0
    chassis = "mech" if kind in ("mech", "scout") else "non"
    return int(game.charts.river[chassis][winter])


def step_cost(game: KhalkinGolWar, kind: str, a: Hex, b: Hex, winter: bool, bridges: HexSet) -> int | None:
    """10.3  Half points for a step between neighbours; None where it is forbidden to the class."""
    ground, way = hex_cost(game, kind, b, winter), way_cost(game, a, b, winter)
    if ground is None and not opened(game, a, b):
        return None
    into = min(cost for cost in (ground, way) if cost is not None)
    return into + river_cost(game, kind, a, b, winter, bridges)


def costs(game: KhalkinGolWar, kind: str, winter: bool, bridges: HexSet) -> Costs:
    """What every step costs a class with these engineer bridges; kept, for bridges seldom change."""
    key = kind, winter, bridges
    found = game.kept_costs.get(key)
    if found is None:
        found = _with_bridges(game, kind, winter, bridges) if bridges else _plain(game, kind, winter)
        game.kept_costs[key] = found
    return found


def _plain(game: KhalkinGolWar, kind: str, winter: bool) -> Costs:
    return Costs.build(game.map.grid, lambda a, b, d: step_cost(game, kind, a, b, winter, 0))


def _with_bridges(game: KhalkinGolWar, kind: str, winter: bool, bridges: HexSet) -> Costs:
    """Only the steps into and out of the hexes with bridges cost something else than without them."""
    grid = game.map.grid
    if len(game.kept_costs) > MOST_KEPT:
        game.kept_costs = {key: kept for key, kept in game.kept_costs.items() if not key[2]}
    tolls = {}
    for a in members(grid.within(bridges, 1)):
        there = (grid.step(a, d) for d in range(6))
        tolls[a] = tuple(None if b is None else step_cost(game, kind, a, b, winter, bridges) for b in there)
    return costs(game, kind, winter, 0).changed(tolls)


def steps(game: KhalkinGolWar, kind: str, winter: bool) -> dict[Hex, HexSet]:
    """10.2, 10.3  The neighbours of every hex that a class may step into, whatever it costs."""
    key = kind, winter
    if key not in game.kept_steps:
        grid = game.map.grid
        game.kept_steps[key] = {
            a: union(b for b in members(grid.around[a]) if step_cost(game, kind, a, b, winter, 0) is not None)
            for a in members(grid.all)
        }
    return game.kept_steps[key]


def _north_of_herlen(game: KhalkinGolWar) -> HexSet:
    """Q-73  Hexes of the MPR joined to Bain Tuman without crossing the Herlen Gol."""
    grid, sheet = game.map.grid, game.map
    mpr = game.country[MPR]
    start = grid.at("1211")
    found, edge = 1 << start, [start]
    while edge:
        a = edge.pop()
        for d in range(6):
            b = grid.step(a, d)
            if b is None or found >> b & 1 or not mpr >> b & 1:
                continue
            if sheet.has_side(RIVER, a, b) and "Herlen" in sheet.side_name(RIVER, a, b):
                continue
            found |= 1 << b
            edge.append(b)
    return found
