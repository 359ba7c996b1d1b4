"""The command line as a page: what `khalkhin COMMAND --help` says of every command."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import khalkhin
from khalkhin.cli import main
from khalkhin.engine.words import dictionary

USAGE = "cli.usage."


def commands() -> list[str]:
    """The commands, in the order in which the words tell of them."""
    words = dictionary(Path(khalkhin.__file__).parent / "words", "en")
    return [key.removeprefix(USAGE) for key in words if key.startswith(USAGE)]


def page() -> str:
    """The whole page below its introduction."""
    return "\n".join(line for command in commands() for line in _section(command))


def _section(command: str) -> Iterator[str]:
    yield from (f"## khalkhin {command}", "", "```text", _help(command).strip(), "```", "")


def _help(command: str) -> str:
    told = io.StringIO()
    with redirect_stdout(told):
        main([command, "--help", "--language", "en"])
    return told.getvalue()
