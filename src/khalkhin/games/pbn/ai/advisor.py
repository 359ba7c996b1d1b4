"""The advisor of Nomonhan: its evaluation, and where ideas come from at each step."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from khalkhin.ai.advisor import Advisor, IdeaSources
from khalkhin.ai.evaluation import Tools
from khalkhin.ai.ideas import Idea
from khalkhin.engine.errors import Text
from khalkhin.games.pbn.ai import air_ideas, battle_ideas, phase_ideas, reply_ideas
from khalkhin.games.pbn.ai.battle_values import BattleValues
from khalkhin.games.pbn.ai.evaluation import Evaluation
from khalkhin.games.pbn.ai.marches import Marches, engineers, position_after
from khalkhin.games.pbn.ai.reasons import PbnReasons
from khalkhin.games.pbn.ai.settings import SETTINGS, Settings
from khalkhin.games.pbn.ai.sparring import Facts
from khalkhin.games.pbn.ai.values import Distances, Values
from khalkhin.games.pbn.ai.win_chance import PbnWinChance
from khalkhin.games.pbn.air import AirAllocation, Aside, Superiority
from khalkhin.games.pbn.battle import Answer, Battles, ChooseTable
from khalkhin.games.pbn.campaign import Buy, Gekokujo, LoseSupply
from khalkhin.games.pbn.declaration import Declare, Employ
from khalkhin.games.pbn.fortification import Fortify
from khalkhin.games.pbn.logistics import Logistics, Staff
from khalkhin.games.pbn.losses import LoseHalf, LoseOne
from khalkhin.games.pbn.movement import BeginMovement, Movement, Moving
from khalkhin.games.pbn.position import JAPAN, Position
from khalkhin.games.pbn.pursuit import Pursue, Pursuit
from khalkhin.games.pbn.refit import Refit
from khalkhin.games.pbn.reinforcement import Arrivals, LoseBattalion
from khalkhin.games.pbn.retreat import Going, LoseOnTheWay, Retreat, Withdraw
from khalkhin.games.pbn.sequence import Initiative
from khalkhin.games.pbn.setup import SetDown, Setup
from khalkhin.games.pbn.strike import Gun, Load, StrikePhase

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan


def _loss_ideas(evaluation: Evaluation, s: Position, step: Any) -> Iterable[Idea]:
    return reply_ideas.loss_ideas(evaluation, s, step.side)


def _stand_ideas(evaluation: Evaluation, s: Position, step: Retreat) -> Iterable[Idea]:
    return [(("auto", None),)]


IDEA_SOURCES: IdeaSources[Evaluation, Position] = {
    Setup: phase_ideas.setup_ideas,
    SetDown: phase_ideas.set_down_ideas,
    Initiative: phase_ideas.first_player_ideas,
    Buy: phase_ideas.purchase_ideas,
    Gekokujo: lambda evaluation, s, step: phase_ideas.activation_ideas(evaluation, s, JAPAN),
    Staff: lambda evaluation, s, step: phase_ideas.activation_ideas(evaluation, s, step.side),
    LoseSupply: _loss_ideas,
    AirAllocation: air_ideas.allocation_ideas,
    Superiority: air_ideas.split_ideas,
    Aside: air_ideas.target_mission_ideas,
    Arrivals: phase_ideas.arrival_ideas,
    LoseBattalion: _loss_ideas,
    Logistics: phase_ideas.supply_ideas,
    Refit: phase_ideas.refit_ideas,
    Fortify: phase_ideas.fortification_ideas,
    Movement: lambda evaluation, s, step: Marches(evaluation, s, step.engineers).ideas(),
    Moving: lambda evaluation, s, step: Marches(evaluation, s, engineers(s)).onward_ideas(step),
    StrikePhase: air_ideas.strike_ideas,
    Load: air_ideas.strike_points_ideas,
    Gun: air_ideas.artillery_ideas,
    Employ: battle_ideas.employment_ideas,
    Declare: battle_ideas.declaration_ideas,
    Battles: battle_ideas.next_battle_ideas,
    ChooseTable: battle_ideas.table_ideas,
    Answer: battle_ideas.marker_ideas,
    LoseOne: _loss_ideas,
    LoseHalf: reply_ideas.half_loss_ideas,
    Retreat: _stand_ideas,
    Going: reply_ideas.retreat_order_ideas,
    Withdraw: reply_ideas.retreat_ideas,
    LoseOnTheWay: _loss_ideas,
    Pursuit: reply_ideas.pursuit_ideas,
    Pursue: reply_ideas.further_pursuit_ideas,
}
QUICK_IDEA_SOURCES: IdeaSources[Evaluation, Position] = {
    Movement: lambda evaluation, s, step: Marches(evaluation, s, step.engineers).quick_ideas()
}


class GameAdvisor(Advisor[Position, Evaluation]):
    """What computer players may ask about positions of Nomonhan."""

    idea_sources, quick_idea_sources = IDEA_SOURCES, QUICK_IDEA_SOURCES
    combining_steps, movement_starts = (Movement,), (BeginMovement,)
    uncertain_steps = (Initiative,)

    facts_kind = Facts

    settings: Settings

    def __init__(self, game: Nomonhan, settings: Settings = SETTINGS) -> None:
        super().__init__(game, settings)
        self.tuned_weights = settings.tuned.weights
        self._values: dict[tuple[int, int, bool], Values] = {}

    @cached_property
    def chances(self) -> PbnWinChance:
        return PbnWinChance(self.game, self.settings.win_chance)

    @cached_property
    def battle_values(self) -> BattleValues:
        return BattleValues(self.game, self.settings.battle_values)

    @cached_property
    def distances(self) -> Distances:
        return Distances(self.game)

    def values(self, s: Position) -> Values:
        key = s.turn, self.game.last_turn(s), s.crisis
        if key not in self._values:
            self._values[key] = Values(s, self.settings.values)
        return self._values[key]

    def new_evaluation(self, s: Position, side: int) -> Evaluation:
        moving = bool(s.agenda) and isinstance(s.agenda[-1], Movement | Moving)
        tools = Tools(self.battle_values, self.distances, self.values(s), self.settings, self.weights)
        return Evaluation(tools, s, side, moving)

    def forced_idea(self, s: Position, side: int) -> Idea | None:
        """What comes before any move: reconnaissance, and the airborne landing."""
        if not isinstance(s.agenda[-1], Movement | StrikePhase):
            return None
        evaluation = self.evaluation(s, side)
        if (hex_ := air_ideas.recon_target(evaluation, s)) is not None:
            return (("recon", hex_),)
        landing = phase_ideas.airdrop_hex(evaluation, s)
        return None if landing is None else (("drop", self.game.airborne), ("hex", landing))

    def reason(self, s: Position, side: int, idea: Idea) -> Text:
        return PbnReasons(self.evaluation(s, side), s, side).of(idea)

    def apply(self, s: Position, side: int, idea: Idea) -> Position | None:
        return position_after(s, side, idea)

    def win_chance(self, s: Position, side: int) -> float:
        return self.chances(s, side)
