"""11.0, 26.2  The Movement Phase: units move one group after another, enter from the base, reconnoitre."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members, only, union
from khalkhin.board.ways import Moves
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.engine.results_tables import number
from khalkhin.games.pbn import airborne, recon
from khalkhin.games.pbn.deception import walk_past
from khalkhin.games.pbn.headquarters import crowded, crowding, follow_on
from khalkhin.games.pbn.information import tell_move, undisclosed
from khalkhin.games.pbn.position import PbnStep, Position, is_hex
from khalkhin.games.pbn.refusals import NOT_NOW
from khalkhin.games.pbn.ways import (
    barred,
    feint_ground,
    feint_path,
    feints,
    group_allowance,
    known_zone,
    reached_without_zones,
    ways,
)

PHASES = ("phase.soviet_move", "phase.japan_move")
ANY_ALLOWANCE = 10_000
"""More parts of movement points than any way on the map costs."""
IMPULSES = (("4.1.12", "4.1.13"), ("4.1.14", "4.1.15"))
"""The initial and the follow-on impulse, of the First Player and of the Second."""


def force(s: Position, side: int) -> UnitSet:
    """11.1, 26.2.1, 4.1.12, 4.1.14  Who may move: all in the initial impulse, who is eligible in the follow-on one."""
    land = s.on_map(side) | s.based(side) & s.game.land
    if s.impulse == 2:
        land &= s.eligible
    return land & ~s.moved


def movable(s: Position, side: int) -> UnitSet:
    """11.0, 11.4  Every unit with a move to make: one hex next door is always enough."""
    waiting, hidden = force(s, side), undisclosed(s, 1 - side)
    key = "movable", side, waiting, s.suppressed, hidden
    found: UnitSet | None = s.notes.get(key)
    if found is None:
        found = s.notes[key] = _movable(s, side, waiting, hidden)
    return found


def _movable(s: Position, side: int, waiting: UnitSet, hidden: HexSet) -> UnitSet:
    game, grid = s.game, s.game.map.grid
    zone, found = known_zone(s, 1 - side, hidden), 0
    closed = zone | grid.spread(hidden)
    for place, kind in {(s.where[u], game.kind[u]) for u in members(waiting)}:
        here = s.at[place] & waiting & game.of_kind[kind]
        beside = (grid.around[place] if is_hex(place) else game.edges[side]) & ~barred(s, side, kind)
        if is_hex(place) and zone >> place & 1 and not beside & ~closed:
            here &= game.infiltrators
        found |= here if beside else 0
    return found


def markers(s: Position, side: int) -> UnitSet:
    """34.3, 35.2, R52  Deception markers that can still move in this phase; from a base they enter as units do."""
    if not s.options["deception"]:
        return 0
    game = s.game
    mine = game.deception & game.sheet.of_side[side] & ~s.moved
    base = mine & s.based(side)
    there = sum(1 << u for u in members(mine) if is_hex(s.where[u])) | (base & s.eligible if s.impulse == 2 else base)
    return sum(1 << u for u in members(there) if feints(s, side, u))


@step
class BeginMovement(PbnStep):
    """4.1.12, 4.1.13, 4.1.14, 4.1.15, 10.2, 20.0.2  Who may move, and where engineers stand, when the phase begins."""

    side: Side
    impulse: int

    def run(self, s: Position) -> None:
        s.active, s.impulse, s.moved = self.side, self.impulse, 0
        s.eligible = follow_on(s, self.side) if self.impulse == 2 else 0
        rule = IMPULSES[self.impulse - 1][self.side != s.first]
        s.tell("log.impulse", rule=rule, side=self.side, impulse=f"@impulse.{self.impulse}")
        engineers = s.on_map(self.side) & s.game.engineers & ~s.suppressed
        s.push(Movement(self.side, tuple((u, s.where[u]) for u in members(engineers))))


@step
class Movement(PbnStep):
    """11.0, 11.2, 16.7  The phasing player moves any number of units, or none."""

    side: Side
    engineers: tuple[tuple[Unit, Hex], ...] = ()

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _units(self, s: Position) -> UnitSet:
        return movable(s, self.side) | markers(s, self.side)

    def ask(self, s: Position) -> Prompt:
        offers = [units(self._units(s), gather=True), *recon.offers(s, self.side), *airborne.offers(s, self.side)]
        told = {"impulse": f"@impulse.{s.impulse}", "any": int(any(offers))}
        return prompt(self.side, "11.0", "ask.move", *offers, bare("done"), **told)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "unit" and isinstance(noun, int):
            return why_not_unit(s, side, noun)
        if verb in ("recon", "play"):
            return recon.why(s, side, verb, noun)
        if verb == "drop":
            return airborne.why(s, side, noun)
        return no("11.2", "why.unit-first") if verb in ("hex", "via") else NOT_NOW

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "done":
            s.moved = s.eligible = 0
            s.end_phase()
            return
        s.push(self)
        assert isinstance(noun, int)
        if verb == "unit":
            s.push(Moving(side, 1 << noun, self.engineers))
        elif verb == "drop":
            s.push(airborne.Drop(side, noun))
        else:
            recon.take(s, side, verb, noun)

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.side else Movement(self.side)

    def warnings(self, s: Position, side: int) -> list[Reason]:
        return crowded(s, side, s.activated)


def why_not_unit(s: Position, side: int, unit: int) -> Reason | None:
    """Why a unit cannot be moved now."""
    game = s.game
    if game.sheet.side[unit] != side:
        return no("11.2", "why.not-yours", unit=unit)
    if s.moved >> unit & 1:
        return no("11.2", "why.moved", unit=unit)
    if game.deception >> unit & 1:
        return None if markers(s, side) >> unit & 1 else _why_no_feint(s, side, unit)
    if not (s.on_map(side) | s.based(side)) >> unit & 1:
        return no("11.2", "why.off-map", unit=unit)
    if not force(s, side) >> unit & 1:
        return no("10.2", "why.out-of-radius" if is_hex(s.where[unit]) else "why.base-inactive", unit=unit)
    return None if movable(s, side) >> unit & 1 else no("13.4", "why.hemmed-in", unit=unit)


def _why_no_feint(s: Position, side: int, unit: int) -> Reason:
    """Why a deception marker cannot be moved now."""
    if not is_hex(s.where[unit]) and not s.based(side) >> unit & 1:
        return no("34.3", "why.off-map", unit=unit)
    if not is_hex(s.where[unit]) and s.impulse == 2 and not s.eligible >> unit & 1:
        return no("10.2", "why.base-inactive", unit=unit)
    return no("34.3", "why.no-feint", unit=unit)


@step
class Moving(PbnStep):
    """11.2, 11.31  A group of one place and one class in hand, and the way so far where the player names it; units move
    one by one, a group goes the same way."""

    side: Side
    units: UnitSet
    engineers: tuple[tuple[Unit, Hex], ...] = ()
    path: tuple[Hex, ...] = ()
    spent: int = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _marker(self, s: Position) -> int | None:
        first = next(members(self.units))
        return first if s.game.deception >> first & 1 else None

    def ways(self, s: Position) -> Moves:
        return ways(s, self.side, self.units, self.engineers, self.path, self.spent)

    def hexes(self, s: Position) -> HexSet:
        marker = self._marker(s)
        return self.ways(s).hexes if marker is None else feints(s, self.side, marker, self.path)

    def passable(self, s: Position) -> HexSet:
        """11.2  Hexes that the way can lead through; a deception marker, which has no points, comes by none twice."""
        if self._marker(s) is None:
            return self.ways(s).passable
        found = self.hexes(s)
        return found & ~union(self.path) if found.bit_count() > 1 else 0

    def joiners(self, s: Position) -> UnitSet:
        """Units of the same place and class that can go along."""
        if self.path or self._marker(s) is not None:
            return 0
        first = next(members(self.units))
        kin = s.game.of_kind[s.game.kind[first]]
        return movable(s, self.side) & s.at[s.where[first]] & kin & ~self.units

    def in_hand(self, s: Position) -> tuple[UnitSet, HexSet]:
        return self.units, self.hexes(s)

    def ask(self, s: Position) -> Prompt:
        offers = (
            hexes(self.hexes(s)),
            units(self.joiners(s), gather=True),
            hexes(self.passable(s), "via", spoken=True),
        )
        key = "ask.moving-on" if self.path else "ask.moving"
        return prompt(self.side, "11.2", key, *offers, units=self.units, who=group_name(s, self.units))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "hex" and isinstance(noun, int):
            return None if self.hexes(s) >> noun & 1 else self._why_not_hex(s, noun)
        if verb == "via" and isinstance(noun, int):
            return None if self.passable(s) >> noun & 1 else self._why_not_via(s, noun)
        if verb == "unit" and isinstance(noun, int):
            return self._why_not_unit(s, noun)
        return no("11.2", "why.destination")

    def _why_not_unit(self, s: Position, unit: int) -> Reason | None:
        if self.joiners(s) >> unit & 1:
            return None
        if self.units >> unit & 1:
            return no("11.2", "why.in-hand", unit=unit)
        if self.path:
            return no("11.2", "why.destination")
        if (reason := why_not_unit(s, self.side, unit)) is not None:
            return reason
        first = next(members(self.units))
        if s.where[unit] != s.where[first]:
            return no("11.2", "why.other-hex", unit=unit)
        return no("2.32.1", "why.other-class", unit=unit)

    def _why_not_via(self, s: Position, hex_: Hex) -> Reason:
        """13.3, 11.31  Why the way cannot lead on from a hex."""
        if not self.hexes(s) >> hex_ & 1:
            return self._why_not_hex(s, hex_)
        if self._marker(s) is not None:
            return no("34.3", "why.via-again", hex=hex_)
        if self.ways(s).zone >> hex_ & 1:
            return no("13.3", "why.via-zone", hex=hex_)
        return no("11.31", "why.via-spent", hex=hex_)

    def _why_not_hex(self, s: Position, hex_: Hex) -> Reason:
        """The first rule that keeps the group out of a hex."""
        first = next(members(self.units))
        origin, kind = self.path[-1] if self.path else s.where[first], s.game.kind[first]
        if hex_ == origin:
            return no("11.2", "why.already-there", hex=hex_)
        if s.held(1 - self.side) >> hex_ & 1:
            return no("11.5", "why.enemy", hex=hex_)
        if self._marker(s) is not None:
            lasts = feint_ground(s, self.side) >> hex_ & 1
            return no("34.3", "why.feint-cut-off" if lasts else "why.feint", hex=hex_)
        if barred(s, self.side, kind) >> hex_ & 1:
            return no("11.5", "why.terrain", hex=hex_)
        if not self.path and is_hex(origin) and s.game.map.grid.around[origin] >> hex_ & 1:
            rule = "13.5.1" if self.units & s.game.infiltrators else "13.4"
            return no(rule, "why.zone-to-zone", hex=hex_)
        there = s, self.side, self.units, self.engineers, self.path, self.spent
        if reached_without_zones(*there).hexes >> hex_ & 1:
            return no("13.3", "why.zones-between", hex=hex_)
        far, scale = reached_without_zones(*there, ANY_ALLOWANCE), s.game.charts.scale
        if not far.hexes >> hex_ & 1:
            return no("11.5", "why.no-way", hex=hex_)
        need, have = points(far.cost(hex_), scale), points(group_allowance(s, self.units), scale)
        return no("11.31", "why.way-costs", hex=hex_, cost=need, have=have)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "unit" and isinstance(noun, int):
            s.push(replace(self, units=self.units | 1 << noun))
        elif isinstance(noun, int):
            marker = self._marker(s)
            on = self.ways(s).path(noun) if marker is None else feint_path(s, side, marker, noun, self.path)
            path = (*self.path, *on)
            if verb == "hex":
                self._go(s, path)
            else:
                spent = self.ways(s).reach.cost(noun) if marker is None else 0
                s.push(replace(self, path=path, spent=spent))

    def _go(self, s: Position, path: tuple[Hex, ...]) -> None:
        """R93, 18.4  The way is walked hex by hex; a zone of control that is met on it ends the move there."""
        origin = s.where[next(members(self.units))]
        walked = self._walked(s, path) if self._marker(s) is None else self._crept(s, path)
        for unit in members(self.units):
            s.put(unit, walked[-1])
        s.moved |= self.units
        s.eligible &= ~self.units
        if is_hex(origin):
            tell_move(s, "log.move", self.units, "11.2", (origin, *walked))
        else:
            tell_move(s, "log.enters", self.units, "26.2.1", walked)
        if walked != path and self._marker(s) is None:
            s.tell("log.halted", rule="13.3", hex=walked[-1])

    def _walked(self, s: Position, path: tuple[Hex, ...]) -> tuple[Hex, ...]:
        """18.4, 34.3, R93  How far a group comes: face-down stacks that it meets turn out to be units, which have a
        zone of control, or deception markers, which are gone."""
        enemy, grid = 1 - self.side, s.game.map.grid
        hidden = undisclosed(s, enemy)
        for n, hex_ in enumerate(path):
            walk_past(s, self.side, hex_)
            met = grid.around[hex_] & hidden
            if not met:
                continue
            s.announced |= met
            s.seal()
            if zone := met & s.exerting(enemy):
                s.tell("log.zone", rule="18.4", hexes=zone)
                return path[: n + 1]
        return path

    def _crept(self, s: Position, path: tuple[Hex, ...]) -> tuple[Hex, ...]:
        """34.3  How far a deception marker comes: the instant it is next to an enemy land unit it is no more."""
        enemy, grid = 1 - self.side, s.game.map.grid
        hidden, near = grid.spread(undisclosed(s, enemy)), grid.spread(s.occupied(enemy))
        for n, hex_ in enumerate(path):
            if hidden >> hex_ & 1:
                s.seal()
            if near >> hex_ & 1:
                return path[: n + 1]
        return path

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None

    def warnings(self, s: Position, side: int) -> list[Reason]:
        return crowding(s, side, self.units, self.hexes(s))

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """For every hex on offer the points left, and where the move ends for a zone of control."""
        if side != self.side:
            return {}
        name, scale = s.game.map.grid.name, s.game.charts.scale
        ids = [s.game.sheet.ids[u] for u in members(self.units)]
        start, path = s.where[only(self.units)], [name(h) for h in self.path]
        move = {"units": ids, "origin": s.game.place_name(start), "path": path, "planned": True}
        if self._marker(s) is not None:
            return {"move": move}
        found = self.ways(s)
        tree = {b: a for b, a in found.reach.tree().items() if is_hex(a)}
        origin = found.origin
        if is_hex(origin):
            tree.update((b, origin) for b in members(found.near) if b not in tree)
        return {
            "move": move,
            "allowance": points(found.allowance, scale),
            "left": {name(h): points(found.left(h), scale) for h in members(found.hexes)},
            "stops": {name(h): "13.3" for h in members(found.hexes & found.zone)},
            "from": {name(b): name(a) for b, a in tree.items()},
        }


def points(twelfths: int, scale: int) -> str:
    """Movement points as a person counts them."""
    return str(number(Fraction(twelfths, scale)))
