"""16.7, 18.2, JCM.8.1, SCM.6.1  Reconnaissance from the air, and by a marker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from tests.pbn.positions import (
    Some,
    air,
    asked,
    at,
    board,
    do,
    keys,
    names,
    offered,
    place,
    position,
    refused,
    the_game,
    told,
    why,
)

HEX = "0808"
STACK = ["JP-64", "JP-1-8BG", "JP-SUP-1"]


def flying(placed: Mapping[str, Some], phase: str = "soviet_move", points: int = 2, **kinds: Any) -> Match:
    return board({"0124": "MN-23M", **placed}, phase, air={"soviet": {"recon": points}}, **kinds)


def seen(match: Match, where: str, side: int = 0) -> set[str]:
    """The counters that a side can name in a hex."""
    return {c["id"] for c in view(match.state, side)["places"].get(where, []) if "id" in c}


@pytest.mark.rule("pbn", "16.7")
@pytest.mark.rule("pbn", "16.71")
@pytest.mark.rule("pbn", "18.2")
def test_a_flight_shows_every_unit_in_its_hex_and_around_it() -> None:
    match = flying({HEX: STACK, "0908": ["JP-71", "JP-23HQ"]})
    assert seen(match, HEX) == {"JP-64"}
    do(match, f"recon {HEX}")
    assert (seen(match, HEX), seen(match, "0908")) == (set(STACK), {"JP-71", "JP-23HQ"})
    assert air(match, "soviet") == {"recon": 1, "reserve": 1}
    assert told(match, "log.recon")["hex"] == HEX


@pytest.mark.rule("pbn", "16.71")
def test_open_ground_is_seen_two_hexes_away_and_other_ground_is_not() -> None:
    """1008 is a hilltop, 0810 and 0606 are steppe; from 0808 three hexes away nothing is seen."""
    placed = {"1008": ["JP-64", "JP-1-8BG"], "0810": ["JP-71", "JP-2-8BG"], "0805": ["JP-72", "JP-23HQ"]}
    match = do(flying({**placed, "0809": "JP-6HQ"}), f"recon {HEX}")
    assert seen(match, "0810") == {"JP-71", "JP-2-8BG"}
    assert (seen(match, "1008"), seen(match, "0805")) == ({"JP-64"}, {"JP-72"})


@pytest.mark.rule("pbn", "16.71")
def test_marsh_and_dunes_are_open_and_ridges_and_hilltops_are_not() -> None:
    game = the_game()
    ground = game.map.terrain_at
    assert {ground(h) for h in members(game.open)} == {"clear", "dunes", "marsh"}
    assert {ground(h) for h in members(game.map.grid.all & ~game.open)} == {"ridge", "hilltop"}


@pytest.mark.rule("pbn", "16.7")
def test_any_hex_from_where_something_is_seen_may_be_flown_over() -> None:
    steppe = flying({HEX: "JP-64"})
    assert offered(steppe, "recon") == names(the_game().map.grid.within(1 << at(HEX), 2))
    hill = flying({"1008": "JP-64"})
    assert offered(hill, "recon") == names(the_game().map.grid.within(1 << at("1008"), 1))
    assert (refused(hill, "recon 1010"), why(hill, "recon 1010").key) == ("16.7", "why.nothing-to-see")


@pytest.mark.rule("pbn", "16.71")
def test_one_point_a_hex_is_all_and_nobody_fires_at_it() -> None:
    """With anti-aircraft guns below it still comes home."""
    match = do(flying({HEX: ["JP-64", "JP-1KA"]}), f"recon {HEX}")
    assert refused(match, f"recon {HEX}") == "16.7"
    assert air(match, "soviet") == {"recon": 1, "reserve": 1}
    assert "log.damaged" not in keys(match)


@pytest.mark.rule("pbn", "16.7")
def test_without_a_point_on_that_mission_nobody_flies() -> None:
    match = flying({HEX: "JP-64"}, points=0)
    assert (offered(match, "recon"), refused(match, f"recon {HEX}")) == (set(), "16.2")


@pytest.mark.rule("pbn", "16.7")
@pytest.mark.rule("pbn", "16.71")
@pytest.mark.parametrize(("phase", "impulse"), [("move", 1), ("move", 2), ("strike", 1), ("strike", 2)])
def test_flights_are_made_in_both_movement_phases_and_when_others_strike(phase: str, impulse: int) -> None:
    """R33"""
    match = do(flying({HEX: STACK}, f"soviet_{phase}", impulse=impulse), f"recon {HEX}")
    assert seen(match, HEX) == set(STACK)
    assert view(match.state, 0)["phase"] == f"phase.soviet_{phase}"


@pytest.mark.rule("pbn", "16.7")
def test_what_was_seen_is_out_of_sight_when_the_phase_is_over() -> None:
    """R95; and the enemy is told where, not what."""
    match = do(flying({HEX: STACK}), f"recon {HEX}")
    assert [e.audience for e in match.log if e.key == "log.examined"] == [1]
    do(match, "done")
    assert seen(match, HEX) == {"JP-64"}


@pytest.mark.rule("pbn", "16.71")
def test_a_flight_unmasks_deception_and_turns_units_up() -> None:
    placed: dict[str, Some] = {HEX: "JP-DEC-1", "0908": "JP-64"}
    match = flying(placed, options={"deception": True}, face_down=["JP-64"])
    assert seen(match, HEX) == seen(match, "0908") == set()
    do(match, f"recon {HEX}")
    assert (place(match, "JP-DEC-1"), seen(match, "0908")) == ("out", {"JP-64"})


# -- the marker (JCM.8.1, SCM.6.1) -------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "SCM.6.1")
def test_the_soviet_marker_shows_one_stack_anywhere_and_goes_back_to_the_pool() -> None:
    placed = {"0124": "MN-23M", HEX: STACK, "2010": ["JP-71", "JP-23HQ"], "hand": "SU-CM-RECON", "0707": "SU-24"}
    match = board(placed, "soviet_move")
    assert offered(match, "play") == {"SU-CM-RECON"}
    do(match, "play SU-CM-RECON")
    assert (asked(match).rule, offered(match, "hex")) == ("SCM.6.1", {HEX, "2010"})
    assert refused(match, "hex 0707") == "SCM.6.1"
    assert refused(match, "unit JP-71") == "SCM.6.1"
    do(match, "hex 2010")
    assert (seen(match, "2010"), seen(match, HEX)) == ({"JP-71", "JP-23HQ"}, {"JP-64"})
    assert place(match, "SU-CM-RECON") == "pool"


@pytest.mark.rule("pbn", "JCM.8.1")
def test_the_japanese_marker_does_the_same() -> None:
    placed = {HEX: ["SU-24", "SU-7BG"], "3324": "MC-8M", "hand": "JP-CM-RECON"}
    match = do(board(placed, "japan_move"), "play JP-CM-RECON")
    assert asked(match).rule == "JCM.8.1"
    do(match, f"hex {HEX}")
    assert seen(match, HEX, 1) == {"SU-24", "SU-7BG"}
    assert place(match, "JP-CM-RECON") == "pool"


@pytest.mark.rule("pbn", "SCM.6.1")
def test_it_may_be_kept_after_all_and_the_enemy_does_not_learn_of_it() -> None:
    placed = {"0124": "MN-23M", HEX: STACK, "hand": "SU-CM-RECON"}
    match = do(board(placed, "soviet_move"), "play SU-CM-RECON")
    assert "Examine" not in str(view(match.state, 1)["agenda"])
    do(match, "done")
    assert (place(match, "SU-CM-RECON"), asked(match).message.key) == ("hand", "ask.move")


@pytest.mark.rule("pbn", "SCM.6.1")
@pytest.mark.rule("pbn", "JCM.8.1")
def test_it_is_not_played_by_who_does_not_hold_it_nor_on_what_has_been_examined() -> None:
    placed: dict[str, Some] = {HEX: STACK, "hand": "SU-CM-RECON"}
    match = flying(placed)
    assert refused(match, "play JP-CM-RECON") == "5.3"
    do(match, f"recon {HEX}")
    assert (offered(match, "play"), refused(match, "play SU-CM-RECON")) == (set(), "SCM.6.1")
    two = do(flying({**placed, "2010": "JP-71"}), f"recon {HEX}", "play SU-CM-RECON")
    assert (offered(two, "hex"), why(two, f"hex {HEX}").key) == ({"2010"}, "why.examined")
    pooled = board({"0124": "MN-23M", HEX: STACK}, "soviet_move")
    assert refused(pooled, "play SU-CM-RECON") == "5.3"
    assert position(pooled).examined == (0, 0)
