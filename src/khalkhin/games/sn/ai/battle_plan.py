"""The attacks to declare on one stretch of front, and what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from khalkhin.ai.ideas.battles import Battle, BattlePlan
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.cover import Front
from khalkhin.games.sn.ai.battle_values import Force
from khalkhin.games.sn.odds import adding, column
from khalkhin.games.sn.position import JAPAN, Position

if TYPE_CHECKING:
    from khalkhin.games.sn.ai.evaluation import Evaluation


class Backing(NamedTuple):
    """What helps the attackers of a phase: headquarters, supply and aircraft."""

    led: UnitSet
    """Units that headquarters lead."""
    general: UnitSet
    """Units in General Supply."""
    offensive: UnitSet
    """Units in Offensive Supply."""
    stores: Sequence[HexSet]
    """Hexes that supply units could still supply for the attack if they were expended, one for each."""
    covered: HexSet
    """Enemy hexes over which close air support flies, or can fly."""


class Target(NamedTuple):
    """Who defends a hex."""

    force: Force
    defence: int
    ground: int
    fort: bool
    disrupted: bool
    prize: float


class BareAttack(NamedTuple):
    """An attack without its shift for supply."""

    there: list[Target]
    from_: HexSet
    around: bool
    """Whether the defenders are surrounded."""
    column: int | None
    """None for units without attack factors."""


class StretchPlan(BattlePlan):
    """The attacks of one stretch of front. Values of single hexes are worked out once."""

    def __init__(self, evaluation: Evaluation, s: Position, front: Front, backing: Backing) -> None:
        super().__init__(front)
        self.evaluation, self.s, self.backing = evaluation, s, backing
        self.game, self.side = s.game, evaluation.side
        self._weighed: dict[Battle, float] = {}
        self._targets: dict[Hex, Target] = {}
        self._bonus = s.game.charts.shifts["surprise"] if s.surprise(evaluation.side) else 0

    def worth(self, units: UnitSet, targets: HexSet) -> float:
        key = units, targets
        found = self._weighed.get(key)
        if found is None:
            found = self._weighed[key] = self._weigh(units, targets)
        return found

    # -- one attack -------------------------------------------------------------------------------------------------

    def _weigh(self, units: UnitSet, targets: HexSet) -> float:
        evaluation, bare = self.evaluation, self._bare_attack(units, targets)
        gain, prize = evaluation.battle_values.gain, sum(x.prize for x in bare.there)
        ours = self._ours(units, bare.from_)
        surrounded = evaluation.settings.battle_values.surrounded_share
        theirs = _together([x.force for x in bare.there], surrounded if bare.around else 0.0)
        best = gain(self._column(units, bare, False), ours, theirs, prize)
        if any(not bare.from_ & ~area for area in self.backing.stores):
            best = max(best, gain(self._column(units, bare, True), ours, theirs, prize) - evaluation.values.kept_supply)
        return best

    def column(self, units: UnitSet, targets: HexSet, maximum: bool = False) -> int:
        """The column of an attack, with what stands behind it or with Maximum Attack Supply."""
        return self._column(units, self._bare_attack(units, targets), maximum)

    def _column(self, units: UnitSet, bare: BareAttack, maximum: bool) -> int:
        if bare.column is None:
            return 0
        charts = self.game.charts
        supply = charts.shifts["maximum_supply"] if maximum else self._supply(units)
        return charts.combat.clamp(bare.column + supply)

    def _bare_attack(self, units: UnitSet, targets: HexSet) -> BareAttack:
        there = [self.target(h) for h in members(targets)]
        from_ = union(self.s.where[unit] for unit in members(units))
        around = self._around(units, targets)
        attack = sum(self.game.attack[unit] for unit in members(units))
        if not attack:
            return BareAttack(there, from_, around, None)
        shift = self._shift(units, from_, targets, there, around)
        return BareAttack(there, from_, around, column(self.s, attack, sum(x.defence for x in there)) + shift)

    def _shift(self, units: UnitSet, from_: HexSet, targets: HexSet, there: list[Target], concentric: bool) -> int:
        """Everything but supply."""
        value, s = self.game.charts.shifts, self.s
        out = self._bonus
        out += value["headquarters"] if units & self.backing.led else 0
        out += value["concentric"] if concentric else 0
        out += value["close_support"] if self.backing.covered & targets else 0
        out += value["disrupted_attacker"] if units & s.disrupted else 0
        out += value["disrupted_defender"] if any(x.disrupted for x in there) else 0
        engineers = self.side == JAPAN and units & self.game.engineers
        out += value["fort"] if any(x.fort for x in there) and not engineers else 0
        ground = min(x.ground for x in there)
        river = self.evaluation.battle_values.river
        beached = units & s.beached
        if not beached and all(river(a, b) for a in members(from_) for b in members(targets)):
            ground = min(ground, int(self.game.charts.terrain["river"]["shift"]))
        return out + ground

    def _supply(self, units: UnitSet) -> int:
        value, s = self.game.charts.shifts, self.s
        if not units & ~self.backing.offensive:
            return value["maximum_supply"]
        without = units & ~self.backing.general
        return value["unsupplied"] if without and 2 * s.size(without) >= s.size(units) else 0

    def _around(self, units: UnitSet, targets: HexSet) -> bool:
        """Whether attackers are in or next to every hex around the defenders."""
        grid, from_ = self.game.map.grid, 0
        for unit in members(units & ~self.s.beached):
            from_ |= 1 << self.s.where[unit]
        near = from_ | grid.spread(from_)
        return bool(from_) and all(not grid.around[hex_] & ~near for hex_ in members(targets))

    # -- the two sides ----------------------------------------------------------------------------------------------

    def _ours(self, units: UnitSet, from_: HexSet) -> Force:
        s, evaluation = self.s, self.evaluation
        forts = s.hexes_of(self.side, self.game.forts)
        settings = evaluation.settings.battle_values
        retreat = settings.ground * s.size(units)
        for hex_ in members(from_ & evaluation.values.places & ~forts):
            if not s.units_at(self.side, hex_) & ~units:
                retreat += settings.kept_share * evaluation.stake(hex_)
        return evaluation.battle_values.force(s, evaluation.values, units, retreat, not from_ & ~forts)

    def target(self, hex_: Hex) -> Target:
        found = self._targets.get(hex_)
        if found is None:
            s, here = self.s, self.s.units_at(1 - self.side, hex_)
            key = hex_, here, s.disrupted & here, s.late & here, s.captured, s.ruined
            found = self.evaluation.targets.get(key)
            if found is None:
                found = self.evaluation.targets[key] = self._target(hex_, here)
            self._targets[hex_] = found
        return found

    def _target(self, hex_: Hex, here: UnitSet) -> Target:
        s, evaluation, enemy = self.s, self.evaluation, 1 - self.side
        fort, settings = bool(here & self.game.forts), evaluation.settings.battle_values
        force = evaluation.battle_values.force(s, evaluation.values, here, settings.ground * s.size(here), fort)
        defence = sum(self.game.defence[u] for u in members(adding(s, enemy, 1 << hex_)))
        prize = settings.kept_share * evaluation.values.take(s, self.side, hex_) + evaluation.clearing_value(hex_)
        ground = evaluation.battle_values.shelter(s, hex_)
        return Target(force, defence, ground, fort, bool(here & s.disrupted), prize)


def _together(forces: list[Force], surrounded_share: float) -> Force:
    """Several hexes as one force; surrounded units lose more by a retreat."""
    total = sum(f.total for f in forces)
    retreat = sum(f.retreat for f in forces) + surrounded_share * total
    size, national = sum(f.size for f in forces), sum(f.national for f in forces)
    return Force(total, size, national, retreat, any(f.has_fort for f in forces))
