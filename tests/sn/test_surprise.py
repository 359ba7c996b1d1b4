"""25.4.3, 25.4.4, 25.8  The first turn: Japanese airmen surprise, the Navy is busy elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sn.flights import BORZYA, FAR, LONG, MANCHOULI, OLOVYANNAYA, PLAIN, RED, air, intercept, launch, west
from tests.sn.positions import asked, board, do, marked, offered, position, refused, told, why

TARGET = {BORZYA: "SU-12IC"}
SURPRISED = ["anti-comintern", "kantokuen"]


@pytest.mark.rule("sn", "25.4.3")
@pytest.mark.rule("sn", "25.8")
@pytest.mark.rule("sn", "25.8.3")
@pytest.mark.parametrize(
    ("scenario", "turn", "column"),
    [("anti-comintern", 1, "3"), ("kantokuen", 1, "3"), ("nomonhan", 1, "2"), ("kantokuen", 2, "2")],
)
def test_japanese_attacks_from_the_air_are_one_column_better(scenario: str, turn: int, column: str) -> None:
    """On units, airbases and cities."""
    for hex_, target in ((BORZYA, "units"), (OLOVYANNAYA, "airbase"), ("1826", "city")):
        match = air(TARGET, available=LONG[:2], scenario=scenario, turn=turn, dice=[3])
        do(launch(match, hex_, *LONG[:2]), "done", f"target {target}")
        assert told(match, "log.air-attack")["column"] == column


@pytest.mark.rule("sn", "25.4.3")
@pytest.mark.rule("sn", "25.8.3")
@pytest.mark.parametrize("scenario", SURPRISED)
def test_japanese_airstrikes_are_one_column_better_in_air_combat(scenario: str) -> None:
    """The Soviets are not."""
    match = air(TARGET, available=LONG[:2], interception=RED[:2], scenario=scenario, turn=1, dice=[1, 1])
    do(launch(match, BORZYA, *LONG[:2]), "done")
    intercept(match, BORZYA, *RED[:2])
    columns = [e.params["column"] for e in match.log if e.key == "log.air-combat"]
    assert columns == ["3", "2"]


@pytest.mark.rule("sn", "25.4.3")
def test_japanese_interceptors_of_that_turn_are_better_too() -> None:
    """E134: two of them in the Soviet Air Phase roll in the third column."""
    match = air({PLAIN: "JP-2IC"}, available=RED[0], interception=LONG[:2], side="soviet", turn=1, dice=[1, 1])
    do(launch(match, PLAIN, RED[0]), "done")
    do(intercept(match, PLAIN, *LONG[:2]), *(["done"] if asked(match).message.key == "ask.intercept" else []))
    columns = [e.params["column"] for e in match.log if e.key == "log.air-combat"]
    assert columns == ["1", "3"]


@pytest.mark.rule("sn", "25.4.3")
def test_soviet_attacks_of_that_turn_are_not() -> None:
    match = air({PLAIN: "JP-2IC"}, available=RED[:2], side="soviet", turn=1, dice=[3])
    do(launch(match, PLAIN, *RED[:2]), "done", "target units")
    assert told(match, "log.air-attack")["column"] == "2"


@pytest.mark.rule("sn", "25.4.3")
@pytest.mark.rule("sn", "25.8.3")
@pytest.mark.rule("sn", "25.8.1")
@pytest.mark.parametrize(
    ("scenario", "turn", "able"), [("anti-comintern", 1, True), ("kantokuen", 1, True), ("nomonhan", 1, False)]
)
def test_general_supply_is_enough_for_japanese_airbases_in_the_second_phase(
    scenario: str, turn: int, able: bool
) -> None:
    """E80: and all Japanese units are in General Supply."""
    placed = {**TARGET, MANCHOULI: "JP-1BASE", "2010": "JP-SUP-1", "available": FAR}
    match = west(placed, "japan_air", round=2, scenario=scenario, turn=turn)
    if not able:
        do(match, "done")  # supply, which nobody is asked for where it is of no use
    assert (offered(match, "unit") == {FAR}) == able
    assert marked(match, "general", "JP-1BASE")
    alone = west({k: v for k, v in placed.items() if k != "2010"}, "japan_air", scenario=scenario, turn=turn)
    assert (offered(alone, "unit") == {FAR}) == able


@pytest.mark.rule("sn", "25.4.3")
def test_in_the_soviet_turn_their_bases_need_real_general_supply_but_no_more() -> None:
    placed: dict[str, Any] = {PLAIN: "JP-2IC", OLOVYANNAYA: ["SU-FEBASE", "SU-SUP-1"], "available": RED[0]}
    for base, able in (({MANCHOULI: ["JP-1BASE", "JP-SUP-1"]}, True), ({MANCHOULI: "JP-1BASE"}, False)):
        match = west({**placed, **base, "interception": FAR}, "soviet_air", round=2, turn=1)
        do(match, "expend SU-SUP-1", "done")
        assert asked(match).message.key == "ask.launch"
        do(launch(match, PLAIN, RED[0]), "done")
        assert (offered(match, "unit") == {FAR}) == able


@pytest.mark.rule("sn", "25.4.4")
@pytest.mark.rule("sn", "25.8.4")
@pytest.mark.parametrize("scenario", SURPRISED)
def test_no_ship_fires_and_no_carrier_airstrike_flies(scenario: str) -> None:
    """E97: in both player turns."""
    placed = {"2202": "SU-12IC", "2302": "JP-CV-1", "2010": "JP-2IC", "available": ["JP-NAVY-1", "JP-CAIR-1"]}
    match = board(placed, "japan_air", scenario=scenario, turn=1)
    assert offered(match, "unit") == set()
    for strike in ("JP-NAVY-1", "JP-CAIR-1"):
        assert (refused(match, f"unit {strike}"), why(match, f"unit {strike}").key) == ("25.4.4", "why.first-turn")
    later = board(placed, "japan_air", scenario=scenario, turn=2)
    assert offered(later, "unit") == {"JP-NAVY-1", "JP-CAIR-1"}
    theirs = {"2302": "JP-CV-1", "2202": ["SU-FEBASE", "SU-SUP-1"], "2403": "JP-2IC", "available": RED[0]}
    reply = board({**theirs, "interception": "JP-CAIR-1"}, "soviet_air", scenario=scenario, turn=1)
    do(launch(reply, "2403", RED[0]), "done")
    assert (offered(reply, "unit"), refused(reply, "unit JP-CAIR-1")) == (set(), "25.4.4")


@pytest.mark.rule("sn", "25.8.4")
def test_carriers_may_sail_in_the_first_turn() -> None:
    match = board({"2010": "JP-2IC", "1028": "SU-12IC", "available": "JP-CV-1"}, "japan_move", turn=1)
    assert "JP-CV-1" in offered(match, "unit")


@pytest.mark.rule("sn", "25.8.2")
@pytest.mark.rule("sn", "25.12")
@pytest.mark.parametrize(
    ("scenario", "turn", "helped"),
    [("anti-comintern", 1, True), ("kantokuen", 1, True), ("kantokuen", 2, False), ("nomonhan", 1, False)],
)
def test_the_rules_of_the_first_turn_are_those_of_1941(scenario: str, turn: int, helped: bool) -> None:
    """They help Japan only; its attacks on the ground are one column better."""
    match = board({"1423": "JP-2IC", "1424": "SU-12IC"}, "japan_combat", scenario=scenario, turn=turn, dice=[4])
    s = position(match)
    assert (s.surprise(1), s.surprise(0)) == (helped, False)
    do(match, "attack 1424", "unit JP-2IC", "commit")
    assert ("25.4.2" in {shift["rule"] for shift in told(match, "log.odds")["shifts"]}) == helped
