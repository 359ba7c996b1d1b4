"""14.2, 19.1, 19.5  Advances into a hex that combat has emptied."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.bases import scatter
from khalkhin.games.kgw.information import tell_units
from khalkhin.games.kgw.losses import clear_trench
from khalkhin.games.kgw.position import SOVIET, KgwStep, Position
from khalkhin.games.kgw.reorganize import break_down, combine, formable_at, stacks_of, usual_parts
from khalkhin.games.kgw.ways import barred_to, track


def can_step(s: Position, unit: int, a: Hex, b: Hex) -> bool:
    """14.2.f  Whether a unit may go from hex to hex at all; trains only along their track (19.4)."""
    game, side = s.game, s.game.sheet.side[unit]
    if barred_to(s, side, unit) >> b & 1:
        return False
    if game.trains >> unit & 1:
        return bool(track(s, side)[game.map.grid.direction(a, b)] >> a & 1)
    return bool(terrain.steps(game, game.movement_class[unit], s.winter)[a] >> b & 1)


def followers(s: Position, side: int, force: UnitSet) -> UnitSet:
    """16.1, Q-47  Mobile supply in a hex of the force may go along with units that advance from there."""
    hexes_ = sum(1 << h for h in {s.where[u] for u in members(force)} if h >= 0)
    return sum(s.units_at(side, h) for h in members(hexes_)) & s.game.supply & ~s.static()


def zhukov_drives(s: Position, target: Hex) -> bool:
    """19.1, Q-48  Zhukov shares or adjoins a hex that holds attackers of this combat."""
    where = s.where[s.game.zhukov]
    if where < 0:
        return False
    near = s.game.map.grid.within(1 << where, 1)
    return any(near >> s.where[u] & 1 for u in members(s.attackers) if s.where[u] >= 0)


@step
class Advance(KgwStep):
    """14.2  The victor's units that took part may enter the hex; cavalry, and armour under Zhukov, one hex more."""

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

    def eligible(self, s: Position) -> UnitSet:
        """14.2.a, 14.2.h, 13.6.e  Mobile units that attacked, no artillery; supply behind those that went."""
        game = s.game
        fighters = s.attackers & ~s.static() & ~game.artillery & ~game.supply & ~self.gone
        if self.counter:
            fighters &= ~game.bracketed
        supply = sum(s.units_at(self.side, h) for h in members(self.left)) & game.supply & ~s.static() & ~self.gone
        around = s.game.map.grid.around[self.target]
        return sum(
            1 << u
            for u in members(fighters | supply)
            if around >> s.where[u] & 1 and can_step(s, u, s.where[u], self.target)
        )

    def vacated(self, s: Position) -> bool:
        return not s.occupied(1 - self.side) >> self.target & 1

    def ask(self, s: Position) -> Prompt | None:
        found = self.eligible(s) if self.vacated(s) else 0
        if not found:
            return None
        pool = s.attackers & found
        offers = [units(found, gather=True), units(found & s.game.divisions, "breakdown")]
        offers.append(units(formable_at(s, self.side, pool), "combine"))
        return prompt(self.side, "14.2", "ask.advance", *offers, bare("done"), hex=self.target)

    def run(self, s: Position) -> None:
        self._spoils(s)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if not isinstance(noun, int):
            return no("14.2", "why.advancing", hex=self.target)
        if verb == "unit":
            return None if self.eligible(s) >> noun & 1 else self._why_not(s, noun)
        if verb == "breakdown":
            ok = self.eligible(s) & s.game.divisions
            return None if ok >> noun & 1 else no("14.2.g", "why.no-division", unit=noun)
        if verb == "combine":
            pool = s.attackers & self.eligible(s)
            return None if formable_at(s, side, pool) >> noun & 1 else no("14.2.g", "why.no-parts", unit=noun)
        return no("14.2", "why.advancing", hex=self.target)

    def _why_not(self, s: Position, unit: int) -> Reason:
        if s.game.artillery >> unit & 1:
            return no("14.2.h", "why.no-advance", unit=unit)
        if not s.attackers >> unit & 1:
            return no("14.2.a", "why.not-in-combat", unit=unit)
        return no("14.2.f", "why.cannot-enter", unit=unit, hex=self.target)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "done":
            self._spoils(s)
            return
        assert isinstance(noun, int)
        if verb == "breakdown":
            break_down(s, noun)
            s.push(self)
        elif verb == "combine":
            pool = s.attackers & self.eligible(s)
            stack = next(group for group in stacks_of(s, pool) if usual_parts(s, noun, group))
            parts = usual_parts(s, noun, stack)
            combine(s, noun, parts, s.where[next(members(parts))])
            s.push(self)
        else:
            self._advance(s, noun)

    def _advance(self, s: Position, unit: int) -> None:
        start = s.where[unit]
        on = Advance(
            self.side,
            self.target,
            self.counter,
            self.spoils,
            self.driven,
            self.gone | 1 << unit,
            self.left | 1 << start,
        )
        s.tread(self.side, self.target)
        s.put(unit, self.target)
        clear_trench(s, self.side, start)
        tell_units(s, "log.advance", 1 << unit, "14.2", hex=self.target)
        second = self._second(s, unit)
        s.push(*([AdvanceOn(self.side, unit, self.target)] if second else []), on)

    def _second(self, s: Position, unit: int) -> bool:
        """19.1, 19.5  Who may go a second hex: all cavalry; Soviet mechanized units that Zhukov drives on."""
        game = s.game
        if game.supply >> unit & 1:
            return False
        driven = self.driven and not self.counter and self.side == SOVIET and game.mech >> unit & 1
        return bool(game.cavalry >> unit & 1 or driven) and bool(further(s, self.side, unit, self.target))

    def _spoils(self, s: Position) -> None:
        """24.8  An advance after a heavy defeat brings recruit points, and costs the loser one."""
        if self.spoils and self.gone:
            s.gain(self.side, s.game.charts.loss_gains[self.spoils])
            s.gain(1 - self.side, -s.game.charts.loss_cost)
            s.tell("log.spoils", rule="24.8", side=self.side, points=s.game.charts.loss_gains[self.spoils])


def further(s: Position, side: int, unit: int, hex_: Hex) -> HexSet:
    """19.1, 19.5  Second hexes: any direction, free of enemies, enterable."""
    around = s.game.map.grid.around[hex_] & ~s.occupied(1 - side)
    return sum(1 << h for h in members(around) if can_step(s, unit, hex_, h))


@step
class AdvanceOn(KgwStep):
    """19.1, 19.5  A unit that may advance two hexes goes on, or stays."""

    side: Side
    unit: Unit
    hex: Hex

    def ask(self, s: Position) -> Prompt:
        onward = hexes(further(s, self.side, self.unit, self.hex))
        return prompt(self.side, "19.5", "ask.advance-on", onward, bare("done"), unit=self.unit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "hex" and isinstance(noun, int):
            ok = further(s, side, self.unit, self.hex) >> noun & 1
            return None if ok else no("19.5", "why.no-second-hex", unit=self.unit, hex=noun)
        return no("19.5", "why.advance-on", unit=self.unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.put(self.unit, noun)
            scatter(s, 1 - side, s.game.map.grid.around[noun])
            tell_units(s, "log.advance", 1 << self.unit, "19.5", hex=noun)
