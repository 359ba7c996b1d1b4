"""A refusal names the rule that is its true cause, and says what is missing."""

from __future__ import annotations

from typing import Any

import pytest

import khalkhin
from khalkhin.engine.match import Match
from khalkhin.engine.words import Words
from tests.sn.flights import CHITA, FAR, MANCHOULI, west
from tests.sn.positions import board, do, why


def said(match: Match, decision: str) -> tuple[str, str]:
    """The rule that refuses a decision, and the sentence."""
    reason = why(match, decision)
    return reason.rule, Words("en", match.game).say(reason.key, match.game.codec.params(reason.params))


def moving(placed: dict[str, Any], *said_first: str, **fields: Any) -> Match:
    return do(board(placed, "japan_move", **fields), *said_first)


@pytest.mark.rule("sn", "8.2", "8.5", "14.5.4", "18.1")
def test_who_does_not_move_is_told_why() -> None:
    base = moving({"2317": ["JP-SUP-1", "JP-7ID"]}, flipped="JP-SUP-1")
    assert said(base, "unit JP-SUP-1")[0] == "2.8"
    assert "base side" in said(base, "unit JP-SUP-1")[1]
    second = moving({"2317": ["JP-7ID", "JP-SUP-1"]}, "done", round=2)
    assert said(second, "unit JP-7ID")[0] == "8.5"
    assert "Offensive Supply nor within radius of a headquarters" in said(second, "unit JP-7ID")[1]
    assert said(second, "unit JP-SUP-1") == (
        "14.5.4",
        "No other supply unit supplies Japanese supply 1, as its move in this phase needs.",
    )


@pytest.mark.rule("sn", "8.1", "8.3", "8.6.4")
def test_a_hex_out_of_reach_says_what_it_costs_or_what_bars_it() -> None:
    match = moving({"2317": "JP-7ID"}, "unit JP-7ID")
    assert said(match, "hex 2312") == ("8.1", "The way to 2312 costs 4½ movement points of 4.")
    wall = {"2315": "SU-21ID", "2215": "SU-22ID", "2116": "SU-32ID", "2415": "SU-35ID", "2516": "SU-39ID"}
    barred = moving({"2317": "JP-1AD", **wall}, "unit JP-1AD")
    assert said(barred, "hex 2314") == ("8.3", "Enemy zones of control bar the way to 2314.")
    assert said(moving({"2317": "JP-1AD"}, "unit JP-1AD"), "hex 0118")[0] == "8.1"
    spent = do(match, "via 2318", "via 2317", "via 2318")
    assert said(spent, "hex 2316") == ("8.1", "The way to 2316 costs 5 movement points of 4.")


@pytest.mark.rule("sn", "8.10", "8.11.2", "8.11.3", "8.11.5")
def test_a_ride_is_refused_for_its_own_reason() -> None:
    placed = {"1521": ["JP-7ID", "JP-SUP-1"], "2317": "JP-8ID"}
    match = moving(placed, "unit JP-7ID")
    assert said(match, "rail 2317") == ("8.10", "2317 is not on a railroad.")
    assert said(match, "rail 1325")[0] == "8.11.5"
    field = moving({"2317": ["JP-7ID", "JP-SUP-1"]}, "unit JP-7ID")
    assert said(field, "rail 1521") == ("8.10", "2317 is not on a railroad."), "it would have to entrain there"
    hungry = moving({"1521": "JP-7ID"}, "unit JP-7ID")
    assert said(hungry, "rail 1522") == ("8.11.2", "7 Div is not in General Supply.")


@pytest.mark.rule("sn", "14.3", "15.2.29")
def test_what_is_not_expended_is_told_why() -> None:
    placed = {"2317": ["JP-7ID", "JP-SUP-1", "JP-SUP-2"], "2315": "SU-SUP-1"}
    match = board(placed, "japan_move", round=2, disrupted="JP-SUP-2")
    do(match, "expend JP-SUP-1")
    assert said(match, "expend JP-SUP-1") == ("14.3", "Japanese supply 1 is taking part already.")
    assert said(match, "expend JP-7ID") == ("14.3", "7 Div is not a supply unit.")
    assert said(match, "expend JP-SUP-2") == ("15.2.29", "Japanese supply 2 is disrupted.")
    assert said(match, "expend JP-SUP-3") == ("14.3", "Japanese supply 3 is not on the map.")
    assert said(match, "expend SU-SUP-1") == ("14.3", "Soviet supply 1 is not yours.")


@pytest.mark.rule("sn", "5.4", "6.4.1", "6.5")
def test_who_is_not_recruited_is_told_why() -> None:
    match = board({"1521": "JP-2IC", "1028": "SU-12IC", "gone": "JP-KAHQ"}, "japan_mobilize", turn=2, points=(0, 0))
    do(match, "recruit JP-7ID", "home")
    assert said(match, "recruit JP-KAHQ") == ("6.4.1", "KA HQ is lost for good.")
    assert said(match, "recruit JP-7ID") == ("6.5", "7 Div is not in your pool.")
    poor = board({"1521": "JP-2IC", "1028": "SU-12IC"}, "soviet_mobilize", turn=2, points=(0, 0))
    do(poor, "recruit SU-FEHQ", "hex 1028", "recruit SU-SUP-1", "hex 1028")
    assert said(poor, "recruit SU-TBHQ") == ("5.4", "TB HQ costs 4 mobilization points; you have 2.")


@pytest.mark.rule("sn", "15.1", "15.2.4")
def test_a_strike_without_a_base_and_one_without_a_target_in_range() -> None:
    base = {MANCHOULI: ["JP-1BASE", "JP-SUP-1"], CHITA: "JP-FORT-1"}
    placed = {**base, "0733": "SU-12IC", "available": [FAR, "JP-AIR-11"]}
    near = west(placed, "japan_air", captured=[CHITA])
    assert said(near, "unit JP-AIR-11")[0] == "15.2.4"
    assert "in range" in said(near, "unit JP-AIR-11")[1]
    hurt = west(placed, "japan_air", captured=[CHITA], disrupted="JP-1BASE")
    assert said(hurt, "unit JP-AIR-11")[0] == "15.1"


@pytest.mark.rule("sn", "3.1.1", "10.0.3")
def test_a_place_of_the_set_up_says_where_else_and_how_much() -> None:
    match = do(khalkhin.new("sn", "kantokuen", seed=1), "unit OM-1CC")
    assert said(match, "hex 2317") == (
        "3.1.1",
        "1 Mongolian Cav Corps is set up in another area: Outer Mongolia.",
    )
    full = khalkhin.new("sn", "kantokuen", seed=1)
    for number in (12, 18, 26):
        do(full, f"unit SU-{number}IC", "hex 2202")
    assert said(full, "unit SU-12IC") == ("3.1", "12 Corps is placed already.")
    assert said(do(full, "unit SU-FORT-1"), "hex 2202") == ("10.0.3", "2202 takes 9 divisional equivalents at most.")


@pytest.mark.rule("sn", "15.2.8", "15.2.9")
def test_strikes_of_the_other_side_are_not_ones_own() -> None:
    base = {MANCHOULI: ["JP-1BASE", "JP-SUP-1"], CHITA: ["SU-FORT-1", "SU-TBBASE"]}
    match = west({**base, "available": FAR, "interception": "SU-AIR-1"}, "japan_air")
    assert said(match, "unit SU-AIR-1") == ("15.2.8", "Soviet airstrike 1 is not yours.")


@pytest.mark.rule("sn", "15.1", "15.2.4")
def test_a_base_that_cannot_launch_and_one_that_is_too_far() -> None:
    bases = {MANCHOULI: ["JP-1BASE", "JP-SUP-1"], "1524": ["JP-2BASE", "JP-SUP-2"], "2010": ["JP-3BASE", "JP-SUP-3"]}
    match = west({**bases, "1325": "SU-12IC", "available": FAR}, "japan_air")
    do(match, f"unit {FAR}", "hex 1325")
    assert said(match, "from 2010") == ("15.2.4", "From there Japanese airstrike 1 does not reach its target.")
    assert said(match, "from 3010")[1] == "No airbase or carrier there can still launch Japanese airstrike 1."


@pytest.mark.rule("sn", "7.3", "22.1")
def test_what_does_not_break_down_is_told_why() -> None:
    match = board({"2317": ["JP-7ID", "JP-2IC"], "2012": "JP-SUP-1", "1002": "SU-12IC"}, "japan_reorganize")
    assert said(match, "breakdown JP-7ID") == ("7.3", "7 Div is not formed of divisions, so it does not break down.")
    cold = {"0622": ["SU-12IC", "SU-21ID"], "1028": ["SU-18IC", "SU-SUP-1"], "2317": "JP-2IC"}
    rally = board(cold, "soviet_attrition", turn=3, options={"attrition": True})
    assert said(rally, "breakdown SU-21ID") == ("22.1", "21 Div is not formed of divisions, so it does not break down.")
    assert said(rally, "breakdown JP-2IC") == ("22.1", "2 Army is not yours.")
    assert "suffers no attrition" in said(rally, "breakdown SU-18IC")[1]


@pytest.mark.rule("sn", "18.0", "23.0.1", "23.0.2")
def test_who_does_not_go_to_the_home_islands_is_told_why() -> None:
    placed = {"2604": ["JP-1BASE", "JP-SUP-1"], "home": "JP-1TSAB", "3306": "JP-1CSNLFMB", "1002": "SU-12IC"}
    drop = do(board(placed, "japan_move"), "drop JP-1TSAB")
    assert said(drop, "home") == ("23.0.1", "1 TS Abn Bde is in the Home Islands already.")
    marines = do(board({"2202": ["SU-1FEMB", "SU-SUP-1"], "2604": "JP-7ID"}, "soviet_move"), "sail SU-1FEMB")
    assert said(marines, "home") == (
        "23.0.2",
        "Only Japanese and German units go to the Home Islands, not 1FE Marine Bde.",
    )


def test_after_the_set_up_nobody_is_to_be_chosen() -> None:
    match = do(khalkhin.new("sn", "kantokuen", seed=1), "auto")
    assert said(match, "hex 2202") == ("3.0", "Everything is placed.")
