"""Rules are found where code and data name them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import khalkhin
from khalkhin.engine import library
from khalkhin.engine.rulebook import parts_of, rules_of, rulings_of
from khalkhin.terminal.lookup.citations import citations, citations_of, cited_in, expand, rulings_cited

GAME = library.get("bkg")
BOOK = rules_of(GAME)
RULES = ("4.0", "4.0.a", "4.0.b", "4.0.c", "10.1.3", "10.1.4", "T1.2-12", "T2.road")


@pytest.mark.parametrize(
    ("token", "rules"),
    [
        ("4.0", ["4.0"]),
        ("4.0.a-c", ["4.0.a", "4.0.b", "4.0.c"]),
        ("10.1.3-4", ["10.1.3", "10.1.4"]),
        ("T1.2-12", ["T1.2-12"]),
        ("T2.road", ["T2.road"]),
        ("K-33", []),
        ("Q-7", []),
        ("R42", []),
        ("JCM.5", ["JCM.5"]),
        ("4.0.z", ["4.0.z"]),
        ("4.0.2-a", ["4.0.2-a"]),
    ],
)
def test_lists_and_ranges(token: str, rules: list[str]) -> None:
    assert expand(token, RULES) == rules


@pytest.mark.parametrize(
    ("source", "cited"),
    [
        ('"""4.0  What it is about."""', {("4.0", "m.py")}),
        ('def f():\n    """4.0.a-b, Q-12  It."""', {("4.0.a", "m.py: f"), ("4.0.b", "m.py: f")}),
        ('def f():\n    """T2.road, 10.1.3  It."""', {("T2.road", "m.py: f"), ("10.1.3", "m.py: f")}),
        ('def f():\n    """R42, JCM.5.1, 4.0  It."""', {("JCM.5.1", "m.py: f"), ("4.0", "m.py: f")}),
        ('def f():\n    """It (JCM.5, R42)."""', {("JCM.5", "m.py: f")}),
        ('class C:\n    x: int\n    """4.0  A field."""', {("4.0", "m.py: C")}),
        (
            'class C:\n    def f(s):\n        """A (4.0, 4.0.c) (4.0, K-1)"""',
            {("4.0", "m.py: C.f"), ("4.0.c", "m.py: C.f")},
        ),
        ('def f():\n    """4.0 is not a head with one blank only."""', set()),
        ('def f():\n    return no("4.0", "why.x")', {("4.0", "m.py: f")}),
        ('def f():\n    return no("4.0" if x else "4.0.a", "why.x")', {("4.0", "m.py: f"), ("4.0.a", "m.py: f")}),
        ('def f():\n    return prompt(side, "4.0", "ask.x")', {("4.0", "m.py: f")}),
        ('x = Shift("4.0", "shift.x", 1)', {("4.0", "m.py")}),
        ('RULE = {"attack": "4.0.b"}', {("4.0.b", "m.py")}),
        # Numbers that are no rules are found where a rule has to stand, and nowhere else.
        ('no("4.9", "why.x")', {("4.9", "m.py")}),
        ('no("", "why.x")', set()),
        ('Shift(f"T2.{water}", "shift.x", 1)', set()),
        ('"""9.9  No such chapter."""', {("9.9", "m.py")}),
        ('x = "9.9"', set()),
        ("# 4.0  a comment", set()),
    ],
)
def test_code(tmp_path: Path, source: str, cited: set[tuple[str, str]]) -> None:
    path = tmp_path / "m.py"
    path.write_text(source)
    assert {(c.rule, c.place) for c in cited_in(path, RULES)} == cited


def test_the_game() -> None:
    found = {(c.rule, c.place) for c in citations(GAME, BOOK)}
    assert ("5.1.2", "odds.py: terrain_shift") in found
    assert ("5.1.1.c", "odds.py: ratio_column") in found
    assert ("4.1.1", "charts.toml: stacking") in found
    assert ("T1.7", "charts.toml: combat") in found
    assert ("10.1.1.0402", "scenarios/august-1939.toml: setup.hexes") in found


def test_lines_are_told_of_a_single_rule() -> None:
    found = {(c.file, c.within): c.line for c in citations_of(["5.1.2"], GAME, BOOK)}
    odds = (Path(khalkhin.__file__).parent / "games/bkg/odds.py").read_text("utf-8").splitlines()
    line = found["odds.py", "terrain_shift"]
    assert "5.1.2" in odds[(line or 0) - 1]
    charts = (GAME.folder / "charts.toml").read_text("utf-8").splitlines()
    line = found["charts.toml", "rulings.river_of_mixed_attackers"]
    assert charts[(line or 0) - 1].startswith("[rulings.river_of_mixed_attackers]")


def test_rulings_are_found_in_code_words_and_tests(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    (tests / "bkg").mkdir(parents=True)
    (tests / "bkg" / "test_x.py").write_text('# K-04\ndef test():\n    """K-999, XK-05, K-05-7, K-06.5"""\n')
    found = list(rulings_cited(GAME, rulings_of(GAME), tests))
    assert [(c.rule, c.file, c.line) for c in found if c.file.startswith("tests")] == [
        ("K-04", "tests/bkg/test_x.py", 1),
        ("K-999", "tests/bkg/test_x.py", 3),
    ]
    assert {"odds.py", "data/charts.toml", "words/en.toml"} <= {c.file for c in found}
    assert not [c for c in found if c.file.startswith("data/rulings")]


def test_the_game_cites_only_rules_there_are() -> None:
    assert {c.rule for c in citations(GAME, BOOK)} <= BOOK.keys()


def test_every_rule_to_enforce_is_named() -> None:
    named = {c.rule for c in citations(GAME, BOOK)}
    assert not {rule.number for rule in BOOK.values() if rule.kind == "enforce"} - named


def test_for_one_rule_nothing_that_names_it_is_missed() -> None:
    """Also where a range such as 5.1.4.a-c names it."""
    for game in map(library.get, ("bkg", "kgw", "pbn", "sn")):
        book = rules_of(game)
        whole = citations(game, book)
        for number in [*list(book)[::25], *(["4.1.2.f"] if game is GAME else [])]:
            found = [(c.place, c.rule) for c in citations_of([number], game, book)]
            assert found == [(c.place, c.rule) for c in whole if c.rule == number]


TELLING = ("tell", "tell_of", "Shift", "Rolled", "ScoreLine", "Objective")
STATED_BY_A_HEADING = {"25.0"}
"""What combat costs is said by the opening of its chapter in Khalkin-Gol War."""


@pytest.mark.parametrize("code", ["bkg", "kgw"])
def test_what_is_told_cites_the_rule_that_says_it(code: str) -> None:
    """Lines of the log, shifts and points cite no heading: it says nothing of its own."""
    book = rules_of(library.get(code))
    headings = {n for n, rule in book.items() if rule.kind == "definition" and parts_of(n, book)} - STATED_BY_A_HEADING
    found = {
        f"{path.name}:{call.lineno} {text.value}"
        for path in (Path(khalkhin.__file__).parent / "games" / code).glob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and _name(call.func) in TELLING
        for text in ast.walk(call)
        if isinstance(text, ast.Constant) and text.value in headings
    }
    assert found == set()


def _name(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""
