"""A ladder: levels against each other, every set-up twice with the sides swapped::

request = RunRequest.ladder("bkg", levels=["greedy", "planner"], games=20)
with RunFolder.opened(Path("ladder/bkg"), request) as folder:
    ladder = Ladder(request, folder)
    for result in ladder.play(processes(jobs=2)):
        print(result.seats, result.winner)
    print(standings.of(request, ladder.results()))
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import closing

from khalkhin.lab.folder import RunFolder
from khalkhin.lab.request import RunRequest, Task
from khalkhin.lab.results import GameResult
from khalkhin.lab.run import Runner, missing, play


class Ladder:
    """A run with pairings on its way: the results of the games that are done."""

    def __init__(self, request: RunRequest, folder: RunFolder, older: Mapping[str, GameResult] | None = None) -> None:
        self.request, self.folder = request, folder
        self._older = older or {}
        """Games in a book of an earlier version, by their names."""
        self._sides = request.rules().sides
        there = folder.names()
        self._results = {name: result for name, result in self._older.items() if name not in there}
        for task in request.tasks():
            if task.name in there:
                self._results[task.name] = self._read(task)

    def _read(self, task: Task) -> GameResult:
        return GameResult.of(task, self._sides, self.folder.read(task.number, task.name))

    def results(self) -> list[GameResult]:
        """The games of the request that are done."""
        tasks = self.request.tasks()
        return [self._results[task.name] for task in tasks if task.name in self._results]

    def missing(self) -> list[Task]:
        """The games that are still to be played."""
        return missing(self.folder, self.request, self._older)

    def play(self, runner: Runner) -> Generator[GameResult, None, None]:
        """Play what is missing; every game is kept as soon as it is over, then told."""
        with closing(play(self.folder, self.request, runner, self._older)) as games:
            for played in games:
                result = GameResult.of(played.task, self._sides, played.data())
                self._results[played.task.name] = result
                yield result
