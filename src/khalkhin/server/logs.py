"""The log: so much a minute and no more, whatever clients do."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from time import monotonic as clock

MOST_ALIKE = 10
"""Lines of one kind in a minute,"""
MOST = 200
"""and of all kinds."""
SECONDS = 60.0


class Sparing(logging.Filter):
    """Leaves out what has been said often enough, and tells afterwards how much that was."""

    def __init__(self) -> None:
        super().__init__()
        self._since = clock()
        self._said: dict[tuple[str, int, str], int] = {}
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        now = clock()
        if now - self._since >= SECONDS:
            if self._left_out:
                record.msg = f"{record.getMessage()} ({self._left_out} lines before this one were left out)"
                record.args = ()
            self._since, self._left_out = now, 0
            self._said.clear()
        kind = record.name, record.levelno, str(record.msg).partition("\n")[0][:80]
        if sum(self._said.values()) >= MOST or self._said.get(kind, 0) >= MOST_ALIKE:
            self._left_out += 1
            return False
        self._said[kind] = self._said.get(kind, 0) + 1
        return True


class AsJson(logging.Formatter):
    """A line of JSON for each, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told)


def set_up(as_json: bool = False) -> None:
    """Log to the standard error, sparingly."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for handler in logging.getLogger().handlers:
        if as_json:
            handler.setFormatter(AsJson())
        if not any(isinstance(one, Sparing) for one in handler.filters):
            handler.addFilter(Sparing())
