"""The battles to declare on one stretch of front, and what they are worth."""

from __future__ import annotations

from collections.abc import Mapping

from khalkhin.ai.ideas.battles import Battle, BattlePlan
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.cover import Front
from khalkhin.games.pbn.ai.battle_values import BattleValues, Force, TableValue
from khalkhin.games.pbn.ai.values import Values
from khalkhin.games.pbn.headquarters import active, radius
from khalkhin.games.pbn.odds import column
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.stacking import employed_defenders
from khalkhin.games.pbn.terrain import within


class StretchPlan(BattlePlan):
    """The battles of one stretch of front. Values of single units and hexes are worked out once."""

    def __init__(
        self,
        battle_values: BattleValues,
        values: Values,
        s: Position,
        side: int,
        front: Front,
        stakes: Mapping[Hex, float],
    ) -> None:
        super().__init__(front)
        self.battle_values, self.values, self.s, self.side = battle_values, values, s, side
        self.stakes = stakes
        self.game = s.game
        self._weighed: dict[Battle, TableValue] = {}
        self._areas = [
            [(s.game.support[u], within(s.game, s.where[u], radius(s, u))) for u in members(active(s, who))]
            for who in (side, 1 - side)
        ]
        shut = s.zone(1 - side) | s.occupied(1 - side)
        self._retreat_costs = {u: self._retreat_cost(u, shut) for u in front.beside}
        self._there = {h: self._target(h) for h in members(front.due | front.optional)}

    def _retreat_cost(self, unit: int, shut: HexSet) -> float:
        """What it costs that a unit is driven back: more if it has nowhere to go, or leaves an objective."""
        s, values = self.s, self.values
        hex_ = s.where[unit]
        hemmed = not self.game.map.grid.around[hex_] & ~shut
        hold = values.hold[self.side].get(hex_, 0.0)
        share = hold / max(1, s.land_at(self.side, hex_).bit_count()) if hold else 0.0
        settings = self.battle_values.settings
        return settings.ground + settings.kept_share * share + (values.part(unit) if hemmed else 0.0)

    def _target(self, hex_: Hex) -> tuple[Force, int, int, bool, bool]:
        """Who defends a hex: what they can lose, their strength, the enemy's support, works, and suppression."""
        s, enemy = self.s, 1 - self.side
        force = self.battle_values.force(s, self.values, s.land_at(enemy, hex_), False)
        strong = employed_defenders(s, enemy, 1 << hex_)
        defence = sum(self.game.defence[u] for u in members(strong))
        support = max((value for value, area in self._areas[1] if area >> hex_ & 1), default=0)
        return force, defence, support, bool(s.fortified[enemy] >> hex_ & 1), bool(strong & s.suppressed)

    # -- one battle -------------------------------------------------------------------------------------------------

    def worth(self, units: UnitSet, targets: HexSet) -> float:
        return self.weigh(units, targets).worth

    def weigh(self, units: UnitSet, targets: HexSet) -> TableValue:
        key = units, targets
        found = self._weighed.get(key)
        if found is None:
            found = self._weighed[key] = self._weigh(units, targets)
        return found

    def _weigh(self, units: UnitSet, targets: HexSet) -> TableValue:
        s, battle_values, values = self.s, self.battle_values, self.values
        attack, total, useless, retreat, least, from_ = 0, 0.0, 0.0, 0.0, 1e9, 0
        for unit in members(units):
            worth, factor = values.unit[unit], self.game.attack[unit]
            attack += factor
            total += worth
            useless += 0.0 if factor else worth
            retreat += self._retreat_costs[unit]
            least = min(least, values.part(unit))
            from_ |= 1 << s.where[unit]
        dug_in = not from_ & ~s.fortified[self.side]
        ours = Force(
            total, min(total, max(useless + least, battle_values.settings.half_share * total)), least, retreat, dug_in
        )
        hexes = list(members(targets))
        there = [self._there[h] for h in hexes]
        theirs = there[0][0] if len(there) == 1 else _together([x[0] for x in there], battle_values.settings.half_share)
        best = max(battle_values.ground[h] for h in hexes)
        crossings = [battle_values.river(a, b) for a in members(from_) for b in hexes]
        if None not in crossings:
            best = max(best, min(c for c in crossings if c is not None))
        col = column(s, attack, sum(x[1] for x in there)) - best - max(x[2] for x in there)
        col += max((value for value, area in self._areas[0] if area & from_), default=0)
        col += battle_values.suppressed * (any(x[4] for x in there) - bool(units & s.suppressed))
        if any(x[3] for x in there):
            col -= self.game.charts.fortification[1 - self.side]
        return battle_values.best(col, ours, theirs, battle_values.prize(values, self.side, targets, self.stakes))


def _together(forces: list[Force], half_share: float) -> Force:
    """Several hexes as one force."""
    total = sum(f.everything for f in forces)
    one = min(f.one for f in forces)
    return Force(
        total, max(one, half_share * total), one, sum(f.retreat for f in forces), all(f.dug_in for f in forces)
    )
