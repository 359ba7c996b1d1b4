"""khalkhin analyse: what decided a game that is over, in tables and sentences or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from khalkhin.ai.analysis import SECONDS, analyse, analysis_data
from khalkhin.ai.budget import Budget
from khalkhin.cli.arguments import Parser
from khalkhin.cli.progress import ProgressLine
from khalkhin.engine import library
from khalkhin.engine.files import read_text
from khalkhin.engine.record import read_header, replay
from khalkhin.engine.words import Words
from khalkhin.terminal.columns import aligned

LINES = 6
"""So many lines of a plan are told."""
WHOLE = 100


def describe(parser: Parser) -> None:
    parser.needs("file")
    parser.add_argument("--json", action="store_true")
    parser.number("--seconds", 0, round(SECONDS))
    parser.data()


def run(given: argparse.Namespace, language: str) -> int:
    """Analyse a saved game and tell it; the exit status. How far it is goes to stderr."""
    text = read_text(given.file)
    match = replay(text, library.get(read_header(text).game, given.overrides))
    words = Words(language, match.game)
    sign = ProgressLine(sys.stderr, words, WHOLE)

    def report(share: float) -> None:
        sign.done = int(WHOLE * share)
        if sign.due():
            sign.show(words.say("cli.analyse.progress", {"share": sign.done}))

    data = analysis_data(analyse(match, Budget(float(given.seconds), report=report)))
    sign.clear()
    if given.json:
        sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
    else:
        sys.stdout.writelines(line + "\n" for line in _told(words, data))
    return 0


def _told(words: Words, data: dict[str, Any]) -> Iterator[str]:
    yield words.say("cli.analyse.chance")
    yield from aligned(_by_turn(words, data), "  ")
    for side in data["sides"]:
        yield ""
        yield from _luck(words, side, data["luck"][side])
    for side in data["sides"]:
        yield ""
        yield from _lessons(words, side, data["lessons"][side])


def _by_turn(words: Words, data: dict[str, Any]) -> Iterator[Sequence[str]]:
    """The chances as each turn began, and at the end."""
    yield words.say("cli.analyse.turn"), *(words.say(f"side.{side}") for side in data["sides"])
    points, turn = data["points"], None
    for point in points:
        if point["turn"] != turn:
            turn = point["turn"]
            yield _chances(str(turn), point["chance"])
    yield _chances(words.say("cli.analyse.end"), points[-1]["chance"])


def _chances(when: str, first: float) -> Sequence[str]:
    return when, f"{first:.0%}", f"{1 - first:.0%}"


def _luck(words: Words, side: str, luck: dict[str, Any]) -> Iterator[str]:
    change = {"side": side, "rolls": luck["rolls"], "change": _change(luck["luck"])}
    yield words.say("cli.analyse.luck", change)
    for roll in (*luck["best"], *luck["worst"]):
        said = " ".join(words.say(line["key"], line["params"]) for line in roll["told"]) or words.say(roll["phase"])
        where = words.say("cli.analyse.at", {"turn": roll["turn"], "decision": roll["at"]})
        yield f"  {_change(roll['swing']):>6}  {where}  {said}"


def _lessons(words: Words, side: str, found: list[dict[str, Any]]) -> Iterator[str]:
    yield words.say("cli.analyse.lessons" if found else "cli.analyse.no-lessons", {"side": side})
    for lesson in found:
        where = words.say("cli.analyse.at", {"turn": lesson["turn"], "decision": lesson["at"]})
        error = words.say("cli.analyse.error", {"error": f"{lesson['error']:.0%}"})
        yield f"  {_change(-lesson['cost']):>6}  {where}  {words.say(lesson['phase'])} ({error})"
        yield from _plan(words, "cli.analyse.played", lesson["played"])
        yield from _plan(words, "cli.analyse.better", lesson["better"])


def _plan(words: Words, key: str, lines: list[dict[str, Any]]) -> Iterator[str]:
    yield f"          {words.say(key)}"
    for line in lines[:LINES]:
        yield f"            {words.say(line['key'], line['params'])}"
    if not lines:
        yield f"            {words.say('cli.analyse.nothing')}"
    elif len(lines) > LINES:
        yield f"            {words.say('cli.analyse.more', {'count': len(lines) - LINES})}"


def _change(value: float) -> str:
    return f"{value:+.1%}"
