"""The map of Strike North: sections 1.3 and 7 of its specification."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from khalkhin.board.hexset import Hex, members, union
from khalkhin.board.reach import Costs, reach
from khalkhin.board.trace import flood, trace
from tests.board.sheets import hexes, linked, names, sheet, side_names, words

M = sheet("sn")
G = M.grid
AT = G.at
SEA, ROUGH = M.terrain["sea"], M.terrain["rough"]
LAND = G.all & ~SEA
USSR, MANCHUKUO = M.where("country", "USSR"), M.where("country", "Manchukuo")
CLASS = M.field("class")
CITIES = union(h for h, rank in CLASS.items() if rank.startswith("city"))
PORTS = union(h for h, rank in CLASS.items() if rank.endswith(";port"))
RAIL = union(h for pair in M.pairs("rail") for h in pair)
RIVERSIDE = union(h for pair in M.pairs("river") for h in pair)
COASTAL = union(h for h, note in M.field("notes").items() if "coastal" in note)

CITY_LIST = {
    "USSR": "Irkutsk 1038, Ulan-Ude 1135, Chita 1028, Blagoveshchensk 1011, Khabarovsk 1002, "
    "Komsomolsk 0502, Voroshilov 2103, Vladivostok 2202",
    "MPR": "Ulan Bator 1936, Bain Tuman 1826",
    "Manchukuo": "Hsinking 2411, Mukden 2913, Harbin 2010, Dairen 3614, Tsitsihar 1715, Hailar 1521, "
    "Mutankiang 2106, Chiamussu 1606",
    "Korea": "Keijo 3605, Heijo 3408, Seishin 2604",
    "Mengjiang": "Kalgan 3424, Houhe 3428",
    "North China": "Peking 3522, Tientsin 3620",
}
TOWN_LIST = {
    "USSR": "Zeya 0314, Magdagachi 0415, Rokhlovo 0417, Yerofei Pavlovich 0419, Mogocha 0522, "
    "Shimanovskaya 0612, Svobodny 0712, Barguzin 0733, Kachug 0737, Kuibyshevka 0811, Sretensk 0924, "
    "Nerchinsk 0925, Zavitaya 1009, Nerchinsky Zavod 1021, Birobidzhan 1105, Obluchye 1107, Karymskaya 1127, "
    "Mysovsk 1137, Slyudyanka 1140, Vyazemskaya 1201, Olovyannaya 1225, Khilok 1231, Petrovsk 1233, "
    "Borzya 1325, Bikin 1401, Kyakhta 1436, Iman 1601, Spassk 1902, Grodekovo 2003, Nakhodka 2301 p, "
    "Posyet 2403 p",
    "MPR": "Altan Bulak 1536, Tamsag Bulak 1923, Ondorhaan 2131, Choir 2334, Mandal Gobi 2436, "
    "Saynshand 2631, Ude 2829, Dalan Dzadgad 2939",
    "Manchukuo": "Moho 0618, Huma 0714, Heiho 1012, Sunwu 1211, Tungkiang 1304, Nunkiang 1314, Jaoho 1402, "
    "Fukin 1404, Lopei 1406, Nancha 1508, Peian 1512, Boketu 1518, Manchouli 1523, Chalantun 1616, "
    "Hulin 1703, Mishan 1704, Suihua 1810, Arshaan 1819, Linkow 1906, Suifenho 2004, Wangyehmiao 2016, "
    "Solun 2017, Tungning 2104, Talai 2113, Taonan 2215, Hunchun 2304, Tumen 2405, Tunhua 2407, Kirin 2409, "
    "Ssupingkai 2612, Tungliao 2615, Kailu 2616, Meihokow 2710, Linsi 2721, Tunghua 2809, Chihfeng 2919, "
    "Chaoyang 3016, Anshan 3113, Chinchow 3116, Antung 3211 p, Yingkow 3213 p, Hulutao 3215 p, Chengteh 3320",
    "Korea": "Rashin 2504 p, Kainei 2505, Keizan 2806, Joshin 2904 p, Manpo 2908, Kanko 3106, Gensan 3306 p, "
    "Kaishu 3607, Jinsen 3706 p",
    "Mengjiang": "Tung Uchumuchin 2323, Peitzemiao 2723, Dolonnor 3022, West Sunit 3027, Pailingmiao 3230, "
    "Pingtichuan 3327, Wuyuan 3433, Tatung 3526, Paotow 3531",
    "North China": "Chinwangtao 3417 p, Tangshan 3519, Tangku 3720 p, Paoting 3723",
}
RAIL_LINKS = {
    "Antung line": 3,
    "Arshaan line": 5,
    "Blagoveshchensk branch": 2,
    "Borzya-Bain Tuman line": 5,
    "Chihfeng branch": 2,
    "Chinese Eastern Railway": 10,
    "Chinese Eastern Railway (east)": 12,
    "East Korea line": 11,
    "Fusan line": 1,
    "Grodekovo line": 2,
    "Harbin-Heiho line": 10,
    "Heijo-Gensan line": 3,
    "Hsinking-Paicheng line": 5,
    "Hsinking-Tumen line": 7,
    "Hulin line": 3,
    "Jehol Railway": 9,
    "Jinsen branch": 1,
    "Keijo-Shingishu line": 7,
    "Komsomolsk line": 5,
    "Lafa-Harbin line": 3,
    "Manpo line": 4,
    "Mukden-Kirin line": 7,
    "Naushki line": 3,
    "North Korea line": 2,
    "Peking-Hankow Railway": 2,
    "Peking-Mukden Railway": 15,
    "Peking-Paotow Railway": 12,
    "Posyet line": 2,
    "Rashin line": 3,
    "South Manchuria Railway": 16,
    "Ssupingkai-Taonan line": 9,
    "Ssupingkai-Tunghua line": 5,
    "Suchan line": 2,
    "Suihua-Chiamussu line": 6,
    "Tahushan-Tungliao line": 4,
    "Tatung-Taiyuan line": 2,
    "Tientsin-Pukow Railway": 1,
    "Trans-Siberian Railway": 64,
    "Transbaikal line": 6,
    "Tsitsihar-Nunkiang line": 4,
    "Tsitsihar-Peian line": 3,
    "Tumen-Chiamussu line": 8,
    "Tungliao branch": 2,
}
ROAD_LINKS = {
    "Amur road": 8,
    "Arshaan-Nomonhan road": 2,
    "Bain Tuman-Hailar road": 9,
    "Barguzin road": 4,
    "Chengteh-Dolonnor road": 4,
    "Chihfeng-Linsi road": 3,
    "Chita-Aksha road": 4,
    "Dolonnor road": 7,
    "Fukin road": 4,
    "Hailar-Argun road": 5,
    "Heiho-Nunkiang road": 3,
    "Hunchun road": 3,
    "Jaoho road": 5,
    "Kaishu road": 3,
    "Keizan road": 3,
    "Lena road": 8,
    "Linsi-Tungliao road": 5,
    "Lopei road": 1,
    "Nerchinsky Zavod road": 3,
    "Olga road": 1,
    "Pailingmiao road": 3,
    "Peitzemiao road": 7,
    "Tunghua road": 5,
    "Tungning road": 3,
    "Urga-Bain Tuman road": 12,
    "Urga-Gobi road": 9,
    "Urga-Kalgan road": 19,
    "Urga-Kyakhta road": 5,
    "Urga-west road": 4,
    "Wuyuan road": 7,
    "Yakutsk highway": 3,
    "Yulin road": 3,
    "Zeya road": 2,
}
RIVER_SIDES = {
    "Amur": 66,
    "Angara": 9,
    "Argun": 25,
    "Bikin river": 2,
    "Bureya": 15,
    "Hailar": 13,
    "Han": 6,
    "Herlen Gol (Kerulen)": 32,
    "Hulan": 8,
    "Ingoda": 17,
    "Khalkin Gol (Khalka)": 9,
    "Khilok": 17,
    "Lena": 12,
    "Liao": 29,
    "Luan": 16,
    "Muling": 11,
    "Mutan": 6,
    "Nonni": 28,
    "Onon": 23,
    "Orchun Gol (Urshun)": 5,
    "Orkhon": 11,
    "Selemdzha": 18,
    "Selenga": 18,
    "Shilka": 14,
    "Songacha": 1,
    "Suifun": 5,
    "Sungari": 34,
    "Taedong": 9,
    "Tola": 12,
    "Tumen": 10,
    "Ussuri": 18,
    "Vitim": 15,
    "Yalu": 15,
    "Yellow River": 20,
    "Yungting (Sangkan)": 18,
    "Zeya": 18,
}


def listed(places: str) -> dict[str, str]:
    """Hex to name and rank, of a list such as "Zeya 0314, Nakhodka 2301 p"."""
    found = {}
    for place in places.split(", "):
        port = place.endswith(" p")
        name, _, number = place.removesuffix(" p").rpartition(" ")
        found[number] = f"{name} p" if port else name
    return found


def step_cost(mechanised: bool) -> Costs:
    """5.2  Half points of ground movement; lake hexsides, crossed by a whole move, left out."""

    def step(a: Hex, b: Hex, d: int) -> int | None:
        if M.has_side("road", a, b) or M.has_side("rail", a, b):
            return 1
        terrain = "clear" if CITIES >> b & 1 else M.terrain_at(b)
        if terrain == "sea" or M.has_side("lake", a, b) or (mechanised and terrain == "rough"):
            return None
        river = (4 if mechanised else 2) if M.has_side("river", a, b) else 0
        return {"clear": 2, "rough": 4, "desert": 4}[terrain] + river

    return Costs.build(G, step)


FOOT, MECHANISED = step_cost(False), step_cost(True)


def toll(costs: Costs, a: str, b: str) -> int | None:
    return costs.tolls[AT(a)][G.direction(AT(a), AT(b))]


def x(h: Hex) -> int:
    """How far west a hex stands, in half hexes."""
    place, row = G.coordinates(h)
    return 2 * place + (row % 2 == 0)


# 1.3 Geometry


def test_rows_have_40_and_39_hexes_and_even_rows_are_inset() -> None:
    rows = Counter(G.coordinates(h)[1] for h in members(G.all))
    assert rows == {row: 40 if row % 2 else 39 for row in range(1, 38)}
    assert len(G.names) == 1462


def test_neighbours_are_those_of_the_table() -> None:
    for h in members(G.all):
        k, r = G.coordinates(h)
        beside = (k - 1, k) if r % 2 else (k, k + 1)
        expected = {(k - 1, r), (k + 1, r)} | {(e, s) for e in beside for s in (r - 1, r + 1)}
        on_map = {(e, s) for e, s in expected if 1 <= s <= 37 and 1 <= e <= (40 if s % 2 else 39)}
        assert {G.coordinates(there) for there in members(G.around[h])} == on_map


def test_distance_is_the_formula_of_the_specification() -> None:
    for a in members(hexes(M, "0101 0140 0939 1521 2239 3701 3740")):
        for b in members(G.all):
            rows = abs(G.coordinates(a)[1] - G.coordinates(b)[1])
            assert G.distance(a, b) == rows + max(0, (abs(x(a) - x(b)) - rows) // 2)


def test_numbers_grow_westward_and_southward() -> None:
    assert G.centre(AT("0140"))[0] < G.centre(AT("0101"))[0]
    assert G.centre(AT("3701"))[1] > G.centre(AT("0101"))[1]


# 7.1 Constraints


def test_c2_c3_0839_0940_1039_lie_on_the_west_edge_and_a_railway_leaves_there() -> None:
    west = hexes(M, "0839 0940 1039")
    assert not west & ~G.edge["W"]
    assert not hexes(M, "0839 1039") & ~G.around[AT("0940")]
    assert hexes(M, "0940") & RAIL
    assert "0840" not in G.names
    assert "1040" not in G.names
    assert all(M.provenance.tag(name, "edge") == "printed" for name in ("0839", "0940", "1039"))


def test_c4_every_land_hex_and_no_sea_hex_belongs_to_a_state() -> None:
    assert M.holding("country") == LAND
    assert Counter(M.field("country").values()) == {
        "USSR": 473,
        "MPR": 240,
        "Manchukuo": 411,
        "Korea": 59,
        "Mengjiang": 173,
        "North China": 23,
    }


def test_c5_ports_lie_on_the_sea_in_four_states() -> None:
    assert not PORTS & ~COASTAL
    assert PORTS.bit_count() == 15
    assert {M.field("country")[h] for h in members(PORTS)} == {"USSR", "Manchukuo", "Korea", "North China"}


def test_c7_the_battle_site_lies_two_hexes_south_of_hailar() -> None:
    site = union(h for h, note in M.field("notes").items() if "Khalkin-Gol battle" in note)
    assert site == hexes(M, "1721")
    assert G.distance(AT("1521"), AT("1721")) == 2
    assert G.centre(AT("1521"))[0] == pytest.approx(G.centre(AT("1721"))[0])


def test_c9_terrain_is_folded_and_every_feature_occurs() -> None:
    assert {name: found.bit_count() for name, found in M.terrain.items()} == {
        "clear": 762,
        "rough": 425,
        "desert": 192,
        "sea": 83,
    }
    assert {feature: len(M.pairs(feature)) for feature in M.sides} == {
        "river": 585,
        "minor_river": 13,
        "lake": 30,
        "bridge": 70,
        "border": 295,
        "rail": 288,
        "road": 167,
    }


def test_the_folding_of_relief_to_terrain_is_the_one_described() -> None:
    relief = M.field("relief")
    mountains = M.where("relief", "mountain")
    for h in members(G.all):
        rugged = relief[h] == "rough" and (G.around[h] & mountains).bit_count() >= 2
        folded = {
            "mountain": "rough",
            "rough": "rough" if rugged else "clear",
            "forest": "clear",
            "marsh": "clear",
        }
        assert M.terrain_at(h) == folded.get(relief[h], relief[h]), G.name(h)


def test_c10_rivers_pass_cities_of_both_sides() -> None:
    assert not hexes(M, "1002 2010") & ~(RIVERSIDE & CITIES)


def test_c11_land_lies_within_ten_hexes_of_the_east_edge() -> None:
    assert G.within(G.edge["E"], 9) & LAND


def test_c14_about_a_third_of_the_land_is_rough_and_mechanised_units_reach_every_place() -> None:
    assert 0.28 <= ROUGH.bit_count() / LAND.bit_count() <= 0.38
    harbin = AT("2010")
    assert not M.holding("class") & ~(reach(MECHANISED, harbin, 400).hexes | 1 << harbin)


def test_c14_cities_are_reached_even_where_a_city_in_rough_ground_is_closed() -> None:
    ways = G.sides([*M.pairs("rail"), *M.pairs("road")])
    lakes = M.walls("lake")
    found = hexes(M, "2010")
    while True:
        more = flood(G, found, LAND & ~ROUGH, walls=lakes) | flood(G, found, LAND, links=ways)
        if more == found:
            break
        found = more
    assert not CITIES & ~found


def test_c15_every_link_across_a_river_is_a_bridge_and_coastal_hexes_touch_the_sea() -> None:
    lines = side_names(M, "rail") | side_names(M, "road")
    assert not lines & side_names(M, "river") - side_names(M, "bridge")
    assert G.spread(SEA) & LAND == COASTAL
    assert COASTAL.bit_count() == 49


# 7.2, 7.3 Places


@pytest.mark.parametrize("state", CITY_LIST)
def test_cities_are_those_of_the_specification(state: str) -> None:
    owned = M.where("country", state)
    assert {G.name(h): M.names[h] for h in members(CITIES & owned)} == listed(CITY_LIST[state])


@pytest.mark.parametrize("state", TOWN_LIST)
def test_towns_and_ports_are_those_of_the_specification(state: str) -> None:
    owned = M.where("country", state)
    found = {
        G.name(h): M.names[h] + (" p" if PORTS >> h & 1 else "") for h in members(M.holding("class") & owned & ~CITIES)
    }
    assert found == listed(TOWN_LIST[state])


def test_cities_on_a_river_and_cities_with_a_port() -> None:
    assert names(M, CITIES & ~RIVERSIDE) == "2106 2411 2604 3428 3614"
    assert names(M, CITIES & PORTS) == "2202 2604 3408 3614"


def test_e124_rokhlovo_parts_the_soviet_fronts() -> None:
    cut = x(AT("0417"))
    far_eastern = union(h for h in members(USSR) if x(h) <= cut)
    assert cut == 35
    assert {M.names[h] for h in members(CITIES & far_eastern)} == {
        "Komsomolsk",
        "Khabarovsk",
        "Blagoveshchensk",
        "Voroshilov",
        "Vladivostok",
    }
    assert hexes(M, "0417 0418") & far_eastern == hexes(M, "0417")


def test_the_soviet_coast_is_five_hexes_long() -> None:
    assert names(M, COASTAL & USSR) == "2201 2202 2301 2303 2403"


# 7.4 Railways and roads


def test_every_line_has_as_many_links_as_the_specification_lists() -> None:
    for feature, expected in (("rail", RAIL_LINKS), ("road", ROAD_LINKS)):
        assert Counter(M.side_name(feature, *pair) for pair in M.pairs(feature)) == expected


def test_the_rail_net_is_one_piece_and_misses_only_ulan_bator() -> None:
    assert linked(M, "0940", "rail") == RAIL == M.holding("rail")
    assert RAIL.bit_count() == 274
    assert names(M, CITIES & ~RAIL) == "1936"


def test_the_trans_siberian_runs_from_the_edge_to_vladivostok_inside_the_ussr() -> None:
    line = G.sides(M.pairs("rail", "Trans-Siberian Railway"))
    course = flood(G, hexes(M, "0940"), G.all, links=line)
    assert not hexes(M, "1038 1028 0417 1002 2202") & ~course
    assert not course & ~USSR


def test_rail_links_that_cross_a_frontier() -> None:
    assert side_names(M, "rail") & side_names(M, "border") == words(
        "1423-1523 1425-1526 2003-2004 2404-2405 2405-2505 2908-2909 3210-3211 3317-3417 3321-3421 3422-3522"
    )


@pytest.mark.parametrize(
    ("a", "b", "links", "steps"),
    [
        ("1523", "1028", "rail", 8),
        ("1523", "1135", "rail", 16),
        ("1523", "1038", "rail", 24),
        ("2004", "2202", "rail", 3),
        ("2004", "1002", "rail", 13),
        ("1028", "1002", "rail", 34),
        ("1521", "1826", "road", 9),
        ("3424", "1936", "road", 19),
        ("1002", "2202", "rail", 12),
    ],
)
def test_distances_along_the_lines(a: str, b: str, links: str, steps: int) -> None:
    found = trace(G, AT(a), 1 << AT(b), G.all, links=M.sides[links])
    assert found.path is not None
    assert len(found.path) - 1 == steps
    assert all(M.has_side(links, *step) for step in pairwise(found.path))


# 7.5 Water


def test_rivers_and_lakes_have_the_hexsides_listed() -> None:
    assert Counter(M.side_name("river", *pair) for pair in M.pairs("river")) == RIVER_SIDES
    assert Counter(M.side_name("lake", *pair) for pair in M.pairs("lake")) == {
        "Dalai Nor": 3,
        "Lake Baikal": 24,
        "Lake Khanka": 3,
    }
    assert {M.side_name("minor_river", *pair) for pair in M.pairs("minor_river")} == {"Tao-erh"}


def test_the_frontier_with_manchukuo_is_water_but_for_twelve_hexsides() -> None:
    country = M.field("country")
    frontier = {
        side
        for side in side_names(M, "border")
        if {country[AT(name)] for name in side.split("-")} == {"USSR", "Manchukuo"}
    }
    assert frontier - side_names(M, "river") - side_names(M, "lake") == words(
        "1423-1524 1424-1524 1803-1903 1803-1904 1904-1905 1904-2004 2003-2004 2003-2104 2103-2104 2203-2303 "
        "2303-2304 2304-2403"
    )


def test_1802_is_soviet_with_the_songacha_as_its_frontier() -> None:
    assert hexes(M, "1802") & USSR & RAIL
    assert M.side_name("river", AT("1703"), AT("1802")) == "Songacha"
    assert M.has_side("lake", AT("1802"), AT("1803"))


# 8.8 Movement that needs only the map


@pytest.mark.parametrize(
    ("costs", "a", "b", "half_points"),
    [
        (MECHANISED, "3521", "3522", 2),
        (FOOT, "2016", "2116", 2),
        (FOOT, "1012", "1011", 4),
        (MECHANISED, "1012", "1011", 6),
    ],
)
def test_e121_e127_e128_steps_cost(costs: Costs, a: str, b: str, half_points: int) -> None:
    assert toll(costs, a, b) == half_points


def test_e55_four_points_carry_eight_hexes_along_a_road_not_nine() -> None:
    road = trace(G, AT("1936"), hexes(M, "3424"), G.all, links=M.sides["road"]).path
    assert road is not None
    found = reach(FOOT, AT("1936"), 8)
    assert found.cost(road[8]) == 8
    assert not found.hexes >> road[9] & 1
