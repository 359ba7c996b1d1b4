"""19.0, 23.0.1  Airborne operations: brigades drop from airbases and the Home Islands."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.sn.elimination import eliminate
from khalkhin.games.sn.position import HOME, JAPAN, Position, SnStep
from khalkhin.games.sn.providers import can_provide, lock, needs_nobody
from khalkhin.games.sn.ways import state_rule

PHASES = ("phase.soviet_move", "phase.japan_move")


def bases_at(s: Position, side: int, hex_: Hex) -> UnitSet:
    """19.0.3, R88  Airbases of a hex that can serve a drop: undisrupted, not moved and not used in this phase."""
    here = s.units_at(side, hex_) & s.game.airbases
    return here & ~s.disrupted & ~s.moved & ~s.served


def supplied(s: Position, side: int, unit: int) -> bool:
    """19.0.4, R105, R123  General Supply in a first phase, Offensive Supply in a second."""
    if s.surprise(side):
        return True
    return bool(s.offensive >> unit & 1) if s.round == 2 else can_provide(s, side, unit)


def ready(s: Position, side: int) -> UnitSet:
    """19.0, 19.0.4  Airborne units that can be dropped."""
    mine = s.game.airborne & s.game.sheet.of_side[side] & ~s.moved & ~s.beached
    found = 0
    for unit in members(mine & (s.ground(side) | s.at_home)):
        place = s.where[unit]
        if place >= 0 and not bases_at(s, side, place):
            continue
        if supplied(s, side, unit) and (zones(s, side, unit) or home_bound(s, side, unit)):
            found |= 1 << unit
    return found


def why_not(s: Position, side: int, unit: int) -> Reason | None:
    if ready(s, side) >> unit & 1:
        return None
    if s.game.sheet.side[unit] != side:
        return no("19.0", "why.not-yours", unit=unit)
    if not s.game.airborne >> unit & 1:
        return no("19.0", "why.not-airborne", unit=unit)
    if s.moved >> unit & 1:
        return no("8.6.1", "why.moved", unit=unit)
    place = s.where[unit]
    if not (s.ground(side) | s.at_home) >> unit & 1:
        return no("19.0", "why.off-map", unit=unit)
    if place >= 0 and not bases_at(s, side, place):
        return no("19.0.3", "why.no-airbase", unit=unit)
    if not supplied(s, side, unit):
        if s.round == 1:
            return no("19.0.4", "why.no-general", units=1 << unit)
        return no("19.0.4", "why.no-offensive", unit=unit)
    return no("23.0.1", "why.no-landing", unit=unit)


def zones(s: Position, side: int, unit: int) -> HexSet:
    """11.4.1, 19.0.1, 19.0.2, 23.0.1  Hexes within range that it may enter, without enemies; from the Home Islands only
    airbases near the east edge."""
    game, place = s.game, s.where[unit]
    free = game.land & game.enterable[game.sheet.nation[unit]] & ~s.occupied(1 - side)
    if place >= 0:
        return free & game.within(place, game.charts.airborne_range[side]) & ~(1 << place)
    return free & near_home(s, side)


def near_home(s: Position, side: int) -> HexSet:
    """23.0.1  Hexes with an undisrupted friendly airbase within ten hexes of the east edge."""
    game = s.game
    bases = s.hexes_of(side, game.airbases & ~s.disrupted)
    return sum(1 << h for h in members(bases) if game.from_east[h] <= game.charts.home_reach)


def home_bound(s: Position, side: int, unit: int) -> bool:
    """23.0.1  Whether it may fly to the Home Islands, from an airbase near the east edge."""
    place = s.where[unit]
    return side == JAPAN and place >= 0 and bool(near_home(s, side) >> place & 1)


@step
class Drop(SnStep):
    """19.0, 19.0.2, 19.0.6, R86  An airborne unit lands somewhere, if it survives."""

    side: Side
    unit: Unit

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt:
        home = [bare("home")] if home_bound(s, self.side, self.unit) else []
        return prompt(self.side, "19.0", "ask.drop", hexes(zones(s, self.side, self.unit)), *home, unit=self.unit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "home":
            return None if home_bound(s, side, self.unit) else self._why_not_home(s)
        if verb == "hex" and isinstance(noun, int):
            return None if zones(s, side, self.unit) >> noun & 1 else self._why_not(s, noun)
        return no("19.0", "why.dropping", unit=self.unit)

    def _why_not_home(self, s: Position) -> Reason:
        if self.side != JAPAN:
            return no("23.0.1", "why.no-home", unit=self.unit)
        if s.where[self.unit] < 0:
            return no("23.0.1", "why.at-home", unit=self.unit)
        return no("23.0.1", "why.far-from-home", hex=s.where[self.unit])

    def _why_not(self, s: Position, hex_: Hex) -> Reason:
        if s.occupied(1 - self.side) >> hex_ & 1:
            return no("19.0.2", "why.enemy", hex=hex_)
        if s.game.sea >> hex_ & 1:
            return no("19.0.2", "why.sea", hex=hex_)
        if s.where[self.unit] < 0:
            return no("23.0.1", "why.far-from-home", hex=hex_)
        if (rule := state_rule(s, 1 << self.unit, hex_)) is not None:
            return no(rule, "why.state", hex=hex_)
        return no("19.0.1", "why.out-of-range", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        place = s.where[self.unit]
        if place >= 0:
            base = bases_at(s, side, place)
            s.served |= base & -base
            if s.round == 1 and not needs_nobody(s, side, self.unit):
                lock(s, side, self.unit, 0)
        s.moved |= 1 << self.unit
        if not isinstance(noun, int):
            s.send(self.unit, HOME)
            s.tell("log.flown-home", rule="23.0.1", unit=self.unit)
            return
        (die,) = s.roll(1)
        safe = die <= s.game.charts.airborne_survives[side]
        s.tell("log.drop" if safe else "log.drop-lost", rule="19.0.5", unit=self.unit, hex=noun, dice=str(die))
        if safe:
            s.put(self.unit, noun)
            s.landed |= 1 << self.unit
        else:
            eliminate(s, 1 << self.unit, "19.0.5", False)

    def seen_by(self, s: Position, side: int | None) -> SnStep | None:
        return self if side == self.side else None
