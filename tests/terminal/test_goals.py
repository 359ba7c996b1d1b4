"""How a game is won, always at hand: the score, what a side lacks to win at once, and objectives on map and in look."""

from __future__ import annotations

from typing import Any

import pytest

import khalkhin as api
from khalkhin.engine.match import Match
from tests.pbn.positions import board as pbn
from tests.terminal.desk import Sitting, sit

NOMONHAN, OTHERS = "2010", ("1008", "1216", "1413", "1506", "1614")


def nomonhan(*held: str, **more: Any) -> Match:
    """July: a regiment of Japan in each of some objectives, far from the Soviets."""
    units = ("JP-64", "JP-71", "JP-72", "JP-26", "JP-28", "JP-27", "JP-30")
    return pbn({**{hex_: [unit] for hex_, unit in zip(held, units, strict=False)}, "0420": ["SU-24"]}, **more)


def score(match: Match) -> Sitting:
    return sit(match, "score\n")


@pytest.mark.parametrize(
    ("match", "told"),
    [
        (api.new("bkg", seed=1), "After the last turn more points win; equal points are a draw. [10.2.d]"),
        (api.new("kgw", seed=1), "Who holds all 13 objectives and aerodromes outside the USSR wins at once. [4.1]"),
        (
            api.new("pbn", seed=1),
            "Who holds Nomonhan and 7 other objectives at the end of a month wins at once. [24.3]",
        ),
        (
            api.new("sn", seed=1),
            "The Japanese player wins at once if both have moved and every city outside Korea is Japanese. [24.2.1]",
        ),
    ],
)
def test_every_game_says_how_it_is_won(match: Match, told: str) -> None:
    lines = score(match).after("score")
    assert "How the game is won:" in lines
    assert f"  {told}" in lines
    assert any(line.startswith("Objectives: ") for line in lines)


def test_the_score_says_what_is_missing_to_sudden_death_and_to_the_next_level() -> None:
    lines = score(nomonhan(NOMONHAN, *OTHERS, points=(45, 51))).after("score")
    assert "Objectives: Soviet player 0, Japanese player 6, nobody 3" in lines
    assert any(line.startswith("  Japanese player: 1008 Bain-Tsagan, 1216 Hamar-Daba, 1413 ") for line in lines)
    assert "  Japanese player: Nomonhan, 5 other objectives; 2 are missing. [25.3.1]" in lines
    assert "  Soviet player: not Nomonhan, no other objective; 8 are missing. [25.3.2]" in lines
    assert "  As it stands: Japanese player is 6 points ahead, a draw. [24.2]" in lines
    assert "  10 points more make a marginal victory. [24.2]" in lines
    ahead = score(nomonhan(points=(60, 20))).after("score")
    assert "  As it stands: Soviet player is 40 points ahead, a major victory. [24.2]" in ahead
    assert "  6 points more make a decisive victory. [24.2]" in ahead


def test_a_turn_begins_with_a_warning_where_it_can_end_the_game() -> None:
    warning = "! This turn can end the game. Japanese player: Nomonhan, 5 other objectives; 2 are missing. [25.3.1]"
    said = sit(nomonhan(NOMONHAN, *OTHERS), "units\n24 0520\n")
    assert said.out.count(warning) == 1, "told once a turn"
    assert warning not in sit(nomonhan(*OTHERS[:2]), "").out


def test_a_game_that_is_over_is_told_by_its_result() -> None:
    lines = sit(nomonhan(), "concede\nscore\n").after("score")
    assert lines[-1] == "Japanese player wins: the other side concedes."
    assert "How the game is won:" not in lines


def test_the_batalha_counts_only_what_the_side_may_know() -> None:
    match = api.new("bkg", seed=1)
    hidden = sit(match, "score\n").out
    assert "as far as you may know: 25 points for the Soviets; for the Japanese 20" in hidden
    shown = sit(api.new("bkg", options={"open_strengths": True}, seed=1), "score\n").out
    assert "points ahead, a victory." in shown


def test_where_units_may_be_placed_is_on_offer_and_told() -> None:
    match = api.new("pbn", seed=1)
    said = sit(match, "choices\nmap 1008\n")
    assert said.after("choices")[0] == "To be placed: 15M 17M in 1008 1216 [25.4.1]"
    assert any("&" in line for line in said.after("map 1008")[:-1])
    assert not any("@" in line for line in said.after("map 1008")[:-1]), "nothing is asked about a hex"


def test_objectives_are_marked_on_the_map_and_told_by_look() -> None:
    said = sit(nomonhan(NOMONHAN), "look 2010\nlook 1008\nmap 2010\n")
    assert any("Objective, held by Japanese player" in line for line in said.after("look 2010"))
    assert any("Objective, held by nobody" in line for line in said.after("look 1008"))
    drawn = said.after("map 2010")
    assert any("$j1" in line for line in drawn)
    assert "$ objective  & objective on offer" in drawn[-1]
