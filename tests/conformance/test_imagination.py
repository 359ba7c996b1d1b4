"""Imagined positions agree with the view they come from, and with nothing else."""

from __future__ import annotations

import random

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import Imagination, imagine, sight, view
from tests.conformance.driver import positions, twins, wild
from tests.conformance.games import Case
from tests.conformance.test_information import VIEWERS


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_is_imagined_looks_like_what_was_seen(case: Case, viewer: int | None) -> None:
    rng = random.Random(30)
    for match in positions(case):
        seen = view(match.state, viewer)
        imagined = imagine(match.game, seen, rng)
        assert view(imagined, viewer) == seen
        match.game.check(imagined)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_players_are_shown_is_enough_to_imagine_by_any_number_of_times(case: Case, viewer: int | None) -> None:
    for match in positions(case)[::3]:
        whole, part = view(match.state, viewer), sight(match.state, viewer)
        assert part == {key: whole[key] for key in part}
        one, other, often = random.Random(8), random.Random(8), Imagination(match.game, part)
        for _ in range(2):
            assert often.position(one) == imagine(match.game, whole, other)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_imagination_knows_only_the_view(case: Case, viewer: int | None) -> None:
    """From two positions that look alike, the same chance imagines the same."""
    for match, twin in list(zip(positions(case), twins(case, viewer), strict=True))[::3]:
        one = imagine(match.game, view(match.state, viewer), random.Random(7))
        other = imagine(match.game, view(twin, viewer), random.Random(7))
        assert one == other


def test_imagined_dice_are_other_dice(case: Case) -> None:
    rng, counters = random.Random(32), range(1, 30)
    match = positions(case)[0]
    real = [match.state.dice.roll(n, 2) for n in counters]
    seen = view(match.state, 0)
    imagined = [[imagine(match.game, seen, rng).dice.roll(n, 2) for n in counters] for _ in range(2)]
    assert real not in imagined
    assert imagined[0] != imagined[1]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_one_can_play_on_in_ones_imagination(case: Case, viewer: int | None) -> None:
    rng = random.Random(33)
    for match in positions(case)[::3]:
        imagined = Match(imagine(match.game, view(match.state, viewer), rng))
        for _ in range(25):
            if not imagined.over:
                imagined.decide(wild(imagined, rng))
                imagined.game.check(imagined.state)
        assert imagined.length or match.over


def test_imagination_varies_with_chance_where_something_is_hidden(case: Case) -> None:
    rng = random.Random(34)
    varied, found = 0, positions(case)
    for match in found[1 :: max(1, len(found) // 6)]:
        seen = view(match.state, 0)
        varied += len({hash(imagine(match.game, seen, rng)) for _ in range(10)}) > 1
    assert bool(varied) is not bool(case.options.get("open_strengths"))
