"""A run: the games of an order that its folder does not have yet are played, each kept as soon as it is over::

    order = Order.of("bkg", games=400)
    folder = RunFolder.opened(Path("runs/bkg"), order)
    for played in play(folder, order, processes(jobs=2)):
        print(played.number, played.row["winner"])
    write_tables(folder)

Whoever stops in between, or is stopped, goes on with the same lines.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from functools import partial
from typing import Protocol

from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab.folder import RunFolder
from khalkhin.lab.order import Order
from khalkhin.lab.play import Broken, Played, attempt
from khalkhin.lab.workers import results

Games = Generator[Played, None, None]
Attempts = Generator[Played | Broken, None, None]


class Engine(Protocol):
    """Whatever plays games by their numbers, and gives them back as they end."""

    def __call__(self, order: Order, numbers: Sequence[int]) -> Attempts: ...


def processes(jobs: int) -> Engine:
    """Games in processes of this machine."""

    def play(order: Order, numbers: Sequence[int]) -> Attempts:
        return results(partial(attempt, order), numbers, jobs)

    return play


def engine(name: str | None, address: str | None, jobs: int) -> Engine:
    """What plays the games, as somebody asks for it: processes of this machine, or Ray."""
    if name == "ray":
        from khalkhin.lab.cluster import ray

        return ray(address, jobs)
    if name is not None:
        raise KhalkhinError("lab.unknown-engine", engine=name)
    if address is not None:
        raise KhalkhinError("lab.address-of-ray")
    return processes(jobs)


def missing(folder: RunFolder, order: Order) -> list[int]:
    """The games of an order that a folder does not have yet."""
    there = set(folder.numbers())
    return [number for number in order.numbers() if number not in there]


def play(folder: RunFolder, order: Order, engine: Engine) -> Games:
    """Play what is missing; every game is kept as soon as it is over, then told."""
    moved = order if folder.overrides is None else order.moved(folder.overrides)
    with closing(engine(moved, missing(folder, order))) as games:
        for played in games:
            if isinstance(played, Broken):
                folder.add_broken(played)
            else:
                folder.add(played)
                yield played
