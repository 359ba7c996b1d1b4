"""khalkhin data: the files of a game, and with `--provenance` how well every value in them is known, and why."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from khalkhin.board.data import rows, table
from khalkhin.board.mapsheet import TAGS
from khalkhin.cli.arguments import Parser
from khalkhin.cli.facts import FactGroup, facts_of, groups
from khalkhin.engine import library
from khalkhin.engine.game import Game
from khalkhin.engine.provenance import PRINTED, known
from khalkhin.engine.words import Words
from khalkhin.terminal.columns import aligned, paragraph


def describe(parser: Parser) -> None:
    parser.needs("game")
    parser.add_argument("--provenance", action="store_true")
    parser.data()


def run(given: argparse.Namespace, language: str) -> int:
    """Print what a game's data is, or how well it is known."""
    game = library.get(given.game, given.overrides)
    words = Words(language, game)
    print(words.say("data.head", {"game": game.code, "version": game.version}))
    for line in _provenance(game, words) if given.provenance else _summary(game, words):
        print(line)
    return 0


def _summary(game: Game[Any], words: Words) -> Iterator[str]:
    """Every file with its size; an owner's corrections are named."""
    return aligned([_file(game, name, words) for name in game.folder.files()], indent="  ")


def _file(game: Game[Any], name: str, words: Words) -> list[str]:
    path = game.folder / name
    if name.endswith(".csv"):
        size = words.say("data.rows", {"count": sum(1 for _ in rows(path))})
    else:
        size = words.say("data.values", {"count": sum(1 for _ in known(table(path)))})
    shipped = path.is_relative_to(game.folder.base)
    return [name, size, "" if shipped else words.say("data.overridden", {"file": str(path)})]


# -- provenance ---------------------------------------------------------------------------------------------------


def _provenance(game: Game[Any], words: Words) -> Iterator[str]:
    """The counts by file and tag; then, file by file, every group of values with its reason, and what is printed."""
    found = {name: groups(facts_of(game, name, words)) for name in game.folder.files()}
    yield from _counts(found, words)
    for name, file in found.items():
        yield from ("", name) if file else ()
        for tag in reversed(TAGS):
            yield from _groups(tag, [group for group in file if group.tag == tag], words)


def _counts(files: Mapping[str, list[FactGroup]], words: Words) -> Iterator[str]:
    lines = [[words.say("data.file"), *(words.say(f"tag.{tag}") for tag in TAGS)]]
    total: Counter[str] = Counter()
    for name, file in files.items():
        count = {tag: sum(group.count for group in file if group.tag == tag) for tag in TAGS}
        total.update(count)
        if file:
            lines.append([name, *(str(count[tag]) for tag in TAGS)])
    return aligned([*lines, [words.say("data.total"), *(str(total[tag]) for tag in TAGS)]], indent="  ")


def _groups(tag: str, found: list[FactGroup], words: Words) -> Iterator[str]:
    """What is printed is only counted; everything else has its reason."""
    if not found:
        return
    yield f"  {words.say(f'tag.{tag}')}"
    if tag == PRINTED:
        yield from paragraph(", ".join(f"{group.name} {group.count}" for group in found), "    ")
        return
    for reason in dict.fromkeys(group.reason for group in found):
        alike = [group for group in found if group.reason == reason]
        plain = [f"{group.name} {group.count}" for group in alike if not group.members]
        for line in ([", ".join(plain)] if plain else []) + [_named(group) for group in alike if group.members]:
            yield from paragraph(line, "    ")
        yield from paragraph(reason, "      ")


def _named(group: FactGroup) -> str:
    return f"{group.name} {group.count}: {', '.join(_runs(group.members))}"


def _runs(names: Sequence[str]) -> Iterator[str]:
    """Names in a row that differ only in a number that counts up are told as one: `supply 9-52`."""
    run: list[str] = []
    for name in names:
        if run and not _follows(run[-1], name):
            yield from _short(run)
            run = []
        run.append(name)
    yield from _short(run)


def _follows(one: str, other: str) -> bool:
    (stem, _, number), (same, _, after) = one.rpartition(" "), other.rpartition(" ")
    return bool(stem) and stem == same and number.isdecimal() and after == str(int(number) + 1)


def _short(run: Sequence[str]) -> Sequence[str]:
    return [f"{run[0]}-{run[-1].rpartition(' ')[2]}"] if len(run) > 2 else run
