"""5.1.2, 5.1.3, 4.0.i  Shifts: terrain, rivers, encirclement, the border; and armour before mountains."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.bkg.game import HERE, Batalha
from tests.bkg.battles import codes, column, declare, odds, preview
from tests.bkg.positions import board, fight, offered, place, refused, shifts, told, units, why

RULE = pytest.mark.rule


# -- 5.1.2: terrain ----------------------------------------------------------------------------------------------------


@RULE("bkg", "5.1.2")
@pytest.mark.parametrize(
    ("target", "beside", "expected", "in_column"),
    [
        ("0321", "0320", {}, "2-1"),
        ("0318", "0317", {"5.1.2": -1}, "1-1"),  # rough
        ("1915", "1914", {"5.1.2": -1}, "1-1"),  # marsh
        ("0416", "0316", {"5.1.2": -3}, "1-3"),  # mountain
    ],
    ids=["open", "rough", "marsh", "mountain"],
)
def test_terrain_of_the_defender(target: str, beside: str, expected: dict[str, int], in_column: str) -> None:
    places = {beside: ["SU-7B-1", "SU-8B-1"], target: ["JP-64-1"]}
    match = declare(board(places, "sov_combat", air=(0, 0), dice=[(1, 1)]), target, "SU-7B-1", "SU-8B-1")
    assert {s["rule"]: s["value"] for s in preview(match, "soviet")["shifts"]} == expected
    match.play("commit")
    assert shifts(match) == expected
    assert column(match) == in_column


def test_the_shift_names_the_terrain() -> None:
    match = board({"0316": ["SU-7B-1"], "0416": ["JP-64-1"]}, "sov_combat", air=(0, 0), dice=[(1, 1)])
    (shift,) = told(fight(match, "0416", "SU-7B-1"), "log.odds")["shifts"]
    assert shift == {"rule": "5.1.2", "key": "shift.terrain", "value": -3, "terrain": "@terrain.mountain"}


@RULE("bkg", "5.1.2")
def test_terrain_of_the_attacker_does_not_matter() -> None:
    """5.1.2.a"""
    places = {"0416": ["SU-7B-1", "SU-8B-1"], "0316": ["JP-64-1"]}
    match = fight(board(places, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0316", "SU-7B-1", "SU-8B-1")
    assert shifts(match) == {}


@RULE("bkg", "5.1.2")
def test_a_road_does_not_take_the_terrain_away() -> None:
    """K-24: 0812 is rough and has a road."""
    places = {"0911": ["SU-7B-1"], "0812": ["JP-64-1"]}
    match = fight(board(places, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0812", "SU-7B-1")
    assert shifts(match) == {"5.1.2": -1}


# -- rivers ------------------------------------------------------------------------------------------------------------


def over_water(target: str, defender: str = "JP-64-1", **attackers: str) -> Match:
    """One attacker from each hex: h0408="SU-601-1"."""
    places = {hex_[1:]: [unit] for hex_, unit in attackers.items()}
    match = board({**places, target: [defender]}, "sov_combat", air=(0, 0), dice=[(1, 1)])
    return fight(match, target, *attackers.values())


def rivers(match: Match) -> dict[str, int]:
    """The shifts of the last combat that are rivers."""
    return {rule: value for rule, value in shifts(match).items() if rule.startswith("T2.")}


@RULE("bkg", "5.1.2", "T2.wide_river")
def test_attack_over_a_wide_river() -> None:
    assert shifts(over_water("0508", h0408="SU-601-1")) == {"T2.wide_river": -2}


@RULE("bkg", "5.1.2", "T2.narrow_river")
def test_attack_over_a_narrow_river() -> None:
    assert shifts(over_water("0816", h0817="SU-601-1")) == {"T2.narrow_river": -1}


def test_v_27_one_attacker_on_the_defenders_bank_turns_the_river() -> None:
    assert shifts(over_water("0508", h0408="SU-601-1", h0507="SU-602-1")) == {}


def test_v_29_a_wide_river_and_a_mountain_add_up(tmp_path: Path) -> None:
    """K-28. The map has no such place: here the Khalkhin is made to run between 0416 and 0316."""
    sides = tmp_path / "sides.csv"
    shutil.copy(HERE / "data" / "sides.csv", sides)
    sides.write_text(sides.read_text() + "0316,0416,wide_river\n")
    places = {"0316": ["SU-7B-1", "SU-8B-1"], "0416": ["JP-64-1"]}
    match = board(places, "sov_combat", air=(0, 0), dice=[(1, 1)], game=Batalha(tmp_path))
    fight(match, "0416", "SU-7B-1", "SU-8B-1")
    assert shifts(match) == {"5.1.2": -3, "T2.wide_river": -2}
    assert column(match) == "1-4"


@RULE("bkg", "T2.bridge")
def test_v_30_a_bridge_takes_the_river_away() -> None:
    """K-27"""
    assert shifts(over_water("0613", h0513="SU-601-1")) == {"5.1.2": -1}
    assert shifts(over_water("1315", h1316="SU-601-1")) == {}, "a narrow river as well"


def test_v_93_the_least_river_of_all_attackers_counts() -> None:
    """K-28: 0616 is marsh; a wide side to 0516, a narrow one to 0716, and a bridge to 0515."""
    wet = over_water("0616", h0516="SU-601-1", h0716="SU-602-1")
    assert rivers(wet) == {"T2.narrow_river": -1}
    dry = over_water("0616", h0516="SU-601-1", h0716="SU-602-1", h0515="SU-603-1")
    assert rivers(dry) == {}


def test_v_94_artillery_at_range_does_not_turn_the_river() -> None:
    """K-28: nor do air points."""
    places = {"0408": ["SU-601-1"], "0409": ["SU-602-1"], "0807": ["SU-82A-1"], "0508": ["JP-64-1"]}
    match = board(places, "sov_combat", air=(3, 0), dice=[(1, 1)])
    fight(match, "0508", "SU-601-1", "SU-602-1", "SU-82A-1", air=3)
    assert odds(match)[:2] == (2 + 2 + 2 + 3, 4)
    assert shifts(match) == {"T2.wide_river": -2}


# -- 5.1.2.b: armour and mountains -------------------------------------------------------------------------------------


@RULE("bkg", "5.1.2.b")
def test_v_47_armour_may_not_attack_a_mountain() -> None:
    """K-22: mechanised cavalry and armoured cars may."""
    places = {"0316": ["SU-6T-1", "SU-36RCM", "SU-7B-1"], "0416": ["JP-64-1"]}
    match = declare(board(places, "sov_combat", air=(0, 0)), "0416")
    assert offered(match, "unit") == {"SU-36RCM", "SU-7B-1"}
    assert refused(match, "unit SU-6T-1") == "5.1.2.b"


@RULE("bkg", "5.1.2.b")
def test_armour_alone_beside_a_mountain_has_nothing_to_attack() -> None:
    """K-15 b: so it is not obliged either."""
    match = board({"0316": ["SU-6T-1"], "0416": ["JP-64-1"]}, "sov_combat", air=(0, 0))
    assert offered(match, "attack") == set()
    assert refused(match, "attack 0416") == "5.1.2.b"
    match.play("done")


@RULE("bkg", "5.1.2.b")
def test_armour_may_attack_everything_but_mountains() -> None:
    places = {"0315": ["SU-6T-1"], "0416": ["JP-64-1"], "0415": ["JP-64-2"]}
    match = board(places, "sov_combat", air=(0, 0))
    assert offered(match, "attack") == {"0415"}
    assert "SU-6T-1" in offered(declare(match, "0415"), "unit")


# -- 5.1.3: encirclement -----------------------------------------------------------------------------------------------


POCKET = {"0320": ["SU-601-1"], "0223": ["SU-212"], "0423": ["SU-NKVD"]}
"""Zones of engagement over the whole ring of 0321, though one hex only touches it."""


def encircled(
    placed: dict[str, list[str]], target: str, *attackers: str, phase: str = "sov_combat", **options: bool
) -> bool:
    match = fight(board(placed, phase, air=(0, 0), dice=[(1, 1)], options=options), target, *attackers)
    assert shifts(match).get("5.1.3", 1) == 1
    return "5.1.3" in shifts(match)


@RULE("bkg", "5.1.3")
def test_encirclement_is_a_column_to_the_right() -> None:
    """K-40: zones of units that do not fight count."""
    match = declare(
        board({**POCKET, "0321": ["JP-8RF-1"]}, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0321", "SU-601-1"
    )
    assert shifts_of_preview(match) == {"5.1.3": 1}
    match.play("commit")
    assert odds(match) == (2, 3, "1-2")
    assert shifts(match) == {"5.1.3": 1}
    assert column(match) == "1-1"


def shifts_of_preview(match: Match) -> dict[str, int]:
    return {shift["rule"]: shift["value"] for shift in preview(match, "soviet")["shifts"]}


@RULE("bkg", "5.1.3")
@pytest.mark.parametrize("gap", ["0223", "0423"])
def test_one_hex_free_of_zones_is_enough(gap: str) -> None:
    placed = {hex_: stack for hex_, stack in POCKET.items() if hex_ != gap}
    assert not encircled({**placed, "0321": ["JP-8RF-1"]}, "0321", "SU-601-1")


@RULE("bkg", "5.1.3")
def test_a_hex_full_of_friends_is_a_way_out() -> None:
    """V-95: no column, even if nobody there can make room."""
    full = ["JP-71-1", "JP-71-2", "JP-72-1", "JP-72-2"]
    ring = {"0320": ["SU-601-1"], "0223": ["SU-212"], "0523": ["SU-NKVD"], "0520": ["SU-480-1"]}
    assert not encircled({**ring, "0321": ["JP-8RF-1"], "0422": full}, "0321", "SU-601-1")


@RULE("bkg", "5.1.3")
def test_friends_do_not_take_a_zone_away() -> None:
    """K-21"""
    assert encircled({**POCKET, "0321": ["JP-8RF-1"], "0422": ["JP-71-1"]}, "0321", "SU-601-1")


@RULE("bkg", "5.1.3")
def test_a_lake_is_no_way_out() -> None:
    placed = {"2419": ["SU-601-1"], "2316": ["SU-212"], "2516": ["SU-NKVD"], "2418": ["JP-8RF-1"]}
    assert encircled(placed, "2418", "SU-601-1")
    del placed["2316"]
    assert not encircled(placed, "2418", "SU-601-1")


@RULE("bkg", "5.1.3", "5.1.1.d")
def test_encirclement_goes_by_what_each_type_may_enter() -> None:
    """K-40, K-93: only the mountain 0416 is free behind 0316; the preview does not tell whether armour is there."""
    placed = {"0216": ["SU-601-1"], "0418": ["SU-212"]}
    tanks = board({**placed, "0316": ["JP-3RT"]}, "sov_combat", air=(0, 0), dice=[(1, 1)])
    declare(tanks, "0316", "SU-601-1")
    assert shifts_of_preview(tanks) == {}
    assert preview(tanks, "soviet")["unknown"] == ["5.1.3"]
    tanks.play("commit")
    assert shifts(tanks) == {"5.1.3": 1}
    assert not encircled({**placed, "0316": ["JP-8RF-1"]}, "0316", "SU-601-1")
    assert not encircled({**placed, "0316": ["JP-3RT", "JP-8RF-1"]}, "0316", "SU-601-1"), "one that can go is enough"


@RULE("bkg", "5.1.3", "5.1.1.d")
def test_armour_is_not_suspected_where_it_cannot_be() -> None:
    """The marsh 0616 has only the marsh 0716 to go to: closed to tanks, but there can be none in 0616 either."""
    placed = {"0516": ["SU-601-1"], "0615": ["SU-212"], "0616": ["JP-8RF-1"], "2320": ["JP-3RT"]}
    match = declare(board(placed, "sov_combat"), "0616", "SU-601-1")
    assert preview(match, "soviet")["unknown"] == []


@RULE("bkg", "5.1.3", "5.1.1.d")
def test_whether_only_armour_is_encircled_is_unknown_beforehand() -> None:
    """Only the mountain 0416 is free behind 0316: who is there decides, as far as it can be tank or cavalry at all."""

    def unknown(there: list[str], **more: Any) -> list[str]:
        others = more.pop("others", {})
        placed = {"0216": ["SU-601-1"], "0418": ["SU-212"], "0316": there, **others}
        match = declare(board(placed, "sov_combat", **more), "0316", "SU-601-1")
        found: list[str] = preview(match, "soviet")["unknown"]
        return found

    tanks = {"2320": ["JP-3RT"]}
    assert unknown(["JP-8RF-1"], others=tanks) == ["5.1.3"], "the same seen from outside as a tank there"
    assert unknown(["JP-8RF-1"]) == [], "no Japanese tank is left on the map"
    assert unknown(["JP-8RF-1"], due=["JP-3RT"], turn=24) == ["5.1.3"], "it may have come in today"
    assert unknown(["JP-8RF-1"], due=["JP-3RT"], turn=23) == []
    assert unknown(["MC-SEK-1"], others=tanks) == [], "Manchurians have none"
    assert unknown(["JP-8RF-1", "JP-8RF-2"], others=tanks) == [], "one tank, two units: one can go to the mountain"
    assert unknown(["JP-8RF-1", "JP-3RT"], others={"2320": ["JP-23RCM"]}) == ["5.1.3"]
    assert unknown(["JP-3RT"], others={"0415": ["SU-NKVD"]}) == [], "encircled for everybody, and so told as a shift"


@RULE("bkg", "5.1.3")
def test_in_a_mountain_nobody_is_armour() -> None:
    """Out of 0416 only the marsh and mountains could be free: nobody who stands there is barred from them."""
    ring = {"0415": ["SU-601-1"], "0516": ["SU-212"], "2320": ["JP-3RT"], "0416": ["JP-8RF-1"]}
    match = declare(board(ring, "sov_combat"), "0416", "SU-601-1")
    assert "5.1.3" not in preview(match, "soviet")["unknown"]


@RULE("bkg", "5.1.3")
def test_v_108_a_friendly_map_edge_is_a_way_out() -> None:
    """K-40; by a house rule it is none."""
    west = {"0120": ["JP-64-1"], "0122": ["JP-64-2"], "0322": ["JP-71-1"], "0121": ["SU-601-1"]}
    east = {"2704": ["SU-601-1"], "2706": ["SU-602-1"], "2505": ["SU-212"], "2705": ["JP-64-1"]}
    for closed in (False, True):
        assert encircled(west, "0121", "JP-64-1", "JP-64-2", phase="jap_combat", closed_edge=closed) is closed
        assert encircled(east, "2705", "SU-601-1", "SU-602-1", closed_edge=closed) is closed


@RULE("bkg", "5.1.3")
def test_v_109_a_hostile_map_edge_is_none() -> None:
    west = {"0120": ["SU-601-1"], "0122": ["SU-602-1"], "0421": ["SU-212"], "0422": ["SU-NKVD"], "0121": ["JP-64-1"]}
    match = fight(board(west, "sov_combat", air=(4, 0), dice=[(1, 1)]), "0121", "SU-601-1", "SU-602-1", air=4)
    assert shifts(match) == {"5.1.3": 1}
    assert codes(match) == "DRI AVI"
    assert place(match, "JP-64-1") == "destroyed", "no way through either"
    assert told(match, "log.left-destroyed") == {"units": ["JP-64-1"], "edge": "@edge.W"}


@RULE("bkg", "5.1.3")
def test_a_hex_beyond_the_border_is_a_way_out() -> None:
    """K-40: 0802 lies inside, 0801, 0901 and 0902 beyond."""
    placed = {"0803": ["JP-64-1"], "0701": ["JP-64-2"], "0802": ["SU-601-1"]}
    assert not encircled(placed, "0802", "JP-64-1", "JP-64-2", phase="jap_combat")


# -- 4.0.i: beyond the border ------------------------------------------------------------------------------------------


def test_v_103_one_penalised_unit_is_enough_for_its_hex() -> None:
    """K-91: a column, and no support of any kind."""
    placed = {"1703": ["SU-601-1", "SU-82A-1"], "1704": ["JP-25-1", "JP-25-2"], "1604": ["SU-126A-1"]}
    for penalised, expected in (["SU-601-1"], {"4.0.i": 1}), ([], {}):
        match = board(placed, "jap_combat", air=(5, 0), penalised=penalised, dice=[(1, 1)])
        declare(match, "1703", "JP-25-1", "JP-25-2")
        assert {s["rule"]: s["value"] for s in preview(match, "japan")["shifts"]} == expected
        match.play("commit")
        if penalised:
            assert odds(match) == (8, 4, "2-1")
            assert shifts(match) == expected
            assert column(match) == "3-1"
        else:
            assert offered(match, "unit") == {"SU-126A-1"}
            assert offered(match, "air") == {1, 2, 3, 4, 5}


@RULE("bkg", "4.0.j", "4.0.k")
def test_a_penalised_unit_neither_attacks_nor_supports() -> None:
    placed = {"1703": ["SU-601-1", "SU-126A-1"], "1704": ["JP-25-1"]}
    match = board(placed, "sov_combat", air=(0, 0), penalised=["SU-601-1", "SU-126A-1"])
    assert offered(match, "attack") == set()
    assert refused(match, "attack 1704") == "4.0.j"
    placed = {"1701": ["SU-126A-1"], "1703": ["SU-601-1"], "1704": ["JP-25-1"]}
    ours = declare(board(placed, "sov_combat", air=(0, 0), penalised=["SU-126A-1"]), "1704", "SU-601-1")
    reason = why(ours, "unit SU-126A-1")
    assert (reason.rule, reason.params["units"]) == ("4.0.j", units("SU-126A-1"))
    theirs = board(placed, "jap_combat", air=(1, 0), penalised=["SU-126A-1"])
    fight_on = declare(theirs, "1703", "JP-25-1")
    fight_on.play("commit")
    reason = why(fight_on, "unit SU-126A-1")
    assert (reason.rule, reason.params["units"]) == ("4.0.k", units("SU-126A-1"))


def test_of_those_beside_a_hex_the_one_who_could_have_attacked_gives_the_reason() -> None:
    """One has fought, the other is penalised: it is the fight that spends the attack."""
    placed = {"1703": ["SU-601-1"], "1602": ["SU-602-1"], "1704": ["JP-25-1"], "1603": ["JP-25-2"]}
    match = board(placed, "sov_combat", air=(0, 0), penalised=["SU-602-1"], dice=[(1, 1)])
    fight(match, "1704", "SU-601-1")
    reason = why(match, "attack 1603")
    assert (reason.rule, reason.key) == ("5.0", "why.fought")
