"""What wins and losses say: intervals and ratings against values worked out otherwise."""

from __future__ import annotations

import math

import pytest

from khalkhin.lab.rating import Rating, Tally, ratings, wilson


def test_a_draw_is_half_a_win() -> None:
    tally = Tally(3, 2, 1) + Tally(1, 0, 0)
    assert (tally.games, tally.points) == (7, 5.0)
    assert tally.share == pytest.approx(5 / 7)
    assert Tally().share is None


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [
        # Worked out with the roots of (p - x)^2 = z^2 x (1 - x) / n.
        (65, 100, 0.5525, 0.7364),
        (130, 200, 0.5816, 0.7127),
        (100, 100, 0.9630, 1.0),
        (0, 10, 0.0, 0.2775),
        (0, 0, 0.0, 1.0),
    ],
)
def test_intervals(points: float, games: int, low: float, high: float) -> None:
    assert wilson(points, games) == pytest.approx((low, high), abs=5e-5)


def test_two_players() -> None:
    """With two of them the distance is the logarithm of the odds, and its error is known."""
    rated = ratings(["weak", "strong"], {("strong", "weak"): Tally(120, 20, 60)}, "weak")
    assert rated["weak"] == Rating(0.0, 0.0)
    assert rated["strong"].elo == pytest.approx(400 * math.log10(130 / 70))
    error = 1.959964 / math.sqrt(200 * 0.65 * 0.35) * 400 / math.log(10)
    assert rated["strong"].error == pytest.approx(error, rel=1e-6)
    assert rated["strong"].bound == ""


THREE = {("b", "a"): Tally(70, 0, 30), ("c", "b"): Tally(60, 10, 30), ("c", "a"): Tally(75, 0, 25)}


def likelihood(elo: dict[str, float]) -> float:
    """The logarithm of how likely the results of the three are."""
    total = 0.0
    for (x, y), tally in THREE.items():
        chance = 1 / (1 + 10 ** ((elo[y] - elo[x]) / 400))
        total += tally.points * math.log(chance) + (tally.games - tally.points) * math.log(1 - chance)
    return total


def test_nothing_is_likelier() -> None:
    found = {name: rating.elo for name, rating in ratings("abc", THREE, "a").items()}
    best = likelihood(found)
    for name in "bc":
        for step in (-3, 3):
            assert likelihood({**found, name: found[name] + step}) < best


def test_whoever_is_zero_the_distances_are_the_same() -> None:
    first, second = (ratings("abc", THREE, zero) for zero in "ab")
    assert second["c"].elo - second["a"].elo == pytest.approx(first["c"].elo)
    assert second["b"].elo == 0


def test_who_wins_everything_is_marked() -> None:
    """Half a point for the loser says how far at least; what is known of the others does not move by it."""
    lost = {("b", "r"): Tally(100), ("a", "r"): Tally(100)}
    rated = ratings(["r", "a", "b"], {**lost, ("b", "a"): Tally(130, 0, 70)}, "a")
    assert rated["r"].bound == "<"
    assert -1100 < rated["r"].elo < -700
    assert rated["r"].error is None
    assert rated["b"] == ratings(["a", "b"], {("b", "a"): Tally(130, 0, 70)}, "a")["b"]
    above = ratings(["a", "b"], {("b", "a"): Tally(100)}, "a")["b"]
    assert above.bound == ">"
    assert above.elo == pytest.approx(400 * math.log10(100 / 0.5))


def test_who_has_not_been_measured_is_left_out() -> None:
    assert list(ratings(["a", "b"], {("b", "a"): Tally()}, "a")) == ["a"]
    both_beat_r = {("a", "r"): Tally(4), ("b", "r"): Tally(4), ("b", "a"): Tally()}
    assert list(ratings(["r", "a", "b"], both_beat_r, "a")) == ["r", "a"]
