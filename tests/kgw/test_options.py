"""24.0  The optional rules are switches: their counters are in the game only with them; scenario III has them all."""

from __future__ import annotations

import pytest

import khalkhin
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.match import Match
from tests.kgw.positions import board, do, offered, place, position, the_game

rule = pytest.mark.rule

OPTIONS = (
    "armour_groups",
    "air_missions",
    "ground_fire",
    "air_supply",
    "soviet_reorganization",
    "agents",
    "railway",
    "losses",
)
HOUSE_RULES = ("supply_losses", "passing_garrison")
COUNTERS = {
    "armour_groups": ("RA-FMG", "JA-YAS", "CX-SENDA"),
    "air_supply": ("JA-AIRSUP",),
    "agents": ("MP-AG-AJAA", "MP-AG-CPAJA", "MP-AG-MRA", "WR-AG-RFP", "MJ-AG-MIA"),
}


def start(scenario: str, **options: bool) -> Match:
    return khalkhin.new("kgw", scenario, seed=1, options=options)


def test_every_option_is_off_unless_wanted_and_is_one_switch_of_its_own() -> None:
    for scenario in ("may-1939", "july-1939"):
        none = dict.fromkeys((*OPTIONS, *HOUSE_RULES), False)
        assert position(start(scenario)).options == none
        for name in none:
            assert position(start(scenario, **{name: True})).options == {**none, name: True}


@rule("kgw", "23.3.4")
def test_the_third_scenario_plays_with_all_of_them() -> None:
    house = dict.fromkeys(HOUSE_RULES, False)
    assert position(start("haichi-go")).options == {**dict.fromkeys(OPTIONS, True), **house}
    with pytest.raises(KhalkhinError, match="agents"):
        start("haichi-go", agents=False)


@rule("kgw", "24.1", "24.1.1", "24.4", "24.6")
@pytest.mark.parametrize("option", COUNTERS)
def test_t_114_counters_of_an_option_not_in_use_are_in_no_display(option: str) -> None:
    """Q-99"""
    off, on = start("july-1939"), start("july-1939", **{option: True})
    for counter in COUNTERS[option]:
        assert place(off, counter) == "out"
        assert place(on, counter) == "display"
    assert place(off, "JA-YASINF") == "display"
    others = [c for name, counters in COUNTERS.items() if name != option for c in counters]
    assert {place(on, c) for c in others} == {"out"}


@rule("kgw", "24.7")
def test_without_the_railway_option_nobody_builds() -> None:
    placed = {"1803": ["RA-57ENG", "RA-SUP-1"]}
    assert "RA-SUP-1" in offered(board(placed, "soviet_organise", options={"railway": True}), "extend")
    assert offered(board(placed, "soviet_organise"), "extend") == set()
    assert "marker.railhead" not in str(board(placed, "soviet_organise").view("soviet")["markers"])


@rule("kgw", "24.2")
def test_without_the_air_option_nobody_flies_twice() -> None:
    placed = {"2015": ["RA-AIR-1", "RA-SUP-1"]}
    marks = {"flown": "RA-AIR-1", "sortied": "RA-AIR-1"}

    def reuse(on: bool) -> set[str | int | None]:
        return offered(board(placed, "soviet_reuse", first=(), marks=marks, options={"air_missions": on}), "reuse")

    assert reuse(True) == {"RA-AIR-1"}
    assert reuse(False) == set()


@rule("kgw", "24.4.d")
def test_air_supply_is_bought_like_another_unit() -> None:
    match = board({}, "japan_recruit", rest="display", points=(0, 3), options={"air_supply": True})
    do(match, "recruit JA-AIRSUP", "done", "unit JA-AIRSUP", "hex 2608", "done")
    assert place(match, "JA-AIRSUP") == "2608"
    assert position(match).points[1] == 0
    assert the_game().cost[the_game().sheet.index["JA-AIRSUP"]] == 6
