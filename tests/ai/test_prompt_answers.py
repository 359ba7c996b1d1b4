"""What an advisor may ask of a prompt."""

from __future__ import annotations

from khalkhin.ai.ideas import offered, way_out
from tests.tiny import positions as tiny
from tests.tiny.assault import Declare
from tests.tiny.plan import Plan

PLACED = {"0302": ["RD-COL"], "0303": ["BL-PAT"], "0501": ["BL-RES"]}


def test_what_is_offered_with_a_verb() -> None:
    s = tiny.board(PLACED, Declare(0)).state
    assert offered(s, 0, "unit") == [s.game.sheet.index["RD-COL"]]
    assert offered(s, 0, "hex") == []


def test_the_way_out_needs_no_noun_where_there_is_one() -> None:
    """Who has to attack names a unit; who plans may leave it at that."""
    s = tiny.board(PLACED, Declare(0)).state
    assert list(way_out(s, 0)) == [(("unit", s.game.sheet.index["RD-COL"]),)]
    planning = tiny.board(PLACED, Plan()).state
    ((said,),) = way_out(planning, planning.asked[0].side)
    assert said[1] is None
