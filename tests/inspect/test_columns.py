"""Plain text in columns."""

from __future__ import annotations

from khalkhin.terminal.columns import WIDTH, aligned, paragraph, width


def test_columns_are_as_wide_as_their_widest_entry() -> None:
    assert list(aligned([["a", "bbb", "c"], ["aa", "b", ""]], indent=" ")) == [" a   bbb  c", " aa  b"]


def test_letters_that_take_two_places() -> None:
    assert width("日本") == 4
    assert list(aligned([["日本", "x"], ["abcd", "x"]])) == ["日本  x", "abcd  x"]


def test_nothing_to_align() -> None:
    assert list(aligned([])) == []


def test_a_paragraph_is_folded() -> None:
    lines = list(paragraph("word " * 60, "  "))
    assert len(lines) == 3
    assert all(line.startswith("  word") and len(line) <= WIDTH for line in lines)
