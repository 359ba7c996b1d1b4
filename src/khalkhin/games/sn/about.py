"""What hexes and counters say beside terrain and factors, for whoever looks at one, and how full stacks are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.errors import Text
from khalkhin.engine.summary import StackLoad
from khalkhin.games.sn.position import SIDES, Position
from khalkhin.games.sn.stacking import excess
from khalkhin.games.sn.terrain import stack_limit
from khalkhin.games.sn.victory import worth

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth


def of_hex(s: Position, hex_: Hex) -> Iterator[Text]:
    """24.0  City, town, port, coast, state; what a place is worth to either side when the game ends."""
    game = s.game
    kinds = {"city": game.cities, "town": game.towns, "port": game.ports, "coast": game.coast}
    yield from (Text(f"about.{kind}") for kind, hexes in kinds.items() if hexes >> hex_ & 1)
    if (state := state_of(game, hex_)) is not None:
        yield Text("about.state", {"state": f"@{state}"})
    points = worth(s, hex_)
    if any(points):
        sides = [{"key": "about.worth-side", "side": game.sides[side], "points": points[side]} for side in SIDES]
        yield Text("about.worth", {"points": sides})


def state_of(game: StrikeNorth, hex_: Hex) -> str | None:
    """The key of the state that a hex belongs to; the sea belongs to none."""
    name = next((name for name, hexes in game.realm.items() if hexes >> hex_ & 1), None)
    return None if name is None else f"state.{name.lower().replace(' ', '_')}"


def of_unit(game: StrikeNorth, unit: int) -> Iterator[Text]:
    """2.4-8  Class, radius, capacity and ranges, and room in a stack."""
    row = game.sheet.rows[unit]
    kind, told = row.text("type"), {name: row.text(name) for name in ("radius", "capacity", "range")}
    if game.mech >> unit & 1:
        yield Text("about.mech")
    if kind == "headquarters":
        yield Text("about.headquarters", told)
    elif kind == "supply":
        yield Text("about.supply", {**told, "base": row.text("back_radius")})
    elif kind == "amphibious":
        yield Text("about.lift", told)
    elif told["capacity"]:
        yield Text("about.base", told)
    elif told["range"]:
        yield Text("about.ranges", {**told, "back": row.text("back_range")})
    if game.ground >> unit & 1:
        charts = game.charts
        yield Text("about.size", {"count": charts.corps_size if game.corps >> unit & 1 else charts.other_size})


def loads(s: Position, side: int) -> Iterator[StackLoad]:
    """10.1  Divisional equivalents in each hex."""
    for hex_ in members(s.occupied(side)):
        told = {"count": s.size(s.units_at(side, hex_)), "most": stack_limit(s.game, hex_)}
        yield StackLoad(hex_, Text("about.load", told), excess(s, side, hex_) > 0)
