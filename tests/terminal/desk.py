"""Sitting at a terminal in tests: khalkhin run in this process with typed lines, and what it said."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from khalkhin import cli
from khalkhin.ai.players import Player
from khalkhin.engine.match import Match
from khalkhin.engine.record import decision_line
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.session import PROMPT, Session
from khalkhin.terminal.source import Keyboard

OPENING = "auto\ndone\n"
"""Gets the Batalha to its first movement phase."""


@dataclass(frozen=True)
class Said:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    def after(self, typed: str) -> list[str]:
        """What was answered to a line, up to the next one."""
        at = self.lines.index(f"> {typed}")
        rest = self.lines[at + 1 :]
        end = next((n for n, line in enumerate(rest) if line.startswith("> ")), len(rest))
        return rest[:end]


def khalkhin(*arguments: str | Path, typed: str = "", environment: Mapping[str, str] | None = None) -> Said:
    """Run a command with lines typed into a pipe."""
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.dict(os.environ, {"LC_ALL": "C", **(environment or {})}),
        patch.object(sys, "stdin", io.StringIO(typed)),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        status = cli.main([str(a) for a in arguments])
    return Said(status, out.getvalue(), err.getvalue())


def play(typed: str, *arguments: str | Path, opening: bool = True) -> Said:
    """A game of the Batalha with fixed dice, both sides at the keyboard unless the arguments say otherwise."""
    seats = () if "--as" in arguments else ("--as", "both")
    return khalkhin("play", "bkg", "--seed", "1", *seats, *arguments, typed=(OPENING if opening else "") + typed)


@dataclass(frozen=True)
class Sitting(Said):
    """What a sitting said, and what was decided in it."""

    decisions: list[str]


class Terminal(io.StringIO):
    """A screen that remembers everything."""

    def isatty(self) -> bool:
        return True


def sit(match: Match, typed: str, players: Mapping[str, Player] | None = None, terminal: bool = False) -> Sitting:
    """A sitting at a game as it stands; `terminal`: with maps, colours and a cleared screen."""
    out = Terminal() if terminal else io.StringIO()
    paper = Paper(out, {"TERM": "xterm"})
    session = Session(match, players or {}, paper, Keyboard(io.StringIO(typed), paper), "en")
    status = session.run()
    return Sitting(status, out.getvalue(), "", decided(session.match.record()))


class Person:
    """Somebody at a terminal who has lines to type, as they are wanted; Enter is pressed wherever that is asked for."""

    interactive = True

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    def read(self, prompt: str) -> str | None:
        return next(self._lines, None) if prompt == PROMPT else ""

    def where(self) -> None:
        return None


def at_terminal(
    match: Match, *lines: str, players: Mapping[str, Player] | None = None, language: str = "en"
) -> tuple[str, list[str]]:
    """What a person at a terminal reads who types these lines, and what was decided by it."""
    out, before = Terminal(), match.length
    paper = Paper(out, {"TERM": "xterm", "NO_COLOR": "1"})
    session = Session(match, players or {}, paper, Person(lines), language)
    session.run()
    return out.getvalue(), [decision_line(match.game, one) for one in session.match.decisions[before:]]


def decisions(record: Path) -> list[str]:
    """The decisions of a saved game, without marks, turns and ending."""
    return decided(record.read_text())


def decided(record: str) -> list[str]:
    body = record.split("\n--\n")[1].splitlines()
    lines = [line.split(" ", 1)[1] for line in body]
    return [line for line in lines if line.split()[0] not in ("turn", "running", "end")]
