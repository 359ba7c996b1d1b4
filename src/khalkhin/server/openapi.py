"""The API described for machines, as OpenAPI 3.1. Tests hold it against the routes, and ask the server by it."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import khalkhin
from khalkhin.server.descriptions import described
from khalkhin.server.schemas import SCHEMAS, TEXT, Schema, ref
from khalkhin.server.shelf import JSON, SVG, WEBP, Page, Shelf, page, send

PLAIN = "text/plain"
SHELF = Shelf()
Operation = dict[str, Any]


def _parameter(name: str, where: str, schema: Schema, about: str) -> Schema:
    return {"name": name, "in": where, "required": where == "path", "schema": schema, "description": about}


LANG = _parameter("lang", "query", TEXT, "A language, such as en or pt; without it that of Accept-Language.")
CODE = _parameter("code", "path", TEXT, "The code of a game, such as bkg.")
SCENARIO = _parameter("scenario", "path", TEXT, "The name of a scenario, such as august-1939.")
ID = _parameter("id", "path", {"type": "string", "minLength": 1}, "The id of a table.")
EYES = _parameter(
    "eyes",
    "query",
    TEXT,
    "A side, spectators, or everybody, who sees both sides: when the game is over all may look as anybody.",
)
_SCALE = {"type": "integer", "enum": [1, 2]}
SCALE = _parameter("scale", "path", _SCALE, "Pixels for a unit of the map.")
N = _parameter("n", "path", {"type": "integer", "minimum": 0}, "The number of a position.")
_WHOLE = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}
SINCE = _parameter("since", "query", _WHOLE, "How many lines of the log the asker has: only later ones are sent.")
NUMBER = _parameter("number", "query", _WHOLE, "The position number at which the asker had them.")
VERB = _parameter("verb", "query", TEXT, "What would be said; without it every way is tried.")
HEX = _parameter("hex", "query", TEXT, "The printed number of a hex where it may go.")
SAID_NOUN = _parameter("noun", "query", TEXT, "A hex, counter, number or word.")


def _gives(about: str, **media: Schema) -> Schema:
    """An answer with one or several types of content."""
    return {"description": about, "content": {_MEDIA[name]: {"schema": schema} for name, schema in media.items()}}


_MEDIA = {"json": JSON, "svg": SVG, "webp": WEBP, "text": PLAIN}


_BYTES: Schema = {"type": "string", "format": "binary"}
REFUSED = _gives("Refused: one sentence says what is wrong and what was expected.", json=ref("Error"))
UNCHANGED = {"description": "The asker has it already (If-None-Match)."}


def _get(what: str, given: Schema, *parameters: Schema, seat: bool = False, marked: bool = False) -> Operation:
    """Asking. `seat`: a seat's token makes a difference; `marked`: the answer has an ETag."""
    unchanged = {"304": UNCHANGED} if marked else {}
    return {
        "summary": what,
        "parameters": [*parameters, LANG],
        "responses": {"200": given, **unchanged, "4XX": REFUSED},
        **({"security": [{}, {"seat": []}]} if seat else {}),
    }


def _post(
    what: str, sent: str | Schema, status: str, given: Schema, *parameters: Schema, seat: bool = False
) -> Operation:
    content = {JSON: {"schema": ref(sent)}} if isinstance(sent, str) else sent
    return {
        "summary": what,
        "parameters": [*parameters, LANG],
        "requestBody": {"required": True, "content": content},
        "responses": {status: given, "4XX": REFUSED, "503": REFUSED},
        **({"security": [{"seat": []}]} if seat else {}),
    }


_GAMES = {
    "/api/games": {
        "get": _get(
            "The games there are, with their scenarios, options and sides.",
            _gives("Games.", json=ref("Games")),
            marked=True,
        )
    },
    "/api/games/{code}/briefings/{scenario}": {
        "get": _get(
            "What each side should know before a scenario.",
            _gives("The briefings.", json=ref("Briefings")),
            CODE,
            SCENARIO,
            marked=True,
        )
    },
    "/api/words": {
        "get": _get(
            "The words of the browser's pages in one language, by key.",
            _gives("Words.", json=ref("Words")),
            marked=True,
        )
    },
    "/api/games/{code}/sheet": {
        "get": _get(
            "All that is printed of a game: map, counters, charts, rules, words.",
            _gives("The sheet.", json=ref("GameSheet")),
            CODE,
            marked=True,
        )
    },
    "/api/games/{code}/map.svg": {
        "get": _get("The map as SVG, to be put into a page.", _gives("A drawing.", svg=TEXT), CODE, marked=True)
    },
    "/api/games/{code}/counters.svg": {
        "get": _get("Counters, markers and states as SVG symbols.", _gives("A drawing.", svg=TEXT), CODE, marked=True)
    },
    "/api/games/{code}/cover.svg": {
        "get": _get("The picture on the box, drawn.", _gives("A drawing.", svg=TEXT), CODE, marked=True)
    },
    "/api/games/{code}/cover.webp": {
        "get": _get("The picture on the box.", _gives("A picture.", webp=_BYTES), CODE, marked=True)
    },
    "/api/games/{code}/ground@{scale}.webp": {
        "get": _get("The ground under the map.", _gives("A picture.", webp=_BYTES), CODE, SCALE, marked=True)
    },
}

_NEW = {
    "/api/tables": {
        "post": _post(
            "Set up a table. The answer has a token for each seat that a person is to take.",
            "TableOrder",
            "201",
            _gives("It is there.", json=ref("NewTable")),
        )
    },
    "/api/records": {
        "post": _post(
            "Upload a record to watch it. Every line of it is proven first.",
            {PLAIN: {"schema": {"type": "string", "maxLength": 2 * 1024 * 1024}}},
            "201",
            _gives("It is proven, and a table shows it.", json=ref("NewRecord")),
        )
    },
    "/api/lessons": {
        "get": _get("The lessons of every game, and the first battles.", _gives("Lessons.", json=ref("Lessons"))),
        "post": _post(
            "Begin a lesson, or go on with it at a step. Its table is kept in memory only.",
            "LessonOrder",
            "201",
            _gives("It is there.", json=ref("NewTable")),
        ),
    },
    "/api/battles": {
        "post": _post(
            "Begin the first battle of a game: a table like any other, with everybody placed, and a computer opponent.",
            "BattleOrder",
            "201",
            _gives("It is there.", json=ref("NewBattle")),
        )
    },
    "/api/status": {
        "post": _post(
            "How several tables stand: whose turn it is, and whether anything is asked of you.",
            "StatusQuestion",
            "200",
            _gives("A line for each table.", json=ref("Status")),
        )
    },
}

_TABLE = {
    "/api/tables/{id}": {
        "get": _get("Who plays what at a table.", _gives("The table.", json=ref("TableInfo")), ID, seat=True),
        "delete": _post(
            "Delete the table: at once where no other person sits, else when all who sit there have asked for it.",
            "Deletion",
            "200",
            _gives("Whether it is deleted.", json=ref("Deleted")),
            ID,
            seat=True,
        ),
    },
    "/api/tables/{id}/view": {
        "get": _get(
            "What the seat, or a spectator, sees now, with the prompt and every legal answer.",
            _gives("The view.", json=ref("ViewMessage")),
            ID,
            SINCE,
            NUMBER,
            seat=True,
        )
    },
    "/api/tables/{id}/invitation": {
        "get": _get(
            "Which seat an invitation is for; the invitation is sent where a seat's token would be.",
            _gives("The invitation.", json=ref("Invitation")),
            ID,
            seat=True,
        )
    },
    "/api/tables/{id}/seats": {
        "post": _post(
            "Sit down: by an invitation, which is then used up, or by a code for a seat that moves to another device.",
            "SeatTaking",
            "200",
            _gives("The seat.", json=ref("TakenSeat")),
            ID,
        )
    },
    "/api/tables/{id}/invitations": {
        "post": _post(
            "Withdraw an invitation, or a seat whose holder has not decided anything yet, and invite anew.",
            "InvitationOrder",
            "200",
            _gives("The invitation.", json=ref("NewInvitation")),
            ID,
            seat=True,
        )
    },
    "/api/tables/{id}/moves": {
        "post": _post(
            "A code by which the seat is moved to another device.",
            "SeatMove",
            "200",
            _gives("The code.", json=ref("MoveCode")),
            ID,
            seat=True,
        )
    },
    "/api/tables/{id}/decisions": {
        "post": _post(
            "Take back some decisions and take others. If one is refused nothing happens.",
            "Decisions",
            "200",
            _gives("Done.", json=ref("Done")),
            ID,
            seat=True,
        )
    },
    "/api/tables/{id}/orders": {
        "post": _post(
            "Decide by an order typed as in the terminal, such as `64/23 2409`.",
            "Line",
            "200",
            _gives("Done.", json=ref("Done")),
            ID,
            seat=True,
        )
    },
    "/api/tables/{id}/dice": {
        "post": _post(
            "Promise a share of the dice, or show the one that was promised: `asks` of the table says what is wanted.",
            "PutInDice",
            "200",
            _gives("Done.", json=ref("DiceAnswer")),
            ID,
            seat=True,
        )
    },
    "/api/tables/{id}/why": {
        "get": _get(
            "Why a decision is not allowed: the rule and the reason.",
            _gives("Reasons.", json=ref("Why")),
            ID,
            VERB,
            SAID_NOUN,
            seat=True,
        )
    },
    "/api/tables/{id}/overlays": {
        "get": _get(
            "What can be laid over the map: zones of control, objectives, lines of supply.",
            _gives("Overlays.", json=ref("Overlays")),
            ID,
            seat=True,
        )
    },
    "/api/tables/{id}/prospects": {
        "get": _get(
            "The attacks that what the asker has in hand would join from a hex, with their odds.",
            _gives("Prospects.", json=ref("ProspectsAnswer")),
            ID,
            HEX,
            seat=True,
        )
    },
    "/api/tables/{id}/hint": {
        "post": _post(
            "A hint: what the planner would do in this seat, and why.",
            "HintQuestion",
            "200",
            _gives("A hint.", json=ref("Hint")),
            ID,
            seat=True,
        )
    },
    "/api/tables/{id}/practice": {
        "post": _post(
            "At a lesson: play on from here against the computer, at a table that is kept in memory only.",
            "Practice",
            "201",
            _gives("It is there.", json=ref("NewTable")),
            ID,
            seat=True,
        )
    },
    "/api/tables/{id}/frames": {
        "get": _get(
            "The positions of the game so far, to rewind to.",
            _gives("Frames.", json=ref("Frames")),
            ID,
            EYES,
            seat=True,
            marked=True,
        )
    },
    "/api/tables/{id}/frames/{n}": {
        "get": _get(
            "One of these positions.", _gives("The frame.", json=ref("Frame")), ID, N, EYES, seat=True, marked=True
        )
    },
    "/api/tables/{id}/ending": {
        "get": _get(
            "How the game ended: the arithmetic of the victory, the course, the check of the dice.",
            _gives("The ending.", json=ref("Ending")),
            ID,
            seat=True,
            marked=True,
        )
    },
    "/api/tables/{id}/analysis": {
        "get": _get(
            "What decided a game that is over, or how far the answer is: ask again until it is done.",
            _gives("The analysis.", json=ref("AnalysisAnswer")),
            ID,
            seat=True,
            marked=True,
        )
    },
    "/api/tables/{id}/record": {
        "get": _get(
            "The record of a game that is over; of a running one what the asker sees.",
            _gives("A file.", text=TEXT, json=ref("OwnView")),
            ID,
            seat=True,
        )
    },
}

_SELF = {
    "/api/openapi.json": {"get": _get("This description.", _gives("OpenAPI.", json={"type": "object"}), marked=True)}
}


def document() -> dict[str, Any]:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Khalkhin",
            "version": khalkhin.__version__,
            "description": "Hex-and-counter wargames of the 1939-41 Soviet-Japanese border war: games, tables, seats. "
            "Live play goes over a WebSocket at /api/tables/{id}/socket, which says the same things.",
        },
        "paths": {**_GAMES, **_NEW, **_TABLE, **_SELF},
        "components": {
            "schemas": described(SCHEMAS),
            "securitySchemes": {
                "seat": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A seat's token; without one a spectator asks.",
                }
            },
        },
    }


async def openapi(request: Request) -> Response:
    return send(request, await SHELF.get("openapi", _page))


def _page() -> Page:
    return page(document())


routes = [Route("/api/openapi.json", openapi)]
