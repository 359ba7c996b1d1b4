"""3.0, 25.0  Set-up: every line of every scenario by hand, what is refused, what is left over, and "place for me"."""

from __future__ import annotations

from collections import Counter
from operator import itemgetter

import pytest

import khalkhin
from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.match import Match
from khalkhin.games.sn import setup
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.setup import Setup, area_open, fits
from khalkhin.games.sn.stacking import crowded, excess
from khalkhin.games.sn.supply import general
from tests.sn.oracles.orders_of_battle import ORDERS, Line
from tests.sn.positions import (
    asked,
    at,
    board,
    do,
    hexes,
    ids,
    keys,
    names,
    offered,
    pile,
    place,
    position,
    refused,
    the_game,
    unit,
    units,
    who_is_at,
    why,
)

rule = pytest.mark.rule
GAME = the_game()
SHEET = GAME.sheet
SCENARIOS = ("anti-comintern", "kantokuen", "nomonhan")
each_scenario = pytest.mark.parametrize("scenario", SCENARIOS)
AREAS: dict[str, HexSet] = {
    "far_east": GAME.realm["USSR"] & GAME.east_of_rokhlovo,
    "trans_baikal": GAME.realm["USSR"] & ~GAME.east_of_rokhlovo,
    "trans_baikal_mongolia": GAME.realm["USSR"] & ~GAME.east_of_rokhlovo | GAME.realm["MPR"],
    "outer_mongolia": GAME.realm["MPR"],
    "manchukuo": GAME.realm["Manchukuo"],
    "inner_mongolia": GAME.realm["Mengjiang"],
    "korea": GAME.realm["Korea"],
    "north_china": GAME.realm["North China"],
    "manchukuo_korea": GAME.realm["Manchukuo"] | GAME.realm["Korea"],
    "ports": GAME.ports & ~GAME.realm["USSR"],
    "home": 0,
    "air": 0,
}


def new(scenario: str, **options: object) -> Match:
    return khalkhin.new("sn", scenario, seed=1, options=options)


def placing(scenario: str, side: str) -> Match:
    """A game in which this side sets up; whoever is before it has placed everything."""
    match = new(scenario)
    return match if GAME.sides[asked(match).side] == side else do(match, "auto", "done")


def set_up(scenario: str) -> Match:
    return do(new(scenario), "auto", "done", "auto", "done")


def sort(nation: str, kind: str) -> set[str]:
    """The ids of all counters that a line of the order of battle can mean."""
    name, _, front = kind.rpartition("_")
    if not front.isdecimal():
        return ids(GAME.of_type[kind] & SHEET.of_nation[nation])
    of_range = sum(1 << u for u in range(len(SHEET)) if GAME.range[u] == int(front))
    return ids(GAME.of_type[name] & SHEET.of_nation[nation] & of_range)


def lines(scenario: str, side: str) -> list[Line]:
    return [line for line in ORDERS[scenario] if line[1] == side]


def force(scenario: str) -> Counter[tuple[str, str]]:
    """How many counters of each nation and sort begin in play."""
    wanted: Counter[tuple[str, str]] = Counter()
    for _, _, nation, _, told in ORDERS[scenario]:
        wanted.update({(nation, kind): count for kind, count in told.items()})
    return wanted


# -- what the scenarios say --------------------------------------------------------------------------------------------


@rule("sn", "25.0", "25.1", "25.5", "25.9")
def test_there_are_three_scenarios() -> None:
    assert tuple(GAME.scenarios) == SCENARIOS
    told = {name: scenario.data["turns"] for name, scenario in GAME.scenarios.items()}
    months = {name: [(m["year"], m["month"]) for m in turns["months"]] for name, turns in told.items()}
    assert months["anti-comintern"] == [(1941, m) for m in range(6, 12)]
    assert months["kantokuen"] == [(1941, m) for m in range(8, 12)]
    assert months["nomonhan"] == [(1939, m) for m in range(5, 11)]
    assert {name: turns["last"] for name, turns in told.items()} == {
        "anti-comintern": 6, "kantokuen": 4, "nomonhan": 6,
    }  # fmt: skip


@rule("sn", "25.2.1", "25.2.2", "25.2.3", "25.2.4", "25.2.5", "25.3.1", "25.3.2", "25.3.3", "25.3.4", "25.3.5")
@rule(
    "sn", "25.6.1", "25.6.2", "25.6.3", "25.6.4", "25.6.5", "25.7.1", "25.7.2", "25.7.3", "25.7.4", "25.7.5", "25.7.6"
)
@rule("sn", "25.10.1", "25.10.2", "25.10.3", "25.10.4", "25.10.5", "25.10.6", "25.10.7")
@rule("sn", "25.11.1", "25.11.2", "25.11.3", "25.11.4", "25.11.5")
@each_scenario
def test_every_order_of_battle_is_as_printed(scenario: str) -> None:
    rows = GAME.scenarios[scenario].data["setup"]
    found = [(row["rule"], row["side"], row["nation"], row["area"], dict(row["units"])) for row in rows]
    key = itemgetter(0, 2)
    assert sorted(found, key=key) == sorted(ORDERS[scenario], key=key)


@each_scenario
def test_there_are_counters_for_everything(scenario: str) -> None:
    """The least number of counters of each sort that the sheet must have."""
    for (nation, kind), count in force(scenario).items():
        assert len(sort(nation, kind)) >= count, (nation, kind)


@rule("sn", "25.4.5", "25.8.6", "25.12.1", "5.0")
@each_scenario
def test_nobody_begins_with_points(scenario: str) -> None:
    """The first income comes in the first Mobilization Phase, by the scenario's own column."""
    assert position(new(scenario)).points == (0, 0)
    match = set_up(scenario)
    first = {"anti-comintern": 26, "kantokuen": 24, "nomonhan": 11}
    assert position(match).points == (0, first[scenario])
    assert (position(match).turn, position(match).active) == (1, 1)


# -- who places what, and where ----------------------------------------------------------------------------------------


@rule("sn", "3.0", "25.2", "25.3", "25.6", "25.7", "25.10", "25.11")
@each_scenario
def test_who_places_first(scenario: str) -> None:
    first = "japan" if scenario == "nomonhan" else "soviet"
    match = new(scenario)
    assert (GAME.sides[asked(match).side], asked(match).message.key) == (first, "ask.setup")
    do(match, "auto")
    assert asked(match).message.key == "ask.setup-done"
    do(match, "done")
    assert GAME.sides[asked(match).side] != first
    do(match, "auto", "done")
    assert keys(match)[-3:] == ["log.turn", "log.player-turn", "log.income"]


@rule("sn", "3.1", "3.1.1", "25.2", "25.3")
@each_scenario
@pytest.mark.parametrize("side", ["soviet", "japan"])
def test_every_counter_of_a_sort_goes_anywhere_in_its_area(scenario: str, side: str) -> None:
    match = placing(scenario, side)
    able: dict[str, HexSet] = {}
    for _, _, nation, area, told in lines(scenario, side):
        for kind in told:
            for name in sort(nation, kind):
                able[name] = able.get(name, 0) | AREAS[area]
    assert offered(match, "unit") == set(able)
    for name in sorted(able)[::7]:
        do(match, f"unit {name}")
        assert {str(h) for h in offered(match, "hex")} == names(area_open(position(match), unit(name), able[name]))
        match.undo(side)


@rule("sn", "3.1")
def test_w1_any_counter_of_the_type() -> None:
    """W1: the armoured division of the Far East may be the 58th or the 69th; then there is no place for another."""
    for name in ("SU-58AD", "SU-69AD"):
        match = do(new("anti-comintern"), f"unit {name}", "hex 1902")
        assert place(match, name) == "1902"
        assert refused(match, "unit SU-57AD") == "3.1"


@rule("sn", "3.1", "3.1.1")
def test_lines_that_share_an_area() -> None:
    """Five Japanese forts go to Manchukuo, one to Korea and two to either: the ninth has no place."""
    match = placing("anti-comintern", "japan")
    for n, hex_ in enumerate(("1012", "1211", "1312", "1411", "1512", "2010", "2011"), 1):
        do(match, f"unit JP-FORT-{n}", f"hex {hex_}")
    do(match, "unit JP-FORT-8")
    assert {str(h) for h in offered(match, "hex")} == names(GAME.realm["Korea"])
    assert refused(match, "hex 1715") == "3.1.1"
    do(match, "hex 2604")
    assert refused(match, "unit JP-FORT-9") == "3.1"


@rule("sn", "25.2.1", "25.2.2", "3.1.1")
def test_e124_rokhlovo() -> None:
    """E124: the Far East is 0417 and not 0418, Trans-Baikal the other way round."""
    match = do(new("anti-comintern"), "unit SU-FENK")
    assert {"0417", "0418"} & {str(h) for h in offered(match, "hex")} == {"0417"}
    assert refused(match, "hex 0418") == "3.1.1"
    match = do(new("nomonhan"), "auto", "done", "unit SU-TBCC")
    assert {"0417", "0418"} & {str(h) for h in offered(match, "hex")} == {"0418"}
    assert refused(match, "hex 0417") == "3.1.1"


@rule("sn", "8.6.4", "3.1.1")
def test_e123_mechanized_units_and_rough() -> None:
    """E123, R100: not in 2102, rough without a link; in 2303, where the railroad runs, they may stand."""
    match = do(new("anti-comintern"), "unit SU-5MC")
    assert refused(match, "hex 2102") == "8.6.4"
    do(match, "hex 2303")
    assert place(match, "SU-5MC") == "2303"
    do(match, "unit SU-12IC", "hex 2102")
    assert place(match, "SU-12IC") == "2102"


@rule("sn", "10.0.3", "10.1")
def test_stacking_holds_during_set_up() -> None:
    """Nine divisional equivalents in clear terrain, six in rough, one fort."""
    match = new("anti-comintern")
    for name in ("SU-5MC", "SU-12IC", "SU-18IC"):
        do(match, f"unit {name}", "hex 2103")
    do(match, "unit SU-FORT-1")
    assert refused(match, "hex 2103") == "10.0.3"
    do(match, "hex 2003", "unit SU-FORT-2")
    assert refused(match, "hex 2003") == "10.1.4"
    do(match, "hex 2403", "unit SU-26IC", "hex 2403", "unit SU-31IC")
    assert refused(match, "hex 2403") == "10.0.3"


@rule("sn", "8.6.2", "3.1.1")
def test_not_among_enemies_but_next_to_them() -> None:
    match = placing("anti-comintern", "japan")
    position(match).put(unit("SU-21ID"), at("2105"))
    do(match, "unit JP-2IC")
    assert "2104" in offered(match, "hex"), "next to Voroshilov"
    assert refused(match, "hex 2105") == "10.0.4"


@rule("sn", "8.6.6", "8.6.7")
def test_client_units_stay_in_their_states() -> None:
    match = do(placing("kantokuen", "japan"), "unit MC-1IC")
    assert {str(h) for h in offered(match, "hex")} <= names(GAME.realm["Manchukuo"])
    assert refused(match, "hex 2604") == "3.1.1"


@rule("sn", "2.8", "3.1.1")
def test_supply_is_placed_either_way_up() -> None:
    """R9."""
    match = do(new("anti-comintern"), "unit SU-SUP-1", "depot 1002", "unit SU-SUP-2", "hex 1002")
    assert position(match).flipped == units("SU-SUP-1")
    do(match, "unit SU-5MC")
    assert refused(match, "depot 1002") == "2.8"


@rule("sn", "2.8", "3.1.1")
def test_only_supply_is_offered_its_other_side() -> None:
    match = placing("kantokuen", "japan")
    assert offered(do(match.clone(), "unit JP-SUP-12"), "depot")
    assert not offered(do(match.clone(), "unit JP-11FBASE"), "depot")


@rule("sn", "10.0.3", "10.1")
def test_a_corps_needs_three_times_the_room_of_a_division() -> None:
    """Seven divisional equivalents are there already."""
    s = position(board({"2317": ["SU-12IC", "SU-18IC", "SU-21ID"], "2010": "JP-2IC"}))
    assert not fits(s, unit("SU-TBCC"), at("2317"))
    assert fits(s, unit("SU-57AD"), at("2317"))
    assert fits(s, unit("SU-TBCC"), at("2318"))


@rule("sn", "15.2.7", "25.2.5", "25.3.5")
def test_airstrikes_are_allotted_to_their_boxes() -> None:
    match = do(new("anti-comintern"), "unit SU-AIR-1", "available", "unit SU-AIR-2", "interception")
    assert (place(match, "SU-AIR-1"), place(match, "SU-AIR-2")) == ("available", "interception")
    assert refused(match, "unit SU-AIR-7") == "3.1", "its front range is 3"
    do(match, "unit SU-5MC")
    assert refused(match, "available") == "3.1.1"


@rule("sn", "25.7.5", "25.7.6")
def test_kantokuen_has_ships_and_the_home_islands() -> None:
    match = placing("kantokuen", "japan")
    do(match, "unit JP-1TSAB")
    assert {str(h) for h in offered(match, "hex")} == names(AREAS["ports"])
    assert offered(match, "home") == {None}
    do(match, "home", "unit JP-1CSNLFMB", "hex 3614", "unit JP-CV-1", "available", "unit JP-NAVY-1")
    assert refused(match, "interception") == "3.1.1"
    do(match, "available", "unit JP-CAIR-1", "interception", "unit JP-LAND-1", "available")
    assert (place(match, "JP-1TSAB"), place(match, "JP-1CSNLFMB")) == ("home", "3614")
    assert {"JP-CV-1", "JP-NAVY-1", "JP-LAND-1"} <= who_is_at(match, "available")
    do(match, "unit JP-2IC")
    assert refused(match, "home") == "3.1.1"


@rule("sn", "25.2", "25.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_waits_in_a_box_has_no_hex_unless_ports_are_open_to_it(scenario: str) -> None:
    areas = {line.area for line in the_game().lines[scenario] if line.box}
    assert areas <= {0, AREAS["ports"]}
    assert 0 in areas


@rule("sn", "25.10.6", "25.10.4")
def test_nomonhan_has_a_corps_at_home_and_one_in_china() -> None:
    match = new("nomonhan")
    for name, where in zip(("JP-2IC", "JP-3IC"), ("home", "hex 3522"), strict=True):
        do(match, f"unit {name}", where)
    do(match, "unit JP-4IC")
    assert offered(match, "home") == set()
    assert {str(h) for h in offered(match, "hex")} == names(GAME.realm["Manchukuo"])


@rule("sn", "3.0", "3.1")
def test_everything_has_to_be_placed() -> None:
    match = new("nomonhan")
    assert refused(match, "done") == "3.0"
    assert refused(match, "hex 1521") == "3.0"
    assert refused(match, "unit SU-5MC") == "3.1"
    do(match, "unit JP-2IC")
    assert refused(match, "done") == "3.1.1"
    assert why(match, "unit JP-3IC").key == "why.placing"
    do(match, "hex 1521", "auto")
    assert refused(match, "auto") == "3.0"
    assert refused(match, "unit JP-3IC") == "3.1"


@rule("sn", "25.2.6", "25.3.6", "25.6.6", "25.7.7", "25.10.8", "25.11.6", "7.4")
@each_scenario
def test_everything_else_waits_in_the_pool(scenario: str) -> None:
    """R14: corps that can be formed in the reorganization box."""
    match = set_up(scenario)
    wanted = force(scenario)
    placed = who_is_at(match, "available") | who_is_at(match, "interception") | who_is_at(match, "home")
    placed |= ids(position(match).ground(0) | position(match).ground(1))
    for (nation, kind), count in wanted.items():
        assert len(sort(nation, kind) & placed) == count, (nation, kind)
    assert len(placed) == sum(wanted.values())
    rest = set(SHEET.ids) - placed
    assert who_is_at(match, "unused") == {"JP-CHEM-1", "JP-CHEM-2"}
    assert who_is_at(match, "reorganization") == rest & ids(GAME.formed)
    assert who_is_at(match, "pool") == rest - ids(GAME.formed) - {"JP-CHEM-1", "JP-CHEM-2"}


# -- information and taking back ---------------------------------------------------------------------------------------


@rule("sn", "21.0")
def test_fog_begins_with_the_first_counter() -> None:
    match = do(new("anti-comintern"), "unit SU-5MC", "hex 2103", "unit SU-12IC", "hex 2103")
    seen = match.view("japan")["places"]["2103"]
    assert [one.get("id") for one in seen] == ["SU-12IC", None]
    do(match, "unit SU-FORT-1", "hex 2103")
    assert pile(match, "2103") == ["SU-5MC", "SU-12IC", "SU-FORT-1"], "a fort lies on top"


def test_what_is_in_hand_is_nobody_elses_business() -> None:
    match = do(new("anti-comintern"), "unit SU-5MC")
    step = position(match).agenda[-1]
    assert isinstance(step.seen_by(position(match), 1), Setup)


def test_set_up_can_be_taken_back() -> None:
    match = do(new("anti-comintern"), "unit SU-5MC", "hex 2103", "auto")
    match.undo("soviet")
    assert position(match).ground(0) == units("SU-5MC")
    match.undo("soviet")
    match.undo("soviet")
    assert not position(match).ground(0)
    assert position(match).flipped == 0


# -- "place for me" ----------------------------------------------------------------------------------------------------


@each_scenario
def test_preferred_hexes_lie_in_the_areas(scenario: str) -> None:
    for row in GAME.scenarios[scenario].data["setup"]:
        for kind, wanted in row.get("prefer", {}).items():
            assert len(wanted) == row["units"][kind], (row["rule"], kind)
            assert set(wanted) <= names(AREAS[row["area"]]), (row["rule"], kind)


@rule("sn", "10.0.3")
@each_scenario
def test_place_for_me_goes_where_it_wants_to(scenario: str) -> None:
    """Nobody had to make room, and no hex is overstacked."""
    match = set_up(scenario)
    wanted: Counter[tuple[str, str, str]] = Counter()
    for row in GAME.scenarios[scenario].data["setup"]:
        for kind, where in row.get("prefer", {}).items():
            wanted.update((row["nation"], kind, hex_) for hex_ in where)
    s = position(match)
    found = Counter(
        (SHEET.nation[u], GAME.type[u], place(match, SHEET.ids[u])) for u in members(s.ground(0) | s.ground(1))
    )
    assert found == wanted
    assert not crowded(s, 0) | crowded(s, 1)


def nearby(s_hexes: HexSet, radius: int) -> HexSet:
    return GAME.map.grid.within(s_hexes, radius)


@each_scenario
def test_place_for_me_makes_sense(scenario: str) -> None:
    """Forts and corps at the frontier and in cities, supply and airbases behind them, everybody in supply but a few."""
    s = position(set_up(scenario))
    for side in (0, 1):
        enemy_land = GAME.friendly[1 - side]
        border = GAME.friendly[side] & GAME.map.grid.spread(enemy_land)
        national = SHEET.of_nation[("SU", "JP")[side]]
        forts = s.hexes_of(side, GAME.forts & national)
        assert not forts & ~(nearby(border, 2) | GAME.cities), "forts on the frontier or in cities"
        corps = s.hexes_of(side, GAME.corps & national) & ~GAME.realm["North China"]
        assert not corps & ~(nearby(border, 3) | GAME.cities)
        rear = s.hexes_of(side, GAME.supply | GAME.airbases)
        enemy = s.occupied(1 - side)
        assert not rear & GAME.map.grid.spread(enemy), "nobody's supply or airbase is next to an enemy"
        assert not rear & border, "or on the frontier itself"
        assert all(nearby(1 << h, 5) & s.hexes_of(side, GAME.corps) for h in members(rear)), "but near the corps"
        hungry = s.ground(side) & ~general(s, side)
        assert hungry.bit_count() <= 1
        boxed = s.in_box(side, "available", "interception") & GAME.airstrikes
        waiting = s.in_box(side, "interception")
        assert 0 < waiting.bit_count() <= boxed.bit_count() // 2
        bases = s.ground(side) & GAME.airbases
        room = sum(GAME.capacity[u] for u in members(bases))
        assert room >= (boxed & ~GAME.carrier_air).bit_count(), "and every airstrike has a base"


@each_scenario
def test_place_for_me_keeps_the_cities_that_count(scenario: str) -> None:
    """Vladivostok, Khabarovsk, Blagoveshchensk and Voroshilov by strong stacks, Kalgan and Houhe by somebody."""
    s = position(set_up(scenario))
    for name in ("2202", "1002", "1011", "2103"):
        assert s.units_at(0, at(name)) & GAME.corps, name
        assert s.units_at(0, at(name)) & GAME.forts, name
    assert not hexes("3424", "3428") & ~s.occupied(1)


def test_place_for_me_begins_with_the_forts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others would take the room in the hexes that forts are meant for."""
    placed: list[int] = []
    plain = setup.deploy

    def noted(s: Position, step: Setup, unit: int, place: int | str, base: bool = False) -> Setup:
        placed.append(unit)
        return plain(s, step, unit, place, base)

    monkeypatch.setattr(setup, "deploy", noted)
    do(new("anti-comintern"), "auto")
    forts = [bool(GAME.forts >> counter & 1) for counter in placed]
    assert any(forts)
    assert forts == sorted(forts, reverse=True)


def test_place_for_me_leaves_what_is_placed() -> None:
    match = do(new("anti-comintern"), "unit SU-FORT-5", "hex 2103", "unit SU-5MC", "hex 2202", "auto")
    assert (place(match, "SU-FORT-5"), place(match, "SU-5MC")) == ("2103", "2202")
    s = position(match)
    assert (s.ground(0) & GAME.forts & SHEET.of_nation["SU"]).bit_count() == 12
    assert excess(s, 0, at("2202")) <= 0
    do(match, "done")
    assert GAME.sides[asked(match).side] == "japan"


# -- the first turn, and special rules as data -------------------------------------------------------------------------


@rule("sn", "25.4", "25.8", "25.12")
def test_special_rules_of_the_scenarios() -> None:
    told = {
        name: tuple(data[key] for key in ("surprise", "open_manchukuo", "one_mechanized_corps", "shock_armies"))
        for name, data in ((name, scenario.data) for name, scenario in GAME.scenarios.items())
    }
    assert told == {
        "anti-comintern": (True, False, False, True),
        "kantokuen": (True, True, False, True),
        "nomonhan": (False, False, True, False),
    }


@rule("sn", "25.4", "25.8")
def test_surprise_is_japanese_and_of_the_first_turn() -> None:
    for scenario in SCENARIOS:
        s = position(set_up(scenario))
        assert (s.surprise(0), s.surprise(1)) == (False, scenario != "nomonhan")
        s.turn = 2
        assert not s.surprise(1)


@rule("sn", "3.0.1", "3.0")
def test_a_player_may_concede() -> None:
    result = position(do(new("nomonhan"), "concede")).result
    assert result is not None
    assert (result.winner, result.how) == (0, "concede")
