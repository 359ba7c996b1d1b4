"""The position of the game: what changes while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.agenda import Step
from khalkhin.engine.codec import Unit, UnitSet
from khalkhin.engine.state import State

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha

SOVIET, JAPAN = 0, 1

RESERVE, DUE, NORTH, EAST, GONE, DESTROYED = "reserve", "due", "north", "east", "gone", "destroyed"
"""Boxes: the Soviet reserve before it is placed, reinforcements to come, Japanese units that retreated over the north
or east edge, Soviet units that left for good, and units destroyed."""


class Position(State):
    """Where the counters are is the engine's; these are the game's own fields."""

    if TYPE_CHECKING:
        game: Batalha
    PUBLIC = (*State.PUBLIC, "air", "attacked", "soviet_objectives", "shown", "left_map")
    STATUS = ("flipped",)
    OWN_STATUS = ("moved", "engaged", "obliged", "fought", "fired", "penalised")

    air: tuple[int, int] = (0, 0)
    """6.1  Air points left to each side."""
    flipped: UnitSet = 0
    """7.0  Units that have taken a loss."""
    moved: UnitSet = 0
    """Units of the phasing side that have moved in its movement phase."""
    engaged: UnitSet = 0
    """4.1.2.b  Units of the phasing side that began its movement phase in an enemy zone of engagement."""
    obliged: UnitSet = 0
    """4.1.2.h  Units of the phasing side that have to attack in this combat phase."""
    fought: UnitSet = 0
    """Units that have attacked in this combat phase."""
    fired: UnitSet = 0
    """8.0.i  Artillery of either side used in this combat phase."""
    penalised: UnitSet = 0
    """4.0.i  Soviet units beyond the border that could not come back."""
    shown: UnitSet = 0
    """Units of the battle in progress that the enemy sees."""
    attacked: HexSet = 0
    """6.2.g  Hexes attacked in this combat phase."""
    soviet_objectives: HexSet = 0
    """10.2  Objectives in Soviet hands; the others are in Japanese hands."""
    left_map: tuple[tuple[Unit, int], ...] = ()
    """4.2.2.c  Japanese units that retreated off the map, and in which turn."""

    # -- looking around ---------------------------------------------------------------------------------------------

    def on_map(self, side: int) -> UnitSet:
        """The units of a side that stand on the map."""
        off = 0
        for place in range(-len(self.game.boxes), 0):
            off |= self.at.get(place, 0)
        return self.game.sheet.of_side[side] & ~off

    def friends(self, side: int, hex_: int) -> UnitSet:
        """The units of a side in a hex."""
        return self.at.get(hex_, 0) & self.game.sheet.of_side[side]

    def crowded(self, side: int, newcomers: int, without: UnitSet = 0) -> HexSet:
        """4.1.1, 4.1.1.a  Hexes where so many more units of a side may not stop; units on their way do not count."""
        most = self.game.charts.stacking - newcomers
        if most < 0:
            return self.game.map.grid.all
        out = self.holding_more(side, most)
        for unit in members(without):
            hex_ = self.where[unit]
            if hex_ >= 0 and (self.at[hex_] & ~without).bit_count() <= most:
                out &= ~(1 << hex_)
        return out

    def zone(self, side: int) -> HexSet:
        """4.1.2, K-20  The zones of engagement of a side: the six hexes round each of its units."""
        found: HexSet | None = self.notes.get(side)
        if found is None:
            found = self.notes[side] = self.game.map.grid.spread(self.deep[side][0])
        return found

    def attack(self, unit: int) -> int:
        """Twice the attack power: halves of flipped units stay exact (7.0.a)."""
        power = self.game.attack[unit]
        return power if self.flipped >> unit & 1 else 2 * power

    def defence(self, unit: int) -> int:
        """Twice the defence power."""
        power = self.game.defence[unit]
        return power if self.flipped >> unit & 1 else 2 * power

    # -- what happens to units --------------------------------------------------------------------------------------

    def pass_through(self, unit: int, hex_: int) -> None:
        """A unit comes into a hex, stopping or not: it takes an objective there (K-66)."""
        game, side = self.game, self.game.sheet.side[unit]
        if game.objectives >> hex_ & 1 and (self.soviet_objectives >> hex_ & 1) != (side == SOVIET):
            self.soviet_objectives ^= 1 << hex_
            rule = game.charts.points[game.objective_kind[hex_]].text("rule")
            self.tell("log.taken", rule=rule, side=side, hex=hex_)

    def enter(self, unit: int, hex_: int) -> None:
        """A unit comes into a hex to stay or to walk on; on its own side of the line it is home again (K-36)."""
        self.pass_through(unit, hex_)
        if self.game.inside >> hex_ & 1:
            self.penalised &= ~(1 << unit)

    def spend_air(self, side: int, points: int) -> None:
        """6.1.a  Points once committed are gone."""
        left = list(self.air)
        left[side] -= points
        self.air = left[0], left[1]


class BkgStep(Step[Position]):
    """A step of this game."""
