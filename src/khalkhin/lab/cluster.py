"""The same games on a Ray cluster: its workers play them, and everything is kept here."""

from __future__ import annotations

import importlib
import logging
import os
import socket
import tempfile
from collections.abc import Callable, Generator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab.request import RunRequest, files_of
from khalkhin.lab.run import Runner
from khalkhin.lab.workers import AHEAD, hush, settle

T = TypeVar("T")
R = TypeVar("R")
PATIENCE = 5.0
"""Seconds in which a cluster has to answer."""
Files = tuple[tuple[str, bytes], ...]
"""The corrections to a game's data, as they travel: names and contents."""


def ray(address: str | None, jobs: int) -> Runner:
    """Games on the cluster at an address, or on one of this machine's own with so many workers."""
    library = _library()

    def run(work: Callable[..., R], requests: Sequence[RunRequest], tasks: Sequence[T]) -> Generator[R, None, None]:
        return spread(library, address, jobs, work, requests, tasks)

    return run


def spread(
    library: Any,
    address: str | None,
    jobs: int,
    work: Callable[..., R],
    requests: Sequence[RunRequest],
    tasks: Sequence[T],
) -> Generator[R, None, None]:
    """What comes of some requests and every task, worked out on the cluster."""
    own = _join(library, address, jobs)
    try:
        yield from _handed_out(library, work, requests, tasks)
    finally:
        if own:
            library.shutdown()


def _library() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise KhalkhinError("lab.extra", package="ray", extra="ray") from None


def _join(library: Any, address: str | None, jobs: int) -> bool:
    """Join the cluster; whether it was joined only now, and is to be left again."""
    if library.is_initialized():
        return False
    where = {"address": address} if address else {"num_cpus": jobs, "include_dashboard": False}
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told that somebody plays
    try:
        if address:
            _knock(address)
        library.init(**where, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, ValueError, RuntimeError) as error:
        raise KhalkhinError("lab.no-cluster", address=address or "-", error=str(error).partition("\n")[0]) from None
    return True


def _knock(address: str) -> None:
    """Whether anybody is there at all: Ray itself goes on asking for minutes."""
    host, colon, port = address.rpartition("//")[2].rpartition(":")
    if colon:
        socket.create_connection((host, int(port)), PATIENCE).close()


def _handed_out(
    library: Any, work: Callable[..., R], requests: Sequence[RunRequest], tasks: Sequence[T]
) -> Generator[R, None, None]:
    """Games in the order in which they end; a few more than there are workers are handed out at a time."""
    remote = library.remote(num_cpus=1, max_retries=0)(_play)
    files = library.put([_files(request) for request in requests])
    left = iter(tasks)
    ahead = max(1, int(library.cluster_resources().get("CPU", 1))) * AHEAD
    going = [remote.remote(work, requests, files, task) for task in islice(left, ahead)]
    while going:
        done, going = library.wait(going)
        going += [remote.remote(work, requests, files, task) for task in islice(left, len(done))]
        try:
            yield from library.get(done)
        except library.exceptions.RayError:  # games that break off are told, so this is a worker that is gone
            raise KhalkhinError("workers.broken-off") from None


def _play(work: Callable[..., R], requests: Sequence[RunRequest], files: Sequence[Files], task: T) -> R:
    """Work in a worker of the cluster, which may have no folder in common with us."""
    hush()
    settle()
    there = (
        request if request.overrides is None else request.moved(_unpacked(some))
        for request, some in zip(requests, files, strict=True)
    )
    return work(*there, task)


def _files(request: RunRequest) -> Files:
    if request.overrides is None:
        return ()
    folder = request.overrides
    return tuple((path.relative_to(folder).as_posix(), path.read_bytes()) for path in files_of(folder))


@cache
def _unpacked(files: Files) -> Path:
    """The corrections in a folder of this machine, once for each worker."""
    folder = Path(tempfile.mkdtemp(prefix="khalkhin-"))
    for name, content in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder
