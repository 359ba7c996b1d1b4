"""The clients: two sockets for every table, and decisions sent at an even pace, whatever the server does."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.load.stored import Heard, Seated, random_player
from khalkhin.server.store.rows import Said

PATIENCE = 60.0
AT_ONCE = 20
"""Sockets that are opened at the same time."""


@dataclass
class Times:
    """Seconds from the moment a decision was due."""

    done: list[float] = field(default_factory=list)
    """... until it was acknowledged."""
    shown: list[float] = field(default_factory=list)
    """... until the other side saw what came of it, where it may see something of it."""
    bytes: int = 0
    views: int = 0


class Seat:
    """A client at one side of a table."""

    def __init__(self, line: ClientConnection, side: str, desk: Desk) -> None:
        self.side = side
        self.line = line
        self.desk = desk
        self.number = 0
        self.view: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.seen = asyncio.Event()
        self.answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def listen(self) -> None:
        async for text in self.line:
            now = time.perf_counter()
            message = json.loads(text)
            if message["type"] == "view":
                self._see(message, now)
                self.desk.times.bytes += len(text)
                self.desk.times.views += 1
            elif message["type"] in ("done", "refused", "pong"):
                message["now"] = now
                self.answers.put_nowait(message)

    def _see(self, message: dict[str, Any], now: float) -> None:
        self.number, self.view = message["number"], message["view"]
        self.log[message["log"]["keep"] :] = message["log"]["lines"]
        heard = self.desk.heard
        heard.numbers.setdefault(self.side, []).append(self.number)
        heard.views[self.side], heard.logs[self.side] = self.view, self.log
        self.desk.shown(self.side, now)
        self.seen.set()


class Desk:
    """Both seats of a table, and who decides next."""

    def __init__(self, table: Seated, seed: int, times: Times) -> None:
        self.heard = Heard(table)
        self.times = times
        self.seats: dict[str, Seat] = {}
        self._player = random_player(seed)
        self._one_by_one = asyncio.Lock()
        self._waiting: tuple[str, float] | None = None
        """Whose decision the other side has not seen yet, and since when."""

    def shown(self, side: str, now: float) -> None:
        if self._waiting is not None and self._waiting[0] != side:
            self.times.shown.append(now - self._waiting[1])
            self._waiting = None

    async def decide(self, due: float) -> None:
        """A random decision. It was due at this moment, also when the one before was not answered then."""
        async with self._one_by_one:
            seat = next((s for s in self.seats.values() if s.view["prompt"] is not None), None)
            if seat is None:
                return  # the game is over
            verb, noun = self._player.decide(seat.view)
            self._waiting = seat.side, due
            say = [{"verb": verb, "noun": noun}]
            await seat.line.send(
                json.dumps({"type": "decide", "id": "1", "number": seat.number, "undo": 0, "say": say})
            )
            answer = await asyncio.wait_for(seat.answers.get(), PATIENCE)
            assert answer["type"] == "done", f"{verb} {noun}: {answer}"
            assert seat.number == answer["number"], "the view has to come before the acknowledgement"
            self.times.done.append(answer["now"] - due)
            said: Said = verb, noun
            self.heard.done.append((seat.side, said))


class Crowd:
    """All clients."""

    def __init__(self, address: str, tables: Sequence[Seated]) -> None:
        self.times = Times()
        self.desks = [Desk(table, seed, self.times) for seed, table in enumerate(tables)]
        self._address = address.replace("http", "ws", 1)
        self._stack = AsyncExitStack()
        self._listening: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Crowd:
        few = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._sit(desk, side, few) for desk in self.desks for side in desk.heard.table.tokens))
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()
        await asyncio.gather(*self._listening)

    async def _sit(self, desk: Desk, side: str, few: asyncio.Semaphore) -> None:
        table = desk.heard.table
        async with few:
            line = await self._stack.enter_async_context(
                connect(f"{self._address}/api/tables/{table.id}/socket", max_size=None, open_timeout=PATIENCE)
            )
            seat = desk.seats[side] = Seat(line, side, desk)
            await line.send(json.dumps({"type": "hello", "token": table.tokens[side], "log": 0}))
            self._listening.append(asyncio.create_task(seat.listen()))
            await asyncio.wait_for(seat.seen.wait(), PATIENCE)

    async def play(self, rate: float, seconds: float) -> float:
        """Decisions at this rate, the tables in turn; how long it took until the last was acknowledged."""
        begin = time.perf_counter()
        sent = []
        for n in range(round(rate * seconds)):
            due = begin + n / rate
            await asyncio.sleep(due - time.perf_counter())
            sent.append(asyncio.create_task(self.desks[n % len(self.desks)].decide(due)))
        await asyncio.gather(*sent)
        took = time.perf_counter() - begin
        await self._settle()
        return took

    async def _settle(self) -> None:
        """Until everything that was sent has come: a pong comes after all views that were due before it."""
        for desk in self.desks:
            for seat in desk.seats.values():
                await seat.line.send('{"type":"ping"}')
                await asyncio.wait_for(seat.answers.get(), PATIENCE)
