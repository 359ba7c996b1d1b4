"""Rewinding: the list of positions that can be looked at again, and any of them."""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from khalkhin.server.audience import SPECTATORS
from khalkhin.server.http import Problem
from khalkhin.server.live import LiveTable
from khalkhin.server.loading import watched
from khalkhin.server.pools import Pools, Watch
from khalkhin.server.shelf import Page, page, send
from khalkhin.server.tables_api import open_table, pools_of
from khalkhin.server.timeline import Timeline, last_turn, marks

EVERYBODY = "everybody"
"""The eyes of both sides at once."""
QUICK = 4
"""How hard answers are packed that are made for one reader."""
_TIMELINES: WeakKeyDictionary[LiveTable, Timeline] = WeakKeyDictionary()
"""Kept as long as their tables are in memory."""
_COMING: WeakKeyDictionary[LiveTable, asyncio.Task[None]] = WeakKeyDictionary()
"""Those that are being brought up to now."""


async def timeline_of(table: LiveTable, pools: Pools) -> Timeline:
    """The past of a table up to now. It is worked out once for all who ask meanwhile."""
    if not table.kept:
        raise Problem(404, "server.not-kept")
    wanted = table.entries
    while (found := _TIMELINES.get(table)) is None or found.entries < wanted:
        coming = _COMING.get(table)
        if coming is None:
            coming = _COMING[table] = asyncio.create_task(_come_up(table, pools))
            coming.add_done_callback(lambda done: _come(table, done))
        await asyncio.shield(coming)
    return found


async def _come_up(table: LiveTable, pools: Pools) -> None:
    """Bring the past of a table up to now; what was worked out before the time was over is kept."""
    entries, dice = await table.stored_entries(), table.match.state.dice

    def follow(watch: Watch) -> None:
        found = _TIMELINES.get(table)
        if found is None:
            found = _TIMELINES[table] = Timeline(table.row, table.stopped)
        found.follow(entries, dice, watch)

    await pools.history.run((table.id, "follow"), follow)


def _come(table: LiveTable, task: asyncio.Task[None]) -> None:
    del _COMING[table]
    if not task.cancelled():
        task.exception()  # whoever asked may have gone away: then nobody else takes it


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
    pools = pools_of(request)
    timeline = await timeline_of(table, pools)
    key = table.id, timeline.entries, eyes, everything, side
    return send(request, await pools.history.run(key, lambda _: _listed(timeline, eyes, everything, side)))


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
    pools, everything = pools_of(request), lies_open(table)
    timeline = await timeline_of(table, pools)
    named = request.query_params.get("eyes") == EVERYBODY or (eyes is None and watched(table.row))

    def look(_: Watch) -> Page | None:
        found = timeline.look(eyes, everything, n, named)
        if found is None:
            return None
        seen, since, until = found
        return page({"n": n, "view": seen, "log": table.sights[eyes].lines.lines[since:until]}, effort=QUICK)

    shown = await pools.history.run((table.id, timeline.entries, eyes, everything, named, n), look)
    if shown is None:
        raise Problem(404, "server.no-frame", n=n)
    return send(request, shown)


routes = [
    Route("/api/tables/{id}/frames", frames),
    Route("/api/tables/{id}/frames/{n:whole}", frame),
]
