"""A real browser and a real server. Whatever the browser complains about fails the test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser.served import Server
from tools.chromium import FLAGS, MISSING, path

HERE = Path(__file__).parent
PATIENCE = 30_000
DESK: ViewportSize = {"width": 1440, "height": 900}
CHOSEN = """
    const [at, chosen] = ["khalkhin.choices", JSON.stringify({ sure: false, coach: COACH, briefing: BRIEFING })];
    if (location.protocol === "http:" && localStorage.getItem(at) === null) localStorage.setItem(at, chosen);
"""
"""Nobody has to be asked twice whether a phase is to end, and only who wants them has a coach and briefings."""
PHONE: ViewportSize = {"width": 360, "height": 740}
expect.set_options(timeout=PATIENCE)


def chromium() -> str:
    """The browser to test with. Where nothing is required, tests that cannot run say why."""
    if found := path():
        return found
    if os.environ.get("KHALKHIN_REQUIRE_SERVICES"):
        pytest.fail(MISSING)
    pytest.skip(MISSING)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that do it no harm."""
    made = Server(tmp_path_factory.mktemp("server"))
    yield made
    made.stop()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a file run in one worker: they share a browser, and games that take long to find."""
    for item in items:
        if item.path.parent == HERE:
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # Of this folder, not of the session: as long as it is there no other test can run an event loop.
    program = chromium()
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield made
        made.close()


class Person:
    """Somebody with a browser of their own, and everything that it complained about."""

    def __init__(self, context: BrowserContext, address: str, coach: bool = False, briefing: bool = False) -> None:
        self.context = context
        self.address = address
        self.complaints: list[str] = []
        self.heard: list[str] = []
        """Everything that came over sockets."""
        self.excused: tuple[str, ...] = ()
        context.set_default_timeout(PATIENCE)
        context.on("page", self._listen)
        chosen = CHOSEN.replace("COACH", str(coach).lower()).replace("BRIEFING", str(briefing).lower())
        context.add_init_script(chosen)
        context.add_init_script(
            "document.addEventListener('securitypolicyviolation', (e) =>"
            " console.error(`policy: ${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber}`))"
        )

    def page(self, path: str = "/") -> Page:
        page = self.context.new_page()
        page.goto(f"{self.address}{path}")
        return page

    def _listen(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"{error}"))
        page.on("response", self._response)
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location})")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.complaints.append(f"{response.status} {response.url}")

    def _hear(self, message: str | bytes) -> None:
        self.heard.append(message if isinstance(message, str) else message.decode())

    def picture(self, folder: str) -> None:
        """What is on the screen, for whoever looks for a fault."""
        for n, page in enumerate(self.context.pages):
            name = os.environ.get("PYTEST_CURRENT_TEST", "test").rpartition("::")[2].partition(" ")[0]
            page.screenshot(path=f"{folder}/{name}-{id(self) % 1000}-{n}.png")

    def check(self) -> None:
        left = [line for line in self.complaints if not any(words in line for words in self.excused)]
        assert not left, "the browser complained:\n" + "\n".join(left)


Someone = Callable[..., Person]


@pytest.fixture
def someone(browser: Browser, server: Server) -> Iterator[Someone]:
    """A new person with an empty browser; `phone`, `dark`, `language` and whatever a context takes."""
    with ExitStack() as stack:
        people: list[Person] = []

        def make(
            address: str | None = None,
            phone: bool = False,
            dark: bool = False,
            language: str = "en",
            coach: bool = False,
            briefing: bool = False,
            **more: Any,
        ) -> Person:
            look: dict[str, Any] = {
                "viewport": PHONE if phone else DESK,
                "color_scheme": "dark" if dark else "light",
                "reduced_motion": "reduce",
                "locale": language,
                **({"has_touch": True, "is_mobile": True, "device_scale_factor": 2} if phone else {}),
                **more,
            }
            context = browser.new_context(**look)
            stack.callback(context.close)
            people.append(Person(context, address or server.address, coach, briefing))
            return people[-1]

        yield make
        for person in people:
            if folder := os.environ.get("KHALKHIN_PICTURES"):
                person.picture(folder)
            person.check()
