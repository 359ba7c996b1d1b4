"""A database as the program wrote it before its tables had editions: running and finished games of all four."""

from __future__ import annotations

import gzip
import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from khalkhin.server.store.dialect import Dialect
from khalkhin.server.store.schema import MIGRATIONS

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Kept:
    """A table of that database, and what was known of it when it was stored."""

    id: str
    tokens: dict[str, str]
    game: str
    decisions: int
    over: bool
    digest: str
    """The hash of the position, as it was counted then."""


KEPT = {name: Kept(**told) for name, told in json.loads((HERE / "tables.json").read_text()).items()}


def write_sqlite(path: Path) -> Path:
    """The database as an SQLite file."""
    with gzip.open(HERE / "schema_1.sql.gz", "rt", encoding="utf-8") as file, closing(sqlite3.connect(path)) as line:
        line.executescript(file.read())
    return path


def write_postgres(url: str, path: Path, dialect: Dialect) -> None:
    """The same rows in PostgreSQL, as the first version of the tables had them there."""
    with closing(sqlite3.connect(write_sqlite(path))) as source, psycopg.connect(url) as line:
        line.execute("CREATE TABLE khalkhin (version INTEGER NOT NULL)")
        line.execute("INSERT INTO khalkhin VALUES (1)")
        for statement in MIGRATIONS[0]:
            line.execute(statement.format(bytes=dialect.bytes, double=dialect.double).encode())
        for name in ("tables", "entries"):
            found: list[tuple[Any, ...]] = source.execute(f"SELECT * FROM {name}").fetchall()
            marks = ", ".join(["%s"] * len(found[0]))
            with line.cursor() as cursor:
                cursor.executemany(f"INSERT INTO {name} VALUES ({marks})".encode(), found)
