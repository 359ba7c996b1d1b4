"""Databases of earlier versions are brought to today's, with nothing lost; newer ones are left alone."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from khalkhin.engine.errors import KhalkhinError
from khalkhin.server.store import StoredTable, dialect_of, open_store
from khalkhin.server.store import schema as schemas
from khalkhin.server.store.backup import back_up, restore
from khalkhin.server.store.schema import SCHEMA
from tests.server.cluster import Cluster
from tests.server.house import House
from tests.server.stored import KEPT, write_postgres, write_sqlite
from tests.server.test_store import ENTRY, TABLE, numbered
from tests.terminal.desk import khalkhin


@pytest.fixture
def old(database: str, tmp_path: Path) -> str:
    """The URL of a database of the first version, of each kind there is."""
    if database.startswith("sqlite"):
        write_sqlite(tmp_path / "khalkhin.db")
    else:
        write_postgres(database, tmp_path / "source.db", dialect_of(database))
    return database


def _all(url: str) -> list[StoredTable | None]:
    store = open_store(url)
    with closing(store):
        return [asyncio.run(store.load(kept.id)) for kept in KEPT.values()]


def _rows(path: Path, version: int = 1) -> list[list[Any]]:
    with closing(sqlite3.connect(path)) as line:
        assert line.execute("SELECT version FROM khalkhin").fetchall() == [(version,)]
        return [line.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in ("tables", "entries")]


def test_an_old_database_is_brought_to_today(old: str) -> None:
    found = _all(old)
    for kept, stored in zip(KEPT.values(), found, strict=True):
        assert stored is not None
        assert (stored.row.id, stored.row.game, stored.row.edition) == (kept.id, kept.game, 1)
        assert stored.row.shares == ()
        assert {(entry.edition, entry.data) for entry in stored.entries} == {(1, "")}
        said = sum(len(entry.say) - entry.undo for entry in stored.entries)
        assert said == kept.decisions
    assert _all(old) == found, "the second time there is nothing to do"


def test_an_sqlite_file_is_copied_aside_first(tmp_path: Path) -> None:
    path = write_sqlite(tmp_path / "khalkhin.db")
    before = _rows(path)
    _all(f"sqlite:///{path}")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["khalkhin.db", "khalkhin.db.schema-1"]
    assert _rows(tmp_path / "khalkhin.db.schema-1") == before
    after = _rows(path, SCHEMA)
    assert [row[:12] for row in after[0]] == before[0]
    assert [row[:9] for row in after[1]] == before[1]


def test_a_copy_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = write_sqlite(tmp_path / "khalkhin.db")
    (tmp_path / "khalkhin.db.schema-1").write_text("mine")
    _all(f"sqlite:///{path}")
    assert (tmp_path / "khalkhin.db.schema-1").read_text() == "mine"
    assert _rows(tmp_path / "khalkhin.db.schema-1-2")


def test_a_migration_that_fails_changes_nothing(old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = (
        *schemas.MIGRATIONS,
        ("ALTER TABLE tables ADD COLUMN one TEXT", "ALTER TABLE nothing ADD COLUMN two TEXT"),
    )
    with monkeypatch.context() as patch:
        patch.setattr(schemas, "MIGRATIONS", broken)
        patch.setattr(schemas, "SCHEMA", 3)
        with pytest.raises(KhalkhinError, match=r"The database cannot be made ready: .*nothing"):
            open_store(old)
    if old.startswith("sqlite"):
        assert [len(row) for row in (_rows(tmp_path / "khalkhin.db")[0][0], _rows(tmp_path / "khalkhin.db")[1][0])] == [
            12,
            9,
        ]
    else:
        with psycopg.connect(old) as line:
            assert line.execute("SELECT version FROM khalkhin").fetchall() == [(1,)]
    assert all(stored is not None for stored in _all(old))


def test_without_a_copy_nothing_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_sqlite(tmp_path / "khalkhin.db")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(KhalkhinError, match=r"cannot be copied to .*schema-1.*No space left on device"):
        open_store(f"sqlite:///{path}")
    monkeypatch.undo()
    assert _rows(path)


def test_servers_that_start_at_once(old: str) -> None:
    async def both() -> None:
        one, two = await asyncio.gather(asyncio.to_thread(open_store, old), asyncio.to_thread(open_store, old))
        one.close()
        two.close()

    asyncio.run(both())
    assert all(stored is not None for stored in _all(old))


def test_a_server_waits_for_another_that_has_the_file(tmp_path: Path) -> None:
    """Also where SQLite would not: it refuses the write-ahead log at once while somebody writes."""
    path = write_sqlite(tmp_path / "khalkhin.db")
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN IMMEDIATE")
        done = threading.Timer(0.3, other.execute, ["COMMIT"])
        done.start()
        open_store(f"sqlite:///{path}").close()
        done.join()


def test_a_server_opens_old_tables_and_they_are_played_on(tmp_path: Path) -> None:
    path = write_sqlite(tmp_path / "khalkhin.db")
    with House(path) as house:
        for name, kept in KEPT.items():
            info = house.http.get(f"/api/tables/{kept.id}").json()
            assert info["game"] == kept.game, name
            if info["halted"]:
                continue
            assert info["over"] == kept.over, name
            table = house.tables._live[kept.id]
            assert table.match.length == kept.decisions
            assert [e.number for e in table.match.editions] == [1, table.game.editions.now]
            if kept.over or not kept.tokens:
                continue
            side = table.waiting()[0]
            choice = next(c for c in table.match.choices() if table.game.sides[c.side] == side)
            body = {
                "number": table.sights[side].number,
                "say": [{"verb": choice.verb, "noun": table.game.write(choice.verb, choice.noun)}],
            }
            headers = {"Authorization": f"Bearer {kept.tokens[side]}"}
            assert house.http.post(f"/api/tables/{kept.id}/decisions", json=body, headers=headers).status_code == 200
    with House(path) as house:
        for kept in KEPT.values():
            house.http.get(f"/api/tables/{kept.id}")
            table = house.tables._live[kept.id]
            if not (kept.over or not kept.tokens or table.match.halted):
                assert table.match.length == kept.decisions + 1
                assert [e.number for e in table.match.editions] == [1, table.game.editions.now]
                assert table.match.editions[1].after == kept.decisions


def test_of_every_game_a_table_goes_on(tmp_path: Path) -> None:
    path = write_sqlite(tmp_path / "khalkhin.db")
    with House(path) as house:
        for code in ("bkg", "kgw", "pbn", "sn"):
            infos = [house.http.get(f"/api/tables/{kept.id}").json() for kept in KEPT.values() if kept.game == code]
            assert any(not info["halted"] for info in infos), code


# -- copies ------------------------------------------------------------------------------------------------------------


def _fill(url: str) -> None:
    async def write() -> None:
        with closing(open_store(url)) as store:
            await store.create(TABLE)
            await store.append(ENTRY)
            await store.append(numbered(2))

    asyncio.run(write())


def _found(url: str) -> StoredTable | None:
    with closing(open_store(url)) as store:
        return asyncio.run(store.load("one"))


def test_there_and_back(database: str, tmp_path: Path) -> None:
    _fill(database)
    assert back_up(database, tmp_path / "copy") == 1
    for other in (f"sqlite:///{tmp_path / 'other.db'}", database if database.startswith("sqlite") else None):
        if other is not None:
            assert restore(other, tmp_path / "copy")[0] == 1
            assert _found(other) == _found(database)


@pytest.mark.xdist_group("postgres")
def test_from_sqlite_to_postgres_and_back(postgres: Cluster, tmp_path: Path) -> None:
    here, there = f"sqlite:///{tmp_path / 'here.db'}", postgres.database("moved")
    _fill(here)
    back_up(here, tmp_path / "copy")
    assert restore(there, tmp_path / "copy") == (1, None)
    assert _found(there) == _found(here)
    assert back_up(there, tmp_path / "again") == 1
    assert restore(f"sqlite:///{tmp_path / 'back.db'}", tmp_path / "again") == (1, None)
    assert _found(f"sqlite:///{tmp_path / 'back.db'}") == _found(here)
    with pytest.raises(KhalkhinError, match="has 1 table already; restore into an empty one"):
        restore(there, tmp_path / "copy")


def test_a_copy_is_taken_while_a_server_writes(tmp_path: Path) -> None:
    with House(tmp_path / "khalkhin.db") as house:
        key = house.table()
        with house.sit(key, "red") as red:
            red.decide(("unit", "RD-PAT"))
            assert back_up(house.settings.database, tmp_path / "copy") == 1
            red.decide(("hex", "0201"))
        with pytest.raises(KhalkhinError, match=r"khalkhin\.db\" is in use; stop the server first"):
            restore(house.settings.database, tmp_path / "copy")
    with House(tmp_path / "khalkhin.db") as house, house.sit(key, "red") as red:
        assert red.number == 3
    count, before = restore(house.settings.database, tmp_path / "copy")
    assert (count, before) == (1, tmp_path / "khalkhin.db.before-restore")
    with House(tmp_path / "khalkhin.db") as house, house.sit(key, "red") as red:
        assert red.number == 2
    with House(tmp_path / "khalkhin.db.before-restore") as house, house.sit(key, "red") as red:
        assert red.number == 3


def test_a_copy_of_an_old_database_is_restored_as_one_of_today(tmp_path: Path) -> None:
    path = write_sqlite(tmp_path / "khalkhin.db")
    assert back_up(f"sqlite:///{path}", tmp_path / "copy") == len(KEPT)
    assert _rows(tmp_path / "copy") == _rows(path), "a copy changes nothing"
    assert restore(f"sqlite:///{tmp_path / 'new.db'}", tmp_path / "copy") == (len(KEPT), None)
    assert _rows(tmp_path / "new.db", SCHEMA)
    assert _rows(tmp_path / "copy"), "nor does restoring it change the copy"


def test_an_old_postgres_is_not_copied_before_a_server_has_seen_it(old: str, tmp_path: Path) -> None:
    if old.startswith("postgres"):
        with pytest.raises(KhalkhinError, match="The database is of version 1, and this program writes copies of"):
            back_up(old, tmp_path / "copy")
        open_store(old).close()
        assert back_up(old, tmp_path / "copy") == len(KEPT)


def test_the_commands(tmp_path: Path) -> None:
    path = write_sqlite(tmp_path / "khalkhin.db")
    url = f"sqlite:///{path}"
    said = khalkhin("backup", tmp_path / "copy", "--database", url)
    assert (said.status, said.out) == (0, f"{len(KEPT)} tables are in {tmp_path / 'copy'}.\n")
    said = khalkhin("backup", tmp_path / "copy", "--database", url)
    assert (said.status, said.err) == (
        2,
        f'khalkhin: "{tmp_path / "copy"}" is there already, and nothing is overwritten; name another file.\n',
    )
    said = khalkhin("restore", tmp_path / "copy", "--database", url)
    assert said.lines == [
        f"{len(KEPT)} tables are restored.",
        f"What was there before is kept in {path}.before-restore.",
    ]
    said = khalkhin("restore", tmp_path / "copy", "--database", url, "--language", "pt")
    assert said.lines[0] == f"{len(KEPT)} mesas restauradas."


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_is_no_database_is_told(command: str, tmp_path: Path) -> None:
    text, none, copy = tmp_path / "text", tmp_path / "none", tmp_path / "copy"
    text.write_text("a text" * 1000)
    for wrong, sentence in ((text, "is no database of Khalkhin."), (none, "There is no database")):
        given = (
            (copy, "--database", f"sqlite:///{wrong}")
            if command == "backup"
            else (wrong, "--database", f"sqlite:///{copy}")
        )
        said = khalkhin(command, *given)
        assert said.status == 2
        assert sentence in said.err
        assert not copy.exists()


def test_a_copy_by_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = write_sqlite(tmp_path / "khalkhin.db")
    with closing(sqlite3.connect(path)) as line:
        line.execute(f"UPDATE khalkhin SET version = {SCHEMA + 1}")
        line.commit()
    with pytest.raises(KhalkhinError, match=f"of version {SCHEMA + 1}, made by a newer program"):
        restore(f"sqlite:///{tmp_path / 'new.db'}", path)
