"""14.2, 19.1, 19.5  Advances into a hex that combat has emptied."""

from __future__ import annotations

from dataclasses import replace

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.divisions import break_down, formable, join, stacks_of
from khalkhin.games.kgw.losses import clear_trench
from khalkhin.games.kgw.position import SOVIET, KgwStep, Position
from khalkhin.games.kgw.refusals import no_breakdown, no_forming, no_step, not_mine
from khalkhin.games.kgw.retreat import along_track, carry_over
from khalkhin.games.kgw.ways import barred_to


def can_step(s: Position, unit: int, a: Hex, b: Hex) -> bool:
    """14.2.f  Whether a unit may go from hex to hex at all; trains only along their track (19.4)."""
    game, side = s.game, s.game.sheet.side[unit]
    if barred_to(s, side, unit) >> b & 1:
        return False
    if game.trains >> unit & 1:
        return bool(along_track(s, side, a) >> b & 1)
    return bool(terrain.steps(game, game.movement_class[unit], s.winter)[a] >> b & 1)


def zhukov_drives(s: Position) -> bool:
    """19.1.b-c, Q-48  Zhukov shares or adjoins a hex that holds attackers of this combat, and may be one of them."""
    where = s.where[s.game.zhukov]
    if where < 0:
        return False
    near = s.game.map.grid.within(1 << where, 1)
    return any(near >> s.where[u] & 1 for u in members(s.attackers))


SPOILS = {"D2R": "24.8.b", "D3R": "24.8.b", "D4R": "24.8.c"}


@step
class Advance(KgwStep):
    """14.2, 14.2.b-c  The victor's units that fought may enter the hex; cavalry, and armour under Zhukov, go on."""

    side: Side
    target: Hex
    counter: bool = False
    spoils: str = ""
    """24.8  The result that brings recruit points if somebody advances."""
    driven: bool = False
    """19.1  Whether Zhukov drives the mechanized units on."""
    gone: UnitSet = 0
    """Who has advanced."""
    left: HexSet = 0
    """The hexes they came from: supply may follow from there."""

    def fighters(self, s: Position) -> UnitSet:
        """14.2.a, 14.2.e, 14.2.h, 13.6.e, 19.3.1.d  Mobile units that attacked and have not advanced, none with a
        bracketed factor."""
        game = s.game
        return s.attackers & ~s.static() & ~game.artillery & ~game.supply & ~self.gone

    def eligible(self, s: Position) -> UnitSet:
        """12.2.d, 14.2.d, 14.2.f, 16.1.e  Fighters that can enter the hex, in whatever zone it is; behind them supply,
        but not in a counterattack (Q-47)."""
        found = self.fighters(s)
        if not self.counter:
            behind = sum(s.units_at(self.side, h) for h in members(self.left))
            found |= behind & s.game.supply & ~s.static() & ~self.gone
        around = s.game.map.grid.around[self.target]
        return sum(
            1 << u for u in members(found) if around >> s.where[u] & 1 and can_step(s, u, s.where[u], self.target)
        )

    def vacated(self, s: Position) -> bool:
        return not s.occupied(1 - self.side) >> self.target & 1

    def formable(self, s: Position) -> UnitSet:
        """14.2.g, 17.3.d  Divisions that fighters of one hex can form, and that can enter: some part alone may not."""
        found = 0
        for stack in stacks_of(s, self.fighters(s)):
            here = s.where[next(members(stack))]
            if s.game.map.grid.around[self.target] >> here & 1:
                ready = members(formable(s, self.side, stack))
                found |= sum(1 << d for d in ready if can_step(s, d, here, self.target))
        return found

    def ask(self, s: Position) -> Prompt | None:
        if not self.vacated(s):
            return None
        found, forms = self.eligible(s), self.formable(s)
        if not found and not forms:
            return None
        offers = units(found, gather=True), units(found & s.game.divisions, "breakdown"), units(forms, "combine")
        return prompt(self.side, "14.2", "ask.advance", *offers, bare("done"), hex=self.target)

    def run(self, s: Position) -> None:
        self._spoils(s)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if not isinstance(noun, int):
            return no("14.2.a", "why.advancing", hex=self.target)
        if verb == "unit":
            return None if self.eligible(s) >> noun & 1 else self._why_not(s, noun)
        if verb == "breakdown":
            ok = self.eligible(s) & s.game.divisions
            return None if ok >> noun & 1 else no_breakdown(s, side, noun, "14.2.g", self._why_not(s, noun))
        if verb == "combine":
            return None if self.formable(s) >> noun & 1 else no_forming(s, side, noun, "14.2.g")
        return no("14.2.a", "why.advancing", hex=self.target)

    def _why_not(self, s: Position, unit: int) -> Reason:
        game, bit = s.game, 1 << unit
        if (reason := not_mine(s, self.side, unit, "14.2.a")) is not None:
            return reason
        if bit & self.gone:
            return no("14.2.c", "why.advanced", unit=unit)
        if bit & s.attackers & game.artillery:
            return no("14.2.h", "why.artillery-stays", unit=unit)
        if bit & s.attackers & (game.supply | s.static()):
            return no("13.6.e" if bit & ~s.static() else "14.2.1.c", "why.no-advance", unit=unit)
        if bit & game.supply & ~s.static() and not self.counter and self._beside_attackers(s, unit):
            return no("16.1.e", "why.supply-follows", unit=unit)
        if not bit & s.attackers:
            return no("14.2.a", "why.not-in-combat", unit=unit)
        return no_step(s, unit, s.where[unit], self.target, "14.2.c")

    def _beside_attackers(self, s: Position, unit: int) -> bool:
        """16.1.e  Whether supply stands with a unit that may advance, but has not yet."""
        return bool(self.fighters(s) & s.at.get(s.where[unit], 0))

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "done":
            self._spoils(s)
            return
        assert isinstance(noun, int)
        if verb == "unit":
            self._advance(s, noun)
            return
        if verb == "breakdown":
            break_down(s, noun)
            s.tell("log.breakdown", rule="14.2.g", unit=noun)
        else:
            join(s, noun, self.fighters(s))
        s.push(self)

    def _advance(self, s: Position, unit: int) -> None:
        """10.2.j  A unit goes forward, at no cost."""
        start = s.where[unit]
        s.put(unit, self.target)
        carry_over(s, self.side, start, self.target)
        clear_trench(s, self.side, start)
        s.tell_of("log.advance", 1 << unit, "14.2.1.a" if self.counter else "14.2.a", hex=self.target)
        s.push(replace(self, gone=self.gone | 1 << unit, left=self.left | 1 << start))
        if rule := self._second(s, unit):
            s.push(AdvanceOn(self.side, unit, self.target, rule))

    def _second(self, s: Position, unit: int) -> str:
        """19.1.b, 19.1.d, 19.5.b  The rule by which a unit may go a second hex: cavalry, Soviet armour under Zhukov."""
        game = s.game
        if not further(s, self.side, unit, self.target):
            return ""
        if game.cavalry >> unit & 1:
            return "19.5.b"
        driven = self.driven and self.side == SOVIET and game.mech >> unit & 1
        return "19.1.b" if driven else ""

    def _spoils(self, s: Position) -> None:
        """24.8  An advance after a heavy defeat brings recruit points, and costs the loser one."""
        if self.spoils and self.gone:
            s.gain(self.side, s.game.charts.loss_gains[self.spoils])
            s.gain(1 - self.side, -s.game.charts.loss_cost)
            s.tell("log.spoils", rule=SPOILS[self.spoils], side=self.side, points=s.game.charts.loss_gains[self.spoils])


def further(s: Position, side: int, unit: int, hex_: Hex) -> HexSet:
    """19.1.b, 19.5.b  Second hexes: any direction, free of enemies, enterable."""
    around = s.game.map.grid.around[hex_] & ~s.occupied(1 - side)
    return sum(1 << h for h in members(around) if can_step(s, unit, hex_, h))


@step
class AdvanceOn(KgwStep):
    """19.1, 19.5  A unit that may advance two hexes goes on, or stays."""

    side: Side
    unit: Unit
    hex: Hex
    rule: str

    def ask(self, s: Position) -> Prompt:
        onward = hexes(further(s, self.side, self.unit, self.hex))
        return prompt(self.side, self.rule, "ask.advance-on", onward, bare("done"), unit=self.unit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "hex" and isinstance(noun, int):
            ok = further(s, side, self.unit, self.hex) >> noun & 1
            return None if ok else no_step(s, self.unit, self.hex, noun, self.rule)
        return no(self.rule, "why.advance-on", unit=self.unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.put(self.unit, noun)
            carry_over(s, side, self.hex, noun)
            s.tell_of("log.advance", 1 << self.unit, self.rule, hex=noun)
