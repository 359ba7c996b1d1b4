"""First battles over HTTP: a table like any other, set up already, with what is needed to look back on it later."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from khalkhin.engine import library
from khalkhin.engine.game import Game
from khalkhin.learn.battle import LEVEL, FirstBattle, first_battle
from khalkhin.server.fields import Fields
from khalkhin.server.http import Problem, answer, read_json, words
from khalkhin.server.store import SeatRow
from khalkhin.server.tables import TableRequest
from khalkhin.server.tables_api import LONGEST_PACE, settings_of, tables_of


def battle_of(game: Game[Any], language: str) -> dict[str, Any] | None:
    """The first battle of a game, with its title; None where it has none."""
    battle, speech = first_battle(game), words(language, game)
    if battle is None:
        return None
    return {
        "title": speech.say("battle.title"),
        "about": speech.say("battle.about"),
        "scenario": battle.scenario,
        "side": battle.side,
        "turns": battle.turns,
    }


async def begin_battle(request: Request) -> Response:
    """A table for the first battle of a game."""
    body = Fields(await read_json(request, settings_of(request).limits.body_bytes))
    body.only("game", "pace")
    code, pace = body.text("game"), body.seconds("pace", LONGEST_PACE)
    if code not in library.codes():
        raise Problem(404, "engine.unknown-game", game=code, known=", ".join(library.codes()))
    battle = await asyncio.to_thread(_battle, code)
    match = await asyncio.to_thread(battle.begin)
    order = TableRequest(code, battle.scenario, seats={battle.rival: SeatRow("computer", LEVEL)}, pace=pace)
    # What it begins with, before a computer decides.
    score, last = match.view(battle.side)["score"], battle.last_turn(match)
    made = await tables_of(request).seat(match, order)
    return answer({**made.data(), "last": last, "score": score}, 201)


def _battle(code: str) -> FirstBattle:
    found = first_battle(library.get(code))
    if found is None:
        raise Problem(404, "server.no-battle", game=code)
    return found


routes: list[BaseRoute] = [Route("/api/battles", begin_battle, methods=["POST"])]
