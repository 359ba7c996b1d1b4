"""The prompt bar: every question in its line, and nothing that ends a phase by accident."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import pbn_positions, positions
from tests.browser.conftest import DESK, PHONE, Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server
from tools.longest_prompts import FILE

LONGEST = json.loads(FILE.read_text("utf-8"))
ASKED = """async ([keys, language, lines]) => {
    const { page } = await import("/web/js/table/page.js");
    const { Words } = await import("/web/js/words.js");
    const desk = page().desk;
    const code = desk.table.game;
    const sheet = await (await fetch(`/api/games/${code}/sheet?lang=${language}`)).json();
    const [words, seen, wrong, heights] = [desk.words, desk.seen, [], new Set()];
    desk.words = new Words(language, sheet.words, sheet.units);
    for (const [key, { asked, buttons }] of Object.entries(keys)) {
        const offers = Object.entries(buttons).map(([verb, nouns]) =>
            nouns.length ? { verb, kind: "word", nouns } : { verb, kind: "nothing", nouns: [null] });
        for (const { phase, params } of asked) {
            const prompt = { side: desk.me, rule: "14.4.2", key, params, offers };
            desk.seen = { ...seen, view: { ...seen.view, phase: phase || seen.view.phase, details: {}, prompt } };
            desk.tell("online");
            const [title, caption] = ["#prompt-title", "#prompt-caption"].map((id) => document.querySelector(id));
            const line = parseFloat(getComputedStyle(title).lineHeight);
            if (title.scrollHeight > lines * line + 2) wrong.push(`${key}: ${title.textContent}`);
            if (caption.scrollWidth > caption.clientWidth + 1) wrong.push(`${key}: ${caption.textContent}`);
            for (const one of document.querySelectorAll("#prompt button")) {
                const { left, right } = one.getBoundingClientRect();
                const out = one.checkVisibility() && !one.matches(".skip") && (left < 0 || right > innerWidth);
                if (out || one.scrollWidth > one.clientWidth + 1) wrong.push(`${key}: ${one.textContent}`);
            }
            heights.add(document.querySelector("#prompt").offsetHeight);
        }
    }
    [desk.words, desk.seen] = [words, seen];
    desk.tell("online");
    return { wrong, heights: [...heights] };
}"""


def told(page: Page, code: str, language: str, lines: int) -> Any:
    return page.evaluate(ASKED, [LONGEST[code], language, lines])


@pytest.mark.parametrize("code", LONGEST)
def test_every_question_has_one_line_on_a_desk_and_two_on_a_phone(code: str, someone: Someone, server: Server) -> None:
    table = server.new(code)
    seat = Seat(someone(), server, table, next(iter(table.tokens)), code)
    # In one go: between two questions the bar is drawn anew.
    assert seat.page.evaluate("document.querySelector('.prompt-text').offsetWidth") >= 560
    for size, lines in ((DESK, 1), (PHONE, 2)):
        seat.page.set_viewport_size(size)
        expect(seat.page.locator(f'body[data-layout="{"phone" if lines == 2 else "desk"}"]')).to_be_attached()
        for language in ("en", "pt"):
            found = told(seat.page, code, language, lines)
            assert not found["wrong"], (size["width"], language)
            assert lines == 2 or len(found["heights"]) == 1, "the bar has one height"


@pytest.mark.parametrize("how", ["keys", "mouse"])
def test_a_phase_is_not_ended_by_what_began_it(how: str, someone: Someone, server: Server) -> None:
    """Begin, N, Enter picks a unit; a double click on Begin does not end the movement."""
    seat = Seat(someone(), server, server.new(), "soviet")
    seat.key("auto").click()
    begin = seat.key("done")
    expect(begin).to_be_visible()
    if how == "mouse":
        begin.dblclick(no_wait_after=True)
    else:
        begin.click()
    eventually(lambda: seat.view()["prompt"]["key"] == "ask.move")
    expect(seat.title).to_be_focused()
    if how == "keys":
        seat.press("n", "Enter")
        eventually(lambda: seat.view()["details"].get("move"))
    seat.rest()
    assert seat.view()["phase"] == "phase.sov_move"


def test_ending_a_movement_with_units_left_asks_once(someone: Someone, server: Server) -> None:
    person = someone()
    chosen = "localStorage.setItem('khalkhin.choices', JSON.stringify({ briefing: false }))"
    person.context.add_init_script(f"location.protocol === 'http:' && {chosen}")
    seat = Seat(person, server, server.put(positions.moving()), "soviet")
    seat.key("done").click()
    expect(seat.title).to_contain_text("not moved")
    seat.key("not-yet").click()
    expect(seat.title).not_to_contain_text("not moved")
    seat.key("done").click()
    eventually(lambda: (seat.view()["prompt"] or {}).get("key") != "ask.move")


def test_the_question_stands_in_the_panel_and_can_be_passed_for_the_phase(someone: Someone, server: Server) -> None:
    match = pbn_positions.until("ask.recon", lambda view: view["prompt"]["params"]["count"] == 0)
    side = match.game.sides[match.prompts()[0].side]
    seat = Seat(someone(), server, server.put(match), side, "pbn")
    foot = seat.combat.locator(".combat-foot")
    expect(foot.locator(".combat-ask")).not_to_be_empty()
    foot.locator('[data-key="not-again"]').click()
    eventually(lambda: (seat.view()["prompt"] or {}).get("key") != "ask.recon")
    expect(seat.key("ask-again").first).to_be_visible()
    seat.page.reload()
    seat.wait()
    expect(seat.key("ask-again").first).to_be_visible()
