"""A server of its own process for the measurements: `python -m benchmarks.load.served DATABASE` prints its address."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 60


def _serve(database: str) -> None:
    """All clients come from one address here, so what one address may do must not be what is measured."""
    from khalkhin.server.run import serve
    from khalkhin.server.settings import Limits, Settings

    def say(key: str, url: str = "", **more: Any) -> None:
        if url:
            print(url, flush=True)

    limits = Limits(socket_rate=1e4, address_rate=1e5, address_burst=100_000, sockets_each=5000)
    serve(Settings(database=database, limits=limits), 0, False, say)


class Served:
    """A running server as its clients know it, and what it costs the machine."""

    def __init__(self, address: str, pid: int) -> None:
        self.address = address
        self.pid = pid

    def memory(self) -> int | None:
        """Bytes in memory; None where the system does not tell."""
        try:
            lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        except OSError:
            return None
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))

    def processor(self) -> float | None:
        """Seconds of processor time so far."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / 100  # USER_HZ is 100 wherever there is /proc


@contextmanager
def served(database: str) -> Iterator[Served]:
    """A server on this database, stopped in good order in the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.load.served", database], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip().rstrip("/")
        if not address:
            raise SystemExit("The server did not start.")
        yield Served(address, process.pid)
        if process.poll() is not None:
            raise SystemExit(f"The server ended by itself with status {process.returncode}.")
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()


if __name__ == "__main__":
    _serve(sys.argv[1])
