"""Somebody at the page of a lesson, and what the lesson tells there."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Person
from tests.browser.seat import Seat
from tests.browser.served import Seated, Server


class Pupil(Seat):
    """A page at a lesson, found by its address."""

    def __init__(self, person: Person, server: Server, game: str, lesson: str, side: str) -> None:
        self.server, self.person, self.code, self.side = server, person, game, side
        self.page = person.page(f"/learn/{game}/{lesson}")
        self.wait()

    def wait(self) -> None:
        """Until the table is laid and the lesson speaks."""
        super().wait()
        expect(self.strip).to_be_visible()
        assert self.side is not None
        (left,) = [one["table"] for one in self.kept().values() if one["table"]][-1:]
        self.table = Seated(left["id"], {self.side: left["token"]})

    def kept(self) -> dict[str, Any]:
        """What the browser remembers of lessons, by game and name."""
        kept: dict[str, Any] = json.loads(self.page.evaluate("localStorage.getItem('khalkhin.lessons')") or "{}")
        return kept

    @property
    def strip(self) -> Locator:
        """What is told, wherever it stands now."""
        return self.page.locator(".strip:visible")

    @property
    def note(self) -> Locator:
        """What is told of the last act."""
        return self.strip.locator(".strip-note")

    def at_step(self, step: int) -> None:
        """Wait until a step is told, from 1 on."""
        expect(self.strip.locator(".strip-head")).to_contain_text(re.compile(rf"\b{step} (of|de) \d"))

    def show(self) -> None:
        """Have the step shown."""
        self.rest()
        self.key("show").click()
