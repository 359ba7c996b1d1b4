"""What a server counts of its own work, as text that Prometheus reads."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

SECONDS = (0.005, 0.01, 0.025, 0.06, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Where the times of requests are told apart."""


class Histogram:
    """How often something took how long."""

    def __init__(self, name: str, about: str) -> None:
        self._name, self._about = name, about
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def note(self, seconds: float) -> None:
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self._name} {self._about}"
        yield f"# TYPE {self._name} histogram"
        total = 0
        for most, count in zip((*map(str, SECONDS), "+Inf"), self._counts, strict=True):
            total += count
            yield f'{self._name}_bucket{{le="{most}"}} {total}'
        yield f"{self._name}_sum {self._sum:.6f}"
        yield f"{self._name}_count {total}"


class Measures:
    """Those of one server."""

    def __init__(self) -> None:
        self._began = time.time()
        self._answers: Counter[str] = Counter()
        self._seconds = Histogram("khalkhin_request_seconds", "Time until a request was answered.")
        self.sockets = 0
        """Open WebSockets."""

    def answered(self, status: int, seconds: float) -> None:
        self._answers[f"{status // 100}xx"] += 1
        self._seconds.note(seconds)

    def lines(self) -> Iterator[str]:
        yield "# TYPE khalkhin_start_time_seconds gauge"
        yield f"khalkhin_start_time_seconds {self._began:.3f}"
        yield "# TYPE khalkhin_sockets gauge"
        yield f"khalkhin_sockets {self.sockets}"
        yield "# HELP khalkhin_requests_total Requests by the class of their status."
        yield "# TYPE khalkhin_requests_total counter"
        for status, count in sorted(self._answers.items()):
            yield f'khalkhin_requests_total{{status="{status}"}} {count}'
        yield from self._seconds.lines()
