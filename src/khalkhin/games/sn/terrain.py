"""2.1, 8.4, 8.6, 8.8, 8.9, 20.0.riv1  The map: states, terrain, roads, rivers, lakes, and what a step costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khalkhin.board.grid import Grid, Sides, six
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.board.reach import Costs

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

MECH, NON, RIVER = "mech", "non", "river"
"""Movement classes: the two of the rules (2.4.1), and riverine flotillas (20.0.riv1)."""
CITY, TOWN, PORT, COASTAL = "city", "town", "port", "coastal"
ROKHLOVO = "0417"
"""25.2, R91  Where the Far Eastern Front ends."""


def prepare(game: StrikeNorth) -> None:
    """Work out once what the rules ask of the map again and again."""
    sheet, grid = game.map, game.map.grid
    game.realm = {name: sheet.where("country", name) for name in game.charts.entered["JP"]}
    game.enterable = {
        nation: union(h for name in names for h in members(game.realm[name]))
        for nation, names in game.charts.entered.items()
    }
    game.friendly = tuple(
        union(h for name in names for h in members(game.realm[name])) for names in game.charts.friendly_states
    )
    kinds = {hex_: text.split(";") for hex_, text in sheet.field("class").items() if text}
    game.cities, game.towns, game.ports = (
        union(h for h, found in kinds.items() if kind in found) for kind in (CITY, TOWN, PORT)
    )
    game.sea = sheet.terrain["sea"]
    game.land = grid.all & ~game.sea
    notes = {hex_: [note.strip() for note in text.split(";")] for hex_, text in sheet.field("notes").items() if text}
    game.coast = union(h for h, found in notes.items() if COASTAL in found)
    game.rough = sheet.terrain["rough"] & ~game.cities
    game.desert = sheet.terrain["desert"] & ~game.cities
    game.rail = _on(game, "rail")
    game.linked = _on(game, "rail") | _on(game, "road")
    game.riverside = _on(game, "river")
    game.prizes = tuple(game.cities & game.friendly[1 - side] for side in (0, 1))
    game.east_of_rokhlovo = _east(game)
    game.west_edge = union(grid.at(name) for name in game.charts.west_edge)
    game.rail_links = sheet.sides["rail"]
    _walls(game)
    game.costs = {kind: _costs(game, kind) for kind in (MECH, NON)}
    game.costs[RIVER] = Costs.build(grid, lambda a, b, d: river_cost(game, a, b))
    game.strides = {
        kind: {a: union(b for b in members(grid.around[a]) if _may_step(game, kind, a, b)) for a in members(grid.all)}
        for kind in (MECH, NON, RIVER)
    }
    game.doors = {**game.strides, NON: {a: near | _over_lakes(game, a) for a, near in game.strides[NON].items()}}
    game.doors_back = {kind: _backwards(grid, doors) for kind, doors in game.doors.items()}
    game.kept_within = {}


def _over_lakes(game: StrikeNorth, a: Hex) -> HexSet:
    """8.8  The neighbours beyond a lake."""
    near = game.map.grid.around[a] & game.land if game.land >> a & 1 else 0
    return union(b for b in members(near) if game.map.has_side("lake", a, b))


def _backwards(grid: Grid, doors: dict[Hex, HexSet]) -> Sides:
    """For each direction the hexes that can be entered from their neighbour there."""
    return six(
        union(b for b in members(grid.all) if (a := grid.step(b, d)) is not None and doors[a] >> b & 1)
        for d in range(6)
    )


def _costs(game: StrikeNorth, kind: str) -> Costs:
    return Costs.build(game.map.grid, lambda a, b, d: step_cost(game, kind, a, b))


def _on(game: StrikeNorth, feature: str) -> HexSet:
    """The hexes that a way joins, or that have such a hexside."""
    return union(h for pair in game.map.pairs(feature) for h in pair)


def _east(game: StrikeNorth) -> HexSet:
    """R91  Hexes not west of Rokhlovo: positions are counted from the east edge, even rows half a hex further west."""
    grid = game.map.grid

    def position(hex_: Hex) -> int:
        name = grid.name(hex_)
        row, place = int(name[:2]), int(name[2:])
        return 2 * place + (row + 1) % 2

    limit = position(grid.at(ROKHLOVO))
    return union(h for h in members(grid.all) if position(h) <= limit)


def linked(game: StrikeNorth, a: Hex, b: Hex) -> bool:
    """8.9, 8.9.2  Whether a road or railroad joins two hexes."""
    return game.map.has_side("road", a, b) or game.map.has_side("rail", a, b)


def ground_of(game: StrikeNorth, hex_: Hex) -> str:
    """R99  The terrain that counts: a city is terrain of its own."""
    return CITY if game.cities >> hex_ & 1 else game.map.terrain_at(hex_)


def hex_cost(game: StrikeNorth, kind: str, hex_: Hex) -> int | None:
    """8.4, 8.6.4  Half points to enter a hex off the roads; None: prohibited."""
    cost = game.charts.terrain[ground_of(game, hex_)].get(kind)
    return None if cost is None else int(cost)


def step_cost(game: StrikeNorth, kind: str, a: Hex, b: Hex) -> int | None:
    """8.1.1, 8.4.1, 8.6.4, 8.9, 8.9.1  Half points for a step between neighbours; None where it is prohibited. Lakes
    are crossed by a whole move only (8.8)."""
    if game.sea >> a & 1 or game.sea >> b & 1 or game.map.has_side("lake", a, b):
        return None
    if linked(game, a, b):
        return int(game.charts.terrain["road"][kind])
    ground = hex_cost(game, kind, b)
    if ground is None:
        return None
    return ground + (int(game.charts.terrain["river"][kind]) if game.map.has_side("river", a, b) else 0)


def river_cost(game: StrikeNorth, a: Hex, b: Hex) -> int | None:
    """20.0.riv1, R46  Flotillas go along rivers: over a river hexside, or where rivers of both hexes meet at it."""
    if (game.sea >> a | game.sea >> b) & 1 or game.map.has_side("lake", a, b):
        return None
    joined = game.map.has_side("river", a, b) or _meet(game, a, b)
    return game.charts.flotilla_cost if joined else None


def _meet(game: StrikeNorth, a: Hex, b: Hex) -> bool:
    """Whether a river hexside of each of two neighbours ends at the same end of the hexside between them."""
    grid, sheet = game.map.grid, game.map
    d = grid.direction(a, b)
    for turn in (1, -1):
        third = grid.step(a, (d + turn) % 6)
        if third is not None and sheet.has_side("river", a, third) and sheet.has_side("river", b, third):
            return True
    return False


def _may_step(game: StrikeNorth, kind: str, a: Hex, b: Hex) -> bool:
    cost = river_cost(game, a, b) if kind == RIVER else step_cost(game, kind, a, b)
    return cost is not None


# -- supply lines and zones --------------------------------------------------------------------------------------------


def _walls(game: StrikeNorth) -> None:
    """11.1, 14.1, 14.1.1, 14.1.2, R44  For each direction the hexes that zones and lines of supply do not enter by
    it."""
    grid, sheet = game.map.grid, game.map

    def masks(shut: object) -> Sides:
        found = []
        for d in range(6):
            blocked = 0
            for a in members(grid.all):
                b = grid.step(a, d)
                if b is not None and shut(a, b):  # type: ignore[operator]
                    blocked |= 1 << b
            found.append(blocked)
        return six(found)

    def water(a: Hex, b: Hex) -> bool:
        return bool((game.sea >> a | game.sea >> b) & 1) or sheet.has_side("lake", a, b)

    def sea(a: Hex, b: Hex) -> bool:
        return bool((game.sea >> a | game.sea >> b) & 1)

    def wild(a: Hex, b: Hex, first: bool) -> bool:
        rough = game.rough >> b & 1 or (not first and game.rough >> a & 1)
        return bool(rough) and not linked(game, a, b)

    game.water = masks(water)
    game.line_walls = {
        (MECH, True): masks(lambda a, b: water(a, b) or wild(a, b, True)),
        (MECH, False): masks(lambda a, b: water(a, b) or wild(a, b, False)),
        (NON, True): masks(lambda a, b: sea(a, b) or wild(a, b, True)),
        (NON, False): masks(lambda a, b: sea(a, b) or wild(a, b, False)),
        ("mountain", True): masks(sea),
        ("mountain", False): masks(sea),
    }


def attackable(game: StrikeNorth, hex_: Hex) -> HexSet:
    """11.1, 12.0, R36  Neighbours that can be attacked from a hex: not over lakes and seas."""
    return game.contact[hex_]


def terrain_shift(game: StrikeNorth, hex_: Hex, ruined: HexSet, column: str) -> int:
    """12.2.ter, 15.2.27, R99  What the terrain of a hex is worth: that of a disrupted city is the ground under it."""
    terrain = game.charts.terrain
    if game.cities >> hex_ & 1:
        name = CITY if not ruined >> hex_ & 1 else game.map.terrain_at(hex_)
        return int(terrain[name][column])
    ground = int(terrain[game.map.terrain_at(hex_)][column])
    return min(ground, int(terrain[TOWN][column])) if game.towns >> hex_ & 1 else ground


def stack_limit(game: StrikeNorth, hex_: Hex) -> int:
    """10.1, 10.1.1, R48  Divisional equivalents that may stand in a hex."""
    return int(game.charts.terrain[ground_of(game, hex_)]["stack"])
