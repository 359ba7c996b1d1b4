"""Break the rules of a game one by one; the tests must notice.

    python -m tools.mutants bkg [--sample N] [--seed S] [--jobs J] [--only MODULE] [--book FILE] [--again]

The tests are collected once. For every mutant a child process is forked, the fault is put into the running function,
and the tests that call that function are run, quickest first, until one fails. A mutant that none notices is alive.

A sample takes one mutant of every rule before a second of any. Verdicts are kept in a book: a run that was stopped goes
on where it was, and `--again` tries only those that were alive, after tests were added.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from khalkhin.engine import library
from tools.mutant_book import ALIVE, HUNG, KILLED, Book, sample
from tools.mutations import Mutant, mutants

GAMES = Path("src/khalkhin/games")
BOOKS = Path("runs/mutants")
FLOOR = 0.92
NO_RULES = ("__init__", "chart_list", "imagination")
"""Modules without rules: how charts are listed, and what computer players believe."""
SLOW = 3.0
"""Seconds: tests that take longer are left out, so that a mutant that lives is found out soon."""
PATIENCE = 30.0, 5.0
"""Seconds at least, and times as long as they took without a fault: tests that take longer hang, which is noticed."""


class Plugin:
    """Runs inside pytest after collection: once all tests as they are, then the mutants."""

    def __init__(self, game: str, options: argparse.Namespace) -> None:
        self.game = game
        self.options = options
        self.calls: dict[CodeType, list[tuple[float, pytest.Item]]] = defaultdict(list)
        self.loading: set[CodeType] = set()
        """What runs while the game reads its data: every test leans on it, so its mutants load the game anew."""
        self.items: list[tuple[float, pytest.Item]] = []
        self.book = Book(options.book)
        self.failed = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._baseline(session)
        if self.failed:
            print("The tests fail without any mutant: nothing to measure.")
            return True
        chosen = list(self._mutants())
        if self.options.sample:
            chosen = sample(chosen, self.options.sample, self.options.seed)
        settled = (KILLED, HUNG) if self.options.again else (KILLED, HUNG, ALIVE)
        self._run([m for m in chosen if self.book.verdicts.get(m.key) not in settled])
        self._report(chosen)
        return True

    # -- which test calls what ----------------------------------------------------------------------------------------

    def _baseline(self, session: pytest.Session) -> None:
        library.forget(self.game)
        _, self.loading = self._watch(lambda: library.get(self.game))
        for number, item in enumerate(session.items, start=1):
            start = time.perf_counter()
            ok, seen = self._watch(partial(run_item, item))
            self.failed |= not ok
            spent = time.perf_counter() - start
            if spent < SLOW:
                self.items.append((spent, item))
                for code in seen:
                    self.calls[code].append(self.items[-1])
            show(f"tests as they are: {number}/{len(session.items)}")
        print()

    def _watch(self, work: Callable[[], Any]) -> tuple[Any, set[CodeType]]:
        """Do something, and note which functions of the game it calls."""
        folder, seen = str(GAMES / self.game), set[CodeType]()

        def profile(frame: Any, event: str, arg: Any) -> None:
            if event == "call" and folder in frame.f_code.co_filename:
                seen.add(frame.f_code)

        sys.setprofile(profile)
        try:
            return work(), seen
        finally:
            sys.setprofile(None)

    def _mutants(self) -> Iterator[Mutant]:
        for path in sorted((GAMES / self.game).glob("*.py")):
            if path.stem not in NO_RULES and self.options.only in (None, path.stem):
                yield from mutants(path)

    # -- one child a mutant -------------------------------------------------------------------------------------------

    def _run(self, todo: list[Mutant]) -> None:
        running: dict[int, tuple[Mutant, float]] = {}
        queue = iter(todo)
        done, start = 0, time.perf_counter()
        while done < len(todo):
            while len(running) < self.options.jobs and (mutant := next(queue, None)) is not None:
                until = time.perf_counter() + self._patience(mutant)
                running[self._fork(mutant)] = mutant, until
            for child, verdict in self._ended(running):
                self.book.add(running.pop(child)[0], verdict)
                done += 1
            rate = done / max(time.perf_counter() - start, 1e-9)
            left = (len(todo) - done) / rate if rate else 0
            show(f"mutants: {done}/{len(todo)}, {self.book.count(todo, ALIVE)} alive, {left / 60:.1f} min left")
            time.sleep(0.002)
        print()

    def _ended(self, running: dict[int, tuple[Mutant, float]]) -> Iterator[tuple[int, str]]:
        """Children that have ended, and what became of their mutant. One that hangs is noticed."""
        for child, (_, until) in list(running.items()):
            pid, status = os.waitpid(child, os.WNOHANG)
            if pid:
                yield child, ALIVE if os.waitstatus_to_exitcode(status) == 0 else KILLED
            elif time.perf_counter() > until:
                os.kill(child, 9)
                os.waitpid(child, 0)
                yield child, HUNG

    def _fork(self, mutant: Mutant) -> int:
        child = os.fork()
        if child:
            return child
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        os._exit(0 if self._lives(mutant) else 1)

    def _lives(self, mutant: Mutant) -> bool:
        function = self._running(mutant)
        if function is None:
            return False
        tests = self._tests(function)
        if function.__code__ in self.loading:
            library.forget(self.game)
        function.__code__ = mutant.code.replace(co_freevars=function.__code__.co_freevars)
        return all(run_item(item) for _, item in tests)

    def _running(self, mutant: Mutant) -> FunctionType | None:
        return find(f"khalkhin.games.{self.game}.{mutant.path.stem}", mutant.function)

    def _tests(self, function: FunctionType) -> list[tuple[float, pytest.Item]]:
        """The tests that lean on a function, quickest first."""
        code = function.__code__
        return sorted(self.items if code in self.loading else self.calls.get(code, []), key=lambda pair: pair[0])

    def _patience(self, mutant: Mutant) -> float:
        function = self._running(mutant)
        least, times = PATIENCE
        return max(least, times * sum(spent for spent, _ in self._tests(function))) if function else least

    # -- the verdict --------------------------------------------------------------------------------------------------

    def _report(self, chosen: list[Mutant]) -> None:
        for mutant in chosen:
            if self.book.verdicts[mutant.key] == ALIVE:
                print(f"alive: {mutant.rule}  {mutant}")
        hung = self.book.count(chosen, HUNG)
        killed = self.book.count(chosen, KILLED) + hung
        share = killed / len(chosen) if chosen else 0
        rules = len({mutant.rule for mutant in chosen})
        print(f"{self.game}: {killed} of {len(chosen)} mutants killed ({share:.1%}), {hung} hung; {rules} rules")
        self.failed = share < FLOOR


def find(module: str, qualified: str) -> FunctionType | None:
    """The running function of that name, through properties and class methods."""
    found: Any = importlib.import_module(module)
    for name in qualified.split("."):
        found = vars(found).get(name) if hasattr(found, "__dict__") else None
        if isinstance(found, property):
            found = found.fget
        elif isinstance(found, classmethod | staticmethod):
            found = found.__func__
        if found is None:
            return None
    found = getattr(found, "__wrapped__", found)
    return found if isinstance(found, FunctionType) else None


def run_item(item: pytest.Item) -> bool:
    """Run one collected test, quietly; True if it passes."""
    from _pytest.runner import runtestprotocol

    item._initrequest()  # type: ignore[attr-defined]
    reports = runtestprotocol(item, log=False, nextitem=None)
    return all(report.passed for report in reports)


def show(text: str) -> None:
    if sys.stdout.isatty():
        print(f"\r{text}   ", end="", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, default=0, help="only so many mutants, spread over the rules")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", help="only one module of the game")
    parser.add_argument("--book", type=Path, help=f"where verdicts are kept; {BOOKS}/GAME.jsonl if not said")
    parser.add_argument("--again", action="store_true", help="try those once more that were alive")
    options = parser.parse_args()
    options.book = options.book or BOOKS / f"{options.game}.jsonl"
    if not (GAMES / options.game).is_dir():
        parser.error(f"there is no game {options.game!r} in {GAMES}")
    plugin = Plugin(options.game, options)
    tests = [f"tests/{options.game}", f"--ignore=tests/{options.game}/oracles"]  # oracles take minutes
    pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", *tests], plugins=[plugin])
    return int(plugin.failed)


if __name__ == "__main__":
    sys.exit(main())
