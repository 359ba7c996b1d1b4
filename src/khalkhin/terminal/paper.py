"""What lines are written on: a terminal with colours and a size, or a plain file or pipe."""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Iterable, Mapping
from typing import TextIO

STYLES = {
    "own": "1;32",
    "enemy": "1;31",
    "water": "34",
    "bridge": "1;33",
    "border": "35",
    "road": "33",
    "ruler": "2",
    "offered": "1;36",
    "in-hand": "1;33",
    "noted": "33",
    "prompt": "1",
    "rule": "2",
    "good": "32",
    "bad": "31",
}
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what can be scrolled back to: the other side may have sat here."""

PLAIN = 100, 36
"""Columns and lines to fill where there is no terminal."""


class Paper:
    """Where a person reads. A terminal gets colours (unless NO_COLOR is set), wrapped lines and a cleared screen."""

    def __init__(self, out: TextIO, environment: Mapping[str, str] = os.environ) -> None:
        self.out = out
        self.is_terminal = out.isatty() and environment.get("TERM", "") != "dumb"
        self.colours = self.is_terminal and not environment.get("NO_COLOR")

    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        if not self.is_terminal:
            return PLAIN
        found = shutil.get_terminal_size((80, 24))
        return found.columns, found.lines

    def style(self, text: str, style: str) -> str:
        code = STYLES.get(style) if self.colours else None
        return f"\x1b[{code}m{text}\x1b[0m" if code and text.strip() else text

    def write(self, text: str = "", style: str = "") -> None:
        """A line, wrapped on a terminal so that words stay whole."""
        for line in self.wrapped(text):
            self.out.write(self.style(line, style) + "\n")

    def wrapped(self, text: str) -> list[str]:
        """The lines that a text takes; none of them ends at a no-break space."""
        return [line.replace("\N{NO-BREAK SPACE}", " ") for line in self._folded(text)]

    def _folded(self, text: str) -> list[str]:
        if not self.is_terminal:
            return [text]
        width = self.size()[0] - 1
        out: list[str] = []
        for line in text.split("\n"):
            indent = " " * (len(line) - len(line.lstrip()) + 2 if len(line) > width else 0)
            out += textwrap.wrap(
                line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
            ) or [""]
        return out

    def lines(self, lines: Iterable[str], style: str = "") -> None:
        for line in lines:
            self.write(line, style)

    def runs(self, runs: Iterable[tuple[str, str]]) -> None:
        """A line of differently styled pieces, as it stands."""
        self.out.write("".join(self.style(text, style) for text, style in runs).rstrip() + "\n")

    def clear(self) -> None:
        if self.is_terminal:
            self.out.write(CLEAR)

    def flush(self) -> None:
        self.out.flush()
