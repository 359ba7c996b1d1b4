"""Times that can be compared on a noisy machine.

All contestants of a measurement take turns in many short rounds of one run, and what is compared are medians: a
disturbance then spoils a few rounds of everybody instead of all rounds of somebody. What counts is the time that the
processor gave to this process, so that waiting for other programs is nobody's fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time

Work = Callable[[], int]
"""Does something a number of times and says how often."""


@dataclass(frozen=True)
class Times:
    """Processor seconds per operation of every contestant, round by round."""

    rounds: Mapping[str, tuple[float, ...]]

    def seconds(self, name: str) -> float:
        """The median time of one operation."""
        return median(self.rounds[name])

    def ratio(self, name: str, to: str) -> float:
        """How many times as long as another a contestant takes: the median over the rounds that both were part of."""
        return median(a / b for a, b in zip(self.rounds[name], self.rounds[to], strict=True))


def race(contestants: Mapping[str, Work], rounds: int) -> Times:
    """Let everybody work in every round, each time in another order."""
    names = list(contestants)
    found: dict[str, list[float]] = {name: [] for name in names}
    for work in contestants.values():
        work()
    for turn in range(rounds):
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            begin = process_time()
            done = contestants[name]()
            found[name].append((process_time() - begin) / done)
    return Times({name: tuple(times) for name, times in found.items()})
