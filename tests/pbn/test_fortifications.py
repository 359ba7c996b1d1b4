"""20.0.3, 21.3  Fortifications: who builds them, where, and when they are gone."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from tests.pbn.positions import (
    asked,
    board,
    do,
    keys,
    names,
    offered,
    position,
    refused,
    supply_at,
    told,
    why,
)


def logistics(placed: dict[str, Any], side: str = "japan", **rest: Any) -> Match:
    return board(placed, f"{side}_logistics", **rest)


def forts(match: Match, side: int = 1) -> set[str]:
    return names(position(match).fortified[side])


@pytest.mark.rule("pbn", "7.1.4", "20.0.3", "2.33.1")
def test_engineers_fortify_their_hex_and_friends_next_to_it() -> None:
    placed = {"0808": "JP-24E", "0807": "JP-64", "0909": "JP-71", "0811": "JP-72", "0709": "SU-24"}
    match = logistics(placed, supply={"japan": {"0809": 2}})
    assert offered(match, "fortify") == {"0809"}
    do(match, "fortify 0809")
    assert offered(match, "hex") == {"0808", "0807", "0909", "0809"}
    assert refused(match, "commit") == "20.0.3"
    assert refused(match, "hex 0811") == "20.0.3"
    assert refused(match, "hex 0708") == "20.0.3"
    do(match, "hex 0808", "hex 0807", "hex 0909", "commit")
    assert forts(match) == {"0808", "0807", "0909"}
    assert supply_at(match, "japan", "0809") == 1
    assert set(told(match, "log.fortified")["hexes"]) == {"0808", "0807", "0909"}


@pytest.mark.rule("pbn", "20.0.3.1")
def test_engineers_next_to_one_supply_point_all_build() -> None:
    """T99"""
    match = logistics({"0807": "JP-24E", "0809": "JP-KAE"}, supply={"japan": {"0808": 1}})
    do(match, "fortify 0808", "hex 0807", "hex 0809", "commit")
    assert forts(match) == {"0807", "0809"}
    assert supply_at(match, "japan", "0808") == 0


@pytest.mark.rule("pbn", "20.0.3")
def test_the_point_that_is_spent_occupies_nothing() -> None:
    match = logistics({"0808": "JP-24E"}, supply={"japan": {"0809": 1}})
    do(match, "fortify 0809")
    assert offered(match, "hex") == {"0808"}
    assert why(match, "hex 0809").key == "why.supply-alone"


@pytest.mark.rule("pbn", "20.0.3")
def test_why_nothing_can_be_built() -> None:
    match = logistics({"0808": "JP-24E", "1212": "JP-64"}, supply={"japan": {"0810": 1, "1213": 1}})
    assert not offered(match, "fortify")
    assert refused(match, "fortify 0808") == "20.0.3"
    assert refused(match, "fortify 1213") == "20.0.3"
    match = logistics({"0808": "JP-24E"}, supply={"japan": {"0808": 1}}, fortified={"japan": "0808"})
    assert refused(match, "fortify 0808") == "20.0.3"
    match = board({"0808": "JP-24E"}, "japan_move", supply={"japan": {"0808": 1}})
    assert refused(match, "fortify 0808")


def test_what_is_being_built_is_not_told() -> None:
    match = logistics({"0808": "JP-24E"}, supply={"japan": {"0808": 1}})
    do(match, "fortify 0808", "hex 0808")
    assert match.view("japan")["details"] == {"works": ["0808"]}
    assert match.view("soviet")["details"] == {}
    assert "Fortify" not in str(match.view("soviet")["agenda"])
    assert asked(match).message.key == "ask.fortify"
    assert keys(match) == []


@pytest.mark.rule("pbn", "21.3")
def test_an_empty_fortification_is_gone_at_once() -> None:
    placed = {"0808": ["JP-64", "JP-23HQ"], "2808": "SU-24"}
    match = board(placed, "japan_move", fortified={"japan": "0808"})
    do(match, "unit JP-64", "hex 0810")
    assert forts(match) == {"0808"}
    do(match, "unit JP-23HQ", "hex 0810")
    assert forts(match) == set()
    match = board(
        {"0808": "JP-64", "2808": "SU-24"}, "japan_move", fortified={"japan": "0808"}, supply={"japan": {"0808": 1}}
    )
    do(match, "unit JP-64", "hex 0810")
    assert forts(match) == {"0808"}  # a supply point is a unit, too


@pytest.mark.rule("pbn", "21.3")
def test_the_last_supply_point_leaves_no_fortification_behind() -> None:
    match = logistics({"0808": "JP-23HQ"}, supply={"japan": {"0809": 1}}, fortified={"japan": "0809"})
    do(match, "activate JP-23HQ")
    assert forts(match) == set()


@pytest.mark.rule("pbn", "21.3")
def test_nobody_captures_a_fortification() -> None:
    match = board({"0808": "JP-64", "0811": "SU-24"}, "japan_move", first_player="japan", fortified={"japan": "0808"})
    do(match, "unit JP-64", "hex 0804", "done")
    do(match, "unit SU-24", "hex 0808")
    assert forts(match, 0) == forts(match, 1) == set()


@pytest.mark.rule("pbn", "21.3")
def test_markers_do_not_hold_a_fortification() -> None:
    match = board(
        {"0808": ["JP-64", "JP-DEC-1"], "2808": "SU-24"},
        "japan_move",
        fortified={"japan": "0808"},
        options={"deception": True},
    )
    do(match, "unit JP-64", "hex 0810")
    assert forts(match) == set()
