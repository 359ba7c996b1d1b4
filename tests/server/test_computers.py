"""Computer players: they play in processes of their own, and no game stalls because of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from khalkhin.server import computers
from tests.server.house import PATIENCE, House, Key, Sitter

MODULES = ("tests.tiny", "tests.server.odd_players")
SHORT = {"turns": 2}
"""Where every failure costs a new process, two turns are enough."""
pytestmark = pytest.mark.usefixtures("odd_players")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    path = tmp_path_factory.mktemp("computers") / "khalkhin.db"
    with House(path, modules=MODULES, think_seconds=PATIENCE, workers=2) as found:
        yield found


def computer(player: str) -> dict[str, Any]:
    return {"kind": "computer", "player": player}


def watch(sitter: Sitter) -> None:
    """Look on until the game is over."""
    while sitter.view["tracks"]["result"] is None:
        sitter.until("view")


@pytest.mark.parametrize(("red", "blue"), [("random", "random"), ("greedy", "random"), ("reads", "prints")])
def test_computers_play_a_game_to_its_end(house: House, red: str, blue: str) -> None:
    key = house.table("tiny", seats={"red": computer(red), "blue": computer(blue)})
    assert key.seats == {}
    with house.sit(key) as watcher:
        watch(watcher)
        watcher.ping()
        assert watcher.table["over"]
    assert failures(house, key) == 0


def failures(house: House, key: Key) -> int:
    return sum(n for seat, n in house.tables._computers._failed.items() if seat.startswith(key.id))


def trouble(sitter: Sitter, side: str) -> tuple[str, str] | None:
    """Which player of a side has failed, and who decided."""
    sitter.ping()
    found = sitter.table["seats"][side]["trouble"]
    return (found["player"], found["decided"]) if found else None


@pytest.mark.parametrize("player", ["raises", "cheats", "babbles"])
def test_players_that_fail(house: House, player: str) -> None:
    """For a player that breaks or says what is not allowed a plainer one decides, and everybody is told."""
    key = house.table("tiny", seats={"red": computer(player), "blue": computer("random")})
    with house.sit(key) as watcher:
        watch(watcher)
        assert trouble(watcher, "red") == (player, "greedy")
        assert trouble(watcher, "blue") is None
        told = [m["table"]["seats"]["red"]["trouble"] for m in watcher.heard if m["type"] == "table"]
        assert len([one for one in told if one]) <= watcher.view["tracks"]["turn"] + 1, "once a turn is enough"
    assert failures(house, key) == 0, "its process is as sound as before"


def test_a_player_that_breaks_its_process_now_and_then(house: House) -> None:
    """It is asked again in a new process."""
    key = house.table("tiny", seats={"red": computer("dies"), "blue": computer("random")}, options=SHORT)
    with house.sit(key) as watcher:
        watch(watcher)
        assert trouble(watcher, "red") is None
    assert failures(house, key) == 0


def test_a_player_that_always_breaks_its_process(house: House) -> None:
    key = house.table("tiny", seats={"red": computer("doomed"), "blue": computer("random")}, options=SHORT)
    with house.sit(key) as watcher:
        watch(watcher)
        assert trouble(watcher, "red") == ("doomed", "greedy")
    assert failures(house, key) == computers.PATIENCE


def test_a_player_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once is enough to see what comes of it; others have these seconds for a new process and their answer."""
    monkeypatch.setattr(computers, "PATIENCE", 1)
    with House(tmp_path / "x.db", modules=MODULES, think_seconds=3.0) as house:
        key = house.table("tiny", seats={"red": computer("hangs") | {"seconds": 0.1}, "blue": computer("random")})
        with house.sit(key) as watcher:
            watch(watcher)
            assert trouble(watcher, "red") == ("hangs", "greedy")


def test_when_nothing_answers_chance_decides(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers, "PLAINER", "doomed")
    key = house.table("tiny", seats={"red": computer("dies"), "blue": computer("doomed")}, options=SHORT)
    with house.sit(key) as watcher:
        watch(watcher)
        assert trouble(watcher, "blue") == ("doomed", "random")


def test_a_game_against_a_computer(house: House) -> None:
    """A person and a computer that plan at once, with undo in between."""
    key = house.table("tiny", seats={"blue": computer("random")})
    with house.sit(key, "red") as red:
        said = 0
        while red.view["tracks"]["result"] is None:
            if not red.choices():
                red.until("view")
                continue
            answer = red.decide(red.choices()[-1])
            assert answer["type"] == "done" or answer["reason"]["key"] == "server.stale", answer
            said += 1
            if red.undo and said % 4 == 0:
                red.decide(undo=1)  # refused, if the computer has answered meanwhile


def test_a_pace_to_watch(house: House) -> None:
    """Between two decisions there is time to see what happened."""
    key = house.table("tiny", seats={"red": computer("random"), "blue": computer("random")}, pace=0.2)
    with house.sit(key) as watcher:
        while len(times := entry_times(house, key)) < 5:
            time.sleep(0.05)
        assert not watcher.table["over"]
    assert all(later - earlier > 0.15 for earlier, later in pairwise(times))


def entry_times(house: House, key: Key) -> list[float]:
    stored = asyncio.run(house.tables._store.load(key.id))
    assert stored is not None
    return [entry.at for entry in stored.entries]


def test_computers_go_on_when_the_server_starts_again(database: str) -> None:
    """Where nobody has to look a table that waits for a computer is taken up."""
    with House(database, modules=MODULES) as house:
        seats = {"red": computer("random"), "blue": computer("random")}
        key = house.table("tiny", seats=seats, pace=60, unattended=True)
        while len(entry_times(house, key)) < 1:
            time.sleep(0.05)
    with House(database, modules=MODULES) as house:
        deadline = time.monotonic() + PATIENCE
        while len(entry_times(house, key)) < 2:
            assert time.monotonic() < deadline, "the computers did not go on"
            time.sleep(0.05)
