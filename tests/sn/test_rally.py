"""17.0  Rally: a supply unit is expended, and everybody in its radius recovers."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from tests.sn.positions import asked, board, do, hexes, ids, keys, names, offered, place, position, refused, told


def rally(placed: dict[str, Any], side: str = "japan", **fields: Any) -> Match:
    return board(placed, f"{side}_rally", **fields)


@pytest.mark.rule("sn", "17.0", "4.1.9")
def test_everybody_and_every_city_in_the_radius() -> None:
    """E119: the corps two hexes away recovers, the city three hexes away does not."""
    placed = {"2413": "JP-SUP-1", "2411": ["JP-2IC", "JP-7ID"], "2415": "JP-3IC", "2010": "JP-4IC"}
    match = rally(placed, disrupted=["JP-2IC", "JP-3IC", "JP-4IC"], ruined=["2411", "2010"])
    assert offered(match, "expend") == {"JP-SUP-1"}
    do(match, "expend JP-SUP-1")
    assert place(match, "JP-SUP-1") == "pool"
    assert ids(position(match).disrupted) == {"JP-4IC"}
    assert position(match).ruined == hexes("2010")
    assert told(match, "log.rallied")["hexes"] == ["2411"]


@pytest.mark.rule("sn", "17.0", "14.3.1")
def test_railroads_do_not_help_and_enemies_stop_the_line() -> None:
    """R11: lines as for Offensive Supply."""
    match = rally({"2512": "JP-SUP-1", "2010": "JP-2IC"}, disrupted="JP-2IC")
    assert not offered(match, "expend")
    assert refused(match, "expend JP-SUP-1") == "17.0"
    held = rally({"2319": "JP-SUP-1", "2317": "JP-7ID", "2318": "SU-21ID"}, disrupted="JP-7ID")
    assert not offered(held, "expend")


@pytest.mark.rule("sn", "17.0", "9.0.3", "15.2.27")
def test_cities_that_the_side_holds() -> None:
    """R115, R116: whoever holds it now; North China is held without units."""
    empty = rally({"2410": ["JP-SUP-1", "JP-7ID"]}, ruined="2411", disrupted="JP-7ID")
    do(empty, "expend JP-SUP-1")
    assert position(empty).ruined == hexes("2411"), "nobody is in it"
    china = rally({"3521": "JP-SUP-1"}, ruined="3522")
    do(china, "expend JP-SUP-1")
    assert not position(china).ruined
    taken = rally({"2202": "JP-7ID", "2103": "JP-SUP-1"}, ruined="2202")
    do(taken, "expend JP-SUP-1")
    assert not position(taken).ruined


@pytest.mark.rule("sn", "17.0", "15.2.29")
def test_one_after_another_and_a_rallied_supply_unit_rallies() -> None:
    placed = {"2319": "JP-SUP-1", "2317": "JP-SUP-2", "2315": "JP-7ID"}
    match = rally(placed, disrupted=["JP-SUP-2", "JP-7ID"])
    assert offered(match, "expend") == {"JP-SUP-1"}
    do(match, "expend JP-SUP-1")
    assert offered(match, "expend") == {"JP-SUP-2"}
    do(match, "expend JP-SUP-2")
    assert not position(match).disrupted
    assert keys(match).count("log.rallied") == 2


@pytest.mark.rule("sn", "17.0", "4.2.9")
def test_it_is_nobody_s_duty_and_only_in_ones_own_phase() -> None:
    placed = {"2319": "JP-SUP-1", "2317": "JP-7ID", "1002": "SU-21ID", "1003": "SU-SUP-1"}
    match = rally(placed, disrupted=["JP-7ID", "SU-21ID"])
    assert asked(match).side == 1
    assert refused(match, "unit JP-7ID") == "17.0"
    do(match, "done")
    assert ids(position(match).disrupted) == {"JP-7ID", "SU-21ID"}
    soviet = do(rally(placed, "soviet", disrupted=["JP-7ID", "SU-21ID"]), "expend SU-SUP-1")
    assert ids(position(soviet).disrupted) == {"JP-7ID"}


@pytest.mark.rule("sn", "17.0")
def test_nothing_is_asked_when_nobody_is_disrupted() -> None:
    match = rally({"2319": "JP-SUP-1", "2317": "JP-7ID"})
    assert asked(match).message.key != "ask.rally"
    assert names(position(match).occupied(1)) == {"2319", "2317"}


@pytest.mark.rule("sn", "17.0", "23.0.4")
def test_the_home_islands_rally_by_themselves() -> None:
    match = rally({"home": ["JP-SUP-1", "JP-7ID"], "2411": ["JP-2IC", "JP-SUP-2"]}, disrupted=["JP-7ID", "JP-2IC"])
    assert offered(match, "expend") == {"JP-SUP-1", "JP-SUP-2"}
    do(match, "expend JP-SUP-1")
    assert ids(position(match).disrupted) == {"JP-2IC"}
