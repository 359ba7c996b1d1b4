"""Whoever looks at the past of a table, however often and however much was taken back there, holds up nobody."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from khalkhin.engine import view as engine_view
from khalkhin.server import timeline
from khalkhin.server.http import Problem
from khalkhin.server.pools import Pool, Watch
from khalkhin.server.timeline import Timeline
from tests.attacks.forty_gets import harmless
from tests.server.asker import asking
from tests.server.house import PATIENCE


def test_forty_who_ask_for_the_past_hold_up_no_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, released, followed = threading.Event(), threading.Event(), []
    follow = Timeline.follow

    def slow(self: Timeline, *given: Any) -> None:
        followed.append(self)
        begun.set()
        assert released.wait(PATIENCE)
        follow(self, *given)

    monkeypatch.setattr(Timeline, "follow", slow)
    with asking(tmp_path) as asker:
        asked, other = asker.table("tiny"), asker.table("tiny")
        asked.decide("red", asked.choose("red"))
        verb, noun = other.choose("red")

        async def attack() -> list[int]:
            client = asker._client
            asking_ = [asyncio.create_task(client.get(f"{asked.at}/frames")) for _ in range(40)]
            await asyncio.to_thread(begun.wait, PATIENCE)
            said = {"number": 1, "say": [{"verb": verb, "noun": noun}]}
            headers = {"Authorization": f"Bearer {other.tokens['red']}"}
            async with asyncio.timeout(PATIENCE):
                done = await client.post(f"{other.at}/decisions", json=said, headers=headers)
            assert done.status_code == 200
            assert not any(one.done() for one in asking_), "the past was not being worked out any more"
            released.set()
            return [one.status_code for one in await asyncio.gather(*asking_)]

        try:
            assert asker.wait(attack()) == [200] * 40
        finally:
            released.set()
    assert len(followed) == 1, "it was worked out once for all who asked"


def test_what_is_taken_back_is_looked_at_only_for_those_who_had_seen_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    side, said = harmless("bkg", 60)
    looked: list[int | None] = []
    view = engine_view.view

    def counted(*given: Any) -> Any:
        looked.append(given[1])
        return view(*given)

    with asking(tmp_path) as asker:
        table = asker.table("bkg")
        for _ in range(2):
            table.decide(side, *said)
            table.decide(side, undo=len(said))
        monkeypatch.setattr(timeline, "view", counted)
        asker.data(f"{table.at}/frames", table.tokens[side])
    assert len(said) == 60
    # Not three times before and three times after for each of the decisions.
    assert len(looked) < len(said) / 2


def _run(pool: Pool, *works: Callable[[Watch], Any]) -> list[Any]:
    async def run() -> list[Any]:
        coming = [asyncio.create_task(pool.run(n, work)) for n, work in enumerate(works)]
        return await asyncio.gather(*coming, return_exceptions=True)

    return asyncio.run(run())


def _keys(results: list[Any]) -> list[str]:
    return [one.reason.key for one in results if isinstance(one, Problem)]


def test_more_than_can_wait_is_refused_at_once() -> None:
    pool = Pool("test", PATIENCE, waiting=2)
    results = _run(pool, *[lambda _, n=n: n for n in range(5)])
    pool.stop()
    assert results[:3] == [0, 1, 2]
    assert _keys(results[3:]) == ["server.busy"] * 2


def test_work_ends_when_its_time_is_over_and_when_the_server_stops() -> None:
    def endless(watch: Watch) -> None:
        while True:
            watch()

    late = Pool("test", 0.0, waiting=2)
    assert _keys(_run(late, endless)) == ["server.too-long"]
    late.stop()
    stopped = Pool("test", 3600.0, waiting=2)

    def stopping(watch: Watch) -> None:
        stopped.stop()
        endless(watch)

    assert _keys(_run(stopped, stopping)) == ["server.stopping"]
