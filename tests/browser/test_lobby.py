"""The lobby: from the shelf to a running game, other ways to play, games that wait, records, language, theme."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import positions
from tests.browser.axe import serious_by_day_and_night
from tests.browser.conftest import Someone
from tests.browser.served import ROOT, Server

TITLE = "Batalha de Khalkhin Gol"


def _box(page: Page) -> Locator:
    return page.get_by_role("article").filter(has=page.get_by_role("heading", name=TITLE))


def _more(page: Page) -> Locator:
    """The dialog with the other ways to play."""
    _box(page).get_by_role("button", name="More ways to play").click()
    return page.get_by_role("dialog")


def test_two_clicks_from_the_command_to_a_running_game(someone: Someone, tmp_path: Path) -> None:
    """The program as a player starts it: it tells its address, and the lobby there leads to a game."""
    command = [sys.executable, "-m", "khalkhin", "serve", "--no-open", "--port", "0"]
    database = ["--database", f"sqlite:///{tmp_path / 'k.db'}"]
    process = subprocess.Popen([*command, *database], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    try:
        told = re.search(r"http://\S+\d", process.stdout.readline())
        assert told is not None
        page = someone(address=told[0]).page()
        _box(page).get_by_role("radio").first.check()
        _box(page).get_by_role("button", name="Play the computer").click()
        page.wait_for_url("**/table/*")
        expect(page.locator("#prompt-title")).to_contain_text("Choose a reserve unit to place.")
        expect(page.get_by_role("button", name="Place them for me")).to_be_visible()
        page.close()
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def test_all_four_games_stand_on_the_shelf(someone: Someone) -> None:
    page = someone().page()
    for title in (TITLE, "Khalkin-Gol War", "Nomonhan 1939", "Strike North"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(_box(page).get_by_role("button", name="Play the computer")).to_be_enabled()


def test_a_friend_comes_by_link(someone: Someone, server: Server) -> None:
    page = someone().page()
    dialog = _more(page)
    dialog.get_by_role("button", name="A friend", exact=True).click()
    dialog.get_by_role("button", name="Start the game").click()
    link = page.get_by_role("dialog").get_by_role("textbox", name=re.compile("^Link for (?!spec)")).input_value()
    page.get_by_role("button", name="Go to your seat").click()
    page.wait_for_url("**/table/*")
    assert link != page.url
    friend = someone().page(link.removeprefix(server.address))
    expect(friend.locator("#prompt-title")).to_be_visible()
    # Both are there, and each knows it of the other.
    for one in (page, friend):
        expect(one.locator(".top-seat[data-away]")).to_have_count(0)


def test_seats_are_remembered_and_wait_in_the_lobby(someone: Someone) -> None:
    person = someone()
    page = person.page()
    _box(page).get_by_role("button", name="Play the computer").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#prompt-title")).to_be_visible()
    path = page.url.removeprefix(person.address).partition("#")[0]
    page.goto(f"{person.address}/#games")
    page.get_by_role("link", name="Your turn").click()
    page.wait_for_url(f"**{path}*")
    expect(page.locator("#prompt-title")).to_contain_text("Choose a reserve unit")


def test_a_record_is_opened_and_watched(someone: Someone, tmp_path: Path) -> None:
    record = tmp_path / "game.khalkhin"
    record.write_text(positions.over().record())
    page = someone().page("/#replays")
    page.locator("#record").set_input_files(record)
    page.wait_for_url("**/table/*")
    expect(page.get_by_text("wins", exact=False).first).to_be_visible()


def test_a_record_that_is_none_is_refused_in_a_sentence(someone: Someone, tmp_path: Path) -> None:
    record = tmp_path / "letter.txt"
    record.write_text("Dear friend, this is not a game.\n")
    person = someone()
    person.excused = ("400",)
    page = person.page("/#replays")
    page.locator("#record").set_input_files(record)
    expect(page.get_by_role("alert").filter(has_text="letter.txt")).to_be_visible()


def test_the_language_changes_in_place(someone: Someone) -> None:
    page = someone().page()
    page.get_by_role("button", name="português").click()
    expect(_box(page).get_by_role("button", name="Jogar")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "pt"
    page.reload()
    expect(_box(page).get_by_role("button", name="Jogar")).to_be_visible()


def test_the_theme_goes_round(someone: Someone) -> None:
    page = someone().page()
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Theme: as your system").click()
    page.get_by_role("button", name="Theme: light").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(paper) != light


@pytest.mark.parametrize("phone", [False, True])
def test_everybody_can_use_it(someone: Someone, phone: bool) -> None:
    page = someone(phone=phone).page()
    expect(_box(page)).to_be_visible()
    assert serious_by_day_and_night(page) == []
    dialog = _more(page)
    expect(dialog).to_be_visible()
    assert serious_by_day_and_night(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out to the side"
