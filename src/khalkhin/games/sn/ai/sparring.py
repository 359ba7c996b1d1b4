"""What the scripts of sparring partners look at in Strike North."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai.sparring import facts
from khalkhin.board.hexset import HexSet, union
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn.ai.evaluation import Evaluation
from khalkhin.games.sn.ai.marches import Marches
from khalkhin.games.sn.air import Launch
from khalkhin.games.sn.declaration import Declare
from khalkhin.games.sn.movement import Movement
from khalkhin.games.sn.position import Position

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

ROUNDS = 2


class Facts(facts.Facts[Position]):
    """A position of Strike North as a script sees it: cities and towns, and the states on either side."""

    movement_steps = (Movement,)
    attack_steps = (Launch, Declare)

    game: StrikeNorth
    evaluation: Evaluation

    # -- who can go where -------------------------------------------------------------------------------------------

    @cached_property
    def marches(self) -> Marches:
        return Marches(self.evaluation, self.s)

    @property
    def force(self) -> UnitSet:
        return self.s.mobile(self.side)

    def passable(self, unit: int) -> HexSet:
        return self.game.enterable[self.game.sheet.nation[unit]]

    # -- which places count -----------------------------------------------------------------------------------------

    @cached_property
    def enemy_zone(self) -> HexSet:
        return self.s.enemy_zone(self.side)

    @property
    def home(self) -> HexSet:
        """The states of one's own side."""
        return self.game.friendly[self.side]

    @property
    def scoring_places(self) -> HexSet:
        """24.0.2, 24.0.3"""
        return union(self.evaluation.values.hold[self.side]) & ~self.enemy_hexes

    @property
    def moves_to_come(self) -> int:
        """Cities are counted at the end; two moves a month."""
        return ROUNDS * self.evaluation.values.left + ROUNDS - self.s.round

    @property
    def rear(self) -> HexSet:
        """Headquarters, airbases and supply."""
        return self.s.hexes_of(self.enemy, self.game.support)
