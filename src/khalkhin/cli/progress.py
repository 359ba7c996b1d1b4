"""How far a long run is: a line that renews itself on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import time
from typing import TextIO

from khalkhin.engine.words import Words

OFTEN, SELDOM = 0.2, 30.0
"""Seconds between two lines, on a terminal and elsewhere."""


class ProgressLine:
    """Knows when a line is due, and what is left of the time."""

    def __init__(self, stream: TextIO, words: Words, whole: int) -> None:
        self.stream, self.words, self.whole = stream, words, whole
        self.done = 0
        self._began = time.monotonic()
        self._shown = 0.0

    def due(self) -> bool:
        """Whether it is time for a line again; after the last step it always is."""
        waited = time.monotonic() - self._shown
        return waited >= (OFTEN if self.stream.isatty() else SELDOM) or self.done >= self.whole

    @property
    def rate(self) -> float:
        """Steps a second."""
        return self.done / max(time.monotonic() - self._began, 1e-9)

    def left(self) -> str:
        """How long it may still take, in words."""
        minutes, seconds = divmod(round((self.whole - self.done) / self.rate), 60)
        if minutes >= 60:
            return self.words.say("cli.progress.hours", {"hours": minutes // 60, "minutes": minutes % 60})
        return self.words.say("cli.progress.time", {"minutes": minutes, "seconds": seconds})

    def show(self, line: str) -> None:
        self._shown = time.monotonic()
        self.stream.write(f"\r\x1b[K{line}" if self.stream.isatty() else f"{line}\n")
        self.stream.flush()

    def clear(self) -> None:
        if self.stream.isatty():
            self.stream.write("\r\x1b[K")
            self.stream.flush()
