"""A finger on the glass that stays down: it drags and rests, which Playwright's taps do not."""

from __future__ import annotations

from playwright.sync_api import Page

Spot = tuple[float, float]
STEPS = 8
PAUSE = 100
"""Milliseconds: a tap that follows sooner than any hand's is no click for Chromium."""


class Finger:
    """One finger; between `down` and `up` it may rest and be moved."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._line = page.context.new_cdp_session(page)
        self._at: Spot = (0, 0)

    def down(self, at: Spot) -> None:
        self._at = at
        self._send("touchStart", at)

    def to(self, at: Spot) -> None:
        """Over several frames, as a hand does."""
        (x, y), (to_x, to_y) = self._at, at
        for n in range(1, STEPS + 1):
            self._send("touchMove", (x + (to_x - x) * n / STEPS, y + (to_y - y) * n / STEPS))
            self._page.evaluate("new Promise(requestAnimationFrame)")
        self._at = at

    def up(self) -> None:
        self._send("touchEnd")
        self._page.wait_for_timeout(PAUSE)

    def swipe(self, start: Spot, end: Spot) -> None:
        self.down(start)
        self.to(end)
        self.up()

    def rest(self) -> None:
        """Until the board has felt that it rests."""
        self._page.locator(".board-glass.holding").wait_for(state="attached")

    def _send(self, kind: str, *at: Spot) -> None:
        points = [{"x": x, "y": y} for x, y in at]
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
