"""Break the rules of a game one by one; the tests must notice.

    python -m tools.mutants bkg [--sample N] [--seed S] [--jobs J] [--only MODULE]

The tests are collected once. For every mutant a child process is forked, the fault is put into the running function,
and the tests that call that function are run, quickest first, until one fails. A mutant that none notices is alive.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from khalkhin import games
from tools.mutations import Mutant, mutants

GAMES = Path("src/khalkhin/games")
FLOOR = 0.80
SLOW = 3.0
"""Seconds: tests that take longer are left out, so that a mutant that lives is found out soon."""
TIMEOUT = 30.0
"""Seconds: a mutant whose tests take longer hangs, which is noticed too."""


class Plugin:
    """Runs inside pytest after collection: once all tests as they are, then the mutants."""

    def __init__(self, game: str, options: argparse.Namespace) -> None:
        self.game = game
        self.options = options
        self.calls: dict[CodeType, list[tuple[float, pytest.Item]]] = defaultdict(list)
        self.loading: set[CodeType] = set()
        """What runs while the game reads its data: every test leans on it, so its mutants load the game anew."""
        self.items: list[tuple[float, pytest.Item]] = []
        self.survivors: list[Mutant] = []
        self.killed = 0
        self.hung = 0
        self.failed = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._baseline(session)
        if self.failed:
            print("The tests fail without any mutant: nothing to measure.")
            return True
        todo = list(self._mutants())
        if self.options.sample:
            todo = random.Random(self.options.seed).sample(todo, min(self.options.sample, len(todo)))
        self._run(todo)
        self._report(len(todo))
        return True

    # -- which test calls what ----------------------------------------------------------------------------------------

    def _baseline(self, session: pytest.Session) -> None:
        games.forget(self.game)
        _, self.loading = self._watch(lambda: games.get(self.game))
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
            if self.options.only in (None, path.stem):
                yield from mutants(path)

    # -- one child a mutant -------------------------------------------------------------------------------------------

    def _run(self, todo: list[Mutant]) -> None:
        running: dict[int, tuple[Mutant, float]] = {}
        queue = iter(todo)
        done, start = 0, time.perf_counter()
        while done < len(todo):
            while len(running) < self.options.jobs and (mutant := next(queue, None)) is not None:
                running[self._fork(mutant)] = mutant, time.perf_counter()
            for child, verdict in self._ended(running):
                mutant, _ = running.pop(child)
                done += 1
                if verdict:
                    self.survivors.append(mutant)
                else:
                    self.killed += 1
            rate = done / max(time.perf_counter() - start, 1e-9)
            left = (len(todo) - done) / rate if rate else 0
            show(f"mutants: {done}/{len(todo)}, {len(self.survivors)} alive, {left / 60:.1f} min left")
            time.sleep(0.002)
        print()

    def _ended(self, running: dict[int, tuple[Mutant, float]]) -> Iterator[tuple[int, bool]]:
        """Children that have ended, and whether their mutant lives. One that hangs counts as noticed."""
        for child, (_, since) in list(running.items()):
            pid, status = os.waitpid(child, os.WNOHANG)
            if pid:
                yield child, os.waitstatus_to_exitcode(status) == 0
            elif time.perf_counter() - since > TIMEOUT:
                os.kill(child, 9)
                os.waitpid(child, 0)
                self.hung += 1
                yield child, False

    def _fork(self, mutant: Mutant) -> int:
        child = os.fork()
        if child:
            return child
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        os._exit(0 if self._lives(mutant) else 1)

    def _lives(self, mutant: Mutant) -> bool:
        function = find(f"khalkhin.games.{self.game}.{mutant.path.stem}", mutant.function)
        if function is None:
            return False
        if function.__code__ in self.loading:
            games.forget(self.game)
            tests = sorted(self.items, key=lambda pair: pair[0])
        else:
            tests = sorted(self.calls.get(function.__code__, []), key=lambda pair: pair[0])
        function.__code__ = mutant.code.replace(co_freevars=function.__code__.co_freevars)
        return all(run_item(item) for _, item in tests)

    # -- the verdict --------------------------------------------------------------------------------------------------

    def _report(self, total: int) -> None:
        for mutant in sorted(self.survivors, key=str):
            print(f"alive: {mutant}")
        share = self.killed / total if total else 0
        print(f"{self.game}: {self.killed} of {total} mutants killed ({100 * share:.1f} %), {self.hung} of them hung")
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
    parser.add_argument("--sample", type=int, default=0, help="only so many mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", help="only one module of the game")
    options = parser.parse_args()
    if not (GAMES / options.game).is_dir():
        parser.error(f"there is no game {options.game!r} in {GAMES}")
    plugin = Plugin(options.game, options)
    tests = [f"tests/{options.game}", f"--ignore=tests/{options.game}/oracles"]  # oracles take minutes
    pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", *tests], plugins=[plugin])
    return int(plugin.failed)


if __name__ == "__main__":
    sys.exit(main())
