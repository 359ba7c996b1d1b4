"""The reason for a decision in Strike North, in one sentence, for hints.

Of a stack only the top unit shows. A chance is then told for a defence as it is usual for as many units.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar

from khalkhin.ai.battle_reasons import BattleReasons
from khalkhin.ai.ideas import Idea
from khalkhin.ai.ideas.battles import Battle
from khalkhin.ai.reasons import Bout, Clause, Reasons, Steps, hex_named, named, percent
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Text
from khalkhin.engine.results_tables import WIN, Odds
from khalkhin.games.sn.ai.air_ideas import StrikeValues
from khalkhin.games.sn.ai.evaluation import Evaluation
from khalkhin.games.sn.ai.marches import position_after
from khalkhin.games.sn.air import CAS, Intercept, Launch, Mission, Scramble
from khalkhin.games.sn.air_combat import AirLoss
from khalkhin.games.sn.airborne import Drop
from khalkhin.games.sn.combat import Attacks, SupportLoss
from khalkhin.games.sn.declaration import Declare, front
from khalkhin.games.sn.ground_attack import (
    AIRBASE,
    CITY,
    UNITS,
    Aim,
    Disrupt,
    FlakLoss,
    GroundAttack,
    HangarLoss,
    attack_odds,
)
from khalkhin.games.sn.losses import Lose
from khalkhin.games.sn.mobilization import Mobilize, Place, Receive
from khalkhin.games.sn.movement import Movement, Moving
from khalkhin.games.sn.odds import adding, all_shifts, attack_total, column, defence_total, units_in
from khalkhin.games.sn.position import AVAILABLE, INTERCEPTION, JAPAN, Position
from khalkhin.games.sn.pursuit import Pursuit
from khalkhin.games.sn.rally import Attrition, Rally
from khalkhin.games.sn.reorganization import FormWhere, Reorganize
from khalkhin.games.sn.retreat import Going, Retreat
from khalkhin.games.sn.sea import Cruise, Sailing
from khalkhin.games.sn.setup import SetDown, Setup
from khalkhin.games.sn.stacking import Overstacked
from khalkhin.games.sn.supply import Expend, cover, offensive, supplied
from khalkhin.games.sn.victory import worth


class SnReasons(BattleReasons[Position]):
    """The reasons for decisions of one side."""

    def __init__(self, evaluation: Evaluation, s: Position, side: int) -> None:
        super().__init__(s, side, evaluation.goals)
        self.evaluation, self.game = evaluation, s.game

    def points(self, hex_: Hex) -> int:
        """24.0  What a place counts at the end, and what its capture brings at once."""
        return worth(self.s, hex_)[self.side] + int(self.evaluation.values.first(self.s, self.side, hex_))

    def follows(self, unit: int) -> bool:
        return bool(self.game.support >> unit & 1)

    def cover(self, hex_: Hex) -> int:
        return -self.evaluation.battle_values.shelter(self.s, hex_) if self.game.land >> hex_ & 1 else 0

    # -- attacks ----------------------------------------------------------------------------------------------------

    def clears(self, bout: Bout, result: str) -> bool:
        """12.6, 13.5  Everybody lost, or driven off; who has a fort may stay."""
        here = units_in(self.s, self.enemy, bout.targets)
        alone = not self.hidden(here) and self.s.size(here) == 1
        return (
            result == "DE"
            or (result in ("DS", "EX") and alone)
            or (result in ("DR", "DS") and not here & self.game.forts)
        )

    def bout(self, s: Position, units: UnitSet, targets: HexSet) -> Bout:
        """21.0  Those who show as they are, the others as strong as units that do not show are on average."""
        there = adding(self.s, self.enemy, targets)
        hidden = self.hidden(there)
        defence = defence_total(self.s, there & ~hidden)
        given: Clause = ""
        if hidden:
            unseen = list(members(self.hidden(self.s.ground(self.enemy))))
            mean = sum(self.game.defence[u] for u in unseen) / len(unseen)
            defence += round(mean * hidden.bit_count())
            given = {"key": "hint.given", "defence": defence}
        attack = attack_total(s, units)
        shifts = tuple(all_shifts(s, self.side, units, targets, units_in(self.s, self.enemy, targets)))
        base = column(s, attack, defence) if attack else 0
        odds = Odds(self.game.charts.combat, Fraction(attack), Fraction(defence), base, shifts if attack else ())
        return Bout(self.main(targets), units, odds, given, targets)

    def apply(self, idea: Idea) -> Position | None:
        """With headquarters and General Supply as they will be; supply that may still be expended is left aside."""
        after = position_after(self.s, self.side, idea)
        if after is not None:
            backing = self.evaluation.expected_backing(after, after.ground(self.side))
            after.led, after.general, after.offensive = backing.led, backing.general, 0
        return after

    def battles(self, s: Position) -> Iterable[Battle]:
        return self.evaluation.battles(s, self.evaluation.expected_backing(s, s.ground(self.side)))

    def next_attack_reason(self, step: Attacks, idea: Idea) -> Text:
        return self.battle_reason([(attack.units, attack.targets) for attack in step.attacks], idea)

    # -- moves ------------------------------------------------------------------------------------------------------

    def movement_reason(self, step: Movement, idea: Idea) -> Text:
        verb, unit = idea[0]
        to = hex_named(idea)
        if verb == "drop" and isinstance(unit, int) and to is not None:
            return self.stands(unit, to)
        if verb == "unit" and isinstance(unit, int) and not self.game.ground >> unit & 1:
            return Text("hint.cruise")
        return super().movement_reason(step, idea)

    def landing_reason(self, step: Drop | Sailing, idea: Idea) -> Text:
        to = hex_named(idea)
        unit = step.unit if isinstance(step, Drop) else next(members(step.units))
        return Text("hint.stay") if to is None else self.stands(unit, to)

    def retreat_reason(self, step: Going, idea: Idea) -> Text:
        return super().retreat_reason(step, idea) if idea[0][0] == "hex" else Text("hint.retreat.dear")

    # -- supply -----------------------------------------------------------------------------------------------------

    def supply_reason(self, step: Expend, idea: Idea) -> Text:
        """14.5  Whom supply reaches."""
        spent = named(idea, "expend")
        if not spent:
            return Text("hint.supply.kept")
        if step.use == "air":
            return Text("hint.expend.air")
        fed = offensive(self.s, self.side, spent) & self.game.combat_units
        if step.use == "move":
            return Text("hint.expend.move", {"count": fed.bit_count()})
        attackers = sum(1 << u for u in front(self.s, self.side).beside)
        value = self.game.charts.shifts["maximum_supply"]
        return Text("hint.expend.combat", {"count": (fed & attackers).bit_count(), "columns": value})

    def rally_reason(self, step: Rally, idea: Idea) -> Text:
        store = idea[0][1]
        if not isinstance(store, int):
            return Text("hint.supply.kept")
        found = supplied(self.s, self.side, cover(self.s, self.side, 1 << store, False)) & self.s.disrupted
        return Text("hint.rally", {"count": found.bit_count()})

    # -- mobilization -----------------------------------------------------------------------------------------------

    def mobilization_reason(self, step: Mobilize, idea: Idea) -> Text:
        unit = idea[0][1]
        if not isinstance(unit, int):
            return Text("hint.recruit.none")
        game, bit = self.game, 1 << unit
        if game.supply & bit:
            return Text("hint.recruit.supply", {"count": (self.s.ground(self.side) & game.supply).bit_count()})
        if game.headquarters & bit:
            return Text("hint.recruit.headquarters")
        if game.airstrikes & bit:
            return Text("hint.recruit.air")
        to = hex_named(idea)
        if to is not None and game.forts & bit:
            return Text("hint.recruit.fort", {"place": self.name(to)})
        return Text("hint.recruit") if to is None else self._entry_reason(unit, to)

    def placement_reason(self, step: Place, idea: Idea) -> Text:
        to = hex_named(idea)
        return self._entry_reason(step.unit, to) if to is not None else Text(BOXES.get(idea[0][0], "hint.best"))

    def _entry_reason(self, unit: int, to: Hex) -> Text:
        """Where a new unit is of use: a place that needs it, or the way to where others go."""
        if self.points(to) or not self.evaluation.goals.strength_by_goal:
            return self.stands(unit, to)
        far = {h: self.evaluation.goals.moves(unit, h, to) for h in self.evaluation.goals.strength_by_goal}
        return Text("hint.entry", {"place": self.name(min(far, key=lambda h: (far[h], h)))})

    def box_reason(self, step: Receive, idea: Idea) -> Text:
        return Text(BOXES.get(idea[0][0], "hint.best"))

    def reorganization_reason(self, step: Reorganize, idea: Idea) -> Text:
        verb, unit = idea[0]
        if verb == "flip" and isinstance(unit, int):
            return Text("hint.flip.march" if self.s.flipped >> unit & 1 else "hint.flip.depot")
        return Text("hint.combine" if verb == "combine" else "hint.done")

    # -- the air ----------------------------------------------------------------------------------------------------

    def launch_reason(self, step: Launch, idea: Idea) -> Text:
        to = hex_named(idea)
        return Text("hint.done.sky") if to is None else self._sortie_reason(to, named(idea))

    def mission_reason(self, step: Mission, idea: Idea) -> Text:
        verb, noun = idea[0]
        to = hex_named(idea) if step.target is None else step.target
        if verb in ("from", "home") or to is None:
            return Text("hint.base")
        if noun == CAS:
            return Text("hint.cas", {"place": self.name(to)})
        return self._sortie_reason(to, 1 << step.unit)

    def _sortie_reason(self, hex_: Hex, unit: UnitSet) -> Text:
        """Support of an attack to come, or bombs together with those that fly there already."""
        values = StrikeValues(self.evaluation, self.s)
        helps = self.side == JAPAN and not unit & self.game.bombardments
        if helps and values.support_value(hex_) > values.support_risk:
            return Text("hint.cas", {"place": self.name(hex_)})
        group = values.bombers_over(hex_) | unit
        return self._bombing_reason(hex_, values.best_target(hex_, group)[1], group.bit_count())

    def _bombing_reason(self, hex_: Hex, target: str, count: int) -> Text:
        odds = attack_odds(self.s, self.side, hex_, target, count)
        chance = percent(odds, lambda result: odds.table.kinds.get(result) == WIN)
        return Text(BOMBS[target], {"chance": chance, "place": self.name(hex_)})

    def target_reason(self, step: Aim, idea: Idea) -> Text:
        verb, target = idea[0]
        if verb != "target":
            return Text("hint.done.sky")
        group = step.picked or StrikeValues(self.evaluation, self.s).bombers_over(step.hex) & ~step.spent
        return self._bombing_reason(step.hex, str(target), group.bit_count())

    def interception_reason(self, step: Intercept | Scramble, idea: Idea) -> Text:
        to = hex_named(idea)
        if to is None:
            return Text("hint.done.sky" if isinstance(step, Intercept) else "hint.base")
        count = (self.s.strikes_at(self.enemy, to) & self.game.airstrikes).bit_count()
        return Text("hint.intercept", {"count": count, "place": self.name(to)})

    def disruption_reason(self, step: Disrupt, idea: Idea) -> Text:
        return Text("hint.cheapest" if step.side == self.side else "hint.disrupt")

    steps: ClassVar[Steps] = {
        Setup: "hint.setup",
        SetDown: Reasons.setup_reason,
        Receive: box_reason,
        Mobilize: mobilization_reason,
        Place: placement_reason,
        Reorganize: reorganization_reason,
        FormWhere: "hint.form",
        Expend: supply_reason,
        Movement: movement_reason,
        Moving: Reasons.moving_reason,
        Sailing: landing_reason,
        Drop: landing_reason,
        Cruise: "hint.cruise",
        Launch: launch_reason,
        Mission: mission_reason,
        Intercept: interception_reason,
        Scramble: interception_reason,
        AirLoss: "hint.cheapest",
        FlakLoss: "hint.cheapest",
        HangarLoss: "hint.cheapest",
        SupportLoss: "hint.cheapest",
        GroundAttack: "hint.best",
        Aim: target_reason,
        Disrupt: disruption_reason,
        Declare: BattleReasons.declaration_reason,
        Attacks: next_attack_reason,
        Lose: Reasons.loss_reason,
        Retreat: "hint.stand",
        Going: retreat_reason,
        Pursuit: Reasons.pursuit_reason,
        Overstacked: "hint.cheapest",
        Rally: rally_reason,
        Attrition: Reasons.loss_reason,
    }


BOMBS = {UNITS: "hint.bombs.units", AIRBASE: "hint.bombs.airbase", CITY: "hint.bombs.city"}
"""The reason for each target of strikes."""
BOXES = {AVAILABLE: "hint.receive.attack", INTERCEPTION: "hint.receive.wait"}
"""The reason to put airstrikes into each box."""
