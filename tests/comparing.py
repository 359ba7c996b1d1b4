"""What comparisons of the games with their oracles share."""

from __future__ import annotations

import os

TIMES = int(os.environ.get("KHALKHIN_ORACLE", "1").rstrip("x"))
"""KHALKHIN_ORACLE=10x compares ten times as many positions."""
