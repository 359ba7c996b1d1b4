"""The greedy player: legal, repeatable, able to sit down at any moment, and better than chance."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

import khalkhin
import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin import players
from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun
from khalkhin.engine.match import Match
from khalkhin.engine.view import answers, view
from khalkhin.players.contest import contest
from khalkhin.players.greedy_player import PATIENCE, GreedyPlayer
from tests.bkg.positions import board
from tests.tiny.positions import place, planning, the_game


def said(match: Match, greedy: int, decisions: int) -> list[tuple[str, Noun]]:
    """What a greedy player on one side says against a random one; everything has to be on offer."""
    seats = [players.make("greedy" if side == greedy else "random", side) for side in range(2)]
    out = []
    for _ in range(decisions):
        side = match.prompts()[0].side
        seen = view(match.state, side)
        answer = seats[side].decide(seen)
        assert answer in answers(seen)
        if side == greedy:
            out.append(answer)
        match.play(*answer, side=match.game.sides[side])
    return out


@pytest.mark.parametrize("side", [0, 1])
def test_the_same_seed_and_views_give_the_same_decisions(side: int) -> None:
    first, second = (said(khalkhin.new("bkg", seed=5), side, 500) for _ in range(2))
    assert first == second
    assert len(first) > 30


def test_it_sits_down_at_any_moment() -> None:
    """Somebody new at every decision of a random game, whatever is asked: the answer is always on offer."""
    match = khalkhin.new("bkg", seed=8)
    others = [players.make("random", seed) for seed in (1, 2)]
    asked: dict[str, int] = {}
    while not match.over and match.state.turn < 23:
        (prompt,) = match.prompts()
        seen = view(match.state, prompt.side)
        asked[prompt.message.key] = asked.get(prompt.message.key, 0) + 1
        if asked[prompt.message.key] <= 3:
            assert GreedyPlayer(1).decide(seen) in answers(seen)
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
    player = GreedyPlayer(1)
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


def test_it_never_needs_a_position() -> None:
    """Two positions that look the same get the same decision."""
    twins = [
        board({"0812": ["SU-149-1", "SU-149-2"], "0815": [a], "1112": [b]}, "sov_move")
        for a, b in (("JP-64-1", "JP-26-1"), ("JP-26-1", "JP-64-1"))
    ]
    assert len({GreedyPlayer(3).decide(match.view("soviet")) for match in twins}) == 1


def test_it_takes_the_way_out_when_a_phase_goes_on_and_on() -> None:
    match = board({"0812": ["SU-149-1"], "0815": ["JP-64-1"]}, "sov_move")
    player, seen = GreedyPlayer(1), match.view("soviet")
    told = [player.decide(seen) for _ in range(PATIENCE + 1)]
    assert told[-1] == ("done", None)


# -- games ------------------------------------------------------------------------------------------------------------


def test_games_of_the_batalha_are_won_in_good_time() -> None:
    begin = time.process_time()
    played = list(contest("bkg", None, ("greedy", "random"), 2, seed=3))
    assert [game.winner for game in played] == ["greedy", "greedy"]
    assert [game.side for game in played] == ["soviet", "japan"]
    assert time.process_time() - begin < 60
    for game in played:
        assert sum(game.seconds[game.seats.index("greedy")]) < 30


def test_any_game_can_be_played_by_its_score_alone() -> None:
    """The tiny game says nothing about how to judge it; more of it is won than lost all the same."""
    played = list(contest("tiny", None, ("greedy", "random"), 12, seed=1))
    won = [game.winner for game in played]
    assert won.count("greedy") >= 3 * won.count("random")
    assert {game.seats[0] for game in played} == {"greedy", "random"}


def test_the_village_is_marched_into() -> None:
    """Three points lie beside the column, and nobody is near."""
    grid = the_game().map.grid
    village, name = the_game().village, grid.name(the_game().village)
    start = next(grid.name(h) for h in members(grid.around[village] & the_game().land))
    match, player = planning({start: ["RD-COL"], "0504": ["BL-PAT"]}), GreedyPlayer(2)
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
