"""19.0, 23.0.1  Airborne operations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.sn.airborne import near_home
from tests.sn.oracles.atlas import GROUND, STATE, within
from tests.sn.positions import board, do, keys, marked, names, offered, place, position, refused, told, why

FIELD = {"2411": ["JP-1TSAB", "JP-1BASE", "JP-SUP-1"]}


def drop(placed: Mapping[str, Any] = FIELD, side: str = "japan", **fields: Any) -> Match:
    return board(placed, f"{side}_move", **fields)


@pytest.mark.rule("sn", "19.0", "19.0.1", "19.0.2", "8.6.8")
def test_twelve_hexes_for_the_japanese() -> None:
    match = do(drop(), "drop JP-1TSAB")
    land = {h for h in within("2411", 12) if GROUND[h] != "sea"} - {"2411"}
    assert offered(match, "hex") == land
    assert refused(match, "hex 1028") == "19.0.1"
    assert refused(match, "hex 2603") == "19.0.2", "not into the sea"
    assert why(match, "done").key == "why.dropping"


@pytest.mark.rule("sn", "19.0.1", "19.0.2", "8.6.6")
def test_six_for_the_soviets_and_not_into_north_china() -> None:
    match = do(drop({"2202": ["SU-202AB", "SU-FEBASE", "SU-SUP-1"]}, "soviet"), "drop SU-202AB")
    assert offered(match, "hex") == {h for h in within("2202", 6) if GROUND[h] != "sea"} - {"2202"}
    far = do(drop({"3216": ["SU-202AB", "SU-FEBASE", "SU-SUP-1"]}, "soviet"), "drop SU-202AB")
    assert refused(far, "hex 3417") == "8.6.6"
    assert {STATE[str(h)] for h in offered(far, "hex")} <= {"Manchukuo", "Mengjiang", "Korea"}


@pytest.mark.rule("sn", "19.0.2", "11.4.1")
def test_not_on_enemies_but_beside_them() -> None:
    match = do(drop({**FIELD, "2317": "SU-21ID"}), "drop JP-1TSAB")
    assert refused(match, "hex 2317") == "19.0.2"
    assert names(position(match).enemy_zone(1)) <= offered(match, "hex")


@pytest.mark.rule("sn", "19.0", "19.0.3")
def test_from_an_airbase_that_is_ready() -> None:
    assert refused(drop({"2411": ["JP-1TSAB", "JP-SUP-1"]}), "drop JP-1TSAB") == "19.0.3"
    assert refused(drop(disrupted="JP-1BASE"), "drop JP-1TSAB") == "19.0.3"
    came = board({"2411": ["JP-1TSAB", "JP-SUP-1"], "2410": "JP-1BASE"})
    do(came, "unit JP-1BASE", "hex 2411")
    assert refused(came, "drop JP-1TSAB") == "19.0.3", "it has moved in this phase"
    assert refused(drop(), "drop JP-SUP-1") == "19.0"
    assert refused(drop(), "drop JP-2TSAB") == "19.0"


@pytest.mark.rule("sn", "19.0.3")
def test_one_operation_for_an_airbase() -> None:
    """E99; with two airbases there are two."""
    match = drop({"2411": ["JP-1TSAB", "JP-2TSAB", "JP-1BASE", "JP-SUP-1"]}, dice=[1, 1])
    do(match, "drop JP-1TSAB", "hex 2317")
    assert refused(match, "drop JP-2TSAB") == "19.0.3"
    two = drop({"2411": ["JP-1TSAB", "JP-2TSAB", "JP-1BASE", "JP-2BASE", "JP-SUP-1"]}, dice=[1, 1])
    do(two, "drop JP-1TSAB", "hex 2317", "drop JP-2TSAB", "hex 2318")
    assert place(two, "JP-2TSAB") == "2318"


@pytest.mark.rule("sn", "19.0.3")
def test_the_airbase_stays_and_may_still_launch() -> None:
    """E137, R112."""
    match = drop({**FIELD, "available": ["JP-AIR-1"], "1715": "SU-21ID"}, dice=[1])
    do(match, "drop JP-1TSAB", "hex 2317")
    assert refused(match, "unit JP-1BASE") == "19.0.3"
    assert not marked(match, "shifted", "JP-1BASE")
    port = drop({"2604": ["JP-1TSAB", "JP-1BASE", "JP-SUP-1"], "available": ["JP-LAND-1"]}, dice=[1])
    assert "JP-1BASE" in offered(port, "sail")
    assert refused(do(port, "drop JP-1TSAB", "hex 2804"), "sail JP-1BASE") == "19.0.3"
    do(match, "done")
    assert "JP-AIR-1" in offered(match, "unit")


@pytest.mark.rule("sn", "19.0.4", "14.4.3")
def test_general_supply_in_the_first_phase() -> None:
    match = drop({"2411": ["JP-1TSAB", "JP-1BASE"], "2410": "JP-SUP-1"}, dice=[1])
    do(match, "drop JP-1TSAB", "hex 2317")
    assert marked(match, "locked", "JP-SUP-1"), "who provides stays"
    free = do(drop(dice=[1]), "drop JP-1TSAB", "hex 2317")
    assert not marked(free, "locked", "JP-SUP-1"), "in the same hex it binds nobody"
    assert refused(drop({"2411": ["JP-1TSAB", "JP-1BASE"]}), "drop JP-1TSAB") == "19.0.4"
    gone = board({"2411": ["JP-1TSAB", "JP-1BASE"], "2410": "JP-SUP-1"})
    do(gone, "unit JP-SUP-1", "hex 2409")
    assert refused(gone, "drop JP-1TSAB") == "19.0.4"


@pytest.mark.rule("sn", "19.0.4", "20.0.hq2")
def test_offensive_supply_in_the_second() -> None:
    """E139: headquarters lead nobody into the air."""
    match = do(drop(round=2), "expend JP-SUP-1", "done")
    assert offered(match, "drop") == {"JP-1TSAB"}
    idle = do(drop({"2411": [*FIELD["2411"], "JP-KAHQ"]}, round=2), "done")
    assert marked(idle, "led", "JP-1TSAB")
    assert refused(idle, "drop JP-1TSAB") == "19.0.4"
    assert "JP-1TSAB" in offered(idle, "unit")
    first = drop({"2411": ["JP-1TSAB", "JP-1BASE"]}, round=2, turn=1)
    assert offered(first, "drop") == {"JP-1TSAB"}, "25.4.1"


@pytest.mark.rule("sn", "19.0.5")
@pytest.mark.parametrize(
    ("side", "die", "survives"),
    [("japan", 1, True), ("japan", 5, True), ("japan", 6, False), ("soviet", 3, True), ("soviet", 4, False)],
)
def test_who_comes_down_alive(side: str, die: int, survives: bool) -> None:
    """W14; R86: also on a friendly airbase."""
    who, base, store = (
        ("JP-1TSAB", "JP-1BASE", "JP-SUP-1") if side == "japan" else ("SU-202AB", "SU-FEBASE", "SU-SUP-1")
    )
    other = "JP-2BASE" if side == "japan" else "SU-TBBASE"
    for target in ("2317", "2318"):
        match = drop({"2315": [who, base, store], "2318": other}, side, dice=[die])
        do(match, f"drop {who}", f"hex {target}")
        assert place(match, who) == (target if survives else "pool")
        assert told(match, "log.drop" if survives else "log.drop-lost")["dice"] == str(die)
        assert position(match).toll == (0, 0), "R17: not lost in combat"


@pytest.mark.rule("sn", "19.0.6", "14.2")
def test_afterwards_it_moves_no_more_and_is_supplied_for_the_turn() -> None:
    """R87: in either phase."""
    for round_ in (1, 2):
        match = drop(round=round_, dice=[1])
        if round_ == 2:
            do(match, "expend JP-SUP-1", "done")
        do(match, "drop JP-1TSAB", "hex 2102")
        assert marked(match, "landed", "JP-1TSAB")
        assert refused(match, "unit JP-1TSAB") == "8.6.1"
        assert refused(match, "drop JP-1TSAB") == "8.6.1"
    combat = board({"2102": "JP-1TSAB", "2103": "SU-21ID"}, "japan_combat", landed="JP-1TSAB")
    assert marked(combat, "general", "JP-1TSAB")


@pytest.mark.rule("sn", "23.0.1", "19.0", "23.0.4")
def test_the_home_islands_are_a_base_for_drops_on_airbases_near_the_east_edge() -> None:
    """E100, R88: any number of units."""
    placed = {"home": ["JP-1TSAB", "JP-2TSAB"], "2410": "JP-1BASE", "2411": "JP-2BASE"}
    match = do(drop(placed, dice=[1, 1]), "drop JP-1TSAB")
    assert offered(match, "hex") == {"2410"}
    assert refused(match, "hex 2411") == "23.0.1"
    assert not offered(match, "home")
    do(match, "hex 2410", "drop JP-2TSAB", "hex 2410")
    assert {place(match, u) for u in ("JP-1TSAB", "JP-2TSAB")} == {"2410"}
    assert not marked(match, "served", "JP-1BASE"), "where they land is not used up"
    nowhere = drop({"home": "JP-1TSAB", "2411": "JP-2BASE"})
    assert refused(nowhere, "drop JP-1TSAB") == "23.0.1"


@pytest.mark.rule("sn", "23.0.1", "19.0.5")
def test_home_from_an_airbase_near_the_east_edge_without_a_die() -> None:
    match = do(drop({"2410": ["JP-1TSAB", "JP-1BASE", "JP-SUP-1"]}, dice=[6]), "drop JP-1TSAB", "home")
    assert place(match, "JP-1TSAB") == "home"
    assert "log.flown-home" in keys(match)
    assert not position(match).rolled
    assert marked(match, "served", "JP-1BASE")
    far = do(drop(), "drop JP-1TSAB")
    assert refused(far, "home") == "23.0.1"
    soviet = do(drop({"2202": ["SU-202AB", "SU-FEBASE", "SU-SUP-1"]}, "soviet"), "drop SU-202AB")
    assert refused(soviet, "home") == "23.0.1"


@pytest.mark.rule("sn", "23.0.5", "19.0.4")
def test_a_second_drop_from_the_home_islands_is_paid_for_there() -> None:
    placed = {"home": ["JP-1TSAB", "JP-SUP-1"], "2410": "JP-1BASE"}
    assert offered(do(drop(placed, round=2), "expend JP-SUP-1", "done"), "drop") == {"JP-1TSAB"}
    assert not offered(do(drop(placed, round=2), "done"), "drop")


@pytest.mark.rule("sn", "23.0.1")
def test_near_home_are_undisrupted_airbases_only() -> None:
    """Not other units near the east edge, nor an airbase further away."""
    placed = {"2106": "JP-1BASE", "2010": "JP-2IC", "2103": "JP-2BASE", "1521": "JP-3BASE", "1028": "SU-12IC"}
    s = position(board(placed, "japan_move", disrupted="JP-2BASE", captured="2103"))
    assert names(near_home(s, 1)) == {"2106"}
