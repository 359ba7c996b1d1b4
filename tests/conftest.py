"""What holds for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# A busy machine is no fault of the code: no test depends on a time. In CI the examples are the same every time.
settings.register_profile("khalkhin", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("khalkhin")
