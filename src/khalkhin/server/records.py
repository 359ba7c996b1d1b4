"""Records over HTTP: taking one along, and bringing one to be shown.

While a game runs its record stays here: it has the dice and the secret decisions. A seat can take along what it sees.
"""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError, RecordError
from khalkhin.engine.record import Replayed, read_header, replay_as_far, write
from khalkhin.server.audience import name_of
from khalkhin.server.history import lies_open
from khalkhin.server.http import Problem, answer, read_body
from khalkhin.server.live import LiveTable
from khalkhin.server.loading import whole_record
from khalkhin.server.tables_api import open_table, settings_of, tables_of

TEXT = "text/plain"
LARGEST = 2 * 1024 * 1024
"""Bytes of a record: a game of ten thousand decisions has a quarter of that."""
SECONDS = 30.0
"""How long a record may take to be proven."""
WAITING = 4
"""Records that are being proven or wait for it, all clients together: each keeps the processor busy."""


async def record(request: Request) -> Response:
    """The whole record of a game that lies open, else what the asker sees.

    Of a game that today's rules have halted a seat gets the whole record too: here it cannot be played on any more.
    """
    table, side = await open_table(request)
    if not table.kept:
        raise Problem(404, "server.not-kept")
    if lies_open(table) or (table.stopped is not None and side is not None):
        if table.stopped is not None:
            text = await asyncio.to_thread(whole_record, await table.stored())
        else:
            text = await asyncio.to_thread(write, table.match)
        return _attachment(text, TEXT, f"{table.row.game}-{table.id}.txt")
    seen = await asyncio.to_thread(json.dumps, own_view(table, side), ensure_ascii=False, indent=1)
    return _attachment(seen, "application/json", f"{table.row.game}-{table.id}-{name_of(side)}.json")


def own_view(table: LiveTable, side: str | None) -> dict[str, Any]:
    """Everything an audience has been told of a running game."""
    sight = table.sights[side]
    return {"table": table.info(side), "number": sight.number, "view": sight.view, "log": list(sight.lines.lines)}


def _attachment(content: str, media: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="khalkhin-{name}"', "Cache-Control": "no-store"}
    return Response(content, headers=headers, media_type=media)


# -- bringing one ------------------------------------------------------------------------------------------------------


class _Door:
    """Lets records in to be proven, one after the other, and not too many."""

    def __init__(self) -> None:
        self._inside = 0
        self._turn = asyncio.Lock()

    async def prove(self, text: str) -> Replayed:
        if self._inside >= WAITING:
            raise Problem(503, "server.records-busy")
        self._inside += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(prove, text)
        finally:
            self._inside -= 1


async def bring(request: Request) -> Response:
    """A record to be shown: proven line by line, then stored as a table that is only to be watched."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != TEXT:
        raise Problem(415, "server.not-text-type", found=kind or "-", expected=TEXT)
    body = await read_body(request, min(LARGEST, settings_of(request).limits.record_bytes))
    found = await _door(request).prove(_decoded(body))
    return answer({"id": await tables_of(request).keep(found.match, rest=found.rest)}, 201)


def _door(request: Request) -> _Door:
    state = request.app.state
    if not hasattr(state, "records_door"):
        state.records_door = _Door()
    door: _Door = state.records_door
    return door


def _decoded(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(body[: error.start].count(b"\n") + 1, "record.not-text") from None


def prove(text: str, seconds: float = SECONDS) -> Replayed:
    """The game that a record tells, or the first line that is wrong with it; of an older edition as far as it goes."""
    header = read_header(text)
    try:
        game = library.get(header.game)
    except KhalkhinError as error:
        raise RecordError(header.at["game"], "record.start", error=error) from None
    latest = time.monotonic() + seconds

    def in_time(line: int) -> None:
        if time.monotonic() > latest:
            raise Problem(413, "server.record-slow", line=line, seconds=round(seconds))

    return replay_as_far(text, game, before_line=in_time)


routes = [
    Route("/api/tables/{id}/record", record),
    Route("/api/records", bring, methods=["POST"]),
]
