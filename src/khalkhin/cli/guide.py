"""khalkhin guide: how a game is played, in this terminal or as a PDF."""

from __future__ import annotations

import argparse
from pathlib import Path

from khalkhin.cli.arguments import Parser
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.files import save_bytes
from khalkhin.engine.words import Words
from khalkhin.learn.guide.book import guide_of
from khalkhin.learn.guide.typeset import pdf
from khalkhin.terminal.guide import guide_lines

ENDING = ".pdf"


def describe(parser: Parser) -> None:
    parser.needs("game")
    parser.add_argument("-o", "--out")
    parser.data()


def run(given: argparse.Namespace, language: str) -> int:
    guide = guide_of(library.get(given.game, given.overrides), language)
    if guide is None:
        raise KhalkhinError("guide.none", game=given.game)
    if given.out is None:
        for line in guide_lines(guide):
            print(line)
        return 0
    if Path(given.out).suffix.lower() != ENDING:
        raise KhalkhinError("guide.ending", file=given.out)
    content = pdf(guide)
    save_bytes(given.out, content)
    print(Words(language).say("guide.written", file=given.out, size=-(-len(content) // 1024)))
    return 0
