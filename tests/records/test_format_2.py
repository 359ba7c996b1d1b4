"""Records of format 2 stay as they are: of a game whose rules and data do not change, every line is proven."""

from __future__ import annotations

from pathlib import Path

import pytest

from khalkhin.engine.record import replay_as_far
from tests.tiny.positions import the_game

FOLDER = Path(__file__).parent / "format_2"


@pytest.mark.parametrize("name", ["tiny-whole", "tiny-shares"])
def test_every_line_is_proven_and_written_again(name: str) -> None:
    """If this fails without a change of the tiny game, records that people have saved cannot be read any more."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    found = replay_as_far(text, the_game())
    assert found.today
    assert found.turns[0] == found.turns[1] > 0
    assert found.match.record() == text
