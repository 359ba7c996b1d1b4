"""A month of Strike North at the keyboard: set-up by hand, recruits, a drop, a landing, trains, strikes and attacks."""

from __future__ import annotations

import random

import pytest

import khalkhin as api
from khalkhin.engine.match import Decision, Match
from tests.terminal.desk import Said, decided, khalkhin, sit

SET_UP = """auto
done
1TSAB home
1CSNLFMB 2604
auto
done
"""
TO_MOVE = SET_UP + "recruit KAHQ home\ndone\ndone\n"
TO_AIR = TO_MOVE + "drop 1TSAB 2106\nsail 1CSNLFMB 3306\nCV/1 2401\n2AD rail 1312\ndone\n"
TO_COMBAT = TO_AIR + "JP-AIR-1 1902 from 2106 mission ground\ndone\nSU-AIR-2 1902\n"


def strike_north(typed: str) -> Said:
    return khalkhin("play", "sn", "kantokuen", "--as", "both", "--seed", "7", typed=typed)


def test_recruits_are_paid_for_where_they_are_placed() -> None:
    said = strike_north(TO_MOVE + "boxes\n")
    assert "  24 points to spend" in said.lines
    assert "  19 points to spend" in said.after("recruit KAHQ home")
    assert "Home Islands, Japanese player: 1TSAB, KAHQ" in said.after("boxes")


def test_there_are_four_ways_to_move() -> None:
    said = strike_north(TO_AIR + "choices sail\n")
    asked = said.lines[: said.lines.index("> drop 1TSAB 2106")][-5:]
    assert [line.split()[0] for line in asked] == ["unit", "sail", "drop", "done", "At"]
    assert any(line.startswith("1 TS Abn Bde drops on 2106") for line in said.after("drop 1TSAB 2106"))
    assert "1 CSNLF Marine Bde lands in 3306." in said.after("sail 1CSNLFMB 3306")
    assert "Japanese carrier 1 sails to 2401." in said.after("CV/1 2401")
    assert any(line.startswith("2 Arm Div goes by rail: 1521 → ") for line in said.after("2AD rail 1312"))


def test_the_way_is_named_before_where_it_ends() -> None:
    """A hex that may be meant in two ways means the end of the move, unless it is named as a part of the way."""
    said = strike_north(TO_MOVE + "2AD via 1621 1720\n")
    told = said.after("2AD via 1621 1720")
    assert any(line.startswith("2 Arm Div moves: 1521 → 1621 → ") and line.endswith("1720.") for line in told), told


def test_strikes_in_the_air_are_told_to_who_may_intercept() -> None:
    said = strike_north(TO_COMBAT)
    assert said.lines.count("  Over 1902: Japanese airstrike 1") == 2
    fought = said.after("SU-AIR-2 1902")
    assert "Soviet airstrike 2 intercepts over 1902." in fought
    assert sum(line.startswith("Air combat over 1902, ") for line in fought) == 2


@pytest.mark.parametrize("noun", ["1902", "2304"])
def test_a_carrier_stays_on_the_water(noun: str) -> None:
    said = strike_north(TO_MOVE + f"CV/1 {noun}\n")
    assert any(f"No carrier can sail to {noun}." in line for line in said.after(f"CV/1 {noun}"))


def test_supply_is_expended_and_attacks_are_declared() -> None:
    said = strike_north(TO_AIR + "done\nexpend JP-SUP-6\ndone\n")
    served = [line for line in said.after("expend JP-SUP-6") if line.startswith("  Supplied so far: ")]
    assert len(served) == 1
    assert "1606" in served[0]


def eager(match: Match, rng: random.Random) -> Decision:
    """The set-up placed, attacks completed, everything else as it comes: first what names a counter."""
    choices = list(match.choices())
    ready = [one for one in choices if one.verb in ("auto", "commit")]
    named = [one for one in choices if one.verb in ("unit", "sail", "drop", "expend")]
    return rng.choice(ready or (named if named and rng.random() < 0.8 else choices))


def test_a_whole_month_can_be_typed() -> None:
    """Everything that two eager players say in August, line by line, brings September."""
    rng, played = random.Random(3), api.new("sn", "kantokuen", seed=7)
    while played.view(None)["tracks"]["turn"] < 2:
        played.decide(eager(played, rng))
    said = decided(played.record())
    sitting = sit(api.new("sn", "kantokuen", seed=7), "\n".join(line.split(" ", 1)[1] for line in said) + "\n")
    assert sitting.decisions == said
    assert "(September 1941)" in sitting.out
