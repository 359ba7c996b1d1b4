"""python -m benchmarks.environments [GAME ...]: decisions a second of `khalkhin.env.vector`, by the number of workers.

On a busy machine wall time says little, so processor time is told, too: `by processor` is what a machine with a free
core for each process would do, if the workers share the work evenly and the process that asks waits for them.
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np

import khalkhin.env
from khalkhin.engine import library

COUNT, STEPS = 16, 150
WORKERS = (0, 1, 2)


def spent(who: int) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def measure(game: str, workers: int) -> tuple[float, float]:
    """Decisions a second: by the clock, and by processor."""
    rng = np.random.default_rng(1)
    children = spent(resource.RUSAGE_CHILDREN)
    with khalkhin.env.vector(game, COUNT, workers) as vector:
        seen, _ = vector.reset(seed=1)
        own, clock = spent(resource.RUSAGE_SELF), time.perf_counter()
        for _ in range(STEPS):
            chosen = [rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
            seen = vector.step(chosen).observations
        own, clock = spent(resource.RUSAGE_SELF) - own, time.perf_counter() - clock
    shared = (spent(resource.RUSAGE_CHILDREN) - children) / max(workers, 1)
    return COUNT * STEPS / clock, COUNT * STEPS / (own + shared)


def main(wanted: list[str]) -> None:
    for game in wanted or library.codes():
        for workers in WORKERS:
            clock, processor = measure(game, workers)
            print(f"{game} {workers} workers: {clock:6.0f} a second, {processor:6.0f} by processor", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
