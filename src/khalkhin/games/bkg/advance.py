"""5.2  Advance after combat."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.bkg.formations import name_of
from khalkhin.games.bkg.position import SOVIET, BkgStep, Position
from khalkhin.games.bkg.terrain import RIVERS, why_terrain
from khalkhin.games.bkg.ways import facing_mountains_only


def may_enter(s: Position, side: int, unit: int) -> HexSet:
    """Hexes an advancing unit may come into: room, terrain, the border and armour's mountains bind it (K-47)."""
    game = s.game
    out = game.passable[game.type[unit]] & ~s.held(1 - side) & ~s.crowded(side, 1)
    if side == SOVIET:
        out &= game.inside
    return out & ~facing_mountains_only(s, side) if game.armour >> unit & 1 else out


def why_not_enter(s: Position, side: int, unit: int, hex_: int) -> Reason:
    """Why an advancing unit may not come into a hex."""
    game = s.game
    if s.held(1 - side) >> hex_ & 1:
        return no("4.1.2.i", "why.enemy", hex=hex_)
    if (reason := why_terrain(game, unit, hex_)) is not None:
        return reason
    if side == SOVIET and not game.inside >> hex_ & 1:
        return no("4.0.g", "why.border", hex=hex_)
    if s.crowded(side, 1) >> hex_ & 1:
        return no("4.1.1", "why.stacking", hex=hex_)
    return no("5.1.2.b", "why.armour-beside", hex=hex_)


@step
class Advance(BkgStep):
    """5.2, 5.2.e  Winning attackers may occupy the vacated hex, some types one hex more; each unit decides alone."""

    side: Side
    vacated: Hex
    group: UnitSet
    last: Unit | None
    """The unit that has just come into the vacated hex and may go on."""
    beaten: UnitSet
    """The defenders who left the hex: they stand right behind it, and their own zone does not end the advance."""

    def willing(self, s: Position) -> UnitSet:
        """5.2.b-c  Attackers that may come into the vacated hex; artillery never does."""
        hexes_of = s.game.charts.advance
        return sum(
            1 << u
            for u in members(self.group)
            if s.where[u] >= 0 and hexes_of[s.game.type[u]] and may_enter(s, self.side, u) >> self.vacated & 1
        )

    def beyond(self, s: Position) -> HexSet:
        """5.2.a, 5.2.d  A second hex: both open, no river between even if bridged, no other enemy near (K-47, K-96)."""
        game, unit = s.game, self.last
        if unit is None or game.charts.advance[game.type[unit]] < 2:
            return 0
        ground = self._ground(s, unit)
        if not ground >> self.vacated & 1:
            return 0
        beside = game.map.grid.around[self.vacated] & s.held(1 - self.side)
        if any(s.at[h] & ~self.beaten for h in members(beside)):
            return 0
        found = game.map.grid.around[self.vacated] & ground & may_enter(s, self.side, unit)
        return sum(1 << h for h in members(found) if not any(game.map.has_side(r, self.vacated, h) for r in RIVERS))

    def _ground(self, s: Position, unit: int) -> HexSet:
        """5.2.d, K-47  The ground that both hexes must have; by a house rule any will do for horsed cavalry."""
        free = s.options["cavalry_advance"] and s.game.type[unit] == "CAV"
        return s.game.map.grid.all if free else s.game.open_ground

    def ask(self, s: Position) -> Prompt | None:
        if s.held(1 - self.side) >> self.vacated & 1:
            return None
        willing, on = self.willing(s), self.beyond(s)
        if not willing and not on:
            return None
        offers = units(willing, gather=True), hexes(on), bare("done")
        if on and self.last is not None:
            return prompt(self.side, "5.2", "ask.advance-on", *offers, hex=self.vacated, who=name_of(s, 1 << self.last))
        return prompt(self.side, "5.2", "ask.advance", *offers, hex=self.vacated)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "unit" and isinstance(noun, int):
            return None if self.willing(s) >> noun & 1 else self._why_unit(s, noun)
        if verb == "hex" and isinstance(noun, int):
            return None if self.beyond(s) >> noun & 1 else self._why_not_beyond(s, noun)
        return no("5.2", "why.advancing", hex=self.vacated)

    def _why_unit(self, s: Position, unit: int) -> Reason:
        game = s.game
        if game.sheet.side[unit] != self.side:
            return no("5.2", "why.not-yours", unit=unit)
        if s.where[unit] < 0:
            return no("5.2", "why.off-map", unit=unit)
        if s.where[unit] == self.vacated:
            return no("5.2", "why.already-there", hex=self.vacated)
        if not self.group >> unit & 1:
            return no("5.2", "why.not-among", unit=unit, units=self.willing(s))
        if not game.charts.advance[game.type[unit]]:
            return no("5.2.c", "why.no-advance", unit=unit)
        return why_not_enter(s, self.side, unit, self.vacated)

    def _why_not_beyond(self, s: Position, hex_: int) -> Reason:
        """5.2.a-b, 5.2.d  Why the unit that has just come into the vacated hex does not go on to another."""
        game, unit, vacated = s.game, self.last, self.vacated
        if unit is None or hex_ == vacated:
            return no("5.2", "why.advance-first", hex=vacated)
        if game.charts.advance[game.type[unit]] < 2:
            return no("5.2.b", "why.one-hex-advance", unit=unit)
        if not game.map.grid.around[vacated] >> hex_ & 1:
            return no("5.2.a", "why.not-next", hex=hex_, hex2=vacated)
        for ground in (vacated, hex_):
            if not self._ground(s, unit) >> ground & 1:
                return no("5.2.d", "why.not-open", hex=ground)
        if any(game.map.has_side(r, vacated, hex_) for r in RIVERS):
            return no("5.2.d", "why.river-between", hex=vacated, hex2=hex_)
        if not may_enter(s, self.side, unit) >> hex_ & 1:
            return why_not_enter(s, self.side, unit, hex_)
        return no("4.1.2.a", "why.advance-stops", hex=vacated)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if not isinstance(noun, int):
            return
        unit, to = (noun, self.vacated) if verb == "unit" else (self.last, noun)
        assert unit is not None
        s.tell_of("log.advance", 1 << unit, "5.2", hex=to)
        s.enter(unit, to)
        s.put(unit, to)
        group = self.group & ~(1 << unit)
        s.push(Advance(side, self.vacated, group, unit if verb == "unit" else None, self.beaten))
