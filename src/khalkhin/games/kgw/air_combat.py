"""15.4, 15.5  What happens over a target: the Air Combat Table, air units lost, and what bombs do to ground units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.agenda import Noun, Prompt, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.results_tables import Odds, Shift, Throw
from khalkhin.games.kgw.charts import rule_of_air
from khalkhin.games.kgw.divisions import break_down
from khalkhin.games.kgw.losses import DEFENDERS, eliminate, shoot_down
from khalkhin.games.kgw.odds import terrain_shift
from khalkhin.games.kgw.position import DISPLAY, WAITING, KgwStep, Position
from khalkhin.games.kgw.refusals import not_mine
from khalkhin.games.kgw.retreat import RetreatAll, stands

SUPERIORITY, STRIKE = "superiority", "strike"
RULES = {SUPERIORITY: "15.4", STRIKE: "15.5"}
FLOWN = {SUPERIORITY: "15.4.c", STRIKE: "15.5.a"}
"""Who flies, and against whom."""
WORDS = {SUPERIORITY: "superiority", STRIKE: "result"}
"""Families of words that tell a result: of bombs only that they hit, for the defender chooses what they do."""


def air_odds(s: Position, kind: str, target: Hex, flyers: int) -> Odds:
    """15.2.d, 15.4.d, 15.5.b, 15.5.e, Q-60  The number of air units; terrain in the hex and entrenchments shift a
    Ground Attack to the left."""
    charts = s.game.charts
    shifts: list[Shift] = []
    if kind == STRIKE:
        shifts += (replace(shift, rule="15.5.d") for shift in terrain_shift(s, target))
        if (s.trenches[0] | s.trenches[1]) >> target & 1:
            shifts.append(Shift("15.5.d", "shift.entrenchment", charts.shifts["entrenchment"]))
    return Odds(charts.air_combat, Fraction(flyers), None, flyers - 1, tuple(shifts))


def air_result(kind: str, code: str) -> str:
    """Q-60  A Ground Attack knows no E2: it reads E1."""
    return "E1" if kind == STRIKE and code == "E2" else code


def air_chances(kind: str, odds: Odds) -> dict[str, str]:
    """The exact chance of every result."""
    assert odds.column is not None
    out: dict[str, Fraction] = {}
    for code, chance in odds.table.distribution(odds.column).items():
        code = air_result(kind, code)
        out[code] = out.get(code, Fraction(0)) + chance
    return {code: str(chance) for code, chance in out.items()}


@step
class Block(KgwStep):
    """15.4.e-f, 15.5.f-g  Up to six air units fight at once."""

    side: Side
    kind: str
    target: Hex
    units: UnitSet

    def run(self, s: Position) -> None:
        enemy = 1 - self.side
        there = s.air_at(enemy, self.target) if self.kind == SUPERIORITY else s.units_at(enemy, self.target)
        if not there:
            return
        odds = air_odds(s, self.kind, self.target, self.units.bit_count())
        assert odds.column is not None
        (die,) = s.roll(1)
        code = air_result(self.kind, odds.table.result(odds.column, die))
        column = odds.table.columns[odds.column]
        throw = Throw(self.side, odds.table, odds.column, (die,), 1 << self.target, odds)
        rule = rule_of_air(code, strike=self.kind == STRIKE)
        result = f"@{WORDS[self.kind]}.{code}"
        s.tell("log.air-result", rule=rule, throw=throw, column=column, dice=str(die), result=result, codes=code)
        own, theirs = {"A": (1, 0), "D": (0, 1), "E": (1, 1), "-": (0, 0)}[code[0]]
        level = int(code[1:] or 0)
        box = WAITING if self.kind == SUPERIORITY else DISPLAY
        s.push(LoseAir(self.side, self.units, own * level, rule, box), *self._suffered(s, theirs * level, rule, box))

    def _suffered(self, s: Position, level: int, rule: str, box: str) -> Iterator[KgwStep]:
        """What the enemy suffers."""
        enemy = 1 - self.side
        if level and self.kind == SUPERIORITY:
            yield LoseAir(enemy, s.air_at(enemy, self.target), level, rule, box)
        elif level:
            yield Bombed(enemy, self.target, level)


@step
class LoseAir(KgwStep):
    """15.4.j, 15.4.1, 15.4.1.e  Air units are lost, no more than there are: their owner picks, but those that flew in
    their last player turn go first."""

    side: Side
    units: UnitSet
    count: int
    rule: str
    box: str

    def among(self, s: Position) -> UnitSet:
        left = self.units & s.on_map(self.side)
        first = left & s.sortied if self.side != s.active else left
        return first or left

    def ask(self, s: Position) -> Prompt | None:
        among = self.among(s)
        if self.count < 1 or among.bit_count() < 2 or self.count >= (self.units & s.on_map(self.side)).bit_count():
            return None
        return prompt(self.side, self.rule, "ask.air-loss", units(among), count=self.count)

    def run(self, s: Position) -> None:
        among = self.among(s) if self.count > 0 else 0
        if among:
            shoot_down(s, next(members(among)), self.rule, self.box)
            s.push(replace(self, count=self.count - 1))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            return None if self.among(s) >> noun & 1 else self._why_not(s, noun)
        return no(self.rule, "why.pick-loss")

    def _why_not(self, s: Position, unit: int) -> Reason:
        if self.units & s.on_map(self.side) & 1 << unit:
            return no("15.4.j", "why.flown-first", unit=unit)
        reason = not_mine(s, self.side, unit, self.rule)
        return reason if reason is not None else no(self.rule, "why.air-loss", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        shoot_down(s, noun, self.rule, self.box)
        s.push(replace(self, count=self.count - 1))


@step
class Bombed(KgwStep):
    """15.5.1  The defender breaks down a division, or gives up what the result asks for (Q-35, Q-81)."""

    side: Side
    target: Hex
    level: int

    @property
    def rule(self) -> str:
        return "15.5.1.b" if self.level == 1 else "15.5.1.c"

    def divisions(self, s: Position) -> UnitSet:
        return s.units_at(self.side, self.target) & s.game.divisions

    def victims(self, s: Position) -> UnitSet:
        """19.1.e  D1: a supply unit; D2: any ground unit but Zhukov."""
        here = s.units_at(self.side, self.target)
        return here & s.game.supply if self.level == 1 else here & ~(1 << s.game.zhukov)

    def fugitives(self, s: Position) -> UnitSet:
        """15.5.1.b, Q-35  Units that can be made to retreat."""
        if self.level > 1:
            return 0
        here = s.units_at(self.side, self.target) & ~s.game.supply & ~(1 << s.game.zhukov)
        return sum(1 << u for u in members(here) if not stands(s, u, False))

    def ask(self, s: Position) -> Prompt | None:
        offers = (
            units(self.divisions(s), "breakdown"),
            units(self.victims(s)),
            units(self.fugitives(s), "withdraw"),
        )
        if not any(offers):
            return None
        return prompt(self.side, "15.5.1", "ask.bombed", *offers, hex=self.target)

    def run(self, s: Position) -> None:
        """Q-35  Nothing of it is possible."""
        s.tell("log.unharmed", rule=self.rule, hex=self.target)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if isinstance(noun, int):
            found = {"breakdown": self.divisions, "unit": self.victims, "withdraw": self.fugitives}.get(verb)
            if found is not None:
                return None if found(s) >> noun & 1 else self._why_not(s, verb, noun)
        return no(self.rule, "why.bombed-first", hex=self.target)

    def _why_not(self, s: Position, verb: str, unit: int) -> Reason:
        game, rule = s.game, self.rule
        if (reason := not_mine(s, self.side, unit, rule)) is not None:
            return reason
        if s.where[unit] != self.target or not game.ground >> unit & 1:
            return no(rule, "why.not-in-hex", unit=unit, hex=self.target)
        if verb == "breakdown":
            return no(rule, "why.not-a-division", unit=unit)
        if unit == game.zhukov:
            return no("19.1.e", "why.not-bombed", unit=unit)
        if verb == "unit":
            return no(rule, "why.only-supply-lost", unit=unit)
        if self.level > 1:
            return no(rule, "why.no-flight-from-bombs")
        if game.supply >> unit & 1:
            return no(rule, "why.supply-lost-not-moved", unit=unit)
        entrenched = s.trenches[self.side] >> self.target & 1
        return (
            no("14.1.1.a", "why.entrenched", unit=unit)
            if entrenched
            else no("14.1.n", "why.home-army-stays", unit=unit)
        )

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        if verb == "breakdown":
            parts = break_down(s, noun)
            s.shown |= parts
            s.tell("log.breakdown", rule=self.rule, unit=noun)
        elif verb == "unit":
            eliminate(s, noun, self.rule)
        else:
            (die,) = s.roll(1)
            s.tell("log.bombed-out", rule=self.rule, unit=noun, dice=str(die))
            s.defenders = 1 << noun
            s.push(RetreatAll(side, DEFENDERS, die))


@step
class EndMission(KgwStep):
    """The mission is over: who was bombed is hidden again."""

    def run(self, s: Position) -> None:
        s.shown = s.defenders = 0
