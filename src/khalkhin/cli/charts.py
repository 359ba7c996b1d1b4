"""khalkhin charts: every chart of a game as text."""

from __future__ import annotations

import argparse
import sys

from khalkhin.cli.arguments import Parser
from khalkhin.terminal import lookup


def describe(parser: Parser) -> None:
    parser.needs("game")
    parser.data()


def run(given: argparse.Namespace, language: str) -> int:
    return lookup.charts(given.game, language, sys.stdout, given.overrides)
