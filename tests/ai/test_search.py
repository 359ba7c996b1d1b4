"""The search: plans that are worth comparing, played out, and preferred only for more than noise."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from itertools import count, pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest

from khalkhin.ai.advisor import advisor_of
from khalkhin.ai.budget import Budget, Spending
from khalkhin.ai.ideas import Idea
from khalkhin.ai.players import search_player
from khalkhin.ai.players.greedy_player import GreedyPlayer
from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.ai.players.search_player import ALL_CHOICES, CHOICE, MOVES, THINKING, SearchPlayer
from khalkhin.ai.sampling import Scene, scene_of
from khalkhin.ai.search.best_plan import FRUITLESS_MUTATIONS
from khalkhin.ai.search.candidate_plans import MIN_EFFECT, Candidates
from khalkhin.ai.search.hill_climb import HillClimb, Mutation
from khalkhin.ai.search.playout import CommonDice, Playout
from khalkhin.ai.search.playout_comparison import (
    CONFIRMED,
    CONFIRMING_SAMPLES,
    FIRST_SAMPLES,
    SAMPLES,
    SCREENING_SAMPLES,
    Comparison,
)
from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.state import State
from khalkhin.engine.view import view
from tests.pbn.positions import board
from tests.tiny import positions as tiny


def scene() -> Scene:
    """The Soviets can attack two Japanese units with four of theirs, and somebody is far away."""
    force = {"1715": ["SU-11A", "SU-7"], "1815": ["SU-8", "SU-24"]}
    match = board({**force, "2010": ["JP-64", "JP-71"], "3302": ["MC-1M"]}, "soviet_move")
    return scene_of(view(match.state, 0), 1)


# -- plans ------------------------------------------------------------------------------------------------------------


def test_the_planners_plan_is_among_them_and_no_plan_is_compared_twice() -> None:
    at = scene()
    candidates = Candidates(at.advisor, at.positions(2), at.side, at.rng)
    planner = PlannerPlayer(1).plan(scene(), Budget())
    found = [candidates.first, *candidates.others()]
    assert any(list(plan)[: len(planner)] == list(planner) for plan in found)
    assert len(found) > 3
    more = list(candidates.mutations(candidates.first))
    assert len(more) == 2
    assert len({tuple(plan) for plan in (*found, *more)}) == len(found) + len(more)


def test_of_many_changes_the_one_that_looks_best_at_once_is_compared_and_one_that_is_no_trifle() -> None:
    at = scene()
    candidates = Candidates(at.advisor, at.positions(2), at.side, at.rng)
    swings = {"a": 0.001, "b": -0.3, "c": 0.02, "d": -0.001, "e": 0.0}
    drawn = [Mutation(swing, [(("say", name),)]) for name, swing in swings.items()]
    climb = SimpleNamespace(mutations=lambda ideas, count: drawn, refined=lambda ideas: [*ideas, (("say", "more"),)])
    candidates._climb = cast(HillClimb, climb)
    said = [[noun for verb, noun in plan if verb == "say"] for plan in candidates.mutations(candidates.first)]
    assert MIN_EFFECT > 0.001
    assert said == [["c", "more"], ["b", "more"]]
    left = [[noun for verb, noun in plan if verb == "say"] for plan in candidates.mutations(candidates.first)]
    assert left[0] == ["a", "more"], "what was compared before is not drawn again"


def test_changes_that_come_to_the_same_are_compared_once() -> None:
    """Two draws may be the same, and what a plan is filled up with may make it one that was compared before."""
    at = scene()
    candidates = Candidates(at.advisor, at.positions(2), at.side, at.rng)
    drawn = [Mutation(swing, [(("say", name),)]) for name, swing in (("a", 0.3), ("a", 0.3), ("b", 0.2))]
    same = SimpleNamespace(mutations=lambda ideas, count: drawn, refined=lambda ideas: [(("say", "all"),)])
    candidates._climb = cast(HillClimb, same)
    said = [[noun for verb, noun in plan if verb == "say"] for plan in candidates.mutations(candidates.first)]
    assert said == [["all"]]
    assert list(candidates.mutations(candidates.first)) == []


def test_where_what_comes_to_mind_is_doubtful_other_answers_are_compared() -> None:
    """SCM.5.1  Maskirovka names the first player, or is kept: one answer is an idea, and all are tried."""
    match = board({"hand": "SU-CM-MASKIROVKA", "1715": ["SU-11A"], "2010": ["JP-64"]}, "initiative")
    at = scene_of(view(match.state, 0), 1)
    candidates = Candidates(at.advisor, at.positions(2), at.side, at.rng)
    found = {said for plan in (candidates.first, *candidates.others()) for said in plan}
    assert found == {("pass", None), ("first", "soviet"), ("first", "japan")}


def test_every_plan_is_one_of_a_whole_phase() -> None:
    """To do nothing is among them."""
    at = scene()
    candidates = Candidates(at.advisor, at.positions(2), at.side, at.rng)
    plans = list(candidates.others())
    assert all(plan[-1] == ("done", None) for plan in plans)
    assert [("done", None)] in plans


# -- playouts ---------------------------------------------------------------------------------------------------------


def test_a_line_of_play_leaves_the_position_alone_and_can_be_repeated() -> None:
    at = scene()
    (sample,) = at.positions(1)
    before, dice = sample.key(), sample.dice
    playout = Playout(at.advisor, at.side)
    plan = [*PlannerPlayer(1).plan(scene(), Budget()), ("done", None)]
    first = [playout.result(sample, plan, seed) for seed in range(6)]
    assert first == [playout.result(sample, plan, seed) for seed in range(6)]
    assert len(set(first)) > 1, "the dice differ"
    assert all(0.0 <= chance <= 1.0 for chance in first)
    assert sample.key() == before
    assert sample.dice is dice


def rolls(seed: int, battles: int) -> list[tuple[int, ...]]:
    """Dice of a turn with some battles, and of the next one."""
    s, lots = tiny.new().state.clone(), CommonDice.seeded(seed)
    s.dice = lots
    lots.now[:] = [s]
    first = [s.roll(4, 10) for _ in range(battles)]
    s.turn += 1
    return [*first, s.roll(4, 10), s.roll(4, 6)]


def test_plans_that_differ_by_a_battle_have_the_same_luck_afterwards() -> None:
    assert rolls(1, 2)[-2:] == rolls(1, 3)[-2:]
    assert rolls(1, 2)[:2] == rolls(1, 3)[:2]
    assert len({str(rolls(seed, 2)) for seed in range(20)}) == 20
    assert {face for seed in range(40) for face in rolls(seed, 1)[0]} == set(range(1, 11))


def test_a_plan_that_cannot_be_said_does_no_harm() -> None:
    at = scene()
    (sample,) = at.positions(1)
    playout = Playout(at.advisor, at.side)
    assert 0.0 <= playout.result(sample, [("attack", 0)], 1) <= 1.0
    assert 0.0 <= Playout(at.advisor, 1).result(sample, [("done", None)], 1) <= 1.0, "the other side is not asked"


# -- trials -----------------------------------------------------------------------------------------------------------


class Told(Playout):
    """Every plan is worth what it is named, more or less."""

    def __init__(self, noise: float) -> None:
        self._noise = noise

    def result(self, position: State, plan: Idea, seed: int) -> float:
        return float(str(plan[0][1])) + self._noise * random.Random(f"{plan} {seed}").random()


def named(worths: Sequence[float]) -> list[Idea]:
    return [(("plan", str(worth)),) for worth in worths]


def trial(noise: float, seed: int = 1, evaluations: int = 1000) -> tuple[Comparison, Spending]:
    spending = Spending(Budget(playouts=evaluations))
    return Comparison(Told(noise), [tiny.new().state], random.Random(seed), spending, 1.0), spending


def run(worths: Sequence[float], noise: float, seed: int = 1) -> tuple[float, int]:
    """(what the winner is worth, how many playouts it took); the first is the one to beat."""
    at, spending = trial(noise, seed)
    first, *others = named(worths)
    return float(str(at.better(first, others)[0][1])), spending.playouts


def test_the_better_plan_wins() -> None:
    assert run([0.5, 0.4, 0.6, 0.55], noise=0.02)[0] == 0.6
    assert run([0.5], noise=0.02) == (0.5, 0), "nothing is played out where there is no choice"


def test_who_is_behind_gets_no_second_look() -> None:
    assert run([0.5, 0.4, 0.3, 0.2], noise=0.02) == (0.5, 4 * SCREENING_SAMPLES)
    assert run([0.5, 0.4, 0.7, 0.2], noise=0.02) == (
        0.7,
        2 * SCREENING_SAMPLES + 2 * (FIRST_SAMPLES + CONFIRMING_SAMPLES),
    )
    assert run([0.5, 0.6, 0.7, 0.8], noise=0.02) == (0.8, 4 * FIRST_SAMPLES + (CONFIRMED + 1) * CONFIRMING_SAMPLES)


def test_what_is_known_of_a_plan_is_not_played_out_again() -> None:
    at, spending = trial(noise=0.02)
    first, *others = named([0.5, *(0.4 - n / 200 for n in range(60))])
    for other in others:
        assert at.better(first, [other]) == first
    assert spending.playouts == len(others) * SCREENING_SAMPLES + SAMPLES


def test_a_trial_ends_with_its_part_of_the_budget() -> None:
    at, spending = trial(noise=0.02, evaluations=7)
    first, *others = named([0.5, 0.7])
    assert at.better(first, others) == first, "three samples are too few"
    assert at.over
    assert spending.playouts == 7


@pytest.mark.parametrize("seed", range(5))
def test_noise_alone_seldom_beats_the_first(seed: int) -> None:
    """Five plans that are no better, and much noise: a look at one sample each would nearly always take one of them."""
    won = [run([0.5, 0.49, 0.49, 0.49, 0.49, 0.49], noise=0.3, seed=20 * seed + n)[0] for n in range(20)]
    assert won.count(0.5) >= 7


def test_a_change_that_does_better_is_kept_and_changed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing counts but that units go where nobody has thought of, several do in the end."""
    match = Match(library.get("kgw").start("july-1939", None, Dice.practice(4)))
    seats = [PlannerPlayer(side) for side in range(2)]
    while not advisor_of(match.game).worth_hill_climbing(match.state):
        side = match.prompts()[0].side
        match.play(*seats[side].decide(view(match.state, side)), side=match.game.sides[side])
    at = scene_of(view(match.state, match.prompts()[0].side), 3)
    candidates = Candidates(at.advisor, at.positions(8), at.side, at.rng)
    begun = [plan for plans in ([candidates.first], candidates.others()) for plan in plans]
    pool = {said for idea in at.advisor.ideas(at.positions(1)[0], at.side, at.rng) for said in idea if said[0] == "hex"}
    wanted = {said for said in pool if not any(said in plan for plan in begun)}
    monkeypatch.setattr(Playout, "result", lambda *line: len(wanted.intersection(line[2])) / 100)
    found = wanted.intersection(SearchPlayer(3).plan(at, Budget(playouts=2000)))
    assert len(found) >= 4, "more than one change can bring"


def test_a_round_without_anything_new_does_not_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[Idea] = []

    def nothing(self: Candidates, plan: Idea) -> Iterator[Idea]:
        rounds.append(plan)
        return iter(())

    monkeypatch.setattr(Candidates, "mutations", nothing)
    SearchPlayer(1).plan(scene(), Budget(playouts=2000))
    assert len(rounds) == FRUITLESS_MUTATIONS


# -- the budget -------------------------------------------------------------------------------------------------------


def test_most_of_the_budget_is_left_for_moves() -> None:
    """Before anything moves in this scenario there are many choices, one after the other."""
    match = Match(library.get("sn").start("anti-comintern", None, Dice.practice(1)))
    players = [SearchPlayer(side) for side in range(2)]
    told: list[float] = []
    budget = Budget(playouts=40, report=told.append)
    asked = 0
    while not advisor_of(match.game).combines(match.state):
        side = match.prompts()[0].side
        asked += len(match.prompts()[0]) > 1
        match.play(*players[side].decide(view(match.state, side), budget), side=match.game.sides[side])
    assert asked > 6
    assert 0 < max(told) <= ALL_CHOICES + CHOICE


def test_some_seconds_are_kept_for_what_is_said_without_comparing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(0, 0.25)
    monkeypatch.setattr(time, "perf_counter", lambda: next(clock))
    player = SearchPlayer(1)
    player.plan(scene(), Budget(seconds=100.0))
    assert player._spending.share == pytest.approx(player._spending.seconds / (100.0 * THINKING))
    assert player._spending.seconds > 20


@pytest.mark.parametrize(("code", "moves"), [("bkg", 1), ("kgw", 1), ("pbn", 2), ("sn", 2)])
def test_the_budget_of_a_turn_is_spent_and_its_phases_share_it(
    code: str, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each plan of moves takes its part of what is left, and the last of them most of it."""
    spent: list[float] = []

    def spend(scene: Scene, found: list[State], candidates: Candidates, spending: Spending, limit: float) -> Idea:
        if candidates.many:
            spent.append(limit - spending.share)
        while spending.share < limit:
            spending.count_playout()
        return candidates.first

    monkeypatch.setattr(search_player, "best_plan", spend)
    match = Match(library.get(code).start(next(iter(library.get(code).scenarios)), None, Dice.practice(2)))
    searcher, other, turn = SearchPlayer(1), PlannerPlayer(2), match.state.turn
    while match.state.turn == turn or not spent:
        side = match.prompts()[0].side
        turn = turn if spent else match.state.turn
        player = searcher if side == 0 else other
        match.play(*player.decide(view(match.state, side), Budget(playouts=1000)), side=match.game.sides[side])
    assert len(spent) >= moves
    assert sum(spent) > MOVES * (1 - ALL_CHOICES - CHOICE), "choices take their part and somewhat more, at most"
    if moves > 1:
        assert max(spent) < 1.6 * min(sorted(spent)[-moves:])


# -- greedy -----------------------------------------------------------------------------------------------------------


def test_greedy_does_not_count_the_battles_to_come() -> None:
    """Two units beside one of the enemy: the planner counts what an attack promises while it still moves."""
    match = board({"2009": ["SU-11A", "SU-7"], "2010": ["JP-64"], "3302": ["MC-1M"]}, "soviet_move")
    at = scene_of(view(match.state, 0), 1)
    (sample,) = at.positions(1)
    planner: Any
    planner, greedy = (advisor.evaluation(sample, 0) for advisor in (at.advisor, at.advisor.shortsighted))
    share = planner.settings.evaluation.promised_share
    assert planner(sample) - greedy(sample) == pytest.approx(share * planner.prospects(sample))
    assert planner.prospects(sample) != 0


def test_greedy_puts_no_assault_together() -> None:
    """The planner sends several units against one hex; greedy never names two for one move."""
    at = scene()
    planned, single = PlannerPlayer(1).ideas(at), at.advisor.is_single
    assert any(not single(idea) for idea in planned)
    match = board({"1715": ["SU-11A", "SU-7"], "1815": ["SU-8", "SU-24"], "2010": ["JP-64", "JP-71"]}, "soviet_move")
    said = GreedyPlayer(1).plan(scene_of(view(match.state, 0), 1), Budget())
    verbs = [verb for verb, _ in said]
    assert ("unit", "unit") not in set(pairwise(verbs))
