"""How the server does, for whatever watches over it: does it write, does it take requests, figures of its work."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from khalkhin.server.http import Problem, answer, token_of
from khalkhin.server.measures import Measures
from khalkhin.server.settings import Settings
from khalkhin.server.store import StorageError
from khalkhin.server.tables import Tables

WRITE_SECONDS = 5.0
"""How long a write may take until the server counts as broken."""
FRESH_SECONDS = 1.0
"""For so long an answer is given again: whoever asks more often does not write more often."""
METRICS = "text/plain; version=0.0.4; charset=utf-8"


class Health:
    """Tries whether the server still stores what it is told."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._tried: asyncio.Task[bool] | None = None
        self._at = 0.0

    async def writes(self) -> bool:
        if self._tried is None or (self._tried.done() and time.monotonic() - self._at > FRESH_SECONDS):
            self._tried = asyncio.create_task(self._try())
        return await asyncio.shield(self._tried)

    async def _try(self) -> bool:
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await self._tables.try_store()
        except (StorageError, TimeoutError):
            return False
        finally:
            self._at = time.monotonic()
        return True


async def healthz(request: Request) -> Response:
    """Whether the server is alive: it answers, and its database takes what it writes."""
    health: Health = request.app.state.health
    writes = await health.writes()
    return answer({"alive": True, "writes": writes}, 200 if writes else 503)


async def readyz(request: Request) -> Response:
    """Whether requests should be sent here: not before it has started, and not when it is being stopped."""
    tables: Tables = request.app.state.tables
    return answer({"ready": not tables.stopping}, 503 if tables.stopping else 200)


async def metrics(request: Request) -> Response:
    """Figures in the format of Prometheus, for whoever has the token that the host has set."""
    settings: Settings = request.app.state.settings
    wanted, token = settings.metrics_token, token_of(request) or ""
    if wanted is None:
        raise Problem(404, "server.no-page", method=request.method, path=request.url.path)
    if not hmac.compare_digest(wanted.encode(), token.encode("utf-8", "surrogatepass")):
        raise Problem(401, "server.bad-token")
    tables: Tables = request.app.state.tables
    measures: Measures = request.app.state.measures
    count, size = await tables.size()
    lines = [*measures.lines(), *tables.lines(), *_kept(count, size)]
    return PlainTextResponse("\n".join(lines) + "\n", media_type=METRICS)


def _kept(count: int, size: int) -> Iterator[str]:
    yield "# TYPE khalkhin_tables gauge"
    yield f"khalkhin_tables {count}"
    yield "# TYPE khalkhin_database_bytes gauge"
    yield f"khalkhin_database_bytes {size}"


routes = [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)]
