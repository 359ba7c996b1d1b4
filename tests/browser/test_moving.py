"""Setting up and moving: by click, drag, keyboard and typed order; changing one's mind; why not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.conftest import Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server

Soviet = Callable[..., Seat]
TRIES = 5


@pytest.fixture
def soviet(someone: Someone, server: Server) -> Soviet:
    """The Soviet player, about to move on the first day."""

    def sit(**how: object) -> Seat:
        seat = Seat(someone(**how), server, server.put(positions.moving()), "soviet")
        if not how.get("phone"):
            seat.fit()
        return seat

    return sit


def alone(seat: Seat) -> tuple[str, str]:
    """A unit that can move and stands in its hex alone, and the hex."""
    can, hexes = set(seat.offered("unit")), seat.server.sheet("bkg")["map"]["hexes"]
    stacks = sorted(seat.view()["places"].items())
    return next((s[0]["id"], hex_) for hex_, s in stacks if hex_ in hexes and len(s) == 1 and s[0].get("id") in can)


def stack_of(seat: Seat, count: int) -> tuple[list[str], str]:
    """So many units that can move and stand in one hex, and the hex."""
    can, hexes = set(seat.offered("unit")), seat.server.sheet("bkg")["map"]["hexes"]
    for hex_, stack in sorted(seat.view()["places"].items()):
        units = [one["id"] for one in stack if one.get("id") in can]
        if hex_ in hexes and len(stack) == len(units) == count:
            return units, hex_
    raise AssertionError(f"no stack of {count}")


def reach(unit: str) -> list[str]:
    """The empty hexes that a unit can move to."""
    match = positions.moving()
    match.play("unit", unit, "soviet")
    seen = match.view("soviet")
    offered = next(offer["nouns"] for offer in seen["prompt"]["offers"] if offer["verb"] == "hex")
    return [hex_ for hex_ in offered if hex_ not in seen["places"]]


def take_stack(seat: Seat, units: list[str], hex_: str) -> None:
    """Pick a whole stack by a click. A stack spreads out under a mouse that rests: then only one of it is picked."""
    for _ in range(TRIES):
        seat.click(hex_)
        found = eventually(lambda: set(seat.view()["details"].get("move", {}).get("units", [])) & set(units))
        if found == set(units):
            return
        seat.page.mouse.move(2, 2)
        seat.press("Escape", "Escape")
        eventually(lambda: not seat.view()["details"].get("move"))
    raise AssertionError(f"the stack in {hex_} is never picked as a whole")


def take(seat: Seat, unit: str, hex_: str) -> list[str]:
    """Pick a unit by a click; where it can go."""
    seat.click(hex_)
    eventually(lambda: seat.view()["details"].get("move", {}).get("units") == [unit])
    expect(seat.page.locator("#hand")).to_be_visible()
    return reach(unit)


# -- set-up ------------------------------------------------------------------------------------------------------------


def test_the_reserve_is_placed_by_hand(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.fresh()), "soviet")
    seat.fit()
    unit = seat.offered("unit")[0]
    seat.page.get_by_role("tab", name="Display").click()
    seat.key(f"display-{unit}").first.click()
    hexes = eventually(lambda: seat.offered("hex"))
    seat.click(hexes[0])
    seat.comes_to(unit, hexes[0])
    # And once more, by drag from where it was put to another hex, after taking it back.
    seat.press("u")
    eventually(lambda: seat.find(unit) != hexes[0])


def test_the_reserve_is_placed_for_me(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.fresh()), "soviet")
    reserve = seat.offered("unit")
    seat.page.get_by_role("button", name="Place them for me").click()
    hexes = server.sheet("bkg")["map"]["hexes"]
    eventually(lambda: all(seat.place_of(unit) in hexes for unit in reserve))
    seat.key("done").click()
    expect(seat.title).to_contain_text("Choose a unit to move")


# -- moving ------------------------------------------------------------------------------------------------------------


def test_a_unit_moves_by_two_clicks(soviet: Soviet) -> None:
    seat = soviet()
    unit, origin = alone(seat)
    goal = take(seat, unit, origin)[-1]
    left = seat.view()["details"]["left"][goal]
    # Before the click: the way there and the points left, beside the pointer and in words.
    seat.point(goal)
    expect(seat.page.locator(".board-tip")).to_contain_text(left)
    expect(seat.page.locator("#pointer")).to_contain_text(goal)
    expect(seat.page.locator(".layer-aim path").first).to_be_attached()
    seat.click(goal)
    seat.comes_to(unit, goal)


def test_a_whole_stack_moves(soviet: Soviet) -> None:
    seat = soviet()
    units, origin = stack_of(seat, 3)
    take_stack(seat, units, origin)
    goal = next(one for one in seat.offered("hex") if one not in seat.view()["places"])
    seat.click(goal)
    for unit in units:
        seat.comes_to(unit, goal)


def test_a_unit_moves_by_drag_and_drop(soviet: Soviet) -> None:
    seat = soviet()
    unit, origin = alone(seat)
    goal = reach(unit)[-1]
    seat.drag(origin, goal)
    seat.comes_to(unit, goal)


def test_a_drop_where_nobody_can_go_takes_nothing(soviet: Soviet) -> None:
    seat = soviet()
    unit, origin = alone(seat)
    seat.fit()
    # Not at the edge, where the map would follow.
    seat.drag(origin, "1809")
    expect(seat.page.get_by_role("alert").filter(has_text=re.compile(r"\d"))).to_be_visible()
    assert seat.place_of(unit) == origin


def test_a_unit_moves_by_keyboard_alone(soviet: Soviet) -> None:
    seat = soviet()
    seat.press("n")
    move = eventually(lambda: seat.view()["details"].get("move"))
    unit, origin, reach = move["units"][0], move["origin"], seat.offered("hex")
    expect(seat.page.locator("#live")).not_to_be_empty()
    # The cursor begins where the unit stands and is led by the arrows to a hex that it can reach.
    goal = None
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        seat.press(key)
        shown = seat.page.locator("#pointer .pointer-title .figure")
        expect(shown).to_be_visible()
        if (at := shown.inner_text()) in reach and at != origin and at not in seat.view()["places"]:
            goal = at
            break
    assert goal is not None
    seat.press("Enter")
    seat.comes_to(unit, goal)


def test_a_typed_order_moves_is_told_and_is_taken_back_as_a_whole(soviet: Soviet) -> None:
    seat = soviet()
    unit, origin = alone(seat)
    goal = reach(unit)[-1]
    seat.order(f"{unit} {goal}")
    seat.comes_to(unit, goal)
    expect(seat.page.locator("#live")).to_contain_text(f"to {goal}")
    seat.press("Escape", "Escape")  # the line for orders goes, then what it said
    seat.comes_to(unit, origin)
    assert not seat.view()["details"].get("move")
    expect(seat.key("done")).to_be_visible()
    seat.press("n")
    eventually(lambda: seat.view()["details"].get("move"))


def test_a_typed_order_that_cannot_be_read_is_told(soviet: Soviet) -> None:
    seat = soviet()
    seat.order("nobody 0101")
    expect(seat.page.locator(".toast")).to_contain_text("nobody")
    assert seat.page.locator("#order input").input_value() == "nobody 0101"


# -- changing one's mind -----------------------------------------------------------------------------------------------


def test_undo_takes_the_move_back(soviet: Soviet) -> None:
    seat = soviet()
    unit, origin = alone(seat)
    goal = take(seat, unit, origin)[0]
    seat.click(goal)
    seat.comes_to(unit, goal)
    seat.page.get_by_role("button", name="Take back").or_(seat.key("undo")).first.click()
    seat.comes_to(unit, origin)


def test_another_unit_can_be_taken_instead(soviet: Soviet) -> None:
    seat = soviet()
    (unit, origin), (units, other) = alone(seat), stack_of(seat, 3)
    take(seat, unit, origin)
    take_stack(seat, units, other)
    # Escape lets go of it, and nothing has moved.
    seat.press("Escape")
    eventually(lambda: not seat.view()["details"].get("move"))
    assert seat.place_of(unit) == origin


# -- why not -----------------------------------------------------------------------------------------------------------


def test_a_click_on_what_is_not_allowed_tells_the_rule_and_opens_it(soviet: Soviet) -> None:
    seat = soviet()
    unit, origin = alone(seat)
    take(seat, unit, origin)
    reach = set(seat.offered("hex"))
    hexes = seat.server.sheet("bkg")["map"]["hexes"]
    places = seat.view()["places"]
    far = next(one for one in sorted(hexes, reverse=True) if one not in reach and one not in places)
    seat.click(far)
    reason = seat.page.get_by_role("alert").filter(has=seat.page.locator("[data-rule]"))
    expect(reason).to_be_visible()
    number = reason.locator("[data-rule]").first.get_attribute("data-rule")
    assert number is not None
    reason.locator("[data-rule]").first.click()
    rule = next(one for one in seat.server.sheet("bkg")["rules"] if one["number"] == number)
    expect(seat.page.get_by_text(rule["title"]).last).to_be_visible()
    assert seat.place_of(unit) == origin


# -- the log -----------------------------------------------------------------------------------------------------------


def test_units_and_hexes_in_the_log_light_up_on_the_map(soviet: Soviet) -> None:
    seat = soviet()
    unit, origin = alone(seat)
    goal = take(seat, unit, origin)[0]
    seat.click(goal)
    seat.comes_to(unit, goal)
    seat.press("n")  # whoever is next ends this move
    line = seat.page.locator("#tab-log .log-line").filter(has_text=goal).first
    expect(line).to_be_visible()
    chips = line.locator("button:not(.rule)")
    assert chips.count() >= 2
    chips.first.hover()
    expect(seat.page.locator(".layer-counters, .layer-over").locator("[href='#s-changed']").first).to_be_attached()
