"""9.2-9.5  Where new units are set down."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.entry import Quota, places, room_in_west
from tests.kgw.positions import (
    Some,
    asked,
    board,
    do,
    hexes,
    ids,
    marked,
    offered,
    place,
    position,
    refused,
    the_game,
    unread_game,
    why,
)

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
    assert refused(do(arriving(unit), f"unit {unit}"), "hex 3309") == "9.3.b"


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
    assert refused(match, "hex 0112") == "9.4.b"


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
    assert refused(do(match, "unit JA-64-23"), "depot 3309").startswith("9.5.a")


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


@rule("kgw", "9.3.a", "9.3.b", "9.3.c", "9.4.a")
def test_by_which_edge_every_counter_comes_in() -> None:
    s = position(board({}))
    game = s.game
    east, south = hexes(*edge("E", "Manchukuo")), hexes(*edge("S", "Mengjiang"))
    for unit in members(game.ground & ~game.agents & ~game.trains):
        nation = game.sheet.nation[unit]
        if nation in ("RA", "MPR"):
            area = hexes(*WEST) | (hexes(*RAIL) if nation == "RA" else 0)
        elif game.supply >> unit & 1:
            area = east | south
        else:
            area = south if nation in ("CXF", "MJ") else east
        found = places(s, unit, Quota())
        assert found & ~area == 0, game.sheet.ids[unit]
        assert bool(found & east) == bool(area & east), game.sheet.ids[unit]
        assert bool(found & south) == bool(area & south), game.sheet.ids[unit]


@rule("kgw", "9.4.b")
def test_of_the_red_army_every_division_shuts_the_west_edge_to_the_rest_and_is_shut_out() -> None:
    """Q-14"""
    s = position(board({}))
    game = s.game
    for unit in members(game.sheet.of_nation["RA"] & game.ground):
        name = game.sheet.ids[unit]
        zhukov, supply, division = unit == game.zhukov, game.supply >> unit & 1, game.divisions >> unit & 1
        assert room_in_west(s, unit, Quota()), name
        assert room_in_west(s, unit, Quota(lesser=1)) is not bool(division), name
        assert room_in_west(s, unit, Quota(divisions=1)) is bool(supply or zhukov), name
        assert room_in_west(s, unit, Quota(supply=1)) is not bool(supply), name


@rule("kgw", "9.2.b")
def test_no_counter_is_deployed_among_enemies() -> None:
    for unit in sorted(ids(the_game().supply)):
        foe, there = ("RA-57", "3309") if unit.startswith("JA") else ("JA-64-23", "0112")
        assert there not in choices(unit, arriving(unit, placed={there: foe})), unit


@rule("kgw", "5.1.d", "9.2.c", "9.2.d")
def test_where_units_can_stand_is_worked_out_from_the_map() -> None:
    """Q-96: in closed terrain only on roads and railroads; only the Red Army in the USSR."""
    game = unread_game()
    ways = game.roads | game.railroad | hexes(*(game.map.grid.name(h) for h in game.line))
    for unit, mech in (("JA-64-23", False), ("JA-1ARM", True), ("RA-11ARM", True), ("RA-57", False)):
        found = terrain.standing(game, game.sheet.index[unit], False)
        shut = ("lake", "mountain", "marsh") if mech else ("lake",)
        closed = {n for n in game.map.grid.names if game.map.terrain_at(game.map.grid.at(n)) in shut}
        land = game.map.grid.all if unit.startswith("RA") else game.map.grid.all & ~game.country["USSR"]
        assert found == land & (~hexes(*closed) | ways), unit


@rule("kgw", "10.2.c", "10.3")
def test_into_which_neighbours_a_class_may_step() -> None:
    game = unread_game()
    grid = game.map.grid
    steps = terrain.steps(game, "mech", False)
    for a in members(grid.within(hexes("2614"), 4)):
        for b in members(grid.around[a]):
            shut = game.map.terrain_at(b) in ("lake", "mountain", "marsh")
            by_way = any(game.map.has_side(way, a, b) for way in ("road", "rail", "unbuilt_rail"))
            assert bool(steps[a] >> b & 1) is (not shut or by_way), (grid.name(a), grid.name(b))


@rule("kgw", "9.2", "15.3.a")
def test_who_has_nowhere_to_come_in_stays_in_hand() -> None:
    foes = {"2608": "RA-57", "2614": "RA-82", "2211": "RA-93", "1524": "RA-152"}
    match = arriving("JA-AIR-3", "JA-64-23", placed={**foes, "1920": ["JA-AIR-1", "JA-AIR-2"]})
    assert offered(match, "unit") == {"JA-64-23"}
    assert why(match, "unit JA-AIR-3").key == "why.no-entry"
    assert place(do(match, "done"), "JA-AIR-3") == "display"
