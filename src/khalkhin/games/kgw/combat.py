"""13.0  The Combat Phase: declaring attacks, supporting them, rolling and carrying out what the table says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.results_tables import Odds, Throw
from khalkhin.games.kgw.advance import Advance, zhukov_drives
from khalkhin.games.kgw.charts import rule_of
from khalkhin.games.kgw.counterattack import CounterChoice
from khalkhin.games.kgw.losses import ATTACKERS, DEFENDERS, TakeLosses
from khalkhin.games.kgw.missions import fly, ready
from khalkhin.games.kgw.odds import across_ussr, capable, full_odds, preview, supported, total
from khalkhin.games.kgw.position import KgwStep, Position
from khalkhin.games.kgw.refusals import no_flight, no_supply, not_mine, not_now
from khalkhin.games.kgw.retreat import RetreatAll
from khalkhin.games.kgw.supply import expend, hexes_served, on_hand

PHASES = ("phase.soviet_combat", "phase.japan_combat")


def fit(s: Position, side: int) -> UnitSet:
    """13.1.a, 13.1.e  Units that can attack and have not yet."""
    return capable(s, side) & ~s.attacked


def targets(s: Position, side: int) -> HexSet:
    """13.1  Enemy hexes that somebody may attack: not twice in a phase (Q-23), not artillery alone (19.3.1)."""
    grid = s.game.map.grid
    lead = fit(s, side) & ~s.game.artillery
    near = 0
    for unit in members(lead):
        near |= grid.around[s.where[unit]]
    return across_ussr(s, side, near & s.occupied(1 - side) & ~s.spared)


def contact(s: Position, side: int) -> bool:
    """Whether somebody might attack, for all that everybody knows: a stack is seen, who is in it is not."""
    if s.segment == 2 and not s.supplied:
        return False
    near = s.game.map.grid.spread(s.occupied(side)) & s.occupied(1 - side)
    return bool(across_ussr(s, side, near & ~s.spared))


def beside(s: Position, side: int, target: Hex) -> UnitSet:
    """13.1.k  Units that could attack a hex, of whatever contingent."""
    around = s.game.map.grid.around[target]
    return sum(1 << u for u in members(fit(s, side)) if around >> s.where[u] & 1)


def alone(s: Position, group: UnitSet) -> UnitSet:
    """19.3.1.c  Artillery of a group without another attacker in its hex."""
    guns = group & s.game.artillery
    return sum(1 << g for g in members(guns) if not s.at[s.where[g]] & group & ~s.game.artillery)


@step
class CombatPhase(KgwStep):
    """12.2.e, 13.0  Attacks are made one at a time, in any order; nobody has to attack (13.1.b-d)."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt | None:
        if not contact(s, self.side):
            return None
        found = targets(s, self.side)
        return prompt(self.side, "13.0", "ask.combat", hexes(found, "attack"), bare("done"), any=int(bool(found)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "attack" and isinstance(noun, int):
            return None if targets(s, side) >> noun & 1 else self._why_not(s, noun)
        return no("13.2.a", "why.target-first") if verb == "unit" else not_now(verb)

    def _why_not(self, s: Position, hex_: Hex) -> Reason:
        if not s.occupied(1 - self.side) >> hex_ & 1:
            return no("13.0", "why.no-enemy", hex=hex_)
        if s.spared >> hex_ & 1:
            return no("13.1.f", "why.spared", hex=hex_)
        if not across_ussr(s, self.side, 1 << hex_):
            return no("13.1.j", "why.ussr", hex=hex_)
        around = s.game.map.grid.around[hex_]
        near = sum(s.units_at(self.side, h) for h in members(around & s.occupied(self.side)))
        if not near:
            return no("13.0", "why.nobody-beside", hex=hex_)
        able = near & capable(s, self.side)
        if able and not able & ~s.attacked:
            return no("13.1.e", "why.all-attacked", hex=hex_)
        if able & ~s.attacked:
            return no("19.3.1.b", "why.only-artillery", hex=hex_)
        if s.segment == 2:
            return no("13.1.a", "why.none-supplied", hex=hex_)
        return no("16.1.c" if near & s.game.supply else "20.3.c", "why.none-capable", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(Declare(side, noun), self)

    def run(self, s: Position) -> None:
        """After an attack that left nothing to attack nobody is asked, and is told why."""
        if s.spared:
            s.tell("log.combat-over", rule="13.1.f", loud=True)


@step
class Declare(KgwStep):
    """13.1.g, 13.2.a, 17.3.e  An attack of units as they stand; once committed it cannot be called off (13.1.b)."""

    side: Side
    target: Hex
    units: UnitSet = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def pool(self, s: Position) -> UnitSet:
        """Who can still join: artillery only where another attacker of its hex goes too."""
        found = beside(s, self.side, self.target) & ~self.units
        guns = found & s.game.artillery
        return found & ~sum(1 << g for g in members(guns) if alone(s, self.units | 1 << g) >> g & 1)

    def ask(self, s: Position) -> Prompt:
        commit = [bare("commit")] if self.units else []
        return prompt(self.side, "13.2.a", "ask.attack", units(self.pool(s), gather=True), *commit, hex=self.target)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "commit":
            return None if self.units else no("13.2.a", "why.attackers-first", hex=self.target)
        if verb == "unit" and isinstance(noun, int):
            return self._why_not(s, noun)
        return no("13.2.a", "why.declaring", hex=self.target)

    def _why_not(self, s: Position, unit: int) -> Reason | None:
        game = s.game
        if self.units >> unit & 1:
            return no("13.2.a", "why.in-hand", unit=unit)
        if (reason := not_mine(s, self.side, unit, "13.2.a")) is not None:
            return reason
        if not game.ground >> unit & 1:
            return no("15.6.a", "why.air-supports", unit=unit)
        if game.supply >> unit & 1:
            return no("16.1.c", "why.supply-never-attacks", unit=unit)
        if s.static() >> unit & 1:
            return no("20.3.c", "why.bridge-never-attacks", unit=unit)
        if not capable(s, self.side) >> unit & 1:
            return no("13.1.a", "why.not-supplied", unit=unit)
        if s.attacked >> unit & 1:
            return no("13.1.e", "why.has-attacked", unit=unit)
        if not beside(s, self.side, self.target) >> unit & 1:
            return no("13.0", "why.not-beside", unit=unit, hex=self.target)
        return None if self.pool(s) >> unit & 1 else no("19.3.1.b", "why.artillery-alone", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(replace(self, units=self.units | 1 << noun))
            return
        s.attackers, s.defenders = self.units, s.units_at(1 - side, self.target)
        s.shown = s.attackers | s.defenders
        s.attacked |= self.units
        s.spared |= 1 << self.target
        s.seal()
        s.tell("log.attack", rule="13.2.a", units=self.units, hex=self.target)
        s.tell("log.target", rule="21.0.a", units=s.defenders, hex=self.target)
        s.push(Support(side, self.target))

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        return self if side == self.side else CombatPhase(self.side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.side:
            return {}
        out: dict[str, Any] = {"plan": plan_data(s, self.side, self.target, self.units)}
        if self.units:
            out["odds"] = preview(s, self.target, self.units).to_data()
        return out


def plan_data(
    s: Position, side: int, target: Hex, attackers: UnitSet, air: UnitSet = 0, supply: int | None = None
) -> dict[str, Any]:
    """An attack as clients show it."""
    game = s.game
    ids = game.sheet.ids
    return {
        "side": game.sides[side],
        "kind": "attack",
        "target": game.map.grid.name(target),
        "units": [ids[u] for u in members(attackers & ~game.artillery)],
        "guns": [ids[u] for u in members(attackers & game.artillery)],
        "support": [ids[u] for u in members(air)],
        "supply": [] if supply is None else [ids[supply]],
    }


@step
class Support(KgwStep):
    """13.4.2.a-b, 15.2.f, 15.6.a-c  Close air support and Maximum Attack Supply, committed before any die is thrown."""

    side: Side
    target: Hex
    air: UnitSet = 0
    supply: Unit | None = None

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def flyers(self, s: Position) -> UnitSet:
        if self.air.bit_count() >= s.game.charts.support:
            return 0
        return ready(s, self.side, self.target, self.air) & ~self.air

    def stores(self, s: Position) -> UnitSet:
        """16.3.2.a-d, 16.3.2.f-g, Q-27  Supply units with a line to every attacker, in a first Combat Phase."""
        if s.segment == 2 or self.supply is not None:
            return 0
        places = sum(1 << h for h in {s.where[u] for u in members(s.attackers)})
        return sum(1 << u for u in members(on_hand(s, self.side)) if not places & ~hexes_served(s, u))

    def ask(self, s: Position) -> Prompt | None:
        flyers, stores = self.flyers(s), self.stores(s)
        if not self.air and self.supply is None and not flyers and s.segment == 2:
            return None  # air units are open, and supply does not help now: everybody knows
        offers = units(flyers, "support"), units(stores, "maximum"), bare("commit")
        some = int(bool(flyers or stores or self.air or self.supply is not None))
        return prompt(self.side, "13.4.2", "ask.support", *offers, hex=self.target, any=some)

    def run(self, s: Position) -> None:
        s.push(Resolve(self.side, self.target))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "commit":
            return None
        if verb == "support" and isinstance(noun, int):
            if self.flyers(s) >> noun & 1:
                return None
            if self.air.bit_count() >= s.game.charts.support:
                return no("15.6.d", "why.support-full")
            return no_flight(s, side, noun, self.target, self.air, "15.6.a")
        if verb == "maximum" and isinstance(noun, int):
            if s.segment == 2:
                return no("16.3.2.f", "why.maximum-first-segment")
            if self.supply is not None:
                return no("16.3.2.a", "why.maximum-once")
            if (reason := no_supply(s, side, noun, "16.3.2.a")) is not None:
                return reason
            return None if self.stores(s) >> noun & 1 else no(maximum_rule(s, noun), "why.no-line", unit=noun)
        return no("13.2.a", "why.supporting", hex=self.target)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "support" and isinstance(noun, int):
            s.push(replace(self, air=self.air | 1 << noun))
        elif verb == "maximum" and isinstance(noun, int):
            s.push(replace(self, supply=noun))
        else:
            s.push(Resolve(side, self.target, self.air, self.supply))

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        return self if side == self.side else Support(self.side, self.target)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        air, supply = (self.air, self.supply) if side == self.side else (0, None)
        odds = full_odds(s, self.target, s.attackers, supply is not None, 0)
        plan = plan_data(s, self.side, self.target, s.attackers, air, supply)
        return {"plan": plan, "odds": supported(s, odds, air.bit_count()).to_data()}


@step
class Resolve(KgwStep):
    """13.2, 13.2.h, 15.6.g  Dice for the flyers, the column, the die, the result, carried out at once."""

    side: Side
    target: Hex
    air: UnitSet = 0
    supply: Unit | None = None

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        if self.supply is not None:
            s.tell("log.maximum", rule=maximum_rule(s, self.supply), unit=self.supply)
            expend(s, self.supply)
        hits = self._support(s)
        odds = full_odds(s, self.target, s.attackers, self.supply is not None, hits.bit_count())
        strength = total(s, s.defenders)
        code = roll(s, odds, self.side, self.target)
        flyers = hits if s.options["ground_fire"] else 0
        s.push(*self._consequences(s, code, flyers, strength), EndCombat())

    def _support(self, s: Position) -> UnitSet:
        """15.6.f, 15.6.i  Each air unit succeeds on 1 to 4; every attempt uses it, none is lost."""
        hits = 0
        for unit in members(self.air):
            fly(s, unit)
            (die,) = s.roll(1)
            if die <= s.game.charts.support_succeeds:
                hits |= 1 << unit
            s.tell(
                "log.support-hit" if hits >> unit & 1 else "log.support-miss", rule="15.6.e", unit=unit, dice=str(die)
            )
        return hits

    def _consequences(self, s: Position, code: str, flyers: UnitSet, strength: int) -> Iterator[KgwStep]:
        """13.5.a, 25.0  In the order of the key."""
        row: Mapping[str, Any] = s.game.charts.codes[code]
        a, o, target = self.side, 1 - self.side, self.target
        if row.get("counterattack"):
            yield CounterChoice(o, target)
            return
        yield TakeLosses(o, DEFENDERS, row["defender"])
        yield TakeLosses(a, ATTACKERS, row["attacker"], flyers if row["attacker"] else 0)
        if row["attacker_retreats"]:
            yield RetreatAll(a, ATTACKERS, row["attacker_retreats"])
        if row["defender_retreats"]:
            yield RetreatAll(o, DEFENDERS, row["defender_retreats"])
        if row["defender"]:
            yield Advance(a, target, False, spoils(s, code, strength), zhukov_drives(s))


def maximum_rule(s: Position, supply: Unit) -> str:
    """16.3.2.b-c  Of a mobile supply unit, or of a depot."""
    return "16.3.2.c" if s.flipped >> supply & 1 else "16.3.2.b"


def spoils(s: Position, code: str, strength: int) -> str:
    """24.8, Q-45  Results that bring recruit points, against a strong enough defence, if that option is in use."""
    charts = s.game.charts
    return code if s.options["losses"] and code in charts.loss_gains and strength >= charts.loss_strength else ""


def roll(s: Position, odds: Odds, side: int, target: Hex) -> str:
    """13.2.g  One die; the result and how it came about go into the log."""
    assert odds.column is not None
    if s.log is not None:
        data = odds.to_data()
        told = {name: data[name] for name in ("attack", "defence", "base", "shifts")}
        s.tell("log.odds", rule="13.2.d", hex=target, **told)
    (die,) = s.roll(1)
    code = odds.table.result(odds.column, die)
    column = odds.table.columns[odds.column]
    throw = Throw(side, odds.table, odds.column, (die,), 1 << target, odds)
    told = {"column": column, "dice": str(die), "result": f"@result.{code}", "codes": code}
    s.tell("log.result", rule=rule_of(code), throw=throw, **told)
    return code


@step
class EndCombat(KgwStep):
    """The combat is over: who fought is hidden again."""

    def run(self, s: Position) -> None:
        s.attackers = s.defenders = s.shown = 0
