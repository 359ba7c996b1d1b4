"""The map of Batalha de Khalkhin Gol: what the rules and section 6 of the specification say of it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.board.reach import Costs
from khalkhin.board.trace import flood
from tests.board.sheets import course, hexes, in_one_piece, linked, names, sheet, side_names, words

M = sheet("bkg")
G = M.grid
AT = G.at
INSIDE = M.where("side_of_border", "west_south")
WEST, EAST = M.where("side_of_river", "west"), M.where("side_of_river", "east")
LAKE, MOUNTAIN = M.terrain["lake"], M.terrain["mountain"]
ROADS = M.where("road", "1")
RESERVE = hexes(M, "0421") | G.around[AT("0421")]


def set_up(side: str) -> HexSet:
    return union(h for h, note in M.field("notes").items() if f"set-up {side}" in note)


SOVIET, JAPANESE = set_up("Soviet"), set_up("Japan")


# 6.1 The grid


@pytest.mark.rule("bkg", "2.1")
def test_m01_the_map_has_27_columns_of_23_rows_621_hexes() -> None:
    assert len(G.names) == 621
    assert (G.names[0], G.names[-1]) == ("0101", "2723")
    assert {G.coordinates(AT(name)) for name in G.names} == {(c, r) for c in range(1, 28) for r in range(1, 24)}


def expected_neighbours(c: int, r: int) -> dict[str, tuple[int, int]]:
    if c % 2 == 0:
        slant = {"NW": (c - 1, r - 1), "SW": (c - 1, r), "NE": (c + 1, r - 1), "SE": (c + 1, r)}
    else:
        slant = {"NW": (c - 1, r), "SW": (c - 1, r + 1), "NE": (c + 1, r), "SE": (c + 1, r + 1)}
    return {"N": (c, r - 1), "S": (c, r + 1), **slant}


def test_neighbours_are_those_of_the_table_odd_columns_half_a_hex_lower() -> None:
    for h in members(G.all):
        expected = expected_neighbours(*G.coordinates(h))
        for d, direction in enumerate(G.directions):
            c, r = expected[direction]
            there = G.step(h, d)
            assert there == (AT(f"{c:02}{r:02}") if 1 <= c <= 27 and 1 <= r <= 23 else None)


def test_k02_a_step_off_the_map_leaves_by_the_column_if_row_and_column_end() -> None:
    for h in members(G.all):
        left = set()
        for c, r in expected_neighbours(*G.coordinates(h)).values():
            if not 1 <= c <= 27:
                left.add("W" if c < 1 else "E")
            elif not 1 <= r <= 23:
                left.add("N" if r < 1 else "S")
        assert set(G.exits(h)) == left
    assert G.exits(AT("2701")) == ("N", "E")
    assert G.exits(AT("2723")) == ("E", "S")


def test_distance_is_the_formula_of_the_specification() -> None:
    def doubled(h: Hex) -> tuple[int, int]:
        c, r = G.coordinates(h)
        return c, 2 * r + c % 2

    for a in members(hexes(M, "0101 0613 1011 1511 2023 2723 1201 0123")):
        for b in members(G.all):
            (c, y), (e, z) = doubled(a), doubled(b)
            dx, dy = abs(c - e), abs(y - z)
            assert G.distance(a, b) == dx + max(0, (dy - dx) // 2)


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("0513", "0613", 1),
        ("0513", "0612", 2),
        ("0613", "0712", 1),
        ("0101", "2023", 31),
        ("0101", "2723", 35),
    ],
)
def test_v86_distances(a: str, b: str, steps: int) -> None:
    assert G.distance(AT(a), AT(b)) == steps


def test_2001_2201_2401_and_2601_stand_in_one_line_at_the_top() -> None:
    top = {round(G.centre(AT(name))[1], 6) for name in ("2001", "2201", "2401", "2601")}
    assert top == {0.0}
    assert min(G.centre(AT(name))[1] for name in ("2101", "2301", "2501")) > 0.5


def test_v85_no_opposing_stacks_start_in_contact_and_17_pairs_two_apart() -> None:
    soviet = SOVIET & ~hexes(M, "0421")
    away = {(a, b): steps for a in members(soviet) for b in members(JAPANESE) if (steps := G.distance(a, b)) <= 2}
    assert set(away.values()) == {2}
    assert {f"{G.name(a)}-{G.name(b)}" for a, b in away} == words(
        "0613-0813 0615-0815 0708-0908 0710-0910 0817-0815 0817-1017 0919-1118 1120-1118 1120-1319 1321-1319 "
        "1321-1420 1422-1420 1521-1420 1521-1620 1721-1620 1721-1920 1922-1920"
    )


# 6.2 Constraints


def test_m02_hexside_0513_0613_is_wide_river_with_a_bridge() -> None:
    assert M.has_side("wide_river", AT("0513"), AT("0613"))
    assert M.has_side("bridge", AT("0513"), AT("0613"))


def test_m03_0613_and_its_north_east_neighbour_0712_are_rough_without_a_road() -> None:
    assert G.step(AT("0613"), G.directions.index("NE")) == AT("0712")
    both = hexes(M, "0613 0712")
    assert both & M.terrain["rough"] & ~ROADS == both


@pytest.mark.rule("bkg", "4.0.a")
def test_m04_m05_the_movement_example_costs_eight_points() -> None:
    half_points = {"open": 2, "rough": 4, "marsh": 4, "mountain": 6}

    def motorised(a: Hex, b: Hex, d: int) -> int | None:
        cost = 1 if ROADS >> b & 1 else half_points.get(M.terrain_at(b))
        if cost is not None and not M.has_side("bridge", a, b):
            cost += 4 * M.has_side("wide_river", a, b) + 2 * M.has_side("narrow_river", a, b)
        return cost

    path = [AT(name) for name in ("0513", "0613", "0712", "0812", "0911", "1011")]
    tolls = Costs.build(G, motorised).tolls
    assert [tolls[a][G.direction(a, b)] for a, b in pairwise(path)] == [4, 4, 1, 1, 6]


def test_m05_hill_739_is_a_mountain_three_hexes_from_0712() -> None:
    assert M.where("height", "739") == hexes(M, "1011")
    assert hexes(M, "1011") & MOUNTAIN
    assert G.distance(AT("0712"), AT("1011")) == 3
    assert M.terrain_at(AT("0910")) == "rough"


@pytest.mark.rule("bkg", "10.0.d")
def test_m06_hill_721_is_a_mountain_inside_the_line_near_the_northern_group() -> None:
    hill = M.where("height", "721")
    assert hill == hexes(M, "0806")
    assert hill & MOUNTAIN & INSIDE
    assert hill & JAPANESE
    assert G.distance(AT("0806"), AT("0507")) == 3


@pytest.mark.rule("bkg", "1.0.a")
def test_m07_nomonhan_lies_inside_the_line_which_passes_east_of_it() -> None:
    nomonhan = AT("1511")
    assert M.names[nomonhan] == "Nomonhan"
    assert 1 << nomonhan & INSIDE & ROADS & JAPANESE & M.terrain["open"]
    border = [G.directions[d] for d in range(6) if M.sides["border"][d] >> nomonhan & 1]
    assert border == ["N", "NE", "SE"]


def test_m08_five_mountains_lie_west_of_the_river_each_worth_five_points() -> None:
    assert MOUNTAIN & WEST == M.where("objective", "5") == hexes(M, "0209 0311 0416 0419 0821")
    assert M.where("objective", "20") == hexes(M, "1511")
    assert M.holding("objective") == hexes(M, "0209 0311 0416 0419 0821 1511")


def test_m09_the_khalkhin_reaches_the_south_edge_between_columns_16_and_17() -> None:
    south = G.edge["S"]
    assert {G.coordinates(h)[0] for h in members(south & WEST)} == set(range(1, 17))
    assert {G.coordinates(h)[0] for h in members(south & EAST)} == set(range(17, 28))


def test_m10_the_border_runs_from_the_north_to_the_east_edge_on_54_sides() -> None:
    assert course(M, "border") == {"0701 0801", "2715 2716"}
    assert len(M.pairs("border")) == 54


def test_m11_all_set_up_hexes_the_reserve_and_soviet_entry_hexes_are_inside_the_line() -> None:
    entry = G.edge["W"] | G.edge["S"] & WEST
    assert (SOVIET.bit_count(), JAPANESE.bit_count()) == (29, 21)
    assert not (SOVIET | JAPANESE | RESERVE | entry) & ~INSIDE


def test_m12_everybody_can_be_where_he_starts() -> None:
    assert not (SOVIET | JAPANESE | RESERVE) & LAKE
    armour = hexes(M, "0305 0708 1121 1222 1511 1523") | RESERVE
    assert not armour & (M.terrain["marsh"] | MOUNTAIN)
    assert not SOVIET & JAPANESE


def test_m13_everything_in_the_legend_occurs() -> None:
    assert {name: found.bit_count() for name, found in M.terrain.items()} == {
        "open": 450,
        "rough": 134,
        "marsh": 18,
        "mountain": 15,
        "lake": 4,
    }
    assert {feature: len(M.pairs(feature)) for feature in M.sides} == {
        "wide_river": 55,
        "narrow_river": 34,
        "bridge": 5,
        "border": 54,
        "road": 76,
    }


def test_m14_the_east_edge_lies_beyond_the_line_down_to_row_15_and_holds_no_lake() -> None:
    assert G.edge["E"] & ~INSIDE == hexes(M, "2701-2715")
    assert G.edge["E"] & INSIDE == hexes(M, "2716-2723")
    assert not G.edge["E"] & LAKE


def test_m15_the_bridgeheads_are_east_of_the_river_the_reserve_and_the_guns_west() -> None:
    assert not hexes(M, "0613 0615 0710 0817 0919") & WEST
    assert not (hexes(M, "0513 0518 0207 0618 0721 0922") | RESERVE) & EAST


@pytest.mark.rule("bkg", "1.0.b")
def test_the_japanese_start_on_the_east_bank_and_hold_its_heights() -> None:
    assert not JAPANESE & WEST
    assert names(M, JAPANESE & MOUNTAIN) == "0806 0813 1017 1118"
    assert not SOVIET & MOUNTAIN


def test_m16_the_holsten_runs_from_the_khalkhin_eastward_between_the_fronts() -> None:
    assert course(M, "narrow_river") == {"0616 0617 0716", "2316 2317 2417"}
    assert any(M.has_side("wide_river", AT(a), AT(b)) for a, b in (("0616", "0617"), ("0616", "0716")))
    north, south = hexes(M, "0615 0815 1213 1414"), hexes(M, "0717 0817 1017 1316 1617")
    # East of the Khalkhin, without leaving the columns the Holsten divides, the two banks do not meet.
    band = EAST & union(h for h in members(G.all) if G.coordinates(h)[0] <= 22)
    upper = flood(G, north & -north, band, walls=M.walls("narrow_river"))
    assert not north & ~upper
    assert not south & upper


def test_m18_river_and_border_part_exactly_the_hexes_of_different_sides() -> None:
    for a in members(G.all):
        for b in members(G.around[a]):
            both = 1 << a | 1 << b
            assert M.has_side("wide_river", a, b) == (both & WEST not in (0, both)), names(M, both)
            assert M.has_side("border", a, b) == (both & INSIDE not in (0, both)), names(M, both)


# 6.3 The map in use


def test_lakes_marshes_and_mountains_stand_where_the_specification_lists_them() -> None:
    assert names(M, LAKE) == "1201 1808 2412 2417"
    assert names(M, LAKE & INSIDE) == "2417"
    assert M.terrain["marsh"] == hexes(
        M, "0106 0306 0509 0610 0616 0716 0819 0920 1116 1216 1516 1615 1708 1809 1915 2016 2116 2216"
    )
    assert names(M, MOUNTAIN & EAST) == "0806 0813 1011 1017 1118 1208 1214 1419 1618 2120"
    heights = " ".join(f"{G.name(h)}:{height}" for h, height in M.field("height").items())
    assert words(heights) == words("0806:721 0813:733 1011:739 1017:742 1118:754 1208:744 1214:747 1419:757 1618:758")


def test_the_khalkhin_runs_from_the_west_to_the_south_edge() -> None:
    assert course(M, "wide_river") == {"0105 0106", "1623 1723"}
    assert G.edge["W"] & EAST == hexes(M, "0101-0105")


def test_v114_bridges_roads_and_hexes_along_the_line() -> None:
    assert side_names(M, "bridge") == {"0407-0408", "0513-0613", "0515-0616", "1022-1121", "1315-1316"}
    assert ROADS.bit_count() == 78
    along = G.spread(G.all & ~INSIDE) & INSIDE
    assert along.bit_count() == 28
    assert along == hexes(
        M,
        "0701 0802 0803 0903 0904 1005 1006 1106 1107 1208 1308 1309 1410 1411 1511 1512 1613 1712 1813 1913 "
        "2014 2114 2215 2315 2416 2516 2616 2716",
    )


def test_each_bank_and_the_ground_inside_the_line_hang_together_without_the_lakes() -> None:
    for ground in (WEST, EAST, INSIDE):
        assert in_one_piece(M, ground & ~LAKE)


def test_roads_are_nets_of_linked_hexes_off_lakes_and_mountains() -> None:
    assert union(h for pair in M.pairs("road") for h in pair) == ROADS
    assert not ROADS & (LAKE | MOUNTAIN)
    nets = Counter(linked(M, G.name(h), "road") for h in members(ROADS))
    assert sorted(nets.values()) == [24, 54]


def test_reinforcements_enter_by_the_whole_west_and_east_edge_and_the_south_west_of_the_river() -> None:
    assert G.edge["W"] == hexes(M, "0101-0123")
    assert G.edge["E"] == hexes(M, "2701-2723")
    assert not (G.edge["W"] | G.edge["E"] | G.edge["S"] & WEST) & LAKE
    assert G.edge["N"] & LAKE == hexes(M, "1201")


def test_coordinates_follow_the_calibration() -> None:
    lon, lat = M.field("lon"), M.field("lat")
    for h in members(G.all):
        c, r = G.coordinates(h)
        y = r + 0.5 * (c % 2)
        assert float(lat[h]) == pytest.approx(47.9320 - (y - 1.5) * 0.015288, abs=2e-5)
        assert float(lon[h]) == pytest.approx(118.4803 + (c - 1) * 0.019659, abs=2e-5)


def test_printed_facts_are_tagged_with_their_rule() -> None:
    origin = M.provenance
    assert (origin.tag("0513-0613", "bridge"), origin.source("0513-0613", "bridge")) == ("printed", "4.0.a")
    assert origin.tag("0613", "terrain") == "printed"
    assert origin.tag("0712", "road") == "derived"
    assert origin.tag("1516", "terrain") == "reconstructed"
    assert all(origin.source(G.name(h), "notes").endswith(G.name(h)) for h in members(SOVIET | JAPANESE))
