"""Copies of a whole store in one file, and stores from such a copy.

A copy is an SQLite database whatever the store is, so one can also move from SQLite to PostgreSQL with it, or back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from khalkhin.engine.errors import KhalkhinError
from khalkhin.server.store import dialect_of
from khalkhin.server.store.dialect import Dialect
from khalkhin.server.store.schema import COLUMNS, SCHEMA, insertion, prepare
from khalkhin.server.store.sql import Store, storage_error
from khalkhin.server.store.sqlite import copy, free_name, in_use, sqlite

ROWS = 500
"""Rows that are copied at once."""


def back_up(url: str, file: Path) -> int:
    """Copy a store into a file that is not there yet, while a server may be using it; how many tables there are."""
    if file.exists():
        raise KhalkhinError("server.file-exists", file=str(file))
    place = sqlite_file(url)
    if place is None:
        with TemporaryDirectory(dir=file.absolute().parent) as folder:
            part = Path(folder) / file.name
            _copy_rows(dialect_of(url), sqlite(str(part)))
            copy(part, file)
    elif not place.is_file():
        raise KhalkhinError("server.no-database", file=str(place))
    else:
        _version(place)
        copy(place, file)
    return _count(file)


def restore(url: str, file: Path) -> tuple[int, Path | None]:
    """Make a store of a copy: how many tables there are, and where the store is kept that was there before."""
    if not file.is_file():
        raise KhalkhinError("server.no-database", file=str(file))
    if _version(file) > SCHEMA:
        raise KhalkhinError("server.schema", found=_version(file), known=SCHEMA)
    place = sqlite_file(url)
    with TemporaryDirectory(dir=None if place is None else _folder_of(place)) as folder:
        part = Path(folder) / "restored.db"
        copy(file, part)
        Store(replace(sqlite(str(part)), set_aside=None)).close()  # brings it to today's version
        if place is None:
            _copy_rows(sqlite(str(part)), dialect_of(url))
            return _count(part), None
        before = _set_aside(place)
        whole = Path(folder) / "whole.db"
        copy(part, whole)
        whole.replace(place)
    return _count(place), before


def sqlite_file(url: str) -> Path | None:
    """The file of a store in SQLite; None for others."""
    scheme, _, rest = url.partition("://")
    return Path(rest[1:]).expanduser() if scheme == "sqlite" and rest.startswith("/") and len(rest) > 1 else None


def _folder_of(place: Path) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    return place.parent


def _set_aside(place: Path) -> Path | None:
    """Keep what is there under another name: nothing is ever overwritten."""
    if not place.exists():
        return None
    if in_use(place):
        raise KhalkhinError("server.in-use", file=str(place))
    kept = free_name(place, "before-restore")
    place.replace(kept)
    return kept


def _version(file: Path) -> int:
    """The version of the database in a file, or a refusal if it is none of ours."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as line:
            return int(line.execute("SELECT version FROM khalkhin").fetchone()[0])
    except (sqlite3.Error, TypeError, ValueError):
        raise KhalkhinError("server.not-ours", file=str(file)) from None


def _count(file: Path) -> int:
    with closing(sqlite3.connect(file)) as line:
        return int(line.execute("SELECT COUNT(*) FROM tables").fetchone()[0])


# -- from one database into another ------------------------------------------------------------------------------------


def _copy_rows(source: Dialect, target: Dialect) -> None:
    """Copy all rows of a database of today's version into an empty one, as they are at one moment."""
    with _transaction(source) as there, _transaction(target) as here:
        if source.snapshot:
            there.execute(source.snapshot)
        there.execute("SELECT version FROM khalkhin")
        found = int(there.fetchall()[0][0])
        if found != SCHEMA:
            raise KhalkhinError("server.other-schema", found=found, known=SCHEMA)
        prepare(here, target)
        here.execute("SELECT COUNT(*) FROM tables")
        if (tables := int(here.fetchall()[0][0])) > 0:
            raise KhalkhinError("server.not-empty", count=tables)
        for name, columns in COLUMNS.items():
            there.execute(f"SELECT {', '.join(columns)} FROM {name}")
            statement = insertion(name).replace("?", target.mark)
            while rows := there.fetchmany(ROWS):
                here.executemany(statement, rows)


@contextmanager
def _transaction(dialect: Dialect) -> Iterator[Any]:
    line = dialect.connect()
    try:
        cursor = line.cursor()
        yield cursor
        line.commit()
    except dialect.errors as error:
        raise storage_error(error) from error
    finally:
        line.close()
