"""Hints: for whoever is asked something and plays nobody but the computer or both sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.house import House, Key, Sitter


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("hints") / "khalkhin.db") as found:
        yield found


def against_computer(house: House) -> Key:
    return house.table("tiny", scenario="contact", seats={"blue": {"kind": "computer", "player": "random"}}, pace=60)


def asked(sitter: Sitter) -> None:
    while not sitter.choices():
        sitter.until("view")


def test_a_hint_can_be_followed(house: House) -> None:
    key = house.table("tiny", scenario="contact")  # nobody else decides meanwhile
    with house.sit(key, "red") as red:
        answer = red.ask({"type": "hint", "seats": key.seats})
        assert answer["type"] == "answer", answer
        hint = answer["hint"]
        assert hint["number"] == red.number
        first = hint["say"][0]["verb"], hint["say"][0]["noun"]
        assert first in red.choices()
        assert red.decide(first)["type"] == "done"


def post(house: House, key: Key, side: str | None, body: Any) -> tuple[int, Any]:
    headers = {} if side is None else key.headers(side)
    said = house.http.post(f"/api/tables/{key.id}/hint", json=body, headers=headers)
    return said.status_code, said.json()


def refused(house: House, key: Key, side: str | None, body: Any) -> tuple[int, str]:
    status, said = post(house, key, side, body)
    return status, said["error"]["key"]


def test_hints_over_http(house: House) -> None:
    key = against_computer(house)
    with house.sit(key, "red") as red:
        asked(red)
        status, hint = post(house, key, "red", {})
        assert status == 200
        assert (hint["say"][0]["verb"], hint["say"][0]["noun"]) in red.choices()
        assert set(hint["reason"]) == {"key", "params"}


def test_nobody_is_helped_against_another_person(house: House) -> None:
    key = house.table("tiny", scenario="contact")
    assert refused(house, key, "red", {}) == (403, "server.hint-unfair")
    assert refused(house, key, "red", {"seats": {"blue": "not-the-token"}}) == (401, "server.bad-token")
    assert refused(house, key, None, {"seats": key.seats}) == (403, "server.spectator")


def test_who_plays_both_sides_is_helped_where_they_are_asked(house: House) -> None:
    key = house.table("tiny", scenario="contact")
    with house.sit(key, "red") as red:
        assert post(house, key, "red", {"seats": key.seats})[0] == 200
        while red.choices():
            red.decide(("commit", None))
        assert refused(house, key, "red", {"seats": key.seats}) == (409, "hint.nothing-to-decide")
        assert post(house, key, "blue", {"seats": key.seats})[0] == 200


def test_there_is_no_hint_when_the_game_is_over(house: House) -> None:
    key = house.table("tiny", scenario="contact")  # nobody else decides meanwhile
    with house.sit(key, "red") as red:
        assert red.decide(("concede", None))["type"] == "done"
        assert red.ask({"type": "hint", "seats": key.seats})["reason"]["key"] == "server.hint-over"
