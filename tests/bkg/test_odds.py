"""5.1.1 - 5.1.3  From strengths to a column: the force ratio, terrain, rivers, encirclement, the border."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.games.bkg.game import HERE, Batalha
from tests.bkg.battles import COLUMNS, OUTER, RING, ROLLS, at_column, codes, column, declare, odds, preview, shift_list
from tests.bkg.positions import board, fight, hexes, offered, place, refused, shifts, the_game, told, units, why

RULE = pytest.mark.rule

MEC = ("SU-7B-1", "SU-7B-2", "SU-8B-1", "SU-8B-2", "SU-9B-1", "SU-9B-2")
"""Six battalions 4-3-10, no brigade complete: they may attack mountains."""


def battle(attackers: str, defenders: str, *, air: int = 0, flipped: str = "") -> Match:
    """An attack from 0320 on 0321, both open."""
    match = board(
        {"0320": attackers.split(), "0321": defenders.split()},
        "sov_combat", turn=20, air=(20, 0), flipped=flipped.split(), dice=[(1, 1)],
    )  # fmt: skip
    return fight(match, "0321", *attackers.split(), air=air)


# -- 5.1.1: force ratio ------------------------------------------------------------------------------------------------


@RULE("bkg", "5.1.1", "5.1.1.a", "5.1.1.b", "5.1.1.c")
def test_e_05_eleven_against_four_is_two_to_one() -> None:
    match = battle("SU-6T-1 SU-127-1 SU-127-2", "JP-64-1")
    assert odds(match) == (11, 4, "2-1")
    assert column(match) == "2-1"


@RULE("bkg", "5.1.1.b")
def test_everybody_in_the_target_hex_defends() -> None:
    """K-14: the defence of all is added, attack powers of the defenders do not matter."""
    match = battle("SU-601-1", "JP-64-1 JP-8RF-1 JP-13A-1 JP-23RCM", air=8)
    assert odds(match) == (10, 4 + 3 + 1 + 2, "1-1")


@pytest.mark.parametrize(
    ("attackers", "air", "defenders", "expected"),
    [
        pytest.param("SU-127-1", 0, "JP-64-1", (3, 4, "1-2"), id="v-01"),
        pytest.param("SU-7B-1", 0, "JP-64-1", (4, 4, "1-1"), id="v-02 even"),
        pytest.param("SU-7B-1 SU-127-1", 0, "JP-64-1", (7, 4, "1-1"), id="v-02 the fraction is dropped"),
        pytest.param("SU-7B-1 SU-8B-1", 0, "JP-64-1", (8, 4, "2-1"), id="exactly two to one"),
        pytest.param("SU-7B-1 SU-127-1", 4, "JP-64-1", (11, 4, "2-1"), id="just short of three"),
        pytest.param("SU-7B-1 SU-8B-1", 4, "JP-64-1", (12, 4, "3-1"), id="exactly three"),
        pytest.param("SU-601-1", 0, "JP-64-1", (2, 4, "1-2"), id="exactly one to two"),
        pytest.param("SU-601-1", 0, "JP-8RF-1 MC-SEK-1", (2, 5, "1-3"), id="a weaker attacker rounds up"),
        pytest.param("SU-601-1", 0, "JP-64-1 MC-SEK-1", (2, 6, "1-3"), id="exactly one to three"),
        pytest.param("SU-601-1", 0, "JP-64-1 JP-8RF-1", (2, 7, "1-4"), id="just over one to three"),
        pytest.param("SU-601-1", 0, "JP-64-1 JP-64-2", (2, 8, "1-4"), id="exactly one to four"),
    ],
)
@RULE("bkg", "5.1.1.c")
def test_force_ratio(attackers: str, air: int, defenders: str, expected: tuple[int, int, str]) -> None:
    """K-03, K-04: divide and drop the fraction; if the attacker is weaker the defence is divided and rounded up."""
    match = battle(attackers, defenders, air=air)
    assert odds(match) == expected
    assert column(match) == expected[2]


@RULE("bkg", "5.1.1.c")
@pytest.mark.parametrize(
    ("air", "base"), [(17, "8-1"), (18, "9-1"), (20, "9-1")], ids=["35 to 4", "36 to 4", "38 to 4"]
)
def test_no_column_beyond_nine_to_one(air: int, base: str) -> None:
    """K-05"""
    match = battle("SU-6T-1 SU-6T-2 SU-7B-1 SU-8B-1", "JP-64-1", air=air)
    assert odds(match) == (18 + air, 4, base)


@RULE("bkg", "5.1.1.c")
def test_no_column_below_one_to_four() -> None:
    """K-05: a hopeless attack is 1-4, and an encirclement counts from there."""
    places = {"0320": ["SU-601-1"], "0223": ["SU-NKVD"], "0423": ["SU-212"], "0321": ["JP-64-1", "JP-71-1", "JP-72-1"]}
    match = fight(board(places, "sov_combat", air=(0, 0), dice=[(3, 4)]), "0321", "SU-601-1")
    assert odds(match) == (2, 12, "1-4")
    assert shifts(match) == {"5.1.3": 1}
    assert column(match) == "1-3"


def mountain(air: int, *attackers: str) -> Match:
    """An attack on JP-64-1 (4) in the mountain 0416; the way back to the south is free."""
    places = {"0415": attackers[:4], "0315": attackers[4:], "0416": ["JP-64-1"]}
    match = board(places, "sov_combat", turn=20, air=(20, 0), dice=[(1, 1)])
    return fight(match, "0416", *attackers, air=air)


def test_v_04_the_ratio_is_cut_before_the_shifts() -> None:
    match = mountain(16, *MEC)
    assert odds(match) == (40, 4, "9-1")
    assert column(match) == "6-1"


def test_v_05_two_to_one_into_a_mountain() -> None:
    match = mountain(0, "SU-7B-1", "SU-8B-1")
    assert odds(match) == (8, 4, "2-1")
    assert column(match) == "1-3"


def test_v_06_shifts_end_at_one_to_four() -> None:
    """K-06: rough and a wide river are three columns, and there are only two."""
    places = {"0511": ["SU-127-1"], "0612": ["JP-64-1"]}
    match = fight(board(places, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0612", "SU-127-1")
    assert odds(match) == (3, 4, "1-2")
    assert shifts(match) == {"5.1.2": -1, "T2.wide_river": -2}
    assert column(match) == "1-4"


def test_v_07_shifts_end_at_nine_to_one() -> None:
    places = {"0320": ["SU-6T-1", "SU-6T-2", "SU-7B-1", "SU-8B-1"], "0322": ["SU-212"], "0321": ["JP-64-1"]}
    match = board(places, "sov_combat", turn=20, air=(20, 0), dice=[(1, 1)])
    fight(match, "0321", *places["0320"], "SU-212", air=15)
    assert odds(match) == (36, 4, "9-1")
    assert shifts(match) == {"5.1.3": 1}
    assert column(match) == "9-1"


def test_v_113_all_shifts_make_one_number() -> None:
    """K-06: done one after another, the bonuses would be lost at the right end of the table first."""
    places = {
        "0415": ["SU-127-1", "SU-127-2", "SU-127-3", "SU-212"],
        "0315": ["SU-293-1", "SU-293-2", "SU-293-3", "SU-6T-M"],
        "0417": ["SU-80-1", "SU-80-2", "SU-11T-M", "SU-24-1"],
        "0516": ["SU-24-2", "SU-149-1", "SU-149-2"],
        "0416": ["JP-64-1"],
    }
    attackers = [unit for hex_, stack in places.items() if hex_ != "0416" for unit in stack]
    match = board(places, "sov_combat", turn=20, air=(0, 1), dice=[(1, 1)])
    for decision in ("attack 0416", *(f"unit {u}" for u in attackers), "commit", "air 1", "commit"):
        verb, _, noun = decision.partition(" ")
        match.play(verb, noun or None)
    assert len(attackers) == 15
    assert odds(match) == (45, 5, "9-1")
    assert shift_list(match) == [("5.1.2", -3), ("5.1.3", 1), ("5.1.4", 1), ("5.1.4", 1)]
    assert column(match) == "9-1"


def test_v_115_a_regiment_in_rough_behind_a_river() -> None:
    places = {
        "0511": ["SU-127-1", "SU-127-2", "SU-127-3", "SU-6T-1"],
        "0512": ["SU-6T-2", "SU-6T-3"],
        "0612": ["JP-64-1", "JP-64-2", "JP-64-3"],
    }
    match = fight(board(places, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0612", *places["0511"], *places["0512"])
    assert odds(match) == (24, 12, "2-1")
    assert shift_list(match) == [("5.1.2", -1), ("T2.wide_river", -2), ("5.1.4", 1), ("5.1.4.a", -1)]
    assert column(match) == "1-3"


@RULE("bkg", "7.0.a")
def test_v_11_halves_of_flipped_attackers_are_kept() -> None:
    """K-10: two halves make a whole, and half a point is not rounded up either."""
    assert odds(battle("SU-24-1 SU-601-1", "JP-8RF-1", flipped="SU-24-1")) == ("3½", 3, "1-1")
    assert odds(battle("SU-24-1 SU-24-2", "JP-8RF-1", flipped="SU-24-1 SU-24-2")) == (3, 3, "1-1")
    assert odds(battle("SU-24-1", "MC-SEK-1", flipped="SU-24-1")) == ("1½", 2, "1-2")


@RULE("bkg", "7.0.a")
def test_v_12_halves_of_flipped_defenders_are_kept() -> None:
    assert odds(battle("SU-601-1", "JP-13A-1", flipped="JP-13A-1")) == (2, "½", "4-1")
    assert odds(battle("SU-127-1", "JP-8RF-1", flipped="JP-8RF-1")) == (3, "1½", "2-1")


# -- 5.1.1.d: what the attacker is shown before he declares ------------------------------------------------------------


@RULE("bkg", "5.1.1.d")
def test_the_preview_has_no_defence_and_no_column() -> None:
    """K-93: the own total and the shifts that need no hidden knowledge, and what each possible defence would mean."""
    places = {"0415": ["SU-127-1", "SU-127-2", "SU-127-3"], "0416": ["JP-64-1", "JP-64-2", "JP-64-3"]}
    match = declare(board(places, "sov_combat", air=(4, 0)), "0416", "SU-127-1", "SU-127-2", "SU-127-3", air=3)
    seen = preview(match, "soviet")
    assert (seen["attack"], seen["defence"], seen["base"], seen["column"], seen["chances"]) == (
        12,
        None,
        None,
        None,
        None,
    )
    assert [(s["rule"], s["value"]) for s in seen["shifts"]] == [("5.1.2", -3), ("5.1.4", 1)]
    assert seen["net"] == -2
    assert seen["unknown"] == ["5.1.4.a"], "three units may be a regiment"


def test_the_preview_lists_every_defence_that_may_be() -> None:
    """On the map are JP counters of defence 4 and 1, which look alike, guns of 2 and 1, and two air points."""
    places = {"0320": ["SU-601-1"], "0321": ["JP-64-1"], "0521": ["JP-13A-1", "JP-13A-4"]}
    match = declare(board(places, "sov_combat", air=(0, 2)), "0321", "SU-601-1")
    cases = preview(match, "soviet")["cases"]
    assert [(case["defence"], case["column"]) for case in cases] == [
        ("½", "4-1"), ("1", "2-1"), ("1½-2", "1-1"), ("2½-4", "1-2"), ("4½-6", "1-3"), ("6½-9", "1-4"),
    ]  # fmt: skip
    assert cases[0]["chances"] == {
        "DRB AVI": "1/18", "DRI AVI": "1/9", "DRB AVB": "1/6", "DRI AVB": "2/9", "IMP": "5/18", "DVB ARI": "1/6",
    }  # fmt: skip
    assert preview(match, "soviet")["unknown"] == []


def test_the_preview_of_an_attack_on_a_stack_in_a_mountain() -> None:
    """Two units: no regiment can be there. 8 against 4 to 8 is 2-1 or 1-1, and three columns less."""
    places = {"0415": ["SU-7B-1", "SU-8B-1"], "0416": ["JP-64-1", "JP-64-2"]}
    seen = preview(declare(board(places, "sov_combat", air=(0, 0)), "0416", "SU-7B-1", "SU-8B-1"), "soviet")
    assert [(case["defence"], case["column"]) for case in seen["cases"]] == [("4", "1-3"), ("4½-8", "1-4")]
    assert seen["unknown"] == []


def test_a_counter_without_attack_power_attacks_in_the_first_column(tmp_path: Path) -> None:
    """No printed counter is so weak, but an owner's corrections may make one."""
    counters = tmp_path / "counters.csv"
    lines = (HERE / "data" / "counters.csv").read_text().splitlines()
    column_of = lines[0].split(",").index("attack")
    at = next(i for i, line in enumerate(lines) if line.startswith("SU-601-1,"))
    fields = lines[at].split(",")
    fields[column_of] = "0"
    lines[at] = ",".join(fields)
    counters.write_text("\n".join(lines) + "\n")
    match = board({"0320": ["SU-601-1"], "0321": ["JP-64-1"]}, "sov_combat", dice=[(1, 1)], game=Batalha(tmp_path))
    assert odds(fight(match, "0321", "SU-601-1")) == (0, 4, "1-4")


def test_the_preview_counts_reinforcements_that_may_have_come_in() -> None:
    """Who of today's reinforcements is still outside is hidden, so their guns and factors may be on the map."""
    places = {"0320": ["SU-601-1"], "0321": ["MC-SEK-1"]}
    sure = declare(board(places, "sov_combat", turn=22, air=(0, 0), due=["JP-7M-1"]), "0321", "SU-601-1")
    assert [case["defence"] for case in preview(sure, "soviet")["cases"]] == ["1", "1½-2"]
    unsure = declare(board(places, "sov_combat", turn=23, air=(0, 0), due=["JP-7M-1"]), "0321", "SU-601-1")
    assert [case["defence"] for case in preview(unsure, "soviet")["cases"]] == ["1", "1½-2", "2½-3"]


def test_with_open_strengths_the_odds_are_whole_before_the_declaration() -> None:
    """K-58"""
    places = {"0320": ["SU-127-1", "SU-127-2"], "0321": ["JP-64-1"]}
    match = board(places, "sov_combat", air=(4, 0), options={"open_strengths": True})
    seen = preview(declare(match, "0321", "SU-127-1", "SU-127-2", air=2), "soviet")
    assert (seen["attack"], seen["defence"], seen["base"], seen["column"]) == (8, 4, "2-1", "2-1")


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
    (shift,) = told(mountain(0, "SU-7B-1"), "log.odds")["shifts"]
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


def encircled(placed: dict[str, list[str]], target: str, *attackers: str, phase: str = "sov_combat") -> bool:
    match = fight(board(placed, phase, air=(0, 0), dice=[(1, 1)]), target, *attackers)
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


@RULE("bkg", "5.1.3")
def test_encirclement_goes_by_what_each_type_may_enter() -> None:
    """K-40, K-93: only the mountain 0416 is free behind 0316; the preview does not tell whether armour is there."""
    placed = {"0216": ["SU-601-1"], "0418": ["SU-212"]}
    tanks = board({**placed, "0316": ["JP-3RT"]}, "sov_combat", air=(0, 0), dice=[(1, 1)])
    declare(tanks, "0316", "SU-601-1")
    assert shifts_of_preview(tanks) == {}
    tanks.play("commit")
    assert shifts(tanks) == {"5.1.3": 1}
    assert not encircled({**placed, "0316": ["JP-8RF-1"]}, "0316", "SU-601-1")
    assert not encircled({**placed, "0316": ["JP-3RT", "JP-8RF-1"]}, "0316", "SU-601-1"), "one that can go is enough"


@RULE("bkg", "5.1.3")
def test_v_108_a_friendly_map_edge_is_a_way_out() -> None:
    west = {"0120": ["JP-64-1"], "0122": ["JP-64-2"], "0121": ["SU-601-1"]}
    assert not encircled(west, "0121", "JP-64-1", "JP-64-2", phase="jap_combat")
    east = {"2704": ["SU-601-1"], "2706": ["SU-602-1"], "2705": ["JP-64-1"]}
    assert not encircled(east, "2705", "SU-601-1", "SU-602-1")


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


# -- the ground that other tests stand on ------------------------------------------------------------------------------


def test_the_rings_round_0321_are_open_and_without_water() -> None:
    game = the_game()
    grid = game.map.grid
    centre = grid.at("0321")
    assert hexes(*RING) == grid.around[centre]
    assert hexes(*OUTER) == grid.within(1 << centre, 2) & ~grid.within(1 << centre, 1)
    for hex_ in members(grid.within(1 << centre, 2)):
        assert game.map.terrain_at(hex_) == "open"
        for other in members(grid.around[hex_]):
            assert not any(game.map.has_side(water, hex_, other) for water in ("wide_river", "narrow_river"))


def test_v_114_the_atlas() -> None:
    """What the rules of combat ask of the map: the line, the mountains of the west bank, roads and bridges."""
    game = the_game()
    grid = game.map.grid
    assert (game.inside & grid.spread(game.beyond)).bit_count() == 28
    west = game.map.where("side_of_river", "west")
    assert game.mountains & west == hexes("0209", "0311", "0416", "0419", "0821")
    assert game.roads.bit_count() == 78
    bridges = {
        (a, b)
        for a in members(grid.all)
        for b in members(grid.around[a])
        if a < b and game.map.has_side("bridge", a, b)
    }
    assert len(bridges) == 5


@pytest.mark.parametrize("name", COLUMNS)
def test_every_column_can_be_had(name: str) -> None:
    placed, air = at_column(name)
    match = board(placed, "sov_combat", turn=20, air=(20, 0), dice=[ROLLS[7]])
    assert column(fight(match, "0321", "SU-601-1", air=air)) == name
