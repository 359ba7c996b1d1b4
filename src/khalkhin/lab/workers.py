"""Work in processes of its own: tasks in, results out in the order in which they are done.

Ctrl-C is for the process that hands out the tasks, and whoever stops early does not wait for what is still going on.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from typing import TypeVar

from khalkhin.ai.players.fallback_player import LOG
from khalkhin.engine.errors import KhalkhinError

T = TypeVar("T")
R = TypeVar("R")
AHEAD = 2
"""Tasks for each process that are handed out at a time: nobody waits for the next one, and results do not pile up."""


def results(work: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Generator[R, None, None]:
    """What comes of every task. Whoever closes it ends those that are still going on.

    Work and tasks travel to other processes, unless there is only one to do it.
    """
    return _one_by_one(work, tasks) if min(jobs, len(tasks)) <= 1 else _together(work, tasks, jobs)


def _one_by_one(work: Callable[[T], R], tasks: Sequence[T]) -> Generator[R, None, None]:
    hush()
    for task in tasks:
        yield work(task)


def _together(work: Callable[[T], R], tasks: Sequence[T], jobs: int) -> Generator[R, None, None]:
    others = set(active_children())
    # Fresh processes: a fork of one that has threads may hang.
    context = get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(tasks)), mp_context=context, initializer=_make_ready) as pool:
        try:
            yield from _handed_out(pool, work, tasks, jobs * AHEAD)
        except BaseException as error:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(active_children()) - others:
                process.terminate()
            if isinstance(error, BrokenProcessPool):
                raise KhalkhinError("workers.broken-off") from None
            raise


def _handed_out(
    pool: ProcessPoolExecutor, work: Callable[[T], R], tasks: Sequence[T], ahead: int
) -> Generator[R, None, None]:
    left = iter(tasks)
    going: set[Future[R]] = {pool.submit(told, work, task) for task in islice(left, ahead)}
    gone: BrokenProcessPool | None = None
    while going:
        done, going = wait(going, return_when=FIRST_COMPLETED)
        # All that is done is told before a process that is gone.
        for one in sorted(done, key=lambda one: one.exception() is not None):
            yield one.result()
        try:
            going |= {pool.submit(told, work, task) for task in islice(left, len(done))}
        except BrokenProcessPool as error:
            gone = error
    if gone is not None:
        raise gone


def told(work: Callable[[T], R], task: T) -> R:
    """Work in another process: whatever breaks there comes back as text, for not every exception can travel."""
    settle()
    try:
        return work(task)
    except Exception:
        raise RuntimeError(f"{task}:\n{traceback.format_exc()}") from None


def _make_ready() -> None:
    """Ctrl-C is for the process that hands out the tasks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    hush()


def _leave_with_parent() -> None:
    """Whoever hands out the tasks may be killed: then nobody is left to work for."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@cache
def settle() -> None:
    """Once for each process: what is there before any work stays, and is not looked through for garbage time and again.

    In a worker of a cluster that is a whole library.
    """
    gc.freeze()


def hush() -> None:
    """What goes wrong in players is written down with the game, not all over a line of progress."""
    if not LOG.handlers:
        LOG.addHandler(logging.NullHandler())
