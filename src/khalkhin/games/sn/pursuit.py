"""13.6  Pursuit: attackers advance into hexes that the combat has cleared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.games.sn.position import Position, SnStep
from khalkhin.games.sn.ways import barred

PHASES = ("phase.soviet_combat", "phase.japan_combat")


def cleared(s: Position, side: int, targets: HexSet) -> HexSet:
    """13.6  Attacked hexes without enemies now."""
    return targets & ~s.occupied(1 - side)


def advances(s: Position, side: int, unit: int, targets: HexSet) -> HexSet:
    """13.6, 13.6.1, 13.6.2, 18.1.3, R35, R36  Hexes that a unit may advance into: next door, and open to it."""
    game = s.game
    if not game.attack[unit] or not s.allowance(unit) or s.beached >> unit & 1:
        return 0
    near = game.strides[game.kind[unit]][s.where[unit]] & targets
    return near & ~barred(s, side, 1 << unit)


@step
class Pursuit(SnStep):
    """13.6, 8.6.13  Any attackers may advance, each into one hex, whatever zones are there."""

    side: Side
    targets: HexSet
    gone: UnitSet = 0
    units: UnitSet = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _able(self, s: Position) -> UnitSet:
        open_ = cleared(s, self.side, self.targets)
        waiting = s.attackers & ~self.gone & ~self.units
        if self.units:
            waiting &= s.at[s.where[next(members(self.units))]]
            open_ &= self._hexes(s)
        return sum(1 << u for u in members(waiting) if advances(s, self.side, u, open_)) if open_ else 0

    def _hexes(self, s: Position) -> HexSet:
        found = cleared(s, self.side, self.targets)
        for unit in members(self.units):
            found &= advances(s, self.side, unit, found)
        return found

    def ask(self, s: Position) -> Prompt | None:
        able = self._able(s)
        if self.units:
            offers = hexes(self._hexes(s)), units(able, gather=True)
            return prompt(self.side, "13.6", "ask.advance", *offers, units=self.units, who=group_name(s, self.units))
        if not able:
            return None
        return prompt(self.side, "13.6", "ask.pursue", units(able, gather=True), bare("done"))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done" and not self.units:
            return None
        if verb == "unit" and isinstance(noun, int):
            if self._able(s) >> noun & 1:
                return None
            return self._why_not(s, noun)
        if verb == "hex" and isinstance(noun, int) and self.units:
            return None if self._hexes(s) >> noun & 1 else self._why_not_hex(s, noun)
        return no("13.6", "why.pursuing")

    def _why_not_hex(self, s: Position, hex_: int) -> Reason:
        if not self.targets >> hex_ & 1:
            return no("13.6", "why.not-of-battle", hex=hex_)
        if not cleared(s, self.side, self.targets) >> hex_ & 1:
            return no("13.6", "why.enemy", hex=hex_)
        return no("13.6.2", "why.not-cleared", hex=hex_)

    def _why_not(self, s: Position, unit: int) -> Reason:
        if not s.attackers >> unit & 1:
            return no("13.6", "why.not-in-combat", unit=unit)
        if self.units >> unit & 1:
            return no("13.6", "why.in-hand", unit=unit)
        if self.gone >> unit & 1:
            return no("13.6", "why.has-pursued", unit=unit)
        if s.beached >> unit & 1:
            return no("18.1.3", "why.pursuit-beached", unit=unit)
        if not s.game.attack[unit] or not s.allowance(unit):
            return no("13.6.1", "why.pursuit-factors", unit=unit)
        if self.units and s.where[unit] != s.where[next(members(self.units))]:
            return no("13.6", "why.other-hex", unit=unit)
        return no("13.6.2", "why.no-pursuit", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "unit" and isinstance(noun, int):
            s.push(replace(self, units=self.units | 1 << noun))
        elif isinstance(noun, int):
            start = s.where[next(members(self.units))]
            s.tell("log.pursuit", rule="13.6", units=self.units, path=(start, noun))
            for unit in members(self.units):
                s.put(unit, noun)
            s.push(replace(self, gone=self.gone | self.units, units=0))

    def seen_by(self, s: Position, side: int | None) -> SnStep:
        return self if side == self.side else replace(self, units=0)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.side or not self.units:
            return {}
        ids = [s.game.sheet.ids[u] for u in members(self.units)]
        origin = s.game.map.grid.name(s.where[next(members(self.units))])
        return {"move": {"units": ids, "origin": origin, "path": []}}
