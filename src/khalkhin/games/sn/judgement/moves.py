"""What is worth a thought in a Movement Phase: assaults by several units, and units or stacks that go somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.judgement import Idea, Said
from khalkhin.games.sn import sea
from khalkhin.games.sn.judgement.eye import Eye
from khalkhin.games.sn.movement import Moving, movable, rides
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.stacking import excess
from khalkhin.games.sn.ways import ways

FEW = 3
"""Hexes that are looked at more closely for each group, out of the enemy's zones."""
CROWD = 10
"""Units that are called up for one assault at most."""
HOPE = 6
"""Units that are called up one after another without making things better, before an assault is given up."""
TARGETS = 12
"""Enemy hexes that assaults are thought of against, at most."""
SWIFT = 4
"""The same where a quick answer will do."""
DREAD = 0.02
"""Points for each factor of the enemy's strength in reach of a hex, in the first quick look at it."""

SINGLE = 2
"""Decisions that it takes to move one unit."""

Order = tuple[int, Hex]
"""A unit and where it is to go."""


class Moves:
    """The ideas of one side in one position."""

    def __init__(self, eye: Eye, s: Position) -> None:
        self.eye, self.s, self.side = eye, s, eye.side
        self.game = s.game
        self.movers = movable(s, self.side)

    def ideas(self) -> Iterator[Idea]:
        yield from self.assaults()
        yield from self.marches()
        yield from self.crossings()

    def swift(self) -> Iterator[Idea]:
        """The best assaults, and whoever can take a city or a town that nobody holds."""
        yield from self.assaults(SWIFT)
        s, game = self.s, self.game
        empty = self.eye.values.places & ~s.occupied(self.side) & ~s.occupied(self.eye.enemy)
        kinds = {(s.where[u], game.kind[u], s.allowance(u)): u for u in members(self.movers & game.combat_units)}
        for unit in kinds.values():
            for hex_ in members(self.reach(unit) & empty):
                if self.prize(unit, hex_) or self.eye.campaign.pressure(hex_):
                    yield self._march([(unit, hex_)])

    def reach(self, unit: int) -> HexSet:
        """Where a unit can end its move on land; worked out once for all of a kind in a place."""
        return ways(self.s, self.side, 1 << unit).hexes

    # -- going somewhere --------------------------------------------------------------------------------------------

    def marches(self) -> Iterator[Idea]:
        """All units of a place and class with one goal, and one of them alone, to the hexes that look best."""

        def company(unit: int) -> tuple[int, str, int, int]:
            goal = self.eye.campaign.goal(unit)
            return self.s.where[unit], self.game.kind[unit], self.s.allowance(unit), -1 if goal is None else goal

        for _, group in groupby(sorted(members(self.movers), key=company), key=company):
            together = list(group)
            first = together[0]
            for hex_ in self.likely(first, self.reach(first)):
                yield from self._columns(together, hex_, "hex")
                yield self._march([(first, hex_)])
            if self.s.round == 1:
                yield from self._rides(together)

    def _columns(self, together: list[int], hex_: Hex, verb: str) -> Iterator[Idea]:
        """As many as find room."""
        group = 0
        for unit in together:
            if excess(self.s, self.side, hex_, group | 1 << unit) <= 0:
                group |= 1 << unit
        if group & (group - 1):
            yield [*(("unit", unit) for unit in members(group)), (verb, hex_)]

    def _rides(self, together: list[int]) -> Iterator[Idea]:
        """By rail to where it is the shortest way from, if that is nearer than a march leads."""
        first, eye = together[0], self.eye
        here = eye.post(first, self.s.where[first])
        if here > -0.1 or not self.game.rail >> self.s.where[first] & 1:
            return
        found = rides(self.s, self.side, 1 << first)
        if found:
            best = max(members(found), key=lambda h: (self.quick(first, h), -h))
            if eye.post(first, best) > here:
                yield from self._columns(together, best, "rail")
                yield [("unit", first), ("rail", best)]

    def crossings(self) -> Iterator[Idea]:
        """By sea, to the shore from where it is the shortest way."""
        for unit in members(sea.sailors(self.s, self.side)):
            open_ = sea.destinations(self.s, self.side, 1 << unit) & ~self.s.occupied(self.eye.enemy)
            if self.side == 0 or not open_:
                continue  # Soviet marines are lost two times in three
            best = max(members(open_), key=lambda h: (self.quick(unit, h), -h))
            yield [("sail", unit), ("hex", best)]

    def quick(self, unit: int, hex_: Hex) -> float:
        """A first quick look at a hex."""
        eye, s = self.eye, self.s
        friends = s.units_at(self.side, hex_).bit_count()
        shelter = -0.2 * eye.clashes.ground[hex_]
        worth = eye.post(unit, hex_) + shelter - DREAD * eye.campaign.pressure(hex_) / (1 + friends)
        return worth + (self.prize(unit, hex_) if not friends else 0.0)

    def prize(self, unit: int, hex_: Hex) -> float:
        """What it brings that somebody stands in a place."""
        values = self.eye.values
        first = values.first(self.s, self.side, hex_) if self.game.combat_units >> unit & 1 else 0.0
        return values.hold[self.side].get(hex_, 0.0) + first

    def likely(self, unit: int, hexes: HexSet) -> list[Hex]:
        """The hexes that look best at first sight: some that are quiet, and some beside the enemy."""
        zone = self.s.zone(self.eye.enemy)
        quiet = self._first(unit, hexes & ~zone)
        if not self.game.attack[unit]:
            return quiet
        prizes = [h for h in members(hexes & zone & self.eye.values.places) if self.prize(unit, h)]
        return [*quiet, *self._first(unit, hexes & zone)[:1], *prizes]

    def _first(self, unit: int, hexes: HexSet) -> list[Hex]:
        near = {h: self.eye.post(unit, h) for h in members(hexes)}
        closest = sorted(near, key=lambda h: (-near[h], h))[: 3 * FEW]
        prizes = members(hexes & self.eye.values.places & ~self.s.occupied(self.side))
        return sorted({*closest, *prizes}, key=lambda h: (-self.quick(unit, h), h))[:FEW]

    def onward(self, step: Moving) -> Iterator[Idea]:
        """A move in hand: to the hex that looks best."""
        unit = next(members(step.units))
        yield (("hex", max(members(step.ways(self.s).hexes), key=lambda h: (self.quick(unit, h), -h))),)

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
        enemies = s.occupied(eye.enemy)
        able: dict[Hex, dict[int, HexSet]] = {}
        for unit in members(self.movers & game.combat_units):
            if not game.attack[unit]:
                continue
            area = self.reach(unit)
            for target in members(game.map.grid.spread(area) & enemies):
                if near := area & game.contact[target]:
                    able.setdefault(target, {})[unit] = near
        ranked = sorted(able, key=lambda h: (-self._prey(h, able[h]), h))
        for target in ranked[:most]:
            if found := self._gathered(target, able[target]):
                yield self._march(found)

    def _prey(self, hex_: Hex, able: dict[int, HexSet]) -> float:
        """How promising an enemy hex looks: what is there, against how strong it is and who can come."""
        s, eye = self.s, self.eye
        there = s.units_at(eye.enemy, hex_)
        defence = sum(self.game.defence[u] for u in members(there)) * (1 - 0.25 * eye.clashes.ground[hex_])
        attack = sum(self.game.attack[u] for u in able)
        worth = eye.values.group(there) + eye.values.take(s, self.side, hex_) + eye.loosened(hex_)
        return worth * min(4.0, attack / (1 + defence)) / (2 + 0.1 * defence)

    def _gathered(self, target: Hex, able: dict[int, HexSet]) -> list[Order]:
        """Call up the strongest one after another as long as that makes the attacks better."""
        after = self.s.clone()
        order = sorted(able, key=lambda u: (-self.game.attack[u], u))
        orders, count = list[Order](), 0
        best = self.eye.prospects(after)
        for unit in order[:CROWD]:
            hex_ = self._place(after, target, unit, able[unit])
            if hex_ is None:
                continue
            put(after, self.s, self.eye.enemy, [unit], hex_)
            orders.append((unit, hex_))
            promise = self.eye.prospects(after)
            if promise > best + 0.05:
                best, count = promise, len(orders)
            elif len(orders) - count >= HOPE:
                break
        return orders[:count]

    def _place(self, s: Position, target: Hex, unit: int, hexes: HexSet) -> Hex | None:
        """The best hex to attack from: room, no river between, opposite to others, few other enemies beside it."""
        eye, grid = self.eye, self.game.map.grid
        enemies = s.occupied(eye.enemy) & ~(1 << target)
        ours = grid.around[target] & s.occupied(self.side)
        wide = ours | grid.spread(ours)

        def merit(hex_: Hex) -> tuple[float, int]:
            others = (self.game.contact[hex_] & enemies).bit_count()
            river = 0.6 if eye.clashes.river(hex_, target) else 0.0
            company = 0.2 if s.units_at(self.side, hex_) else 0.0
            around = 0.15 * (grid.around[target] & (grid.around[hex_] | 1 << hex_) & ~wide).bit_count()
            return company + around - river - 0.5 * others - 0.1 * eye.clashes.ground[hex_], -hex_

        found = [h for h in members(hexes) if excess(s, self.side, h, 1 << unit) <= 0]
        return max(found, key=merit) if found else None


def put(after: Position, before: Position, enemy: int, units: list[int], hex_: Hex) -> None:
    """Set units down in a copy; what is known of the enemy, who does not move, need not be worked out again."""
    for unit in units:
        after.put(unit, hex_)
    disrupted = before.disrupted
    after.notes = {
        ("occupied", enemy): before.occupied(enemy),
        ("ground", enemy): before.ground(enemy),
        ("zone", enemy, disrupted): before.zone(enemy),
    }


def _served(s: Position, side: int, hex_: Hex) -> bool:
    """Whether somebody has just gone to a city or town: who wanted to do so as well thinks again."""
    return bool((s.game.cities | s.game.towns) >> hex_ & 1 and s.units_at(side, hex_) & s.moved)


def moved(s: Position, side: int, idea: Idea) -> Position | None:
    """A copy with the moves of an idea made, if they can still be made; for judging only."""
    after = s.clone()
    group: UnitSet = 0
    for verb, noun in idea:
        assert isinstance(noun, int)
        if verb in ("unit", "sail"):
            group |= 1 << noun
            if verb == "sail" and not s.game.marines >> noun & 1:
                ship = sea.markers(after, side)
                if not ship:
                    return None
                after.moved |= ship & -ship
            continue
        if group & after.moved or excess(after, side, noun, group) > 0:
            return None
        if len(idea) == SINGLE and _served(after, side, noun):
            return None
        put(after, s, 1 - side, list(members(group)), noun)
        after.moved |= group
        group = 0
    return after
