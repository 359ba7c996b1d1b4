"""Stacks in which it matters who lies on top, and whose owner may choose: the enemy sees no more than that."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, TypeVar

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Offer, units
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.game import Game
from khalkhin.engine.state import State

S = TypeVar("S", bound=State)


def uppermost(s: State, hex_: Hex, kind: UnitSet) -> int | None:
    """The counter of some kind that lies above the others in a hex."""
    for unit in reversed(s.piles[hex_]):
        if kind >> unit & 1:
            return unit
    return None


def beneath(s: State, side: int, kind: UnitSet, hexes: HexSet) -> UnitSet:
    """Counters of a side that lie under others of their kind in some hexes."""
    out, mine = 0, kind & s.game.sheet.of_side[side]
    for hex_ in members(s.holding_more(side, 1) & hexes):
        here = s.at[hex_] & mine
        first = uppermost(s, hex_, mine)
        if first is not None:
            out |= here & ~(1 << first)
    return out


class OrderedStacks(Game[S]):
    """A game in which a side may say at some times which counter lies on top: the standing offer `top`."""

    top_rule: ClassVar[str]
    ground: UnitSet
    """The counters among which it matters who lies on top."""

    @abstractmethod
    def coverable(self, s: S, side: int) -> UnitSet:
        """The counters that a side can lay on top of their stacks now."""

    def fixed(self, s: S, side: int) -> HexSet:
        """Hexes where a side may not choose who lies on top."""
        return 0

    def standing(self, s: S, side: int) -> tuple[Offer, ...]:
        found = self.coverable(s, side) if s.result is None else 0
        return (*super().standing(s, side), *([units(found, "top")] if found else []))

    def why_standing(self, s: S, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "top" and isinstance(noun, int):
            return self._why_not_top(s, side, noun)
        return super().why_standing(s, side, verb, noun)

    def _why_not_top(self, s: S, side: int, unit: int) -> Reason:
        """Of the other side's counters it is told only whose they are."""
        rule, hex_, mine = self.top_rule, s.where[unit], self.ground & self.sheet.of_side[side]
        if self.sheet.side[unit] != side:
            return no(rule, "engine.top-not-yours", unit=unit)
        if not mine >> unit & 1:
            return no(rule, "engine.top-kind", unit=unit)
        if hex_ < 0:
            return no(rule, "engine.top-off-map", unit=unit)
        if s.at[hex_] & mine == 1 << unit:
            return no(rule, "engine.top-alone", unit=unit, hex=hex_)
        first = uppermost(s, hex_, mine)
        if first == unit:
            return no(rule, "engine.top-already", unit=unit, hex=hex_)
        if self.fixed(s, side) >> hex_ & 1:
            return no(rule, "engine.top-fixed", unit=first, hex=hex_)
        return no(rule, "engine.top-not-now", unit=unit)

    def take_standing(self, s: S, side: int, verb: str, noun: Noun) -> None:
        if verb == "top" and isinstance(noun, int):
            hex_ = s.where[noun]
            s.piles[hex_] = (*(unit for unit in s.piles[hex_] if unit != noun), noun)
            s.notes = {}
        else:
            super().take_standing(s, side, verb, noun)
