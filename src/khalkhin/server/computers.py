"""Computer players at tables. They think in processes of their own; no game ever stalls because of them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import secrets
import sys
from contextlib import suppress
from typing import Any

from khalkhin import players
from khalkhin.engine.agenda import Noun
from khalkhin.engine.errors import Illegal
from khalkhin.server.audience import Sight
from khalkhin.server.http import Problem
from khalkhin.server.live import LiveTable
from khalkhin.server.settings import Settings
from khalkhin.server.store import StorageError, TableRow

LOG = logging.getLogger("khalkhin.server")
TRIES = 2
"""How often a player is asked about one decision before chance decides."""
PATIENCE = 3
"""Decisions left to chance after which a player is not asked any more, as long as its table is in memory."""
RETRY_SECONDS = (1, 2, 5, 15, 60)
"""How long to wait for a store that does not take a decision, the first time, the second time, ..."""


class Computers:
    """Plays for every seat that a computer has, at every table in memory."""

    def __init__(self, settings: Settings) -> None:
        self._workers = [Worker(settings) for _ in range(settings.workers)]
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._failed: dict[str, int] = {}
        """How often the player of a seat has failed."""

    def wake(self, table: LiveTable) -> None:
        """Play at a table, if a computer is to decide there and nobody does already."""
        if table.id not in self._playing and table.computer_due() is not None:
            task = self._playing[table.id] = asyncio.create_task(self._play(table))
            task.add_done_callback(lambda done: self._finished(table, done))

    def busy(self, table: LiveTable) -> bool:
        return table.id in self._playing

    async def stop(self) -> None:
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self._workers:
            await worker.stop()

    def _finished(self, table: LiveTable, task: asyncio.Task[None]) -> None:
        del self._playing[table.id]
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            LOG.error("table %s: the computer players stopped", table.id, exc_info=error)
        else:
            # Somebody may have decided between the last look and now.
            self.wake(table)

    async def _play(self, table: LiveTable) -> None:
        failed = 0
        while (side := table.computer_due()) is not None:
            sight = table.sights[side]
            said = await self._decision(table, side, sight)
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
            await asyncio.sleep(table.row.pace)

    async def _decision(self, table: LiveTable, side: str, sight: Sight) -> tuple[str, Noun]:
        """The player's decision; one by chance where the player fails or says what is not allowed."""
        seat = f"{table.id}/{side}"
        if self._failed.get(seat, 0) < PATIENCE:
            worker = self._workers[int(hashlib.sha256(seat.encode()).hexdigest(), 16) % len(self._workers)]
            for _ in range(TRIES):
                try:
                    verb, noun = await worker.ask(seat, table.row, sight)
                    if (reason := table.match.why(verb, noun, side)) is None:
                        return verb, noun
                    raise Illegal(reason, table.game)
                except Exception as error:
                    # Whatever goes wrong with a player, the game goes on.
                    LOG.warning("the player at %s failed: %s", seat, error)
            self._failed[seat] = self._failed.get(seat, 0) + 1
        return players.make("random", secrets.randbits(32)).decide(sight.view)


class Failed(Exception):
    """A process did not answer, or its player broke."""


class Worker:
    """One process. It is started when it is needed, and killed when it does not answer."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._told: dict[str, tuple[int, int]] = {}
        """For each seat, how many lines of the log the process has, and of which number."""

    async def ask(self, seat: str, row: TableRow, sight: Sight) -> tuple[str, Noun]:
        """What the player of a seat decides on what it sees."""
        async with self._lock:
            try:
                async with asyncio.timeout(self._settings.think_seconds):
                    process = await self._running()
                    said = await _exchange(process, self._question(seat, row, sight))
                    if said.get("again"):
                        self._told.pop(seat, None)
                        said = await _exchange(process, self._question(seat, row, sight))
            except BaseException as error:
                # Also when whoever asked goes away: the answer must not be taken for the next one's.
                await self.stop()
                if isinstance(error, OSError | ValueError | TimeoutError):
                    raise Failed(f"{type(error).__name__} {error}") from error
                raise
            if "fault" in said:
                raise Failed(said["fault"])
            self._told[seat] = len(sight.lines.lines), sight.number
            return said["verb"], said["noun"]

    def _question(self, seat: str, row: TableRow, sight: Sight) -> dict[str, Any]:
        keep = sight.lines.still_held(*self._told[seat]) if seat in self._told else 0
        assert sight.side is not None
        return {
            "seat": seat,
            "player": row.seats[sight.side].player,
            "seed": seed_of(row, sight.side),
            "view": sight.view,
            "log": {"keep": keep, "lines": sight.lines.lines[keep:]},
        }

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None:
            self._told = {}
            # A path of its own: nothing in the folder somebody happens to stand in is imported.
            path = os.pathsep.join(entry for entry in sys.path if entry)
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "khalkhin.server.worker",
                *self._settings.modules,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path},
                start_new_session=True,  # Ctrl-C is the server's business
            )
        return self._process

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _exchange(process: asyncio.subprocess.Process, question: dict[str, Any]) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(question).encode() + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise OSError("the process ended")
    said: dict[str, Any] = json.loads(line)
    return said


def seed_of(row: TableRow, side: str) -> int:
    """The seed of a seat's player: the same after a restart, and nothing about the dice can be told from it."""
    digest = hashlib.sha256(b"khalkhin player " + side.encode() + b" " + row.secret).digest()
    return int.from_bytes(digest[:4], "big")
