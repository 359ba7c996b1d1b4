"""A clock that jumps: loaded into the server, it is an hour later, or earlier, whenever the process is told so."""

from __future__ import annotations

import signal
import time

JUMP = 3600.0
_real = time.time
_off = 0.0


def _jump(*_: object) -> None:
    global _off
    _off = -JUMP if _off > 0 else JUMP


def _time() -> float:
    return _real() + _off


signal.signal(signal.SIGUSR1, _jump)
time.time = _time
