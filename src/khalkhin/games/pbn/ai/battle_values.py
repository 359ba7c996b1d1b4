"""Expected value of a battle: the mean over the die of losses, ground and objectives, in victory points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.pbn.ai.settings import SETTINGS, BattleSettings
from khalkhin.games.pbn.ai.values import Values
from khalkhin.games.pbn.charts import ALL, ASSAULT, HALF, ONE, RAID
from khalkhin.games.pbn.headquarters import best_support
from khalkhin.games.pbn.odds import column, hexes_of
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.stacking import employed_defenders
from khalkhin.games.pbn.terrain import barrier_shift, defence_shift

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan

TABLES = RAID, ASSAULT


@dataclass(frozen=True)
class Force:
    """One side of a battle: what each kind of loss costs it, and what a retreat costs it."""

    everything: float
    half: float
    one: float
    retreat: float
    """With the loss of those who have nowhere to go."""
    dug_in: bool = False
    """21.2  Whether a retreat of one hex is ignored."""

    def lose(self, loss: str) -> float:
        return {"": 0.0, ALL: self.everything, HALF: self.half, ONE: self.one}[loss]


class TableValue(NamedTuple):
    """What a battle is worth to the attacker on the better table."""

    worth: float
    table: str = RAID


NOBODY = Force(0.0, 0.0, 0.0, 0.0)


class BattleValues:
    """Works out the expected value of battles."""

    def __init__(self, game: Nomonhan, settings: BattleSettings = SETTINGS.battle_values) -> None:
        self.game, self.settings = game, settings
        self.suppressed = game.charts.shifts["suppressed"]
        """14.3.4.3  Columns for suppressed attackers or defenders."""
        self.codes = {
            name: [[table.result(col, die) for die in range(1, 7)] for col in range(len(table.columns))]
            for name, table in game.charts.combat.items()
        }
        self.last = len(game.charts.at_least) - 1
        self.ground = {h: defence_shift(game, h) for h in members(game.map.grid.all)}
        self._rates: dict[tuple[str, int, bool, bool], tuple[float, ...]] = {}
        self._rivers: dict[tuple[Hex, Hex], int | None] = {}

    # -- forces -----------------------------------------------------------------------------------------------------

    def force(self, s: Position, values: Values, units: UnitSet, attacking: bool) -> Force:
        """Units that attack or defend, wherever they stand."""
        game = self.game
        first = next(members(units), None)
        if first is None:
            return NOBODY
        side = game.sheet.side[first]
        worth = {u: values.unit[u] for u in members(units)}
        total = sum(worth.values())
        part = {u: values.part(u) for u in worth}
        factor = game.attack if attacking else game.defence
        useless = sum(w for u, w in worth.items() if not factor[u]) if attacking else 0.0
        half = min(total, max(useless + min(part.values()), self.settings.half_share * total))
        retreat, dug_in = self._retreat_cost(s, values, side, units, part)
        return Force(total, half, min(part.values()), retreat, dug_in)

    def _retreat_cost(
        self, s: Position, values: Values, side: int, units: UnitSet, part: dict[int, float]
    ) -> tuple[float, bool]:
        """What a retreat costs (ground, supply left behind, surrounded units), and whether all units are dug in."""
        game, settings = self.game, self.settings
        enemy, cost, dug_in = 1 - side, 0.0, True
        shut = s.zone(enemy) | s.occupied(enemy)
        for hex_ in members(hexes_of(s, units)):
            here = units & s.at[hex_]
            dug_in = dug_in and bool(s.fortified[side] >> hex_ & 1)
            surrounded = not game.map.grid.around[hex_] & ~shut
            for unit in members(here):
                if game.supply >> unit & 1:
                    cost += values.unit[unit]
                else:
                    cost += settings.ground + (part[unit] if surrounded else 0.0)
            if hex_ in values.hold[side] and not s.land_at(side, hex_) & ~here:
                cost += settings.kept_share * values.hold[side][hex_]
        return cost, dug_in

    # -- columns ----------------------------------------------------------------------------------------------------

    def river(self, a: Hex, b: Hex) -> int | None:
        key = a, b
        if key not in self._rivers:
            self._rivers[key] = barrier_shift(self.game, a, b)
        return self._rivers[key]

    def shift(self, s: Position, side: int, units: UnitSet, targets: HexSet, defenders: UnitSet) -> int:
        """The columns that headquarters, suppression, ground and works come to."""
        from_ = hexes_of(s, units)
        out = best_support(s, side, from_)[0] - best_support(s, 1 - side, targets)[0]
        out += self.suppressed * (bool(defenders & s.suppressed) - bool(units & s.suppressed))
        best = max(self.ground[h] for h in members(targets))
        crossings = [self.river(a, b) for a in members(from_) for b in members(targets)]
        if None not in crossings:
            best = max(best, min(c for c in crossings if c is not None))
        if s.fortified[1 - side] & targets:
            out -= self.game.charts.fortification[1 - side]
        return out - best

    def column(self, s: Position, side: int, units: UnitSet, targets: HexSet) -> int:
        """The column of a battle before it is held within the table."""
        game = self.game
        defenders = employed_defenders(s, 1 - side, targets)
        attack = sum(game.attack[u] for u in members(units))
        defence = sum(game.defence[u] for u in members(defenders))
        return column(s, attack, defence) + self.shift(s, side, units, targets, defenders)

    # -- chances ----------------------------------------------------------------------------------------------------

    def result_value(self, code: str, ours: Force, theirs: Force, prize: float) -> float:
        """What a result is worth to the attacker. `prize`: what it is worth to clear the hexes."""
        row: Any = self.game.charts.codes[code]
        out = theirs.lose(row["defender"]) - ours.lose(row["attacker"])
        if row["attacker_retreats"] > ours.dug_in:
            out -= ours.retreat
        if row["defender"] == ALL:
            out += prize
        elif row["rout"] or row["defender_retreats"] > theirs.dug_in:
            out += prize + theirs.retreat * (self.settings.shattered_retreat_share if row["defender"] else 1.0)
        return out

    def gain(self, table: str, col: int, ours: Force, theirs: Force, prize: float) -> float:
        """The mean over the faces of the die."""
        key = table, max(0, min(col, self.last)), ours.dug_in, theirs.dug_in
        found = self._rates.get(key)
        if found is None:
            found = self._rates[key] = self._loss_rates(*key)
        all_, half, one, retreat, enemy_all, enemy_half, enemy_one, enemy_retreat, clear = found
        return (
            all_ * ours.everything
            + half * ours.half
            + one * ours.one
            + retreat * ours.retreat
            + enemy_all * theirs.everything
            + enemy_half * theirs.half
            + enemy_one * theirs.one
            + enemy_retreat * theirs.retreat
            + clear * prize
        )

    def _loss_rates(self, table: str, col: int, ours: bool, theirs: bool) -> tuple[float, ...]:
        """For each loss of either side and for the prize, its mean count over the die: the value of a battle is linear
        in them."""
        codes = self.codes[table][col]

        def mean(*worths: float) -> float:
            a, b, c, d, e, f, g, h, prize = worths
            mine, other = Force(a, b, c, d, ours), Force(e, f, g, h, theirs)
            return sum(self.result_value(code, mine, other, prize) for code in codes) / 6

        return tuple(mean(*(float(n == m) for m in range(9))) for n in range(9))

    def banzai_gain(self, table: str, col: int, ours: Force, theirs: Force, prize: float, japan_attacks: bool) -> float:
        """The same with Banzai!: the Japanese ignore retreats, Contact and Bloodbath are all or nothing."""
        total = 0.0
        for code in self.codes[table][max(0, min(col, self.last))]:
            if code in ("BB", "C"):
                code = "AE" if japan_attacks else "DE"
            row: Any = self.game.charts.codes[code]
            if japan_attacks and row["attacker_retreats"]:
                total -= ours.lose(row["attacker"])
            elif not japan_attacks and (row["defender_retreats"] or row["rout"]):
                total += theirs.lose(row["defender"])
            else:
                total += self.result_value(code, ours, theirs, prize)
        return total / 6

    def best(self, col: int, ours: Force, theirs: Force, prize: float) -> TableValue:
        raid, assault = (self.gain(table, col, ours, theirs, prize) for table in TABLES)
        return TableValue(raid, RAID) if raid >= assault else TableValue(assault, ASSAULT)

    def prize(self, values: Values, side: int, targets: HexSet, stakes: Mapping[Hex, float]) -> float:
        """What it is worth to clear hexes: the objectives among them, and what hangs on those besides."""
        kept = self.settings.kept_share
        return sum(kept * (values.hold[side].get(h, 0.0) + stakes.get(h, 0.0)) for h in members(targets))

    def battle(
        self, s: Position, values: Values, side: int, units: UnitSet, targets: HexSet, stakes: Mapping[Hex, float]
    ) -> TableValue:
        """The value of a battle as the units stand."""
        there = 0
        for hex_ in members(targets):
            there |= s.land_at(1 - side, hex_)
        ours, theirs = self.force(s, values, units, True), self.force(s, values, there, False)
        col = self.column(s, side, units, targets)
        return self.best(col, ours, theirs, self.prize(values, side, targets, stakes))
