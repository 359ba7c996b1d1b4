"""A friend sits down by a link that works once; his seat is his, and goes with him to another device."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious_by_day_and_night
from tests.browser.conftest import Person, Someone
from tests.browser.served import Seated, Server

SEATS = {"blue": {"kind": "human", "invite": True}, "red": {"kind": "human", "name": "Ann"}}


@dataclass
class Invited:
    """A table where Ann plays red and somebody is invited to play blue."""

    id: str
    red: str
    invitation: str

    @property
    def link(self) -> str:
        return f"/table/{self.id}#sit.{self.invitation}"


def _invited(server: Server) -> Invited:
    made = server.post("/api/tables", {"game": "tiny", "scenario": "contact", "seed": 7, "seats": SEATS})
    return Invited(made["id"], made["seats"]["red"], made["invitations"]["blue"])


def _laid(page: Page) -> None:
    expect(page.locator("body[data-opened]:not([data-loading])")).to_be_attached()


def _host(person: Person, table: Invited) -> Page:
    """Ann at her table; her browser remembers whom she has invited."""
    page = person.page("/")
    known = [{"id": table.id, "game": "tiny", "tokens": {"red": table.red}, "invites": {"blue": table.invitation}}]
    page.evaluate("(known) => localStorage.setItem('khalkhin.tables', JSON.stringify(known))", known)
    page.goto(f"{person.address}/table/{table.id}")
    _laid(page)
    return page


def _guest(person: Person, table: Invited, name: str = "") -> Page:
    page = person.page(table.link)
    if name:
        page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    _laid(page)
    return page


def _mine(server: Server, table: Invited, page: Page) -> Any:
    """What the seat that a browser has kept sees."""
    kept = page.evaluate("JSON.parse(localStorage.getItem('khalkhin.tables'))")
    tokens = next(one["tokens"] for one in kept if one["id"] == table.id)
    return server.view(Seated(table.id, tokens), "blue")["view"]["side"] if "blue" in tokens else None


def test_a_seat_is_taken_by_pressing_and_only_once(someone: Someone, server: Server) -> None:
    table = _invited(server)
    first = someone().page(table.link)
    expect(first.get_by_role("heading", name="A seat for you: Blue")).to_be_visible()
    expect(first.locator("#curtain")).to_contain_text("Ann invites you to")
    # To have looked is not to have sat down.
    second = _guest(someone(), table, "Bob")
    assert _mine(server, table, second) == "blue"
    assert table.invitation not in second.url
    expect(second.locator(".top-seats")).to_contain_text("Ann")
    # Whoever comes later, and the sender herself, are told so.
    late = someone()
    late.excused = ("410",)
    page = late.page(table.link)
    expect(page.locator("#failed")).to_contain_text("opens nothing any more")
    for one in first.context.pages:
        one.close()


def test_who_only_looks_first_can_still_sit_down_or_watch(someone: Someone, server: Server) -> None:
    table = _invited(server)
    person = someone()
    page = person.page(table.link)
    page.get_by_role("button", name="Only watch").click()
    _laid(page)
    assert table.invitation not in page.url
    page.goto(f"{person.address}{table.link}")
    page.reload()
    page.get_by_role("button", name="Sit down").click()
    _laid(page)
    assert _mine(server, table, page) == "blue"


def test_the_sender_withdraws_and_invites_another(someone: Someone, server: Server) -> None:
    table = _invited(server)
    host = _host(someone(), table)
    host.locator('[data-key="seats"]').click()
    link = host.get_by_role("dialog").get_by_role("textbox", name="Copy the invitation")
    expect(link).to_have_value(re.compile(re.escape(table.link) + "$"))
    host.get_by_role("button", name="Make a new link").click()
    expect(link).not_to_have_value(re.compile(re.escape(table.link) + "$"))
    table.invitation = link.input_value().rpartition(".")[2]
    stranger = someone()
    stranger.excused = ("401",)
    guest = _guest(stranger, table, "Eve")
    # Eve has not decided anything yet: the seat can be taken back.
    host.keyboard.press("Escape")
    expect(host.locator(".top-seats")).to_contain_text("Eve")
    host.locator('[data-key="seats"]').click()
    host.get_by_role("button", name="Invite somebody else").click()
    expect(guest.locator("#failed")).to_contain_text("no longer yours here")
    table.invitation = link.input_value().rpartition(".")[2]
    guest.get_by_role("button", name="Only watch").click()
    _laid(guest)
    assert _mine(server, table, guest) is None
    assert _mine(server, table, _guest(someone(), table)) == "blue"


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_seat_goes_to_another_device(someone: Someone, server: Server, language: str) -> None:
    table = _invited(server)
    old, new = someone(language=language), someone(language=language, phone=True)
    old.excused = ("401",)
    page = old.page(table.link)
    page.locator("#curtain .btn-primary").click()
    _laid(page)
    page.locator('[data-key="seats"]').click()
    page.get_by_role("button", name="Play on another device" if language == "en" else "Jogar em outro aparelho").click()
    code = page.locator(".move-code").inner_text()
    assert re.fullmatch(r"\d{6}", code)
    there = new.page(f"/table/{table.id}")
    _laid(there)
    there.locator('[data-key="menu"]').click()
    there.get_by_role("button", name="Seats" if language == "en" else "Lugares").click()
    there.locator("#move-code").fill(code)
    there.locator("#move-code").press("Enter")
    there.locator("#curtain .btn-primary").click()
    _laid(there)
    assert _mine(server, table, there) == "blue"
    expect(page.locator("#failed")).to_contain_text("another device" if language == "en" else "outro aparelho")


@pytest.mark.parametrize("phone", [False, True])
def test_everybody_can_sit_down(someone: Someone, server: Server, phone: bool) -> None:
    made = server.post("/api/tables", {"game": "bkg", "seats": {"japan": {"kind": "human", "invite": True}}})
    page = someone(phone=phone).page(f"/table/{made['id']}#sit.{made['invitations']['japan']}")
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    assert page.locator(".sitting-told").count() >= 2, "the briefing of the side"
    assert serious_by_day_and_night(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out to the side"


def test_a_game_is_deleted_from_the_list(someone: Someone, server: Server) -> None:
    made = server.post("/api/tables", {"game": "tiny", "seats": {"blue": {"kind": "computer", "player": "random"}}})
    person = someone()
    page = person.page("/")
    known = [{"id": made["id"], "game": "tiny", "tokens": made["seats"], "owner": made["owner"]}]
    page.evaluate("(known) => localStorage.setItem('khalkhin.tables', JSON.stringify(known))", known)
    page.goto(f"{person.address}/#games")
    page.reload()
    page.get_by_role("button", name="Forget this game").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.locator("#page")).to_contain_text("No games yet")
    person.excused = ("404",)
    page.goto(f"{person.address}/table/{made['id']}")
    expect(page.locator("#failed")).to_contain_text("There is no table")
