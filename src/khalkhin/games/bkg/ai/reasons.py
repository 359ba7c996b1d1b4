"""Why the planner does what it does in the Batalha, in one sentence.

Strengths are hidden until an attack is declared. Before that a chance is told for a defence as it is usual for so many
units of their nation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import ceil
from typing import ClassVar

from khalkhin.ai.ideas import Idea
from khalkhin.ai.reasons import Bout, Clause, Reasons, Steps, named, percent
from khalkhin.board.hexset import Hex, members, union
from khalkhin.engine.errors import Text
from khalkhin.engine.results_tables import halves
from khalkhin.games.bkg.advance import Advance
from khalkhin.games.bkg.ai.evaluation import Evaluation
from khalkhin.games.bkg.ai.marches import position_after
from khalkhin.games.bkg.declaration import CombatPhase, Declaring
from khalkhin.games.bkg.engagement import duty
from khalkhin.games.bkg.exchange import ExchangeAttacker, ExchangeDefender
from khalkhin.games.bkg.information import may_be_on_map
from khalkhin.games.bkg.losses import Eliminate, TakeLoss
from khalkhin.games.bkg.movement import Movement, Moving
from khalkhin.games.bkg.odds import AIR_STRENGTH, bombardment_odds, full_odds, preview, ratio_column, ratio_name
from khalkhin.games.bkg.plan import ATTACK, Plan
from khalkhin.games.bkg.position import Position
from khalkhin.games.bkg.retreat import BreakOut, Chain, Retreat, Retreats
from khalkhin.games.bkg.setup import PlaceReserve
from khalkhin.games.bkg.support import DefenceSupport
from khalkhin.games.bkg.victory import FinalAttrition


class BkgReasons(Reasons[Position]):
    """The reasons of one side."""

    def __init__(self, evaluation: Evaluation, s: Position, side: int) -> None:
        super().__init__(s, side, evaluation.goals)
        self.evaluation, self.game = evaluation, s.game

    # -- attacks ----------------------------------------------------------------------------------------------------

    def clears(self, bout: Bout, result: str) -> bool:
        """5.1.6  Whoever loses leaves the hex; an exchange may leave somebody there."""
        return bool(self.game.charts.codes[result.split()[0]]["wins"] == "attacker")

    def bout(self, s: Position, plan: Plan) -> Bout:
        """5.1.1.d  An attack by what the attacker may know, and by a usual defence where it is hidden."""
        if not self.hidden(self.s.stack(plan.target)):
            return Bout(plan.target, plan.units, full_odds(s, plan))
        odds = preview(s, plan)
        defence = self.usual_defence(plan.target)
        base = ratio_column(s, int(2 * odds.attack), defence)
        known = replace(odds, base=base, ratio=ratio_name(s, base))
        return Bout(plan.target, plan.units, known, {"key": "hint.given", "defence": halves(defence)})

    def usual_defence(self, target: Hex) -> int:
        """What as many units of their nation defend with on average, unhurt, in half points."""
        return max(1, round(2 * self._mean(target, self.game.defence)))

    def _mean(self, target: Hex, values: Iterable[float]) -> float:
        """The sum over a stack of the mean of all who may be there."""
        sheet, figures, out = self.game.sheet, list(values), 0.0
        for unit in members(self.s.stack(target)):
            like = [u for u in members(sheet.of_nation[sheet.nation[unit]]) if may_be_on_map(self.s, u)]
            out += sum(figures[u] for u in like) / len(like)
        return out

    def declaration_reason(self, step: CombatPhase | Declaring, idea: Idea) -> Text:
        """An attack, a bombardment or an air strike, with what is said of it already."""
        if idea[0][0] == "done":
            return Text("hint.done.attack")
        plan = step.plan if isinstance(step, Declaring) else Plan(self.side, idea[0][0], int(idea[0][1] or 0))
        units = named(idea)
        air = plan.air + sum(noun for verb, noun in idea if verb == "air" and isinstance(noun, int))
        beside = union(u for u in members(units) if self.grid.around[plan.target] >> self.s.where[u] & 1)
        guns = plan.guns | units & ~(beside if plan.kind == ATTACK else 0)
        if plan.kind == ATTACK:
            plan = replace(plan, units=plan.units | beside, guns=guns, air=air)
            return self.attack(self.bout(self.s, plan), bool(duty(self.s) & plan.units)) if plan.units else self._odd()
        return self._barrage(replace(plan, guns=guns, air=air))

    def _odd(self) -> Text:
        return Text("hint.best")

    def _barrage(self, plan: Plan) -> Text:
        """6.2, 8.0  The chance of a loss, by units as they are usual where they are hidden."""
        if not plan.guns and not plan.air:
            return self._odd()
        given: Clause = ""
        odds = bombardment_odds(self.s, plan)
        if self.hidden(self.s.stack(plan.target)):
            rows = self.game.charts.vulnerability["artillery" if plan.guns else "air"]
            index = round(self._mean(plan.target, (rows.get(kind, 0) for kind in self.game.type)))
            strength = sum(self.s.attack(u) for u in members(plan.guns)) if plan.guns else AIR_STRENGTH * plan.air
            value = max(1, strength * index // 2)
            base = sum(value > bound for bound in self.game.charts.bombardment_bounds)
            odds = replace(odds, base=odds.table.clamp(base))
            given = {"key": "hint.given-usual"}
        return Text("hint.bombard", {"chance": percent(odds, lambda result: "DB" in result.split()), "given": given})

    def support_reason(self, step: DefenceSupport, idea: Idea) -> Text:
        """5.1.1.e  The defender sees everything."""
        guns = named(idea)
        air = sum(noun for verb, noun in idea if verb == "air" and isinstance(noun, int))
        plan = replace(step.plan, support=step.plan.support | guns, support_air=step.plan.support_air + air)
        bout = Bout(plan.target, plan.units, full_odds(self.s, plan))
        return self.defends(bout) if guns or air else Text("hint.defence.without", {"chance": self.chance(bout)})

    # -- moves ------------------------------------------------------------------------------------------------------

    def coming(self, idea: Idea) -> Bout | None:
        """The attack on the hex that most of those who move will stand beside."""
        after = position_after(self.s, self.side, idea)
        if after is None:
            return None
        going = named(idea) & ~self.game.artillery & ~after.penalised
        beside: dict[Hex, int] = {}
        for unit in members(going):
            for target in members(self.grid.around[after.where[unit]] & self.s.held(self.enemy)):
                beside[target] = beside.get(target, 0) + 1
        found = [bout for target in beside if (bout := self._everybody(after, target)) is not None]
        return max(found, key=lambda bout: (beside[bout.target], self.chance(bout), -bout.target), default=None)

    def _everybody(self, after: Position, target: Hex) -> Bout | None:
        """The attack of all who stand beside a hex and of all guns in range; air points may come on top."""
        near = 0
        for hex_ in members(self.grid.around[target] & after.held(self.side)):
            near |= after.at[hex_]
        near &= ~after.penalised
        if self.game.mountains >> target & 1:
            near &= ~self.game.armour
        if not near:
            return None
        guns = union(
            u
            for u in members(self.evaluation.guns(after, near) & ~near)
            if self.evaluation.battle_values.in_range(u, after.where[u], target)
        )
        return self.bout(after, Plan(self.side, ATTACK, target, near, guns))

    def stands(self, unit: int, to: Hex) -> Text:
        """10.2.2.c  Where the line has to be shut: whoever does it, or sets out for it."""
        goals = self.evaluation.goals
        posts, post = goals.posts, goals.goal(unit)
        if posts.hexes >> to & 1 and not self.points(to) and (to == post or not posts.moves):
            others = posts.hexes & ~self.friends & ~(1 << to)
            return Text("hint.line.shuts", {"open": others.bit_count()})
        if post is not None and post == posts.of.get(unit) and goals.moves(unit, post, to) < goals.moves(unit, post):
            return Text("hint.line.towards", {"place": self.name(post), "moves": ceil(goals.moves(unit, post, to))})
        return super().stands(unit, to)

    def force(self, hex_: Hex) -> int:
        return round(self.aims.pressure(hex_) / 2)

    def cover(self, hex_: Hex) -> int:
        return self.game.columns[hex_]

    # -- after the dice ---------------------------------------------------------------------------------------------

    def advance_reason(self, step: Advance, idea: Idea) -> Text:
        verb, noun = idea[0]
        if verb == "done" or not isinstance(noun, int):
            return Text("hint.stay")
        return self.advance(step.vacated if verb == "unit" else noun)

    def reserve_reason(self, step: PlaceReserve, idea: Idea) -> Text:
        if idea[0][0] == "unit":
            return Text("hint.reserve.unit")
        return Text("hint.reserve.hex") if idea[0][0] == "hex" else Text("hint.done")

    steps: ClassVar[Steps] = {
        Movement: Reasons.movement_reason,
        Moving: Reasons.moving_reason,
        CombatPhase: declaration_reason,
        Declaring: declaration_reason,
        DefenceSupport: support_reason,
        TakeLoss: "hint.cheapest",
        Eliminate: "hint.cheapest",
        FinalAttrition: "hint.cheapest",
        ExchangeDefender: "hint.exchange",
        ExchangeAttacker: "hint.exchange",
        Retreats: "hint.retreat.order",
        Retreat: Reasons.retreat_reason,
        BreakOut: Reasons.retreat_reason,
        Chain: Reasons.retreat_reason,
        Advance: advance_reason,
        PlaceReserve: reserve_reason,
    }
