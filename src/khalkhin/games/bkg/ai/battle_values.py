"""What an attack is worth before the dice fall: the exact chances of its column, and what the units are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.ai.settings import BattleSettings, ValueSettings
from khalkhin.games.bkg.ai.values import Values, effects
from khalkhin.games.bkg.engagement import beyond_and_penalised
from khalkhin.games.bkg.position import Position
from khalkhin.games.bkg.terrain import river

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha


class BattleValues:
    """What attacks between units of the game are worth, by the exact chances of the tables."""

    def __init__(self, game: Batalha, settings: BattleSettings, unit_values: ValueSettings) -> None:
        self.game, self.settings, self._unit_values = game, settings, unit_values
        self.effects = effects(game)
        table = game.charts.bombardment
        self.hits = [float(table.distribution(column).get("DB", 0)) for column in range(len(table.columns))]
        """The chance that a bombardment costs the defender a loss, by its column."""
        self.even = game.charts.combat.columns.index("1-1")
        self.last = len(self.effects) - 1
        self.attacking = [(f.elements, f.attack) for f in game.charts.formations if f.attack]
        self.defending = [(f.elements, f.defence) for f in game.charts.formations if f.defence]
        self._rivers: dict[tuple[int, int], int] = {}
        self._within: dict[tuple[int, int], HexSet] = {}
        self._values: dict[int, Values] = {}

    def values(self, turn: int) -> Values:
        """What units are worth in a turn."""
        if turn not in self._values:
            self._values[turn] = Values(self.game, self._unit_values, turn)
        return self._values[turn]

    def within(self, hex_: int, radius: int) -> HexSet:
        """The hexes at most so far from a hex."""
        found = self._within.get((hex_, radius))
        if found is None:
            found = self._within[hex_, radius] = self.game.map.grid.within(1 << hex_, radius)
        return found

    def in_range(self, gun: int, place: int, target: int) -> bool:
        """Whether a gun in a place can support the defence of a hex."""
        return place >= 0 and bool(self.within(place, self.game.range[gun]) >> target & 1)

    def river(self, a: int, b: int) -> int:
        """Columns that the river between two hexes is worth to the defender."""
        found = self._rivers.get((a, b))
        if found is None:
            water = river(self.game, a, b)
            found = self._rivers[a, b] = self.game.charts.hexside[water]["columns"] if water else 0
        return found

    def ratio(self, s: Position, attack: int, defence: int) -> int:
        """The column of a ratio, before shifts; by a house rule it may lie off the table's ends (K-05)."""
        if attack >= defence:
            column = self.even + attack // max(1, defence) - 1
        else:
            column = self.even - (-(-defence // attack) - 1) if attack else 0
        return column if s.options["shift_first"] else max(0, min(column, self.last))

    def column(self, s: Position, attack: int, defence: int, shift: int) -> int:
        """The column after shifts, on the table."""
        return max(0, min(self.ratio(s, attack, defence) + shift, self.last))

    def bonus(self, attackers: UnitSet) -> int:
        return sum(n for elements, n in self.attacking if not elements & ~attackers)

    def cover(self, defenders: UnitSet) -> int:
        return sum(n for elements, n in self.defending if not elements & ~defenders)

    def shift(self, s: Position, target: int, attackers: UnitSet, hexes: set[int], trapped: bool) -> int:
        """All shifts of an attack that comes from these hexes."""
        out = self.bonus(attackers) - self.game.columns[target] - self.cover(s.stack(target)) + trapped
        return out - min(self.river(h, target) for h in hexes) + beyond_and_penalised(s, target)

    def gain(
        self,
        column: int,
        defenders: tuple[float, float],
        going: float,
        attackers: tuple[float, float],
        crowd: int,
    ) -> float:
        """What an attack in a column is worth to the attacker.

        Of both sides what a loss and a death cost them, what the defender's retreat is worth, and how many attackers
        a lost battle throws back.
        """
        settings, e = self.settings, self.effects[max(0, min(column, self.last))]
        won = e.defender_hit * defenders[0] + e.defender_dies * defenders[1] + e.defender_goes * going
        lost = e.attacker_hit * attackers[0] + e.attacker_dies * attackers[1]
        lost += e.attacker_goes * settings.ground * settings.thrown_back * crowd
        return won - lost + e.exchange * (defenders[1] - settings.exchange_price * attackers[1])

    def going(self, values: Values, hex_: int, stack: UnitSet, flipped: UnitSet, trapped: bool) -> float:
        """What it costs a stack to be driven off a hex."""
        out = self.settings.ground * stack.bit_count()
        if trapped:
            worth = sum(values.at(hex_, u, bool(flipped >> u & 1)) for u in members(stack))
            out += self.settings.trapped_share * worth
        kind = self.game.objective_kind.get(hex_)
        return out + (self.game.charts.points[kind].integer("points") if kind else 0)
