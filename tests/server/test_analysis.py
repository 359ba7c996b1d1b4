"""Analyses: of games that are over only, one at a time, in a process of their own, as long as somebody waits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from khalkhin.server import analysis
from khalkhin.server.analysis import Analysts
from tests.server.house import PATIENCE, House, Key, eventually


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "LOOK", 0.05)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Nobody has to wait a minute here."""
    with House(tmp_path / "khalkhin.db", analysis_seconds=1.0) as found:
        yield found


def over(house: House) -> Key:
    """A table where two computers have played a game to its end."""
    seat = {"kind": "computer", "player": "random"}
    key = house.table("tiny", seats={"red": seat, "blue": seat}, seed=5)
    with house.sit(key) as watcher:
        while watcher.view["tracks"]["result"] is None:
            watcher.until("view")
    return key


def ask(house: House, key: Key, **headers: str) -> httpx.Response:
    return house.http.get(f"/api/tables/{key.id}/analysis", headers=headers)


def done(house: House, key: Key) -> dict[str, Any]:
    """The answer when it is the last."""

    def said() -> dict[str, Any] | None:
        answer = ask(house, key)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found if found["state"] in ("done", "failed") else None

    found: dict[str, Any] = eventually(said)
    return found


def analysts(house: House) -> Analysts:
    found: Analysts = house.app.state.analysts
    return found


def test_a_running_game_is_not_analysed(house: House) -> None:
    key = house.table("tiny")
    answer = ask(house, key)
    assert (answer.status_code, answer.json()["error"]["key"]) == (409, "server.not-over")
    assert not analysts(house)._running


def test_it_is_made_once_and_kept(house: House) -> None:
    key = over(house)
    first = ask(house, key).json()
    assert first["state"] in ("waiting", "working")
    assert first["analysis"] is None
    found = done(house, key)["analysis"]
    assert found["sides"] == ["red", "blue"]
    assert found["points"][-1]["chance"] in (0, 0.5, 1)
    assert found["luck"].keys() == found["lessons"].keys() == {"red", "blue"}
    again = ask(house, key)
    assert again.json()["analysis"] == found
    assert ask(house, key, **{"If-None-Match": again.headers["etag"]}).status_code == 304
    eventually(lambda: analysts(house)._worker._process is None)


def test_a_record_from_a_file_is_analysed_too(house: House) -> None:
    key = over(house)
    text = house.http.get(f"/api/tables/{key.id}/record").text
    brought = house.http.post("/api/records", content=text, headers={"Content-Type": "text/plain"}).json()["id"]
    assert done(house, Key(brought, {}))["state"] == "done"


def test_one_comes_after_the_other(house: House) -> None:
    first, second = over(house), over(house)
    ask(house, first)
    eventually(lambda: ask(house, first).json()["state"] == "working")
    assert ask(house, second).json()["state"] == "waiting"
    assert done(house, first)["state"] == done(house, second)["state"] == "done"


def test_when_nobody_waits_it_is_given_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysts(house), "_seconds", 60.0)
    key = over(house)
    ask(house, key)
    eventually(lambda: analysts(house)._worker._process)
    monkeypatch.setattr(analysis, "GONE", 0.0)
    eventually(lambda: not analysts(house)._running)
    assert analysts(house)._worker._process is None
    monkeypatch.setattr(analysis, "GONE", PATIENCE)
    monkeypatch.setattr(analysts(house), "_seconds", 1.0)
    assert done(house, key)["state"] == "done", "whoever asks again has it begun again"


def test_what_cannot_be_analysed_says_so(tmp_path: Path) -> None:
    """A process that knows nothing of the game."""
    with House(tmp_path / "khalkhin.db", modules=()) as house:
        key = house.table("tiny", seed=5)
        side, token = next(iter(key.seats.items()))
        view = house.http.get(f"/api/tables/{key.id}/view", headers=key.headers(side)).json()
        order = {"number": view["number"], "say": [{"verb": "concede", "noun": None}]}
        house.http.post(f"/api/tables/{key.id}/decisions", json=order, headers={"Authorization": f"Bearer {token}"})
        assert done(house, key) == {"state": "failed", "progress": 0.0, "analysis": None}
        assert ask(house, key).json()["state"] == "failed"


def test_the_page_is_there(house: House) -> None:
    answer = house.http.get("/analysis/anything")
    assert answer.status_code == 200
    assert "/web/js/analysis/main.js" in answer.text
