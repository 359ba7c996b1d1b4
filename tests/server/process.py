"""A server in a process of its own, which can be killed."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import IO, Any, Self

import httpx

from khalkhin.engine.words import Words
from khalkhin.server.run import serve
from khalkhin.server.settings import Settings
from tests.server.house import FAST, PATIENCE, Key, Sitter


class Process:
    """Runs `main` below."""

    def __init__(self, database: str, *modules: str, files: int | None = None, log: IO[bytes] | None = None) -> None:
        self._arguments = [database, "tests.tiny", *modules]
        self._files = files
        """How many it may have open."""
        self._log = subprocess.DEVNULL if log is None else log

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "tests.server.process", *self._arguments]
        if self._files is not None:
            command = ["sh", "-c", f'ulimit -n {self._files}; exec "$@"', "sh", *command]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._log, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        assert found is not None, "the server did not start"
        self.port = int(found[1])
        self.http = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE, transport=httpx.HTTPTransport(retries=5)
        )
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.http.close()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def kill(self) -> None:
        """As when the power fails, for this one process."""
        self.process.kill()
        self.process.wait()

    def table(self, **order: Any) -> Key:
        said = self.http.post("/api/tables", json=order)
        assert said.status_code == 201, said.text
        return Key(said.json()["id"], said.json()["seats"])

    def sit(self, key: Key, side: str | None, **options: Any) -> Sitter:
        return Sitter(self.port, key.id, None if side is None else key.seats[side], **options)


def main(database: str, *modules: str) -> None:
    def say(sentence: str, **params: Any) -> None:
        print(Words().say(sentence, params), flush=True)

    serve(Settings(database=database, modules=modules, limits=FAST), 0, False, say)


if __name__ == "__main__":
    main(*sys.argv[1:])
