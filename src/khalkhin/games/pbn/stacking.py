"""12.0  Stacking: six battalion equivalents in a hex, and what those beyond it may not do."""

from __future__ import annotations

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.position import Position


def room(s: Position, group: UnitSet) -> int:
    """12.1  Battalion equivalents that still fit beside a group."""
    return s.game.charts.stack_limit - s.size(group)


def overfull(s: Position, side: int, hex_: int, more: UnitSet) -> bool:
    """12.1  Whether a hex would be overstacked with more units."""
    return s.size(s.land_at(side, hex_) | more) > s.game.charts.stack_limit


def why_not_employed(s: Position, unit: int, used: UnitSet) -> Reason | None:
    """12.5.3  From one hex not more than the limit may attack."""
    here = s.at[s.where[unit]] & used
    fits = s.game.stacking[unit] <= room(s, here & s.game.land)
    return None if fits else no("12.5.3", "why.no-room", unit=unit)


def employed_defenders(s: Position, side: int, targets: HexSet) -> UnitSet:
    """12.5.3, 15.35, R32  Who adds strength in defence: all of a hex, or its strongest six battalion equivalents;
    who retreated there and overstacks it adds nothing."""
    found = 0
    for hex_ in members(targets):
        here = s.land_at(side, hex_)
        found |= strongest(s, here) if s.size(here) > s.game.charts.stack_limit else here
    return found


def strongest(s: Position, here: UnitSet) -> UnitSet:
    """The usual choice of an overstacked hex: the best defence first."""
    chosen = here & s.game.supply
    for unit in sorted(members(here & ~s.late & ~s.game.supply), key=lambda u: (-s.game.defence[u], u)):
        if s.game.stacking[unit] <= room(s, chosen):
            chosen |= 1 << unit
    return chosen
