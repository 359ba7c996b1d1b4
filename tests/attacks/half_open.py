"""Three hundred connections that are held open with half a request, against a server that may have 256 files."""

from __future__ import annotations

import socket
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path

from tests.attacks.bystander import Bystander
from tests.server.process import Process

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
COUNT = 300
SECONDS = 20.0


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        log = stack.enter_context((Path(folder) / "log").open("wb"))
        server = stack.enter_context(Process(f"sqlite:///{folder}/khalkhin.db", files=256, log=log))
        bystander = Bystander(server)
        for _ in range(COUNT):
            line = stack.enter_context(closing(socket.create_connection(("127.0.0.1", server.port))))
            line.sendall(HALF)
        latest = time.monotonic() + SECONDS
        while time.monotonic() < latest:
            bystander.play()
        size = (Path(folder) / "log").stat().st_size
        print(f"{COUNT} half-open connections: {bystander.told()}; {size} bytes of log in {SECONDS:.0f} s")


if __name__ == "__main__":
    main()
