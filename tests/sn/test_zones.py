"""9.0, 11.0-11.5, 11.7, 20.0.ger  Who controls a hex, who has a zone of control, and what it does to movement."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.sn.elimination import eliminate
from khalkhin.games.sn.supply import general
from khalkhin.games.sn.ways import zone_for
from tests.sn.oracles.atlas import STATE, around, crosses
from tests.sn.positions import (
    board,
    do,
    hexes,
    ids,
    names,
    offered,
    place,
    position,
    refused,
    units,
)

SOVIET, JAPAN = 0, 1


def moving(where: str, who: str, **others: Any) -> Match:
    side = "soviet" if who.startswith(("SU", "OM")) else "japan"
    return do(board({where: who, **{h[1:]: u for h, u in others.items()}}, f"{side}_move"), f"unit {who}")


# -- control (9.0) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "9.0", "9.0.1")
def test_a_hex_belongs_to_who_is_in_it() -> None:
    """W4: Vladivostok without anybody is nobody's."""
    empty = position(board({"2103": "SU-21ID"}))
    assert not empty.controlled(SOVIET) & hexes("2202")
    assert not empty.controlled(JAPAN) & hexes("2202")
    match = board({"2103": "SU-21ID"}, "soviet_move")
    do(match, "unit SU-21ID", "hex 2202")
    assert position(match).controlled(SOVIET) == hexes("2202"), "and no longer where it was"


@pytest.mark.rule("sn", "9.0.2")
def test_zones_do_not_touch_control() -> None:
    s = position(board({"2202": "SU-21ID", "2103": "JP-7ID"}))
    assert s.enemy_zone(SOVIET) & hexes("2202")
    assert s.controlled(SOVIET) == hexes("2202")


@pytest.mark.rule("sn", "9.0.3")
def test_north_china_is_japanese_without_anybody() -> None:
    s = position(board({"2202": "SU-21ID"}))
    assert names(s.controlled(JAPAN)) == {h for h, state in STATE.items() if state == "North China"}


# -- who has a zone (11.0-11.3) ---------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "11.0", "11.1", "20.0.riv2")
@pytest.mark.parametrize(
    "who", ["JP-7ID", "JP-2IC", "JP-FORT-1", "JP-KAHQ", "JP-1BASE", "JP-SUP-1", "JP-1AD", "MC-SungariFL"]
)
def test_every_ground_unit_has_a_zone_in_any_terrain(who: str) -> None:
    """Out of supply, too; a mechanized unit's goes into rough that it cannot enter."""
    where = "2010" if who == "MC-SungariFL" else "1616"
    s = position(board({where: who}))
    assert not general(s, JAPAN) & units(who) or who.startswith(("JP-FORT", "JP-SUP"))
    assert names(s.zone(JAPAN)) == set(around(where))


@pytest.mark.rule("sn", "11.0.1")
def test_strikes_have_none() -> None:
    s = position(board({"2202": ["JP-AIR-1", "JP-NAVY-1"], "2302": "JP-CV-1"}, "japan_air"))
    assert not s.zone(JAPAN)


@pytest.mark.rule("sn", "11.1")
def test_lakes_and_seas_stop_zones() -> None:
    """E129."""
    s = position(board({"1802": "SU-21ID", "1803": "JP-7ID", "2202": "SU-22ID"}))
    assert crosses("lake", "1802", "1803")
    assert "1803" not in names(s.zone(SOVIET))
    assert "1802" not in names(s.zone(JAPAN))
    assert "2302" not in names(s.zone(SOVIET))
    assert {"2201", "2203", "2102", "2103", "2303"} <= names(s.zone(SOVIET))


@pytest.mark.rule("sn", "11.1.1", "11.3")
def test_units_do_not_block_zones_and_zones_do_not_add_up() -> None:
    s = position(board({"2317": "JP-7ID", "2318": "SU-21ID", "2316": "JP-8ID"}))
    assert {"2318", "2316"} <= names(s.zone(JAPAN))
    both = s.zone(JAPAN) & s.zone(SOVIET)
    assert names(both) >= set(around("2317")) & set(around("2318"))
    twice = position(board({"2317": ["JP-7ID", "JP-8ID"]}))
    assert names(twice.zone(JAPAN)) == set(around("2317"))


@pytest.mark.rule("sn", "11.1.2")
@pytest.mark.parametrize(
    ("who", "where", "shut"),
    [("MC-1IC", "1012", "1011"), ("OM-1CC", "1525", "1424"), ("SU-21ID", "3317", "3417"), ("MJ-1CC", "3422", "3522")],
)
def test_zones_stop_at_states_that_a_unit_may_not_enter(who: str, where: str, shut: str) -> None:
    assert shut in around(where)
    s = position(board({where: who}))
    side = SOVIET if who.startswith(("SU", "OM")) else JAPAN
    assert shut not in names(s.zone(side))
    other = position(board({where: [who, "JP-7ID"]} if side == JAPAN else {where: who, "0101": "SU-22ID"}))
    assert (shut in names(other.zone(side))) == (side == JAPAN)


@pytest.mark.rule("sn", "11.1.3")
def test_a_zone_ends_with_its_unit() -> None:
    s = position(board({"2317": "JP-7ID"}))
    assert s.zone(JAPAN)
    eliminate(s, units("JP-7ID"), "13.0")
    assert not s.zone(JAPAN)


@pytest.mark.rule("sn", "11.2", "20.0.fort", "11.0")
def test_forts_negate_zones_where_they_are() -> None:
    """R110: a disrupted one still does, but has no zone of its own."""
    s = position(board({"2317": ["JP-7ID", "JP-FORT-1"], "2318": "SU-21ID", "2418": "JP-FORT-2"}))
    assert s.zone(SOVIET) & hexes("2317")
    assert not s.enemy_zone(JAPAN) & hexes("2317")
    shaken = position(board({"2317": "JP-FORT-1", "2318": "SU-21ID"}, disrupted="JP-FORT-1"))
    assert not shaken.enemy_zone(JAPAN) & hexes("2317")
    assert not shaken.zone(JAPAN)
    assert s.zone(JAPAN) & hexes("2318")


@pytest.mark.rule("sn", "15.2.28")
def test_disrupted_units_have_none() -> None:
    s = position(board({"2317": ["JP-7ID", "JP-8ID"]}, disrupted="JP-7ID"))
    assert s.zone(JAPAN), "the other one has"
    assert not position(board({"2317": ["JP-7ID"]}, disrupted="JP-7ID")).zone(JAPAN)


# -- movement (11.4, 11.5) --------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "11.4", "8.3")
def test_who_enters_a_zone_stops() -> None:
    match = moving("2317", "JP-1AD", h2315="SU-21ID")
    assert "2316" in offered(match, "hex")
    beyond = {"2314"} & offered(match, "hex")
    assert not beyond or match.view("japan")["details"]["left"]["2314"] != "3", "not straight through the zone"
    stops = set(match.view("japan")["details"]["stops"])
    assert "2316" in stops
    assert not any(match.view("japan")["details"]["from"].get(str(h)) in stops for h in offered(match, "hex"))


@pytest.mark.rule("sn", "11.5", "8.6.5", "8.2.1")
def test_disengaging() -> None:
    """W11: out of one zone into the open and into another, at no extra cost; never straight."""
    match = moving("2317", "JP-1AD", h2318="SU-21ID", h2314="SU-22ID")
    zone = names(position(match).enemy_zone(JAPAN))
    assert {"2317", "2315"} <= zone
    assert "2316" not in zone
    left = match.view("japan")["details"]["left"]
    assert (left["2316"], left["2315"]) == ("5", "4")
    near = set(around("2317")) & set(around("2318"))
    assert near
    assert all(left.get(hex_, "") < "5" for hex_ in near), "by a detour only"
    do(match, "hex 2315")
    assert place(match, "JP-1AD") == "2315"


@pytest.mark.rule("sn", "11.5", "8.6.5", "8.2")
def test_who_has_zones_all_around_stays_even_by_a_whole_move() -> None:
    """Between 2316 and 2318 every hex next door is in the zone of one of them."""
    match = board({"2317": "JP-7ID", "2316": "SU-21ID", "2318": "SU-22ID", "2010": "JP-8ID"})
    assert set(around("2317")) - {"2316", "2318"} <= names(position(match).enemy_zone(JAPAN))
    assert offered(match, "unit") == {"JP-8ID"}
    assert refused(match, "unit JP-7ID") == "8.6.5"


@pytest.mark.rule("sn", "11.4.2")
def test_own_zones_hold_nobody() -> None:
    match = moving("2317", "JP-1AD", h2315="JP-7ID", h2318="JP-8ID")
    assert {"2314", "2315", "2316"} <= offered(match, "hex")
    assert not match.view("japan")["details"]["stops"]


@pytest.mark.rule("sn", "11.2", "11.4")
def test_a_fort_lets_units_through() -> None:
    enemies = {"2217": "SU-21ID"}
    stopped = do(board({"2318": "JP-MPCCD", **enemies}), "unit JP-MPCCD")
    assert names(position(stopped).enemy_zone(JAPAN)) >= {"2317", "2318"}
    assert stopped.view("japan")["details"]["left"].get("2317") != "4"
    through = do(board({"2318": "JP-MPCCD", "2317": "JP-FORT-1", **enemies}), "unit JP-MPCCD")
    left = through.view("japan")["details"]["left"]
    assert (left["2317"], left["2316"]) == ("4", "3")


@pytest.mark.rule("sn", "11.4.1", "18.0.7", "19.0.2")
def test_landings_and_drops_ignore_zones() -> None:
    placed = {"2604": ["JP-1TSAB", "JP-1BASE", "JP-SUP-1"], "2403": "SU-21ID", "3306": "JP-1CSNLFMB", "2804": "SU-22ID"}
    match = do(board(placed), "drop JP-1TSAB")
    assert {"2404", "2402"} & names(position(match).zone(SOVIET)) & {str(h) for h in offered(match, "hex")}
    sea = do(board(placed), "sail JP-1CSNLFMB")
    assert {"2303", "2905"} <= offered(sea, "hex")
    assert names(position(sea).zone(SOVIET)) >= {"2303", "2905"}


@pytest.mark.rule("sn", "20.0.ger", "11.4")
def test_the_asienkorps_goes_where_it_likes() -> None:
    match = moving("2317", "DE-AK", h2318="SU-21ID", h2315="SU-22ID")
    assert {"2217", "2316", "2314"} <= offered(match, "hex")
    assert not match.view("japan")["details"]["stops"]
    assert refused(match, "hex 2318") == "8.6.2"
    do(match, "hex 2314")
    assert refused(match, "unit DE-AK") == "8.6.1"


@pytest.mark.rule("sn", "20.0.ger")
def test_in_company_the_asienkorps_heeds_zones() -> None:
    match = do(board({"2317": ["DE-AK", "JP-MPCCD"], "2318": "SU-21ID"}), "unit DE-AK", "unit JP-MPCCD")
    assert match.view("japan")["details"]["left"].get("2217") != "4"
    alone = position(board({"2317": "DE-AK", "2010": "JP-SUP-1"}))
    assert general(alone, JAPAN) & units("DE-AK")


@pytest.mark.rule("sn", "11.7", "14.1.2")
def test_lines_of_supply_end_in_the_first_zone() -> None:
    """E76 and around: into a zone, not through it."""
    placed = {"2317": "JP-SUP-1", "2315": "JP-7ID", "2316": "JP-8ID"}
    assert ids(general(position(board(placed)), JAPAN)) == {"JP-SUP-1", "JP-7ID", "JP-8ID"}
    enemy = {"2214": "SU-21ID"}
    into = position(board({**placed, **enemy}))
    assert into.enemy_zone(JAPAN) & hexes("2315")
    assert general(into, JAPAN) & units("JP-7ID")
    cut = position(board({"2317": "JP-SUP-1", "2315": "JP-7ID", "2216": "SU-21ID", "2416": "SU-22ID"}))
    assert names(cut.enemy_zone(JAPAN)) >= {"2316", "2317"}
    assert not general(cut, JAPAN) & units("JP-7ID")


@pytest.mark.rule("sn", "11.4.2", "20.0.ger")
def test_the_asienkorps_heeds_zones_only_in_company() -> None:
    s = position(board({"2317": ["DE-AK", "JP-2IC"], "2315": "SU-12IC"}))
    assert zone_for(s, JAPAN, units("DE-AK")) == 0
    assert zone_for(s, JAPAN, units("DE-AK", "JP-2IC")) == s.zone(SOVIET)


@pytest.mark.rule("sn", "20.0.hq3", "15.2.29")
def test_without_a_headquarters_nobody_is_led_anywhere() -> None:
    s = position(board({"2317": ["JP-KAHQ", "JP-2IC"], "1002": "SU-12IC"}, disrupted="JP-KAHQ"))
    assert (s.lead(SOVIET), s.lead(JAPAN)) == (0, 0)
