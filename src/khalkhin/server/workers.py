"""Processes that think for the server: it asks one question at a time, and kills a process that does not answer."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from khalkhin.server.settings import Settings
from khalkhin.server.turns import Turn, Turns

Reply = dict[str, Any]
Report = Callable[[float], None]
"""Told which share of its time a player has used."""

LONGEST = 4 * 1024 * 1024
"""Bytes of one answer: what is found out about a whole game is a long line."""
NICE = 5
"""How far a process that thinks steps back for people who play,"""
NICEST = 15
"""and one for those who only look on also for the opponents of people."""


class Failed(Exception):
    """A process did not answer, or its player broke."""


class Slow(Failed):
    """A process took longer than it may."""


class Worker:
    """One process. It is started when it is needed, and killed when it does not answer."""

    def __init__(self, settings: Settings, nice: int = NICE, most_each: int | None = None) -> None:
        self._settings = settings
        self._nice = nice
        self.turns = Turns(most_each)
        self._process: asyncio.subprocess.Process | None = None
        self.life = 0
        """How many processes there have been: a new one remembers nothing of what the last one was told."""

    async def ask(
        self, turn: Turn, question: Callable[[], dict[str, Any]], seconds: float = 0.0, report: Report | None = None
    ) -> Reply:
        """The answer to a question, which is put together when its turn comes; `seconds` may be spent on purpose."""
        async with self.turns.take(turn):
            try:
                async with asyncio.timeout(self._settings.think_seconds + seconds):
                    process = await self._running()
                    said = await _exchange(process, question(), report)
            except BaseException as error:
                # Also when whoever asked goes away: the answer must not be taken for the next one's.
                await self.stop()
                if isinstance(error, TimeoutError):
                    raise Slow("it takes too long") from error
                if isinstance(error, OSError | ValueError):
                    raise Failed(f"{type(error).__name__} {error}") from error
                raise
            if "fault" in said:
                raise Failed(said["fault"])
            return said

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None:
            self.life += 1
            # A path of its own: nothing in the folder somebody happens to stand in is imported.
            path = os.pathsep.join(entry for entry in sys.path if entry)
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "khalkhin.server.worker",
                str(self._nice),
                *self._settings.modules,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST,
                env={**os.environ, "PYTHONPATH": path},
                start_new_session=True,  # Ctrl-C is the server's business
            )
        return self._process

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                _kill(process)
            await process.wait()


def _kill(process: asyncio.subprocess.Process) -> None:
    """End a process and those it has forked to think: they would think on, and hold its pipes open."""
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)


async def _exchange(process: asyncio.subprocess.Process, question: dict[str, Any], report: Report | None) -> Reply:
    """One line there; lines of progress and at last the answer back."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(question).encode() + b"\n")
    await process.stdin.drain()
    while True:
        line = await process.stdout.readline()
        if not line:
            raise OSError("the process ended")
        said: Reply = json.loads(line)
        if "progress" not in said:
            return said
        if report is not None:
            report(said["progress"])
