"""Two runs side by side: game n of both has the same dice and players with the same seeds, and they end together.

A pair is kept as soon as both its games are over, so that the runs grow together.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab.folder import HEADING, RunFolder
from khalkhin.lab.order import Order
from khalkhin.lab.play import Broken, Played, attempt
from khalkhin.lab.run import engine
from khalkhin.lab.workers import results

FIRST, SECOND = "a", "b"
"""The folders of the two runs."""

Orders = tuple[Order, Order]
Pair = tuple[Played | Broken, Played | Broken]
Pairs = Generator[Pair, None, None]


class PairEngine(Protocol):
    """Whatever plays pairs of games by their numbers, and gives them back as they end."""

    def __call__(self, orders: Orders, numbers: Sequence[int]) -> Pairs: ...


def attempt_both(first: Order, second: Order, number: int) -> Pair:
    """The games of two orders with the same number."""
    return attempt(first, number), attempt(second, number)


def pair_engine(name: str | None, address: str | None, jobs: int) -> PairEngine:
    """What plays the pairs, as somebody asks for it: processes of this machine, or Ray."""
    if name == "ray":
        from khalkhin.lab.cluster import pairs

        return pairs(address, jobs)
    engine(name, address, jobs)  # knows what else cannot be asked for

    def play(orders: Orders, numbers: Sequence[int]) -> Pairs:
        return results(partial(attempt_both, *orders), numbers, jobs)

    return play


class PairFolder:
    """A folder with two runs, each such as khalkhin simulate makes them."""

    def __init__(self, path: Path, orders: Orders) -> None:
        if (path / HEADING).exists():
            raise KhalkhinError("compare.a-run", folder=str(path))
        self.path = path
        places = list(zip((path / FIRST, path / SECOND), orders, strict=True))
        # Those that are there come first: nothing is begun beside the run of another order.
        places.sort(key=lambda one: not (one[0] / HEADING).exists())
        opened = {place.name: RunFolder.opened(place, order) for place, order in places}
        self.runs = opened[FIRST], opened[SECOND]

    def numbers(self) -> list[int]:
        """The pairs that are done."""
        first, second = (set(run.numbers()) for run in self.runs)
        return sorted(first & second)

    def moved(self, orders: Orders) -> Orders:
        """The orders with the corrections that lie in the folder."""
        first, second = (
            order if run.overrides is None else order.moved(run.overrides)
            for run, order in zip(self.runs, orders, strict=True)
        )
        return first, second

    def add(self, pair: Pair) -> None:
        """Keep the games of a pair. Whatever happens next, they are on the disk."""
        for run, played in zip(self.runs, pair, strict=True):
            if isinstance(played, Broken):
                run.add_broken(played)
            else:
                run.add(played)
