"""The plots of reports: axes with round values, bins that lose nothing, a loaded die that is found out."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from khalkhin.engine import library
from khalkhin.lab.report.combat import columns
from khalkhin.lab.report.markup import Cell, ReportSheet, table
from khalkhin.lab.report.plots.bars import Bar, BarGroup, bars, of_runs
from khalkhin.lab.report.plots.figure import WIDTH, along, wide
from khalkhin.lab.report.plots.histogram import Bins
from khalkhin.lab.report.plots.scale import Scale, rounded, ticks
from khalkhin.lab.report.runs import Run
from khalkhin.lab.report.speech import Speech
from tests.lab.pages import parsed


def test_ticks_are_round() -> None:
    assert ticks(0, 1, 4) == pytest.approx([0, 0.5, 1])
    assert ticks(0, 100, 4) == [0, 50, 100]
    assert ticks(-12, 31, 5) == [-10, 0, 10, 20, 30]
    assert ticks(0, 2, 4, whole=True) == [0, 1, 2]
    assert ticks(0, 0.012, 3) == pytest.approx([0, 0.005, 0.01])


def test_axes_end_at_round_values() -> None:
    assert rounded(0, 87, 4) == (0, 100)
    assert rounded(-7, 3, 4) == (-10, 5)
    assert rounded(0, 0) == (0, 1)
    assert rounded(5, 5) == (4, 6)


def test_a_scale_can_go_down() -> None:
    y = Scale(0, 10, 200, 0)
    assert [y(0), y(5), y(10)] == [200, 100, 0]
    assert Scale(3, 3, 0, 10)(3) == 0


@pytest.mark.parametrize("spread", [0, 1, 5, 30, 1000])
def test_every_value_is_in_the_bin_it_is_drawn_in(spread: int) -> None:
    rng = random.Random(spread)
    values = [float(rng.randint(-spread, spread)) for _ in range(300)]
    bins = Bins.of(values)
    counts = bins.counts(values)
    assert sum(counts) == 300
    assert 7 <= len(counts) <= 60
    for n, count in enumerate(counts):
        low, high = bins.first + n * bins.step, bins.first + (n + 1) * bins.step
        assert count == sum(low <= value < high for value in values)
        assert bins.middle(n) == pytest.approx((low + high) / 2)


def test_nought_is_in_the_middle_of_its_bin() -> None:
    bins = Bins.of([-200.0, 0.0, 300.0])
    assert 0.0 in [bins.middle(n) for n in range(bins.count)]


def test_values_that_are_not_whole() -> None:
    values = [0.13, 0.5, 0.77, 2.4]
    assert sum(Bins.of(values).counts(values)) == 4


def test_letters_along_an_axis_do_not_run_into_each_other() -> None:
    drawn = parsed(along(Scale(0, 40, 20, WIDTH), [(n, f"turn {n}") for n in range(41)], 100))
    shown = drawn.find("text")
    assert 3 < len(shown) < 41
    ends = [
        (float(one.attributes["x"]) - wide(one.text) / 2, float(one.attributes["x"]) + wide(one.text) / 2)
        for one in shown
    ]
    assert all(end < begin for (_, end), (begin, _) in pairwise(ends))
    assert ends[0][0] >= 0
    assert ends[-1][1] <= WIDTH + 0.1


def test_bars_are_as_long_as_they_are_large() -> None:
    rows = [Bar(f"{n}", n / 10, 0, 1, "", "", "even") for n in (2, 4, 8)]
    drawn = parsed(bars(rows, "label", str, 1.0))
    lengths = [float(one.attributes["width"]) for one in drawn.find("rect", "bar")]
    assert lengths[1] == pytest.approx(2 * lengths[0], abs=0.2)
    assert lengths[2] == pytest.approx(4 * lengths[0], abs=0.3)
    assert lengths[2] < WIDTH


def test_a_name_that_is_too_long_is_cut() -> None:
    (name,) = parsed(bars([Bar("very " * 40, 1, 1, 1, "1 · 100 %", "", "even")], "", str)).find("text", "name")
    assert name.text.endswith("…")
    assert wide(name.text, 13, 600) < WIDTH


def test_bars_of_several_runs_stand_under_a_common_name() -> None:
    pair = [Bar(run, 0.5, 0.4, 0.6, "5", "", "run-0") for run in "AB"]
    drawn = parsed(of_runs([BarGroup("Soviet", pair), BarGroup("Draws", pair)], "", str))
    assert [one.text for one in drawn.find("text", "group")] == ["Soviet", "Draws"]
    assert [one.text for one in drawn.find("text", "name")] == ["A", "B", "A", "B"]


def test_tables_and_sheets() -> None:
    drawn = parsed(table(["", "n"], [["<b>x</b>", Cell("1", "marked")]]))
    assert drawn.one("td", "marked").text == "1"
    assert drawn.one("th", scope="row").one("b").text == "x"
    sheet = ReportSheet("s", ["a", "b"], [[1 / 3, None], ['with "quotes"', 2]])
    assert sheet.csv == 'a,b\n0.333333,\n"with ""quotes""",2\n'


# -- dice against tables -----------------------------------------------------------------------------------------------


def rolled(dice: list[int]) -> Run:
    """A run whose dice all fell in one column of the Batalha's bombardment table."""
    game = library.get("bkg")
    printed = game.results_tables()["bombardment"]
    rows: list[dict[str, Any]] = []
    for total in dice:
        result = printed.result(0, total)
        row = {"table": "bombardment", "column": printed.columns[0], "result": result, "kind": printed.kinds[result]}
        rows.append({**row, "attack": 3.0, "defence": None, "shifts": 1})
    return Run("A", Path("run"), {}, game, combats=list(rows))


def test_honest_dice_are_not_marked() -> None:
    rng = random.Random(3)
    (column,) = columns(rolled([rng.randint(1, 6) + rng.randint(1, 6) for _ in range(400)]))
    assert column.rolls == 400
    assert column.fit is not None
    assert not column.marked
    assert (column.mean("attack"), column.mean("defence"), column.mean("shifts")) == (3.0, None, 1.0)


def test_loaded_dice_are_found_out() -> None:
    (column,) = columns(rolled([12] * 400))
    assert column.marked
    assert column.p is not None
    assert column.p < 1e-6


def test_too_few_rolls_are_not_judged() -> None:
    (column,) = columns(rolled([12, 12]))
    assert column.fit is None
    assert column.p is None
    assert not column.marked


# -- numbers as a person reads them ------------------------------------------------------------------------------------


def test_numbers_in_both_languages() -> None:
    english, portuguese = (Speech(library.get("bkg"), language) for language in ("en", "pt"))
    assert english.percent(0.5234) == "52.3 %"
    assert portuguese.percent(0.5234) == "52,3 %"
    assert english.interval(0.1, 0.25) == "10.0–25.0 %"
    assert [english.signed(value) for value in (1.25, -2.0, 0.0, -0.01)] == ["+1.2", "−2", "0", "0"]
    assert [english.points(value) for value in (0.05, -0.05, 0.0)] == ["+5.0", "−5.0", "0.0"]
    assert [english.chance(p) for p in (0.0004, 0.0412, 1.0)] == ["< 0.001", "0.041", "1.000"]
    assert portuguese.chance(0.0004) == "< 0,001"
    assert english.side("japan") == "Japanese"
    assert english.how("sudden-death") == "sudden death"
