"""Tables go when those who sit there want it, or when nobody has touched them for as long as the host keeps them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from khalkhin.cli import serve as command
from khalkhin.server import tables as tables_
from khalkhin.server.settings import DAY, USUAL, Settings
from khalkhin.server.store import Retention, Store, open_store
from tests.server.house import House, Key, eventually
from tests.server.test_store import ENTRY, TABLE, numbered
from tests.terminal.desk import khalkhin

COMPUTER = {"kind": "computer", "player": "random"}


def _delete(house: House, key: Key, token: str, **seats: str) -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    said = house.http.request("DELETE", f"/api/tables/{key.id}", json={"seats": seats}, headers=headers)
    return said.json() if said.status_code == 200 else (said.status_code, said.json()["error"]["key"])


def _there(house: House, key: Key) -> bool:
    return house.http.get(f"/api/tables/{key.id}").status_code == 200


def _kept(path: Path) -> set[str]:
    """The tables in a database."""
    with closing(sqlite3.connect(path)) as database:
        return {table for (table,) in database.execute("SELECT id FROM tables")}


GONE = {"deleted": True, "waiting": []}


def test_who_plays_alone_deletes_at_once(house: House) -> None:
    key = house.table(seats={"blue": COMPUTER})
    assert _delete(house, key, key.seats["red"]) == GONE
    assert not _there(house, key)


def test_who_has_both_seats_deletes_at_once(house: House) -> None:
    key = house.table()
    assert _delete(house, key, key.seats["red"], blue=key.seats["blue"]) == GONE
    assert not _there(house, key)


def test_where_two_sit_both_have_to_want_it(house: House) -> None:
    key = house.table()
    assert _delete(house, key, key.seats["red"]) == {"deleted": False, "waiting": ["blue"]}
    assert _there(house, key)
    assert _delete(house, key, key.seats["red"]) == {"deleted": False, "waiting": ["blue"]}
    with house.sit(key, "blue") as blue:
        assert blue.decide(("commit", None))["type"] == "done", "until then it goes on"
    assert _delete(house, key, key.seats["blue"]) == GONE
    assert not _there(house, key)


def test_an_invitation_is_nobody(house: House) -> None:
    made = house.http.post("/api/tables", json={"game": "tiny", "seats": {"blue": {"kind": "human", "invite": True}}})
    key = Key(made.json()["id"], made.json()["seats"])
    assert _delete(house, key, key.seats["red"]) == GONE


def test_whoever_made_a_table_or_brought_a_record_deletes_it(house: House) -> None:
    made = house.http.post("/api/tables", json={"game": "tiny", "seats": {"red": COMPUTER, "blue": COMPUTER}}).json()
    assert _delete(house, Key(made["id"], {}), made["owner"]) == GONE
    key = house.table()
    with house.sit(key, "red") as red:
        red.decide(("concede", None))
    text = house.http.get(f"/api/tables/{key.id}/record").text
    brought = house.http.post("/api/records", content=text, headers={"Content-Type": "text/plain"}).json()
    assert _delete(house, Key(brought["id"], {}), "wrong") == (401, "server.bad-token")
    assert _delete(house, Key(brought["id"], {}), brought["owner"]) == GONE


def test_nobody_else_deletes_anything(house: House) -> None:
    key = house.table(seats={"blue": COMPUTER})
    said = house.http.request("DELETE", f"/api/tables/{key.id}", json={})
    assert (said.status_code, said.json()["error"]["key"]) == (403, "server.spectator")
    assert _delete(house, key, "wrong") == (401, "server.bad-token")
    lesson = house.http.post("/api/lessons", json={"game": "bkg", "lesson": "1"}).json()
    token = next(iter(lesson["seats"].values()))
    assert _delete(house, Key(lesson["id"], {}), token) == (404, "server.not-kept")


def test_who_looks_is_told(house: House) -> None:
    key = house.table(seats={"blue": COMPUTER})
    with house.sit(key, "red") as red, house.sit(key) as watcher:
        _delete(house, key, key.seats["red"])
        for sitter in (red, watcher):
            assert sitter.closed() == "This table was deleted."
            assert sitter.heard[-1]["key"] == "server.deleted"


# -- retention ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """One with a table of each kind, touched at the times 100, 200, 300."""

    async def write(store: Store) -> None:
        await store.create(replace(TABLE, id="unplayed", created=100.0))
        await store.create(replace(TABLE, id="idle", created=100.0))
        await store.append(replace(ENTRY, table="idle", at=200.0))
        await store.create(replace(TABLE, id="finished", created=100.0))
        await store.append(replace(ENTRY, table="finished", at=200.0))
        await store.append(replace(numbered(2, "finished"), at=300.0, over=True))

    with closing(open_store(database)) as made:
        asyncio.run(write(made))
        yield made


@pytest.mark.parametrize(
    ("keep", "now", "found"),
    [
        (Retention(), 1e12, set()),
        (Retention(unplayed=50.0), 149.0, set()),
        (Retention(unplayed=50.0), 1e12, {("unplayed", 0)}),
        (Retention(idle=50.0), 249.0, set()),
        (Retention(idle=50.0), 1e12, {("idle", 1)}),
        (Retention(finished=50.0), 349.0, set()),
        (Retention(finished=50.0), 1e12, {("finished", 2)}),
        (USUAL, 100.0 + 30 * DAY + 1, {("unplayed", 0)}),
    ],
)
def test_what_is_kept_no_longer(store: Store, keep: Retention, now: float, found: set[tuple[str, int]]) -> None:
    assert set(asyncio.run(store.expired(keep, now))) == found


def test_what_was_touched_meanwhile_stays(store: Store) -> None:
    async def delete() -> list[bool]:
        await store.append(replace(ENTRY, table="unplayed"))
        for table, entries in (("unplayed", 0), ("idle", 0), ("finished", 2)):
            await store.delete(table, entries)
        return [await store.load(table) is not None for table in ("unplayed", "idle", "finished")]

    assert asyncio.run(delete()) == [True, True, False]
    stored = asyncio.run(store.load("idle"))
    assert stored is not None
    assert len(stored.entries) == 1


def test_how_much_there_is(store: Store) -> None:
    tables, size = asyncio.run(store.size())
    assert tables == 3
    assert size > 10_000


def test_a_server_deletes_what_it_keeps_no_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.db"
    with House(path) as house:
        unplayed, played, over = (house.table() for _ in range(3))
        for key, said in ((played, ("commit", None)), (over, ("concede", None))):
            with house.sit(key, "red") as red:
                assert red.decide(said)["type"] == "done"
    monkeypatch.setattr(tables_, "LOOK_SECONDS", 0.0)
    with House(path, idle_seconds=0.1, keep=Retention(unplayed=0.0, finished=0.0)) as house:
        # The file is looked at: a table that is asked for over and over stays.
        eventually(lambda: _kept(path) == {played.id}, "it was never looked for")
        assert _there(house, played)
        assert not _there(house, unplayed)
        assert not _there(house, over)


def test_how_long_the_host_keeps_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    served: list[Settings] = []
    monkeypatch.setattr(command, "serve", lambda settings, *_: served.append(settings))
    for given in ((), ("--keep-unplayed", "7", "--keep-idle", "365"), ("--keep-unplayed", "0", "--keep-finished", "1")):
        assert khalkhin("serve", "--no-open", "--database", f"sqlite:///{tmp_path / 'x.db'}", *given).status == 0
    week, year = 7 * DAY, 365 * DAY
    assert [one.keep for one in served] == [USUAL, Retention(week, year), Retention(None, None, DAY)]
