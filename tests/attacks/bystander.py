"""Somebody who plays on while a server is attacked, and notes how long he waits."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from tests.server.house import Key
from tests.server.process import Process


class Bystander:
    """Decides and takes back, again and again, at a table of his own."""

    def __init__(self, server: Process) -> None:
        self._server = server
        self._key = server.table(game="tiny", seed=7)
        self.waits: list[float] = []

    def play(self) -> None:
        """One decision, or the last one taken back."""
        shown = look(self._server, self._key, "red")
        offers = (shown["view"]["prompt"] or {"offers": []})["offers"]
        said = [] if shown["undo"] else [(offers[0]["verb"], offers[0]["nouns"][0])]
        self.waits.append(decide(self._server, self._key, "red", said, int(shown["undo"])))

    def told(self) -> str:
        return told(self.waits, "decisions")


def told(waits: Sequence[float], what: str) -> str:
    """How long somebody waited, in a line."""
    ordered = sorted(waits)
    return f"{len(ordered)} {what}, half within {ordered[len(ordered) // 2]:.3f} s, the slowest {ordered[-1]:.3f} s"


def look(server: Process, key: Key, side: str) -> Any:
    return server.http.get(f"/api/tables/{key.id}/view", headers=key.headers(side)).raise_for_status().json()


def decide(server: Process, key: Key, side: str, say: Sequence[tuple[str, Any]] = (), undo: int = 0) -> float:
    """Take back and decide in one message; how many seconds until it was acknowledged."""
    number = look(server, key, side)["number"]
    message = {"number": number, "undo": undo, "say": [{"verb": verb, "noun": noun} for verb, noun in say]}
    began = time.perf_counter()
    server.http.post(f"/api/tables/{key.id}/decisions", headers=key.headers(side), json=message).raise_for_status()
    return time.perf_counter() - began
