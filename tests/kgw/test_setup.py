"""23.0  Set-up: every line of every scenario by hand, what is refused, and "place for me"."""

from __future__ import annotations

import pytest

import khalkhin
from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.games.kgw.setup import SetDown, Setup, line_of, places, turnable
from khalkhin.games.kgw.stacking import excess
from tests.kgw.positions import asked, board, do, hexes, ids, names, offered, place, position, refused, the_game, units

SCENARIOS = ("may-1939", "july-1939", "haichi-go")


def new(scenario: str, **options: bool) -> Match:
    return khalkhin.new("kgw", scenario, seed=1, options=options)


def placing(scenario: str, side: str = "soviet") -> Match:
    """A game in which this side sets up; the Soviets before it have placed everything."""
    match = new(scenario)
    return match if side == "soviet" else do(match, "auto", "done")


def area(match: Match, unit: str) -> set[str]:
    """Every hex of the line that places a counter, whatever stands there."""
    return names(line_of(position(match), the_game().sheet.index[unit]).area)


def in_hand(match: Match) -> set[str]:
    s = position(match)
    return ids(s.stack(s.game.box("hand")))


@pytest.mark.rule("kgw", "23.0")
def test_scenarios_come_in_the_order_of_the_rulebook() -> None:
    assert tuple(name for name, one in the_game().scenarios.items() if not one.short) == SCENARIOS
    assert khalkhin.new("kgw", seed=1).state.scenario == "may-1939"


# -- what is placed where --------------------------------------------------------------------------------------------

MPR_CAVALRY = {"MP-2CAV", "MP-3CAV", "MP-4CAV", "MP-5CAV", "MP-6CAV", "MP-7CAV", "MP-8CAV"}
GARRISONS = {"MP-1-7BG", "MP-2-7BG", "MP-MIA"}
FORCES = {
    "may-1939": (
        "RA-1NKVD RA-SUP-1 RA-36 RA-11ARM RA-8REC RA-7REC RA-6CAV RA-AIR-1",
        (
            "JA-64-23 JA-71-23 JA-72-23 JA-AZUMA JA-SUP-1 CX-2IMB MC-HSINGAN MC-1-8BGU MC-2-8BGU MJ-7CAV MJ-8CAV "
            "JA-AIR-1 JA-AIR-2 JA-AIR-3"
        ),
    ),
    "july-1939": (
        (
            "RA-57 RA-6ARM RA-1NKVD RA-SUP-1 RA-ZHUKOV RA-11ARM RA-7REC RA-8REC RA-9REC RA-24-36 RA-57ART RA-57ENG "
            "RA-SUP-2 RA-5RMG RA-82 RA-SUP-3 RA-6CAV RA-76-36 RA-149-36 RA-AIR-1 RA-AIR-2 RA-AIR-3"
        ),
        (
            "JA-64-23 JA-71-23 JA-72-23 JA-KAENG JA-SUP-1 JA-7 JA-1ARM JA-1-1IGU JA-SUP-2 JA-SUP-3 CX-2IMB MC-HSINGAN "
            "MC-CHINGAN MC-1-8BGU MC-2-8BGU MJ-6CAV MJ-7CAV MJ-8CAV JA-AIR-1 JA-AIR-2 JA-AIR-3 JA-AIR-4 JA-AIR-5"
        ),
    ),
    "haichi-go": (
        (
            "RA-ZHUKOV RA-6ARM RA-82 RA-15 RA-1NKVD RA-2NKVD RA-SUP-1 RA-SUP-2 RA-36 RA-11ARM RA-8REC RA-7REC RA-6CAV "
            "RA-AIR-1 RA-AIR-2 RA-AIR-3"
        ),
        (
            "JA-7 JA-23 JA-1ARM JA-KAENG JA-KAART JA-SUP-1 JA-SUP-2 JA-SUP-3 CX-2IMB CX-MGACAV CX-CAVGP MC-HSINGAN "
            "MC-CHINGAN MC-1-8BGU MC-2-8BGU MJ-6CAV MJ-7CAV MJ-8CAV WR-AG-RFP MJ-AG-MIA JA-AIR-1 JA-AIR-2 JA-AIR-3 "
            "JA-AIR-4 JA-AIR-5 JA-AIR-6"
        ),
    ),
}
"""The orders of battle as printed: the Red Army (the MPR is the same in all three) and the Japanese side."""


@pytest.mark.rule("kgw", "23.0", "23.0.b", "23.1.2", "23.1.3", "23.2.2", "23.2.3", "23.3.2", "23.3.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_orders_of_battle(scenario: str) -> None:
    red_army, japan = FORCES[scenario]
    assert in_hand(new(scenario)) == {*red_army.split(), *MPR_CAVALRY, *GARRISONS, *japan.split()}


USSR_RAIL = {"1601", "1602", "1702", "1803", "1804", "1904", "1905"}
ONLY = {
    "may-1939": {"RA-1NKVD": USSR_RAIL, "RA-36": {"0112"}, "MP-3CAV": {"0112"}, "JA-SUP-1": {"2608"}},
    "july-1939": {
        "RA-57": USSR_RAIL,
        "RA-5RMG": {"1211"},
        "MP-3CAV": {"0112"},
        "JA-64-23": {"2312", "2313"},
        "JA-KAENG": {"2312", "2313"},
        "JA-7": {"2608", "2614"},
        "MC-CHINGAN": {"2608", "2614"},
    },
    "haichi-go": {"RA-ZHUKOV": USSR_RAIL, "RA-11ARM": {"0112"}, "MP-3CAV": {"0112"}, "JA-SUP-1": {"2608", "2614"}},
}


@pytest.mark.rule("kgw", "23.0.c", "23.1.2.a", "23.1.2.b", "23.1.2.e", "23.1.3.b", "23.2.2.a", "23.2.2.c", "23.2.2.f")
@pytest.mark.rule("kgw", "23.2.3.a", "23.2.3.b", "23.2.3.e", "23.3.2.a", "23.3.2.b", "23.3.2.e", "23.3.3.b")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_fixed_hexes(scenario: str) -> None:
    match = new(scenario)
    for unit, wanted in ONLY[scenario].items():
        assert area(match, unit) == wanted, unit


@pytest.mark.rule("kgw", "23.1.2.c", "23.3.2.c")
@pytest.mark.parametrize("scenario", ["may-1939", "haichi-go"])
def test_north_of_the_herlen_gol(scenario: str) -> None:
    found = area(new(scenario), "RA-8REC")
    assert len(found) == 103
    assert {"1211", "0112", "2014"} & found == {"1211", "0112"}
    assert "0113" not in found


@pytest.mark.rule("kgw", "23.1.2.f", "23.2.2.g", "23.3.2.e")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_mongolians_near_manchukuo(scenario: str) -> None:
    match, grid, game = new(scenario), the_game().map.grid, the_game()
    for unit in ("MP-2CAV", "MP-5CAV"):
        found = area(match, unit)
        assert len(found) == 23
        assert all(min(grid.distance(grid.at(h), m) for m in members(game.country["Manchukuo"])) <= 3 for h in found)


@pytest.mark.rule("kgw", "23.1.2.g", "23.2.2.b", "23.2.2.h", "23.3.2.e")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_within_four_of_tamsag_bulak(scenario: str) -> None:
    match, grid = new(scenario), the_game().map.grid
    found = area(match, "MP-6CAV")
    assert area(match, "MP-1-7BG") == found
    assert all(grid.distance(grid.at("2015"), grid.at(h)) <= 4 for h in found)
    assert "2015" in found
    assert not found & {"2312", "2313"}
    assert all(the_game().country["MPR"] >> grid.at(h) & 1 for h in found)
    if scenario == "july-1939":
        assert area(match, "RA-ZHUKOV") == area(match, "RA-57ART") == found
        assert area(match, "MP-8CAV") == found


@pytest.mark.rule("kgw", "23.1.2.h", "23.2.2.i", "23.3.2.e")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_mongolians_near_mengjiang(scenario: str) -> None:
    found = area(new(scenario), "MP-4CAV")
    assert len(found) == 48
    assert max(found) < "2000"


@pytest.mark.rule("kgw", "23.1.2.i", "23.2.2.j", "23.3.2.e")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_garrison_in_any_mongolian_town(scenario: str) -> None:
    assert area(new(scenario), "MP-MIA") == {"0112", "0117", "0421", "1211", "2015"}


@pytest.mark.rule("kgw", "23.1.2.d", "23.2.2.d", "23.3.2.d")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_on_or_beside_the_ude_road(scenario: str) -> None:
    match = new(scenario)
    found = area(match, "RA-6CAV")
    assert len(found) == 15
    assert {"0117", "0421"} <= found
    if scenario != "july-1939":
        assert area(match, "RA-7REC") == found


@pytest.mark.rule("kgw", "23.2.2.e")
def test_along_the_ondorhaan_road() -> None:
    assert area(new("july-1939"), "RA-76-36") == area(new("july-1939"), "RA-149-36")
    found = area(new("july-1939"), "RA-76-36")
    assert len(found) == 12
    assert {"0112", "1211"} <= found


@pytest.mark.rule("kgw", "23.1.3.a", "23.3.3.a")
def test_within_three_of_hailar() -> None:
    assert len(area(new("may-1939"), "JA-64-23")) == 37
    assert "2608" in area(new("may-1939"), "JA-AZUMA")
    assert len(area(new("haichi-go"), "JA-7") | {"2312", "2313"}) == len(area(new("haichi-go"), "JA-KAART")) + 2
    assert {"2608", "2614"} <= area(new("haichi-go"), "JA-23")


@pytest.mark.rule("kgw", "23.1.3.c", "23.2.3.c", "23.3.3.c")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_in_any_town_of_mengjiang(scenario: str) -> None:
    match = new(scenario)
    assert area(match, "CX-2IMB") == {"1524", "1920", "2024"}
    if scenario == "haichi-go":
        assert area(match, "CX-MGACAV") == area(match, "CX-CAVGP") == {"1524", "1920", "2024"}


@pytest.mark.rule("kgw", "23.1.3.d", "23.1.3.e", "23.2.3.d", "23.2.3.f", "23.3.3.d", "23.3.3.e")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_anywhere_in_a_country(scenario: str) -> None:
    """Q-74: in July the Manchukuoan cavalry may stand in the Disputed Area too."""
    match, country = new(scenario), the_game().country
    disputed = set() if scenario == "july-1939" else {"2312", "2313"}
    assert area(match, "MC-HSINGAN") == names(country["Manchukuo"]) - disputed
    assert area(match, "MJ-7CAV") == names(country["Mengjiang"])


@pytest.mark.rule("kgw", "23.1.2.j", "23.1.3.f", "23.2.2.k", "23.2.3.g", "23.3.2.f", "23.3.3.f")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_air_units_on_friendly_aerodromes_two_at_most(scenario: str) -> None:
    match = placing(scenario)
    do(match, "unit RA-AIR-1")
    assert offered(match, "hex") == {"0112", "1211", "2015", "0421", "1515", "1803"}
    match = placing(scenario, "japan")
    do(match, "unit JA-AIR-1")
    assert offered(match, "hex") == {"2608", "2614", "2211", "1524", "1920"}
    do(match, "hex 2608", "unit JA-AIR-2", "hex 2608", "unit JA-AIR-3")
    assert "2608" not in offered(match, "hex")
    assert refused(match, "hex 2608") == "15.3.b"


# -- limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "3.0", "23.0.a", "23.1.1", "23.2.1", "23.3.1")
@pytest.mark.parametrize(("scenario", "first"), [("may-1939", 5), ("july-1939", 7), ("haichi-go", 7)])
def test_the_soviets_set_up_first_and_the_japanese_move_first(scenario: str, first: int) -> None:
    match = new(scenario)
    data = the_game().scenarios[scenario].data["turns"]
    assert (data["first"], data["last"], position(match).turn) == (first, 11, first)
    assert asked(match).side == 0
    assert refused(match, "done") == "23.0"
    do(match, "auto", "done")
    assert asked(match).side == 1
    do(match, "auto", "done")
    assert asked(match).side == 1
    assert match.view(None)["phase"] == "phase.japan_recruit"


@pytest.mark.rule("kgw", "23.1.4.a", "23.2.4.a", "23.3.4.a")
def test_the_disputed_area_is_closed_at_set_up() -> None:
    """T-111: in July only the Japanese set up there, and nowhere else beyond the line."""
    for scenario in SCENARIOS:
        for line in the_game().lines[scenario]:
            if line.side == 0 or scenario != "july-1939":
                assert not line.area & the_game().disputed
    match = placing("july-1939", "japan")
    do(match, "unit JA-64-23")
    assert offered(match, "hex") == {"2312", "2313"}
    assert (refused(match, "hex 2212"), refused(match, "hex 2311")) == ("23.2.3.a", "23.2.3.a")
    do(match, "hex 2313")
    assert place(match, "JA-64-23") == "2313"


@pytest.mark.rule("kgw", "23.1.3.a", "17.3.a")
def test_regiments_of_the_23rd_set_up_apart() -> None:
    """T-112, Q-97: at most one of the three in a hex, so they cannot form their division; Azuma may join one."""
    match = placing("may-1939", "japan")
    assert refused(match, "combine JA-23") == "17.3.a"
    do(match, "unit JA-64-23", "hex 2608", "unit JA-AZUMA", "hex 2608", "unit JA-71-23")
    assert "2608" not in offered(match, "hex")
    assert refused(match, "hex 2608") == "23.1.3.a"


@pytest.mark.rule("kgw", "23.0.d", "17.3.a")
def test_divisions_break_down_and_form() -> None:
    match = placing("july-1939")
    do(match, "breakdown RA-57")
    assert {"RA-80-57", "RA-127-57", "RA-293-57"} <= in_hand(match)
    assert place(match, "RA-57") == "reorganization"
    do(match, "unit RA-80-57", "hex 1601")
    assert "RA-57" not in offered(match, "combine")
    match.undo()
    match.undo()
    do(match, "combine RA-57")
    assert place(match, "RA-57") == "hand"
    assert place(match, "RA-80-57") == "reorganization"
    do(match, "unit RA-57", "hex 1803")
    assert dict(position(match).formed)[the_game().sheet.index["RA-57"]] == units("RA-80-57", "RA-127-57", "RA-293-57")


@pytest.mark.rule("kgw", "23.0.d")
def test_parts_of_a_division_stay_in_its_area() -> None:
    match = do(placing("july-1939"), "breakdown RA-82", "unit RA-601-82")
    assert offered(match, "hex") == {"1211"}


@pytest.mark.rule("kgw", "23.0.e")
def test_supply_and_engineers_lie_on_either_face() -> None:
    match = placing("july-1939")
    do(match, "unit RA-SUP-1", "depot 1803", "unit RA-SUP-2", "hex 2015")
    assert position(match).flipped == units("RA-SUP-1")
    do(match, "unit RA-57ENG")
    rivers = offered(match, "depot")
    assert rivers
    assert rivers < offered(match, "hex")
    assert all(the_game().rivers & hexes(str(h)) for h in rivers)
    assert refused(match, "depot 2015") == "20.1.b"
    do(match, f"depot {min(map(str, rivers))}")
    assert position(match).flipped == units("RA-SUP-1", "RA-57ENG")
    do(match, "unit RA-11ARM")
    assert offered(match, "depot") == set()
    assert refused(match, "depot 2015") == "23.0.e"


@pytest.mark.rule("kgw", "3.0")
def test_stacking_terrain_and_enemies_hold_at_set_up() -> None:
    """Q-77: six units and three divisions a hex, no lakes, no closed terrain off the roads."""
    match = new("may-1939")
    assert names(places(position(match), the_game().sheet.index["MP-6CAV"])).isdisjoint(names(the_game().lakes))
    do(match, "unit MP-6CAV", "hex 2015")
    do(match, "unit RA-8REC")
    assert not {name for name in offered(match, "hex") if the_game().map.terrain_at(hex_(str(name))) == "mountain"}
    japan = placing("july-1939", "japan")
    for unit in ("JA-7", "JA-1ARM", "JA-1-1IGU", "MC-CHINGAN", "MC-1-8BGU", "MC-2-8BGU"):
        do(japan, f"unit {unit}", "hex 2608")
    do(japan, "unit MC-HSINGAN")
    assert "2608" not in offered(japan, "hex")
    assert refused(japan, "hex 2608") == "11.1.a"
    assert not offered(japan, "hex") & names(position(japan).occupied(0))


def hex_(name: str) -> int:
    return the_game().map.grid.at(name)


# -- what else the scenarios say -------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "23.0.f", "23.1.2.n", "23.1.3.i", "23.2.2.m", "23.2.3.i", "23.3.2.h", "23.3.3.j")
@pytest.mark.parametrize(
    ("scenario", "points", "after"),
    [("may-1939", (2, 4), 4 + 10), ("july-1939", (4, 6), 6 + 12), ("haichi-go", (6, 8), 8 + 18)],
)
def test_recruit_points_at_the_start_add_to_the_first_income(
    scenario: str, points: tuple[int, int], after: int
) -> None:
    match = new(scenario)
    assert position(match).points == points
    do(match, "auto", "done", "auto", "done")
    s = position(match)
    held = 0 if scenario == "may-1939" else (the_game().objectives & s.occupied(1) & ~s.zone(0)).bit_count()
    assert s.points[1] == after + held


@pytest.mark.rule("kgw", "23.0.g", "23.1.2.k", "23.1.3.g", "23.2.2.l", "23.2.3.h", "23.3.2.g", "23.3.3.i", "18.4.c")
@pytest.mark.parametrize(
    ("scenario", "soviet", "japan"),
    [
        ("may-1939", ("1211", "2015"), ("2608", "2006")),
        ("july-1939", ("2015",), ("2608", "2006", "2614")),
        ("haichi-go", ("1211", "2015", "1803"), ("2608", "2006")),
    ],
)
def test_entrenchments_are_there_before_anybody_comes(
    scenario: str, soviet: tuple[str, ...], japan: tuple[str, ...]
) -> None:
    match = new(scenario)
    assert position(match).trenches == (hexes(*soviet), hexes(*japan))
    assert position(match).unmanned == hexes(*soviet, *japan)
    assert "marker.entrenched" in match.view(None)["markers"][soviet[0]]


@pytest.mark.rule("kgw", "23.1.2.l", "23.1.3.h", "23.2.2.m", "23.2.3.i", "23.3.2.h", "23.3.3.j", "9.8.a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_else_lies_in_the_display(scenario: str) -> None:
    match = new(scenario)
    s = position(match)
    absorbed = sum(parts for _, parts in s.formed)
    off = s.stack(s.game.box("out")) | s.stack(s.game.box("reorganization")) | s.stack(s.game.box("hand"))
    assert s.stack(s.game.box("reorganization")) == absorbed
    assert s.stack(s.game.box("display")) == (1 << len(the_game().sheet)) - 1 & ~off


@pytest.mark.rule("kgw", "24.1", "24.4", "24.6")
def test_counters_of_options_not_in_use_are_out_of_the_game() -> None:
    """T-114, Q-99: each option is a switch of its own; the Yas regiment always plays."""
    groups, lift = {"RA-FMG", "JA-YAS", "CX-SENDA"}, {"JA-AIRSUP"}
    agents = {"MP-AG-AJAA", "MP-AG-CPAJA", "MP-AG-MRA", "WR-AG-RFP", "MJ-AG-MIA"}
    for options, out in (
        ({}, groups | lift | agents),
        ({"armour_groups": True}, lift | agents),
        ({"air_supply": True}, groups | agents),
        ({"agents": True}, groups | lift),
    ):
        match = new("july-1939", **options)
        assert ids(position(match).stack(the_game().box("out"))) == out | {"JA-GEKOKUJO"}
        assert place(match, "JA-YASINF") == "display"


@pytest.mark.rule("kgw", "23.3.4.e")
def test_haichi_go_plays_with_every_option() -> None:
    options = the_game().scenarios["haichi-go"].data["options"]
    fixed = {name for name, option in options.items() if option.get("fixed")}
    assert len(fixed) == 8
    assert all(new("haichi-go").state.options[name] for name in fixed)
    with pytest.raises(khalkhin.KhalkhinError, match="always plays"):
        new("haichi-go", agents=False)


@pytest.mark.rule("kgw", "23.1.2.m", "23.3.3.h")
def test_zhukov_and_gekokujo_at_the_start() -> None:
    assert place(new("may-1939"), "RA-ZHUKOV") == "display"
    assert the_game().scenarios["may-1939"].data["leader_from"] == 7
    assert place(new("july-1939"), "RA-ZHUKOV") == "hand"
    assert [position(new(name)).gekokujo for name in SCENARIOS] == [False, False, True]


@pytest.mark.rule("kgw", "23.3.3.g", "24.6.1.c", "24.6.1.d")
def test_one_agent_of_the_owners_choice() -> None:
    """Q-100: either of the two; the other goes to the Display. Not next to the enemy, not in the Disputed Area."""
    for chosen, other in (("WR-AG-RFP", "MJ-AG-MIA"), ("MJ-AG-MIA", "WR-AG-RFP")):
        match = do(placing("haichi-go", "japan"), f"unit {chosen}")
        assert not offered(match, "hex") & names(position(match).zone(0) | the_game().disputed)
        assert not offered(match, "hex") & names(the_game().country["MPR"] | the_game().country["USSR"])
        do(match, "hex 1920")
        assert (place(match, chosen), place(match, other)) == ("1920", "display")
        assert other not in offered(match, "unit")


@pytest.mark.rule("kgw", "23.1.4.b", "23.1.4.c", "23.2.4.b", "23.2.4.c", "23.3.4.b", "23.3.4.c")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_japanese_event_in_the_first_turn(scenario: str) -> None:
    match = do(new(scenario), "auto", "done", "auto", "done")
    assert "log.event" not in [event.key for event in match.log]
    while "log.event" not in [event.key for event in match.log]:
        assert position(match).active == 1
        do(match, "done")
    assert next(event.params["side"] for event in match.log if event.key == "log.event") == "soviet"


@pytest.mark.rule("kgw", "23.3.4.d")
def test_accelerated_rates() -> None:
    assert [the_game().scenarios[name].data["accelerated"] for name in SCENARIOS] == [False, False, True]


# -- place for me ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "3.0", "23.1", "23.2", "23.3")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("broken", [False, True])
def test_place_for_me_is_legal(scenario: str, broken: bool) -> None:
    """Everything stands in its area and nothing is overstacked, with divisions whole or broken down."""
    match = new(scenario)
    for side in (0, 1):
        if broken:
            do(match, *(f"breakdown {unit}" for unit in sorted(map(str, offered(match, "breakdown")))))
        before = position(match)
        lines = {u: line_of(before, u).area for u in members(before.stack(the_game().box("hand")))}
        do(match, "auto")
        s = position(match)
        for unit, area_ in lines.items():
            if the_game().sheet.side[unit] == side and s.where[unit] >= 0:
                assert area_ >> s.where[unit] & 1
        assert not any(excess(s, side, h) for h in members(s.occupied(side)))
        the_game().check(s)
        do(match, "done")
    assert "log.base-lost" not in [event.key for event in match.log]


@pytest.mark.rule("kgw", "23.0")
def test_place_for_me_keeps_what_stands_already() -> None:
    match = do(new("july-1939"), "unit RA-57", "hex 1601", "auto")
    assert place(match, "RA-57") == "1601"
    assert refused(match, "auto") == "23.0"
    assert offered(match, "done") == {None}


@pytest.mark.rule("kgw", "23.2.2", "23.2.3")
def test_place_for_me_makes_sense() -> None:
    """Zhukov with his guns at Tamsag Bulak, every entrenchment and both towns of the railroads held, bases covered."""
    match = do(new("july-1939"), "auto", "done", "auto", "done")
    s = position(match)
    assert place(match, "RA-ZHUKOV") == place(match, "RA-57ART") == "2015"
    assert hexes("2015", "1211", "1803", "0112", "0421") & ~s.occupied(0) == 0
    assert hexes("2312", "2313", "2608", "2614", "2006", "1920", "1524") & ~s.occupied(1) == 0
    assert all(s.units_at(1, s.where[u]) for u in members(s.on_map(1) & the_game().air))


@pytest.mark.rule("kgw", "15.3.g", "3.0")
def test_no_base_is_lost_while_units_are_set_up() -> None:
    """Air units in an enemy zone are lost when play begins, not while their owner is still placing who covers them."""
    match = do(new("july-1939"), "unit RA-AIR-1", "hex 2015", "unit MP-6CAV", "hex 2212")
    do(match, "auto", "done", "unit JA-AIR-1", "hex 2211")
    assert position(match).zone(0) & hexes("2211")
    assert place(match, "JA-AIR-1") == "2211"
    do(match, "auto", "done")
    covered = bool(position(match).occupied(1) & hexes("2211"))
    assert place(match, "JA-AIR-1") == ("2211" if covered else "display")


@pytest.mark.rule("kgw", "23.0.e")
def test_which_counters_lie_on_either_face_at_set_up_and_where() -> None:
    """Supply anywhere, engineers beside a river where no other bridge of theirs stands."""
    game = the_game()
    s = position(board({}))
    for unit in range(len(game.sheet)):
        other = game.rivers if game.engineers >> unit & 1 else 0
        assert turnable(s, unit) == (game.map.grid.all if game.supply >> unit & 1 else other), game.sheet.ids[unit]
    placed = {"2212": "RA-FEMDENG", "2213": "RA-SUP-1", "2312": "RA-1AGENG"}
    s = position(board(placed, marks={"flipped": ["RA-SUP-1", "RA-1AGENG"]}))
    assert names(game.rivers & ~turnable(s, game.sheet.index["RA-57ENG"])) == {"2312"}


@pytest.mark.rule("kgw", "3.0", "23.0")
def test_no_full_hex_is_offered_however_many_are_full() -> None:
    """Q-77"""
    six = ["JA-4-2", "JA-16-2", "JA-29-2", "JA-30-2", "JA-8-4", "JA-37-4"]
    more = ["JA-61-4", "JA-70-4", "CX-11-26", "CX-12-26", "CX-13-26", "MJ-7CAV"]
    s = position(board({"2006": six, "2206": more, "hand": "MC-HSINGAN"}, first=[Setup(1)]))
    found = names(places(s, the_game().sheet.index["MC-HSINGAN"]))
    assert "2207" in found
    assert not found & {"2006", "2206"}


@pytest.mark.rule("kgw", "23.0", "21.0")
def test_who_is_being_placed_is_its_owners_business() -> None:
    match = do(placing("july-1939"), "unit RA-SUP-1")
    s = position(match)
    step = s.agenda[-1]
    assert isinstance(step, SetDown)
    assert step.seen_by(s, 0) == step
    assert step.seen_by(s, 1) == step.seen_by(s, None) == Setup(0)


@pytest.mark.rule("kgw", "15.3.g", "3.0")
@pytest.mark.parametrize("unit", ["RA-AIR-1", "RA-AIR-3"])
def test_place_for_me_bases_nobody_where_he_would_be_lost(unit: str) -> None:
    around = {"2014": "JA-64-23", "1212": "JA-71-23"}

    def base(**more: str) -> str:
        covered = {f"{hex_.removeprefix('h')}": who for hex_, who in more.items()}
        return place(do(board({**around, **covered, "hand": unit}, first=[Setup(0)]), "auto"), unit)

    assert base() not in ("2015", "1211"), "where the line would rather have it"
    assert base(h2015="RA-57") == "2015", "somebody is there"
    assert base(h1211="RA-57") == "1211"


def test_a_position_can_begin_while_units_are_set_up() -> None:
    match = board({"hand": "MC-1-8BGU", "2608": "JA-SUP-1"}, "japan_setup", month=5, scenario="may-1939")
    do(match, "unit MC-1-8BGU", "hex 2006", "done")
    assert (place(match, "MC-1-8BGU"), position(match).turn) == ("2006", 5)
    assert asked(match).message.key == "ask.recruit"
