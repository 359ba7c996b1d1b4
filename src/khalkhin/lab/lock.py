"""One run at a time writes to a folder.

The lock is the operating system's, on a file in the folder: it is gone with the process that holds it, however that
ends, so a file that was left behind locks nobody out.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

LOCK = "run.lock"
"""The file that is locked."""


class Lock:
    """A file that only one holder can lock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None

    def acquire(self) -> bool:
        """Lock the file, if nobody else has; whether it is locked now."""
        # Other programs that this process starts do not inherit it.
        file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(file)
        except OSError:
            os.close(file)
            return False
        self._file = file
        return True

    def release(self) -> None:
        """Let others lock it. What was released already stays so."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __del__(self) -> None:
        self.release()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
