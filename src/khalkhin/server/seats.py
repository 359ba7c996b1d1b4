"""Who sits where: seats taken by invitation, given anew, and moved to another device.

An invitation opens nothing by itself: with it a seat is taken, once, and whoever takes it gets a token of his own.
Until he has decided something the seat can be given to another; after that only he can move it, by a code short enough
to be typed.
"""

from __future__ import annotations

import hmac
import secrets
import time
from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from khalkhin.server.fields import Fields
from khalkhin.server.http import Problem, answer, token_of
from khalkhin.server.limits import client_of
from khalkhin.server.live import LiveTable, new_token, token_hash
from khalkhin.server.store import SeatRow
from khalkhin.server.tables_api import LONGEST_NAME, body_of, open_table, tables_of, tidy

CODE_SECONDS = 600
DIGITS = 6
TRIES = 5
"""Wrong codes after which those of a table are worth nothing: nobody finds one by trying."""


@dataclass
class Move:
    """A seat that is to be moved to another device."""

    code: str
    until: float
    tries: int = TRIES


class Moves:
    """The codes that are out. They are in memory only: after a restart one asks for another."""

    def __init__(self) -> None:
        self._moves: dict[tuple[str, str], Move] = {}

    def begin(self, table: LiveTable, side: str) -> Move:
        now = time.monotonic()
        self._moves = {seat: move for seat, move in self._moves.items() if move.until > now}
        move = Move(f"{secrets.randbelow(10**DIGITS):0{DIGITS}}", now + CODE_SECONDS)
        self._moves[table.id, side] = move
        return move

    def end(self, table: LiveTable, code: str) -> str:
        """The side that is moved by a code, which is then used up."""
        for side in table.row.seats:
            move = self._moves.get((table.id, side))
            if move is None or move.tries == 0 or time.monotonic() > move.until:
                continue
            if hmac.compare_digest(token_hash(move.code), token_hash(code)):
                del self._moves[table.id, side]
                return side
            move.tries -= 1
        raise Problem(403, "server.bad-code")


# -- what is asked -----------------------------------------------------------------------------------------------------


async def see_invitation(request: Request) -> Response:
    """What an invitation is for. It changes nothing: programs that look at links in letters may look."""
    table = await tables_of(request).open(request.path_params["id"])
    side = _invited(table, token_of(request) or "")
    return answer({"side": side})


async def take_seat(request: Request) -> Response:
    """Sit down by an invitation, or move one's own seat here by a code; the seat's token."""
    table = await tables_of(request).open(request.path_params["id"])
    body = await body_of(request)
    body.only("invitation", "code", "name")
    name = tidy(body.optional_text("name", LONGEST_NAME) or "")
    token = new_token()
    code = body.optional_text("code", DIGITS)
    side = (
        await _by_invitation(table, body, name, token) if code is None else await _by_code(request, table, code, token)
    )
    table.looked(side, client_of(request.scope))
    return answer({"side": side, "token": token})


async def _by_invitation(table: LiveTable, body: Fields, name: str, token: str) -> str:
    invitation = body.text("invitation")
    side = _invited(table, invitation)

    def sit(seat: SeatRow) -> SeatRow:
        if not hmac.compare_digest(seat.invitation, token_hash(invitation)):
            raise Problem(410, "server.invitation-used")  # two who came by it at once
        return replace(seat, invitation="", token_hash=token_hash(token), name=name or seat.name)

    await table.reseat(side, sit)
    return side


async def _by_code(request: Request, table: LiveTable, code: str, token: str) -> str:
    side = _moves(request).end(table, code)
    await table.reseat(side, lambda seat: replace(seat, token_hash=token_hash(token)))
    return side


async def invite(request: Request) -> Response:
    """Withdraw an invitation, or the seat itself where its holder has decided nothing yet, and invite anew."""
    table = await tables_of(request).open(request.path_params["id"])
    token = token_of(request)
    if token is None:
        raise Problem(403, "server.not-yours")
    _may_invite(table, token)
    body = await body_of(request)
    body.only("side")
    side = body.choice("side", *(side for side, seat in table.row.seats.items() if seat.invited))
    invitation = new_token()

    def give(seat: SeatRow) -> SeatRow:
        if not seat.invitation and table.has_decided(side):
            raise Problem(409, "server.seat-played")
        return replace(
            seat, invitation=token_hash(invitation), token_hash="", name=seat.name if seat.invitation else ""
        )

    await table.reseat(side, give)
    return answer({"side": side, "invitation": invitation})


async def move(request: Request) -> Response:
    """A code by which the asker's seat can be moved to another device."""
    table, side = await open_table(request)
    body = await body_of(request)
    body.only()
    if side is None:
        raise Problem(403, "server.spectator")
    if not table.kept:
        raise Problem(404, "server.not-kept")
    begun = _moves(request).begin(table, side)
    return answer({"code": begun.code, "seconds": CODE_SECONDS})


async def delete(request: Request) -> Response:
    """Delete the asker's table: at once where nobody else sits, else when all who sit there want it."""
    tables = tables_of(request)
    table = await tables.open(request.path_params["id"])
    token = token_of(request)
    if token is None:
        raise Problem(403, "server.spectator")
    held = _held(table, token)
    body = await body_of(request)
    body.only("seats")
    held |= {side for name in body.table("seats") if (side := table.side_of(body.inner("seats").text(name)))}
    missing = await tables.delete(table, held)
    return answer({"deleted": not missing, "waiting": missing})


def _held(table: LiveTable, token: str) -> set[str]:
    """The side that a token opens; none where it is the key of whoever made the table."""
    if hmac.compare_digest(table.row.owner, token_hash(token)):
        return set()
    side = table.side_of(token)
    return set() if side is None else {side}


def _moves(request: Request) -> Moves:
    moves: Moves = request.app.state.moves
    return moves


def _invited(table: LiveTable, invitation: str) -> str:
    """The side whose seat an invitation is for."""
    hashed = token_hash(invitation)
    found = [side for side, seat in table.row.seats.items() if hmac.compare_digest(seat.invitation, hashed)]
    if not found:
        raise Problem(410, "server.invitation-used")
    return found[0]


def _may_invite(table: LiveTable, token: str) -> None:
    """Whoever made the table may, and whoever sits there uninvited."""
    if hmac.compare_digest(table.row.owner, token_hash(token)):
        return
    side = table.side_of(token)
    if side is None or table.row.seats[side].invited:
        raise Problem(403, "server.not-yours")


routes: list[BaseRoute] = [
    Route("/api/tables/{id}/invitation", see_invitation),
    Route("/api/tables/{id}/seats", take_seat, methods=["POST"]),
    Route("/api/tables/{id}/invitations", invite, methods=["POST"]),
    Route("/api/tables/{id}/moves", move, methods=["POST"]),
    Route("/api/tables/{id}", delete, methods=["DELETE"]),
]
