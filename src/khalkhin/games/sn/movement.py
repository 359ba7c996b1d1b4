"""8.0, 10.1.8, 15.5.1  The Movement Phases: on foot, by rail, by sea, by air, and carriers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members, only, union
from khalkhin.board.reach import reach
from khalkhin.board.ways import Moves, no_entry, ride, ride_path
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.engine.results_tables import number
from khalkhin.games.sn import airborne, sea, victory
from khalkhin.games.sn.declaration import front
from khalkhin.games.sn.position import POOL, Position, SnStep
from khalkhin.games.sn.providers import can_provide, fed, lock, needs_nobody, why_immobile
from khalkhin.games.sn.stacking import checks
from khalkhin.games.sn.supply import begin_phase
from khalkhin.games.sn.terrain import RIVER
from khalkhin.games.sn.ways import barred, state_rule, steps_away, track, ways, with_steps, zone_for

PHASES = ("phase.soviet_move", "phase.japan_move")
ANY_ALLOWANCE = 400
"""More than any way costs, in half points: for telling what one would cost."""


def entitled(s: Position, side: int) -> UnitSet:
    """8.0, 8.5, 8.6.1, 14.5, 14.5.3, 14.5.4, 20.0.hq2, 25.4.1, R41, R42  Who may move: in a second phase those in
    Offensive Supply or led by a headquarters, supply units only if another one supplies them; in the first turn the
    Japanese."""
    able = s.mobile(side) & ~s.locked & ~s.served
    if s.round == 1 or s.surprise(side):
        return able
    stores = sum(1 << u for u in members(able & s.game.supply & ~s.moved) if fed(s, side, 1 << u))
    return able & ~s.game.supply & (s.offensive | s.led) | stores


def movable(s: Position, side: int) -> UnitSet:
    """8.1, 8.2  Every unit with a move to make."""
    waiting = entitled(s, side) & ~s.moved & ~s.beached
    key = "movable", side, waiting, s.disrupted
    found: UnitSet | None = s.notes.get(key)
    if found is None:
        found = s.notes[key] = with_steps(s, side, waiting)  # who can ride can as well walk along the track
    return found


def carriers(s: Position, side: int) -> UnitSet:
    """15.5.1, R77  Carriers that can still be moved, from the box or from where they are."""
    return s.game.carriers & s.game.sheet.of_side[side] & ~s.moved & ~s.in_box(side, POOL)


def rides(s: Position, side: int, group: UnitSet) -> HexSet:
    """8.5.2, 8.10, 8.11, 8.11.1, 8.11.2, 8.11.4, 14.5.2  Where the railroad can take a group in a first
    Movement Phase."""
    way = track(s, side, group)
    return 0 if way is None or why_no_ride(s, side, group) is not None else ride(s.game.map.grid, way)


def why_no_ride(s: Position, side: int, group: UnitSet) -> Reason | None:
    if s.round != 1:
        return no("8.11.1", "why.rail-first-phase")
    if group & s.game.flotillas:
        return no("20.0.riv1", "why.river-only")
    if group & ~s.general:
        return no("8.11.2", "why.no-general", units=group & ~s.general)
    if any(not can_provide(s, side, u) for u in members(group)):
        return no("14.4.3", "why.provider-moved")
    return None


@step
class BeginMovement(SnStep):
    """4.1.3, 4.1.6  A Movement Phase begins: nobody has moved; in a first one supply is fixed here."""

    side: Side
    round: int

    def run(self, s: Position) -> None:
        s.round = self.round
        s.moved = s.locked = s.served = 0
        s.shifted &= ~s.game.sheet.of_side[self.side]
        s.tell_phase(self.side, "move")
        if self.round == 1:
            begin_phase(s, self.side)


@step
class Movement(SnStep):
    """8.0, 8.1, 8.1.2  The phasing player moves any number of units, or none."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt:
        offers = [
            units(movable(s, self.side) | carriers(s, self.side), gather=True),
            units(sea.sailors(s, self.side), "sail", gather=True),
            units(airborne.ready(s, self.side), "drop"),
        ]
        return prompt(self.side, "8.0", "ask.move", *offers, bare("done"), any=int(any(offers)))

    def warnings(self, s: Position, side: int) -> list[Reason]:
        """11.6, 21.1  Who has no strength and stands where he must attack."""
        weak = front(s, side).obliged & (s.game.scouts | s.game.supply)
        return [no("11.6", "warn.weak-must-attack", units=weak)] if weak else []

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "unit" and isinstance(noun, int):
            return why_not_unit(s, side, noun)
        if verb == "sail" and isinstance(noun, int):
            return sea.why_not(s, side, noun)
        if verb == "drop" and isinstance(noun, int):
            return airborne.why_not(s, side, noun)
        return no("8.1", "why.unit-first") if verb in ("hex", "via", "rail") else no("4.0", "why.not-now")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if not isinstance(noun, int):
            s.push(*checks(side, "move"))
            return
        s.push(self)
        if verb == "sail":
            s.push(sea.Sailing(side, 1 << noun))
        elif verb == "drop":
            s.push(airborne.Drop(side, noun))
        elif s.game.carriers >> noun & 1:
            s.push(sea.Cruise(side, noun))
        else:
            s.push(Moving(side, 1 << noun))


def why_not_unit(s: Position, side: int, unit: int) -> Reason | None:
    """Why a unit cannot be moved now."""
    game = s.game
    if game.sheet.side[unit] != side:
        return no("8.1", "why.not-yours", unit=unit)
    if game.carriers >> unit & 1:
        if carriers(s, side) >> unit & 1:
            return None
        return no("15.5.1", "why.moved" if s.moved >> unit & 1 else "why.off-map", unit=unit)
    if not game.ground >> unit & 1 or s.where[unit] < 0:
        return no("8.1", "why.off-map", unit=unit)
    if not s.allowance(unit):
        return why_immobile(s, unit, "8.2.1")
    if s.moved >> unit & 1:
        return no("8.6.1", "why.moved", unit=unit)
    if s.locked >> unit & 1:
        return no("14.4.3", "why.providing", unit=unit)
    if s.served >> unit & 1:
        return no("19.0.3", "why.served", unit=unit)
    if s.beached >> unit & 1:
        return no("18.1.1", "why.beached", unit=unit)
    if not entitled(s, side) >> unit & 1:
        if game.supply >> unit & 1:
            return no("14.5.4", "why.no-provider", unit=unit)
        return no("8.5", "why.second-move", unit=unit)
    if movable(s, side) >> unit & 1:
        return None
    held = s.enemy_zone(side) >> s.where[unit] & 1
    return no("8.6.5" if held else "8.6.4", "why.hemmed-in", unit=unit)


@step
class Moving(SnStep):
    """8.1, 8.6.1  A group of one hex and one class in hand, and the way so far where the player names it; units are
    moved one by one, a group goes the same way."""

    side: Side
    units: UnitSet
    path: tuple[Hex, ...] = ()
    spent: int = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ways(self, s: Position) -> Moves:
        return ways(s, self.side, self.units, self.path, self.spent)

    def joiners(self, s: Position) -> UnitSet:
        """Units of the same hex and class that can go along, so that there is somewhere for all to go."""
        if self.path:
            return 0
        first = next(members(self.units))
        kin = s.game.of_kind[s.game.kind[first]]
        near = movable(s, self.side) & s.at[s.where[first]] & kin & ~self.units
        return sum(1 << u for u in members(near) if self._together(s, self.units | 1 << u))

    def _together(self, s: Position, group: UnitSet) -> bool:
        if s.round == 2 and not s.surprise(self.side) and not fed(s, self.side, group):
            return False
        return bool(steps_away(s, self.side, group))

    def in_hand(self, s: Position) -> tuple[UnitSet, HexSet]:
        return self.units, self.ways(s).hexes | (0 if self.path else rides(s, self.side, self.units))

    def ask(self, s: Position) -> Prompt:
        found = self.ways(s)
        offers = [
            hexes(found.hexes),
            hexes(0 if self.path else rides(s, self.side, self.units), "rail"),
            units(self.joiners(s), gather=True),
            hexes(found.passable, "via", spoken=True),
        ]
        key = "ask.moving-on" if self.path else "ask.moving"
        return prompt(self.side, "8.1", key, *offers, units=self.units, who=group_name(s, self.units))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "hex" and isinstance(noun, int):
            return None if self.ways(s).hexes >> noun & 1 else self._why_not_hex(s, noun)
        if verb == "via" and isinstance(noun, int):
            return None if self.ways(s).passable >> noun & 1 else self._why_not_via(s, noun)
        if verb == "rail" and isinstance(noun, int):
            if self.path:
                return no("8.11.1", "why.on-foot")
            if (reason := why_no_ride(s, side, self.units)) is not None:
                return reason
            return None if rides(s, side, self.units) >> noun & 1 else self._why_no_track(s, noun)
        if verb == "unit" and isinstance(noun, int):
            return self._why_not_unit(s, noun)
        return no("8.1", "why.destination")

    def _why_no_track(self, s: Position, hex_: Hex) -> Reason:
        """8.10, 8.11.3, 8.11.5, 15.2.27, R95  The first rule that keeps the group from riding to a hex."""
        game, at = s.game, s.where[next(members(self.units))]
        for end in (at, hex_):
            if not game.rail >> end & 1:
                return no("8.10", "why.no-rail", hex=end)
            if not game.friendly[self.side] >> end & 1:
                return no("8.11.5", "why.foreign-rail", hex=end)
            if s.ruined >> end & 1:
                return no("15.2.27", "why.ruined", hex=end)
        if hex_ == at:
            return no("8.1", "why.already-there", hex=hex_)
        return no("8.11.3", "why.no-track", hex=hex_)

    def _why_not_unit(self, s: Position, unit: int) -> Reason | None:
        if self.joiners(s) >> unit & 1:
            return None
        if self.units >> unit & 1:
            return no("8.1", "why.in-hand", unit=unit)
        if self.path:
            return no("8.1", "why.destination")
        if (reason := why_not_unit(s, self.side, unit)) is not None:
            return reason
        first = next(members(self.units))
        if s.where[unit] != s.where[first]:
            return no("8.1", "why.other-hex", unit=unit)
        if s.game.kind[unit] == s.game.kind[first] and s.game.supply >> unit & 1:
            return no("14.4.3", "why.providing", unit=unit)
        return no("8.1.1", "why.other-class", unit=unit)

    def _why_not_via(self, s: Position, hex_: Hex) -> Reason:
        """8.3, 8.1  Why the way cannot lead on from a hex."""
        found = self.ways(s)
        if not found.hexes >> hex_ & 1:
            return self._why_not_hex(s, hex_)
        ends = "8.3" if found.zone >> hex_ & 1 else "8.1"
        return no(ends, "why.via-zone" if ends == "8.3" else "why.via-spent", hex=hex_)

    def _why_not_hex(self, s: Position, hex_: Hex) -> Reason:
        """The first rule that keeps the group out of a hex."""
        game, first = s.game, next(members(self.units))
        origin, zone = self.ways(s).origin, zone_for(s, self.side, self.units)
        if hex_ == origin:
            return no("8.1", "why.already-there", hex=hex_)
        if s.occupied(1 - self.side) >> hex_ & 1:
            return no("8.6.2", "why.enemy", hex=hex_)
        if game.sea >> hex_ & 1:
            return no("8.6.2", "why.sea", hex=hex_)
        if (rule := state_rule(s, self.units, hex_)) is not None:
            return no(rule, "why.state", hex=hex_)
        if game.map.grid.around[origin] >> hex_ & 1:
            if zone >> origin & zone >> hex_ & 1:
                return no("8.6.5", "why.zone-to-zone", hex=hex_)
            if game.map.has_side("lake", origin, hex_):
                return no("8.8", "why.lake", hex=hex_)
            if game.kind[first] != RIVER and not game.strides[game.kind[first]][origin] >> hex_ & 1:
                return no("8.6.4", "why.terrain", hex=hex_)
        return self._why_no_way(s, hex_)

    def _why_no_way(self, s: Position, hex_: Hex) -> Reason:
        """8.1, 8.3, 20.0.riv1  The way is too dear, barred by enemy zones, or there is none."""
        game, found = s.game, self.ways(s)
        kind, shut = game.kind[next(members(self.units))], barred(s, self.side, self.units)
        costs, at = game.costs[kind], found.origin
        if reach(costs, at, found.allowance, spent=self.spent, barred=shut).hexes >> hex_ & 1:
            return no("8.3", "why.zones-between", hex=hex_)
        walls = no_entry(game.map.grid, at, found.zone) if found.zone >> at & 1 else None
        far = reach(costs, at, ANY_ALLOWANCE, spent=self.spent, stop=found.zone, barred=shut, walls=walls)
        if far.hexes >> hex_ & 1:
            scale = game.charts.scale
            cost, have = points(far.cost(hex_), scale), points(found.allowance, scale)
            return no("8.1", "why.points", hex=hex_, cost=cost, have=have)
        return no("20.0.riv1", "why.river-only") if kind == RIVER else no("8.6", "why.no-way", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "unit" and isinstance(noun, int):
            s.push(replace(self, units=self.units | 1 << noun))
        elif verb == "via" and isinstance(noun, int):
            found = self.ways(s)
            s.push(replace(self, path=(*self.path, *found.path(noun)), spent=found.reach.cost(noun)))
        elif isinstance(noun, int):
            self._go(s, verb == "rail", noun)

    def _go(self, s: Position, rail: bool, to: Hex) -> None:
        origin = s.where[next(members(self.units))]
        if rail:
            way = track(s, self.side, self.units)
            assert way is not None
            path, rule = ride_path(s.game.map.grid, way, to), "8.10"
            for unit in members(self.units):
                if not needs_nobody(s, self.side, unit):
                    lock(s, self.side, unit, self.units)
        else:
            found = self.ways(s)
            path = (*self.path, *found.path(to))
            rule = self._rule(s, found, to)
            if s.round == 2 and not s.surprise(self.side):
                for unit in members(self.units & s.game.supply & ~s.fed):
                    lock(s, self.side, unit, self.units)
        for unit in s.piles[origin]:
            if self.units >> unit & 1:
                s.put(unit, to)
        s.moved |= self.units
        s.shifted |= self.units & s.game.airbases
        s.tell_of("log.rail" if rail else "log.move", self.units, rule, path=(origin, *path))
        victory.pass_through(s, self.side, self.units, union(path))

    def _rule(self, s: Position, found: Moves, to: Hex) -> str:
        """8.1, 8.8  What lets the group go there, as far as the way shows it: more would tell the enemy who goes."""
        whole = not found.reach.hexes >> to & 1
        return "8.8" if whole and s.game.map.has_side("lake", found.origin, to) else "8.1"

    def seen_by(self, s: Position, side: int | None) -> SnStep | None:
        return self if side == self.side else None

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """For every hex on offer the points left, and where the move ends for a zone of control."""
        if side != self.side:
            return {}
        name, found, zone = s.game.map.grid.name, self.ways(s), zone_for(s, self.side, self.units)
        scale = s.game.charts.scale
        tree = dict(found.reach.tree())
        tree.update((b, found.origin) for b in members(found.near) if b not in tree)
        ids, path = [s.game.sheet.ids[u] for u in members(self.units)], [name(h) for h in self.path]
        return {
            "move": {"units": ids, "origin": name(s.where[only(self.units)]), "path": path, "planned": True},
            "allowance": points(found.allowance, scale),
            "left": {name(h): points(found.left(h), scale) for h in members(found.hexes)},
            "stops": {name(h): "8.3" for h in members(found.hexes & zone)},
            "from": {name(b): name(a) for b, a in tree.items()},
            "notes": {"rail": {"key": "ride.left", "params": {}}} if rides(s, self.side, self.units) else {},
        }


def points(halves: int, scale: int) -> str:
    """Movement points as a person counts them."""
    return str(number(Fraction(halves, scale)))
