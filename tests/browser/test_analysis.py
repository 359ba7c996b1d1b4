"""After the game: what decided it, from the end page to the replay, by mouse and keyboard, on a desk and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import positions
from tests.browser.axe import serious
from tests.browser.conftest import Person, Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Seated, Server

WAIT = 120_000
"""Milliseconds that an analysis may take while other tests keep the processor busy."""


@pytest.fixture(scope="module")
def table(server: Server) -> Seated:
    """A game that is over: looked at again once, and then by everybody."""
    return server.put(positions.over())


def opened(person: Person, table: Seated) -> Page:
    page = person.page(f"/analysis/{table.id}")
    expect(page.locator(".chance-chart")).to_be_visible(timeout=WAIT)
    return page


def test_from_the_end_to_what_decided_it_and_to_the_replay(someone: Someone, server: Server, table: Seated) -> None:
    seat = Seat(someone(), server, table, "soviet")
    seat.key("ending").click()
    seat.page.get_by_role("button", name="What decided it").click()
    page = seat.page
    page.wait_for_url(f"**/analysis/{table.id}")
    expect(page.get_by_role("heading", level=1)).to_have_text("What decided the game")
    expect(page.locator(".chance-chart")).to_be_visible(timeout=WAIT)
    for title in ("Chance of winning", "What the dice did", "The costliest decisions"):
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    link = page.get_by_role("link", name="Show on the map").first
    at = re.search(r"at=(\d+)", link.get_attribute("href") or "")
    assert at is not None
    link.click()
    page.wait_for_url(f"**/table/{table.id}?at={at[1]}")
    slider = page.get_by_role("region", name="Replay").locator("input[type=range]")
    eventually(lambda: f"{at[1]} of" in (slider.get_attribute("aria-valuetext") or ""))


def test_waiting_has_a_sign(someone: Someone, server: Server) -> None:
    table = server.put(positions.over())
    page = someone().page(f"/analysis/{table.id}")
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_text("The game is being analysed.")).to_be_visible()
    expect(page.locator(".chance-chart")).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("progressbar")).to_have_count(0)


def test_the_curve_can_be_read_as_a_table_and_by_keyboard(someone: Someone, table: Seated) -> None:
    match = positions.over()
    page = opened(someone(), table)
    page.get_by_text("As a table").click()
    rows = page.locator(".as-table tbody tr")
    first = 20
    expect(rows).to_have_count(match.state.turn - first + 2)
    shares = [[int(text.strip("%")) for text in row.locator("td").all_inner_texts()] for row in rows.all()]
    assert all(99 <= sum(share) <= 101 for share in shares)
    result = match.state.result
    assert result is not None
    assert shares[-1] == ([50, 50] if result.winner is None else [100, 0] if result.winner == 0 else [0, 100])
    mark = page.locator("a.mark").first
    mark.focus()
    assert re.search(r"player, (dice|decision): ", mark.get_attribute("aria-label") or "")
    page.keyboard.press("Enter")
    expect(page.locator(f"[id='{(mark.get_attribute('href') or '')[1:]}']")).to_be_in_viewport()


@pytest.mark.parametrize(("dark", "phone", "language"), [(False, False, "en"), (True, True, "pt")])
def test_for_everybody(someone: Someone, table: Seated, dark: bool, phone: bool, language: str) -> None:
    page = opened(someone(dark=dark, phone=phone, language=language), table)
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    assert page.evaluate("document.documentElement.lang") == language
    expect(page.locator("body")).not_to_contain_text("analysis.")


def test_a_game_that_runs_is_refused_in_a_sentence(someone: Someone, server: Server) -> None:
    person = someone()
    person.excused = ("409",)
    page = person.page(f"/analysis/{server.put(positions.combat()).id}")
    expect(page.get_by_role("alert").filter(has_text=" ")).to_contain_text("not over")
