"""Two people at one desk: nothing that one side may know comes before the other one's eyes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import positions
from tests.browser.conftest import Someone
from tests.browser.seat import eventually
from tests.browser.served import Seated, Server

KEYS = [*"rmhlnueowkvfzpsct/?+-01", "Escape", "ArrowDown", "Home", "Backspace", "ContextMenu", "Shift+F10"]
# All that is in the document, in attributes, texts and values; the sprite of all printed counters is no secret.
HELD = """() => {
    const nodes = [...document.querySelectorAll("*")].filter((node) => !node.closest("symbol, defs, .board-sprite"));
    const told = nodes.flatMap((node) => [...node.attributes].map((one) => one.value));
    const texts = [document.title, ...nodes.map((node) => node.value ?? ""), document.body.textContent];
    return [...told, ...texts].join(" ");
}"""


def shared(server: Server) -> Seated:
    """The Soviet side is to move."""
    return server.put(positions.moving(), numbered=True)


def open_desk(someone: Someone, table: Seated) -> Page:
    return someone().page(f"/table/{table.id}#{table.tokens['soviet']}.{table.tokens['japan']}")


def ready(page: Page) -> None:
    page.locator("#curtain button").click()
    expect(page.locator("#curtain")).to_be_hidden()
    expect(page.locator("#prompt-title")).not_to_be_empty()


def secrets(server: Server, table: Seated, side: str) -> list[str]:
    """The counters on the map that only their own side knows."""
    sheet = server.sheet("bkg")
    own, public = (_named(server.view(table, who)["view"]) for who in (side, None))
    return sorted(unit for unit in own - public if sheet["units"][unit]["side"] == side)


def _named(view: dict[str, Any]) -> set[str]:
    return {one["id"] for stack in view["places"].values() for one in stack if "id" in one}


def leaks(page: Page, units: list[str]) -> list[str]:
    held = page.evaluate(HELD)
    return [unit for unit in units if unit in held]


def hand_over(server: Server, table: Seated) -> None:
    """The Soviet side ends its turn, as if said from elsewhere."""
    while prompt := server.view(table, "soviet")["view"]["prompt"]:
        offers = {offer["verb"]: offer["nouns"] for offer in prompt["offers"]}
        if "done" in offers:
            server.say(table, "soviet", "done")
        else:
            server.say(table, "soviet", "hex", offers["hex"][0])


def test_no_key_reaches_what_is_behind_the_curtain(someone: Someone, server: Server) -> None:
    table = shared(server)
    page = open_desk(someone, table)
    ready(page)
    hidden = secrets(server, table, "soviet")
    assert leaks(page, hidden)
    page.locator('[data-key="done"]:visible').click()
    expect(page.locator("#prompt")).to_contain_text("Soviet combat")
    page.locator('[data-key="done"]:visible').click()
    curtain = page.locator("#curtain")
    expect(curtain).to_contain_text("Japan")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    for key in KEYS:
        page.keyboard.press(key)
        page.mouse.click(700, 60)
        expect(curtain).to_be_visible()
        assert not leaks(page, hidden), key
    page.wait_for_timeout(500)
    assert page.locator("dialog, [popover], .menu, #order form:visible").count() == 0
    assert not [url for url in requests if "/api/tables/" in url]
    assert not page.locator("#live, #toasts").all_inner_texts()[0]
    page.emulate_media(media="print")
    assert not leaks(page, hidden)
    page.emulate_media(media="screen")
    # The keyboard stays with the one button there is.
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.locator("#curtain button").focus()
    page.keyboard.press("Enter")
    expect(curtain).to_be_hidden()
    assert not leaks(page, hidden)
    assert leaks(page, secrets(server, table, "japan"))
    expect(page.locator("body:not([data-past])")).to_be_attached()


def test_what_is_saved_after_the_curtain_is_the_other_sides_view(
    someone: Someone, server: Server, tmp_path: Path
) -> None:
    table = shared(server)
    page = open_desk(someone, table)
    ready(page)
    hidden = secrets(server, table, "soviet")
    hand_over(server, table)
    expect(page.locator("#curtain")).to_contain_text("Japan")
    page.keyboard.press("r")
    page.keyboard.press("m")
    ready(page)
    page.keyboard.press("m")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save what I see").click()
    download.value.save_as(tmp_path / "view.json")
    saved = json.loads((tmp_path / "view.json").read_text())
    assert saved["view"]["side"] == "japan"
    assert not [unit for unit in hidden if f'"{unit}"' in json.dumps(saved)]


@pytest.mark.parametrize("open_", ["replay", "menu", "list", "order", "hand", "hint"])
def test_what_is_open_is_gone_when_the_curtain_falls(someone: Someone, server: Server, open_: str) -> None:
    table = shared(server)
    page = open_desk(someone, table)
    ready(page)
    hidden = secrets(server, table, "soviet")
    keys = {"replay": "r", "menu": "m", "list": "l", "order": "/", "hand": "n", "hint": "h"}
    page.keyboard.press(keys[open_])
    if open_ == "order":
        page.locator("#order input").fill("units of mine 1319")
    elif open_ in ("replay", "menu", "list"):
        expect(page.locator("#replay button, dialog[open]").first).to_be_visible()
    elif open_ == "hand":
        eventually(lambda: server.view(table, "soviet")["view"]["details"].get("move"))
    hand_over(server, table)
    expect(page.locator("#curtain")).to_contain_text("Japan")
    page.wait_for_timeout(300)
    assert not leaks(page, hidden)
    assert "units of mine" not in page.evaluate(HELD)
    ready(page)
    assert not leaks(page, hidden)
    assert page.locator("dialog[open]").count() == 0
    # What one typed the other one cannot call back.
    page.keyboard.press("/")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#order input")).to_have_value("")


def test_the_first_curtain_hides_a_table_that_is_not_laid(someone: Someone, server: Server) -> None:
    table = shared(server)
    page = open_desk(someone, table)
    expect(page.locator("#curtain button")).to_be_visible()
    for side in ("soviet", "japan"):
        assert not leaks(page, secrets(server, table, side))
    assert page.locator("#board *").count() == 0
