"""The map of Pacific Battles: Nomonhan: sections 6.1 to 6.3 of its specification."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.board.reach import Costs, reach
from tests.board.sheets import course, hexes, in_one_piece, names, sheet, side_names

M = sheet("pbn")
G = M.grid
AT = G.at
WEST, EAST = M.where("side_of_river", "west"), M.where("side_of_river", "east")
MANCHUKUO = M.where("country", "Manchukuo")
OBJECTIVES = {
    "2010": ("Nomonhan", "clear"),
    "1506": ("Fui Heights", "hilltop"),
    "1512": ("Remizov Height", "ridge"),
    "1413": ("Kawamata east bank", "clear"),
    "1614": ("Noro Heights", "hilltop"),
    "2216": ("Great Sands", "dunes"),
    "2517": ("Eris-Ulyn-Obo", "ridge"),
    "1008": ("Bain-Tsagan", "hilltop"),
    "1216": ("Hamar-Daba", "hilltop"),
}
ROADS = {
    "Tamsag": "0119 0219 0319 0418 0519 0618 0718 0818 0918 1017 1117 1216 1316 1315 1314 1313 1312",
    "Hailar": "2301 2302 2303 2304 2204 2105 2106 2107 2108 2109 2009 2010",
    "Handagai": "3314 3214 3114 3013 2913 2812 2712 2611 2512 2411 2311 2210 2110 2010",
}


def noted(words: str) -> HexSet:
    return union(h for h, note in M.field("notes").items() if words in note)


# 6.1 Constraints


def test_m2_the_khalkhin_divides_the_map_into_two_banks_each_in_one_piece() -> None:
    assert M.holding("side_of_river") == G.all
    assert (WEST.bit_count(), EAST.bit_count()) == (369, 423)
    assert in_one_piece(M, WEST)
    assert in_one_piece(M, EAST)
    for a in members(G.all):
        for b in members(G.around[a]):
            both = 1 << a | 1 << b
            assert M.has_side("wide_river", a, b) == (both & WEST not in (0, both)), names(M, both)


def test_m3_m4_m14_nomonhan_and_six_more_objectives_lie_east_two_west() -> None:
    assert M.where("objective", "nomonhan") == hexes(M, "2010")
    assert M.where("objective", "nomonhan") & EAST
    assert M.where("objective", "east").bit_count() == 6
    assert not M.where("objective", "east") & WEST
    assert M.where("objective", "west").bit_count() == 2
    assert not M.where("objective", "west") & EAST


def test_m6_m8_friendly_edges_follow_from_the_border() -> None:
    assert G.edge["W"] == hexes(M, "0101-0124")
    assert not G.edge["W"] & (EAST | MANCHUKUO)
    north, east = G.edge["N"] & MANCHUKUO, G.edge["E"] & MANCHUKUO
    assert north == union(AT(f"{c:02}01") for c in range(14, 34))
    assert east == hexes(M, "3301-3315")
    assert (north | east).bit_count() == 34


def test_m7_a_road_leads_off_a_friendly_edge_of_each_side() -> None:
    assert noted("road leads off the map") == hexes(M, "0119 2301 3314")
    assert noted("trail leads off the map") == hexes(M, "0111 0501 3324")


def test_m10_m11_open_ground_is_common_and_heights_exist() -> None:
    assert {name: found.bit_count() for name, found in M.terrain.items()} == {
        "clear": 632,
        "dunes": 78,
        "marsh": 25,
        "ridge": 46,
        "hilltop": 11,
    }


@pytest.mark.parametrize("mechanised", [0, 1])
def test_m12_fourteen_points_from_tamsag_reach_the_river_but_not_nomonhan(mechanised: int) -> None:
    half_points = {"clear": (2, 2), "dunes": (4, 4), "marsh": (2, 4), "ridge": (4, 4), "hilltop": (2, 4)}
    water = {"wide_river": (8, 12), "narrow_river": (4, 8), "stream": (2, 2)}

    def step(a: Hex, b: Hex, d: int) -> int:
        cost = half_points[M.terrain_at(b)][mechanised]
        if M.has_side("road", a, b):
            cost = 1
        elif M.has_side("trail", a, b):
            cost = 2
        if not M.has_side("bridge", a, b):
            cost += sum(extra[mechanised] for river, extra in water.items() if M.has_side(river, a, b))
        return cost

    found = reach(Costs.build(G, step), AT("0119"), 40, spent=1)
    assert found.cost(AT("1314")) == 15
    assert found.cost(AT("1413")) == 17
    assert found.cost(AT("2010")) == 31 > 28


def test_m15_no_two_objectives_are_adjacent_the_nearest_two_apart() -> None:
    held = sorted(members(M.holding("objective")))
    away = {(G.name(a), G.name(b)): G.distance(a, b) for a, b in combinations(held, 2)}
    assert min(away.values()) == 2
    assert {tuple(sorted(pair)) for pair, steps in away.items() if steps == 2} == {
        ("1413", "1512"),
        ("1413", "1614"),
    }


# 6.2 The map in use


def test_the_grid_has_33_columns_of_24_rows_with_even_columns_lower() -> None:
    assert (len(G.names), G.names[0], G.names[-1]) == (792, "0101", "3324")
    for h in members(G.all):
        c, r = G.coordinates(h)
        up, down = (r - 1, r) if c % 2 else (r, r + 1)
        around = [(c, r - 1), (c + 1, up), (c + 1, down), (c, r + 1), (c - 1, down), (c - 1, up)]
        for d, (e, s) in enumerate(around):
            assert G.step(h, d) == (AT(f"{e:02}{s:02}") if 1 <= e <= 33 and 1 <= s <= 24 else None)


def test_hexsides_and_lines_are_as_many_as_the_specification_says() -> None:
    assert {feature: len(M.pairs(feature)) for feature in M.sides} == {
        "wide_river": 74,
        "narrow_river": 18,
        "stream": 7,
        "bridge": 2,
        "border": 51,
        "road": 40,
        "trail": 85,
    }
    assert (MANCHUKUO.bit_count(), (EAST & ~MANCHUKUO).bit_count()) == (198, 225)


def test_rivers_and_border_are_chains_and_the_holsten_meets_the_khalkhin() -> None:
    assert course(M, "wide_river") == {"0801 0901", "3323 3324"}
    assert course(M, "border") == {"1301 1401", "3315 3316"}
    holsten = course(M, "narrow_river", "stream")
    assert "1314 1413 1414" in holsten
    assert M.has_side("wide_river", AT("1314"), AT("1413"))


def test_two_bridges_and_two_links_without_one() -> None:
    assert side_names(M, "bridge") == {"1314-1413", "1913-1914"}
    lines = side_names(M, "road") | side_names(M, "trail")
    rivers = side_names(M, "wide_river") | side_names(M, "narrow_river") | side_names(M, "stream")
    assert lines & rivers - side_names(M, "bridge") == {"1313-1314", "1211-1312"}
    assert "1313-1314" in side_names(M, "road")
    assert "1211-1312" in side_names(M, "trail")


def test_three_roads_make_up_all_road_links() -> None:
    links = [tuple(sorted(link)) for road in ROADS.values() for link in pairwise(road.split())]
    assert len(links) == len(set(links)) == 40
    assert {"-".join(link) for link in links} == side_names(M, "road")


def test_columns_road_and_trail_say_whether_a_link_touches_the_hex() -> None:
    for feature in ("road", "trail"):
        assert M.where(feature, "1") == union(h for pair in M.pairs(feature) for h in pair)


# 6.3 Objectives


@pytest.mark.parametrize("name", OBJECTIVES)
def test_each_objective_stands_where_the_specification_puts_it(name: str) -> None:
    h = AT(name)
    assert (M.names[h], M.terrain_at(h)) == OBJECTIVES[name]


def test_there_are_no_other_objectives_and_landmarks_keep_their_names() -> None:
    assert M.holding("objective") == hexes(M, " ".join(OBJECTIVES))
    landmarks = "1213 1513 1518 1610 2207 2303 2711 2715"
    assert not hexes(M, landmarks) & ~M.holding("name")


def test_nomonhan_is_printed_its_hex_is_not() -> None:
    assert M.provenance.tag("2010", "objective") == "printed"
    assert M.provenance.tag("2010", "name") == "reconstructed"
