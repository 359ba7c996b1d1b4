"""khalkhin as a command that knows the tiny game, and so do the processes that it starts."""

from __future__ import annotations

import sys

import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.cli import main

if __name__ == "__main__":
    sys.exit(main())
