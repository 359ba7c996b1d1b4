"""Data files: what is right is read, what is wrong is told by file, line and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from khalkhin.board.data import DataError, rows, table


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_rows_know_their_line_also_after_a_value_of_two_lines(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", 'id,note\nA,"one\ntwo"\n\nB, x \n')
    found = list(rows(path, required=["id"]))
    assert [(row.line, row.text("id"), row.text("note")) for row in found] == [
        (2, "A", "one\ntwo"),
        (5, "B", "x"),
    ]


def test_a_byte_order_mark_as_spreadsheets_write_it_is_no_part_of_the_first_column(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"\xef\xbb\xbfid\r\nA\r\n")
    assert [row.text("id") for row in rows(path)] == ["A"]


def test_values_are_read_as_numbers_and_choices(tmp_path: Path) -> None:
    (row,) = rows(write(tmp_path, "a.csv", "n,empty,kind\n-3,,b\n"))
    assert row.integer("n") == -3
    assert row.integer("empty", 7) == 7
    assert row.choice("kind", ["a", "b"]) == "b"


@pytest.mark.parametrize(
    ("text", "line", "field", "message"),
    [
        ("", 1, "id", "this column is missing"),
        ("name\nx\n", 1, "id", "this column is missing"),
        ("id,n,n\nA,1,2\n", 1, "n", "two columns have this name"),
        ("id,n\nA,1\nB\n", 3, None, "the row has 1 values for 2 columns"),
        ('id,n\nA,"1\n', 2, None, "this is not well-formed CSV (unexpected end of data)"),
        ("id,n\nA,1\nB,two\n", 3, "n", "'two' is not a whole number"),
        ("id,n\nA,\n", 2, "n", "'' is not a whole number"),
        ("id\nA\n", 2, "n", "the file has no such column"),
    ],
)
def test_a_faulty_csv_file_is_told_where(tmp_path: Path, text: str, line: int, field: str | None, message: str) -> None:
    path = write(tmp_path, "a.csv", text)
    with pytest.raises(DataError) as error:
        assert [row.integer("n") for row in rows(path, required=["id"])]
    assert (error.value.file, error.value.line, error.value.field) == (str(path), line, field)
    assert error.value.message == message


def test_an_error_is_one_sentence_with_file_line_and_field(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "kind\nc\n")
    (row,) = rows(path)
    with pytest.raises(DataError) as error:
        row.choice("kind", ["a", "b"])
    assert str(error.value) == f"{path}, line 2, field 'kind': 'c' is none of 'a', 'b'."
    with pytest.raises(DataError) as error:
        list(rows(tmp_path / "none.csv"))
    assert str(error.value) == f"{tmp_path / 'none.csv'}: the file cannot be read (No such file or directory)."


def test_text_that_is_not_utf8_is_told_by_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"id\nA\nB\xff\n")
    with pytest.raises(DataError, match="line 3: the text is not UTF-8"):
        list(rows(path))


TOML = """\
title = "a map"
[grid]
rows = 3
layout = "flat" # as printed
odd = true
[grid.deep]
words = ["a", "b"]
mixed = ["a", 1]
[[turn]]
name = "one"
"""


def test_tables_are_read_with_their_types(tmp_path: Path) -> None:
    found = table(write(tmp_path, "a.toml", TOML))
    assert found.text("title") == "a map"
    assert found.table("grid").integer("rows") == 3
    assert found.table("grid").choice("layout", ["flat", "pointy"]) == "flat"
    assert found.table("grid").table("deep").texts("words") == ["a", "b"]
    assert [turn.text("name") for turn in found["turn"]] == ["one"]
    assert found["grid"]["rows"] == 3


@pytest.mark.parametrize(
    ("path", "question", "field", "line", "message"),
    [
        ([], "integer", "title", 1, "'a map' is not a whole number"),
        ([], "text", "author", None, "this entry is missing"),
        (["grid"], "text", "rows", 3, "3 is not a text"),
        (["grid"], "integer", "odd", 5, "True is not a whole number"),
        (["grid"], "table", "layout", 4, "'flat' is not a table"),
        (["grid"], "integer", "columns", 2, "this entry is missing"),
        (["grid", "deep"], "texts", "mixed", 8, "not every item of this list is a text"),
    ],
)
def test_a_faulty_entry_of_a_table_is_told_where(
    tmp_path: Path, path: list[str], question: str, field: str, line: int | None, message: str
) -> None:
    found = table(write(tmp_path, "a.toml", TOML))
    for key in path:
        found = found.table(key)
    with pytest.raises(DataError) as error:
        getattr(found, question)(field)
    assert (error.value.line, error.value.field) == (line, ".".join([*path, field]))
    assert error.value.message == message


def test_a_wrong_word_in_a_table_is_told_with_the_right_ones(tmp_path: Path) -> None:
    found = table(write(tmp_path, "a.toml", TOML))
    with pytest.raises(DataError, match=r"line 4, field 'grid.layout': 'flat' is none of 'pointy'"):
        found.table("grid").choice("layout", ["pointy"])


def test_malformed_toml_is_told_by_line(tmp_path: Path) -> None:
    path = write(tmp_path, "a.toml", "a = 1\nb = = 2\n")
    with pytest.raises(DataError) as error:
        table(path)
    assert error.value.line == 2
    assert "not well-formed TOML" in error.value.message
