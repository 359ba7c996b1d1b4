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
from tests.browser.seat import eventually
from tests.browser.served import ROOT, Server

TITLE = "Batalha de Khalkhin Gol"


def _box(page: Page) -> Locator:
    return page.get_by_role("article").filter(has=page.get_by_role("heading", name=TITLE))


def _setup(page: Page) -> Locator:
    """The set-up of the chosen scenario."""
    return page.get_by_role("form")


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
        page.get_by_role("button", name="Play the computer").click()
        page.wait_for_url("**/table/*")
        expect(page.locator("#prompt-title")).to_contain_text("Choose a reserve unit to place; 7 are left.")
        expect(page.get_by_role("button", name="Place them for me")).to_be_visible()
        page.close()
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def test_the_set_up_is_in_plain_sight_and_follows_what_is_chosen(someone: Someone) -> None:
    page = someone().page()
    for title in (TITLE, "Khalkin-Gol War", "Nomonhan 1939", "Strike North"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    form = _setup(page)
    expect(form).to_contain_text("the Soviets have twelve days")
    for name in ("The computer", "A friend", "Both here", "Watch", "Soviet player", "Japanese player", "Planner"):
        expect(form.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    expect(form.get_by_role("button", name="Play the computer")).to_be_in_viewport(ratio=1)
    # On a low screen too nothing of it lies below its foot.
    page.set_viewport_size({"width": 1366, "height": 768})
    expect(form.get_by_text("Plans each phase")).to_be_in_viewport(ratio=1)
    apart = "(form) => form.querySelector('.setup-rows').getBoundingClientRect().bottom"
    apart += " <= form.querySelector('.setup-foot').getBoundingClientRect().top"
    eventually(lambda: form.evaluate(apart))
    # Another game keeps what one likes to play.
    form.get_by_role("button", name="Japanese player").click()
    form.get_by_role("button", name="Search").click()
    expect(form).to_contain_text("the strongest")
    # What the table will be laid with is drawn meanwhile.
    with page.expect_request("**/api/games/sn/map.svg?lang=en"):
        page.get_by_role("radio", name="Operation Kantokuen").check()
    expect(form).to_contain_text("with carriers, marines and paratroops")
    expect(form.get_by_role("button", name="Japanese player")).to_have_attribute("aria-pressed", "true")
    form.get_by_text("3 optional rules").click()
    form.get_by_role("checkbox", name="Attrition").check()
    with page.expect_request("**/api/tables?*") as request:
        form.get_by_role("button", name="Play the computer").click()
    asked = request.value.post_data_json
    assert asked is not None
    assert asked["scenario"] == "kantokuen"
    assert asked["options"] == {"attrition": True}
    assert asked["seats"]["japan"]["kind"] == "human"
    assert (asked["seats"]["soviet"]["player"], asked["seats"]["soviet"]["seconds"]) == ("search", 5)


def test_on_a_phone_the_set_up_lies_below_its_box(someone: Someone) -> None:
    page = someone(phone=True).page()
    box = page.get_by_role("article").filter(has_text="Strike North")
    box.scroll_into_view_if_needed()
    before = box.bounding_box()
    box.locator(".cover").tap()
    expect(_setup(page)).to_contain_text("The Anti-Comintern War")
    after = box.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 2, "the box stays under the finger"
    expect(page.get_by_role("button", name="Play the computer")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.querySelector('.setup').previousElementSibling.dataset.game") == "sn"


def test_a_friend_comes_by_link(someone: Someone, server: Server) -> None:
    page = someone().page()
    _setup(page).get_by_role("button", name="A friend", exact=True).click()
    _setup(page).get_by_text("4 optional rules").click()
    _setup(page).get_by_role("checkbox", name="Closed map edge").check()
    page.get_by_role("button", name="Invite a friend").click()
    expect(page.get_by_role("dialog")).to_contain_text("Played with the optional rule: Closed map edge.")
    link = page.get_by_role("dialog").get_by_role("textbox", name=re.compile("^Link for (?!spec)")).input_value()
    page.get_by_role("button", name="Go to your seat").click()
    page.wait_for_url("**/table/*")
    assert link != page.url
    friend = someone().page(link.removeprefix(server.address))
    expect(friend.get_by_role("heading", name="A seat for you: Japan")).to_be_visible()
    friend.get_by_role("button", name="Sit down").click()
    expect(friend.locator("#prompt-title")).to_be_visible()
    # Both are there, and each knows it of the other.
    for one in (page, friend):
        expect(one.locator(".top-seat[data-away]")).to_have_count(0)


def test_seats_are_remembered_and_wait_in_the_lobby(someone: Someone) -> None:
    person = someone()
    page = person.page()
    page.get_by_role("button", name="Play the computer").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#prompt-title")).to_be_visible()
    path = page.url.removeprefix(person.address).partition("#")[0]
    page.goto(person.address)
    waiting = page.get_by_role("region", name="Go on playing")
    expect(waiting).to_contain_text("Planner")
    expect(page.get_by_role("button", name="Play the computer")).to_be_in_viewport(ratio=1)
    waiting.get_by_role("link", name="Your turn").click()
    page.wait_for_url(f"**{path}*")
    expect(page.locator("#prompt-title")).to_contain_text("Choose a reserve unit")


def test_a_finished_game_tells_its_result_and_leads_to_its_end(someone: Someone, server: Server) -> None:
    match = positions.over()
    table = server.put(match, japan="planner")
    person = someone()
    page = person.page()
    known = [{"id": table.id, "game": "bkg", "tokens": {"soviet": table.tokens["soviet"]}, "last": 1}]
    page.evaluate("(known) => localStorage.setItem('khalkhin.tables', JSON.stringify(known))", known)
    page.goto(f"{person.address}/#games")
    page.reload()
    card = page.get_by_role("listitem").filter(has_text=TITLE)
    result = match.view("soviet")["tracks"]["result"]
    expect(card).to_contain_text("you won" if result["winner"] == "soviet" else "you lost")
    expect(card).to_contain_text("Begun")
    expect(card.get_by_role("link", name="What decided it")).to_have_attribute("href", f"/analysis/{table.id}")
    card.get_by_role("link", name="Result").click()
    expect(page.locator("#ending-title")).to_be_visible()


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
    expect(page.get_by_role("button", name="Contra o computador")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "pt"
    page.reload()
    expect(page.get_by_role("button", name="Contra o computador")).to_be_visible()


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
    for fold in page.locator(".fold summary").all():
        fold.click()
    assert serious_by_day_and_night(page) == []
    page.get_by_role("button", name="Watch", exact=True).click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out to the side"


def test_the_first_visit_offers_the_first_lesson_and_no_later_one(someone: Someone) -> None:
    page = someone().page()
    offer = _setup(page).get_by_role("link", name="First lesson")
    expect(offer).to_have_attribute("href", "/learn/bkg/1")
    page.get_by_role("radio", name="Operation Kantokuen").check()
    expect(offer).to_have_attribute("href", "/learn/sn/1")
    offer.click()
    page.wait_for_url("**/learn/sn/1")
    expect(page.locator(".strip")).to_be_visible()
    page.goto(page.url.replace("/learn/sn/1", "/"))
    expect(_setup(page).get_by_role("button", name="Play the computer")).to_be_visible()
    expect(offer).to_have_count(0)


@pytest.mark.parametrize(("phone", "language"), [(False, "en"), (True, "pt")])
def test_the_page_of_lessons_tells_what_is_done_and_what_was_left(someone: Someone, phone: bool, language: str) -> None:
    person = someone(phone=phone, language=language)
    page = person.page("/learn")
    expect(page.get_by_role("link", name="Go on").or_(page.get_by_role("link", name="Continuar"))).to_have_count(0)
    kept = {
        "bkg/first-march": {"at": 11, "steps": 11, "done": True, "last": 1},
        "bkg/engagement": {"at": 3, "steps": 10, "done": False, "last": 2},
    }
    page.evaluate("(kept) => localStorage.setItem('khalkhin.lessons', JSON.stringify(kept))", kept)
    page.reload()
    course = page.get_by_role("region", name=TITLE)
    expect(course).to_contain_text("1 of" if language == "en" else "1 de")
    done, left, fresh = (course.locator(".lesson").nth(n) for n in range(3))
    expect(done.get_by_role("img", name="Done" if language == "en" else "Feita")).to_be_visible()
    expect(left).to_contain_text("step 4 of 10" if language == "en" else "passo 4 de 10")
    expect(left.locator(".btn-primary")).to_have_attribute("href", "/learn/bkg/2")
    expect(fresh).to_contain_text("min")
    assert serious_by_day_and_night(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out to the side"
    # Who takes a lesson once more begins at its beginning.
    done.get_by_role("link").click()
    page.wait_for_url("**/learn/bkg/1")
    expect(page.locator(".strip-head")).to_contain_text("1 of" if language == "en" else "1 de")
