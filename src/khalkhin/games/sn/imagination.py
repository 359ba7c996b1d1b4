"""21.0  A whole position as one side may imagine it: hidden units dealt at random where nameless counters show."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.declaring import Battle
from khalkhin.games.sn.combat import Attacks
from khalkhin.games.sn.information import reach, top
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.stacking import Overstacked, excess
from khalkhin.games.sn.supply import begin_phase
from khalkhin.games.sn.terrain import stack_limit

BASE_CHANCE = 0.4
"""How often a hidden supply unit is taken to show its base side."""
TRIES = 6
"""So many deals are tried before one is taken that leaves a stack too high or a zone of control unexplained."""


def guess(s: Position, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random) -> None:
    """All boxes are open: whom the view does not name stands hidden somewhere on the map."""
    game = s.game
    unnamed = game.unnamed(s, seen)
    hurt = [game.place_at(place) for place, marks in seen["markers"].items() if "marker.disrupted" in marks]
    for side, name in enumerate(game.sides):
        if name == seen["side"]:
            continue
        unknown = game.sheet.of_side[side] & game.ground & unnamed
        if unknown:
            _Dealer(s, side, unknown, nameless.get(name, ()), hurt).deal(rng)
            s.flipped |= sum(1 << u for u in members(unknown & game.supply) if rng.random() < BASE_CHANCE)
            _attack(s, side, unknown, rng)
        if s.round:
            begin_phase(s, side)  # what the enemy worked out for himself when his phase began


class _Dealer:
    """Lays the hidden units of a side under the top ones."""

    def __init__(self, s: Position, side: int, unknown: UnitSet, places: Sequence[Hex], hurt: Sequence[Hex]) -> None:
        self.s, self.side = s, side
        self.unknown = list(members(unknown))
        self.loose = unknown
        self.slots = {hex_: places.count(hex_) for hex_ in places}
        self.hurt = [hex_ for hex_ in hurt if hex_ in self.slots]
        self.crowd = self._crowd()
        self.above = {hex_: top(s, side, hex_) for hex_ in self.slots}
        told = {hex_: zone for who, hex_, zone in s.announced if who == side}
        self.zones = {hex_: told.get(hex_, self._shown(hex_)) for hex_ in self.slots}
        """11.0  What is known of the zone of control of every stack."""
        self.can = {unit: self._can_come(unit) for unit in self.unknown}
        self.may: dict[int, HexSet] = {}
        self.unsuspected: dict[str, HexSet] = {}
        """11.1.2  For each nation the stacks where its units would have no wider zone than was told."""

    def _shown(self, hex_: Hex) -> HexSet:
        above = self.above[hex_]
        return 0 if above is None else reach(self.s, above, hex_)

    def _crowd(self) -> Hex | None:
        """10.1.7  Where there must be too many: a stack that can be too high, if its owner is asked about one."""
        s = self.s
        top = s.agenda[-1] if s.agenda else None
        if not isinstance(top, Overstacked) or top.side != self.side:
            return None
        big = s.game.charts.corps_size
        rest = {h: excess(s, self.side, h) + count * big for h, count in self.slots.items()}
        if any(excess(s, self.side, h) > 0 for h in members(s.occupied(self.side))):
            return None
        return max(rest, key=lambda h: (rest[h], h), default=None)

    def deal(self, rng: random.Random) -> None:
        for _ in range(TRIES):
            found = self._dealt(rng)
            if self._lay(found, rng):
                return

    def _dealt(self, rng: random.Random) -> dict[int, Hex]:
        """Who explains what is known first, then the big ones, each where it may be and where there is room; then a
        place for the rest."""
        s, game, crowd = self.s, self.s.game, self.crowd
        found: dict[int, Hex] = {}
        slots = dict(self.slots)
        room = {h: stack_limit(game, h) - s.size(s.units_at(self.side, h) & ~self.loose) for h in slots}
        if crowd is not None:
            room[crowd] = len(self.unknown) * game.charts.corps_size
        rng.shuffle(self.unknown)
        self.may = {unit: self._may_be(unit) for unit in self.unknown}
        self._explain(rng, found, slots, room)
        for unit in sorted(self.unknown, key=lambda u: (not self._choosy(u), -s.size(1 << u))):
            able = [] if unit in found else self._able(unit, slots, room)
            if crowd is not None and crowd in able and game.corps >> unit & 1:
                self._take(unit, crowd, found, slots, room)
            elif able:
                self._take(unit, rng.choice(able), found, slots, room)
        self._settle(found, slots)
        return found

    def _explain(self, rng: random.Random, found: dict[int, Hex], slots: dict[Hex, int], room: dict[Hex, int]) -> None:
        """Somebody for every zone of control that the top unit does not have, and a base for strikes on mission."""
        wanted = [(h, self._as_wide(h)) for h in self._unexplained(rng)]
        wanted += [(h, self.loose & self.s.game.airbases) for h in self._flown_from()]
        for hex_, group in wanted:
            free = (u for u in self.unknown if u not in found and group >> u & 1)
            unit = next((u for u in free if hex_ in self._able(u, slots, room)), None)
            if unit is not None:
                self._take(unit, hex_, found, slots, room)

    def _as_wide(self, hex_: Hex) -> UnitSet:
        """Units that would have the zone of control that was told of a stack."""
        return sum(1 << u for u in self.unknown if reach(self.s, u, hex_) == self.zones[hex_])

    def _choosy(self, unit: int) -> bool:
        """Whether a unit can be in few of the stacks only."""
        return 2 * self.may[unit].bit_count() < len(self.slots)

    def _unexplained(self, rng: random.Random) -> list[Hex]:
        """Stacks whose zone of control is none of the top unit's."""
        stacks = [h for h in self.slots if self.zones[h] & ~self._shown(h)]
        rng.shuffle(stacks)
        return stacks

    def _flown_from(self) -> list[Hex]:
        """15.1  Stacks that airstrikes on mission have flown from, where no airbase shows."""
        s, land = self.s, self.s.game.airstrikes & ~self.s.game.carrier_air & self.s.game.sheet.of_side[self.side]
        bases = {base for unit, base in s.sorties if land >> unit & 1 and base in self.slots}
        return sorted(h for h in bases if not s.units_at(self.side, h) & s.game.airbases & ~self.loose)

    def _able(self, unit: int, slots: Mapping[Hex, int], room: Mapping[Hex, int]) -> list[Hex]:
        """10.1  Stacks with room for the unit, and a division's room for every other counter of theirs."""
        may, size, other = self.may[unit], self.s.size(1 << unit), self.s.game.charts.other_size
        return [h for h, n in slots.items() if n and may >> h & 1 and size <= room[h] - (n - 1) * other]

    def _take(self, unit: int, hex_: Hex, found: dict[int, Hex], slots: dict[Hex, int], room: dict[Hex, int]) -> None:
        found[unit] = hex_
        slots[hex_] -= 1
        room[hex_] -= self.s.size(1 << unit)

    def _settle(self, found: dict[int, Hex], slots: dict[Hex, int]) -> None:
        """Who is left takes the places that are left, pushing others on to where these may be: if it cannot be helped
        where stacks get too high, or zones of control wider than was told."""
        for able in (self.may, self.can, dict.fromkeys(self.unknown, union(self.slots))):
            for unit in self.unknown:
                if unit not in found:
                    self._push_in(unit, able, found, slots, set())

    def _push_in(
        self,
        unit: int,
        able: Mapping[int, HexSet],
        found: dict[int, Hex],
        slots: dict[Hex, int],
        tried: set[Hex],
    ) -> bool:
        for hex_ in slots:
            if hex_ in tried or not able[unit] >> hex_ & 1:
                continue
            tried.add(hex_)
            others = [u for u, h in found.items() if h == hex_]
            if slots[hex_]:
                slots[hex_] -= 1
            elif not any(self._push_in(other, able, found, slots, tried) for other in others):
                continue
            found[unit] = hex_
            return True
        return False

    def _may_be(self, unit: int) -> HexSet:
        """11.1.2  The stacks that a unit could have come to, and where it has no wider zone than was told."""
        if self.s.disrupted >> unit & 1:
            return self.can[unit]
        nation = self.s.game.sheet.nation[unit]
        if nation not in self.unsuspected:
            quiet = (h for h in self.slots if not reach(self.s, unit, h) & ~self.zones[h])
            self.unsuspected[nation] = union(quiet) | union(self.hurt)
        return self.can[unit] & self.unsuspected[nation]

    def _can_come(self, unit: int) -> HexSet:
        """3.1.1, 8.6, 20.0.riv1, R100  The stacks where a unit can be: its states, its areas of the set-up, rivers for
        flotillas, rough only by road for who drives."""
        s, game = self.s, self.s.game
        found = union(self.slots) & game.enterable[game.sheet.nation[unit]]
        if s.setting_up:
            areas = 0
            for line in game.lines[s.scenario]:
                areas |= line.area if line.sort >> unit & 1 else 0
            found &= areas
        if game.flotillas >> unit & 1:
            return found & game.riverside
        return found & ~(game.rough & ~game.linked) if game.mech >> unit & 1 else found

    def _lay(self, found: Mapping[int, Hex], rng: random.Random) -> bool:
        """Put the units down; whether they explain what is known of their stacks."""
        s = self.s
        for unit in self.unknown:
            s.disrupted &= ~(1 << unit)
            s.put(unit, found[unit])
        for hex_ in self.hurt:
            here = [u for u, h in found.items() if h == hex_]
            wide = [u for u in here if reach(s, u, hex_) & ~self.zones[hex_]]
            s.disrupted |= sum(1 << u for u in wide or [rng.choice(here)])
        landed = [u for u, h in found.items() if s.units_at(1 - self.side, h)]
        s.beached |= sum(1 << u for u in landed)
        s.notes = {}
        zones = {hex_: self._shown(hex_) for hex_ in self.slots}
        for unit, hex_ in found.items():
            zones[hex_] |= reach(s, unit, hex_)
        return all(self._explained(hex_, zone) for hex_, zone in zones.items())

    def _explained(self, hex_: Hex, zone: HexSet) -> bool:
        high = excess(self.s, self.side, hex_) > 0
        return zone == self.zones[hex_] and high == (hex_ == self.crowd)


def _attack(s: Position, side: int, unknown: UnitSet, rng: random.Random) -> None:
    """12.0.3  Somebody attacks where attacks are announced: of the hidden units those that can, or some of them."""
    free = unknown
    agenda = []
    for step in s.agenda:
        if isinstance(step, Attacks) and step.side == side:
            attacks = []
            for attack in step.attacks:
                able = [u for u in members(free) if _beside(s, u, attack.targets)]
                chosen = sum(1 << u for u in able if rng.random() < 0.5)
                if not attack.units and able:
                    chosen |= 1 << rng.choice(able)
                free &= ~chosen
                attacks.append(Battle(attack.units | chosen, attack.targets))
            step = replace(step, attacks=tuple(attacks))
        agenda.append(step)
    s.agenda = tuple(agenda)


def _beside(s: Position, unit: int, targets: HexSet) -> bool:
    """12.0.5, 18.1.1  Whether a unit can attack some hexes: it is next to all of them, or has landed there."""
    if s.beached >> unit & 1:
        return targets == 1 << s.where[unit]
    return not targets & ~s.game.contact[s.where[unit]]
