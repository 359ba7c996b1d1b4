"""Games on a real Ray cluster with two workers, begun and ended by the command itself."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from khalkhin.engine import library
from khalkhin.lab.folder import RunFolder
from khalkhin.lab.request import RunRequest
from tests.lab.runs import carried_out, rows
from tests.terminal.desk import khalkhin

pytestmark = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="ray is not installed")

ORDER = ["simulate", "pbn", "--soviet", "random", "--japan", "random"]


@pytest.fixture
def corrections(tmp_path: Path) -> Path:
    """A folder of corrections that lie where only this process looks."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "charts.toml").write_text((library.get("pbn").folder / "charts.toml").read_text() + "\n")
    return own


def command(folder: Path, count: int, *more: str) -> subprocess.Popen[str]:
    ordered = [*ORDER, "--games", str(count), "--engine", "ray", "--jobs", "2", "--out", str(folder), *more]
    return subprocess.Popen(
        [sys.executable, "-m", "khalkhin", *ordered],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LC_ALL": "C"},
    )


def players_of(command: int) -> list[int]:
    """The workers that play in the cluster this command began; other clusters on the machine are left alone."""
    parents, playing = {}, []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            # The name, in brackets, may hold spaces; the parent is the second field behind it.
            parents[int(process.name)] = int(process.joinpath("stat").read_text().rpartition(")")[2].split()[1])
            if process.joinpath("cmdline").read_bytes().startswith(b"ray::_play"):
                playing.append(int(process.name))
        except OSError:
            continue

    def above(process: int) -> Iterator[int]:
        while process in parents:
            yield (process := parents[process])

    return [worker for worker in playing if command in above(worker)]


def test_ray_plays_what_one_process_plays(corrections: Path, tmp_path: Path) -> None:
    with command(tmp_path / "ray", 3, "--data-override", str(corrections)) as process:
        out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert out.startswith("pbn campaign: 3 games, Soviet: random, Japanese: random, seed 1\n")
    assert err.splitlines()[0] == "3 games are to be played."
    assert all(" games, " in line for line in err.splitlines()[1:]), "Ray says nothing of its own"
    request = RunRequest.of("pbn", None, 3, {"soviet": "random", "japan": "random"}, overrides=corrections)
    assert rows(tmp_path / "ray") == carried_out(tmp_path / "alone", request)


def test_a_worker_of_ray_that_was_killed_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    with command(tmp_path / "ray", 40) as process:
        deadline = time.monotonic() + 300
        while not list(tmp_path.glob("ray/games/*.json.gz")) or not (playing := players_of(process.pid)):
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.05)
        os.kill(playing[0], signal.SIGKILL)
        _, err = process.communicate(timeout=300)
    assert process.returncode == 2
    assert err.splitlines()[-1].startswith("khalkhin: A process that played was ended from outside. All games that ")
    assert "Traceback" not in err
    done = RunFolder(tmp_path / "ray").numbers()
    assert 0 < len(done) < 40
    assert [row["number"] for row in rows(tmp_path / "ray")["games"]] == done


def test_a_cluster_that_is_not_there_is_told(tmp_path: Path) -> None:
    said = khalkhin(*ORDER, "--engine", "ray", "--address", "127.0.0.1:1", "--out", tmp_path / "ray")
    assert said.status == 2
    assert said.err.splitlines()[-1].startswith("khalkhin: Ray cannot be reached at 127.0.0.1:1: ")
    assert RunFolder(tmp_path / "ray").numbers() == []
