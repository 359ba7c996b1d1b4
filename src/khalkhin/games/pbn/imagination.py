"""18.0, 34.0, R94  A whole position as one side may imagine it: somebody beneath the counters that show, in the base
and on the track, markers in hand, supply points in numbers that may well be."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.pbn.deception import masked
from khalkhin.games.pbn.headquarters import follow_on, radius
from khalkhin.games.pbn.information import top
from khalkhin.games.pbn.movement import Movement
from khalkhin.games.pbn.position import BASES, HAND, OUT, POOL, Position, is_hex
from khalkhin.games.pbn.reinforcement import Arrivals, Placement, ReinforcementPhase
from khalkhin.games.pbn.setup import Setup
from khalkhin.games.pbn.terrain import within

SUPPRESSED = "marker.suppressed"
MARCHED, STAYED, COMMANDS, STORED, FRESH = 0.97, 0.65, 0.93, 0.4, 0.03
"""How often a hidden counter is taken to be on the map rather than in the base: when its side has moved this turn;
before that a combat unit, a headquarters and a supply point; and a unit of a group that has only just come."""
AWAIT, FEINT = 0.25, 0.25
"""How often it is taken to be on the track while some are due, and no unit at all but a deception marker."""
MAIN, ACTIVE = 0.9, 0.5
"""How often the headquarters with most units around it is taken to be activated, and others."""
MOST_SUPPLY = 5
"""How many hidden supply points a side is thought to have at the most."""


def guess(s: Position, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random) -> None:
    """Deal the counters that the view does not name over the places where they can be."""
    game = s.game
    unnamed = game.unnamed(s, seen)
    smoke = sum(1 << game.place_at(place) for place, keys in seen["markers"].items() if SUPPRESSED in keys)
    for side, name in enumerate(game.sides):
        unknown = game.sheet.of_side[side] & game.in_play & unnamed
        if unknown and s.result is None:
            _Dealer(s, side, smoke, _fresh(s, side, unknown), rng).deal(unknown, nameless.get(name, ()))


def _fresh(s: Position, side: int, unknown: UnitSet) -> UnitSet:
    """6.1  Units of groups of which nobody has shown yet: they have only just come, or are still to."""
    game = s.game
    shown = game.sheet.of_side[side] & game.in_play & ~unknown & ~s.in_box(side, OUT)
    return unknown & sum(group for name, group in game.group.items() if name and not group & shown)


class _Stack(NamedTuple):
    """What lies in a hex, for who may come to lie beneath it."""

    order: tuple[int, tuple[int, int]]
    """R94  The order of the top counter."""
    suppressed: bool
    room: int
    """12.1  Battalion equivalents that may still come; stacks are not thought to be too high."""


@dataclass(frozen=True)
class _Dealer:
    """Deals the hidden counters of one side."""

    s: Position
    side: int
    smoke: HexSet
    """Hexes that show a Suppressed marker for somebody who is hidden."""
    fresh: UnitSet
    """Units of groups of which nobody has shown yet."""
    rng: random.Random
    stacks: dict[Hex, _Stack | None] = field(default_factory=dict)
    """Stacks that have been looked at and not changed since; None: nobody is there."""

    def deal(self, unknown: UnitSet, backs: tuple[int, ...]) -> None:
        s, game = self.s, self.s.game
        self._markers(unknown & game.campaign, backs)
        due = s.turn_box(s.turn + 1) or f"turn_{s.turn}"
        s.set_out({game.box(due): list(members(unknown & game.air))})  # those in play are open
        left = unknown & game.land & ~game.supply
        left = self._show(left, unknown & game.deception, sum(1 << place for place in backs if is_hex(place)))
        settled = self._settled()
        for unit in self._shuffled(left):
            self._somewhere(unit, settled)
        self._supply(unknown & game.supply, settled)
        self._status(unknown & game.land)

    def _shuffled(self, group: UnitSet) -> list[int]:
        found = list(members(group))
        self.rng.shuffle(found)
        return found

    # -- what shows, without a name ----------------------------------------------------------------------------------

    def _markers(self, unknown: UnitSet, backs: tuple[int, ...]) -> None:
        """5.3  Campaign markers in hand, of those that are held, and in the pool."""
        s, game = self.s, self.s.game
        held = sum(1 << u for u in members(unknown) if game.charts.markers[game.sheet.ids[u]].held)
        hand = self._shuffled(held)[: backs.count(game.box(HAND))]
        pool = [unit for unit in members(unknown) if unit not in hand]
        s.set_out({game.box(HAND): hand, game.box(POOL): pool})

    def _show(self, left: UnitSet, feints: UnitSet, backs: HexSet) -> UnitSet:
        """8.2, 34.0, 34.3  Somebody suppressed beneath the top counter where a marker says so; a combat unit face down
        for every back. Now and then, or where nobody else can be, it is a deception marker. Who is left can be
        anywhere."""
        s, game = self.s, self.s.game
        spare = self._shuffled(feints) if s.options["deception"] else []
        sure = game.map.grid.spread(s.occupied(1 - self.side)) | s.announced | self.smoke | s.held(self.side)
        sure |= s.fortified[self.side]
        needy = list(members(self.smoke & s.held(self.side) & ~backs))
        order = sorted(members(backs), key=lambda h: not sure >> h & 1)
        chosen = self._match(left & game.fighting, [*needy, *order], backs)
        few = len(needy) + len(order) - len(chosen)
        for hex_ in (*needy, *order):
            spared = len(spare) > few and not (sure | ~backs) >> hex_ & 1 and self.rng.random() < FEINT
            if hex_ in chosen and not spared:
                self._lay(chosen[hex_], hex_, bool(backs >> hex_ & 1))
                left &= ~(1 << chosen[hex_])
            elif spare:
                few -= hex_ not in chosen
                self._lay(spare.pop(), hex_)
        return self._lay_under(left, spare, backs)

    def _lay_under(self, left: UnitSet, spare: list[int], backs: HexSet) -> UnitSet:
        """8.2  Somebody suppressed beneath a back, where that of a combat-effective unit must be on top."""
        hexes = [h for h in members(self.smoke & backs) if (stack := self._stack(h)) and not stack.suppressed]
        chosen = self._match(left & self.s.game.fighting, hexes, 0)
        for hex_ in hexes:
            if hex_ in chosen:
                self._lay(chosen[hex_], hex_)
                left &= ~(1 << chosen[hex_])
            elif spare:
                self._lay(spare.pop(), hex_)
        return left

    def _match(self, group: UnitSet, hexes: list[Hex], backs: HexSet) -> dict[Hex, int]:
        """Somebody for every hex, as far as it can be done, on top where a back shows, else beneath: who is in the way
        goes elsewhere if he can."""
        able = {h: [u for u in self._shuffled(group) if self._may(u, h, bool(backs >> h & 1))] for h in hexes}
        holder: dict[int, Hex] = {}

        def find(hex_: Hex, tried: set[int]) -> bool:
            for unit in able[hex_]:
                if unit in tried:
                    continue
                tried.add(unit)
                if unit not in holder or find(holder[unit], tried):
                    holder[unit] = hex_
                    return True
            return False

        for hex_ in hexes:
            find(hex_, set())
        return {hex_: unit for unit, hex_ in holder.items()}

    # -- what does not show ------------------------------------------------------------------------------------------

    def _may(self, unit: int, hex_: Hex, above: bool) -> bool:
        """R94  Whether a unit can be in a hex: on top of whoever is there, or beneath."""
        game = self.s.game
        if (game.closed[game.kind[unit]] | self.s.outside) >> hex_ & 1:
            return False
        stack = self._stack(hex_)
        return stack is None or (self._order(unit, self._hit(hex_, above)) < stack.order) is above

    def _hit(self, hex_: Hex, above: bool) -> int:
        """R94  Whether a newcomer to a hex is suppressed: a marker shows that somebody is, and on top of a
        combat-effective unit it cannot be he."""
        stack = self._stack(hex_)
        effective = stack is not None and stack.order[0] == 0
        return int(self.smoke >> hex_ & 1 and not (above and effective))

    def _stack(self, hex_: Hex) -> _Stack | None:
        if hex_ not in self.stacks:
            s, game = self.s, self.s.game
            first = top(s, self.side, hex_)
            if first is None:
                self.stacks[hex_] = None
            else:
                hit = s.suppressed >> first & 1
                room = game.charts.stack_limit - s.size(s.land_at(self.side, hex_))
                self.stacks[hex_] = _Stack(self._order(first, hit), bool(hit), room)
        return self.stacks[hex_]

    def _order(self, unit: int, hit: int) -> tuple[int, tuple[int, int]]:
        """R94  The lower, the nearer to the top. Newcomers are hit where a marker shows that somebody is."""
        game, bit = self.s.game, 1 << unit
        if game.fighting & bit:
            return hit, game.rank[unit]
        kinds = game.headquarters, game.supply, game.deception
        return 2 + next(n for n, kind in enumerate(kinds) if kind & bit), game.rank[unit]

    def _settled(self) -> HexSet:
        """14.26, R95  Hexes where all are known: who defends, and who has been examined."""
        s, game = self.s, self.s.game
        found = 0
        for hex_ in members(s.held(self.side)):
            here = s.at[hex_] & game.sheet.of_side[self.side]
            if here & (s.defenders | s.scouted) or here.bit_count() > 1:
                found |= 1 << hex_
        return found

    def _somewhere(self, unit: int, settled: HexSet) -> None:
        """18.6  A unit goes to the track while it can be due, beneath a counter that shows, or to the base."""
        s, later = self.s, self.s.turn_box(self.s.turn + 1)
        if self._due(unit):
            s.send(unit, f"turn_{s.turn}")
            return
        if later and self._second(unit):
            s.send(unit, later)
            return
        hexes = [] if self._setting_up else self._beneath(unit, settled)
        if hexes and self.rng.random() < self._out(unit):
            self._lay(unit, self.rng.choice(hexes))
        else:
            s.send(unit, BASES[self.side])

    def _out(self, unit: int) -> float:
        """6.21, 11.1  How likely a unit is on the map: reinforcements wait in the base until their side moves."""
        if self._moved:
            return MARCHED
        if self.fresh >> unit & 1:
            return FRESH
        game = self.s.game
        return STORED if game.supply >> unit & 1 else COMMANDS if game.headquarters >> unit & 1 else STAYED

    def _second(self, unit: int) -> bool:
        """JCM.3.3, R5  Whether a unit comes a turn after others of its army: they have only just come themselves, or it
        would have been seen to march."""
        game, fresh = self.s.game, self.fresh
        if not fresh >> unit & 1:
            return False
        pairs = [(game.group[name], game.group[x.next]) for name, x in game.charts.groups.items() if x.next]
        return any(second >> unit & 1 and (self._moved or first & fresh) for first, second in pairs)

    def _beneath(self, unit: int, settled: HexSet) -> list[Hex]:
        """8.2, R94  Hexes where a unit can lie beneath the top counter. Beneath a suppressed one any combat unit is
        suppressed, and would show a marker."""
        s, game = self.s, self.s.game
        fights, size, found = game.fighting >> unit & 1, game.stacking[unit], []
        order = self._order(unit, 0), self._order(unit, 1)
        for hex_ in members(s.held(self.side) & ~settled & ~game.closed[game.kind[unit]]):
            stack, smoke = self._stack(hex_), self.smoke >> hex_ & 1
            if stack is None or size > stack.room or order[smoke] < stack.order:
                continue
            if smoke or not (fights and stack.suppressed):
                found.append(hex_)
        return found

    def _due(self, unit: int) -> bool:
        """3.1, 6.1  Whether a unit waits: to be set up, or on the space of this turn."""
        if self._setting_up:
            return not self.s.game.group[f"setup_{BASES[self.side]}"] >> unit & 1
        return self._reinforcing and self.rng.random() < AWAIT

    @cached_property
    def _moved(self) -> bool:
        """4.1  Whether the side has moved this turn."""
        s = self.s
        return s.impulse == 2 or (s.impulse == 1 and self.side in (s.first, s.active))

    @cached_property
    def _setting_up(self) -> bool:
        return self._steps(Setup)

    @cached_property
    def _reinforcing(self) -> bool:
        return self._steps(ReinforcementPhase, Arrivals, Placement)

    def _steps(self, *kinds: type[Setup | ReinforcementPhase | Arrivals | Placement]) -> bool:
        return any(isinstance(step, kinds) and step.side == self.side for step in self.s.agenda)

    def _supply(self, unknown: UnitSet, settled: HexSet) -> None:
        """R104  Supply points: some in the base, some beneath units, some on their way; the others are in the mix."""
        s, game = self.s, self.s.game
        points = self._shuffled(unknown)
        if self._setting_up:
            for unit in points[: game.scenarios[s.scenario].data["supply"][game.sides[self.side]]]:
                s.send(unit, BASES[self.side])
            return
        for unit in points[: self.rng.randint(0, MOST_SUPPLY)]:
            self._somewhere(unit, settled)
        if self._steps(Arrivals, Placement) and points and not s.in_box(self.side, f"turn_{s.turn}"):
            s.send(points[-1], f"turn_{s.turn}")

    # -- how they are ------------------------------------------------------------------------------------------------

    def _lay(self, unit: int, hex_: Hex, above: bool = False) -> None:
        """Set a counter down, with its back up where units may lie so, and suppressed where a marker shows that."""
        s, game, bit = self.s, self.s.game, 1 << unit
        hit = self._hit(hex_, above)
        s.put(unit, hex_)
        self.stacks.pop(hex_, None)
        if game.fighting & bit and masked(s):
            s.face_down |= bit
        if (game.fighting | game.deception) & bit and hit:
            s.suppressed |= bit

    def _status(self, unknown: UnitSet) -> None:
        """7.3, 10.2, 34.0  Headquarters on their front, who may move in this impulse, and backs in the base."""
        s, game = self.s, self.s.game
        hidden = unknown & (s.on_map(self.side) | s.based(self.side))
        commands = sorted(self._shuffled(hidden & game.headquarters), key=lambda u: -self._led(u))
        for number, unit in enumerate(commands):
            if self.rng.random() < (ACTIVE if number else MAIN):
                s.activated |= 1 << unit
        if masked(s):
            s.face_down |= hidden & s.based(self.side) & game.fighting
        if self._moving():
            if s.impulse == 2:
                s.eligible |= follow_on(s, self.side)
            engineers = s.on_map(self.side) & game.engineers & ~s.suppressed
            begun = Movement(self.side, tuple((u, s.where[u]) for u in members(engineers)))
            s.agenda = tuple(begun if step == Movement(self.side) else step for step in s.agenda)

    def _led(self, unit: int) -> int:
        """10.2  How many units a headquarters would lead."""
        s = self.s
        if not is_hex(s.where[unit]):
            return s.based(self.side).bit_count()
        near = within(s.game, s.where[unit], radius(s, unit))
        return sum(near >> s.where[u] & 1 for u in members(s.on_map(self.side) & s.game.fighting))

    def _moving(self) -> bool:
        return Movement(self.side) in self.s.agenda
