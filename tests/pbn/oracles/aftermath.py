"""Chapter 15 once more, from plain data: losses by trying all sets, retreats by walking all ways, pursuits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any

from tests.pbn.oracles.atlas import COUNTERS, GROUND, around, within

BATTALIONS = {
    ("japan", 6, 6, 12): 3,
    ("japan", 5, 5, 10): 3,
    ("japan", 5, 4, 10): 3,
    ("soviet", 12, 8, 14): 4,
    ("soviet", 9, 6, 14): 3,
    ("soviet", 2, 4, 12): 4,
    ("soviet", 2, 3, 12): 3,
    ("soviet", 3, 4, 8): 3,
    ("soviet", 2, 4, 8): 4,
    ("soviet", 2, 3, 8): 3,
}
"""26.9  How many battalions the strengths that break down have."""
LIMIT = 6


def battalions(unit: str) -> int:
    """How many battalions a unit breaks into; none if it does not."""
    c = COUNTERS[unit]
    return BATTALIONS.get((c.side, c.attack, c.defence, c.movement), 0)


@cache
def distance(a: str, b: str) -> int:
    """Hexes between two hexes, counted ring by ring."""
    ring, seen, far = {a}, {a}, 0
    while b not in ring:
        ring = {n for h in ring for n in around(h)} - seen
        seen |= ring
        far += 1
    return far


class Field:
    """A position after a battle, from its plain data."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.where: dict[str, str] = data["where"]
        self.stacks: dict[str, dict[str, list[str]]] = {"soviet": {}, "japan": {}}
        for unit, place in self.where.items():
            if place in GROUND and COUNTERS[unit].land:
                self.stacks[COUNTERS[unit].side].setdefault(place, []).append(unit)
        suppressed = set(data["suppressed"])
        self.zone = {
            side: {
                near
                for hex_, stack in stacks.items()
                if any(COUNTERS[u].combat and u not in suppressed for u in stack)
                for near in around(hex_)
            }
            for side, stacks in self.stacks.items()
        }
        fronts = data["fortified"]
        self.fortified = {"soviet": set(fronts[0]), "japan": set(fronts[1])}

    # -- losses ------------------------------------------------------------------------------------------------------

    def surrounded(self, unit: str) -> bool:
        """15.21  Whether there is no hex around without an enemy and out of enemy zones."""
        foe = enemy(COUNTERS[unit].side)
        return all(h in self.stacks[foe] or h in self.zone[foe] for h in around(self.where[unit]))

    def factor(self, unit: str, group: Iterable[str], attacking: bool) -> int:
        """15.23, R98  What a unit counts for a loss of half."""
        if attacking:
            return COUNTERS[unit].attack
        if all(COUNTERS[u].type == "supply" for u in group):
            return 1
        return COUNTERS[unit].defence

    def halves(self, group: set[str], attacking: bool) -> Iterator[frozenset[str]]:
        """15.23, R23  All sets worth half of the factors or more, of which nobody could be kept."""
        worth = {u: self.factor(u, group, attacking) for u in group}
        total = sum(worth.values())
        for size in range(len(group) + 1):
            for some in combinations(sorted(group), size):
                sum_ = sum(worth[u] for u in some)
                if 2 * sum_ >= total and all(2 * (sum_ - worth[u]) < total for u in some):
                    yield frozenset(some)

    def next_of_half(self, group: set[str], attacking: bool, taken: set[str]) -> set[str]:
        """Who may be given up next: whoever is in a set together with all that were given up."""
        return {u for some in self.halves(group, attacking) if taken <= some for u in some - taken}

    # -- retreats ----------------------------------------------------------------------------------------------------

    def paths(self, unit: str, start: str, hexes: int) -> Iterator[tuple[str, ...]]:
        """15.33.2, 15.33.4, R28  Every way: each hex one further from the start, none with enemies."""
        foe = self.stacks[enemy(COUNTERS[unit].side)]

        def onward(way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
            if len(way) == hexes:
                yield way
                return
            for there in around(way[-1] if way else start):
                if there not in foe and distance(start, there) == len(way) + 1:
                    yield from onward((*way, there))

        return onward(())

    def ends(self, unit: str, start: str, hexes: int) -> dict[str, int]:
        """15.33.3, 15.33.7  Where a unit may end, and the battalions that it costs at least."""
        zone = self.zone[enemy(COUNTERS[unit].side)]
        cost: dict[str, int] = {}
        for way in self.paths(unit, start, hexes):
            lost = sum(h in zone for h in way)
            cost[way[-1]] = min(lost, cost.get(way[-1], lost))
        clean = any(lost == 0 for lost in cost.values())
        alive = {end: lost for end, lost in cost.items() if lost < (1 if clean else battalions(unit))}
        roomy = {end: lost for end, lost in alive.items() if self.fits(unit, end, lost)}
        return roomy or alive

    def fits(self, unit: str, end: str, lost: int) -> bool:
        there = self.stacks[COUNTERS[unit].side].get(end, [])
        size = battalions(unit) - lost if lost else COUNTERS[unit].equivalents
        return size + sum(COUNTERS[u].equivalents for u in there if COUNTERS[u].type != "supply") <= LIMIT

    def dug_in(self, group: Iterable[str]) -> set[str]:
        """21.2  Who of a group stands in a fortification of his side."""
        return {u for u in group if self.where[u] in self.fortified[COUNTERS[u].side]}

    # -- pursuits ----------------------------------------------------------------------------------------------------

    def open(self, side: str, targets: Iterable[str]) -> set[str]:
        """15.45  Targets without enemies."""
        return {h for h in targets if h not in self.stacks[enemy(side)]}

    def pursuers(self, side: str, targets: Iterable[str], gone: Iterable[str]) -> set[str]:
        """15.42, 15.43  Attackers with attack strength beside an open target."""
        hexes = self.open(side, targets)
        able = [u for u in self.data["attackers"] if COUNTERS[u].attack and u not in gone]
        return {u for u in able if hexes & set(around(self.where[u]))}

    # -- bombardment -------------------------------------------------------------------------------------------------

    def column(self, target: str, side: str, air: int, guns: int) -> str:
        """16.81, 16.84.1  Points, less fortification and anti-aircraft guns, between none and six."""
        foe = enemy(side)
        points = air + guns
        if target in self.fortified[foe]:
            points -= 1 if foe == "soviet" else 2
        near = [u for h in (target, *around(target)) for u in self.stacks[foe].get(h, ())]
        if air and any(COUNTERS[u].type == "antiaircraft" and u not in self.data["suppressed"] for u in near):
            points -= 1
        return "≥6" if points >= LIMIT else str(max(0, points))

    def marks(self, side: str) -> set[str]:
        """16.8, R103  Hexes with enemy counters, real or not."""
        return {p for u, p in self.where.items() if p in GROUND and COUNTERS[u].side == enemy(side)}

    def range(self, staff: str) -> set[str]:
        """29.0.2, 28.0  What a headquarters can fire at."""
        place = self.where[staff]
        high = self.data["options"]["high_ground"] and GROUND[place] in ("ridge", "hilltop")
        return self.marks(COUNTERS[staff].side) & within(place, COUNTERS[staff].radius + (2 if high else 0))

    def gunners(self, side: str) -> set[str]:
        """29.0, 29.0.1  Activated headquarters with supply at hand, which is not overstacked, and a target in range."""
        stacks = self.stacks[side]
        load = {h: sum(COUNTERS[u].equivalents for u in us if COUNTERS[u].type != "supply") for h, us in stacks.items()}
        depots = {h for h, us in stacks.items() if load[h] <= LIMIT and any(COUNTERS[u].type == "supply" for u in us)}
        staff = [u for u in self.data["activated"] if COUNTERS[u].side == side and self.where[u] in GROUND]
        return {u for u in staff if depots & within(self.where[u], 1) and self.range(u)}


def enemy(side: str) -> str:
    return "japan" if side == "soviet" else "soviet"
