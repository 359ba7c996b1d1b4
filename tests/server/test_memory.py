"""Tables come back from the store as they were: after a restart, after they were let go, after the disk was full."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import khalkhin
from khalkhin.engine.match import Match
from khalkhin.server.live import LiveTable
from khalkhin.server.loading import load
from khalkhin.server.settings import Settings
from khalkhin.server.store import StoredTable, open_store
from khalkhin.server.tables import Tables
from tests.server.house import PATIENCE, House, Key, Sitter

SIDES = ("red", "blue")


def loaded(house: House) -> dict[str, LiveTable]:
    return house.tables._live


def play(sitters: dict[str, Sitter], rng: random.Random, decisions: int) -> None:
    """Random decisions and undos of both sides."""
    for _ in range(decisions):
        for sitter in sitters.values():
            sitter.ping()
        side = rng.choice(SIDES)
        sitter = sitters[side]
        if sitter.undo and rng.random() < 0.3:
            assert sitter.decide(undo=1)["type"] == "done"
        elif sitter.choices():
            assert sitter.decide(rng.choice(sitter.choices()))["type"] == "done"


def sight(sitter: Sitter) -> tuple[int, dict[str, Any], list[dict[str, Any]], bool]:
    return sitter.number, sitter.view, sitter.log, sitter.undo


@pytest.mark.parametrize("seed", range(4))
def test_a_server_that_starts_again_shows_what_it_showed(database: str, seed: int) -> None:
    """Views, logs with their times, numbers and what can be taken back; and a repeated decision is still known."""
    with House(database) as house:
        key = house.table(scenario="contact", seed=seed)
        with house.sit(key, "red") as red, house.sit(key, "blue") as blue, house.sit(key) as watcher:
            play({"red": red, "blue": blue}, random.Random(seed), 40)
            last = next(sitter for sitter in (red, blue) if sitter.choices())
            answered, said = last.number, last.choices()[0]
            assert last.decide(said)["type"] == "done"
            for sitter in (red, blue, watcher):
                sitter.ping()
            before = {None: sight(watcher), "red": sight(red), "blue": sight(blue)}
    with House(database) as house:
        for side, seen in before.items():
            with house.sit(key, side) as again:
                assert sight(again) == seen
        with house.sit(key, "red" if last is red else "blue") as again:
            assert again.decide(said, number=answered) == {"type": "done", "id": "1", "number": again.number}
            assert again.number == last.number
        for side in SIDES:
            with house.sit(key, side, log=len(before[side][2]), number=before[side][0]) as again:
                assert again.heard[-1]["log"] == {"keep": len(before[side][2]), "lines": []}


def test_lines_taken_back_before_a_restart_are_known_after_it(tmp_path: Path) -> None:
    with House(tmp_path / "x.db") as house:
        key = house.table()
        with house.sit(key, "red") as red:
            red.decide(("draw", None))
            had = len(red.log), red.number
            red.decide(undo=1)
    with House(tmp_path / "x.db") as house, house.sit(key, "red", *had) as red:
        assert red.heard[-1]["log"] == {"keep": 1, "lines": []}


def test_tables_that_nobody_looks_at_are_let_go(tmp_path: Path) -> None:
    with House(tmp_path / "x.db", idle_seconds=0.2) as house:
        key, other = house.table(), house.table()
        with house.sit(key, "red") as red:
            red.decide(("unit", "RD-PAT"))
            house.http.get(f"/api/tables/{other.id}")
            deadline = time.monotonic() + PATIENCE
            while other.id in loaded(house) and time.monotonic() < deadline:
                time.sleep(0.05)
            assert set(loaded(house)) == {key.id}, "the one that is looked at stays"
        while loaded(house) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not loaded(house)
        with house.sit(key, "red") as red:
            assert red.number == 2
            assert red.decide(("hex", "0201"))["type"] == "done"


def test_no_more_tables_in_memory_than_there_may_be(tmp_path: Path) -> None:
    with House(tmp_path / "x.db", loaded_tables=3, idle_seconds=0.01) as house:
        for _ in range(8):
            house.http.get(f"/api/tables/{house.table().id}")
            time.sleep(0.02)
            assert len(loaded(house)) <= 4


def test_another_server_decided_meanwhile(tmp_path: Path) -> None:
    """Two servers on one database: whoever comes second is told, sees what happened, and nothing is lost."""
    with House(tmp_path / "x.db") as one, House(tmp_path / "x.db") as two:
        key = one.table()
        with one.sit(key, "red") as here, two.sit(key, "red") as there:
            assert here.decide(("unit", "RD-PAT"))["type"] == "done"
            assert there.decide(("unit", "RD-COL"))["reason"]["key"] == "server.stale"
            assert there.number == 2
            assert there.view == here.view
            assert there.decide(("hex", "0201"))["type"] == "done"


def test_data_that_changed_and_games_that_are_gone(tmp_path: Path) -> None:
    with House(tmp_path / "x.db") as house:
        key = house.table()
    for change, found in (
        ("UPDATE tables SET data = 'older'", "server.other-data"),
        ("UPDATE tables SET game = 'chess'", "server.lost-game"),
    ):
        alter(tmp_path / "x.db", change)
        with House(tmp_path / "x.db") as house:
            assert house.http.get(f"/api/tables/{key.id}").json()["error"]["key"] == found


def test_entries_that_cannot_be_played_again(tmp_path: Path) -> None:
    with House(tmp_path / "x.db") as house:
        key = house.table()
        with house.sit(key, "red") as red:
            red.decide(("unit", "RD-PAT"))
            red.decide(("hex", "0201"))
    alter(tmp_path / "x.db", "DELETE FROM entries WHERE n = 1")
    with House(tmp_path / "x.db") as house:
        answer = house.http.get(f"/api/tables/{key.id}")
        assert answer.status_code == 500
        assert answer.json()["error"]["params"] == {"table": key.id, "entry": 2}


def alter(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as line:
        line.execute(statement)
        line.commit()


def _whole_game() -> Match:
    match, rng = khalkhin.new("tiny", seed=3), random.Random(3)
    while not match.over:
        match.decide(rng.choice(list(match.choices())))
    return match


def test_a_game_that_is_brought_is_not_played_again_to_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was proven line by line: that takes long enough. What is shown is what the store would have led to."""
    match, url = _whole_game(), f"sqlite:///{tmp_path / 'x.db'}"

    async def brought() -> tuple[LiveTable, StoredTable]:
        tables = Tables(open_store(url), Settings(database=url))
        with monkeypatch.context() as patch:
            patch.delattr("khalkhin.server.tables.load")
            live = await tables.open((await tables.keep(match)).id)
        stored = await live.stored()
        await tables.stop()
        return live, stored

    live, stored = asyncio.run(brought())
    again = load(stored)
    assert live.match.state == again.match.state
    assert live.match.editions == again.match.editions
    assert live.entries == again.entries
    for side, sight in again.sights.items():
        assert live.sights[side].view == sight.view
        assert live.sights[side].lines.lines == sight.lines.lines


def test_a_recorded_game(tmp_path: Path) -> None:
    """A game that was played elsewhere is there to be watched, and nobody can go on with it."""
    match = _whole_game()
    url = f"sqlite:///{tmp_path / 'x.db'}"

    async def keep() -> str:
        tables = Tables(open_store(url), Settings(database=url))
        table = (await tables.keep(match, "Kept")).id
        await tables.stop()
        return table

    table = asyncio.run(keep())
    with House(tmp_path / "x.db") as house, house.sit(Key(table, {})) as watcher:
        expected = match.view(None)
        lines = expected.pop("log")
        assert watcher.view == expected
        assert [{k: v for k, v in line.items() if k != "at"} for line in watcher.log] == lines
        assert watcher.table["seats"]["red"]["kind"] == "record"
        assert watcher.table["over"]
