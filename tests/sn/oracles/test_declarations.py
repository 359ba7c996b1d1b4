"""What can be declared is exactly what some legal declaration has, found by trying all; `auto` always gives one."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from khalkhin.engine import cover
from khalkhin.engine.agenda import decide
from khalkhin.games.sn.declaration import Declare
from khalkhin.games.sn.position import Position
from tests.pbn.oracles.declaring import Declaration, Fight, Front, InHand, every, legal
from tests.sn.oracles.brawl import brawl, expended
from tests.sn.oracles.declaring import front_of
from tests.sn.oracles.field import Field
from tests.sn.positions import ids, names

TIMES = int(os.environ.get("KHALKHIN_ORACLE", "1").rstrip("x"))
"""KHALKHIN_ORACLE=10x compares ten times as many positions."""
MOST_UNITS, MOST_HEXES = 7, 5
"""Larger fronts have too many declarations to try them all."""
LETTERS = "abcdefgh"


# -- the solver by itself: volunteers may attack what is due -----------------------------------------------------------


def drawn(rng: random.Random) -> tuple[cover.Front, Front]:
    """A random front, for the solver and for the oracle; some units next to hexes that are due need not attack."""
    units, hexes = rng.randrange(1, 6), rng.randrange(1, 5)
    exerting = {h for h in range(hexes) if rng.random() < 0.75}
    beside = {u: {h for h in range(hexes) if rng.random() < 0.5} for u in range(units)}
    beside = {u: near for u, near in beside.items() if near}
    obliged = {u for u, near in beside.items() if near & exerting and rng.random() < 0.7}
    due = {h for u in obliged for h in beside[u] & exerting}
    there = {h for near in beside.values() for h in near}

    def bits(some: set[int]) -> int:
        return sum(1 << x for x in some)

    near = {u: bits(hexes_) for u, hexes_ in beside.items()}
    ours = cover.Front(bits(obliged), bits(due), bits(there - due), near, bits(set(beside) - obliged))
    plain = Front(
        {LETTERS[u]: frozenset(str(h) for h in hexes_) for u, hexes_ in beside.items()},
        frozenset(LETTERS[u] for u in obliged),
        frozenset(str(h) for h in due),
    )
    return ours, plain


def spelt(units: int, hexes: int) -> Fight:
    return (
        frozenset(LETTERS[u] for u in range(8) if units >> u & 1),
        frozenset(str(h) for h in range(8) if hexes >> h & 1),
    )


@pytest.mark.rule("sn", "12.0.4")
@pytest.mark.rule("sn", "11.6.3")
def test_an_attack_is_completable_exactly_if_a_legal_declaration_has_it() -> None:
    tally: Counter[bool] = Counter()
    for number in range(300 * TIMES):
        rng = random.Random(f"solver {number}")
        ours, plain = drawn(rng)
        declarations = every(plain)
        assert declarations
        for _ in range(20):
            units = sum(1 << u for u in ours.beside if rng.random() < 0.4)
            hexes = sum(1 << h for h in range(5) if (ours.due | ours.optional) >> h & 1 and rng.random() < 0.4)
            if units and hexes:
                want = spelt(units, hexes)
                found = any(want[0] <= u and want[1] <= h for d in declarations for u, h in d)
                assert cover.completable(ours, units, hexes) == found, (plain, want)
                tally[found] += 1
    assert min(tally[True], tally[False]) > 300, tally


@pytest.mark.rule("sn", "12.0.4")
def test_a_cover_of_what_is_left_is_legal_wherever_one_has_got_to() -> None:
    """Also after a unit has been used up that a hex relied on: a volunteer stands in."""
    helped = 0
    for number in range(300 * TIMES):
        rng = random.Random(f"cover {number}")
        ours, plain = drawn(rng)
        taken = [(u, h) for u, near in ours.beside.items() for h in range(5) if near >> h & 1]
        if not taken:
            continue
        unit, hex_ = rng.choice(taken)
        rest = ours.without(1 << unit, 1 << hex_)
        if cover.stranded(rest) == (0, 0):
            found = [spelt(units, hexes) for units, hexes in cover.cover(rest)]
            assert legal(plain, [*found, spelt(1 << unit, 1 << hex_)]), (plain, found)
            used = {u for units, _ in found for u in units}
            helped += bool(used - plain.obliged)
    assert helped > 5


# -- on the map --------------------------------------------------------------------------------------------------------


def named(step: Declare) -> InHand:
    closed = tuple((frozenset(ids(a.units)), frozenset(names(a.targets))) for a in step.battles)
    return InHand(closed, frozenset(ids(step.current.units)), frozenset(names(step.current.targets)))


def said(s: Position) -> dict[str, set[Any]]:
    (prompt,) = s.asked
    return {o.verb: {s.game.write(o.verb, n) for n in o} for o in prompt.offers}


class Referee:
    """Puts a declaration together at random, and compares what is offered at every step."""

    def __init__(self, rng: random.Random, tally: Counter[str]) -> None:
        self.rng, self.tally = rng, tally

    def play(self, s: Position) -> None:
        expended(s, self.rng)
        if not s.asked or not isinstance(s.agenda[-1], Declare):
            self.tally["nobody fights"] += 1
            return
        field = Field(s.to_data())
        front = front_of(field)
        self.tally["landed"] += bool(field.data["beached"])
        if len(front.beside) > MOST_UNITS or len(front.enemies) > MOST_HEXES:
            self.tally["too large"] += 1
            return
        self.declare(s, front, every(front))

    def declare(self, s: Position, front: Front, declarations: list[Declaration]) -> None:
        side = s.asked[0].side
        assert declarations
        for _ in range(12):
            step = s.agenda[-1] if s.agenda else None
            if not isinstance(step, Declare):
                return
            hand, offers = named(step), said(s)
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
            verbs = sorted(offers.keys() - {"auto", "commit"})
            if not verbs:
                return
            verb = self.rng.choice(verbs)
            decide(s, side, verb, s.game.parse(verb, self.rng.choice(sorted(offers[verb], key=str))))

    def message(self, s: Position, front: Front, hand: InHand) -> None:
        """What the client is told is still uncovered."""
        (prompt,) = s.asked
        used = {u for units, _ in hand.closed for u in units} | hand.units
        hit = {h for _, hexes in hand.closed for h in hexes} | hand.hexes
        assert ids(prompt.message.params["units"]) == front.obliged - used
        assert names(prompt.message.params["hexes"]) == front.due - hit

    def auto(self, s: Position, front: Front, hand: InHand) -> None:
        """From here on `auto` gives a legal declaration that has everything declared so far."""
        if not s.asked[0].allows("auto", None):
            return
        twin = s.clone()
        decide(twin, s.asked[0].side, "auto")
        step = twin.agenda[-1]
        assert isinstance(step, Declare)
        found = named(step)
        assert legal(front, found.closed)
        assert set(hand.closed) <= set(found.closed)
        if hand.units:
            assert any(hand.units <= units and hand.hexes <= hexes for units, hexes in found.closed)
        assert twin.asked[0].allows("commit", None)
        self.tally["auto"] += 1


@pytest.mark.rule("sn", "11.6")
@pytest.mark.rule("sn", "11.6.1")
@pytest.mark.rule("sn", "12.0.4")
@pytest.mark.rule("sn", "18.1.1")
@pytest.mark.parametrize("part", range(3))
def test_what_is_offered_is_what_some_legal_declaration_has(part: int) -> None:
    tally: Counter[str] = Counter()
    for number in range(120 * TIMES):
        rng = random.Random(f"{part} {number}")
        Referee(rng, tally).play(brawl(rng, 9))
    wanted = {"compared": 150, "auto": 60, "landed": 5, "volunteers": 5, "several hexes": 10}
    assert not {what: tally[what] for what, n in wanted.items() if tally[what] < n}, tally
