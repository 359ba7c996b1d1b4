"""What those at a table see of its computer players: moves one by one, how far they have thought, and what failed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from khalkhin.server.http import Problem

if TYPE_CHECKING:
    from khalkhin.server.live import LiveTable

DICE = 2
"""So many times as long one looks at what dice have decided."""


@dataclass(frozen=True)
class Shown:
    """What those who look have seen so far."""

    numbers: Mapping[str | None, int]
    rolled: int


class Showing:
    """One table's. The pace is the one the table was made with, or what a person there chooses as long as they look."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._chosen: float | None = None
        self._skipped: str | None = None
        """The run of moves whose rest nobody wants to see."""
        self._news = asyncio.Event()
        self.thinking: tuple[str, float] | None = None
        """The side whose player thinks for long, and the share of its time that is gone."""
        self.troubles: dict[str, dict[str, Any]] = {}
        """For each side whose player has failed: which, who decided instead, and in which turn."""

    # -- the pace -----------------------------------------------------------------------------------------------------

    def choose(self, side: str | None, seconds: float) -> None:
        """From now on so many seconds between two moves that can be seen."""
        self._may(side)
        self._chosen = seconds
        self._news.set()

    def skip(self, side: str | None) -> None:
        """Nobody wants to see the rest of this run."""
        self._may(side)
        self._skipped = self._run
        self._news.set()

    def forget(self) -> None:
        """Nobody looks any more."""
        self._chosen = self._skipped = None

    def _may(self, side: str | None) -> None:
        """Who plays sets the pace; at a table where nobody does, who looks on."""
        if side is None and self._played:
            raise Problem(403, "server.spectator")

    @property
    def _played(self) -> bool:
        return any(seat.kind == "human" for seat in self._table.row.seats.values())

    @property
    def _run(self) -> str | None:
        """The run of moves that is on: until a person is asked, or, where nobody plays, a phase."""
        seats, seen = self._table.row.seats, self._table.sights[None].view
        if not seen["waiting"] or any(seats[side].kind == "human" for side in seen["waiting"]):
            return None
        return "run" if self._played else f"{seen['tracks']['turn']} {seen['phase']}"

    @property
    def hurries(self) -> bool:
        """Whether the computer is at moves that nobody wants to see one by one."""
        return (run := self._run) is not None and (self._chosen == 0 or self._skipped == run)

    def shown(self) -> Shown:
        sights = self._table.sights
        numbers = {watcher.side: sights[watcher.side].number for watcher in self._table.watchers}
        return Shown(numbers, sights[None].view["tracks"]["rolled"])

    async def rest(self, before: Shown) -> None:
        """Give those who look the time to see what was decided since they saw what was before."""
        now = self.shown()
        if self._skipped != self._run:
            self._skipped = None
        if self._chosen is None:
            await self._wait(0.0 if self._skipped else self._table.row.pace)
        elif self._run is not None and not self.hurries and now.numbers != before.numbers:
            await self._wait(self._chosen * (DICE if now.rolled != before.rolled else 1))

    async def _wait(self, seconds: float) -> None:
        """So long, or until somebody wants it otherwise."""
        self._news.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()

    # -- thoughts and faults ------------------------------------------------------------------------------------------

    def think(self, side: str, share: float | None) -> None:
        """A player tells how far it is; None: it has decided."""
        now = None if share is None else (side, share)
        if now != self.thinking:
            self.thinking = now
            for watcher in self._table.watchers:
                watcher.thought()

    def fail(self, side: str, level: str, decided: str) -> None:
        """A player failed, and another one decided: that is told, but no part of the game."""
        turn = self._table.sights[None].view["tracks"]["turn"]
        trouble = {"player": level, "decided": decided, "turn": turn}
        if trouble != self.troubles.get(side):
            self.troubles[side] = trouble
            self._table.tell_all()
