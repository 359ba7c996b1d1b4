"""Tables over HTTP."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest
from starlette.requests import Request

from khalkhin.server import http
from khalkhin.server.settings import Limits
from tests.server.house import House, Key


@pytest.fixture
def key(house: House) -> Key:
    return house.table(scenario="raid", seed=7, seats={"blue": {"kind": "human", "name": "  Zo\u00eb\n\u202e "}})


def error(answer: Any) -> tuple[int, str]:
    found = answer.json()["error"]
    assert set(found) == {"rule", "key", "params", "text"}
    assert found["text"].endswith(".")
    return answer.status_code, found["key"]


def test_a_new_table(house: House, key: Key) -> None:
    assert set(key.seats) == {"red", "blue"}
    assert all(len(token) >= 32 for token in key.seats.values())
    info = house.http.get(f"/api/tables/{key.id}").json()
    assert info["you"] is None
    assert info["seats"]["blue"]["name"] == "Zoë"
    assert not info["over"]
    assert house.http.get(f"/api/tables/{key.id}", headers=key.headers("blue")).json()["you"] == "blue"


def test_seats_of_computers_have_no_token(house: House) -> None:
    key = house.table(seats={"blue": {"kind": "computer", "player": "random"}}, pace=2.5)
    assert set(key.seats) == {"red"}
    info = house.http.get(f"/api/tables/{key.id}").json()
    seat = {"kind": "computer", "player": "random", "name": "", "present": False, "seconds": None, "trouble": None}
    assert info["seats"]["blue"] == seat
    assert (info["pace"], info["seed"]) == (2.5, None)


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ({}, (400, "server.bad-field")),
        ({"game": "chess"}, (404, "engine.unknown-game")),
        ({"game": ["tiny"]}, (400, "server.bad-field")),
        ({"game": "tiny", "scenario": "siege"}, (400, "engine.unknown-scenario")),
        ({"game": "tiny", "options": {"fog": True}}, (400, "engine.unknown-option")),
        ({"game": "tiny", "options": {"turns": "many"}}, (400, "engine.bad-option")),
        ({"game": "tiny", "options": []}, (400, "server.bad-field")),
        ({"game": "tiny", "seats": {"green": {"kind": "human"}}}, (400, "engine.unknown-side")),
        ({"game": "tiny", "seats": {"red": {"kind": "cat"}}}, (400, "server.bad-choice")),
        ({"game": "tiny", "seats": {"red": {"kind": ["human"]}}}, (400, "server.bad-choice")),
        ({"game": "tiny", "seats": {"red": {"kind": "computer"}}}, (400, "server.bad-field")),
        ({"game": "tiny", "seats": {"red": {"kind": "computer", "player": "god"}}}, (400, "cli.unknown-player")),
        ({"game": "tiny", "seats": {"red": {"kind": "record"}}}, (400, "server.bad-choice")),
        ({"game": "tiny", "seats": {"red": {"kind": "human", "name": "x" * 41}}}, (400, "server.bad-field")),
        ({"game": "tiny", "seats": {"red": "me"}}, (400, "server.bad-field")),
        ({"game": "tiny", "seed": -1}, (400, "engine.bad-seed")),
        ({"game": "tiny", "seed": 2**53}, (400, "engine.bad-seed")),
        ({"game": "tiny", "seed": True}, (400, "server.bad-field")),
        ({"game": "tiny", "seed": 1.0}, (400, "server.bad-field")),
        ({"game": "tiny", "pace": 61}, (400, "server.bad-field")),
        ({"game": "tiny", "pace": True}, (400, "server.bad-field")),
        ({"game": "tiny", "password": "x"}, (400, "server.unknown-field")),
    ],
)
def test_tables_that_cannot_be(house: House, order: dict[str, Any], found: tuple[int, str]) -> None:
    assert error(house.http.post("/api/tables", json=order)) == found


@pytest.mark.parametrize(
    ("content", "kind", "found"),
    [
        (b"{}", "text/plain", (415, "server.not-json-type")),
        (b"{}", None, (415, "server.not-json-type")),
        (b"{", "application/json", (400, "server.not-json")),
        (b"", "application/json", (400, "server.not-json")),
        (b"\xff", "application/json", (400, "server.not-json")),
        (b"5", "application/json; charset=utf-8", (400, "server.not-json")),
        (b" " * (Limits().body_bytes + 1), "application/json", (413, "server.too-large")),
    ],
)
def test_bodies_that_are_no_json(house: House, content: bytes, kind: str | None, found: tuple[int, str]) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    assert error(house.http.post("/api/tables", content=content, headers=headers)) == found


def test_a_long_body_in_pieces(house: House) -> None:
    pieces = (b" " * 8192 for _ in range(64))
    answer = house.http.post("/api/tables", content=pieces, headers={"Content-Type": "application/json"})
    assert error(answer) == (413, "server.too-large")


def test_deciding(house: House, key: Key) -> None:
    where, red = f"/api/tables/{key.id}", key.headers("red")
    view = house.http.get(f"{where}/view", headers=red).json()
    assert (view["type"], view["number"], view["undo"], view["view"]["side"]) == ("view", 1, False, "red")
    plan = {"number": 1, "say": [{"verb": "unit", "noun": "RD-PAT"}, {"verb": "hex", "noun": "0201"}]}
    assert house.http.post(f"{where}/decisions", json=plan, headers=red).json() == {"number": 2}
    assert house.http.post(f"{where}/decisions", json=plan, headers=red).json() == {"number": 2}
    order = {"number": 2, "line": "RD-COL 0202"}
    assert house.http.post(f"{where}/orders", json=order, headers=red).json() == {
        "number": 3,
        "say": [{"verb": "unit", "noun": "RD-COL"}, {"verb": "hex", "noun": "0202"}],
    }
    assert house.http.get(f"{where}/view", headers=red).json()["number"] == 3
    assert house.http.get(f"{where}/view").json()["number"] == 1

    def refused(path: str, body: dict[str, Any], side: str | None = "red") -> tuple[int, str]:
        return error(house.http.post(where + path, json=body, headers=key.headers(side) if side else {}))

    commit = [{"verb": "commit"}]
    assert refused("/decisions", {"number": 2, "say": commit}) == (409, "server.stale")
    assert refused("/decisions", {"number": 3, "say": [{"verb": "hex", "noun": "0201"}]}) == (422, "why.unit-first")
    assert refused("/decisions", {"number": 1, "say": commit}, None) == (403, "server.spectator")
    assert refused("/orders", {"number": 3, "line": "x" * 501}) == (400, "server.bad-field")
    assert refused("/orders", {"number": 3, "line": "chess"}) == (400, "order.not-understood")


def test_only_new_lines_of_the_log(house: House, key: Key) -> None:
    where, red = f"/api/tables/{key.id}", key.headers("red")
    house.http.post(f"{where}/decisions", json={"number": 1, "say": [{"verb": "draw"}]}, headers=red)
    since = house.http.get(f"{where}/view?since=1&number=1", headers=red).json()["log"]
    assert (since["keep"], [line["key"] for line in since["lines"]]) == (1, ["log.draw"])
    house.http.post(f"{where}/decisions", json={"number": 2, "undo": 1, "say": []}, headers=red)
    assert house.http.get(f"{where}/view?since=2&number=2", headers=red).json()["log"] == {"keep": 1, "lines": []}
    assert house.http.get(f"{where}/view?since=2", headers=red).json()["log"]["keep"] == 0
    assert error(house.http.get(f"{where}/view?since=x&number=1")) == (400, "server.bad-field")


def test_why_and_overlays(house: House, key: Key) -> None:
    where, red = f"/api/tables/{key.id}", key.headers("red")
    (why,) = house.http.get(f"{where}/why?verb=hex&noun=0201", headers=red).json()["why"]
    assert why["reason"]["key"] == "why.unit-first"
    assert why["binds"] is None
    assert why["dice"] is None
    assert error(house.http.get(f"{where}/why?verb=hex&noun=0201")) == (403, "server.spectator")
    assert error(house.http.get(f"{where}/why", headers=red)) == (400, "server.bad-field")
    assert "overlays" in house.http.get(f"{where}/overlays").json()
    none = {"attacks": [], "obliged": [], "rule": ""}
    assert house.http.get(f"{where}/prospects?hex=0201", headers=red).json() == {"prospects": none}
    assert error(house.http.get(f"{where}/prospects?hex=0201")) == (403, "server.spectator")
    assert error(house.http.get(f"{where}/prospects", headers=red)) == (400, "engine.unknown-hex")


def test_tokens(house: House, key: Key) -> None:
    where = f"/api/tables/{key.id}"
    other = house.table()
    for token in ("x", other.seats["red"], key.seats["red"] + "x", key.seats["red"][:-1], "é"):
        header = f"Bearer {token}".encode()
        assert error(house.http.get(where, headers={b"Authorization": header})) == (401, "server.bad-token")
    # What is no seat token at all is nobody's.
    assert house.http.get(where, headers={"Authorization": "Basic abc"}).json()["you"] is None


def test_where_nothing_is(house: House, key: Key) -> None:
    for name in ("nowhere", "%00", "%F0%9F%8E%B2", "%ED%A0%80"):
        assert error(house.http.get(f"/api/tables/{name}")) == (404, "server.no-table")
    assert error(house.http.get("/api/chess")) == (404, "server.no-page")
    assert error(house.http.get("/web/../settings.py")) == (404, "server.no-page")
    assert error(house.http.get("/web/%2e%2e/server/settings.py")) == (404, "server.no-page")
    refused = house.http.put(f"/api/tables/{key.id}")
    assert error(refused) == (405, "server.no-method")
    assert set(refused.headers["allow"].split(", ")) == {"GET", "HEAD"}
    assert "Não há nada" in house.http.get("/api/chess?lang=pt").json()["error"]["text"]
    assert "Não há nada" in house.http.get("/api/chess", headers={"Accept-Language": "xx, pt-BR;q=0.9"}).text.encode(
        "ascii"
    ).decode("unicode-escape")


def test_how_several_tables_stand(house: House, key: Key) -> None:
    asked = [
        {"id": key.id, "token": key.seats["red"]},
        {"id": key.id},
        {"id": key.id, "token": "wrong"},
        {"id": "nowhere"},
        {"id": "\x00"},
        {"id": "\ud800"},
    ]
    body, kind = json.dumps({"tables": asked}), {"Content-Type": "application/json"}
    seat, watched, wrong, *none = house.http.post("/api/status", content=body, headers=kind).json()["tables"]
    assert (seat["side"], seat["you"], seat["yours"], seat["number"]) == ("red", "red", True, 1)
    assert (seat["turn"], seat["phase"], seat["over"]) == (1, "phase.plan", False)
    assert (watched["side"], watched["yours"]) == (None, False)
    assert (wrong["id"], wrong["error"]["key"]) == (key.id, "server.bad-token")
    assert [one["error"]["key"] for one in none] == ["server.no-table"] * 3
    many = {"tables": [{"id": "x"}] * 101}
    assert error(house.http.post("/api/status", json=many)) == (400, "server.bad-list")


def test_many_at_once_decide_for_one_seat(house: House, key: Key) -> None:
    """Of many different answers to one number exactly one is taken."""
    units = ["RD-PAT", "RD-COL", "RD-GUN", "RD-DUM-1"]
    answers: list[int] = []

    def decide(unit: str) -> None:
        body = {"number": 1, "say": [{"verb": "unit", "noun": unit}]}
        path = f"/api/tables/{key.id}/decisions"
        answers.append(house.http.post(path, json=body, headers=key.headers("red")).status_code)

    threads = [threading.Thread(target=decide, args=(unit,)) for unit in units]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 409, 409, 409]


def test_a_body_that_trickles_in_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def receive() -> dict[str, object]:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b" ", "more_body": True}

    monkeypatch.setattr(http, "BODY_SECONDS", 0.1)
    request = Request({"type": "http", "headers": []}, receive)
    with pytest.raises(http.Problem) as caught:
        asyncio.run(http.read_body(request, 1000))
    assert caught.value.status == 408
