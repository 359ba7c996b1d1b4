"""2.1, 7.1-7.5  The map as the rules use it: what the rulebook says, places, ways, rivers, distances."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import acos, cos, radians, sin

import pytest

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.trace import flood, trace
from khalkhin.games.sn import terrain
from tests.sn.positions import at, hexes, names, the_game

rule = pytest.mark.rule
GAME = the_game()
MAP, GRID, CHARTS = GAME.map, GAME.map.grid, GAME.charts
STATES = {"USSR": 473, "MPR": 240, "Manchukuo": 411, "Korea": 59, "Mengjiang": 173, "North China": 23}
CITIES = {
    "USSR": "1038 1135 1028 1011 1002 0502 2103 2202",
    "MPR": "1936 1826",
    "Manchukuo": "2411 2913 2010 3614 1715 1521 2106 1606",
    "Korea": "3605 3408 2604",
    "Mengjiang": "3424 3428",
    "North China": "3522 3620",
}
PORTS = "2202 3614 3408 2604 2301 2403 3211 3213 3215 2504 2904 3306 3706 3417 3720"
DRY = "2411 3614 2106 2604 3428"
"""Cities without a river: no flotilla is mobilized there."""
TOWNS = {"USSR": 31, "MPR": 8, "Manchukuo": 43, "Korea": 9, "Mengjiang": 9, "North China": 4}
NAMED = {"Irkutsk": "1038", "Vladivostok": "2202", "Rokhlovo": "0417", "Hailar": "1521", "Ulan Bator": "1936",
         "Harbin": "2010", "Peking": "3522", "Nakhodka": "2301", "Manchouli": "1523", "Suifenho": "2004"}  # fmt: skip
FRONTIER_RAILS = {
    "1423-1523", "1425-1526", "2003-2004", "2404-2405", "2405-2505", "2908-2909", "3210-3211", "3317-3417", "3321-3421",
    "3422-3522",
}  # fmt: skip
DRY_FRONTIER = {
    "1423-1524", "1424-1524", "1803-1903", "1803-1904", "1904-1905", "1904-2004", "2003-2004", "2003-2104", "2103-2104",
    "2203-2303", "2303-2304", "2304-2403",
}  # fmt: skip
RIVERS = {
    "Amur": 66, "Angara": 9, "Argun": 25, "Bikin river": 2, "Bureya": 15, "Hailar": 13, "Han": 6, "Hulan": 8,
    "Ingoda": 17, "Khilok": 17, "Lena": 12, "Liao": 29, "Luan": 16, "Muling": 11, "Mutan": 6, "Nonni": 28, "Onon": 23,
    "Orkhon": 11, "Selemdzha": 18, "Selenga": 18, "Shilka": 14, "Songacha": 1, "Suifun": 5, "Sungari": 34, "Taedong": 9,
    "Tola": 12, "Tumen": 10, "Ussuri": 18, "Vitim": 15, "Yalu": 15, "Yellow River": 20, "Zeya": 18,
}  # fmt: skip
"""Those that are called the same in the specification and on the map."""


def pair(a: Hex, b: Hex) -> str:
    return "-".join(sorted((GRID.name(a), GRID.name(b))))


def state(hex_: Hex) -> str:
    return next((name for name, area in GAME.realm.items() if area >> hex_ & 1), "")


def ride(a: str, b: str, area: HexSet = GRID.all) -> list[str]:
    """The shortest way by rail, both ends included."""
    found = trace(GRID, at(a), hexes(b), GAME.rail & area, links=GAME.rail_links)
    assert found.path is not None, (a, b)
    return [GRID.name(h) for h in found.path]


def spread(kind: str, start: str) -> HexSet:
    """Every hex that units of a class can march to, whatever the time."""
    seen = front = hexes(start)
    while front:
        front = sum(1 << h for h in members(GRID.spread(front) & ~seen) if any(
            GAME.strides[kind][a] >> h & 1 for a in members(GRID.around[h] & front)))  # fmt: skip
        seen |= front
    return seen


# -- C1 to C15 ---------------------------------------------------------------------------------------------------------


@rule("sn", "2.14", "2.14.1")
def test_c1_c3_c13_the_grid() -> None:
    """37 rows of 40 and 39 hexes, numbered from the north and from the east; rows run east to west."""
    rows = Counter(name[:2] for name in GRID.names)
    assert [rows[f"{r:02}"] for r in range(1, 38)] == [40 if r % 2 else 39 for r in range(1, 38)]
    assert len(GRID.names) == 1462
    lat, lon = MAP.field("lat"), MAP.field("lon")
    assert float(lat[at("0120")]) > float(lat[at("3720")]), "north is where the rows begin"
    assert float(lon[at("1001")]) > float(lon[at("1039")]), "and east where the hexes of a row do"
    assert GRID.distance(at("1038"), at("1002")) == 36


@rule("sn", "2.14")
def test_hexes_are_sixty_kilometres() -> None:
    """Two hexes of a row, three rows of a column: within a tenth of the ground."""
    lat, lon = MAP.field("lat"), MAP.field("lon")
    for a, b in pairwise(["1038", "1028", "1018", "1008"]):
        assert 540 <= ground(float(lat[at(a)]), float(lon[at(a)]), float(lat[at(b)]), float(lon[at(b)])) <= 660


def ground(lat1: float, lon1: float, lat2: float, lon2: float) -> float:
    a, b, d = radians(lat1), radians(lat2), radians(lon2 - lon1)
    return 6371 * acos(min(1.0, sin(a) * sin(b) + cos(a) * cos(b) * cos(d)))


@rule("sn", "6.2.s1")
def test_c2_c3_the_west_edge() -> None:
    """Three hexes on the edge next to each other, and a railroad that leaves the map there."""
    assert list(CHARTS.west_edge) == ["0839", "0940", "1039"]
    assert GRID.around[at("0940")] & hexes("0839", "1039") == hexes("0839", "1039")
    assert all(MAP.field("edge")[at(h)] for h in ("0839", "0940", "1039"))
    assert GAME.rail >> at("0940") & 1


@rule("sn", "2.1", "2.1.1", "2.1.2", "2.1.3")
def test_c4_every_land_hex_belongs_to_a_state() -> None:
    assert {name: area.bit_count() for name, area in GAME.realm.items()} == STATES
    total = 0
    for area in GAME.realm.values():
        assert not total & area
        total |= area
    assert total == GAME.land
    japan = {"Manchukuo", "Korea", "Mengjiang", "North China"}
    assert [set(states) for states in CHARTS.friendly_states] == [{"USSR", "MPR"}, japan]
    assert names(GAME.friendly[0]) == names(GAME.realm["USSR"] | GAME.realm["MPR"])


def test_c5_c8_c15_cities_towns_and_ports() -> None:
    for name, places in CITIES.items():
        assert names(GAME.cities & GAME.realm[name]) == set(places.split()), name
        assert (GAME.towns & GAME.realm[name]).bit_count() == TOWNS[name], name
    assert (GAME.cities.bit_count(), GAME.towns.bit_count()) == (25, 104)
    assert not GAME.cities & GAME.towns
    assert names(GAME.ports) == set(PORTS.split())
    assert not GAME.ports & ~GAME.coast
    assert {state(h) for h in members(GAME.ports)} == {"USSR", "Manchukuo", "Korea", "North China"}


@rule("sn", "25.12.5")
def test_c6_c7_named_places() -> None:
    """W18: the battle of 1939 was two hexes south of Hailar."""
    town = MAP.field("town")
    assert {name: names(1 << next(h for h, t in town.items() if t == name)).pop() for name in NAMED} == NAMED
    assert GRID.distance(at("1521"), at("1721")) == 2
    assert GAME.realm["USSR"] >> at("0417") & 1


def test_c9_terrain_there_is() -> None:
    assert {name: area.bit_count() for name, area in MAP.terrain.items()} == {
        "clear": 762, "rough": 425, "desert": 192, "sea": 83,
    }  # fmt: skip
    assert names(GAME.rough & GAME.cities | GAME.desert & GAME.cities) == set(), "a city is a terrain of its own (R99)"
    for feature in ("river", "lake", "bridge", "rail", "road", "border"):
        assert MAP.pairs(feature), feature


@rule("sn", "20.0.riv3")
def test_c10_cities_on_rivers() -> None:
    wet = GAME.cities & GAME.riverside
    assert names(GAME.cities & ~wet) == set(DRY.split())
    assert (wet & GAME.realm["USSR"]).bit_count() == 8
    assert wet & GAME.realm["Manchukuo"]


@rule("sn", "23.0.1")
def test_c11_the_east_edge_is_near() -> None:
    """Seishin and Mutankiang are near enough to the Home Islands for airborne troops, Harbin just so, Hailar is not."""
    assert {name: GAME.from_east[at(name)] for name in ("2604", "2106", "2010", "1521")} == {
        "2604": 4, "2106": 6, "2010": 10, "1521": 21,
    }  # fmt: skip
    assert CHARTS.home_reach == 10


def test_c12_boxes() -> None:
    assert {"home", "available", "interception", "pool", "reorganization"} <= set(GAME.boxes)


@rule("sn", "8.6.4", "14.1.1")
def test_c14_a_third_is_rough_and_every_city_can_be_reached() -> None:
    rough = MAP.terrain["rough"].bit_count() / GAME.land.bit_count()
    assert 0.28 <= rough <= 0.38
    assert not (GAME.cities | GAME.towns) & ~spread(terrain.MECH, "1521")


def test_c15_bridges_and_coasts() -> None:
    links = {pair(a, b) for feature in ("rail", "road") for a, b in MAP.pairs(feature)}
    water = {pair(a, b) for feature in ("river", "minor_river") for a, b in MAP.pairs(feature)}
    crossing = links & water
    assert crossing == {pair(a, b) for a, b in MAP.pairs("bridge")}
    assert len(crossing) == 70
    assert GAME.coast == GAME.land & GRID.spread(GAME.sea)
    assert GAME.coast.bit_count() == 49
    assert names(GAME.coast & GAME.realm["USSR"]) == {"2201", "2202", "2301", "2303", "2403"}


def test_numbers_of_hexsides() -> None:
    counts = {
        name: len(MAP.pairs(name)) for name in ("rail", "road", "river", "bridge", "minor_river", "lake", "border")
    }
    assert counts == {
        "rail": 288, "road": 167, "river": 585, "bridge": 70, "minor_river": 13, "lake": 30, "border": 295,
    }  # fmt: skip
    for a, b in MAP.pairs("border"):
        assert state(a) != state(b) or not (state(a) and state(b))


# -- railroads (7.4) ---------------------------------------------------------------------------------------------------


@rule("sn", "8.10", "8.9.2")
def test_one_rail_net() -> None:
    """Every line is a road, too; Ulan Bator is the only city off it."""
    net = flood(GRID, hexes("0940"), GAME.rail, links=GAME.rail_links)
    assert net == GAME.rail
    assert net.bit_count() == 274
    assert names(GAME.cities & ~GAME.rail) == {"1936"}
    for a, b in MAP.pairs("rail"):
        assert terrain.linked(GAME, a, b)
        assert terrain.step_cost(GAME, terrain.MECH, a, b) == terrain.step_cost(GAME, terrain.NON, a, b) == 1


@rule("sn", "8.11.5")
def test_where_railroads_cross_frontiers() -> None:
    assert {pair(a, b) for a, b in MAP.pairs("rail") if state(a) != state(b)} == FRONTIER_RAILS
    assert len(ride("0940", "2202", GAME.realm["USSR"])) == 64 + 1


@rule("sn", "8.10")
def test_distances_by_rail() -> None:
    """E126 and 7.4: Khabarovsk to Vladivostok twelve hexes, Manchouli to Irkutsk twenty-four, and so on."""
    told = {
        ("1523", "1028"): 8, ("1523", "1135"): 16, ("1523", "1038"): 24, ("2004", "2202"): 3, ("2004", "1002"): 13,
        ("1028", "1002"): 34, ("1002", "2202"): 12,
    }  # fmt: skip
    assert {ends: len(ride(*ends)) - 1 for ends in told} == told


@rule("sn", "8.9")
def test_distances_by_road() -> None:
    """Hailar to Bain Tuman nine hexes, Kalgan to Ulan Bator nineteen: two and three Movement Phases of infantry."""
    for ends, steps in ((("1521", "1826"), 9), (("3424", "1936"), 19)):
        seen = front = hexes(ends[0])
        for n in range(1, 40):
            front = sum(1 << h for h in members(GRID.spread(front) & ~seen) if any(
                terrain.linked(GAME, a, h) for a in members(GRID.around[h] & front)))  # fmt: skip
            seen |= front
            if front >> at(ends[1]) & 1:
                assert n == steps
                break
        else:
            raise AssertionError(ends)


def test_ways_that_are_not_there() -> None:
    """No rail over the Amur at Heiho; none between Manchukuo and the USSR from Manchouli to Suifenho."""
    assert not terrain.linked(GAME, at("1012"), at("1011"))
    between = {pair(a, b) for a, b in MAP.pairs("rail") if {state(a), state(b)} == {"USSR", "Manchukuo"}}
    assert between == {"1423-1523", "2003-2004"}


# -- water (7.5) -------------------------------------------------------------------------------------------------------


def test_rivers_and_lakes() -> None:
    count: Counter[str] = Counter()
    lakes: Counter[str] = Counter()
    with (GAME.folder / "sides.csv").open(encoding="utf-8") as file:
        for line in file:
            _, _, feature, name = line.rstrip("\n").split(",")[:4]
            count.update([name] if feature == "river" else [])
            lakes.update([name] if feature == "lake" else [])
    assert sum(count.values()) == 585
    assert {name: count[name] for name in RIVERS} == RIVERS
    assert sorted(lakes.values()) == [3, 3, 24]


@rule("sn", "8.4.1")
def test_the_frontier_is_a_river_but_for_twelve_hexsides() -> None:
    ussr, manchukuo = GAME.realm["USSR"], GAME.realm["Manchukuo"]
    sides = {(a, b) for a in members(ussr) for b in members(GRID.around[a] & manchukuo)}
    dry = {pair(a, b) for a, b in sides if not MAP.has_side("river", a, b) and not MAP.has_side("lake", a, b)}
    assert dry == DRY_FRONTIER


@rule("sn", "11.1")
def test_lakes_keep_neighbours_apart() -> None:
    """E129: Lake Khanka between 1802 and 1803."""
    assert MAP.has_side("lake", at("1802"), at("1803"))
    assert not GAME.contact[at("1802")] >> at("1803") & 1


@rule("sn", "8.4", "8.4.1")
def test_minor_rivers_are_only_drawn() -> None:
    """E127, R98: 2016 to 2116 over the Tao-erh costs one point."""
    assert MAP.has_side("minor_river", at("2016"), at("2116"))
    assert terrain.step_cost(GAME, terrain.NON, at("2016"), at("2116")) == CHARTS.scale


@rule("sn", "25.2", "25.2.1", "25.2.2")
def test_rokhlovo_parts_the_fronts() -> None:
    """E124, R91: 0417 and whatever is not west of it is the Far East."""
    east = GAME.east_of_rokhlovo
    assert east >> at("0417") & 1
    assert not east >> at("0418") & 1
    assert names(GAME.cities & GAME.realm["USSR"] & east) == {"0502", "1002", "1011", "2103", "2202"}
    assert names(GAME.cities & GAME.realm["USSR"] & ~east) == {"1028", "1135", "1038"}


@pytest.mark.rule("sn", "11.1", "14.1")
def test_radii_and_neighbours_are_worked_out_from_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game keeps what it has worked out, and begins with nothing. The sea has no neighbours."""
    game = the_game()
    monkeypatch.setattr(game, "kept_within", {})
    around = {"2216", "2316", "2416", "2417", "2318", "2217"}
    assert names(game.within(at("2317"), 1)) == {"2317", *around}
    assert game.within(at("2317"), 0) == hexes("2317")
    assert names(game.next_to(hexes("2317"))) == around
    assert game.next_to(game.sea) == 0
