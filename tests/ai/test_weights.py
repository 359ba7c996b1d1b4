"""Weights: what each of them does, and those that were tuned by games."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from khalkhin.ai import advisor
from khalkhin.ai.advisor import advisor_of
from khalkhin.ai.ideas import Idea
from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.ai.players.search_player import SearchPlayer
from khalkhin.ai.sampling import scene_of
from khalkhin.ai.search.playout import Playout
from khalkhin.ai.tuning import replaced
from khalkhin.ai.weights import FACTORS, STANDARD, VARIANTS, TunedFactors, Weights
from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.state import State
from khalkhin.games.pbn.ai.air_ideas import fire_value
from tests.ai.valley import Advisor
from tests.tiny import positions as tiny
from tests.tiny.assault import Declare
from tests.tiny.position import RED, Position

TUNED = ("pbn", "sn")


def judge(code: str) -> advisor.Advisor[Any, Any]:
    found = advisor_of(library.get(code))
    assert isinstance(found, advisor.Advisor)
    return found


@cache
def reached(code: str, step: str, scenario: str | None = None, turn: int = 1) -> State:
    """The first position of a game between planners in which a step is asked for, in a turn or later."""
    match = Match(library.get(code).start(scenario, None, Dice.practice(4)))
    players = [PlannerPlayer(side) for side in range(2)]
    while type(match.state.agenda[-1]).__name__ != step or match.state.turn < turn:
        side = match.prompts()[0].side
        match.play(*players[side].decide(match.view(match.game.sides[side])), side=match.game.sides[side])
    return match.state


def first(code: str, s: State, weights: Weights) -> Idea:
    """The first idea of an advisor with these weights."""
    return list(next(iter(judge(code).with_weights(weights).ideas(s, s.asked[0].side, random.Random(1)))))


# -- what somebody leans to -------------------------------------------------------------------------------------------


def test_somebody_leans_on_top_of_what_he_leans_to_already() -> None:
    found = Weights(danger=0.5, spending=2.0, skipped_goals=1).scaled_by(
        Weights(danger=0.4, attack=1.3, skipped_goals=2)
    )
    assert found == Weights(danger=0.2, attack=1.3, spending=2.0, skipped_goals=3)
    assert [STANDARD.scaled_by(other) for other in VARIANTS] == list(VARIANTS)


def test_tuned_factors_are_weights_and_the_others_are_as_usual() -> None:
    assert TunedFactors(10, {"danger": 0.7}).weights == Weights(danger=0.7)


@pytest.mark.parametrize("code", TUNED)
def test_the_tuned_advisor_has_the_weights_of_its_game_and_its_variants_scale_them(code: str) -> None:
    calm = judge(code)
    assert calm.variants is not None, "what is kept for some weights is not taken for others"
    old = calm.tuned
    assert isinstance(old, advisor.Advisor)
    assert calm.weights == STANDARD
    assert old.weights == calm.tuned_weights != STANDARD
    assert old.tuned is old
    weightings = [other.weights for other in old.variants]
    assert weightings == [calm.tuned_weights.scaled_by(other) for other in VARIANTS]
    assert old.shortsighted is not calm.shortsighted


@pytest.mark.parametrize("code", ["bkg", "kgw"])
def test_who_learned_nothing_stays_as_he_is(code: str) -> None:
    assert judge(code).tuned is judge(code)


def test_every_weight_that_was_learned_is_one() -> None:
    for code in TUNED:
        tuned = judge(code).settings.tuned
        assert set(tuned.factors) < set(FACTORS)
        assert all(0.05 < factor < 20 for factor in tuned.factors.values())
        assert tuned.games > 100


def test_the_search_plans_with_tuned_weights_and_expects_a_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spending is what differs: with a lot of it nothing is recruited, and the enemy recruits as ever."""
    s = reached("sn", "Mobilize", "kantokuen")
    side, calm = s.asked[0].side, judge("sn")
    greedy = calm.with_weights(Weights(spending=50.0))
    monkeypatch.setitem(calm.__dict__, "tuned", greedy)
    seen = Match(s).view(s.game.sides[side])
    assert SearchPlayer(1).decide(seen) == ("done", None)
    assert PlannerPlayer(1).decide(seen)[0] == "recruit"
    for who, verb in ((side, "done"), (1 - side, "recruit")):
        said = Playout(calm, who)._reply(s, side, False, random.Random(1))
        assert said[0][0] == verb
    assert scene_of(seen, 1).advisor is calm


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("bkg", "values.strength"),
        ("kgw", "evaluation.danger_share"),
        ("pbn", "goals.longest_march"),
        ("sn", "goals.longest_march"),
    ],
)
def test_another_number_in_the_settings_makes_another_evaluation(code: str, name: str) -> None:
    s = reached(code, "Movement", turn=2)
    usual, side = judge(code), s.asked[0].side
    other = usual.with_settings(replaced(usual.settings, {name: 0.0}))
    assert other.evaluation(s, side)(s) != usual.evaluation(s, side)(s)
    again = other.with_settings(usual.settings)
    assert again.evaluation(s, side)(s) == usual.evaluation(s, side)(s)


# -- the weights ------------------------------------------------------------------------------------------------------


@pytest.fixture
def valley() -> Position:
    found = tiny.board({"0302": ["RD-COL"], "0303": ["BL-PAT"], "0501": ["RD-DET-1"]}, Declare(RED)).state
    assert isinstance(found, Position)
    return found


def test_goal_distance_is_how_much_it_counts_to_be_near_a_goal(valley: Position) -> None:
    class Pulled(Advisor):
        def new_evaluation(self, s: Position, side: int) -> Any:
            evaluation = super().new_evaluation(s, side)
            evaluation.weights = self.weights
            return evaluation

    for pull in (1.0, 0.5):
        assert (
            Pulled(valley.game).with_weights(Weights(goal_distance=pull)).evaluation(valley, RED).post(0, 8) == 8 * pull
        )


def test_spending_makes_purchases_rarer() -> None:
    s = reached("sn", "Mobilize", "kantokuen")
    assert first("sn", s, STANDARD)[0][0] == "recruit"
    assert first("sn", s, Weights(spending=50.0)) == [("done", None)]


def test_staff_buys_headquarters() -> None:
    s = reached("sn", "Mobilize", "kantokuen")
    (verb, unit), *_ = first("sn", s, Weights(headquarters=50.0))
    assert verb == "recruit"
    assert s.game.headquarters >> unit & 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", TUNED)
def test_escort_danger_and_attack_count_as_much_as_they_are_told_to(code: str) -> None:
    s = reached(code, "Movement", turn=2)
    side = s.asked[0].side

    def worth(**weights: float) -> float:
        return float(judge(code).with_weights(STANDARD._replace(**weights)).evaluation(s, side)(s))  # type: ignore[arg-type]

    for name in ("escort", "danger", "attack", "goal_distance"):
        nothing, once, twice = (worth(**{name: weight}) for weight in (0.0, 1.0, 2.0))
        assert twice - once == pytest.approx(once - nothing), "each point counts twice"
        assert name == "attack" or once != nothing


def test_where_the_sky_counts_more_it_is_worth_more_to_damage_somebody_there() -> None:
    s = reached("pbn", "Movement")

    def worth(air: float) -> float:
        return fire_value(judge("pbn").with_weights(Weights(air=air)).evaluation(s, 0), 6, 6)

    assert worth(2.0) - worth(1.0) == pytest.approx(worth(1.0) - worth(0.0))
    assert worth(2.0) > worth(1.0) > 0
