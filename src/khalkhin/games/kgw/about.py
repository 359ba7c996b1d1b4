"""What hexes and counters say beside terrain and factors, for whoever looks at one, and how full stacks are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from khalkhin.board.data import Row
from khalkhin.board.hexset import Hex, members
from khalkhin.engine.errors import Text
from khalkhin.engine.summary import StackLoad
from khalkhin.games.kgw.position import Position
from khalkhin.games.kgw.stacking import counting, excess

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar


def of_hex(s: Position, hex_: Hex) -> Iterator[Text]:
    """4.2.1, 5.1  Town, country, aerodrome, objective."""
    game, sheet = s.game, s.game.map
    if kind := sheet.field("class").get(hex_):
        yield Text(f"about.{kind}")
    if game.aerodromes >> hex_ & 1:
        yield Text("about.aerodrome")
    if game.objectives >> hex_ & 1:
        yield Text("about.objective")
    if (s.finished_rail & ~game.railroad) >> hex_ & 1:
        yield Text("about.built-rail")
    yield Text("about.country", {"country": f"@country.{sheet.field('country')[hex_]}"})
    for found in game.objective_list(s, None):
        if found.hex == hex_:
            yield Text("about.worth", {"points": [{"key": "about.worth-any", "points": found.points}]})


def of_unit(game: KhalkinGolWar, unit: int) -> Iterator[Text]:
    """2.3  Class and shock, the reverse side, price, and the division that a unit may be a part of."""
    row = game.sheet.rows[unit]
    if game.mech >> unit & 1:
        yield Text("about.mech")
    if (shift := _shift(game, unit)) is not None:
        yield Text(shift)
    yield from _back(row)
    if row.text("cost"):
        yield Text("about.cost", {"points": row.text("cost")})


def _back(row: Row) -> Iterator[Text]:
    """16.1, 20.3, 24.6.2  What a counter becomes when it is turned over."""
    back, combat = row.text("back"), row.text("back_combat")
    if back == "depot":
        yield Text("about.depot", {"combat": combat, "radius": row.text("back_radius")})
    elif back == "bridge":
        yield Text("about.bridge", {"combat": combat})
    elif back == "partisan":
        movement, die = row.text("back_movement"), row.text("range")
        yield Text("about.partisan", {"combat": combat, "movement": movement, "range": die})


def _shift(game: KhalkinGolWar, unit: int) -> str | None:
    """13.4.2  What a unit does for the column."""
    if game.trains >> unit & 1:
        return "about.train"
    if game.artillery >> unit & 1:
        return "about.artillery"
    return "about.shock" if game.shock >> unit & 1 else None


def loads(s: Position, side: int) -> Iterator[StackLoad]:
    """11.1  Units that count in each hex, and the divisions among them."""
    charts = s.game.charts
    for hex_ in members(s.occupied(side)):
        here = s.units_at(side, hex_) & counting(s)
        told = {"count": here.bit_count(), "most": charts.stack_units}
        told |= {"divisions": (here & s.game.divisions).bit_count(), "most_2": charts.stack_divisions}
        yield StackLoad(hex_, Text("about.load", told), excess(s, side, hex_))
