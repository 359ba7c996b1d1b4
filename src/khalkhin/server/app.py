"""The server as an ASGI application: routes of all parts, one way to refuse, one guard in front."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from khalkhin.engine.errors import KhalkhinError
from khalkhin.server import (
    analysis,
    art,
    battles,
    ending,
    gamedata,
    guides,
    health,
    history,
    lessons,
    openapi,
    pages,
    records,
    seats,
    tables_api,
)
from khalkhin.server.guard import Guard
from khalkhin.server.http import Problem, language_of, refusal
from khalkhin.server.measures import Measures
from khalkhin.server.settings import Settings
from khalkhin.server.store import open_store
from khalkhin.server.tables import Tables


def create_app(settings: Settings) -> Starlette:
    """A server for these settings. `app.state.settings` and `app.state.tables` are there for every part."""
    settings.load_modules()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tables = Tables(open_store(settings.database), settings)
        app.state.tables = tables
        app.state.health = health.Health(tables)
        app.state.analysts = analysis.Analysts(settings)
        await tables.start()
        try:
            yield
        finally:
            await app.state.analysts.stop()
            await tables.stop()

    app = Starlette(
        routes=[
            *tables_api.routes,
            *seats.routes,
            *history.routes,
            *lessons.routes,
            *battles.routes,
            *ending.routes,
            *analysis.routes,
            *records.routes,
            *gamedata.routes,
            *art.routes,
            *guides.routes,
            *openapi.routes,
            *health.routes,
            *pages.routes,
        ],
        exception_handlers={KhalkhinError: _refused, HTTPException: _not_there, Exception: _broken},
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.state.moves = seats.Moves()
    app.state.measures = Measures()
    app.add_middleware(Guard, settings=settings, measures=app.state.measures)
    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, KhalkhinError)
    return refusal(error, language_of(request))


async def _not_there(request: Request, error: Exception) -> Response:
    """An address nobody answers at, or not in this way."""
    assert isinstance(error, HTTPException)
    key = "server.no-method" if error.status_code == 405 else "server.no-page"
    problem = Problem(error.status_code, key, method=request.method, path=request.url.path[:80])
    answer = refusal(problem, language_of(request))
    answer.headers.update(error.headers or {})
    return answer


async def _broken(request: Request, error: Exception) -> Response:
    """A fault of the program: the log has the details, the client one sentence."""
    return refusal(Problem(500, "server.fault"), language_of(request))
