"""18.0, 18.1, 18.2, 23.0, 25.4.4  By sea: ships, ports, landings up to the beach, and the Home Islands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.sn.sea import land, landing_hexes
from tests.sn.oracles.atlas import COAST, PORTS, STATE
from tests.sn.positions import (
    asked,
    board,
    do,
    keys,
    marked,
    names,
    offered,
    place,
    position,
    refused,
    told,
    units,
    who_is_at,
    why,
)

SHIP = {"available": ["JP-LAND-1"]}
BORDER = {h for h in COAST if STATE[h] == "USSR"}


def sea(placed: Mapping[str, Any], side: str = "japan", **fields: Any) -> Match:
    return board({**SHIP, **placed}, f"{side}_move", **fields)


@pytest.mark.rule("sn", "18.0", "18.1", "23.0.3")
def test_from_a_port_or_the_home_islands_to_any_coast() -> None:
    for start in ("2604", "home", "3408", "3211", "3614"):
        match = do(sea({start: "JP-2IC"}), "sail JP-2IC")
        assert offered(match, "hex") == COAST - {start}, start
        assert refused(match, "hex 2317") == "18.1"
    assert {"3408", "3211"} <= PORTS & COAST, "Heijo and Antung, too"


@pytest.mark.rule("sn", "18.0.4", "18.0")
def test_from_an_open_coast_to_a_port() -> None:
    """E94."""
    match = do(sea({"2705": "JP-2IC", "2604": "JP-FORT-1", "3720": "SU-21ID"}), "sail JP-2IC")
    assert offered(match, "hex") == {"2604", "3417"}, "where a fort is, and in North China where no enemy is"
    assert refused(match, "hex 2804") == "18.0.4"
    assert refused(match, "hex 3306") == "18.0.4", "a port that nobody holds"
    assert offered(match, "home")
    do(match, "hex 2604")
    assert place(match, "JP-2IC") == "2604"


@pytest.mark.rule("sn", "18.0", "15.2.27")
def test_a_disrupted_port_is_an_open_coast() -> None:
    match = do(sea({"2604": "JP-2IC"}, ruined="2604"), "sail JP-2IC")
    assert offered(match, "hex") == {"3417", "3720"}
    shut = do(sea({"2705": "JP-2IC", "2604": "JP-FORT-1"}, ruined="2604"), "sail JP-2IC")
    assert "2604" not in offered(shut, "hex")


@pytest.mark.rule("sn", "18.0")
def test_not_from_inland_nor_after_moving() -> None:
    match = sea({"2405": "JP-2IC", "2505": "JP-7ID", "2604": "JP-8ID", "1002": "SU-21ID"})
    assert offered(match, "sail") == {"JP-8ID"}
    assert refused(match, "sail JP-2IC") == "18.0"
    assert refused(match, "sail SU-21ID") == "18.0"
    assert refused(match, "sail JP-9ID") == "18.0"
    do(match, "unit JP-7ID", "hex 2604")
    assert refused(match, "sail JP-7ID") == "8.6.1"


@pytest.mark.rule("sn", "18.0.1", "18.0.2", "18.0.3", "18.2")
def test_a_marker_carries_three_divisions_that_stay_together() -> None:
    match = sea({"2604": ["JP-2IC", "JP-7ID", "JP-8ID", "JP-9ID", "JP-10ID", "JP-1CSNLFMB"]})
    do(match, "sail JP-7ID")
    assert offered(match, "sail") == {"JP-8ID", "JP-9ID", "JP-10ID", "JP-1CSNLFMB"}
    assert refused(match, "sail JP-2IC") == "18.0.1"
    do(match, "sail JP-8ID", "sail JP-9ID")
    assert offered(match, "sail") == {"JP-1CSNLFMB"}, "marines need no room"
    do(match, "hex 2804")
    assert who_is_at(match, "2804") == {"JP-7ID", "JP-8ID", "JP-9ID"}
    assert refused(match, "sail JP-2IC") == "18.0.2", "the marker is used"
    assert offered(match, "sail") == {"JP-1CSNLFMB"}
    assert place(match, "JP-LAND-1") == "available", "R118: it is never lost"


@pytest.mark.rule("sn", "18.0.2", "18.2")
def test_without_a_marker_only_marines_go() -> None:
    match = board({"2604": ["JP-2IC", "JP-1CSNLFMB"]})
    assert offered(match, "sail") == {"JP-1CSNLFMB"}
    assert refused(match, "sail JP-2IC") == "18.0.2"


@pytest.mark.rule("sn", "18.0.1", "18.0.2")
def test_two_markers_carry_two_groups_and_each_again_in_the_second_phase() -> None:
    match = board({"2604": ["JP-2IC", "JP-3IC", "JP-4IC"], "available": ["JP-LAND-1", "JP-LAND-2"]})
    do(match, "sail JP-2IC", "hex 2804", "sail JP-3IC", "hex 3306")
    assert refused(match, "sail JP-4IC") == "18.0.2"
    again = board({"2604": ["JP-2IC", "JP-SUP-1"], **SHIP}, round=2)
    assert "JP-2IC" in offered(do(again, "expend JP-SUP-1", "done"), "sail")


@pytest.mark.rule("sn", "18.0.5", "18.1")
def test_a_landing_is_the_whole_move() -> None:
    match = do(sea({"home": "JP-2IC"}), "sail JP-2IC", "hex 2604")
    assert refused(match, "unit JP-2IC") == "8.6.1"
    assert refused(match, "sail JP-2IC") == "8.6.1"


@pytest.mark.rule("sn", "18.0.7", "18.1", "18.1.1", "10.0.4")
def test_landing_among_enemies() -> None:
    match = do(sea({"home": "JP-2IC", "2202": "SU-21ID", "2604": "JP-1CSNLFMB"}), "sail JP-2IC", "hex 2202")
    assert marked(match, "beached", "JP-2IC")
    assert "log.assault-landing" in keys(match)
    assert refused(match, "unit JP-2IC") == "8.6.1"
    do(match, "sail JP-1CSNLFMB", "hex 2301")
    assert not marked(match, "beached", "JP-1CSNLFMB"), "beside them it lands as usual"
    assert told(match, "log.landing")["hex"] == "2301"


@pytest.mark.rule("sn", "18.0.4", "9.0")
def test_a_port_that_is_fought_for_receives_nobody_from_an_open_coast() -> None:
    match = sea({"home": "JP-2IC", "2202": "SU-21ID", "2705": "JP-1CSNLFMB"})
    do(match, "sail JP-2IC", "hex 2202", "sail JP-1CSNLFMB")
    assert "2202" not in offered(match, "hex")


@pytest.mark.rule("sn", "18.0.8", "18.0.9")
def test_supply_of_who_lands() -> None:
    """R87: a landing of the first phase is in General Supply for the turn, one of the second is not."""
    match = do(sea({"home": "JP-2IC"}), "sail JP-2IC", "hex 2804")
    assert marked(match, "landed", "JP-2IC")
    base = do(sea({"home": "JP-1BASE"}), "sail JP-1BASE", "hex 2604")
    assert marked(base, "shifted", "JP-1BASE"), "an airbase that has been shipped has moved"
    second = sea({"2604": ["JP-2IC", "JP-SUP-1"], "3306": "JP-3IC"}, round=2)
    do(second, "expend JP-SUP-1", "done")
    assert offered(second, "sail") == {"JP-2IC"}
    assert refused(second, "sail JP-3IC") == "18.0.9"
    do(second, "sail JP-2IC", "hex 2804")
    assert not marked(second, "landed", "JP-2IC")


@pytest.mark.rule("sn", "18.0.9", "20.0.hq2")
def test_headquarters_do_not_send_ships() -> None:
    """E139, R105."""
    match = sea({"2604": ["JP-2IC", "JP-KAHQ"]}, round=2)
    assert marked(match, "led", "JP-2IC")
    assert not offered(match, "sail")
    assert refused(match, "sail JP-2IC") == "18.0.9"
    assert "JP-2IC" in offered(match, "unit")


@pytest.mark.rule("sn", "18.0.10", "14.2.1")
def test_supply_units_are_carried_and_supply_where_they_land() -> None:
    match = do(sea({"home": ["JP-7ID", "JP-SUP-1"]}), "sail JP-7ID", "sail JP-SUP-1", "hex 2804", "done")
    assert who_is_at(match, "2804") == {"JP-7ID", "JP-SUP-1"}
    based = sea({"home": "JP-SUP-1", "2604": "JP-SUP-2"}, flipped=["JP-SUP-1", "JP-SUP-2"])
    assert not offered(based, "sail")
    assert why(based, "sail JP-SUP-2").key == "why.base-side"


@pytest.mark.rule("sn", "18.0", "8.6.4")
def test_mechanized_units_land_in_rough_only_where_a_road_is() -> None:
    """R100."""
    match = do(sea({"home": "JP-1AD"}), "sail JP-1AD")
    foot = do(sea({"home": "JP-7ID"}), "sail JP-7ID")
    shut = {str(h) for h in offered(foot, "hex") - offered(match, "hex")}
    assert shut
    assert refused(match, f"hex {min(shut)}") == "8.6.4"
    assert {"2604", "2303", "2202"} <= offered(match, "hex"), "a city, and rough with a railroad"


@pytest.mark.rule("sn", "18.0", "8.6.10")
def test_clients_sail_within_their_states() -> None:
    """R83."""
    match = do(sea({"3614": "MC-1IC"}), "sail MC-1IC")
    assert offered(match, "hex") == {h for h in COAST if STATE[h] == "Manchukuo"} - {"3614"}
    assert refused(match, "hex 2604") == "8.6.10"
    assert refused(match, "home") == "23.0.2"
    stuck = sea({"3115": "MC-1IC"})
    assert why(stuck, "sail MC-1IC").rule == "18.0.4", "no port of its own to go to"


# -- marines of both sides (18.2) -------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "18.2", "18.2.1", "18.2.2")
@pytest.mark.parametrize(("die", "lands"), [(1, False), (4, False), (5, True), (6, True)])
def test_soviet_marines_may_be_lost_at_sea(die: int, lands: bool) -> None:
    """W13."""
    match = sea({"2202": ["SU-1FEMB", "SU-21ID"]}, "soviet", dice=[die])
    assert offered(match, "sail") == {"SU-1FEMB"}
    assert refused(match, "sail SU-21ID") == "18.2.1"
    do(match, "sail SU-1FEMB")
    assert not offered(match, "home")
    assert refused(match, "home") == "23.0.2"
    assert refused(match, "hex 3417") == "8.6.6"
    do(match, "hex 2604")
    assert place(match, "SU-1FEMB") == ("2604" if lands else "pool")
    assert ("log.marine" if lands else "log.marine-lost") in keys(match)
    assert position(match).toll == (0, 0)


@pytest.mark.rule("sn", "18.2.2")
def test_every_brigade_takes_its_own_chance() -> None:
    match = sea({"2202": ["SU-1FEMB", "SU-2FEMB"]}, "soviet", dice=[5, 4])
    do(match, "sail SU-1FEMB", "sail SU-2FEMB", "hex 2604")
    assert (place(match, "SU-1FEMB"), place(match, "SU-2FEMB")) == ("2604", "pool")
    both = sea({"2202": ["SU-1FEMB", "SU-2FEMB"]}, "soviet", dice=[1, 1])
    do(both, "sail SU-1FEMB", "sail SU-2FEMB", "hex 2604")
    assert not {"SU-1FEMB", "SU-2FEMB"} & who_is_at(both, "2604")
    assert "log.landing" not in keys(both)


@pytest.mark.rule("sn", "18.2.1", "25.4.4")
def test_soviet_marines_sail_in_the_first_turn() -> None:
    """The rule binds the Japanese navy."""
    match = sea({"2202": "SU-1FEMB"}, "soviet", turn=1)
    assert offered(match, "sail") == {"SU-1FEMB"}


# -- the Home Islands (23.0) ------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "23.0", "23.0.2", "23.0.3")
def test_to_and_from_the_home_islands() -> None:
    match = do(sea({"2604": ["JP-2IC", "DE-AK"], "2705": "JP-7ID"}), "sail JP-7ID", "home")
    assert place(match, "JP-7ID") == "home", "from an open coast, too: it counts as a port"
    assert "log.sailed-home" in keys(match)
    out = do(sea({"home": ["JP-7ID", "JP-8ID"], "1002": "SU-21ID"}), "sail JP-7ID")
    assert not offered(out, "home")
    assert refused(out, "home") == "23.0.2"
    german = do(sea({"2604": "DE-AK"}), "sail DE-AK", "home")
    assert place(german, "DE-AK") == "home"


@pytest.mark.rule("sn", "23.0.5", "18.0.9")
def test_in_a_second_phase_one_supply_unit_in_the_box_pays_for_all() -> None:
    placed = {"home": ["JP-7ID", "JP-8ID", "JP-SUP-1", "JP-SUP-2"], "2604": "JP-SUP-3"}
    match = do(sea(placed, round=2), "expend JP-SUP-1", "done")
    assert {"JP-7ID", "JP-8ID", "JP-SUP-2"} <= offered(match, "sail")
    assert place(match, "JP-SUP-1") == "pool"
    none = do(sea(placed, round=2), "expend JP-SUP-3", "done")
    assert not offered(none, "sail") & {"JP-7ID", "JP-8ID", "JP-SUP-2"}
    assert refused(none, "sail JP-7ID") == "18.0.9"


@pytest.mark.rule("sn", "23.0", "10.0")
def test_nobody_moves_on_foot_in_the_box_and_nothing_is_too_much_there() -> None:
    """R94."""
    match = sea({"home": ["JP-2IC", "JP-3IC", "JP-4IC", "JP-5IC"]})
    assert refused(match, "unit JP-2IC") == "8.1"
    do(match, "done")
    assert asked(match).message.key != "ask.overstacked"


# -- the first turn (25.4.4) ------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "25.4.4", "25.8.4")
@pytest.mark.parametrize("scenario", ["anti-comintern", "kantokuen"])
def test_the_first_turn_knows_no_landings_in_the_ussr(scenario: str) -> None:
    """E97: neither to it nor from it."""
    placed = {"home": "JP-2IC", "2403": "JP-1CSNLFMB"}
    match = sea(placed, turn=1, scenario=scenario)
    assert offered(match, "sail") == {"JP-2IC"}
    assert refused(match, "sail JP-1CSNLFMB") == "25.4.4"
    do(match, "sail JP-2IC")
    assert not offered(match, "hex") & BORDER
    assert offered(match, "hex") == COAST - BORDER
    assert refused(match, "hex 2202") == "25.4.4"
    later = do(sea(placed, turn=2, scenario=scenario), "sail JP-1CSNLFMB")
    assert {"2202", "2301"} <= offered(later, "hex")
    third = do(sea({"home": "JP-2IC"}, turn=1, scenario="nomonhan"), "sail JP-2IC")
    assert "2202" in offered(third, "hex")


@pytest.mark.rule("sn", "25.4.1", "18.0.9")
def test_in_the_first_turn_ships_sail_twice_for_nothing() -> None:
    match = sea({"home": "JP-2IC"}, turn=1, round=2)
    assert offered(match, "sail") == {"JP-2IC"}


# -- what clients and refusals say ------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "18.0.3")
def test_refusals_aboard() -> None:
    match = do(sea({"2604": ["JP-7ID", "JP-8ID"], "3306": "JP-9ID"}), "sail JP-7ID")
    assert refused(match, "sail JP-9ID") == "18.0.3"
    assert refused(match, "sail JP-7ID") == "18.0"
    assert why(match, "done").key == "why.sailing"
    assert refused(match, "hex 2604") == "18.0"
    assert match.view("japan")["details"]["move"] == {"units": ["JP-7ID"], "origin": "2604", "path": []}
    assert not match.view("soviet").get("details")


@pytest.mark.rule("sn", "18.0", "20.0.riv1")
def test_flotillas_stay_on_their_rivers() -> None:
    """R114."""
    match = sea({"2202": "SU-1RBFL"}, "soviet")
    assert refused(match, "sail SU-1RBFL") == "18.2.1"
    assert refused(sea({"3211": "MC-SungariFL"}), "sail MC-SungariFL") == "20.0.riv1"


@pytest.mark.rule("sn", "15.5.1")
def test_a_carrier_moves_once_a_phase() -> None:
    match = do(board({"available": ["JP-CV-1"]}), "unit JP-CV-1")
    assert refused(match, "hex 2317") == "15.5.1"
    assert why(match, "done").key == "why.cruising"
    do(match, "hex 2302")
    assert refused(match, "unit JP-CV-1") == "15.5.1"
    assert refused(match, "unit JP-CV-2") == "15.5.1"


@pytest.mark.rule("sn", "18.0.6", "18.1.0")
def test_who_has_landed_attacks_beside_the_beach() -> None:
    match = do(sea({"home": "JP-2IC", "2202": "SU-21ID"}), "sail JP-2IC", "hex 2201", "done")
    while asked(match).message.key.startswith("ask.expend") or asked(match).message.key == "ask.launch":
        do(match, "done")
    assert offered(match, "attack") == {"2202"}


@pytest.mark.rule("sn", "18.1", "8.6", "R100")
def test_armour_lands_on_every_coast_but_roadless_rough() -> None:
    s = position(sea({"2604": ["JP-1MC", "JP-2IC"]}))
    foot, armour = landing_hexes(s, 1, units("JP-2IC")), landing_hexes(s, 1, units("JP-1MC"))
    assert names(foot) == COAST
    assert names(foot & ~armour) == {"3305", "3404", "3503", "3504", "3509", "3602", "3702"}


@pytest.mark.rule("sn", "18.0.5", "18.1")
def test_an_airbase_that_lands_has_moved_like_others_before_it() -> None:
    s = position(sea({"2604": "JP-1BASE", "2010": "JP-2BASE"}))
    s.shifted = units("JP-2BASE")
    land(s, 1, units("JP-1BASE"), s.game.map.grid.at("3408"))
    assert s.shifted == units("JP-1BASE", "JP-2BASE")


@pytest.mark.rule("sn", "18.2.2")
def test_each_soviet_marine_brigade_throws_for_itself() -> None:
    both = ["SU-1FEMB", "SU-2FEMB"]
    match = board({"2202": both, "2010": "JP-2IC"}, "soviet_move", dice=[5, 6])
    do(match, "sail SU-1FEMB", "sail SU-2FEMB", "hex 2604")
    assert [place(match, u) for u in both] == ["2604", "2604"]
