"""12.0  Zones of control: what they are, who stops, who passes, and what hidden enemies do to those who guessed."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.games.kgw.ways import POSSIBLE, TRUE, soft_zone
from tests.kgw.oracles.atlas import around
from tests.kgw.positions import (
    asked,
    board,
    do,
    hexes,
    keys,
    marked,
    names,
    offered,
    place,
    position,
    refused,
    the_game,
    told,
)
from tests.kgw.retreats import ends

SOVIET, JAPAN = 0, 1


def left(match: Any, side: str = "soviet") -> dict[str, str]:
    found: dict[str, str] = match.view(side)["details"]["left"]
    return found


def stops(match: Any, side: str = "soviet") -> set[str]:
    return set(match.view(side)["details"]["stops"])


# -- what they are -------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "12.1.a")
@pytest.mark.parametrize("unit", ["JA-64-23", "JA-SUP-1", "JA-KAENG", "JA-KAART", "MC-1-8BGU", "MJ-AG-MIA"])
def test_every_ground_unit_has_one_mobile_or_static(unit: str) -> None:
    for flipped in ((), unit):
        match = board({"2213": unit}, "japan_move", marks={"flipped": flipped})
        assert names(position(match).zone(JAPAN)) == set(around("2213")) - {"2112"}
    assert position(board({"2015": "RA-AIR-1"}, "japan_move")).zone(SOVIET) == 0


@pytest.mark.rule("kgw", "12.1.b", "12.1.d")
def test_they_cover_all_terrain_borders_and_enemies_but_no_open_water() -> None:
    placed = {"2213": "JA-64-23", "2212": "RA-127-57", "1906": "JA-71-23"}
    summer = position(board(placed, "japan_move")).zone(JAPAN)
    assert names(summer) >= {"2212", "2312", "1905", "1806"}, "enemies, rivers, the border of the USSR"
    assert "2112" not in names(summer)
    assert "2112" in names(position(board(placed, "japan_move", winter=True)).zone(JAPAN))
    marsh = position(board({"2107": "JA-64-23"}, "japan_move")).zone(JAPAN)
    assert "2106" in names(marsh)


@pytest.mark.rule("kgw", "12.1.c")
def test_own_units_do_not_cancel_them() -> None:
    match = board({"0913": "RA-127-57", "0914": "RA-80-57", "0915": "JA-64-23"}, "soviet_move")
    do(match, "unit RA-127-57", "hex 0914")
    assert offered(match, "hex") == set()


# -- what they do --------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "12.2.a", "10.2.g")
def test_who_enters_one_stops() -> None:
    match = do(board({"0913": "RA-127-57", "0916": "JA-64-23"}, "soviet_move"), "unit RA-127-57")
    assert {"0915"} <= stops(match)
    assert "0917" not in offered(match, "hex")
    do(match, "hex 0915")
    assert offered(match, "hex") == set()
    assert refused(match, "hex 0914") == "12.2.a"
    assert refused(match, "rail 0914") == "12.2.a"


@pytest.mark.rule("kgw", "12.2.c", "10.2.h")
def test_from_one_into_another_only_by_a_free_hex() -> None:
    """T-49"""
    match = do(board({"0913": "RA-127-57", "0914": "JA-64-23"}, "soviet_move"), "unit RA-127-57")
    assert left(match)["0814"] == "2", "by 0813, which is free"
    do(match, "hex 0813", "hex 0814")
    assert offered(match, "hex") == set()
    shut = {"0913": "RA-127-57", "0914": "JA-64-23", "0911": "JA-71-23", "1112": "JA-4-2"}
    assert refused(do(board(shut, "soviet_move"), "unit RA-127-57"), "hex 1014") == "12.2.c"


@pytest.mark.rule("kgw", "12.2.d")
def test_advances_pass_through_them() -> None:
    placed = {"0913": "RA-15", "0914": "MC-1-8BGU", "0916": "JA-64-23", "0814": "JA-71-23"}
    match = do(board(placed, "soviet_combat", dice=[6]), "attack 0914", "unit RA-15", "commit")
    while asked(match).message.key != "ask.advance":
        do(match, "commit")
    assert position(match).zone(1) & hexes("0914")
    assert offered(match, "unit") == {"RA-15"}, "into a zone"
    do(match, "unit RA-15")
    assert "0915" in offered(match, "hex"), "and on into another"


@pytest.mark.rule("kgw", "12.2.d")
def test_retreats_do_not() -> None:
    free = ends({"1715": "MP-2CAV"}, "MP-2CAV", 2)
    assert {"1614", "1514"} <= free
    watched = {"1715": "MP-2CAV", "1513": "JA-64-23"}
    assert not ends(watched, "MP-2CAV", 2) & {"1514"}, "not into one"
    shut = {"1715": "MP-2CAV", "1513": "JA-64-23", "1813": "JA-71-23"}
    assert "1713" not in ends(shut, "MP-2CAV", 2), "not through one"


@pytest.mark.rule("kgw", "12.2.e")
def test_nobody_has_to_attack() -> None:
    match = board({"0913": "RA-127-57", "0914": "JA-64-23"}, "soviet_combat")
    assert offered(match, "attack") == {"0914"}
    assert "log.attack" not in keys(do(match, "done"))


# -- client cavalry and mechanized units (Q-22) --------------------------------------------------------------------


@pytest.mark.rule("kgw", "12.2.b")
def test_red_tanks_pass_client_cavalry_once() -> None:
    """T-50, first case: the zone of Mengjiang cavalry, then that of the IJA."""
    placed = {"0912": "RA-11ARM", "1014": "MJ-6CAV", "1116": "JA-64-23"}
    match = do(board(placed, "soviet_move"), "unit RA-11ARM", "hex 0913")
    assert "0914" in offered(match, "hex"), "0913 and 0914 are in the zone of the cavalry"
    assert "0914" in stops(match), "the second one stops"
    do(match, "hex 0914")
    assert offered(match, "hex") == set()


@pytest.mark.rule("kgw", "12.2.b")
@pytest.mark.parametrize("unit", ["MP-2CAV", "RA-6CAV", "RA-127-57"])
def test_nobody_else_passes(unit: str) -> None:
    match = do(board({"0912": unit, "1014": "MJ-6CAV"}, "soviet_move"), f"unit {unit}", "hex 0913")
    assert offered(match, "hex") == set()


@pytest.mark.rule("kgw", "12.2.b")
@pytest.mark.parametrize("guard", ["JA-64-23", "MC-1-8BGU", "JA-3KACAV", "MJ-MPF"])
def test_no_other_zone_is_passed(guard: str) -> None:
    """T-50, second case: a hex in the zones of both."""
    placed = {"0912": "RA-11ARM", "1014": "MJ-6CAV", "0814": guard}
    match = do(board(placed, "soviet_move"), "unit RA-11ARM", "hex 0913")
    assert offered(match, "hex") == set()


def test_white_russian_cavalry_is_manchukuoan() -> None:
    """Q-05, Q-22"""
    match = do(board({"0912": "RA-11ARM", "1014": "WR-ASANO"}, "soviet_move"), "unit RA-11ARM", "hex 0913")
    assert offered(match, "hex")


@pytest.mark.rule("kgw", "12.2.b")
def test_out_of_a_zone_into_one_that_is_ignored() -> None:
    """T-116: next to the IJA, then next to Manchukuoan cavalry; not next to a Manchukuoan garrison."""
    placed = {"0913": "RA-11ARM", "0812": "JA-64-23", "0916": "MC-HSINGAN"}
    soft = do(board({**placed, "0912": "JA-71-23", "1012": "JA-72-23"}, "soviet_move"), "unit RA-11ARM")
    assert {"0914"} <= offered(soft, "hex")
    near = {"0913": "RA-11ARM", "0912": "JA-64-23", "0915": "MC-HSINGAN"}
    assert left(do(board(near, "soviet_move"), "unit RA-11ARM"))["0914"] == "5"
    near["0915"] = "MC-1-8BGU"
    match = do(board(near, "soviet_move"), "unit RA-11ARM")
    assert left(match).get("0914") != "5"


HIDDEN = {"1721": "RA-11ARM", "1723": ["JA-64-23", "MJ-6CAV"]}
"""In Mengjiang the Soviets see the cavalry on top, not what it rides in front of."""


@pytest.mark.rule("kgw", "12.2.b")
def test_who_guessed_wrong_is_caught_and_knows_it() -> None:
    match = do(board(HIDDEN, "soviet_move"), "unit RA-11ARM")
    assert "1722" not in stops(match)
    do(match, "hex 1722")
    assert match.can_undo("soviet"), "nothing has come to light yet"
    do(match, "hex 1622")
    assert place(match, "RA-11ARM") == "1722"
    assert marked(match, "moved", "RA-11ARM")
    assert told(match, "log.caught")["hex"] == "1722"
    assert not match.can_undo("soviet")


@pytest.mark.rule("kgw", "12.2.b")
def test_who_guessed_right_knows_it_too() -> None:
    """To pass is to learn that nobody else is there: that is not taken back."""
    match = do(
        board({**HIDDEN, "1723": ["MJ-7CAV", "MJ-6CAV"]}, "soviet_move"), "unit RA-11ARM", "hex 1722", "hex 1622"
    )
    assert not match.can_undo("soviet")
    open_ = do(board({**HIDDEN, "1723": "MJ-6CAV"}, "soviet_move"), "unit RA-11ARM", "hex 1722", "hex 1622")
    assert open_.can_undo("soviet"), "all of it was seen"


def test_offers_are_the_same_whatever_is_hidden() -> None:
    wrong = do(board(HIDDEN, "soviet_move"), "unit RA-11ARM")
    right = do(board({**HIDDEN, "1723": ["MJ-7CAV", "MJ-6CAV"]}, "soviet_move"), "unit RA-11ARM")
    assert wrong.view("soviet")["prompt"] == right.view("soviet")["prompt"]
    assert wrong.view("soviet")["details"] == right.view("soviet")["details"]
    seen = do(board({**HIDDEN, "1723": ["MJ-6CAV", "JA-64-23"]}, "soviet_move"), "unit RA-11ARM", "hex 1722")
    assert offered(seen, "hex") == set(), "infantry on top is seen"


def test_out_of_a_zone_into_a_wrong_guess_is_no_step_at_all() -> None:
    placed = {"1721": "RA-11ARM", "1621": "JA-71-23", "1821": "JA-72-23"}
    wrong = do(board({**placed, "1723": ["JA-64-23", "MJ-6CAV"]}, "soviet_move"), "unit RA-11ARM")
    assert left(wrong)["1722"] == "5"
    do(wrong, "hex 1722")
    assert place(wrong, "RA-11ARM") == "1721"
    assert marked(wrong, "moved", "RA-11ARM")
    assert told(wrong, "log.caught")["hex"] == "1721"
    assert "log.move" not in keys(wrong)
    assert not wrong.can_undo("soviet")
    right = do(
        board({**placed, "1723": ["MJ-7CAV", "MJ-6CAV"]}, "soviet_move"), "unit RA-11ARM", "hex 1722", "hex 1622"
    )
    do(right, "done")
    assert place(right, "RA-11ARM") == "1622"


def test_a_sure_way_is_taken_before_a_doubtful_one() -> None:
    """Out of the zone of 1720 the tanks go to 1722 round by a free hex: straight on they might not be let through."""
    match = do(board({**HIDDEN, "1720": "JA-71-23"}, "soviet_move"), "unit RA-11ARM")
    assert left(match)["1722"] == "4½"
    known = do(board({**HIDDEN, "1720": "JA-71-23", "1723": "MJ-6CAV"}, "soviet_move"), "unit RA-11ARM")
    assert left(known)["1722"] == "5"


@pytest.mark.rule("kgw", "12.2.b", "12.2.c")
@pytest.mark.parametrize("unit", ["MP-2CAV", "RA-6CAV", "RA-127-57"])
def test_nobody_else_slips_along_a_zone_of_client_cavalry(unit: str) -> None:
    match = do(board({"0913": unit, "1014": "MJ-6CAV"}, "soviet_move"), f"unit {unit}")
    before = match.view("soviet")["details"]["from"]
    assert (before["0914"], before["1013"]) == ("0814", "0912"), "only by a free hex"


@pytest.mark.rule("kgw", "12.2.b")
def test_tanks_go_through_the_first_zone_into_the_second_in_one_move() -> None:
    match = do(board({"0912": "RA-11ARM", "1014": "MJ-6CAV"}, "soviet_move"), "unit RA-11ARM")
    assert left(match)["0914"] == "4", "two hexes of steppe, both in the zone"
    assert "0914" in stops(match)


def test_the_zone_of_client_cavalry_is_soft_wherever_it_stands() -> None:
    """12.2, Q-22"""
    for where in ("0102", "0913", "2608", "3325"):
        s = position(board({where: "MJ-6CAV"}, "soviet_move"))
        assert soft_zone(s, SOVIET, TRUE) == soft_zone(s, SOVIET, POSSIBLE) == s.zone(JAPAN)
        assert s.zone(JAPAN) & the_game().map.grid.all == s.zone(JAPAN) != 0
