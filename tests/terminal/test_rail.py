"""The railroad at the keyboard: what a ride leaves, and which part of a move it was."""

from __future__ import annotations

import tests.kgw.positions as kgw
import tests.sn.positions as sn
from tests.terminal.desk import sit


def test_a_ride_tells_the_points_and_the_room_it_leaves() -> None:
    match = kgw.board({"2608": "JA-64-23"}, "japan_move")
    told = sit(match, "64/23\nchoices rail\nchoices hex\n")
    lines = told.after("choices rail")
    assert lines[0].startswith("rail (Ride the railroad): ")
    assert lines[-1] == (
        "  (by rail to any of them: 2 movement points left there, then room for 2 more units on the railroad)"
    )
    assert told.after("choices hex")[-1] == "  (in brackets: movement points left there, hex by hex)"


def test_a_full_railroad_says_so() -> None:
    match = kgw.board({"2608": "JA-23"}, "japan_move")
    lines = sit(match, "JA-23\nchoices rail\n").after("choices rail")
    assert lines[-1].endswith("then room for no more units on the railroad)")


def test_where_a_ride_is_the_whole_move_it_says_that() -> None:
    match = sn.board({"1002": "SU-12IC", "1102": "SU-SUP-1"}, "soviet_move")
    lines = sit(match, "SU-12IC\nchoices rail\n").after("choices rail")
    assert lines[-1] == "  (by rail to any of them: that is the whole move)"
    assert "(" not in lines[1], "points of a march say nothing about a ride"


def test_the_log_of_a_mixed_move_says_which_part_went_by_rail() -> None:
    match = kgw.board({"2606": "JA-64-23"}, "japan_move")
    (told,) = sit(match, "64/23 2607 2608 rail 2307 done\nlog 1\n").after("log 1")
    assert told.startswith("64/23 moves: 2606 → 2607 → 2608 → 2507 → 2408 → 2307, from 2608 to 2307 by rail. [")


def test_the_log_of_a_ride_alone_says_only_that() -> None:
    match = kgw.board({"2608": "JA-64-23"}, "japan_move")
    (told,) = sit(match, "64/23 rail 3309 done\nlog 1\n").after("log 1")
    assert told.startswith("64/23 goes by rail: 2608 → ")
    assert " by rail." not in told
