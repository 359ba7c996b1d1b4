"""khalkhin restore: all tables of a server, from a file that `backup` wrote."""

from __future__ import annotations

import argparse
from pathlib import Path

from khalkhin.cli.arguments import Parser
from khalkhin.engine.words import Words
from khalkhin.server.run import default_database
from khalkhin.server.store.backup import restore


def describe(parser: Parser) -> None:
    parser.needs("file")
    parser.add_argument("--database")


def run(given: argparse.Namespace, language: str) -> int:
    count, before = restore(given.database or default_database(), Path(given.file))
    print(Words(language).say("cli.restore.done", {"count": count}))
    if before is not None:
        print(Words(language).say("cli.restore.before", {"file": str(before)}))
    return 0
