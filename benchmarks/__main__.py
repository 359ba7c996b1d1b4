"""Measure everything and print one table. `--quick` takes a few seconds and is for a first look only."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import board, declaring, engine, native
from benchmarks.sheets import GAMES, questions, sheet
from benchmarks.table import Results, written
from benchmarks.timing import Times

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    questions: int
    """Of every kind, on every map."""
    rounds: int
    """In which the board answers them."""
    positions: int
    views: int
    """Rounds in which positions are copied and seen."""
    games: int
    """Rounds of random games."""
    fronts: int
    """Games that are searched for the most crowded front."""


FULL = Plan(questions=40, rounds=150, positions=40, views=80, games=40, fronts=40)
QUICK = Plan(questions=20, rounds=20, positions=20, views=10, games=5, fronts=5)


def measure(plan: Plan, progress: Progress, folder: Path) -> Results:
    """Everything, in one run. The folder is for what has to be compiled."""
    library = native.compiled(folder)
    found: dict[tuple[str, str], Times] = {}
    for game in GAMES:
        ground = sheet(game)
        asked = questions(ground, plan.questions, seed=1)
        for task in board.TASKS:
            progress(f"{game}: {task}")
            found[game, task] = board.measure(task, ground, asked, library, plan.rounds)
    progress("bkg: positions")
    at = engine.positions(plan.positions)
    clone, views = engine.measure_clone(at, plan.views), engine.measure_views(at, plan.views)
    progress("pbn: declaring battles")
    battles = declaring.measure(plan.fronts, plan.rounds)
    progress("bkg, chess and kgw: random games")
    return Results(found, clone, views, engine.measure_games(plan.games), battles, library is not None)


def shape() -> str:
    """What the machine is, without saying which."""
    return f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    plan = QUICK if parser.parse_args(arguments).quick else FULL
    begin = time.monotonic()

    def progress(what: str) -> None:
        print(f"{time.monotonic() - begin:6.1f} s  {what}", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        results = measure(plan, progress, Path(folder))
    progress("done")
    print(f"{shape()}. In parentheses: how many times as long as khalkhin.\n\n{written(results)}")


if __name__ == "__main__":
    main()
