"""Rewinding: the list of positions that can be looked at again, and any of them."""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from khalkhin.server.audience import SPECTATORS
from khalkhin.server.http import Problem
from khalkhin.server.live import LiveTable
from khalkhin.server.loading import watched
from khalkhin.server.shelf import Page, page, send
from khalkhin.server.tables_api import open_table
from khalkhin.server.timeline import Timeline, last_turn, marks

EVERYBODY = "everybody"
"""The eyes of both sides at once."""
QUICK = 4
"""How hard answers are packed that are made for one reader."""
_TIMELINES: WeakKeyDictionary[LiveTable, Timeline] = WeakKeyDictionary()
"""Kept as long as their tables are in memory."""


async def timeline_of(table: LiveTable) -> Timeline:
    """The past of a table up to now."""
    if not table.kept:
        raise Problem(404, "server.not-kept")
    found = _TIMELINES.get(table)
    if found is None:
        found = _TIMELINES[table] = await asyncio.to_thread(Timeline, table.row, table.stopped)
    if found.entries < table.entries:
        entries = await table.stored_entries()
        await asyncio.to_thread(found.follow, entries)
    return found


def lies_open(table: LiveTable) -> bool:
    """Whether everybody may see everything: the game is over, or it is a record that somebody opened."""
    return table.match.over or all(seat.kind == "record" for seat in table.row.seats.values())


def eyes_of(request: Request, table: LiveTable, side: str | None) -> str | None:
    """Through whose eyes (None: the spectators') the asker looks: his own, or as he likes where everything is open."""
    asked = request.query_params.get("eyes")
    if asked is None:
        return side
    known = (*table.game.sides, SPECTATORS, EVERYBODY)
    if asked not in known:
        raise Problem(400, "server.unknown-eyes", eyes=asked[:40], known=", ".join(known))
    eyes = None if asked in (SPECTATORS, EVERYBODY) else asked
    if (eyes != side or asked == EVERYBODY) and not lies_open(table):
        raise Problem(403, "server.eyes-closed")
    return eyes


async def frames(request: Request) -> Response:
    table, side = await open_table(request)
    eyes, everything = eyes_of(request, table, side), lies_open(table)
    timeline = await timeline_of(table)
    return send(request, await asyncio.to_thread(_listed, timeline, eyes, everything, side))


def _listed(timeline: Timeline, eyes: str | None, everything: bool, side: str | None) -> Page:
    found = timeline.data(eyes, everything)
    return page(
        {
            "frames": found,
            "marks": marks(found),
            "mine": last_turn(found, side),
            "eyes": list(timeline.game.sides) if everything else [],
        },
        effort=QUICK,
    )


async def frame(request: Request) -> Response:
    table, side = await open_table(request)
    eyes, n = eyes_of(request, table, side), request.path_params["n"]
    timeline = await timeline_of(table)
    named = request.query_params.get("eyes") == EVERYBODY or (eyes is None and watched(table.row))
    found = await asyncio.to_thread(timeline.look, eyes, lies_open(table), n, named)
    if found is None:
        raise Problem(404, "server.no-frame", n=n)
    seen, since, until = found
    data: dict[str, Any] = {"n": n, "view": seen, "log": table.sights[eyes].lines.lines[since:until]}
    return send(request, await asyncio.to_thread(page, data, effort=QUICK))


routes = [
    Route("/api/tables/{id}/frames", frames),
    Route("/api/tables/{id}/frames/{n:int}", frame),
]
