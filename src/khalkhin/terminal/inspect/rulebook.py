"""`khalkhin rules`: the numbered rules of a game, where the code names each, and which tests prove it."""

from __future__ import annotations

from collections import defaultdict
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
from khalkhin.terminal.inspect.citations import citations
from khalkhin.terminal.inspect.columns import aligned, paragraph
from khalkhin.terminal.inspect.marks import marks

PROVEN = ("enforce", "optional", "scenario", "data")
"""Kinds of rules that need a test."""


def rules(game_code: str, rule: str | None, coverage: bool, language: str, out: TextIO) -> int:
    """Print all rules of a game, one of them, or what is not proven. 0 unless something is missing."""
    game = library.get(game_code)
    book = rules_of(game)
    words = Words(language, game)
    if rule is not None and rule not in book:
        raise KhalkhinError("rules.unknown", rule=rule, game=game.code, near=near(rule, book))
    if coverage:
        return cover(game, book, words, out, checkout())
    lines = listing(game, book, words) if rule is None else one(game, book[rule], book, words, checkout())
    for line in lines:
        print(line, file=out)
    return 0


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


# -- listing -----------------------------------------------------------------------------------------------------


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


# -- coverage ----------------------------------------------------------------------------------------------------


def cover(game: Game[Any], book: Mapping[str, Rule], words: Words, out: TextIO, tests: Path | None) -> int:
    """Join the rules, the code and the tests; list what is missing. 0 only if nothing is."""
    if tests is None:
        print(words.say("rules.no-tests"), file=out)
        return 1
    found = marks(tests)
    proven: dict[str, list[str]] = defaultdict(list)
    for mark in found.found:
        for number in mark.rules if mark.game == game.code else ():
            proven[number].append(mark.place)
    named: dict[str, list[str]] = defaultdict(list)
    for citation in citations(game, book):
        named[citation.rule].append(citation.place)
    complaints = [
        *(words.say("rules.unreadable-mark", {"place": place}) for place in found.unreadable),
        *_strangers("rules.unknown-mark", proven, game, book, words),
        *_strangers("rules.unknown-citation", named, game, book, words),
    ]
    needed = [rule for rule in book.values() if rule.kind in PROVEN]
    untested = [rule for rule in needed if rule.number not in proven]
    unnamed = [rule for rule in needed if rule.kind == "enforce" and rule.number not in named]
    for line in (*complaints, *_missing("rules.untested", untested, words), *_missing("rules.unnamed", unnamed, words)):
        print(line, file=out)
    tested, count = len(needed) - len(untested), len(needed)
    tenths = 1000 * tested // count if count else 1000  # rounded down: 100.0 means all
    figures = {"game": game.code, "tested": tested, "count": count, "percent": f"{tenths // 10}.{tenths % 10}"}
    print(words.say("rules.coverage", {**figures, "named": sum(r.number in named for r in needed)}), file=out)
    return 1 if complaints or untested or unnamed else 0


def _strangers(
    key: str, places: Mapping[str, list[str]], game: Game[Any], book: Mapping[str, Rule], words: Words
) -> Iterator[str]:
    """Numbers in use that are no rules of the game."""
    for number in sorted(places.keys() - book.keys()):
        for place in dict.fromkeys(places[number]):
            yield words.say(key, {"place": place, "rule": number, "game": game.code})


def _missing(key: str, rules: list[Rule], words: Words) -> Iterator[str]:
    if rules:
        yield words.say(key, {"count": len(rules)})
        yield from aligned(((r.number, words.say(f"rules.kind.{r.kind}"), r.title) for r in rules), indent="  ")
