"""What holds for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# A busy machine is no fault of the code: no test depends on a time. In CI the examples are the same every time.
settings.register_profile("khalkhin", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("khalkhin")


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as cores: tests of pages, servers and databases spend much of their time waiting."""
    cores = os.cpu_count() or 1
    return cores + (cores + 1) // 2
