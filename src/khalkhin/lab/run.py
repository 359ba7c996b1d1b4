"""A run: the games of a request that its folder does not have yet are played, each kept as soon as it is over::

    request = RunRequest.of("bkg", games=400)
    with RunFolder.opened(Path("runs/bkg"), request) as folder:
        for played in play(folder, request, processes(jobs=2)):
            print(played.number, played.row["winner"])
        write_tables(folder)

Whoever stops in between, or is stopped, goes on with the same lines. A ladder is a run like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import closing
from functools import partial
from typing import Protocol, TypeVar

from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab.folder import RunFolder
from khalkhin.lab.play import Broken, Played, attempt
from khalkhin.lab.request import RunRequest, Task
from khalkhin.lab.workers import results

T = TypeVar("T")
R = TypeVar("R")
Games = Generator[Played, None, None]


class Runner(Protocol):
    """Whatever works through tasks for some requests, and gives results back in the order in which they are done."""

    def __call__(
        self, work: Callable[..., R], requests: Sequence[RunRequest], tasks: Sequence[T]
    ) -> Generator[R, None, None]:
        """What comes of `work(*requests, task)` for every task; closing it ends those that are still going on."""


def processes(jobs: int) -> Runner:
    """Games in processes of this machine; with one job, in this one."""

    def run(work: Callable[..., R], requests: Sequence[RunRequest], tasks: Sequence[T]) -> Generator[R, None, None]:
        return results(partial(work, *requests), tasks, jobs)

    return run


def runner(name: str | None, address: str | None, jobs: int) -> Runner:
    """What plays the games, as somebody asks for it: processes of this machine, or Ray."""
    if name == "ray":
        from khalkhin.lab.cluster import ray

        return ray(address, jobs)
    if name is not None:
        raise KhalkhinError("lab.unknown-engine", engine=name)
    if address is not None:
        raise KhalkhinError("lab.address-of-ray")
    return processes(jobs)


def missing(folder: RunFolder, request: RunRequest, elsewhere: Collection[str] = ()) -> list[Task]:
    """The games of a request that a folder does not have yet, nor somebody else."""
    there = {*folder.names(), *elsewhere}
    return [task for task in request.tasks() if task.name not in there]


def play(folder: RunFolder, request: RunRequest, runner: Runner, elsewhere: Collection[str] = ()) -> Games:
    """Play what is missing; every game is kept as soon as it is over, then told."""
    moved = request if folder.overrides is None else request.moved(folder.overrides)
    with closing(runner(attempt, (moved,), missing(folder, request, elsewhere))) as games:
        for played in games:
            if isinstance(played, Broken):
                folder.add_broken(played)
            else:
                folder.add(played)
                yield played
