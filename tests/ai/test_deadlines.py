"""Who is told off for places that have to be manned in time, and what being late costs."""

from __future__ import annotations

import pytest

from khalkhin.ai.deadlines import NOBODY, Posts, told_off


def test_the_nearest_is_told_off() -> None:
    assert told_off([(1.0, 10, 1), (0.5, 10, 2), (2.0, 11, 1)]) == {2: 10, 1: 11}


def test_a_place_that_only_one_can_reach_is_not_left_empty() -> None:
    """Unit 1 is nearer to 10, but nobody else comes to 11; three places wait for two units."""
    assert told_off([(0.0, 10, 1), (3.0, 11, 1), (2.0, 10, 2)]) == {1: 11, 2: 10}
    assert told_off([(1.0, 10, 1), (1.0, 11, 1), (1.0, 11, 2), (1.0, 12, 2)]) in ({1: 10, 2: 11}, {1: 10, 2: 12})
    assert told_off([]) == {}


@pytest.mark.parametrize(
    ("moves", "cost"), [(0.0, 0.0), (0.4, 0.0), (1.2, 1.0), (2.2, 3.0), (3.0, 3.0), (3.1, 10.0), (8.0, 10.0)]
)
def test_a_place_costs_nothing_while_there_is_time(moves: float, cost: float) -> None:
    """Three moves are left: with two to spare nothing is lost, with one a tenth, with none three tenths, then all."""
    assert Posts({1: 10}, 10.0, 3, (0.3, 0.1)).cost(1, moves) == pytest.approx(cost)


def test_places_are_known_as_a_set() -> None:
    assert Posts({1: 3, 2: 5}, 1.0, 0).hexes == 0b101000
    assert NOBODY.hexes == 0
