"""22.0  Weather: when winter sets in, and what it changes."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.kgw.sequence import CountAir, Weather
from khalkhin.games.kgw.terrain import hex_cost, river_cost, way_cost
from tests.kgw.positions import board, cited, do, fight, hexes, keys, offered, position, refused, shifts, the_game

rule = pytest.mark.rule
GAME, GRID = the_game(), the_game().map.grid


def weather(month: int, die: int, winter: bool = False) -> Match:
    """The beginning of a month, with a die for the weather."""
    return board({}, "japan_recruit", month=month, dice=[die], first=[Weather()], winter=winter)


@rule("kgw", "6.1.a", "22.1.a", "22.1.b", "22.1.c")
@pytest.mark.parametrize(
    ("month", "die", "winter"),
    [(9, 1, True), (9, 2, True), (9, 3, False), (10, 4, True), (10, 5, False), (11, 5, True), (11, 6, False)],
)
def test_the_roll(month: int, die: int, winter: bool) -> None:
    """T-100"""
    match = weather(month, die)
    assert position(match).winter == winter
    key, cause = ("log.winter", "22.1.b") if winter else ("log.no-winter", "22.1.c")
    assert (keys(match)[0], cited(match, key)) == (key, cause)


@rule("kgw", "22.1.a", "6.1.a")
@pytest.mark.parametrize("month", [5, 6, 7, 8])
def test_no_roll_before_september(month: int) -> None:
    match = weather(month, 1)
    assert (position(match).winter, position(match).rolled) == (False, 0)


@rule("kgw", "22.1.b", "22.1.d")
def test_winter_stays() -> None:
    """No further roll; the turn's line shows it."""
    match = weather(10, 6, winter=True)
    assert (position(match).winter, position(match).rolled) == (True, 0)
    assert match.view(None)["summary"]["turn"]["key"] == "summary.winter"
    assert weather(9, 6).view(None)["summary"]["turn"]["key"] == "summary.month"


@rule("kgw", "22.2.a", "10.2.i", "10.3.f", "10.3.j")
def test_movement_in_winter() -> None:
    """5.6: marsh and lakes freeze, rivers cost nothing, trails cost a point."""
    marsh, lake = GRID.at("2021"), GRID.at("2112")
    assert [hex_cost(GAME, "non", marsh, winter) for winter in (False, True)] == [4, 2]
    assert [hex_cost(GAME, "mech", marsh, winter) for winter in (False, True)] == [None, 4]
    assert [hex_cost(GAME, "non", lake, winter) for winter in (False, True)] == [None, 4]
    a, b = next(pair for pair in GAME.map.pairs("river") if not GAME.map.has_side("bridge", *pair))
    assert [river_cost(GAME, "non", a, b, winter, 0) for winter in (False, True)] == [2, 0]
    assert [river_cost(GAME, "mech", a, b, winter, 0) for winter in (False, True)] == [4, 0]
    trail = next(pair for pair in GAME.map.pairs("trail") if not GAME.map.has_side("road", *pair))
    assert [way_cost(GAME, *trail, winter) for winter in (False, True)] == [1, 2]
    road = GAME.map.pairs("road")[0]
    assert [way_cost(GAME, *road, winter) for winter in (False, True)] == [1, 1]


@rule("kgw", "22.2.b", "13.4.3.b")
def test_combat_in_winter() -> None:
    """T-07: rivers help nobody any more, nor does frozen marsh."""
    a, b = next(
        (GRID.name(a), GRID.name(b))
        for a, b in GAME.map.pairs("river")
        if GAME.map.terrain_at(a) == GAME.map.terrain_at(b) == "steppe" and not (GAME.towns >> b & 1)
        and not GAME.country["USSR"] & (1 << a | 1 << b)
    )  # fmt: skip
    placed = {a: ["JA-64-23", "JA-71-23"], b: ["MP-6CAV"]}
    assert shifts(fight(board(placed, "japan_combat"), b, "JA-64-23")) == {"13.4.3.b": -2}
    assert shifts(fight(board(placed, "japan_combat", winter=True), b, "JA-64-23")) == {}


@rule("kgw", "22.2.c", "22.2.d")
def test_half_of_the_air_units_fly_in_winter() -> None:
    """E-14, Q-61: of five Soviet air units three may fly; in summer all."""
    bases = {
        "2608": ["RA-80-57", "RA-AIR-1", "RA-AIR-2"],
        "2614": ["RA-127-57", "RA-AIR-3", "RA-AIR-4"],
        "2015": ["RA-293-57", "RA-AIR-5"],
        "2211": ["JA-AIR-1"],
    }
    winter = do(board(bases, "soviet_superiority", month=10, winter=True), "superiority 2211")
    assert position(winter).quota[0] == 3
    do(winter, "unit RA-AIR-1", "unit RA-AIR-2", "unit RA-AIR-3")
    assert offered(winter, "unit") == set()
    assert refused(winter, "unit RA-AIR-4") == "22.2.c"
    summer = do(board(bases, "soviet_superiority", month=8), "superiority 2211")
    assert len(offered(summer, "unit")) == 5


@rule("kgw", "22.2.c")
@pytest.mark.parametrize(("count", "may_fly"), [(0, 0), (1, 1), (2, 1), (5, 3), (6, 3)])
def test_half_is_rounded_up(count: int, may_fly: int) -> None:
    """Air units on the map are counted; Air Supply flies no missions."""
    names = [f"JA-AIR-{n + 1}" for n in range(count)]
    bases = {h: names[2 * n : 2 * n + 2] for n, h in enumerate(("2608", "2614", "1920"))}
    match = board({**bases, "1524": ["JA-AIRSUP"]}, "japan_combat", winter=True, options={"air_supply": True})
    s = position(match)
    CountAir(1).run(s)
    assert s.quota[1] == may_fly


@rule("kgw", "22.2.e")
def test_depots_reach_next_door_in_winter() -> None:
    for winter, reached in ((False, {"1210", "1209", "1208"}), (True, {"1210"})):
        placed = {"1211": ["RA-SUP-1"], "1210": ["RA-80-57"], "1209": ["RA-127-57"], "1208": ["RA-293-57"]}
        match = board(placed, "soviet_supply", winter=winter, marks={"flipped": "RA-SUP-1"})
        do(match, "supply RA-SUP-1")
        s = position(match)
        fed = {GAME.place_name(s.where[u]) for u in range(len(GAME.sheet)) if s.supplied >> u & 1}
        assert fed == reached


@rule("kgw", "22.1.d", "12.1.d")
def test_zones_reach_over_the_ice_at_once() -> None:
    match = board({"2212": ["MP-6CAV"]}, "japan_recruit", month=9, dice=[1], first=[Weather()])
    assert position(match).zone(0) & hexes("2112")
