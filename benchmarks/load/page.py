"""The table page in a real browser: what it weighs, and what a frame costs while the map is moved."""

from __future__ import annotations

import gzip
import json
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Response, expect, sync_playwright

from tests.browser import positions
from tests.browser.served import Seated, Server
from tools.chromium import FLAGS, path

KINDS = ("document", "stylesheet", "script")
STEPS = 120
CATEGORIES = ["toplevel", "devtools.timeline"]


@dataclass(frozen=True)
class Frames:
    """What moving the map took of the page's main thread."""

    frames: int
    busy: float
    """Seconds in tasks, all together."""
    longest: float
    """The longest task, in seconds."""

    @property
    def each(self) -> float:
        return self.busy / max(1, self.frames)


@dataclass(frozen=True)
class Measured:
    weights: dict[str, int]
    """Bytes when packed with gzip, by kind."""
    sent: int
    """Bytes as the server sent them."""
    panning: Frames
    zooming: Frames


def measure() -> Measured | None:
    """None where there is no browser."""
    program = path()
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        with closing(Server(Path(folder), modules=())) as server:
            table = server.put(positions.moving())
            weights, sent = _weigh(browser, server, table)
            page = _open(browser, server, table)
            panning = _traced(browser, page, lambda: _pan(page))
            zooming = _traced(browser, page, lambda: _zoom(page))
        browser.close()
    return Measured(weights, sent, panning, zooming)


def _open(browser: Browser, server: Server, table: Seated) -> Page:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(f"{server.address}/table/{table.id}#{table.tokens['soviet']}")
    expect(page.locator("#prompt-title")).not_to_be_empty(timeout=30_000)
    page.wait_for_load_state("networkidle")
    page.keyboard.press("Escape")  # the briefing
    return page


def _weigh(browser: Browser, server: Server, table: Seated) -> tuple[dict[str, int], int]:
    """What a browser that has nothing yet is sent to lay the table: markup, styles, scripts."""
    answers: list[Response] = []
    page = browser.new_page()
    page.on("response", lambda answer: answers.append(answer) if answer.request.resource_type in KINDS else None)
    page.goto(f"{server.address}/table/{table.id}")
    expect(page.locator("#prompt-title")).not_to_be_empty(timeout=30_000)
    weights = dict.fromkeys(KINDS, 0)
    for answer in answers:
        weights[answer.request.resource_type] += len(gzip.compress(answer.body(), 6))
    sent = sum(answer.request.sizes()["responseBodySize"] for answer in answers)
    page.close()
    return weights, sent


# -- frames ------------------------------------------------------------------------------------------------------------


def _pan(page: Page) -> None:
    page.mouse.move(700, 450)
    page.mouse.down(button="middle")
    for n in range(STEPS):
        page.mouse.move(700 + 200 * (n % 40) / 40, 450 + 100 * (n % 30) / 30)
    page.mouse.up(button="middle")


def _zoom(page: Page) -> None:
    page.mouse.move(700, 450)
    for n in range(STEPS // 2):
        page.mouse.wheel(0, -60 if n < STEPS // 4 else 60)


def _traced(browser: Browser, page: Page, act: Callable[[], None]) -> Frames:
    browser.start_tracing(page=page, categories=CATEGORIES)
    act()
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    # A page lays out its layers once in a frame. Processor time, where the trace has it: other programs do not count.
    made = [event for event in events if event["name"] == "Layerize" and (event["pid"], event["tid"]) in mains]
    here = {(event["pid"], event["tid"]) for event in made}
    tasks = [
        event.get("tdur", event["dur"]) / 1e6
        for event in events
        if event["name"].endswith("RunTask") and event["ph"] == "X" and (event["pid"], event["tid"]) in here
    ]
    return Frames(len(made), sum(tasks), max(tasks, default=0.0))
