"""What the scripts of sparring partners look at in the Batalha."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai.sparring import facts
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.ai.evaluation import Evaluation
from khalkhin.games.bkg.ai.marches import Marches
from khalkhin.games.bkg.declaration import CombatPhase
from khalkhin.games.bkg.entry import must_enter
from khalkhin.games.bkg.movement import Movement, Moving
from khalkhin.games.bkg.position import JAPAN, SOVIET, Position
from khalkhin.games.bkg.ways import must_return

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha


class Facts(facts.Facts[Position]):
    """A position of the Batalha as a script sees it: the line, the objectives, and the edges."""

    movement_steps = (Movement,)
    attack_steps = (CombatPhase,)

    game: Batalha
    evaluation: Evaluation

    # -- who can go where -------------------------------------------------------------------------------------------

    @cached_property
    def marches(self) -> Marches:
        return Marches(self.evaluation, self.s)

    @property
    def force(self) -> UnitSet:
        return self.s.on_map(self.side) | self.movers

    @cached_property
    def obliged(self) -> UnitSet:
        """Reinforcements that are due, and Soviets beyond the border line."""
        lost = must_return(self.s) if self.side == SOVIET else 0
        return must_enter(self.s, self.side) | lost

    def friends(self, hex_: Hex) -> UnitSet:
        return self.s.stack(hex_) & self.game.sheet.of_side[self.side]

    def speed(self, unit: int) -> float:
        return self.game.allowance[unit]

    def options(self, unit: int) -> HexSet:
        step = Moving(self.side, 1 << unit, self.s.where[unit], (), ())
        return step.offered(self.s) & step.ends(self.s)

    def passable(self, unit: int) -> HexSet:
        return self.game.passable[self.game.type[unit]]

    # -- which places count -----------------------------------------------------------------------------------------

    @property
    def home(self) -> HexSet:
        """Beyond the line no Soviet follows the Japanese; the Soviets have the edge that they come in by."""
        return self.game.beyond if self.side == JAPAN else self.game.entry[SOVIET]

    @property
    def scoring_places(self) -> HexSet:
        """10.2.b-c, 10.2.2.c"""
        return (self.game.inside if self.side == JAPAN else self.game.objectives) & ~self.enemy_hexes

    @property
    def moves_to_come(self) -> int:
        return self.game.last_turn - self.s.turn

    @property
    def places_to_hold(self) -> HexSet:
        held = self.s.soviet_objectives
        return held if self.side == SOVIET else self.game.objectives & ~held

    @property
    def places_to_take(self) -> Mapping[Hex, float]:
        """10.2.1, 10.2.2  The enemy's objectives, with their points."""
        game, theirs = self.game, self.game.objectives & ~self.places_to_hold
        return {h: float(game.charts.points[game.objective_kind[h]].integer("points")) for h in members(theirs)}

    @property
    def rear(self) -> HexSet:
        """The enemy's guns."""
        return self.s.hexes_of(self.enemy, self.game.artillery)
