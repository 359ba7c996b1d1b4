"""What SQLite and PostgreSQL do not have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from khalkhin.engine.errors import KhalkhinError


class Connection(Protocol):
    """As much of a database connection as is needed here; sqlite3 and psycopg have it."""

    def cursor(self) -> Any: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...


@dataclass(frozen=True)
class Dialect:
    """What the databases do not have in common."""

    connect: Callable[[], Connection]
    """A new connection; KhalkhinError if there can be none."""
    errors: tuple[type[Exception], ...]
    duplicate: tuple[type[Exception], ...]
    """Errors that say that there is such a row already."""
    mark: str
    """How a parameter is written."""
    bytes: str
    double: str
    size: str
    """How many bytes the database has, as a query."""
    lock: str
    """Keeps two servers that start at once from making or changing the tables twice."""
    lost: tuple[type[Exception], ...] = ()
    """Errors that may say that the connection has gone: by a new one it is tried once more."""
    snapshot: str = ""
    """Makes everything that a transaction reads be of one moment, where that has to be said."""
    set_aside: Callable[[str], None] | None = None
    """Copies the database beside itself, with something added to its name; None where its owner does that."""


class StorageError(KhalkhinError):
    """The database does not take or give what it should: a full disk, a lost connection."""
