"""Processes that think for the server."""

from __future__ import annotations

import asyncio

import pytest

from khalkhin.server.settings import Settings
from khalkhin.server.turns import Turn
from khalkhin.server.workers import Failed, Worker


def test_a_worker_ends_with_those_it_has_forked() -> None:
    async def live() -> None:
        worker = Worker(Settings(database="sqlite://", modules=("tests.server.forking",)))
        with pytest.raises(Failed):
            await worker.ask(Turn("", ""), dict)
        async with asyncio.timeout(10):
            await worker.stop()

    asyncio.run(live())
