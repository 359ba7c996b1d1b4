"""`khalkhin rules`."""

from __future__ import annotations

import io
import re
from argparse import Namespace
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

import pytest

import khalkhin
from khalkhin.board.data import DataError
from khalkhin.cli import rules
from khalkhin.cli.rules import cover
from khalkhin.engine import library
from khalkhin.engine.rulebook import Rule, Ruling, parent_of, parts_of, rules_of, rulings_of, shown
from khalkhin.engine.words import plain
from khalkhin.games.bkg import Batalha
from khalkhin.server.gamesheet import rulebook as rulebook_of_the_sheet
from khalkhin.terminal.lookup import rulebook
from khalkhin.terminal.lookup.citations import rulings_cited
from khalkhin.terminal.lookup.marks import marks
from khalkhin.terminal.lookup.rulebook import Book, checkout, near

GAME = library.get("bkg")
BOOK = rules_of(GAME)
PROVEN = ("enforce", "optional", "scenario", "data")
RULINGS = rulings_of(GAME)
CITED = {number: RULINGS[number] for number in {c.rule for c in rulings_cited(GAME, RULINGS, None)}}
WHOLE = Book.of(GAME, "en")
GAMES = ("bkg", "kgw", "pbn", "sn")
FIGURES = re.compile(r"\d+")
NEEDED = [rule.number for rule in BOOK.values() if rule.kind in PROVEN]


def said(
    rule: str | None = None, coverage: bool = False, language: str = "en", game: str = "bkg"
) -> tuple[int, list[str]]:
    with redirect_stdout(io.StringIO()) as out:
        code = rules.run(Namespace(game=game, rule=rule, coverage=coverage), language)
    return code, out.getvalue().splitlines()


# -- listing ---------------------------------------------------------------------------------------------------------


def test_all_rules_are_listed() -> None:
    code, lines = said("all")
    assert code == 0
    assert lines[0] == f"bkg: 265 rules, {len(RULINGS)} rulings"
    assert [line.split()[0] for line in lines[1:] if line] == [*shown(BOOK), *RULINGS]
    assert "4.1.1            enforced    Friendly stacking" in lines


def test_the_list_in_portuguese() -> None:
    _, lines = said("tudo", language="pt")
    assert lines[0].startswith("bkg: 265 regras")
    assert "4.1.1            aplicada   Empilhamento" in lines


def test_without_a_number_the_chapters_are_listed() -> None:
    code, lines = said()
    assert code == 0
    assert lines[0] == "1.0   Introduction"
    assert not any(line.startswith("4.1") for line in lines)


def test_flavour_is_not_shown() -> None:
    assert {number for number, rule in BOOK.items() if rule.kind == "flavour"} == {"7.0.e", "10.0.a", "10.0.c"}
    _, lines = said("10.0")
    assert [line.split()[0] for line in under(lines, "Its parts:")][:2] == ["10.0.b", "10.0.d"]
    assert "7.0.e" not in {rule["number"] for rule in rulebook_of_the_sheet(GAME, "pt")}


@pytest.mark.parametrize("code", GAMES)
def test_every_chapter_that_is_shown_is_opened_by_its_first_rule(code: str) -> None:
    rules = shown(rules_of(library.get(code)))
    chapters = {number.split(".")[0] for number in rules if number[0].isdigit()}
    assert [chapter for chapter in chapters if f"{chapter}.0" not in rules] == []


@pytest.mark.parametrize("code", ["pbn", "sn"])
def test_every_rule_that_is_shown_is_told_in_portuguese(code: str) -> None:
    """At the keyboard and in the browser alike."""
    game = library.get(code)
    english, portuguese = shown(rules_of(game)), shown(rules_of(game, "pt"))
    assert [number for number, rule in english.items() if portuguese[number].summary == rule.summary] == []
    assert {row["number"]: row["summary"] for row in rulebook_of_the_sheet(game, "pt")} == {
        number: rule.summary for number, rule in portuguese.items()
    }
    with redirect_stdout(io.StringIO()) as out:
        rules.run(Namespace(game=code, rule="12.0", coverage=False), "pt")
    assert out.getvalue().startswith(f"12.0  {portuguese['12.0'].title} (")


@pytest.mark.parametrize("code", ["bkg", "kgw"])
def test_every_rule_that_is_shown_is_told_in_portuguese_with_the_same_figures(code: str) -> None:
    game = library.get(code)
    english, portuguese = shown(rules_of(game)), shown(rules_of(game, "pt"))
    for number, rule in english.items():
        told = portuguese[number]
        assert rule.summary.endswith("."), number
        assert told.summary != rule.summary, number
        assert sorted(FIGURES.findall(told.summary)) == sorted(FIGURES.findall(rule.summary)), number


@pytest.mark.parametrize("code", ["bkg", "kgw"])
def test_rules_are_told_in_words_not_in_short_forms(code: str) -> None:
    """What abbreviations stand for is told by the rules that list them."""
    jargon = re.compile(r"\b(Heading|E?ZOC|RP|VP|GT|MP|MF|CF|CAS|LOC|TEC|TRT|GCRT|ACT|1d6)\b")
    found = {n: jargon.findall(f"{r.title} {r.summary}") for n, r in shown(rules_of(library.get(code))).items()}
    assert {n: words for n, words in found.items() if words} == {}


def under(lines: list[str], heading: str) -> list[str]:
    """The indented lines under a heading."""
    after = lines[lines.index(heading) + 1 :]
    return [line.strip() for line in takewhile(lambda line: line.startswith("  "), after)]


def test_one_rule() -> None:
    code, lines = said("5.1.2")
    assert code == 0
    assert lines[0] == "5.1.2  Terrain shift (enforced)"
    assert " ".join(line.strip() for line in lines[1 : lines.index("Its parts:")]) == BOOK["5.1.2"].summary
    assert [line.split()[0] for line in under(lines, "Its parts:")] == ["5.1.2.a", "5.1.2.b"]
    rulings = under(lines, "Our rulings:")
    assert rulings[0].startswith("K-22  What does it mean that armour may not engage"), "a ruling about a part of it"
    assert any(line.startswith("K-28  How do river and terrain work together") for line in rulings)
    cited = under(lines, "Cited by:")
    assert any(re.fullmatch(r"src/khalkhin/games/bkg/odds\.py:\d+  terrain_shift", line) for line in cited)
    assert any(line.endswith("  rulings.river_of_mixed_attackers") for line in cited)
    *proven, of_part = under(lines, "Proven by:")
    assert all(line.startswith("tests/bkg/test_") and "::test_" in line for line in proven)
    assert re.fullmatch(r"5\.1\.2\.b  \d+ tests? in tests/bkg/test_\w+\.py.*", of_part)


def test_a_heading_is_proven_and_named_with_its_parts() -> None:
    _, lines = said("13.4.1", game="kgw")
    cited, proven = under(lines, "Cited by:"), under(lines, "Proven by:")
    assert all(re.match(r"13\.4\.1\.[a-g]  src/khalkhin/games/kgw/[\w/]+\.(py|toml):\d+", line) for line in cited)
    assert [line.split()[0] for line in proven] == [f"13.4.1.{letter}" for letter in "abcdefg"]
    _, lines = said("12.0", game="kgw")
    assert [line.split()[0] for line in under(lines, "Proven by:")][-2:] == ["12.1", "12.2"], "and of their parts"


def test_the_charts_of_a_rule() -> None:
    _, lines = said("T1")
    whole = lines.index("Combat results table (T1)")
    assert len(list(takewhile(bool, lines[whole:]))) == 2 + 1 + 6 + 1, "title, heads, a row for each sum, a note"
    _, lines = said("5.1.3")
    (head,) = (n for n, line in enumerate(lines) if line.startswith("Other column shifts"))
    rows = list(takewhile(bool, lines[head + 3 :]))
    assert [row.split()[-1] for row in rows] == ["5.1.3"], "a row of it"


def test_a_chart_by_its_title() -> None:
    assert said("combat results table")[1][0] == "Combat results table (T1)"


def test_a_ruling() -> None:
    code, lines = said("K-05")
    ruling = RULINGS["K-05"]
    assert code == 0
    assert lines[0] == f"K-05  {ruling.question}"
    whole = " ".join(" ".join(lines).split())
    assert f"{ruling.decision} Why: {ruling.reason} The other reading: {ruling.other}" in whole
    assert [line.split()[0] for line in under(lines, "About:")] == list(ruling.rules)
    assert any(line.startswith("src/khalkhin/games/bkg/odds.py:") for line in under(lines, "Cited by:"))
    assert any(line.startswith("tests/bkg/") for line in under(lines, "Proven by:"))


def test_a_ruling_in_portuguese() -> None:
    _, lines = said("K-05", language="pt")
    assert lines[0] == f"K-05  {rulings_of(GAME, 'pt')['K-05'].question}"
    assert any("A outra leitura:" in line for line in lines)


def test_rules_and_their_parts() -> None:
    assert parts_of("4.1.2", BOOK)[:2] == ["4.1.2.a", "4.1.2.b"]
    assert parts_of("4.0", BOOK)[:1] == ["4.0.a"]
    assert "4.1" in parts_of("4.0", BOOK)
    assert [parent_of(number, BOOK) for number in ("T1.7", "4.0", "4.1.9.z")] == ["T1", "", "4.1"]


def test_a_rule_that_nothing_names() -> None:
    _, lines = said("10.0.a")
    assert lines[-4:] == ["Cited by:", "  nothing", "Proven by:", "  nothing; a rule of this kind needs no test"]


def test_one_rule_where_there_are_no_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "checkout", lambda: None)
    _, lines = said("4.0")
    assert lines[-1] == "The tests are not here: they come with the source, not with the installed package."


@pytest.mark.parametrize(
    ("rule", "suggested"),
    [
        ("4.9", ["4.0", "4.1", "4.2"]),
        ("9.0.z", ["9.0.a", "9.0.b"]),
        ("10.1.3.99", ["10.1.3.21", "10.1.3.23", "10.1.3.24"]),
        ("9.0.a.b.c", ["9.0.a", "9.0.b"]),
    ],
)
def test_rules_near_a_number(rule: str, suggested: list[str]) -> None:
    assert near(rule, BOOK) == suggested


def test_rules_near_anything_else() -> None:
    assert set(near("T9", BOOK)) >= {"T1", "T2"}
    assert near("", BOOK) == list(BOOK)[:8]


@pytest.mark.parametrize("coverage", [False, True])
def test_an_unknown_rule(coverage: bool) -> None:
    with pytest.raises(khalkhin.KhalkhinError) as error:
        said("4.9", coverage)
    assert str(error.value) == "There is no rule 4.9 in bkg; near it: 4.0, 4.1, 4.2."
    assert plain(error.value.reason, None, "pt") == "Não há regra 4.9 em bkg; perto dela: 4.0, 4.1, 4.2."


def test_an_unknown_game() -> None:
    with pytest.raises(khalkhin.KhalkhinError, match='There is no game "chess"; there are: bkg'):
        rules.run(Namespace(game="chess", rule=None, coverage=False), "en")


@pytest.mark.parametrize(
    ("row", "complaint"),
    [("4.0,Again,enforce,Twice.", "'4.0' stands in the file twice"), ("9.9,New,maybe,Odd.", "'maybe' is none of")],
)
def test_a_broken_list_of_rules(tmp_path: Path, row: str, complaint: str) -> None:
    add(tmp_path, "rules.csv", row)
    with pytest.raises(DataError, match=complaint):
        rules_of(Batalha(tmp_path))


@pytest.mark.parametrize(
    ("name", "row", "complaint"),
    [
        ("rulings.csv", "K-05,4.0,Again?,Yes.,,,", "'K-05' stands in the file twice"),
        ("rulings.csv", "K-999,4.0 9.9,New?,Yes.,,,", "'9.9' is no rule of rules.csv"),
        ("rulings.pt.csv", "K-999,Novo?,Sim.,,", "'K-999' does not stand in rulings.csv"),
    ],
)
def test_a_broken_list_of_rulings(tmp_path: Path, name: str, row: str, complaint: str) -> None:
    add(tmp_path, name, row)
    with pytest.raises(DataError, match=complaint):
        rulings_of(Batalha(tmp_path), "pt")


def add(folder: Path, name: str, row: str) -> None:
    """A file of the game with one row more."""
    text = (GAME.folder / name).read_text("utf-8")
    (folder / name).write_text(f"{text}{row}\n", "utf-8")


@pytest.mark.parametrize("code", [code for code in GAMES if (library.get(code).folder / "rulings.csv").is_file()])
def test_every_ruling_is_told_in_every_language(code: str) -> None:
    game = library.get(code)
    english, portuguese = rulings_of(game), rulings_of(game, "pt")
    for number, ruling in english.items():
        assert all((ruling.rules, ruling.question, ruling.decision)), number
        assert bool(ruling.other) == bool(portuguese[number].other), number
        assert portuguese[number].decision != ruling.decision or len(ruling.decision) < 8, number
        options = {name for scenario in game.scenarios.values() for name in scenario.options}
        assert not ruling.option or ruling.option in options, number


# -- coverage --------------------------------------------------------------------------------------------------------


def covered(
    tmp_path: Path,
    numbers: Iterable[str],
    more: str = "",
    book: Mapping[str, Rule] | None = None,
    rulings: Mapping[str, Ruling] | None = None,
) -> tuple[int, list[str]]:
    """Coverage by one test that is marked with these rules."""
    tests = tmp_path / "tests"
    tests.mkdir(exist_ok=True)
    listed = ", ".join(f'"{number}"' for number in numbers)
    (tests / "test_all.py").write_text(f'@pytest.mark.rule("bkg", {listed})\ndef test_all(): ...\n{more}')
    out = io.StringIO()
    return cover(replace(WHOLE, rules=book or BOOK, rulings=rulings or CITED), out, tests), out.getvalue().splitlines()


def test_everything_is_covered(tmp_path: Path) -> None:
    code, lines = covered(tmp_path, NEEDED)
    assert code == 0
    line, rulings = lines
    assert line.startswith("bkg: 241 of 241 rules tested (100.0 %), ")
    assert line.endswith(" named in code or data")
    assert rulings == f"bkg: {len(CITED)} of {len(CITED)} rulings are named by code, text or test"


def test_a_ruling_that_nothing_names(tmp_path: Path) -> None:
    rulings = {**CITED, "K-998": Ruling("K-998", ("4.0",), "Why?", "So.", "", "", "")}
    code, lines = covered(tmp_path, NEEDED, rulings=rulings)
    assert code == 1
    assert lines[:2] == ["Rulings that no code, text or test names (1):", "  K-998  Why?"]


def test_a_name_of_no_ruling(tmp_path: Path) -> None:
    tests = tmp_path / "tests" / "bkg"
    tests.mkdir(parents=True)
    (tests / "test_x.py").write_text('"""K-998"""\n')
    code, lines = covered(tmp_path, [*NEEDED, "K-05"])
    assert code == 1
    assert lines[0] == "tests/bkg/test_x.py:1 names K-998, which is no ruling of bkg."


def test_a_rule_without_a_test(tmp_path: Path) -> None:
    code, lines = covered(tmp_path, [number for number in NEEDED if number not in ("4.0.e", "T4.b")])
    assert code == 1
    assert lines[0] == "No test (2):"
    assert [line.split()[0] for line in lines[1:3]] == ["4.0.e", "T4.b"]
    assert lines[3].startswith("bkg: 239 of 241 rules tested (99.1 %), ")


@pytest.mark.parametrize("kind", PROVEN)
def test_kinds_that_need_a_test(tmp_path: Path, kind: str) -> None:
    number = next(rule.number for rule in BOOK.values() if rule.kind == kind) if kind != "optional" else "4.0"
    book = {**BOOK, number: Rule(number, "Title", kind, "Summary.")}
    code, lines = covered(tmp_path, [n for n in NEEDED if n != number], book=book)
    assert code == 1
    assert lines[0] == "No test (1):"
    assert lines[1].split()[0] == number


def test_background_needs_no_test(tmp_path: Path) -> None:
    assert not {rule.kind for rule in BOOK.values() if rule.number not in NEEDED} - {"definition", "flavour"}
    assert covered(tmp_path, NEEDED)[0] == 0


def test_a_rule_that_nobody_names(tmp_path: Path) -> None:
    book = {**BOOK, "4.0.z": Rule("4.0.z", "Nobody's rule", "enforce", "Summary.")}
    code, lines = covered(tmp_path, [*NEEDED, "4.0.z"], book=book)
    assert code == 1
    assert lines[:2] == ["Named by neither code nor data (1):", "  4.0.z  enforced  Nobody's rule"]


@pytest.mark.parametrize("kind", ["optional", "scenario", "data"])
def test_only_rules_to_enforce_have_to_be_named(tmp_path: Path, kind: str) -> None:
    book = {**BOOK, "4.0.z": Rule("4.0.z", "Nobody's rule", kind, "Summary.")}
    assert covered(tmp_path, [*NEEDED, "4.0.z"], book=book)[0] == 0


def test_a_mark_of_no_rule(tmp_path: Path) -> None:
    code, lines = covered(tmp_path, NEEDED, '@pytest.mark.rule("bkg", "99.9")\ndef test_odd(): ...\n')
    assert code == 1
    assert lines[0] == "tests/test_all.py::test_odd is marked with 99.9, which is no rule of bkg."
    assert "241 of 241" in lines[-2]


def test_a_mark_that_cannot_be_read(tmp_path: Path) -> None:
    code, lines = covered(tmp_path, NEEDED, '@pytest.mark.rule("bkg", *RULES)\ndef test_odd(): ...\n')
    assert code == 1
    assert lines[0].startswith("tests/test_all.py:3 has a mark whose rules are not written out")


def test_code_that_cites_no_rule(tmp_path: Path) -> None:
    """Of a book without 5.1.2, whoever names it names nothing."""
    book = {number: rule for number, rule in BOOK.items() if number != "5.1.2"}
    code, lines = covered(tmp_path, [n for n in NEEDED if n != "5.1.2"], book=book)
    assert code == 1
    assert "odds.py: terrain_shift cites 5.1.2, which is no rule of bkg." in lines


def test_marks_of_other_games_do_not_count(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_all.py").write_text('@pytest.mark.rule("kgw", "4.0")\ndef test_all(): ...\n')
    out = io.StringIO()
    assert cover(WHOLE, out, tests) == 1
    assert out.getvalue().splitlines()[-2].startswith("bkg: 0 of 241 rules tested (0.0 %), ")


def test_no_tests_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "checkout", lambda: None)
    code, lines = said(coverage=True)
    assert code == 1
    assert lines == ["The tests are not here: they come with the source, not with the installed package."]


def test_an_installed_package_has_no_checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for home in ("src", "site-packages"):
        package = tmp_path / home / "lib" / home / "khalkhin"
        package.mkdir(parents=True)
        monkeypatch.setattr(khalkhin, "__file__", str(package / "__init__.py"))
        (tmp_path / home / "lib" / "tests").mkdir()
        assert (checkout() is not None) == (home == "src")
    (tmp_path / "src" / "lib" / "tests").rmdir()
    monkeypatch.setattr(khalkhin, "__file__", str(tmp_path / "src" / "lib" / "src" / "khalkhin" / "__init__.py"))
    assert checkout() is None


def test_every_mark_of_this_checkout_is_of_a_rule() -> None:
    tests = checkout()
    assert tests is not None
    found = marks(tests)
    assert found.unreadable == []
    assert {number for mark in found.found if mark.game == "bkg" for number in mark.rules} <= BOOK.keys()
