"""5.0, 10.3  The map: countries, the Disputed Area, what a step costs, and the sums of the atlas (A-01 to A-10)."""

from __future__ import annotations

import heapq
from itertools import pairwise

import pytest

from khalkhin.board.hexset import members
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.position import MANCHUKUO, MENGJIANG, MPR, USSR
from tests.kgw.oracles.atlas import GROUND, around
from tests.kgw.positions import board, do, hexes, names, offered, refused, the_game

STEPPE = "0913"
"""Steppe all round, without roads or rivers."""


def cost(kind: str, a: str, b: str, *, winter: bool = False, bridges: int = 0) -> int | None:
    grid = the_game().map.grid
    return terrain.step_cost(the_game(), kind, grid.at(a), grid.at(b), winter, bridges)


def test_neighbours_are_those_of_the_atlas() -> None:
    grid = the_game().map.grid
    assert set(grid.names) == set(GROUND)
    assert all(names(grid.around[grid.at(h)]) == set(around(h)) for h in GROUND)


@pytest.mark.rule("kgw", "5.1.a", "5.1.b", "5.1.c")
def test_either_side_enters_manchukuo_mengjiang_and_the_mpr() -> None:
    soviet = board({"2015": "RA-11ARM"}, "soviet_move")
    found = {GROUND[str(h)].country for h in offered(do(soviet, "unit RA-11ARM"), "hex")}
    assert found >= {"MPR", "Manchukuo", "Mengjiang", "Disputed"}
    japan = board({"2015": "JA-1ARM"}, "japan_move")
    assert {GROUND[str(h)].country for h in offered(do(japan, "unit JA-1ARM"), "hex")} >= {
        "MPR",
        "Manchukuo",
        "Mengjiang",
    }


@pytest.mark.rule("kgw", "5.1.a", "5.1.b", "5.1.c", "5.1.d")
def test_who_holds_the_aerodromes_of_a_country_at_the_start() -> None:
    s = the_game().start("july-1939")
    game = the_game()
    assert s.aerodromes[1] == game.aerodromes & (game.country[MANCHUKUO] | game.country[MENGJIANG]) & ~game.disputed
    assert s.aerodromes[0] == game.aerodromes & (game.country[MPR] | game.country[USSR]) & ~game.disputed


@pytest.mark.rule("kgw", "5.1.d", "10.2.d")
@pytest.mark.parametrize(("unit", "side"), [("MP-2CAV", "soviet"), ("MC-HSINGAN", "japan"), ("JA-64-23", "japan")])
def test_nobody_but_the_red_army_enters_the_ussr(unit: str, side: str) -> None:
    match = do(board({"1906": unit}, f"{side}_move"), f"unit {unit}")
    assert not any(GROUND[str(h)].country == "USSR" for h in offered(match, "hex"))
    assert refused(match, "hex 1905") == "10.2.d"
    red = do(board({"1906": "RA-6CAV"}, "soviet_move"), "unit RA-6CAV")
    assert "1905" in offered(red, "hex")


@pytest.mark.rule("kgw", "5.1.e")
def test_the_disputed_area_is_part_of_two_countries() -> None:
    game = the_game()
    assert names(game.disputed) == {"2312", "2313"}
    assert not game.disputed & ~(game.country[MPR] & game.country[MANCHUKUO])
    assert not game.disputed & (game.country[MENGJIANG] | game.country[USSR])


# -- what a step costs (half points) -------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "10.3.a")
def test_steppe_costs_a_point_to_everybody() -> None:
    assert {cost(kind, STEPPE, "0914") for kind in terrain.CLASSES} == {2}


@pytest.mark.rule("kgw", "10.3.a", "10.3.c")
def test_other_terrain_by_class() -> None:
    assert [cost(kind, "0116", "0117") for kind in terrain.CLASSES] == [4, 4, 2, 2]  # desert, 19.5
    hills = next(b for b in GROUND if GROUND[b].terrain == "hills" and _plain(b))
    a = around(hills)[0]
    assert [cost(kind, a, hills) for kind in terrain.CLASSES] == [4, 6, 4, 6]


def _plain(b: str) -> bool:
    a, game = around(b)[0], the_game()
    grid = game.map.grid
    features = ("river", "road", "trail", "rail", "unbuilt_rail")
    return not any(game.map.has_side(f, grid.at(a), grid.at(b)) for f in features)


@pytest.mark.rule("kgw", "10.3.b")
def test_a_river_comes_on_top() -> None:
    assert cost("non", "2212", "2312") == 2 + 2
    assert cost("mech", "2212", "2312") == 2 + 4
    assert cost("non", "2213", "2312") == 1 + 2, "the trail leads through the river where no bridge is printed (Q-19)"


@pytest.mark.rule("kgw", "10.2.i")
def test_frost_takes_rivers_away_and_opens_marshes_and_lakes() -> None:
    assert cost("mech", "2212", "2312", winter=True) == 2
    assert [cost("mech", "2020", "2021", winter=w) for w in (False, True)] == [None, 4]
    assert [cost("non", "2020", "2021", winter=w) for w in (False, True)] == [4, 2]


@pytest.mark.rule("kgw", "10.3.j")
def test_lakes_only_in_winter_for_two_points() -> None:
    for kind in terrain.CLASSES:
        assert [cost(kind, "2113", "2112", winter=w) for w in (False, True)] == [None, 4]


@pytest.mark.rule("kgw", "10.3.d")
def test_mountains_and_marsh_are_closed_to_mechanized_units() -> None:
    assert cost("mech", "3308", "3309") is None
    assert cost("scout", "3308", "3309") is None
    assert cost("non", "3308", "3309") == 6
    assert cost("horse", "3308", "3309") == 6


@pytest.mark.rule("kgw", "10.3.e")
def test_roads_and_trails_cost_half_a_point_whatever_the_terrain() -> None:
    assert cost("mech", "2312", "2412") == 1  # a road into desert
    assert cost("mech", "2015", "2016") == 1  # a trail
    assert cost("mech", "2114", "2115") != 1, "two road hexes are no road: it has to lead from one to the other (Q-19)"


@pytest.mark.rule("kgw", "10.3.f")
def test_trails_cost_a_point_in_winter() -> None:
    assert [cost("non", "2015", "2016", winter=w) for w in (False, True)] == [1, 2]
    assert [cost("non", "2312", "2412", winter=w) for w in (False, True)] == [1, 1]


@pytest.mark.rule("kgw", "10.3.g")
def test_roads_and_railroads_open_closed_terrain_and_trails_do_not() -> None:
    """T-51, T-117, Q-96"""
    assert cost("mech", "2006", "2106") == 1  # by rail into the marsh
    assert cost("mech", "2107", "2106") is None
    assert cost("mech", "1920", "2021") is None  # by trail into the marsh
    assert cost("mech", "1920", "2021", winter=True) == 2
    assert cost("mech", "3209", "3309") == 1  # by rail into the mountains


@pytest.mark.rule("kgw", "10.3.h")
def test_railroads_are_roads_finished_or_not() -> None:
    assert cost("mech", "1804", "1904") == 1
    line = the_game().line
    assert names(1 << line[0] | 1 << line[-1]) == {"1803", "2015"}
    assert all(terrain.way_cost(the_game(), a, b, True) == 1 for a, b in pairwise(line))


@pytest.mark.rule("kgw", "10.3.i")
def test_bridge_symbols_take_the_price_of_the_river_away() -> None:
    assert cost("mech", "2607", "2608") == 1
    assert cost("mech", "2707", "2608") == 2 + 4


def test_minor_rivers_are_only_drawn() -> None:
    """T-115: no price, and nothing to bridge."""
    game = the_game()
    pairs = [p for p in game.map.pairs("minor_river") if not game.map.has_side("river", *p)]
    assert pairs
    for a, b in pairs:
        assert terrain.river_cost(game, "mech", a, b, False, 0) == 0
    assert not game.rivers & hexes("1802")
    match = board({"1802": "RA-57ENG"}, "soviet_organise")
    assert offered(match, "bridge") == set()
    assert refused(match, "bridge RA-57ENG") == "20.1.b"


# -- the sums of the atlas (A-07 to A-10) --------------------------------------------------------------------------


def least(starts: int, to: str) -> float:
    """Whole points from the nearest of some hexes on foot: no enemies, no winter."""
    game, grid = the_game(), the_game().map.grid
    queue = [(0, h) for h in members(starts)]
    done: set[int] = set()
    while queue:
        spent, here = heapq.heappop(queue)
        if here == grid.at(to):
            return spent / 2
        if here in done:
            continue
        done.add(here)
        for there in members(grid.around[here]):
            toll = terrain.step_cost(game, "non", here, there, False, 0)
            if toll is not None:
                heapq.heappush(queue, (spent + toll, there))
    raise AssertionError(to)


def test_points_from_the_east_edge() -> None:
    """A-07"""
    game = the_game()
    east = game.map.grid.edge["E"] & game.country[MANCHUKUO]
    sums = {"2608": 3.5, "2614": 4, "2312": 5.5, "2015": 8.5, "1211": 12.5, "0112": 18}
    assert {to: least(east, to) for to in sums} == sums


def test_points_from_the_south_edge() -> None:
    """A-08"""
    game = the_game()
    south = game.map.grid.edge["S"] & game.country[MENGJIANG]
    sums = {"0421": 2.5, "1920": 2.5, "0117": 5, "2015": 5.5, "1515": 6.5, "1211": 9.5}
    assert {to: least(south, to) for to in sums} == sums


def test_points_from_the_railroad_of_the_ussr() -> None:
    """A-09"""
    game = the_game()
    start = game.railroad & game.country[USSR]
    assert names(start) == {"1601", "1602", "1702", "1803", "1804", "1904", "1905"}
    sums = {"2006": 0.5, "2608": 3.5, "1211": 5.5, "2312": 5.5, "2614": 7, "2015": 8, "1920": 11}
    assert {to: least(start, to) for to in sums} == sums


def test_points_from_the_west_edge() -> None:
    """A-10"""
    game = the_game()
    west = game.map.grid.edge["W"] & game.country[MPR]
    sums = {"0421": 2.5, "1211": 5.5, "1524": 8.5, "2015": 9.5}
    assert {to: least(west, to) for to in sums} == sums


def test_the_unfinished_line_is_no_railroad_and_closed_hexes_with_a_railroad_take_newcomers() -> None:
    """T-109, T-110, Q-95, Q-96"""
    red = do(board({"hand": "RA-57"}, "soviet_recruit"), "done")
    do(red, "unit RA-57")
    assert "1602" in offered(red, "hex")
    assert "1604" not in offered(red, "hex")
    for unit, where in (("JA-1ARM", {"3309"}), ("JA-64-23", {"3308", "3309"})):
        match = do(board({"hand": unit}, "japan_recruit"), "done", f"unit {unit}")
        assert offered(match, "hex") & {"3308", "3309"} == where
