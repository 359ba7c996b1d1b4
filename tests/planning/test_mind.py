"""Thoughts step by step, and eyes that remember."""

from __future__ import annotations

import random

import pytest

from tests.planning.valley import Mind
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
    eye = Mind().eye(here, RED)
    assert eye(here) == 4 + 2
    after = here.clone()
    after.put(here.game.sheet.index["RD-DET-1"], here.game.map.grid.at("0502"))
    after.village = RED
    assert eye(after) == 10 + 4 + 2
    assert eye.asked == 3
    eye.before_battle = True
    assert eye(after) == 116


def test_a_post_is_looked_at_once(here: Position) -> None:
    eye = Mind().eye(here, RED)
    assert [eye.post(0, 7), eye.post(0, 7), eye.post(0, 8)] == [7.0, 7.0, 8.0]
    assert eye.asked == 2


def test_one_eye_for_one_position_as_long_as_a_phase_lasts(here: Position) -> None:
    mind = Mind()
    eye = mind.eye(here, RED)
    assert mind.eye(here, RED) is eye
    assert mind.eye(here, 1) is not eye
    assert mind.eye(here.clone(), RED) is not eye
    assert mind.keep(twin := here.clone(), RED, eye) is mind.eye(twin, RED)
    here.turn += 1
    assert mind.eye(here, RED) is not eye


def test_a_thought_for_a_step_and_another_in_haste(here: Position) -> None:
    mind = Mind()
    assert list(mind.ideas(here, RED, RNG)) == [(("unit", RED),)]
    assert list(mind.swift(here, RED, RNG)) == [(("done", None),)]
    assert mind.combines(here)


def test_what_comes_first_comes_alone(here: Position) -> None:
    mind = Mind()
    here.shaken = 1
    assert list(mind.ideas(here, RED, RNG)) == [(("flare", here.game.village),)] == list(mind.swift(here, RED, RNG))
    assert not mind.combines(here)


def test_a_step_without_a_thought_has_a_way_out() -> None:
    s = tiny.board(PLACED, Plan()).state
    assert isinstance(s, Position)
    ((said,),) = Mind().ideas(s, s.asked[0].side, RNG)
    assert said[1] is None
    assert not Mind().combines(s)


def test_who_names_the_next_unit_is_done_with_the_one_before() -> None:
    done = ("done", None)
    first, second = [("unit", 1), ("hex", 2), done], [("unit", 3), ("hex", 4), done]
    assert Mind().joined([first, second]) == [*first[:2], *second]
    assert Mind().finish() == (done,)
