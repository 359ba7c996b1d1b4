"""Runs of the lab for tests: small orders, games of the tiny game in processes of their own, and rows to compare."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import tests.tiny
from khalkhin.lab import play as playing
from khalkhin.lab.folder import TABLES, RunFolder
from khalkhin.lab.order import Order
from khalkhin.lab.play import Broken, Played
from khalkhin.lab.run import Attempts, Engine, play, processes
from khalkhin.lab.tables import CLOCKS, read_table, write_tables
from khalkhin.lab.workers import results

Rows = dict[str, list[dict[str, Any]]]
DATA = Path(tests.tiny.__file__).parent / "data"


def tiny(games: int = 6, **more: Any) -> Order:
    """An order for the tiny game, with players who do not think."""
    given = {"levels": {"red": "random", "blue": "random"}, "evaluations": 4, **more}
    return Order.of("tiny", "raid", games, **given)


def corrected(folder: Path, name: str, change: Callable[[str], str]) -> Path:
    """A folder of corrections in which a file is changed."""
    (folder / name).parent.mkdir(parents=True)
    old = (DATA / name).read_text()
    assert change(old) != old
    (folder / name).write_text(change(old))
    return folder


def attempt(order: Order, number: int) -> Played | Broken:
    """A game in a process that may not have heard of the tiny game: to import this module is to hear of it."""
    return playing.attempt(order, number)


def tiny_processes(jobs: int) -> Engine:
    def play(order: Order, numbers: Sequence[int]) -> Attempts:
        return results(partial(attempt, order), numbers, jobs)

    return play


def carried_out(path: Path, order: Order, engine: Engine | None = None) -> Rows:
    """A run played to its end, and its rows."""
    folder = RunFolder.opened(path, order)
    for _ in play(folder, order, engine or processes(1)):
        pass
    write_tables(folder)
    return rows(path)


def rows(path: Path) -> Rows:
    """All rows of a run but what the clock says."""
    return {name: [without_clocks(row) for row in read_table(path, name).to_pylist()] for name in TABLES}


def without_clocks(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if not name.startswith(CLOCKS)}
