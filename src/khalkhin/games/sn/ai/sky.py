"""Where the airstrikes of a side can fly to before anybody has launched one."""

from __future__ import annotations

from khalkhin.board.hexset import HexSet, members
from khalkhin.games.sn.bases import home, in_range, launching
from khalkhin.games.sn.position import AVAILABLE, JAPAN, Position


def cover_of_air(s: Position, side: int) -> HexSet:
    """Enemy hexes in range of airstrikes that are available, from bases as they stand."""
    game, found, enemies = s.game, 0, s.occupied(1 - side)
    bases = [*launching(s, side, True), *([home(s)] if side == JAPAN and s.round == 1 else [])]
    strikes = s.in_box(side, AVAILABLE) & game.airstrikes & ~game.carrier_air
    longest = {game.back_range[u]: u for u in members(strikes)}
    if longest:
        unit = longest[max(longest)]
        for place in bases:
            found |= in_range(s, unit, place, False, enemies)
    return found
