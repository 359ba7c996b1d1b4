"""Results tables: exact chances, and columns that end where the table ends."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from khalkhin.board.data import DataError
from khalkhin.engine import library
from khalkhin.engine.results_tables import Odds, ResultsTable, Rolled, Shift, number, totals
from khalkhin.games.bkg.game import Batalha
from tests.tiny.positions import the_game


def _tables() -> list[ResultsTable]:
    batalha = library.get("bkg")
    assert isinstance(batalha, Batalha)
    return [the_game().battle, batalha.charts.combat, batalha.charts.bombardment]


def _table() -> ResultsTable:
    rows = {"low": ["a", "b"], "high": ["b", "b"]}
    return ResultsTable.of("t", ["x", "y"], rows, {"low": range(2, 5), "high": range(5, 13)})


def test_totals_of_dice() -> None:
    assert totals(1) == {n: Fraction(1, 6) for n in range(1, 7)}
    assert totals(2)[7] == Fraction(1, 6)
    assert totals(2)[2] == totals(2)[12] == Fraction(1, 36)
    for count in (1, 2, 3):
        assert sum(totals(count).values()) == 1


@pytest.mark.parametrize("table", _tables(), ids=lambda table: table.name)
def test_the_chances_of_a_column_add_up(table: ResultsTable) -> None:
    for column in range(len(table.columns)):
        chances = table.distribution(column)
        assert sum(chances.values()) == 1
        for total, chance in totals(table.dice).items():
            assert chances[table.result(column, total)] >= chance


def test_a_distribution_by_hand() -> None:
    assert _table().dice == 2
    assert _table().distribution(0) == {"a": Fraction(6, 36), "b": Fraction(30, 36)}
    assert _table().distribution(1) == {"b": Fraction(1)}


def test_columns_end_where_the_table_ends() -> None:
    assert [_table().clamp(c) for c in (-5, -1, 0, 1, 2, 9)] == [0, 0, 0, 1, 1, 1]


@pytest.mark.parametrize("missing", [3, 12])
def test_a_table_with_a_gap_is_refused(missing: int) -> None:
    totals_of = {"all": [n for n in range(2, 13) if n != missing]}
    with pytest.raises(ValueError, match=rf"^The table t has no result for a roll of {missing} in every column\.$"):
        ResultsTable.of("t", ["x"], {"all": ["a"]}, totals_of)


def test_a_correction_that_leaves_a_gap_is_named_by_file_and_field(tmp_path: Path) -> None:
    text = (Path(library.get("bkg").folder / "charts.toml")).read_text()
    row = next(line for line in text.splitlines() if line.startswith('"2-12" = ["DVB ARB"'))
    (tmp_path / "charts.toml").write_text(text.replace(row + "\n", ""))
    with pytest.raises(DataError) as error:
        library.get("bkg", tmp_path)
    assert (error.value.file, error.value.field) == (str(tmp_path / "charts.toml"), "combat.rows.2-12")


def test_a_row_that_is_too_short_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^The table t has no result for a roll of 1"):
        ResultsTable.of("t", ["x", "y"], {"all": ["a"]}, {"all": range(1, 7)})


def test_odds_in_full_and_with_the_defence_hidden() -> None:
    shifts = Shift("1", "shift.a", 2), Shift("2", "shift.b", -1, {"terrain": "@terrain.hill"})
    full = Odds(_table(), Fraction(7, 2), Fraction(3), 0, shifts).to_data()
    assert (full["attack"], full["defence"], full["base"], full["net"], full["column"]) == ("3½", 3, "x", 1, "y")
    assert full["chances"] == {"b": "1"}
    assert full["shifts"][1] == {"rule": "2", "key": "shift.b", "value": -1, "terrain": "@terrain.hill"}
    hidden = Odds(_table(), Fraction(4), None, None, shifts, (("1-2", 1), ("3", 0)), ("9",)).to_data()
    assert hidden["defence"] is hidden["base"] is hidden["column"] is hidden["chances"] is None
    assert [(case["defence"], case["column"]) for case in hidden["cases"]] == [("1-2", "y"), ("3", "x")]
    assert hidden["cases"][1]["chances"] == {"a": "1/6", "b": "5/6"}
    assert hidden["unknown"] == ["9"]
    assert (full["hidden"], hidden["hidden"], hidden["column_chances"]) == ("", "", {})


def test_odds_with_a_shift_that_is_still_in_the_dice() -> None:
    rows = {"low": ["a", "b", "c"], "high": ["b", "b", "b"]}
    table = ResultsTable.of("t", ["x", "y", "z"], rows, {"low": range(1, 4), "high": range(4, 7)})
    air = Rolled("7", "shift.air", {0: Fraction(1, 9), 1: Fraction(4, 9), 2: Fraction(4, 9)}, {"count": 2})
    data = Odds(table, Fraction(4), Fraction(2), 0, (), rolled=air).to_data()
    assert data["column"] is None
    assert data["column_chances"] == {"x": "1/9", "y": "4/9", "z": "4/9"}
    assert data["chances"] == {"a": "1/18", "b": "13/18", "c": "2/9"}
    assert data["rolled"] == {"rule": "7", "key": "shift.air", "least": 0, "most": 2, "count": 2}
    # Where the table ends the dice change nothing any more.
    edge = Odds(table, Fraction(4), Fraction(2), 2, (), hidden="9", rolled=air).to_data()
    assert (edge["column"], edge["column_chances"], edge["hidden"]) == ("z", {"z": "1"}, "9")


def test_strengths_are_written_as_they_are_printed() -> None:
    assert [number(Fraction(n, 2)) for n in (1, 2, 7)] == ["½", 1, "3½"]
    assert number(Fraction(1, 3)) == "1/3"
