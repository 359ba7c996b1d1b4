"""Work in processes of its own: what is done is told, whatever happens to a process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab.workers import results

KILLED = 1
SOON, PATIENCE = 1.0, 60.0


def work(folder: Path, task: int) -> int:
    """One process is killed as soon as the other has done all the rest."""
    if task == KILLED:
        _wait_for(*(folder / str(other) for other in (0, 2, 3)))
        time.sleep(SOON)  # until what the other has done has arrived
        (folder / str(task)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    (folder / str(task)).touch()
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
        time.sleep(SOON)


def test_what_is_done_is_told_before_a_process_that_was_killed(tmp_path: Path) -> None:
    found: list[int] = []
    with pytest.raises(KhalkhinError, match="ended from outside"):
        found.extend(told(tmp_path))
    assert {0, 2, 3} <= set(found)
