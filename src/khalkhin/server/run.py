"""Starts a server on this machine and opens the lobby in the browser."""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import socket
import sys
import time
import webbrowser
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp
from uvicorn import Config

from khalkhin.engine.errors import KhalkhinError
from khalkhin.server import logs
from khalkhin.server.app import create_app
from khalkhin.server.connections import Connections, files_allowed
from khalkhin.server.settings import Settings
from khalkhin.server.store import open_store

DEFAULT_PORT = Settings.port
EVERYWHERE = ("0.0.0.0", "::")
GOODBYE_SECONDS = 3
MEGABYTE = 1_000_000
MOST_WORKERS = 4
QUIET_SECONDS = 30.0
QUIET_SHARE = 0.05
"""Who has used less of a processor than this for so long has nothing better to do than to look for circles."""
HEAP = 20_000_000
"""Objects more than when circles were last looked for: then it has to be, however busy we are."""

Say = Callable[..., None]
"""Tells somebody a sentence: a key and its parameters."""


def serve(settings: Settings, port: int | None, open_browser: bool, say: Say) -> None:
    """Serve until somebody stops it. Without a port the usual one is taken, or a free one if it is not free."""
    with closing(open_store(settings.database)) as store:  # what is wrong with it is told now, in one sentence
        tables, size = asyncio.run(store.size())
    listener = _listen(settings.host, DEFAULT_PORT if port is None else port, port is None)
    chosen = listener.getsockname()[1]
    if port is None and chosen != DEFAULT_PORT:
        say("cli.serve.other-port", port=DEFAULT_PORT)
    here = replace(settings, port=chosen)
    say("cli.serve.open", url=_address(here))
    say("cli.serve.kept", tables=tables, size=-(-size // MEGABYTE))
    if settings.host in EVERYWHERE:
        say("cli.serve.everywhere")
    with listener:
        asyncio.run(_run(here, listener, open_browser))
    say("cli.serve.closed")


async def _run(settings: Settings, listener: socket.socket, open_browser: bool) -> None:
    # Nearly everything is freed without it. To look for circles among the objects of hundreds of tables stops everybody
    # for up to a second, so it is left for when nobody plays.
    gc.disable()
    tidying = asyncio.create_task(_tidy_when_quiet())
    logs.set_up(settings.log_json)
    connections = Connections(settings.limits, files_allowed(), settings.proxies)
    app = create_app(settings)
    server = _Server(configured(app, settings, connections), app)
    hanging_up = asyncio.create_task(connections.keep_tidy())
    opening = asyncio.create_task(_open_when_ready(server, settings)) if open_browser else None
    await server.serve(sockets=[listener])
    tidying.cancel()
    hanging_up.cancel()
    if opening is not None:
        opening.cancel()


def configured(app: ASGIApp, settings: Settings, connections: Connections, **otherwise: Any) -> Config:
    """How uvicorn serves us."""
    usual = {
        "log_config": None,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "http": connections.http(),
        "ws": connections.sockets(),
        "ws_max_size": settings.limits.message_bytes,
        # Without a proxy that is named nobody's word is taken for whom he speaks for.
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": list(settings.proxies),
        "timeout_graceful_shutdown": GOODBYE_SECONDS,
    }
    return Config(app, **{**usual, **otherwise})


async def _tidy_when_quiet() -> None:
    """Look for circles among all objects while nobody plays."""
    while True:
        used = time.process_time()
        await asyncio.sleep(QUIET_SECONDS)
        if time.process_time() - used < QUIET_SHARE * QUIET_SECONDS or gc.get_count()[0] > HEAP:
            gc.collect()


class _Server(uvicorn.Server):
    """Ends when it is told to, and that is a good end: uvicorn would kill itself with the same signal afterwards."""

    def __init__(self, config: Config, app: Starlette) -> None:
        super().__init__(config)
        self._app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if (tables := getattr(self._app.state, "tables", None)) is not None:
            tables.end_work()
        # Told twice, it does not wait for those who still talk.
        self.force_exit = self.should_exit
        self.should_exit = True


async def _open_when_ready(server: uvicorn.Server, settings: Settings) -> None:
    while not server.started:
        await asyncio.sleep(0.05)
    await asyncio.to_thread(webbrowser.open, _address(settings))


def _listen(host: str, port: int, otherwise_any: bool) -> socket.socket:
    """A socket that listens; at any free port, if that is wished and the port is taken."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise KhalkhinError("cli.serve.bad-host", host=host, error=error.strerror) from None
    listener = socket.socket(family, kind, protocol)
    if os.name == "posix":
        # A port is free again as soon as the server before has ended. (Elsewhere this would let two share it.)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen()  # whoever reads the address can come at once, and waits until we are ready
    except OSError as error:
        listener.close()
        if otherwise_any and error.errno == errno.EADDRINUSE:
            return _listen(host, 0, False)
        raise KhalkhinError("cli.serve.no-port", host=host, port=port, error=error.strerror) from None
    return listener


def _address(settings: Settings) -> str:
    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    return f"http://[{host}]:{settings.port}/" if ":" in host else f"http://{host}:{settings.port}/"


def workers() -> int:
    """Processes for computer players: half of the machine is for the people who play."""
    return max(1, min(MOST_WORKERS, (os.cpu_count() or 1) // 2))


def default_database() -> str:
    """The database of whoever started the program, where such things are kept on this kind of machine."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return f"sqlite:///{base / 'khalkhin' / 'khalkhin.db'}"
