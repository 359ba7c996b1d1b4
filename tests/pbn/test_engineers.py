"""20.0  Engineers: bridging and carrying supply; what they build is in the fortifications' file."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from tests.pbn.positions import board, do, marked, offered, place, refused, supply_at


def left(match: Match, side: str = "soviet") -> dict[str, str]:
    found: dict[str, str] = match.view(side)["details"]["left"]
    return found


def allowance(match: Match, side: str = "soviet") -> str:
    return str(match.view(side)["details"]["allowance"])


def at_the_river(**rest: Any) -> Match:
    """The Khalkhin Gol lies between 1516 and the ridge 1517, which costs two points."""
    return board({"1516": ["SU-57E", "SU-36A", "SU-601"], "2808": "JP-64"}, "soviet_move", **rest)


@pytest.mark.rule("pbn", "20.0", "20.0.2")
def test_others_cross_where_an_engineer_began_the_phase() -> None:
    """T34"""
    match = do(at_the_river(), "unit SU-36A")
    assert left(match)["1517"] == "12"  # the ridge, and nothing for the river
    match = do(at_the_river(), "unit SU-601")
    assert left(match)["1517"] == "6"
    match = do(at_the_river(), "unit SU-57E")
    assert left(match)["1517"] == "4"  # the engineer itself pays 4 + 2


@pytest.mark.rule("pbn", "20.0.2")
def test_the_crossing_stays_when_the_engineer_leaves() -> None:
    """T34"""
    match = do(at_the_river(), "unit SU-57E", "hex 1615", "unit SU-36A")
    assert left(match)["1517"] == "12"


@pytest.mark.rule("pbn", "20.0.2")
def test_from_the_far_bank_too_and_for_all_rivers_of_the_hex() -> None:
    match = board({"1517": "SU-57E", "1516": "SU-36A"}, "soviet_move")
    assert left(do(match, "unit SU-36A"))["1517"] == "12"
    match = board({"1516": "SU-57E", "1416": "SU-36A"}, "soviet_move")
    assert left(do(match, "unit SU-36A"))["1516"] == "12"  # the river between 1416 and 1516 is another of its sides


@pytest.mark.rule("pbn", "20.0.2")
def test_an_engineer_that_came_this_phase_is_too_late() -> None:
    match = board({"1615": "SU-57E", "1516": "SU-601"}, "soviet_move")
    do(match, "unit SU-57E", "hex 1516", "unit SU-601")
    assert left(match)["1517"] == "2"


@pytest.mark.rule("pbn", "20.0")
def test_a_suppressed_engineer_does_nothing() -> None:
    match = do(at_the_river(suppressed="SU-57E"), "unit SU-601")
    assert left(match)["1517"] == "2"
    match = board({"0808": "SU-57E"}, "soviet_move", supply={"soviet": {"0808": 1}}, suppressed="SU-57E")
    do(match, "unit SU-57E", "unit SU-SUP-1")
    assert allowance(match) == "5"  # together they go at half the engineer's pace, which is the slower one
    match = board({"0808": "SU-57E"}, "soviet_logistics", supply={"soviet": {"0808": 1}})
    assert offered(match, "fortify") == {"0808"}


@pytest.mark.rule("pbn", "20.0.2")
def test_engineers_help_each_other_and_enemies_not_at_all() -> None:
    match = board({"1516": ["SU-57E", "SU-1E"]}, "soviet_move")
    assert left(do(match, "unit SU-57E"))["1517"] == "8"
    match = board({"1516": "SU-57E", "1517": "JP-64"}, "japan_move")
    do(match, "unit JP-64")
    assert "1516" not in left(match, "japan")
    match = board({"1615": "SU-57E", "1517": "JP-24E", "1516": "SU-36A"}, "soviet_move")
    do(match, "unit SU-36A")
    assert refused(match, "hex 1517") == "11.5"


@pytest.mark.rule("pbn", "20.0.4")
def test_an_engineer_carries_one_supply_point_at_its_own_pace() -> None:
    match = board({"0808": "SU-57E"}, "soviet_move", supply={"soviet": {"0808": 2}})
    do(match, "unit SU-SUP-1")
    assert allowance(match) == "6"
    do(match, "unit SU-57E")
    assert allowance(match) == "10"
    do(match, "unit SU-SUP-2")
    assert allowance(match) == "6"
    match = board({"0808": "SU-57E"}, "soviet_move", supply={"soviet": {"0808": 2}})
    do(match, "unit SU-57E", "unit SU-SUP-1", "hex 0816")
    assert place(match, "SU-57E") == place(match, "SU-SUP-1") == "0816"
    assert marked(match, "moved", "SU-SUP-1")
    assert offered(match, "unit") == {"SU-SUP-2"}
    assert supply_at(match, "soviet", "0808") == 1


@pytest.mark.rule("pbn", "20.0.4")
def test_carrying_begins_where_both_are_when_the_phase_begins() -> None:
    match = board({"0808": "SU-57E"}, "soviet_move", supply={"soviet": {"0809": 1}})
    do(match, "unit SU-57E", "hex 0809", "unit SU-SUP-1")
    assert allowance(match) == "6"
    assert refused(match, "unit SU-57E") == "11.2"
    match = board({"tamsag": "SU-57E"}, "soviet_move", supply={"soviet": {"tamsag": 1}})
    do(match, "unit SU-57E", "unit SU-SUP-1")
    assert allowance(match) == "10"


@pytest.mark.rule("pbn", "20.0.4")
def test_in_the_follow_on_impulse_both_must_be_in_radius() -> None:
    match = board(
        {"0808": "SU-57E", "0809": "SU-36HQ"},
        "soviet_move",
        impulse=2,
        supply={"soviet": {"0808": 1}},
        activated="SU-36HQ",
    )
    do(match, "unit SU-57E", "unit SU-SUP-1")
    assert allowance(match) == "10"
    match = board({"0808": "SU-57E"}, "soviet_move", impulse=2, supply={"soviet": {"0808": 1}})
    assert refused(match, "unit SU-57E") == "10.2"
