"""What the scripts of sparring partners look at in Khalkin-Gol War."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai.sparring import facts
from khalkhin.board.hexset import HexSet
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw.ai.evaluation import Evaluation
from khalkhin.games.kgw.ai.marches import Marches
from khalkhin.games.kgw.air import GroundAttack, Superiority
from khalkhin.games.kgw.combat import CombatPhase
from khalkhin.games.kgw.movement import Movement
from khalkhin.games.kgw.position import MANCHUKUO, SOVIET, USSR, Position
from khalkhin.games.kgw.victory import scoring

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar


class Facts(facts.Facts[Position]):
    """A position of Khalkin-Gol War as a script sees it: objectives, aerodromes, and the countries."""

    movement_steps = (Movement,)
    attack_steps = (Superiority, GroundAttack, CombatPhase)

    game: KhalkinGolWar
    evaluation: Evaluation

    # -- who can go where -------------------------------------------------------------------------------------------

    @cached_property
    def marches(self) -> Marches:
        return Marches(self.evaluation, self.s)

    @property
    def force(self) -> UnitSet:
        return self.s.ground(self.side)

    def speed(self, unit: int) -> float:
        return self.s.allowance(unit)

    def passable(self, unit: int) -> HexSet:
        return self.game.map.grid.all & ~self.evaluation.distances.barred(
            self.evaluation.distances.kind(unit, self.s.winter)
        )

    # -- which places count -----------------------------------------------------------------------------------------

    @property
    def home(self) -> HexSet:
        """Nobody follows the Soviets into the USSR; the Japanese come from Manchukuo."""
        return self.game.country[USSR if self.side == SOVIET else MANCHUKUO]

    @property
    def scoring_places(self) -> HexSet:
        """4.2.1.d"""
        return scoring(self.s) & ~self.enemy_hexes

    @property
    def moves_to_come(self) -> int:
        """Months: only some may move in a second Segment."""
        return self.evaluation.values.left

    @property
    def rear(self) -> HexSet:
        """Supply, and aerodromes with aircraft on them."""
        return self.s.hexes_of(self.enemy, self.game.supply | self.game.air)
