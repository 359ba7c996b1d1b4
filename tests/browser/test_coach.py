"""The coach of a first game: a line once, over the question; shown, put away, switched off and on again."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, expect

from khalkhin.engine import library
from khalkhin.engine.words import Words
from tests.browser import positions
from tests.browser.axe import serious_by_day_and_night
from tests.browser.conftest import Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Seated, Server

SLOW = 20_000
"""Milliseconds for what the planner takes some time to think about."""


def new_game(server: Server) -> Seated:
    """A table where the Soviets place their reserve."""
    return server.new(seed=None, japan="random")


def moving(server: Server) -> Seated:
    """The Soviet side is to move, against a computer player."""
    return server.put(positions.moving(), japan="planner")


def strip(seat: Seat) -> Locator:
    return seat.page.locator(".strip")


def said(topic: str, language: str = "en") -> str:
    return Words(language, library.get("bkg")).say(f"coach.{topic}")


def test_each_line_is_said_once_a_title(someone: Someone, server: Server) -> None:
    person = someone(coach=True)
    seat = Seat(person, server, new_game(server), "soviet")
    expect(strip(seat)).to_contain_text(said("reserve"))
    expect(seat.page.locator("#live")).to_contain_text(said("reserve"))
    seat.key("auto").click()
    # There is nothing left to choose, and nothing to be said of it.
    expect(seat.title).to_contain_text("Begin")
    expect(strip(seat)).to_have_count(0)
    seat.key("done").click()
    expect(strip(seat)).to_contain_text(said("move.soviet"))
    seat.page.reload()
    seat.wait()
    expect(strip(seat)).to_contain_text(said("move.soviet"))
    # The next game of the title begins without words, and goes on with those that are new: the other side has its own.
    again = Seat(person, server, new_game(server), "soviet")
    expect(strip(again)).to_have_count(0)
    japan = Seat(person, server, server.put(positions.asking("ask.move", 1)), "japan")
    expect(strip(japan)).to_contain_text(said("move.japan"))
    other = Seat(person, server, server.put(positions.asking("ask.defence", 1)), "japan")
    expect(other.combat.locator(".strip")).to_contain_text(said("defence"))


def test_a_line_is_put_away_and_the_coach_switched_off_and_on(someone: Someone, server: Server) -> None:
    person = someone(coach=True)
    table = moving(server)
    seat = Seat(person, server, table, "soviet")
    seat.key("coach-heard").click()
    expect(strip(seat)).to_have_count(0)
    seat.page.reload()
    seat.wait()
    expect(strip(seat)).to_have_count(0)
    switch = seat.page.get_by_role("checkbox", name="Coach for the first game")
    for _ in range(2):
        seat.key("menu").click()
        switch.set_checked(not switch.is_checked())
        seat.press("Escape")
    expect(strip(seat)).to_contain_text(said("move.soviet"))
    seat.key("coach-off").click()
    expect(strip(seat)).to_have_count(0)
    assert json.loads(seat.page.evaluate("localStorage['khalkhin.choices']"))["coach"] is False
    seat.page.reload()
    seat.wait()
    expect(strip(seat)).to_have_count(0)


def test_on_a_phone_the_line_makes_room_once_something_is_decided(someone: Someone, server: Server) -> None:
    seat = Seat(someone(coach=True, phone=True), server, new_game(server), "soviet")
    expect(strip(seat)).to_contain_text(said("reserve"))
    for button in ("next", "hint", "auto"):
        expect(seat.page.locator(f'.prompt-buttons [data-key="{button}"]')).to_be_in_viewport(ratio=1)
    seat.key("auto").click()
    expect(seat.title).to_contain_text("Begin")
    expect(strip(seat)).to_have_count(0)
    seat.key("done").click()
    expect(strip(seat)).to_contain_text(said("move.soviet"))


def test_show_me_is_a_hint_with_its_reason(someone: Someone, server: Server) -> None:
    seat = Seat(someone(coach=True), server, moving(server), "soviet")
    number = seat.number()
    seat.key("coach-show").click()
    expect(seat.page.locator("#hint b")).to_be_visible(timeout=SLOW)
    seat.key("hint-step").click()
    eventually(lambda: seat.number() > number)


def test_there_is_no_help_against_people_but_words(someone: Someone, server: Server) -> None:
    seat = Seat(someone(coach=True), server, server.put(positions.moving()), "soviet")
    expect(strip(seat)).to_contain_text(said("move.soviet"))
    expect(seat.key("coach-show")).to_have_count(0)


def test_who_watches_or_looks_back_hears_nothing(someone: Someone, server: Server) -> None:
    person, table = someone(coach=True), moving(server)
    watcher = Seat(person, server, table, None)
    expect(strip(watcher)).to_have_count(0)
    seat = Seat(someone(coach=True), server, table, "soviet")
    expect(strip(seat)).to_be_visible()
    seat.press("r")
    expect(seat.page.get_by_role("region", name="Replay")).to_be_visible()
    expect(strip(seat)).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_it_can_be_read_and_heard_by_everybody(someone: Someone, server: Server, phone: bool) -> None:
    seat = Seat(someone(coach=True, phone=phone, language="pt"), server, moving(server), "soviet")
    expect(strip(seat)).to_contain_text(said("move.soviet", "pt"))
    assert serious_by_day_and_night(seat.page) == []
    text, sheet = strip(seat).locator(".strip-text").bounding_box(), seat.page.viewport_size
    assert text is not None
    assert sheet is not None
    assert text["x"] >= 0
    assert text["x"] + text["width"] <= sheet["width"]
    # What is asked is still in sight, with its buttons.
    expect(seat.key("done")).to_be_in_viewport(ratio=1)
    expect(seat.title).to_be_in_viewport(ratio=1)
