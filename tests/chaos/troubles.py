"""What goes wrong. Each trouble lasts as long as it is held, and is over afterwards."""

from __future__ import annotations

import os
import resource
import signal
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tests.server.house import Sitter
from tests.server.test_crash import limit

if TYPE_CHECKING:
    from tests.chaos.storm import Storm

HALF_OPEN = 200
SLOW = 20
Trouble = Callable[["Storm"], Iterator[None]]


def killed(storm: Storm) -> Iterator[None]:
    """The power fails."""
    storm.server.kill()
    yield
    storm.start()


def stopped(storm: Storm) -> Iterator[None]:
    """It is restarted."""
    storm.server.process.terminate()
    assert storm.server.process.wait(60) == 0
    yield
    storm.start()


def disk_full(storm: Storm) -> Iterator[None]:
    """Nothing can be written to any file."""
    limit(storm.server, 0)
    yield
    limit(storm.server, resource.RLIM_INFINITY)


def locked(storm: Storm) -> Iterator[None]:
    """Another program writes to the database and does not come to an end."""
    with closing(sqlite3.connect(storm.file, timeout=30, isolation_level=None)) as line:
        line.execute("BEGIN IMMEDIATE")
        yield
        line.execute("ROLLBACK")


def workers_dead(storm: Storm) -> Iterator[None]:
    """All processes of computer players die."""
    for worker in _workers(storm):
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
    yield


def workers_hang(storm: Storm) -> Iterator[None]:
    """All processes of computer players stand still for a while."""
    found = _workers(storm)
    for worker in found:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGSTOP)
    yield
    for worker in found:
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGCONT)


def _workers(storm: Storm) -> list[int]:
    process = storm.server.process.pid
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def clock_jumps(storm: Storm) -> Iterator[None]:
    """It is an hour later, and then an hour earlier than it was."""
    storm.server.process.send_signal(signal.SIGUSR1)
    yield
    storm.server.process.send_signal(signal.SIGUSR1)


def half_open(storm: Storm) -> Iterator[None]:
    """Many connect and ask for half of something."""
    with ExitStack() as stack:
        for _ in range(HALF_OPEN):
            line = stack.enter_context(closing(socket.create_connection(("127.0.0.1", storm.server.port), 30)))
            with suppress(OSError):
                line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        yield


def slow_readers(storm: Storm) -> Iterator[None]:
    """Some look at a table and read nothing of what they are sent."""
    keys = [game.key for game in storm.crowd.games if game.key is not None]
    with ExitStack() as stack:
        for n in range(SLOW if keys else 0):
            sitter = Sitter(storm.server.port, keys[n % len(keys)].id, None)
            stack.callback(sitter.leave)
        yield


TROUBLES = (
    killed, stopped, disk_full, locked, workers_dead, workers_hang, clock_jumps, half_open, slow_readers,
)  # fmt: skip


@contextmanager
def trouble(kind: Trouble, storm: Storm) -> Iterator[None]:
    """Have it while something else is done."""
    yield from kind(storm)
