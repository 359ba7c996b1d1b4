"""Who looks at a table. Its computers play while somebody does, and it is his turn that they take of a worker."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Protocol

from khalkhin.server.turns import Turn

LINGER = 60.0
"""Seconds for which somebody looks who has asked for something over HTTP, or whose socket has just closed."""


class Looker(Protocol):
    """Somebody whose socket is open."""

    side: str | None
    client: str


class Attention:
    """That of one table."""

    def __init__(self, table: str, watchers: Collection[Looker]) -> None:
        self._table = table
        self._watchers = watchers
        self._last: dict[bool, tuple[float, str]] = {}
        """When somebody with a seat, and somebody without, looked last, and his address."""

    def looked(self, side: str | None, client: str) -> None:
        self._last[side is not None] = time.monotonic(), client

    def turn(self) -> Turn | None:
        """Whose turn it is that the computers of the table take; None while nobody looks.

        Whoever plays comes before those who look on: they cannot make him wait as long as their own tables do.
        """
        for person in (True, False):
            for watcher in self._watchers:
                if (watcher.side is not None) is person:
                    return Turn(watcher.client, self._table, person)
            at, client = self._last.get(person, (0.0, ""))
            if client and time.monotonic() - at < LINGER:
                return Turn(client, self._table, person)
        return None
