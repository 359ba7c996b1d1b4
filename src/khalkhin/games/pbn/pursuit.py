"""15.4, SCM.10.2, 32.0  Pursuit: attackers follow into hexes they have cleared, and capture supply with the option."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.headquarters import crowding
from khalkhin.games.pbn.position import OUT, SOVIET, PbnStep, Position

CAPTURED = 3
"""32.0.1  Supply is captured on this or less."""


def cleared(s: Position, side: int, targets: HexSet) -> HexSet:
    """15.45  Target hexes without enemies now."""
    return targets & ~s.occupied(1 - side)


def pursuers(s: Position, targets: HexSet, done: UnitSet) -> UnitSet:
    """15.42, 15.43, R21, R22  Surviving attackers with attack and movement, next to a cleared hex they may enter."""
    game = s.game
    able = 0
    for unit in members(s.attackers & ~done):
        if game.attack[unit] and game.movement[unit] and _hexes(s, unit, targets):
            able |= 1 << unit
    return able


def _hexes(s: Position, unit: int, targets: HexSet) -> HexSet:
    game = s.game
    return game.map.grid.around[s.where[unit]] & targets & ~game.closed[game.kind[unit]]


@step
class Pursuit(PbnStep):
    """13.7, 15.42, 15.42.1, 15.44, 15.45  Any attackers may follow, at no cost, whatever zones are there."""

    side: Side
    targets: HexSet
    stores: tuple[tuple[Hex, int], ...] = ()
    """32.0  Supply points that stood in each of the hexes when the die was thrown, as long as nobody got away."""
    gone: UnitSet = 0
    """Attackers that have pursued."""
    entered: HexSet = 0
    """Hexes that they have come into."""

    def ask(self, s: Position) -> Prompt | None:
        open_ = cleared(s, self.side, self.targets)
        able = pursuers(s, open_, self.gone)
        if not able:
            return None
        return prompt(self.side, "15.42", "ask.pursue", units(able), bare("done"), hexes=open_)

    def run(self, s: Position) -> None:
        capture(s, self.side, self.stores, self.entered)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "unit" and isinstance(noun, int):
            able = pursuers(s, cleared(s, side, self.targets), self.gone)
            return None if able >> noun & 1 else self._why_not(s, noun)
        return no("15.42", "why.unit-first")

    def _why_not(self, s: Position, unit: int) -> Reason:
        if not s.attackers >> unit & 1:
            return no("15.42", "why.not-in-battle", unit=unit)
        if self.gone >> unit & 1:
            return no("15.42", "why.has-pursued", unit=unit)
        if not s.game.attack[unit] or not s.game.movement[unit]:
            return no("15.43", "why.no-pursuit", unit=unit)
        return no("15.44", "why.no-open-hex", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(Pursue(self, noun))
        else:
            self.run(s)


@step
class Pursue(PbnStep):
    """15.42, 15.44, SCM.10.2, R82  One unit follows; with Zhukov Soviet mechanized units may go one hex further."""

    after: Pursuit
    unit: Unit
    first: bool = True

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self.after if self.first and side != self.after.side else self

    def _hexes(self, s: Position) -> HexSet:
        game, side = s.game, self.after.side
        if self.first:
            return _hexes(s, self.unit, cleared(s, side, self.after.targets))
        free = game.map.grid.around[s.where[self.unit]] & ~s.held(1 - side)
        return free & ~game.closed[game.kind[self.unit]] & ~s.outside

    def ask(self, s: Position) -> Prompt:
        """There is always a hex: one that was cleared, and then the one the unit came from."""
        done = [] if self.first else [bare("done")]
        return prompt(
            self.after.side, "15.42", "ask.pursue-where", hexes(self._hexes(s)), *done, unit=self.unit, may=len(done)
        )

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done" and not self.first:
            return None
        if verb == "hex" and isinstance(noun, int):
            return None if self._hexes(s) >> noun & 1 else self._why_not(s, noun)
        return no("15.42", "why.pursuing", unit=self.unit)

    def _why_not(self, s: Position, hex_: Hex) -> Reason:
        if not s.game.map.grid.around[s.where[self.unit]] >> hex_ & 1:
            return no("15.44", "why.not-next", hex=hex_, unit=self.unit)
        if s.held(1 - self.after.side) >> hex_ & 1:
            return no("15.45", "why.enemy", hex=hex_)
        if self.first and not self.after.targets >> hex_ & 1:
            return no("15.42", "why.not-attacked", hex=hex_)
        return no("15.44", "why.terrain", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        after = replace(self.after, gone=self.after.gone | 1 << self.unit)
        if isinstance(noun, int):
            after = replace(after, entered=after.entered | 1 << noun)
            s.tell("log.pursuit", rule="15.42", units=1 << self.unit, path=(s.where[self.unit], noun))
            s.put(self.unit, noun)
            if self.first and self._further(s):
                s.push(Pursue(after, self.unit, False))
                return
        s.push(after)

    def _further(self, s: Position) -> bool:
        """SCM.10.2  Zhukov is in effect, and the unit is Soviet and mechanized."""
        game = s.game
        able = game.sheet.of_nation["SU"] & game.mech
        return self.after.side == SOVIET and s.in_effect(game.zhukov) and bool(able >> self.unit & 1)

    def warnings(self, s: Position, side: int) -> list[Reason]:
        return crowding(s, side, 1 << self.unit, self._hexes(s))

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.after.side:
            return {}
        origin = s.game.map.grid.name(s.where[self.unit])
        return {"move": {"units": [s.game.sheet.ids[self.unit]], "origin": origin, "path": []}}


def escaped(s: Position, hex_: Hex) -> None:
    """32.0, R66  Somebody got away from a hex alive: nothing will be captured there."""
    s.agenda = tuple(
        replace(entry, stores=tuple(x for x in entry.stores if x[0] != hex_)) if isinstance(entry, Pursuit) else entry
        for entry in s.agenda
    )


def capture(s: Position, side: int, stores: tuple[tuple[Hex, int], ...], entered: HexSet) -> None:
    """32.0, 32.0.1, R66  Supply of a hex whose defenders all died is rolled for if an attacker has come in."""
    game = s.game
    if not s.options["captured_supply"]:
        return
    for hex_, count in stores:
        for _ in range(count if entered >> hex_ & 1 else 0):
            (die,) = s.roll(1)
            taken = die <= CAPTURED
            s.tell("log.captured" if taken else "log.not-captured", rule="32.0.1", side=side, hex=hex_, dice=str(die))
            if taken:
                s.put(next(members(game.supply & game.in_play & s.in_box(side, OUT))), hex_)
