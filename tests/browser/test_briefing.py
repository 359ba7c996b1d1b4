"""The briefing before a scenario: by itself once in a browser, to a player, and behind a button from then on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from khalkhin.engine import library
from khalkhin.engine.words import Words
from khalkhin.learn.briefing import briefings
from tests.browser import positions
from tests.browser.axe import serious_by_day_and_night
from tests.browser.conftest import Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Seated, Server


def new_game(server: Server) -> Seated:
    """A table where the Soviets place their reserve, and a computer player waits for them."""
    return server.new(seed=None, japan="random")


def window(seat: Seat) -> Locator:
    return seat.page.get_by_role("dialog")


def told(side: str, part: str, language: str = "en") -> str:
    game = library.get("bkg")
    return briefings(game, "august-1939")[side].told(Words(language, game))[part]


def test_it_is_shown_once_in_a_browser_and_stands_behind_a_button(someone: Someone, server: Server) -> None:
    person = someone(briefing=True)
    table = new_game(server)
    seat = Seat(person, server, table, "soviet")
    for part in ("situation", "aim", "forces", "special", "advice.1", "advice.2", "advice.3", "length"):
        expect(window(seat)).to_contain_text(told("soviet", part))
    expect(window(seat).get_by_role("heading", level=2)).to_be_focused()
    seat.press("Escape")
    expect(window(seat)).to_have_count(0)
    for at in (table, new_game(server)):
        again = Seat(person, server, at, "soviet")
        seat.rest()
        expect(window(again)).to_have_count(0)
    again.press("b")
    expect(window(again)).to_contain_text(told("soviet", "aim"))
    window(again).get_by_role("button", name="To the map").click()
    again.key("menu").click()
    again.page.get_by_role("button", name="Briefing", exact=True).click()
    expect(window(again)).to_contain_text(told("soviet", "aim"))


def test_a_guest_is_told_of_rules_that_are_not_as_usual(someone: Someone, server: Server) -> None:
    guest = someone(briefing=True)
    usual = Seat(guest, server, new_game(server), "soviet")
    expect(window(usual)).to_contain_text(told("soviet", "aim"))
    expect(window(usual)).not_to_contain_text("not as usual")
    usual.press("Escape")

    def invited() -> Seat:
        table = server.new(seed=None, options={"closed_edge": True}, japan="random")
        return Seat(guest, server, table, "soviet")

    seat = invited()
    rules = window(seat).locator(".briefing-rules")
    expect(rules.get_by_role("heading")).to_have_text("Rules that are not as usual")
    help_ = Words("en", library.get("bkg")).say("option.closed_edge.help")
    expect(rules.locator("p")).to_have_text([f"Closed map edge. {help_}"])
    seat.press("Escape")
    again = invited()
    again.rest()
    expect(window(again)).to_have_count(0)


def test_what_a_part_speaks_of_lights_up_on_the_map(someone: Someone, server: Server) -> None:
    seat = Seat(someone(briefing=True), server, new_game(server), "soviet")
    lit = seat.page.locator(".lit-line:not(.line-case)")
    aim = window(seat).get_by_role("button", name=told("soviet", "aim"))
    expect(lit).to_have_count(0)
    aim.press("Enter")
    expect(aim).to_have_attribute("aria-pressed", "true")
    expect(lit).to_have_count(1)
    box = window(seat).bounding_box()
    assert box is not None
    assert seat.spot("1511")[0] < box["x"], "the hex lies beside the window"
    aim.press("Enter")
    expect(lit).to_have_attribute("d", "")


def test_who_watches_or_looks_back_is_not_briefed(someone: Someone, server: Server) -> None:
    person = someone(briefing=True)
    fetched: list[str] = []
    person.context.on("request", lambda request: fetched.append(request.url))
    watching = Seat(person, server, new_game(server), None)
    over = Seat(person, server, server.put(positions.over()), "soviet")
    for seat in (watching, over):
        seat.press("b", "m")
        # A key does at once what it does: with the menu there, the briefing would have been asked for.
        expect(seat.page.get_by_role("group", name="Language")).to_be_visible()
        expect(seat.page.get_by_role("button", name="Briefing", exact=True)).to_have_count(0)
    assert not [url for url in fetched if "briefing" in url]


def test_the_other_side_moves_when_it_has_been_read(someone: Someone, server: Server) -> None:
    table = server.new(seed=None, pace=0.1, soviet="random")
    seat = Seat(someone(briefing=True), server, table, "japan")
    expect(window(seat)).to_contain_text(told("japan", "aim"))
    counters = seat.page.locator(".layer-counters")
    before, number = counters.inner_html(), seat.number()
    eventually(lambda: seat.number() > number + 10)
    assert counters.inner_html() == before
    window(seat).get_by_role("button", name="To the map").click()
    eventually(lambda: counters.inner_html() != before)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_everybody_can_read_it(someone: Someone, server: Server, phone: bool) -> None:
    seat = Seat(someone(briefing=True, phone=phone, language="pt"), server, new_game(server), "soviet")
    window(seat).get_by_role("button", name=told("soviet", "aim", "pt")).click()
    assert serious_by_day_and_night(seat.page) == []
