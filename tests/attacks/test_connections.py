"""Connections that are only held open shut nobody out, and nobody fills the log."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from khalkhin.server import logs
from khalkhin.server.connections import RESERVE
from khalkhin.server.logs import MOST_ALIKE, Sparing
from khalkhin.server.settings import Limits
from tests.server.house import FAST, PATIENCE, House, eventually

Opened = Callable[..., House]
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
def opened(tmp_path: Path) -> Any:
    """Servers with limits of their own."""
    with ExitStack() as stack:

        def make(files: int = 8192, **limits: Any) -> House:
            chosen = Limits(**{**vars(FAST), **limits})
            return stack.enter_context(House(tmp_path / "x.db", files=files, limits=chosen))

        yield make


def _connect(house: House, said: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", house.port), PATIENCE)
    line.sendall(said)
    return line


def _ended(line: socket.socket) -> bool:
    """Whether the server hangs up, whatever it says before."""
    line.settimeout(PATIENCE)
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


@pytest.mark.parametrize("said", [b"", HALF], ids=["silent", "half a request"])
def test_three_hundred_that_are_half_open_shut_nobody_out(opened: Opened, said: bytes) -> None:
    house = opened(files=RESERVE + 100)
    with ExitStack() as stack:
        for _ in range(300):
            stack.enter_context(closing(_connect(house, said)))
        assert house.http.get("/api/games").status_code == 200
        key = house.table()
        with house.sit(key, "red") as red:
            assert red.decide(red.choices()[0])["type"] == "done"
        assert len(house.connections) <= 100


def test_who_plays_is_not_hung_up_on_to_make_room(opened: Opened) -> None:
    house = opened(files=RESERVE + 20)
    key = house.table()
    with ExitStack() as stack, house.sit(key, "red") as red:
        for _ in range(60):
            stack.enter_context(closing(_connect(house)))
        red.ping()
        assert red.decide(red.choices()[0])["type"] == "done"


def test_where_all_are_busy_another_is_refused(opened: Opened) -> None:
    house = opened(files=RESERVE + 3)
    key = house.table()
    house.http.close()
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(house.sit(key))
        with closing(_connect(house, HALF + b"\r\n")) as line:
            assert _ended(line)


def test_one_address_has_its_share(opened: Opened) -> None:
    house = opened(connections_each=5)
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(_connect(house))) for _ in range(9)]
        eventually(lambda: len(house.connections) == 5, "the others have made room")
        assert _ended(lines[0]), "the one that has waited for the longest time was hung up on"


@pytest.mark.parametrize(
    "said",
    [b"", HALF, HALF + b"\r\n" + HALF, HALF + b"Content-Length: 5\r\n\r\n"],
    ids=["silent", "half a request", "half a second one", "no body"],
)
def test_who_owes_a_request_is_hung_up_on(opened: Opened, said: bytes) -> None:
    house = opened(header_seconds=0.3)
    with closing(_connect(house, said)) as line:
        assert _ended(line)
    eventually(lambda: len(house.connections) == 0, "it is counted no more")


def test_a_request_that_comes_byte_by_byte_is_hung_up_on(opened: Opened) -> None:
    """Its bytes do not buy it time."""
    house = opened(header_seconds=0.5)
    with closing(_connect(house)) as line:

        def sent() -> bool:
            try:
                line.sendall(b"G")
            except OSError:
                return True
            return False

        eventually(sent, "the server listens for ever")


def test_who_does_not_read_is_hung_up_on(opened: Opened) -> None:
    house = opened(reading_seconds=0.3)
    line = socket.socket()
    with closing(line):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", house.port))
        line.sendall((b"GET /api/games/bkg/sheet HTTP/1.1\r\nHost: localhost\r\n\r\n") * 40)
        eventually(lambda: len(house.connections) == 0, "it is waited for, for ever")


def test_sockets_stay_open_as_long_as_they_like(opened: Opened) -> None:
    house = opened(header_seconds=0.1)
    with house.sit(house.table(), "red") as red:
        latest = time.monotonic() + 0.5
        while time.monotonic() < latest:
            red.ping()
        assert red.decide(red.choices()[0])["type"] == "done"


def test_the_log_cannot_be_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(logs, "clock", lambda: now[0])
    sparing, log = Sparing(), logging.Logger("khalkhin.test")

    def line(text: str, *args: object) -> logging.LogRecord:
        return log.makeRecord(log.name, logging.WARNING, "", 0, text, args, None)

    heard = [sparing.filter(line("Invalid request %d\n%s", n, "x" * 100)) for n in range(1000)]
    assert heard.count(True) == MOST_ALIKE
    assert sparing.filter(line("something else"))
    assert [sparing.filter(line(f"kind {n}")) for n in range(1000)].count(True) < logs.MOST
    now[0] += logs.SECONDS
    told = line("Invalid request %d", 5)
    assert sparing.filter(told)
    assert told.getMessage() == "Invalid request 5 (1801 lines before this one were left out)"
