"""A phone, 360 pixels wide, with a finger."""

from __future__ import annotations

import math
from functools import partial

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import positions
from tests.browser.axe import serious
from tests.browser.conftest import Someone
from tests.browser.finger import Finger
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server
from tests.browser.test_moving import alone, reach


@pytest.fixture
def seat(someone: Someone, server: Server) -> Seat:
    return Seat(someone(phone=True), server, server.put(positions.moving()), "soviet")


def near(seat: Seat, unit: str, origin: str) -> list[str]:
    """Where a unit can go, what is nearest to it first: a phone shows no more than that."""
    hexes = seat.server.sheet("bkg")["map"]["hexes"]
    return sorted(reach(unit), key=lambda hex_: math.dist(hexes[hex_], hexes[origin]))


def inside(seat: Seat, hex_: str) -> bool:
    """Not at the edge of the map, where what is carried pulls it along, nor under a button."""
    x, y = seat.at(hex_)
    dock = seat.page.locator("#dock").bounding_box()
    return dock is not None and 60 < x < 270 and 110 < y < dock["y"] - 120


def height(part: Locator) -> float:
    box = part.bounding_box()
    assert box is not None
    return box["height"]


def tap(seat: Seat, hex_: str) -> None:
    seat.page.touchscreen.tap(*seat.at(hex_))


def test_a_tap_shows_the_way_and_the_next_goes_it(seat: Seat) -> None:
    seat.fit()
    unit, origin = alone(seat)
    tap(seat, origin)
    eventually(lambda: seat.view()["details"].get("move", {}).get("units") == [unit])
    first, second = near(seat, unit, origin)[:2]
    tap(seat, first)
    expect(seat.key("go")).to_be_visible()
    assert seat.place_of(unit) == origin
    expect(seat.page.locator(".board-tip")).to_be_visible()
    # Another hex is looked at instead; then the button, or a second tap, goes there.
    tap(seat, second)
    expect(seat.page.locator("#pointer, #prompt").filter(has_text=second).first).to_be_attached()
    tap(seat, second)
    seat.comes_to(unit, second)


def test_the_button_goes_to_the_hex_that_was_tapped(seat: Seat) -> None:
    seat.fit()
    unit, origin = alone(seat)
    tap(seat, origin)
    eventually(lambda: seat.view()["details"].get("move"))
    goal = near(seat, unit, origin)[0]
    tap(seat, goal)
    seat.key("go").click()
    seat.comes_to(unit, goal)


def test_what_is_asked_is_brought_so_close_that_it_can_be_played(seat: Seat) -> None:
    hexes = seat.server.sheet("bkg")["map"]

    def hex_width() -> float:
        box = seat.page.locator(".board-world").bounding_box()
        assert box is not None
        return float(box["width"] / hexes["width"] * hexes["radius"] * math.sqrt(3))

    assert hex_width() >= 40
    seat.fit()
    seat.rest()
    assert hex_width() < 40
    seat.key("next").tap()
    eventually(lambda: seat.view()["details"].get("move"))
    seat.rest()
    assert hex_width() >= 40


def test_a_swipe_moves_the_map_and_no_unit(seat: Seat) -> None:
    seat.fit()
    _, origin = alone(seat)
    x, y = seat.at(origin)
    number, sight = seat.number(), seat.page.locator(".board-moved").get_attribute("style")
    Finger(seat.page).swipe((x, y), (x + 40, y - 70))
    expect(seat.page.locator(".board-moved")).not_to_have_attribute("style", sight or "")
    seat.rest()
    assert seat.number() == number
    expect(seat.key("go")).to_have_count(0)


def test_what_is_in_hand_or_pressed_long_is_carried_and_only_aims(seat: Seat) -> None:
    seat.fit()
    finger = Finger(seat.page)
    unit, origin = alone(seat)
    tap(seat, origin)  # the map comes closer
    eventually(lambda: seat.view()["details"].get("move"))
    seat.key("undo").tap()
    eventually(lambda: not seat.view()["details"].get("move"))
    first, second = [hex_ for hex_ in near(seat, unit, origin)[:8] if inside(seat, hex_)][:2]
    finger.down(seat.at(origin))
    finger.rest()
    finger.to(seat.at(first))
    finger.up()
    expect(seat.key("go")).to_be_visible()
    expect(seat.title).to_contain_text(first)
    assert seat.place_of(unit) == origin
    # It is in hand now: it need not be pressed long again. Only the button moves it.
    finger.swipe(seat.at(origin), seat.at(second))
    expect(seat.title).to_contain_text(second)
    assert seat.place_of(unit) == origin
    seat.key("go").tap()
    seat.comes_to(unit, second)


def test_nothing_sticks_out_and_books_are_pages(seat: Seat) -> None:
    assert seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seat.key("log").tap()
    expect(seat.page.locator("#tab-log .log-line").first).to_be_visible()
    for name in ("Display", "Charts", "Rules"):
        seat.page.get_by_role("tab", name=name).tap()
        panel = seat.page.get_by_role("tabpanel", name=name)
        expect(panel).to_be_visible()
        assert seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if name != "Display":
            assert height(panel) > 0.8 * seat.page.evaluate("innerHeight")
    assert serious(seat.page) == []
    seat.page.get_by_role("button", name="Close").tap()
    expect(seat.title).to_be_visible()


def test_what_is_picked_is_not_covered_by_what_is_told_of_it(seat: Seat) -> None:
    """The sheet grows when a stack is picked: the map makes room for it at once, and does not move any more."""
    _, origin = alone(seat)
    x, y = seat.spot(origin)
    edge = seat.page.locator("#dock").bounding_box()
    assert edge is not None
    Finger(seat.page).swipe((180, 200), (180 + 180 - x, 200 + edge["y"] - 16 - y))
    seat.rest()
    tap(seat, origin)
    eventually(lambda: seat.view()["details"].get("move"))
    expect(seat.page.locator("#hand .hand-counter")).to_be_visible()
    x, y = seat.spot(origin)
    assert seat.page.evaluate("([x, y]) => document.elementFromPoint(x, y).className", [x, y]).startswith("board-glass")
    tap(seat, reach(seat.view()["details"]["move"]["units"][0])[0])


def fewer(seat: Seat, count: int) -> bool:
    return len(seat.view()["places"].get("reserve", ())) < count


def test_counters_are_set_up_from_a_tray_that_keeps_its_height(someone: Someone, server: Server) -> None:
    seat = Seat(someone(phone=True), server, server.new(), "soviet")
    dock = seat.page.locator("#dock")
    whole = seat.page.evaluate("innerHeight")
    expect(dock.locator(".box-counter").first).to_be_visible()
    before = height(dock)
    assert before < 0.5 * whole
    for left in (7, 6):
        dock.locator('.box-counter[aria-pressed="false"]').first.tap()
        goal = eventually(lambda: seat.offered("hex"))[0]
        assert abs(height(dock) - before) < 1
        tap(seat, goal)
        eventually(partial(fewer, seat, left))
        expect(seat.title).to_contain_text("Choose a reserve unit")
        assert abs(height(dock) - before) < 1


def test_held_sideways_the_sheet_stands_beside_the_map(someone: Someone, server: Server) -> None:
    person = someone(phone=True, viewport={"width": 844, "height": 390})
    seat = Seat(person, server, server.put(positions.moving()), "soviet")
    _, origin = alone(seat)
    seat.fit()
    tap(seat, origin)
    eventually(lambda: seat.view()["details"].get("move"))
    expect(seat.page.locator("#hand .hand-counter")).to_be_visible()
    free = seat.page.evaluate(
        "document.getElementById('dock').getBoundingClientRect().left"
        " - document.getElementById('board').getBoundingClientRect().left"
    )
    assert free > 400
    assert height(seat.page.locator("#board")) == 390
    assert seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(seat.key("undo")).to_be_in_viewport()
    assert serious(seat.page) == []


def test_fingers_are_given_room(seat: Seat) -> None:
    """Whatever is pressed is felt on 40 by 40 pixels, also rule numbers and the names in a line of the log."""
    for way in ("closed", "log"):
        if way == "log":
            seat.key("log").tap()
            expect(seat.page.locator("#tab-log .log-line").first).to_be_visible()
        small = seat.page.evaluate(_SMALL)
        assert small == []


_SMALL = """() => [...document.querySelectorAll("button, a[href], select, input, summary")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one, one.getBoundingClientRect(), getComputedStyle(one, "::after")])
    .map(([one, {width, height}, felt]) => [
        one.outerHTML.slice(0, 90),
        ...(felt.content === "none" ? [width, height] : [parseFloat(felt.width), parseFloat(felt.height)]),
    ])
    .filter(([text, ...size]) => Math.round(Math.min(...size)) < 40)"""


def test_a_battle_is_fought_on_a_phone(someone: Someone, server: Server) -> None:
    seat = Seat(someone(phone=True), server, server.put(positions.asking("ask.defence", 1)), "japan")
    expect(seat.combat).to_be_visible()
    seat.combat.locator('[data-key="say-commit"]').click()
    expect(seat.combat.locator(".outcome")).not_to_be_empty()
    seat.combat.locator('[data-key="go-on"]').click()
    expect(seat.combat).to_be_hidden()


def test_odds_and_hint_stand_in_the_sheet_and_cover_nothing(someone: Someone, server: Server) -> None:
    target, units, _ = positions.rich_target()
    match = positions.combat()
    match.play("attack", target, "soviet")
    match.play("unit", units[0], "soviet")
    seat = Seat(someone(phone=True), server, server.put(match, japan="greedy"), "soviet")
    brief = seat.key("brief")
    expect(brief).to_contain_text("enemy loses or gives way")
    expect(seat.combat).to_be_hidden()
    seat.key("hint").tap()
    expect(seat.page.locator("#dock #hint").get_by_role("button").first).to_be_visible()
    assert "{" not in seat.page.locator("#hint").inner_text()
    x, y = seat.at(target)
    assert seat.page.evaluate("([x, y]) => document.elementFromPoint(x, y).className", [x, y]).startswith("board-glass")
    seat.key("hint-close").tap()
    brief.tap()
    expect(seat.combat).to_be_visible()
