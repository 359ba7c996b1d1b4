"""What an attack is worth before the dice fall: every face of the die, and what the units and the ground are worth."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw.ai.settings import BattleSettings
from khalkhin.games.kgw.ai.values import Values
from khalkhin.games.kgw.losses import supply_beside
from khalkhin.games.kgw.odds import HOME_ARMY, across_ussr, attack_shifts, column, gun_shift, public_defence, total
from khalkhin.games.kgw.position import Position

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar


@dataclass(frozen=True)
class Force:
    """One side of a battle."""

    losses: tuple[float, ...]
    """What so many losses cost, from none to all."""
    goes: float
    """What it costs to be driven off: nothing for those who stand."""
    stands: bool
    """Whether nobody has to retreat."""

    def lose(self, count: int) -> float:
        return self.losses[min(count, len(self.losses) - 1)]

    @property
    def dies(self) -> int:
        """Losses after which nobody is left."""
        return len(self.losses) - 1


@dataclass(frozen=True)
class AttackValue:
    """The best way to make an attack, and what it is worth."""

    worth: float
    units: UnitSet = 0
    flyers: int = 0
    maximum: bool = False


NOTHING = AttackValue(0.0)


def summed(steps: list[float]) -> tuple[float, ...]:
    out = [0.0]
    for step in steps:
        out.append(out[-1] + step)
    return tuple(out)


class BattleValues:
    """What battles between units of the game are worth, by the exact chances of the die."""

    def __init__(self, game: KhalkinGolWar, settings: BattleSettings) -> None:
        table = game.charts.combat
        self.game, self.settings = game, settings
        self.faces = [
            [game.charts.codes[table.result(col, die)] for die in range(1, 7)] for col in range(len(table.columns))
        ]
        self.last = len(self.faces) - 1
        self.hit = game.charts.support_succeeds / 6

    # -- forces -----------------------------------------------------------------------------------------------------

    def force(self, s: Position, values: Values, units: UnitSet, counter: bool = False) -> Force:
        """Units that attack, or defend, wherever they stand."""
        game = self.game
        side = game.sheet.side[next(members(units))]
        settings, going, goes = self.settings, 0.0, 0.0
        for hex_ in {s.where[u] for u in members(units)}:
            here = units & s.at[hex_]
            if s.trenches[side] >> hex_ & 1:
                continue
            leaving = here if side == 0 or counter else self.clients(here)
            going += leaving.bit_count()
            if leaving and not s.units_at(side, hex_) & ~leaving:
                goes += settings.kept_share * values.place.get(hex_, 0.0)
        losable = units | supply_beside(s, units)
        return Force(summed(values.steps(s, losable)), goes + settings.ground * going, not going)

    def clients(self, units: UnitSet) -> UnitSet:
        """Units that retreat when the home army does not."""
        nation = self.game.sheet.nation
        return sum(1 << u for u in members(units) if nation[u] not in HOME_ARMY)

    def trapped(self, s: Position, side: int, hex_: Hex) -> bool:
        """Whether whoever stands there has nowhere to retreat to."""
        enemy = 1 - side
        return not self.game.map.grid.around[hex_] & ~s.zone(enemy) & ~s.occupied(enemy) & ~s.water

    # -- chances ----------------------------------------------------------------------------------------------------

    def gain(self, col: int, ours: Force, theirs: Force, prize: float, trapped: float, counter: float) -> float:
        """What an attack in a column is worth to the attacker: the mean over the faces of the die.

        `prize` is what the hex is worth once it is empty, `trapped` what the enemy loses by having nowhere to go,
        `counter` what a CA/R comes to.
        """
        out = 0.0
        for row in self.faces[max(0, min(col, self.last))]:
            if row.get("counterattack"):
                out += counter
                continue
            lost, killed = row["attacker"], row["defender"]
            out -= ours.lose(lost)
            if row["attacker_retreats"]:
                out -= ours.goes
            if not killed:
                continue
            out += theirs.lose(killed)
            if killed >= theirs.dies:
                out += prize
            elif row["defender_retreats"] and not theirs.stands:
                out += prize + theirs.goes + trapped
        return out / 6

    def counter(self, s: Position, values: Values, force: UnitSet, side: int, goals: HexSet) -> tuple[float, int]:
        """(worth, hex) of the best counterattack of a force against one of some hexes."""
        best, where = float("-inf"), -1
        game = self.game
        home = self.clients(force & ~game.supply) != force & ~game.supply
        strength = total(s, force)
        ours = self.force(s, values, force, True)
        for hex_ in members(goals):
            there = s.units_at(1 - side, hex_)
            col = column(s, strength, total(s, there)) + home
            theirs = self.force(s, values, there, True)
            worth = self.gain(col, ours, theirs, self.settings.counterattack_share * self.prize(values, hex_), 0.0, 0.0)
            if worth > best:
                best, where = worth, hex_
        return best, where

    def prize(self, values: Values, hex_: Hex) -> float:
        """What it is worth to drive the enemy off a hex: it no longer counts for him, and may count for oneself."""
        return self.settings.ground + 2 * self.settings.kept_share * values.place.get(hex_, 0.0)

    # -- attacks ----------------------------------------------------------------------------------------------------

    def attack(self, s: Position, values: Values, target: Hex, near: UnitSet, flyers: int, supply: bool) -> AttackValue:
        """The best attack with just these units: how many air units and whether Maximum Attack Supply support it."""
        game, settings = self.game, self.settings
        side = game.sheet.side[next(members(near))]
        enemy, defenders = 1 - side, s.units_at(1 - side, target)
        entrenched = bool(s.trenches[enemy] >> target & 1)
        shift = sum(x.value for x in attack_shifts(s, target, near, entrenched))
        shift += sum(x.value for x in public_defence(s, target, near, enemy))
        shift += sum(x.value for x in gun_shift(s, defenders))
        base = column(s, total(s, near), total(s, defenders)) + shift
        ours, theirs = self.force(s, values, near), self.force(s, values, defenders)
        prize = self.prize(values, target)
        trapped = theirs.lose(99) if self.trapped(s, enemy, target) else 0.0
        counter = self._counterattack_value(s, values, defenders, target, near, prize)

        def worth(col: int) -> float:
            return self.gain(col, ours, theirs, prize, trapped, counter)

        best = AttackValue(float("-inf"))
        for count in range(min(flyers, game.charts.support) + 1):
            for maximum in (False, True) if supply else (False,):
                mean = sum(
                    comb(count, n) * self.hit**n * (1 - self.hit) ** (count - n) * worth(base + n + maximum)
                    for n in range(count + 1)
                )
                mean -= settings.air_unit * count + settings.supply_unit * maximum
                if mean > best.worth:
                    best = AttackValue(mean, near, count, maximum)
        return best

    def _counterattack_value(
        self, s: Position, values: Values, defenders: UnitSet, target: Hex, near: UnitSet, prize: float
    ) -> float:
        """What a CA/R comes to for the attacker: the defender takes what suits him, if he has a choice."""
        enemy = self.game.sheet.side[next(members(defenders))]
        goals = across_ussr(s, enemy, sum(1 << h for h in {s.where[u] for u in members(near)}))
        fighting = defenders & ~self.game.supply
        forced = bool(s.trenches[enemy] >> target & 1) or self.clients(fighting) != fighting
        if not goals:
            return 0.0 if forced else prize
        # Who counterattacks fights from where he stands, against everybody in one hex of the attackers.
        strike, _ = self.counter(s, values, defenders, enemy, goals)
        return -strike if forced else min(prize, -strike)
