"""No serious finding of axe-core in any state of the table, in light and in dark; keyboard and voice."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.axe import serious_by_day_and_night
from tests.browser.conftest import Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server


def test_moving(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.moving()), "soviet")
    assert serious_by_day_and_night(seat.page) == []
    seat.press("n")
    expect(seat.page.locator("#hand")).to_be_visible()
    for name in ("Display", "Charts", "Rules"):
        seat.page.get_by_role("tab", name=name).click()
        assert serious_by_day_and_night(seat.page) == []
    seat.key("menu").click()
    expect(seat.page.get_by_role("dialog")).to_be_visible()
    assert serious_by_day_and_night(seat.page) == []


def test_combat(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.asking("ask.defence", 1)), "japan")
    expect(seat.combat).to_be_visible()
    assert serious_by_day_and_night(seat.page) == []
    seat.combat.locator('[data-key="say-commit"]').click()
    expect(seat.combat.locator(".outcome")).not_to_be_empty()
    assert serious_by_day_and_night(seat.page) == []


def test_the_end(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.over()), "soviet")
    seat.key("ending").click()
    expect(seat.page.get_by_role("dialog")).to_contain_text("checked by this browser")
    assert serious_by_day_and_night(seat.page) == []
    seat.press("Escape")
    expect(seat.page.get_by_role("dialog")).to_be_hidden()  # until then keys are the dialog's
    seat.press("r")
    expect(seat.page.get_by_role("region", name="Replay")).to_be_visible()
    assert serious_by_day_and_night(seat.page) == []


def test_what_happens_is_said(someone: Someone, server: Server) -> None:
    """A live region tells what the other side does, and the focus never falls out of the page."""
    table = server.put(positions.asking("ask.defence", 1))
    japan = Seat(someone(), server, table, "japan")
    live = japan.page.locator("#live")
    japan.combat.locator('[data-key="say-commit"]').focus()
    japan.press("Enter")
    expect(live).not_to_be_empty()
    assert japan.page.evaluate("document.activeElement !== document.body")


def test_the_skip_links_lead_to_the_parts(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.moving()), "soviet")
    seat.press("Tab")
    expect(seat.page.locator("#skips button").first).to_be_focused()
    seat.press("Enter")
    expect(seat.title).to_be_focused()


def test_the_page_title_tells_whose_turn_it_is(someone: Someone, server: Server) -> None:
    table = server.put(positions.moving())
    soviet, japan = (Seat(someone(), server, table, side) for side in ("soviet", "japan"))
    eventually(lambda: "Your turn" in soviet.page.title())
    assert "Your turn" not in japan.page.title()
