"""Somebody who plays through a turn by buttons, clicks and typed orders, and remembers what was asked."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.seat import eventually
from tests.browser.served import Seated, Server

MOST = 400
"""So many answers are more than a turn takes."""
BUTTONS = ("auto", "commit", "done", "pass")


class Newcomer:
    """Somebody who plays a month, and does everything once that can be done."""

    def __init__(self, server: Server, table: Seated, page: Page) -> None:
        self.server, self.table, self.page = server, table, page
        self.did: set[str] = set()
        # Dice can come between a look at the page and a click on it.
        page.add_locator_handler(self._key("go-on"), self._goes_on_from_dice, no_wait_after=True)

    def plays_until(self, turn: int) -> None:
        for _ in range(MOST):
            # The computer takes its time.
            eventually(lambda: self._turn() >= turn or self._asked())
            if self._turn() >= turn:
                # Behind a curtain there is nothing to be seen.
                eventually(lambda: self._sitting(self._asked()))
                return
            self._decides(eventually(lambda: self._sitting(self._asked())))
        raise AssertionError("the month never ends")

    def _goes_on_from_dice(self) -> None:
        """At once, wherever the panel is on its way to."""
        self.page.evaluate("document.querySelector('[data-key=\"go-on\"]')?.click()")

    def _turn(self) -> int:
        return int(self.server.view(self.table, None)["view"]["tracks"]["turn"])

    def _asked(self) -> list[str]:
        return [side for side in self.table.tokens if self.server.view(self.table, side)["view"]["prompt"]]

    def _decides(self, side: str) -> None:
        seen = self.server.view(self.table, side)
        if self._key("go-on").count():
            self._goes_on_from_dice()
        key = seen["view"]["prompt"]["key"]
        offers = {offer["verb"]: offer["nouns"] for offer in seen["view"]["prompt"]["offers"] if offer["nouns"]}
        self._answers(key, offers, seen["view"])
        self.did.add(key)
        eventually(lambda: self.server.view(self.table, side)["number"] != seen["number"], f"no answer to {key}")

    def _sitting(self, asked: list[str]) -> str | None:
        """Who of those asked sits at the desk; at a shared one the other looks at the dice and goes away first."""
        if len(self.table.tokens) == 1:
            return asked[0] if asked else None
        if self._key("go-on").count():
            self._goes_on_from_dice()
        if (curtain := self.page.locator("#curtain button")).is_visible():
            curtain.click()
            expect(self.page.locator("#curtain")).to_be_hidden()
        mark = str(self.page.locator(".top-seat", has_text="You").locator("use").first.get_attribute("href"))
        return next((side for side in asked if mark == f"#n-{side}"), None)

    def _answers(self, key: str, offers: dict[str, list[Any]], seen: Any) -> None:
        """What a game asks for in particular; here nothing but to go on."""
        self._goes_on(offers)

    def _goes_on(self, offers: dict[str, list[Any]]) -> None:
        """By the button for it; by a typed order where a counter or a hex is wanted."""
        for verb in BUTTONS:
            if verb in offers:
                return self._press(self._key(verb).or_(self._key(f"say-{verb}")).first)
        verb, nouns = next(iter(offers.items()))
        button = self._key(f"{verb}-{nouns[0]}").or_(self._key(f"word-{verb}-{nouns[0]}"))
        if button.count():
            return self._press(button.first)
        return self._types(f"{verb} {nouns[0]}")

    def _quickly(self, verb: str) -> None:
        """With a key, wherever the button for it is."""
        expect(self._key(verb).or_(self._key(f"say-{verb}")).first).to_be_visible()
        self.page.keyboard.press("e")

    def _times(self, what: str) -> int:
        done = sum(one.startswith(what) for one in self.did)
        self.did.add(f"{what} {done}")
        return done

    def _key(self, name: str) -> Locator:
        return self.page.locator(f'[data-key="{name}"]:visible')

    def _press(self, button: Locator) -> None:
        button.click()

    def _types(self, line: str) -> None:
        field = self.page.locator("#order input")
        if not field.is_visible():
            self.page.keyboard.press("/")
        field.fill(line)
        field.press("Enter")
