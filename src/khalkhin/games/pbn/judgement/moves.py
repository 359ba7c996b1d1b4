"""What is worth a thought in a Movement Phase: assaults by several units, and units or stacks that go somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.judgement import Idea, Said
from khalkhin.games.pbn.judgement.eye import Eye
from khalkhin.games.pbn.movement import Movement, Moving, movable
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.stacking import overfull
from khalkhin.games.pbn.ways import Engineers, ways

FEW = 4
"""Hexes that are looked at more closely for each group, out of the enemy's zones and in them."""
CROWD = 10
"""Units that are called up for one assault at most."""
TARGETS = 10
"""Enemy hexes that assaults are thought of against, at most."""
SWIFT = 4
"""The same where a quick answer will do."""
DREAD = 0.02
"""Points for each factor of the enemy's strength in reach of a hex, in the first quick look at it."""

Order = tuple[int, Hex]
"""A unit and where it is to go."""


class Moves:
    """The ideas of one side in one position."""

    def __init__(self, eye: Eye, s: Position, engineers: Engineers) -> None:
        self.eye, self.s, self.side = eye, s, eye.side
        self.game, self.engineers = s.game, engineers
        self.movers = movable(s, self.side)

    def ideas(self) -> Iterator[Idea]:
        yield from self.assaults()
        yield from self.marches()

    def swift(self) -> Iterator[Idea]:
        """The best assaults, and whoever can take an objective that nobody holds."""
        yield from self.assaults(SWIFT)
        s, game = self.s, self.game
        empty = game.objectives & ~s.occupied(self.side) & ~s.occupied(self.eye.enemy)
        kinds = {(s.where[u], game.kind[u], game.movement[u]): u for u in members(self.movers & game.fighting)}
        for unit in kinds.values():
            for hex_ in members(self.reach(unit) & empty):
                yield self._march([(unit, hex_)])

    def reach(self, unit: int) -> HexSet:
        """Where a unit can end its move; worked out once for all of a kind in a place."""
        return ways(self.s, self.side, 1 << unit, self.engineers).hexes

    # -- going somewhere --------------------------------------------------------------------------------------------

    def marches(self) -> Iterator[Idea]:
        """All units of a place and class with one goal, and each of them alone, to the hexes that look best."""

        def company(unit: int) -> tuple[int, str, int, int]:
            goal = self.eye.campaign.goal(unit)
            return self.s.where[unit], self.game.kind[unit], self.game.movement[unit], -1 if goal is None else goal

        for _, group in groupby(sorted(members(self.movers), key=company), key=company):
            together = list(group)
            first = together[0]
            for hex_ in self.likely(first, self.reach(first)):
                if len(together) > 1:
                    yield from self._columns(together, hex_)
                for unit in together[:1] if len(together) > 2 else together:
                    yield self._march([(unit, hex_)])
        yield from self._carried()

    def _columns(self, together: list[int], hex_: Hex) -> Iterator[Idea]:
        """As many as find room."""
        group = 0
        for unit in together:
            if not overfull(self.s, self.side, hex_, group | 1 << unit):
                group |= 1 << unit
        if group & (group - 1):
            yield self._march([(unit, hex_) for unit in members(group)])

    def _carried(self) -> Iterator[Idea]:
        """Engineers take supply along."""
        s, game = self.s, self.game
        for engineer in members(self.movers & game.engineers & ~s.suppressed):
            stock = self.movers & s.at[s.where[engineer]] & game.supply
            if stock:
                group = 1 << engineer | stock & -stock
                supply = next(members(stock))
                for hex_ in self.likely(supply, ways(s, self.side, group, self.engineers).hexes)[:2]:
                    yield self._march([(engineer, hex_), (supply, hex_)])

    def quick(self, unit: int, hex_: Hex) -> float:
        """A first quick look at a hex."""
        eye, s = self.eye, self.s
        friends = s.land_at(self.side, hex_).bit_count()
        shelter = 0.3 * eye.clashes.ground[hex_]
        worth = eye.post(unit, hex_) + shelter - DREAD * eye.campaign.pressure(hex_) / (1 + friends)
        return worth + (eye.values.hold[self.side].get(hex_, 0.0) if not friends else 0.0)

    def likely(self, unit: int, hexes: HexSet) -> list[Hex]:
        """The hexes that look best at first sight: some that are quiet, and some beside the enemy."""
        zone = self.s.zone(self.eye.enemy)
        quiet = self._first(unit, hexes & ~zone)
        if not self.game.fighting >> unit & 1:
            return quiet
        prizes = hexes & zone & self.game.objectives
        return [*quiet, *self._first(unit, hexes & zone)[:1], *members(prizes)]

    def _first(self, unit: int, hexes: HexSet) -> list[Hex]:
        near = {h: self.eye.post(unit, h) for h in members(hexes)}
        closest = sorted(near, key=lambda h: -near[h])[: 4 * FEW]
        prizes = members(hexes & self.game.objectives)
        return sorted({*closest, *prizes}, key=lambda h: (-self.quick(unit, h), h))[:FEW]

    def onward(self, step: Moving) -> Iterator[Idea]:
        """A move in hand: to the hex that looks best."""
        unit = next(members(step.units))
        found = step.hexes(self.s)
        if not found:
            yield (("done", None),)
        elif self.game.deception >> unit & 1:
            yield (("hex", next(members(found))),)
        else:
            yield (("hex", max(members(found), key=lambda h: (self.quick(unit, h), -h))),)

    def _march(self, orders: list[Order]) -> list[Said]:
        """Orders as decisions: units of one class that go from one hex to another go together."""
        s, game = self.s, self.game

        def company(order: Order) -> tuple[Hex, int, str]:
            return order[1], s.where[order[0]], game.kind[order[0]]

        said: list[Said] = []
        for (hex_, _, _), group in groupby(sorted(orders, key=company), key=company):
            said += [*(("unit", unit) for unit, _ in group), ("hex", hex_)]
        return said

    # -- assaults ---------------------------------------------------------------------------------------------------

    def assaults(self, most: int = TARGETS) -> Iterator[Idea]:
        """For each enemy hex in reach, the units that together make the best attack on it."""
        s, eye, game = self.s, self.eye, self.game
        around, enemies = game.map.grid.around, s.occupied(eye.enemy)
        able: dict[Hex, dict[int, HexSet]] = {}
        for unit in members(self.movers & game.fighting):
            if not game.attack[unit]:
                continue
            area = self.reach(unit)
            for target in members(game.map.grid.spread(area) & enemies):
                able.setdefault(target, {})[unit] = area & around[target]
        ranked = sorted(able, key=lambda h: (-self._prey(h, able[h]), h))
        for target in ranked[:most]:
            if found := self._gathered(target, able[target]):
                yield self._march(found)

    def _prey(self, hex_: Hex, able: dict[int, HexSet]) -> float:
        """How promising an enemy hex looks: what is there, against how strong it is and who can come."""
        s, eye = self.s, self.eye
        there = s.land_at(eye.enemy, hex_)
        defence = sum(self.game.defence[u] for u in members(there)) + 2 * eye.clashes.ground[hex_]
        attack = sum(self.game.attack[u] for u in able)
        worth = eye.values.group(there) + eye.values.swing(self.side, hex_)
        return worth * min(3.0, attack / (1 + defence)) / (2 + 0.2 * defence)

    def _gathered(self, target: Hex, able: dict[int, HexSet]) -> list[Order]:
        """Call up the strongest one after another as long as that makes the battles better."""
        after = self.s.clone()
        order = sorted(able, key=lambda u: (-self.game.attack[u], u))
        orders, count = list[Order](), 0
        best = self.eye.prospects(after)
        for unit in order[:CROWD]:
            hex_ = self._place(after, target, unit, able[unit])
            if hex_ is None:
                continue
            after.put(unit, hex_)
            orders.append((unit, hex_))
            promise = self.eye.prospects(after)
            if promise > best + 0.05:
                best, count = promise, len(orders)
            elif len(orders) - count >= 4:
                break
        return orders[:count]

    def _place(self, s: Position, target: Hex, unit: int, hexes: HexSet) -> Hex | None:
        """The best hex to attack from: room, no river between, good ground, few other enemies beside it."""
        eye, enemies = self.eye, s.occupied(self.eye.enemy)
        grid = self.game.map.grid

        def merit(hex_: Hex) -> tuple[float, int]:
            others = (grid.around[hex_] & enemies).bit_count() - 1
            river = eye.clashes.river(hex_, target) or 0
            company = 0.4 if s.land_at(self.side, hex_) else 0.0
            spot = eye.values.hold[self.side].get(hex_, 0.0)
            return company + 0.2 * eye.clashes.ground[hex_] + 0.5 * spot - 1.0 * river - 0.6 * others, -hex_

        found = [h for h in members(hexes) if not overfull(s, self.side, h, 1 << unit)]
        return max(found, key=merit) if found else None


def moved(s: Position, side: int, idea: Idea) -> Position | None:
    """A copy with the moves of an idea made, if they can still be made; for judging only."""
    after = s.clone()
    group: UnitSet = 0
    for verb, noun in idea:
        assert isinstance(noun, int)
        if verb == "unit":
            group |= 1 << noun
            continue
        if group & after.moved or overfull(after, side, noun, group):
            return None
        for unit in members(group):
            after.put(unit, noun)
        after.moved |= group
        group = 0
    return after


def engineers(s: Position) -> Engineers:
    """Where engineers stood when the phase began."""
    return next((step.engineers for step in reversed(s.agenda) if isinstance(step, Movement)), ())
