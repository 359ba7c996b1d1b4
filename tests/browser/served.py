"""A server of its own process that can be killed and started again.

    python -m tests.browser.served DATABASE PORT [MODULE...]

It differs from `khalkhin serve` in two things: modules can put further games on its shelf, such as the tiny one, and
one address may ask for as much as a whole suite of tests needs.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.load.stored import put
from khalkhin.engine.match import Match
from khalkhin.server.store import open_store

ROOT = Path(__file__).parents[2]
PATIENCE = 30
TINY = "tests.browser.tiny_game"


@dataclass(frozen=True)
class Seated:
    """A table and the tokens of the seats that are for people."""

    id: str
    tokens: Mapping[str, str]


class Server:
    """A server process with a database of its own; killed, it can be started again where it was."""

    def __init__(self, folder: Path, modules: tuple[str, ...] = (TINY,)) -> None:
        self._modules = modules
        self._database = f"sqlite:///{folder / 'khalkhin.db'}"
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self._sheets: dict[str, Any] = {}
        self.address = ""
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.served", self._database, str(self._port), *self._modules],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip().rstrip("/")
        assert self.address, "the server did not start"
        self._port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """As if the machine had been switched off."""
        self._end("kill")

    def stop(self) -> None:
        self._end("terminate")

    close = stop

    def _end(self, how: str) -> None:
        process, self._process = self._process, None
        if process is not None:
            getattr(process, how)()
            process.wait(PATIENCE)
            assert process.stdout is not None
            process.stdout.close()

    # -- tables -----------------------------------------------------------------------------------------------------

    def new(
        self,
        game: str = "bkg",
        seed: int | None = 7,
        pace: float = 0,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        **seats: str,
    ) -> Seated:
        """A new table; seats that are named belong to computer players of that name."""
        seated = {side: {"kind": "computer", "player": player} for side, player in seats.items()}
        chosen = {"options": dict(options or {}), **({} if scenario is None else {"scenario": scenario})}
        made = self.post("/api/tables", {"game": game, **chosen, "seed": seed, "pace": pace, "seats": seated})
        return Seated(made["id"], made["seats"])

    def put(self, match: Match, numbered: bool = False, **computers: str) -> Seated:
        """A game that has come as far as this one; to look back at it, its positions have to be numbered."""
        store = open_store(self._database)
        try:
            # In a thread of its own: the browser's event loop runs in this one.
            with ThreadPoolExecutor(1) as thread:
                made = thread.submit(asyncio.run, put(store, match, computers, numbered)).result()
        finally:
            store.close()
        return Seated(made.id, made.tokens)

    def view(self, table: Seated, side: str | None) -> dict[str, Any]:
        """The message with what a side sees."""
        seen: dict[str, Any] = self._ask(f"/api/tables/{table.id}/view", None, table.tokens.get(side or ""))
        return seen

    def info(self, table: Seated) -> dict[str, Any]:
        """What everybody may know of a table."""
        found: dict[str, Any] = self._ask(f"/api/tables/{table.id}", None, None)
        return found

    def say(self, table: Seated, side: str, verb: str, noun: str | int | None = None) -> None:
        """Decide for a side, as another browser would."""
        order = {"number": self.view(table, side)["number"], "say": [{"verb": verb, "noun": noun}]}
        self._ask(f"/api/tables/{table.id}/decisions", order, table.tokens[side])

    def sheet(self, game: str) -> Any:
        """All that is printed of a game."""
        if game not in self._sheets:
            self._sheets[game] = self._ask(f"/api/games/{game}/sheet?lang=en", None, None)
        return self._sheets[game]

    def post(self, path: str, body: Any) -> Any:
        return self._ask(path, body, None)

    def _ask(self, path: str, body: Any, token: str | None) -> Any:
        request = urllib.request.Request(f"{self.address}{path}")
        if token is not None:
            request.add_header("Authorization", f"Bearer {token}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)


def _serve(database: str, port: int, *modules: str) -> None:
    from khalkhin.server.run import serve
    from khalkhin.server.settings import Limits, Settings

    def say(key: str, url: str = "", **more: Any) -> None:
        if url:
            print(url, flush=True)

    limits = Limits(socket_rate=1e3, address_rate=1e4, address_burst=10_000, tables_rate=1e3, tables_burst=1000)
    settings = Settings(database=database, limits=limits, modules=modules, analysis_seconds=5.0)
    serve(settings, port, False, say)


if __name__ == "__main__":
    _serve(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
