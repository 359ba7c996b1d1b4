"""A page at which one game after the other is laid, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.axe import serious
from tests.browser.conftest import Person
from tests.browser.seat import Seat, rest
from tests.browser.served import Server
from tools.look.positions import Position

HERE = Path(__file__).parent
SIT, FAULTS = (
    f"(order) => ({(HERE / name).read_text().rstrip().rstrip(chr(59))})(order)" for name in ("sit.js", "faults.js")
)


class Looker:
    """Somebody who sits down at one position after the other, and looks at each."""

    def __init__(self, person: Person, server: Server, code: str, lines: int) -> None:
        self.server, self.code, self.person, self.lines = server, code, person, lines
        self._page: Page | None = None

    def sit(self, position: Position) -> Page:
        """Lay the table of a position: on a page of its own the first time, later on the same one."""
        table = self.server.put(position.settled, numbered=False, **self._computers(position))
        if self._page is None:
            self._page = Seat(self.person, self.server, table, position.side, self.code).page
        self._page.evaluate(
            SIT,
            {
                "id": table.id,
                "code": self.code,
                "side": position.side,
                "token": table.tokens[position.side],
                "said": position.said,
            },
        )
        rest(self._page)
        return self._page

    def faults(self, accessible: bool = False) -> list[str]:
        """Everything that is wrong with what is on the screen."""
        assert self._page is not None
        found: list[str] = self._page.evaluate(FAULTS, {"lines": self.lines})
        return found + ([f"axe: {one}" for one in serious(self._page)] if accessible else [])

    def picture(self, path: Path) -> None:
        """What is on the screen."""
        assert self._page is not None
        self._page.screenshot(path=path, animations="disabled")

    def _computers(self, position: Position) -> dict[str, str]:
        return {side: "greedy" for side in position.settled.game.sides if side != position.side}
