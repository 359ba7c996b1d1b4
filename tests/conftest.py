"""What holds for all tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.assertion import rewrite
from hypothesis import settings

# A busy machine is no fault of the code: no test depends on a time. In CI the examples are the same every time.
settings.register_profile("khalkhin", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("khalkhin")


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as cores: tests of pages, servers and databases spend much of their time waiting."""
    cores = os.cpu_count() or 1
    return cores + (cores + 1) // 2


def pytest_sessionstart(session: pytest.Session) -> None:
    """Where nothing is compiled yet every worker compiles its part of the tests, instead of each of them all.

    Collecting compiles what is missing here, so this takes nothing away and may fail at nothing.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode:
        return
    mine, of = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    state = session.config.stash[rewrite.assertstate_key]
    for file in sorted(_asked_for(session.config))[mine::of]:
        folder = rewrite.get_cache_dir(file)
        compiled = folder / f"{file.stem}{rewrite.PYC_TAIL}"
        if not compiled.exists() and rewrite.try_makedirs(folder):
            stat, code = rewrite._rewrite_test(file, session.config)
            rewrite._write_pyc(state, code, stat, compiled)


def _asked_for(config: pytest.Config) -> Iterator[Path]:
    for asked in config.args:
        path = config.rootpath / asked.partition("::")[0]
        yield from path.rglob("test_*.py") if path.is_dir() else [path]
