"""What is worth a thought in a Movement Phase: assaults by several units, and units or stacks that go somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.judgement import Idea, Said
from khalkhin.games.kgw.combat import fit
from khalkhin.games.kgw.judgement.eye import Eye
from khalkhin.games.kgw.movement import Moving, movable
from khalkhin.games.kgw.position import Position
from khalkhin.games.kgw.stacking import excess

FEW = 4
"""Hexes that are looked at more closely for each group."""
CROWD = 12
"""Units that are called up for one assault at most."""
TARGETS = 8
"""Enemy hexes that assaults are thought of against, at most."""
SWIFT = 4
"""The same where a quick answer will do."""
DREAD = 0.02
"""Points for each factor of the enemy's strength in reach of a hex, in the first quick look at it."""

Order = tuple[int, Hex]
"""A unit and where it is to go."""


class Moves:
    """The ideas of one side in one position."""

    def __init__(self, eye: Eye, s: Position) -> None:
        self.eye, self.s, self.side = eye, s, eye.side
        self.game = s.game
        self.movers = movable(s, self.side)
        self._reach: dict[tuple[Hex, str, int, bool], HexSet] = {}

    def ideas(self) -> Iterator[Idea]:
        yield from self.assaults()
        yield from self.marches()

    def swift(self) -> Iterator[Idea]:
        """The best assaults, and whoever can take a place that nobody holds."""
        yield from self.assaults(SWIFT)
        s = self.s
        empty: HexSet = union(h for h in self.eye.values.place if not (s.at.get(h, 0) & self.game.ground))
        for unit in {self.kind(u): u for u in members(self.movers & ~self.game.supply)}.values():
            for hex_ in members(self.reach(unit) & empty):
                yield self._march([(unit, hex_)])

    def kind(self, unit: int) -> tuple[Hex, str, int, bool]:
        """Units of a kind that stand together can go to the same places."""
        red = self.game.sheet.nation[unit] == "RA"
        return self.s.where[unit], self.game.movement_class[unit], self.s.allowance(unit), red

    def reach(self, unit: int) -> HexSet:
        """Where a unit can end its move by land."""
        key = self.kind(unit)
        found = self._reach.get(key)
        if found is None or self.game.trains >> unit & 1 or self.game.agents >> unit & 1:
            found = Moving(self.side, 1 << unit, key[0]).ways(self.s).hexes
            self._reach[key] = found
        return found

    # -- going somewhere --------------------------------------------------------------------------------------------

    def marches(self) -> Iterator[Idea]:
        """All units of a kind with one goal, and each of them alone, to the hexes that look best."""

        def company(unit: int) -> tuple[Hex, str, int, bool, int]:
            return *self.kind(unit), self.eye.campaign.goal(unit) or 0

        for _, group in groupby(sorted(members(self.movers), key=company), key=company):
            together = list(group)
            first = together[0]
            for hex_ in self.likely(first, self.reach(first)):
                if len(together) > 1:
                    yield self._march([(unit, hex_) for unit in together])
                yield self._march([(first, hex_)])
            yield from self._rides(together)

    def quick(self, unit: int, hex_: Hex) -> float:
        """A first quick look at a hex."""
        company = self.s.units_at(self.side, hex_).bit_count()
        worth = self.eye.post(unit, hex_) - DREAD * self.eye.campaign.pressure(hex_) / (1 + company)
        place = self.eye.values.place.get(hex_, 0.0)
        return worth + (place if not company else 0.0)

    def likely(self, unit: int, hexes: HexSet) -> list[Hex]:
        """The hexes that look best at first sight."""
        near = {h: self.eye.post(unit, h) for h in members(hexes)}
        closest = sorted(near, key=lambda h: -near[h])[: 4 * FEW]
        prizes = [h for h in self.eye.values.place if hexes >> h & 1]
        return sorted({*closest, *prizes}, key=lambda h: -self.quick(unit, h))[:FEW]

    def _rides(self, together: list[int]) -> Iterator[Idea]:
        """By railroad to the hex from where it is the shortest way."""
        first = together[0]
        rides = Moving(self.side, 1 << first, self.s.where[first]).rides(self.s)
        if not rides:
            return
        best = max(members(rides), key=lambda h: (self.eye.post(first, h), -h))
        if self.eye.post(first, best) <= self.eye.post(first, self.s.where[first]):
            return
        room = self.game.charts.rail_capacity - self.s.rail_used
        group = 0
        for unit in together:
            if self.s.load(group | 1 << unit) <= room:
                group |= 1 << unit
        if not group:
            return
        said: list[Said] = [*(("unit", u) for u in members(group)), ("rail", best)]
        yield [*said, ("done", None)]
        charts = self.game.charts
        toll = (charts.rail_on + charts.rail_off,) * group.bit_count()
        there = Moving(self.side, group, self.s.where[first], (best,), toll, True)
        for hex_ in self.likely(first, there.ways(self.s).hexes)[:2]:
            yield [*said, ("hex", hex_), ("done", None)]

    def onward(self, step: Moving) -> Iterator[Idea]:
        """A move in hand: to the hexes that look best, or to end it where it is."""
        unit = next(members(step.units))
        for hex_ in self.likely(unit, step.ways(self.s).hexes):
            yield (("hex", hex_), ("done", None))
        rides = step.rides(self.s)
        for hex_ in self.likely(unit, rides)[:1]:
            yield (("rail", hex_), ("done", None))
        if step.path:
            yield (("done", None),)

    def _march(self, orders: list[Order]) -> list[Said]:
        """Orders as decisions: units of one kind that go from one hex to another go together."""

        def company(order: Order) -> tuple[Hex, tuple[Hex, str, int, bool]]:
            return order[1], self.kind(order[0])

        said: list[Said] = []
        for (hex_, _), group in groupby(sorted(orders, key=company), key=company):
            said += [*(("unit", unit) for unit, _ in group), ("hex", hex_)]
        return [*said, ("done", None)]

    # -- assaults ---------------------------------------------------------------------------------------------------

    def assaults(self, most: int = TARGETS) -> Iterator[Idea]:
        """For each enemy hex in reach, the units that together make the best attack on it."""
        s, eye = self.s, self.eye
        if s.segment == 2 and not s.supplied:
            return
        game = self.game
        fighters = members(self.movers & ~game.supply & ~(1 << game.zhukov))
        around = game.map.grid.around
        able: dict[Hex, dict[int, HexSet]] = {}
        enemies = s.occupied(eye.enemy)
        for unit in fighters:
            area = self.reach(unit)
            for target in members(game.map.grid.spread(area) & enemies):
                able.setdefault(target, {})[unit] = area & around[target]
        ranked = sorted(able, key=lambda h: (-eye.values.place.get(h, 0.0), -len(able[h]), h))
        for target in ranked[:most]:
            if found := self._gathered(target, able[target]):
                yield self._march(found)

    def _gathered(self, target: Hex, able: dict[int, HexSet]) -> list[Order]:
        """Call up the strongest one after another as long as that makes the attack better."""
        after = self.s.clone()
        order = sorted(able, key=lambda u: (self.game.artillery >> u & 1, -self.s.strength(u), u))
        orders, count = list[Order](), 0
        best = self._promise(after, target)
        for unit in order[:CROWD]:
            hex_ = self._place(after, target, unit, able[unit])
            if hex_ is None:
                continue
            after.put(unit, hex_)
            after.moved |= 1 << unit
            orders.append((unit, hex_))
            promise = self._promise(after, target)
            if promise > best:
                best, count = promise, len(orders)
        return orders[:count]

    def _promise(self, s: Position, target: Hex) -> float:
        return max(0.0, self.eye.best_attack(s, target, fit(s, self.side)).worth)

    def _place(self, s: Position, target: Hex, unit: int, hexes: HexSet) -> Hex | None:
        """The best hex to attack from: room, no river between, good ground, few other enemies beside it."""
        game, enemies = self.game, s.occupied(self.eye.enemy)
        grid, bit = game.map.grid, 1 << unit

        def merit(hex_: Hex) -> tuple[float, int]:
            others = (grid.around[hex_] & enemies).bit_count() - 1
            river = 0.0 if s.winter else 2.0 * game.map.has_side("river", hex_, target)
            company = 0.3 if s.occupied(self.side) >> hex_ & 1 else 0.0
            return company - river - 0.5 * others, -hex_

        found = [h for h in members(hexes) if not excess(s, self.side, h, bit)]
        return max(found, key=merit) if found else None


def moved(s: Position, side: int, idea: Idea) -> Position | None:
    """A copy with the moves of an idea made, if they can still be made; for judging only."""
    after = s.clone()
    group: UnitSet = 0
    to = -1
    for verb, noun in idea:
        if verb in ("hex", "rail") and isinstance(noun, int):
            to = noun
            after.railed |= group if verb == "rail" else 0
            continue
        if to >= 0:
            if group & after.moved or excess(after, side, to, group):
                return None
            for unit in members(group):
                after.put(unit, to)
            after.moved |= group
            group, to = 0, -1
        if isinstance(noun, int):
            group |= 1 << noun
    return after if after.rail_used <= s.game.charts.rail_capacity else None
