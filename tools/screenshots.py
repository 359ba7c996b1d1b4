"""Take the pictures of the browser client for the docs: lobby, table, combat, tables and end; light and dark, desk and
phone.

    python -m tools.screenshots [FOLDER [SCENE...]]

A practice game is played on a server of its own, so the pictures are the same every time but for the clock.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from khalkhin.engine.match import Match
from khalkhin.engine.view import View
from tests.browser import pbn_positions, positions, sn_positions
from tests.browser.conftest import DESK, PHONE, Person
from tests.browser.seat import Seat, eventually
from tests.browser.served import Server
from tools.chromium import FLAGS, MISSING, path

FOLDER = Path(__file__).parents[1] / "docs" / "images"
MOST = 350 * 1024
EAST = "1300"
"""Hexes beyond this column are no longer in the middle of the screen."""
QUALITIES = range(90, 30, -6)


@dataclass(frozen=True)
class Look:
    name: str
    dark: bool
    phone: bool

    def person(self, browser: Browser, address: str) -> Person:
        context = browser.new_context(
            viewport=PHONE if self.phone else DESK,
            device_scale_factor=2 if self.phone else 1,
            has_touch=self.phone,
            is_mobile=self.phone,
            color_scheme="dark" if self.dark else "light",
            reduced_motion="reduce",
            locale="en",
        )
        return Person(context, address)


LOOKS = [Look(f"{s}-{theme}", theme == "dark", s == "phone") for s in ("desk", "phone") for theme in ("light", "dark")]


# -- scenes ------------------------------------------------------------------------------------------------------------


def lobby(person: Person, server: Server) -> Page:
    page = person.page()
    expect(page.get_by_role("heading", name="Strike North")).to_be_visible()
    return page


def table(person: Person, server: Server) -> Page:
    """A stack in hand, with its reach, and the way to a hex under the pointer."""
    match = positions.moving()
    for unit in _stack(match.view("soviet"), set(positions.nouns(match, "unit", "soviet"))):
        match.play("unit", unit, "soviet")
    seat = Seat(person, server, server.put(match, japan="greedy"), "soviet")
    seat.page.wait_for_load_state("networkidle")
    seat.press("ArrowUp")  # the cursor begins at the stack, and the map goes there
    seat.rest()
    if not seat.page.evaluate("matchMedia('(hover: none)').matches"):
        _point_far(seat)
    return seat.page


def _stack(seen: dict[str, Any], can: set[str]) -> list[str]:
    """Of the stacks of three or more that can move, the one furthest to the east: there is something to see there."""
    stacks = {place: [one.get("id") for one in stack] for place, stack in seen["places"].items()}
    places = [place for place, units in stacks.items() if len(units) >= 3 and can.issuperset(units)]
    return [unit for unit in stacks[max(place for place in places if place < EAST)] if unit]


def _point_far(seat: Seat) -> None:
    """Point at an empty hex that nothing covers, as far away as the stack can go."""
    seen = seat.view()
    left = {hex_: float(points.replace("½", ".5")) for hex_, points in seen["details"]["left"].items()}
    for hex_ in sorted(left, key=lambda hex_: (left[hex_], hex_)):
        x, y = seat.spot(hex_)
        if hex_ not in seen["places"] and 120 < x < 1000 and 250 < y < 740:
            seat.point(hex_)
            expect(seat.page.locator(".board-tip")).to_be_visible()
            return


def combat(person: Person, server: Server) -> Page:
    """An attack put together against a defence that is hidden."""
    target, units, guns = positions.rich_target()
    match = positions.combat()
    match.play("attack", target, "soviet")
    for unit in (*units, *guns[:2]):
        match.play("unit", unit, "soviet")
    seat = Seat(person, server, server.put(match, japan="greedy"), "soviet")
    seat.rest()
    if not seat.combat.is_visible():
        seat.key("odds").click()
    air = seat.combat.locator('[data-key="number-air"]')
    air.fill("4")
    air.press("Tab")
    eventually(lambda: seat.view()["details"]["plan"]["air"] == 4)
    seat.page.evaluate("document.activeElement.blur(); document.querySelector('.combat-body').scrollTop = 0")
    seat.page.wait_for_load_state("networkidle")
    seat.rest()
    return seat.page


def tables(person: Person, server: Server) -> Page:
    """Two tables of results, compared before one is chosen."""
    match = pbn_positions.until("ask.table", _many_attackers)
    side = match.game.sides[match.prompts()[0].side]
    seat = Seat(person, server, server.put(match), side, "pbn")
    expect(seat.combat.locator(".alternative")).to_have_count(2)
    seat.page.wait_for_load_state("networkidle")
    seat.rest()
    return seat.page


def _many_attackers(seen: View) -> bool:
    return len(seen["details"]["plan"]["units"]) >= 3


def declaration(person: Person, server: Server) -> Page:
    """The first attack of a whole front, put together with everybody who can take part."""
    match = sn_positions.until("ask.declare", _long_front)
    side = match.game.sides[match.prompts()[0].side]
    attacks = [_with_all(match, side, target) for target in positions.nouns(match, "attack", side)]
    richest = max(attacks, key=lambda one: len(one.view(side)["details"]["plan"]["units"]))
    seat = Seat(person, server, server.put(richest), side, "sn")
    seat.page.wait_for_load_state("networkidle")
    seat.rest()
    return seat.page


def _long_front(seen: View) -> bool:
    return len(seen["details"]["uncovered"]["hexes"]) > 4


def _with_all(start: Match, side: str, target: str) -> Match:
    match = start.clone()
    match.play("attack", target, side)
    while joining := positions.nouns(match, "unit", side):
        match.play("unit", joining[0], side)
    return match


def strikes(person: Person, server: Server) -> Page:
    """Where the strikes over a hex are aimed, with the odds of each target."""
    match = sn_positions.until("ask.aim", _several_targets)
    side = match.game.sides[match.prompts()[0].side]
    seat = Seat(person, server, server.put(match), side, "sn")
    expect(seat.combat.locator(".alternative").first).to_be_visible()
    seat.page.wait_for_load_state("networkidle")
    seat.rest()
    return seat.page


def _several_targets(seen: View) -> bool:
    return len(seen["details"].get("alternatives", ())) > 1


def end(person: Person, server: Server) -> Page:
    seat = Seat(person, server, server.put(positions.over()), "soviet")
    seat.key("ending").click()
    expect(seat.page.get_by_role("dialog")).to_contain_text("checked by this browser")
    return seat.page


SCENES: dict[str, Callable[[Person, Server], Page]] = {
    "lobby": lobby,
    "table": table,
    "combat": combat,
    "tables": tables,
    "declaration": declaration,
    "strikes": strikes,
    "end": end,
}


# -- taking them -------------------------------------------------------------------------------------------------------


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    program = path()
    if program is None:
        raise SystemExit(MISSING)
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        with closing(Server(Path(store), modules=())) as server:
            for scene, show in SCENES.items():
                if sys.argv[2:] and scene not in sys.argv[2:]:
                    continue
                for look in LOOKS:
                    person = look.person(browser, server.address)
                    picture = _drawn(show(person, server)).screenshot()
                    print(_save(picture, folder / f"browser-{scene}-{look.name}.webp"))
                    person.context.close()
        browser.close()


def _drawn(page: Page) -> Page:
    """The page when all its pictures are there: a cover that is still on its way looks like an empty box."""
    page.wait_for_load_state("networkidle")
    page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
    return page


def _save(picture: bytes, path: Path) -> str:
    """As WebP, as good as it can be without being large."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    for quality in QUALITIES:
        packed = io.BytesIO()
        image.save(packed, "WEBP", quality=quality, method=6)
        if packed.tell() < MOST:
            break
    path.write_bytes(packed.getvalue())
    return f"{path}: {len(packed.getvalue()) // 1024} KB, quality {quality}"


if __name__ == "__main__":
    main()
