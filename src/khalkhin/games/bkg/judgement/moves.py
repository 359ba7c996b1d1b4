"""What is worth a thought in a movement phase: assaults by several units, and units or stacks that go somewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.judgement import Idea, Said
from khalkhin.games.bkg.entry import waiting
from khalkhin.games.bkg.judgement.eye import Eye
from khalkhin.games.bkg.movement import Moving, movable
from khalkhin.games.bkg.position import Position

FEW = 6
"""Hexes that are looked at more closely for each unit."""
CROWD = 10
"""Units that are called up for one assault at most."""
SWIFT = 4
"""Enemy hexes that assaults are thought of against where a quick answer will do, at most."""
EFFORT = 0.1
"""Points that another unit has to add to an assault to be worth calling up."""
DREAD = 0.012
"""Points for each half point of the enemy's strength in reach of a hex, in the first quick look at it."""

Order = tuple[int, int]
"""A unit and where it is to go."""


class Moves:
    """The ideas of one side in one position."""

    def __init__(self, eye: Eye, s: Position) -> None:
        self.eye, self.s, self.side = eye, s, eye.side
        self.game = s.game
        self.movers = movable(s, self.side)
        self._zone = s.zone(1 - self.side)
        self._reach: dict[tuple[int, str, int], HexSet] = {}

    def reach(self, unit: int) -> HexSet:
        """Where a unit on the map can end its move; units of a kind that stand together share the answer."""
        key = self.s.where[unit], self.game.type[unit], self.game.allowance[unit]
        found = self._reach.get(key)
        if found is None:
            found = self._reach[key] = Moving(self.side, 1 << unit, key[0], (), ()).offered(self.s)
        return found

    def quick(self, unit: int, hex_: int) -> float:
        """A first quick look at a hex."""
        game, eye = self.game, self.eye
        danger = DREAD * eye.pressure(hex_) / (1 + game.columns[hex_] + self.s.stack(hex_).bit_count())
        worth = eye.post(unit, hex_) - danger
        return worth + eye.values.unit(unit, bool(self.s.flipped >> unit & 1), hex_)

    def ideas(self) -> Iterator[Idea]:
        yield from self.assaults()
        yield from self.marches()
        yield from self.entries()

    def swift(self) -> Iterator[Idea]:
        """The best assaults, whoever can take an objective or has to guard one, and those who come in."""
        yield from self.assaults(SWIFT)
        wanted = self.eye.wanted(self.s)
        for unit in {self._kind(u): u for u in members(self.movers) if self.s.where[u] >= 0}.values():
            for hex_ in members(self.reach(unit) & wanted):
                yield march([(unit, hex_)], self.s)
        yield from self.entries(1)

    # -- going somewhere --------------------------------------------------------------------------------------------

    def marches(self) -> Iterator[Idea]:
        """Single units, and all units of a kind that stand together, to the hexes that look best."""
        on_map = [u for u in members(self.movers) if self.s.where[u] >= 0]
        for _, group in groupby(sorted(on_map, key=self._kind), key=self._kind):
            together = list(group)
            for hex_ in self._likely(together[0], self.reach(together[0]) & ~self._zone):
                yield march([(together[0], hex_)], self.s)
                if len(together) > 1:
                    yield march([(unit, hex_) for unit in together], self.s)

    def _kind(self, unit: int) -> tuple[int, str, int, bool]:
        flipped = bool(self.s.flipped >> unit & 1)
        return self.s.where[unit], self.game.type[unit], self.game.allowance[unit], flipped

    def _likely(self, unit: int, hexes: HexSet) -> list[int]:
        """The hexes that look best at first sight, and every objective."""
        ranked = sorted(members(hexes), key=lambda h: -self.quick(unit, h))
        prizes = [h for h in members(hexes & self.game.objectives) if h not in ranked[:FEW]]
        return ranked[:FEW] + prizes

    def entries(self, few: int = 3) -> Iterator[Idea]:
        """Units that come in, and go on from the edge."""
        for unit in members(waiting(self.s, self.side) & self.movers):
            edge = Moving(self.side, 1 << unit, self.s.where[unit], (), ())
            for hex_ in self._likely(unit, edge.offered(self.s))[:few]:
                entered = edge.extended(self.s, hex_)
                if entered.can_end(self.s):
                    yield (("unit", unit), ("hex", hex_), ("done", None))
                for further in self._likely(unit, entered.offered(self.s) & ~self._zone)[:few]:
                    yield (("unit", unit), ("hex", hex_), ("hex", further), ("done", None))

    def onward(self, step: Moving) -> Iterator[Idea]:
        """A move in hand: to end it where it is, or to go on to the hexes that look best and end it there."""
        if step.can_end(self.s):
            yield (("done", None),)
        likely = self._likely(next(members(step.units)), step.offered(self.s))
        for hex_ in likely:
            yield (("hex", hex_), ("done", None))
        for hex_ in likely[:1]:
            yield (("hex", hex_),)

    # -- assaults ---------------------------------------------------------------------------------------------------

    def assaults(self, most: int | None = None) -> Iterator[Idea]:
        """For each enemy hex, the units that together make the best attack on it."""
        fighters = [u for u in members(self.movers & ~self.game.artillery) if self.s.where[u] >= 0]
        around = self.game.map.grid.around
        crews: dict[int, dict[int, HexSet]] = {}
        for target in members(self.s.held(1 - self.side)):
            ring = around[target]
            able = {u: self.reach(u) & ring for u in fighters if self.reach(u) & ring}
            if self.game.mountains >> target & 1:
                able = {u: hexes for u, hexes in able.items() if not self.game.armour >> u & 1}
            if able:
                crews[target] = able
        if most is None:
            for target, able in crews.items():
                for order in (self._by_formation(target, able), sorted(able, key=self._strength)):
                    if found := self._gathered(target, able, order):
                        yield march(found, self.s)
        else:
            for target in sorted(crews, key=lambda h: -self._prey(h, crews[h]))[:most]:
                if found := self._gathered(target, crews[target], self._by_formation(target, crews[target])):
                    yield march(found, self.s)

    def _prey(self, hex_: int, able: dict[int, HexSet]) -> float:
        """How promising an enemy hex looks: what is there, against how strong it is and who can come."""
        s, eye = self.s, self.eye
        stack = s.stack(hex_)
        defence = sum(s.defence(u) for u in members(stack)) * (1 + 0.3 * self.game.columns[hex_]) + eye.support(hex_)
        attack = sum(s.attack(u) for u in able)
        worth = sum(eye.values.unit(u, bool(s.flipped >> u & 1), hex_) for u in members(stack))
        return (worth + 4.0 * (self.game.objectives >> hex_ & 1)) * min(4.0, attack / (1 + defence))

    def _strength(self, unit: int) -> tuple[int, int]:
        return -self.s.attack(unit), unit

    def _by_formation(self, target: int, able: dict[int, HexSet]) -> list[int]:
        """Complete regiments first: they are worth a column more."""
        crew = sum(1 << u for u in able)
        out: list[int] = []
        for elements, _ in self.eye.clashes.attacking:
            if not elements & ~crew and elements.bit_count() <= CROWD:
                out += [u for u in members(elements) if u not in out]
        return out + [u for u in sorted(able, key=self._strength) if u not in out]

    def _gathered(self, target: int, able: dict[int, HexSet], order: Iterable[int]) -> list[Order]:
        """Call up units one after another as long as that makes the attack better."""
        after = self.s.clone()
        orders: list[Order] = []
        best, count = self._promise(after, target), 0
        for unit in order:
            if len(orders) == CROWD:
                break
            if (hex_ := self._place(after, target, unit, able[unit])) is None:
                continue
            after.put(unit, hex_)
            after.moved |= 1 << unit
            orders.append((unit, hex_))
            promise = self._promise(after, target) - EFFORT * len(orders)
            if promise > best or not count:
                best, count = promise, len(orders)
        return orders[:count]

    def _promise(self, s: Position, target: int) -> float:
        near = 0
        for hex_ in members(self.game.map.grid.around[target] & s.held(self.side)):
            near |= s.at[hex_]
        near &= ~s.penalised
        if self.game.mountains >> target & 1:
            near &= ~self.game.armour
        return self.eye.attack(s, target, near, self.eye.guns(s, near), s.air[self.side])[0]

    def _place(self, s: Position, target: int, unit: int, hexes: HexSet) -> int | None:
        """The best hex to attack from: room, no river between, good ground, few other enemies beside it."""
        game, enemies = self.game, s.held(1 - self.side)
        found = list(members(hexes & ~s.crowded(self.side, 1)))
        if not found:
            return None

        def merit(hex_: int) -> tuple[float, int]:
            others = (game.map.grid.around[hex_] & enemies).bit_count() - 1
            return game.columns[hex_] - self.eye.clashes.river(hex_, target) - 0.5 * others, -hex_

        return max(found, key=merit)


def march(orders: list[Order], s: Position) -> list[Said]:
    """Orders as decisions: units of one kind that go from one hex to another go together."""

    def company(order: Order) -> tuple[int, int, str, int]:
        unit, hex_ = order
        return s.where[unit], hex_, s.game.type[unit], s.game.allowance[unit]

    said: list[Said] = []
    for _, group in groupby(sorted(orders, key=company), key=company):
        together = list(group)
        said += [("unit", unit) for unit, _ in together]
        said.append(("hex", together[0][1]))
    return [*said, ("done", None)]


def moved(s: Position, side: int, idea: Idea) -> Position | None:
    """A copy with the moves of an idea made, if they can still be made; for judging only."""
    after = s.clone()
    group, hex_ = 0, -1
    for verb, noun in idea:
        if verb == "hex" and isinstance(noun, int):
            hex_ = noun
            continue
        if hex_ >= 0:
            if group & after.moved or after.crowded(side, group.bit_count()) >> hex_ & 1:
                return None
            for unit in members(group):
                after.enter(unit, hex_)
                after.put(unit, hex_)
            after.moved |= group
            group, hex_ = 0, -1
        if isinstance(noun, int):
            group |= 1 << noun
    return after
