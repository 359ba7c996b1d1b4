"""Marks are read from the source of tests."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from khalkhin.terminal.lookup.marks import Mark, Marks, marks, marks_of


def read(tmp_path: Path, **files: str) -> Marks:
    tests = tmp_path / "tests"
    tests.mkdir()
    for name, text in files.items():
        (tests / f"{name}.py").write_text(dedent(text))
    return marks(tests)


def marked(found: Marks) -> dict[str, tuple[str, ...]]:
    """The rules of bkg by the place that carries the mark."""
    assert not found.unreadable
    return {mark.place: mark.rules for mark in found.found if mark.game == "bkg"}


@pytest.mark.parametrize(
    ("source", "place", "rules"),
    [
        ('@pytest.mark.rule("bkg", "1", "2")\ndef test_a(): ...', "test_x.py::test_a", ("1", "2")),
        ('@mark.rule("bkg", "1")\ndef test_a(): ...', "test_x.py::test_a", ("1",)),
        ('@pytest.mark.rule("bkg", "1")\nclass TestIt:\n    def test_a(self): ...', "test_x.py::TestIt", ("1",)),
        ('class TestX:\n    @pytest.mark.rule("bkg", "1")\n    def test_a(s): ...', "test_x.py::TestX::test_a", ("1",)),
        (
            '@pytest.mark.parametrize("a", [pytest.param(1, marks=pytest.mark.rule("bkg", "3"))])\ndef test_a(a): ...',
            "test_x.py::test_a",
            ("3",),
        ),
        ('pytestmark = pytest.mark.rule("bkg", "1")', "test_x.py:1", ("1",)),
        ('pytestmark = [pytest.mark.slow, pytest.mark.rule("bkg", "1")]', "test_x.py:1", ("1",)),
        ('CASES = [pytest.param(1, marks=[pytest.mark.rule("bkg", "1")])]', "test_x.py:1", ("1",)),
        ('rule = pytest.mark.rule\n\n@rule("bkg", "1")\ndef test_a(): ...', "test_x.py::test_a", ("1",)),
        ('rule = partial(pytest.mark.rule, "bkg")\n\n@rule("1")\ndef test_a(): ...', "test_x.py::test_a", ("1",)),
        (
            'def rule(*n):\n    return pytest.mark.rule("bkg", *n)\n\n@rule("1", "2")\ndef test_a(): ...',
            "test_x.py::test_a",
            ("1", "2"),
        ),
    ],
)
def test_ways_to_mark(tmp_path: Path, source: str, place: str, rules: tuple[str, ...]) -> None:
    assert marked(read(tmp_path, test_x=source)) == {f"tests/{place}": rules}


def test_a_name_for_the_mark_can_be_imported(tmp_path: Path) -> None:
    helper = 'def rule(*n):\n    return pytest.mark.rule("bkg", *n)\n'
    test = 'from tests.helper import rule\n\n@rule("7")\ndef test_a(): ...\n'
    assert marked(read(tmp_path, helper=helper, test_x=test)) == {"tests/test_x.py::test_a": ("7",)}


def test_other_functions_of_that_name_are_no_marks(tmp_path: Path) -> None:
    helper = 'def rule(*n):\n    return pytest.mark.rule("bkg", *n)\n'
    test = 'def rule(x): ...\n\ndef test_a():\n    rule("7")\n'
    assert marked(read(tmp_path, helper=helper, test_x=test)) == {}


def test_other_games_are_kept_apart(tmp_path: Path) -> None:
    found = read(tmp_path, test_x='@pytest.mark.rule("kgw", "1")\ndef test_a(): ...')
    assert [mark.game for mark in found.found] == ["kgw"]


def test_what_is_no_test_proves_nothing(tmp_path: Path) -> None:
    assert marked(read(tmp_path, test_x='@pytest.mark.rule("bkg", "1")\ndef helper(): ...')) == {}


@pytest.mark.parametrize(
    "source",
    [
        '@pytest.mark.rule("bkg", *NUMBERS)\ndef test_a(): ...',
        '@pytest.mark.rule("bkg", NUMBER)\ndef test_a(): ...',
        '@pytest.mark.rule(GAME, "1")\ndef test_a(): ...',
        '@pytest.mark.rule("bkg")\ndef test_a(): ...',
        "@pytest.mark.rule()\ndef test_a(): ...",
        'def cases():\n    return [pytest.param(n, marks=pytest.mark.rule("bkg", n)) for n in "12"]',
    ],
)
def test_marks_that_have_to_be_worked_out_are_reported(tmp_path: Path, source: str) -> None:
    found = read(tmp_path, test_x=source)
    assert found.found == []
    (place,) = found.unreadable
    assert place.startswith("tests/test_x.py:")


def test_marks_in_texts_and_in_other_calls_do_not_count(tmp_path: Path) -> None:
    assert marked(read(tmp_path, test_x='TEXT = \'pytest.mark.rule("bkg", "1")\'\nx.rule("bkg", "1")\n')) == {}


def test_for_one_rule_only_files_of_its_game_with_its_number_are_read(tmp_path: Path) -> None:
    helper = 'def rule(*n):\n    return pytest.mark.rule("bkg", *n)\n'
    test = 'from tests.helper_of_bkg import rule as of\n\n@of("7")\ndef test_a(): ...\n\n@of("8")\ndef test_c(): ...\n'
    other = "@pytest.mark.rule('bkg', '7', '9')\ndef test_b(): ...\n"
    read(tmp_path, helper_of_bkg=helper, test_x=test, test_y=other)
    (tmp_path / "tests" / "test_v.py").write_text('"bkg", "7.1" is (no Python')
    (tmp_path / "tests" / "test_z.py").write_text('"kgw", "7" is (no Python')
    assert marks_of("bkg", ["7"], tmp_path / "tests") == [
        Mark("bkg", ("7",), "tests/test_x.py::test_a"),
        Mark("bkg", ("7", "9"), "tests/test_y.py::test_b"),
    ]
