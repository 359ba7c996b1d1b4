"""The computer at the table: its moves at a pace that is set and skipped, its thinking, its faults, and its advice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import axe, positions
from tests.browser.conftest import Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import TINY, Seated, Server

LIT = '.lit-line:not([d=""])'
SLOW = 20_000
"""Milliseconds for what takes a player some time to think about."""


def against(server: Server, player: str = "planner") -> Seated:
    """The Soviet side is to move, against a computer player."""
    return server.put(positions.moving(), japan=player)


def hand_over(seat: Seat) -> None:
    """Let the computer have its turn."""
    seat.key("done").click()
    expect(seat.page.locator("#prompt")).to_contain_text("Soviet combat")
    seat.key("done").click()
    expect(seat.key("skip")).to_be_visible()


def test_moves_are_shown_one_by_one_and_can_be_skipped(someone: Someone, server: Server) -> None:
    # Whoever plays at random moves much: the planner may have little to show, and that is soon over.
    seat = Seat(someone(), server, against(server, "random"), "soviet")
    hand_over(seat)
    expect(seat.title).to_contain_text(re.compile(r"\bmoves?:"), timeout=SLOW)
    # What has moved is marked, and the log has just as much as is shown.
    expect(seat.page.locator(LIT).first).to_be_attached()
    moved = seat.page.locator("#tab-log .log-line")
    before = moved.count()
    told = seat.title.inner_text()
    # Nothing can be decided meanwhile: a click on a unit only looks at it.
    seat.fit()
    number = server.view(seat.table, "soviet")["number"]
    own = next(
        hex_
        for hex_, stack in seat.view()["places"].items()
        if hex_ in server.sheet("bkg")["map"]["hexes"] and any(one.get("id", "").startswith("SU") for one in stack)
    )
    seat.click(own)
    expect(seat.page.locator("#hand")).to_contain_text(own)
    assert server.view(seat.table, "soviet")["number"] >= number
    eventually(lambda: seat.title.inner_text() != told, "the next move is shown")
    assert moved.count() - before < 6, "one by one"
    seat.press("k")
    expect(seat.page.locator("#prompt[data-mine], [data-combat]").first).to_be_attached(timeout=SLOW)
    expect(seat.key("skip")).to_have_count(0)


def test_the_pace_is_chosen_and_remembered(someone: Someone, server: Server) -> None:
    person = someone()
    table = against(server)
    seat = Seat(person, server, table, "soviet")
    hand_over(seat)
    expect(seat.key("pace")).to_contain_text("normal")
    seat.key("pace").click()
    expect(seat.key("pace")).to_contain_text("fast")
    seat.press("v")
    expect(seat.key("pace")).to_contain_text("at once")
    expect(seat.key("skip")).to_be_disabled()
    expect(seat.page.locator("#prompt[data-mine], [data-combat]").first).to_be_attached(timeout=SLOW)
    seat.page.reload()
    seat.wait()
    seat.key("menu").click()
    expect(seat.page.get_by_role("button", name="at once")).to_have_attribute("aria-pressed", "true")
    seat.page.get_by_role("button", name="slow").click()
    assert seat.page.evaluate("JSON.parse(localStorage['khalkhin.choices']).pace") == "slow"


def test_who_watches_sets_the_pace_and_skips_a_phase(someone: Someone, server: Server) -> None:
    table = server.new("tiny", red="random", blue="random", pace=30)
    seat = Seat(someone(), server, table, None, "tiny")
    expect(seat.key("skip")).to_be_visible()
    phase = seat.view()["phase"]
    seat.key("skip").click()
    eventually(lambda: seat.view()["phase"] != phase or seat.view()["tracks"]["turn"] > 1)
    seat.press("v", "v")
    expect(seat.key("ending")).to_be_visible()


# Read in one go: every report draws the bar anew, and the search may decide between two looks.
THINKING = """() => {
    const [prompt, bar] = [document.querySelector("#prompt"), document.querySelector("#prompt progress")];
    return bar?.checkVisibility() && {
        share: bar.value,
        width: bar.getBoundingClientRect().width / prompt.getBoundingClientRect().width,
        title: document.querySelector("#prompt-title").textContent,
    };
}"""


def test_a_search_shows_how_far_it_has_thought(someone: Someone, server: Server) -> None:
    seat = Seat(someone(phone=True), server, against(server, "search"), "soviet")
    hand_over(seat)
    seen = seat.page.wait_for_function(THINKING, timeout=SLOW).json_value()
    assert 0 < seen["share"] <= 1
    assert seen["width"] > 0.9
    assert "Japanese" in seen["title"]


@pytest.mark.parametrize("phone", [False, True])
def test_a_hint_is_marked_and_followed(someone: Someone, server: Server, phone: bool) -> None:
    seat = Seat(someone(phone=phone), server, against(server), "soviet")
    seat.key("hint").click()
    card = seat.page.locator("#hint")
    expect(card.locator("b")).not_to_be_empty(timeout=SLOW)
    reason = card.locator("p").inner_text()
    assert ":" in reason
    assert reason.endswith(".")
    expect(seat.page.locator(LIT).first).to_be_attached()
    assert not axe.serious(seat.page)
    number = server.view(seat.table, "soviet")["number"]
    seat.key("hint-step").click()
    eventually(lambda: server.view(seat.table, "soviet")["number"] > number, "the step is taken")
    # One click was one step, and one click takes it back.
    seat.key("undo").click()
    eventually(lambda: not seat.view()["details"].get("move"))


def test_a_hint_goes_away_and_comes_again(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, against(server), "soviet")
    expect(seat.key("hint")).to_be_visible()
    seat.press("h")
    card = seat.page.locator("#hint")
    expect(seat.key("hint-step")).to_be_visible(timeout=SLOW)
    seat.press("Escape")
    expect(card).to_be_hidden()
    expect(seat.page.locator(LIT)).to_have_count(0)
    seat.press("h")
    expect(seat.key("hint-close")).to_be_visible(timeout=SLOW)
    # Whoever decides otherwise is not pressed.
    seat.key("done").click()
    expect(card).to_be_hidden()


def test_two_people_get_no_hints_against_each_other(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.moving()), "soviet")
    expect(seat.key("next")).to_be_visible()
    expect(seat.key("hint")).to_have_count(0)
    seat.press("h")
    expect(seat.page.locator("#toasts")).to_contain_text("no hints where people play each other")


def test_two_at_one_desk_get_hints(someone: Someone, server: Server) -> None:
    table = server.put(positions.moving())
    page = someone().page(f"/table/{table.id}#{table.tokens['soviet']}.{table.tokens['japan']}")
    page.get_by_role("button", name="I am ready").click()
    page.locator('[data-key="hint"]:visible').click()
    expect(page.locator('[data-key="hint-step"]')).to_be_visible(timeout=SLOW)


@pytest.fixture
def faulty(tmp_path: Path) -> Iterator[Server]:
    """A server whose planner breaks."""
    made = Server(tmp_path, modules=(TINY, "tests.browser.broken_planner"))
    yield made
    made.stop()


def test_a_player_that_fails_is_told_of(someone: Someone, faulty: Server) -> None:
    seat = Seat(someone(address=faulty.address), faulty, against(faulty), "soviet")
    hand_over(seat)
    expect(seat.page.locator("#toasts")).to_contain_text("the planner", timeout=SLOW)
    expect(seat.page.locator("#toasts")).to_contain_text("the greedy player decided")
    seat.key("seats").click()
    expect(seat.page.get_by_role("dialog")).to_contain_text("failed here")
    # It is no part of the game: the log knows nothing of it.
    assert "failed" not in seat.page.locator("#tab-log").inner_text()


def test_a_hint_that_cannot_be_found_is_refused_in_words(someone: Someone, faulty: Server) -> None:
    seat = Seat(someone(address=faulty.address), faulty, against(faulty), "soviet")
    seat.key("hint").click()
    expect(seat.page.locator("#toasts")).to_contain_text("No hint could be found", timeout=SLOW)
    expect(seat.page.locator("#hint")).to_be_hidden()
