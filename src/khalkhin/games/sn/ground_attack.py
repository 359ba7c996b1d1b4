"""15.2.20-28, 16.0  Attacks from the air and the sea on units, airbases and cities."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units, words
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.results_tables import STALEMATE, Odds, Shift, Throw
from khalkhin.games.sn.charts import shot_down
from khalkhin.games.sn.elimination import settle_toll, shoot_down
from khalkhin.games.sn.losses import Lose
from khalkhin.games.sn.position import AVAILABLE, Position, SnStep
from khalkhin.games.sn.terrain import terrain_shift

PHASES = ("phase.soviet_air", "phase.japan_air")
UNITS, AIRBASE, CITY = "units", "airbase", "city"


def attackers(s: Position, side: int, hex_: Hex) -> UnitSet:
    """15.2.20, 15.2.34  Strikes over a hex that attack the ground: not close air support."""
    return s.strikes_at(side, hex_) & ~s.close_support


def legal_targets(s: Position, side: int, hex_: Hex, group: UnitSet) -> tuple[str, ...]:
    """15.2.21, 15.2.24, R81, R108  What strikes over a hex can attack; ships attack no airbase as such."""
    game = s.game
    here = s.units_at(1 - side, hex_)
    found = [UNITS] if here else []
    if here & game.airbases and not group & game.bombardments:
        found.append(AIRBASE)
    enemy_city = here or (game.friendly[1 - side] >> hex_ & 1 and not s.units_at(side, hex_))
    if game.cities >> hex_ & 1 and enemy_city:
        found.append(CITY)
    return tuple(found)


def attack_odds(s: Position, side: int, hex_: Hex, target: str, count: int) -> Odds:
    """15.2.21, 15.2.28, 25.4.3, 25.8.3  The column: as many as strikes, shifted; below the first one the die is one
    less."""
    charts, enemy = s.game.charts, 1 - side
    here, shifts = s.units_at(enemy, hex_), []
    if target in (UNITS, AIRBASE) and here & s.disrupted:
        shifts.append(Shift("15.2.28", "shift.disrupted-defender", charts.air_shifts["disrupted"]))
    if s.surprise(side):
        shifts.append(Shift("25.4.3", "shift.surprise", charts.air_shifts["surprise"]))
    if target == UNITS:
        if ground := terrain_shift(s.game, hex_, s.ruined, "air"):
            shifts.append(Shift("15.2.21", "shift.terrain", ground, {"terrain": f"@terrain.{_name(s, hex_)}"}))
        if here & s.game.forts:
            shifts.append(Shift("12.4", "shift.fort", charts.air_shifts["fort"]))
    base = charts.air_attack.clamp(count - 1)
    table = charts.air_attack if base + sum(shift.value for shift in shifts) >= 0 else charts.air_below
    if target != UNITS:  # a light hit does nothing to an airbase or a city
        table = replace(table, kinds={**table.kinds, "H1": STALEMATE})
    return Odds(table, Fraction(count), Fraction(0), base, tuple(shifts))


def _name(s: Position, hex_: Hex) -> str:
    game = s.game
    if game.cities >> hex_ & 1 and not s.ruined >> hex_ & 1:
        return "city"
    return game.map.terrain_at(hex_)


@step
class GroundAttack(SnStep):
    """15.2.20, 15.2.22, 16.0.3  The phasing player attacks hex after hex, in any order."""

    side: Side
    done: HexSet = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _hexes(self, s: Position) -> HexSet:
        over = s.hexes_of(self.side, s.game.strikes) & ~self.done
        found = 0
        for hex_ in members(over):
            group = attackers(s, self.side, hex_)
            if group and legal_targets(s, self.side, hex_, group & s.game.airstrikes):
                found |= 1 << hex_
        return found

    def ask(self, s: Position) -> Prompt | None:
        found = self._hexes(s)
        return prompt(self.side, "15.2.21", "ask.bomb", hexes(found, "strike")) if found & (found - 1) else None

    def run(self, s: Position) -> None:
        found = self._hexes(s)
        if found:
            self._begin(s, next(members(found)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "strike" and isinstance(noun, int):
            return None if self._hexes(s) >> noun & 1 else no("15.2.20", "why.no-strike-there", hex=noun)
        return no("15.2.20", "why.bombing")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._begin(s, noun)

    def _begin(self, s: Position, hex_: Hex) -> None:
        """21.0  The stack is open to view until the attacks on it are over."""
        s.shown = s.units_at(1 - self.side, hex_)
        s.seal()
        s.push(Aim(self.side, hex_), replace(self, done=self.done | 1 << hex_))


@step
class Aim(SnStep):
    """15.2.21, 15.2.22, 16.0.3, R113  Strikes of a hex are grouped by target: those picked, or all; or left idle."""

    side: Side
    hex: Hex
    picked: UnitSet = 0
    spent: UnitSet = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _left(self, s: Position) -> UnitSet:
        return attackers(s, self.side, self.hex) & ~self.spent

    def _group(self, s: Position) -> UnitSet:
        return self.picked or self._left(s)

    def ask(self, s: Position) -> Prompt | None:
        left = self._left(s)
        if not left or not legal_targets(s, self.side, self.hex, 0):
            return None
        goals = legal_targets(s, self.side, self.hex, self._group(s))
        more = left & ~self.picked if left & (left - 1) else 0
        offers = units(more), words("target", *goals), bare("skip")
        return prompt(self.side, "15.2.21", "ask.aim", *offers, hex=self.hex)

    def run(self, s: Position) -> None:
        """5.3.b, R16, R121  All attacks of a phase on a hex are one battle: what they destroyed is counted together."""
        settle_toll(s)
        s.shown = 0

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        left = self._left(s)
        if verb == "skip":
            return None
        if verb == "unit" and isinstance(noun, int):
            able = left & ~self.picked if left & (left - 1) else 0
            return None if able >> noun & 1 else no("15.2.22", "why.not-over", unit=noun, hex=self.hex)
        if verb == "target":
            goals = legal_targets(s, side, self.hex, self._group(s))
            return None if noun in goals else no("15.2.21", "why.no-such-target")
        return no("15.2.21", "why.aiming", hex=self.hex)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "unit" and isinstance(noun, int):
            s.push(replace(self, picked=self.picked | 1 << noun))
        elif isinstance(noun, str):
            group = self._group(s)
            s.push(replace(self, picked=0, spent=self.spent | group))
            self._attack(s, group, noun)
        else:
            self.run(s)

    def _attack(self, s: Position, group: UnitSet, target: str) -> None:
        """15.2.21, 15.2.23, 15.2.24, 15.2.25, 15.2.26  One die for a group."""
        odds = attack_odds(s, self.side, self.hex, target, group.bit_count())
        assert odds.base is not None
        assert odds.column is not None
        (die,) = s.roll(1)
        result = odds.table.result(odds.column, die)
        s.tell(
            "log.air-attack",
            rule="15.2.21",
            throw=Throw(self.side, odds.table, odds.column, (die,), 1 << self.hex, odds),
            side=self.side,
            hex=self.hex,
            target=f"@target.{target}",
            column=odds.table.columns[odds.column],
            dice=str(die) if odds.base + odds.net >= 0 else f"{die}\N{MINUS SIGN}1",
            result=f"@air.{result}",
        )
        consequence(s, self.side, self.hex, group, target, result)

    def seen_by(self, s: Position, side: int | None) -> SnStep:
        return self if side == self.side else replace(self, picked=0)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.side:
            return {}
        group = self._group(s)
        goals = legal_targets(s, self.side, self.hex, group)
        odds = {g: attack_odds(s, self.side, self.hex, g, group.bit_count()).to_data() for g in goals}
        return {"alternatives": odds} if odds else {}


def consequence(s: Position, side: int, hex_: Hex, group: UnitSet, target: str, result: str) -> None:
    """15.2.23, 15.2.24, 15.2.25, 15.2.26, 15.2.27, 16.0.1, R72, R75, R76  What a result does to its target, and to the
    strikes."""
    game, enemy = s.game, 1 - side
    if result == "AA":
        if group & game.airstrikes:
            s.push(FlakLoss(side, hex_, group & game.airstrikes))
    elif result == "NE":
        return
    elif target == CITY:
        if result in ("H2", "H3") and not s.ruined >> hex_ & 1:
            s.ruined |= 1 << hex_
            s.notes = {}
            s.tell("log.ruined", rule="15.2.25", hex=hex_)
    elif target == AIRBASE:
        s.push(HangarLoss(enemy, hex_, shot_down(result)))
    elif result == "H3":
        s.push(Lose(enemy, s.units_at(enemy, hex_), 1, "15.2.26"))
    else:
        s.push(Disrupt(enemy if result == "H1" else side, enemy, hex_))


@step
class FlakLoss(SnStep):
    """15.2.23  One attacking airstrike is lost, its owner says which."""

    side: Side
    hex: Hex
    group: UnitSet

    def _able(self, s: Position) -> UnitSet:
        return self.group & s.strikes_at(self.side, self.hex)

    def ask(self, s: Position) -> Prompt | None:
        able = self._able(s)
        return prompt(self.side, "15.2.23", "ask.shot-down", units(able), hex=self.hex) if able & (able - 1) else None

    def run(self, s: Position) -> None:
        for unit in members(self._able(s)):
            shoot_down(s, unit, self.hex, "15.2.23")

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        able = verb == "unit" and isinstance(noun, int) and self._able(s) >> noun & 1
        return None if able else no("15.2.23", "why.pick-airstrike")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        shoot_down(s, noun, self.hex, "15.2.23")


@step
class HangarLoss(SnStep):
    """15.2.24, R76  Airstrikes in the Available box are lost; carrier airstrikes are somewhere else."""

    side: Side
    hex: Hex
    count: int

    def _able(self, s: Position) -> UnitSet:
        return s.in_box(self.side, AVAILABLE) & s.game.airstrikes & ~s.game.carrier_air

    def ask(self, s: Position) -> Prompt | None:
        able = self._able(s)
        if not self.count or able.bit_count() <= self.count:
            return None
        return prompt(self.side, "15.2.24", "ask.shot-down", units(able), hex=self.hex)

    def run(self, s: Position) -> None:
        for unit in list(members(self._able(s)))[: self.count]:
            shoot_down(s, unit, self.hex, "15.2.24")

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        able = verb == "unit" and isinstance(noun, int) and self._able(s) >> noun & 1
        return None if able else no("15.2.24", "why.pick-airstrike")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        shoot_down(s, noun, self.hex, "15.2.24")
        s.push(replace(self, count=self.count - 1))


@step
class Disrupt(SnStep):
    """2.12.2, 15.2.26, 15.2.28, 15.2.30, R72  One more unit is disrupted, of the owner's or of the attacker's choice;
    where all are, nothing happens."""

    who: Side
    side: Side
    hex: Hex

    def _able(self, s: Position) -> UnitSet:
        return s.units_at(self.side, self.hex) & ~s.disrupted

    def ask(self, s: Position) -> Prompt | None:
        able = self._able(s)
        return prompt(self.who, "15.2.26", "ask.disrupt", units(able), hex=self.hex) if able & (able - 1) else None

    def run(self, s: Position) -> None:
        for unit in members(self._able(s)):
            self._mark(s, unit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        able = verb == "unit" and isinstance(noun, int) and self._able(s) >> noun & 1
        return None if able else no("15.2.26", "why.pick-unit")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._mark(s, noun)

    def _mark(self, s: Position, unit: int) -> None:
        s.disrupted |= 1 << unit
        s.notes = {}
        s.tell("log.disrupted", rule="15.2.26", units=1 << unit)
