"""What the scripts of sparring partners look at in Nomonhan."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai.sparring import facts
from khalkhin.board.hexset import HexSet
from khalkhin.engine.codec import UnitSet
from khalkhin.games.pbn.ai.evaluation import Evaluation
from khalkhin.games.pbn.ai.marches import Marches, engineers
from khalkhin.games.pbn.declaration import Declare
from khalkhin.games.pbn.movement import Movement
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.strike import StrikePhase

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan

IMPULSES = 2


class Facts(facts.Facts[Position]):
    """A position of Nomonhan as a script sees it: the objectives, and the edges with the bases behind them."""

    movement_steps = (Movement,)
    attack_steps = (StrikePhase, Declare)

    game: Nomonhan
    evaluation: Evaluation

    @cached_property
    def marches(self) -> Marches:
        return Marches(self.evaluation, self.s, engineers(self.s))

    @property
    def force(self) -> UnitSet:
        return (self.s.on_map(self.side) | self.s.based(self.side)) & self.game.land

    # -- which places count -----------------------------------------------------------------------------------------

    @property
    def home(self) -> HexSet:
        """The edge that a side comes in by."""
        return self.game.edges[self.side]

    @property
    def scoring_places(self) -> HexSet:
        """24.6"""
        return self.game.objectives & ~self.enemy_hexes

    @property
    def moves_to_come(self) -> int:
        """Objectives are counted every month."""
        return IMPULSES - self.s.impulse

    @property
    def rear(self) -> HexSet:
        """Headquarters and supply."""
        return self.s.hexes_of(self.enemy, self.game.headquarters | self.game.supply)
