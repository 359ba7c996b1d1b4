"""6.0, 25.6, 25.7, 26.12, JRG, SRG  Reinforcements: who comes when, where to, optional units, who comes too late."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.pbn.campaign import muster
from tests.pbn.positions import (
    air,
    asked,
    board,
    do,
    hexes,
    keys,
    marked,
    names,
    offered,
    place,
    points,
    position,
    refused,
    supply_at,
    the_game,
    told,
    who_is_at,
    why,
)

rule = pytest.mark.rule
GROUPS = {
    "sixth_army": (
        "JP-6HQ JP-YokHQ JP-26 JP-28 JP-3A JP-4A MC-1M MC-8M JP-6-1BG MC-Sek JP-24E JP-1-10AA JP-2-10AA",
        0,
        3,
    ),
    "kar_1": ("JP-7HQ JP-25 JP-27 JP-16 JP-30 JP-29IG JP-7R JP-1KA", 3, 1),
    "kar_2": ("JP-2HQ JP-4HQ JP-4 JP-29 JP-8 JP-70 JP-37 JP-61 JP-5A JP-2R JP-4R JP-2KA JP-3KA JP-KAE", 0, 2),
    "2nd_air_division": ("", 6, 0),
    "57_corps": (
        "SU-57cHQ SU-82HQ SU-7 SU-8 SU-9 SU-5MG SU-601 SU-602 SU-603 MN-22M MN-23M SU-57AA SU-57E",
        3,
        2,
    ),
    "1st_army_group": (
        "SU-57dHQ SU-NOG SU-COG SU-SOG SU-6A SU-OT130 SU-212 SU-80a SU-80b SU-80c SU-480 SU-57R SU-85AA SU-1E",
        4,
        0,
    ),
}
"""The reinforcement charts: units, air points, supply points."""
NORTH = [f"{column:02}01" for column in range(14, 34)]
EAST = [f"33{row:02}" for row in range(1, 16)]
WEST = [f"01{row:02}" for row in range(1, 25)]


def arrivals(
    units: str = "",
    side: str = "soviet",
    *,
    month: int = 3,
    placed: dict[str, str | list[str]] | None = None,
    **more: object,
) -> Match:
    """The beginning of a Reinforcement Phase with units due."""
    due = {f"turn_{month}": units.split()} if units else {}
    return board({**due, **(placed or {})}, f"{side}_reinforcement", month=month, first_player=side, **more)  # type: ignore[arg-type]


def supply_due(match: Match) -> int:
    return sum("-SUP-" in str(name) for name in offered(match, "base"))


# -- who comes ---------------------------------------------------------------------------------------------------------


@rule("pbn", "6.1", "6.13", "JRG.1", "JRG.2", "JRG.3", "JRG.4", "SRG.1", "SRG.2")
@pytest.mark.parametrize("group", sorted(GROUPS))
def test_groups(group: str) -> None:
    match = board({}, "soviet_logistics")
    s = position(match)
    listed, aircraft, supply = GROUPS[group]
    muster(s, group, 2)
    found = who_is_at(match, "turn_2")
    assert {name for name in found if "-AIR-" not in name and "-SUP-" not in name} == set(listed.split())
    assert sum("-AIR-" in name for name in found) == aircraft
    assert sum("-SUP-" in name for name in found) == supply


@rule("pbn", "6.11", "JRG.5", "JRG.6", "SRG.3", "SRG.4")
@pytest.mark.parametrize("month", [1, 2, 3, 4, 5])
def test_routine_reinforcements_come_every_turn(month: int) -> None:
    for side, aircraft in (("soviet", 2), ("japan", 3)):
        match = arrivals(side=side, month=month)
        assert air(match, side) == {"reserve": aircraft}
        assert supply_due(match) == 3


@rule("pbn", "26.12", "25.1")
@pytest.mark.parametrize("side", ["soviet", "japan"])
def test_no_routine_reinforcements_in_october(side: str) -> None:
    match = arrivals(side=side, month=6, options={"october": True})
    assert air(match, side) == {}
    assert asked(match).message.key == "ask.no-arrivals"
    assert offered(match, "base") == set()
    assert refused(match, "auto") == "6.2"


@rule("pbn", "SRG.5", "SCM.2.4")
def test_soviet_supply_rises_with_the_first_army_group() -> None:
    match = arrivals(placed={"effect": "SU-CM-1AG"})
    assert supply_due(match) == 5
    assert supply_due(arrivals(side="japan", placed={"effect": "SU-CM-1AG"})) == 3


@rule("pbn", "SRG.5", "SCM.2.4", "SRG.2")
def test_in_the_very_turn_that_the_marker_is_picked() -> None:
    match = board({"pool": "SU-CM-1AG"}, "soviet_campaign", levels=(1, 0), stavka=1, markers="removed")
    assert match.view(None)["phase"] == "phase.soviet_reinforcement"
    assert supply_due(match) == 5
    assert "SU-COG" in offered(match, "base")
    assert air(match, "soviet") == {"reserve": 6}


@rule("pbn", "SRG.6")
def test_zhukov_brings_a_level_and_nobody() -> None:
    match = board({"pool": "SU-CM-ZHUKOV"}, "soviet_campaign", levels=(1, 0), markers="removed")
    assert position(match).levels == (2, 0)
    assert len(offered(match, "base")) == 3, "routine supply"


@rule("pbn", "6.11", "6.12")
def test_everybody_else_comes_once_and_on_his_turn() -> None:
    match = arrivals("SU-7", placed={"turn_4": "SU-8"})
    assert offered(match, "base") >= {"SU-7"}
    assert "SU-8" not in offered(match, "base")
    assert refused(match, "base SU-8") == "6.1"
    assert refused(match, "base SU-9") == "6.1"


@rule("pbn", "6.3")
def test_eliminated_units_do_not_come_back_as_reinforcements() -> None:
    match = arrivals(placed={"replaceable": "SU-7", "permanent": "SU-8"})
    assert offered(match, "base") == offered(match, "field")
    assert all("-SUP-" in str(name) for name in offered(match, "base"))


# -- where to ----------------------------------------------------------------------------------------------------------


@rule("pbn", "6.2", "6.21", "25.6", "25.6.2", "25.7", "25.7.2")
@pytest.mark.parametrize(
    ("side", "unit", "base", "edge"),
    [("soviet", "SU-7", "tamsag", WEST), ("japan", "JP-64", "hailar", sorted({*NORTH, *EAST}))],
)
def test_the_base_or_the_edge_or_later(side: str, unit: str, base: str, edge: list[str]) -> None:
    home = do(arrivals(unit, side), f"base {unit}")
    assert place(home, unit) == base
    later = do(arrivals(unit, side), f"hold {unit}")
    assert place(later, unit) == "turn_4"
    match = do(arrivals(unit, side), f"field {unit}", "auto")
    assert offered(match, "unit") == {unit}
    assert refused(match, f"hex {edge[0]}") == "6.21", "first a unit"
    assert refused(match, "unit SU-9") == "6.1"
    do(match, f"unit {unit}")
    assert offered(match, "hex") == set(edge)
    assert refused(match, "hex 1812") == "26.3"
    do(match, f"hex {edge[3]}")
    assert place(match, unit) == edge[3]
    assert told(match, "log.arrives")["units"] == [unit]
    assert match.view(None)["phase"] != f"phase.{side}_reinforcement"


@rule("pbn", "25.6.2", "25.7.2", "26.3")
def test_the_friendly_edges() -> None:
    game = the_game()
    assert names(game.edges[0]) == set(WEST)
    assert names(game.edges[1]) == {*NORTH, *EAST}
    assert len(names(game.edges[1])) == 34


@rule("pbn", "6.2")
def test_everybody_to_the_base_at_once() -> None:
    match = do(arrivals("SU-7 SU-8 SU-9"), "hold SU-8", "field SU-9", "auto")
    assert (place(match, "SU-7"), place(match, "SU-8")) == ("tamsag", "turn_4")
    assert supply_at(match, "soviet", "tamsag") == 3
    assert offered(match, "unit") == {"SU-9"}, "and those who are to go onto the map"


@rule("pbn", "6.2")
def test_the_phase_ends_when_everybody_has_been_told_where_to_go() -> None:
    match = arrivals("SU-7")
    assert refused(match, "done") == "6.2"
    assert why(match, "done").params["units"] == sum(
        1 << match.game.sheet.index[str(u)] for u in offered(match, "base")
    )
    for name in sorted(str(n) for n in offered(match, "base")):
        do(match, f"base {name}")
    assert refused(match, "auto") == "6.2"
    assert why(match, "base SU-7").key == "why.here"
    do(match, "done")
    assert match.view(None)["phase"] == "phase.japan_reinforcement"


@rule("pbn", "6.2")
def test_other_words_in_the_phase() -> None:
    match = arrivals("SU-7")
    assert refused(match, "unit SU-7") == "6.2"
    assert refused(match, "hex 0101") == "6.2"
    assert refused(match, "first soviet") == "4.1.18"
    assert refused(match, "drop SU-7") == "26.10"
    assert refused(match, "play SU-CM-MASKIROVKA") == "5.3"


@rule("pbn", "6.21.1")
def test_never_where_the_enemy_is() -> None:
    match = do(arrivals("SU-7", placed={"0110": "JP-64"}), "field SU-7", "auto", "unit SU-7")
    assert offered(match, "hex") == set(WEST) - {"0110"}
    assert refused(match, "hex 0110") == "6.21.1"


@rule("pbn", "6.21.1")
def test_nothing_of_this_map_is_prohibited_to_anybody() -> None:
    game = the_game()
    assert all(not game.closed[kind] & (game.edges[0] | game.edges[1]) for kind in ("mech", "non"))


@rule("pbn", "6.21.2")
def test_into_an_enemy_zone() -> None:
    match = do(arrivals("SU-7", placed={"0210": "JP-64"}), "field SU-7", "auto", "unit SU-7", "hex 0110")
    assert position(match).zone(1) & hexes("0110")
    assert place(match, "SU-7") == "0110"


@rule("pbn", "6.23", "12.8")
def test_more_than_the_limit_may_be_placed_in_a_hex() -> None:
    match = do(arrivals("SU-7 SU-8 SU-9 SU-82HQ"), "field SU-7", "field SU-8", "field SU-9", "field SU-82HQ", "auto")
    do(match, "unit SU-7", "unit SU-8", "unit SU-9", "unit SU-82HQ", "hex 0110")
    assert {"SU-7", "SU-8", "SU-9", "SU-82HQ"} <= who_is_at(match, "0110")


@rule("pbn", "6.23", "12.5.1")
def test_who_overstacks_bears_the_consequences_at_the_end_of_the_phase() -> None:
    """R86"""
    placed: dict[str, str | list[str]] = {"0110": ["SU-36HQ", "SU-24"]}
    match = arrivals("SU-7", placed=placed, activated="SU-36HQ")
    do(match, "field SU-7", "auto", "unit SU-7", "hex 0110")
    assert not marked(match, "activated", "SU-36HQ")


@rule("pbn", "6.21.3", "6.22")
def test_units_may_be_held_back_again_and_again() -> None:
    """R77: and come like all others then"""
    match = do(arrivals("SU-7", month=4, options={"october": True}), "hold SU-7")
    assert place(match, "SU-7") == "turn_5"
    assert not marked(match, "delayed", "SU-7")
    again = do(arrivals("SU-7", month=5, options={"october": True}), "hold SU-7")
    assert place(again, "SU-7") == "turn_6"


@rule("pbn", "6.25", "6.21.3")
@pytest.mark.parametrize(("month", "october"), [(5, False), (6, True)])
def test_nobody_is_held_back_past_the_last_turn(month: int, october: bool) -> None:
    match = arrivals("SU-7", month=month, options={"october": october})
    assert offered(match, "hold") == set()
    assert refused(match, "hold SU-7") == "6.25"


@rule("pbn", "6.22")
def test_an_edge_that_is_barred() -> None:
    """Who cannot go onto the map goes to the base, or comes later."""
    placed: dict[str, str | list[str]] = dict(zip(WEST, enemies(len(WEST)), strict=True))
    match = arrivals("SU-7", placed=placed)
    assert offered(match, "field") == set()
    assert refused(match, "field SU-7") == "6.21.1"
    assert {"SU-7"} <= offered(match, "base") & offered(match, "hold")
    del placed["0105"]
    assert "SU-7" in offered(arrivals("SU-7", placed=placed), "field")


def enemies(count: int) -> list[str]:
    game = the_game()
    found = [game.sheet.ids[u] for u in range(len(game.sheet)) if game.fighting >> u & 1 and game.sheet.side[u] == 1]
    return found[:count]


@rule("pbn", "6.22.1")
def test_reinforcements_act_in_the_turn_they_come() -> None:
    """Placing them costs no movement."""
    match = do(arrivals("SU-7", placed={"1812": "JP-64"}), "field SU-7", "auto", "unit SU-7", "hex 0119")
    while match.view(None)["phase"] != "phase.soviet_move":
        verb = next(v for v in ("auto", "done", "commit") if offered(match, v))
        do(match, verb)
    do(match, "unit SU-7")
    assert "1315" in offered(match, "hex"), "fourteen points along the road, the first hex is paid for"


@rule("pbn", "25.6.3", "25.7.3")
@pytest.mark.parametrize(("side", "unit", "hex_"), [("soviet", "SU-7", "0119"), ("japan", "JP-64", "2301")])
def test_nobody_is_evacuated(side: str, unit: str, hex_: str) -> None:
    match = do(board({hex_: unit}, f"{side}_move"), f"unit {unit}")
    assert offered(match, "base_here") == set()
    assert all(str(found).isdigit() for found in offered(match, "hex")), "every way ends on the map"


# -- optional units ----------------------------------------------------------------------------------------------------


OPTIONAL = {
    "soviet": ("SU-CM-1AG", {"SU-152HQ", "SU-544", "SU-644", "SU-152R"}, "25.6.4"),
    "japan": ("JP-CM-KAR", {"JP-3CHQ", "JP-23C", "JP-29C"}, "25.7.4"),
}


@rule("pbn", "6.14", "25.6.4", "25.7.4", "SRG.7", "JRG.7")
@pytest.mark.parametrize("side", sorted(OPTIONAL))
def test_optional_units_are_bought_one_by_one(side: str) -> None:
    """R61: from the turn on that their marker is in effect, at three points each, not doubled in a crisis"""
    marker, listed, number = OPTIONAL[side]
    match = arrivals(side=side, placed={"effect": [marker, "SU-CM-CRISIS"]}, points=(7, 7))
    assert offered(match, "purchase") == listed
    unit, other, *_ = sorted(listed)
    do(match, f"purchase {unit}")
    mine = match.game.sides.index(side)
    assert points(match)[mine] == 4
    assert points(match)[1 - mine] == 7
    assert unit in offered(match, "base"), "it comes at once, like any other"
    assert refused(match, f"purchase {unit}") == number
    do(match, f"purchase {other}")
    assert points(match)[mine] == 1
    rest = min(listed - {unit, other})
    assert offered(match, "purchase") == set()
    assert why(match, f"purchase {rest}").rule == number
    assert why(match, f"purchase {rest}").params["count"] == 3


@rule("pbn", "6.2", "25.6.4", "25.7.4")
@pytest.mark.parametrize("side", sorted(OPTIONAL))
def test_who_has_just_the_price_can_buy(side: str) -> None:
    marker, listed, _ = OPTIONAL[side]
    for score, buyable in ((3, listed), (2, set())):
        match = arrivals(side=side, placed={"effect": marker}, points=(score, score))
        assert offered(match, "purchase") == buyable


@rule("pbn", "25.6.4", "25.7.4")
@pytest.mark.parametrize("side", sorted(OPTIONAL))
def test_two_points_are_not_enough(side: str) -> None:
    """T92"""
    marker, listed, number = OPTIONAL[side]
    match = arrivals(side=side, placed={"effect": marker}, points=(2, 2))
    assert offered(match, "purchase") == set()
    assert refused(match, f"purchase {min(listed)}") == number


@rule("pbn", "6.14", "25.6.4", "25.7.4")
@pytest.mark.parametrize("side", sorted(OPTIONAL))
def test_optional_units_need_their_marker(side: str) -> None:
    _, listed, number = OPTIONAL[side]
    other = OPTIONAL["japan" if side == "soviet" else "soviet"][0]
    match = arrivals(side=side, placed={"effect": other}, points=(30, 30))
    assert offered(match, "purchase") == set()
    assert refused(match, f"purchase {min(listed)}") == number
    assert refused(match, "purchase SU-7") == number


@rule("pbn", "25.6.4")
def test_an_optional_unit_is_bought_only_once() -> None:
    """Lost ones are refitted like all others."""
    match = arrivals(placed={"effect": "SU-CM-1AG", "replaceable": "SU-544", "1008": "SU-644"}, points=(9, 0))
    assert offered(match, "purchase") == {"SU-152HQ", "SU-152R"}


# -- deception (35.2) --------------------------------------------------------------------------------------------------


@rule("pbn", "35.2", "35.2.1", "35.2.2")
@pytest.mark.parametrize(("side", "month"), [("soviet", 1), ("japan", 1), ("soviet", 6), ("japan", 5)])
def test_a_deception_marker_every_turn(side: str, month: int) -> None:
    """In October, too: only routine air and supply stay away."""
    match = arrivals(side=side, month=month, options={"deception": True, "october": True})
    assert sum("-DEC-" in str(name) for name in offered(match, "base")) == 1
    plain = arrivals(side=side, month=month, options={"october": True})
    assert not any("-DEC-" in str(name) for name in offered(plain, "base"))


@rule("pbn", "SCM.5.2", "35.2.2")
@pytest.mark.parametrize("die", [1, 6])
def test_maskirovka_brings_deception_markers(die: int) -> None:
    match = arrivals(placed={"hand": "SU-CM-MASKIROVKA"}, options={"deception": True}, dice=[die])
    assert offered(match, "play") == {"SU-CM-MASKIROVKA"}
    do(match, "play SU-CM-MASKIROVKA")
    assert sum("-DEC-" in str(name) for name in offered(match, "base")) == 1 + die
    assert place(match, "SU-CM-MASKIROVKA") == "removed"
    assert told(match, "log.maskirovka")["dice"] == str(die)


@rule("pbn", "SCM.5.2")
def test_maskirovka_without_deception_markers() -> None:
    """R47"""
    match = arrivals(placed={"hand": "SU-CM-MASKIROVKA"})
    assert offered(match, "play") == set()
    assert refused(match, "play SU-CM-MASKIROVKA") == "SCM.5.2"
    pool = arrivals(options={"deception": True}, placed={"hand": "SU-CM-RECON"})
    assert refused(pool, "play SU-CM-MASKIROVKA") == "5.3"
    assert refused(pool, "play SU-CM-RECON") == "SCM.6"


@rule("pbn", "34.1")
def test_where_deception_markers_arrive() -> None:
    """On the edge, or on or next to a friendly unit; never next to an enemy."""
    placed: dict[str, str | list[str]] = {"0908": "SU-24", "1108": "JP-64", "0203": "JP-71"}
    match = arrivals(placed=placed, options={"deception": True})
    (marker,) = (str(name) for name in offered(match, "base") if "-DEC-" in str(name))
    do(match, f"field {marker}", "auto", f"unit {marker}")
    beside = {"0908", "0907", "0909", "0807", "0808", "1007", "1008"}
    near_enemies = names(match.game.map.grid.spread(hexes("1108", "0203")))
    assert offered(match, "hex") == ({*WEST} | beside) - near_enemies
    assert "1008" in near_enemies
    assert refused(match, "hex 1008") == "34.1"
    assert refused(match, "hex 0103") == "34.1"
    assert refused(match, "hex 0505") == "34.1"
    assert refused(match, "hex 1108") == "6.21.1"
    do(match, "hex 0807")
    assert place(match, marker) == "0807"


@rule("pbn", "34.1")
def test_units_and_deception_markers_placed_together() -> None:
    """Only where both may be; and not together where there is no such hex."""
    options = {"deception": True}
    match = arrivals("SU-7", placed={"0908": "SU-24"}, options=options)
    (marker,) = (str(name) for name in offered(match, "base") if "-DEC-" in str(name))
    do(match, "field SU-7", f"field {marker}", "auto", "unit SU-7", f"unit {marker}")
    assert offered(match, "hex") == set(WEST)
    near: dict[str, str | list[str]] = dict(zip([f"02{row:02}" for row in range(1, 25)], enemies(24), strict=True))
    match = arrivals("SU-7", placed={**near, "0908": "SU-24"}, options=options)
    do(match, "field SU-7", f"field {marker}", "auto", "unit SU-7")
    assert offered(match, "unit") == set()
    assert refused(match, f"unit {marker}") == "34.1"
    do(match, "hex 0110", f"unit {marker}")
    assert offered(match, "hex") == {"0908", "0907", "0909", "0807", "0808", "1007", "1008"}


@rule("pbn", "34.1", "6.21.1")
def test_an_enemy_deception_marker_looks_like_a_unit() -> None:
    """So it bars its hex like one: else what is offered would tell them apart."""
    placed: dict[str, str | list[str]] = {"0110": "JP-DEC-1"}
    match = do(arrivals("SU-7", placed=placed, options={"deception": True}), "field SU-7", "auto", "unit SU-7")
    assert "0110" not in offered(match, "hex")
    assert refused(match, "hex 0110") == "6.21.1"


@rule("pbn", "34.0")
def test_combat_units_arrive_face_down_where_they_may() -> None:
    placed = {"turn_3": ["SU-7", "SU-82HQ"]}
    match = board(placed, "soviet_reinforcement", options={"face_down": True})
    do(match, "field SU-7", "field SU-82HQ", "auto", "unit SU-7", "hex 0110", "unit SU-82HQ", "hex 0111")
    assert marked(match, "face_down", "SU-7")
    assert not marked(match, "face_down", "SU-82HQ")
    assert match.view("japan")["places"]["0110"] == [{"nation": "soviet"}]


# -- what the enemy sees -----------------------------------------------------------------------------------------------


@rule("pbn", "18.6")
def test_the_enemy_does_not_see_who_comes_nor_where_to() -> None:
    match = do(arrivals("SU-7 SU-8"), "field SU-7", "base SU-8")
    for viewer in ("japan", None):
        view = match.view(viewer)
        assert not any(c.get("id") in ("SU-7", "SU-8") for pile in view["places"].values() for c in pile)
        assert (view["agenda"][-1]["field"], view["agenda"][-1]["based"]) == ([], [])
    do(match, "auto", "unit SU-7")
    assert match.view("japan")["agenda"][-1]["unit"] == []
    assert match.view("soviet")["agenda"][-1]["unit"] == ["SU-7"]


@rule("pbn", "18.6")
def test_being_asked_tells_nothing() -> None:
    """Whether anybody is due in October or not, his owner is asked."""
    for due in ("", "SU-7"):
        match = arrivals(due, month=6, options={"october": True})
        assert asked(match).side == 0
        assert match.view("japan")["waiting"] == ["soviet"]


def test_air_points_that_come_are_told() -> None:
    match = arrivals(side="japan")
    assert told(match, "log.air-arrives") == {"side": "japan", "count": 3}
    assert "log.air-arrives" not in keys(arrivals(month=6, options={"october": True}))
