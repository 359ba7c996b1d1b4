"""The countersheet: how counters are found, and what is wrong with a bad file."""

from __future__ import annotations

from pathlib import Path

import pytest

from khalkhin.board.data import DataError, Row
from khalkhin.engine.counters import CounterSheet
from khalkhin.engine.errors import KhalkhinError
from tests.tiny.positions import the_game

SHEET = the_game().sheet


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("RD-COL", "RD-COL"),
        ("rd-col", "RD-COL"),
        ("Red Column", "RD-COL"),
        ("  red   column ", "RD-COL"),
        ("RD DET 1", "RD-DET-1"),
        ("rd/det/1", "RD-DET-1"),
        ("1 Blue Detachment", "BL-DET-1"),
    ],
)
def test_a_counter_is_found_by_its_id_and_its_name(text: str, unit: str) -> None:
    assert SHEET.ids[SHEET.find(text)] == unit


def test_the_id_without_the_nation_will_do_where_it_is_enough(tmp_path: Path) -> None:
    sheet = _sheet(tmp_path, "AA-X-1,A,red,AA,1", "BB-Y,B,blue,BB,1")
    assert sheet.ids[sheet.find("x/1")] == "AA-X-1"
    assert sheet.ids[sheet.find("Y")] == "BB-Y"


@pytest.mark.parametrize(
    ("text", "ids"), [("Red Dummy", "RD-DUM-1, RD-DUM-2"), ("COL", "RD-COL, BL-COL"), ("det-1", "RD-DET-1, BL-DET-1")]
)
def test_a_name_that_several_answer_to_is_refused_with_all_of_them(text: str, ids: str) -> None:
    with pytest.raises(KhalkhinError) as error:
        SHEET.find(text)
    assert (error.value.reason.key, error.value.reason.params) == ("engine.ambiguous-unit", {"text": text, "ids": ids})
    assert str(error.value) == f'"{text}" may be any of {ids}; name one.'


def test_a_name_that_nobody_answers_to_is_refused() -> None:
    with pytest.raises(KhalkhinError, match=r'^There is no unit "RD-COLL"\.$'):
        SHEET.find("RD-COLL")


def _points(row: Row, name: str) -> int:
    return row.integer(name)


def _sheet(folder: Path, *lines: str, header: str = "id,name,side,nation,points") -> CounterSheet:
    path = folder / "counters.csv"
    path.write_text("\n".join([header, *lines]) + "\n")
    return CounterSheet(path, ("red", "blue"), {"points": _points})


def test_columns_and_sets(tmp_path: Path) -> None:
    sheet = _sheet(tmp_path, "AA-X,A,red,AA,1", "BB-Y,B,blue,BB,2", "BB-Z,C,blue,BB,1")
    assert sheet.columns["points"] == (1, 2, 1)
    assert sheet.of_side == (0b001, 0b110)
    assert sheet.of_nation == {"AA": 0b001, "BB": 0b110}
    assert sheet.such(sheet.columns["points"], 1) == 0b101


@pytest.mark.parametrize(
    ("lines", "line", "field", "message"),
    [
        (["AA-X,A,red,AA,1", "X,B,red,AA,1"], 3, "id", "'X' is not of the form NN-NAME or NN-NAME-PART"),
        (["A-X,A,red,AA,1"], 2, "id", "'A-X' is not of the form NN-NAME or NN-NAME-PART"),
        (["AA-X Y,A,red,AA,1"], 2, "id", "'AA-X Y' is not of the form NN-NAME or NN-NAME-PART"),
        (["AA-X,A,red,AA,1", "AA-X,B,blue,BB,1"], 3, "id", "'AA-X' stands in the file twice"),
        (["AA-X,A,green,AA,1"], 2, "side", "'green' is none of 'red', 'blue'"),
        (["AA-X,A,red,AA,many"], 2, "points", "'many' is not a whole number"),
        (["AA-X,A,red,AA"], 2, None, "the row has 4 values for 5 columns"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, lines: list[str], line: int, field: str | None, message: str) -> None:
    with pytest.raises(DataError) as error:
        _sheet(tmp_path, *lines)
    found = error.value
    assert (found.file, found.line, found.field, found.message) == (
        str(tmp_path / "counters.csv"), line, field, message,
    )  # fmt: skip
    assert str(found).startswith(f"{tmp_path / 'counters.csv'}, line {line}")


def test_a_missing_column_and_a_missing_file_are_named(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        _sheet(tmp_path, header="id,name,side,nation")
    assert (error.value.line, error.value.field) == (1, "points")
    with pytest.raises(DataError, match="cannot be read"):
        CounterSheet(tmp_path / "none.csv", ("red",), {})
