"""What the planner foresees is the exact expectation over the dice."""

from __future__ import annotations

import random
from itertools import product
from statistics import mean

import pytest

from khalkhin.ai.advisor import advisor_of, score_difference
from khalkhin.ai.expectation import Expectation
from khalkhin.engine.match import Match
from tests.bkg import positions as bkg
from tests.tiny import positions as tiny
from tests.tiny.assault import Declare


def test_an_air_strike_over_all_rolls() -> None:
    """Every one of the 36 rolls is played for real; the foresight is their mean."""

    def match(*dice: tuple[int, ...]) -> Match:
        return bkg.board({"0321": ["JP-26-1"], "0101": ["SU-601-1"]}, "sov_combat", turn=26, air=(10, 0), dice=dice)

    start = bkg.position(match())
    sight = Expectation(advisor_of(start.game), start, 0, random.Random(1))
    target = start.game.map.grid.at("0321")
    foreseen = sight.value([("strike", target), ("air", 6), ("commit", None)])
    played = [bkg.do(match(roll), "strike 0321", "air 6", "commit") for roll in product(range(1, 7), repeat=2)]
    assert foreseen == pytest.approx(mean(sight.evaluation(m.state) for m in played))
    assert len({sight.evaluation(m.state) for m in played}) == 2
    assert foreseen != sight.evaluation(start)


def test_a_battle_of_the_tiny_game() -> None:
    """One die, and a game that is judged by its score."""
    placed = {"0302": ["RD-COL"], "0303": ["BL-PAT"], "0501": ["BL-RES"]}
    start = tiny.board(placed, Declare(0)).state
    sight = Expectation(advisor_of(start.game), start, 0, random.Random(1))
    unit, target = start.game.sheet.index["RD-COL"], start.game.map.grid.at("0303")
    foreseen = sight.value([("unit", unit), ("hex", target), ("commit", None)])
    scores = []
    for die in range(1, 7):
        match = tiny.board(placed, Declare(0), dice=(die,))
        tiny.do(match, "red unit RD-COL", "red hex 0303", "red commit")
        scores.append(score_difference(match.state, 0))
    assert foreseen == pytest.approx(mean(scores))
    assert len(set(scores)) > 1


def test_what_cannot_be_done_is_worth_nothing() -> None:
    start = bkg.position(bkg.board({"0321": ["JP-26-1"], "0101": ["SU-601-1"]}, "sov_combat"))
    sight = Expectation(advisor_of(start.game), start, 0, random.Random(1))
    assert sight.value([("attack", start.game.map.grid.at("0321"))]) is None


def test_the_position_is_left_alone() -> None:
    start = bkg.position(bkg.board({"0321": ["JP-26-1"], "0320": ["SU-601-1"]}, "sov_combat"))
    before, dice = start.key(), start.dice
    sight = Expectation(advisor_of(start.game), start, 0, random.Random(1))
    for idea in advisor_of(start.game).ideas(start, 0, random.Random(1)):
        assert sight.value(idea) is not None
    assert start.key() == before
    assert start.dice is dice


def test_the_end_of_a_game_outweighs_everything() -> None:
    match = tiny.new()
    before = score_difference(match.state, 0)
    match.play("concede", side="blue")
    assert score_difference(match.state, 0) > before + 500
    assert score_difference(match.state, 1) < before - 500
