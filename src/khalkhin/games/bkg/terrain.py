"""T2  Terrain on the map: what a step costs each class of units, and the columns a hex or hexside gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khalkhin.board.hexset import HexSet, members, union
from khalkhin.board.reach import Costs
from khalkhin.engine.errors import Reason, no

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha

BRIDGE, WIDE = "bridge", "wide_river"
RIVERS = ("wide_river", "narrow_river")


def prepare(game: Batalha) -> None:
    """Work out once what the rules ask of the map again and again."""
    sheet, charts = game.map, game.charts
    game.inside = sheet.where("side_of_border", "west_south")
    game.beyond = sheet.grid.all & ~game.inside
    game.roads = sheet.where("road", "1")
    game.columns = {h: int(charts.terrain[sheet.terrain_at(h)]["columns"]) for h in members(sheet.grid.all)}
    game.mountains = sheet.terrain["mountain"]
    game.open_ground = sheet.terrain["open"]
    game.passable = {kind: _passable(game, kind) for kind in charts.classes}
    game.costs = {name: Costs.build(sheet.grid, _stepper(game, name)) for name in set(charts.classes.values())}
    game.hex_costs = {name: _hex_costs(game, name) for name in game.costs}
    game.payable = {name: _payable(game, name) for name in game.costs}
    game.easy_steps = _easy_steps(game)
    game.home_distance = _home_distance(game)
    ranges = {r for r in game.range if r > 1}
    game.in_range = {r: _in_range(game, r) for r in ranges} | {1: dict.fromkeys(members(sheet.grid.all), 0)}


def _passable(game: Batalha, kind: str) -> HexSet:
    """Hexes that a type of unit may be in."""
    closed = 0
    for name, row in game.charts.terrain.items():
        if kind in row["forbidden"]:
            closed |= game.map.terrain.get(name, 0)
    return game.map.grid.all & ~closed


def hex_cost(game: Batalha, name: str, hex_: int) -> int | None:
    """Half points to enter a hex, whatever the hexside: the road rate where the hex shows a road (K-24)."""
    cost: dict[str, int] = game.charts.terrain[game.map.terrain_at(hex_)]["cost"]
    if name in cost and game.roads >> hex_ & 1:
        return game.charts.road[name]
    return cost.get(name)


def why_terrain(game: Batalha, unit: int, hex_: int) -> Reason | None:
    """T2, 9.0.a  Why the terrain of a hex is closed to a unit; None if it is open to it."""
    if game.passable[game.type[unit]] >> hex_ & 1:
        return None
    name = game.map.terrain_at(hex_)
    rule = "9.0.a" if name == "mountain" else f"T2.{name}"
    return no(rule, "why.terrain", unit=unit, hex=hex_, terrain=f"@terrain.{name}")


def river(game: Batalha, a: int, b: int) -> str | None:
    """The river on a hexside, unless a bridge stands for it: in movement, combat and retreat alike (K-26, K-27)."""
    if game.map.has_side(BRIDGE, a, b):
        return None
    return next((name for name in RIVERS if game.map.has_side(name, a, b)), None)


def _stepper(game: Batalha, name: str):  # type: ignore[no-untyped-def]
    """4.0  What a step from hex to hex costs a class of units."""

    def cost(a: int, b: int, direction: int) -> int | None:
        into = hex_cost(game, name, b)
        water = river(game, a, b)
        if into is None or water is None:
            return into
        crossing: int = game.charts.hexside[water]["cost"][name]
        return into + crossing

    return cost


def _hex_costs(game: Batalha, name: str) -> dict[int, int]:
    """Half points to come into each hex that a class of units may come into."""
    costs = ((h, hex_cost(game, name, h)) for h in members(game.map.grid.all))
    return {h: cost for h, cost in costs if cost is not None}


def _payable(game: Batalha, name: str) -> dict[int, HexSet]:
    """For each allowance: the hexes it is enough to come into."""
    costs = game.hex_costs[name]
    return {points: union(h for h, cost in costs.items() if cost <= points) for points in set(game.allowance)}


def _easy_steps(game: Batalha) -> tuple[HexSet, ...]:
    """For each direction: hexes that every unit can step into that way, even the slowest that has to break contact."""
    least = min(game.allowance) - game.charts.break_contact
    everybody = game.map.grid.all
    for hexset in game.passable.values():
        everybody &= hexset
    out = []
    for direction in range(6):
        easy = 0
        for hex_ in members(everybody):
            source = game.map.grid.step(hex_, (direction + 3) % 6)
            if source is not None and _dearest(game, source, direction) <= least:
                easy |= 1 << hex_
        out.append(easy)
    return tuple(out)


def _dearest(game: Batalha, source: int, direction: int) -> int:
    tolls = [costs.tolls[source][direction] for costs in game.costs.values()]
    return max(999 if toll is None else toll for toll in tolls)


def _in_range(game: Batalha, most: int) -> dict[int, HexSet]:
    """8.0.b  For each hex, the hexes that artillery there may fire at: two away or more (K-90)."""
    grid = game.map.grid
    return {h: grid.within(1 << h, most) & ~grid.within(1 << h, 1) for h in members(grid.all)}


def _home_distance(game: Batalha) -> dict[int, int]:
    """For hexes beyond the border: how far the nearest hex of the Soviet side is (K-91)."""
    out: dict[int, int] = {}
    ring, distance = game.inside, 0
    seen = ring
    while ring:
        ring = game.map.grid.spread(ring) & ~seen
        seen |= ring
        distance += 1
        out.update((h, distance) for h in members(ring))
    return out
