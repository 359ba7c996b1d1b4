"""The first battle of a game: from the lessons to its table, back to it, and what can be done when it is over."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious_by_day_and_night
from tests.browser.conftest import Someone
from tests.browser.served import Server

OVER = """() => {
    const [battle, ...others] = JSON.parse(localStorage["khalkhin.tables"]);
    battle.battle.last = 19;
    battle.battle.score.find(({ key, side }) => key === "vp.nomonhan" && side === "japan").points = 0;
    localStorage["khalkhin.tables"] = JSON.stringify([battle, ...others]);
}"""
"""As if the two turns were gone, and Nomonhan lost in them."""


def begin(page: Page) -> None:
    page.locator('[data-game="bkg"] .battle a').first.click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#prompt-title")).to_contain_text("Choose a unit to move")


def to_its_end(page: Page) -> None:
    page.evaluate(OVER)
    page.reload()
    expect(page.locator(".strip")).to_contain_text("The first battle is over")


def test_it_is_begun_left_and_gone_on_with(someone: Someone, server: Server) -> None:
    page = someone(coach=True).page("/learn/bkg")
    row = page.locator('[data-game="bkg"] .battle')
    expect(row).to_contain_text("First battle: The first two days")
    expect(row).to_contain_text("2 turns")
    begin(page)
    expect(page.locator(".strip")).to_contain_text("Movement decides who will fight")
    table = page.url
    assert "#" not in table, "the seat is known to the browser alone"
    page.goto(f"{server.address}/learn/bkg")
    row.get_by_role("link", name="Go on").click()
    page.wait_for_url(table)


def test_at_its_end_one_looks_back_and_plays_on_or_begins_anew(someone: Someone, server: Server) -> None:
    page = someone(coach=True).page("/learn/bkg")
    begin(page)
    first = page.url
    to_its_end(page)
    strip = page.locator(".strip")
    expect(strip).to_contain_text("You have 25 points, the computer 20. Nomonhan and a country without Japanese")
    expect(strip).to_contain_text("Japanese player Nomonhan held +20")
    expect(page.locator("#live")).to_contain_text("Nomonhan held +20")
    expect(page.locator("#prompt-title")).to_have_text("Choose how to go on.")
    expect(page.locator('[data-key="done"]')).to_have_count(0)
    page.locator('[data-key="play-on"]').click()
    expect(strip).to_contain_text("Movement decides who will fight")
    expect(page.locator('[data-key="done"]')).to_be_visible()
    page.reload()
    expect(page.locator("#prompt-title")).to_contain_text("Choose a unit to move")
    page.goto(f"{server.address}/learn/bkg")
    expect(page.locator('[data-game="bkg"] .battle[data-done]')).to_be_visible()
    begin(page)
    assert page.url != first, "what was played on is a game like any other"
    second = page.url
    to_its_end(page)
    page.locator('[data-key="anew"]').click()
    page.wait_for_url(lambda url: "/table/" in url and url not in (first, second))
    expect(page.locator("#prompt-title")).to_contain_text("Choose a unit to move")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_its_end_is_for_everybody(someone: Someone, server: Server, phone: bool) -> None:
    page = someone(phone=phone).page("/learn/bkg")
    begin(page)
    to_its_end(page)
    assert serious_by_day_and_night(page) == []
    for way in ("play-on", "anew", "learn"):
        expect(page.locator(f'[data-key="{way}"]')).to_be_in_viewport(ratio=1)
    page.locator('[data-key="learn"]').click()
    page.wait_for_url("**/learn/bkg")
