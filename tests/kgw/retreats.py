"""Where units may retreat to, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khalkhin.games.kgw import retreat
from tests.kgw.positions import Some, board, position, units


def ends(placed: Mapping[str, Some], unit: str, distance: int = 1, *leaving: str, **kinds: Any) -> set[str]:
    """The hexes where a unit may end a retreat; it stands where it is placed."""
    s = position(board(placed, "japan_combat", **kinds))
    found = retreat.ends(s, s.game.sheet.index[unit], distance, units(unit, *leaving))
    return {s.game.map.grid.name(h) for h in found}
