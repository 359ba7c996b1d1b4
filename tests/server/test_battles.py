"""First battles over HTTP: kept tables, set up already, with a computer on the other side."""

from __future__ import annotations

import pytest

from khalkhin.learn.battle import LEVEL
from tests.server.house import House, Key


def test_they_are_listed_with_the_lessons(house: House) -> None:
    told = house.http.get("/api/lessons?lang=pt").json()["battles"]
    assert {"bkg", "kgw", "pbn", "sn"} <= told.keys()
    assert "tiny" not in told
    assert told["bkg"]["title"] == "Os dois primeiros dias"
    assert (told["bkg"]["scenario"], told["bkg"]["side"], told["bkg"]["turns"]) == ("august-1939", "soviet", 2)


def test_a_battle_is_a_table_that_is_kept(house: House) -> None:
    made = house.http.post("/api/battles", json={"game": "bkg"})
    assert made.status_code == 201, made.text
    told = made.json()
    assert told["seats"].keys() == {"soviet"}
    assert told["last"] == 21
    key = Key(told["id"], told["seats"])
    with house.sit(key, "soviet") as seat:
        assert seat.table["kept"]
        assert seat.table["seats"]["japan"]["player"] == LEVEL
        assert seat.view["prompt"]["key"] == "ask.move"
        assert seat.view["score"] == told["score"]
        seat.order("127/1 1320")
        before = seat.view["places"]
    # Out of the store again it stands where it was.
    house.tables._live.clear()
    with house.sit(key, "soviet") as seat:
        assert seat.view["places"] == before


@pytest.mark.parametrize(
    ("order", "status", "key"),
    [
        ({"game": "nothing"}, 404, "engine.unknown-game"),
        ({"game": "tiny"}, 404, "server.no-battle"),
        ({"game": "bkg", "scenario": "august-1939"}, 400, "server.unknown-field"),
    ],
)
def test_what_there_is_not_is_refused(house: House, order: dict[str, str], status: int, key: str) -> None:
    said = house.http.post("/api/battles", json=order)
    assert (said.status_code, said.json()["error"]["key"]) == (status, key)
