"""10.4, 19.4, 24.7  Railroad movement, armoured trains, and the line that the Soviets may finish."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.games.kgw.about import of_hex
from tests.kgw.battles import battle
from tests.kgw.positions import (
    asked,
    board,
    do,
    hexes,
    marked,
    names,
    offered,
    place,
    position,
    refused,
    shifts,
    the_game,
    told,
)

EAST = {"2608", "2708", "2808", "2907", "3008", "3108", "3209", "3309"}
CHITA = {"1601", "1602", "1702", "1803", "1804", "1904", "1905"}


def details(match: Any, side: str) -> dict[str, Any]:
    found: dict[str, Any] = match.view(side)["details"]
    return found


@pytest.mark.rule("kgw", "10.4", "10.4.a")
def test_a_ride_costs_a_point_at_either_end_and_goes_any_distance() -> None:
    match = do(board({"3309": "JA-64-23"}, "japan_move"), "unit JA-64-23")
    assert offered(match, "rail") >= EAST - {"3309"} | {"2006"}
    assert not offered(match, "rail") & {"1905", "2614"}, "another country, another line"
    assert {*details(match, "japan")["left_by"]["rail"].values()} == {"2"}, "what a ride leaves, not what a march would"
    do(match, "rail 2608")
    assert details(match, "japan")["move"]["spent"] == [4]
    do(match, "done")
    assert place(match, "JA-64-23") == "2608"
    assert told(match, "log.rail")["path"][-1] == "2608"
    assert refused(do(board({"2015": "JA-64-23"}, "japan_move"), "unit JA-64-23"), "rail 2608") == "10.4.a"


@pytest.mark.rule("kgw", "10.4.a")
def test_who_has_less_than_two_points_left_does_not_ride() -> None:
    match = do(board({"2609": "JA-1-1IGU"}, "japan_move"), "unit JA-1-1IGU", "hex 2608")
    assert "3309" in offered(match, "rail")
    match = do(board({"2509": "JA-1-1IGU"}, "japan_move"), "unit JA-1-1IGU")
    assert details(match, "japan")["left"]["2608"] == "2"
    assert "3309" in offered(do(match, "hex 2608"), "rail"), "just enough"
    match = do(board({"2611": "JA-1-1IGU"}, "japan_move"), "unit JA-1-1IGU", "hex 2608")
    assert refused(match, "rail 3309") == "10.4.a"


@pytest.mark.rule("kgw", "10.4", "10.4.b")
def test_riding_and_marching_mix() -> None:
    """T-55: four points, two steps by road, the railroad, and one steppe hex."""
    match = board({"2606": "JA-64-23"}, "japan_move")
    do(match, "unit JA-64-23", "hex 2607", "hex 2608", "rail 2307")
    assert details(match, "japan")["move"]["spent"] == [6]
    found = details(match, "japan")["left"]
    assert set(found.values()) <= {"0", "½"}
    assert "2207" in found


@pytest.mark.rule("kgw", "10.4", "16.1.a")
def test_static_units_do_not_ride() -> None:
    match = board({"2608": ["JA-SUP-1", "JA-SUP-2"]}, "japan_move", marks={"flipped": "JA-SUP-1"})
    assert offered(match, "unit") == {"JA-SUP-2"}
    assert "3309" in offered(do(match, "unit JA-SUP-2"), "rail")


@pytest.mark.rule("kgw", "10.4.c")
def test_one_division_or_three_others_a_phase() -> None:
    """T-57, Q-20: supply units and generals count like the rest."""
    match = board({"2608": ["JA-23", "JA-4-2"]}, "japan_move")
    do(match, "unit JA-23", "rail 3309", "done", "unit JA-4-2")
    assert refused(match, "rail 3309") == "10.4.c"
    three = board({"2608": ["JA-64-23", "JA-71-23", "JA-72-23", "JA-SUP-1"]}, "japan_move")
    do(three, "unit JA-64-23", "unit JA-71-23", "rail 3309", "done", "unit JA-SUP-1", "rail 3309", "done")
    assert refused(do(three, "unit JA-72-23"), "rail 3309") == "10.4.c"
    mixed = board({"2608": ["JA-23", "JA-4-2"]}, "japan_move")
    do(mixed, "unit JA-4-2", "rail 3309", "done", "unit JA-23")
    assert refused(mixed, "rail 3309") == "10.4.c"
    both = do(board({"2608": ["JA-23", "JA-4-2"]}, "japan_move"), "unit JA-23", "unit JA-4-2")
    assert offered(both, "rail") == set()


@pytest.mark.rule("kgw", "10.4.d")
def test_a_unit_rides_once() -> None:
    match = do(board({"3309": "JA-IG"}, "japan_move"), "unit JA-IG", "rail 2608")
    assert refused(match, "rail 2708") == "10.4.d"
    do(match, "done")
    assert marked(match, "railed", "JA-IG")


@pytest.mark.rule("kgw", "10.4.e")
def test_rides_begin_in_a_zone_and_end_in_the_next() -> None:
    start = board({"3309": "JA-64-23", "3310": "RA-127-57"}, "japan_move")
    assert "2608" in offered(do(start, "unit JA-64-23"), "rail")
    ahead = board({"3309": "JA-64-23", "2907": "RA-127-57"}, "japan_move")
    assert offered(do(ahead, "unit JA-64-23"), "rail") == {"3209", "3108", "3008"}
    do(ahead, "rail 3008")
    assert offered(ahead, "hex") == set(), "3008 is in the zone of 2907"
    next_to_it = board({"3108": "JA-64-23", "2907": "RA-127-57"}, "japan_move")
    assert offered(do(next_to_it, "unit JA-64-23"), "rail") == {"3008", "3209", "3309"}
    straight = board({"3309": "JA-64-23", "3308": "RA-127-57"}, "japan_move")
    assert offered(do(straight, "unit JA-64-23"), "rail") == set(), "the first hex has to be free (Q-20)"


@pytest.mark.rule("kgw", "10.4.1.a")
def test_nobody_rides_in_a_second_phase() -> None:
    """T-56"""
    match = board({"2608": "JA-64-23"}, "japan_move", segment=2, marks={"supplied": "JA-64-23"})
    assert offered(do(match, "unit JA-64-23"), "rail") == set()
    assert refused(match, "rail 3309") == "10.4.1.a"


@pytest.mark.rule("kgw", "10.4.1.b", "10.4.1.c")
def test_each_side_has_its_countries() -> None:
    """T-56"""
    red = do(board({"1905": "RA-127-57"}, "soviet_move"), "unit RA-127-57")
    assert offered(red, "rail") == CHITA - {"1905"}
    abroad = do(board({"2608": "RA-127-57"}, "soviet_move"), "unit RA-127-57")
    assert refused(abroad, "rail 3309") == "10.4.a"
    border = do(board({"2006": "RA-127-57"}, "soviet_move"), "unit RA-127-57")
    assert refused(border, "rail 1905") == "10.4.a", "the track of Manchukuo leads home, but it is not theirs"
    built = board({"1211": "JA-64-23"}, "japan_move", options={"railway": True}, railhead=19)
    assert "about.built-rail" in {text.key for text in of_hex(position(built), the_game().map.grid.at("1211"))}
    assert refused(do(built, "unit JA-64-23"), "rail 1412") == "10.4.a"


def test_mongols_ride_no_further_than_the_border() -> None:
    match = board({"1211": "MP-2CAV"}, "soviet_move", options={"railway": True}, railhead=19)
    found = offered(do(match, "unit MP-2CAV"), "rail")
    assert "2015" in found
    assert not hexes(*map(str, found)) & the_game().country["USSR"]
    red = board({"1211": "RA-6CAV"}, "soviet_move", options={"railway": True}, railhead=19)
    assert "1803" in offered(do(red, "unit RA-6CAV"), "rail")


def test_nobody_learns_from_the_railroad_what_rides_on_it() -> None:
    """21.0: a division and a regiment under another counter are one to the enemy."""
    views = []
    for hidden in ("RA-57", "RA-51-93"):
        match = board({"1803": [hidden, "RA-212"], "1602": "RA-6CAV", "2608": "JA-64-23"}, "soviet_move")
        do(match, f"unit {hidden}", "rail 1602", "done", "top RA-6CAV")
        views.append(match.view("japan"))
    for name in ("tracks", "agenda", "markers"):
        assert views[0][name] == views[1][name], name


# -- armoured trains -----------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "19.4.a")
def test_trains_go_any_distance_for_nothing_on_track_of_their_countries() -> None:
    match = do(board({"3309": "JA-TRAIN"}, "japan_move"), "unit JA-TRAIN")
    assert offered(match, "hex") >= EAST - {"3309"} | {"2006"}
    assert not offered(match, "hex") & {"1905", "3308", "2609"}
    assert offered(match, "rail") == set()
    assert refused(match, "hex 2609") == "19.4.a"
    assert refused(match, "rail 2608") == "19.4.a"
    do(match, "hex 2006", "done")
    assert place(match, "JA-TRAIN") == "2006"
    assert position(match).rail_used == 0, "Q-21: trains take no capacity"


@pytest.mark.rule("kgw", "19.4.a")
def test_zones_and_enemies_stop_trains() -> None:
    match = do(board({"3309": "JA-TRAIN", "2907": "RA-127-57"}, "japan_move"), "unit JA-TRAIN")
    assert offered(match, "hex") == {"3209", "3108", "3008"}


@pytest.mark.rule("kgw", "19.4.b")
def test_trains_keep_off_the_unfinished_line() -> None:
    match = do(board({"1803": "RA-TRAIN"}, "soviet_move"), "unit RA-TRAIN")
    assert offered(match, "hex") == CHITA - {"1803"}
    assert refused(match, "hex 1703") == "19.4.a"
    laid = do(board({"1803": "RA-TRAIN"}, "soviet_move", options={"railway": True}, railhead=2), "unit RA-TRAIN")
    assert offered(laid, "hex") == CHITA - {"1803"} | {"1703", "1604"}


@pytest.mark.rule("kgw", "19.4.c")
def test_trains_do_not_count_for_stacking() -> None:
    six = ["JA-64-23", "JA-71-23", "JA-72-23", "JA-4-2", "JA-16-2", "JA-29-2"]
    match = do(board({"2608": [*six, "JA-TRAIN"], "0112": "MP-2CAV"}, "japan_move"), "done")
    assert asked(match).message.key != "ask.crowd"


@pytest.mark.rule("kgw", "19.4.d")
def test_trains_need_supply_in_a_second_segment_and_no_first_phase() -> None:
    placed = {"2608": "JA-TRAIN"}
    assert offered(board(placed, "japan_move", segment=2), "unit") == set()
    fed = do(board(placed, "japan_move", segment=2, marks={"supplied": "JA-TRAIN"}), "unit JA-TRAIN")
    assert "3309" in offered(fed, "hex")


@pytest.mark.rule("kgw", "19.4.e")
def test_trains_attack_on_their_own() -> None:
    match = board({"2608": "JA-TRAIN", "2609": "RA-127-57"}, "japan_combat")
    assert offered(match, "attack") == {"2609"}


@pytest.mark.rule("kgw", "19.4.f")
def test_a_train_and_tanks_shift_one_column_together() -> None:
    for force in (["JA-TRAIN"], ["JA-1ARM"], ["JA-TRAIN", "JA-1ARM"]):
        match = battle({"2608": force}, "RA-127-57", 1, target="2609", also={"2608": "JA-SUP-1"})
        assert sum(value for value in shifts(match).values() if value > 0) == 1


# -- the line to Tamsag Bulak --------------------------------------------------------------------------------------


def works(placed: dict[str, Any], **more: Any) -> Any:
    return board(placed, "soviet_organise", options={"railway": True}, **more)


@pytest.mark.rule("kgw", "24.7")
def test_only_with_the_option() -> None:
    placed = {"1803": ["RA-57ENG", "RA-SUP-1"]}
    assert offered(works(placed), "extend") == {"RA-SUP-1"}
    assert offered(board(placed, "soviet_organise"), "extend") == set()
    assert refused(board(placed, "soviet_organise"), "extend RA-SUP-1") == "24.7"


@pytest.mark.rule("kgw", "24.7.a", "24.7.b")
def test_each_supply_unit_in_line_with_an_engineer_lays_one_hex() -> None:
    """Q-68"""
    placed = {"1803": ["RA-57ENG", "RA-SUP-1"], "1703": "RA-SUP-2", "1702": "RA-SUP-3", "1604": "RA-SUP-4"}
    match = works(placed, marks={"flipped": ["RA-SUP-2", "RA-SUP-4"]})
    assert offered(match, "extend") == {"RA-SUP-1", "RA-SUP-2", "RA-SUP-4"}, "mobile supply serves its own hex only"
    do(match, "extend RA-SUP-2", "extend RA-SUP-1")
    assert position(match).railhead == 2
    assert told(match, "log.railhead")["hex"] == "1604"
    assert place(match, "RA-SUP-1") == place(match, "RA-SUP-2") == "display"
    assert offered(match, "extend") == {"RA-SUP-4"}, "the engineer is needed at the starting railhead only"


@pytest.mark.rule("kgw", "24.7.a")
def test_the_engineer_was_there_and_mobile_when_the_phase_began() -> None:
    assert offered(works({"1802": "RA-57ENG", "1803": "RA-SUP-1"}), "extend") == set()
    placed = {"1211": ["RA-57ENG", "RA-SUP-1"]}
    bridge = works(placed, marks={"flipped": "RA-57ENG"}, railhead=11)
    assert offered(bridge, "extend") == set()
    do(bridge, "bridge RA-57ENG")
    assert not marked(bridge, "flipped", "RA-57ENG")
    assert offered(bridge, "extend") == set(), "it was a bridge when the phase began"
    assert offered(works(placed, railhead=11), "extend") == {"RA-SUP-1"}


@pytest.mark.rule("kgw", "24.7.c")
def test_the_next_time_the_engineer_is_at_the_new_railhead() -> None:
    assert offered(works({"1803": ["RA-57ENG", "RA-SUP-1"]}, railhead=2), "extend") == set()
    assert offered(works({"1604": ["RA-57ENG", "RA-SUP-1"]}, railhead=2), "extend") == {"RA-SUP-1"}


@pytest.mark.rule("kgw", "24.7.d")
def test_nineteen_hexes_complete_the_line() -> None:
    """Q-106"""
    match = works({"1914": ["RA-57ENG", "RA-SUP-1", "RA-SUP-2"]}, railhead=18)
    do(match, "extend RA-SUP-1")
    assert told(match, "log.railhead")["hex"] == "2015"
    assert offered(match, "extend") == set()
    assert refused(match, "extend RA-SUP-2") == "24.7.d"


@pytest.mark.rule("kgw", "24.7.e")
@pytest.mark.parametrize("enemy", ["1203", "1409", "1309", "1307", "1507", "1209", "1208"])
def test_no_track_from_or_into_enemies_and_their_zones(enemy: str) -> None:
    placed = {"1408": ["RA-57ENG", "RA-SUP-1"]}
    free = enemy == "1203"
    assert offered(works({**placed, enemy: "MC-1-8BGU"}, railhead=7), "extend") == ({"RA-SUP-1"} if free else set())


@pytest.mark.rule("kgw", "24.7.1.a", "24.7.1.c")
def test_new_track_is_soviet_track() -> None:
    red = board({"1803": "RA-127-57"}, "soviet_move", options={"railway": True}, railhead=3)
    assert {"1703", "1604", "1504"} <= offered(do(red, "unit RA-127-57"), "rail")
    foe = board({"1505": "JA-64-23"}, "japan_move", options={"railway": True}, railhead=19)
    assert offered(do(foe, "unit JA-64-23"), "rail") == set()


@pytest.mark.rule("kgw", "24.7.1.b")
def test_new_track_is_a_road_to_both() -> None:
    for unit, side in (("JA-64-23", "japan"), ("RA-127-57", "soviet")):
        match = board({"1505": unit}, f"{side}_move", options={"railway": True}, railhead=19)
        assert details(do(match, f"unit {unit}"), side)["left"]["1506"] == "3½"


@pytest.mark.rule("kgw", "24.7.1.d", "24.7.1.e")
def test_new_track_stays_whoever_walks_over_it() -> None:
    match = board({"1506": "JA-64-23"}, "japan_move", options={"railway": True}, railhead=8)
    do(match, "unit JA-64-23", "hex 1408", "done")
    assert position(match).railhead == 8
    assert names(position(match).finished_rail) >= {"1407", "1408"}
    assert match.view("soviet")["markers"]["1308"] == ["marker.railhead"]


@pytest.mark.rule("kgw", "19.4.a", "11.2")
def test_nobody_goes_along_with_a_train_nor_a_train_with_anybody() -> None:
    placed = {"1803": ["RA-127-57", "RA-TRAIN", "RA-80-57"]}
    march = do(board(placed, "soviet_move"), "unit RA-127-57")
    assert offered(march, "unit") == {"RA-80-57"}
    assert refused(march, "unit RA-TRAIN") == "11.2.b"
    train = do(board(placed, "soviet_move"), "unit RA-TRAIN")
    assert offered(train, "unit") == set()


@pytest.mark.rule("kgw", "19.4.a")
def test_a_train_off_the_track_of_its_countries_goes_nowhere() -> None:
    for where in ("0913", "2006"):
        match = board({where: ["RA-TRAIN", "RA-127-57"]}, "soviet_move")
        assert offered(match, "unit") == {"RA-127-57"}
