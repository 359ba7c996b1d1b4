"""khalkhin serve: the command, as somebody types it."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from khalkhin.server import run
from khalkhin.server.run import DEFAULT_PORT, default_database
from tests.server.house import PATIENCE
from tests.terminal.desk import khalkhin as typed


@contextmanager
def khalkhin(*arguments: str, home: Path, browser: str = "true") -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "khalkhin", *arguments]
    env = {**os.environ, "XDG_DATA_HOME": str(home), "HOME": str(home), "BROWSER": browser, "LANG": "en"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, cwd=home
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serving_and_closing(tmp_path: Path, number: signal.Signals) -> None:
    database = tmp_path / "games.db"
    with khalkhin("serve", "--no-open", "--port", "0", "--database", f"sqlite:///{database}", home=tmp_path) as process:
        said = line(process)
        assert said.startswith("Khalkhin is open at http://127.0.0.1:")
        url = said.split()[4]
        assert line(process) == "0 tables and 1 MB are kept in the database."
        with client() as http:
            assert http.post(f"{url}api/tables", json={"game": "bkg"}).status_code == 201
        process.send_signal(number)
        assert line(process) == "Khalkhin is closed. All games are kept."
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
    with closing(sqlite3.connect(database)) as kept:
        assert kept.execute("SELECT COUNT(*) FROM tables").fetchone() == (1,)


def client() -> httpx.Client:
    """Patient with a server that listens already but does not answer yet."""
    return httpx.Client(transport=httpx.HTTPTransport(retries=10), timeout=PATIENCE)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep data and open browsers elsewhere")
def test_khalkhin_alone_opens_the_lobby(tmp_path: Path) -> None:
    """In the user's own data folder, with the browser at the address that is told."""
    visited, browser = tmp_path / "visited", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {visited}.part\nmv {visited}.part {visited}\n')
    browser.chmod(0o755)
    with taken(DEFAULT_PORT), khalkhin("--language", "en", home=tmp_path, browser=f"{browser} %s") as process:
        assert line(process) == f"Port {DEFAULT_PORT} is taken, so another one is used."
        url = line(process).split()[4]
        with client() as http:
            assert http.get(f"{url}api/games").status_code == 200
        assert (tmp_path / "khalkhin" / "khalkhin.db").is_file()
        deadline = time.monotonic() + PATIENCE
        while not visited.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    assert visited.read_text().strip() == url


@contextmanager
def taken(port: int) -> Iterator[None]:
    """A port that somebody listens at, ourselves if nobody else does."""
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("127.0.0.1", port))
            other.listen()
        except OSError:
            pass
        yield


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "65536"], "--port takes a whole number from 0 to 65535, not 65536."),
        (["--port", "http"], '--port takes a whole number from 0 on, not "http".'),
        (["--host", "no.such.host.invalid"], 'There is no address "no.such.host.invalid" to listen at: '),
        (["--host", "192.0.2.1"], "Nobody can listen at 192.0.2.1, port 8939: "),
        (["--database", "games"], '"games" names no database; expected is sqlite:///FILE or postgresql://'),
        (["--database", "sqlite:////dev/null/games.db"], 'The database "/dev/null/games.db" cannot be opened: '),
        (["--colour"], 'khalkhin serve does not know what to do with "--colour".'),
        (["chess"], 'khalkhin serve does not know what to do with "chess".'),
    ],
)
def test_bad_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str) -> None:
    monkeypatch.setattr(run, "_run", lambda *_: pytest.fail("it was served all the same"))
    said = typed("serve", "--no-open", *arguments, environment={"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)})
    assert said.status == 2
    assert said.err.startswith(f"khalkhin: {sentence}")
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_a_port_that_was_named_and_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with khalkhin("serve", "--no-open", "--port", str(port), home=tmp_path) as process:
            _, err = process.communicate(timeout=PATIENCE)
    assert err == f"khalkhin: Nobody can listen at 127.0.0.1, port {port}: Address already in use.\n"


def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert default_database() == f"sqlite:///{tmp_path}/.local/share/khalkhin/khalkhin.db"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_database() == f"sqlite:///{tmp_path}/data/khalkhin/khalkhin.db"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert default_database() == f"sqlite:///{tmp_path}/Library/Application Support/khalkhin/khalkhin.db"
