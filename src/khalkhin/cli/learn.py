"""khalkhin learn: lessons and first battles in this terminal."""

from __future__ import annotations

import argparse
import sys

from khalkhin.cli.arguments import Parser
from khalkhin.engine import library
from khalkhin.engine.words import Words
from khalkhin.learn import shelf
from khalkhin.learn.battle import first_battle
from khalkhin.terminal.battle import BATTLE, BattleSession
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
    game, paper = library.get(given.game), Paper(sys.stdout)
    source = Keyboard(sys.stdin, paper)
    if given.lesson == BATTLE and (battle := first_battle(game)) is not None:
        return BattleSession(battle, paper, source, language).run()
    return LessonSession(shelf.lesson(game, given.lesson), paper, source, language).run()


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
    if first_battle(game) is not None:
        print("  " + words.say("learn.battle.line", name=BATTLE, title=words.say("battle.title")))
    if not found:
        print("  " + words.say("learn.none"))
