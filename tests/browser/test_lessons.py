"""Lessons in the browser."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Someone
from tests.browser.pupil import Pupil
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
    expect(pupil.note).to_contain_text("now end this move")
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
