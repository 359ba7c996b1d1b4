"""Chapter 13 once more, from plain data: losses by trying all orders, retreats by walking all ways, pursuits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

from tests.sn.oracles.atlas import COUNTERS, around, crosses
from tests.sn.oracles.field import Field
from tests.sn.oracles.walking import cost, kind_of, shut

RECIPES = {
    ("JP", "infantry_corps"): ("infantry_division",) * 3,
    ("JP", "mechanized_corps"): ("armored_division", "armored_division", "infantry_division"),
    ("SU", "infantry_corps"): ("infantry_division",) * 3,
    ("SU", "mechanized_corps"): ("armored_division", "armored_division", "mechanized_division"),
    ("SU", "cavalry_corps"): ("cavalry_division",) * 2,
}
"""7.5, 13.1  What corps break down into."""
PARTS = {(nation, part) for (nation, _), parts in RECIPES.items() for part in parts}

Kind = tuple[str, str]
"""Nation and type: counters of one kind are alike."""
Some = tuple[Kind, ...]


@cache
def distance(a: str, b: str) -> int:
    """Hexes between two hexes, counted ring by ring."""
    ring, seen, far = {a}, {a}, 0
    while b not in ring:
        ring = {n for h in ring for n in around(h)} - seen
        seen |= ring
        far += 1
    return far


# -- losses ------------------------------------------------------------------------------------------------------------


def kind(unit: str) -> Kind:
    return COUNTERS[unit].nation, COUNTERS[unit].type


SIZE = {kind(u): c.equivalents for u, c in COUNTERS.items() if c.ground}


class Force:
    """Units that have to give something up, and the counters in the pool that corps can break down into."""

    def __init__(self, group: Iterable[Kind], pool: Iterable[Kind]) -> None:
        self.group: Some = tuple(sorted(group))
        self.pool: Some = tuple(sorted(k for k in pool if k in PARTS))

    @property
    def key(self) -> tuple[Some, Some]:
        return self.group, self.pool

    def gives_up(self, k: Kind) -> Force:
        """A unit goes; the counter of a division is in the pool then."""
        return Force(_less(self.group, [k]), [*self.pool, k])

    def breaks(self, k: Kind) -> tuple[int, Force] | None:
        """R28  A corps breaks down: how many are lost because there is no counter, and what is left; nothing if there
        is not a single one."""
        pool, found = list(self.pool), []
        for part in RECIPES.get(k, ()):
            if (k[0], part) in pool:
                pool.remove((k[0], part))
                found.append((k[0], part))
        if not found:
            return None
        return len(RECIPES[k]) - len(found), Force([*_less(self.group, [k]), *found], pool)

    def moves(self) -> Iterator[tuple[str, Kind, int, Force]]:
        """Everything that the owner can do, with what it costs."""
        for k in sorted(set(self.group)):
            yield "unit", k, SIZE[k], self.gives_up(k)
            if (broken := self.breaks(k)) is not None:
                yield "breakdown", k, broken[0], broken[1]

    def totals(self) -> frozenset[int]:
        """Every total that some order of doing things comes to."""
        return _totals(self.key)

    def due(self, need: int) -> int:
        """R62  What has to be lost: so much, or the least that is more, or all."""
        return min((t for t in self.totals() if t >= need), default=sum(SIZE[k] for k in self.group))

    def offers(self, need: int) -> set[tuple[str, Kind]]:
        """What can be done first so that exactly what is due is lost in the end."""
        due = self.due(need)
        return {(verb, k) for verb, k, lost, rest in self.moves() if due - lost in rest.totals()}

    def after(self, need: int) -> set[tuple[Some, Some]]:
        """Everything that can be left after so much has been lost."""
        return _after(self.key, self.due(need))

    def outlives(self, zones: int) -> bool:
        """13.3.b, R63  Whether somebody can be left after one divisional equivalent was lost so many times."""
        states = {self.key}
        for _ in range(zones):
            states = {left for state in states if state[0] for left in Force(*state).after(1)}
        return any(group for group, _ in states)


def _less(some: Iterable[Kind], gone: Iterable[Kind]) -> list[Kind]:
    left = list(some)
    for k in gone:
        left.remove(k)
    return left


@cache
def _totals(key: tuple[Some, Some]) -> frozenset[int]:
    found = {0}
    for _, _, lost, rest in Force(*key).moves():
        found |= {lost + total for total in _totals(rest.key)}
    return frozenset(found)


@cache
def _after(key: tuple[Some, Some], due: int) -> set[tuple[Some, Some]]:
    if due == 0:
        return {key}
    found = set()
    for _, _, lost, rest in Force(*key).moves():
        if lost <= due:
            found |= _after(rest.key, due - lost)
    return found


# -- retreats ----------------------------------------------------------------------------------------------------------


class Flight:
    """A retreat: how far, from which hexes, who still has to go."""

    def __init__(self, field: Field, hexes: int, from_: set[str], waiting: set[str]) -> None:
        self.field, self.hexes, self.from_, self.waiting = field, hexes, from_, waiting
        self.trodden = {(u, h) for u, h in field.data["trodden"]}
        self.pool = [kind(u) for u, p in field.where.items() if p == "pool" and COUNTERS[u].ground]

    def opens(self, group: frozenset[str], a: str, b: str) -> bool:
        """13.3.a, 13.3.c, 13.3.f, R35, R36  Whether everybody of a group may step from a to b."""
        if crosses("lake", a, b) or shut(self.field, set(group), b) or any((u, b) in self.trodden for u in group):
            return False
        return all(cost(kind_of(u), a, b) is not None for u in group)

    def ways(self, group: frozenset[str], start: str) -> Iterator[tuple[str, ...]]:
        """13.3, 13.5.1  Every way, away from one combat hex with each step; in a fort it may be over."""

        def onward(combat: str, way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
            here = way[-1] if way else start
            if len(way) == self.hexes or (way and here in self.field.forts):
                yield way
            if len(way) < self.hexes:
                for there in around(here):
                    if distance(there, combat) > distance(here, combat) and self.opens(group, here, there):
                        yield from onward(combat, (*way, there))

        for combat in self.from_:
            yield from onward(combat, ())

    def cheapest(self, group: frozenset[str]) -> dict[str, int]:
        """13.3.b, 20.0.ger  The ends, and the enemy zones that the best way to each enters."""
        (start,) = {self.field.where[u] for u in group}
        heeds = any(COUNTERS[u].type != "special_division" for u in group)
        found: dict[str, int] = {}
        for way in self.ways(group, start):
            zones = sum(h in self.field.zone for h in way) if heeds else 0
            found[way[-1]] = min(zones, found.get(way[-1], zones))
        return found

    def ends(self, group: frozenset[str]) -> dict[str, int]:
        """13.3.b1, R63  Clean ways if anybody of the group has one, else those that somebody lives through."""
        found = self.cheapest(group)
        if any(0 in self.cheapest(frozenset((u,))).values() for u in group):
            return {h: 0 for h, zones in found.items() if not zones}
        force = Force([kind(u) for u in group], self.pool)
        return {h: zones for h, zones in found.items() if force.outlives(zones)}

    def kin(self, unit: str) -> set[str]:
        """13.3.0, 20.0.ger  Who can go along: everybody of the hex, but the Asienkorps goes by itself."""
        mates = {u for u in self.waiting if self.field.where[u] == self.field.where[unit] and u != unit}
        if COUNTERS[unit].type == "special_division":
            return set()
        return {u for u in mates if COUNTERS[u].type != "special_division"}

    def can(self, group: frozenset[str]) -> bool:
        """Whether some company in which everybody of a group goes has a way; three more are more than enough."""
        others = sorted(self.kin(min(group)) - group)
        return any(self.ends(group | set(more)) for n in range(4) for more in combinations(others, n))


# -- pursuits ----------------------------------------------------------------------------------------------------------


def advances(field: Field, unit: str, targets: Iterable[str]) -> set[str]:
    """13.6, 13.6.1, 13.6.2, 18.1.3  Cleared hexes next door that a unit may enter."""
    counter, here = COUNTERS[unit], field.where[unit]
    if not counter.attack or not counter.movement or unit in field.data["beached"]:
        return set()
    near = [h for h in around(here) if h in targets and not crosses("lake", here, h) and not shut(field, {unit}, h)]
    return {h for h in near if cost(kind_of(unit), here, h) is not None}
