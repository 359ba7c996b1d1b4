"""16.8, 26.7, 18.2, 18.3  Air strikes: where, how many points, the column, what is hit, and anti-aircraft fire."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from tests.pbn.positions import (
    air,
    asked,
    board,
    do,
    ids,
    keys,
    marked,
    offered,
    points,
    position,
    refused,
    supply_at,
    told,
    who_is_at,
    why,
)

FRIEND = {"0124": "MN-23M"}
HEX, BESIDE = "0808", "0807"


def strike(
    placed: dict[str, Any], number: int, die: int, side: str = "soviet", target: str = HEX, **kinds: Any
) -> Match:
    """A strike on one hex with so many points, resolved."""
    match = board({**FRIEND, **placed}, f"{side}_strike", air={side: {"strike": number}}, dice=[die], **kinds)
    do(match, f"strike {target}")
    if asked(match).message.key == "ask.points":
        do(match, f"points {number}")
    return do(match, "done")


def column(match: Match) -> str:
    return str(told(match, "log.bombardment")["column"])


# -- where, and how many (16.8, 16.82, 26.7) ---------------------------------------------------------------------------


@pytest.mark.rule("pbn", "16.8")
def test_only_hexes_with_enemies_are_struck() -> None:
    """Headquarters and supply are enemies, too."""
    placed = {**FRIEND, HEX: "JP-64", "0908": "JP-23HQ", "1010": "JP-SUP-1", "0707": "SU-24", "hailar": "JP-71"}
    match = board(placed, "soviet_strike", air={"soviet": {"strike": 3}})
    assert (asked(match).side, offered(match, "strike")) == (0, {HEX, "0908", "1010"})
    assert (refused(match, "strike 0707"), why(match, "strike 0909").key) == ("16.8", "why.no-enemy")


@pytest.mark.rule("pbn", "16.8")
@pytest.mark.rule("pbn", "16.81")
def test_all_points_are_placed_before_any_strike_is_resolved_in_the_order_of_the_owner() -> None:
    placed = {**FRIEND, HEX: "JP-64", "1010": "JP-71"}
    match = board(placed, "soviet_strike", air={"soviet": {"strike": 4}}, dice=[2, 6])
    do(match, f"strike {HEX}", "points 2", "strike 1010", "points 1")
    assert "log.bombardment" not in keys(match)
    do(match, "done")
    assert (asked(match).message.key, offered(match, "strike")) == ("ask.bomb", {HEX, "1010"})
    assert refused(match, "strike 0909") == "16.8"
    assert refused(match, "done") == "16.8"
    do(match, "strike 1010")
    results = [(e.params["hex"], e.params["column"], e.params["dice"]) for e in match.log if e.key == "log.bombardment"]
    assert results == [("1010", "1", "2"), (HEX, "2", "6")]
    assert air(match, "soviet") == {"reserve": 2, "strike": 1, "damaged": 1}


@pytest.mark.rule("pbn", "26.7")
@pytest.mark.rule("pbn", "16.82")
def test_three_soviet_points_strike_a_hex_at_most() -> None:
    """T70"""
    match = board({**FRIEND, HEX: "JP-64"}, "soviet_strike", air={"soviet": {"strike": 5}})
    do(match, f"strike {HEX}")
    assert offered(match, "points") == {1, 2, 3}
    assert (refused(match, "points 4"), refused(match, "points 0"), refused(match, "done")) == ("26.7", "26.7", "26.7")
    do(match, "points 3")
    assert (refused(match, f"strike {HEX}"), why(match, f"strike {HEX}").key) == ("16.82", "why.struck")


@pytest.mark.rule("pbn", "26.7")
def test_four_japanese_points_strike_a_hex_at_most() -> None:
    match = board({HEX: "SU-24", "3324": "MC-8M"}, "japan_strike", air={"japan": {"strike": 7}})
    do(match, f"strike {HEX}")
    assert offered(match, "points") == {1, 2, 3, 4}
    assert refused(match, "points 5") == "26.7"


@pytest.mark.rule("pbn", "26.7")
def test_no_more_points_are_placed_than_there_are() -> None:
    match = board({**FRIEND, HEX: "JP-64", "1010": "JP-71"}, "soviet_strike", air={"soviet": {"strike": 2}})
    do(match, f"strike {HEX}")
    assert offered(match, "points") == {1, 2}
    do(match, "points 2")
    assert (offered(match, "strike"), refused(match, "strike 1010")) == (set(), "16.2")


@pytest.mark.rule("pbn", "16.82")
def test_a_hex_may_be_struck_again_in_the_follow_on_impulse_by_other_points() -> None:
    """R112: a point flies once a turn."""
    placed = {"0124": "MN-23M", HEX: "JP-64"}
    match = board(placed, "soviet_strike", air={"soviet": {"strike": 4}}, dice=[2])
    do(match, f"strike {HEX}", "points 3", "done")
    assert air(match, "soviet") == {"reserve": 3, "strike": 1}
    while "soviet_strike" not in view(match.state, 0)["phase"]:
        do(match, "done")
    do(match, f"strike {HEX}", "done")
    assert told(match, "log.bombardment")["count"] == 1


# -- the column (16.81, 16.84.1) ---------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "16.81")
@pytest.mark.rule("pbn", "16.84.1")
def test_fortifications_and_guns_shift_the_column_to_the_left() -> None:
    """T71: four points, one off for a Soviet fortification, one for anti-aircraft guns next door."""
    placed = {"3324": "MC-8M", HEX: "SU-24", BESIDE: "SU-57AA"}
    match = strike(placed, 4, 2, "japan", fortified={"soviet": HEX})
    assert column(match) == "2"


@pytest.mark.rule("pbn", "16.81")
def test_a_japanese_fortification_is_worth_two_and_no_column_is_below_zero() -> None:
    dug_in = strike({HEX: "JP-64"}, 3, 3, fortified={"japan": HEX})
    assert column(dug_in) == "1"
    beneath = strike({HEX: ["JP-64", "JP-1KA"]}, 2, 3, fortified={"japan": HEX})
    assert column(beneath) == "0"


@pytest.mark.rule("pbn", "16.81")
def test_terrain_that_shelters_shifts_the_column(monkeypatch: pytest.MonkeyPatch) -> None:
    """No terrain of this map does; here hilltops are as good as mountains."""
    plain = strike({"1506": "JP-64"}, 3, 3, target="1506")
    assert column(plain) == "3"
    charts = position(plain).game.charts
    hill = {**charts.terrain["hilltop"], "bombardment": 1}
    monkeypatch.setattr(charts, "terrain", {**charts.terrain, "hilltop": hill})
    assert column(strike({"1506": "JP-64"}, 3, 3, target="1506")) == "2"


@pytest.mark.rule("pbn", "16.84.1")
@pytest.mark.parametrize(
    ("where", "suppressed", "wanted"),
    [(HEX, False, "2"), (BESIDE, False, "2"), ("0806", False, "3"), (BESIDE, True, "3")],
)
def test_guns_count_in_the_hex_or_next_to_it_if_they_are_combat_effective(
    where: str, suppressed: bool, wanted: str
) -> None:
    """R74"""
    placed = {HEX: ["JP-64"], BESIDE: [], "0806": [], "0124": "MN-23M"}
    placed[where] = [*placed[where], "JP-1KA"]
    match = strike({h: us for h, us in placed.items() if us}, 3, 3, suppressed=["JP-1KA"] if suppressed else [])
    assert column(match) == wanted


@pytest.mark.rule("pbn", "16.84.1")
def test_two_guns_shift_one_column_and_those_of_the_striker_none() -> None:
    assert column(strike({HEX: ["JP-64", "JP-1KA"], BESIDE: "JP-2KA"}, 3, 3)) == "2"
    assert column(strike({HEX: "JP-64", BESIDE: "SU-57AA"}, 3, 3)) == "3"


# -- what is hit (16.83, 16.85, 18.2) ----------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "16.83")
def test_a_hit_suppresses_the_unit_and_takes_one_supply_point() -> None:
    """E13: three points, die 5, column 3."""
    match = strike({HEX: ["JP-64", "JP-SUP-1", "JP-SUP-2"]}, 3, 5)
    assert (column(match), marked(match, "suppressed", "JP-64"), supply_at(match, "japan", HEX)) == ("3", True, 1)
    assert air(match, "soviet") == {"reserve": 3}
    assert points(match) == (0, 0)


@pytest.mark.rule("pbn", "16.83")
@pytest.mark.rule("pbn", "16.8")
def test_the_whole_hex_is_hit_overstacked_or_not() -> None:
    """T72: everybody is suppressed, the headquarters goes inactive, one of three supply points is lost."""
    stack = ["JP-64", "JP-71", "JP-1-8BG", "JP-23HQ", "JP-SUP-1", "JP-SUP-2", "JP-SUP-3"]
    match = strike({HEX: stack}, 3, 5, activated=["JP-23HQ"], kept=["JP-23HQ"])
    assert ids(position(match).suppressed) == {"JP-64", "JP-71", "JP-1-8BG"}
    assert not marked(match, "activated", "JP-23HQ")
    assert not marked(match, "kept", "JP-23HQ")
    assert supply_at(match, "japan", HEX) == 2


@pytest.mark.rule("pbn", "16.83")
def test_a_miss_changes_nothing() -> None:
    match = strike({HEX: ["JP-64", "JP-SUP-1"], BESIDE: "JP-23HQ"}, 3, 3, activated=["JP-23HQ"])
    assert position(match).suppressed == 0
    assert supply_at(match, "japan", HEX) == 1
    assert marked(match, "activated", "JP-23HQ")


@pytest.mark.rule("pbn", "16.83")
def test_a_fortification_is_gone_with_the_supply_point_that_held_it() -> None:
    match = strike({HEX: "JP-SUP-1"}, 3, 6, fortified={"japan": HEX})
    assert position(match).fortified == (0, 0)


@pytest.mark.rule("pbn", "16.85")
@pytest.mark.rule("pbn", "18.2")
def test_nobody_is_revealed_by_a_strike() -> None:
    """Of the stack only the top counter shows, before and after."""
    match = strike({HEX: ["JP-64", "JP-1-8BG", "JP-23HQ"]}, 3, 5)
    seen = [c["id"] for c in view(match.state, 0)["places"][HEX] if "id" in c]
    assert seen == ["JP-64"]
    assert position(match).shown == position(match).examined[0] == 0
    assert "log.examined" not in keys(match)


@pytest.mark.rule("pbn", "16.85")
@pytest.mark.rule("pbn", "16.8")
def test_a_deception_marker_is_struck_like_a_unit_and_nothing_shows() -> None:
    """R103"""
    match = strike({HEX: "JP-DEC-1"}, 3, 5, options={"deception": True})
    assert who_is_at(match, HEX) == {"JP-DEC-1"}
    assert view(match.state, 0)["places"][HEX] == [{"nation": "japan"}]
    assert air(match, "soviet") == {"reserve": 3}


# -- anti-aircraft fire (16.84) ----------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "16.84")
def test_fire_from_the_ground_damages_one_air_point_after_the_bombardment() -> None:
    """Die 4 in column 3: suppressed, and one of three points is damaged; nobody had any guns there."""
    match = strike({HEX: "JP-64"}, 3, 4)
    assert marked(match, "suppressed", "JP-64")
    assert air(match, "soviet") == {"reserve": 2, "damaged": 1}
    assert points(match) == (0, 0)
    order = [key for key in keys(match) if key in ("log.suppressed-hex", "log.damaged")]
    assert order == ["log.suppressed-hex", "log.damaged"]


@pytest.mark.rule("pbn", "16.84")
@pytest.mark.rule("pbn", "16.81")
def test_the_only_point_of_a_strike_may_be_damaged() -> None:
    match = strike({HEX: "JP-64"}, 1, 1)
    assert air(match, "soviet") == {"damaged": 1}
    assert position(match).suppressed == 0


# -- who knows what (18.3) ---------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "18.3")
def test_what_is_placed_is_secret_until_it_is_resolved_and_then_the_points_are_told() -> None:
    placed = {**FRIEND, HEX: "JP-64", "1010": "JP-71"}
    match = board(placed, "soviet_strike", air={"soviet": {"strike": 4}}, dice=[2])
    do(match, f"strike {HEX}")
    assert (view(match.state, 0)["details"]["odds"]["column"], view(match.state, 1)["details"]) == ("3", {})
    do(match, "points 3", "strike 1010")
    assert view(match.state, 0)["details"]["strikes"] == {HEX: 3, "1010": 1}
    assert view(match.state, 1)["details"] == {}
    assert HEX not in str(view(match.state, 1)["agenda"])
    do(match, "done")
    assert view(match.state, 1)["details"]["strikes"] == {HEX: 3, "1010": 1}
    do(match, f"strike {HEX}")
    assert next(e for e in match.log if e.key == "log.bombardment").params["count"] == 3


@pytest.mark.rule("pbn", "16.84.1")
def test_the_odds_shown_beforehand_do_not_betray_guns_under_a_stack() -> None:
    placed = {**FRIEND, HEX: ["JP-64", "JP-1KA"]}
    match = do(board(placed, "soviet_strike", air={"soviet": {"strike": 3}}, dice=[3]), f"strike {HEX}")
    odds = view(match.state, 0)["details"]["odds"]
    assert (odds["column"], odds["unknown"]) == ("3", ["16.84.1"])
    known = board(placed, "soviet_strike", air={"soviet": {"strike": 3}}, shown=["JP-1KA"])
    assert view(do(known, f"strike {HEX}").state, 0)["details"]["odds"]["column"] == "2"
    assert column(do(match, "points 3", "done")) == "2"


@pytest.mark.rule("pbn", "16.8")
def test_a_side_without_strikes_and_flights_is_not_asked() -> None:
    match = board({**FRIEND, HEX: "JP-64"}, "soviet_strike", air={"soviet": {"reserve": 3}})
    assert "strike" not in view(match.state, 0)["phase"]
    idle = board({**FRIEND, HEX: "JP-64"}, "soviet_strike", air={"soviet": {"strike": 1}})
    do(idle, "done")
    assert air(idle, "soviet") == {"strike": 1}
    assert refused(board({**FRIEND, HEX: "JP-64"}, "soviet_strike", air={"soviet": {"strike": 1}}), "auto") == "4.1.18"


@pytest.mark.rule("pbn", "26.7")
def test_once_a_hex_is_named_only_a_number_will_do() -> None:
    match = do(board({HEX: "JP-64", **FRIEND}, "soviet_strike", air={"soviet": {"strike": 3}}), f"strike {HEX}")
    for decision in (f"strike {HEX}", "done"):
        assert (why(match, decision).rule, why(match, decision).key) == ("26.7", "why.pick-points")
    for number in (0, 4):
        assert (why(match, f"points {number}").key, why(match, f"points {number}").params) == (
            "why.points",
            {"count": 3},
        )


@pytest.mark.rule("pbn", "16.84")
def test_what_was_not_shot_at_goes_home_and_the_next_strike_still_flies() -> None:
    placed = {HEX: "JP-64", "0810": "JP-71", "0812": "JP-72", **FRIEND}
    match = board(placed, "soviet_strike", air={"soviet": {"strike": 6}}, dice=[1])
    do(match, f"strike {HEX}", "points 2", "strike 0810", "points 2", "strike 0812", "points 2", "done")
    do(match, f"strike {HEX}")
    assert air(match, "soviet") == {"damaged": 1, "reserve": 1, "strike": 4}


@pytest.mark.rule("pbn", "16.83")
def test_bombs_change_nothing_elsewhere() -> None:
    """Who was suppressed, activated or kept active stays so, but for the hex that is hit."""
    placed = {HEX: ["JP-64", "JP-23HQ"], "0812": ["JP-71", "JP-7HQ"], "0404": ["SU-24", "SU-36HQ"]}
    headquarters = ["JP-23HQ", "JP-7HQ", "SU-36HQ"]
    match = board(
        placed,
        "soviet_strike",
        air={"soviet": {"strike": 3}},
        dice=[6],
        suppressed=["JP-71", "SU-24"],
        activated=headquarters,
        kept=headquarters[:2],
    )
    do(match, f"strike {HEX}", "points 3", "done")
    s = position(match)
    assert ids(s.suppressed) == {"JP-64", "JP-71", "SU-24"}
    assert (ids(s.activated), ids(s.kept)) == ({"JP-7HQ", "SU-36HQ"}, {"JP-7HQ"})
