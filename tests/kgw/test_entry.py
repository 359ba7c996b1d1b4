"""9.2-9.5  Where new units are set down."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from khalkhin.engine.match import Match
from tests.kgw.positions import Some, asked, board, do, hexes, marked, offered, place, refused, the_game

rule = pytest.mark.rule

RAIL = {"1601", "1602", "1702", "1803", "1804", "1904", "1905"}


def edge(side: str, country: str) -> set[str]:
    """Hexes of a country on an edge of the map, by their printed numbers: column 01 or 33, row 25."""
    place, digits = {"W": (slice(0, 2), "01"), "E": (slice(0, 2), "33"), "S": (slice(2, 4), "25")}[side]
    land = the_game().country[country]
    return {n for n in the_game().map.grid.names if n[place] == digits and land & hexes(n)}


WEST = edge("W", "MPR")


def arriving(*units: str, placed: Mapping[str, Some] | None = None, **more: object) -> Match:
    """Units in hand, to be deployed."""
    side = "soviet" if units[0][:2] in ("RA", "MP") else "japan"
    match = board({**(placed or {}), "hand": units}, f"{side}_recruit", **more)  # type: ignore[arg-type]
    return do(match, "done")


def choices(unit: str, match: Match | None = None) -> set[str | int | None]:
    return offered(do(match or arriving(unit), f"unit {unit}"), "hex")


# -- the Japanese --


@rule("kgw", "9.3.a")
@pytest.mark.parametrize("unit", ["JA-64-23", "MC-HSINGAN", "WR-ASANO", "JA-KAENG"])
def test_the_ija_and_manchukuo_come_in_by_the_east(unit: str) -> None:
    assert choices(unit) == edge("E", "Manchukuo")
    assert "3309" in choices(unit)


@rule("kgw", "9.3.b")
@pytest.mark.parametrize("unit", ["CX-2IMB", "MJ-4CAV", "CX-CAVGP"])
def test_t_75_cxf_and_mengjiang_come_in_by_the_south(unit: str) -> None:
    south = choices(unit)
    assert south <= edge("S", "Mengjiang")
    assert south
    assert refused(do(arriving(unit), f"unit {unit}"), "hex 3309").startswith("9.2")


@rule("kgw", "9.3.c")
def test_t_75_japanese_supply_comes_in_by_either() -> None:
    assert choices("JA-SUP-1") == choices("JA-64-23") | choices("CX-2IMB")


@rule("kgw", "9.2.c")
def test_t_110_closed_terrain_is_open_along_the_railroad() -> None:
    """Q-96"""
    armor = choices("JA-1ARM")
    assert "3308" not in armor
    assert "3309" in armor
    assert "3308" in choices("JA-64-23")


@rule("kgw", "9.2.c")
def test_not_among_enemies() -> None:
    match = arriving("JA-64-23", placed={"3312": "RA-57"})
    assert refused(do(match, "unit JA-64-23"), "hex 3312").startswith("9.2")


@rule("kgw", "9.2.d")
def test_t_74_an_enemy_zone_does_not_keep_the_japanese_out() -> None:
    match = do(arriving("JA-64-23", placed={"3312": "RA-57"}), "unit JA-64-23", "hex 3311")
    assert place(match, "JA-64-23") == "3311"


@rule("kgw", "9.2.b")
def test_stacking_does_not_matter_until_the_next_movement_phase_ends() -> None:
    seven = [f"JA-{n}" for n in ("64-23", "71-23", "72-23", "4-2", "16-2", "29-2", "30-2")]
    match = arriving(*seven)
    for unit in seven:
        do(match, f"unit {unit}", "hex 3312")
    do(match, "done", "done")
    assert {place(match, unit) for unit in seven} == {"3312"}
    do(match, "done")
    assert asked(match).message.key == "ask.crowd"


# -- the Soviets --


@rule("kgw", "9.4.a")
def test_t_74_t_109_the_red_army_by_rail() -> None:
    """Q-95"""
    found = choices("RA-57ART")
    assert found == RAIL | WEST
    assert "1604" not in found
    watched = choices("RA-57ART", arriving("RA-57ART", placed={"1906": "MC-HSINGAN"}))
    assert "1905" not in watched
    assert "1602" in watched


@rule("kgw", "9.4.b")
def test_three_lesser_units_by_the_west_edge() -> None:
    """Q-14"""
    four = ["RA-57ART", "RA-57ENG", "RA-212", "RA-6CAV"]
    match = arriving(*four, "RA-57")
    do(match, "unit RA-57ART", "hex 0112", "unit RA-57ENG", "hex 0117")
    assert not offered(do(match.clone(), "unit RA-57"), "hex") & WEST
    do(match, "unit RA-212", "hex 0112")
    assert offered(do(match, "unit RA-6CAV"), "hex") == RAIL
    assert refused(match, "hex 0112").startswith("9.2")


@rule("kgw", "9.4.b")
def test_or_one_division_and_nobody_else() -> None:
    match = do(arriving("RA-57", "RA-82", "RA-57ART"), "unit RA-57", "hex 0112")
    for unit in ("RA-82", "RA-57ART"):
        assert offered(do(match.clone(), f"unit {unit}"), "hex") == RAIL


@rule("kgw", "9.4.b")
def test_and_one_supply_unit_and_zhukov_besides() -> None:
    match = do(arriving("RA-57", "RA-SUP-1", "RA-SUP-2", "RA-ZHUKOV"), "unit RA-57", "hex 0112")
    do(match, "unit RA-SUP-1", "hex 0112")
    assert offered(do(match.clone(), "unit RA-SUP-2"), "hex") == RAIL
    assert offered(do(match, "unit RA-ZHUKOV"), "hex") == RAIL | WEST


@rule("kgw", "9.4.b", "9.4.c")
def test_the_quota_is_the_red_army_s_alone() -> None:
    match = arriving("MP-1CAV", "MP-2CAV", "MP-3CAV", "RA-57")
    for unit in ("MP-1CAV", "MP-2CAV", "MP-3CAV"):
        do(match, f"unit {unit}", "hex 0112")
    assert offered(do(match, "unit RA-57"), "hex") == RAIL | WEST


@rule("kgw", "9.4.c")
def test_the_mpr_by_the_west_edge_or_at_objectives_that_soviets_hold() -> None:
    """Q-93: Nomonhan is one of them, an aerodrome alone is none."""
    assert choices("MP-1CAV") == WEST
    held = {"2015": "RA-57", "2312": "MP-2CAV", "1515": "MP-3CAV", "2608": "RA-93"}
    assert choices("MP-1CAV", arriving("MP-1CAV", placed=held)) == WEST | {"2015", "2312"}
    watched = {"2015": "RA-57", "2114": "MC-HSINGAN"}
    assert choices("MP-1CAV", arriving("MP-1CAV", placed=watched)) == WEST
    by_air = {"2015": "RA-AIR-1"}
    assert choices("MP-1CAV", arriving("MP-1CAV", placed=by_air)) == WEST


@rule("kgw", "9.4.c")
def test_who_is_deployed_now_holds_nothing_yet() -> None:
    """Q-93"""
    match = arriving("MP-AG-MRA", "MP-1CAV", options={"agents": True})
    do(match, "unit MP-AG-MRA", "hex 2015")
    assert choices("MP-1CAV", match) == WEST


# -- kinds of units --


@rule("kgw", "9.5.a")
def test_supply_comes_in_on_either_face() -> None:
    match = do(arriving("JA-SUP-1", "JA-SUP-2", "JA-64-23"), "unit JA-SUP-1", "depot 3309", "unit JA-SUP-2", "hex 3309")
    assert marked(match, "flipped", "JA-SUP-1")
    assert not marked(match, "flipped", "JA-SUP-2")
    assert refused(do(match, "unit JA-64-23"), "depot 3309").startswith("16.1")


@rule("kgw", "9.5.b")
def test_air_units_are_based_on_friendly_aerodromes_with_room() -> None:
    full = {"2608": ["JA-AIR-2", "JA-AIR-3"], "0421": "JA-64-23", "2211": "RA-57"}
    found = choices("JA-AIR-1", arriving("JA-AIR-1", placed=full))
    assert found == {"2614", "1524", "1920", "0421"}


@rule("kgw", "9.5.b")
def test_no_air_unit_is_sent_where_it_would_be_lost_at_once() -> None:
    """Q-80"""
    match = arriving("JA-AIR-1", placed={"2613": "RA-57"})
    assert "2614" not in offered(do(match, "unit JA-AIR-1"), "hex")
    guarded = arriving("JA-AIR-1", placed={"2613": "RA-57", "2614": "JA-64-23"})
    assert "2614" in offered(do(guarded, "unit JA-AIR-1"), "hex")


@rule("kgw", "9.3.a", "9.4.a")
def test_trains_come_in_on_the_railroad() -> None:
    assert choices("RA-TRAIN") == RAIL
    assert choices("JA-TRAIN") == {"3309", "3318"}
