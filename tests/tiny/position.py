"""What changes in the tiny game while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.agenda import Step
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.state import State

if TYPE_CHECKING:
    from tests.tiny.game import Tiny

RED, BLUE = 0, 1
POOL, RESERVE, HAND, SPENT, LOST = "pool", "reserve", "hand", "spent", "lost"
"""Boxes: counters for exchanges, counters that may still come in, flares, flares that were lit, and losses."""


class Position(State):
    if TYPE_CHECKING:
        game: Tiny
    PUBLIC = (*State.PUBLIC, "shown", "village")
    STATUS = ("shaken", "fired")
    OWN_STATUS = ("tired",)

    shown: UnitSet = 0
    """Counters that both sides see until the turn ends (10)."""
    village: Side | None = None
    """Who came into the village last (8)."""
    shaken: UnitSet = 0
    fired: UnitSet = 0
    tired: UnitSet = 0
    """Counters that have marched or were exchanged in this turn (7)."""

    @property
    def assaulter(self) -> int:
        """1  The side that has the assault in this turn."""
        return RED if self.turn % 2 else BLUE

    def force(self, side: int) -> UnitSet:
        """The counters of a side on the map."""
        out = 0
        for hex_ in members(self.held(side)):
            out |= self.at[hex_]
        return out

    def full(self) -> HexSet:
        """3  Hexes with no room for one more."""
        most = self.game.stacking - 1
        return self.holding_more(RED, most) | self.holding_more(BLUE, most)

    def strength(self, unit: int) -> int:
        """4  What a counter is worth now."""
        loss = self.game.shaken_loss if self.shaken >> unit & 1 else 0
        return max(0, self.game.strength[unit] - loss)

    def box(self, name: str, side: int) -> UnitSet:
        """A side's counters in a box."""
        return self.stack(self.game.box(name)) & self.game.sheet.of_side[side]

    def arrive(self, unit: int, hex_: int) -> None:
        self.put(unit, hex_)
        if hex_ == self.game.village:
            self.village = self.game.sheet.side[unit]

    def tell_move(self, key: str, unit: int, **params: Any) -> None:
        """A line about one counter: by name for those who see it, else by nation (10)."""
        side = self.game.sheet.side[unit]
        if self.game.sees(self, None, unit):
            self.tell(key, unit=unit, **params)
            return
        self.tell(key, 1 << side, unit=unit, **params)
        self.tell(key, ~(1 << side), unit=f"@nation.{self.game.sheet.nation[unit]}", **params)


class TinyStep(Step[Position]):
    """A step of this game."""
