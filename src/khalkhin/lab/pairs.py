"""Two runs side by side: game n of both has the same dice and players with the same seeds, and they end together.

A pair is kept as soon as both its games are over, so that the runs grow together.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab.folder import HEADING, RunFolder
from khalkhin.lab.play import Broken, Played, attempt
from khalkhin.lab.request import RunRequest

FIRST, SECOND = "a", "b"
"""The folders of the two runs."""

Requests = tuple[RunRequest, RunRequest]
Pair = tuple[Played | Broken, Played | Broken]


def attempt_both(first: RunRequest, second: RunRequest, number: int) -> Pair:
    """The games of two requests with the same number."""
    return attempt(first, first.task(number)), attempt(second, second.task(number))


class PairFolder:
    """A folder with two runs, each such as khalkhin simulate makes them."""

    def __init__(self, path: Path, requests: Requests) -> None:
        if (path / HEADING).exists():
            raise KhalkhinError("compare.a-run", folder=str(path))
        self.path = path
        places = list(zip((path / FIRST, path / SECOND), requests, strict=True))
        # Those that are there come first: nothing is begun beside the run of another request.
        places.sort(key=lambda one: not (one[0] / HEADING).exists())
        with ExitStack() as stack:
            opened = {place.name: stack.enter_context(RunFolder.opened(place, request)) for place, request in places}
            self._open = stack.pop_all()
        self.runs = opened[FIRST], opened[SECOND]

    def close(self) -> None:
        """Let other comparisons and runs add games."""
        self._open.close()

    def __enter__(self) -> PairFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def numbers(self) -> list[int]:
        """The pairs that are done."""
        first, second = (set(run.numbers()) for run in self.runs)
        return sorted(first & second)

    def moved(self, requests: Requests) -> Requests:
        """The requests with the corrections that lie in the folder."""
        first, second = (
            request if run.overrides is None else request.moved(run.overrides)
            for run, request in zip(self.runs, requests, strict=True)
        )
        return first, second

    def add(self, pair: Pair) -> None:
        """Keep the games of a pair. Whatever happens next, they are on the disk."""
        for run, played in zip(self.runs, pair, strict=True):
            if isinstance(played, Broken):
                run.add_broken(played)
            else:
                run.add(played)
