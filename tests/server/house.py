"""A server to test, and clients that sit down at its tables."""

from __future__ import annotations

import asyncio
import itertools
import json
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from khalkhin.engine.match import Match
from khalkhin.server.app import create_app
from khalkhin.server.audience import History
from khalkhin.server.connections import Connections
from khalkhin.server.live import LiveTable
from khalkhin.server.run import configured
from khalkhin.server.settings import Limits, Settings
from khalkhin.server.tables import Tables

PATIENCE = 30.0
"""Seconds after which a test gives up on an answer."""

FAST = Limits(
    socket_rate=1e6,
    socket_burst=10**6,
    address_rate=1e6,
    address_burst=10**6,
    tables_burst=10**6,
    connections_each=8000,
)
"""No limits: tests are quicker than people."""

Say = Sequence[tuple[str, Any]]
BOTH_HUMAN: dict[str, Any] = {}


def eventually(found: Callable[[], Any], what: str = "it never came to that") -> Any:
    """Wait until something holds; what it is then."""
    latest = time.monotonic() + PATIENCE
    while not (said := found()):
        assert time.monotonic() < latest, what
        time.sleep(0.05)
    return said


class _Server(uvicorn.Server):
    """A server that ends as soon as it is told to: uvicorn itself looks ten times a second."""

    def __init__(self, config: uvicorn.Config, connections: Connections) -> None:
        super().__init__(config)
        self._connections = connections

    async def main_loop(self) -> None:
        await self.on_tick(0)
        tidying = asyncio.create_task(self._connections.keep_tidy())
        while not self.should_exit:
            await asyncio.sleep(0.01)
        tidying.cancel()


class House:
    """A server in a thread of this process."""

    def __init__(self, database: str | Path, files: int = 8192, **settings: Any) -> None:
        url = f"sqlite:///{database}" if isinstance(database, Path) else database
        chosen = {"limits": FAST, "modules": ("tests.tiny",), **settings}
        self.settings = Settings(database=url, **chosen)
        self.app = create_app(self.settings)
        self.connections = Connections(self.settings.limits, files, self.settings.proxies)
        usual: dict[str, Any] = {"port": 0, "timeout_graceful_shutdown": 1, "log_level": None, "access_log": True}
        config = configured(self.app, self.settings, self.connections, **usual)
        self.server = _Server(config, self.connections)
        self._thread = threading.Thread(target=self.server.run)

    def __enter__(self) -> Self:
        self._thread.start()
        while not self.server.started:
            assert self._thread.is_alive(), "the server did not start"
            self._thread.join(0.01)
        self.port: int = self.server.servers[0].sockets[0].getsockname()[1]
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()
        self.server.should_exit = True
        self._thread.join()

    @property
    def tables(self) -> Tables:
        tables: Tables = self.app.state.tables
        return tables

    def table(self, game: str = "tiny", **order: Any) -> Key:
        """A new table."""
        said = self.http.post("/api/tables", json={"game": game, **order})
        assert said.status_code == 201, said.text
        return Key(said.json()["id"], said.json()["seats"])

    def set_up(self, key: Key, match: Match) -> LiveTable:
        """Let a table go on from a game as it stands."""
        self.http.get(f"/api/tables/{key.id}").raise_for_status()
        table = self.tables._live[key.id]
        table.match, table.sights = match, History(match, 0.0).sights(match)
        return table

    def sit(self, key: Key, side: str | None = None, log: int = 0, number: int | None = None) -> Sitter:
        return Sitter(self.port, key.id, None if side is None else key.seats[side], log, number)

    def connect(self, table: str, **options: Any) -> ClientConnection:
        line: ClientConnection = connect(f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket", **options)
        return line


class Key:
    """What whoever made a table knows of it."""

    def __init__(self, table: str, seats: dict[str, str]) -> None:
        self.id = table
        self.seats = seats

    def headers(self, side: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.seats[side]}"}


class Sitter:
    """A client at a table, as a browser would be: it knows what it was sent and nothing else."""

    def __init__(
        self, port: int, table: str, token: str | None, log: int = 0, number: int | None = None, **options: Any
    ) -> None:
        self._stack = ExitStack()
        line = connect(f"ws://127.0.0.1:{port}/api/tables/{table}/socket", max_size=None, **options)
        self.socket: ClientConnection = self._stack.enter_context(line)
        self.table: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.number = 0
        self.undo = False
        self.log: list[dict[str, Any]] = []
        self.held = log
        self.heard: list[dict[str, Any]] = []
        self._ids = itertools.count(1)
        hello: dict[str, Any] = {"type": "hello", "token": token, "log": log}
        self.send(hello if number is None else {**hello, "number": number})

    def __enter__(self) -> Self:
        try:
            self.until("view")
        except BaseException:
            self.leave()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        self._stack.close()

    def send(self, message: dict[str, Any]) -> None:
        self.socket.send(json.dumps(message))

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message, which is also taken in."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        if message["type"] == "table":
            self.table = message["table"]
        elif message["type"] == "view":
            assert message["number"] >= self.number, "a number went back"
            self.number, self.view, self.undo = message["number"], message["view"], message["undo"]
            keep = message["log"]["keep"]
            assert keep <= max(len(self.log), self.held)
            self.log[keep:] = message["log"]["lines"]
            self.held = len(self.log)
        return message

    def until(self, *types: str) -> dict[str, Any]:
        while (message := self.receive())["type"] not in types:
            pass
        return message

    def decide(self, *say: tuple[str, Any], undo: int = 0, number: int | None = None) -> dict[str, Any]:
        """The answer to a decision."""
        said = [{"verb": verb, "noun": noun} for verb, noun in say]
        return self.ask({"type": "decide", "number": number or self.number, "undo": undo, "say": said})

    def order(self, line: str, number: int | None = None) -> dict[str, Any]:
        return self.ask({"type": "order", "number": number or self.number, "line": line})

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        name = str(next(self._ids))
        self.send({**message, "id": name})
        while (answer := self.receive()).get("id") != name:
            assert answer["type"] != "error", answer
        return answer

    def ping(self) -> None:
        """Take in everything that was sent before now."""
        self.send({"type": "ping"})
        self.until("pong")

    def closed(self) -> str:
        """The last words of the server before it hung up."""
        text = ""
        try:
            while True:
                message = self.receive()
                if message["type"] == "error":
                    text = message["text"]
        except ConnectionClosed:
            return text

    def choices(self) -> list[tuple[str, Any]]:
        prompt = self.view["prompt"]
        return [] if prompt is None else [(o["verb"], noun) for o in prompt["offers"] for noun in o["nouns"]]
