"""Many hands: work that is cut into pieces of its own is done by copies of this process, one for each core.

A copy inherits all that has been found out so far and sends nothing back but numbers, so nothing has to be written down
to be sent to it. The numbers come in the order of the pieces: how many hands there were makes no difference to them.
"""

from __future__ import annotations

import os
import signal
import struct
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO, TypeVar

T = TypeVar("T")

NUMBER = struct.Struct("d")


def results(work: Callable[[T], float], pieces: Sequence[T], cores: int) -> Iterator[float]:
    """What comes of each piece, one after the other. Whoever has heard enough may stop listening."""
    count = min(cores, len(pieces))
    if count < 2 or not hasattr(os, "fork"):
        yield from map(work, pieces)
        return
    hands = [_copy(work, pieces[n::count]) for n in range(count)]
    try:
        for n in range(len(pieces)):
            # A hand that is gone has failed or was taken: doing its piece here goes on, or tells what is wrong.
            number = hands[n % count].number()
            yield work(pieces[n]) if number is None else number
    finally:
        for hand in hands:
            hand.let_go()


@dataclass(frozen=True)
class _Hand:
    """A copy of this process at work."""

    process: int
    sends: BinaryIO

    def number(self) -> float | None:
        """The next one; None from a copy that has come to an end before it."""
        data = self.sends.read(NUMBER.size)
        return float(NUMBER.unpack(data)[0]) if len(data) == NUMBER.size else None

    def let_go(self) -> None:
        self.sends.close()
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


def _copy(work: Callable[[T], float], pieces: Sequence[T]) -> _Hand:
    """Another process with the same memory, that does its pieces and is gone."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # A fork may hang on what other threads have locked: the copy only counts and writes to its pipe.
        warnings.simplefilter("ignore", DeprecationWarning)
        process = os.fork()
    if process:
        os.close(writing)
        return _Hand(process, os.fdopen(reading, "rb"))
    try:
        for piece in pieces:
            os.write(writing, NUMBER.pack(work(piece)))
    finally:
        # Nothing that this process was about to do is done twice: no cleaning up, no half-written line.
        os._exit(0)
