"""Whatever one client has computers think about, the opponents of other people answer as soon as ever."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from khalkhin.server import attention
from khalkhin.server.http import Problem
from khalkhin.server.limits import client_of
from khalkhin.server.settings import Limits
from khalkhin.server.turns import Turn, Turns
from tests.server.house import FAST, House, Key, Sitter, eventually
from tests.server.test_computers import MODULES, computer, entry_times

pytestmark = pytest.mark.usefixtures("odd_players")


def _hanging(house: House, **order: Any) -> Key:
    """A table whose first decision never comes."""
    return house.table("tiny", seats={side: computer("hangs") | {"seconds": 60} for side in ("red", "blue")}, **order)


def _answered(sitter: Sitter) -> None:
    """Play until the computer has decided something."""
    while not any(line["key"] == "log.turn" and line["params"]["turn"] == 2 for line in sitter.log):
        if not sitter.choices():
            sitter.until("view")
        elif (answer := sitter.decide(sitter.choices()[-1]))["type"] != "done":
            assert answer["reason"]["key"] == "server.stale", answer


def test_who_looks_on_at_forty_tables_holds_up_nobody(tmp_path: Path) -> None:
    with House(tmp_path / "x.db", modules=MODULES, think_seconds=600.0) as house:
        watchers = [house.sit(_hanging(house)) for _ in range(40)]
        playing = house.tables._computers._playing
        eventually(lambda: len(playing) == 40, "all of them wait for a computer")
        with house.sit(house.table("tiny", seats={"blue": computer("random")}), "red") as red:
            _answered(red)
        assert len(playing) >= 40, "none of the others has been answered meanwhile"
        for watcher in watchers:
            watcher.leave()


def test_who_plays_against_forty_computers_holds_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From another address, that is: of an address all opponents think in one process."""
    addresses: dict[str, str] = {}
    monkeypatch.setattr("khalkhin.server.socket.client_of", lambda scope: addresses.get(scope["path"], "attacker"))
    with House(tmp_path / "x.db", modules=MODULES, think_seconds=600.0) as house:
        seats = {"red": computer("hangs") | {"seconds": 60}}
        sitters = [house.sit(house.table("tiny", seats=seats), "blue") for _ in range(40)]
        eventually(lambda: len(house.tables._computers._playing) == 40, "all of them wait for a computer")
        key = house.table("tiny", seats={"blue": computer("random")})
        addresses[f"/api/tables/{key.id}/socket"] = "bystander"
        with house.sit(key, "red") as red:
            _answered(red)
        for sitter in sitters:
            sitter.leave()


def test_computers_stand_still_while_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attention, "LINGER", 0.0)
    with House(tmp_path / "x.db", modules=MODULES) as house:
        seats = {side: computer("random") for side in ("red", "blue")}
        key = house.table("tiny", seats=seats, pace=0.01)
        playing = house.tables._computers._playing
        assert key.id not in playing
        assert entry_times(house, key) == []
        with house.sit(key):
            eventually(lambda: len(entry_times(house, key)) > 1, "they begin when somebody looks")
        eventually(lambda: key.id not in playing, "and stop when he goes")
        stood = len(entry_times(house, key))
        with house.sit(key):
            eventually(lambda: len(entry_times(house, key)) > stood, "they go on when he comes back")


def test_asking_over_http_is_looking_too(tmp_path: Path) -> None:
    with House(tmp_path / "x.db", modules=MODULES) as house:
        key = house.table("tiny", seats={"red": computer("random")})
        assert entry_times(house, key) == []
        house.http.get(f"/api/tables/{key.id}/view", headers=key.headers("blue")).raise_for_status()
        eventually(lambda: entry_times(house, key), "a program that plays has no socket")


def test_tables_that_go_on_by_themselves_are_few_and_nobody_sits_there(tmp_path: Path) -> None:
    limits = Limits(**{**vars(FAST), "unattended": 2})
    with House(tmp_path / "x.db", modules=MODULES, limits=limits) as house:
        for _ in range(2):
            _hanging(house, unattended=True)
        order = {"game": "tiny", "seats": {side: computer("random") for side in ("red", "blue")}, "unattended": True}
        refused = house.http.post("/api/tables", json=order)
        assert (refused.status_code, refused.json()["error"]["key"]) == (503, "server.unattended-full")
        refused = house.http.post("/api/tables", json={"game": "tiny", "unattended": True})
        assert (refused.status_code, refused.json()["error"]["key"]) == (400, "server.unattended-people")


def test_clients_take_turns_and_so_do_their_tables() -> None:
    async def take() -> list[str]:
        turns, had = Turns(), list[str]()

        async def one(turn: Turn) -> None:
            async with turns.take(turn):
                had.append(turn.table)
                await asyncio.sleep(0)

        asked = [Turn("a", table) for table in ("a1", "a1", "a1", "a2")] + [Turn("b", "b1"), Turn("b", "b1")]
        await asyncio.gather(*map(one, asked))
        return had

    assert asyncio.run(take()) == ["a1", "b1", "a2", "b1", "a1", "a1"]


def test_a_client_waits_for_so_many_turns_and_who_goes_away_leaves_his() -> None:
    async def take() -> tuple[list[str], bool]:
        turns, keys = Turns(most_each=1), list[str]()

        async def one(client: str) -> None:
            try:
                async with turns.take(Turn(client, "t")):
                    await asyncio.sleep(0)
            except Problem as problem:
                keys.append(f"{client} {problem.reason.key}")

        async with turns.take(Turn("x", "t")):
            waiting = [asyncio.create_task(one(client)) for client in ("a", "a", "b")]
            await asyncio.sleep(0)
            assert turns.contested(Turn("a", "t"))
            waiting[0].cancel()
            await asyncio.sleep(0)
        await asyncio.gather(*waiting, return_exceptions=True)
        return keys, turns._taken

    assert asyncio.run(take()) == (["a server.busy"], False)


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1:2:3:4", "2001:db8::/64"),
        ("2001:db8::5%eth0", "2001:db8::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("somewhere", "somewhere"),
    ],
)
def test_who_is_one_client(host: str, client: str) -> None:
    assert client_of({"client": (host, 1)}) == client


def test_without_an_address_all_are_one_client() -> None:
    assert client_of({"client": None}) == ""
