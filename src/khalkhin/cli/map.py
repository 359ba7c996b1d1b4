"""khalkhin map: the printed map of a game as a picture."""

from __future__ import annotations

import argparse
import sys

from khalkhin.cli.arguments import Parser
from khalkhin.cli.picture import Picture
from khalkhin.render.printed import Printed


def describe(parser: Parser) -> None:
    parser.needs("game")
    parser.picture()


def run(given: argparse.Namespace, language: str) -> int:
    picture = Picture.of("map", given.out, given.scale)
    return picture.write(Printed(given.game, given.overrides).map(language, picture.scale), language, sys.stdout)
