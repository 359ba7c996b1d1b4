"""Which battles to declare: every obliged unit and every zone is in one, and their sum is worth as much as possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.cover import Front, cover
from khalkhin.games.pbn.headquarters import active, radius
from khalkhin.games.pbn.judgement.clash import GROUND, SECURE, Clashes, Force, Promise
from khalkhin.games.pbn.judgement.value import Values
from khalkhin.games.pbn.odds import column
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.stacking import employed_defenders
from khalkhin.games.pbn.terrain import within

Battle = tuple[UnitSet, HexSet]
ROUNDS = 5
"""How often the battles are looked through for something better."""


def parts(front: Front) -> Iterator[Front]:
    """A front falls apart into stretches that have nothing to do with each other."""
    left = dict(front.beside)
    while left:
        unit, near = left.popitem()
        group, hexes = 1 << unit, near
        grown = True
        while grown:
            grown = False
            for other in list(left):
                if left[other] & hexes:
                    hexes |= left.pop(other)
                    group |= 1 << other
                    grown = True
        beside = {u: front.beside[u] for u in members(group)}
        yield Front(front.obliged & group, front.due & hexes, front.optional & hexes, beside)


class Planner:
    """The battles of one stretch of front. What belongs to single units and hexes is worked out once."""

    def __init__(
        self, clashes: Clashes, values: Values, s: Position, side: int, front: Front, stakes: Mapping[Hex, float]
    ) -> None:
        self.clashes, self.values, self.s, self.side, self.front = clashes, values, s, side, front
        self.stakes = stakes
        self.game = s.game
        self._weighed: dict[Battle, Promise] = {}
        self._areas = [
            [(s.game.support[u], within(s.game, s.where[u], radius(s, u))) for u in members(active(s, who))]
            for who in (side, 1 - side)
        ]
        shut = s.zone(1 - side) | s.occupied(1 - side)
        self._goes = {u: self._retreat(u, shut) for u in front.beside}
        self._there = {h: self._target(h) for h in members(front.due | front.optional)}

    def _retreat(self, unit: int, shut: HexSet) -> float:
        """What it costs that a unit is driven back: more if it has nowhere to go, or leaves an objective."""
        s, values = self.s, self.values
        hex_ = s.where[unit]
        hemmed = not self.game.map.grid.around[hex_] & ~shut
        hold = values.hold[self.side].get(hex_, 0.0)
        share = hold / max(1, s.land_at(self.side, hex_).bit_count()) if hold else 0.0
        return GROUND + SECURE * share + (values.part(unit) if hemmed else 0.0)

    def _target(self, hex_: Hex) -> tuple[Force, int, int, bool, bool]:
        """Who defends a hex: what they can lose, their strength, the enemy's support, works, and suppression."""
        s, enemy = self.s, 1 - self.side
        force = self.clashes.force(s, self.values, s.land_at(enemy, hex_), False)
        strong = employed_defenders(s, enemy, 1 << hex_)
        defence = sum(self.game.defence[u] for u in members(strong))
        support = max((value for value, area in self._areas[1] if area >> hex_ & 1), default=0)
        return force, defence, support, bool(s.fortified[enemy] >> hex_ & 1), bool(strong & s.suppressed)

    # -- one battle -------------------------------------------------------------------------------------------------

    def weigh(self, units: UnitSet, targets: HexSet) -> Promise:
        key = units, targets
        found = self._weighed.get(key)
        if found is None:
            found = self._weighed[key] = self._weigh(units, targets)
        return found

    def _weigh(self, units: UnitSet, targets: HexSet) -> Promise:
        s, clashes, values = self.s, self.clashes, self.values
        attack, total, useless, goes, least, from_ = 0, 0.0, 0.0, 0.0, 1e9, 0
        for unit in members(units):
            worth, factor = values.unit[unit], self.game.attack[unit]
            attack += factor
            total += worth
            useless += 0.0 if factor else worth
            goes += self._goes[unit]
            least = min(least, values.part(unit))
            from_ |= 1 << s.where[unit]
        dug_in = not from_ & ~s.fortified[self.side]
        ours = Force(total, min(total, max(useless + least, 0.55 * total)), least, goes, dug_in)
        hexes = list(members(targets))
        there = [self._there[h] for h in hexes]
        theirs = there[0][0] if len(there) == 1 else _together([x[0] for x in there])
        best = max(clashes.ground[h] for h in hexes)
        crossings = [clashes.river(a, b) for a in members(from_) for b in hexes]
        if None not in crossings:
            best = max(best, min(c for c in crossings if c is not None))
        col = column(s, attack, sum(x[1] for x in there)) - best - max(x[2] for x in there)
        col += max((value for value, area in self._areas[0] if area & from_), default=0)
        col += any(x[4] for x in there) - bool(units & s.suppressed)
        if any(x[3] for x in there):
            col -= self.game.charts.fortification[1 - self.side]
        return clashes.best(col, ours, theirs, clashes.prize(values, self.side, targets, self.stakes))

    # -- all battles ------------------------------------------------------------------------------------------------

    def battles(self) -> tuple[float, list[Battle]]:
        """From a cover that works, by small changes to one that is better."""
        found = list(cover(self.front))
        for _ in range(ROUNDS):
            if not self._improve(found):
                break
        return sum(self.weigh(*battle).worth for battle in found), found

    def _improve(self, found: list[Battle]) -> bool:
        better = False
        for unit in self.front.beside:
            better = self._reassign(found, unit) or better
        return self._merge(found) or better

    def _reassign(self, found: list[Battle], unit: int) -> bool:
        """Whether a unit is of more use in another battle, in one of its own, or in none."""
        bit, near = 1 << unit, self.front.beside[unit]
        old = next((battle for battle in found if battle[0] & bit), None)
        best, change = 1e-9, None
        for gone, come in self._changes(found, bit, near, old):
            gain = sum(self.weigh(*b).worth for b in come) - sum(self.weigh(*b).worth for b in gone)
            if gain > best:
                best, change = gain, (gone, come)
        if change is None:
            return False
        for battle in change[0]:
            found.remove(battle)
        found += change[1]
        return True

    def _changes(
        self, found: list[Battle], bit: UnitSet, near: HexSet, old: Battle | None
    ) -> Iterator[tuple[list[Battle], list[Battle]]]:
        """What can become of a unit: the battles that would go, and those that would come instead."""
        gone: list[Battle] = [] if old is None else [old]
        rest: list[Battle] = []
        orphans = 0
        if old is not None and old[0] & ~bit:
            rest = [(old[0] & ~bit, old[1])]
        elif old is not None:
            orphans = old[1] & self.front.due
        if old is not None and not self.front.obliged & bit and not orphans:
            yield gone, rest
        for battle in found:
            if battle is not old and not battle[1] & ~near:
                joined = battle[0] | bit, battle[1] | orphans
                if self._beside(joined[0], orphans):
                    yield [*gone, battle], [*rest, joined]
                if old is not None:
                    yield from self._swaps(old, battle, bit)
            if not orphans and battle is not old:
                yield from self._breakaways(battle, [*gone, battle], rest, bit, near)
        if not orphans:
            yield from self._own(found, gone, rest, bit, near)

    def _swaps(self, old: Battle, other: Battle, bit: UnitSet) -> Iterator[tuple[list[Battle], list[Battle]]]:
        """The unit takes the place of one of another battle, and that one its own."""
        for unit in members(other[0]):
            if not old[1] & ~self.front.beside[unit]:
                there = 1 << unit
                yield [old, other], [(old[0] & ~bit | there, old[1]), (other[0] & ~there | bit, other[1])]

    def _breakaways(
        self, battle: Battle, gone: list[Battle], rest: list[Battle], bit: UnitSet, near: HexSet
    ) -> Iterator[tuple[list[Battle], list[Battle]]]:
        """The unit takes one of several hexes upon itself."""
        units, hexes = battle[0] & ~bit, battle[1]
        if units and hexes & (hexes - 1):
            for hex_ in members(hexes & near):
                yield gone, [*rest, (units, hexes & ~(1 << hex_)), (bit, 1 << hex_)]

    def _own(
        self, found: list[Battle], gone: list[Battle], rest: list[Battle], bit: UnitSet, near: HexSet
    ) -> Iterator[tuple[list[Battle], list[Battle]]]:
        """A battle of its own: against a hex of the one it is in, or one that nobody attacks yet."""
        for old in gone:
            yield from self._breakaways(old, gone, [], bit, near)
        taken = 0
        for battle in found:
            taken |= battle[1]
        for hex_ in members(near & self.front.optional & ~taken):
            yield gone, [*rest, (bit, 1 << hex_)]

    def _beside(self, units: UnitSet, hexes: HexSet) -> bool:
        return all(not hexes & ~self.front.beside[u] for u in members(units))

    def _merge(self, found: list[Battle]) -> bool:
        """Two battles as one, where everybody is next to everybody."""
        for n, one in enumerate(found):
            for other in found[n + 1 :]:
                units, hexes = one[0] | other[0], one[1] | other[1]
                if not self._beside(units, hexes):
                    continue
                apart = self.weigh(*one).worth + self.weigh(*other).worth
                if self.weigh(units, hexes).worth > apart + 1e-9:
                    found.remove(one)
                    found.remove(other)
                    found.append((units, hexes))
                    return True
        return False


def _together(forces: list[Force]) -> Force:
    total = sum(f.everything for f in forces)
    one = min(f.one for f in forces)
    return Force(total, max(one, 0.55 * total), one, sum(f.goes for f in forces), all(f.stands for f in forces))
