"""Somebody at a table, and what they do there with mouse, keys and eyes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Person
from tests.browser.served import Seated, Server

PATIENCE = 30.0


_REST = """(world) => new Promise((done) => {
    let [last, same] = ["", 0];
    const look = () => {
        const now = JSON.stringify(world.getBoundingClientRect());
        [last, same] = [now, now === last ? same + 1 : 0];
        if (same > 4) done(); else requestAnimationFrame(look);
    };
    look();
})"""


_OVER = """([x, y]) => {
    const on = document.elementFromPoint(x, y);
    if (on?.closest(".board-glass")) return "";
    const named = on?.closest("[id], [class]");
    return named ? `${named.localName}#${named.id}.${named.className}` : "nothing of the page";
}"""
"""What lies over the map at a point of the screen."""


def eventually(holds: Callable[[], Any], what: str | Callable[[], str] = "it never came to that") -> Any:
    """Wait until something holds; what it is then."""
    end, pause = time.monotonic() + PATIENCE, 0.02
    while not (found := holds()):
        assert time.monotonic() < end, what if isinstance(what, str) else what()
        # What takes long is asked for more seldom: each time costs the server, and what is waited for may need it.
        time.sleep(pause := min(1.3 * pause, 0.3))
    return found


def rest(page: Page) -> None:
    """Until all that was said is answered and the map has come to rest: it makes room for the panels around it."""
    expect(page.locator('#prompt[aria-busy="false"]')).to_be_attached()
    page.locator(".board-world").evaluate(_REST)


def middles_of(page: Page, map_: Mapping[str, Any], hexes: Iterable[str]) -> list[tuple[float, float]]:
    """The middles of hexes on the screen, wherever the map comes to rest."""
    rest(page)
    box = page.locator(".board-world").bounding_box()
    assert box is not None
    scale = box["width"] / map_["width"]
    return [(box["x"] + x * scale, box["y"] + y * scale) for x, y in map(map_["hexes"].__getitem__, hexes)]


def middle_of(page: Page, map_: Mapping[str, Any], hex_: str) -> tuple[float, float]:
    """The middle of a hex on the screen, wherever the map comes to rest."""
    return middles_of(page, map_, [hex_])[0]


def free_middle_of(page: Page, map_: Mapping[str, Any], hex_: str) -> tuple[float, float]:
    """The same, once nothing of the page lies over it: a click there is a click on the map."""
    end = time.monotonic() + PATIENCE
    while over := page.evaluate(_OVER, found := middle_of(page, map_, hex_)):
        assert time.monotonic() < end, f"{hex_} at {found} is never free: {over} is there"
        time.sleep(0.02)
    return found


class Seat:
    """A page at a table, from one side (None: a spectator's)."""

    def __init__(self, person: Person, server: Server, table: Seated, side: str | None, code: str = "bkg") -> None:
        self.server = server
        self.table = table
        self.side = side
        self.code = code
        self.person = person
        token = f"#{table.tokens[side]}" if side is not None else ""
        self.page: Page = person.page(f"/table/{table.id}{token}")
        self.wait()

    def wait(self) -> None:
        """Until the table is laid."""
        expect(self.page.locator("#prompt-title")).not_to_be_empty()
        expect(self.page.locator("body[data-opened]:not([data-loading])")).to_be_attached()

    # -- what there is ------------------------------------------------------------------------------------------------

    @property
    def title(self) -> Locator:
        return self.page.locator("#prompt-title")

    @property
    def combat(self) -> Locator:
        return self.page.get_by_role("region").and_(self.page.locator(".combat"))

    def key(self, name: str) -> Locator:
        """What the client knows by this name, whatever stands on it."""
        return self.page.locator(f'[data-key="{name}"]:visible')

    def view(self) -> dict[str, Any]:
        """What the server shows this seat."""
        seen: dict[str, Any] = self.server.view(self.table, self.side)["view"]
        return seen

    def number(self) -> int:
        """How many decisions there have been."""
        number: int = self.server.view(self.table, self.side)["number"]
        return number

    def offered(self, verb: str) -> list[Any]:
        """The nouns a verb can be said with now."""
        prompt = self.view()["prompt"]
        return next((o["nouns"] for o in prompt["offers"] if o["verb"] == verb), []) if prompt else []

    def place_of(self, unit: str) -> str:
        found = self.find(unit)
        assert found is not None, f"{unit} is not to be seen"
        return found

    def find(self, unit: str) -> str | None:
        """Where a unit is; at the end of its way if it is just being moved."""
        seen = self.view()
        move = seen["details"].get("move") or {"units": [], "path": []}
        if unit in move["units"] and move["path"]:
            end: str = move["path"][-1]
            return end
        places = seen["places"]
        return next((place for place, stack in places.items() if any(one.get("id") == unit for one in stack)), None)

    def comes_to(self, unit: str, place: str) -> None:
        """Wait until the server has a unit somewhere."""
        late = f"{unit} never comes to {place}"
        eventually(lambda: self.find(unit) == place, lambda: f"{late}: it is in {self.find(unit)}")

    # -- the map ------------------------------------------------------------------------------------------------------

    def at(self, hex_: str) -> tuple[float, float]:
        """The middle of a hex on the screen, where a click meets the map."""
        return free_middle_of(self.page, self.server.sheet(self.code)["map"], hex_)

    def spot(self, hex_: str) -> tuple[float, float]:
        """Where the middle of a hex is, in sight or not."""
        return self.spots([hex_])[0]

    def spots(self, hexes: Iterable[str]) -> list[tuple[float, float]]:
        """The same of several hexes."""
        return middles_of(self.page, self.server.sheet(self.code)["map"], hexes)

    def fit(self) -> None:
        """The whole map, so that every hex is in sight."""
        self.press("0")

    def rest(self) -> None:
        """Until the map has come to rest."""
        rest(self.page)

    def point(self, hex_: str) -> None:
        self.page.mouse.move(*self.at(hex_))

    def click(self, hex_: str) -> None:
        self.page.mouse.click(*self.at(hex_))

    def drag(self, from_: str, to: str) -> None:
        mouse = self.page.mouse
        mouse.move(*self.at(from_))
        mouse.down()
        x, y = self.at(to)
        mouse.move(x - 6, y - 6, steps=6)
        mouse.move(x, y)
        mouse.up()

    # -- keys ---------------------------------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def order(self, line: str) -> None:
        self.press("/")
        self.page.locator("#order input").fill(line)
        self.press("Enter")
