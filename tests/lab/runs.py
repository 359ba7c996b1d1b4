"""Runs of the lab for tests: small requests, games of the tiny game in processes of their own, and rows to compare."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import tests.tiny
from khalkhin.lab.folder import TABLES, RunFolder
from khalkhin.lab.request import RunRequest
from khalkhin.lab.rows import CLOCKS, read_table, write_tables
from khalkhin.lab.run import Runner, play, processes
from khalkhin.lab.workers import results

T = TypeVar("T")
R = TypeVar("R")
Rows = dict[str, list[dict[str, Any]]]
DATA = Path(tests.tiny.__file__).parent / "data"


def tiny(games: int = 6, **more: Any) -> RunRequest:
    """A request for the tiny game, with players who do not think."""
    given = {"levels": {"red": "random", "blue": "random"}, "evaluations": 4, **more}
    return RunRequest.of("tiny", "raid", games, **given)


def corrected(folder: Path, name: str, change: Callable[[str], str]) -> Path:
    """A folder of corrections in which a file is changed."""
    (folder / name).parent.mkdir(parents=True)
    old = (DATA / name).read_text()
    assert change(old) != old
    (folder / name).write_text(change(old))
    return folder


def at_work(work: Callable[..., R], requests: Sequence[RunRequest], task: T) -> R:
    """Work in a process that may not have heard of the tiny game: to import this module is to hear of it."""
    return work(*requests, task)


def tiny_processes(jobs: int) -> Runner:
    def run(work: Callable[..., R], requests: Sequence[RunRequest], tasks: Sequence[T]) -> Generator[R, None, None]:
        return results(partial(at_work, work, requests), tasks, jobs)

    return run


def carried_out(path: Path, request: RunRequest, runner: Runner | None = None) -> Rows:
    """A run played to its end, and its rows."""
    with RunFolder.opened(path, request) as folder:
        for _ in play(folder, request, runner or processes(1)):
            pass
        write_tables(folder)
    return rows(path)


def rows(path: Path) -> Rows:
    """All rows of a run but what the clock says."""
    return {name: [without_clocks(row) for row in read_table(path, name).to_pylist()] for name in TABLES}


def without_clocks(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if not name.startswith(CLOCKS)}
