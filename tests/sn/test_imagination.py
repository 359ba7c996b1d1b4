"""What a side imagines where it does not see: positions that its view allows, dealt by the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import khalkhin
from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.engine.view import imagine, view
from khalkhin.games.sn.combat import Attacks
from khalkhin.games.sn.information import top
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.stacking import crowded, excess
from tests.sn.positions import at, board, do, ids, the_game, unit, units

SOVIET, JAPAN = 0, 1


def imagined(match: Match, side: int | None = SOVIET, count: int = 20) -> Iterator[Position]:
    """What a side may imagine, again and again; every position looks to it like the real one."""
    seen, rng = view(match.state, side), random.Random(1)
    for _ in range(count):
        s = imagine(match.game, seen, rng)
        assert isinstance(s, Position)
        assert view(s, side) == seen
        match.game.check(s)
        yield s


def lairs(match: Match, name: str, side: int | None = SOVIET) -> set[str]:
    """Where a unit is imagined."""
    return {s.game.place_name(s.where[unit(name)]) for s in imagined(match, side)}


STACKS: Mapping[str, Any] = {
    "2317": ["JP-7ID", "JP-8ID", "JP-2IC"],
    "2411": ["JP-SUP-1", "JP-KAHQ", "JP-9ID"],
    "1002": "SU-12IC",
}


def test_hidden_units_are_beneath_the_stacks_that_show() -> None:
    match = board(STACKS)
    for name in ("JP-7ID", "JP-SUP-1", "JP-KAHQ"):
        assert lairs(match, name) == {"2317", "2411"}
    assert lairs(match, "JP-2IC") == {"2317"}
    assert lairs(match, "JP-10ID") == {"pool"}


def test_nobody_is_imagined_on_top_of_the_unit_that_shows() -> None:
    for s in imagined(board(STACKS)):
        assert top(s, JAPAN, at("2317")) == unit("JP-2IC")
        assert top(s, JAPAN, at("2411")) == unit("JP-9ID")


def test_supply_units_may_lie_on_either_face() -> None:
    faces = {bool(s.flipped & units("JP-SUP-1")) for s in imagined(board(STACKS))}
    assert faces == {True, False}


@pytest.mark.rule("sn", "10.1")
def test_stacks_are_no_higher_than_they_may_be() -> None:
    """Two corps fit into one stack only, beside the two corps that show."""
    match = board({"2317": ["JP-3IC", "JP-2IC"], "1819": ["JP-7ID", "JP-8ID", "JP-9ID", "JP-4IC"], "1002": "SU-12IC"})
    for s in imagined(match):
        assert not crowded(s, JAPAN)


@pytest.mark.rule("sn", "8.6.4")
def test_units_are_where_they_may_be() -> None:
    """2102 is rough without a road: no mechanized unit comes there; nor does an Outer Mongolian into the USSR."""
    placed = {"2102": ["SU-21ID", "SU-12IC"], "2202": ["SU-58AD", "SU-18IC"], "1923": ["OM-1CC", "SU-26IC"]}
    match = board({**placed, "2411": "JP-2IC"})
    assert lairs(match, "SU-58AD", JAPAN) <= {"2202", "1923"}
    assert lairs(match, "OM-1CC", JAPAN) == {"1923"}


@pytest.mark.rule("sn", "11.0")
def test_hidden_units_explain_the_zones_of_control_that_were_told() -> None:
    """Beneath the Manchukuoan fort at the frontier is a Japanese unit, beneath the other one none."""
    placed = {"2104": ["JP-7ID", "MC-FORT-1"], "2004": ["MC-1IC", "MC-FORT-2"], "2411": ["MC-2IC", "JP-8ID", "JP-9ID"]}
    match = board({**placed, "1002": "SU-12IC"}, "soviet_move")
    for s in imagined(match):
        assert s.zone(JAPAN) == match.state.zone(JAPAN)  # type: ignore[attr-defined]
    assert lairs(match, "MC-1IC") <= {"2004", "2411"}


@pytest.mark.rule("sn", "2.12.2")
def test_somebody_is_disrupted_where_a_marker_shows() -> None:
    match = board(STACKS, disrupted="JP-7ID")
    for s in imagined(match):
        hurt = ids(s.disrupted)
        assert len(hurt) == 1
        assert s.where[unit(hurt.pop())] == at("2317")


@pytest.mark.rule("sn", "17.0")
def test_who_is_asked_to_rally_has_somebody_to_rally() -> None:
    match = board(STACKS, "japan_rally", disrupted="JP-7ID")
    for s in imagined(match):
        assert s.asked[0].side == JAPAN
        assert s.disrupted


@pytest.mark.rule("sn", "10.1.7")
def test_who_is_asked_about_a_stack_has_one_that_is_too_high() -> None:
    many = ["JP-2IC", "JP-3IC", "JP-4IC", "JP-7ID"]
    match = do(board({"2317": many, "2411": ["JP-8ID", "JP-9ID"], "1002": "SU-12IC"}), "done")
    assert match.prompts()[0].message.key == "ask.overstacked"
    for s in imagined(match):
        assert excess(s, JAPAN, at("2317")) > 0


@pytest.mark.rule("sn", "12.0.3")
def test_somebody_attacks_where_attacks_are_announced() -> None:
    placed = {"2104": ["JP-2IC", "JP-3IC", "JP-7ID"], "2103": "SU-12IC", "2003": "SU-18IC"}
    match = board(placed, "japan_combat")
    do(match, "attack 2103", "unit JP-2IC", "attack 2003", "unit JP-3IC", "unit JP-7ID", "commit")
    for s in imagined(match):
        step = s.agenda[-1]
        assert isinstance(step, Attacks)
        assert all(attack.units for attack in step.attacks)
        assert not step.attacks[0].units & step.attacks[1].units


@pytest.mark.rule("sn", "15.1")
def test_airstrikes_on_mission_have_a_base_where_they_flew_from() -> None:
    placed = {"2104": ["JP-1BASE", "JP-SUP-1", "JP-2IC"], "2411": ["JP-7ID", "JP-8ID", "JP-9ID"], "2103": "SU-12IC"}
    match = board({**placed, "available": "JP-AIR-1"}, "japan_air")
    do(match, "unit JP-AIR-1", "hex 2103", "from 2104", "mission ground")
    assert lairs(match, "JP-1BASE") == {"2104"}


@pytest.mark.rule("sn", "18.1.1")
def test_who_has_landed_among_enemies_is_known_to_have_landed() -> None:
    placed = {"home": ["JP-7ID", "JP-8ID"], "2202": "SU-12IC", "2411": ["JP-9ID", "JP-10ID"], "available": "JP-LAND-1"}
    match = do(board(placed), "sail JP-7ID", "sail JP-8ID", "hex 2202")
    for s in imagined(match):
        assert {s.where[u] for u in members(s.beached)} == {at("2202")}
        assert s.beached.bit_count() == 2


@pytest.mark.rule("sn", "14.4.2")
def test_the_enemy_knows_who_is_in_supply() -> None:
    match = board({"2317": ["JP-7ID", "JP-SUP-1"], "2411": ["JP-8ID", "JP-SUP-2"], "1002": "SU-12IC"})
    for s in imagined(match):
        assert s.general & units("JP-SUP-1", "JP-SUP-2") == units("JP-SUP-1", "JP-SUP-2")


@pytest.mark.rule("sn", "3.1.1")
def test_while_setting_up_units_are_in_the_areas_of_their_lists() -> None:
    match = do(khalkhin.new("sn", "anti-comintern", seed=1), "auto")
    lines = the_game().lines["anti-comintern"]
    for s in imagined(match, JAPAN, 5):
        for one in members(s.ground(SOVIET)):
            assert any(line.sort >> one & 1 and line.area >> s.where[one] & 1 for line in lines)
        assert not crowded(s, SOVIET)


def test_a_spectator_imagines_both_sides() -> None:
    match = board({**STACKS, "1002": ["SU-12IC", "SU-18IC"], "2202": ["SU-26IC", "SU-21ID"]})
    assert lairs(match, "SU-12IC", None) == {"1002", "2202"}
    assert lairs(match, "JP-7ID", None) == {"2317", "2411"}
