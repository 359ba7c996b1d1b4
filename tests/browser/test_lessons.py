"""Lessons in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from khalkhin.engine import library
from khalkhin.learn.shelf import lessons
from tests.browser.axe import serious_by_day_and_night
from tests.browser.conftest import Someone
from tests.browser.pupil import Pupil
from tests.browser.seat import eventually
from tests.browser.served import Server

FIRST_ATTACK = ("bkg", "3", "soviet")


def test_a_lesson_is_taken_by_hand(someone: Someone, server: Server) -> None:
    """Looks, moves, answers and an attack; what leads away is told in the strip, what breaks a rule by the rule."""
    pupil = Pupil(someone(), server, *FIRST_ATTACK)
    expect(pupil.strip).to_contain_text("Click it.")
    expect(pupil.page.locator("#prompt .btn-primary")).to_have_count(0)  # only the lesson asks now
    pupil.click("1319")
    expect(pupil.page.get_by_role("dialog")).to_contain_text("Defence")
    pupil.at_step(2)
    pupil.click("1321")
    pupil.comes_to("SU-127-1", "1321")
    expect(pupil.page.locator("#hand .hand-counter")).to_have_count(3)
    pupil.click("1322")
    expect(pupil.note).to_contain_text("an attack comes from the next hex")
    expect(pupil.page.locator("#toasts .toast")).to_have_count(0)
    pupil.click("1319")
    expect(pupil.page.locator(".why .rule")).to_have_text("4.1.2.i")
    pupil.click("1320")
    expect(pupil.note).to_contain_text("now stop here")
    expect(pupil.key("undo")).to_be_visible()
    pupil.press("e")
    pupil.at_step(3)
    expect(pupil.key("undo")).to_have_count(0)  # a step begins here
    pupil.key("answer-3-1").click()
    expect(pupil.note).to_contain_text("Divide 9 by 4")
    pupil.key("answer-2-1").click()
    pupil.at_step(4)
    pupil.press("e")
    expect(pupil.note).to_contain_text("Bring the tanks")
    pupil.click("1222")
    expect(pupil.title).to_contain_text("Choose a hex for III/11")
    pupil.key("again").click()
    expect(pupil.title).to_contain_text("Choose a unit")
    pupil.show()
    pupil.at_step(5)
    pupil.press("e")
    pupil.at_step(6)
    pupil.click("1319")
    pupil.at_step(7)
    expect(pupil.combat.locator(".strip")).to_contain_text("one by one")
    pupil.click("1320")
    pupil.at_step(8)
    pupil.click("1220")
    pupil.click("1420")
    pupil.at_step(9)
    pupil.combat.locator('[data-key="say-commit"]').click()
    expect(pupil.note).to_contain_text("worth a whole column")
    pupil.order("air 1")
    pupil.at_step(10)
    pupil.combat.locator('[data-key="say-commit"]').click()
    # The dice are looked at before it goes on.
    expect(pupil.strip).to_have_count(0)
    pupil.key("go-on").click()
    pupil.at_step(11)
    pupil.order("127/1")
    pupil.at_step(12)
    pupil.order("127/2")
    expect(pupil.strip).to_contain_text("That is the whole art.")
    assert pupil.kept()["bkg/first-attack"]["done"]


def test_a_lesson_is_taken_by_keyboard_and_heard(someone: Someone, server: Server) -> None:
    pupil = Pupil(someone(), server, *FIRST_ATTACK)
    live = pupil.page.locator("#live")
    expect(live).to_contain_text("Step 1 of 12. One Japanese battalion")
    # What is spoken of is where the cursor begins.
    pupil.press("ArrowUp", "Enter")
    expect(live).to_contain_text("Step 2 of 12.")
    pupil.press("Escape")
    pupil.order("127/1 1322")
    expect(live).to_contain_text("an attack comes from the next hex")
    pupil.order("127/1 127/2 127/3 1320, done")
    pupil.at_step(3)
    expect(live).to_contain_text("column: of the combat table")
    pupil.key("answer-2-1").focus()
    pupil.press("Enter")
    pupil.at_step(4)
    expect(pupil.title).to_be_focused()  # the button is gone, the keyboard is not
    assert serious_by_day_and_night(pupil.page) == []


def test_on_a_phone_in_portuguese_the_sheet_leaves_room_for_what_is_spoken_of(someone: Someone, server: Server) -> None:
    pupil = Pupil(someone(phone=True, language="pt"), server, *FIRST_ATTACK)
    touch = pupil.page.touchscreen
    expect(pupil.strip).to_contain_text("Toque")
    touch.tap(*pupil.at("1319"))
    expect(pupil.page.get_by_role("dialog")).to_contain_text("I/71")
    pupil.at_step(2)
    pupil.press("Escape")
    touch.tap(*pupil.at("1321"))
    eventually(lambda: pupil.view()["details"].get("move"))
    for _ in range(2):
        touch.tap(*pupil.at("1221"))
    expect(pupil.note).to_be_visible()
    for hex_ in ("1319", "1320", "1321"):
        pupil.at(hex_)  # nothing lies over it
    assert pupil.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious_by_day_and_night(pupil.page) == []
    for _ in range(2):
        touch.tap(*pupil.at("1320"))
    expect(pupil.note).to_be_visible()
    pupil.key("done").tap()
    pupil.at_step(3)
    pupil.key("answer-2-1").tap()
    pupil.at_step(4)


def test_a_lesson_is_left_and_resumed(someone: Someone, tmp_path: Path) -> None:
    """By a reload where it was; in other words; at its step when the server was started anew."""
    server = Server(tmp_path, ())
    try:
        person = someone(address=server.address)
        pupil = Pupil(person, server, *FIRST_ATTACK)
        pupil.show()
        pupil.at_step(2)
        pupil.order("127/1 127/2 127/3 1320")
        expect(pupil.note).to_be_visible()
        left = pupil.table
        pupil.page.reload()
        pupil.wait()
        pupil.at_step(2)
        assert pupil.table == left
        assert pupil.place_of("SU-127-1") == "1320"
        pupil.key("menu").click()
        pupil.page.get_by_role("button", name="Português").click()
        expect(pupil.strip).to_contain_text("Passo 2 de 12")
        expect(pupil.strip).to_contain_text("Ataca com 3")
        person.excused = ("WebSocket", "ERR_CONNECTION_REFUSED")
        server.kill()
        server.start()
        eventually(lambda: pupil.kept()["bkg/first-attack"]["table"]["id"] != left.id)
        pupil.wait()
        pupil.at_step(2)
        assert pupil.place_of("SU-127-1") == "1321"
        pupil.show()
        pupil.at_step(3)
    finally:
        server.stop()


def test_at_the_end_one_plays_on_or_takes_it_again(someone: Someone, server: Server) -> None:
    person = someone()
    person.context.add_init_script(
        "location.protocol === 'http:' && (localStorage['khalkhin.lessons'] ??="
        """ '{"bkg/first-attack": {"at": 11, "steps": 12}}')"""
    )
    pupil = Pupil(person, server, *FIRST_ATTACK)
    pupil.at_step(12)
    pupil.show()
    expect(pupil.key("next-lesson")).to_be_visible()
    assert serious_by_day_and_night(pupil.page) == []
    pupil.key("play-on").click()
    pupil.page.wait_for_url("**/table/*")
    for _ in range(2):
        expect(pupil.title).not_to_be_empty()
        expect(pupil.key("hint")).to_be_visible()
        expect(pupil.page.get_by_role("group", name="Lesson 3")).to_have_count(0)
        pupil.page.reload()  # it has no other memory than its address
    pupil.key("menu").click()
    expect(pupil.page.get_by_role("link", name="To the lessons")).to_be_visible()
    expect(pupil.page.get_by_role("button", name="Look back")).to_have_count(0)
    pupil.page.goto(f"{person.address}/learn/bkg/3")
    pupil.wait()
    pupil.key("free").click()
    pupil.at_step(1)
    pupil.click("1319")
    pupil.at_step(2)
    pupil.press("Escape")
    pupil.key("menu").click()
    pupil.page.get_by_role("button", name="Begin the lesson again").click()
    pupil.at_step(1)
    assert pupil.kept()["bkg/first-attack"]["done"]


def test_a_lesson_that_is_not_there_is_told_in_a_sentence(someone: Someone) -> None:
    person = someone()
    person.excused = ("400",)
    page = person.page("/learn/bkg/99")
    expect(page.locator("#failed")).to_contain_text("has no lesson 99")


TO_THE_END = """async () => {
    const seen = (what) => [...document.querySelectorAll(what)].find((one) => one.checkVisibility());
    const head = () => seen(".strip-head")?.textContent;
    const until = async (holds, what) => {
        for (const end = performance.now() + 20000; !holds(); await new Promise(requestAnimationFrame)) {
            seen('[data-key="go-on"]')?.click();
            if (performance.now() > end) throw new Error(`${what} after ${head()}`);
        }
    };
    const [faults, meet] = [[], (a, b) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom];
    const look = () => {
        const [lit, strip] = [seen(".board .lit path"), seen(".strip")];
        const covers = lit && meet(lit.getBoundingClientRect(), strip.getBoundingClientRect());
        if (covers) faults.push(`hexes are covered: ${head()}`);
        const said = [strip, ...strip.querySelectorAll(".caption, p, dl, .strip-choices .btn")];
        if (said.some((one) => one.scrollWidth > one.clientWidth + 8)) faults.push(`text is cut off: ${head()}`);
    };
    while (!seen('[data-key="restart"]')) {
        await until(head, "nothing is told");
        look();
        const before = head();
        const idle = '#prompt[aria-busy="false"]';
        await until(() => seen('[data-key="show"]') && document.querySelector(idle), "nothing can be shown");
        seen('[data-key="show"]').click();
        await until(() => head() && head() !== before, "nothing more is told");
    }
    await until(head, "nothing is told");
    look();
    return faults;
}"""
"""Has every step of a lesson shown; what is wrong on the way: hexes in question under the strip, text cut off."""


@pytest.mark.parametrize(
    ("code", "phone", "language"),
    [("bkg", False, "en"), ("kgw", True, "pt"), ("pbn", False, "pt"), ("sn", True, "en")],
)
def test_every_lesson_leads_to_its_end_and_to_the_next(
    someone: Someone, server: Server, code: str, phone: bool, language: str
) -> None:
    """By its model, all lessons of a game at one page; quick, for there are many."""
    every = lessons(library.get(code))
    person = someone(phone=phone, language=language)
    pupil = Pupil(person, server, code, "1", every[0].side)
    for lesson, following in zip(every, [*every[1:], None], strict=True):
        assert pupil.page.evaluate(TO_THE_END) == [], lesson.name
        assert pupil.kept()[f"{code}/{lesson.name}"]["done"], lesson.name
        if following is not None:
            # No mouse is left where hexes are named: pointed at, they light up instead.
            pupil.rest()
            pupil.key("next-lesson").dispatch_event("click")
            pupil.page.wait_for_url(f"**/learn/{code}/{following.number}")
            pupil.wait()
            pupil.at_step(1)
    expect(pupil.key("next-lesson")).to_have_count(0)
