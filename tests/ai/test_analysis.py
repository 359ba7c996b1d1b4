"""What is said about a game that is over: chances that end as it ended, dice that are fair in the mean, mistakes."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from statistics import mean

import pytest

import khalkhin
from khalkhin.ai.advisor import advisor_of
from khalkhin.ai.analysis import Analysis, analyse, analysis_data
from khalkhin.ai.analysis.course import Course
from khalkhin.ai.analysis.luck import Fortune
from khalkhin.ai.budget import Budget
from khalkhin.ai.players import Player, make
from khalkhin.ai.players.random_player import Habits, RandomPlayer
from khalkhin.engine.agenda import decide
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from khalkhin.engine.words import Words, languages
from tests.tiny import positions
from tests.tiny.assault import Declare

pytestmark = pytest.mark.xdist_group("analysis")

HASTY = Habits(finish=0.9, patient=False)
"""Ends every phase soon: a long game is over in a second."""


def played(match: Match, *seats: Player) -> Match:
    while not match.over:
        side = match.prompts()[0].side
        match.play(*seats[side].decide(view(match.state, side)), side=match.game.sides[side])
    return match


@pytest.fixture(scope="module")
def tiny() -> list[tuple[Match, Analysis]]:
    """Games of the planner, who is red, against chance."""
    games = (khalkhin.new("tiny", seed=seed, options={"turns": 6}) for seed in range(6))
    over = [played(match, make("planner", 1), make("random", 2)) for match in games]
    return [(match, analyse(match, Budget(playouts=300))) for match in over]


@pytest.fixture(scope="module")
def batalha() -> Match:
    return played(khalkhin.new("bkg", seed=11), RandomPlayer(5, HASTY), RandomPlayer(6, HASTY))


# -- the course --------------------------------------------------------------------------------------------------------


def test_a_running_game_is_not_analysed() -> None:
    with pytest.raises(KhalkhinError) as error:
        analyse(khalkhin.new("tiny"))
    assert error.value.reason.key == "analysis.not-over"


def test_every_decision_is_in_one_stretch_and_dice_end_it(batalha: Match) -> None:
    course = Course(batalha)
    assert [stretch.begin for stretch in course.stretches[1:]] == [stretch.end for stretch in course.stretches[:-1]]
    assert (course.stretches[0].begin, course.stretches[-1].end) == (0, batalha.length)
    for stretch in course.stretches:
        taken = batalha.decisions[stretch.begin : stretch.end]
        assert {decision.side for decision in taken} == {stretch.side}
        rolled = [course.position(n).rolled for n in range(stretch.begin, stretch.end + 1)]
        assert len(set(rolled[:-1])) == 1
        assert stretch.rolled == (rolled[-1] > rolled[0])


def test_who_answers_an_attack_does_not_throw_the_dice(batalha: Match) -> None:
    course = Course(batalha)
    owners = course.owners()
    answers = [stretch for stretch in course.stretches if stretch.rolled and stretch.side != owners[stretch.begin]]
    assert answers, "the defender is asked for support before the dice fall"
    for stretch in answers:
        assert stretch.phase == ("phase.sov_combat" if stretch.side else "phase.jap_combat")


def test_the_curve_ends_as_the_game_ended(tiny: list[tuple[Match, Analysis]]) -> None:
    for match, found in tiny:
        result = match.state.result
        assert result is not None
        assert found.points[-1].chance == (0.5 if result.winner is None else 1.0 - result.winner)
        assert [point.at for point in found.points] == sorted({point.at for point in found.points})
        assert all(0 <= point.chance <= 1 for point in found.points)


# -- luck --------------------------------------------------------------------------------------------------------------


def test_dice_are_fair_in_the_mean_of_all_ways_they_can_fall() -> None:
    """A battle thrown in all six ways: what was expected is the mean of what came."""

    def before(*dice: int) -> Match:
        placed = {"0302": ["RD-COL"], "0303": ["BL-PAT"], "0501": ["BL-RES"]}
        return positions.do(positions.board(placed, Declare(0), dice=dice), "red unit RD-COL", "red hex 0303")

    start = before().state
    sight = Fortune(advisor_of(start.game), start, 0, random.Random(1))
    came = []
    for die in range(1, 7):
        s = before(die).state
        decide(s, 0, "commit", None)
        came.append(sight.value_after(s))
    assert sight.value_after(start, [(0, "commit", None)]) == pytest.approx(mean(came))
    assert len(set(came)) > 1


def test_many_dice_are_sampled() -> None:
    start = khalkhin.new("tiny").state
    ways = Fortune(advisor_of(start.game), start, 0, random.Random(1))._rolls(10, 6)
    assert sum(chance for _, chance in ways) == pytest.approx(1)
    assert all(len(faces) == 10 and set(faces) <= set(range(1, 7)) for faces, _ in ways)


def test_the_luck_of_a_side_is_that_of_its_rolls(tiny: list[tuple[Match, Analysis]]) -> None:
    thrown = 0
    for _, found in tiny:
        data = analysis_data(found)
        for side, name in enumerate(found.game.sides):
            own = [roll.swing for roll in found.rolls if roll.side == side]
            luck = data["luck"][name]
            assert luck["luck"] == pytest.approx(sum(own), abs=1e-4)
            assert all(one["swing"] > 0 for one in luck["best"])
            assert all(one["swing"] < 0 for one in luck["worst"])
            if own:
                assert max([one["swing"] for one in luck["best"]], default=0) >= max(own) - 0.003
            thrown += len(own)
    assert thrown > 20


# -- decisions ---------------------------------------------------------------------------------------------------------


def test_chance_pays_for_its_decisions_and_the_planner_does_not(tiny: list[tuple[Match, Analysis]]) -> None:
    paid = [sum(lesson.cost for _, found in tiny for lesson in found.lessons if lesson.side == n) for n in range(2)]
    assert paid[1] > 2 * paid[0]
    assert paid[1] > 0.1


def test_lessons_are_above_noise_and_the_dearest_come_first(tiny: list[tuple[Match, Analysis]]) -> None:
    for match, found in tiny:
        for lesson in found.lessons:
            assert lesson.cost > 2 * lesson.error
            assert match.decisions[lesson.at].side == lesson.side
        for name in found.game.sides:
            costs = [one["cost"] for one in analysis_data(found)["lessons"][name]]
            assert len(costs) <= 5
            assert all(one >= next_ for one, next_ in pairwise(costs))


def test_the_same_game_and_budget_give_the_same_analysis(tiny: list[tuple[Match, Analysis]]) -> None:
    match, found = tiny[0]
    again = analysis_data(analyse(match, Budget(playouts=300)))
    assert again == analysis_data(found)


def test_without_a_budget_there_are_chances_and_luck_but_no_lessons(tiny: list[tuple[Match, Analysis]]) -> None:
    match, found = tiny[0]
    for budget in (Budget(0.0), Budget(playouts=0)):
        poor = analyse(match, budget)
        assert poor.points == found.points
        assert len(poor.rolls) == len(found.rolls)
        assert not poor.lessons


def test_whoever_gives_up_without_being_asked_is_not_asked_about_it() -> None:
    match = khalkhin.new("bkg", seed=1)
    match.play("concede", side="japan")
    found = analyse(match, Budget(playouts=8))
    assert [point.chance for point in found.points] == [pytest.approx(found.points[0].chance), 1.0]
    assert not found.rolls
    assert not found.lessons


# -- plain data --------------------------------------------------------------------------------------------------------


def test_all_of_it_is_plain_and_has_words(batalha: Match) -> None:
    shares: list[float] = []
    data = analysis_data(analyse(batalha, Budget(playouts=24, report=shares.append)))
    assert json.loads(json.dumps(data)) == data
    assert shares == sorted(shares)
    assert shares[-1] == 1
    told = [line for luck in data["luck"].values() for roll in luck["best"] + luck["worst"] for line in roll["told"]]
    told += [line for found in data["lessons"].values() for one in found for line in one["played"] + one["better"]]
    assert told
    for language in languages():
        words = Words(language, batalha.game)
        for line in told:
            assert line["key"] in words
            assert "{" not in words.say(line["key"], line["params"])
