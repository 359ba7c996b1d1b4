"""2.1, 5.0  The map: everything the rulebook says or forces of it holds, and what we have measured on it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from khalkhin.board.hexset import HexSet, members
from khalkhin.board.reach import reach
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.entry import by_rail, east, south, west
from tests.kgw.positions import board, hexes, names, position, the_game

rule = pytest.mark.rule
GAME = the_game()
MAP, GRID, COUNTRY = GAME.map, GAME.map.grid, GAME.country
PRINTED = {
    "Ondorhaan": "0112", "Saynshand": "0117", "Ude": "0421", "Bain Tuman": "1211", "Tamsag Bulak": "2015",
    "Hailar": "2608", "Arshaan": "2614", "Manchouli": "2006", "Nomonhan": "2312", "Borzya": "1803",
}  # fmt: skip


def dist(a: str, b: str) -> int:
    return GRID.distance(GRID.at(a), GRID.at(b))


def links(feature: str) -> set[frozenset[str]]:
    return {frozenset((GRID.name(a), GRID.name(b))) for a, b in MAP.pairs(feature)}


def joined(feature: str, name: str) -> set[str]:
    """The hexes on a named road or railroad."""
    return {GRID.name(h) for pair in MAP.pairs(feature, name) for h in pair}


# -- the constraints on any map -----------------------------------------------------------------------------


def test_numbers_run_south_along_columns() -> None:
    """M-01, A-01: CCRR, flat-topped hexes, odd columns half a hex lower."""
    assert GRID.step(GRID.at("2312"), 0) in {GRID.at("2311"), GRID.at("2313")}
    assert names(GRID.around[GRID.at("2312")]) == {"2311", "2313", "2212", "2213", "2412", "2413"}
    assert names(GRID.around[GRID.at("2015")]) == {"2014", "2016", "1914", "1915", "2114", "2115"}
    assert (len(GRID.names), GRID.names[-1]) == (33 * 25, "3325")


@rule("kgw", "5.1.a", "5.1.b", "5.1.c", "5.1.d", "5.1.e")
def test_every_hex_has_one_country_but_the_disputed_two() -> None:
    """M-03, E-19, Q-06: the Disputed Area is in Manchukuo and in the MPR."""
    assert names(GAME.disputed) == {"2312", "2313"}
    for hex_ in members(GRID.all):
        found = [name for name, land in COUNTRY.items() if land >> hex_ & 1]
        assert found == (["MPR", "Manchukuo"] if GAME.disputed >> hex_ & 1 else found[:1])
        assert found


@rule("kgw", "5.1.a", "5.1.b", "5.1.c", "5.1.d")
def test_who_controls_what_at_the_start() -> None:
    """Q-03: the aerodromes of a country are its owner's; none is in the Disputed Area."""
    match = board({})
    assert position(match).aerodromes == (
        hexes("0112", "1211", "2015", "0421", "1515", "1803"),
        hexes("2608", "2614", "2211", "1524", "1920"),
    )


@rule("kgw", "5.1.d")
def test_only_the_red_army_is_ever_in_the_ussr() -> None:
    for unit, nation in enumerate(GAME.sheet.nation):
        assert bool(terrain.may_enter(GAME, unit) & COUNTRY["USSR"]) == (nation == "RA")
        assert terrain.may_enter(GAME, unit) | COUNTRY["USSR"] == GRID.all


def test_named_hexes() -> None:
    """M-04, M-16, M-27: names stand where they are printed; the others where the atlas has them."""
    found = {name: GRID.name(h) for h, name in MAP.field("town").items()}
    assert PRINTED.items() <= found.items()
    assert (found["Matad"], found["Kanjurmiao"], found["Peitzemiao"], found["Tung Uchumuchin"]) == (
        "1515", "2211", "1524", "1920",
    )  # fmt: skip
    assert names(MAP.where("class", "village")) >= {"2312", "1515", "2211"}
    assert not GAME.towns & MAP.where("class", "village")
    assert hexes("2112", "1908", "2008", "2009") & ~GAME.lakes == 0


def test_edges_and_railroads() -> None:
    """M-05 to M-08: entry edges exist, a line of Manchukuo reaches the east edge, Borzya is a railroad town."""
    s = position(board({}))
    assert {"0112", "0117"} <= names(west(s))
    assert east(s) & GAME.railroad & hexes("3309", "3318")
    assert south(s)
    assert GAME.railroad & COUNTRY["USSR"] & hexes("1803")
    assert GAME.towns & COUNTRY["USSR"]


@rule("kgw", "24.7", "24.7.a", "24.7.d")
def test_the_unfinished_line() -> None:
    """M-09, A-03: from Borzya to Tamsag Bulak in 19 steps, each a link of unfinished track."""
    line = [GRID.name(h) for h in GAME.line]
    assert (line[0], line[-1], len(line)) == ("1803", "2015", 20)
    assert {frozenset(pair) for pair in pairwise(line)} <= links("unbuilt_rail")
    assert not {frozenset(pair) for pair in pairwise(line)} & links("rail")


def test_roads_of_the_set_up() -> None:
    """M-10, M-11: both roads run inside the MPR."""
    for name, ends in (("Saynshand-Ude road", {"0117", "0421"}), ("Ondorhaan-Bain Tuman road", {"0112", "1211"})):
        found = joined("road", name)
        assert ends <= found
        assert hexes(*found) & ~COUNTRY["MPR"] == 0


def test_the_herlen_gol_divides_the_mpr() -> None:
    """M-12, M-14: each hex of the MPR is north or south of it."""
    north = GAME.north_of_herlen
    assert north
    assert COUNTRY["MPR"] & ~north
    assert all(
        "Herlen" in MAP.side_name("river", a, b)
        for a in members(north)
        for b in members(GRID.around[a] & COUNTRY["MPR"] & ~north)
    )
    assert any("Khalk" in MAP.side_name("river", a, b) for a, b in MAP.pairs("river"))


def test_towns_of_every_country() -> None:
    """M-13, M-15."""
    assert names(GAME.towns & COUNTRY["Mengjiang"]) == {"1524", "1920", "2024"}
    assert (GAME.towns & COUNTRY["MPR"]).bit_count() == 5
    assert GAME.towns & COUNTRY["Manchukuo"]


@rule("kgw", "4.2.1.d", "2.9")
def test_objectives_and_aerodromes() -> None:
    """M-17, M-18, A-11: every class of hex exists; both sides can base what they begin with."""
    both, objectives, bases = GAME.objectives & GAME.aerodromes, GAME.objectives, GAME.aerodromes
    assert both
    assert objectives & ~bases
    assert bases & ~objectives
    japan = COUNTRY["Manchukuo"] | COUNTRY["Mengjiang"]
    assert (objectives & japan & ~GAME.disputed).bit_count() == 5
    assert 2 * (bases & japan).bit_count() == 10 >= 6
    assert 2 * (bases & ~japan).bit_count() == 12 >= 3


def test_kinds_of_terrain() -> None:
    """M-19: everything the terrain chart speaks of is on the map."""
    assert all(MAP.terrain[name] for name in GAME.charts.terrain)
    assert all(MAP.pairs(feature) for feature in ("river", "bridge", "road", "trail", "rail", "unbuilt_rail"))


@rule("kgw", "18.1.a")
def test_set_up_hexes_can_be_entrenched_and_entered() -> None:
    """M-20, M-21, M-22."""
    for name in ("1211", "2015", "1803", "2608", "2006", "2614"):
        assert GAME.charts.terrain[MAP.terrain_at(GRID.at(name))]["entrench"]
    road = joined("road", "Ondorhaan-Bain Tuman road") | joined("road", "Saynshand-Ude road")
    assert not terrain.closed(GAME, "mech", False) & hexes(*road)
    near = GRID.within(hexes("2608"), 3) & COUNTRY["Manchukuo"] & ~terrain.closed(GAME, "non", False)
    assert near.bit_count() >= 3


@pytest.mark.parametrize(
    ("a", "b", "hexes_"),
    [("2015", "1211", 8), ("2015", "2608", 10), ("2015", "2614", 6), ("1803", "2006", 4), ("1803", "1211", 11),
     ("1803", "2015", 13), ("0112", "1211", 11), ("2006", "2608", 6), ("2608", "2614", 6), ("1211", "2006", 9),
     ("0112", "0117", 5), ("1803", "2608", 9), ("2312", "2015", 4), ("2312", "2608", 6), ("2312", "2614", 3),
     ("0117", "0421", 5)],
)  # fmt: skip
def test_distances(a: str, b: str, hexes_: int) -> None:
    """M-23 to M-25."""
    assert dist(a, b) == hexes_


def test_the_ussr_touches_manchukuo() -> None:
    """M-28."""
    assert GRID.spread(COUNTRY["USSR"]) & COUNTRY["Manchukuo"]


# -- measured on ours -----------------------------------------------------------------------------


@rule("kgw", "9.4.a")
def test_where_the_red_army_comes_in_by_rail() -> None:
    """A-02, Q-95: the unfinished line is no railroad; the enemy's zone can reach only two of the hexes."""
    assert names(by_rail(position(board({})))) == {"1601", "1602", "1702", "1803", "1804", "1904", "1905"}
    foe = GRID.all & ~COUNTRY["USSR"] & ~GAME.lakes
    assert names(GRID.spread(foe) & GAME.railroad & COUNTRY["USSR"]) == {"1804", "1905"}
    assert names(by_rail(position(board({"2006": "MC-1-8BGU"})))) == {"1601", "1602", "1702", "1803", "1804", "1904"}


def test_railroads_of_manchukuo() -> None:
    """A-04."""
    found = GAME.railroad & COUNTRY["Manchukuo"]
    assert hexes("2006", "2608", "3309", "2614", "3318") & ~found == 0


def test_mountains_of_the_east_edge() -> None:
    """A-06: closed to mechanized units but for the railroad's hex."""
    s = position(board({}))
    closed = names(east(s) & terrain.closed(GAME, "mech", False))
    assert closed == {"3303", "3304", "3305", "3306", "3307", "3308", "3309", "3310"}
    assert GAME.railroad & hexes("3309")


FROM = {
    "east": {"2608": 3.5, "2614": 4, "2312": 5.5, "2015": 8.5, "1211": 12.5, "0112": 18},
    "south": {"0421": 2.5, "1920": 2.5, "0117": 5, "2015": 5.5, "1515": 6.5, "1211": 9.5},
    "rail": {"2006": 0.5, "2608": 3.5, "1211": 5.5, "2312": 5.5, "2614": 7, "2015": 8, "1920": 11},
    "west": {"0421": 2.5, "1211": 5.5, "1524": 8.5, "2015": 9.5},
}


@rule("kgw", "10.1.c", "10.3")
@pytest.mark.parametrize("edge", FROM)
def test_marches_from_the_entry_hexes(edge: str) -> None:
    """A-07 to A-10: points on foot, without enemies and before winter; the first hex costs nothing."""
    s = position(board({}))
    start: HexSet = {"east": east, "south": south, "rail": by_rail, "west": west}[edge](s)
    barred = 0 if edge == "rail" else COUNTRY["USSR"]
    costs = terrain.costs(GAME, "non", False, 0)
    ways = [reach(costs, h, 40, barred=barred) for h in members(start)]
    for name, points in FROM[edge].items():
        assert min(way.cost(GRID.at(name)) for way in ways if way.hexes >> GRID.at(name) & 1) == 2 * points, name


@rule("kgw", "12.1.d", "10.3.j")
def test_zones_do_not_reach_into_water_until_it_freezes() -> None:
    placed = {"2212": "MP-6CAV"}
    assert not position(board(placed)).zone(0) & hexes("2112")
    assert position(board(placed, winter=True)).zone(0) & hexes("2112")
