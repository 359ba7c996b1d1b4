"""4.0  The movement phase: units, or several of one stack, go hex by hex, one group after another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Place, Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.results_tables import halves
from khalkhin.games.bkg.engagement import left_beyond
from khalkhin.games.bkg.entry import entry_edge, entry_hexes, must_enter, waiting
from khalkhin.games.bkg.formations import name_of
from khalkhin.games.bkg.position import DUE, EAST, GONE, JAPAN, NORTH, SOVIET, BkgStep, Position
from khalkhin.games.bkg.terrain import why_terrain
from khalkhin.games.bkg.ways import (
    Way,
    contact_cost,
    facing_mountains_only,
    frozen,
    may_end,
    must_return,
    table,
    way_back,
    ways,
)

PHASES = ("phase.sov_move", "phase.jap_move")
UNLIMITED = 10_000
"""Half points enough to go anywhere, to see whether it is the points that keep a unit from a hex."""


def movable(s: Position, side: int) -> UnitSet:
    """Every unit with a move to make: on the map and not moved yet, or waiting to come in."""
    idle = ~s.moved & ~frozen(s)
    out = s.on_map(side) & idle
    for hex_ in members(s.held(side) & ~_anybody_can_step(s, side)):
        for unit in members(s.at[hex_] & idle):
            if not Moving(side, 1 << unit, hex_, (), ()).can_go(s):
                out &= ~(1 << unit)
    for unit in members(waiting(s, side)):
        if Moving(side, 1 << unit, s.where[unit], (), ()).can_go(s):
            out |= 1 << unit
    return out


def _anybody_can_step(s: Position, side: int, together: int = 1) -> HexSet:
    """Hexes from which so many units of any type can step next door together, even the slowest out of contact.

    Most units stand in one, so that only the few others need to be looked at closely.
    """
    game, grid = s.game, s.game.map.grid
    shut = s.held(1 - side) | s.crowded(side, together) | facing_mountains_only(s, side)
    if side == SOVIET:
        shut |= game.beyond
    out = 0
    for direction, steps in enumerate(game.easy_steps):
        out |= grid.shift(steps & ~shut, (direction + 3) % 6)
    return out & ~game.beyond if side == SOVIET else out


@step
class Movement(BkgStep):
    """3.0.a, 3.0.c  The phasing player moves any number of units (4.0.c), one group after another."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt:
        found = movable(s, self.side)
        if not (reason := self._why_done(s)):
            return prompt(self.side, "4.0", "ask.move", units(found, gather=True), bare("done"), any=int(bool(found)))
        key = "ask.move-enter" if reason.key == "why.entry" else "ask.move-return"
        return prompt(self.side, reason.rule, key, units(found, gather=True), **reason.params)

    def _why_done(self, s: Position) -> Reason | None:
        if self.side == SOVIET and (lost := must_return(s)):
            return no("4.0.h", "why.return", units=lost)
        if due := must_enter(s, self.side):
            return no("4.2.1", "why.entry", units=due)
        return None

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return self._why_done(s)
        if verb == "unit" and isinstance(noun, int):
            return why_not_unit(s, side, noun)
        if verb == "hex":
            return no("4.0", "why.unit-first")
        return no("3.0", "why.not-now")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "unit" and isinstance(noun, int):
            s.push(Moving(side, 1 << noun, s.where[noun], (), ()))
        elif side == SOVIET:
            s.penalised = left_beyond(s)


def why_not_unit(s: Position, side: int, unit: int) -> Reason | None:
    """Why a unit cannot be moved now."""
    game = s.game
    if game.sheet.side[unit] != side:
        return no("3.0.a" if side == SOVIET else "3.0.c", "why.not-yours", unit=unit)
    if s.where[unit] < 0:
        return _why_not_enter(s, side, unit)
    if frozen(s) >> unit & 1:
        return no("4.0.l", "why.frozen", unit=unit)
    if s.moved >> unit & 1:
        return no("4.0", "why.moved", unit=unit)
    alone = Moving(side, 1 << unit, s.where[unit], (), ())
    if alone.can_go(s):
        return None
    if alone.way(s, points=UNLIMITED).hexes & alone.ends(s):
        return no("4.0.b", "why.too-slow", unit=unit)
    if alone.way(s).hexes & ~s.crowded(side, 1):
        return no("4.0.h", "why.farther", units=1 << unit)
    return no("4.1.2.i", "why.hemmed-in", unit=unit)


def _why_not_enter(s: Position, side: int, unit: int) -> Reason | None:
    box = s.where[unit]
    if not waiting(s, side) >> unit & 1:
        if box == s.game.box(DUE):
            return no(s.game.arrival_rule[unit], "why.due-later", unit=unit, turn=s.game.arrival[unit])
        if box in (s.game.box(NORTH), s.game.box(EAST)):
            return no("4.2.2.c", "why.return-later", unit=unit)
        if box == s.game.box(GONE):
            return no("4.2.2.a", "why.gone", unit=unit)
        return no("4.0", "why.off-map", unit=unit)
    if Moving(side, 1 << unit, box, (), ()).can_go(s):
        return None
    return no("4.2.1", "why.no-entry", unit=unit)


@step
class Moving(BkgStep):
    """4.0  A move in hand: a group of one hex, the way so far and what each unit has spent on it, in half points."""

    side: Side
    units: UnitSet
    origin: Place
    path: tuple[Hex, ...]
    spent: tuple[int, ...]

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    @property
    def at(self) -> int:
        """The hex the group has come to."""
        return self.path[-1] if self.path else self.origin

    # -- where to --

    def way(self, s: Position, points: int | None = None) -> Way:
        """Where the group can go on to."""
        key = self.units, self.at, self.spent, points
        found: Way | None = s.notes.get(key)
        if found is None:
            spent = self.spent or (contact_cost(s, self.side, self.origin),) * self.units.bit_count()
            found = s.notes[key] = ways(s, self.side, self.units, self.at, spent, points)
        return found

    def stopped(self, s: Position) -> bool:
        """4.1.2.a  A unit that has come into an enemy zone of engagement must stop."""
        return bool(self.path) and bool(s.zone(1 - self.side) >> self.at & 1)

    def ends(self, s: Position) -> HexSet:
        """Hexes where every unit of the group may end its move."""
        out = s.game.map.grid.all & ~s.crowded(self.side, self.units.bit_count(), self.units)
        for unit in members(self.units):
            out &= may_end(s, self.side, unit, self.origin)
        return out

    def offered(self, s: Position) -> HexSet:
        """Hexes to go on to: where the move may end, or from where it can still be ended."""
        ends = self.ends(s)
        near = self._next(s)
        out = near & ends
        for hex_ in members(near & ~ends):
            if self._passes(s, hex_, ends):
                out |= 1 << hex_
        return out

    def can_go(self, s: Position) -> bool:
        """Whether any hex is offered: mostly there is one to end in, and nobody asks which others can be passed."""
        ends = self.ends(s)
        near = self._next(s)
        return bool(near & ends) or any(self._passes(s, hex_, ends) for hex_ in members(near))

    def _next(self, s: Position) -> HexSet:
        """Hexes that the group can come to, whether or not it may end its move there."""
        if self.origin < 0 and not self.path:
            return self._entry_edge(s)
        return 0 if self.stopped(s) else self.way(s).hexes

    def _passes(self, s: Position, hex_: int, ends: HexSet) -> bool:
        """Whether the move can be ended after it has gone on to a hex."""
        if self.origin < 0 and not self.path:
            on = self._entered(s, hex_)
        else:
            on = replace(self, path=(*self.path, hex_), spent=self.way(s).spent(hex_))
        return not on.stopped(s) and bool(on.way(s).hexes & ends)

    def _entry_edge(self, s: Position) -> HexSet:
        """4.2.1.d  Entry hexes that every unit of the group may come into and can pay for, next to the enemy or not."""
        edge = s.game.map.grid.all
        for unit in members(self.units):
            edge &= entry_hexes(s, self.side, unit)
        return edge & ~(s.crowded(self.side, self.units.bit_count()) & s.zone(1 - self.side))

    def _entered(self, s: Position, hex_: int) -> Moving:
        """4.2.1.c  The first hex is paid for at its normal cost; no river is crossed (K-34)."""
        costs = tuple(s.game.hex_costs[table(s, unit)][hex_] for unit in members(self.units))
        return Moving(self.side, self.units, self.origin, (hex_,), costs)

    def extended(self, s: Position, hex_: int) -> Moving:
        """The move carried on to a hex by the cheapest way."""
        if self.origin < 0 and not self.path:
            return self._entered(s, hex_)
        way = self.way(s)
        return replace(self, path=(*self.path, *way.path(hex_)), spent=way.spent(hex_))

    def joiners(self, s: Position) -> UnitSet:
        """Units of the same hex or box that can come along from the start."""
        if self.path:
            return 0
        out = 0
        others = s.stack(self.origin) & s.game.sheet.of_side[self.side] & ~self.units & ~s.moved & ~frozen(s)
        if self.origin < 0:
            others &= waiting(s, self.side)
        elif _anybody_can_step(s, self.side, self.units.bit_count() + 1) >> self.origin & 1:
            return others
        for unit in members(others):
            if replace(self, units=self.units | 1 << unit).can_go(s):
                out |= 1 << unit
        return out

    def finished(self, s: Position) -> Position:
        """The position with this move made, for a look at what could move next."""
        after = s.clone()
        self.finish(after)
        return after

    # -- the prompt --

    def can_end(self, s: Position) -> bool:
        return bool(self.path) and bool(self.ends(s) >> self.at & 1)

    def in_hand(self, s: Position) -> tuple[UnitSet, HexSet]:
        here = 1 << self.at if self.path else 0
        return self.units, (self.offered(s) | here) & self.ends(s)

    def ask(self, s: Position) -> Prompt:
        onward, stop = self.offered(s), self.can_end(s)
        offers, key = [hexes(onward)], "ask.moving-on" if self.path else "ask.moving"
        if not self.path:
            offers.append(units(self.joiners(s), gather=True))
        elif stop:
            key = key if onward else "ask.moved"
            offers += units(movable(self.finished(s), self.side), gather=True), bare("done")
        return prompt(self.side, "4.0", key, *offers, units=self.units, who=name_of(s, self.units), stop=int(stop))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "hex" and isinstance(noun, int):
            return None if self.offered(s) >> noun & 1 else self._why_not_hex(s, noun)
        if verb == "unit" and isinstance(noun, int):
            return self._why_not_unit(s, noun)
        if verb == "done":
            if not self.path:
                return no("4.0", "why.no-path")
            return None if self.can_end(s) else self._why_not_end(s, self.at)
        return no("3.0", "why.not-now")

    def _why_not_unit(self, s: Position, unit: int) -> Reason | None:
        if self.path:
            if not self.can_end(s):
                return self._why_not_end(s, self.at)
            return why_not_unit(self.finished(s), self.side, unit)
        if self.units >> unit & 1:
            return no("4.0", "why.in-hand", unit=unit)
        if (reason := why_not_unit(s, self.side, unit)) is not None:
            return reason
        if s.where[unit] != self.origin:
            return no("4.0", "why.other-hex", unit=unit)
        if self.joiners(s) >> unit & 1:
            return None
        if self.units.bit_count() >= s.game.charts.stacking:
            return no("4.1.1", "why.too-many", unit=unit)
        if self.side == SOVIET and bool(way_back(s, unit)) != any(way_back(s, u) for u in members(self.units)):
            return no("4.0.h", "why.return-apart", unit=unit)
        return no("4.0.f", "why.no-common-way", unit=unit)

    def _why_not_end(self, s: Position, hex_: int) -> Reason:
        if s.crowded(self.side, self.units.bit_count(), self.units) >> hex_ & 1:
            return no("4.1.1", "why.stacking", hex=hex_)
        return self._why_beyond(s)

    def _why_beyond(self, s: Position) -> Reason:
        """4.0.h, K-91  Soviets beyond the border come back; who cannot goes no farther."""
        able = union(u for u in members(self.units) if way_back(s, u))
        return no("4.0.h", "why.return", units=able) if able else no("4.0.h", "why.farther", units=self.units)

    def _why_not_hex(self, s: Position, hex_: int) -> Reason:
        """The first rule that keeps the group out of a hex."""
        game, side = s.game, self.side
        if hex_ == self.at:
            return no("4.0", "why.already-there", hex=hex_)
        if self.stopped(s):
            return no("4.1.2.a", "why.ze_stop", hex=self.at)
        for unit in members(self.units):
            if (reason := why_terrain(game, unit, hex_)) is not None:
                return reason
        if s.held(1 - side) >> hex_ & 1:
            return no("4.1.2.i", "why.enemy", hex=hex_)
        if self.origin < 0 and not self.path:
            return self._why_not_entry(s, hex_)
        if side == SOVIET and game.beyond >> hex_ & 1 and game.inside >> self.at & 1:
            return no("4.0.g", "why.border", hex=hex_)
        if self.units & game.armour and facing_mountains_only(s, side) >> hex_ & 1:
            return no("5.1.2.b", "why.armour-beside", hex=hex_)
        if s.crowded(side, self.units.bit_count(), self.units) >> hex_ & 1:
            return no("4.1.1", "why.stacking", hex=hex_)
        if game.beyond >> hex_ & 1 and not self.ends(s) >> hex_ & 1:
            return self._why_beyond(s)
        far = self.way(s, points=UNLIMITED)
        if not far.hexes >> hex_ & 1:
            return no("4.1.2.a", "why.no-way", hex=hex_)
        return self._why_points(s, far, hex_)

    def _why_points(self, s: Position, far: Way, hex_: int) -> Reason:
        """4.0.b  Nobody exceeds his movement power: named is the unit that lacks most."""
        price = dict(zip(members(self.units), far.spent(hex_), strict=True))
        short = max(price, key=lambda u: price[u] - s.game.allowance[u])
        return no("4.0.b", "why.points", unit=short, need=halves(price[short]), have=halves(s.game.allowance[short]))

    def _why_not_entry(self, s: Position, hex_: int) -> Reason:
        if all(entry_edge(s, unit) >> hex_ & 1 for unit in members(self.units)):
            if self.units & s.game.armour and facing_mountains_only(s, self.side) >> hex_ & 1:
                return no("5.1.2.b", "why.armour-beside", hex=hex_)
            return no("4.1.1", "why.stacking", hex=hex_)
        due = "10.1.4" if self.side == SOVIET else "10.1.3"
        return no(due if self.origin == s.game.box(DUE) else "4.2.2.c", "why.entry-edge", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "hex" and isinstance(noun, int):
            s.push(self.extended(s, noun))
        elif verb == "unit" and isinstance(noun, int) and not self.path:
            s.push(replace(self, units=self.units | 1 << noun))
        else:
            self.finish(s)
            s.push(Moving(side, 1 << noun, s.where[noun], (), ()) if isinstance(noun, int) else Movement(side))

    def finish(self, s: Position) -> None:
        """The units go where the way ends. They are done for this phase, also if they stopped short (K-97)."""
        for unit in members(self.units):
            s.put(unit, self.at)
        s.moved |= self.units
        s.left_map = tuple(x for x in s.left_map if not self.units >> x[0] & 1)
        key, rule = ("log.enter", self._entry_rule(s)) if self.origin < 0 else ("log.move", "4.0")
        way = self.path if self.origin < 0 else (self.origin, *self.path)
        # The cheapest way hangs on the type: who does not see the units reads where it began and where it ended.
        s.tell_of(key, self.units, rule, path=way, unseen={"path": way if len(way) < 2 else (way[0], way[-1])})
        for unit in members(self.units):
            for hex_ in self.path:
                s.enter(unit, hex_)

    def _entry_rule(self, s: Position) -> str:
        """4.2.1.a-b, 4.2.2.c  By which rule the units come in: as reinforcements of their side, or back again."""
        if self.origin != s.game.box(DUE):
            return "4.2.2.c"
        return "4.2.1.a" if self.side == JAPAN else "4.2.1.b"

    def seen_by(self, s: Position, side: int | None) -> BkgStep:
        return self if side == self.side else Movement(self.side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """The way so far; for every hex on offer the points left to the slowest unit, and where the way there ends."""
        if side != self.side:
            return {}
        game, name, crew = s.game, s.game.map.grid.name, tuple(members(self.units))
        out: dict[str, Any] = {"move": game.codec.encode_object(self)}
        out["allowance"] = halves(min(game.allowance[u] for u in crew))
        offered = self.offered(s)
        out["stops"] = {name(h): "4.1.2.a" for h in members(offered & s.zone(1 - self.side))}
        if (self.path or self.origin >= 0) and not self.stopped(s):
            way = self.way(s)
            out["left"] = {
                name(h): halves(min(game.allowance[u] - c for u, c in zip(crew, way.spent(h), strict=True)))
                for h in members(offered)
            }
            out["from"] = {name(h): name(before) for h, before in way.found.tree().items()}
        return out
