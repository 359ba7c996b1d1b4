"""Which battles to declare where attacks are mandatory: everybody who has to attack and every hex that is due is in
one, and their sum is worth as much as possible. What a battle is worth is the game's to say."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.cover import Front, cover, together

Battle = tuple[UnitSet, HexSet]
Change = tuple[list[Battle], list[Battle]]
"""The battles that would go, and those that would come instead."""
ROUNDS = 5
"""How often the battles are looked through for something better."""


def stretches(front: Front) -> Iterator[Front]:
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
        yield Front(front.obliged & group, front.due & hexes, front.optional & hexes, beside, front.volunteers & group)


class BattlePlan(ABC):
    """The battles of one stretch of front: from a cover that works, by small changes to one that is better."""

    def __init__(self, front: Front) -> None:
        self.front = front

    @abstractmethod
    def worth(self, units: UnitSet, targets: HexSet) -> float:
        """What a battle is worth to the attacker; asked often, so it should remember."""

    def battles(self, rounds: int = ROUNDS) -> tuple[float, list[Battle]]:
        """The battles, and what they are worth together."""
        found = list(cover(self.front))
        for _ in range(rounds):
            if not self._improve(found):
                break
        return self._sum(found), found

    def _sum(self, battles: list[Battle]) -> float:
        total = 0.0
        for units, targets in battles:
            total += self.worth(units, targets)
        return total

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
            gain = self._sum(come) - self._sum(gone)
            if gain > best:
                best, change = gain, (gone, come)
        if change is None:
            return False
        for battle in change[0]:
            found.remove(battle)
        found += change[1]
        return True

    def _changes(self, found: list[Battle], bit: UnitSet, near: HexSet, old: Battle | None) -> Iterator[Change]:
        """What can become of a unit."""
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
                if together(self.front, joined[0], orphans):
                    yield [*gone, battle], [*rest, joined]
                if old is not None:
                    yield from self._swaps(old, battle, bit)
            if not orphans and battle is not old:
                yield from self._breakaways(battle, [*gone, battle], rest, bit, near)
        if not orphans:
            yield from self._own(found, gone, rest, bit, near)

    def _swaps(self, old: Battle, other: Battle, bit: UnitSet) -> Iterator[Change]:
        """The unit takes the place of one of another battle, and that one its own."""
        for unit in members(other[0]):
            if not old[1] & ~self.front.beside[unit]:
                there = 1 << unit
                yield [old, other], [(old[0] & ~bit | there, old[1]), (other[0] & ~there | bit, other[1])]

    def _breakaways(
        self, battle: Battle, gone: list[Battle], rest: list[Battle], bit: UnitSet, near: HexSet
    ) -> Iterator[Change]:
        """The unit takes one of several hexes upon itself."""
        units, hexes = battle[0] & ~bit, battle[1]
        if units and hexes & (hexes - 1):
            for hex_ in members(hexes & near):
                yield gone, [*rest, (units, hexes & ~(1 << hex_)), (bit, 1 << hex_)]

    def _own(
        self, found: list[Battle], gone: list[Battle], rest: list[Battle], bit: UnitSet, near: HexSet
    ) -> Iterator[Change]:
        """A battle of its own: against a hex of the one it is in, or one that nobody attacks yet."""
        for old in gone:
            yield from self._breakaways(old, gone, [], bit, near)
        taken = 0
        for battle in found:
            taken |= battle[1]
        for hex_ in members(near & self.front.optional & ~taken):
            yield gone, [*rest, (bit, 1 << hex_)]

    def _merge(self, found: list[Battle]) -> bool:
        """Two battles as one, where everybody is next to everybody."""
        for n, one in enumerate(found):
            for other in found[n + 1 :]:
                units, hexes = one[0] | other[0], one[1] | other[1]
                if not together(self.front, units, hexes):
                    continue
                apart = self.worth(*one) + self.worth(*other)
                if self.worth(units, hexes) > apart + 1e-9:
                    found.remove(one)
                    found.remove(other)
                    found.append((units, hexes))
                    return True
        return False
