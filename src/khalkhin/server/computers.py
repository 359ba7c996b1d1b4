"""Computer players at tables. They think in processes of their own; no game ever stalls because of them."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import Counter
from typing import Any

from khalkhin.ai import players
from khalkhin.ai.budget import SECONDS
from khalkhin.engine.agenda import Noun
from khalkhin.engine.errors import Illegal
from khalkhin.server.audience import Sight
from khalkhin.server.http import Problem
from khalkhin.server.live import LiveTable
from khalkhin.server.settings import Settings
from khalkhin.server.store import StorageError, TableRow
from khalkhin.server.turns import Turn
from khalkhin.server.workers import NICE, NICEST, Reply, Report, Slow, Worker

LOG = logging.getLogger("khalkhin.server")
TRIES = 2
"""How often a player is asked about one decision before a plainer one is."""
PATIENCE = 3
"""Decisions that a player may fail to take; then it is not asked any more, as long as its table is in memory."""
PLAINER = "greedy"
"""Who is asked where a player does not answer; where that one does not either, chance decides."""
LEAST = 2
"""Processes for the opponents of people: one client never has them all."""
RETRY_SECONDS = (1, 2, 5, 15, 60)
"""How long to wait for a store that does not take a decision, the first time, the second time, ..."""


class Computers:
    """Plays for every seat that a computer has, at every table in memory at which somebody looks.

    The opponents of people have processes of their own, each client one of them at a time. Where nobody plays one more
    has to do, which steps back for the others.
    """

    def __init__(self, settings: Settings) -> None:
        self._workers = [SeatWorker(settings, NICE) for _ in range(max(LEAST, settings.workers))]
        self._watched = SeatWorker(settings, NICEST)
        self._clients: dict[str, str] = {}
        """Of tables where a person plays and a computer is to decide: who that is."""
        self._desks: dict[str, SeatWorker] = {}
        """For each of these clients the process that thinks for his opponents."""
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._failed: Counter[str] = Counter()
        """How many decisions a player has failed to take, by seat and level."""

    def wake(self, table: LiveTable) -> None:
        """Play at a table, if a computer is to decide there, somebody looks and nobody plays there already."""
        if table.id not in self._playing and table.turn() is not None and table.computer_due() is not None:
            task = self._playing[table.id] = asyncio.create_task(self._play(table))
            task.add_done_callback(lambda done: self._finished(table, done))

    def thinking(self) -> tuple[int, int]:
        """At how many tables of people a computer is to decide, and at how many others."""
        return len(self._clients), len(self._playing) - len(self._clients)

    def busy(self, table: LiveTable) -> bool:
        return table.id in self._playing

    async def stop(self) -> None:
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in (*self._workers, self._watched):
            await worker.stop()

    def _finished(self, table: LiveTable, task: asyncio.Task[None]) -> None:
        del self._playing[table.id]
        self._clients.pop(table.id, None)
        self._desks = {client: desk for client, desk in self._desks.items() if client in self._clients.values()}
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            LOG.error("table %s: the computer players stopped", table.id, exc_info=error)
        else:
            # Somebody may have decided between the last look and now.
            self.wake(table)

    async def _play(self, table: LiveTable) -> None:
        failed = 0
        while (side := table.computer_due()) is not None and (turn := table.turn()) is not None:
            sight, shown = table.sights[side], table.showing.shown()
            said = await self._decision(table, turn, side, sight)
            try:
                await table.decide(side, sight.number, 0, [said])
                failed = 0
            except StorageError as error:
                wait = RETRY_SECONDS[min(failed, len(RETRY_SECONDS) - 1)]
                LOG.warning("table %s: %s Trying again in %d s.", table.id, error, wait)
                failed += 1
                await asyncio.sleep(wait)
            except Problem:
                continue  # somebody else decided meanwhile
            await table.showing.rest(shown)

    async def _decision(self, table: LiveTable, turn: Turn, side: str, sight: Sight) -> tuple[str, Noun]:
        """The player's decision; that of a plainer one where it fails or says what is not allowed, or chance."""
        seat, level = f"{table.id}/{side}", table.row.seats[side].player or PLAINER
        for asked in dict.fromkeys((level, PLAINER)):
            if self._failed[f"{seat}/{asked}"] >= PATIENCE:
                continue
            said = await self._asked(table, turn, side, sight, asked)
            if said is None:
                self._failed[f"{seat}/{asked}"] += 1
                continue
            if said["decided"] != level:
                table.showing.fail(side, level, said["decided"])
            return said["verb"], said["noun"]
        table.showing.fail(side, level, "random")
        return players.make("random", secrets.randbits(32)).decide(sight.view)

    def _worker(self, turn: Turn) -> SeatWorker:
        """The process that thinks for somebody: a person's opponents stay at one, which the fewest others have."""
        if not turn.person:
            self._clients.pop(turn.table, None)
            return self._watched
        self._clients[turn.table] = turn.client
        if turn.client not in self._desks:
            taken = list(self._desks.values())
            self._desks[turn.client] = min(self._workers, key=taken.count)
        return self._desks[turn.client]

    async def _asked(self, table: LiveTable, turn: Turn, side: str, sight: Sight, level: str) -> Reply | None:
        """What a level says, if it can be said."""
        seat, worker = f"{table.id}/{side}", self._worker(turn)
        for _ in range(TRIES):
            try:
                said = await worker.decide(
                    turn, level, table.row, sight, lambda share: table.showing.think(side, share)
                )
                if (reason := table.match.why(said["verb"], said["noun"], side)) is None:
                    return said
                raise Illegal(reason, table.game)
            except Exception as error:
                # Whatever goes wrong with a player, the game goes on.
                LOG.warning("the player %s at %s failed: %s", level, seat, error)
                if isinstance(error, Slow):
                    break
            finally:
                table.showing.think(side, None)
        return None


class SeatWorker(Worker):
    """A process with the players of many seats."""

    def __init__(self, settings: Settings, nice: int) -> None:
        super().__init__(settings, nice)
        self._told: dict[str, tuple[int, int, int]] = {}
        """For each seat which process has lines of the log, how many, and of which number."""

    async def decide(self, turn: Turn, level: str, row: TableRow, sight: Sight, report: Report) -> Reply:
        """What a player decides on what its seat sees. While others wait it has no more than the usual time."""
        assert sight.side is not None
        most = row.seats[sight.side].seconds or SECONDS
        name = f"{row.id}/{sight.side}/{level}"

        def question() -> dict[str, Any]:
            seconds = min(most, SECONDS) if self.turns.contested(turn) else most
            life, *held = self._told.get(name, (0, 0, 0))
            keep = sight.lines.still_held(*held) if life == self.life else 0
            return {
                "seat": name,
                "player": level,
                "seed": seed_of(row, str(sight.side)),
                "seconds": seconds,
                "view": sight.view,
                "log": {"keep": keep, "lines": sight.lines.lines[keep:]},
            }

        said = await self.ask(turn, question, most, report)
        if said.get("again"):
            self._told.pop(name, None)
            said = await self.ask(turn, question, most, report)
        self._told[name] = self.life, len(sight.lines.lines), sight.number
        return said


def seed_of(row: TableRow, side: str) -> int:
    """The seed of a seat's player: the same after a restart, and nothing about the dice can be told from it."""
    digest = hashlib.sha256(b"khalkhin player " + side.encode() + b" " + row.secret).digest()
    return int.from_bytes(digest[:4], "big")
