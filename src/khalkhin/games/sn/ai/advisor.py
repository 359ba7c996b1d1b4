"""The advisor of Strike North: its evaluation, and where ideas come from at each step."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai.advisor import Advisor, IdeaSources
from khalkhin.ai.evaluation import Tools
from khalkhin.ai.ideas import Idea
from khalkhin.engine.errors import Text
from khalkhin.games.sn.ai import air_ideas, battle_ideas, landing_ideas, phase_ideas, reply_ideas
from khalkhin.games.sn.ai.battle_values import BattleValues
from khalkhin.games.sn.ai.evaluation import Evaluation
from khalkhin.games.sn.ai.marches import Marches, position_after
from khalkhin.games.sn.ai.reasons import SnReasons
from khalkhin.games.sn.ai.settings import SETTINGS, Settings
from khalkhin.games.sn.ai.sparring import Facts
from khalkhin.games.sn.ai.values import Distances, Values
from khalkhin.games.sn.ai.win_chance import SnWinChance
from khalkhin.games.sn.air import Intercept, Launch, Mission, Scramble
from khalkhin.games.sn.air_combat import AirLoss
from khalkhin.games.sn.airborne import Drop
from khalkhin.games.sn.combat import Attacks, SupportLoss
from khalkhin.games.sn.declaration import Declare
from khalkhin.games.sn.ground_attack import Aim, Disrupt, FlakLoss, GroundAttack, HangarLoss
from khalkhin.games.sn.losses import Lose
from khalkhin.games.sn.mobilization import Mobilize, Place, Receive
from khalkhin.games.sn.movement import BeginMovement, Movement, Moving
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.pursuit import Pursuit
from khalkhin.games.sn.rally import Rally
from khalkhin.games.sn.reorganization import FormWhere, Reorganize
from khalkhin.games.sn.retreat import Going, Retreat
from khalkhin.games.sn.sea import Cruise, Sailing
from khalkhin.games.sn.setup import Setup
from khalkhin.games.sn.stacking import Overstacked
from khalkhin.games.sn.supply import Expend

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

IDEA_SOURCES: IdeaSources[Evaluation, Position] = {
    Setup: lambda evaluation, s, step: reply_ideas.setup_ideas(s, step),
    Receive: phase_ideas.box_ideas,
    Mobilize: phase_ideas.mobilization_ideas,
    Place: phase_ideas.placement_ideas,
    Reorganize: phase_ideas.reorganization_ideas,
    FormWhere: phase_ideas.corps_hex_ideas,
    Expend: battle_ideas.supply_ideas,
    Movement: lambda evaluation, s, step: Marches(evaluation, s).ideas(),
    Moving: lambda evaluation, s, step: Marches(evaluation, s).onward_ideas(step),
    Sailing: landing_ideas.sailing_ideas,
    Drop: landing_ideas.drop_ideas,
    Cruise: landing_ideas.cruise_ideas,
    Launch: air_ideas.launch_ideas,
    Mission: air_ideas.mission_ideas,
    Intercept: air_ideas.interception_ideas,
    Scramble: air_ideas.scramble_ideas,
    AirLoss: reply_ideas.loss_ideas,
    FlakLoss: reply_ideas.loss_ideas,
    HangarLoss: reply_ideas.loss_ideas,
    SupportLoss: reply_ideas.loss_ideas,
    GroundAttack: air_ideas.strike_hex_ideas,
    Aim: air_ideas.target_ideas,
    Disrupt: air_ideas.disruption_ideas,
    Declare: battle_ideas.declaration_ideas,
    Attacks: battle_ideas.next_attack_ideas,
    Lose: reply_ideas.loss_ideas,
    Retreat: lambda evaluation, s, step: [(("auto", None),)],
    Going: reply_ideas.retreat_ideas,
    Pursuit: reply_ideas.pursuit_ideas,
    Overstacked: reply_ideas.loss_ideas,
    Rally: phase_ideas.rally_ideas,
}
QUICK_IDEA_SOURCES: IdeaSources[Evaluation, Position] = {
    Movement: lambda evaluation, s, step: Marches(evaluation, s).quick_ideas()
}


class GameAdvisor(Advisor[Position, Evaluation]):
    """What computer players may ask about positions of Strike North."""

    idea_sources, quick_idea_sources = IDEA_SOURCES, QUICK_IDEA_SOURCES
    combining_steps, movement_starts = (Movement,), (BeginMovement,)
    uncertain_steps = (Place,)

    facts_kind = Facts

    settings: Settings

    def __init__(self, game: StrikeNorth, settings: Settings = SETTINGS) -> None:
        super().__init__(game, settings)
        self.tuned_weights = settings.tuned.weights
        self._values: dict[tuple[str, int, str], Values] = {}

    @cached_property
    def chances(self) -> SnWinChance:
        return SnWinChance(self.game, self.settings.win_chance)

    @cached_property
    def battle_values(self) -> BattleValues:
        return BattleValues(self.game, self.settings.battle_values)

    @cached_property
    def distances(self) -> Distances:
        return Distances(self.game)

    def values(self, s: Position) -> Values:
        key = s.scenario, s.turn, str(s.options["vp_table"])
        if key not in self._values:
            self._values[key] = Values(s, self.settings.values)
        return self._values[key]

    def new_evaluation(self, s: Position, side: int) -> Evaluation:
        moving = bool(s.agenda) and isinstance(s.agenda[-1], Movement | Moving)
        tools = Tools(self.battle_values, self.distances, self.values(s), self.settings, self.weights)
        return Evaluation(tools, s, side, moving)

    def forced_idea(self, s: Position, side: int) -> Idea | None:
        """Airborne landings and ships come before any march."""
        return landing_ideas.first_idea(self.evaluation(s, side), s) if isinstance(s.agenda[-1], Movement) else None

    def reason(self, s: Position, side: int, idea: Idea) -> Text:
        return SnReasons(self.evaluation(s, side), s, side).of(idea)

    def apply(self, s: Position, side: int, idea: Idea) -> Position | None:
        return position_after(s, side, idea)

    def win_chance(self, s: Position, side: int) -> float:
        return self.chances(s, side)
