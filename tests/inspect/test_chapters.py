"""Where to find a chapter of a rulebook: the index of a game folder is what its modules say of themselves."""

from __future__ import annotations

import pytest

from khalkhin.engine import library
from tools.chapters import GAMES, index

GAMES_HERE = [code for code in library.codes() if (GAMES / code).is_dir()]


@pytest.mark.parametrize("code", GAMES_HERE)
def test_the_index_of_a_game_folder_is_true(code: str) -> None:
    """After a change of modules: python -m tools.chapters."""
    assert (GAMES / code / "README.md").read_text("utf-8") == index(code)


def test_chapters_stand_in_the_order_of_the_rulebook() -> None:
    """A chapter is found by its number, and a module without one is not among them."""
    rows = [line.strip("| ") for line in index("kgw").splitlines() if line.startswith("| ")]
    chapters = [int(row.partition(".")[0]) for row in rows if row[:1].isdigit()]
    assert len(chapters) > 20
    assert chapters == sorted(chapters)
