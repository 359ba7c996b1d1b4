"""8.10, 8.11, 14.4.3  By rail: how far, from where, and whose supply unit has to stay for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from khalkhin.engine.match import Match
from tests.sn.oracles.atlas import ON_RAIL, STATE
from tests.sn.positions import board, do, marked, offered, place, refused, told, why


def riding(unit: str, where: str, others: Mapping[str, Any] | None = None, **fields: Any) -> Match:
    side = "soviet" if unit.startswith("SU") else "japan"
    return do(board({where: unit, **(others or {})}, f"{side}_move", **fields), f"unit {unit}")


@pytest.mark.rule("sn", "8.10", "8.11.2", "14.5.2", "8.11")
def test_any_distance_along_the_line() -> None:
    """E126: from Khabarovsk to Vladivostok."""
    match = riding("SU-12IC", "1002", {"1102": "SU-SUP-1"})
    assert {"2202", "1028", "0940", "0502"} <= offered(match, "rail")
    assert {STATE[str(h)] for h in offered(match, "rail")} == {"USSR", "MPR"}
    do(match, "rail 2202")
    path = told(match, "log.rail")["path"]
    assert (path[0], path[-1], len(path)) == ("1002", "2202", 13)
    assert place(match, "SU-12IC") == "2202"


@pytest.mark.rule("sn", "8.11.2", "14.5.2")
def test_who_is_out_of_supply_walks() -> None:
    match = riding("SU-12IC", "1002")
    assert not offered(match, "rail")
    assert refused(match, "rail 1003") == "8.11.2"
    assert "1003" in offered(match, "hex")


@pytest.mark.rule("sn", "8.10", "8.11")
def test_only_from_rail_to_rail() -> None:
    match = riding("SU-12IC", "1001", {"1002": "SU-SUP-1"})
    assert not offered(match, "rail")
    assert refused(match, "rail 1003") == "8.10"
    assert refused(riding("SU-12IC", "1002", {"1102": "SU-SUP-1"}), "rail 1001") == "8.10"


@pytest.mark.rule("sn", "8.11.1", "8.5.2")
def test_not_in_a_second_phase() -> None:
    match = board({"2411": ["JP-2IC", "JP-SUP-1", "JP-SUP-2"]}, round=2)
    do(match, "expend JP-SUP-1", "done", "unit JP-2IC")
    assert not offered(match, "rail")
    assert refused(match, "rail 2410") == "8.11.1"


@pytest.mark.rule("sn", "8.11.3", "8.6.5")
def test_zones_stop_trains() -> None:
    """E60: an enemy at 1324 watches 1325, 1423 and 1424."""
    match = riding("SU-12IC", "1226", {"1225": "SU-SUP-1", "1324": "JP-7ID"})
    assert "1325" in offered(match, "rail"), "into a zone, and no further"
    assert not offered(match, "rail") & {"1423", "1424", "1425"}
    start = riding("SU-12IC", "1325", {"1225": "SU-SUP-1", "1324": "JP-7ID"})
    assert refused(start, "rail 1424") == "8.11.3", "from zone to zone"
    assert {"1425", "1526", "1225", "1226"} <= offered(start, "rail"), "into the open"


@pytest.mark.rule("sn", "8.11.3", "8.6.2")
def test_enemies_on_the_line_stop_trains() -> None:
    match = riding("SU-12IC", "1002", {"1102": "SU-SUP-1", "1402": "JP-7ID", "1401": "JP-8ID"})
    assert "1201" in offered(match, "rail")
    assert "1401" not in offered(match, "rail")
    assert "2202" not in offered(match, "rail")


@pytest.mark.rule("sn", "8.11.4", "8.6.1")
def test_who_rides_does_not_walk() -> None:
    match = do(riding("SU-12IC", "1002", {"1102": "SU-SUP-1"}), "rail 1102")
    assert refused(match, "unit SU-12IC") == "8.6.1"
    walked = do(board({"1002": "SU-12IC", "1102": "SU-SUP-1"}, "soviet_move"), "unit SU-12IC", "hex 1003")
    assert refused(walked, "unit SU-12IC") == "8.6.1"


@pytest.mark.rule("sn", "8.11.5", "8.9.2")
def test_not_in_enemy_states() -> None:
    """E62: rail that is held in the USSR is a road for the Japanese, no railroad."""
    match = riding("JP-2IC", "2003", {"2004": "JP-SUP-1"})
    assert not offered(match, "rail")
    assert refused(match, "rail 2103") == "8.11.5"
    assert match.view("japan")["details"]["left"]["2103"] == "3½"
    border = riding("JP-2IC", "2105", {"2004": "JP-SUP-1"})
    assert "2004" in offered(border, "rail")
    assert "2003" not in offered(border, "rail")


@pytest.mark.rule("sn", "8.10", "15.2.27")
def test_disrupted_cities_let_no_train_in_through_or_out() -> None:
    """E61."""
    placed = {"2410": "JP-SUP-1", "2512": "JP-2IC"}
    free = do(board(placed), "unit JP-2IC")
    assert {"2411", "2010"} <= offered(free, "rail")
    shut = do(board(placed, ruined="2411"), "unit JP-2IC")
    assert "2411" not in offered(shut, "rail")
    out = do(board({"2411": ["JP-2IC", "JP-SUP-1"]}, ruined="2411"), "unit JP-2IC")
    assert not offered(out, "rail")
    assert refused(out, "rail 2410") == "15.2.27"


@pytest.mark.rule("sn", "8.10", "20.0.riv1")
def test_flotillas_and_bases_do_not_ride() -> None:
    match = board({"2010": ["MC-SungariFL", "JP-SUP-1", "JP-SUP-2", "JP-7ID"]}, flipped="JP-SUP-1")
    assert refused(do(match, "unit MC-SungariFL"), "rail 2009") == "20.0.riv1"


@pytest.mark.rule("sn", "20.0.ger", "8.11.3")
def test_the_asienkorps_rides_past_the_enemy() -> None:
    """It ignores enemy zones in all its movement."""
    match = riding("DE-AK", "1520", {"1620": "SU-21ID"})
    assert {"1521", "1522", "1523"} <= offered(match, "rail")
    other = riding("JP-7ID", "1520", {"1620": "SU-21ID", "1519": "JP-SUP-1", "1518": "JP-FORT-1"})
    assert "1521" not in offered(other, "rail")


# -- who provides (14.4.3) --------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "14.4.3", "14.4", "8.11.2")
def test_the_supply_unit_that_provides_stays() -> None:
    """E64."""
    match = riding("JP-2IC", "2411", {"2410": "JP-SUP-1"})
    do(match, "rail 2512")
    assert marked(match, "locked", "JP-SUP-1")
    assert refused(match, "unit JP-SUP-1") == "14.4.3"
    port = do(board({"2505": "JP-2IC", "2604": "JP-SUP-1", "available": ["JP-LAND-1"]}), "unit JP-2IC", "rail 2405")
    assert refused(port, "sail JP-SUP-1") == "14.4.3", "nor does it go by sea"


@pytest.mark.rule("sn", "14.4.3")
def test_a_supply_unit_that_has_moved_provides_nothing() -> None:
    match = board({"2411": "JP-2IC", "2410": "JP-SUP-1"})
    do(match, "unit JP-SUP-1", "hex 2311", "unit JP-2IC")
    assert not offered(match, "rail")
    assert refused(match, "rail 2512") == "14.4.3"
    joined = do(board({"2411": "JP-2IC", "2410": "JP-SUP-1"}), "unit JP-SUP-1", "hex 2411", "unit JP-2IC")
    assert refused(joined, "rail 2512") == "14.4.3", "nor to the stack that it has joined"


@pytest.mark.rule("sn", "14.4.3", "14.4")
def test_who_needs_nobody_binds_nobody() -> None:
    """R123: forts and supply units in the same hex."""
    match = do(board({"2411": ["JP-2IC", "JP-SUP-1"]}), "unit JP-2IC", "rail 2512")
    assert not marked(match, "locked", "JP-SUP-1")
    fort = do(board({"2411": ["JP-2IC", "JP-FORT-1"], "2410": "JP-SUP-1"}), "unit JP-2IC", "rail 2512")
    assert not marked(fort, "locked", "JP-SUP-1")
    assert "JP-SUP-1" in offered(fort, "unit")


@pytest.mark.rule("sn", "14.4.3", "14.4")
def test_one_supply_unit_provides_for_many() -> None:
    """R123: the one that is bound already comes first, then the one with the lowest number."""
    match = board({"2411": ["JP-2IC", "JP-3IC"], "2410": "JP-SUP-2", "2512": "JP-SUP-1"})
    do(match, "unit JP-2IC", "rail 2311")
    assert marked(match, "locked", "JP-SUP-1")
    do(match, "unit JP-3IC", "rail 2311")
    assert not marked(match, "locked", "JP-SUP-2")
    assert "JP-SUP-2" in offered(match, "unit")
    assert "2511" not in ON_RAIL
    other = board({"2010": "JP-3IC", "2411": "JP-2IC", "2410": "JP-SUP-2", "2511": "JP-SUP-1"})
    do(other, "unit JP-3IC", "rail 2009")
    assert marked(other, "locked", "JP-SUP-2"), "the other one has no railroad"
    do(other, "unit JP-2IC", "rail 2311")
    assert not marked(other, "locked", "JP-SUP-1")


@pytest.mark.rule("sn", "8.10")
def test_groups_ride_together() -> None:
    match = do(board({"2411": ["JP-2IC", "JP-7ID"], "2410": "JP-SUP-1"}), "unit JP-2IC", "unit JP-7ID", "rail 2010")
    assert {place(match, "JP-2IC"), place(match, "JP-7ID")} == {"2010"}
    assert told(match, "log.rail")["path"][-1] == "2010"
    assert why(match, "rail 2010").key == "why.unit-first"
