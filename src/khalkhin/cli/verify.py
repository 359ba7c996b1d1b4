"""khalkhin verify: a record is played again and every line of it is proven."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from khalkhin.cli.arguments import Parser
from khalkhin.engine import library
from khalkhin.engine.errors import RecordError
from khalkhin.engine.files import read_text
from khalkhin.engine.record import Replayed, read_header, replay_as_far
from khalkhin.engine.words import Words, plain

BAD_RECORD = 1


def describe(parser: Parser) -> None:
    parser.needs("file")
    parser.data()


def run(given: argparse.Namespace, language: str) -> int:
    """Prove a record, tell what was checked; the exit status. A bad record is told by its first bad line."""
    words, file, out = Words(language), given.file, sys.stdout
    try:
        text = read_text(file)
        found = replay_as_far(text, library.get(read_header(text).game, given.overrides))
        if found.today:
            _same_lines(text, found.match.record())
    except RecordError as error:
        out.write(f"{file}: {plain(error.reason, error.game, language)}\n")
        return BAD_RECORD
    out.writelines(line + "\n" for line in _checked(words, file, text, found))
    if found.stopped is not None:
        out.write(f"{plain(found.stopped.reason, found.match.game, language)}\n")
        return BAD_RECORD
    out.write(words.say("cli.verify.ok" if found.today else "cli.verify.ok-today") + "\n")
    return 0


def _same_lines(text: str, again: str) -> None:
    """Nothing may stand in a record that the replayed game does not write itself, and nothing may be left out."""
    found, expected = text.splitlines(), again.splitlines()
    for number, line in enumerate(expected, start=1):
        there = found[number - 1] if number <= len(found) else ""
        if there != line:
            raise RecordError(number, "cli.verify.other", found=there[:60], expected=line[:60])


def _checked(words: Words, file: str, text: str, found: Replayed) -> Iterator[str]:
    """What was checked; of a record of an older edition as far as it could be played."""
    match, lines = found.match, text.splitlines()
    state, editions = match.state, match.game.editions
    rolls = {"count": state.rolled, "seed": state.dice.seed}
    equal, turns = found.turns
    counted = {"count": equal, "all": turns}
    yield words.say("cli.verify.head", {"file": file, "game": match.game.code, "scenario": state.scenario})
    yield words.say("cli.verify.edition", {"edition": found.edition, "now": editions.now})
    if found.today:
        yield words.say("cli.verify.data", {"version": match.game.version})
    yield words.say("cli.verify.commitment")
    if found.stopped is None:
        yield words.say("cli.verify.lines", {"count": len(lines)})
    yield words.say("cli.verify.decisions", {"count": len(match.decisions)})
    yield words.say("cli.verify.dice" if state.dice.seed is None else "cli.verify.practice", rolls)
    if state.dice.shares:
        told = [{"key": "cli.verify.share", "side": one.side, "since": one.since} for one in state.dice.shares]
        yield words.say("cli.verify.shares", {"shares": told})
    yield words.say("cli.verify.turns" if found.today else "cli.verify.equal-turns", counted)
    if found.stopped is None:
        yield words.say("cli.verify.ending", {"text": lines[-1].partition(" ")[2]})
