"""The short battle for the heights: everybody placed, a sector of the map, neither markers nor reinforcements."""

from __future__ import annotations

import pytest

import khalkhin
from khalkhin.engine.match import Match
from khalkhin.games.pbn.airborne import zones
from khalkhin.games.pbn.deception import safe
from khalkhin.games.pbn.position import JAPAN, SIDES, Position
from khalkhin.games.pbn.victory import level, levels
from khalkhin.games.pbn.ways import barred
from tests.planner import play_out


@pytest.fixture
def match() -> Match:
    return khalkhin.new("pbn", "heights", seed=5)


def position(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


def test_it_begins_in_july_with_everybody_placed_and_an_air_mission(match: Match) -> None:
    s = position(match)
    assert s.turn == 3
    assert {prompt.message.key for prompt in match.prompts()} == {"ask.allocate"}, "no marker is picked, nobody arrives"
    assert not any(s.based(side) for side in SIDES)


def test_nobody_goes_beyond_the_sector(match: Match) -> None:
    s = position(match)
    for kind in ("mech", "non"):
        assert not s.outside & ~barred(s, JAPAN, kind)
    assert not s.outside & (safe(s, JAPAN) | zones(s))


def test_its_levels_of_victory_are_its_own(match: Match) -> None:
    assert levels(position(match)) == {"marginal": 1, "major": 6, "decisive": 12}
    assert level(position(match), 2) == "marginal"
    campaign = khalkhin.new("pbn", seed=1)
    assert level(position(campaign), 2) == "draw"


def test_it_ends_after_two_months_and_nobody_comes(match: Match) -> None:
    play_out(match)
    assert match.over
    assert match.state.turn == 4
    told = {event.key for event in match.log}
    assert not told & {"log.marker-drawn", "log.arrives", "log.arrived"}


def test_of_points_that_both_sides_send_at_once_nobody_is_promised_that_no_dice_fall(match: Match) -> None:
    match.play("commit", side="soviet")
    assert match.effect("commit", side="japan") == (True, None)
