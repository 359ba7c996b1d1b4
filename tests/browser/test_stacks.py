"""Picking several of a stack: all, those of a type, or one by one; by mouse, keyboard and finger."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser import positions
from tests.browser.axe import serious_by_day_and_night
from tests.browser.conftest import Someone
from tests.browser.finger import Finger
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server


def mixed(seat: Seat) -> tuple[str, dict[str, set[str]]]:
    """A hex whose counters can all move and are of two types, and who they are by type."""
    units, can = seat.server.sheet("bkg")["units"], set(seat.offered("unit"))
    for hex_, stack in sorted(seat.view()["places"].items()):
        types: dict[str, set[str]] = {}
        for one in stack:
            if one.get("id") in can:
                types.setdefault(units[one["id"]]["type"], set()).add(one["id"])
        if len(types) == 2 and sum(map(len, types.values())) == len(stack):
            return hex_, types
    raise AssertionError("no stack has two types")


def hand(seat: Seat) -> set[str]:
    return set(seat.view()["details"].get("move", {}).get("units", []))


def picker(seat: Seat) -> Locator:
    return seat.page.get_by_role("group", name="Pick from the stack")


def test_by_mouse_from_the_stack_that_is_spread_out(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.moving()), "soviet")
    seat.fit()
    hex_, types = mixed(seat)
    one, other = types.values()
    seat.point(hex_)
    expect(picker(seat)).to_be_visible()
    chips = {key: seat.key(f"pick-{key}") for key in ("all", *types)}
    first, second = (chips[key] for key in types)
    first.click()
    eventually(lambda: hand(seat) == one)
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(chips["all"]).to_have_attribute("aria-pressed", "mixed")
    chips["all"].click()
    eventually(lambda: hand(seat) == one | other)
    first.click()  # they are put back, the others stay in hand
    eventually(lambda: hand(seat) == other)
    expect(second).to_have_attribute("aria-pressed", "true")
    second.click()
    eventually(lambda: hand(seat) == set())
    seat.page.mouse.move(2, 400)
    expect(picker(seat)).to_be_hidden()


def test_by_keyboard_one_by_one(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.moving()), "soviet")
    _, types = mixed(seat)
    units = set().union(*types.values())
    while hand(seat) != units:
        seat.press("n")
        seat.rest()
    seat.press("f")
    chip = seat.key("pick-all")
    expect(chip).to_be_focused()
    assert serious_by_day_and_night(seat.page) == []
    seat.press("Enter")  # all are in hand, and are put back
    eventually(lambda: hand(seat) == set())
    expect(chip).to_be_focused()
    seat.press("ArrowUp", " ")
    last = seat.page.locator(".stack-pick [data-key]").last
    expect(last).to_be_focused()
    expect(last).to_have_attribute("aria-pressed", "true")
    eventually(lambda: len(hand(seat)) == 1)
    assert hand(seat) < units
    seat.press("Escape")
    expect(picker(seat)).to_be_hidden()
    assert len(hand(seat)) == 1


def test_by_finger(someone: Someone, server: Server) -> None:
    seat = Seat(someone(phone=True), server, server.put(positions.moving()), "soviet")
    hex_, types = mixed(seat)
    seat.page.evaluate(
        "async (hex) => (await import('/web/js/table/page.js')).page().board.focus(hex, {closer: 'always'})", hex_
    )
    finger = Finger(seat.page)
    finger.down(seat.at(hex_))
    finger.rest()
    finger.up()
    expect(picker(seat)).to_be_visible()
    for key, units in types.items():
        both = hand(seat) | units
        seat.key(f"pick-{key}").tap()
        expect(seat.key(f"pick-{key}")).to_have_attribute("aria-pressed", "true")
        assert hand(seat) == both
    seat.key("pick-close").tap()
    expect(picker(seat)).to_be_hidden()
    assert hand(seat) == set().union(*types.values())
