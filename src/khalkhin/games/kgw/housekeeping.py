"""11.1, 18.4  What is looked at when a Movement or Combat Phase ends: overfull hexes and empty entrenchments."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw.information import tell_units
from khalkhin.games.kgw.losses import eliminate
from khalkhin.games.kgw.position import KgwStep, Position
from khalkhin.games.kgw.retreat import ends
from khalkhin.games.kgw.stacking import counting, excess, too_high


@step
class Stacking(KgwStep):
    """11.1, Q-42, Q-103  Too many units in a hex: the owner sends some one hex away; who cannot go is lost."""

    side: Side
    """Whose phase has ended: his hexes are looked at first."""

    @property
    def phase(self) -> str:
        return ""

    def run(self, s: Position) -> None:
        drop_empty(s, self.side)
        for side in (self.side, 1 - self.side):
            full = too_high(s, side)
            if full:
                s.push(Crowd(side, next(members(full))), self)
                return
        s.moved = s.railed = s.attacked = s.spared = 0
        s.rail_used = 0


def drop_empty(s: Position, side: int) -> None:
    """18.4, Q-53  Entrenchments left empty are gone, but for those of the set-up that nobody has occupied yet."""
    empty: HexSet = s.trenches[side] & ~s.occupied(side) & ~s.unmanned
    if empty:
        s.raze(side, empty)


def surplus(s: Position, side: int, hex_: Hex) -> UnitSet:
    """Units of which one has to leave the hex: those that count where too many count."""
    here = s.units_at(side, hex_)
    found = 0
    for unit in members(here):
        if not excess_without(s, side, hex_, unit) or here & counting(s) & 1 << unit:
            found |= 1 << unit
    divisions = here & s.game.divisions
    if divisions.bit_count() > s.game.charts.stack_divisions:
        return divisions
    return found & counting(s) or found


def excess_without(s: Position, side: int, hex_: Hex, unit: int) -> bool:
    twin = s.clone()
    twin.put(unit, s.game.limbo)
    return excess(twin, side, hex_)


@step
class Crowd(KgwStep):
    """11.1  One unit after another leaves an overfull hex."""

    side: Side
    hex: Hex
    unit: Unit | None = None

    def ask(self, s: Position) -> Prompt | None:
        if not excess(s, self.side, self.hex):
            return None
        if self.unit is None:
            return prompt(self.side, "11.1", "ask.crowd", units(surplus(s, self.side, self.hex)), hex=self.hex)
        found = sum(1 << h for h in ends(s, self.unit, 1, 1 << self.unit))
        return prompt(self.side, "11.1", "ask.crowd-to", hexes(found), unit=self.unit) if found else None

    def run(self, s: Position) -> None:
        if self.unit is not None:
            eliminate(s, self.unit, "11.1")
            s.push(Crowd(self.side, self.hex))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int) and self.unit is None:
            ok = surplus(s, side, self.hex) >> noun & 1
            return None if ok else no("11.1", "why.not-surplus", unit=noun, hex=self.hex)
        if verb == "hex" and isinstance(noun, int) and self.unit is not None:
            return None if noun in ends(s, self.unit, 1, 1 << self.unit) else no("14.1", "why.no-way-out", hex=noun)
        return no("11.1", "why.crowd", hex=self.hex)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        if self.unit is None:
            s.push(Crowd(side, self.hex, noun))
            return
        tell_units(s, "log.retreat", 1 << self.unit, "11.1", path=(self.hex, noun))
        s.put(self.unit, noun)
        s.push(Crowd(side, self.hex))
