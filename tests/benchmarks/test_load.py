"""The load is carried and accounted for: what is lost or told wrongly is noticed, and the tables can be made."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.load import page
from benchmarks.load.__main__ import Carried, Load, carry, page_table, quantile, written
from benchmarks.load.crowd import Crowd
from benchmarks.load.served import served
from benchmarks.load.stored import Heard, check, fill
from khalkhin.server.store import open_store

SMALL = Load(game="bkg", tables=3, deepest=30, rate=30, seconds=0.5)


@pytest.fixture(scope="module")
def carried(tmp_path_factory: pytest.TempPathFactory) -> Carried:
    return carry(SMALL, tmp_path_factory.mktemp("load"))


def test_every_decision_is_found_again(carried: Carried) -> None:
    assert carried.checked == len(carried.times.done) == 15
    assert 0 < len(carried.times.shown) <= 15


def test_the_tables_say_what_was_measured(carried: Carried) -> None:
    text = written(SMALL, carried)
    assert "15 of 15" in text
    assert "| nothing lost, nothing out of order     | 15 of 15" in text
    few = page.Frames(10, 0.05, 0.02)
    found = page.Measured({"document": 1000, "stylesheet": 9000, "script": 141_000}, 160_000, few, few)
    assert "151.0 KB" in page_table(found)
    assert [line.split("|")[-2].strip() for line in page_table(found).splitlines()[-3:]] == ["no", "no", "no"]
    assert "no Chromium" in page_table(None)


def test_a_quantile_is_one_of_the_times() -> None:
    times = [float(n) for n in range(100, 0, -1)]
    assert (quantile(times, 50), quantile(times, 99), quantile([3.0], 99)) == (51.0, 100.0, 3.0)


def test_what_was_not_stored_or_shown_is_noticed(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'load.db'}"
    store = open_store(database)
    tables = asyncio.run(fill(store, "bkg", 1, 10))

    async def play(address: str) -> Heard:
        async with Crowd(address, tables) as crowd:
            await crowd.play(20, 0.25)
        return crowd.desks[0].heard

    with served(database) as server:
        (heard,) = [asyncio.run(play(server.address))]
    assert check(store, [heard]) == 5
    (side, view), *_ = heard.views.items()
    wrong = {
        "not what was acknowledged": replace(heard, done=heard.done[:-1]),
        "out of order": replace(heard, numbers={side: [2, 1]}),
        "not shown the last": replace(heard, numbers={side: [1]}),
        "something else": replace(heard, views={**heard.views, side: {**view, "phase": ""}}),
        "the log of": replace(heard, logs={**heard.logs, side: [{"key": "log.turn"}]}),
    }
    for words, told in wrong.items():
        with pytest.raises(AssertionError, match=words):
            check(store, [told])
    store.close()
