"""The numbered rules of a game and our rulings: what they say, where the code keeps them, which tests prove it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain, groupby
from pathlib import Path
from typing import Any, TextIO

import khalkhin
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game
from khalkhin.engine.glossary import glossary
from khalkhin.engine.rulebook import Rule, Ruling, parent_of, parts_of, rules_of, rulings_of, shown
from khalkhin.engine.words import Words
from khalkhin.terminal.columns import WIDTH, aligned, paragraph
from khalkhin.terminal.lookup.chart_text import chart_lines, chart_text
from khalkhin.terminal.lookup.citations import citations_of, home_of, rulings_cited
from khalkhin.terminal.lookup.marks import marks_of

PROVEN = ("enforce", "optional", "scenario", "data")
"""Kinds of rules that need a test."""


@dataclass(frozen=True)
class Book:
    """The rules and rulings of a game in one language."""

    game: Game[Any]
    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]
    words: Words
    room: int = WIDTH
    """The width of a page."""
    sources: bool = True
    """Whether to tell where the code keeps a rule and which tests prove it: a player does not ask."""

    @classmethod
    def of(cls, game: Game[Any], language: str, room: int = WIDTH, sources: bool = True) -> Book:
        return cls(game, rules_of(game, language), rulings_of(game, language), Words(language, game), room, sources)


def rules(game_code: str, wanted: str | None, language: str, out: TextIO) -> None:
    """Print the chapters of a game's rules, or what was asked for."""
    for line in rule_lines(Book.of(library.get(game_code), language), wanted or ""):
        print(line, file=out)


def rule_lines(book: Book, wanted: str) -> Iterator[str]:
    """The chapters; or a rule or ruling by its number, a chapter without its zero, those with a word in their title (or
    else in their text) after what the word means, or all of them."""
    if not wanted:
        return contents(book)
    if wanted.lower() == book.words.say("cli.charts-all"):
        return listing(book)
    if wanted in book.rulings:
        return one_ruling(book, book.rulings[wanted], checkout())
    found = next((number for number in (wanted, f"{wanted}.0") if number in book.rules), None)
    if found is not None:
        return one(book, book.rules[found], checkout())
    if wanted.lower() in {book.words.say(chart.title).lower() for chart in book.game.chart_list()}:
        return chart_lines(book.game, book.words, book.room, wanted)
    meant = list(_meaning(book, wanted))
    return chain(meant, _about_word(book, wanted, bool(meant)))


def _meaning(book: Book, word: str) -> Iterator[str]:
    """What a word means, if it is a term of the game."""
    for term in glossary(book.words):
        if term.called(word):
            yield from paragraph(f"{term.name}: {term.meaning}", "", book.room)


def contents(book: Book) -> Iterator[str]:
    """The chapters. What is numbered one by one under a few letters, as markers are, has a line together."""
    rules = shown(book.rules)
    tops = [number for number in rules if not parent_of(number, rules)]
    rows: list[tuple[str, str]] = []
    for stem, group in groupby(tops, key=_family):
        family = list(group)
        if stem:
            rows.append((f"{family[0]}…{family[-1]}", ", ".join(dict.fromkeys(rules[n].title for n in family))))
        else:
            rows += ((number, rules[number].title) for number in family)
    yield from aligned(rows, room=book.room)
    yield book.words.say("rules.contents")


def _family(number: str) -> str:
    """The letters that a rule shares with others beside it, such as markers: JCM of JCM.4; nothing for a chapter."""
    stem, _, rest = number.partition(".")
    return stem if stem.isalpha() and rest not in ("", "0") else ""


def _about_word(book: Book, word: str, known: bool) -> Iterator[str]:
    """Rules with a word in their title, chapters first; else with it in their text, and rulings about it. There need be
    none about a word that is `known` already."""
    rules, low = shown(book.rules), word.lower()
    found = [rule for rule in rules.values() if low in rule.title.lower()]
    found = found or [rule for rule in rules.values() if low in rule.summary.lower()]
    rulings = [one for one in book.rulings.values() if low in one.question.lower()]
    results = list(_results(book, low))
    if not known and (any(sign.isdigit() for sign in word) or not (found or rulings or results)):
        check(word, book)
    if len(found) == 1 and not rulings and not results:
        return one(book, found[0], checkout())
    ordered = sorted(found, key=lambda rule: bool(parent_of(rule.number, rules)))
    told = [(rule.number, rule.title) for rule in ordered] + [(one.number, one.question) for one in rulings]
    return aligned([*results, *told], room=book.room)


def _results(book: Book, word: str) -> Iterator[tuple[str, str]]:
    """Results of the tables that a word is the code of, or that have it in what they mean."""
    words, found = book.words, dict[str, str]()
    for name, table in book.game.results_tables().items():
        for result in table.kinds:
            codes = ", ".join(words.maybe(f"result.{code}", code) for code in result.split())
            meaning = words.maybe(f"{name}.{result}", codes)
            if word in (result.lower(), *result.lower().split()) or word in meaning.lower():
                found[result] = meaning
    yield from found.items()


def check(number: str | None, book: Book) -> None:
    """Refuse a number that no rule and no ruling of the game has; None stands for all of them."""
    if number is not None and number not in book.rules and number not in book.rulings:
        near_it = near(number, [*book.rules, *book.rulings])
        raise KhalkhinError("rules.unknown", rule=number, game=book.game.code, near=near_it)


def checkout() -> Path | None:
    """The folder of tests beside the source; None where the package is installed without it."""
    package = Path(khalkhin.__file__).parent
    tests = package.parent.parent / "tests"
    return tests if package.parent.name == "src" and tests.is_dir() else None


def near(rule: str, numbers: Iterable[str]) -> list[str]:
    """Numbers that somebody may have meant: of the same chapter and depth, else alike, else the first ones."""
    book = list(numbers)
    stem = rule
    while stem:
        stem = stem.rpartition(".")[0]
        family = [n for n in book if stem and n.startswith(f"{stem}.") and n.count(".") == stem.count(".") + 1]
        if family:
            return family[:8]
    return get_close_matches(rule, book, 8, 0.5) or book[:8]


def listing(book: Book) -> Iterator[str]:
    words, rules = book.words, shown(book.rules).values()
    yield words.say("rules.head", {"game": book.game.code, "count": len(rules), "rulings": len(book.rulings)})
    yield from aligned((rule.number, words.say(f"rules.kind.{rule.kind}"), rule.title) for rule in rules)
    if book.rulings:
        yield ""
        yield from aligned((ruling.number, ruling.question) for ruling in book.rulings.values())


def one(book: Book, rule: Rule, tests: Path | None) -> Iterator[str]:
    """A rule with its parts, the rulings and charts about it or about them, and everything that names it."""
    words = book.words
    yield f"{rule.number}  {rule.title} ({words.say(f'rules.kind.{rule.kind}')})"
    yield from paragraph(rule.summary, "  ", book.room)
    parts = [book.rules[number] for number in parts_of(rule.number, shown(book.rules))]
    yield from _named("rules.parts", ((part.number, f"{part.title}. {part.summary}") for part in parts), book)
    told = {rule.number, *(part.number for part in parts)}
    about = [ruling for ruling in book.rulings.values() if told & set(ruling.rules)]
    yield from _named("rules.rulings", ((one.number, f"{one.question} {one.decision}") for one in about), book)
    yield from _charts(book, rule.number)
    if not book.sources:
        return
    yield from _citing(book, rule, parts)
    if tests is None:
        yield words.say("rules.no-tests")
    else:
        yield from _proof(book, rule, tests)


def _charts(book: Book, rule: str) -> Iterator[str]:
    """The charts of a rule; of those of other rules the rows that belong to it."""
    for chart in book.game.chart_list():
        own = [row for row in chart.rows if any(rule in str(cell.value).split(", ") for cell in row)]
        some = chart.rows if chart.rule == rule else own
        if some:
            yield ""
            yield from chart_text(chart, some, book.words, book.room)
            yield ""


def _citing(book: Book, rule: Rule, parts: Iterable[Rule]) -> Iterator[str]:
    """Where code and data name a rule; of a heading that nothing names, where they name its parts."""
    cited = citations_of([rule.number], book.game, book.rules)
    below = [] if cited else citations_of([part.number for part in parts], book.game, book.rules)
    places = [_line(book.game, c.file, c.line, c.within) for c in cited]
    places += [f"{c.rule}  {_line(book.game, c.file, c.line, c.within)}" for c in below]
    yield from _places("rules.cited", places, book.words)


def _proof(book: Book, rule: Rule, tests: Path) -> Iterator[str]:
    """The tests of a rule; of every part that has some, how many there are and in which files."""
    words = book.words
    part_of = {number: part for number in book.rules if (part := _part_with(number, rule.number, book))}
    found = marks_of(book.game.code, [rule.number, *part_of], tests)
    own = [mark.place for mark in found if rule.number in mark.rules]
    by_part: dict[str, dict[str, str]] = {part: {} for part in part_of.values()}
    for mark in found:
        for number in part_of.keys() & set(mark.rules):
            by_part[part_of[number]][mark.place] = mark.place.partition("::")[0]
    of_parts = [
        words.say("rules.tested-part", {"rule": part, "count": len(places), "files": sorted({*places.values()})})
        for part, places in by_part.items()
        if places
    ]
    if own or of_parts or rule.kind in PROVEN:
        yield from _places("rules.tested", [*own, *of_parts], words)
    else:
        yield words.say("rules.tested")
        yield f"  {words.say('rules.no-proof')}"


def _part_with(number: str, whole: str, book: Book) -> str:
    """The part of a rule, one step down, that a number is or belongs to; empty if it is no part of it."""
    while (up := parent_of(number, book.rules)) and up != whole:
        number = up
    return number if up else ""


def one_ruling(book: Book, ruling: Ruling, tests: Path | None) -> Iterator[str]:
    """A question that the rulebook leaves open, our answer, and where it is decided."""
    words = book.words
    yield f"{ruling.number}  {ruling.question}"
    yield from paragraph(ruling.decision, "  ", book.room)
    if ruling.reason:
        yield from paragraph(words.say("rules.reason", {"reason": ruling.reason}), "  ", book.room)
    if ruling.other:
        yield from paragraph(words.say("rules.other", {"other": ruling.other}), "  ", book.room)
    if ruling.option:
        yield from paragraph(words.say("rules.option", {"option": f"@option.{ruling.option}.title"}), "  ", book.room)
    yield from _named("rules.about", ((n, book.rules[n].title) for n in ruling.rules), book)
    if not book.sources:
        return
    places = [c for c in rulings_cited(book.game, book.rulings, tests) if c.rule == ruling.number]
    here = [c for c in places if not c.file.startswith("tests/")]
    yield from _places("rules.cited", (_line(book.game, c.file, c.line, c.within) for c in here), words)
    if tests is None:
        yield words.say("rules.no-tests")
    else:
        proven = (f"{c.file}:{c.line}" for c in places if c not in here)
        yield from _places("rules.tested", proven, words)


def _named(key: str, found: Iterable[tuple[str, str]], book: Book) -> Iterator[str]:
    """Numbers with what they say, under a heading; nothing where there are none."""
    for n, (number, text) in enumerate(found):
        if not n:
            yield book.words.say(key)
        yield from paragraph(f"{number}  {text}", "  ", book.room)


def _places(key: str, places: Iterable[str], words: Words) -> Iterator[str]:
    yield words.say(key)
    yield from (f"  {place}" for place in dict.fromkeys(places) or [words.say("rules.nothing")])


def _line(game: Game[Any], file: str, line: int | None, within: str) -> str:
    """A place as an editor opens it, and what stands there."""
    home = home_of(game)
    path = home / file if (home / file).exists() else home / "data" / file
    root = Path(khalkhin.__file__).parents[2] if checkout() else Path(khalkhin.__file__).parents[1]
    where = f"{path.relative_to(root).as_posix()}:{line}" if line else path.relative_to(root).as_posix()
    return f"{where}  {within}" if within else where
