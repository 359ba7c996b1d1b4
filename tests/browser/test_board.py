"""The map in front of a player: where it begins, whether counters can be read, where it goes by itself."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.conftest import Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server
from tests.browser.test_moving import alone

READABLE = 43.9
"""The side in pixels, from which on a counter can be read."""
_SIDE = {False: 1.2, True: 1.28}
"""Of a counter in hex radii, on a desk and on a phone."""


def counter_side(seat: Seat) -> float:
    """How many pixels wide counters are."""
    seat.rest()
    box, size = seat.page.locator(".board-world").bounding_box(), seat.page.viewport_size
    assert box is not None
    assert size is not None
    map_ = seat.server.sheet(seat.code)["map"]
    radius: float = map_["radius"] * box["width"] / map_["width"]
    return _SIDE[size["width"] < 700] * radius


def in_sight(seat: Seat, hexes: Iterable[str]) -> list[str]:
    """Those hexes that lie in the part of the map that nothing covers."""
    asked, over = list(hexes), "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.board-glass'))"
    seen = seat.page.evaluate(f"(spots) => spots.map({over})", seat.spots(asked))
    return [hex_ for hex_, free in zip(asked, seen, strict=True) if free]


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize(("code", "side"), [("kgw", "soviet"), ("pbn", "soviet"), ("sn", "soviet")])
def test_a_set_up_begins_where_it_takes_place_and_can_be_read(
    someone: Someone, server: Server, code: str, side: str, phone: bool
) -> None:
    seat = Seat(someone(phone=phone), server, server.new(code), side, code)
    assert counter_side(seat) >= READABLE
    groups = seat.view()["details"]["placing"]
    # On a phone the counters to be placed lie over the map.
    assert phone or in_sight(seat, (hex_ for group in groups for hex_ in group["hexes"]))


def test_next_comes_closer_and_fit_shows_all_again(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.moving()), "soviet")
    assert counter_side(seat) >= READABLE
    places = seat.view()["places"].items()
    assert in_sight(seat, (hex_ for hex_, stack in places if hex_.isdecimal() and stack))
    seat.fit()
    whole = counter_side(seat)
    # The arrows only lead the cursor: who wants to see the whole map sees it.
    seat.press("ArrowRight", "ArrowRight")
    assert abs(counter_side(seat) - whole) < 1
    seat.press("-", "-", "n")
    assert counter_side(seat) >= READABLE
    assert in_sight(seat, [seat.view()["details"]["move"]["origin"]])
    seat.fit()
    assert abs(counter_side(seat) - whole) < 1


# -- what is it? -------------------------------------------------------------------------------------------------------


def test_whatever_is_asked_about_says_what_it_is(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.new("pbn", soviet="greedy"), "japan", "pbn")
    card = seat.page.get_by_role("dialog", name="What it is")
    eventually(lambda: seat.offered("unit"))
    # A marker in the tray: what it does.
    seat.page.locator('[data-ask="JP-CM-BANZAI"]').click(button="right")
    expect(card).to_contain_text(server.sheet("pbn")["words"]["effect.JP-CM-BANZAI"])
    seat.press("Escape")
    expect(card).to_have_count(0)
    # A counter on the map, under the mouse: its factors by name.
    hexes, units = server.sheet("pbn")["map"]["hexes"], server.sheet("pbn")["units"]
    hex_, unit = next((h, stack[0]["id"]) for h, stack in seat.view()["places"].items() if h in hexes)
    seat.page.mouse.click(*seat.at(hex_), button="right")
    expect(card).to_contain_text(units[unit]["name"])
    expect(card.locator(".anatomy")).to_contain_text(f"Movement factor {units[unit]['values']['movement']}")
    # It lies beside the hex, not over it, and leads to the key.
    box, (x, y) = card.bounding_box(), seat.at(hex_)
    assert box is not None
    assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])
    seat.press("Escape")
    seat.point(hex_)
    seat.press("i")
    card.get_by_role("button", name="All of the key").click()
    key = seat.page.get_by_role("dialog", name="Key")
    for heading in ("How to read a counter", "Colours and corners", "Types", "States", "Markers and flags", "Terrain"):
        expect(key.get_by_role("heading", name=heading)).to_be_attached()
    expect(key).to_contain_text("A suppressed unit has no zone of control.")


def test_a_finger_that_rests_asks(someone: Someone, server: Server) -> None:
    seat = Seat(someone(phone=True), server, server.put(positions.moving()), "soviet")
    hexes = server.sheet("bkg")["map"]["hexes"]
    alone = [h for h, stack in seat.view()["places"].items() if h in hexes and len(stack) == 1]
    hex_ = in_sight(seat, alone)[0]
    x, y = seat.at(hex_)
    touch = seat.person.context.new_cdp_session(seat.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(seat.page.locator(".board-glass.holding")).to_be_attached()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(seat.page.get_by_role("dialog", name="What it is")).to_be_visible()
    assert not seat.view()["details"].get("move")


# -- what is aimed at --------------------------------------------------------------------------------------------------


def test_a_click_beside_the_counter_means_it_and_the_panel_keeps_its_height(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.moving()), "soviet")
    unit, hex_ = alone(seat)
    seat.page.mouse.move(2, 2)
    tabs = seat.page.locator("#tabs").bounding_box()
    seat.press("n", "Escape")  # now there are counters of this size in the middle
    while not in_sight(seat, [hex_]):
        seat.press("-")
    x, y = seat.at(hex_)
    seat.page.mouse.click(x, y + 0.78 * counter_side(seat) / _SIDE[False])
    eventually(lambda: seat.view()["details"].get("move", {}).get("units") == [unit])
    seat.point(seat.offered("hex")[0])
    expect(seat.page.locator("#hand, #pointer").first).to_be_visible()
    assert seat.page.locator("#tabs").bounding_box() == tabs


def test_a_choice_that_is_begun_is_not_dropped_by_a_button(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.combat()), "soviet")
    seat.fit()
    several = {*seat.offered("bombard"), *seat.offered("strike")} & {*seat.offered("attack")}
    hex_ = min(several)
    seat.click(hex_)
    menu = seat.page.get_by_role("menu")
    expect(menu).to_be_visible()
    box, (x, y) = menu.bounding_box(), seat.at(hex_)
    assert box is not None
    assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])
    seat.page.locator("#prompt button").last.click()
    seat.page.get_by_role("tab", name="Charts").click()
    expect(menu).to_be_visible()
    menu.get_by_text("Attack").click()
    eventually(lambda: seat.view()["details"].get("plan"))


def test_the_tray_keeps_its_order_while_one_picks(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.new("sn"), "soviet", "sn")
    pieces = seat.page.locator(".placing .box-counter")
    expect(pieces.first).to_be_visible()
    places = "(pieces) => pieces.map((one) => JSON.stringify(one.getBoundingClientRect()))"
    before = pieces.evaluate_all(places)
    pieces.nth(3).click()
    eventually(lambda: seat.offered("hex"))
    expect(seat.page.locator(".placing [aria-pressed=true]")).to_have_count(1)
    seat.page.mouse.move(2, 2)
    assert pieces.evaluate_all(places) == before
    # And a counter is dragged out of it to a hex of the map.
    seat.press("Escape")
    unit = eventually(lambda: seat.offered("unit") and pieces.nth(3).get_attribute("data-ask"))
    box = pieces.nth(3).bounding_box()
    assert box is not None
    seat.page.mouse.move(box["x"] + 20, box["y"] + 20)
    seat.page.mouse.down()
    seat.page.mouse.move(box["x"] - 40, box["y"] + 40, steps=4)
    hexes = eventually(lambda: seat.offered("hex"))
    goal = in_sight(seat, hexes)[0]
    seat.page.mouse.move(*seat.at(goal), steps=4)
    seat.page.mouse.up()
    seat.comes_to(unit, goal)
