"""The numbered rules of a game and our rulings: what they say, where the code keeps them, which tests prove it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TextIO

import khalkhin
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game
from khalkhin.engine.rulebook import Rule, Ruling, parts_of, rules_of, rulings_of, shown
from khalkhin.engine.words import Words
from khalkhin.terminal.columns import aligned, paragraph
from khalkhin.terminal.lookup.citations import citations, home_of, rulings_cited
from khalkhin.terminal.lookup.marks import marks


@dataclass(frozen=True)
class Book:
    """The rules and rulings of a game in one language."""

    game: Game[Any]
    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]
    words: Words

    @classmethod
    def of(cls, game: Game[Any], language: str) -> Book:
        return cls(game, rules_of(game, language), rulings_of(game, language), Words(language, game))


def rules(game_code: str, number: str | None, language: str, out: TextIO) -> None:
    """Print all rules of a game, or one of them, or a ruling."""
    book = Book.of(library.get(game_code), language)
    check(number, book)
    if number is None:
        lines = listing(book)
    elif number in book.rulings:
        lines = one_ruling(book, book.rulings[number], checkout())
    else:
        lines = one(book, book.rules[number], checkout())
    for line in lines:
        print(line, file=out)


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
    """A rule with its parts, rulings and charts, and everything that names it."""
    words = book.words
    yield f"{rule.number}  {rule.title} ({words.say(f'rules.kind.{rule.kind}')})"
    yield from paragraph(rule.summary, "  ")
    parts = [book.rules[number] for number in parts_of(rule.number, shown(book.rules))]
    yield from _named("rules.parts", ((part.number, f"{part.title}. {part.summary}") for part in parts), words)
    about = [ruling for ruling in book.rulings.values() if rule.number in ruling.rules]
    yield from _named("rules.rulings", ((one.number, f"{one.question} {one.decision}") for one in about), words)
    charts = [chart.title for chart in book.game.chart_list() if chart.rule == rule.number]
    if charts:
        yield words.say("rules.charts")
        yield from (f"  {words.say(title)}" for title in charts)
    cited = [c for c in citations(book.game, book.rules, rule.number) if c.rule == rule.number]
    yield from _places("rules.cited", (_line(book.game, c.file, c.line, c.within) for c in cited), words)
    if tests is None:
        yield words.say("rules.no-tests")
        return
    below = [number for number in book.rules if number.startswith(f"{rule.number}.")]
    found = [m for m in marks(tests, [rule.number, *below]).found if m.game == book.game.code]
    yield from _places("rules.tested", (m.place for m in found if rule.number in m.rules), words)
    of_parts = {m.place for m in found if rule.number not in m.rules and set(below) & set(m.rules)}
    if of_parts:
        yield f"  {words.say('rules.tested-parts', {'count': len(of_parts)})}"


def one_ruling(book: Book, ruling: Ruling, tests: Path | None) -> Iterator[str]:
    """A question that the rulebook leaves open, our answer, and where it is decided."""
    words = book.words
    yield f"{ruling.number}  {ruling.question}"
    yield from paragraph(ruling.decision, "  ")
    if ruling.reason:
        yield from paragraph(words.say("rules.reason", {"reason": ruling.reason}), "  ")
    if ruling.other:
        yield from paragraph(words.say("rules.other", {"other": ruling.other}), "  ")
    if ruling.option:
        yield from paragraph(words.say("rules.option", {"option": f"@option.{ruling.option}.title"}), "  ")
    yield from _named("rules.about", ((n, book.rules[n].title) for n in ruling.rules), words)
    places = [c for c in rulings_cited(book.game, book.rulings, tests) if c.rule == ruling.number]
    here = [c for c in places if not c.file.startswith("tests/")]
    yield from _places("rules.cited", (_line(book.game, c.file, c.line, c.within) for c in here), words)
    if tests is None:
        yield words.say("rules.no-tests")
    else:
        proven = (f"{c.file}:{c.line}" for c in places if c not in here)
        yield from _places("rules.tested", proven, words)


def _named(key: str, found: Iterable[tuple[str, str]], words: Words) -> Iterator[str]:
    """Numbers with what they say, under a heading; nothing where there are none."""
    for n, (number, text) in enumerate(found):
        if not n:
            yield words.say(key)
        yield from paragraph(f"{number}  {text}", "  ")


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
