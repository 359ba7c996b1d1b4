"""Mandatory attacks in any game: every legal declaration, found by trying all, and a referee who compares the offers.

Only for small fronts: the number of declarations grows fast.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations

from khalkhin.engine.agenda import decide
from khalkhin.engine.declaring import Declaring
from khalkhin.engine.state import State
from tests.comparing import said
from tests.naming import Naming

MOST_UNITS, MOST_HEXES = 7, 5
"""Larger fronts have too many declarations to try them all."""

Fight = tuple[frozenset[str], frozenset[str]]
"""Attackers, and the hexes they attack."""
Declaration = frozenset[Fight]


# -- every declaration -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Front:
    """Who may attack, who must, what must be attacked, and who is next to what."""

    beside: Mapping[str, frozenset[str]]
    """For every unit that may attack the enemy hexes next to it."""
    obliged: frozenset[str]
    due: frozenset[str]
    fits: Callable[[Iterable[str]], bool] = lambda units: True
    """Whether so many may attack together, where a game limits that."""

    @property
    def enemies(self) -> frozenset[str]:
        return frozenset(chain.from_iterable(self.beside.values()))

    @property
    def small(self) -> bool:
        return len(self.beside) <= MOST_UNITS and len(self.enemies) <= MOST_HEXES


def legal(front: Front, declaration: Iterable[Fight]) -> bool:
    """Whether a declaration is complete and keeps all rules."""
    fights = list(declaration)
    attackers = [unit for units, _ in fights for unit in units]
    targets = [hex_ for _, hexes in fights for hex_ in hexes]
    return (
        all(units and hexes for units, hexes in fights)
        and len(attackers) == len(set(attackers))  # pbn 14.14, 14.25: once each
        and len(targets) == len(set(targets))  # pbn 14.27
        and front.obliged <= set(attackers) <= front.beside.keys()  # pbn 13.6, 14.13, R15; sn 11.6
        and front.due <= set(targets)  # pbn 14.11; sn 12.0.4
        and all(hexes <= front.beside[unit] for units, hexes in fights for unit in units)  # pbn 14.23
        and front.fits(attackers)
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


def in_hand(s: State) -> InHand | None:
    """The declaration that is being put together, if one is."""
    step = s.agenda[-1] if s.agenda else None
    if not isinstance(step, Declaring):
        return None
    ids, names = Naming(s.game.code).ids, Naming(s.game.code).names
    closed = tuple((frozenset(ids(b.units)), frozenset(names(b.targets))) for b in step.battles)
    return InHand(closed, frozenset(ids(step.current.units)), frozenset(names(step.current.targets)))


class Referee:
    """Puts a declaration together at random, and compares what is offered at every step."""

    def __init__(self, rng: random.Random, tally: Counter[str]) -> None:
        self.rng, self.tally = rng, tally

    def declare(self, s: State, front: Front) -> None:
        """Compares with every declaration there is, unless there are too many."""
        if not front.small:
            self.tally["too large"] += 1
            return
        declarations = every(front)
        assert declarations, "there is always one"
        for _ in range(12):
            hand = in_hand(s)
            if hand is None:
                return
            offers = said(s)
            assert offers.get("attack", set()) == hand.attacks(declarations), (front, hand)
            assert offers.get("unit", set()) == hand.joiners(declarations), (front, hand)
            assert offers.get("also", set()) == hand.more(declarations), (front, hand)
            assert ("commit" in offers) == hand.complete(front)
            assert ("auto" in offers) != ("commit" in offers)
            self.message(s, front, hand)
            self.auto(s, front, hand)
            self.tally["compared"] += 1
            self.tally["volunteers"] += bool(hand.units - front.obliged)
            self.tally["several hexes"] += len(hand.hexes) > 1
            if not self.go_on(s):
                return

    def message(self, s: State, front: Front, hand: InHand) -> None:
        """What the client is told is still uncovered."""
        (prompt,) = s.asked
        ids, names = Naming(s.game.code).ids, Naming(s.game.code).names
        used = {u for units, _ in hand.closed for u in units} | hand.units
        hit = {h for _, hexes in hand.closed for h in hexes} | hand.hexes
        assert ids(prompt.message.params["units"]) == front.obliged - used
        assert names(prompt.message.params["hexes"]) == front.due - hit

    def auto(self, s: State, front: Front, hand: InHand) -> None:
        """From here on `auto` gives a legal declaration that has everything declared so far."""
        if not s.asked[0].allows("auto", None):
            return
        twin = s.clone()
        decide(twin, s.asked[0].side, "auto")
        found = in_hand(twin)
        assert found is not None
        assert legal(front, found.closed)
        assert set(hand.closed) <= set(found.closed)
        if hand.units:
            assert any(hand.units <= units and hand.hexes <= hexes for units, hexes in found.closed)
        assert twin.asked[0].allows("commit", None)
        self.tally["auto"] += 1

    def go_on(self, s: State) -> bool:
        """Declares something more, if anything more can be declared."""
        offers = said(s)
        verbs = sorted(offers.keys() - {"auto", "commit"})
        if not verbs:
            return False
        verb = self.rng.choice(verbs)
        decide(s, s.asked[0].side, verb, s.game.parse(verb, self.rng.choice(sorted(offers[verb], key=str))))
        return True
