"""Somebody who asks a server over HTTP, in the same process, one question after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from starlette.applications import Starlette

import tests.tiny  # noqa: F401  (it registers itself)
from khalkhin.ai.players import make
from khalkhin.engine import library
from khalkhin.engine.match import Match
from khalkhin.server.app import create_app
from khalkhin.server.settings import Limits, Settings

T = TypeVar("T")
QUIET = Limits(address_burst=100_000, tables_burst=10_000)
"""Tests ask more than people do."""


class Asker:
    """Asks, and waits for the answer."""

    def __init__(self, app: Starlette, client: httpx.AsyncClient, loop: asyncio.AbstractEventLoop) -> None:
        self.app = app
        self._client = client
        self._loop = loop

    def wait(self, coming: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(coming)

    def ask(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        headers = {**({"Authorization": f"Bearer {token}"} if token else {}), **more.pop("headers", {})}
        return self.wait(self._client.request(method, path, headers=headers, **more))

    def get(self, path: str, token: str | None = None, **headers: str) -> httpx.Response:
        return self.ask("GET", path, token, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def data(self, path: str, token: str | None = None) -> Any:
        """The JSON at an address, which must be there."""
        answer = self.get(path, token)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refusal(self, path: str, token: str | None = None) -> tuple[int, str]:
        """The status and key of a refusal."""
        answer = self.get(path, token)
        return answer.status_code, answer.json()["error"]["key"]

    def bring(self, record: str | bytes, kind: str = "text/plain") -> httpx.Response:
        return self.ask("POST", "/api/records", content=record, headers={"Content-Type": kind})

    # -- tables -----------------------------------------------------------------------------------------------------

    def table(self, game: str, scenario: str | None = None, seed: int | None = 7, **options: Any) -> Table:
        order = {"game": game, "scenario": scenario, "options": options, "seed": seed}
        answer = self.ask("POST", "/api/tables", json=order)
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json()["id"], answer.json()["seats"], game)


class Table:
    """A table with people at every seat."""

    def __init__(self, asker: Asker, id_: str, tokens: dict[str, str], game: str) -> None:
        self._asker = asker
        self.id = id_
        self.tokens = tokens
        self.game = library.get(game)
        self.at = f"/api/tables/{id_}"
        self._players = {side: make("random", n) for n, side in enumerate(self.game.sides)}

    @property
    def match(self) -> Match:
        """The game itself, of which the server tells only what is asked for."""
        match: Match = self._asker.wait(self._asker.app.state.tables.open(self.id)).match
        return match

    def token(self, side: str | None) -> str | None:
        return None if side is None else self.tokens[side]

    def view(self, side: str | None) -> Any:
        return self._asker.data(f"{self.at}/view", self.token(side))

    def decide(self, side: str, *say: tuple[str, Any], undo: int = 0) -> Any:
        """Take back and say; the answer."""
        body = {
            "number": self.view(side)["number"],
            "undo": undo,
            "say": [{"verb": verb, "noun": noun} for verb, noun in say],
        }
        answer = self._asker.ask("POST", f"{self.at}/decisions", self.tokens[side], json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def choose(self, side: str) -> tuple[str, Any]:
        """What a random player would say now, though it never gives up."""
        return self._players[side].decide(self.view(side)["view"])

    def play(self, decisions: int) -> None:
        """So many decisions at random, or fewer if the game ends."""
        for _ in range(decisions):
            waiting = self.view(None)["view"]["waiting"]
            if not waiting:
                return
            self.decide(waiting[-1], self.choose(waiting[-1]))


@contextmanager
def asking(folder: Path, **settings: Any) -> Iterator[Asker]:
    """A server with an empty database in a folder, and somebody to ask it."""
    chosen: dict[str, Any] = {"database": f"sqlite:///{folder / 'tables.db'}", "limits": QUIET, **settings}
    app = create_app(Settings(**chosen))
    loop = asyncio.new_event_loop()
    lifespan = app.router.lifespan_context(app)
    loop.run_until_complete(lifespan.__aenter__())
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost")
    try:
        yield Asker(app, client, loop)
    finally:
        loop.run_until_complete(client.aclose())
        loop.run_until_complete(lifespan.__aexit__(None, None, None))
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()
