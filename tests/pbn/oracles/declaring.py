"""Every legal declaration of battles, found by trying all: rules 13.6, 14.1, 14.2 and 12.5.3 written down plainly.

Only for small fronts: the number of declarations grows fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, combinations

from tests.pbn.oracles.atlas import COUNTERS, around

LIMIT = 6
"""12.1  Battalion equivalents of a hex that fight."""

Fight = tuple[frozenset[str], frozenset[str]]
"""Attackers, and the hexes they attack."""
Declaration = frozenset[Fight]


@dataclass(frozen=True)
class Front:
    """Who may attack, who must, what must be attacked, and who is next to what."""

    beside: Mapping[str, frozenset[str]]
    """For every unit that may attack the enemy hexes next to it."""
    obliged: frozenset[str]
    due: frozenset[str]
    hexes: Mapping[str, str] = field(default_factory=dict)
    """Where the units stand; left out where stacking does not matter."""

    @property
    def enemies(self) -> frozenset[str]:
        return frozenset(chain.from_iterable(self.beside.values()))

    def too_many(self, units: Iterable[str]) -> bool:
        """12.5.3  Whether more than the limit of one hex would fight."""
        held: dict[str, int] = {}
        for unit in units:
            if unit in self.hexes:
                hex_ = self.hexes[unit]
                held[hex_] = held.get(hex_, 0) + COUNTERS[unit].equivalents
        return any(total > LIMIT for total in held.values())


def legal(front: Front, declaration: Iterable[Fight]) -> bool:
    """Whether a declaration is complete and keeps all rules."""
    fights = list(declaration)
    attackers = [unit for units, _ in fights for unit in units]
    targets = [hex_ for _, hexes in fights for hex_ in hexes]
    return (
        all(units and hexes for units, hexes in fights)
        and len(attackers) == len(set(attackers))  # 14.14, 14.25
        and len(targets) == len(set(targets))  # 14.27
        and front.obliged <= set(attackers) <= front.beside.keys()  # 13.6, 14.13, R15
        and front.due <= set(targets)  # 14.11
        and all(hexes <= front.beside[unit] for units, hexes in fights for unit in units)  # 14.23
        and not front.too_many(attackers)  # 12.5.3
    )


def every(front: Front) -> list[Declaration]:
    """All legal declarations."""
    found = []
    for hexes in _subsets(sorted(front.enemies)):
        if front.due <= set(hexes):
            for groups in _partitions(list(hexes)):
                found += [d for d in _manned(front, groups, sorted(front.beside), []) if legal(front, d)]
    return found


def _manned(
    front: Front, groups: list[frozenset[str]], units: list[str], crews: list[tuple[str, int]]
) -> Iterator[Declaration]:
    """The groups of hexes with every choice of attackers: each unit goes against one of them, or stays."""
    if len(crews) < len(units):
        unit = units[len(crews)]
        for at in range(-1, len(groups)):
            if at >= 0 and not groups[at] <= front.beside[unit]:
                continue
            if at < 0 and unit in front.obliged:
                continue
            yield from _manned(front, groups, units, [*crews, (unit, at)])
        return
    fights = [(frozenset(u for u, at in crews if at == n), group) for n, group in enumerate(groups)]
    if all(units for units, _ in fights):
        yield frozenset(fights)


def _subsets(items: list[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(items, n) for n in range(len(items) + 1))


def _partitions(items: list[str]) -> Iterator[list[frozenset[str]]]:
    """Every way to divide some hexes into groups."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for groups in _partitions(rest):
        yield [frozenset((first,)), *groups]
        for n, group in enumerate(groups):
            yield [*groups[:n], group | {first}, *groups[n + 1 :]]


# -- a declaration in hand ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class InHand:
    """A declaration as far as it is put together: battles that are complete, and the one in hand."""

    closed: tuple[Fight, ...]
    units: frozenset[str]
    hexes: frozenset[str]

    def attacks(self, declarations: Iterable[Declaration]) -> set[str]:
        """Hexes against which the next battle can begin: the one in hand stays as it is."""
        stand = {*self.closed, (self.units, self.hexes)} if self.units or self.hexes else set(self.closed)
        return {h for d in declarations if stand <= d for _, hexes in d - stand for h in hexes}

    def grown(self, declarations: Iterable[Declaration]) -> Iterator[Fight]:
        """What the battle in hand can become."""
        for d in declarations:
            if set(self.closed) <= d:
                for units, hexes in d - set(self.closed):
                    if self.units <= units and self.hexes <= hexes:
                        yield units, hexes

    def joiners(self, declarations: Iterable[Declaration]) -> set[str]:
        """Units that can join the battle in hand, once it has a target."""
        return {u for units, _ in self.grown(declarations) for u in units} - self.units if self.hexes else set()

    def more(self, declarations: Iterable[Declaration]) -> set[str]:
        """Hexes that can be added to the battle in hand, once it has attackers."""
        return {h for _, hexes in self.grown(declarations) for h in hexes} - self.hexes if self.units else set()

    def complete(self, front: Front) -> bool:
        return legal(front, [*self.closed, (self.units, self.hexes)] if self.units or self.hexes else self.closed)


# -- fronts on the map -------------------------------------------------------------------------------------------------


def front_of(side: str, where: Mapping[str, str], suppressed: Iterable[str], idle: Iterable[str]) -> Front:
    """2.6  Who has to fight whom. `where`: land units on the map; `idle`: those left out of overstacked hexes."""
    weak = set(suppressed)
    enemies = {h for u, h in where.items() if COUNTERS[u].side != side}
    zones = {h for u, h in where.items() if COUNTERS[u].side != side and COUNTERS[u].combat and u not in weak}
    beside: dict[str, frozenset[str]] = {}
    obliged: set[str] = set()
    due: set[str] = set()
    for unit, hex_ in where.items():
        kind = COUNTERS[unit]
        near = frozenset(enemies & set(around(hex_)))
        if kind.side != side or kind.type == "supply" or unit in idle or not near:
            continue
        if near & zones:
            obliged.add(unit)
            due |= near & zones
        if near & zones or kind.combat:
            beside[unit] = near
    return Front(beside, frozenset(obliged), frozenset(due), dict(where))
