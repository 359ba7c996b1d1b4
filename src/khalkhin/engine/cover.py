"""Mandatory attacks: which declarations of battles can be completed, and one that always can.

Obliged units and the hexes they have to attack are a bipartite graph. A set of battles that covers both exists as long
as nobody is isolated: a smallest cover of the vertices by edges falls into stars, one unit against several hexes or
several units against one hex, and a star is a legal battle. So a partial declaration can be completed exactly if every
unit and every hex that is left still has a neighbour, or can join the battle that is being put together. Volunteers
count as neighbours, but nobody has to be found for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from khalkhin.board.hexset import HexSet, members, union
from khalkhin.engine.codec import UnitSet


class Front(NamedTuple):
    """Who has to fight whom: what is left to declare, and who is next to whom."""

    obliged: UnitSet
    """Units that have to attack and are in no battle yet."""
    due: HexSet
    """Hexes that have to be attacked and are in no battle yet."""
    optional: HexSet
    """Enemy hexes that may be attacked and are in no battle yet."""
    beside: Mapping[int, HexSet]
    """For every unit that may attack, the enemy hexes next to it."""
    volunteers: UnitSet = 0
    """Units in no battle yet that need not attack, yet may attack hexes that are due."""

    def without(self, units: UnitSet, hexes: HexSet) -> Front:
        return self._replace(
            obliged=self.obliged & ~units,
            due=self.due & ~hexes,
            optional=self.optional & ~hexes,
            volunteers=self.volunteers & ~units,
        )


def stranded(front: Front) -> tuple[UnitSet, HexSet]:
    """Units with nothing left to attack, and hexes that nobody is left to attack."""
    free, seen, lone = front.due | front.optional, 0, 0
    for unit in members(front.obliged):
        near = front.beside[unit]
        seen |= near
        if not near & free:
            lone |= 1 << unit
    for unit in members(front.volunteers):
        seen |= front.beside[unit]
    return lone, front.due & ~seen


def together(front: Front, units: UnitSet, hexes: HexSet) -> bool:
    """Whether every unit is next to every hex."""
    return all(not hexes & ~front.beside[unit] for unit in members(units))


def completable(front: Front, units: UnitSet, hexes: HexSet) -> bool:
    """Whether a battle of these units against these hexes, as it is or with more, leaves a declaration that works."""
    if not together(front, units, hexes):
        return False
    # Who is stranded has to join this battle. That strands nobody else, for the stranded have no neighbours left.
    lone_units, lone_hexes = stranded(front.without(units, hexes))
    return together(front, units | lone_units, hexes | lone_hexes)


def cover(front: Front) -> Iterator[tuple[UnitSet, HexSet]]:
    """Battles that cover everything that is left: a greatest matching, and the others hung onto it.

    No battle gets both a second unit and a second hex: from the one to the other the matching could be made greater.
    """
    front = _with_helpers(front)
    partner = _matching(front)
    attackers = {hex_: 1 << unit for hex_, unit in partner.items()}
    targets = {hex_: 1 << hex_ for hex_ in partner}
    matched = {unit: hex_ for hex_, unit in partner.items()}
    for unit in members(front.obliged):
        if unit not in matched:
            near = front.beside[unit]
            first = next(members(near & front.due or near & front.optional))
            attackers[first] = attackers.get(first, 0) | 1 << unit
            targets.setdefault(first, 1 << first)
    for hex_ in members(front.due & ~sum(1 << h for h in partner)):
        helper = next(u for u in members(front.obliged) if front.beside[u] >> hex_ & 1)
        targets[matched[helper]] |= 1 << hex_
    for first, group in attackers.items():
        yield group, targets[first]


def _with_helpers(front: Front) -> Front:
    """The front with those volunteers obliged without whom a hex would be left over."""
    seen = union(hex_ for unit in members(front.obliged) for hex_ in members(front.beside[unit]))
    helpers = 0
    for hex_ in members(front.due & ~seen):
        if not any(front.beside[unit] >> hex_ & 1 for unit in members(helpers)):
            helpers |= 1 << next(u for u in members(front.volunteers) if front.beside[u] >> hex_ & 1)
    return front._replace(obliged=front.obliged | helpers)


def _matching(front: Front) -> dict[int, int]:
    """A greatest matching of hexes that are due and units, by augmenting paths."""
    partner: dict[int, int] = {}

    def place(unit: int, tried: set[int]) -> bool:
        for hex_ in members(front.beside[unit] & front.due):
            if hex_ not in tried:
                tried.add(hex_)
                if hex_ not in partner or place(partner[hex_], tried):
                    partner[hex_] = unit
                    return True
        return False

    for unit in members(front.obliged):
        place(unit, set())
    return partner
