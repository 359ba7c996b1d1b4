"""The advisor of the Batalha: its evaluation, and where ideas come from at each step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from khalkhin.ai.advisor import Advisor, IdeaSources
from khalkhin.ai.evaluation import Tools
from khalkhin.ai.ideas import Idea
from khalkhin.ai.weights import Weights
from khalkhin.engine.errors import Text
from khalkhin.engine.results_tables import totals
from khalkhin.games.bkg.ai import battle_ideas, reply_ideas
from khalkhin.games.bkg.ai.battle_values import BattleValues
from khalkhin.games.bkg.ai.evaluation import Evaluation
from khalkhin.games.bkg.ai.marches import Marches, position_after
from khalkhin.games.bkg.ai.reasons import BkgReasons
from khalkhin.games.bkg.ai.settings import SETTINGS, Settings
from khalkhin.games.bkg.ai.sparring import Facts
from khalkhin.games.bkg.ai.values import Distances
from khalkhin.games.bkg.ai.win_chance import BkgWinChance
from khalkhin.games.bkg.declaration import CombatPhase, Declaring
from khalkhin.games.bkg.exchange import ExchangeAttacker, ExchangeDefender
from khalkhin.games.bkg.losses import Eliminate, PickOne, TakeLoss
from khalkhin.games.bkg.movement import PHASES, Movement, Moving
from khalkhin.games.bkg.position import Position
from khalkhin.games.bkg.setup import PlaceReserve
from khalkhin.games.bkg.support import DefenceSupport
from khalkhin.games.bkg.victory import FinalAttrition

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha


def _dearest_last(dying: bool) -> Callable[[Evaluation, Position, PickOne], Iterable[Idea]]:
    return lambda evaluation, s, step: _each(reply_ideas.by_cost(evaluation.values, s, step.among, dying))


def _each(found: list[int]) -> Iterable[Idea]:
    return ((("unit", unit),) for unit in found)


IDEA_SOURCES: IdeaSources[Evaluation, Position] = {
    Movement: lambda evaluation, s, step: Marches(evaluation, s).ideas(),
    Moving: lambda evaluation, s, step: Marches(evaluation, s).onward_ideas(step),
    CombatPhase: battle_ideas.attack_ideas,
    Declaring: battle_ideas.declaration_ideas,
    DefenceSupport: battle_ideas.support_ideas,
    TakeLoss: _dearest_last(False),
    Eliminate: _dearest_last(True),
    FinalAttrition: lambda evaluation, s, step: _each(
        reply_ideas.by_cost(evaluation.values, s, step.weak(s), True)[: evaluation.settings.replies.attrition_units]
    ),
    ExchangeDefender: lambda evaluation, s, step: reply_ideas.exchange_ideas(evaluation.values, s, step),
    ExchangeAttacker: lambda evaluation, s, step: reply_ideas.exchange_ideas(evaluation.values, s, step),
    PlaceReserve: lambda evaluation, s, step: reply_ideas.reserve_ideas(evaluation.settings.replies, s, step),
}
QUICK_IDEA_SOURCES: IdeaSources[Evaluation, Position] = {
    Movement: lambda evaluation, s, step: Marches(evaluation, s).quick_ideas()
}


class _Last(NamedTuple):
    """The evaluation that was made last, and all that it depends on."""

    at: Position
    now: tuple[int, Weights, tuple[Any, ...]]
    evaluation: Evaluation


class GameAdvisor(Advisor[Position, Evaluation]):
    """What a player that looks ahead may ask of the Batalha."""

    idea_sources, quick_idea_sources = IDEA_SOURCES, QUICK_IDEA_SOURCES
    combining_steps = (Movement,)
    facts_kind = Facts

    settings: Settings

    def __init__(self, game: Batalha, settings: Settings = SETTINGS) -> None:
        super().__init__(game, settings)
        self._last: _Last | None = None

    @cached_property
    def chances(self) -> BkgWinChance:
        return BkgWinChance(self.game, self.settings.win_chance)

    @cached_property
    def battle_values(self) -> BattleValues:
        return BattleValues(self.game, self.settings.battle_values, self.settings.values)

    @cached_property
    def distances(self) -> Distances:
        return Distances(self.game)

    def new_evaluation(self, s: Position, side: int) -> Evaluation:
        moving = bool(s.agenda) and s.agenda[-1].phase == PHASES[side]
        tools = Tools(
            self.battle_values, self.distances, self.battle_values.values(s.turn), self.settings, self.weights
        )
        return Evaluation(tools, s, side, moving)

    def evaluation(self, s: Position, side: int) -> Evaluation:
        """Playouts go on for long here, so there is a new evaluation as soon as anything in a position has changed."""
        if not self.is_quiet(s, s):
            return self.new_evaluation(s, side)
        now = side, self.weights, s.key()
        if self._last is None or self._last.at is not s or self._last.now != now:
            self._last = _Last(s, now, self.new_evaluation(s, side))
        return self._last.evaluation

    def default_ideas(self, s: Position, side: int, rng: random.Random) -> Iterable[Idea]:
        return reply_ideas.all_answers(s)

    def apply(self, s: Position, side: int, idea: Idea) -> Position | None:
        return position_after(s, side, idea)

    def reason(self, s: Position, side: int, idea: Idea) -> Text:
        return BkgReasons(self.evaluation(s, side), s, side).of(idea)

    def win_chance(self, s: Position, side: int) -> float:
        return self.chances(s, side)

    def is_quiet(self, before: Position, s: Position) -> bool:
        """Between two battles, and wherever somebody is to move."""
        return bool(s.agenda[-1].phase)

    def rolls(self, count: int, sides: int) -> list[tuple[tuple[int, ...], float]]:
        """One roll for each row of the tables, which share their rows: only the sum of the dice counts."""
        out: dict[str, tuple[tuple[int, ...], float]] = {}
        for total, chance in totals(count, sides).items():
            row = self.game.charts.combat.row_of[total]
            faces = (total // 2, total - total // 2)
            out[row] = faces, out.get(row, (faces, 0.0))[1] + float(chance)
        return list(out.values())
