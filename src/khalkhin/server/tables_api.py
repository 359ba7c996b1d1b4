"""Tables over HTTP: making them, looking at them, deciding, asking why."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from khalkhin.engine.errors import KhalkhinError
from khalkhin.server.answers import (
    done_data,
    overlays_data,
    prospects_data,
    refused_at,
    view_message,
    vocabulary,
    why_data,
)
from khalkhin.server.fields import Fields
from khalkhin.server.http import Problem, answer, language_of, read_json, reason_data, token_of, words
from khalkhin.server.limits import client_of
from khalkhin.server.live import LiveTable
from khalkhin.server.pools import Pools
from khalkhin.server.settings import Settings
from khalkhin.server.socket import table_socket
from khalkhin.server.store import SeatRow
from khalkhin.server.tables import TableRequest, Tables

LONGEST_PACE = 60.0
LONGEST_THOUGHT = 60.0
LONGEST_NAME = 40
LONGEST_LINE = 500


def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def settings_of(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def pools_of(request: Request) -> Pools:
    return tables_of(request).pools


async def open_table(request: Request) -> tuple[LiveTable, str | None]:
    """The table of a request, and the side whose seat token it carries (None: a spectator)."""
    table = await tables_of(request).open(request.path_params["id"])
    side = table.side_of(token_of(request))
    table.looked(side, client_of(request.scope))
    return table, side


async def body_of(request: Request) -> Fields:
    return Fields(await read_json(request, settings_of(request).limits.body_bytes))


# -- new tables --------------------------------------------------------------------------------------------------------


async def create_table(request: Request) -> Response:
    made = await tables_of(request).create(_order(await body_of(request)))
    return answer(made.data(), 201)


def _order(body: Fields) -> TableRequest:
    body.only("game", "scenario", "options", "seats", "seed", "pace", "unattended")
    return TableRequest(
        game=body.text("game"),
        scenario=body.optional_text("scenario"),
        options=body.table("options"),
        seats={side: _seat(body.inner("seats").inner(side)) for side in body.table("seats")},
        seed=body.optional_seed("seed"),
        pace=body.seconds("pace", LONGEST_PACE),
        unattended=body.flag("unattended"),
    )


def _seat(seat: Fields) -> SeatRow:
    seat.only("kind", "player", "name", "seconds", "invite")
    kind = seat.choice("kind", "human", "computer")
    player = seat.text("player") if kind == "computer" else None
    name, invited = tidy(seat.optional_text("name", LONGEST_NAME) or ""), kind == "human" and seat.flag("invite")
    return SeatRow(kind, player, name, seconds=seat.seconds("seconds", LONGEST_THOUGHT) or None, invited=invited)


def tidy(name: str) -> str:
    """A name without what cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


# -- looking -----------------------------------------------------------------------------------------------------------


async def table_info(request: Request) -> Response:
    table, side = await open_table(request)
    return answer(table.info(side))


async def table_view(request: Request) -> Response:
    """The view message. With `since` and `number` only the lines of the log come that the client has not got."""
    table, side = await open_table(request)
    sight = table.sights[side]
    since, number = (_query_whole(request, name) for name in ("since", "number"))
    held = 0 if since is None or number is None else sight.lines.still_held(since, number)
    return Response(view_message(sight, held), media_type="application/json")


def _query_whole(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise Problem(400, "server.bad-field", field=name, kind="@server.kind.whole")
    return int(text)


async def table_why(request: Request) -> Response:
    table, side = await open_table(request)
    verb, noun = request.query_params.get("verb"), request.query_params.get("noun")
    with refused_at(table):
        why = await asyncio.to_thread(why_data, table, side, verb, noun, language_of(request))
        return answer({"why": why})


async def table_overlays(request: Request) -> Response:
    table, side = await open_table(request)
    return answer({"overlays": await asyncio.to_thread(overlays_data, table, side)})


async def table_prospects(request: Request) -> Response:
    """The attacks that what the asker has in hand would join from a hex."""
    table, side = await open_table(request)
    hex_ = request.query_params.get("hex", "")
    with refused_at(table):
        return answer({"prospects": await asyncio.to_thread(prospects_data, table, side, hex_)})


async def table_hint(request: Request) -> Response:
    """What the planner would do in the asker's place, and why."""
    table, side = await open_table(request)
    body = await body_of(request)
    body.only("seats")
    with refused_at(table):
        return answer(await tables_of(request).hints.ask(table, side, body, client_of(request.scope)))


async def status(request: Request) -> Response:
    """How several tables stand, for somebody who has seats at them. One that cannot be opened says why."""
    body = await body_of(request)
    body.only("tables")
    asked = body.items("tables", settings_of(request).limits.status_tables)
    return answer({"tables": [await _standing(request, one) for one in asked]})


async def _standing(request: Request, asked: Fields) -> dict[str, Any]:
    asked.only("id", "token")
    name, token = asked.text("id"), asked.optional_text("token")
    try:
        table = await tables_of(request).open(name)
        side = table.side_of(token)
    except KhalkhinError as error:
        return {"id": name, "error": reason_data(error.reason, language_of(request), error.game)}
    sight = table.sights[side]
    turn, phase, lines = sight.view["summary"]["turn"], sight.view["phase"], sight.lines.lines
    speech = words(language_of(request), table.game)
    return {
        **table.info(side),
        "side": side,
        "number": sight.number,
        "yours": side in sight.view["waiting"],
        "turn": sight.view["tracks"]["turn"],
        "phase": phase,
        "at": lines[-1]["at"] if lines else table.row.created,
        "result": sight.view["tracks"]["result"],
        "said": {"turn": speech.text(turn), "phase": speech.say(phase)},
    }


# -- deciding ----------------------------------------------------------------------------------------------------------


async def decide(request: Request) -> Response:
    table, side = await open_table(request)
    body = await body_of(request)
    body.only("number", "undo", "say")
    most = settings_of(request).limits.decisions
    undo = body.optional_whole("undo", most=most) or 0
    say = [one.said() for one in body.items("say", most)]
    with refused_at(table):
        done = await table.decide(side, body.whole("number"), undo, say)
        return answer(done_data(done, table.game, language_of(request)))


async def dice(request: Request) -> Response:
    """A seat promises a share of the dice, or shows the one that it promised."""
    table, side = await open_table(request)
    body = await body_of(request)
    body.only("promise", "share")
    promise, share = body.optional_text("promise"), body.optional_text("share")
    if (promise is None) == (share is None):
        raise Problem(400, "server.promise-or-share")
    with refused_at(table):
        if promise is not None:
            await table.promise_share(side, promise)
        else:
            await table.show_share(side, share or "")
    return answer({"dice": table.dice_data(side)})


async def order(request: Request) -> Response:
    table, side = await open_table(request)
    body = await body_of(request)
    body.only("number", "line")
    line, language = body.text("line", LONGEST_LINE), language_of(request)
    with refused_at(table):
        done = await table.order(side, body.whole("number"), line, vocabulary(table.game, language))
        return answer(done_data(done, table.game, language))


routes: list[BaseRoute] = [
    Route("/api/tables", create_table, methods=["POST"]),
    Route("/api/tables/{id}", table_info),
    Route("/api/tables/{id}/view", table_view),
    Route("/api/tables/{id}/why", table_why),
    Route("/api/tables/{id}/overlays", table_overlays),
    Route("/api/tables/{id}/prospects", table_prospects),
    Route("/api/tables/{id}/hint", table_hint, methods=["POST"]),
    Route("/api/tables/{id}/decisions", decide, methods=["POST"]),
    Route("/api/tables/{id}/orders", order, methods=["POST"]),
    Route("/api/tables/{id}/dice", dice, methods=["POST"]),
    Route("/api/status", status, methods=["POST"]),
    WebSocketRoute("/api/tables/{id}/socket", table_socket),
]
