"""2.2, 26.2, 26.3, TEC  The map as the rules use it: banks, edges, ways, objectives, and what entering it costs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from khalkhin.board.hexset import members
from khalkhin.board.reach import reach
from khalkhin.games.pbn import terrain
from khalkhin.games.pbn.position import BASES
from tests.pbn.positions import at, board, do, names, offered, the_game

rule = pytest.mark.rule
MAP = the_game().map
GRID = MAP.grid
TAMSAG = "0119 0219 0319 0418 0519 0618 0718 0818 0918 1017 1117 1216 1316 1315 1314 1313 1312"
HAILAR = "2301 2302 2303 2304 2204 2105 2106 2107 2108 2109 2009 2010"
HANDAGAI = "3314 3214 3114 3013 2913 2812 2712 2611 2512 2411 2311 2210 2110 2010"
OBJECTIVES = {
    "2010": ("Nomonhan", "clear", 5, 1),
    "1506": ("Fui Heights", "hilltop", 2, 1),
    "1512": ("Remizov Height", "ridge", 2, 1),
    "1413": ("Kawamata east bank", "clear", 2, 1),
    "1614": ("Noro Heights", "hilltop", 2, 1),
    "2216": ("Great Sands", "dunes", 2, 1),
    "2517": ("Eris-Ulyn-Obo", "ridge", 2, 1),
    "1008": ("Bain-Tsagan", "hilltop", 0, 3),
    "1216": ("Hamar-Daba", "hilltop", 0, 3),
}


def points(twelfths: int) -> Fraction:
    return Fraction(twelfths, the_game().charts.scale)


def step(a: str, b: str, kind: str = "mech", bridged: int = 0) -> Fraction:
    cost = terrain.step_cost(the_game(), kind, at(a), at(b), bridged)
    assert cost is not None
    return points(cost)


def from_base(side: int, kind: str, target: str) -> Fraction:
    """The cheapest way from a base to a hex, over any hex of the friendly edge."""
    found = []
    for entrance in members(the_game().edges[side]):
        first = terrain.entry_cost(the_game(), kind, entrance)
        assert first is not None
        walked = reach(terrain.costs(the_game(), kind, 0), entrance, 99 * the_game().charts.scale, spent=first)
        found.append(points(walked.cost(at(target))))
    return min(found)


# -- 6.1 what any map must satisfy -------------------------------------------------------------------------------------


@rule("pbn", "TEC.0")
def test_m1_every_hex_has_one_terrain_of_the_chart() -> None:
    assert set(MAP.terrain) <= set(the_game().charts.terrain)
    for hex_ in members(GRID.all):
        assert [name for name, area in MAP.terrain.items() if area >> hex_ & 1] == [MAP.terrain_at(hex_)]
    assert set(the_game().barriers) == {"wide_river", "narrow_river", "stream"}
    assert set(the_game().ways) == {"road", "trail"}


@rule("pbn", "25.4", "25.5")
def test_m2_two_banks() -> None:
    assert the_game().west | the_game().east == GRID.all
    assert not the_game().west & the_game().east
    assert (the_game().west.bit_count(), the_game().east.bit_count()) == (369, 423)


@rule("pbn", "25.3", "24.6")
def test_m3_m4_m14_objectives() -> None:
    assert names(1 << the_game().nomonhan) == {"2010"}
    assert the_game().east >> the_game().nomonhan & 1
    others = the_game().objectives & ~(1 << the_game().nomonhan)
    assert (others & the_game().east).bit_count() == 6
    assert (others & the_game().west).bit_count() == 2
    assert names(the_game().objectives) == set(OBJECTIVES) == set(the_game().charts.objective_hexes)
    assert the_game().objectives == MAP.holding("objective"), "the chart and the map have the same"


@rule("pbn", "26.2", "26.4")
def test_m5_bases_are_boxes_off_the_map() -> None:
    assert BASES == ("tamsag", "hailar")
    assert {"tamsag", "hailar"} <= set(the_game().boxes)
    assert all(the_game().box(base) < 0 for base in BASES)


@rule("pbn", "26.3")
def test_m6_m8_friendly_edges() -> None:
    soviet = {f"01{row:02}" for row in range(1, 25)}
    japan = {f"{column:02}01" for column in range(14, 34)} | {f"33{row:02}" for row in range(1, 16)}
    assert (names(the_game().edges[0]), names(the_game().edges[1])) == (soviet, japan)
    assert (len(soviet), len(japan)) == (24, 34)
    assert names(the_game().edges[0] | the_game().edges[1]) & {"3316", "3324", "0224", "0201", "1301"} == set()


@rule("pbn", "26.2.1")
def test_m7_roads_lead_off_the_friendly_edges() -> None:
    assert names(the_game().roads_off) == {"0119", "2301", "3314"}
    noted = {GRID.name(h) for h, note in MAP.field("notes").items() if "road leads off the map" in note}
    assert names(the_game().roads_off) == noted, "the rules and the map have the same"
    for hex_ in members(the_game().roads_off):
        assert (the_game().edges[0] | the_game().edges[1]) >> hex_ & 1
    assert names(the_game().villages) == {GRID.name(h) for h, note in MAP.field("notes").items() if "village" in note}


@rule("pbn", "26.1")
def test_m9_no_airfields_ports_coast_or_cities() -> None:
    assert set(MAP.terrain) == {"clear", "dunes", "marsh", "ridge", "hilltop"}


@rule("pbn", "16.71", "28.0")
def test_m10_m11_open_ground_and_heights() -> None:
    assert the_game().open == MAP.terrain["clear"] | MAP.terrain["dunes"] | MAP.terrain["marsh"]
    assert the_game().high == MAP.terrain["ridge"] | MAP.terrain["hilltop"]
    assert (the_game().open.bit_count(), the_game().high.bit_count()) == (632 + 78 + 25, 46 + 11)


def test_m12_fourteen_points_from_tamsag_reach_the_river_but_not_nomonhan() -> None:
    assert from_base(0, "mech", "1413") <= 14 < from_base(0, "mech", "2010")


@rule("pbn", "2.34.3", "2.34.10", "16.31")
def test_m13_displays() -> None:
    tracks = {f"turn_{month}" for month in range(1, 7)}
    air = {"reserve", "superiority", "interdiction", "recon", "strike", "damaged", "shot_down"}
    assert tracks | air | {"replaceable", "permanent", "broken"} <= set(the_game().boxes)


def test_m15_one_stack_never_holds_two_objectives() -> None:
    away = {GRID.distance(a, b) for a, b in combinations(members(the_game().objectives), 2)}
    assert min(away) == 2


# -- 6.2 the map in use ------------------------------------------------------------------------------------------------


@rule("pbn", "33.4.2")
def test_neighbours_run_clockwise_from_the_north() -> None:
    """E18: die 1 scatters to the north, then clockwise."""
    first = GRID.directions.index("N")
    odd = [GRID.step(at("1510"), (first + n) % 6) for n in range(6)]
    even = [GRID.step(at("1610"), (first + n) % 6) for n in range(6)]
    assert [GRID.name(h) for h in odd if h is not None] == ["1509", "1609", "1610", "1511", "1410", "1409"]
    assert [GRID.name(h) for h in even if h is not None] == ["1609", "1710", "1711", "1611", "1511", "1510"]


@rule("pbn", "TEC.31", "TEC.32", "11.71")
@pytest.mark.parametrize(("road", "links"), [(TAMSAG, 16), (HAILAR, 11), (HANDAGAI, 13)])
def test_a_road_is_a_chain_of_half_points(road: str, links: int) -> None:
    """All but the step without a bridge at Kawamata."""
    steps = list(pairwise(road.split()))
    assert len(steps) == links
    dear = [pair for pair in steps if any(step(*pair, kind) != Fraction(1, 2) for kind in ("mech", "non"))]
    assert dear == ([("1314", "1313")] if road == TAMSAG else [])


@rule("pbn", "11.71", "11.72", "TEC.33", "TEC.18")
def test_two_bridges_and_two_links_without_one() -> None:
    """T102, R107: road 1/2 + 6, bridge 1, trail 1 + 4."""
    assert step("1314", "1313") == Fraction(1, 2) + 6
    assert step("1314", "1313", "non") == Fraction(1, 2) + 4
    assert step("1314", "1413") == step("1413", "1314", "non") == 1
    assert step("1312", "1211", "non") == 1 + 4
    assert step("1211", "1312") == 1 + 6
    assert step("1913", "1914") == 1


@rule("pbn", "11.72", "TEC.16", "TEC.17", "TEC.18", "20.0.2")
def test_crossing_rivers() -> None:
    """The hex and the hexside; engineers at one of the hexes take the hexside away (R53)."""
    for feature, mech, non in (("wide_river", 6, 4), ("narrow_river", 4, 2), ("stream", 1, 1)):
        tried = 0
        for a, b in MAP.pairs(feature):
            if terrain.way_cost(the_game(), "mech", a, b) is not None or MAP.has_side("bridge", a, b):
                continue
            for kind, extra in (("mech", mech), ("non", non)):
                ground = terrain.hex_cost(the_game(), kind, b)
                assert ground is not None
                assert terrain.step_cost(the_game(), kind, a, b, 0) == ground + extra * the_game().charts.scale
                assert terrain.step_cost(the_game(), kind, a, b, 1 << a) == ground
                assert terrain.step_cost(the_game(), kind, a, b, 1 << b) == ground
            tried += 1
        assert tried


@rule("pbn", "26.2.1")
def test_entering_costs_the_hex_or_half_a_point_by_road() -> None:
    for kind in ("mech", "non"):
        for hex_ in members(the_game().edges[0] | the_game().edges[1]):
            cost = terrain.entry_cost(the_game(), kind, hex_)
            by_road = the_game().roads_off >> hex_ & 1
            assert cost == (the_game().charts.scale // 2 if by_road else terrain.hex_cost(the_game(), kind, hex_))


@rule("pbn", "26.2.1")
@pytest.mark.parametrize(
    ("side", "target", "mech", "non"),
    [
        (0, "1216", "6", "6"),
        (0, "1413", "17/2", "17/2"),
        (0, "2010", "31/2", "31/2"),
        (1, "2010", "6", "6"),
        (1, "1506", "8", "7"),
        (1, "2517", "19/2", "19/2"),
        (1, "1413", "25/2", "25/2"),
    ],
)
def test_what_the_way_from_a_base_costs(side: int, target: str, mech: str, non: str) -> None:
    """4.11; T101: supply (6) just reaches Hamar-Daba and Nomonhan."""
    assert (from_base(side, "mech", target), from_base(side, "non", target)) == (Fraction(mech), Fraction(non))


@rule("pbn", "26.11", "TEC.35", "TEC.25", "TEC.26", "TEC.27")
def test_borders_objectives_landmarks_and_villages_cost_nothing() -> None:
    """A step costs the hex, the hexside or the way, whatever else is marked there."""
    for a, b in MAP.pairs("border"):
        if terrain.way_cost(the_game(), "mech", a, b) is None and terrain.barrier_shift(the_game(), a, b) is None:
            assert terrain.step_cost(the_game(), "mech", a, b, 0) == terrain.hex_cost(the_game(), "mech", b)
    assert terrain.defence_shift(the_game(), at("2303")) == terrain.defence_shift(the_game(), at("2010")) == 0


def test_nothing_is_closed_to_anybody() -> None:
    assert the_game().closed == {"mech": 0, "non": 0}


@rule("pbn", "14.33", "TEC.6", "TEC.12", "TEC.13")
def test_columns_of_the_ground() -> None:
    shifts = {name: terrain.defence_shift(the_game(), next(members(area))) for name, area in MAP.terrain.items()}
    assert shifts == {"clear": 0, "dunes": 0, "marsh": 1, "ridge": 2, "hilltop": 1}
    assert not any(terrain.bombardment_shift(the_game(), hex_) for hex_ in members(GRID.all))
    assert terrain.barrier_shift(the_game(), at("1314"), at("1413")) == 2, "a bridge does not take the river away"
    assert terrain.barrier_shift(the_game(), at("1913"), at("1914")) in (0, 1)
    assert terrain.barrier_shift(the_game(), at("2010"), at("2009")) is None


# -- 6.3 objectives ----------------------------------------------------------------------------------------------------


@rule("pbn", "24.6", "JVP.11", "JVP.12", "SVP.9", "SVP.10", "SVP.11")
@pytest.mark.parametrize("name", OBJECTIVES)
def test_objectives_and_what_they_are_worth(name: str) -> None:
    title, ground, soviet, japan = OBJECTIVES[name]
    hex_ = at(name)
    assert (MAP.names[hex_], MAP.terrain_at(hex_)) == (title, ground)
    for side, unit, worth in (("soviet", "SU-24", soviet), ("japan", "JP-64", japan)):
        match = board({name: unit}, "victory")
        told = [event.params for event in match.log if event.key == "log.objectives"]
        assert [(line["side"], line["count"]) for line in told] == ([(side, worth)] if worth else [])


@rule("pbn", "24.6")
def test_landmarks_are_worth_nothing() -> None:
    """R108."""
    landmarks = {
        "1213": "JP-64", "1513": "JP-71", "1518": "JP-72", "1610": "JP-4",
        "2207": "JP-29", "2303": "JP-8", "2711": "JP-70", "2715": "JP-37",
    }  # fmt: skip
    match = board(landmarks, "victory")
    assert not [event for event in match.log if event.key == "log.objectives"]
    assert all(MAP.names.get(at(name)) for name in landmarks)


@rule("pbn", "26.3", "6.21.1")
def test_arrivals_may_come_over_every_hex_of_the_edge() -> None:
    match = board({"tamsag": "SU-24"}, "soviet_move")
    do(match, "unit SU-24")
    assert names(the_game().edges[0]) <= offered(match, "hex")
    assert not offered(match, "hex") & names(the_game().edges[1])
