"""The ai of a game is imported when somebody thinks, and not before."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADED = """
import sys, khalkhin
from khalkhin.engine.view import answers
match = khalkhin.new({code!r}, seed=1)
for _ in range(20):
    side = match.game.sides[match.prompts()[0].side]
    match.play(*answers(match.view(side))[0], side=side)
before = [name for name in sys.modules if name.startswith("khalkhin.ai") or ".ai." in name or name.endswith(".ai")]
from khalkhin.ai.advisor import advisor_of
advisor_of(match.game)
print(before, "khalkhin.games.{code}.ai.advisor" in sys.modules)
"""


@pytest.mark.parametrize("code", ["bkg", "kgw", "pbn", "sn"])
def test_a_game_that_is_played_by_people_does_not_import_what_thinks(code: str) -> None:
    run = subprocess.run([sys.executable, "-c", LOADED.format(code=code)], capture_output=True, text=True, check=True)
    assert run.stdout == "[] True\n"
