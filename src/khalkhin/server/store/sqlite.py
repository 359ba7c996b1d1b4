"""SQLite: one file, no service. With a write-ahead log that is synced at every commit."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from khalkhin.server.store.sql import Connection, Dialect, StorageError


def sqlite(path: str) -> Dialect:
    """The dialect for a file, which is made if it is not there."""

    def connect() -> Connection:
        return _open(Path(path).expanduser())

    return Dialect(
        connect,
        errors=(sqlite3.Error,),
        duplicate=(sqlite3.IntegrityError,),
        mark="?",
        bytes="BLOB",
        double="REAL",
        lock="BEGIN IMMEDIATE",
    )


def _open(path: Path) -> Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        line = sqlite3.connect(path, check_same_thread=False, timeout=10, isolation_level="IMMEDIATE")
    except (OSError, sqlite3.Error) as error:
        raise StorageError("server.cannot-open", file=str(path), error=_said(error)) from None
    try:
        line.execute("PRAGMA journal_mode = WAL")
        line.execute("PRAGMA synchronous = FULL")
        line.execute("PRAGMA foreign_keys = ON")
    except sqlite3.Error as error:
        line.close()
        raise StorageError("server.cannot-open", file=str(path), error=_said(error)) from None
    return line


def _said(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
