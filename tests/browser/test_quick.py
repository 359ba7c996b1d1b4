"""Clicks on the map that come quicker than the server answers: each counts, in its order."""

from __future__ import annotations

import pytest

from tests.browser import positions
from tests.browser.conftest import Someone
from tests.browser.seat import Seat
from tests.browser.served import Server

LATE = """window.WebSocket = class extends WebSocket {
    addEventListener(type, listener) {
        const late = (event) => setTimeout(() => listener(event), window.late ?? 0);
        super.addEventListener(type, type === "message" ? late : listener);
    }
}"""
"""What the server says comes `late` milliseconds late."""


def movable() -> list[tuple[str, str, str]]:
    """Two units that stand alone, where they stand, and an empty hex that each can go to."""
    match = positions.moving()
    places = match.view("soviet")["places"]
    found: list[tuple[str, str, str]] = []
    for unit in positions.nouns(match, "unit", "soviet"):
        hex_ = next(place for place, stack in places.items() if any(one.get("id") == unit for one in stack))
        match.play("unit", unit, "soviet")
        taken = {*places, *(goal for *_, goal in found)}
        goals = [goal for goal in positions.nouns(match, "hex", "soviet") if goal not in taken]
        match.undo("soviet")
        if goals and len(places[hex_]) == 1:
            found.append((unit, hex_, goals[-1]))
        if len(found) == 2:
            return found
    raise AssertionError("nobody can be moved as the test needs it")


@pytest.fixture
def slow(someone: Someone, server: Server) -> Seat:
    """The Soviet player, about to move on the first day, before a server that answers late."""
    person = someone()
    person.context.add_init_script(LATE)
    seat = Seat(person, server, server.put(positions.moving()), "soviet")
    seat.fit()
    seat.rest()
    seat.page.evaluate("window.late = 600")
    return seat


def test_clicks_wait_for_what_was_clicked_before(slow: Seat) -> None:
    both = movable()
    for x, y in [slow.at(hex_) for _, origin, goal in both for hex_ in (origin, goal)]:
        slow.page.mouse.click(x, y)
    for unit, _, goal in both:
        slow.comes_to(unit, goal)
    slow.rest()
    assert slow.page.get_by_role("alert").count() == 0


def test_a_key_pressed_after_clicks_comes_after_them(slow: Seat) -> None:
    unit, origin, goal = movable()[0]
    for x, y in [slow.at(origin), slow.at(goal)]:
        slow.page.mouse.click(x, y)
    slow.press("u")
    slow.rest()
    assert (slow.find(unit), slow.view()["details"]["move"]["units"]) == (origin, [unit])


def test_a_drag_waits_for_what_was_clicked_before(slow: Seat) -> None:
    (first, *clicked), (second, origin, goal) = movable()
    clicks, (from_, to) = [slow.at(hex_) for hex_ in clicked], [slow.at(hex_) for hex_ in (origin, goal)]
    mouse = slow.page.mouse
    for x, y in clicks:
        mouse.click(x, y)
    mouse.move(*from_)
    mouse.down()
    mouse.move(to[0] - 6, to[1] - 6, steps=6)
    mouse.move(*to)
    mouse.up()
    slow.comes_to(first, clicked[1])
    slow.comes_to(second, goal)
