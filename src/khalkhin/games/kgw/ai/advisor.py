"""The advisor of Khalkin-Gol War: its evaluation, and where ideas come from at each step."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai.advisor import Advisor, IdeaSources
from khalkhin.ai.evaluation import Tools
from khalkhin.ai.ideas import Idea
from khalkhin.engine.errors import Text
from khalkhin.games.kgw.advance import Advance, AdvanceOn
from khalkhin.games.kgw.ai import air_ideas, battle_ideas, phase_ideas, reply_ideas
from khalkhin.games.kgw.ai.battle_values import BattleValues
from khalkhin.games.kgw.ai.evaluation import Evaluation
from khalkhin.games.kgw.ai.marches import Marches, position_after
from khalkhin.games.kgw.ai.reasons import KgwReasons
from khalkhin.games.kgw.ai.settings import SETTINGS, Settings
from khalkhin.games.kgw.ai.sparring import Facts
from khalkhin.games.kgw.ai.values import Distances, Values
from khalkhin.games.kgw.ai.win_chance import KgwWinChance
from khalkhin.games.kgw.air import GroundAttack, Mission, Relocating, Superiority
from khalkhin.games.kgw.air_combat import Bombed
from khalkhin.games.kgw.combat import CombatPhase, Declare, Support
from khalkhin.games.kgw.counterattack import CounterChoice
from khalkhin.games.kgw.events import FreeUnits, Withdrawal
from khalkhin.games.kgw.housekeeping import Crowd
from khalkhin.games.kgw.losses import TakeLosses
from khalkhin.games.kgw.movement import Movement, Moving
from khalkhin.games.kgw.organization import Combining, Organise
from khalkhin.games.kgw.position import Position
from khalkhin.games.kgw.recruit import Buy, Deploy, Placing
from khalkhin.games.kgw.retreat import RetreatAll
from khalkhin.games.kgw.setup import Setup
from khalkhin.games.kgw.supply import Gekokujo, SupplyPhase

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar

IDEA_SOURCES: IdeaSources[Evaluation, Position] = {
    Movement: lambda evaluation, s, step: Marches(evaluation, s).ideas(),
    Moving: lambda evaluation, s, step: Marches(evaluation, s).onward_ideas(step),
    CombatPhase: lambda evaluation, s, step: battle_ideas.attack_ideas(evaluation, s),
    Declare: battle_ideas.declaration_ideas,
    Support: battle_ideas.support_ideas,
    CounterChoice: battle_ideas.counterattack_ideas,
    TakeLosses: reply_ideas.loss_ideas,
    Bombed: reply_ideas.bombing_loss_ideas,
    RetreatAll: reply_ideas.retreat_ideas,
    Crowd: reply_ideas.overstack_ideas,
    Advance: reply_ideas.advance_ideas,
    AdvanceOn: reply_ideas.second_advance_ideas,
    FreeUnits: reply_ideas.free_unit_ideas,
    Withdrawal: reply_ideas.withdrawal_ideas,
    Buy: phase_ideas.purchase_ideas,
    Deploy: phase_ideas.deployment_ideas,
    Placing: phase_ideas.placing_ideas,
    Organise: phase_ideas.organization_ideas,
    Combining: lambda evaluation, s, step: phase_ideas.combining_ideas(s, step),
    SupplyPhase: phase_ideas.supply_ideas,
    Gekokujo: lambda evaluation, s, step: phase_ideas.gekokujo_ideas(step),
    Superiority: air_ideas.mission_ideas,
    GroundAttack: air_ideas.mission_ideas,
    Relocating: air_ideas.relocation_ideas,
    Mission: air_ideas.flyer_ideas,
    Setup: lambda evaluation, s, step: [(("auto", None),)],
}
QUICK_IDEA_SOURCES: IdeaSources[Evaluation, Position] = {
    Movement: lambda evaluation, s, step: Marches(evaluation, s).quick_ideas()
}


class GameAdvisor(Advisor[Position, Evaluation]):
    """What a player that looks ahead may ask of Khalkin-Gol War."""

    idea_sources, quick_idea_sources = IDEA_SOURCES, QUICK_IDEA_SOURCES
    combining_steps = (Movement, CombatPhase)
    uncertain_steps = (SupplyPhase,)

    facts_kind = Facts

    settings: Settings

    def __init__(self, game: KhalkinGolWar, settings: Settings = SETTINGS) -> None:
        super().__init__(game, settings)
        self._values: dict[tuple[str, int], Values] = {}

    @cached_property
    def chances(self) -> KgwWinChance:
        return KgwWinChance(self.game, self.settings.win_chance)

    @cached_property
    def battle_values(self) -> BattleValues:
        return BattleValues(self.game, self.settings.battle_values)

    @cached_property
    def distances(self) -> Distances:
        return Distances(self.game)

    def values(self, s: Position) -> Values:
        key = s.scenario, s.turn
        if key not in self._values:
            self._values[key] = Values(self.game, self.settings.values, *key)
        return self._values[key]

    def new_evaluation(self, s: Position, side: int) -> Evaluation:
        moving = bool(s.agenda) and isinstance(s.agenda[-1], Movement | Moving)
        tools = Tools(self.battle_values, self.distances, self.values(s), self.settings, self.weights)
        return Evaluation(tools, s, side, moving)

    def default_ideas(self, s: Position, side: int, rng: random.Random) -> Iterable[Idea]:
        return reply_ideas.all_answers(s, side)

    def worth_hill_climbing(self, s: Position) -> bool:
        """Moves; to weigh attacks with all their consequences takes longer."""
        return self.combines(s) and isinstance(s.agenda[-1], Movement)

    def apply(self, s: Position, side: int, idea: Idea) -> Position | None:
        if idea[0][0] == "attack":
            evaluation = self.evaluation(s, side)
            after = battle_ideas.position_after_attack(evaluation, s, idea)
            if after is not None:
                self._keep(after, side, evaluation)  # nothing has moved
            return after
        return position_after(s, side, idea)

    def win_chance(self, s: Position, side: int) -> float:
        return self.chances(s, side)

    def reason(self, s: Position, side: int, idea: Idea) -> Text:
        return KgwReasons(self.evaluation(s, side), s, side).of(idea)

    def is_quiet(self, before: Position, s: Position) -> bool:
        """Between two battles, and wherever somebody decides about a phase of his own."""
        return bool(s.agenda[-1].phase)
