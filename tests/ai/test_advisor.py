"""Which ideas an advisor has at a step, and how long an evaluation is kept."""

from __future__ import annotations

import random

import pytest

from tests.ai.valley import Advisor
from tests.tiny import positions as tiny
from tests.tiny.assault import Declare
from tests.tiny.plan import Plan
from tests.tiny.position import RED, Position

PLACED = {"0302": ["RD-COL"], "0303": ["BL-PAT"], "0501": ["RD-DET-1"]}
RNG = random.Random(1)


@pytest.fixture
def here() -> Position:
    found = tiny.board(PLACED, Declare(RED)).state
    assert isinstance(found, Position)
    return found


def test_a_stack_is_looked_at_once(here: Position) -> None:
    evaluation = Advisor(tiny.the_game()).evaluation(here, RED)
    assert evaluation(here) == 4 + 2
    after = here.clone()
    after.put(here.game.sheet.index["RD-DET-1"], here.game.map.grid.at("0502"))
    after.village = RED
    assert evaluation(after) == 10 + 4 + 2
    assert evaluation.asked == 3
    evaluation.before_battle = True
    assert evaluation(after) == 116


def test_a_post_is_looked_at_once(here: Position) -> None:
    evaluation = Advisor(tiny.the_game()).evaluation(here, RED)
    assert [evaluation.post(0, 7), evaluation.post(0, 7), evaluation.post(0, 8)] == [7.0, 7.0, 8.0]
    assert evaluation.asked == 2


def test_one_evaluation_for_one_position_as_long_as_a_phase_lasts(here: Position) -> None:
    advisor = Advisor(tiny.the_game())
    evaluation = advisor.evaluation(here, RED)
    assert advisor.evaluation(here, RED) is evaluation
    assert advisor.evaluation(here, 1) is not evaluation
    assert advisor.evaluation(here.clone(), RED) is not evaluation
    assert advisor._keep(twin := here.clone(), RED, evaluation) is advisor.evaluation(twin, RED)
    here.turn += 1
    assert advisor.evaluation(here, RED) is not evaluation


def test_a_thought_for_a_step_and_another_in_haste(here: Position) -> None:
    advisor = Advisor(tiny.the_game())
    assert list(advisor.ideas(here, RED, RNG)) == [(("unit", RED),)]
    assert list(advisor.quick_ideas(here, RED, RNG)) == [(("done", None),)]
    assert advisor.combines(here)


def test_what_comes_first_comes_alone(here: Position) -> None:
    advisor = Advisor(tiny.the_game())
    here.shaken = 1
    assert (
        list(advisor.ideas(here, RED, RNG))
        == [(("flare", here.game.village),)]
        == list(advisor.quick_ideas(here, RED, RNG))
    )
    assert not advisor.combines(here)


def test_a_step_without_a_thought_has_a_way_out() -> None:
    s = tiny.board(PLACED, Plan()).state
    assert isinstance(s, Position)
    ((said,),) = Advisor(tiny.the_game()).ideas(s, s.asked[0].side, RNG)
    assert said[1] is None
    assert not Advisor(tiny.the_game()).combines(s)


def test_who_names_the_next_unit_is_done_with_the_one_before() -> None:
    done = ("done", None)
    first, second = [("unit", 1), ("hex", 2), done], [("unit", 3), ("hex", 4), done]
    assert Advisor(tiny.the_game()).join([first, second]) == [*first[:2], *second]
    assert Advisor(tiny.the_game()).finish() == (done,)
