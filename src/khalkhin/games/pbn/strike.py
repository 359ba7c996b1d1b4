"""16.8, 26.7, 29.0  The Air Strike Phase: air units, and headquarters' artillery with the option, bombard hexes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, asked_first, bare, hexes, numbers, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.results_tables import Odds, Shift, Throw
from khalkhin.games.pbn import recon
from khalkhin.games.pbn.elimination import damage, eliminate
from khalkhin.games.pbn.headquarters import active, radius
from khalkhin.games.pbn.information import sees
from khalkhin.games.pbn.logistics import Source
from khalkhin.games.pbn.losses import LoseOne
from khalkhin.games.pbn.position import RECON, RESERVE, STRIKE, PbnStep, Position
from khalkhin.games.pbn.refusals import NOT_NOW
from khalkhin.games.pbn.supply import jammed, serving
from khalkhin.games.pbn.terrain import bombardment_shift, within

PHASES = ("phase.soviet_strike", "phase.japan_strike")
MOST_GUNS = 2
"""29.1  Headquarters that may fire at one hex."""


def visible(s: Position, side: int) -> HexSet:
    """16.8, R92, R103  Hexes with enemy counters on the ground; a deception marker looks like one."""
    return s.held(1 - side)


# -- the column --------------------------------------------------------------------------------------------------------


def guarded(s: Position, side: int, target: Hex, known_to: int | None) -> bool:
    """16.84.1, R74  Whether a combat-effective anti-aircraft unit is in or next to a hex, as far as a side sees."""
    game = s.game
    near = game.map.grid.around[target] | 1 << target
    guns = s.on_map(side) & game.anti_aircraft & ~s.suppressed
    return any(near >> s.where[u] & 1 and (known_to is None or sees(s, known_to, u)) for u in members(guns))


def bombardment_odds(s: Position, side: int, target: Hex, air: int, guns: int, known_to: int | None) -> Odds:
    """16.81, 16.84.1, 29.0.3  Points, less what terrain, fortifications and anti-aircraft units take off; points beyond
    the last column make up for it."""
    charts, enemy = s.game.charts, 1 - side
    shifts = []
    if terrain := bombardment_shift(s.game, target):
        shifts.append(
            Shift("16.81", "shift.terrain", -terrain, {"terrain": f"@terrain.{s.game.map.terrain_at(target)}"})
        )
    if s.fortified[enemy] >> target & 1:
        shifts.append(Shift("TEC.36" if enemy else "TEC.37", "shift.fortified", -charts.fortification[enemy]))
    if air and guarded(s, enemy, target, known_to):
        shifts.append(Shift("16.84.1", "shift.anti-aircraft", -charts.shifts["anti_aircraft"]))
    unknown = ("16.84.1",) if air and known_to is not None and not guarded(s, enemy, target, known_to) else ()
    table, total = charts.bombardment, air + guns
    if shifts and (beyond := total - table.clamp(total)):
        shifts.append(Shift("16.81", "shift.excess", beyond))
    return Odds(table, Fraction(total), Fraction(0), table.clamp(total), tuple(shifts), unknown=unknown)


# -- placing -----------------------------------------------------------------------------------------------------------


@step
class StrikePhase(PbnStep):
    """4.1.19, 12.7, 16.2, 16.8, 16.82, R112  First all strikes are placed, then they are resolved, hex by hex."""

    side: Side
    placed: tuple[tuple[Hex, int], ...] = ()
    fire: tuple[tuple[Unit, Hex, int], ...] = ()
    fired: UnitSet = 0
    """29.0  Headquarters that have fired in this phase."""

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def left(self, s: Position) -> int:
        return s.air(self.side, STRIKE) - sum(points for _, points in self.placed)

    def targets(self, s: Position) -> HexSet:
        taken = sum(1 << hex_ for hex_, _ in self.placed)
        return visible(s, self.side) & ~taken if self.left(s) else 0

    def gunners(self, s: Position) -> UnitSet:
        """29.0, 29.0.1, 29.0.2  Activated headquarters with supply and a target in radius."""
        if not s.options["hq_artillery"]:
            return 0
        able = active(s, self.side) & ~self.fired
        return sum(1 << u for u in members(able) if serving(s, self.side, s.where[u]) and self.in_range(s, u))

    def in_range(self, s: Position, unit: int) -> HexSet:
        """29.0.2, 29.1  Enemy hexes within radius that not yet two headquarters fire at."""
        near = within(s.game, s.where[unit], radius(s, unit)) & visible(s, self.side)
        for hex_ in members(near):
            if len({u for u, at, _ in self.fire if at == hex_ and u != unit}) >= MOST_GUNS:
                near &= ~(1 << hex_)
        return near

    def ask(self, s: Position) -> Prompt | None:
        if not s.options["hq_artillery"] and not s.air(self.side, STRIKE) and not s.air(self.side, RECON):
            return None  # missions are open, so everybody knows
        targets, placed = self.targets(s), self.placed or self.fire
        offers = [hexes(targets, "strike"), units(self.gunners(s), "artillery")]
        offers.append(hexes(recon.flights(s, self.side), "recon"))
        told = {"count": self.left(s) if targets else 0, "placed": int(bool(placed))}
        return prompt(self.side, "16.8", "ask.strike", *offers, bare("done"), **told)

    def run(self, s: Position) -> None:
        s.end_phase()

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "strike" and isinstance(noun, int):
            return None if self.targets(s) >> noun & 1 else self._why_no_strike(s, noun)
        if verb == "artillery" and isinstance(noun, int):
            return None if self.gunners(s) >> noun & 1 else self._why_no_fire(s, noun)
        if verb == "recon":
            return recon.why(s, side, verb, noun)
        return NOT_NOW

    def _why_no_strike(self, s: Position, hex_: Hex) -> Reason:
        if not self.left(s):
            return no("16.2", "why.no-strikes")
        if not visible(s, self.side) >> hex_ & 1:
            return no("16.8", "why.no-enemy", hex=hex_)
        return no("16.82", "why.struck", hex=hex_)

    def _why_no_fire(self, s: Position, unit: int) -> Reason:
        if not s.options["hq_artillery"]:
            return no("29.0", "why.no-artillery-option")
        if not active(s, self.side) >> unit & 1:
            return no("29.0", "why.no-artillery", unit=unit)
        if self.fired >> unit & 1:
            return no("29.0", "why.has-fired", unit=unit)
        if not serving(s, self.side, s.where[unit]):
            return jammed(s, self.side, s.where[unit]) or no("29.0.1", "why.no-shells", unit=unit)
        return no("29.0.2", "why.no-target-in-range", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "done":
            s.push(Bombardment(side, self.placed, self.fire))
            return
        assert isinstance(noun, int)
        if verb == "strike":
            s.push(Load(self, noun))
        elif verb == "artillery":
            s.push(Gun(self, noun, s.game.support[noun]))
        else:
            s.push(self)
            recon.take(s, side, verb, noun)

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.side else StrikePhase(self.side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        return _details(s, self) if side == self.side else {}


def _details(s: Position, phase: StrikePhase) -> dict[str, Any]:
    name = s.game.map.grid.name
    strikes = {name(hex_): points for hex_, points in phase.placed}
    for _, hex_, points in phase.fire:
        strikes[name(hex_)] = strikes.get(name(hex_), 0) + points
    return {"strikes": strikes}


def _preview(s: Position, phase: StrikePhase, target: Hex, air: int, guns: int) -> dict[str, Any]:
    """The strike on a hex with more points, as far as its owner knows."""
    air += sum(points for hex_, points in phase.placed if hex_ == target)
    guns += sum(points for _, hex_, points in phase.fire if hex_ == target)
    return bombardment_odds(s, phase.side, target, air, guns, phase.side).to_data()


@step
class Load(PbnStep):
    """16.82, 26.7  How many points strike a hex."""

    after: StrikePhase
    target: Hex

    @property
    def phase(self) -> str:
        return self.after.phase

    def _most(self, s: Position) -> int:
        return min(self.after.left(s), s.game.charts.strike_limit[self.after.side])

    def run(self, s: Position) -> None:
        self._place(s, 1)

    def ask(self, s: Position) -> Prompt | None:
        if self._most(s) == 1:
            return None  # its owner alone can know: nobody else sees this step
        offer = numbers("points", range(1, self._most(s) + 1))
        return prompt(self.after.side, "26.7", "ask.points", offer, hex=self.target)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "points" and isinstance(noun, int):
            return None if 1 <= noun <= self._most(s) else no("26.7", "why.points", count=self._most(s))
        return no("26.7", "why.pick-points", hex=self.target)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._place(s, noun)

    def _place(self, s: Position, points: int) -> None:
        s.push(replace(self.after, placed=(*self.after.placed, (self.target, points))))

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.after.side else StrikePhase(self.after.side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.after.side:
            return {}
        return {**_details(s, self.after), "odds": _preview(s, self.after, self.target, self._most(s), 0)}


@step
class Gun(PbnStep):
    """29.0, 29.0.1, 29.0.3, 29.2  A headquarters fires its support value at one hex, or splits it over several."""

    after: StrikePhase
    unit: Unit
    left: int
    target: Hex | None = None

    @property
    def phase(self) -> str:
        return self.after.phase

    def _targets(self, s: Position) -> HexSet:
        mine = sum(1 << at for u, at, _ in self.after.fire if u == self.unit)
        return self.after.in_range(s, self.unit) & ~mine

    def ask(self, s: Position) -> Prompt | None:
        side = self.after.side
        if self.target is not None:
            offer = numbers("points", range(1, self.left + 1))
            return prompt(side, "29.2", "ask.points", offer, hex=self.target)
        if not self.left or not self._targets(s):
            return None
        targets = hexes(self._targets(s))
        return prompt(side, "29.0", "ask.artillery", targets, bare("done"), unit=self.unit, count=self.left)

    def run(self, s: Position) -> None:
        """29.0.1  The fire is set: a further supply point is spent, from where the owner likes."""
        s.push(
            Source(self.after.side, self.unit),
            replace(self.after, fired=self.after.fired | 1 << self.unit),
        )

    @property
    def begun(self) -> bool:
        return any(u == self.unit for u, _, _ in self.after.fire)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if self.target is not None:
            if verb != "points" or not isinstance(noun, int):
                return no("29.2", "why.pick-points", hex=self.target)
            return None if 1 <= noun <= self.left else no("29.2", "why.points", count=self.left)
        if verb == "done":
            return None
        if verb == "hex" and isinstance(noun, int):
            return None if self._targets(s) >> noun & 1 else self._why_not(s, noun)
        return asked_first(s, side, "29.0")

    def _why_not(self, s: Position, hex_: Hex) -> Reason:
        if not within(s.game, s.where[self.unit], radius(s, self.unit)) >> hex_ & 1:
            return no("29.0.2", "why.out-of-range", hex=hex_)
        if not visible(s, self.after.side) >> hex_ & 1:
            return no("29.0.2", "why.no-enemy", hex=hex_)
        if not self.after.in_range(s, self.unit) >> hex_ & 1:
            return no("29.1", "why.two-guns", hex=hex_)
        return no("29.2", "why.struck", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "done":
            if self.begun:
                self.run(s)
            else:
                s.push(self.after)
            return
        assert isinstance(noun, int)
        if self.target is not None:
            self._fire(s, self.target, noun)
        elif self.left == 1:
            self._fire(s, noun, 1)
        else:
            s.push(replace(self, target=noun))

    def _fire(self, s: Position, target: Hex, points: int) -> None:
        fire = (*self.after.fire, (self.unit, target, points))
        s.push(replace(self, after=replace(self.after, fire=fire), left=self.left - points, target=None))

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.after.side else StrikePhase(self.after.side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.after.side:
            return {}
        odds = {} if self.target is None else {"odds": _preview(s, self.after, self.target, 0, self.left)}
        return {**_details(s, self.after), **odds}


# -- resolving ---------------------------------------------------------------------------------------------------------


@step
class Bombardment(PbnStep):
    """16.8, 16.81, 16.82, 29.0.3, 29.0.4  Strikes are resolved one by one, in the order their owner likes."""

    side: Side
    placed: tuple[tuple[Hex, int], ...]
    fire: tuple[tuple[Unit, Hex, int], ...]

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _targets(self) -> HexSet:
        return sum(1 << h for h in {*(h for h, _ in self.placed), *(h for _, h, _ in self.fire)})

    def ask(self, s: Position) -> Prompt | None:
        left = self._targets()
        if left.bit_count() < 2:
            return None
        return prompt(self.side, "16.8", "ask.bomb", hexes(left, "strike"))

    def run(self, s: Position) -> None:
        left = self._targets()
        if left:
            self._bomb(s, next(members(left)))
        else:
            s.end_phase()

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "strike" and isinstance(noun, int):
            return None if self._targets() >> noun & 1 else no("16.8", "why.not-placed", hex=noun)
        return no("16.8", "why.bombing")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._bomb(s, noun)

    def _bomb(self, s: Position, target: Hex) -> None:
        """16.81, 16.84, 18.3, R103  One die; what flew and was not shot at goes to Reserve."""
        air = sum(points for hex_, points in self.placed if hex_ == target)
        guns = sum(points for _, hex_, points in self.fire if hex_ == target)
        s.push(
            replace(
                self,
                placed=tuple(x for x in self.placed if x[0] != target),
                fire=tuple(x for x in self.fire if x[1] != target),
            )
        )
        odds = bombardment_odds(s, self.side, target, air, guns, None)
        assert odds.column is not None
        (die,) = s.roll(1)
        result = odds.table.result(odds.column, die)
        column = odds.table.columns[odds.column]
        s.tell(
            "log.bombardment",
            rule="16.81",
            throw=Throw(self.side, odds.table, odds.column, (die,), 1 << target, odds),
            side=self.side,
            hex=target,
            count=air + guns,
            column=column,
            dice=str(die),
            result=f"@bombardment.{result}",
        )
        if "S" in result:
            suppress(s, 1 - self.side, target)
        if air and "AA" in result:
            damage(s, self.side, 1, STRIKE, "16.84")
            air -= 1
        s.fly(self.side, air, STRIKE, RESERVE)
        if result == "SE":
            s.push(LoseOne(1 - self.side, 0, "16.83", target))

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        return _details(s, StrikePhase(self.side, self.placed, self.fire))


def suppress(s: Position, side: int, hex_: Hex) -> None:
    """8.3, 8.4, 12.5.4, 16.83, 16.85, 18.2, 19.3  Every combat unit of the hex is suppressed, headquarters go
    inactive, one supply point is lost; nobody is revealed, so that deception markers get the same marker (R103)."""
    game, here = s.game, s.land_at(side, hex_)
    s.suppressed |= s.stack(hex_) & game.sheet.of_side[side] & (game.fighting | game.deception)
    s.activated &= ~(here & game.headquarters)
    s.kept &= ~(here & game.headquarters)
    s.notes = {}
    s.tell("log.suppressed-hex", rule="16.83", hex=hex_, loud=True)
    if supply := here & game.supply:
        eliminate(s, supply & -supply, "16.83")
