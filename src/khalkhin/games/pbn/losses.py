"""15.2, 15.22-24  Taking losses: one battalion equivalent, half of the factors, or everything."""

from __future__ import annotations

from dataclasses import replace

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.agenda import Noun, Prompt, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.elimination import eliminate
from khalkhin.games.pbn.position import PbnStep, Position
from khalkhin.games.pbn.reorganization import INHERITED, break_down, breakables


def alike(s: Position, group: UnitSet) -> bool:
    """R104  Whether it makes no difference which counter of a group goes: battalions or supply points of one place,
    of one strength, in one state."""
    game = s.game
    if group & ~(game.battalion | game.supply):
        return False
    sorts = {
        (s.where[u], game.attack[u], game.defence[u], game.movement[u], *(getattr(s, n) >> u & 1 for n in INHERITED))
        for u in members(group)
    }
    return len(sorts) == 1


@step
class LoseOne(PbnStep):
    """7.8.4, 15.2, 15.22, R25, R26  One battalion equivalent: a battalion, headquarters or supply point, a unit
    that cannot break down as a whole, or a battalion of one that can."""

    side: Side
    group: UnitSet
    rule: str
    hex: Hex | None = None
    """16.83  Where the whole hex is hit: who is in it is nobody's business but the owner's."""

    def among(self, s: Position) -> UnitSet:
        return self.group if self.hex is None else s.land_at(self.side, self.hex)

    def _whole(self, s: Position) -> UnitSet:
        return self.among(s) & ~s.game.breakable

    def ask(self, s: Position) -> Prompt | None:
        group = self.among(s)
        sole = alike(s, group) or (group.bit_count() < 2 and not breakables(s, group))
        if not group or (sole and self.hex is None):
            return None  # in a hex that is hit he is asked whoever is there: a question must not tell of a stack
        parts = breakables(s, group)
        offers = units(self._whole(s)), units(parts, "breakdown")
        return prompt(self.side, self.rule, "ask.lose-one", *offers, parts=int(bool(parts)))

    def run(self, s: Position) -> None:
        group = self.among(s)
        eliminate(s, group & -group, self.rule)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if not isinstance(noun, int) or verb not in ("unit", "breakdown"):
            return no(self.rule, "why.pick-loss")
        if not self.among(s) >> noun & 1:
            return no("15.11", "why.not-in-battle", unit=noun)
        if verb == "unit":
            return None if self._whole(s) >> noun & 1 else no("15.22", "why.lose-part", unit=noun)
        return None if breakables(s, 1 << noun) else no("26.9", "why.no-breakdown", unit=noun)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        if verb == "unit":
            eliminate(s, 1 << noun, self.rule)
            return
        parts = break_down(s, noun)
        s.tell("log.breakdown", rule="15.22", unit=noun)
        s.push(LoseOne(self.side, parts, self.rule))


def completes(factors: list[int], taken: list[int], need: int) -> bool:
    """15.23, R23  Whether a choice of losses can be completed so that it is enough and no unit in it is superfluous.

    With an excess of e over the need every unit lost must be worth more than e.
    """
    have = sum(taken)
    least = min(taken)
    for excess in range(max(0, have - need), max((*factors, *taken), default=0)):
        if least <= excess:
            return False
        sums = 1
        for factor in factors:
            if factor > excess:
                sums |= sums << factor
        wanted = need + excess - have
        if wanted >= 0 and sums >> wanted & 1:
            return True
    return False


@step
class LoseHalf(PbnStep):
    """15.23, 15.23.1, 15.24, 2.34.6, R23, R98  Half of the factors, fractions up; units may break down first, and the
    half is of what they are then. Attackers without attack strength are lost besides."""

    side: Side
    group: UnitSet
    attacking: bool
    taken: UnitSet = 0

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.side else replace(self, taken=0)

    def factor(self, s: Position, unit: int) -> int:
        game = s.game
        if self.attacking:
            return game.attack[unit]
        if not self._total(s, self.group & ~game.supply):
            return int(game.supply >> unit & 1)  # R98: supply alone loses half of its points
        return game.defence[unit]

    def _total(self, s: Position, group: UnitSet) -> int:
        return sum((s.game.attack if self.attacking else s.game.defence)[u] for u in members(group))

    def need(self, s: Position) -> int:
        return (sum(self.factor(s, u) for u in members(self.group)) + 1) // 2

    def able(self, s: Position) -> UnitSet:
        """Who can be given up next."""
        need, rest = self.need(s), self.group & ~self.taken
        taken = [self.factor(s, u) for u in members(self.taken)]
        out = 0
        known: dict[int, bool] = {}
        worth = {u: self.factor(s, u) for u in members(rest)}
        for unit, factor in worth.items():
            if factor and factor not in known:
                others = [f for u, f in worth.items() if u != unit]
                known[factor] = completes(others, [*taken, factor], need)
            if factor and known[factor]:
                out |= 1 << unit
        return out

    def _paid(self, s: Position) -> bool:
        return sum(self.factor(s, u) for u in members(self.taken)) >= self.need(s)

    def _breakable(self, s: Position) -> UnitSet:
        return breakables(s, self.group) if not self.taken else 0

    def ask(self, s: Position) -> Prompt | None:
        if self._paid(s):
            return None
        able, parts = self.able(s), self._breakable(s)
        if not parts and (able.bit_count() < 2 or alike(s, able)):
            return None
        need = self.need(s) - sum(self.factor(s, u) for u in members(self.taken))
        return prompt(self.side, "15.23", "ask.lose-half", units(able), units(parts, "breakdown"), count=need)

    def run(self, s: Position) -> None:
        if not self._paid(s):
            able = self.able(s)
            s.push(replace(self, taken=self.taken | able & -able))
            return
        zero = sum(1 << u for u in members(self.group) if not s.game.attack[u]) if self.attacking else 0
        eliminate(s, self.taken | zero, "15.23")

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if not isinstance(noun, int) or verb not in ("unit", "breakdown"):
            return no("15.23", "why.pick-loss")
        if not self.group >> noun & 1:
            return no("15.11", "why.not-in-battle", unit=noun)
        if verb == "unit":
            return None if self.able(s) >> noun & 1 else no("15.23", "why.superfluous", unit=noun)
        if self.taken and s.game.breakable >> noun & 1:
            return no("15.24", "why.break-first", unit=noun)
        return None if self._breakable(s) >> noun & 1 else no("26.9", "why.no-breakdown", unit=noun)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        if verb == "unit":
            s.push(replace(self, taken=self.taken | 1 << noun))
            return
        parts = break_down(s, noun)
        s.tell("log.breakdown", rule="15.24", unit=noun)
        s.push(replace(self, group=self.group & ~(1 << noun) | parts))
