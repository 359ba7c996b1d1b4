"""Where orders come from: a keyboard, a pipe or a script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol, TextIO

from khalkhin.engine.files import read_text
from khalkhin.terminal.paper import Paper


class Source(Protocol):
    """Lines that somebody typed or wrote down."""

    @property
    def interactive(self) -> bool:
        """Whether somebody sits there who can be asked."""

    def read(self, prompt: str) -> str | None:
        """The next line; None when there are no more."""

    def where(self) -> tuple[str, int] | None:
        """File and line, where a refused line has to end everything."""


class Keyboard:
    """Standard input: a person at a terminal, or a pipe."""

    def __init__(self, stdin: TextIO, paper: Paper) -> None:
        self._stdin = stdin
        self._paper = paper
        self.interactive = stdin.isatty() and paper.is_terminal

    def read(self, prompt: str) -> str | None:
        self._paper.flush()
        if self.interactive:
            try:
                return input(prompt)
            except EOFError:
                self._paper.write()
                return None
        line = self._stdin.readline()
        if not line:
            return None
        self._paper.write(prompt + line.rstrip("\n"))
        return line

    def where(self) -> None:
        return None


class Script:
    """Orders from a file, then from somewhere else if somebody sits there."""

    def __init__(self, path: Path, paper: Paper, then: Source) -> None:
        self._path = path
        self._lines: Iterator[tuple[int, str]] = iter(list(enumerate(read_text(path).splitlines(), start=1)))
        self._paper = paper
        self._then = then
        self._line = 0
        self._over = False

    @property
    def interactive(self) -> bool:
        return self._over and self._then.interactive

    def read(self, prompt: str) -> str | None:
        if not self._over:
            for number, line in self._lines:
                self._line = number
                if without_comment(line):
                    self._paper.write(prompt + line)
                    return line
            self._over = True
        return self._then.read(prompt) if self._then.interactive else None

    def where(self) -> tuple[str, int] | None:
        return None if self._over else (str(self._path), self._line)


def complete_with(words: Callable[[], Iterable[str]]) -> None:
    """Where there is readline, let the tab key complete what may be typed and the arrow keys bring lines back."""
    try:
        import readline
    except ImportError:
        return

    def completer(text: str, state: int) -> str | None:
        found = sorted(w for w in words() if w.lower().startswith(text.lower()))
        return f"{found[state]} " if state < len(found) else None

    readline.set_completer_delims(" ,")
    readline.set_completer(completer)
    readline.parse_and_bind("tab: complete")


def without_comment(line: str) -> str:
    return re.sub(r"(^|\s)#.*", "", line).strip()
