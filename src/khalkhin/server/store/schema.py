"""The tables of the database, and the steps from one version of them to the next.

A version is a number in the table `khalkhin`. A database of an older version is brought to today's when it is opened,
in one transaction, after it was copied aside where that can be done; one of a newer version is left alone.
"""

from __future__ import annotations

from typing import Any

from khalkhin.engine.errors import KhalkhinError
from khalkhin.server.store.dialect import Dialect

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            scenario TEXT NOT NULL,
            options TEXT NOT NULL,
            data TEXT NOT NULL,
            secret {bytes} NOT NULL,
            dice_id TEXT NOT NULL,
            seed BIGINT,
            seats TEXT NOT NULL,
            created {double} NOT NULL,
            pace {double} NOT NULL,
            due INTEGER NOT NULL
        )""",
        """CREATE TABLE entries (
            table_id TEXT NOT NULL REFERENCES tables (id),
            n INTEGER NOT NULL,
            side TEXT NOT NULL,
            answered INTEGER NOT NULL,
            undo INTEGER NOT NULL,
            said TEXT NOT NULL,
            numbers TEXT NOT NULL,
            at {double} NOT NULL,
            due INTEGER NOT NULL,
            PRIMARY KEY (table_id, n)
        )""",
    ),
    # Editions of the rules. What was there before they were counted is of the first.
    (
        "ALTER TABLE tables ADD COLUMN edition INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE tables ADD COLUMN shares TEXT NOT NULL DEFAULT '{{}}'",
        "ALTER TABLE entries ADD COLUMN edition INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE entries ADD COLUMN data TEXT NOT NULL DEFAULT ''",
    ),
    # Tables that go on though nobody looks. Those that were there before wait until somebody does.
    ("ALTER TABLE tables ADD COLUMN unattended INTEGER NOT NULL DEFAULT 0",),
    # Seats that are taken by invitation, and whoever made the table, who invites.
    (
        "ALTER TABLE tables ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE tables ADD COLUMN seated INTEGER NOT NULL DEFAULT 0",
    ),
    # Which games are over. Of those before it is not known, and they are taken for running ones.
    ("ALTER TABLE entries ADD COLUMN over INTEGER NOT NULL DEFAULT 0",),
)
"""What makes each version of the one before it. Versions that shipped are never changed, only followed by another."""
SCHEMA = len(MIGRATIONS)

COLUMNS = {
    "tables": (
        *("id", "game", "scenario", "options", "data", "secret", "dice_id", "seed", "seats", "created", "pace", "due"),
        *("edition", "shares", "unattended", "owner", "seated"),
    ),
    "entries": (
        *("table_id", "n", "side", "answered", "undo", "said", "numbers", "at", "due"),
        *("edition", "data", "over"),
    ),
}
"""The columns of today's version, in their order."""


def insertion(table: str) -> str:
    """The statement that writes a row of a table."""
    columns = COLUMNS[table]
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def prepare(cursor: Any, dialect: Dialect) -> None:
    """Make the tables, or bring those of an older version to today's: in one transaction, all or nothing."""
    if dialect.lock:
        cursor.execute(dialect.lock)
    cursor.execute("CREATE TABLE IF NOT EXISTS khalkhin (version INTEGER NOT NULL)")
    cursor.execute("SELECT version FROM khalkhin")
    found = cursor.fetchall()
    version = int(found[0][0]) if found else 0
    if version > SCHEMA:
        raise KhalkhinError("server.schema", found=version, known=SCHEMA)
    if version == SCHEMA:
        return
    if version and dialect.set_aside is not None:
        dialect.set_aside(f"schema-{version}")
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            cursor.execute(statement.format(bytes=dialect.bytes, double=dialect.double))
    cursor.execute(f"UPDATE khalkhin SET version = {SCHEMA}" if found else f"INSERT INTO khalkhin VALUES ({SCHEMA})")
