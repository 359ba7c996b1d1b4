"""The map in front of a player: where it begins, whether counters can be read, where it goes by itself."""

from __future__ import annotations

import pytest

from tests.browser import positions
from tests.browser.conftest import Someone
from tests.browser.seat import Seat
from tests.browser.served import Server

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


def in_sight(seat: Seat, hex_: str) -> bool:
    """Whether a hex lies in the part of the map that nothing covers."""
    x, y = seat.at(hex_)
    map_, bar = (seat.page.locator(where).bounding_box() for where in ("#board", "#dock"))
    assert map_ is not None
    assert bar is not None
    return map_["x"] < x < map_["x"] + map_["width"] and map_["y"] < y < bar["y"]


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize(("code", "side"), [("kgw", "soviet"), ("pbn", "soviet"), ("sn", "soviet")])
def test_a_set_up_begins_where_it_takes_place_and_can_be_read(
    someone: Someone, server: Server, code: str, side: str, phone: bool
) -> None:
    seat = Seat(someone(phone=phone), server, server.new(code), side, code)
    assert counter_side(seat) >= READABLE
    groups = seat.view()["details"]["placing"]
    # On a phone the counters to be placed lie over the map.
    assert phone or any(in_sight(seat, hex_) for group in groups for hex_ in group["hexes"])


def test_next_comes_closer_and_fit_shows_all_again(someone: Someone, server: Server) -> None:
    seat = Seat(someone(), server, server.put(positions.moving()), "soviet")
    assert counter_side(seat) >= READABLE
    assert any(in_sight(seat, hex_) for hex_, stack in seat.view()["places"].items() if hex_.isdecimal() and stack)
    seat.fit()
    whole = counter_side(seat)
    # The arrows only lead the cursor: who wants to see the whole map sees it.
    seat.press("ArrowRight", "ArrowRight")
    assert abs(counter_side(seat) - whole) < 1
    seat.press("-", "-", "n")
    assert counter_side(seat) >= READABLE
    assert in_sight(seat, seat.view()["details"]["move"]["origin"])
    seat.fit()
    assert abs(counter_side(seat) - whole) < 1
