"""The statistics of the lab against values from textbooks and papers, and against sums that are done another way."""

from __future__ import annotations

import math
import random
from itertools import product

import pytest
import scipy.stats

from khalkhin.lab.statistics import (
    chi_square,
    chi_square_tail,
    cliff_delta,
    cohen_d,
    fisher,
    holm,
    mcnemar,
    mean_interval,
    newcombe,
    paired,
    paired_share_difference,
    quantile,
    share_difference,
    student_limit,
    student_tail,
    welch,
)


def test_quantiles_lie_between_the_values() -> None:
    assert quantile([1, 2, 3, 4], 0.5) == 2.5
    assert quantile([1, 2, 3, 4, 5], 0.25) == 2
    assert [quantile([7], share) for share in (0, 0.5, 1)] == [7, 7, 7]
    assert quantile([0, 10], 0.9) == pytest.approx(9)


@pytest.mark.parametrize(
    ("statistic", "freedom", "tail"),
    # The critical values that stand in every textbook.
    [(3.841459, 1, 0.05), (6.634897, 1, 0.01), (5.991465, 2, 0.05), (18.307038, 10, 0.05), (124.342113, 100, 0.05)],
)
def test_the_tail_of_chi_square(statistic: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(tail, rel=1e-5)


def test_chi_square_of_two_degrees_is_exponential() -> None:
    for x in (0.01, 0.5, 3.0, 12.0, 80.0):
        assert chi_square_tail(x, 2) == pytest.approx(math.exp(-x / 2), rel=1e-12)
    assert chi_square_tail(0, 4) == 1


@pytest.mark.parametrize(("freedom", "limit"), [(1, 12.7062), (4, 2.776445), (10, 2.228139), (30, 2.042272)])
def test_students_limits(freedom: float, limit: float) -> None:
    assert student_limit(freedom) == pytest.approx(limit, rel=1e-5)
    assert student_tail(limit, freedom) == pytest.approx(0.05, rel=1e-4)
    assert student_tail(-limit, freedom) == student_tail(limit, freedom)


def test_a_great_many_degrees_are_normal() -> None:
    assert student_tail(1.959964, 1e7) == pytest.approx(0.05, rel=1e-5)
    assert student_tail(0, 3) == 1


def test_distributions_like_a_library() -> None:
    rng = random.Random(1)
    for _ in range(200):
        x, freedom = rng.uniform(0, 60), rng.randint(1, 60)
        assert chi_square_tail(x, freedom) == pytest.approx(scipy.stats.chi2.sf(x, freedom), rel=1e-9, abs=1e-14)
        t, degrees = rng.uniform(-8, 8), rng.uniform(1, 200)
        assert student_tail(t, degrees) == pytest.approx(2 * scipy.stats.t.sf(abs(t), degrees), rel=1e-8)


# -- results against a table -------------------------------------------------------------------------------------------


def test_pearsons_test() -> None:
    # Weldon's dice as a textbook has them: six hundred throws of a die.
    fit = chi_square([88, 109, 107, 94, 105, 97], [100] * 6)
    assert fit is not None
    assert fit.statistic == pytest.approx(3.44)
    assert fit.freedom == 5
    assert fit.p == pytest.approx(0.632, abs=0.001)


def test_rare_results_are_taken_together() -> None:
    # 2 and 2.5 are together still rare, so the next one joins them: two cells are left.
    fit = chi_square([4, 1, 5, 20], [2.0, 2.5, 5.5, 20.0])
    assert fit is not None
    assert fit.freedom == 1
    assert fit.statistic == pytest.approx(0)
    left_over = chi_square([30, 28, 2], [29, 29, 2])
    assert left_over is not None
    assert left_over.freedom == 1
    assert chi_square([3, 1], [2, 2]) is None
    assert chi_square([40], [40]) is None


def test_many_tests_are_corrected() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1, 1]
    assert holm([]) == []


# -- shares ------------------------------------------------------------------------------------------------------------


def test_newcombes_interval() -> None:
    # Newcombe 1998, "Interval estimation for the difference between independent proportions", table II, method 10.
    assert newcombe((48, 80), (56, 70)) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert newcombe((3, 10), (9, 10)) == pytest.approx((0.1705, 0.8090), abs=5e-5)
    assert newcombe((0, 10), (10, 10)) == pytest.approx((0.6075, 1.0), abs=5e-5)
    assert newcombe((0, 10), (0, 20)) == pytest.approx((-0.2775, 0.1611), abs=5e-5)


def test_newcombes_paired_interval() -> None:
    # Newcombe 1998, "Improved confidence intervals for the difference between binomial proportions based on paired
    # data", method 10: 20, 12, 2 and 16 of 50 pairs.
    pairs = [(True, True)] * 20 + [(False, True)] * 12 + [(True, False)] * 2 + [(False, False)] * 16
    found = paired_share_difference(pairs)
    assert found.value == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0562, 0.3292), abs=5e-5)
    assert found.p == mcnemar(2, 12)
    assert found.significant


def test_pairs_that_never_differ() -> None:
    found = paired_share_difference([(True, True)] * 5)
    assert (found.value, found.p, found.significant) == (0, 1, False)


def test_fishers_lady_tasting_tea() -> None:
    assert fisher(3, 1, 1, 3) == pytest.approx(34 / 70)
    assert fisher(4, 0, 0, 4) == pytest.approx(2 / 70)
    assert fisher(0, 5, 0, 7) == 1


def test_fishers_test_counts_tables() -> None:
    for a, b, c, d in product(range(5), repeat=4):
        if a + b and c + d:
            row, column, games = a + b, a + c, a + b + c + d
            ways = {
                x: math.comb(row, x) * math.comb(games - row, column - x)
                for x in range(max(0, row + column - games), min(row, column) + 1)
            }
            exact = sum(w for w in ways.values() if w <= ways[a]) / math.comb(games, column)
            assert fisher(a, b, c, d) == pytest.approx(exact)


def test_mcnemars_test() -> None:
    assert mcnemar(0, 5) == pytest.approx(2 / 32)
    assert mcnemar(1, 9) == pytest.approx(22 / 1024)
    assert mcnemar(6, 6) == mcnemar(0, 0) == 1


def test_shares_of_different_games() -> None:
    found = share_difference((200, 400), (240, 400))
    assert found.value == pytest.approx(0.1)
    assert found.low < 0.1 < found.high
    assert found.significant
    assert found.p == fisher(200, 200, 240, 160)
    assert not share_difference((200, 400), (205, 400)).significant


# -- measurements ------------------------------------------------------------------------------------------------------


def test_welchs_test() -> None:
    # The first example of Welch's test in the encyclopedia: t = 2.46 (absolute), 24.99 degrees, p = 0.021.
    first = [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4]
    second = [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4]
    found = welch(first, second)
    assert found is not None
    assert found.p == pytest.approx(0.021, abs=0.0005)
    assert found.low < found.value < found.high
    assert found.significant
    assert welch([1.0], [2.0, 3.0]) is None


def test_the_paired_test() -> None:
    # Student's own: the hours of sleep that ten patients gained by two drugs.
    first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    found = paired(first, second)
    assert found is not None
    assert found.value == pytest.approx(1.58)
    assert found.p == pytest.approx(0.002833, abs=1e-6)
    assert (found.low, found.high) == pytest.approx((0.7001142, 2.4598858), abs=1e-6)
    assert paired([1], [2]) is None


def test_measurements_that_do_not_vary() -> None:
    same, other = paired([1, 1], [1, 1]), welch([1, 1], [3, 3])
    assert same is not None
    assert other is not None
    assert (same.value, same.p) == (0, 1)
    assert (other.value, other.low, other.high, other.p) == (2, 2, 2, 0)
    assert cohen_d([1, 1], [3, 3]) is None


def test_the_interval_of_a_mean() -> None:
    low, high = mean_interval([4, 6, 8, 10])
    assert (low, high) == pytest.approx((7 - 3.182446 * 2.581989 / 2, 7 + 3.182446 * 2.581989 / 2), abs=1e-5)
    assert mean_interval([3]) == (-math.inf, math.inf)


def test_effect_sizes() -> None:
    assert cohen_d([1, 2, 3], [2, 3, 4]) == pytest.approx(1)
    assert cohen_d([1], [2, 3]) is None
    rng = random.Random(4)
    first, second = ([rng.randint(0, 9) for _ in range(n)] for n in (30, 50))
    above = sum((b > a) - (b < a) for a, b in product(first, second))
    assert cliff_delta(first, second) == pytest.approx(above / (30 * 50))
    assert cliff_delta([1, 2], [3, 4]) == 1
