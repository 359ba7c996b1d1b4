"""Odds before a move: beside the pointer, in the side panel, by keyboard and by finger."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from playwright.sync_api import expect

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from tests.browser import kgw_positions, positions
from tests.browser.axe import serious
from tests.browser.conftest import Someone
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server

Told = dict[str, Any]


@cache
def in_hand() -> tuple[Match, str, Told]:
    """A whole stack in hand, a hex beside one enemy hex where it may go, and what is told of that."""
    view, can = positions.moving().view("soviet"), set(positions.nouns(positions.moving(), "unit", "soviet"))
    stacks = [[one["id"] for one in stack if one.get("id") in can] for stack in view["places"].values()]
    for stack in sorted(stacks, key=len, reverse=True):
        match = positions.moving()
        for unit in stack:
            match.play("unit", unit, "soviet")
        for hex_ in _near(match):
            told = match.prospects(hex_)
            if len(told["attacks"]) == 1 and told["attacks"][0]["odds"]["shifts"]:
                return match, hex_, told
    raise LookupError("no stack can go beside one enemy")


def _near(match: Match) -> list[str]:
    side, grid = match.prompts()[0].side, match.game.map.grid
    _, goals = match.state.agenda[-1].in_hand(match.state)
    return [grid.name(h) for h in members(goals & grid.spread(match.state.held(1 - side)))]


def line_of(told: Told) -> str:
    """How the attack begins to be told."""
    (attack,) = told["attacks"]
    return f"{attack['target']}: {attack['odds']['attack']} against ?"


def walk_to(seat: Seat, hex_: str) -> None:
    """Move the cursor to a hex by the arrow keys, from where the stack stands."""
    hexes, at = seat.server.sheet(seat.code)["map"]["hexes"], seat.page.locator("#pointer .pointer-title .figure")
    seat.press("ArrowUp")
    while (here := at.inner_text()) != hex_:
        x, y = (b - a for a, b in zip(hexes[here], hexes[hex_], strict=True))
        seat.press(("ArrowRight" if x > 0 else "ArrowLeft") if abs(x) > abs(y) else "ArrowDown" if y > 0 else "ArrowUp")
        expect(at).not_to_have_text(here)


def test_a_hex_beside_an_enemy_tells_the_attack_from_there(someone: Someone, server: Server) -> None:
    match, hex_, told = in_hand()
    seat = Seat(someone(), server, server.put(match), "soviet")
    seat.fit()
    seat.point(hex_)
    tip, panel = seat.page.locator(".board-tip"), seat.page.locator(f'[data-ahead="{told["attacks"][0]["target"]}"]')
    expect(tip).to_contain_text(line_of(told))
    expect(tip).to_contain_text("Must attack (4.1.2.g)")
    expect(panel).to_contain_text(told["attacks"][0]["odds"]["shifts"][0]["rule"])
    expect(panel.locator("thead")).to_contain_text(re.compile(r"win \d+ to \d+\s%"))
    assert not serious(seat.page)
    # Elsewhere it is gone, and back there it is known without asking.
    away = next(h for h in seat.offered("hex") if not match.prospects(h)["attacks"])
    seat.point(away)
    expect(tip).not_to_contain_text("Attack")
    expect(panel).to_have_count(0)
    seat.point(hex_)
    expect(tip).to_contain_text(line_of(told))
    # Who goes over the map by key hears it.
    seat.page.mouse.move(2, 2)
    walk_to(seat, hex_)
    expect(seat.page.locator("#live")).to_contain_text(line_of(told))
    expect(seat.page.locator("#live")).to_contain_text(re.compile(r"hidden, .*Must attack \(4.1.2.g\)"))


def test_the_first_tap_tells_it_too(someone: Someone, server: Server) -> None:
    match, hex_, told = in_hand()
    seat = Seat(someone(phone=True), server, server.put(match), "soviet")
    seat.fit()
    seat.page.touchscreen.tap(*seat.at(hex_))
    expect(seat.page.locator(".board-tip")).to_contain_text(line_of(told))
    expect(seat.page.locator("#live")).to_contain_text(line_of(told))


def test_a_ride_too_is_looked_at_before_it_is_taken(someone: Someone, server: Server) -> None:
    match = kgw_positions.riding()
    seat = Seat(someone(phone=True), server, server.put(match), match.waiting()[0], "kgw")
    seat.fit()
    far = next(h for h in seat.offered("rail") if not seat.view()["places"].get(h) and h not in seat.offered("hex"))
    before = seat.number()
    seat.page.touchscreen.tap(*seat.at(far))
    expect(seat.key("go")).to_be_visible()
    assert seat.number() == before
    seat.key("go").click()
    eventually(lambda: seat.view()["details"].get("move", {"path": []})["path"][-1:] == [far])
