"""Advice for people at tables. It is thought out in a process of its own, from what the asking seat sees."""

from __future__ import annotations

import logging
from typing import Any

from khalkhin.server.fields import Fields
from khalkhin.server.http import Problem
from khalkhin.server.live import LiveTable
from khalkhin.server.settings import Settings
from khalkhin.server.turns import Turn
from khalkhin.server.workers import Failed, Worker

LOG = logging.getLogger("khalkhin.server")
MOST_EACH = 3
"""Hints that one client may wait for."""


class Hints:
    """Asks what the planner would do in somebody's place."""

    def __init__(self, settings: Settings) -> None:
        self._worker = Worker(settings, most_each=MOST_EACH)

    async def ask(self, table: LiveTable, side: str | None, message: Fields, client: str) -> dict[str, Any]:
        """What to say and why, with the number of the position it is for.

        The message brings the tokens of further seats that the asker has: who plays both sides may ask, and so may who
        plays the computer, but nobody gets help against another person, except to carry out a retreat.
        """
        held = {side, *(table.side_of(message.inner("seats").text(name)) for name in message.table("seats"))}
        if side is None:
            raise Problem(403, "server.spectator")
        if table.match.over:
            raise Problem(409, "server.hint-over")
        sight = table.sights[side]
        prompt = sight.view["prompt"]
        retreats = prompt is not None and prompt["key"] in table.game.retreats
        if not retreats and any(seat.kind == "human" and name not in held for name, seat in table.row.seats.items()):
            raise Problem(403, "server.hint-unfair")
        if prompt is None:
            raise Problem(409, "hint.nothing-to-decide")
        seen = {**sight.view, "log": list(sight.lines.lines)}
        try:
            found = await self._worker.ask(Turn(client, table.id), lambda: {"hint": seen})
        except Failed as error:
            LOG.warning("table %s: no hint for %s: %s", table.id, side, error)
            raise Problem(503, "server.no-hint") from error
        said = [{"verb": verb, "noun": noun} for verb, noun in found["said"]]
        return {"number": sight.number, "say": said, "reason": found["reason"]}

    async def stop(self) -> None:
        await self._worker.stop()
