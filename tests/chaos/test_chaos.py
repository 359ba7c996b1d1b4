"""Each trouble once, with people at two tables who play on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.chaos.storm import Storm
from tests.chaos.troubles import TROUBLES


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can do all this to another process")
def test_nothing_acknowledged_is_lost_and_nothing_hidden_is_sent(tmp_path: Path) -> None:
    with Storm(tmp_path, tables=2) as storm:
        for kind in TROUBLES:
            storm.have(kind, 0.2)
        assert storm.prove() >= len(TROUBLES)
