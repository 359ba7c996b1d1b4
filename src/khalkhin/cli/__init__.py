"""The command line: `khalkhin serve`, `play`, `replay`, `simulate` and more, a module a command.

A command's module has `describe`, which says what may follow the command, and `run`, which does it and returns the exit
status. It is imported when somebody types it: whoever looks up a rule does not wait for a web server.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Protocol, cast

from khalkhin import __version__
from khalkhin.ai import players
from khalkhin.board.data import DataError
from khalkhin.board.grid import UnknownHex
from khalkhin.cli.arguments import Parser
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.words import DEFAULT, Words, languages, plain
from khalkhin.render.printed import drawable

COMMANDS = (
    "serve",
    "backup",
    "restore",
    "play",
    "learn",
    "guide",
    "replay",
    "verify",
    "analyse",
    "rules",
    "charts",
    "data",
    "map",
    "counters",
    "draw",
    "fuzz",
    "ladder",
    "simulate",
    "compare",
    "report",
)
"""The commands, in the order in which they are told; each is a module of this package."""
BAD_INPUT = 2
INTERRUPTED = 130


class Command(Protocol):
    """What the module of a command has."""

    def describe(self, parser: Parser) -> None:
        """Say what may follow the command."""

    def run(self, given: argparse.Namespace, language: str) -> int:
        """Do it; the exit status."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status. Bad input is told in one sentence, and nothing has changed."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    language = _language(words)
    try:
        return _run(words, language)
    except KhalkhinError as error:
        problem = plain(error.reason, error.game, language)
    except (DataError, UnknownHex) as error:
        problem = str(error)
    except BrokenPipeError:
        # Whoever read the output has seen enough. Not even the interpreter's last flush may write more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        problem = Words(language).say("cli.io-error", {"file": error.filename or "khalkhin", "error": error.strerror})
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        return INTERRUPTED
    sys.stdout.flush()
    sys.stderr.write(f"khalkhin: {problem}\n")
    return BAD_INPUT


def _language(words: Sequence[str]) -> str:
    """The language asked for, else the environment's, else English; it is needed before anything can be said."""
    asked = _value_of("--language", words)
    if asked is not None:
        return asked if asked in languages() else DEFAULT
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            found = os.environ[name].partition("_")[0]
            return found if found in languages() else DEFAULT
    return DEFAULT


def _value_of(option: str, words: Sequence[str]) -> str | None:
    for number, word in enumerate(words, start=1):
        if word == option:
            return words[number] if number < len(words) else ""
        if word.startswith(f"{option}="):
            return word.partition("=")[2]
    return None


def _run(words: list[str], language: str) -> int:
    asked = _value_of("--language", words)
    if asked is not None and asked not in languages():
        raise KhalkhinError("cli.unknown-language", language=asked, known=", ".join(languages()))
    if words and words[0] in ("-h", "--help", "help"):
        return _usage(language)
    if words and words[0] in ("-V", "--version"):
        print(f"khalkhin {__version__}")
        return 0
    if not words or words[0].startswith("-"):
        words = ["serve", *words]
    if words[0] not in COMMANDS:
        raise KhalkhinError("cli.unknown-command", command=words[0], known=", ".join(COMMANDS))
    if "-h" in words[1:] or "--help" in words[1:]:
        return _usage(language, words[0])
    command = cast(Command, importlib.import_module(f"{__name__}.{words[0]}"))
    parser = Parser(words[0])
    command.describe(parser)
    return command.run(parser.read(words[1:]), language)


def _usage(language: str, command: str | None = None) -> int:
    key = "cli.usage" if command is None else f"cli.usage.{command}"
    sides = dict.fromkeys(side for code in library.codes() for side in library.get(code).sides)
    seats = {"levels": players.names(), "partners": players.partners()}
    known = {"games": library.codes(), "sides": sides, "drawable": drawable(), **seats}
    print(Words(language).say(key, {name: ", ".join(found) for name, found in known.items()}))
    return 0
