"""What several tests of the engine need."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine import library
from khalkhin.engine.game import Game


@pytest.fixture
def batalha() -> Game[Any]:
    """A big game beside the tiny one."""
    return library.get("bkg")
