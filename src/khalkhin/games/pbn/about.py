"""What hexes and counters say beside terrain and factors, for whoever looks at one, and how full stacks are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.errors import Text
from khalkhin.engine.summary import StackLoad
from khalkhin.games.pbn.position import JAPAN, SOVIET, Position
from khalkhin.games.pbn.victory import worth

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan


def of_hex(s: Position, hex_: Hex) -> Iterator[Text]:
    """24.6  Height, village, country; what an objective is worth to either side at the end of a turn."""
    game, sheet = s.game, s.game.map
    if (height := sheet.field("height").get(hex_)) is not None:
        yield Text("about.height", {"height": height})
    if game.villages >> hex_ & 1:
        yield Text("about.village")
    yield Text("about.country", {"country": f"@country.{sheet.field('country')[hex_]}"})
    if game.objectives >> hex_ & 1:
        sides = [(game.sides[side], worth(s, side, hex_)) for side in (SOVIET, JAPAN)]
        points = [{"key": "about.worth-side", "side": side, "points": n} for side, n in sides]
        yield Text("about.worth", {"points": points})


def of_unit(game: Nomonhan, unit: int) -> Iterator[Text]:
    """2.31, 2.34.8  Class, support and radius of headquarters, room in a stack, and what a unit is worth to the enemy;
    of a campaign marker what it does."""
    row = game.sheet.rows[unit]
    if game.campaign >> unit & 1:
        yield Text(f"effect.{game.sheet.ids[unit]}")
    if row.text("class") == "mech":
        yield Text("about.mech")
    if row.text("support"):
        yield Text("about.support", {"value": row.text("support"), "radius": row.text("radius")})
    if row.text("points"):
        yield Text("about.points", {"count": row.integer("points")})
    if game.stacking[unit]:
        yield Text("about.size", {"count": game.stacking[unit]})
    if row.text("breakdown"):
        yield Text("about.breakdown")
    if row.text("value") not in ("", "0"):
        yield Text("about.value", {"points": row.integer("value")})


def loads(s: Position, side: int) -> Iterator[StackLoad]:
    """12.1  Battalion equivalents in each hex."""
    most = s.game.charts.stack_limit
    for hex_ in members(s.occupied(side)):
        count = s.size(s.land_at(side, hex_))
        yield StackLoad(hex_, Text("about.load", {"count": count, "most": most}), count > most)
