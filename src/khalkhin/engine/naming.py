"""What a group of counters is called in a question, which names one thing: a unit, a formation, or so many units."""

from __future__ import annotations

from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.state import State


def group_name(s: State, group: UnitSet, formation: str = "") -> str | dict[str, Any]:
    """The counter itself, the formation where the group is all of one, else their number and their hex."""
    found = list(members(group))
    if len(found) == 1:
        return s.game.sheet.ids[found[0]]
    if formation:
        return formation
    places = {s.where[unit] for unit in found}
    if len(places) == 1 and (place := places.pop()) >= 0:
        return {"key": "group.in-hex", "count": len(found), "hex": s.game.map.grid.name(place)}
    return {"key": "group.off-map", "count": len(found)}
