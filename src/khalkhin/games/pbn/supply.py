"""7.0  Supply points: where they are, whom they serve, and that they are used up."""

from __future__ import annotations

from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.campaign import expend
from khalkhin.games.pbn.position import BASES, Position, is_hex

PHASES = ("phase.soviet_logistics", "phase.japan_logistics")


def base_of(s: Position, side: int) -> int:
    """26.2  The place of a side's off-map base."""
    return s.game.box(BASES[side])


def stocks(s: Position, side: int) -> dict[int, UnitSet]:
    """7.1, 7.8.1, 12.5.2, R104  Supply points by place: in the base, and in hexes that were not overstacked when the
    last phase ended, or are so no more."""
    found: dict[int, UnitSet] = {}
    jam = s.overstacked(side) if s.jammed else 0
    for unit in members((s.on_map(side) | s.based(side)) & s.game.supply):
        place = s.where[unit]
        if not is_hex(place) or not (s.jammed >> unit & 1 and jam >> place & 1):
            found[place] = found.get(place, 0) | 1 << unit
    return found


def serving(s: Position, side: int, place: int) -> list[int]:
    """7.2, 13.9, R52  Places whose supply serves a place: its own and adjacent hexes; a base serves itself."""
    found = stocks(s, side)
    if not is_hex(place):
        return [place] if place in found else []
    around = s.game.map.grid.around[place] | 1 << place
    return [there for there in sorted(found) if is_hex(there) and around >> there & 1]


def jammed(s: Position, side: int, place: int) -> Reason | None:
    """12.5.2  The reason where supply in or next to a hex serves nobody, because its own hex is overstacked."""
    near = s.game.map.grid.around[place] | 1 << place
    held = s.jammed & s.on_map(side) & s.game.supply
    found = next((s.where[u] for u in members(held) if near >> s.where[u] & 1), None)
    return None if found is None else no("12.5.2", "why.jammed", hex=found)


def taken(s: Position, side: int, place: int, count: int = 1) -> list[int]:
    """2.31.3, R104  The supply points of a place that are spent: one is as good as another."""
    return list(members(stocks(s, side)[place]))[:count]


def spend(s: Position, side: int, place: int, count: int = 1) -> None:
    """7.8.2  Supply points of a place are used up."""
    for unit in taken(s, side, place, count):
        expend(s, unit)
