"""How a game ended: victory line by line, points and losses by turn, its length, and the dice checked anew."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.history import History
from khalkhin.engine.match import Match
from khalkhin.engine.record import replay, write
from khalkhin.engine.state import State
from khalkhin.engine.view import view
from khalkhin.server.history import timeline_of
from khalkhin.server.http import Problem
from khalkhin.server.live import LiveTable
from khalkhin.server.loading import HALTING
from khalkhin.server.pools import Watch
from khalkhin.server.shelf import Page, page, send
from khalkhin.server.tables_api import open_table, pools_of

_ENDINGS: WeakKeyDictionary[LiveTable, Page] = WeakKeyDictionary()
"""Of games that are over, as long as their tables are in memory: nothing changes any more."""


async def ending(request: Request) -> Response:
    table, _ = await open_table(request)
    if not table.match.over:
        raise Problem(409, "server.not-over")
    if table not in _ENDINGS:
        pools = pools_of(request)
        history = (await timeline_of(table, pools)).history
        entries = await table.stored_entries()
        ended = entries[-1].at if entries else table.row.created
        seconds = round(ended - table.row.created, 3)

        def make(watch: Watch) -> Page:
            return page(ending_data(table.match, history, seconds, watch))

        _ENDINGS[table] = await pools.history.run((table.id, "ending"), make)
    return send(request, _ENDINGS[table])


def ending_data(
    match: Match, history: History, seconds: float, watch: Callable[[], None] = lambda: None
) -> dict[str, Any]:
    """The ending of a game that is over; `seconds` is how long it was played. `watch` may end the work."""
    turns = list(by_turn(history))
    return {
        "result": match.result(),
        "score": view(match.state, None)["score"],
        "turns": turns,
        "dice": check_dice(match, watch),
        "length": {"decisions": match.length, "turns": len(turns), "seconds": seconds},
    }


# -- turn by turn ------------------------------------------------------------------------------------------------------


def by_turn(history: History) -> Iterator[dict[str, Any]]:
    """Points and losses of each side as every turn ended."""
    moments = history.moments
    ends = [n for n, (one, next_) in enumerate(pairwise(moments)) if one.turn != next_.turn]
    for n in (*ends, len(moments) - 1):
        s = history.position(n)
        yield {"turn": s.turn, "points": points(s), "losses": losses(s)}


def points(s: State) -> dict[str, int]:
    """What each side would have scored, all told: the game is over, and nothing is hidden any more."""
    game = s.game
    return {
        name: sum(line.points or 0 for line in game.score(s, side) if line.side == side)
        for side, name in enumerate(game.sides)
    }


def losses(s: State) -> dict[str, int]:
    """How many counters of each side lie where the destroyed lie."""
    game, lost = s.game, 0
    for name in game.lost:
        lost |= s.stack(game.box(name))
    return {name: (lost & game.sheet.of_side[side]).bit_count() for side, name in enumerate(game.sides)}


# -- dice --------------------------------------------------------------------------------------------------------------


def check_dice(match: Match, watch: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """The promise about the dice, what it stood for, and whether the game comes out the same with them.

    `kept`: the secret is the one that was promised. `reproduced`: played again with it, every roll falls as it fell.
    """
    dice = match.state.dice
    promise = hashlib.sha256(dice.secret + dice.game_id.encode()).hexdigest()
    kept = promise == dice.commitment
    reproduced = _reproduced(match, watch)
    return {
        **dice.published(True),
        "rolls": match.state.rolled,
        "kept": kept,
        "reproduced": reproduced,
        "checked": kept and reproduced,
    }


def _reproduced(match: Match, watch: Callable[[], None]) -> bool:
    """Whether the whole record can be proven, and tells the same story; of a halted game as far as it is played."""
    try:
        again = replay(write(match), match.game, before_line=lambda _: watch())
    except Problem:
        raise  # it was not given the time
    except KhalkhinError:
        return False
    return again.log == [line for line in match.log if line.key not in HALTING] and again.state == match.state


routes = [Route("/api/tables/{id}/ending", ending)]
