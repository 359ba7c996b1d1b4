"""The map of Khalkin-Gol War: sections 5.6, 5.7 and 7 of its specification."""

from __future__ import annotations

from itertools import pairwise

import pytest

from khalkhin.board.grid import walls
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.board.reach import Costs, reach
from khalkhin.board.trace import flood
from tests.board.sheets import hexes, linked, names, sheet, side_names, words

M = sheet("kgw")
G = M.grid
AT = G.at
USSR, MPR, MANCHUKUO, MENGJIANG, DISPUTED = (
    M.where("country", name) for name in ("USSR", "MPR", "Manchukuo", "Mengjiang", "Disputed")
)
TOWNS = M.where("class", "town")
RAIL = union(h for pair in M.pairs("rail") for h in pair)
JAPANESE_BASES = M.holding("aerodrome") & (MANCHUKUO | MENGJIANG)

# Half points for foot and mechanised units; None: closed except along a road or railway.
TERRAIN = {
    "steppe": (2, 2),
    "desert": (4, 4),
    "hills": (4, 6),
    "forest": (4, 6),
    "mountain": (6, None),
    "marsh": (4, None),
    "lake": (None, None),
}
RIVER = (2, 4)

UNFINISHED_LINE = "1803 1703 1604 1504 1505 1506 1407 1408 1308 1309 1210 1211 1311 1412 1512 1613 1713 1814 1914 2015"


def costs(mechanised: bool) -> Costs:
    """5.6  Movement outside winter."""

    def step(a: Hex, b: Hex, d: int) -> int | None:
        cost = TERRAIN[M.terrain_at(b)][mechanised]
        # A trail makes a step cheap but opens no closed ground; roads and railways do both.
        ways = ("road", "rail", "unbuilt_rail") if cost is None else ("road", "rail", "unbuilt_rail", "trail")
        if any(M.has_side(way, a, b) for way in ways):
            cost = 1
        if cost is not None and M.has_side("river", a, b) and not M.has_side("bridge", a, b):
            cost += RIVER[mechanised]
        return cost

    return Costs.build(G, step)


FOOT, MECHANISED = costs(False), costs(True)


def on_road(name: str) -> HexSet:
    return union(h for h, roads in M.field("road").items() if name in roads.split("; "))


def north_of_the_herlen() -> HexSet:
    """MPR hexes joined to Bain Tuman without crossing the Herlen Gol."""
    herlen = G.sides(M.pairs("river", "Herlen Gol (Kerulen)"))
    return flood(G, hexes(M, "1211"), MPR, walls=walls(herlen))


# 7 Constraints on any map


def test_m01_2313_lies_straight_south_of_2312() -> None:
    assert G.step(AT("2312"), G.directions.index("S")) == AT("2313")
    assert (len(G.names), G.names[-1]) == (825, "3325")


def test_m03_every_hex_belongs_to_one_country_but_the_two_disputed_ones() -> None:
    assert names(M, DISPUTED) == "2312 2313"
    countries = (USSR, MPR, MANCHUKUO, MENGJIANG, DISPUTED)
    assert M.holding("country") == G.all
    assert sum(country.bit_count() for country in countries) == 825


@pytest.mark.parametrize(
    ("name", "place", "country"),
    [
        ("0112", "Ondorhaan", "MPR"),
        ("0117", "Saynshand", "MPR"),
        ("0421", "Ude", "MPR"),
        ("1211", "Bain Tuman", "MPR"),
        ("2015", "Tamsag Bulak", "MPR"),
        ("2608", "Hailar", "Manchukuo"),
        ("2614", "Arshaan", "Manchukuo"),
        ("2006", "Manchouli", "Manchukuo"),
        ("2312", "Nomonhan", "Disputed"),
        ("1803", "Borzya", "USSR"),
        ("1515", "Matad", "MPR"),
        ("2211", "Kanjurmiao", "Manchukuo"),
        ("1524", "Peitzemiao", "Mengjiang"),
        ("1920", "Tung Uchumuchin", "Mengjiang"),
        ("1905", "Otpor", "USSR"),
        ("1504", "Solovyevsk", "USSR"),
    ],
)
def test_m04_m27_named_places_stand_in_their_hexes(name: str, place: str, country: str) -> None:
    assert M.names[AT(name)] == place
    assert M.field("country")[AT(name)] == country


def test_m04_only_the_ten_hexes_of_the_rulebook_are_tagged_as_printed_towns() -> None:
    tagged = {name for name in G.names if M.provenance.tag(name, "town") == "printed"}
    assert tagged == words("0112 0117 0421 1211 1803 2006 2015 2312 2608 2614")


def test_m05_m06_m07_each_side_has_map_edges_of_its_own() -> None:
    assert not hexes(M, "0112 0117") & ~(G.edge["W"] & MPR)
    assert G.edge["E"] & MANCHUKUO
    assert G.edge["S"] & MENGJIANG


def test_m08_the_ussr_has_railway_hexes_and_towns() -> None:
    assert hexes(M, "1803") & USSR & RAIL & TOWNS


def test_m10_m11_both_printed_roads_run_inside_the_mpr() -> None:
    for road, first, last in (
        ("Saynshand-Ude road", "0117", "0421"),
        ("Ondorhaan-Bain Tuman road", "0112", "1211"),
    ):
        course = on_road(road)
        assert not hexes(M, f"{first} {last}") & ~course
        assert not course & ~MPR
        assert flood(G, hexes(M, first), course, links=G.sides(M.pairs("road", road))) == course


def test_m14_the_khalka_runs_between_the_disputed_hexes_and_the_mpr() -> None:
    khalka = G.sides(M.pairs("river", "Khalkin Gol (Khalka)"))
    for h in members(DISPUTED):
        across = (G.step(h, d) for d in range(6) if khalka[d] >> h & 1)
        assert any(there is not None and MPR >> there & 1 for there in across)
    assert G.spread(MPR & north_of_the_herlen()) & MANCHUKUO


def test_m15_m16_every_country_has_a_town_and_nomonhan_is_a_village() -> None:
    assert all(TOWNS & country for country in (USSR, MPR, MANCHUKUO, MENGJIANG))
    assert names(M, TOWNS & MENGJIANG) == "1524 1920 2024"
    assert M.field("class")[AT("2312")] == "village"


def test_m17_a11_there_is_room_for_the_air_units() -> None:
    assert not hexes(M, "1211 2015") & ~M.holding("aerodrome")
    assert JAPANESE_BASES.bit_count() == 5
    assert (M.holding("aerodrome") & MPR).bit_count() == 5
    assert M.holding("aerodrome") & USSR == hexes(M, "1803")


def test_m18_objectives_and_aerodromes_are_those_of_the_specification() -> None:
    assert M.holding("objective") == hexes(M, "0112 0117 0421 1211 1524 1803 1920 2006 2015 2312 2608 2614")
    assert M.holding("aerodrome") == hexes(M, "0112 0421 1211 1515 1524 1803 1920 2015 2211 2608 2614")
    assert (M.holding("objective") & (MANCHUKUO | MENGJIANG)).bit_count() == 5
    assert not (M.holding("objective") | M.holding("aerodrome")) & ~M.holding("town")


def test_m19_terrain_is_folded_and_the_measured_ground_kept_for_drawing() -> None:
    assert {name: found.bit_count() for name, found in M.terrain.items()} == {
        "steppe": 465,
        "desert": 126,
        "hills": 138,
        "forest": 7,
        "mountain": 66,
        "marsh": 19,
        "lake": 4,
    }
    fold = {"rough": "hills", "dunes": "desert"}
    assert all(M.terrain_at(h) == fold.get(relief, relief) for h, relief in M.field("relief").items())
    assert M.holding("relief") == G.all
    assert {feature: len(M.pairs(feature)) for feature in M.sides} == {
        "river": 143,
        "minor_river": 144,
        "bridge": 14,
        "border": 198,
        "rail": 28,
        "unbuilt_rail": 19,
        "road": 88,
        "trail": 183,
    }


def test_m20_towns_with_entrenchments_lie_in_open_ground() -> None:
    entrenched = hexes(M, "0112 1211 2015 1803 2608 2006 2614")
    assert not entrenched & (M.terrain["mountain"] | M.terrain["marsh"] | M.terrain["lake"])


def test_m21_mechanised_units_can_stand_where_they_set_up() -> None:
    closed = M.terrain["mountain"] | M.terrain["marsh"] | M.terrain["lake"]
    assert not (on_road("Saynshand-Ude road") | on_road("Ondorhaan-Bain Tuman road")) & closed
    assert not hexes(M, "0112 1211 2015") & closed
    assert G.around[AT("2015")] & MPR & ~closed


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("2015", "1211", 8),
        ("2015", "2608", 10),
        ("2015", "2614", 6),
        ("1803", "2006", 4),
        ("1803", "1211", 11),
        ("1803", "2015", 13),
        ("0112", "1211", 11),
        ("2006", "2608", 6),
        ("2608", "2614", 6),
        ("1211", "2006", 9),
        ("0112", "0117", 5),
        ("1803", "2608", 9),
        ("2312", "2015", 4),
        ("2312", "2608", 6),
        ("2312", "2614", 3),
        ("0117", "0421", 5),
    ],
)
def test_m23_m24_m25_distances(a: str, b: str, steps: int) -> None:
    assert G.distance(AT(a), AT(b)) == steps


def test_m27_lakes_stand_where_the_atlas_has_them() -> None:
    assert M.terrain["lake"] == hexes(M, "2112 1908 2008 2009")


def test_m28_the_ussr_touches_manchukuo_beside_manchouli() -> None:
    assert G.around[AT("2006")] & USSR


# 7.1 Computed on this map


def test_a01_odd_columns_stand_half_a_hex_lower() -> None:
    for h in members(G.all):
        c, r = G.coordinates(h)
        slant = (r, r + 1) if c % 2 else (r - 1, r)
        expected = {(c, r - 1), (c, r + 1)} | {(e, s) for e in (c - 1, c + 1) for s in slant}
        on_map = {(e, s) for e, s in expected if 1 <= e <= 33 and 1 <= s <= 25}
        assert {G.coordinates(there) for there in members(G.around[h])} == on_map


def test_a02_railway_hexes_of_the_ussr_and_the_hexes_from_which_japan_can_reach_them() -> None:
    assert names(M, RAIL & USSR) == "1601 1602 1702 1803 1804 1904 1905"
    threats = {G.name(h): names(M, near) for h in members(RAIL & USSR) if (near := G.around[h] & ~USSR)}
    assert threats == {"1804": "1704", "1905": "1806 1906 2006"}


def test_m09_a03_the_unfinished_line_runs_from_borzya_to_tamsag_bulak() -> None:
    assert side_names(M, "unbuilt_rail") == {"-".join(sorted(link)) for link in pairwise(UNFINISHED_LINE.split())}
    assert len(M.pairs("unbuilt_rail")) == 19 >= G.distance(AT("1803"), AT("2015"))


def test_a04_railways_of_manchukuo_reach_the_east_edge() -> None:
    assert linked(M, "2006", "rail") & G.edge["E"] == hexes(M, "3309")
    assert linked(M, "2614", "rail") & G.edge["E"] == hexes(M, "3318")
    assert not hexes(M, "1803 2608") & ~linked(M, "2006", "rail")
    assert hexes(M, "3309 3318") & MANCHUKUO == hexes(M, "3309 3318")


def test_a05_set_up_areas_have_the_size_computed() -> None:
    north = north_of_the_herlen()
    assert hexes(M, "0112") & north
    assert not hexes(M, "2015") & north
    assert north.bit_count() == 103
    assert (north & G.within(MANCHUKUO, 3)).bit_count() == 23
    tamsag = MPR & G.within(hexes(M, "2015"), 4)
    assert (tamsag & ~M.terrain["lake"]).bit_count() == 41
    assert (tamsag & M.terrain["lake"]).bit_count() == 1
    west = union(h for h in members(G.all) if G.coordinates(h)[0] < 20)
    assert (MPR & west & G.within(MENGJIANG, 2)).bit_count() == 48
    assert (MPR & G.within(on_road("Saynshand-Ude road"), 1)).bit_count() == 15
    assert on_road("Ondorhaan-Bain Tuman road").bit_count() == 12
    assert (MANCHUKUO & G.within(hexes(M, "2608"), 3)).bit_count() == 37
    assert (MANCHUKUO & G.within(hexes(M, "2608 2614"), 3)).bit_count() == 63


def test_a06_the_east_edge_is_closed_to_mechanised_units_by_mountains() -> None:
    ways = union(h for way in ("road", "rail") for pair in M.pairs(way) for h in pair)
    closed = M.terrain["mountain"] | M.terrain["marsh"] | M.terrain["lake"]
    assert names(M, G.edge["E"] & closed & ~ways) == "3303 3304 3305 3306 3307 3308 3310"


MOVES = {
    "A-07 east edge": (
        G.edge["E"] & MANCHUKUO,
        {"2608": 3.5, "2614": 4, "2312": 5.5, "2015": 8.5, "1211": 12.5, "0112": 18},
    ),
    "A-08 south edge": (
        G.edge["S"] & MENGJIANG,
        {"0421": 2.5, "1920": 2.5, "0117": 5, "2015": 5.5, "1515": 6.5, "1211": 9.5},
    ),
    "A-09 USSR railway": (
        RAIL & USSR,
        {"2006": 0.5, "2608": 3.5, "1211": 5.5, "2312": 5.5, "2614": 7, "2015": 8, "1920": 11},
    ),
    "A-10 west edge": (G.edge["W"] & MPR, {"0421": 2.5, "1211": 5.5, "1524": 8.5, "2015": 9.5}),
}


@pytest.mark.parametrize("table", MOVES)
def test_movement_points_of_foot_units_from_where_they_enter(table: str) -> None:
    starts, expected = MOVES[table]
    # The Japanese, who enter from east and south, may not cross the USSR.
    barred = USSR if table[:4] in ("A-07", "A-08") else 0
    found = [reach(FOOT, start, 40, barred=barred) for start in members(starts)]
    for name, points in expected.items():
        cost = min(r.cost(AT(name)) for r in found if (r.hexes | 1 << r.start) >> AT(name) & 1)
        assert cost / 2 == points, name


def test_mechanised_units_are_closed_out_of_mountains_except_by_road_and_rail() -> None:
    ways = side_names(M, "road") | side_names(M, "rail") | side_names(M, "unbuilt_rail")
    for a in members(G.all):
        for d in range(6):
            b = G.step(a, d)
            if b is None or MECHANISED.tolls[a][d] is None:
                continue
            if M.terrain_at(b) in ("mountain", "marsh", "lake"):
                assert "-".join(sorted((G.name(a), G.name(b)))) in ways


def test_hexes_that_name_a_line_are_those_its_links_touch() -> None:
    ends = {way: union(h for pair in M.pairs(way) for h in pair) for way in M.links}
    assert M.holding("trail") == ends["trail"]
    assert M.holding("rail") == ends["rail"] | ends["unbuilt_rail"]
    # The road from Olovyannaya to Aksha leaves the map for a while and only clips this hex on the edge.
    assert M.holding("road") & ~ends["road"] == hexes(M, "1401")
    assert not ends["road"] & ~M.holding("road")
    unbuilt = union(h for h, lines in M.field("rail").items() if lines.startswith("unbuilt:"))
    assert M.holding("rail") & ~unbuilt == ends["rail"]
