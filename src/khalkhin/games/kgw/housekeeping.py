"""11.1, 18.4  What is looked at when a Movement or Combat Phase ends: overfull hexes and empty entrenchments."""

from __future__ import annotations

from dataclasses import replace

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw.losses import eliminate
from khalkhin.games.kgw.position import KgwStep, Position
from khalkhin.games.kgw.refusals import not_mine
from khalkhin.games.kgw.retreat import Ends, ends, walk, why_not_end
from khalkhin.games.kgw.stacking import overfull, surplus, too_high


@step
class Stacking(KgwStep):
    """11.1, 11.1.d-e, Q-42, Q-103  Too many units in a hex: the owner sends some one hex away; others are lost."""

    side: Side
    """Whose phase has ended: his hexes are looked at first."""
    gone: UnitSet = 0
    """Units that have left an overfull hex."""

    def run(self, s: Position) -> None:
        drop_empty(s, self.side)
        for side in (self.side, 1 - self.side):
            full = too_high(s, side)
            if full:
                s.push(Crowd(side, next(members(full)), self.side, self.gone))
                return
        s.moved = s.railed = s.attacked = s.spared = 0


def drop_empty(s: Position, side: int) -> None:
    """18.4.a-c, Q-53  Entrenchments left empty are gone, but for those of the set-up that nobody has occupied yet."""
    empty: HexSet = s.trenches[side] & ~s.occupied(side) & ~s.unmanned
    if empty:
        s.raze(side, empty)


@step
class Crowd(KgwStep):
    """11.1.g  One unit leaves an overfull hex, by a retreat of one hex; who has nowhere to go is lost."""

    side: Side
    hex: Hex
    ended: Side
    """Whose phase has ended."""
    gone: UnitSet = 0
    """Units that have left a hex already: none of them is sent on a second time."""
    unit: Unit | None = None

    def ways_out(self, s: Position) -> Ends:
        """The ends of a retreat of one hex, those with room before the others; none for who has retreated already."""
        assert self.unit is not None
        found = ends(s, self.unit, 1, 1 << self.unit) if not self.gone >> self.unit & 1 else {}
        roomy = {h: path for h, path in found.items() if not overfull(s, self.side, h, 1 << self.unit)}
        return roomy or found

    def ask(self, s: Position) -> Prompt | None:
        if self.unit is None:
            return prompt(self.side, "11.1", "ask.crowd", units(surplus(s, self.side, self.hex)), hex=self.hex)
        found = sum(1 << h for h in self.ways_out(s))
        return prompt(self.side, "11.1", "ask.crowd-to", hexes(found), unit=self.unit) if found else None

    def run(self, s: Position) -> None:
        assert self.unit is not None
        eliminate(s, self.unit, "14.1.m")
        s.push(Stacking(self.ended, self.gone))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int) and self.unit is None:
            ok = surplus(s, side, self.hex) >> noun & 1
            return None if ok else self._why_not(s, noun)
        if verb == "hex" and isinstance(noun, int) and self.unit is not None:
            return None if noun in self.ways_out(s) else self._why_not_out(s, self.unit, noun)
        return no("11.1.g", "why.crowd", hex=self.hex)

    def _why_not(self, s: Position, unit: int) -> Reason:
        if (reason := not_mine(s, self.side, unit, "11.1.g")) is not None:
            return reason
        if s.where[unit] != self.hex:
            return no("11.1.g", "why.not-in-hex", unit=unit, hex=self.hex)
        return no("11.1.a", "why.not-surplus", unit=unit, hex=self.hex)

    def _why_not_out(self, s: Position, unit: int, hex_: Hex) -> Reason:
        if hex_ in ends(s, unit, 1, 1 << unit):
            return no("11.1.a", "why.also-full", hex=hex_)
        return why_not_end(s, unit, hex_, 1)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        if self.unit is None:
            s.push(replace(self, unit=noun))
            return
        path = self.ways_out(s)[noun]
        s.tell_of("log.retreat", 1 << self.unit, "11.1.g", path=(self.hex, *path))
        walk(s, self.unit, path)
        s.push(Stacking(self.ended, self.gone | 1 << self.unit))

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        return self if side == self.side else replace(self, unit=None, gone=0)
