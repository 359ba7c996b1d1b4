"""khalkhin fuzz: random games on every core, looking for dead ends, broken positions and records that do not replay."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TextIO

from khalkhin.cli.arguments import Parser, processes, read_options
from khalkhin.cli.progress import ProgressLine
from khalkhin.engine import library
from khalkhin.engine.dice import check_seed
from khalkhin.engine.files import save_text
from khalkhin.engine.words import Words
from khalkhin.lab.fuzz import FuzzRequest, Outcome, play_one, scenarios
from khalkhin.lab.workers import results

FAILED = 1
INTERRUPTED = 130


def describe(parser: Parser) -> None:
    parser.needs("game")
    parser.add_argument("scenario", nargs="?")
    parser.number("--games", 1, 100)
    parser.number("--seed", 0, 1)
    parser.number("--jobs", 1)
    parser.add_argument("--option", action="append")
    parser.add_argument("--out", type=Path, default=Path("fuzz-failures"))
    parser.data()


def run(given: argparse.Namespace, language: str) -> int:
    game = library.get(given.game, given.overrides)
    options = read_options(given.option, game, given.scenario)
    request = FuzzRequest(given.game, given.scenario, options, given.overrides)
    check_seed(given.seed + given.games - 1)  # the last game's
    jobs = processes(given.jobs)
    return fuzz(request, given.games, given.seed, jobs, given.out, language, sys.stdout, sys.stderr)


def fuzz(
    request: FuzzRequest, count: int, seed: int, jobs: int, folder: Path, language: str, out: TextIO, progress: TextIO
) -> int:
    """Play `count` games from `seed` on; the exit status is 0 only if nothing broke in any of them."""
    # Bad input is told before anything starts.
    scenarios(library.get(request.game, request.overrides), request)
    tally = _Tally(Words(language), request.game, count, folder, out, progress)
    status = 0
    try:
        for outcome in _outcomes(request, range(seed, seed + count), jobs):
            tally.add(outcome)
    except KeyboardInterrupt:
        status = INTERRUPTED
    tally.finish(stopped=status == INTERRUPTED)
    return FAILED if tally.failures else status


def _outcomes(request: FuzzRequest, seeds: range, jobs: int) -> Iterator[Outcome]:
    return results(partial(play_one, request), seeds, jobs)


class _Tally:
    def __init__(self, words: Words, game: str, count: int, folder: Path, out: TextIO, progress: TextIO) -> None:
        self.words, self.game, self.folder, self.out = words, game, folder, out
        self.progress = ProgressLine(progress, words, count)
        self.decisions = 0
        self.failures = 0

    def add(self, outcome: Outcome) -> None:
        self.progress.done += 1
        self.decisions += outcome.decisions
        if outcome.error:
            self.failures += 1
            self.progress.clear()
            file = self._keep(outcome)
            told = {"seed": outcome.seed, "error": outcome.error, "file": file, "command": outcome.command}
            self.out.write(self.words.say("cli.fuzz.failure", told) + "\n")
            self.out.flush()
        if self.progress.due():
            self._show()

    def _keep(self, outcome: Outcome) -> str:
        """Write the report of a failure and the record, if there is one; the name of the file that tells most."""
        self.folder.mkdir(parents=True, exist_ok=True)
        record = self.folder / f"{self.game}-{outcome.seed}.record"
        report = record.with_suffix(".txt")
        save_text(str(report), outcome.report, overwrite=True)
        if not outcome.record:
            return str(report)
        save_text(str(record), outcome.record, overwrite=True)
        return str(record)

    def _show(self) -> None:
        progress = self.progress
        told = {"done": progress.done, "games": progress.whole, "rate": f"{progress.rate:.1f}", "left": progress.left()}
        progress.show(self.words.say("cli.fuzz.progress", told))

    def finish(self, stopped: bool) -> None:
        self.progress.clear()
        if stopped:
            self.out.write(self.words.say("cli.fuzz.stopped") + "\n")
        told = {"games": self.progress.done, "decisions": f"{self.decisions:,}", "failures": self.failures}
        self.out.write(self.words.say("cli.fuzz.total", {"game": self.game, **told}) + "\n")
