"""What a battle is worth before the die falls: every face of it, and what the units and the ground are worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.pbn.ai.values import Values
from khalkhin.games.pbn.charts import ALL, ASSAULT, HALF, ONE, RAID
from khalkhin.games.pbn.headquarters import best_support
from khalkhin.games.pbn.odds import column, hexes_of
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.stacking import employed_defenders
from khalkhin.games.pbn.terrain import barrier_shift, defence_shift

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan

GROUND = 0.25
"""Points for each unit that is driven off its hex."""
SECURE = 0.6
"""The share of an objective's points that whoever takes it may hope to keep."""
TABLES = RAID, ASSAULT


@dataclass(frozen=True)
class Force:
    """One side of a battle: what each kind of loss costs it, and what it costs to be driven off."""

    everything: float
    half: float
    one: float
    goes: float
    """To retreat, with those who have nowhere to go."""
    stands: bool = False
    """Whether a retreat of one hex is ignored."""

    def lose(self, loss: str) -> float:
        return {"": 0.0, ALL: self.everything, HALF: self.half, ONE: self.one}[loss]


class Promise(NamedTuple):
    """What a battle is worth on the better table."""

    worth: float
    table: str = RAID


NOBODY = Force(0.0, 0.0, 0.0, 0.0)


class BattleValues:
    """Battles between units of the game, weighed."""

    def __init__(self, game: Nomonhan) -> None:
        self.game = game
        self.codes = {
            name: [[table.result(col, die) for die in range(1, 7)] for col in range(len(table.columns))]
            for name, table in game.charts.combat.items()
        }
        self.last = len(game.charts.at_least) - 1
        self.ground = {h: defence_shift(game, h) for h in members(game.map.grid.all)}
        self._means: dict[tuple[str, int, bool, bool], tuple[float, ...]] = {}
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
        half = min(total, max(useless + min(part.values()), 0.55 * total))
        goes, stands = self._driven(s, values, side, units, part)
        return Force(total, half, min(part.values()), goes, stands)

    def _driven(
        self, s: Position, values: Values, side: int, units: UnitSet, part: dict[int, float]
    ) -> tuple[float, bool]:
        """What a retreat costs: the ground, supply that is left behind, and those who are hemmed in."""
        game = self.game
        enemy, goes, stands = 1 - side, 0.0, True
        shut = s.zone(enemy) | s.occupied(enemy)
        for hex_ in members(hexes_of(s, units)):
            here = units & s.at[hex_]
            stands = stands and bool(s.fortified[side] >> hex_ & 1)
            trapped = not game.map.grid.around[hex_] & ~shut
            for unit in members(here):
                if game.supply >> unit & 1:
                    goes += values.unit[unit]
                else:
                    goes += GROUND + (part[unit] if trapped else 0.0)
            if hex_ in values.hold[side] and not s.land_at(side, hex_) & ~here:
                goes += SECURE * values.hold[side][hex_]
        return goes, stands

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
        out += bool(defenders & s.suppressed) - bool(units & s.suppressed)
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

    def outcome(self, code: str, ours: Force, theirs: Force, prize: float) -> float:
        """What a result is worth to the attacker. `prize`: to have cleared the hexes."""
        row: Any = self.game.charts.codes[code]
        out = theirs.lose(row["defender"]) - ours.lose(row["attacker"])
        if row["attacker_retreats"] > ours.stands:
            out -= ours.goes
        if row["defender"] == ALL:
            out += prize
        elif row["rout"] or row["defender_retreats"] > theirs.stands:
            out += prize + theirs.goes * (0.5 if row["defender"] else 1.0)
        return out

    def gain(self, table: str, col: int, ours: Force, theirs: Force, prize: float) -> float:
        """The mean over the faces of the die."""
        key = table, max(0, min(col, self.last)), ours.stands, theirs.stands
        found = self._means.get(key)
        if found is None:
            found = self._means[key] = self._mean(*key)
        all_, half, one, goes, kill, shatter, wear, drive, clear = found
        return (
            all_ * ours.everything
            + half * ours.half
            + one * ours.one
            + goes * ours.goes
            + kill * theirs.everything
            + shatter * theirs.half
            + wear * theirs.one
            + drive * theirs.goes
            + clear * prize
        )

    def _mean(self, table: str, col: int, ours: bool, theirs: bool) -> tuple[float, ...]:
        """How often each kind of loss happens in a column: what a result is worth is a sum of them."""
        codes = self.codes[table][col]

        def mean(*worths: float) -> float:
            a, b, c, d, e, f, g, h, prize = worths
            mine, other = Force(a, b, c, d, ours), Force(e, f, g, h, theirs)
            return sum(self.outcome(code, mine, other, prize) for code in codes) / 6

        return tuple(mean(*(float(n == m) for m in range(9))) for n in range(9))

    def fervent(self, table: str, col: int, ours: Force, theirs: Force, prize: float, japan_attacks: bool) -> float:
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
                total += self.outcome(code, ours, theirs, prize)
        return total / 6

    def best(self, col: int, ours: Force, theirs: Force, prize: float) -> Promise:
        raid, assault = (self.gain(table, col, ours, theirs, prize) for table in TABLES)
        return Promise(raid, RAID) if raid >= assault else Promise(assault, ASSAULT)

    def prize(self, values: Values, side: int, targets: HexSet, stakes: Mapping[Hex, float]) -> float:
        """What it is worth to have driven the enemy off: objectives that may count for oneself, and what hangs on
        them besides."""
        return sum(SECURE * (values.hold[side].get(h, 0.0) + stakes.get(h, 0.0)) for h in members(targets))

    def battle(
        self, s: Position, values: Values, side: int, units: UnitSet, targets: HexSet, stakes: Mapping[Hex, float]
    ) -> Promise:
        """A battle as it would be fought now."""
        there = 0
        for hex_ in members(targets):
            there |= s.land_at(1 - side, hex_)
        ours, theirs = self.force(s, values, units, True), self.force(s, values, there, False)
        col = self.column(s, side, units, targets)
        return self.best(col, ours, theirs, self.prize(values, side, targets, stakes))
