"""14.0-14.5.4  General and Offensive Supply: lines, railroads, forts, and what is expended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.sn.providers import lock
from khalkhin.games.sn.supply import begin_phase, cover, general, offensive, open_hexes
from tests.sn.oracles.atlas import CITIES, GROUND, ON_RAIL, around, crosses, linked
from tests.sn.positions import (
    asked,
    board,
    do,
    hexes,
    ids,
    marked,
    names,
    offered,
    place,
    position,
    refused,
    the_game,
    told,
    unit,
    units,
    who_is_at,
)

SOVIET, JAPAN = 0, 1


def in_supply(placed: Mapping[str, Any], who: str, **fields: Any) -> bool:
    """Whether a unit is in General Supply."""
    s = position(board(placed, **fields))
    return bool(general(s, s.game.sheet.side[s.game.sheet.index[who]]) & units(who))


def attackable(placed: Mapping[str, Any], spent: str, who: str, **fields: Any) -> bool:
    """Whether a unit has Offensive Supply of a supply unit."""
    s = position(board(placed, **fields))
    return bool(offensive(s, s.game.sheet.side[s.game.sheet.index[who]], units(spent)) & units(who))


# -- lines (14.1) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "14.1", "14.2")
def test_so_many_hexes_from_a_supply_unit() -> None:
    """W2: a Manchukuoan corps two hexes from an Imperial supply unit; four from a base."""
    assert in_supply({"2317": "MC-1IC", "2319": "JP-SUP-1"}, "MC-1IC")
    assert not in_supply({"2316": "MC-1IC", "2319": "JP-SUP-1"}, "MC-1IC")
    assert in_supply({"2316": "MC-1IC", "2319": "JP-SUP-1"}, "MC-1IC", flipped="JP-SUP-1")
    assert not in_supply({"2319": "JP-SUP-1", "2314": "MC-1IC"}, "MC-1IC", flipped="JP-SUP-1")
    assert not in_supply({"2317": "MC-1IC", "2318": "JP-SUP-1"}, "MC-1IC", disrupted="JP-SUP-1")


@pytest.mark.rule("sn", "14.1", "14.1.2")
def test_hexes_are_counted_whatever_they_cost() -> None:
    """Two hexes of desert, and over a river."""
    assert GROUND["2430"] == GROUND["2428"] == "desert"
    assert in_supply({"2430": "SU-SUP-1", "2428": "SU-21ID"}, "SU-21ID")
    assert crosses("river", "1012", "1011")
    assert in_supply({"1012": "JP-SUP-1", "1011": "JP-7ID"}, "JP-7ID")


@pytest.mark.rule("sn", "14.1.1", "20.0.mtn", "14.1.2")
def test_rough_is_entered_by_road_or_by_mountain_troops() -> None:
    """E69."""
    assert GROUND["2102"] == "rough"
    assert not linked("2103", "2102")
    placed = {"2103": "SU-SUP-1", "2102": ["SU-21ID", "SU-101MT"]}
    assert not in_supply(placed, "SU-21ID")
    assert in_supply(placed, "SU-101MT")
    assert in_supply({"2102": ["SU-SUP-1", "SU-21ID"]}, "SU-21ID"), "in the same hex"
    assert in_supply({"1616": "JP-SUP-1", "1617": "JP-7ID"}, "JP-7ID"), "along the railroad"


@pytest.mark.rule("sn", "14.1.1", "11.7")
def test_rough_on_the_way_is_left_by_road_too() -> None:
    """E125: General Supply from the railroad in 1617, where the line begins; no Offensive Supply."""
    placed = {"1616": "JP-SUP-1", "1618": "JP-7ID"}
    assert GROUND["1617"] == "rough"
    assert not linked("1617", "1618")
    assert in_supply(placed, "JP-7ID")
    assert not attackable(placed, "JP-SUP-1", "JP-7ID")
    assert in_supply({"1617": "JP-SUP-1", "1618": "JP-7ID"}, "JP-7ID"), "the first hex may be left freely"
    assert attackable({"1617": "JP-SUP-1", "1618": "JP-7ID"}, "JP-SUP-1", "JP-7ID")


@pytest.mark.rule("sn", "14.1.2", "14.1")
def test_enemies_seas_and_lakes_for_some() -> None:
    assert not in_supply({"2319": "JP-SUP-1", "2317": "JP-7ID", "2318": "SU-21ID"}, "JP-7ID")
    lake = {"0834": "SU-SUP-1", "0735": ["SU-21ID", "SU-57AD"]}
    assert crosses("lake", "0834", "0735")
    assert GROUND["0735"] != "rough"
    assert in_supply(lake, "SU-21ID"), "R44: who may cross it may be supplied over it"
    assert not in_supply(lake, "SU-57AD")
    coast = {"3213": "JP-SUP-1", "3215": "JP-7ID"}
    assert {GROUND[h] for h in around("3213") if h in around("3215")} == {"sea"}
    assert not attackable(coast, "JP-SUP-1", "JP-7ID")


@pytest.mark.rule("sn", "14.1.2")
def test_soviet_lines_do_not_run_through_north_china() -> None:
    """E74: not into it, nor by its railroads; Japanese lines do."""
    china = position(board({})).game.realm["North China"]
    for side, store in ((SOVIET, "SU-SUP-1"), (JAPAN, "JP-SUP-1")):
        s = position(board({"3317": store}, flipped=store))
        assert bool(cover(s, side, units(store), True)["non"] & china) == (side == JAPAN)


@pytest.mark.rule("sn", "11.7", "14.1.2", "14.1.3")
def test_a_supply_unit_in_a_zone_supplies_its_own_hex() -> None:
    """E76: with a fort it supplies the others, too."""
    enemy = {"2320": "SU-21ID"}
    placed = {"2319": ["JP-SUP-1", "JP-8ID"], "2318": "JP-7ID", **enemy}
    assert not in_supply(placed, "JP-7ID")
    assert in_supply(placed, "JP-8ID")
    fort = {"2319": ["JP-SUP-1", "JP-FORT-1"], "2318": "JP-7ID", **enemy}
    assert in_supply(fort, "JP-7ID")


@pytest.mark.rule("sn", "14.1.3", "11.7")
def test_a_fort_on_the_way_lets_lines_through_a_zone() -> None:
    wall = {"2217": "SU-21ID"}
    placed = {"2319": "JP-SUP-1", "2317": "JP-7ID", **wall}
    zone = names(position(board(placed)).enemy_zone(JAPAN))
    assert "2318" in zone
    assert not in_supply(placed, "JP-7ID")
    assert in_supply({**placed, "2318": "JP-FORT-1"}, "JP-7ID")


@pytest.mark.rule("sn", "11.7", "14.1.4")
def test_a_unit_at_the_railhead_is_supplied_in_contact() -> None:
    """E130."""
    placed = {"1521": "JP-SUP-1", "1325": "JP-7ID", "1326": "JP-8ID", "1225": "SU-21ID"}
    zone = names(position(board(placed)).enemy_zone(JAPAN))
    assert {"1325", "1326"} <= zone
    assert in_supply(placed, "JP-7ID")
    assert in_supply(placed, "JP-8ID")


# -- railroads (14.1.4, 14.1.5) ---------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "14.1.4", "14.3.1")
def test_a_railroad_carries_general_supply() -> None:
    """E70: fifteen hexes and more along the line; within the radius of it, too; no Offensive Supply."""
    placed = {"3614": "JP-SUP-1", "2010": "JP-7ID", "2011": "JP-8ID", "2012": "JP-1AD", "2014": "JP-9ID"}
    assert "2014" not in ON_RAIL
    assert in_supply(placed, "JP-7ID")
    assert in_supply(placed, "JP-8ID")
    assert not attackable(placed, "JP-SUP-1", "JP-7ID")
    beside = {"2511": "JP-SUP-1", "2010": "JP-7ID"}
    assert "2511" not in ON_RAIL
    assert not in_supply(beside, "JP-7ID"), "the supply unit has to be on the railroad itself"


@pytest.mark.rule("sn", "14.1.4", "15.2.27")
def test_a_disrupted_city_cuts_the_railroad() -> None:
    """E71: with the unit further away than the radius."""
    line = {"0940": "SU-SUP-1", "1028": "SU-21ID", "1137": "SU-22ID"}
    assert "1135" in CITIES
    assert in_supply(line, "SU-21ID")
    assert not in_supply(line, "SU-21ID", ruined="1135")
    assert in_supply(line, "SU-22ID", ruined="1135"), "before the city nothing changes"
    assert not in_supply({"3614": "JP-SUP-1", "3113": "JP-7ID"}, "JP-7ID", ruined="3614"), "nor does it start in one"


@pytest.mark.rule("sn", "14.1.5")
def test_enemy_railroads_serve_as_well_unless_blocked() -> None:
    line = {"2105": "JP-SUP-1", "1201": "JP-8ID", "1423": "SU-35ID"}
    assert in_supply(line, "JP-8ID"), "over the frontier and up the Trans-Siberian"
    assert not in_supply({**line, "2002": "SU-21ID"}, "JP-8ID"), "an enemy beside the line"
    assert not in_supply({**line, "2103": "SU-22ID"}, "JP-8ID"), "an enemy on it"


# -- automatic (14.2) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "14.2.1", "14.5.4")
def test_supply_units_and_who_is_with_them() -> None:
    ring = {h: f"SU-{n}ID" for h, n in zip(around("2102"), (21, 22, 26, 32, 35, 39), strict=True)}
    placed = {"2102": ["JP-SUP-1", "JP-7ID"], **ring}
    assert in_supply(placed, "JP-SUP-1")
    assert in_supply(placed, "JP-7ID")
    shaken = {"disrupted": ["JP-SUP-1"]}
    assert in_supply(placed, "JP-SUP-1", **shaken), "a supply unit is never out of supply"
    assert not in_supply(placed, "JP-7ID", **shaken)


@pytest.mark.rule("sn", "14.2.2", "20.0.fort")
def test_forts_and_who_is_in_them() -> None:
    placed = {"2102": ["SU-FORT-1", "SU-21ID"], "2101": "SU-22ID"}
    assert in_supply(placed, "SU-FORT-1")
    assert in_supply(placed, "SU-21ID", disrupted="SU-FORT-1")
    assert not in_supply(placed, "SU-22ID"), "forts have no radius"


@pytest.mark.rule("sn", "14.2.3", "23.0.4")
def test_strikes_and_the_home_islands() -> None:
    s = position(board({"home": ["JP-7ID", "JP-1AD"], "2302": "JP-CV-1", "available": ["JP-AIR-1", "JP-LAND-1"]}))
    assert ids(general(s, JAPAN)) == {"JP-7ID", "JP-1AD"}
    match = board({"2302": "JP-CV-1", "home": "JP-7ID", "available": ["JP-CAIR-1", "JP-LAND-1"]}, round=2)
    assert "JP-CV-1" in offered(match, "unit"), "carriers move without any supply"


@pytest.mark.rule("sn", "25.4.1")
def test_in_the_first_turn_all_japanese_are_supplied_in_their_own_turn() -> None:
    placed = {"2101": "MC-1IC", "0101": "JP-7ID", "2317": "SU-21ID"}
    assert in_supply(placed, "JP-7ID", turn=1)
    assert not in_supply(placed, "JP-7ID", turn=1, scenario="nomonhan")
    assert not in_supply(placed, "SU-21ID", turn=1)
    soviet = position(board(placed, "soviet_move", turn=1))
    assert not general(soviet, JAPAN), "not in the Soviet player turn"


# -- Offensive Supply (14.3, 14.4) ------------------------------------------------------------------------------------


def second(placed: Mapping[str, Any], **fields: Any) -> Match:
    return board(placed, "japan_move", round=2, **fields)


@pytest.mark.rule("sn", "14.3", "14.4.1", "14.4.2", "4.1.6")
def test_an_expended_unit_serves_all_in_its_radius_and_is_gone() -> None:
    placed = {"2317": ["JP-7ID", "JP-8ID"], "2318": "JP-9ID", "2319": "JP-SUP-1", "2412": "JP-SUP-2"}
    match = do(second(placed), "expend JP-SUP-1", "done")
    assert ids(position(match).offensive) == {"JP-7ID", "JP-8ID", "JP-9ID"}
    assert place(match, "JP-SUP-1") == "pool"
    assert place(match, "JP-SUP-2") == "2412"
    assert marked(match, "general", "JP-7ID"), "R93: it counts in the phase that consumes it"
    assert refused(match, "expend JP-SUP-2") == "4.0", "all are declared when the phase begins"


@pytest.mark.rule("sn", "14.3", "15.2.28")
def test_disrupted_units_have_no_offensive_supply_and_give_none() -> None:
    placed = {"2317": ["JP-7ID", "JP-8ID"], "2318": ["JP-SUP-1", "JP-SUP-2"]}
    match = second(placed, disrupted=["JP-7ID", "JP-SUP-2"])
    assert offered(match, "expend") == {"JP-SUP-1"}
    assert refused(match, "expend JP-SUP-2") == "15.2.29"
    assert refused(match, "expend JP-7ID") == "14.3"
    do(match, "expend JP-SUP-1", "done")
    assert not marked(match, "offensive", "JP-7ID")
    assert marked(match, "offensive", "JP-8ID")


@pytest.mark.rule("sn", "14.3", "14.4.2")
def test_what_would_be_supplied_is_shown_to_the_owner_alone() -> None:
    match = second({"2317": "JP-7ID", "2319": "JP-SUP-1", "2412": "JP-SUP-2"})
    details = match.view("japan")["details"]
    assert details["supplied"] == []
    assert details["serves"] == {"expend": {"JP-SUP-1": ["JP-7ID"], "JP-SUP-2": []}}
    do(match, "expend JP-SUP-1")
    assert match.view("japan")["details"]["serves"] == {"expend": {"JP-SUP-2": []}}
    assert set(match.view("japan")["details"]["supplied"]) == {"2317", "2319"}
    assert not match.view("soviet").get("details")
    assert offered(match, "expend") == {"JP-SUP-2"}


@pytest.mark.rule("sn", "14.4.2", "14.4.1")
def test_nothing_is_asked_where_there_is_nothing_to_expend() -> None:
    match = second({"2317": ["JP-7ID", "JP-KAHQ"]})
    assert asked(match).message.key == "ask.move"
    assert marked(match, "led", "JP-7ID"), "supply of the phase is fixed all the same"


@pytest.mark.rule("sn", "14.4.1", "14.4.2")
def test_status_lasts_for_the_phase_and_no_longer() -> None:
    """E140: a supply unit that is expended in combat still gave General Supply along its railroad."""
    placed = {"2012": "JP-SUP-1", "2010": "JP-2IC", "2009": "SU-21ID"}
    match = board(placed, "japan_combat")
    do(match, "expend JP-SUP-1", "done")
    assert marked(match, "general", "JP-2IC")
    after = position(match)
    assert not general(after, JAPAN) & units("JP-2IC")


# -- supply units in a second phase (14.5.4) --------------------------------------------------------------------------


@pytest.mark.rule("sn", "14.5.4", "14.5", "14.4.3")
def test_a_supply_unit_moves_again_if_another_supplies_it() -> None:
    alone = do(second({"2317": ["JP-SUP-1", "JP-KAHQ"]}), "done")
    assert offered(alone, "unit") == {"JP-KAHQ"}, "R41: headquarters are not enough"
    assert refused(alone, "unit JP-SUP-1") == "14.5.4"
    match = do(second({"2317": "JP-SUP-1", "2319": "JP-SUP-2"}), "done")
    assert offered(match, "unit") == {"JP-SUP-1", "JP-SUP-2"}
    do(match, "unit JP-SUP-1", "hex 2217")
    assert refused(match, "unit JP-SUP-2") == "14.4.3", "R124: one of two"


@pytest.mark.rule("sn", "14.5.4", "14.4.2")
def test_one_that_is_expended_feeds_the_others() -> None:
    """R93: also along its railroad, and all of them can go."""
    placed = {"2411": "JP-SUP-1", "2010": ["JP-SUP-2", "JP-SUP-3"]}
    match = do(second(placed), "expend JP-SUP-1", "done")
    assert ids(position(match).fed) == {"JP-SUP-2", "JP-SUP-3"}
    do(match, "unit JP-SUP-2", "unit JP-SUP-3", "hex 2011")
    assert who_is_at(match, "2011") == {"JP-SUP-2", "JP-SUP-3"}
    assert not position(match).locked


@pytest.mark.rule("sn", "14.4.3", "14.5.4")
def test_two_supply_units_cannot_carry_each_other() -> None:
    """R124: who provides stays behind, so the two do not go together."""
    match = do(second({"2317": ["JP-SUP-1", "JP-SUP-2"]}), "done", "unit JP-SUP-1")
    assert not offered(match, "unit")
    assert refused(match, "unit JP-SUP-2") == "14.4.3"
    do(match, "hex 2217")
    assert marked(match, "locked", "JP-SUP-2")
    third = do(second({"2317": ["JP-SUP-1", "JP-SUP-2"], "2318": "JP-SUP-3"}), "done", "unit JP-SUP-1")
    do(third, "unit JP-SUP-2", "hex 2217")
    assert marked(third, "locked", "JP-SUP-3")


@pytest.mark.rule("sn", "14.5.3", "14.5")
def test_a_first_phase_needs_no_supply() -> None:
    match = board({"2317": "JP-7ID", "2102": "JP-8ID", "2412": "JP-SUP-1"})
    assert {"JP-7ID", "JP-8ID", "JP-SUP-1"} <= offered(match, "unit")


@pytest.mark.rule("sn", "14.5.1")
def test_who_is_out_of_supply_breaks_down_but_does_not_combine() -> None:
    trio = ["JP-7ID", "JP-8ID", "JP-9ID"]
    out = board({"2317": trio, "2217": "JP-2IC"}, "japan_reorganize")
    assert "JP-2IC" in offered(out, "breakdown")
    assert not offered(out, "combine")
    fed = board({"2317": trio, "2217": "JP-2IC", "2318": "JP-SUP-1"}, "japan_reorganize")
    assert offered(fed, "combine")


@pytest.mark.rule("sn", "14.4")
def test_general_supply_consumes_nothing() -> None:
    match = do(board({"2411": "JP-2IC", "2410": "JP-SUP-1"}), "unit JP-2IC", "rail 2010", "done")
    assert place(match, "JP-SUP-1") == "2410"
    assert told(match, "log.rail")["units"] == ["JP-2IC"]


@pytest.mark.rule("sn", "14.1.2", "R45")
def test_lines_run_over_land_and_not_through_enemies_that_have_no_zone() -> None:
    match = board({"2317": "SU-12IC", "2010": "JP-2IC"}, disrupted="SU-12IC")
    open_, game = open_hexes(position(match), JAPAN), the_game()
    assert open_ == game.land & ~hexes("2317")
    assert open_hexes(position(match), SOVIET) == game.land & ~hexes("2010") & ~game.realm["North China"]


@pytest.mark.rule("sn", "14.4.2", "20.0.hq3")
def test_a_phase_fixes_who_is_led_on_its_own_side_only() -> None:
    """By any of the headquarters there are; who is no longer in radius is not led."""
    placed = {"2010": ["JP-2IC", "JP-KAHQ"], "1521": ["JP-3IC", "JP-1FHQ"], "3614": "JP-4IC", "1002": "SU-12IC"}
    s = position(board(placed))
    s.led = units("JP-4IC", "SU-12IC")
    begin_phase(s, JAPAN)
    assert ids(s.led) == {"JP-2IC", "JP-KAHQ", "JP-3IC", "JP-1FHQ", "SU-12IC"}


@pytest.mark.rule("sn", "14.4.3", "R40")
def test_who_provides_is_locked_beside_those_who_are_locked_already() -> None:
    s = position(board({"2010": ["JP-2IC", "JP-SUP-1"], "1002": "SU-12IC"}))
    s.locked = units("JP-SUP-3")
    lock(s, JAPAN, unit("JP-2IC"), 0)
    assert ids(s.locked) == {"JP-SUP-1", "JP-SUP-3"}
