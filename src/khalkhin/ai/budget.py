"""Budgets: how long a player may think in a turn, and how much of it is spent."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

SECONDS = 5.0
WAIT = 0.5
"""Seconds in which a player that does not search has played a turn."""
CORES = os.cpu_count() or 1
"""Those of this machine, for whoever thinks while a person waits."""


@dataclass(frozen=True)
class Budget:
    """What a player may spend on a whole turn."""

    seconds: float = SECONDS
    playouts: int | None = None
    """Playouts that may be made. Where it is given no clock is looked at, and games repeat exactly."""
    patience: float | None = None
    """Seconds that players who do not search may spend on a turn, where a person waits. Elsewhere they take what they
    need, which is not much, and games repeat exactly."""
    cores: int = 1
    """Processes that may think at once."""
    report: Callable[[float], None] | None = None
    """Told from time to time which share of the budget is gone, for a sign of progress."""


class Spending:
    """The budget of one turn, as it is spent."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.seconds = 0.0
        self.playouts = 0
        self._since: float | None = None

    def start(self, budget: Budget) -> None:
        """The clock runs."""
        self._budget = budget
        self._since = time.perf_counter()

    def stop(self) -> None:
        """The clock stands."""
        if self._since is not None:
            self.seconds += time.perf_counter() - self._since
            self._since = None

    @property
    def cores(self) -> int:
        return self._budget.cores

    def count_playout(self) -> None:
        """One playout has been made."""
        self.playouts += 1
        if self._budget.report is not None:
            self._budget.report(min(1.0, self.share))

    @property
    def share(self) -> float:
        """The share of the budget that is gone."""
        if self._budget.playouts is not None:
            return self.playouts / self._budget.playouts if self._budget.playouts > 0 else 1.0
        running = 0.0 if self._since is None else time.perf_counter() - self._since
        return (self.seconds + running) / self._budget.seconds if self._budget.seconds > 0 else 1.0
