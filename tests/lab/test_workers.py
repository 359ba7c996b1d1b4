"""Work in processes of its own: what is done is told, whatever happens to a process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab.workers import results

KILLED = 1
PATIENCE = 60.0


def work(folder: Path, task: int) -> int:
    """One process is killed as soon as what the other has done has arrived."""
    if task == KILLED:
        _wait_for(*(folder / str(other) for other in (0, 2, 3)))
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def _wait_for(*files: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not all(file.exists() for file in files):
        assert time.monotonic() < end
        time.sleep(0.05)


def told(folder: Path) -> Iterator[int]:
    """What comes of it, if everybody waits until the process is gone before the second is asked for."""
    for task in results(partial(work, folder), range(5), 2):
        yield task
        _wait_for(folder / str(KILLED))


def test_what_is_done_is_told_before_a_process_that_was_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    submit = ProcessPoolExecutor.submit

    def noted(pool: ProcessPoolExecutor, run: Any, asked: Any, task: int) -> Future[Any]:
        """A file for every task of which it is known here what has become of it."""
        future = submit(pool, run, asked, task)
        future.add_done_callback(lambda _: (tmp_path / str(task)).touch())
        return future

    monkeypatch.setattr(ProcessPoolExecutor, "submit", noted)
    found: list[int] = []
    with pytest.raises(KhalkhinError, match="ended from outside"):
        found.extend(told(tmp_path))
    assert {0, 2, 3} <= set(found)
