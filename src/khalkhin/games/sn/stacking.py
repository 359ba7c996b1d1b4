"""10.0  Stacking: how many divisional equivalents a hex holds, and what the owner loses who has more."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.sn.elimination import eliminate
from khalkhin.games.sn.position import Position, SnStep
from khalkhin.games.sn.terrain import stack_limit


def excess(s: Position, side: int, hex_: Hex, more: UnitSet = 0) -> int:
    """10.0.1, 10.1, 10.1.5  Divisional equivalents of a side beyond the limit of a hex; strikes count for
    nothing."""
    return s.size(s.units_at(side, hex_) | more) - stack_limit(s.game, hex_)


def crowded(s: Position, side: int) -> HexSet:
    """10.1.4, 10.1.6, R49  Hexes where a side has too much, or a second fort."""
    found = 0
    for hex_ in members(s.holding_more(side, 1)):
        here = s.units_at(side, hex_)
        if excess(s, side, hex_) > 0 or (here & s.game.forts).bit_count() > s.game.charts.forts:
            found |= 1 << hex_
    return found


@step
class Overstacked(SnStep):
    """10.0.2, 10.1.6, 10.1.7, R68, R92  At the end of a Movement or Combat Phase the owner eliminates whole counters
    until his hexes comply; the phasing player first."""

    side: Side
    phasing: Side
    use: str
    """move or combat."""

    @property
    def phase(self) -> str:
        return f"phase.{('soviet', 'japan')[self.phasing]}_{self.use}"

    def _able(self, s: Position) -> UnitSet:
        """Who can be given up in the first crowded hex: forts where there are two of them, else anybody."""
        crowd = crowded(s, self.side)
        if not crowd:
            return 0
        hex_ = next(members(crowd))
        here, forts = s.units_at(self.side, hex_), s.units_at(self.side, hex_) & s.game.forts
        return forts if forts.bit_count() > s.game.charts.forts else here

    def _second_fort(self, s: Position) -> bool:
        """10.1.4  Whether the first crowded hex has a fort too many."""
        return not self._able(s) & ~s.game.forts

    def ask(self, s: Position) -> Prompt | None:
        able = self._able(s)
        if not able:
            return None
        hex_ = s.where[next(members(able))]
        if self._second_fort(s):
            return prompt(self.side, "10.1.4", "ask.second-fort", units(able), hex=hex_)
        over = excess(s, self.side, hex_)
        limit = str(stack_limit(s.game, hex_))
        return prompt(self.side, "10.1.7", "ask.overstacked", units(able), hex=hex_, count=over, limit=limit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            return self._why_not(s, noun)
        return no("10.1.7", "why.overstacked")

    def _why_not(self, s: Position, unit: int) -> Reason | None:
        able, hex_ = self._able(s), s.where[unit]
        if able >> unit & 1:
            return None
        if hex_ >= 0 and s.units_at(self.side, hex_) & able:
            return no("10.1.4", "why.one-fort", hex=hex_)
        return no("10.1.7", "why.not-overstacked", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        eliminate(s, 1 << noun, "10.1.4" if self._second_fort(s) else "10.1.7", False)
        s.push(self)


def checks(first: int, use: str) -> tuple[Overstacked, ...]:
    """R92  Both sides, the phasing one first."""
    return Overstacked(first, first, use), Overstacked(1 - first, first, use)
