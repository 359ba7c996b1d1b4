"""khalkhin replay: a recorded game, decision by decision."""

from __future__ import annotations

import argparse
import sys

from khalkhin.cli.arguments import Parser
from khalkhin.engine import library
from khalkhin.engine.files import read_text
from khalkhin.engine.record import read_header, replay_as_far
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.replay import Replay
from khalkhin.terminal.source import Keyboard


def describe(parser: Parser) -> None:
    parser.needs("file")
    parser.number("--from", 0)
    parser.number("--speed", 1)
    parser.add_argument("--side")
    parser.data()


def run(given: argparse.Namespace, language: str) -> int:
    paper = Paper(sys.stdout)
    text = read_text(given.file)
    found = replay_as_far(text, library.get(read_header(text).game, given.overrides))
    source = Keyboard(sys.stdin, paper)
    return Replay(found.match, given.side, paper, source, language, found.stopped).run(given.first, given.speed)
