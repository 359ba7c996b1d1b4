"""Where games are kept: an append-only log of what was said at every table, in SQLite or PostgreSQL."""

from __future__ import annotations

from khalkhin.engine.errors import KhalkhinError
from khalkhin.server.store.dialect import Dialect, StorageError
from khalkhin.server.store.rows import Entry, Retention, SeatRow, StoredTable, TableRow
from khalkhin.server.store.sql import Conflict, Store

__all__ = [
    "Conflict",
    "Entry",
    "Retention",
    "SeatRow",
    "StorageError",
    "Store",
    "StoredTable",
    "TableRow",
    "dialect_of",
    "open_store",
]


def open_store(url: str) -> Store:
    """The store at a URL: sqlite:///file.db or postgresql://user@host/name."""
    return Store(dialect_of(url))


def dialect_of(url: str) -> Dialect:
    """The database at a URL."""
    scheme, separator, rest = url.partition("://")
    if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        from khalkhin.server.store.sqlite import sqlite

        return sqlite(rest[1:])
    if scheme in ("postgresql", "postgres") and separator:
        from khalkhin.server.store.postgres import postgres

        return postgres(url)
    raise KhalkhinError("server.bad-database", url=without_password(url))


def without_password(url: str) -> str:
    """A URL that can be shown and logged."""
    scheme, separator, rest = url.partition("://")
    login, at, place = rest.rpartition("@")
    return f"{scheme}{separator}{login.partition(':')[0]}{at}{place}"
