"""Why the planner does what it does in Khalkin-Gol War, in one sentence.

Of most enemy stacks only the top counter shows. A chance is then told for a defence as it is usual for as many units.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from khalkhin.ai.ideas import Idea
from khalkhin.ai.reasons import Bout, Clause, Reasons, Steps, hex_named, named, percent
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Text
from khalkhin.engine.results_tables import Odds, Shift
from khalkhin.games.kgw.advance import Advance, AdvanceOn
from khalkhin.games.kgw.ai.evaluation import Evaluation
from khalkhin.games.kgw.ai.marches import position_after
from khalkhin.games.kgw.air import GroundAttack, Mission, Relocating, Superiority
from khalkhin.games.kgw.air_combat import SUPERIORITY, Bombed, LoseAir, air_odds, air_result
from khalkhin.games.kgw.combat import CombatPhase, Declare, Support, fit
from khalkhin.games.kgw.counterattack import CounterChoice, must
from khalkhin.games.kgw.events import FreeUnits, Rejoin, Withdrawal
from khalkhin.games.kgw.housekeeping import Crowd
from khalkhin.games.kgw.losses import TakeLosses
from khalkhin.games.kgw.movement import Movement, Moving
from khalkhin.games.kgw.odds import (
    attack_shifts,
    column,
    counter_odds,
    full_odds,
    gun_shift,
    public_defence,
    supported,
    terrain_shift,
    total,
)
from khalkhin.games.kgw.organization import Combining, Entrenching, Organise
from khalkhin.games.kgw.position import JAPAN, SOVIET, Position
from khalkhin.games.kgw.recruit import Buy, Deploy, Placing, in_hand
from khalkhin.games.kgw.retreat import RetreatAll
from khalkhin.games.kgw.setup import SetDown, Setup
from khalkhin.games.kgw.supply import Gekokujo, SupplyPhase, hexes_served, radius, served, units_in


class KgwReasons(Reasons[Position]):
    """The reasons of one side."""

    def __init__(self, evaluation: Evaluation, s: Position, side: int) -> None:
        super().__init__(s, side, evaluation.goals)
        self.evaluation, self.game = evaluation, s.game

    def follows(self, unit: int) -> bool:
        return bool(self.evaluation.weak >> unit & 1)

    def cover(self, hex_: Hex) -> int:
        return -sum(shift.value for shift in terrain_shift(self.s, hex_))

    # -- attacks ----------------------------------------------------------------------------------------------------

    def clears(self, bout: Bout, result: str) -> bool:
        """13.5, 14.1.1, 18.3  Enough losses, or a retreat of everybody: not from a trench, and not the home army. A
        CA/R is in the hands of the defender (13.6)."""
        row = self.game.charts.codes[result]
        there = self.s.units_at(self.enemy, bout.target)
        if row.get("counterattack"):
            return False
        if not self.hidden(there) and row["defender"] >= len(self.evaluation.values.steps(self.s, there)):
            return True
        entrenched = self.s.trenches[self.enemy] >> bout.target & 1
        leaving = there if self.enemy == SOVIET else self.evaluation.battle_values.clients(there)
        return bool(row["defender_retreats"]) and not entrenched and leaving == there

    def bout(self, s: Position, target: Hex, units: UnitSet, flyers: int = 0, maximum: bool = False) -> Bout:
        """An attack with the support that it is to have, by what the attacker may know."""
        there = self.s.units_at(self.enemy, target)
        given: Clause = ""
        if hidden := self.hidden(there):
            odds = self._usual(s, target, units, there, hidden)
            given = {"key": "hint.given", "defence": int(odds.defence or 0)}
        else:
            twin = s.clone()
            twin.defenders = there
            odds = full_odds(twin, target, units, False, 0)
        if maximum:
            extra = Shift("13.4.2.a", "shift.maximum", self.game.charts.shifts["maximum_supply"])
            odds = Odds(odds.table, odds.attack, odds.defence, odds.base, (*odds.shifts, extra))
        if flyers or maximum:
            backing = {"key": "hint.backed", "flyers": flyers, "stores": int(maximum)}
            given = {"key": "hint.both", "first": backing, "then": given} if given else backing
        return Bout(target, units, supported(s, odds, flyers), given)

    def _usual(self, s: Position, target: Hex, units: UnitSet, there: UnitSet, hidden: UnitSet) -> Odds:
        """Those who show as they are, the others as strong as units that do not show are on average."""
        unseen = list(members(self.hidden(self.game.ground & self.sheet.of_side[self.enemy])))
        mean = sum(self.game.combat[u] for u in unseen) / len(unseen)
        defence = max(1, total(self.s, there & ~hidden) + round(mean * hidden.bit_count()))
        attack = total(s, units)
        entrenched = bool(s.trenches[self.enemy] >> target & 1)
        shifts = (
            *attack_shifts(s, target, units, entrenched),
            *public_defence(s, target, units, self.enemy),
            *gun_shift(s, there & ~hidden),
        )
        base = column(s, attack, defence)
        return Odds(self.game.charts.combat, Fraction(attack), Fraction(defence), base, shifts)

    def attack_reason(self, step: CombatPhase, idea: Idea) -> Text:
        target = idea[0][1]
        if not isinstance(target, int):
            return Text("hint.done.attack")
        return self._attack(target, named(idea))

    def declaration_reason(self, step: Declare, idea: Idea) -> Text:
        return self._attack(step.target, step.units | named(idea))

    def _attack(self, target: Hex, units: UnitSet) -> Text:
        if self.hidden(self.s.units_at(self.enemy, target)):
            return self.attack(self.bout(self.s, target, units))
        promise = self.evaluation.best_attack(self.s, target, units)
        return self.attack(self.bout(self.s, target, units, promise.flyers, promise.maximum))

    def support_reason(self, step: Support, idea: Idea) -> Text:
        """13.4.2  Everybody who fights is on the table."""
        flyers = (step.air | named(idea, "support")).bit_count()
        maximum = step.supply is not None or bool(named(idea, "maximum"))
        odds = supported(self.s, full_odds(self.s, step.target, self.s.attackers, maximum, 0), flyers)
        bout = Bout(step.target, self.s.attackers, odds)
        key = "hint.support" if len(idea) > 1 else "hint.support.enough"
        return Text(key, {"chance": self.chance(bout)})

    def counterattack_reason(self, step: CounterChoice, idea: Idea) -> Text:
        """13.6  Where all who would be struck are seen, the chance to hit them."""
        hex_ = idea[0][1]
        if not isinstance(hex_, int):
            return Text("hint.counter.retreat")
        there = self.s.units_at(self.enemy, hex_)
        if self.hidden(there):
            return Text("hint.counter.blind")
        odds = counter_odds(self.s, self.s.defenders, there)
        chance = percent(odds, lambda code: self.game.charts.codes[code]["defender"] > 0)
        key = "hint.counter.must" if must(self.s, self.side, step.target) else "hint.counter"
        return Text(key, {"chance": chance})

    # -- moves ------------------------------------------------------------------------------------------------------

    def coming(self, idea: Idea) -> Bout | None:
        """The best attack that those who move will take part in, if it is worth making."""
        after = position_after(self.s, self.side, idea)
        if after is None or (after.segment == 2 and not after.supplied):
            return None
        going, free = named(idea), fit(after, self.side)
        beside: HexSet = union(after.where[u] for u in members(going & free))
        targets = self.grid.spread(beside) & self.s.occupied(self.enemy)
        found = [
            (self.evaluation.best_attack(after, h, free), h)
            for h in members(targets & union(self.evaluation.targets(after)))
        ]
        good = [(promise, h) for promise, h in found if promise.worth > 0 and promise.units & going]
        if not good:
            return None
        promise, target = max(good, key=lambda pair: (pair[0].worth, -pair[1]))
        return self.bout(after, target, promise.units)

    def overstack_reason(self, step: Crowd, idea: Idea) -> Text:
        return Text("hint.cheapest") if step.unit is None else self.retreat_reason(step, idea)

    def advance_reason(self, step: Advance, idea: Idea) -> Text:
        return Text("hint.stay") if idea[0][0] == "done" else self.advance(step.target)

    def second_advance_reason(self, step: AdvanceOn, idea: Idea) -> Text:
        hex_ = idea[0][1]
        return self.stands(step.unit, hex_) if isinstance(hex_, int) else Text("hint.stay")

    # -- recruits ---------------------------------------------------------------------------------------------------

    def purchase_reason(self, step: Buy, idea: Idea) -> Text:
        unit = idea[0][1]
        if not isinstance(unit, int):
            return Text("hint.buy.none")
        game, side = self.game, self.side
        have = self.s.on_map(side) | in_hand(self.s, side)
        for kind, key in ((game.supply, "hint.buy.supply"), (game.air, "hint.buy.air")):
            if kind >> unit & 1:
                return Text(key, {"count": (have & kind).bit_count()})
        return Text("hint.buy.force", {"force": game.combat[unit]})

    def deployment_reason(self, step: Deploy | Placing, idea: Idea) -> Text:
        if idea[0][0] == "combine":
            return Text("hint.combine")
        unit = step.unit if isinstance(step, Placing) else idea[0][1]
        hex_ = hex_named(idea)
        return self._entry(unit, hex_) if isinstance(unit, int) and hex_ is not None else Text("hint.done")

    def _entry(self, unit: int, hex_: Hex) -> Text:
        """Where a new unit is of use: enemies in range, a place of its own, or the way to one."""
        if self.game.air >> unit & 1:
            return self.airfield(hex_)
        if self.points(hex_):
            return self.stands(unit, hex_)
        far = {h: self.evaluation.goals.moves(unit, h, hex_) for h in self.places}
        return Text("hint.entry", {"place": self.name(min(far, key=lambda h: (far[h], h)))})

    def airfield(self, hex_: Hex) -> Text:
        area = self.grid.within(1 << hex_, self.game.charts.air_range[self.game.sides[self.side]])
        return Text("hint.airfield", {"count": (area & self.enemies).bit_count()})

    def organization_reason(self, step: Organise, idea: Idea) -> Text:
        verb, unit = idea[0]
        if verb == "flip" and isinstance(unit, int):
            return Text("hint.flip.march" if self.s.static() >> unit & 1 else "hint.flip.depot")
        if verb == "entrench":
            return Text("hint.entrench", {"count": sum(said == "hex" for said, _ in idea)})
        return Text("hint.combine" if verb == "combine" else "hint.done")

    # -- supply, and the air ----------------------------------------------------------------------------------------

    def supply_reason(self, step: SupplyPhase, idea: Idea) -> Text:
        """Who can move and attack again."""
        verb, noun = idea[0]
        if not isinstance(noun, int):
            return Text("hint.supply.none")
        if verb == "supply":
            area = hexes_served(self.s, noun)
        elif verb == "gekokujo":
            area = served(self.s, JAPAN, noun, radius(self.s, JAPAN, True))
        else:
            area = self.grid.within(1 << noun, 1)
        fed = units_in(self.s, self.side, area) & ~self.s.supplied & ~self.game.supply & ~self.s.static()
        return Text("hint.supply", {"count": fed.bit_count()})

    def mission_reason(self, step: Superiority | GroundAttack, idea: Idea) -> Text:
        verb, noun = idea[0]
        if verb == "relocate":
            return self.relocation_reason(step, idea)
        if not isinstance(noun, int):
            return Text("hint.done.air")
        return self._mission(step.kind, noun, named(idea).bit_count())

    def flyer_reason(self, step: Mission, idea: Idea) -> Text:
        return self._mission(step.kind, step.target, (step.units | named(idea)).bit_count())

    def _mission(self, kind: str, target: Hex, count: int) -> Text:
        odds = air_odds(self.s, kind, target, count)
        chance = percent(odds, lambda code: air_result(kind, code)[0] in "DE")
        return Text("hint.sky" if kind == SUPERIORITY else "hint.bombard", {"chance": chance, "given": ""})

    def relocation_reason(self, step: Superiority | GroundAttack | Relocating, idea: Idea) -> Text:
        hex_ = hex_named(idea)
        return Text("hint.best") if hex_ is None else self.airfield(hex_)

    steps: ClassVar[Steps] = {
        Movement: Reasons.movement_reason,
        Moving: Reasons.moving_reason,
        CombatPhase: attack_reason,
        Declare: declaration_reason,
        Support: support_reason,
        CounterChoice: counterattack_reason,
        TakeLosses: Reasons.loss_reason,
        Bombed: Reasons.loss_reason,
        LoseAir: "hint.cheapest",
        RetreatAll: Reasons.retreat_reason,
        Crowd: overstack_reason,
        Advance: advance_reason,
        AdvanceOn: second_advance_reason,
        FreeUnits: "hint.free",
        Withdrawal: "hint.cheapest",
        Rejoin: "hint.best",
        Buy: purchase_reason,
        Deploy: deployment_reason,
        Placing: deployment_reason,
        Organise: organization_reason,
        Combining: "hint.combine",
        Entrenching: "hint.trench",
        SupplyPhase: supply_reason,
        Gekokujo: "hint.gekokujo",
        Superiority: mission_reason,
        GroundAttack: mission_reason,
        Relocating: relocation_reason,
        Mission: flyer_reason,
        Setup: "hint.setup",
        SetDown: Reasons.setup_reason,
    }
