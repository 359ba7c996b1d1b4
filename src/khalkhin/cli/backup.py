"""khalkhin backup: all tables of a server, in a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from khalkhin.cli.arguments import Parser
from khalkhin.engine.words import Words
from khalkhin.server.run import default_database
from khalkhin.server.store.backup import back_up


def describe(parser: Parser) -> None:
    parser.needs("file")
    parser.add_argument("--database")


def run(given: argparse.Namespace, language: str) -> int:
    count = back_up(given.database or default_database(), Path(given.file))
    print(Words(language).say("cli.backup.done", {"count": count, "file": given.file}))
    return 0
