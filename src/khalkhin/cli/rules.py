"""khalkhin rules: the numbered rules of a game, and with `--coverage` which of them no test proves."""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from khalkhin.cli.arguments import Parser
from khalkhin.engine import library
from khalkhin.engine.game import Game
from khalkhin.engine.rulebook import Rule
from khalkhin.engine.words import Words
from khalkhin.terminal import lookup
from khalkhin.terminal.columns import aligned
from khalkhin.terminal.lookup import rulebook
from khalkhin.terminal.lookup.citations import citations, rulings_cited
from khalkhin.terminal.lookup.marks import marks
from khalkhin.terminal.lookup.rulebook import PROVEN, Book


def describe(parser: Parser) -> None:
    parser.needs("game")
    parser.add_argument("rule", nargs="?")
    parser.add_argument("--coverage", action="store_true")


def run(given: argparse.Namespace, language: str) -> int:
    """Print all rules of a game, one of them, or what is not proven. 0 unless something is missing."""
    if not given.coverage:
        lookup.rules(given.game, given.rule, language, sys.stdout)
        return 0
    book = Book.of(library.get(given.game), language)
    rulebook.check(given.rule, book)
    return cover(book, sys.stdout, rulebook.checkout())


def cover(whole: Book, out: TextIO, tests: Path | None) -> int:
    """Join the rules and rulings, the code and the tests; list what is missing. 0 only if nothing is."""
    game, book, words = whole.game, whole.rules, whole.words
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
    ruled: dict[str, list[str]] = defaultdict(list)
    for citation in rulings_cited(game, whole.rulings, tests):
        ruled[citation.rule].append(f"{citation.file}:{citation.line}")
    complaints = [
        *(words.say("rules.unreadable-mark", {"place": place}) for place in found.unreadable),
        *_strangers("rules.unknown-mark", proven, game, {*book, *whole.rulings}, words),
        *_strangers("rules.unknown-citation", named, game, book, words),
        *_strangers("rules.unknown-ruling", ruled, game, whole.rulings, words),
    ]
    needed = [rule for rule in book.values() if rule.kind in PROVEN]
    untested = [rule for rule in needed if rule.number not in proven]
    unnamed = [rule for rule in needed if rule.kind == "enforce" and rule.number not in named]
    idle = [(ruling.number, ruling.question) for ruling in whole.rulings.values() if ruling.number not in ruled]
    for line in (
        *complaints,
        *_missing("rules.untested", _rows(untested, words), words),
        *_missing("rules.unnamed", _rows(unnamed, words), words),
        *_missing("rules.uncited", idle, words),
    ):
        print(line, file=out)
    tested, count = len(needed) - len(untested), len(needed)
    tenths = 1000 * tested // count if count else 1000  # rounded down: 100.0 means all
    figures = {"game": game.code, "tested": tested, "count": count, "percent": f"{tenths // 10}.{tenths % 10}"}
    print(words.say("rules.coverage", {**figures, "named": sum(r.number in named for r in needed)}), file=out)
    cited, rulings = len(whole.rulings) - len(idle), len(whole.rulings)
    if rulings:
        print(words.say("rules.coverage-rulings", {"game": game.code, "cited": cited, "count": rulings}), file=out)
    return 1 if complaints or untested or unnamed or idle else 0


def _strangers(
    key: str, places: Mapping[str, list[str]], game: Game[Any], known: Collection[str], words: Words
) -> Iterator[str]:
    """Numbers in use that the game has not."""
    for number in sorted(places.keys() - set(known)):
        for place in dict.fromkeys(places[number]):
            yield words.say(key, {"place": place, "rule": number, "game": game.code})


def _rows(rules: Iterable[Rule], words: Words) -> list[tuple[str, ...]]:
    return [(rule.number, words.say(f"rules.kind.{rule.kind}"), rule.title) for rule in rules]


def _missing(key: str, rows: Sequence[tuple[str, ...]], words: Words) -> Iterator[str]:
    if rows:
        yield words.say(key, {"count": len(rows)})
        yield from aligned(rows, indent="  ")
