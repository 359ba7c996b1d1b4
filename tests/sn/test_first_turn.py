"""25.4, 25.8, 25.12  The first turn of the scenarios: what surprise does in 1941, and that 1939 has none of it."""

from __future__ import annotations

import pytest

from khalkhin.games.sn.supply import general
from tests.sn.fights import NE, fight
from tests.sn.flights import BORZYA, FAR, RED, air, launch
from tests.sn.positions import (
    asked,
    board,
    do,
    names,
    offered,
    points,
    position,
    refused,
    shifts,
    the_game,
    told,
    units,
    who_is_at,
)

rule = pytest.mark.rule
GAME = the_game()
each_war = pytest.mark.parametrize(
    ("scenario", "turn", "surprise"),
    [("anti-comintern", 1, True), ("kantokuen", 1, True), ("nomonhan", 1, False), ("kantokuen", 2, False)],
)


@rule("sn", "25.4.1", "25.8.1")
@each_war
def test_all_japanese_are_supplied_in_their_own_turn(scenario: str, turn: int, surprise: bool) -> None:
    """R107: the Japanese player turn, not the Soviet one; and nobody else."""
    placed = {"2317": "JP-7ID", "3027": "MJ-1CC", "0415": "SU-21ID"}
    s = position(board(placed, "japan_move", scenario=scenario, turn=turn))
    assert general(s, 1) == (units("JP-7ID", "MJ-1CC") if surprise else 0)
    assert not general(s, 0)
    s = position(board(placed, "soviet_move", scenario=scenario, turn=turn))
    assert not general(s, 1)


@rule("sn", "25.4.1", "25.8.1")
@each_war
def test_their_second_movement_needs_no_supply_to_be_expended(scenario: str, turn: int, surprise: bool) -> None:
    placed = {"2317": ["JP-7ID", "JP-SUP-1"], "0415": "SU-21ID"}
    match = board(placed, "japan_move", round=2, scenario=scenario, turn=turn)
    assert asked(match).message.key == ("ask.move" if surprise else "ask.expend-move")
    if surprise:
        assert offered(match, "unit") == {"JP-7ID", "JP-SUP-1"}


@rule("sn", "25.4.2", "25.8.2")
@each_war
def test_their_attacks_are_one_column_better(scenario: str, turn: int, surprise: bool) -> None:
    match = fight({NE: "JP-2IC"}, "SU-12IC", 4, scenario=scenario, turn=turn)
    assert shifts(match) == ({"25.4.2": 1} if surprise else {})


@rule("sn", "25.4.3", "25.8.3")
@each_war
def test_their_air_attacks_are_one_column_better(scenario: str, turn: int, surprise: bool) -> None:
    match = air({BORZYA: "SU-21ID"}, available=FAR, scenario=scenario, turn=turn, dice=[3])
    do(launch(match, BORZYA, FAR), "done", "target units")
    assert told(match, "log.air-attack")["column"] == ("2" if surprise else "1")


@rule("sn", "25.4.3", "25.8.3")
@each_war
def test_general_supply_is_enough_for_their_airbases(scenario: str, turn: int, surprise: bool) -> None:
    match = air({BORZYA: "SU-21ID"}, available=FAR, round=2, scenario=scenario, turn=turn)
    assert offered(match, "unit") == ({FAR} if surprise else set())


@rule("sn", "25.4.3", "25.8.3")
def test_e134_their_interceptors_are_helped_too() -> None:
    """E134, R107: the whole game turn: two of them roll on the column of three in the Soviet Air Phase."""
    for scenario, columns in (
        ("kantokuen", {"soviet": "1", "japan": "3"}),
        ("nomonhan", {"soviet": "1", "japan": "2"}),
    ):
        match = air({"1423": "JP-7ID"}, available=RED[0], interception=["JP-AIR-1", "JP-AIR-2"], side="soviet",
                    scenario=scenario, turn=1, dice=[3, 3])  # fmt: skip
        do(launch(match, "1423", RED[0]), "done")
        for strike in ("JP-AIR-1", "JP-AIR-2"):
            do(match, f"unit {strike}", "hex 1423")
        do(match, *(["done"] if asked(match).message.key == "ask.intercept" else []))
        found = {str(e.params["side"]): e.params["column"] for e in match.log if e.key == "log.air-combat"}
        assert found == columns


@rule("sn", "25.4.4", "25.8.4")
@each_war
def test_e97_no_ships_and_no_landings_in_the_ussr(scenario: str, turn: int, surprise: bool) -> None:
    """E97: not at Vladivostok; from port to port they may sail. No bombardment, no carrier airstrikes."""
    placed = {"2604": ["JP-1CSNLFMB"], "3614": "JP-2IC", "2202": "SU-12IC"}
    match = do(board(placed, "japan_move", scenario=scenario, turn=turn), "sail JP-1CSNLFMB")
    there = {str(h) for h in offered(match, "hex")}
    soviet = names(GAME.coast & GAME.realm["USSR"])
    assert (there & soviet) == (set() if surprise else soviet)
    assert "3614" in there
    if surprise:
        assert refused(match, "hex 2202") == "25.4.4"
    ships = {"available": ["JP-NAVY-1", "JP-CAIR-1", FAR], "2303": "JP-CV-1", "2202": "SU-12IC"}
    match = board(ships, "japan_air", scenario=scenario, turn=turn)
    assert {"JP-NAVY-1", "JP-CAIR-1"} & offered(match, "unit") == (set() if surprise else {"JP-NAVY-1", "JP-CAIR-1"})
    if surprise:
        assert {refused(match, f"unit {name}") for name in ("JP-NAVY-1", "JP-CAIR-1")} == {"25.4.4"}


@rule("sn", "25.4.4", "25.8.4")
def test_nobody_leaves_the_ussr_by_sea_either() -> None:
    match = board({"2403": "JP-1CSNLFMB", "2604": "JP-2IC"}, "japan_move", turn=1)
    assert "JP-1CSNLFMB" not in offered(match, "sail")
    match = board({"2403": "JP-1CSNLFMB", "2604": "JP-2IC"}, "japan_move", turn=2)
    assert "JP-1CSNLFMB" in offered(match, "sail")


@rule("sn", "6.1.1", "5.0")
def test_set_up_costs_nothing() -> None:
    match = board({"1521": "JP-2IC", "1002": "SU-12IC"}, "japan_mobilize", turn=1)
    assert (points(match, "japan"), points(match, "soviet")) == (24, 0)


@rule("sn", "3.2")
def test_all_units_of_a_side_are_friends() -> None:
    """Japanese, Manchukuoans, Mongols and Germans in one hex, attacking together with one supply unit."""
    together = ["JP-2IC", "MC-1IC", "MJ-1CC", "DE-AK"]
    match = fight({NE: together, "2318": "JP-7ID"}, "SU-12IC", 3, expend=["JP-SUP-1", "JP-SUP-2"])
    assert shifts(match)["12.2.max"] == 2
    assert set(told(match, "log.attack")["units"]) == {*together, "JP-7ID"}
    with_a_fort = board({"2216": [*together[:2], "JP-FORT-1", "DE-AK"]}, "japan_combat")
    assert who_is_at(with_a_fort, "2216") == {"JP-2IC", "MC-1IC", "JP-FORT-1", "DE-AK"}, "nobody had to leave"
