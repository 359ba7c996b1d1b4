"""The socket of a table. A slow reader gets the newest view and none of those in between; nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from khalkhin.engine.errors import KhalkhinError
from khalkhin.learn.progress import ACTS
from khalkhin.server.answers import (
    done_data,
    overlays_data,
    prospects_data,
    refused_at,
    view_message,
    vocabulary,
    why_data,
)
from khalkhin.server.audience import Sight
from khalkhin.server.fields import Fields
from khalkhin.server.hints import Hints
from khalkhin.server.http import Problem, encode, language_of, parse_object, reason_data
from khalkhin.server.limits import Bucket, client_of
from khalkhin.server.live import Done, LiveTable
from khalkhin.server.settings import Limits, Settings
from khalkhin.server.tables import Tables

LOG = logging.getLogger("khalkhin.server")
KINDS = ("decide", "order", "why", "overlays", "prospects", "hint", "pace", "skip", "act", "ping")
"""What a client may send after its hello."""
LONGEST_LINE = 500
LONGEST_PACE = 60.0
LONGEST_LOOK = 80
POLICY_VIOLATION = 1008
GLIMPSE = 0.4
"""Seconds between two views while moves go by that nobody wants to see one by one."""


async def table_socket(websocket: WebSocket) -> None:
    """One client at one table, from its hello on."""
    await websocket.accept()
    language = language_of(websocket)
    settings: Settings = websocket.app.state.settings
    tables: Tables = websocket.app.state.tables
    visit: Visit | None = None
    try:
        visit = await _hello(websocket, tables, settings.limits, language)
        await visit.run()
    except KhalkhinError as error:
        await _close(websocket, reason_data(error.reason, language, error.game))
    except (WebSocketDisconnect, ConnectionError):
        pass
    except Exception:
        LOG.exception("a socket failed")
        await _close(websocket, reason_data(Problem(500, "server.fault").reason, language))
    finally:
        if visit is not None:
            visit.end()


async def _close(websocket: WebSocket, reason: dict[str, Any]) -> None:
    """Tell what is wrong, and hang up."""
    with suppress(WebSocketDisconnect, RuntimeError, ConnectionError):
        await websocket.send_text(encode({"type": "error", "key": reason["key"], "text": reason["text"]}))
        await websocket.close(POLICY_VIOLATION)


async def _hello(websocket: WebSocket, tables: Tables, limits: Limits, language: str) -> Visit:
    """Wait for the client to say who it is."""
    try:
        async with asyncio.timeout(limits.hello_seconds):
            message = await _receive(websocket)
    except TimeoutError:
        raise Problem(408, "server.no-hello", seconds=int(limits.hello_seconds)) from None
    if message.choice("type", "hello"):
        message.only("type", "token", "log", "number")
    held, number = message.optional_whole("log") or 0, message.optional_whole("number")
    token = message.optional_text("token")
    table = await tables.open(websocket.path_params["id"])
    side = table.side_of(token)
    # Which lines those are that a client has depends on the number it had them with.
    held = table.sights[side].lines.still_held(held, number) if number is not None else 0
    return Visit(websocket, table, side, held, tables.hints, limits, language)


async def _receive(websocket: WebSocket) -> Fields:
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    return Fields(parse_object(message.get("text") or ""))


class Visit:
    """A client that looks at a table: a watcher of it."""

    def __init__(
        self,
        websocket: WebSocket,
        table: LiveTable,
        side: str | None,
        held: int,
        hints: Hints,
        limits: Limits,
        language: str,
    ) -> None:
        self.side = side
        self.client = client_of(websocket.scope)
        self._websocket = websocket
        self._table = table
        self._held = held
        self._hints = hints
        self._shown: Sight | None = None
        self._shown_at = 0.0
        self._thought: tuple[str, float] | None = None
        self._limits = limits
        self._language = language
        self._bucket = Bucket(limits.socket_rate, limits.socket_burst)
        self._replies: list[dict[str, Any]] = []
        self._info_due = True
        self._taught_due = True
        self._unseated = False
        self._wake = asyncio.Event()
        self._drained = asyncio.Event()
        self._wake.set()
        table.watch(self)

    def end(self) -> None:
        self._table.leave(self)

    # -- news from the table ------------------------------------------------------------------------------------------

    def table_changed(self) -> None:
        self._info_due = True
        self._wake.set()

    def view_changed(self) -> None:
        self._wake.set()

    def thought(self) -> None:
        self._wake.set()

    def taught(self) -> None:
        self._taught_due = True
        self._wake.set()

    def unseated(self) -> None:
        self._unseated = True
        self._wake.set()

    # -- both directions ----------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Listen and tell at the same time; when either ends so does the other."""
        telling = asyncio.create_task(self._tell())
        listening = asyncio.create_task(self._listen())
        both = {telling, listening}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
        for task in both:
            if not task.cancelled():
                task.result()

    async def _tell(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._unseated:
                raise Problem(404, "server.deleted") if self._table.deleted else Problem(401, "server.seat-lost")
            # Taken before the sight: no answer overtakes the view it speaks of.
            replies, self._replies = self._replies, []
            if self._info_due:
                self._info_due = False
                await self._send(encode({"type": "table", "table": self._table.info(self.side)}))
            sight = self._table.sights[self.side]
            if (self._shown is None or not sight.same_as(self._shown)) and not self._passes_by(replies):
                await self._show(sight)
            await self._tell_thought()
            await self._teach()
            for reply in replies:
                await self._send(encode(reply))
            if not self._replies:
                self._drained.set()

    def _passes_by(self, replies: list[dict[str, Any]]) -> bool:
        """Whether a view can wait: more will follow, and nobody wants to see each."""
        wait = self._shown_at + GLIMPSE - time.monotonic()
        if replies or wait <= 0 or not self._table.showing.hurries:
            return False
        asyncio.get_running_loop().call_later(wait, self._wake.set)
        return True

    async def _tell_thought(self) -> None:
        """How far a computer player is; a share of null: it has decided."""
        before, self._thought = self._thought, self._table.showing.thinking
        if before != self._thought:
            side, share = self._thought or ((before or ("", 0.0))[0], None)
            await self._send(encode({"type": "thinking", "side": side, "share": share}))

    async def _teach(self) -> None:
        """Where the lesson stands, at a table that is one."""
        due, self._taught_due = self._taught_due, False
        if due and (taught := self._table.taught(self._language)) is not None:
            await self._send(encode({"type": "lesson", "lesson": taught}))

    async def _show(self, sight: Sight) -> None:
        if self._shown is not None:
            self._held = sight.lines.still_held(self._held, self._shown.number)
        message = view_message(sight, self._held)
        self._shown, self._shown_at, self._held = sight, time.monotonic(), len(sight.lines.lines)
        await self._send(message)

    async def _send(self, text: str) -> None:
        await self._websocket.send_text(text)

    async def _listen(self) -> None:
        while True:
            message = await _receive(self._websocket)
            if wait := self._bucket.take():
                raise Problem(429, "server.too-often", seconds=max(1, round(wait)))
            reply = await self._answer(message)
            self._replies.append(reply)
            self._drained.clear()
            self._wake.set()
            # Whoever does not read is not listened to.
            await self._drained.wait()

    # -- answers ------------------------------------------------------------------------------------------------------

    async def _answer(self, message: Fields) -> dict[str, Any]:
        kind = message.choice("type", *KINDS)
        if kind == "ping":
            return {"type": "pong"}
        name = message.text("id", 40)
        if kind in ("decide", "order"):
            return await self._decided(name, kind, message)
        try:
            with refused_at(self._table):
                return {"type": "answer", "id": name, **await self._told(kind, message)}
        except KhalkhinError as error:
            return self._refused(name, error)

    async def _decided(self, name: str, kind: str, message: Fields) -> dict[str, Any]:
        number, most = message.whole("number"), self._limits.decisions
        try:
            with refused_at(self._table):
                if kind == "order":
                    message.only("type", "id", "number", "line")
                    line = message.text("line", LONGEST_LINE)
                    done = await self._table.order(
                        self.side, number, line, vocabulary(self._table.game, self._language)
                    )
                else:
                    message.only("type", "id", "number", "undo", "say")
                    undo = message.optional_whole("undo", most=most) or 0
                    say = [one.said() for one in message.items("say", most)]
                    done = await self._table.decide(self.side, number, undo, say)
        except KhalkhinError as error:
            return self._refused(name, error)
        return self._done(name, done)

    async def _told(self, kind: str, message: Fields) -> dict[str, Any]:
        if kind == "overlays":
            message.only("type", "id")
            return {"overlays": await asyncio.to_thread(overlays_data, self._table, self.side)}
        if kind == "prospects":
            message.only("type", "id", "hex")
            hex_ = message.text("hex")
            return {"prospects": await asyncio.to_thread(prospects_data, self._table, self.side, hex_)}
        if kind == "hint":
            message.only("type", "id", "seats")
            return {"hint": await self._hints.ask(self._table, self.side, message, self.client)}
        if kind == "pace":
            message.only("type", "id", "seconds")
            self._table.showing.choose(self.side, message.seconds("seconds", LONGEST_PACE))
            return {}
        if kind == "act":
            message.only("type", "id", "act", "what")
            what = message.optional_text("what", LONGEST_LOOK) or ""
            await self._table.act(self.side, message.choice("act", *ACTS), what)
            return {}
        if kind == "skip":
            message.only("type", "id")
            self._table.showing.skip(self.side)
            return {}
        message.only("type", "id", "verb", "noun")
        verb, noun = message.optional_text("verb"), message.noun("noun")
        return {"why": await asyncio.to_thread(why_data, self._table, self.side, verb, noun, self._language)}

    def _done(self, name: str, done: Done) -> dict[str, Any]:
        return {"type": "done", "id": name, **done_data(done, self._table.game, self._language)}

    def _refused(self, name: str, error: KhalkhinError) -> dict[str, Any]:
        number = self._table.sights[self.side].number
        reason = reason_data(error.reason, self._language, error.game)
        return {"type": "refused", "id": name, "number": number, "reason": reason}
