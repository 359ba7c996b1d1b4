"""What hexes and counters say beside terrain and factors, for whoever looks at one, and how full stacks are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.errors import Text
from khalkhin.engine.summary import StackLoad
from khalkhin.games.bkg.position import Position

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha


def of_hex(s: Position, hex_: Hex) -> Iterator[Text]:
    """10.2.b-c  Height and country; what the hex is worth to whoever passed through it last."""
    sheet, game = s.game.map, s.game
    if (height := sheet.field("height").get(hex_)) is not None:
        yield Text("about.height", {"height": height})
    yield Text("about.beyond" if game.beyond >> hex_ & 1 else "about.inside")
    if game.objectives >> hex_ & 1:
        points = game.charts.points[game.objective_kind[hex_]].integer("points")
        yield Text("about.worth", {"points": [{"key": "about.worth-any", "points": points}]})


def of_unit(game: Batalha, unit: int) -> Iterator[Text]:
    """5.1.4  The formations that a unit belongs to: complete ones shift columns."""
    formations = [one.name for one in game.charts.formations if one.elements >> unit & 1]
    if formations:
        yield Text("about.formation", {"formations": formations})


def loads(s: Position, side: int) -> Iterator[StackLoad]:
    """4.1.1  Units in each hex, of those that may stop there."""
    most = s.game.charts.stacking
    for hex_ in members(s.held(side)):
        count = s.friends(side, hex_).bit_count()
        yield StackLoad(hex_, Text("about.load", {"count": count, "most": most}), count > most)
