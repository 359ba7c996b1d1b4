"""SQLite: one file, no service. With a write-ahead log that is synced at every commit."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

from khalkhin.server.store.dialect import Connection, Dialect, StorageError

PATIENCE = 10.0
"""Seconds to wait for another server that has the file."""


def sqlite(path: str) -> Dialect:
    """The dialect for a file, which is made if it is not there."""
    file = Path(path).expanduser()

    def connect() -> Connection:
        return _open(file)

    def set_aside(why: str) -> None:
        copy(file, free_name(file, why))

    return Dialect(
        connect,
        errors=(sqlite3.Error,),
        duplicate=(sqlite3.IntegrityError,),
        mark="?",
        bytes="BLOB",
        double="REAL",
        size="SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        lock="BEGIN IMMEDIATE",
        set_aside=set_aside,
    )


def _log_ahead(line: sqlite3.Connection) -> None:
    """Write-ahead logging. SQLite refuses to switch it on at once, without waiting, while another server does."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            line.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def _open(path: Path) -> Connection:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        make_private(path)
        line = sqlite3.connect(path, check_same_thread=False, timeout=PATIENCE, isolation_level="IMMEDIATE")
    except (OSError, sqlite3.Error) as error:
        raise StorageError("server.cannot-open", file=str(path), error=_said(error)) from None
    try:
        _log_ahead(line)
        line.execute("PRAGMA synchronous = FULL")
        line.execute("PRAGMA foreign_keys = ON")
    except sqlite3.Error as error:
        line.close()
        raise StorageError("server.cannot-open", file=str(path), error=_said(error)) from None
    return line


def make_private(path: Path) -> None:
    """Have a file that is not there yet be read by its owner only: it holds the dice of all games. What SQLite lays
    beside it has the same mode."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def free_name(file: Path, why: str) -> Path:
    """A name beside a file that says what the copy there is for, and that nothing has yet."""
    names = (file.with_name(f"{file.name}.{why}{'' if n == 1 else f'-{n}'}") for n in count(1))
    return next(name for name in names if not name.exists())


def copy(source: Path, target: Path) -> None:
    """Copy a database that may be in use: all of it as it is at one moment, or nothing."""
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        make_private(part)
        with closing(sqlite3.connect(source, timeout=PATIENCE)) as there, closing(sqlite3.connect(part)) as here:
            there.backup(here)
            here.execute("PRAGMA journal_mode = DELETE")  # one file, whole in itself
        part.replace(target)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        raise StorageError("server.cannot-copy", source=str(source), target=str(target), error=_said(error)) from None


def in_use(file: Path) -> bool:
    """Whether another process has a database open."""
    with closing(sqlite3.connect(file, timeout=0.5)) as line:
        try:
            return bool(line.execute("PRAGMA journal_mode = DELETE").fetchone()[0] != "delete")
        except sqlite3.OperationalError:
            return True


def _said(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
