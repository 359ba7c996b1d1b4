"""khalkhin learn: lessons in this terminal."""

from __future__ import annotations

import argparse
import sys

from khalkhin.cli.arguments import Parser
from khalkhin.engine import library
from khalkhin.engine.words import Words
from khalkhin.learn import shelf
from khalkhin.terminal.lesson import LessonSession
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.source import Keyboard


def describe(parser: Parser) -> None:
    parser.add_argument("game", nargs="?")
    parser.add_argument("lesson", nargs="?")


def run(given: argparse.Namespace, language: str) -> int:
    if given.lesson is None:
        for code in library.codes() if given.game is None else [given.game]:
            _list(code, language)
        return 0
    lesson = shelf.lesson(library.get(given.game), given.lesson)
    paper = Paper(sys.stdout)
    return LessonSession(lesson, paper, Keyboard(sys.stdin, paper), language).run()


def _list(code: str, language: str) -> None:
    """The lessons of a game, a line each."""
    game = library.get(code)
    words, found = Words(language, game), shelf.lessons(game)
    print(f"{code}  {words.say('game.title')}")
    for one in found:
        print("  " + words.say("learn.line", number=one.number, name=one.name, title=words.say(one.key("title"))))
        if one.terms:
            terms = [words.say(one.key("term", term)) for term in one.terms]
            print("     " + words.say("learn.terms", terms=terms))
    if not found:
        print("  " + words.say("learn.none"))
