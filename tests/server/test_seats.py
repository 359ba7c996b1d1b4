"""Seats are taken by invitation, once; given anew until their holder has decided; and moved by whoever has them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from khalkhin.server import seats
from khalkhin.server.seats import TRIES
from khalkhin.server.store import Conflict
from tests.server.house import House, Key

INVITED = {"blue": {"kind": "human", "invite": True, "name": "a friend"}}


class Invited:
    """A table where red sits and blue is invited."""

    def __init__(self, house: House, **order: Any) -> None:
        self.house = house
        made = house.http.post("/api/tables", json={"game": "tiny", "seats": INVITED, **order}).json()
        self.key = Key(made["id"], made["seats"])
        self.invitation: str = made["invitations"]["blue"]
        self.owner: str = made["owner"]
        assert made["seats"].keys() == {"red"}

    def post(self, what: str, token: str | None = None, **body: Any) -> httpx.Response:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        return self.house.http.post(f"/api/tables/{self.key.id}/{what}", content=json.dumps(body), headers=headers)

    def see(self, invitation: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {invitation}"}
        return self.house.http.get(f"/api/tables/{self.key.id}/invitation", headers=headers)

    def take(self, **body: Any) -> str:
        """Sit down as blue."""
        answer = self.post("seats", **body)
        assert answer.status_code == 200, answer.text
        assert answer.json()["side"] == "blue"
        token: str = answer.json()["token"]
        self.key.seats["blue"] = token
        return token

    def refused(self, what: str, token: str | None = None, **body: Any) -> tuple[int, str]:
        answer = self.post(what, token, **body)
        return answer.status_code, answer.json()["error"]["key"]

    def opens(self, token: str) -> bool:
        """Whether something shows the seat."""
        headers = {"Authorization": f"Bearer {token}"}
        return self.house.http.get(f"/api/tables/{self.key.id}/view", headers=headers).status_code == 200

    def seat(self) -> Any:
        return self.house.http.get(f"/api/tables/{self.key.id}").json()["seats"]["blue"]


USED = 410, "server.invitation-used"


def test_an_invitation_opens_nothing_until_somebody_sits_down(house: House) -> None:
    table = Invited(house)
    assert (table.seat()["invitation"], table.seat()["name"]) == ("open", "a friend")
    for _ in range(2):
        assert table.see(table.invitation).json() == {"side": "blue"}, "looking changes nothing"
        assert not table.opens(table.invitation)
    token = table.take(invitation=table.invitation, name="  Zoë\u0000 B. ")
    assert token != table.invitation
    assert table.opens(token)
    assert (table.seat()["invitation"], table.seat()["name"]) == ("taken", "Zoë B.")


def test_afterwards_the_invitation_opens_nothing_at_all(house: House) -> None:
    """Not for its sender either, who has it still."""
    table = Invited(house)
    table.take(invitation=table.invitation)
    assert not table.opens(table.invitation)
    assert table.see(table.invitation).status_code == 410
    assert table.refused("seats", invitation=table.invitation) == USED
    assert table.refused("seats", invitation="") == USED
    with house.connect(table.key.id) as line:
        line.send(f'{{"type": "hello", "token": "{table.invitation}"}}')
        assert "server.bad-token" in line.recv(30)


def test_it_is_withdrawn_and_sent_anew(house: House) -> None:
    table = Invited(house)
    for token in (table.owner, table.key.seats["red"]):
        answer = table.post("invitations", token, side="blue")
        assert answer.status_code == 200, answer.text
        assert table.refused("seats", invitation=table.invitation) == USED
        table.invitation = answer.json()["invitation"]
    assert table.seat()["name"] == "a friend"
    table.take(invitation=table.invitation)


def test_a_guest_who_has_not_decided_loses_the_seat_to_another(house: House) -> None:
    table = Invited(house)
    first = table.take(invitation=table.invitation, name="the wrong one")
    with house.sit(table.key, "blue") as guest:
        anew = table.post("invitations", table.owner, side="blue").json()["invitation"]
        guest.closed()
        assert guest.heard[-1]["key"] == "server.seat-lost"
    assert not table.opens(first)
    assert (table.seat()["invitation"], table.seat()["name"]) == ("open", "")
    assert table.opens(table.take(invitation=anew))


def test_who_has_decided_keeps_the_seat(house: House) -> None:
    table = Invited(house, scenario="contact")
    token = table.take(invitation=table.invitation)
    with house.sit(table.key, "red") as red:
        while red.choices():
            red.decide(("commit", None))
    with house.sit(table.key, "blue") as blue:
        assert blue.decide(blue.choices()[0])["type"] == "done"
        blue.decide(undo=1)
    assert table.refused("invitations", table.owner, side="blue") == (409, "server.seat-played")
    assert table.opens(token)


def test_only_whoever_made_the_table_invites(house: House) -> None:
    table = Invited(house)
    token = table.take(invitation=table.invitation)
    assert table.refused("invitations", token, side="blue") == (403, "server.not-yours")
    assert table.refused("invitations", side="blue") == (403, "server.not-yours")
    assert table.refused("invitations", "wrong", side="blue") == (401, "server.bad-token")
    assert table.refused("invitations", table.owner, side="red") == (400, "server.bad-choice")
    assert not table.opens(table.owner), "that key is for no seat"


def test_a_seat_moves_to_another_device(house: House) -> None:
    table = Invited(house)
    old = table.take(invitation=table.invitation, name="Zoë")
    with house.sit(table.key, "blue") as there:
        code = table.post("moves", old).json()["code"]
        assert len(code) == 6
        new = table.take(code=code)
        there.closed()
        assert there.heard[-1]["key"] == "server.seat-lost"
    assert not table.opens(old)
    assert table.opens(new)
    assert table.seat()["name"] == "Zoë"
    assert table.refused("seats", code=code) == (403, "server.bad-code"), "it is used up"


def test_no_code_is_found_by_trying(house: House) -> None:
    table = Invited(house)
    token = table.take(invitation=table.invitation)
    code = table.post("moves", token).json()["code"]
    wrong = "000000" if code != "000000" else "000001"
    for _ in range(TRIES):
        assert table.refused("seats", code=wrong) == (403, "server.bad-code")
    assert table.refused("seats", code=code) == (403, "server.bad-code")
    table.take(code=table.post("moves", token).json()["code"])


def test_a_code_is_good_for_ten_minutes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Invited(house)
    token = table.take(invitation=table.invitation)
    monkeypatch.setattr(seats, "CODE_SECONDS", -1)
    code = table.post("moves", token).json()["code"]
    assert table.refused("seats", code=code) == (403, "server.bad-code")


@pytest.mark.parametrize("code", ["", "１２３４５６", "\ud800", "12345"])
def test_what_is_no_code(house: House, code: str) -> None:
    assert Invited(house).refused("seats", code=code) == (403, "server.bad-code")


def test_spectators_have_nothing_to_move(house: House) -> None:
    assert Invited(house).refused("moves") == (403, "server.spectator")


def test_who_sits_there_is_stored(tmp_path: Path) -> None:
    with House(tmp_path / "x.db") as house:
        table = Invited(house)
        token = table.take(invitation=table.invitation, name="Zoë")
    with House(tmp_path / "x.db") as house:
        table.house = house
        assert table.opens(token)
        assert (table.seat()["invitation"], table.seat()["name"]) == ("taken", "Zoë")
        assert table.refused("seats", invitation=table.invitation) == USED


def test_of_two_who_come_at_once_one_sits_down(house: House) -> None:
    table = Invited(house)

    async def both() -> list[int]:
        async with httpx.AsyncClient(base_url=house.http.base_url, timeout=30) as client:
            said = {"invitation": table.invitation}
            asked = [client.post(f"/api/tables/{table.key.id}/seats", json=said) for _ in range(5)]
            return sorted(answer.status_code for answer in await asyncio.gather(*asked))

    assert asyncio.run(both()) == [200, 410, 410, 410, 410]


def test_another_server_that_has_changed_the_seats_is_believed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Invited(house)
    table.seat()
    store = house.tables._store
    reseat = store.reseat

    async def late(row: Any) -> None:
        await reseat(row)
        raise Conflict

    monkeypatch.setattr(store, "reseat", late)
    assert table.refused("seats", invitation=table.invitation) == (409, "server.seat-changed")
    monkeypatch.setattr(store, "reseat", reseat)
    assert table.refused("seats", invitation=table.invitation) == USED
    table.take(invitation=table.post("invitations", table.owner, side="blue").json()["invitation"])


def test_seats_for_programs_have_their_tokens_at_once(house: House) -> None:
    made = house.http.post("/api/tables", json={"game": "tiny"}).json()
    assert made["seats"].keys() == {"red", "blue"}
    assert made["invitations"] == {}
    seats_ = house.http.get(f"/api/tables/{made['id']}").json()["seats"]
    assert not any("invitation" in seat for seat in seats_.values())
