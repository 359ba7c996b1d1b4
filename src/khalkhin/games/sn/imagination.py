"""What a side imagines of what it does not see: some position that agrees with its view."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from khalkhin.games.sn.position import Position


def guess(s: Position, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random) -> None:
    """Deal what is hidden."""
