"""What watches over a server is told whether it writes, whether it takes requests, and in figures what it does."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from khalkhin.server import health
from khalkhin.server.logs import AsJson
from khalkhin.server.store import StorageError
from khalkhin.server.timeline import Timeline
from tests.server.house import PATIENCE, House, eventually
from tests.server.process import Process

TOKEN = "a token of the host's"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path / "khalkhin.db", metrics_token=TOKEN) as found:
        yield found


def _healthz(house: House) -> tuple[int, Any]:
    said = house.http.get("/healthz")
    return said.status_code, said.json()


def test_a_server_that_writes_is_sound(house: House) -> None:
    assert _healthz(house) == (200, {"alive": True, "writes": True})


def test_a_server_that_cannot_write_says_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full() -> None:
        raise StorageError("server.storage", error="the disk is full")

    monkeypatch.setattr(health, "FRESH_SECONDS", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(house.tables._store, "touch", full)
        assert _healthz(house) == (503, {"alive": True, "writes": False})
    assert _healthz(house)[0] == 200


def test_a_write_that_hangs_is_none(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang() -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(health, "WRITE_SECONDS", 0.05)
    monkeypatch.setattr(house.tables._store, "touch", hang)
    assert _healthz(house) == (503, {"alive": True, "writes": False})


def test_who_asks_often_does_not_write_often(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    touch = house.tables._store.touch

    async def counted() -> None:
        written.append(1)
        await touch()

    monkeypatch.setattr(health, "FRESH_SECONDS", 3600.0)
    monkeypatch.setattr(house.tables._store, "touch", counted)
    assert [_healthz(house)[0] for _ in range(20)] == [200] * 20
    assert len(written) == 1


def test_a_server_that_is_being_stopped_wants_no_more_requests(house: House) -> None:
    said = house.http.get("/readyz")
    assert (said.status_code, said.json()) == (200, {"ready": True})
    house.tables.end_work()
    said = house.http.get("/readyz")
    assert (said.status_code, said.json()) == (503, {"ready": False})
    key = house.table()
    refused = house.http.get(f"/api/tables/{key.id}/frames")
    assert (refused.status_code, refused.json()["error"]["key"]) == (503, "server.stopping")


def test_who_waits_when_it_is_stopped_is_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, released = threading.Event(), threading.Event()

    def slow(self: Timeline, *given: Any) -> None:
        begun.set()
        assert released.wait(PATIENCE)

    monkeypatch.setattr(Timeline, "follow", slow)
    keys = [house.table() for _ in range(2)]
    answers: list[httpx.Response] = []

    def ask(table: str) -> None:
        answers.append(httpx.get(f"http://127.0.0.1:{house.port}/api/tables/{table}/frames", timeout=PATIENCE))

    first = threading.Thread(target=ask, args=(keys[0].id,))
    first.start()
    assert begun.wait(PATIENCE)
    second = threading.Thread(target=ask, args=(keys[1].id,))
    second.start()
    eventually(lambda: house.tables.pools.waiting() == 2)
    house.tables.end_work()
    second.join(PATIENCE)
    assert [(one.status_code, one.json()["error"]["key"]) for one in answers] == [(503, "server.stopping")]
    released.set()
    first.join(PATIENCE)


def _figures(house: House) -> dict[str, float]:
    said = house.http.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert said.status_code == 200
    assert said.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = said.text.splitlines()
    assert all(re.fullmatch(r'# (HELP|TYPE) .+|khalkhin_\w+(\{\w+="[^"]+"\})? [-+.e\d]+', line) for line in lines), (
        lines
    )
    return {name: float(value) for name, value in (line.split(" ") for line in lines if not line.startswith("#"))}


def test_figures(house: House) -> None:
    key = house.table()
    with house.sit(key, "red") as red:
        red.decide(("commit", None))
        house.http.get("/api/tables/nowhere")
        found = _figures(house)
    assert found["khalkhin_sockets"] == 1
    assert found["khalkhin_tables"] == found["khalkhin_tables_in_memory"] == 1
    assert found["khalkhin_entries_stored_total"] == 1
    assert found["khalkhin_store_errors_total"] == 0
    assert found["khalkhin_database_bytes"] > 10_000
    assert found['khalkhin_requests_total{status="2xx"}'] >= 1
    assert found['khalkhin_requests_total{status="4xx"}'] == 1
    whole = found["khalkhin_request_seconds_count"]
    assert found['khalkhin_request_seconds_bucket{le="+Inf"}'] == whole
    eventually(lambda: _figures(house)["khalkhin_sockets"] == 0)


def test_figures_are_for_whoever_has_the_token(house: House, tmp_path: Path) -> None:
    for headers in ({}, {"Authorization": "Bearer wrong"}):
        assert house.http.get("/metrics", headers=headers).status_code == 401
    with House(tmp_path / "other.db") as other:
        assert other.http.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 404


def test_a_log_for_programs() -> None:
    try:
        raise ValueError("no idea")
    except ValueError:
        record = logging.Logger("khalkhin.server").makeRecord(
            "khalkhin.server", logging.ERROR, "", 0, "table %s\nfailed", ("x",), sys.exc_info()
        )
    line = AsJson().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "khalkhin.server", "table x\nfailed")
    assert "ValueError: no idea" in told["error"]
    assert told["time"].endswith("+00:00")


@pytest.mark.skipif(os.name != "posix", reason="there are no such signals")
def test_it_stops_while_much_is_asked_of_it(tmp_path: Path) -> None:
    with Process(f"sqlite:///{tmp_path / 'x.db'}") as server:
        seats = {"blue": {"kind": "computer", "player": "search", "seconds": 60}}
        with server.sit(server.table(game="tiny", seats=seats), "red") as red:
            red.decide(("commit", None))
            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait(PATIENCE) == 0
