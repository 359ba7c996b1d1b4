"""How many games the lab plays in an hour, and what a second process or a Ray cluster makes of it.

    python -m benchmarks.lab [--quick]

Games an hour count processor time of one core. One process, two and Ray play the same planner games in turn, round
after round; what counts is the clock, so it wants a machine with nothing else to do.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Sequence
from itertools import islice

from khalkhin.engine import library
from khalkhin.lab.cluster import ray
from khalkhin.lab.play import Broken, attempt, play_one
from khalkhin.lab.request import RunRequest
from khalkhin.lab.run import Runner, processes

LEVELS = {"random": 3, "greedy": 3, "planner": 8, "search": 1}
"""Levels, and how many games each plays with itself; of those that take longest only a few."""
RACED = "pbn"
TOGETHER = 24
"""Planner games that one process, two, and Ray play against the clock."""
WARM = 8
"""Games before those: by then every worker is at work."""
ROUNDS = 3


def hourly(game: str, level: str, count: int) -> float:
    """Games an hour on one core, over the scenarios of a game in turn."""
    scenarios = list(library.get(game).scenarios)
    begin = time.process_time()
    for number in range(1, count + 1):
        sides = dict.fromkeys(library.get(game).sides, level)
        request = RunRequest.of(game, scenarios[number % len(scenarios)], levels=sides)
        play_one(request, request.task(number))
    return 3600 * count / (time.process_time() - begin)


def clocked(runner: Runner, count: int) -> float:
    """Seconds a planner game, counted when some are over, so that nobody's start counts."""
    request = RunRequest.of(RACED, games=WARM + count)
    played = runner(attempt, (request,), request.tasks())
    for one in islice(played, WARM):
        assert not isinstance(one, Broken), one.fault
    begin = time.perf_counter()
    left = sum(1 for _ in played)
    return (time.perf_counter() - begin) / left


def worker_memory(count: int) -> float:
    """The most memory that a worker had, in MB."""
    request = RunRequest.of("sn", "kantokuen", games=count)
    for _ in processes(2)(attempt, (request,), request.tasks()):
        pass
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measure the lab.")
    parser.add_argument("--quick", action="store_true", help="a first look only")
    quick = parser.parse_args(arguments).quick
    levels = {"random": 1, "greedy": 1} if quick else LEVELS
    rows = []
    for game in library.codes():
        print(f"{game}: games at every level", file=sys.stderr, flush=True)
        rows.append([game, *(f"{hourly(game, level, count):,.0f}" for level, count in levels.items())])
    print(table(["games an hour on one core", *levels], rows))
    rounds, count = (1, 6) if quick else (ROUNDS, TOGETHER)
    engines = {"one process": processes(1), "two processes": processes(2), "Ray, two workers": ray(None, 2)}
    taken: dict[str, list[float]] = {name: [] for name in engines}
    for number in range(rounds):
        for name, engine in engines.items():
            print(f"round {number + 1}: {name}", file=sys.stderr, flush=True)
            taken[name].append(clocked(engine, count))
    one, two, cluster = (sum(times) for times in taken.values())  # a busy moment is nobody's fault
    facts = [
        ["two processes as fast as one", f"{one / two:.2f} times", "1.8 times"],
        ["Ray longer than two processes", f"{100 * (cluster / two - 1):+.1f} %", "10 %"],
        ["memory of a worker", f"{worker_memory(2 if quick else 6):.0f} MB", "300 MB"],
    ]
    print()
    print(table([f"planner, {RACED}", "measured", "aim"], facts))


if __name__ == "__main__":
    main()
