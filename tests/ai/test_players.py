"""Players that think: legal, repeatable, able to sit down at any moment, and better than chance."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest

import khalkhin
import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.ai import players
from khalkhin.ai.advisor import AnyAdvisor, advisor_of
from khalkhin.ai.budget import Budget
from khalkhin.ai.ideas import Idea
from khalkhin.ai.plans import Rated, improving, rate_all
from khalkhin.ai.players import planner_player
from khalkhin.ai.players.plan_follower import MAX_DECISIONS
from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.ai.players.search_player import SearchPlayer
from khalkhin.ai.sampling import scene_of
from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun
from khalkhin.engine.match import Match
from khalkhin.engine.state import State
from khalkhin.engine.view import answers, view
from tests.ai.contest import contest
from tests.bkg.positions import board
from tests.tiny.positions import place, planning, the_game

FEW = Budget(playouts=8)
LEVELS = ["greedy", "planner", "search"]


def said(match: Match, level: str, planner: int, decisions: int) -> list[tuple[str, Noun]]:
    """What a player that thinks says on one side against a random one; everything has to be on offer."""
    seats = [players.make(level if side == planner else "random", side) for side in range(2)]
    out = []
    for _ in range(decisions):
        side = match.prompts()[0].side
        seen = view(match.state, side)
        answer = seats[side].decide(seen, FEW)
        assert answer in answers(seen)
        if side == planner:
            out.append(answer)
        match.play(*answer, side=match.game.sides[side])
    return out


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("side", "decisions"), [(0, 60), (1, 400)])
def test_the_same_seed_and_views_give_the_same_decisions(level: str, side: int, decisions: int) -> None:
    """Over its first phases; before the Japanese decide anything the Soviets move for a long time."""
    first, second = (said(khalkhin.new("bkg", seed=5), level, side, decisions) for _ in range(2))
    assert first == second
    assert len(first) > 20


@pytest.mark.parametrize("level", LEVELS)
def test_it_sits_down_at_any_moment(level: str) -> None:
    """Somebody new at every decision of a random game, whatever is asked: the answer is always on offer."""
    match = khalkhin.new("bkg", seed=8)
    others = [players.make("random", seed) for seed in (1, 2)]
    asked: dict[str, int] = {}
    while not match.over and match.state.turn < 23:
        (prompt,) = match.prompts()
        seen = view(match.state, prompt.side)
        asked[prompt.message.key] = asked.get(prompt.message.key, 0) + 1
        if asked[prompt.message.key] == 1:
            assert players.make(level, 1).decide(seen, FEW) in answers(seen)
        match.play(*others[prompt.side].decide(seen))
    wanted = {
        "move",
        "moving",
        "combat",
        "attack",
        "bombard",
        "strike",
        "defence",
        "loss",
        "retreat-unit",
        "retreat-hex",
    }
    assert {f"ask.{key}" for key in wanted | {"advance", "reserve-unit", "reserve-hex"}} <= set(asked)


def test_a_plan_is_dropped_when_the_game_goes_another_way() -> None:
    """Half a plan is said; then it is taken back, other moves are made in the same phase, and it goes on from there."""
    match = khalkhin.new("bkg", seed=5)
    match.play("auto")
    match.play("done")
    player = PlannerPlayer(1)
    planned = [player.decide(match.view("soviet"))]
    for _ in range(2):
        match.play(*planned[-1])
        planned.append(player.decide(match.view("soviet")))
    match.undo("soviet")
    match.undo("soviet")
    assert planned[0][0] == "unit"
    match.play("unit", "SU-601-1")
    seen = match.view("soviet")
    answer = player.decide(seen)
    assert answer in answers(seen)
    match.play(*answer)
    assert match.view("soviet")["details"]["move"]["units"] == ["SU-601-1"]


@pytest.mark.parametrize("level", [*LEVELS, *players.partners()])
def test_it_never_needs_a_position(level: str) -> None:
    """Two positions that look the same get the same decision."""
    twins = [
        board({"0812": ["SU-149-1", "SU-149-2"], "0815": [a], "1112": [b]}, "sov_move")
        for a, b in (("JP-64-1", "JP-26-1"), ("JP-26-1", "JP-64-1"))
    ]
    assert len({players.make(level, 3).decide(match.view("soviet"), FEW) for match in twins}) == 1


def test_it_takes_the_way_out_when_a_phase_goes_on_and_on() -> None:
    match = board({"0812": ["SU-149-1"], "0815": ["JP-64-1"]}, "sov_move")
    player, seen = PlannerPlayer(1), match.view("soviet")
    told = [player.decide(seen) for _ in range(MAX_DECISIONS + 1)]
    assert told[-1] == ("done", None)


# -- games ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "times"), [("planner", 3), ("search", 3)])
def test_any_game_can_be_played_by_its_score_alone(level: str, times: int) -> None:
    """The tiny game says nothing about how to judge it; more of it is won than lost all the same."""
    played = list(contest("tiny", None, (level, "random"), 6, seed=1))
    won = [game.winner for game in played]
    assert won.count(level) >= times * won.count("random")
    assert {game.seats[0] for game in played} == {level, "random"}


def test_the_village_is_marched_into() -> None:
    """Three points lie beside the column, and nobody is near."""
    grid = the_game().map.grid
    village, name = the_game().village, grid.name(the_game().village)
    start = next(grid.name(h) for h in members(grid.around[village] & the_game().land))
    match, player = planning({start: ["RD-COL"], "0504": ["BL-PAT"]}), PlannerPlayer(1)
    while match.view("red")["prompt"] is not None:
        match.play(*player.decide(match.view("red")), side="red")
    match.play("commit", side="blue")
    assert place(match, "RD-COL") == name


def test_contests_can_be_repeated() -> None:
    first, second = (list(contest("tiny", "raid", ("random", "random"), 3, seed=9)) for _ in range(2))
    assert [(g.points, g.how, g.decisions, g.side) for g in first] == [
        (g.points, g.how, g.decisions, g.side) for g in second
    ]
    assert any(a.points != b.points or a.decisions != b.decisions for a, b in pairwise(first))


# -- the budget -------------------------------------------------------------------------------------------------------


def test_no_budget_is_enough() -> None:
    """With nothing to spend the search says what the planner says."""
    match = khalkhin.new("kgw", seed=2)
    match.play("auto")
    seen = view(match.state, match.prompts()[0].side)
    for budget in (Budget(seconds=0), Budget(playouts=0)):
        assert SearchPlayer(1).decide(seen, budget) == PlannerPlayer(1).decide(seen)


class Clock:
    """Time that goes on only while somebody looks."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def perf_counter(self) -> float:
        self.now += self.step
        return self.now


def test_a_planner_takes_its_time_unless_a_person_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then fewer ideas are looked at, and the last plans of a turn are the first idea."""
    match = khalkhin.new("pbn", seed=2)
    others = [PlannerPlayer(side) for side in range(2)]
    while match.state.turn < 2 or not advisor_of(match.game).combines(match.state):
        side = match.prompts()[0].side
        match.play(*others[side].decide(view(match.state, side)), side=match.game.sides[side])
    side = match.prompts()[0].side
    scene = scene_of(view(match.state, side), 1)

    def ideas(seconds: float, spent: float, patience: float | None) -> int:
        """How many a plan looks at, when every look at the clock takes so long."""
        looked = list[Rated]()

        def watched(advisor: AnyAdvisor, s: State, side: int, found: Iterable[Idea]) -> list[Rated]:
            looked.extend(rate_all(advisor, s, side, found))
            return improving(looked)

        monkeypatch.setattr(planner_player, "time", Clock(seconds))
        monkeypatch.setattr(planner_player, "rate_improving", watched)
        player = PlannerPlayer(1)
        player._turn, player._spent = scene.seen["tracks"]["turn"], spent
        assert player.plan(scene_of(scene.seen, 1), Budget(patience=patience))
        return len(looked)

    freely = ideas(1.0, 0.0, None)
    assert ideas(0.001, 0.0, 60.0) == freely, "there is time enough"
    assert 1 < ideas(0.01, 0.0, 0.5) < freely, "as many as there is time for"
    assert ideas(0.0, 0.3, 0.5) < freely, "in haste fewer come to mind"


@pytest.mark.parametrize("code", ["bkg", "kgw", "pbn", "sn"])
def test_who_has_no_time_at_all_plays_on(code: str) -> None:
    match, none = khalkhin.new(code, seed=3), Budget(patience=0.0)
    seats = [PlannerPlayer(side) for side in range(2)]
    for _ in range(250):
        if match.over:
            break
        side = match.prompts()[0].side
        seen = view(match.state, side)
        answer = seats[side].decide(seen, none)
        assert answer in answers(seen)
        match.play(*answer, side=match.game.sides[side])


def test_the_search_stays_within_its_budget_and_tells_how_far_it_is() -> None:
    """Over a whole turn, however often it has to think anew."""
    match = khalkhin.new("pbn", seed=2)
    player, told = SearchPlayer(1), list[float]()
    others = players.make("planner", 2)
    budget = Budget(playouts=30, report=told.append)
    while match.state.turn == 1 and not match.over:
        side = match.prompts()[0].side
        seen = view(match.state, side)
        match.play(*(player.decide(seen, budget) if side == 0 else others.decide(seen)), side=match.game.sides[side])
    assert 10 < len(told) <= 30
    assert told == sorted(told)
    assert told[-1] <= 1.0
