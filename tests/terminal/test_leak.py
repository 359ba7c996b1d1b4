"""What the rules hide stays hidden: the text for a side does not change with what it may not know."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import khalkhin.terminal
from tests.bkg.positions import board
from tests.terminal.desk import sit

MOVING = """
map
zoom
map 0813
units
boxes
turn
score
log
choices
look 0813 0815 1112 1213 0812
look 64/1 13A/1 26/3 8RC SU-149-1
why 0813
why 64/1
choices 149/1
149/1 0712
choices hex
why 0814
why 0813
map auto
undo
149/1 149/2 0811
done
24/1 0610
done
done
"""
FIGHTING = """
choices
look 0813 0815 1112 1213
zoom
map 0813
why attack 0813
why bombard 1112
why strike 1213
attack 0813 with 149/1 149/2 175A/1 air 3
odds
choices
undo
bombard 1112 175A/1
odds
undo
strike 0815 4
odds
undo
attack 0813 149/1 149/2
odds
why commit
"""
SOVIET = {
    "0812": ["SU-149-1", "SU-149-2"],
    "0713": ["SU-149-3", "SU-175A-1"],
    "0710": ["SU-24-1"],
}


def japanese(*stacks: list[str]) -> dict[str, list[str]]:
    return dict(zip(("0813", "0815", "1112", "1213"), stacks, strict=True))


FIRST = japanese(["JP-64-1", "JP-64-2", "JP-64-3"], ["JP-72-1"], ["JP-26-3"], ["JP-13A-1"])
SECOND = japanese(["JP-13A-1", "JP-23ENG", "JP-26-3"], ["JP-64-1"], ["JP-72-1"], ["JP-64-2"])


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize(("phase", "typed"), [("sov_move", MOVING), ("sov_combat", FIGHTING)])
def test_the_text_is_the_same_whoever_stands_there(phase: str, typed: str, terminal: bool) -> None:
    off = {"JP-64-3", "JP-23ENG"}
    out = []
    for hidden, flipped in ((FIRST, ["JP-64-1", "JP-72-1"]), (SECOND, ["JP-13A-1"])):
        # Counters of one position that are not in the other are off the map in neither: both see the same losses.
        spare = {"2701": sorted(off - {u for stack in hidden.values() for u in stack})}
        out.append(sit(board({**SOVIET, **hidden, **spare}, phase, flipped=flipped), typed, terminal=terminal).out)
    first, second = out
    assert first == second
    assert "3 Japanese" in first or "Attack 11" in first
    assert ("  type: " in first) == terminal


def test_the_enemy_reads_something_else() -> None:
    """The test above would mean nothing if the commands told nothing that differs."""
    texts = {sit(board({**SOVIET, **h}, "jap_move"), "look 0813\nunits\n").out for h in (FIRST, SECOND)}
    assert len(texts) == 2


def test_only_the_table_holds_the_match() -> None:
    """Nothing that shows or reads can reach a position: seats are all it gets."""
    folder = Path(next(iter(khalkhin.terminal.__path__)))
    for path in sorted(folder.glob("*.py")):
        if path.name in ("table.py", "verify.py"):
            continue
        found = {n.attr for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Attribute)}
        assert not found & {"state", "asked", "prompts", "log"}, path.name
        if path.name != "replay.py":
            assert "_match" not in found, path.name
