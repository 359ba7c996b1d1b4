"""Mandatory attacks on random fronts: the solver agrees with an oracle that tries every declaration."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine import cover
from tests.comparing import TIMES
from tests.declaring import Fight, Front, every, legal

LETTERS = "abcdefgh"
MANDATORY, WITH_VOLUNTEERS = 0.0, 0.3
"""How many units next to hexes that are due need not attack."""


def drawn(rng: random.Random, volunteers: float) -> tuple[cover.Front, Front]:
    """A random front, for the solver and for the oracle: who is next to whom is thrown for, not read from a map."""
    units, hexes = rng.randrange(1, 6), rng.randrange(1, 5)
    exerting = {h for h in range(hexes) if rng.random() < 0.75}
    beside = {u: {h for h in range(hexes) if rng.random() < 0.5} for u in range(units)}
    beside = {u: near for u, near in beside.items() if near}
    obliged = {u for u, near in beside.items() if near & exerting and rng.random() >= volunteers}
    due = {h for u in obliged for h in beside[u] & exerting}
    there = {h for near in beside.values() for h in near}

    def bits(some: set[int]) -> int:
        return sum(1 << x for x in some)

    free = bits(set(beside) - obliged) if volunteers else 0
    near = {u: bits(found) for u, found in beside.items()}
    plain = Front(
        {LETTERS[u]: frozenset(map(str, found)) for u, found in beside.items()},
        frozenset(LETTERS[u] for u in obliged),
        frozenset(map(str, due)),
    )
    return cover.Front(bits(obliged), bits(due), bits(there - due), near, free), plain


def spelt(units: int, hexes: int) -> Fight:
    return frozenset(LETTERS[u] for u in members(units)), frozenset(map(str, members(hexes)))


@pytest.mark.rule("pbn", "14.13", "14.21")
@pytest.mark.rule("sn", "11.6.3", "12.0.4")
@pytest.mark.parametrize("volunteers", [MANDATORY, WITH_VOLUNTEERS])
def test_a_battle_is_completable_exactly_if_a_legal_declaration_has_it(volunteers: float) -> None:
    tally: Counter[bool] = Counter()
    for number in range(400 * TIMES):
        rng = random.Random(f"solver {number}")
        ours, plain = drawn(rng, volunteers)
        declarations = every(plain)
        assert declarations, "there is always one (pbn R13)"
        for _ in range(20):
            units = sum(1 << u for u in ours.beside if rng.random() < 0.4)
            hexes = sum(1 << h for h in members(ours.due | ours.optional) if rng.random() < 0.4)
            if units and hexes:
                want = spelt(units, hexes)
                found = any(want[0] <= u and want[1] <= h for d in declarations for u, h in d)
                assert cover.completable(ours, units, hexes) == found, (plain, want)
                tally[found] += 1
    assert min(tally[True], tally[False]) > 500, tally


@pytest.mark.rule("pbn", "14.13")
@pytest.mark.rule("sn", "12.0.4")
@pytest.mark.parametrize("volunteers", [MANDATORY, WITH_VOLUNTEERS])
def test_the_cover_is_legal_and_a_star_each(volunteers: float) -> None:
    for number in range(300 * TIMES):
        ours, plain = drawn(random.Random(f"cover {number}"), volunteers)
        found = [spelt(units, hexes) for units, hexes in cover.cover(ours)]
        assert legal(plain, found), (plain, found)
        assert all(len(units) == 1 or len(hexes) == 1 for units, hexes in found), "one against several, or several"


@pytest.mark.rule("sn", "12.0.4")
def test_a_cover_of_what_is_left_is_legal_wherever_one_has_got_to() -> None:
    """Also after a unit has been used up that a hex relied on: a volunteer stands in."""
    helped = 0
    for number in range(600 * TIMES):
        rng = random.Random(f"left {number}")
        ours, plain = drawn(rng, WITH_VOLUNTEERS)
        taken = [(u, h) for u, near in ours.beside.items() for h in members(near)]
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
