"""What is sent to break something is refused in a sentence, and nobody passes for somebody else."""

from __future__ import annotations

import asyncio
import gzip
import json
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from khalkhin.engine import files
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.files import read_text
from khalkhin.server.settings import Limits
from khalkhin.server.store import open_store
from khalkhin.server.store.backup import back_up
from tests.server.asker import asking
from tests.server.cluster import Cluster
from tests.server.house import House
from tests.server.test_store import ENTRY, TABLE, numbered
from tests.terminal.desk import khalkhin

FEW = Limits(address_burst=3, address_rate=0.001)


def _ask(house: House, speaker: str) -> int:
    return house.http.get("/web/tokens.css", headers={"X-Forwarded-For": speaker}).status_code


def test_nobody_is_believed_who_says_that_he_speaks_for_others(tmp_path: Path) -> None:
    with House(tmp_path / "x.db", limits=FEW) as house:
        assert [_ask(house, f"192.0.2.{n}") for n in range(4)] == [200, 200, 200, 429]


def test_a_proxy_that_the_host_has_named_is_believed(tmp_path: Path) -> None:
    with House(tmp_path / "x.db", limits=FEW, proxies=("127.0.0.1",)) as house:
        assert [_ask(house, f"192.0.2.{n}") for n in range(9)] == [200] * 9
        assert [_ask(house, "192.0.2.77") for n in range(4)] == [200, 200, 200, 429]
        # Who says to the proxy that he is somebody else is not believed by it: the last address is the proxy's word.
        assert [_ask(house, f"192.0.2.{n}, 192.0.2.88") for n in range(4)] == [200, 200, 200, 429]


@pytest.mark.parametrize("proxy", ["localhost", "*", "10.0.0.0/8", ""])
def test_a_proxy_is_named_by_its_address(proxy: str) -> None:
    said = khalkhin("serve", "--no-open", "--proxy", proxy)
    assert (said.status, said.out) == (2, "")
    assert said.err == f'khalkhin: --proxy takes the address of a proxy, such as 127.0.0.1, not "{proxy}".\n'


@pytest.mark.parametrize("digits", [16, 400, 5000])
def test_numbers_that_are_too_long(tmp_path: Path, digits: int) -> None:
    with asking(tmp_path) as asker:
        table = asker.table("tiny")
        for path in (f"{table.at}/frames/{'9' * digits}", f"/api/games/bkg/ground@{'9' * digits}.webp"):
            assert asker.refusal(path) == (404, "server.no-page")
        assert asker.refusal(f"{table.at}/frames/{'9' * 15}") == (404, "server.no-frame")
        long = {"Content-Length": "9" * digits, "Content-Type": "application/json"}
        assert asker.ask("POST", "/api/status", content=b"{}", headers=long).status_code == 413


@pytest.mark.parametrize("body", [{"id": "\ud800"}, {"id": "x", "token": "\ud800"}, {"id": "x", "\ud800": 1}])
def test_half_a_character(tmp_path: Path, body: dict[str, Any]) -> None:
    with asking(tmp_path) as asker:
        sent = json.dumps({"tables": [body]})
        answer = asker.ask("POST", "/api/status", content=sent, headers={"Content-Type": "application/json"})
        assert answer.status_code in (200, 400)
        told = answer.json()
        assert "error" in (told["tables"][0] if "tables" in told else told)


def test_files_are_read_to_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 1024**2)
    plain, packed = tmp_path / "plain", tmp_path / "packed"
    plain.write_bytes(b"x" * (1024**2 + 1))
    packed.write_bytes(gzip.compress(b"x" * 300 * 1024**2, 1))
    for path in (plain, packed, Path("/dev/zero")):
        with pytest.raises(KhalkhinError, match="is too large to be a record: 1 MB are the most"):
            read_text(path)
    plain.write_bytes(b"x" * 1024**2)
    assert len(read_text(plain)) == 1024**2


def test_a_large_file_is_no_record(tmp_path: Path) -> None:
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(300 * 1024**2)
    said = khalkhin("verify", large)
    assert (said.status, said.out) == (2, "")
    assert said.err == f'khalkhin: "{large}" is too large to be a record: 32 MB are the most.\n'


def test_only_its_owner_reads_a_database(tmp_path: Path) -> None:
    database = tmp_path / "folder" / "khalkhin.db"
    with closing(open_store(f"sqlite:///{database}")) as store:
        asyncio.run(store.create(TABLE))
        back_up(f"sqlite:///{database}", tmp_path / "copy")
        made = [*database.parent.iterdir(), tmp_path / "copy"]
        assert len(made) > 2, "the log that is written ahead is there too"
        assert {stat.S_IMODE(file.stat().st_mode) for file in made} == {0o600}


@pytest.mark.xdist_group("postgres")
def test_after_the_database_has_hung_up_the_first_decision_is_taken(postgres: Cluster) -> None:
    url = postgres.database("hung_up")

    def hang_up() -> None:
        with psycopg.connect(url) as line:
            line.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    async def play() -> None:
        with closing(open_store(url)) as store:
            await store.create(TABLE)
            await store.load("one")
            hang_up()
            await store.append(ENTRY)
            hang_up()
            stored = await store.load("one")
            assert stored is not None
            assert stored.entries == [ENTRY]
            hang_up()
            await asyncio.gather(store.append(numbered(2)), store.append(numbered(3)))

    asyncio.run(play())
