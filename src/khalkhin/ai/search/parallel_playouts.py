"""Playouts on several cores: a parallel map over forked processes; results come back in order.

A fork inherits all that was worked out so far and sends back nothing but floats, so nothing has to be pickled. The
number of processes makes no difference to the results.
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

FLOAT = struct.Struct("d")


def fork_map(work: Callable[[T], float], tasks: Sequence[T], cores: int) -> Iterator[float]:
    """`work` of each task, one after the other. Whoever has heard enough may stop listening."""
    count = min(cores, len(tasks))
    if count < 2 or not hasattr(os, "fork"):
        yield from map(work, tasks)
        return
    forks = [_fork(work, tasks[n::count]) for n in range(count)]
    try:
        for n in range(len(tasks)):
            # A fork that is gone has failed or was killed: doing its task here goes on, or tells what is wrong.
            result = forks[n % count].next_result()
            yield work(tasks[n]) if result is None else result
    finally:
        for fork in forks:
            fork.end()


@dataclass(frozen=True)
class _Fork:
    """A copy of this process at work."""

    process: int
    pipe: BinaryIO

    def next_result(self) -> float | None:
        """None from a fork that has ended before it."""
        data = self.pipe.read(FLOAT.size)
        return float(FLOAT.unpack(data)[0]) if len(data) == FLOAT.size else None

    def end(self) -> None:
        self.pipe.close()
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


def _fork(work: Callable[[T], float], tasks: Sequence[T]) -> _Fork:
    """Another process with the same memory, that does its tasks and is gone."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # A fork may hang on what other threads have locked: this one only counts and writes to its pipe.
        warnings.simplefilter("ignore", DeprecationWarning)
        process = os.fork()
    if process:
        os.close(writing)
        return _Fork(process, os.fdopen(reading, "rb"))
    try:
        for task in tasks:
            os.write(writing, FLOAT.pack(work(task)))
    finally:
        # Nothing that this process was about to do is done twice: no cleaning up, no half-written line.
        os._exit(0)
