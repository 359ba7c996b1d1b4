"""Who is next where many wait for one: clients take turns, and so do their tables, however much each asks for."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count

from khalkhin.server.http import Problem

REMEMBERED = 10_000
"""Clients and tables of which it is known when they had a turn last."""


@dataclass(frozen=True)
class Turn:
    """For whom something is thought out."""

    client: str
    """The address of whoever looks."""
    table: str
    person: bool = True
    """Whether it is somebody who plays there; else it is somebody who looks on, or nobody."""


class Turns:
    """A lock that goes to whoever has waited longest since his last turn: first by client, then by table."""

    def __init__(self, most_each: int | None = None) -> None:
        self._most_each = most_each
        """Turns one client may wait for."""
        self._taken = False
        self._waiting: dict[asyncio.Future[None], Turn] = {}
        self._last: OrderedDict[str, int] = OrderedDict()
        self._numbers = count(1)

    def contested(self, turn: Turn) -> bool:
        """Whether another client waits."""
        return any(other.client != turn.client for other in self._waiting.values())

    @asynccontextmanager
    async def take(self, turn: Turn) -> AsyncIterator[None]:
        """Wait for the turn, and have it; refused where the client waits for too many already."""
        if self._taken:
            await self._wait(turn)
        self._taken = True
        try:
            yield
        finally:
            self._note(turn)
            self._hand_on()

    async def _wait(self, turn: Turn) -> None:
        mine = sum(other.client == turn.client for other in self._waiting.values())
        if self._most_each is not None and mine >= self._most_each:
            raise Problem(503, "server.busy")
        coming = asyncio.get_running_loop().create_future()
        self._waiting[coming] = turn
        try:
            await coming
        except asyncio.CancelledError:
            if coming.done() and not coming.cancelled():
                self._hand_on()  # it was given the turn in the very moment when nobody wanted it any more
            raise
        finally:
            del self._waiting[coming]

    def _hand_on(self) -> None:
        waiting = [coming for coming in self._waiting if not coming.done()]
        self._taken = bool(waiting)
        if waiting:
            min(waiting, key=lambda one: self._since(self._waiting[one])).set_result(None)

    def _since(self, turn: Turn) -> tuple[int, int]:
        return self._last.get(turn.client, 0), self._last.get(turn.table, 0)

    def _note(self, turn: Turn) -> None:
        now = next(self._numbers)
        for name in (turn.client, turn.table):
            self._last[name] = now
            self._last.move_to_end(name)
        while len(self._last) > REMEMBERED:
            self._last.popitem(last=False)
