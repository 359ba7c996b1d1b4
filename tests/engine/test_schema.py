"""Kinds of values, each with what it takes and what it refuses, and how that is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from khalkhin.board.data import DataError, TomlTable
from khalkhin.engine.folder import Folder
from khalkhin.engine.schema import (
    AnyOf,
    Columns,
    Decimal,
    Entries,
    Flag,
    Keyed,
    Listed,
    Maybe,
    Named,
    Number,
    OneOf,
    Shape,
    Some,
    Split,
    TextValue,
    ValueKind,
    Wrong,
)
from khalkhin.engine.shapes import counters_once, ladder, rising
from tests.tiny.game import HERE

TINY = Folder(HERE / "data")
TAGS = "'printed', 'derived', 'reconstructed'"
RISING = Entries({"a": Number(0, 9), "b": Number(0, 9)}, rising("a", "b"))


def said(kind: ValueKind, value: Any) -> str:
    """What is wrong with a value; empty if nothing is."""
    if isinstance(value, dict):
        value = TomlTable(value, Path("a.toml"))
    try:
        kind.check(value, TINY)
    except Wrong as wrong:
        return f"{wrong.path} {wrong.message}" if wrong.path else wrong.message
    return ""


@pytest.mark.parametrize(
    ("kind", "right", "wrong", "message"),
    [
        (Number(1, 6), 6, 7, "7 is not between 1 and 6"),
        (Number(1, 6), 1, 0, "0 is not between 1 and 6"),
        (Number(1, 6), 2, True, "True is not a whole number"),
        (Number(1, 6), 2, 2.0, "2.0 is not a whole number"),
        (Number(1, 6), 2, "x", "'x' is not a whole number"),
        (Flag(), False, 0, "0 is neither true nor false"),
        (TextValue(), "a", "", "the text is empty"),
        (TextValue(), "a", 1, "1 is not a text"),
        (TextValue("[ab]1", "a or b with a 1"), "b1", "b2", "'b2' is not a or b with a 1"),
        (OneOf("a", "b"), "b", "c", "'c' is none of 'a', 'b'"),
        (OneOf("a", "b"), "b", ["a"], "['a'] is not a text"),
        (Some(OneOf("a", "b")), "", "c", "'c' is none of 'a', 'b'"),
        (AnyOf(OneOf("a"), Named("map.toml", "links")), "a", "c", "'c' is none of 'a' and not in links of map.toml"),
        (Split(OneOf("a", "b"), " "), "a b", "a c", "'c' is none of 'a', 'b'"),
        (Named("counters.csv", "id"), "RD-COL", "RD-NO", "'RD-NO' is not in column id of counters.csv"),
        (Named("map.toml", "terrain"), "hill", "moor", "'moor' is not in terrain of map.toml"),
        (Named("charts.toml", "battle", "rows"), "1", "9", "'9' is not in battle.rows of charts.toml"),
        (Listed(Number(1, 6)), [1, 2], [1, 7], "(1,) 7 is not between 1 and 6"),
        (Listed(Number(1, 6), size=2), [1, 2], [1], "the list has 1 items instead of 2"),
        (Listed(Number(1, 6), least=1), [1], [], "the list has fewer items than 1"),
        (Listed(Number(1, 6), once=True), [1, 2], [1, 1], "(1,) 1 stands in the list twice"),
        (Listed(Number(1, 6)), [], 3, "3 is not a list"),
        (Entries(a=Flag()), {"a": True}, {}, "('a',) this entry is missing"),
        (Entries(a=Flag()), {"a": True}, {"a": True, "b": 1}, "('b',) there is no such entry, only a"),
        (Entries(a=Maybe(Flag())), {}, {"a": ""}, "('a',) '' is neither true nor false"),
        (
            Entries(a=Flag()),
            {"a": True, "provenance": "printed"},
            {"provenance": "p"},
            f"('provenance',) 'p' is none of {TAGS}",
        ),
        (Keyed(OneOf("a", "b"), Flag()), {"b": True}, {"c": True}, "('c',) 'c' is none of 'a', 'b'"),
        (Keyed(OneOf("a"), Flag(), all=True), {"a": True}, {}, "('a',) this entry is missing"),
        (RISING, {"a": 1, "b": 2}, {"a": 2, "b": 2}, "('b',) 2 is not more than 2, which a is"),
    ],
)
def test_a_kind_takes_what_is_right_and_says_what_is_wrong(
    kind: ValueKind, right: Any, wrong: Any, message: str
) -> None:
    assert said(kind, right) == ""
    assert said(kind, wrong) == message


def test_percentages_have_to_rise_with_the_columns() -> None:
    rows = {str(n): ["a", "b"] for n in range(1, 7)}
    kind = Entries(ladder(OneOf("a", "b")).kinds, *ladder(OneOf("a", "b")).also)
    kind.kinds["rule"] = TextValue()
    chart: dict[str, Any] = {"rule": "1", "provenance": "printed", "columns": ["x", "y"], "rows": rows}
    assert said(kind, {**chart, "at_least": [0, 50]}) == ""
    assert said(kind, {**chart, "at_least": [0, 50, 100]}) == "('at_least',) there are 3 percentages for 2 columns"
    assert said(kind, {**chart, "at_least": [0, 0]}) == "('at_least',) the percentages do not rise from 0 on"
    short = {**chart, "at_least": [0, 50], "rows": {**rows, "6": ["a"]}}
    assert said(kind, short) == "('rows', '6') the row has 1 cells for 2 columns"


def test_no_counter_is_set_up_twice_or_by_the_other_side() -> None:
    kind = Entries({"setup": Listed(Entries(side=TextValue(), counters=Listed(TextValue())))}, counters_once("setup"))
    line = {"side": "red", "counters": ["RD-COL"]}
    assert said(kind, {"setup": [line]}) == ""
    assert said(kind, {"setup": [line, line]}) == "('setup', 1, 'counters', 0) 'RD-COL' is set up twice"
    other = {"side": "blue", "counters": ["RD-COL"]}
    assert said(kind, {"setup": [other]}) == "('setup', 0, 'counters', 0) 'RD-COL' is a counter of the other side"


@pytest.mark.parametrize(
    ("text", "line", "field", "message"),
    [
        ("id,n,prov_n\nA,1.5,derived\nB,,printed\nC,,\n", None, None, ""),
        ("id,n,prov_n\nA,1.5,\n", 2, "prov_n", "the value '1.5' of n has no tag"),
        ("id,n,m\nA,1,1\n", 1, "m", "there is no such column, only id, n"),
        ("id\nA\n", 1, "n", "this column is missing"),
        ("id,n\nA,1\n,2\n", 3, "id", "the text is empty"),
        ("id,n\nA,1\nB,ten\n", 3, "n", "'ten' is not a number"),
        ("id,n\nA,9.5\n", 2, "n", "9.5 is not between 0 and 9"),
        ("id,n\nA,0.3\n", 2, "n", "0.3 cannot be counted in parts of 1/2"),
        ("id,n,prov_n\nA,1,sure\n", 2, "prov_n", "'sure' is none of 'printed', 'derived', 'reconstructed'"),
    ],
)
def test_columns(tmp_path: Path, text: str, line: int | None, field: str | None, message: str) -> None:
    (tmp_path / "a.csv").write_text(text)
    shape = Shape({"*.csv": Columns({"id": TextValue(), "n": Maybe(Decimal(0, 9, parts=2))})})
    if not message:
        shape.check(Folder(tmp_path))
        return
    with pytest.raises(DataError) as error:
        shape.check(Folder(tmp_path))
    assert (error.value.line, error.value.field, error.value.message) == (line, field, message)
