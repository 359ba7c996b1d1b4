"""The reason for a decision in Nomonhan, in one sentence, for hints.

Of a stack only the top counter shows until it is examined: a chance is then told for the case that it is alone. What
headquarters add that nobody sees is left aside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from khalkhin.ai.battle_reasons import BattleReasons
from khalkhin.ai.ideas import Idea
from khalkhin.ai.ideas.battles import Battle
from khalkhin.ai.reasons import Bout, Clause, Reasons, Steps, hex_named, percent
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Text
from khalkhin.games.pbn.ai.evaluation import Evaluation
from khalkhin.games.pbn.ai.marches import position_after
from khalkhin.games.pbn.air import AirAllocation, Aside, Superiority
from khalkhin.games.pbn.airborne import Drop
from khalkhin.games.pbn.battle import TABLES, Answer, Battles, ChooseTable, EmployDefenders, Fight, fight_odds
from khalkhin.games.pbn.campaign import Buy, Gekokujo, LoseSupply
from khalkhin.games.pbn.charts import ALL
from khalkhin.games.pbn.declaration import Declare, Employ
from khalkhin.games.pbn.fortification import Fortify
from khalkhin.games.pbn.headquarters import radius
from khalkhin.games.pbn.logistics import Combine, Logistics, Source, Staff
from khalkhin.games.pbn.losses import LoseHalf, LoseOne
from khalkhin.games.pbn.movement import Movement, Moving
from khalkhin.games.pbn.odds import battle_odds, seen_headquarters
from khalkhin.games.pbn.position import JAPAN, Position
from khalkhin.games.pbn.pursuit import Pursue, Pursuit
from khalkhin.games.pbn.recon import Examine, seen_from
from khalkhin.games.pbn.refit import Refit
from khalkhin.games.pbn.reinforcement import Arrivals, Interdict, LoseBattalion, Placement
from khalkhin.games.pbn.retreat import Going, LoseOnTheWay, Retreat, Withdraw
from khalkhin.games.pbn.sequence import Initiative
from khalkhin.games.pbn.setup import SetDown, Setup
from khalkhin.games.pbn.stacking import employed_defenders
from khalkhin.games.pbn.strike import Gun, Load, StrikePhase, bombardment_odds
from khalkhin.games.pbn.terrain import within
from khalkhin.games.pbn.victory import worth


class PbnReasons(BattleReasons[Position]):
    """The reasons for decisions of one side."""

    def __init__(self, evaluation: Evaluation, s: Position, side: int) -> None:
        super().__init__(s, side, evaluation.goals)
        self.evaluation, self.game = evaluation, s.game

    def points(self, hex_: Hex) -> int:
        return worth(self.s, self.side, hex_) if self.game.objectives >> hex_ & 1 else 0

    def follows(self, unit: int) -> bool:
        return not self.game.fighting >> unit & 1

    def cover(self, hex_: Hex) -> int:
        return self.evaluation.battle_values.ground[hex_]

    # -- battles ----------------------------------------------------------------------------------------------------

    def clears(self, bout: Bout, result: str) -> bool:
        """14.42, 21.2  Everybody lost, a rout, or a retreat that works do not make good for."""
        row = self.game.charts.codes[result]
        defender = 1 - self.sheet.side[next(members(bout.units))]
        dug_in = not (bout.targets or 1 << bout.target) & ~self.s.fortified[defender]
        return row["defender"] == ALL or bool(row["rout"]) or row["defender_retreats"] > dug_in

    def bout(self, s: Position, units: UnitSet, targets: HexSet) -> Bout | None:
        """A battle by the defenders and the headquarters that show, on the table that clears the hexes more often."""
        defenders = employed_defenders(s, self.enemy, targets)
        seen, known = defenders & ~self.hidden(defenders), seen_headquarters(self.s, self.side)
        if not seen:
            return None
        given: Clause = {"key": "hint.given-shown"} if self._may_hide_more(targets) else ""
        tables = [self.game.charts.combat[name] for name in TABLES]
        odds = [battle_odds(s, table, units, targets, seen, (), known) for table in tables]
        return max((Bout(self.main(targets), units, one, given, targets) for one in odds), key=self.chance)

    def _may_hide_more(self, targets: HexSet) -> bool:
        """18.0  Whether somebody may lie beneath what shows: stacks look alike whatever their height."""
        there = union(u for h in members(targets) for u in members(self.s.land_at(self.enemy, h)))
        return bool(there & ~self.s.examined[self.side] & ~self.s.shown)

    def apply(self, idea: Idea) -> Position | None:
        return position_after(self.s, self.side, idea)

    def battles(self, s: Position) -> Iterable[Battle]:
        return self.evaluation.battles(s)

    def next_battle_reason(self, step: Battles, idea: Idea) -> Text:
        return self.battle_reason([(battle.units, battle.targets) for battle in step.battles], idea)

    def _fight_bout(self, fight: Fight) -> Bout:
        """18.0  Everybody who fights is on the table; headquarters that do not show may yet help."""
        odds = fight_odds(self.s, fight, seen_headquarters(self.s, self.side))
        return Bout(self.main(fight.targets), self.s.attackers, odds, "", fight.targets)

    def table_reason(self, step: ChooseTable, idea: Idea) -> Text:
        verb, noun = idea[0]
        if verb == "support" and isinstance(noun, int):
            return Text(
                "hint.table.support", {"chance": self.chance(self._fight_bout(replace(step.fight, support=noun)))}
            )
        bout = self._fight_bout(replace(step.fight, table=str(noun)))
        codes = self.game.charts.codes
        lost = percent(bout.odds, lambda code: bool(codes[code]["attacker"] or codes[code]["attacker_retreats"]))
        return Text("hint.table", {"chance": self.chance(bout), "lost": lost})

    def marker_reason(self, step: Answer, idea: Idea) -> Text:
        verb, noun = idea[0]
        if verb == "pass":
            return Text("hint.pass")
        if verb == "table":
            fight = replace(step.fight, table=str(noun))
        elif step.who == JAPAN:
            fight = replace(step.fight, banzai=True)
        else:
            fight = replace(step.fight, experience=True)
        bout = self._fight_bout(fight)
        return self.attack(bout) if step.who == fight.side else self.defends(bout)

    def retreat_reason(self, step: Withdraw, idea: Idea) -> Text:
        return super().retreat_reason(step, idea) if step.side == self.side else Text("hint.retreat.enemy")

    # -- moves ------------------------------------------------------------------------------------------------------

    def movement_reason(self, step: Movement, idea: Idea) -> Text:
        verb, noun = idea[0]
        if verb == "recon" and isinstance(noun, int):
            return self._recon_reason(noun)
        to = hex_named(idea)
        if verb == "drop" and to is not None:
            return self.stands(self.game.airborne, to)
        return super().movement_reason(step, idea)

    def _recon_reason(self, hex_: Hex) -> Text:
        return Text("hint.recon", {"count": (seen_from(self.s, hex_) & self.enemies).bit_count()})

    def setup_reason(self, step: Setup | SetDown | Placement | Drop, idea: Idea) -> Text:
        to = hex_named(idea)
        if to is None:
            return Text("hint.done" if idea[0][0] == "done" else "hint.setup")
        return self.refuge(to) if self.points(to) or self.cover(to) > 0 else Text("hint.setup.behind")

    # -- supply and headquarters ------------------------------------------------------------------------------------

    def supply_reason(self, step: Logistics, idea: Idea) -> Text:
        verb, noun = idea[0]
        if verb == "activate" and isinstance(noun, int):
            return self._headquarters_reason(noun)
        if verb == "fortify":
            return Text("hint.fortify", {"count": sum(said == "hex" for said, _ in idea)})
        return Text(SUPPLY_REASONS.get(verb, "hint.best"))

    def activation_reason(self, step: Gekokujo | Staff, idea: Idea) -> Text:
        unit = idea[0][1]
        return self._headquarters_reason(unit) if isinstance(unit, int) else Text("hint.done")

    def _headquarters_reason(self, unit: int) -> Text:
        """7.3  Who moves again with a headquarters, and what it adds to battles."""
        game, place = self.game, self.s.where[unit]
        if place < 0:
            group = self.s.based(self.side)
        else:
            near = within(game, place, radius(self.s, unit))
            group = union(u for u in members(self.s.on_map(self.side)) if near >> self.s.where[u] & 1)
        count = (group & game.fighting).bit_count()
        return Text("hint.activate", {"count": count, "columns": game.support[unit]})

    def refit_reason(self, step: Refit, idea: Idea) -> Text:
        return Text("hint.refit" if idea[0][0] == "unit" else "hint.refit.base")

    def arrival_reason(self, step: Arrivals, idea: Idea) -> Text:
        return Text({"auto": "hint.arrive", "purchase": "hint.purchase"}.get(idea[0][0], "hint.done"))

    def purchase_reason(self, step: Buy, idea: Idea) -> Text:
        return Text("hint.buy" if idea[0][0] == "buy" else "hint.buy.none")

    def first_player_reason(self, step: Initiative, idea: Idea) -> Text:
        return Text("hint.first" if idea[0][0] == "first" else "hint.pass")

    # -- the air ----------------------------------------------------------------------------------------------------

    def allocation_reason(self, step: AirAllocation, idea: Idea) -> Text:
        points = {verb: noun for verb, noun in idea if isinstance(noun, int)}
        if not points:
            return Text("hint.commit")
        fight = points.pop("superiority", 0)
        return Text("hint.air", {"fight": fight, "others": sum(points.values())})

    def strike_reason(self, step: StrikePhase, idea: Idea) -> Text:
        verb, noun = idea[0]
        if verb == "recon" and isinstance(noun, int):
            return self._recon_reason(noun)
        said = dict(idea[:3])
        points = said.get("points", 0)
        if verb == "strike" and isinstance(noun, int) and isinstance(points, int):
            return self._suppression_reason(noun, points, 0)
        to = hex_named(idea)
        if verb == "artillery" and to is not None and isinstance(points, int):
            return self._suppression_reason(to, 0, points)
        return Text("hint.done.strike")

    def strike_points_reason(self, step: Load | Gun, idea: Idea) -> Text:
        points = idea[0][1]
        if idea[0][0] != "points" or step.target is None or not isinstance(points, int):
            return Text("hint.best")
        return self._suppression_reason(step.target, *((points, 0) if isinstance(step, Load) else (0, points)))

    def _suppression_reason(self, hex_: Hex, air: int, guns: int) -> Text:
        """16.81  The chance to suppress who is there; anti-aircraft units that do not show are left aside."""
        odds = bombardment_odds(self.s, self.side, hex_, air, guns, self.side)
        return Text("hint.suppress", {"chance": percent(odds, lambda code: "S" in code), "place": self.name(hex_)})

    steps: ClassVar[Steps] = {
        Setup: setup_reason,
        SetDown: setup_reason,
        Placement: setup_reason,
        Drop: setup_reason,
        Initiative: first_player_reason,
        Buy: purchase_reason,
        Gekokujo: activation_reason,
        Staff: activation_reason,
        LoseSupply: "hint.cheapest",
        AirAllocation: allocation_reason,
        Superiority: "hint.split",
        Aside: "hint.aside",
        Arrivals: arrival_reason,
        Interdict: "hint.best",
        LoseBattalion: "hint.cheapest",
        Logistics: supply_reason,
        Source: "hint.best",
        Combine: "hint.combine",
        Refit: refit_reason,
        Fortify: "hint.works",
        Movement: movement_reason,
        Moving: Reasons.moving_reason,
        Examine: "hint.examine",
        StrikePhase: strike_reason,
        Load: strike_points_reason,
        Gun: strike_points_reason,
        Employ: "hint.employ",
        EmployDefenders: "hint.employ",
        Declare: BattleReasons.declaration_reason,
        Battles: next_battle_reason,
        ChooseTable: table_reason,
        Answer: marker_reason,
        LoseOne: Reasons.loss_reason,
        LoseHalf: Reasons.loss_reason,
        LoseOnTheWay: "hint.cheapest",
        Retreat: "hint.stand",
        Going: "hint.retreat.dear",
        Withdraw: retreat_reason,
        Pursuit: Reasons.pursuit_reason,
        Pursue: Reasons.pursuit_reason,
    }


SUPPLY_REASONS = {
    "combine": "hint.combine",
    "conceal": "hint.conceal",
    "refit": "hint.refit",
    "repair": "hint.repair",
    "play": "hint.staff",
    "done": "hint.supply.kept",
}
"""What supply is spent on, or kept for."""
