"""What can be learned from a game that is over: found out in a process of its own, as long as somebody waits for it."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from khalkhin.engine.record import write
from khalkhin.server.http import Problem, answer
from khalkhin.server.limits import client_of
from khalkhin.server.live import LiveTable
from khalkhin.server.settings import Settings
from khalkhin.server.shelf import Page, page, send
from khalkhin.server.tables_api import open_table
from khalkhin.server.turns import Turn
from khalkhin.server.workers import NICEST, Failed, Worker

LOG = logging.getLogger("khalkhin.server")
GONE = 20.0
"""Seconds after which nobody waits any more who has not asked again."""
MOST_EACH = 3
"""Analyses that one client may have asked for and not got yet."""
LOOK = 0.5
"""Seconds between two looks at whether anybody waits."""


@dataclass
class Job:
    """One analysis: on its way, or done."""

    seconds: float
    client: str
    asked: float = field(default_factory=time.monotonic)
    """When somebody asked for it last."""
    share: float = 0.0
    begun: bool = False
    failed: bool = False
    made: Page | None = None
    task: asyncio.Task[None] | None = None

    def question(self, record: str) -> dict[str, Any]:
        """What the process is asked, when its turn has come."""
        self.begun = True
        return {"record": record, "seconds": self.seconds}

    @property
    def ended(self) -> bool:
        return self.failed or self.made is not None

    def progress(self, share: float) -> None:
        self.share = share

    def data(self) -> dict[str, Any]:
        """How far it is."""
        state = "failed" if self.failed else "working" if self.begun else "waiting"
        return {"state": state, "progress": self.share, "analysis": None}


class Analysts:
    """Makes analyses one after the other. Those of tables that are in memory are kept."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.analysis_seconds
        self._worker = Worker(settings, NICEST)
        self._jobs: WeakKeyDictionary[LiveTable, Job] = WeakKeyDictionary()
        self._running: set[asyncio.Task[None]] = set()

    def ask(self, table: LiveTable, client: str) -> Job:
        """The analysis of a table as far as it is; whoever asks first has it begun."""
        job = self._jobs.get(table)
        if job is None:
            if sum(other.client == client and not other.ended for other in self._jobs.values()) >= MOST_EACH:
                raise Problem(503, "server.busy")
            job = self._jobs[table] = Job(self._seconds, client)
            job.task = asyncio.create_task(self._make(table, job))
            self._running.add(job.task)
            job.task.add_done_callback(self._running.discard)
        job.asked = time.monotonic()
        return job

    async def stop(self) -> None:
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._worker.stop()

    async def _make(self, table: LiveTable, job: Job) -> None:
        """Have it found out; when nobody waits for it any more it is given up, and can be asked for again."""
        record = await asyncio.to_thread(write, table.match)
        turn = Turn(job.client, table.id)
        asking = asyncio.create_task(self._worker.ask(turn, lambda: job.question(record), job.seconds, job.progress))
        try:
            while not asking.done() and time.monotonic() - job.asked < GONE:
                await asyncio.wait({asking}, timeout=LOOK)
            if not asking.done():
                del self._jobs[table]
                return
            done = {"state": "done", "progress": 1.0, "analysis": asking.result()["analysis"]}
            job.made = await asyncio.to_thread(page, done)
        except Failed as error:
            LOG.warning("table %s cannot be analysed: %s", table.id, error)
            job.failed = True
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            if len(self._running) == 1:
                await self._worker.stop()  # nobody else waits: the process is not needed for now


async def analysis(request: Request) -> Response:
    """The analysis of a game that is over, or how far it is: whoever wants it asks again until it is done."""
    table, _ = await open_table(request)
    if not table.match.over:
        raise Problem(409, "server.not-over")
    if not table.kept:
        raise Problem(404, "server.not-kept")
    analysts: Analysts = request.app.state.analysts
    job = analysts.ask(table, client_of(request.scope))
    return answer(job.data()) if job.made is None else send(request, job.made)


routes = [Route("/api/tables/{id}/analysis", analysis)]
