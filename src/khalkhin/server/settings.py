"""How a server is set up: where it listens, where it stores, and how much it lets one client do."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field

from khalkhin.server.store.rows import Retention

DAY = 24 * 3600.0
USUAL = Retention(unplayed=30 * DAY)


@dataclass(frozen=True)
class Limits:
    """How much one client may ask for. Rates are a second; bursts are what may come at once."""

    hello_seconds: float = 10.0
    """How long a new socket may keep silent."""
    body_bytes: int = 64 * 1024
    message_bytes: int = 64 * 1024
    record_bytes: int = 8 * 1024 * 1024
    socket_rate: float = 30.0
    socket_burst: int = 120
    address_rate: float = 100.0
    address_burst: int = 1000
    tables_rate: float = 0.5
    tables_burst: int = 40
    connections: int = 8000
    """Open connections, all clients together; fewer where the system does not let the server have so many files."""
    connections_each: int = 200
    """Open connections of one address."""
    header_seconds: float = 20.0
    """How long a connection may stay open without a request."""
    reading_seconds: float = 60.0
    """How long a client may take to read what has been sent to it."""
    sockets: int = 5000
    """Open sockets, all clients together."""
    sockets_each: int = 100
    """Open sockets of one address."""
    decisions: int = 200
    """Decisions in one message."""
    unattended: int = 20
    """Tables whose computers play though nobody looks, all clients together."""
    status_tables: int = 100
    """Tables in one question for their status."""


@dataclass(frozen=True)
class Settings:
    """All that `create_app` needs to know."""

    database: str
    """sqlite:///file.db or postgresql://..."""
    host: str = "127.0.0.1"
    port: int = 8939
    hosts: tuple[str, ...] = ()
    """Names under which clients may reach a server on loopback, beside those of loopback itself."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies that tell whom they speak for; nobody else is believed."""
    limits: Limits = field(default_factory=Limits)
    modules: tuple[str, ...] = ()
    """Modules to import first, here and in the processes of computer players: they register further games."""
    keep: Retention = USUAL
    """How long tables are kept that nobody touches."""
    log_json: bool = False
    """Whether each line of the log is one of JSON."""
    metrics_token: str | None = None
    """Who has it may read the figures at /metrics; without one nobody may."""
    idle_seconds: float = 300.0
    """How long a table stays in memory when nobody looks at it."""
    loaded_tables: int = 500
    """Tables in memory beyond which those that nobody looks at are let go at once."""
    workers: int = 1
    """Processes for computer players."""
    think_seconds: float = 60.0
    """How long a computer player may think about one decision."""

    analysis_seconds: float = 60.0
    """How long it may take to find out what decided a game."""

    def load_modules(self) -> None:
        for name in self.modules:
            importlib.import_module(name)
