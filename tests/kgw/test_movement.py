"""10.1-10.3, 11.2  Moving units and stacks over land."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.games.kgw import terrain
from tests.kgw.oracles.atlas import GROUND, around
from tests.kgw.positions import asked, board, do, keys, marked, offered, place, position, refused, the_game, told, why


def details(match: Any, side: str) -> dict[str, Any]:
    found: dict[str, Any] = match.view(side)["details"]
    return found


@pytest.mark.rule("kgw", "10.0", "10.1.a")
def test_units_move_in_a_movement_phase_of_their_own() -> None:
    placed = {"0913": "RA-11ARM", "2909": "JA-64-23"}
    match = board(placed, "soviet_move")
    assert offered(match, "unit") == {"RA-11ARM"}
    assert refused(match, "unit JA-64-23") == "10.1.a"
    assert refused(match, "hex 0914") == "10.1"
    do(match, "unit RA-11ARM", "hex 1014", "done")
    assert place(match, "RA-11ARM") == "1014"
    assert refused(board(placed, "soviet_combat"), "unit RA-11ARM")


@pytest.mark.rule("kgw", "10.1.b", "10.1.c", "10.2.e")
def test_a_unit_goes_any_way_as_far_as_its_points_last() -> None:
    match = do(board({"0913": "RA-127-57"}, "soviet_move"), "unit RA-127-57")
    left = details(match, "soviet")["left"]
    assert {h: left[h] for h in ("0914", "1014", "1015", "1115")} == {
        "0914": "3",
        "1014": "3",
        "1015": "2",
        "1115": "1",
    }
    assert set(left.values()) == {"0", "½", "1", "1½", "2", "3"}
    far = why(match, "hex 1919")
    assert (far.rule, far.key, far.params["have"]) == ("10.2.e", "why.points", "4")
    assert far.params["need"] == "9"
    do(match, "hex 0914", "hex 1014", "hex 0913")
    assert details(match, "soviet")["allowance"] == "4"
    assert offered(match, "hex") == set(around("0913"))
    do(match, "hex 0813", "done")
    assert told(match, "log.move")["path"][:4] == ["0913", "0914", "1014", "0913"]


@pytest.mark.rule("kgw", "10.1.d", "10.1.e")
def test_nobody_has_to_move_nor_to_spend_everything() -> None:
    match = board({"0913": ["RA-127-57", "RA-80-57"]}, "soviet_move")
    do(match, "unit RA-127-57", "hex 0914", "done", "done")
    assert place(match, "RA-127-57") == "0914"
    assert place(match, "RA-80-57") == "0913"


def test_who_has_gone_is_not_among_those_who_may_go_next() -> None:
    match = board({"0913": ["RA-127-57", "RA-80-57"], "0916": "RA-11ARM"}, "soviet_move")
    do(match, "unit RA-127-57", "hex 0914")
    assert offered(match, "unit") == {"RA-80-57", "RA-11ARM"}


@pytest.mark.rule("kgw", "10.1.f", "16.3.3.c", "16.3.3.g")
def test_in_a_second_phase_only_supplied_units_and_mobile_supply_move() -> None:
    """T-65"""
    placed = {"0913": ["RA-127-57", "RA-80-57", "RA-SUP-1", "RA-SUP-2"]}
    marks = {"supplied": "RA-80-57", "flipped": "RA-SUP-2"}
    second = board(placed, "soviet_move", segment=2, marks=marks)
    assert offered(second, "unit") == {"RA-80-57", "RA-SUP-1"}
    assert refused(second, "unit RA-127-57") == "10.1.f"
    first = board(placed, "soviet_move", marks={"flipped": "RA-SUP-2"})
    assert offered(first, "unit") == {"RA-127-57", "RA-80-57", "RA-SUP-1"}
    assert refused(first, "unit RA-SUP-2") == "16.1.a"


@pytest.mark.rule("kgw", "10.2.a", "10.2.f")
def test_a_unit_moves_once_a_phase_and_saves_nothing() -> None:
    match = board({"0913": ["RA-127-57", "RA-80-57"]}, "soviet_move")
    do(match, "unit RA-127-57", "hex 0914", "done")
    assert offered(match, "unit") == {"RA-80-57"}
    assert refused(match, "unit RA-127-57") == "10.2.a"
    do(match, "unit RA-80-57", "hex 0912", "done", "done")
    again = board({"0913": "RA-127-57"}, "soviet_move", segment=2, marks={"supplied": "RA-127-57"})
    assert details(do(again, "unit RA-127-57"), "soviet")["allowance"] == "4"


@pytest.mark.rule("kgw", "10.2.b")
def test_nobody_enters_a_hex_with_enemies_but_air_units_hold_none() -> None:
    match = do(board({"0913": "RA-127-57", "0915": "MC-1-8BGU"}, "soviet_move"), "unit RA-127-57")
    assert "0914" in offered(match, "hex")
    assert refused(do(match, "hex 0914"), "hex 0915") == "12.2.a"
    assert (
        refused(do(board({"0913": "RA-127-57", "0914": "MC-1-8BGU"}, "soviet_move"), "unit RA-127-57"), "hex 0914")
        == "10.2.b"
    )
    base = do(board({"2016": "JA-1ARM", "2015": "RA-AIR-1", "0112": "MP-2CAV"}, "japan_move"), "unit JA-1ARM")
    assert "2015" in offered(base, "hex")


@pytest.mark.rule("kgw", "10.2.c")
def test_nobody_enters_closed_terrain() -> None:
    """T-51, T-117"""
    match = do(board({"1920": "RA-11ARM"}, "soviet_move"), "unit RA-11ARM")
    assert "2021" not in offered(match, "hex")
    assert refused(match, "hex 2021") == "10.2.c"
    assert "2021" in offered(do(board({"1920": "RA-127-57"}, "soviet_move"), "unit RA-127-57"), "hex")
    rail = do(board({"2006": "RA-11ARM"}, "soviet_move"), "unit RA-11ARM")
    assert details(rail, "soviet")["left"]["2106"] == "5½"
    assert details(rail, "soviet")["left"]["2408"] == "4"


@pytest.mark.rule("kgw", "10.2.i")
def test_what_is_closed_in_summer_is_open_in_winter() -> None:
    for winter in (False, True):
        match = do(board({"2113": "RA-127-57"}, "soviet_move", winter=winter), "unit RA-127-57")
        assert ("2112" in offered(match, "hex")) == winter


@pytest.mark.rule("kgw", "10.2.j")
def test_deployment_spends_no_points() -> None:
    match = do(board({"hand": "RA-127-57"}, "soviet_recruit"), "done", "unit RA-127-57", "hex 1803", "done")
    while asked(match).message.key != "ask.move":
        do(match, "done")
    do(match, "unit RA-127-57")
    assert details(match, "soviet")["allowance"] == "4"
    assert not marked(match, "moved", "RA-127-57")


@pytest.mark.rule("kgw", "10.2.k")
def test_one_hex_whatever_it_costs() -> None:
    """T-52, Q-91: three points, a river and mountains beyond it."""
    a, b = next(
        (a, b)
        for a in GROUND
        for b in around(a)
        if GROUND[b].terrain == "mountain" and GROUND[a].country == "Manchukuo" == GROUND[b].country and _dear(a, b)
    )
    match = do(board({a: "MC-1-8BGU"}, "japan_move"), "unit MC-1-8BGU")
    assert b in offered(match, "hex")
    assert details(match, "japan")["left"][b] == "0"
    do(match, f"hex {b}")
    assert offered(match, "hex") == set()
    assert offered(match, "rail") == set()
    other = do(board({a: "JA-SUP-1"}, "japan_move", marks={"flipped": "JA-SUP-1"}), "done")
    assert place(other, "JA-SUP-1") == a


def _dear(a: str, b: str) -> bool:
    grid = the_game().map.grid
    return terrain.step_cost(the_game(), "non", grid.at(a), grid.at(b), False, 0) == 8


@pytest.mark.rule("kgw", "10.2.k", "10.2.h")
def test_the_one_hex_is_no_way_out_of_one_zone_into_another_nor_into_closed_terrain() -> None:
    match = board({"0913": "MP-MIA", "0914": "JA-64-23"}, "soviet_move")
    do(match, "unit MP-MIA")
    assert details(match, "soviet")["left"]["0813"] == "2"
    assert details(match, "soviet")["left"]["0814"] == "1", "only by a hex without a zone"
    boxed = {"0913": "MP-MIA", "0914": "JA-64-23", "0911": "JA-71-23", "1112": "JA-4-2"}
    assert refused(do(board(boxed, "soviet_move"), "unit MP-MIA"), "hex 1014") == "12.2.c"
    lake = do(board({"2113": "MP-MIA"}, "soviet_move"), "unit MP-MIA")
    assert refused(lake, "hex 2112") == "10.3.j"


def test_nobody_goes_who_has_nowhere_to_go() -> None:
    ring = dict(zip(around("0913"), ("JA-64-23", "JA-71-23", "JA-72-23", "JA-4-2", "JA-16-2", "JA-29-2"), strict=True))
    match = board({"0913": "RA-127-57", **ring}, "soviet_move")
    assert offered(match, "unit") == set()
    assert (why(match, "unit RA-127-57").rule, why(match, "unit RA-127-57").key) == ("10.2.b", "why.hemmed-in")
    del ring["0914"]
    gap = board({"0913": "RA-127-57", **ring}, "soviet_move")
    assert (why(gap, "unit RA-127-57").rule, offered(gap, "unit")) == ("10.2", set()), "here enemies, there a zone"


def test_desert_is_easy_for_riders_and_japanese_scouts() -> None:
    """T-54"""
    for unit, side, left in (
        ("MP-2CAV", "soviet", "6"),
        ("JA-AZUMA", "japan", "5"),
        ("RA-127-57", "soviet", "2"),
        ("RA-7REC", "soviet", "4"),
    ):
        match = do(board({"0119": unit}, f"{side}_move"), f"unit {unit}")
        assert details(match, side)["left"]["0120"] == left


# -- stacks --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "11.2.a")
def test_units_of_a_stack_move_apart_or_together() -> None:
    placed = {"0913": ["RA-127-57", "RA-80-57", "RA-293-57"], "1013": "RA-51-93"}
    match = do(board(placed, "soviet_move"), "unit RA-127-57")
    assert offered(match, "unit") == {"RA-80-57", "RA-293-57"}
    assert refused(match, "unit RA-51-93") == "11.2"
    do(match, "unit RA-293-57", "hex 0914", "done")
    assert [place(match, u) for u in placed["0913"]] == ["0914", "0913", "0914"]
    assert "log.move" in keys(match)


@pytest.mark.rule("kgw", "11.2.b")
def test_a_stack_goes_as_far_as_its_slowest() -> None:
    placed = {"0913": ["MP-2CAV", "MP-MIA"]}
    together = do(board(placed, "soviet_move"), "unit MP-2CAV", "unit MP-MIA")
    assert details(together, "soviet")["allowance"] == "3"
    assert "0916" in offered(together, "hex")
    alone = do(board(placed, "soviet_move"), "unit MP-2CAV")
    assert offered(together, "hex") < offered(alone, "hex")
    assert offered(together, "hex") == offered(do(board(placed, "soviet_move"), "unit MP-MIA"), "hex")


def test_each_unit_of_a_stack_pays_for_itself() -> None:
    """Q-90: what is cheap for the one may be dear for the other."""
    match = do(board({"2212": ["RA-11ARM", "RA-127-57"]}, "soviet_move"), "unit RA-11ARM", "unit RA-127-57")
    do(match, "hex 2312")
    by_id = dict(zip(("RA-11ARM", "RA-127-57"), details(match, "soviet")["move"]["spent"], strict=True))
    assert by_id == {"RA-11ARM": 6, "RA-127-57": 4}, "half points"


def test_who_came_last_lies_on_top_in_the_order_of_the_stack() -> None:
    match = board({"0913": ["RA-293-57", "RA-127-57"], "0914": "RA-80-57"}, "soviet_move")
    do(match, "unit RA-127-57", "unit RA-293-57", "hex 0914", "done")
    grid = match.game.map.grid
    pile = position(match).piles[grid.at("0914")]
    assert [match.game.sheet.ids[u] for u in pile] == ["RA-80-57", "RA-293-57", "RA-127-57"]


# -- on the way ----------------------------------------------------------------------------------------------------


def test_air_units_are_lost_when_enemies_pass_by() -> None:
    """T-89, Q-80"""
    placed = {"1714": "JA-1ARM", "1515": ["RA-AIR-1", "RA-AIR-2"], "0112": "MP-2CAV"}
    match = do(board(placed, "japan_move"), "unit JA-1ARM", "hex 1614", "hex 1514", "hex 1413", "done")
    assert place(match, "RA-AIR-1") == place(match, "RA-AIR-2") == "display"
    held = board({**placed, "1515": ["RA-AIR-1", "MP-MIA"]}, "japan_move")
    do(held, "unit JA-1ARM", "hex 1614", "done")
    assert place(held, "RA-AIR-1") == "1515"


def test_aerodromes_passed_through_change_hands() -> None:
    match = board({"1514": "JA-1ARM", "0112": "MP-2CAV"}, "japan_move")
    do(match, "unit JA-1ARM", "hex 1515", "hex 1516", "done")
    grid = match.game.map.grid
    soviet, japan = position(match).aerodromes
    assert japan >> grid.at("1515") & 1
    assert not soviet >> grid.at("1515") & 1


def test_the_way_is_its_owners_until_the_move_is_made() -> None:
    match = do(board({"0913": "RA-127-57", "2909": "JA-64-23"}, "soviet_move"), "unit RA-127-57", "hex 0914")
    theirs = match.view("japan")
    assert theirs["details"] == {}
    assert [c.get("id") for c in theirs["places"]["0913"]] == ["RA-127-57"]
    assert "Moving" not in str(theirs["agenda"])
    assert not marked(match, "moved", "RA-127-57")
