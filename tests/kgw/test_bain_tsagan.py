"""The short battle of Bain-Tsagan: a sector of the map, nobody recruited, levels of victory of its own."""

from __future__ import annotations

import pytest

import khalkhin
from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.engine.view import about_hex
from khalkhin.games.kgw.entry import open_to
from khalkhin.games.kgw.position import JAPAN, SOVIET
from khalkhin.games.kgw.supply import passable
from khalkhin.games.kgw.victory import goals, levels, scoring
from khalkhin.games.kgw.ways import barred_to, own_track
from khalkhin.terminal.mapview import Layout, draw
from tests.kgw.positions import names, position, the_game
from tests.planner import play_out

MANCHURIAN = "MC-HSINGAN"


@pytest.fixture
def match() -> Match:
    return khalkhin.new("kgw", "bain-tsagan", seed=5)


def test_it_begins_with_everybody_placed_and_an_empty_log(match: Match) -> None:
    s = position(match)
    assert (s.turn, s.segment, match.waiting(), len(match.log)) == (7, 1, ["japan"], 0)
    assert not s.stack(s.game.box("hand"))
    assert [prompt.message.key for prompt in match.prompts()] == ["ask.organise"], "no event, nobody is recruited"


def test_nobody_goes_is_supplied_or_comes_in_beyond_the_sector(match: Match) -> None:
    s = position(match)
    unit = the_game().sheet.index[MANCHURIAN]
    assert not s.outside & ~barred_to(s, JAPAN, unit)
    assert not s.outside & (passable(s, JAPAN) | passable(s, SOVIET) | own_track(s, JAPAN) | open_to(s, unit))
    assert not s.outside & (s.aerodromes[0] | s.aerodromes[1])


def test_at_the_keyboard_what_is_out_of_play_is_empty_and_says_so(match: Match) -> None:
    game, s = match.game, position(match)
    assert [text["key"] for text in about_hex(s, game.map_hex("0112"))] == ["engine.out-of-play"]
    assert "engine.out-of-play" not in {text["key"] for text in about_hex(s, game.map_hex("2015"))}
    layout = Layout.of(game.map.grid, False)
    signs = [
        sum(style == "terrain" for _, style in draw(game.map, layout, {}, outside).signs.values())
        for outside in (0, s.outside)
    ]
    assert signs == [game.map.grid.all.bit_count(), (game.map.grid.all & ~s.outside).bit_count()]


def test_only_places_of_the_sector_count(match: Match) -> None:
    s = position(match)
    assert names(scoring(s)) == {"2015", "2211", "2312", "2614"}
    assert {place.hex for place in s.game.objective_list(s, None)} == {*members(scoring(s))}


def test_a_lead_of_one_point_is_a_victory(match: Match) -> None:
    assert levels(position(match)) == {"marginal": 1, "operational": 4, "strategic": 7}
    assert levels(position(khalkhin.new("kgw", seed=1)))["marginal"] == 3
    ahead = [goal for goal in goals(position(match)) if goal.text.key == "goal.ahead"]
    assert ahead[0].text.params["level"] == "@goal.level.marginal"


def test_it_ends_after_two_months(match: Match) -> None:
    play_out(match)
    assert match.over
    assert match.state.turn == 8
