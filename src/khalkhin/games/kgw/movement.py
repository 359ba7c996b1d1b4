"""10.0  The Movement Phase: units, or several of one stack, go hex by hex or by rail, one group after another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.ways import Ride, ride, ride_path
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.engine.results_tables import halves
from khalkhin.games.kgw.bases import scatter
from khalkhin.games.kgw.position import KgwStep, Position
from khalkhin.games.kgw.refusals import no_entry, not_mine, not_now
from khalkhin.games.kgw.ways import (
    CERTAIN,
    POSSIBLE,
    TRUE,
    Leg,
    Start,
    Ways,
    brushes_aside,
    heedless,
    hopeful,
    own_track,
    railway,
    soft_zone,
    steppers,
    ways,
)

PHASES = ("phase.soviet_move", "phase.japan_move")
ANY_POINTS = 1_000
"""More half points than any way on the map costs."""


def entitled(s: Position, side: int) -> UnitSet:
    """6.0, 16.2.g, 16.3.3.c, 16.3.3.g  Who may move: mobile units, in a second Segment those In Supply, and supply."""
    mobile = s.ground(side) & ~s.static()
    return mobile if s.segment == 1 else mobile & (s.supplied | s.game.supply)


def movable(s: Position, side: int) -> UnitSet:
    """10.1  Every unit with a move to make."""
    waiting = entitled(s, side) & ~s.moved
    key = "movable", side, waiting, s.segment, s.rail_used, s.railhead, s.shown, s.sorge
    found: UnitSet | None = s.notes.get(key)
    if found is None:
        found = steppers(s, side, waiting)
        for unit in members(waiting & ~found):
            if Moving(side, 1 << unit, s.where[unit]).can_go(s):
                found |= 1 << unit
        s.notes[key] = found
    return found


@step
class Movement(KgwStep):
    """10.0, 10.1.a, 10.1.e  The active player moves any number of units, or none, one group after another."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt | None:
        found = movable(s, self.side)
        return prompt(self.side, "10.1", "ask.move", units(found, gather=True), bare("done"), any=int(bool(found)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "unit" and isinstance(noun, int):
            return why_not_unit(s, side, noun)
        return no("10.1", "why.unit-first") if verb in ("hex", "rail") else not_now(verb)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "unit" and isinstance(noun, int):
            s.push(Moving(side, 1 << noun, s.where[noun]))


def why_not_unit(s: Position, side: int, unit: int) -> Reason | None:
    """Why a unit cannot be moved now."""
    game = s.game
    if (reason := not_mine(s, side, unit, "10.1.a")) is not None:
        return reason
    if not game.ground >> unit & 1:
        return no("15.3.e", "why.air-moves-not", unit=unit)
    if s.static() >> unit & 1:
        bridge = game.engineers >> unit & 1
        return no("20.1.c", "why.bridge-stays", unit=unit) if bridge else no("16.1.a", "why.depot-stays", unit=unit)
    if s.moved >> unit & 1:
        return no("10.2.a", "why.moved", unit=unit)
    if not entitled(s, side) >> unit & 1:
        return no("10.1.f", "why.not-supplied", unit=unit)
    return Moving(side, 1 << unit, s.where[unit]).why_stuck(s)


@step
class Moving(KgwStep):
    """10.1, 10.1.d  A move in hand: a group of one hex, the way so far and what each unit has spent, in half points."""

    side: Side
    units: UnitSet
    origin: Hex
    path: tuple[Hex, ...] = ()
    spent: tuple[int, ...] = ()
    rode: bool = False
    """10.4  Whether the group has been on the railroad."""
    stations: tuple[Hex, ...] = ()
    """Where it got on and off, once it has."""

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    @property
    def at(self) -> Hex:
        """The hex the group has come to."""
        return self.path[-1] if self.path else self.origin

    # -- where to --

    def paid(self) -> tuple[int, ...]:
        return self.spent or (0,) * self.units.bit_count()

    def ways(self, s: Position) -> Ways:
        """Where the group can go on to by land."""
        key = "ways", self, s.flipped, s.railhead, s.shown, s.sorge
        found: Ways | None = s.notes.get(key)
        if found is None:
            found = Ways()
            if not self.stopped(s):
                start = Start(self.at, self.paid(), bool(self.path), self._zones(s))
                found = ways(s, self.side, self.units, start)
            s.notes[key] = found
        return found

    def _zones(self, s: Position) -> int:
        """How many zones of control have been entered."""
        zone = s.zone(1 - self.side)
        return sum(zone >> hex_ & 1 for hex_ in self.path)

    def stopped(self, s: Position) -> bool:
        """10.2.g, 12.2.a  Who has come into a zone of control stops, unless it is the one that is ignored."""
        return bool(self.path and s.zone(1 - self.side) >> self.at & 1) and not self._ignoring(s)

    def _ignoring(self, s: Position) -> bool:
        """12.2.b  Whether the group is in the first zone it has entered and, for all it knows, may ignore that."""
        if not brushes_aside(s, self.units) or not soft_zone(s, self.side, POSSIBLE) >> self.at & 1:
            return False
        return self._zones(s) == 1

    def _railway(self, s: Position) -> Ride | None:
        return railway(s, self.side, self.units, self.at, bool(self.path) and self._ignoring(s))

    def rides(self, s: Position) -> HexSet:
        """10.4, 10.4.b  Where the railroad can take the group from here, before or after it marches."""
        way = self._railway(s)
        return ride(s.game.map.grid, way) if way is not None and self._why_no_ride(s) is None else 0

    def _why_no_ride(self, s: Position) -> Reason | None:
        charts = s.game.charts
        if s.segment == 2:
            return no("10.4.1.a", "why.rail-first-segment")
        if self.units & s.game.trains:
            return no("19.4.a", "why.train-itself")
        if self.rode:
            return no("10.4.d", "why.rail-once")
        if self.stopped(s):
            return no("12.2.a", "why.zone-stop", hex=self.at)
        if not own_track(s, self.side) >> self.at & 1:
            return no("10.4.a", "why.not-on-track", hex=self.at)
        if s.rail_used + s.load(self.units) > charts.rail_capacity:
            return no("10.4.c", "why.rail-full")
        toll = charts.rail_on + charts.rail_off
        if any(s.allowance(u) - paid < toll for u, paid in zip(members(self.units), self.paid(), strict=True)):
            return no("10.4.a", "why.rail-points", units=self.units)
        return None

    def can_go(self, s: Position) -> bool:
        """Whether a group that has not moved has anywhere to go: one hex next door is always enough (10.2)."""
        if self.units & s.game.trains:
            return bool(self.ways(s).hexes)
        return hopeful(s, self.side, self.units, self.origin) or bool(self.rides(s))

    def why_stuck(self, s: Position) -> Reason | None:
        """What keeps a group where it is: the rule that closes all hexes round it, or 10.2 if there are several."""
        if self.can_go(s):
            return None
        rules = {self._why_not_hex(s, hex_).rule for hex_ in members(s.game.map.grid.around[self.origin])}
        return no(rules.pop() if len(rules) == 1 else "10.2", "why.hemmed-in", unit=next(members(self.units)))

    def joiners(self, s: Position) -> UnitSet:
        """11.2, 11.2.a  Units of the same hex that can come along from the start."""
        if self.path:
            return 0
        others = s.units_at(self.side, self.origin) & entitled(s, self.side) & ~s.moved & ~self.units
        return sum(1 << u for u in members(others) if replace(self, units=self.units | 1 << u).can_go(s))

    # -- the prompt --

    def _next(self, s: Position) -> UnitSet:
        """Who can move after this group: nothing it does opens or closes a way to its friends, but for the railroad."""
        return movable(self.finished(s) if self.rode else s, self.side) & ~self.units

    def in_hand(self, s: Position) -> tuple[UnitSet, HexSet]:
        return self.units, self.ways(s).hexes | self.rides(s) | (1 << self.at if self.path else 0)

    def ask(self, s: Position) -> Prompt:
        offers = [hexes(self.ways(s).hexes), hexes(self.rides(s), "rail")]
        if not self.path:
            offers.append(units(self.joiners(s), gather=True))
        else:
            offers += units(self._next(s), gather=True), bare("done")
        key = "ask.moving" if not self.path else "ask.moving-on" if any(map(len, offers[:2])) else "ask.moved"
        return prompt(self.side, "10.1", key, *offers, units=self.units, who=group_name(s, self.units))

    def warnings(self, s: Position, side: int) -> list[Reason]:
        """18.4.b  Who leaves an entrenchment with nobody in it is told what will become of it."""
        staying = s.units_at(self.side, self.origin) & ~self.units
        if staying or not s.trenches[self.side] >> self.origin & 1:
            return []
        return [no("18.4.b", "warn.last-garrison", hex=self.origin)]

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "hex" and isinstance(noun, int):
            return None if self.ways(s).hexes >> noun & 1 else self._why_not_hex(s, noun)
        if verb == "rail" and isinstance(noun, int):
            return self._why_not_rail(s, noun)
        if verb == "unit" and isinstance(noun, int):
            return self._why_not_unit(s, noun)
        if verb == "done":
            return None if self.path else no("10.1.b", "why.no-path")
        return not_now(verb)

    def _why_not_unit(self, s: Position, unit: int) -> Reason | None:
        if self.path:
            return why_not_unit(self.finished(s), self.side, unit)
        if self.units >> unit & 1:
            return no("11.2", "why.in-hand", unit=unit)
        if (reason := why_not_unit(s, self.side, unit)) is not None:
            return reason
        if s.where[unit] != self.origin:
            return no("11.2", "why.other-hex", unit=unit)
        return None if self.joiners(s) >> unit & 1 else no("11.2.b", "why.no-common-way", unit=unit)

    def _why_not_rail(self, s: Position, hex_: Hex) -> Reason | None:
        if (reason := self._why_no_ride(s)) is not None:
            return reason
        if self.rides(s) >> hex_ & 1:
            return None
        if not own_track(s, self.side) >> hex_ & 1:
            return no("10.4.a", "why.no-track-there", hex=hex_)
        return no("10.4.e", "why.track-cut", hex=hex_)

    def _why_not_hex(self, s: Position, hex_: Hex) -> Reason:
        """The first rule that keeps the group out of a hex."""
        game = s.game
        if hex_ == self.at:
            return no("10.1.b", "why.already-there", hex=hex_)
        if self.stopped(s):
            return no("12.2.a", "why.zone-stop", hex=self.at)
        for unit in members(self.units):
            if (reason := no_entry(s, unit, hex_)) is not None:
                return reason
        if self.units & game.trains and self.path:
            return no("19.4.a", "why.train-in-one-go", hex=hex_)
        if self.units & game.trains:
            return no("19.4.a", "why.no-track", hex=hex_)
        near = game.map.grid.around[self.at] >> hex_ & 1
        if near and s.zone(1 - self.side) >> self.at & 1 and s.zone(1 - self.side) >> hex_ & 1:
            return no("12.2.c", "why.zone-to-zone", hex=hex_)
        return self._why_not_reached(s, hex_)

    def _why_not_reached(self, s: Position, hex_: Hex) -> Reason:
        """10.2.e, 12.2.a  Enemy zones are in the way, or it is too dear: named is the unit that lacks most."""
        start = Start(self.at, self.paid(), bool(self.path))
        if heedless(s, self.side, self.units, start).hexes >> hex_ & 1:
            return no("12.2.a", "why.zones-between", hex=hex_)
        far = heedless(s, self.side, self.units, start, ANY_POINTS)
        if not far.hexes >> hex_ & 1:
            return no("10.2.c", "why.no-way", hex=hex_)
        need = {u: paid + ANY_POINTS for u, paid in zip(members(self.units), far.paid(hex_), strict=True)}
        short = max(need, key=lambda u: need[u] - s.allowance(u))
        return no("10.2.e", "why.points", unit=short, need=halves(need[short]), have=halves(s.allowance(short)))

    # -- going --

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "hex" and isinstance(noun, int):
            leg = self.ways(s).leg(noun)
            self._go(s, leg.path, replace(self, spent=leg.spent))
        elif verb == "rail" and isinstance(noun, int):
            toll, way = s.game.charts.rail_on + s.game.charts.rail_off, self._railway(s)
            assert way is not None, "a ride was offered"
            spent = tuple(paid + toll for paid in self.paid())
            after = replace(self, spent=spent, rode=True, stations=(self.at, noun))
            self._go(s, ride_path(s.game.map.grid, way, noun), after)
        elif verb == "unit" and isinstance(noun, int) and not self.path:
            s.push(replace(self, units=self.units | 1 << noun))
        else:
            self.finish(s)
            s.push(Moving(side, 1 << noun, s.where[noun]) if isinstance(noun, int) else Movement(side))

    def _go(self, s: Position, path: tuple[Hex, ...], after: Moving) -> None:
        """Walk or ride. A zone thought to be ignored may turn out not to be: the move ends before it matters (12.2)."""
        made = self._steps_made(s, path)
        if made == len(path):
            s.push(replace(after, path=(*self.path, *path)))
            return
        caught = replace(self, path=(*self.path, *path[:made]))
        caught.finish(s)
        s.tell_of("log.caught", self.units, "12.2.a" if caught.path else "12.2.c", hex=caught.at)
        s.push(Movement(self.side))

    def _steps_made(self, s: Position, path: tuple[Hex, ...]) -> int:
        """12.2, Q-22  How many steps of a way the enemies allow that are really there; to find out is to know."""
        if not brushes_aside(s, self.units):
            return len(path)
        zone, truth = s.zone(1 - self.side), soft_zone(s, self.side, TRUE)
        known = ~soft_zone(s, self.side, POSSIBLE) | soft_zone(s, self.side, CERTAIN)
        came = (self.origin, *self.path, *path)
        for n in range(len(self.path), len(came) - 1):
            # Who leaves a zone that he has entered ignores it; who starts in one may ignore the next.
            asked = came[n] if n else came[1]
            if not zone >> came[n] & 1 or not zone >> asked & 1:
                continue
            if not known >> asked & 1:
                s.seal()
            if not truth >> asked & 1:
                return n - len(self.path)
        return len(path)

    def finished(self, s: Position) -> Position:
        """The position with this move made, for a look at what could move next."""
        after = s.clone()
        self.finish(after)
        return after

    def finish(self, s: Position) -> None:
        """10.2.f  Points left over are gone. On their way units take aerodromes, raze entrenchments (15.3, 18.4)."""
        s.moved |= self.units
        if self.rode:
            s.railed |= self.units
        if not self.path:
            return
        for hex_ in self.path:
            s.tread(self.side, hex_)
            scatter(s, 1 - self.side, s.game.map.grid.around[hex_])
        for unit in s.piles[self.origin]:
            if self.units >> unit & 1:
                s.put(unit, self.at)
        way = (self.origin, *self.path)
        if not self.rode:
            s.tell_of("log.move", self.units, "10.1.b", path=way)
        elif self.stations == (way[0], way[-1]):
            s.tell_of("log.rail", self.units, "10.4.a", path=way)
        else:
            on, off = self.stations
            s.tell_of("log.move-and-rail", self.units, "10.4.b", path=way, hex=on, hex_2=off)

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        return self if side == self.side else Movement(self.side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """The way so far; for every hex on offer the points left to the slowest, and where the way there ends."""
        if side != self.side:
            return {}
        name, crew = s.game.map.grid.name, tuple(members(self.units))
        ways_ = self.ways(s)
        legs = {h: ways_.leg(h) for h in members(ways_.hexes)}
        left = {h: min(s.allowance(u) - c for u, c in zip(crew, leg.spent, strict=True)) for h, leg in legs.items()}
        tree, apart = _tree(self.at, legs)
        return {
            "move": s.game.codec.encode_object(self),
            "allowance": halves(min(s.allowance(u) for u in crew)),
            "left": {name(h): halves(points) for h, points in left.items()},
            "left_by": self._left_by_rail(s),
            "stops": {name(h): "12.2.a" for h in legs if self._ends_at(s, h, legs[h])},
            "from": {name(b): name(a) for b, a in tree.items()},
            "ways": {name(h): [name(step) for step in legs[h].path] for h in apart},
            "notes": self._notes(s),
        }

    def _notes(self, s: Position) -> dict[str, Any]:
        """10.4.a, 10.4.c  What a ride leaves of the points, and of what the railroad carries in a phase."""
        if not self.rides(s):
            return {}
        room = s.game.charts.rail_capacity - s.rail_used - s.load(self.units)
        return {"rail": {"key": "ride.left", "params": {"points": self._left_after_ride(s), "room": room}}}

    def _left_by_rail(self, s: Position) -> dict[str, dict[str, str]]:
        """10.4.a  The points left in the hexes that a ride leads to: the same in all, however far."""
        rides = self.rides(s)
        if not rides:
            return {}
        name, left = s.game.map.grid.name, self._left_after_ride(s)
        return {"rail": {name(h): left for h in members(rides)}}

    def _left_after_ride(self, s: Position) -> str:
        charts = s.game.charts
        toll = charts.rail_on + charts.rail_off
        return halves(
            min(s.allowance(u) - paid - toll for u, paid in zip(members(self.units), self.paid(), strict=True))
        )

    def _ends_at(self, s: Position, hex_: Hex, leg: Leg) -> bool:
        """12.2  Whether the move is sure to end where a way leads, because of a zone of control."""
        return replace(self, path=(*self.path, *leg.path), spent=leg.spent).stopped(s)


def _tree(at: Hex, legs: dict[Hex, Leg]) -> tuple[dict[Hex, Hex], list[Hex]]:
    """For every hex on offer the one before it, and the hexes whose way is not the one that this leads along."""
    before = {hex_: (at, *leg.path)[-2] for hex_, leg in legs.items()}

    def told(hex_: Hex) -> tuple[Hex, ...]:
        path = [hex_]
        while path[-1] != at and path[-1] in before and len(path) <= len(before):
            path.append(before[path[-1]])
        return tuple(reversed(path[:-1]))

    return before, [hex_ for hex_, leg in legs.items() if told(hex_) != leg.path]
