"""Threads for long work, apart from those that decisions need: whoever looks at the past holds up nobody who plays."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, TypeVar, cast

from khalkhin.server.http import Problem

T = TypeVar("T")

HISTORY_SECONDS = 20.0
LOADING_SECONDS = 120.0
RECORD_SECONDS = 30.0
"""How long one piece of work may take."""
MANY = 20_000
"""Decisions, with those taken back, from which on a table is loaded apart: short games do not wait for long ones."""


class Watch:
    """Ends work in a thread whose time is over, or when the server stops; the work calls it every so often."""

    def __init__(self, seconds: float, stopping: Event) -> None:
        self._seconds = seconds
        self._latest = time.monotonic() + seconds
        self._stopping = stopping

    def __call__(self) -> None:
        if self._stopping.is_set():
            raise Problem(503, "server.stopping")
        if time.monotonic() > self._latest:
            raise Problem(503, "server.too-long", seconds=round(self._seconds))


class Pool:
    """One thread for one kind of work, and so many jobs that wait for it. Work with a key is done once for all who ask
    for it at the same time."""

    def __init__(self, name: str, seconds: float, waiting: int, busy: str = "server.busy") -> None:
        self._threads = ThreadPoolExecutor(1, name)
        self._seconds = seconds
        self._most = 1 + waiting
        self._busy = busy
        self._stopping = Event()
        self._jobs: dict[Hashable, asyncio.Future[Any]] = {}

    async def run(self, key: Hashable, work: Callable[[Watch], T]) -> T:
        """What the work gives; refused where too much waits already."""
        if self._stopping.is_set():
            raise Problem(503, "server.stopping")
        job = self._jobs.get(key)
        if job is None:
            if len(self._jobs) >= self._most:
                raise Problem(503, self._busy)
            job = self._jobs[key] = asyncio.get_running_loop().run_in_executor(self._threads, self._begin, work)
            job.add_done_callback(lambda done: self._finished(key, done))
        # Whoever asked may go away; the others still wait.
        try:
            return cast(T, await asyncio.shield(job))
        except asyncio.CancelledError:
            if job.cancelled() and self._stopping.is_set():
                raise Problem(503, "server.stopping") from None
            raise

    def _begin(self, work: Callable[[Watch], T]) -> T:
        watch = Watch(self._seconds, self._stopping)
        watch()
        return work(watch)

    def _finished(self, key: Hashable, job: asyncio.Future[Any]) -> None:
        del self._jobs[key]
        if not job.cancelled():
            job.exception()  # whoever asked may have gone away: then nobody else takes it

    @property
    def waiting(self) -> int:
        """Jobs that wait or are being done."""
        return len(self._jobs)

    def stop(self) -> None:
        """End what is being done as soon as it looks at its watch, and begin nothing more."""
        self._stopping.set()
        self._threads.shutdown(wait=False, cancel_futures=True)


class Pools:
    """The pools of a server."""

    def __init__(self) -> None:
        self.history = Pool("history", HISTORY_SECONDS, 100)
        self.records = Pool("records", RECORD_SECONDS, 3, "server.records-busy")
        self._loading = Pool("loading", LOADING_SECONDS, 200)
        self._loading_long = Pool("loading-long", LOADING_SECONDS, 20)
        self._all = self.history, self.records, self._loading, self._loading_long

    def loading(self, said: int) -> Pool:
        """The pool in which a table is loaded where so many decisions were taken and taken back."""
        return self._loading if said < MANY else self._loading_long

    def waiting(self) -> int:
        """Jobs that wait or are being done in any of them."""
        return sum(pool.waiting for pool in self._all)

    def stop(self) -> None:
        for pool in self._all:
            pool.stop()
