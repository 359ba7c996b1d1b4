"""Two runs on one folder: the second is told, and a run that was killed locks nobody out."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

LEVELS = {
    "simulate": ["simulate", "pbn", "--soviet", "random", "--japan", "random"],
    "ladder": ["ladder", "pbn", "--levels", "greedy,random"],
}
SENTENCES = {
    "en": "is in use by another run; wait until it is over, or name another folder with --out.",
    "pt": "está em uso por outra execução; espere até que termine, ou indique outra pasta com --out.",
}


def command(kind: str, out: Path, games: int, *more: str) -> list[str]:
    given = ["--games", str(games), "--jobs", "1", "--out", str(out), *more]
    return [sys.executable, "-m", "khalkhin", *LEVELS[kind], *given]


def folder(kind: str, out: Path) -> Path:
    return out / "pbn" if kind == "ladder" else out


@contextmanager
def at_work(kind: str, out: Path) -> Iterator[subprocess.Popen[str]]:
    """A run in a process of its own that goes on for long, and has a game done."""
    with subprocess.Popen(command(kind, out, 4000), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        try:
            deadline = time.monotonic() + 300
            while not list((folder(kind, out) / "games").glob("*.json.gz")):
                assert run.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.05)
            yield run
        finally:
            run.kill()
            run.communicate()


@pytest.mark.parametrize("kind", LEVELS)
def test_the_second_is_told_and_the_first_goes_on(kind: str, tmp_path: Path) -> None:
    with at_work(kind, tmp_path / "out") as first:
        for language, sentence in SENTENCES.items():
            asked = command(kind, tmp_path / "out", 4000, "--language", language)
            second = subprocess.run(asked, capture_output=True, text=True, timeout=300, check=False)
            assert second.returncode == 2
            assert second.stderr == f"khalkhin: {folder(kind, tmp_path / 'out')} {sentence}\n"
            assert second.stdout == ""
        assert first.poll() is None


@pytest.mark.parametrize("kind", LEVELS)
def test_a_run_that_was_killed_locks_nobody_out(kind: str, tmp_path: Path) -> None:
    with at_work(kind, tmp_path / "out") as first:
        first.send_signal(signal.SIGKILL)
        first.wait()
    assert (folder(kind, tmp_path / "out") / "run.lock").exists()
    again = command(kind, tmp_path / "out", 2)
    second = subprocess.run(again, capture_output=True, text=True, timeout=300, check=False)
    assert second.returncode == 0, second.stderr
    assert "already" in second.stderr
