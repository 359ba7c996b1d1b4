"""Connections that are open: so many and no more, and none that keeps the server waiting.

A client owes something from the moment it connects until its request is there, and again after each answer. Whoever
owes for too long is hung up on, as is who does not read what he asked for. Where all places are taken the one that has
owed for the longest time makes room, those first who never asked for anything: connections that are only held open shut
nobody out.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Collection
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from khalkhin.server.limits import client_of
from khalkhin.server.settings import Limits

RESERVE = 96
"""Files that are kept for the database, the processes that think, and what is read from disk."""


MOST_FILES = 65_536
"""What a server asks for: more than it can have clients."""


class Connection:
    """One of them."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        self.client = client_of({"client": transport.get_extra_info("peername")})
        self.owes: float | None = time.monotonic()
        """Since when the client owes a request; None while it is answered."""
        self.served = False
        """Whether it has ever been answered."""
        self.stalled: float | None = None
        """Since when it does not read what is sent to it."""


class Connections:
    """All of a server."""

    def __init__(self, limits: Limits, files: int, proxies: Collection[str] = ()) -> None:
        self._limits = limits
        self._most = max(1, min(limits.connections, files - RESERVE))
        self._proxies = proxies
        """Clients who speak for many others, and so may have as many as there are."""
        self._open: dict[asyncio.BaseTransport, Connection] = {}
        self._each: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, transport: asyncio.Transport) -> Connection | None:
        """A new connection; None where there is no place for it."""
        new = Connection(transport)
        every = new.client not in self._proxies and self._each[new.client] >= self._limits.connections_each
        if every and not self._make_room([one for one in self._open.values() if one.client == new.client]):
            return None
        if len(self._open) >= self._most and not self._make_room(self._open.values()):
            return None
        self._open[transport] = new
        self._each[new.client] += 1
        return new

    def leave(self, transport: asyncio.BaseTransport) -> None:
        gone = self._open.pop(transport, None)
        if gone is not None:
            self._each[gone.client] -= 1
            if not self._each[gone.client]:
                del self._each[gone.client]

    def _make_room(self, among: Collection[Connection]) -> bool:
        """Hang up on whoever has owed a request for the longest time, on those first who never made one; whether there
        is somebody."""
        owing = [(one.served, one.owes, n, one) for n, one in enumerate(among) if one.owes is not None]
        if owing:
            self._hang_up(min(owing)[-1])
        return bool(owing)

    def _hang_up(self, one: Connection) -> None:
        self.leave(one.transport)
        one.transport.abort()

    async def keep_tidy(self) -> None:
        """Hang up on those who are late."""
        while True:
            await asyncio.sleep(self._limits.header_seconds / 10)
            self.tidy()

    def tidy(self) -> None:
        now = time.monotonic()
        for one in list(self._open.values()):
            late = one.owes is not None and now - one.owes > self._limits.header_seconds
            stuck = one.stalled is not None and now - one.stalled > self._limits.reading_seconds
            if late or stuck:
                self._hang_up(one)

    # -- protocols --------------------------------------------------------------------------------------------------

    def http(self) -> type[H11Protocol]:
        """HTTP as uvicorn speaks it, with its connections counted and timed."""
        connections = self

        class Http(H11Protocol):
            here: Connection | None = None

            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                super().connection_made(transport)
                self.here = connections.enter(transport)
                if self.here is None:
                    transport.abort()

            def connection_lost(self, exc: Exception | None) -> None:
                super().connection_lost(exc)
                connections.leave(self.transport)

            def data_received(self, data: bytes) -> None:
                super().data_received(data)
                self._note_request()

            def _note_request(self) -> None:
                cycle: RequestResponseCycle | None = self.cycle
                if self.here is not None and cycle is not None and not cycle.response_complete:
                    self.here.owes = None

            def handle_websocket_upgrade(self, event: Any) -> None:
                if self.here is not None:
                    self.here.owes = None
                super().handle_websocket_upgrade(event)

            def on_response_complete(self) -> None:
                if self.here is not None:
                    self.here.owes, self.here.served = time.monotonic(), True
                super().on_response_complete()
                self._note_request()  # the next one may have been there already

            def pause_writing(self) -> None:
                super().pause_writing()
                if self.here is not None:
                    self.here.stalled = time.monotonic()

            def resume_writing(self) -> None:
                super().resume_writing()
                if self.here is not None:
                    self.here.stalled = None

        return Http

    def sockets(self) -> type[WebSocketsSansIOProtocol]:
        """WebSockets, which begin as HTTP and are counted from there on."""
        connections = self

        class Socket(WebSocketsSansIOProtocol):
            def connection_lost(self, exc: Exception | None) -> None:
                super().connection_lost(exc)
                connections.leave(self.transport)

            def pause_writing(self) -> None:
                super().pause_writing()
                if (here := connections._open.get(self.transport)) is not None:
                    here.stalled = time.monotonic()

            def resume_writing(self) -> None:
                super().resume_writing()
                if (here := connections._open.get(self.transport)) is not None:
                    here.stalled = None

        return Socket


def files_allowed() -> int:
    """How many files this process may have open, when it has asked the system for as many as it can get."""
    try:
        import resource
    except ImportError:  # not on Windows, where there is no such number
        return 8192
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft
