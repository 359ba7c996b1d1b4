"""The numbered rules of a game, where the code names each, and which tests prove it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TextIO

import khalkhin
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game
from khalkhin.engine.rulebook import Rule, rules_of
from khalkhin.engine.words import Words
from khalkhin.terminal.columns import aligned, paragraph
from khalkhin.terminal.lookup.citations import citations
from khalkhin.terminal.lookup.marks import marks


def rules(game_code: str, rule: str | None, language: str, out: TextIO) -> None:
    """Print all rules of a game, or one of them."""
    game = library.get(game_code)
    book = rules_of(game)
    words = Words(language, game)
    check(rule, game, book)
    lines = listing(game, book, words) if rule is None else one(game, book[rule], book, words, checkout())
    for line in lines:
        print(line, file=out)


def check(rule: str | None, game: Game[Any], book: Mapping[str, Rule]) -> None:
    """Refuse a number that no rule of the game has; None stands for all of them."""
    if rule is not None and rule not in book:
        raise KhalkhinError("rules.unknown", rule=rule, game=game.code, near=near(rule, book))


def checkout() -> Path | None:
    """The folder of tests beside the source; None where the package is installed without it."""
    package = Path(khalkhin.__file__).parent
    tests = package.parent.parent / "tests"
    return tests if package.parent.name == "src" and tests.is_dir() else None


def near(rule: str, book: Mapping[str, Rule]) -> list[str]:
    """Rules that somebody may have meant: of the same chapter and depth, else alike, else the first ones."""
    stem = rule
    while stem:
        stem = stem.rpartition(".")[0]
        family = [n for n in book if stem and n.startswith(f"{stem}.") and n.count(".") == stem.count(".") + 1]
        if family:
            return family[:8]
    return get_close_matches(rule, book, 8, 0.5) or list(book)[:8]


def listing(game: Game[Any], book: Mapping[str, Rule], words: Words) -> Iterator[str]:
    yield words.say("rules.head", {"game": game.code, "count": len(book)})
    yield from aligned((rule.number, words.say(f"rules.kind.{rule.kind}"), rule.title) for rule in book.values())


def one(game: Game[Any], rule: Rule, book: Mapping[str, Rule], words: Words, tests: Path | None) -> Iterator[str]:
    """A rule with everything that names it."""
    yield f"{rule.number}  {rule.title} ({words.say(f'rules.kind.{rule.kind}')})"
    yield from paragraph(rule.summary, "  ")
    cited = [c.place for c in citations(game, book, rule.number) if c.rule == rule.number]
    yield from _places("rules.cited", cited, words)
    if tests is None:
        yield words.say("rules.no-tests")
    else:
        proven = [m.place for m in marks(tests, rule.number).found if m.game == game.code and rule.number in m.rules]
        yield from _places("rules.tested", proven, words)


def _places(key: str, places: Iterable[str], words: Words) -> Iterator[str]:
    yield words.say(key)
    yield from (f"  {place}" for place in dict.fromkeys(places) or [words.say("rules.nothing")])
