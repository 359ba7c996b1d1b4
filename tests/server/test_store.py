"""The store keeps what it acknowledged, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from khalkhin.engine.errors import KhalkhinError
from khalkhin.server.store import Conflict, Entry, SeatRow, StorageError, Store, StoredTable, TableRow, open_store
from khalkhin.server.store.schema import SCHEMA
from tests.server.cluster import Cluster

TABLE = TableRow(
    id="one",
    game="tiny",
    scenario="raid",
    options={"turns": 4, "open_strengths": False, "weather": "clear"},
    data="0123",
    secret=bytes(range(32)),
    dice_id="x",
    seed=None,
    seats={"red": SeatRow("human", name="Zoë \u0000 \ud800", token_hash="ab"), "blue": SeatRow("computer", "random")},
    created=1_700_000_000.25,
    pace=0.5,
)
ENTRY = Entry(
    table="one",
    n=1,
    side="red",
    answered=1,
    undo=0,
    say=(("unit", "RD-COL"), ("hex", "0202"), ("commit", None), ("count", 3)),
    line=None,
    left=(("unit", "RD-GUN"),),
    numbers={"red": 2, "blue": 1, "spectators": 1},
    at=1_700_000_001.125,
    due=True,
)


@contextmanager
def opened(url: str) -> Iterator[Store]:
    with closing(open_store(url)) as store:
        yield store


def numbered(n: int, table: str = "one", due: bool = False) -> Entry:
    return replace(ENTRY, n=n, table=table, answered=n, due=due)


def test_what_was_stored_is_found_again(database: str) -> None:
    typed = replace(ENTRY, n=2, line="RD-COL 0202", left=(), due=False)

    async def write() -> None:
        with opened(database) as store:
            await store.create(TABLE)
            await store.append(ENTRY)
            await store.append(typed)

    asyncio.run(write())
    with opened(database) as store:
        assert asyncio.run(store.load("one")) == StoredTable(TABLE, [ENTRY, typed])
        assert asyncio.run(store.load("two")) is None


def test_a_recorded_game_is_stored_as_a_whole(database: str) -> None:
    seeded = replace(TABLE, seed=2**52, due=True, unattended=True)

    async def write() -> None:
        with opened(database) as store:
            await store.create(seeded, [numbered(1), numbered(2)])
            with pytest.raises(Conflict):
                await store.create(replace(TABLE, id="two"), [numbered(1, "two"), numbered(1, "two")])

    asyncio.run(write())
    with opened(database) as store:
        assert asyncio.run(store.load("one")) == StoredTable(seeded, [numbered(1), numbered(2)])
        assert asyncio.run(store.load("two")) is None, "half a game is no game"


def test_many_wait_and_only_the_faulty_are_refused(database: str) -> None:
    """Entries that wait together are written together; one that is there already is refused alone."""

    async def write() -> list[BaseException | None]:
        with opened(database) as store:
            for name in ("one", "two"):
                await store.create(replace(TABLE, id=name))
            await store.append(numbered(1))
            waiting = [store.append(numbered(n, table)) for n in range(1, 60) for table in ("one", "two")]
            return await asyncio.gather(*waiting, return_exceptions=True)

    results = asyncio.run(write())
    assert [type(result) for result in results if result is not None] == [Conflict]
    with opened(database) as store:
        for name in ("one", "two"):
            found = asyncio.run(store.load(name))
            assert found is not None
            assert [entry.n for entry in found.entries] == list(range(1, 60))


@pytest.mark.parametrize(
    "odd",
    [
        replace(TABLE, id="odd", seed=2**63),
        replace(TABLE, id="odd", dice_id="\ud800"),
        replace(TABLE, id="odd", pace=object()),  # type: ignore[arg-type]
    ],
    ids=["a number too large", "no text", "no value at all"],
)
def test_what_the_database_cannot_hold_is_refused_alone(database: str, odd: TableRow) -> None:
    """The thread that writes outlives whatever it is given: those who wait beside it and after it are served."""

    async def write() -> list[BaseException | None]:
        with opened(database) as store:
            rows = [replace(TABLE, id="before"), odd, replace(TABLE, id="beside")]
            results = await asyncio.gather(*map(store.create, rows), return_exceptions=True)
            await asyncio.wait_for(store.create(replace(TABLE, id="after")), 20)
            return results

    results = asyncio.run(asyncio.wait_for(write(), 60))
    assert [type(result) for result in results if result is not None] == [StorageError]
    with opened(database) as store:
        found = {name: asyncio.run(store.load(name)) for name in ("before", "odd", "beside", "after")}
    assert [name for name, table in found.items() if table is None] == ["odd"]


def test_an_entry_needs_its_table(database: str) -> None:
    with opened(database) as store, pytest.raises((StorageError, Conflict)):
        asyncio.run(store.append(ENTRY))
    with opened(database) as store:
        assert asyncio.run(store.load("one")) is None


def test_tables_that_go_on_though_nobody_looks(database: str) -> None:
    async def write() -> None:
        with opened(database) as store:
            alone = replace(TABLE, unattended=True)
            await store.create(replace(alone, id="begins", due=True, created=1.0))
            await store.create(replace(alone, id="waits", created=2.0))
            await store.create(replace(alone, id="answered", due=True, created=3.0))
            await store.create(replace(alone, id="asked", created=4.0))
            await store.create(replace(TABLE, id="attended", due=True, created=5.0))
            await store.append(numbered(1, "answered", due=True))
            await store.append(numbered(2, "answered"))
            await store.append(numbered(1, "asked", due=True))
            assert await store.due() == ["begins", "asked"]

    asyncio.run(write())


def test_who_sits_at_a_table_is_changed_by_one_at_a_time(database: str) -> None:
    seats = {**TABLE.seats, "red": SeatRow("human", name="Ann", token_hash="cd", invited=True)}
    other = {**TABLE.seats, "red": SeatRow("human", name="Bob", token_hash="ef", invited=True)}

    async def write() -> None:
        with opened(database) as store:
            await store.create(TABLE)
            await store.reseat(replace(TABLE, seats=seats, seated=1))
            with pytest.raises(Conflict):
                await store.reseat(replace(TABLE, seats=other, seated=1))
            assert await store.load("one") == StoredTable(replace(TABLE, seats=seats, seated=1), [])
            await store.append(ENTRY)

    asyncio.run(write())


def test_a_database_of_another_version_is_left_alone(database: str, tmp_path: Path) -> None:
    open_store(database).close()
    change = f"UPDATE khalkhin SET version = {SCHEMA + 1}"
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(tmp_path / "khalkhin.db")) as line:
            line.execute(change)
            line.commit()
    else:
        with psycopg.connect(database) as connection:
            connection.execute(change.encode())
    with pytest.raises(KhalkhinError, match=f"The database is of version {SCHEMA + 1}"):
        open_store(database)


def test_two_servers_on_one_database(database: str) -> None:
    """Whoever comes second with an entry is told, and nothing is overwritten."""

    async def write() -> None:
        with opened(database) as one, opened(database) as two:
            await one.create(TABLE)
            await one.append(numbered(1))
            with pytest.raises(Conflict):
                await two.append(replace(numbered(1), side="blue"))
            found = await two.load("one")
            assert found is not None
            assert found.entries == [numbered(1)]

    asyncio.run(write())


@pytest.mark.xdist_group("postgres")
def test_a_lost_connection_is_made_anew(postgres: Cluster) -> None:
    """PostgreSQL goes away in the middle: what was acknowledged is there, and the store goes on when it is back."""

    async def write() -> None:
        with opened(postgres.database("restarted")) as store:
            await store.create(TABLE)
            await store.append(numbered(1))
            postgres.stop()
            with pytest.raises(StorageError):
                await store.append(numbered(2))
            with pytest.raises(StorageError):
                await store.load("one")
            postgres.start()
            await store.append(numbered(2))
            found = await store.load("one")
            assert found is not None
            assert [entry.n for entry in found.entries] == [1, 2]

    asyncio.run(write())


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("chess.db", '"chess.db" names no database; expected is sqlite:///FILE or postgresql://USER@HOST/NAME.'),
        ("sqlite://", '"sqlite://" names no database'),
        ("sqlite:///", '"sqlite:///" names no database'),
        ("mysql://me:secret@host/x", '"mysql://me@host/x" names no database'),
        ("postgresql://nobody:secret@127.0.0.1:1/x", "The database does not answer: "),
    ],
)
def test_urls_that_name_no_database(url: str, sentence: str) -> None:
    with pytest.raises(KhalkhinError) as refused:
        open_store(url)
    assert str(refused.value).startswith(sentence)
    assert "secret" not in str(refused.value)


def test_files_that_are_no_database(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("a text" * 1000)
    with pytest.raises(KhalkhinError, match="cannot be opened: file is not a database"):
        open_store(f"sqlite:///{tmp_path / 'text.db'}")
    with pytest.raises(KhalkhinError, match="cannot be opened"):
        open_store(f"sqlite:///{tmp_path / 'text.db' / 'below.db'}")
    with pytest.raises(KhalkhinError, match="cannot be opened: unable to open database file"):
        open_store(f"sqlite:///{tmp_path}")
