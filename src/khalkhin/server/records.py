"""Records over HTTP: taking one along, and bringing one to be shown.

While a game runs its record stays here: it has the dice and the secret decisions. A seat can take along what it sees.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from hashlib import sha256
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
from khalkhin.server.pools import RECORD_SECONDS
from khalkhin.server.tables_api import open_table, pools_of, settings_of, tables_of

TEXT = "text/plain"
LARGEST = 2 * 1024 * 1024
"""Bytes of a record: a game of ten thousand decisions has a quarter of that."""


async def record(request: Request) -> Response:
    """The whole record of a game that lies open, else what the asker sees.

    Of a game that today's rules have halted a seat gets the whole record too: here it cannot be played on any more.
    """
    table, side = await open_table(request)
    if not table.kept:
        raise Problem(404, "server.not-kept")
    history = pools_of(request).history
    if lies_open(table) or (table.stopped is not None and side is not None):
        if table.stopped is not None:
            stored = await table.stored()
            text = await history.run((table.id, "whole"), lambda _: whole_record(stored))
        else:
            text = await history.run((table.id, "record"), lambda _: write(table.match))
        return _attachment(text, TEXT, f"{table.row.game}-{table.id}.txt")
    own = own_view(table, side)
    seen = await history.run(
        (table.id, "own", side, own["number"]), lambda _: json.dumps(own, ensure_ascii=False, indent=1)
    )
    return _attachment(seen, "application/json", f"{table.row.game}-{table.id}-{name_of(side)}.json")


def own_view(table: LiveTable, side: str | None) -> dict[str, Any]:
    """Everything an audience has been told of a running game."""
    sight = table.sights[side]
    return {"table": table.info(side), "number": sight.number, "view": sight.view, "log": list(sight.lines.lines)}


def _attachment(content: str, media: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="khalkhin-{name}"', "Cache-Control": "no-store"}
    return Response(content, headers=headers, media_type=media)


# -- bringing one ------------------------------------------------------------------------------------------------------


async def bring(request: Request) -> Response:
    """A record to be shown: proven line by line, then stored as a table that is only to be watched."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != TEXT:
        raise Problem(415, "server.not-text-type", found=kind or "-", expected=TEXT)
    body = await read_body(request, min(LARGEST, settings_of(request).limits.record_bytes))
    text, pool = _decoded(body), pools_of(request).records
    found = await pool.run(sha256(body).digest(), lambda watch: prove(text, watch=watch))
    made = await tables_of(request).keep(found.match, rest=found.rest)
    return answer({"id": made.id, "owner": made.owner}, 201)


def _decoded(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(body[: error.start].count(b"\n") + 1, "record.not-text") from None


def prove(text: str, seconds: float = RECORD_SECONDS, watch: Callable[[], None] = lambda: None) -> Replayed:
    """The game that a record tells, or the first line that is wrong with it; of an older edition as far as it goes."""
    header = read_header(text)
    try:
        game = library.get(header.game)
    except KhalkhinError as error:
        raise RecordError(header.at["game"], "record.start", error=error) from None
    latest = time.monotonic() + seconds

    def in_time(line: int) -> None:
        watch()
        if time.monotonic() > latest:
            raise Problem(413, "server.record-slow", line=line, seconds=round(seconds))

    return replay_as_far(text, game, before_line=in_time)


routes = [
    Route("/api/tables/{id}/record", record),
    Route("/api/records", bring, methods=["POST"]),
]
