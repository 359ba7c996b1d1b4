"""The guide of a game: read on a desk and a phone, and reached from the rules at the table."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.axe import serious_by_day_and_night
from tests.browser.conftest import PHONE, Someone
from tests.browser.seat import Seat
from tests.browser.served import Server


def test_a_rule_is_opened_in_the_guide_and_leads_to_its_place(someone: Someone) -> None:
    page = someone().page("/guide/bkg")
    expect(page.get_by_role("heading", level=1)).to_contain_text("How to play")
    expect(page.locator("#head .brand")).to_be_visible()
    page.locator("#about").get_by_role("link", name="1.0.a").click()
    window = page.get_by_role("dialog")
    expect(window).to_contain_text("Rival border claims")
    page.keyboard.press("Escape")
    page.locator("#zones").get_by_role("link", name="4.1.2.c").click()
    window.get_by_role("link", name="How to play: Zones of engagement").click()
    expect(window).to_be_hidden()
    assert page.url.endswith("#zones")
    page.locator("#head").get_by_role("button", name="PT").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Como jogar")
    assert page.url.endswith("lang=pt#zones")


def test_the_guide_fits_a_phone(someone: Someone) -> None:
    page = someone(phone=True).page("/guide/bkg?lang=pt")
    expect(page.locator("#head .brand")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert serious_by_day_and_night(page) == []


def test_a_rule_at_the_table_leads_to_the_guide(someone: Someone, server: Server) -> None:
    person = someone()
    setup = person.page().locator(".setup-summary")
    expect(setup.get_by_role("link", name="How to play")).to_have_attribute("href", "/guide/bkg")
    course = person.page("/learn").locator('[data-game="bkg"]')
    expect(course.get_by_role("link", name="How to play")).to_have_attribute("href", "/guide/bkg")
    seat = Seat(person, server, server.new("bkg"), "soviet")
    seat.page.locator("#prompt .rule").first.click()
    link = seat.page.get_by_role("dialog").get_by_role("link", name="How to play")
    with seat.page.context.expect_page() as opened:
        link.click()
    expect(opened.value.locator("#arrivals")).to_be_in_viewport()
