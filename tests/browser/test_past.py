"""Looking back, and the end: replay, other eyes, victory arithmetic, dice, the record that can be opened again."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser import positions
from tests.browser.conftest import Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server


def _replay(seat: Seat) -> Locator:
    return seat.page.get_by_role("region", name="Replay")


def _counters(seat: Seat) -> set[str]:
    """The named counters that are drawn on the map."""
    drawn = seat.page.locator(".layer-counters [data-unit]")
    return {name for name in drawn.evaluate_all("(all) => all.map((one) => one.dataset.unit)") if name}


def _frame(seat: Seat) -> str:
    """Where the replay stands, in words."""
    return _replay(seat).locator("input[type=range]").get_attribute("aria-valuetext") or ""


def test_rewind_step_and_play_until_now(someone: Someone, server: Server) -> None:
    match = positions.combat()
    seat = Seat(someone(), server, server.put(match, numbered=True), "soviet")
    now = seat.title.inner_text()
    lines = seat.page.locator("#tab-log .log-line")
    whole = lines.count()
    seat.press("r")
    expect(_replay(seat)).to_be_visible()
    _replay(seat).get_by_role("button", name="To the beginning").click()
    eventually(lambda: "0 of" in _frame(seat))
    # The log is as long as it was then.
    eventually(lambda: lines.count() < whole / 2)
    # At the beginning the reserve is not placed yet.
    reserve = {one["id"] for one in positions.fresh().view("soviet")["places"]["reserve"]}
    eventually(lambda: not reserve & _counters(seat))
    seat.press("ArrowRight")
    eventually(lambda: "1 of" in _frame(seat))
    _replay(seat).get_by_role("button", name="Play", exact=True).click()
    eventually(lambda: int(re.search(r"(\d+) of", _frame(seat))[1]) > 2)  # type: ignore[index]
    _replay(seat).get_by_role("button", name="Pause").click()
    _replay(seat).get_by_role("button", name="Back to the game").click()
    expect(_replay(seat)).to_have_count(0)
    expect(seat.title).to_have_text(now)
    expect(lines).to_have_count(whole)


def test_what_happened_since_my_last_turn(someone: Someone, server: Server) -> None:
    match = positions.play_until(
        positions.fresh(), lambda m: m.state.turn == 21 and positions.asked(m) == "ask.move" and not m.prompts()[0].side
    )
    seat = Seat(someone(), server, server.put(match, numbered=True), "soviet")
    seat.press("c")
    expect(seat.page.locator(".layer-overlays, .layer-marks").locator("path, use, polygon").first).to_be_attached()
    seat.press("r")
    _replay(seat).get_by_role("button", name="Since my last turn").click()
    eventually(lambda: "20 August" in _frame(seat))
    _replay(seat).get_by_role("button", name="Pause").click()


def test_after_the_end_through_the_eyes_of_the_other_side(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.over()), "soviet")
    seat.press("r")
    _replay(seat).locator("input[type=range]").fill("30")
    eventually(lambda: "30 of" in _frame(seat))
    eventually(lambda: {name[:2] for name in _counters(seat)} >= {"JP", "SU"})  # a game that is over hides nothing
    for side, own in (("japan", "JP"), ("soviet", "SU")):
        _replay(seat).get_by_role("combobox").select_option(side)
        eventually(lambda own=own: {name[:2] for name in _counters(seat)} & {"JP", "SU"} == {own})  # type: ignore[misc]


def test_the_end_tells_the_arithmetic_the_course_and_the_dice(someone: Someone, server: Server) -> None:
    match = positions.over()
    seat = Seat(someone(), server, server.put(match), "soviet")
    seat.key("ending").click()
    page = seat.page.get_by_role("dialog")
    words = server.sheet("bkg")["words"]
    for line in match.view(None)["score"]:
        expect(page).to_contain_text(words[line["key"]].partition("{")[0].strip())
    for title in ("Victory points by turn", "Units lost by turn"):
        expect(page.get_by_text(title).first).to_be_visible()
    expect(page).to_contain_text("checked by this browser")
    expect(page).to_contain_text(match.state.dice.commitment)
    expect(page).to_contain_text("practice game")


def test_the_record_goes_out_and_comes_in_again(someone: Someone, server: Server, tmp_path: Path) -> None:
    match = positions.over()
    person = someone()
    seat = Seat(person, server, server.put(match), "soviet")
    seat.key("ending").click()
    with seat.page.expect_download() as download:
        seat.page.get_by_role("button", name="Download the record").click()
    record = tmp_path / download.value.suggested_filename
    download.value.save_as(record)
    assert record.read_text() == match.record()
    page = someone().page("/#replays")
    page.locator("#record").set_input_files(record)
    page.wait_for_url("**/table/*")
    expect(page.locator("#prompt-title")).to_contain_text("wins")
    expect(page.locator(".top-seats")).to_contain_text("Record")
