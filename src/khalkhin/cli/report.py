"""khalkhin report: what the games of some runs say, on one page."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from khalkhin.cli.arguments import Parser
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.files import save_bytes
from khalkhin.engine.words import Words
from khalkhin.lab.report import report

ENDINGS = (".html", ".htm")


def describe(parser: Parser) -> None:
    parser.add_argument("runs", nargs="*", type=Path)
    parser.add_argument("-o", "--out")
    parser.add_argument("--csv", type=Path)


def run(given: argparse.Namespace, language: str) -> int:
    """Write the page, and its numbers as CSV if a folder for them is named."""
    file, sheets, out = given.out, given.csv, sys.stdout
    if not given.runs:
        raise KhalkhinError("cli.missing", command="report", what="RUN")
    if not file:
        raise KhalkhinError("cli.missing", command="report", what="-o FILE")
    if Path(file).suffix.lower() not in ENDINGS:
        raise KhalkhinError("report.ending", file=file)
    made = report(given.runs, language)
    content = made.page.encode("utf-8")
    if sheets is not None:
        _folder(sheets)
    save_bytes(file, content)
    words = Words(language)
    told = {"file": file, "games": made.games, "size": -(-len(content) // 1024)}
    out.write(words.say("report.written", told) + "\n")
    if sheets is not None:
        for sheet in made.sheets:
            save_bytes(str(sheets / f"{sheet.name}.csv"), sheet.csv.encode("utf-8"))
        out.write(words.say("report.sheets", {"count": len(made.sheets), "folder": str(sheets)}) + "\n")
    return 0


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KhalkhinError("cli.cannot-write", file=str(path), error=error.strerror or str(error)) from None
