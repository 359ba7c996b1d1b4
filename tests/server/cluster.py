"""A PostgreSQL of our own: made for the tests, in a folder of theirs, and gone after them."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest


class Cluster:
    """A running server, reached by its socket in a folder.

    It never waits for the disk: tests stop PostgreSQL, but no power fails, so what it wrote is there.
    """

    def __init__(self, folder: Path, port: int, tools: Path, owner: str | None) -> None:
        self.folder = folder
        self.port = port
        self._tools = tools
        self._owner = owner

    def database(self, name: str) -> str:
        """The URL of a new database."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as line:
            line.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def url(self, name: str) -> str:
        return f"postgresql://khalkhin@127.0.0.1:{self.port}/{name}"

    def run(self, tool: str, *arguments: str) -> None:
        """Run one of PostgreSQL's own tools, which refuse to work for root."""
        command = [str(self._tools / tool), *arguments]
        if self._owner is not None:
            command = ["setpriv", f"--reuid={self._owner}", f"--regid={self._owner}", "--clear-groups", *command]
        found = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, check=False)
        assert found.returncode == 0, f"{tool}: {found.stdout} {found.stderr}"

    def start(self) -> None:
        options = f"-F -p {self.port} -k {self.folder} -h 127.0.0.1"
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-w", "-o", options, "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")


def tools() -> Path | None:
    """Where initdb and pg_ctl are."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: float(p.parts[-3]))
    return versions[-1].parent if versions else None


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A running server, or a skip that says what is missing; where services are required, a failure."""
    where = tools()
    if where is None:
        reason = "PostgreSQL is not installed: initdb is neither on the path nor in /usr/lib/postgresql"
        if os.environ.get("KHALKHIN_REQUIRE_SERVICES") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    owner = "postgres" if os.getuid() == 0 else None
    # Not in the tests' own folder: another user could not get there, and paths of sockets are short.
    folder = Path(tempfile.mkdtemp(prefix="khalkhin-pg-"))
    try:
        if owner is not None:
            user = pwd.getpwnam(owner)
            os.chown(folder, user.pw_uid, user.pw_gid)
        found = Cluster(folder, _free_port(), where, owner)
        settings = ("-U", "khalkhin", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        found.run("initdb", "-D", str(folder / "data"), *settings)
        found.start()
        try:
            yield found
        finally:
            found.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port
