"""4.1.2, 5.0  Zones of engagement: stopping, breaking contact, dominating terrain, and who has to attack.

Round the mountain 1011 lie 1010, 1110 and 1111 (open), 0910 (rough), 0911 (open, road) and 1012 (rough, road).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from khalkhin.engine.match import Match
from tests.bkg.positions import (
    asked,
    board,
    do,
    fight,
    offered,
    place,
    points_left,
    refused,
    told,
    units,
    why,
)

rule = pytest.mark.rule


def combat(
    placed: Mapping[str, Sequence[str]], *moves: str, turn: int = 24, dice: Sequence[tuple[int, int]] = ()
) -> Match:
    """The Soviet combat phase after these decisions in the movement phase."""
    return do(board(placed, turn=turn, dice=dice), *moves, "done")


def obliged(match: Match) -> set[str]:
    """Who has to attack, as the phasing side is told."""
    seen = match.view("soviet" if asked(match).side == 0 else "japan")
    return {c["id"] for counters in seen["places"].values() for c in counters if "obliged" in c.get("is", ())}


# -- stopping --


@rule("bkg", "4.1.2.a")
def test_v_21_a_unit_stops_in_an_enemy_zone() -> None:
    match = do(board({"1717": "SU-24-1", "2017": "JP-64-1"}), "unit SU-24-1", "hex 1917")
    assert offered(match, "hex") == set()
    assert refused(match, "hex 1817") == "4.1.2.a"
    do(match, "done")
    assert place(match, "SU-24-1") == "1917"


@rule("bkg", "4.1.2.a")
def test_nobody_passes_through_an_enemy_zone() -> None:
    """Straight south from 2205 to 2209 it takes four points; round a zone over 2207 and 2208 more than five."""
    free = do(board({"2205": "JP-64-1"}, "jap_move"), "unit JP-64-1")
    assert points_left(free, "2209") == "1"
    match = do(board({"2205": "JP-64-1", "2307": "SU-24-1"}, "jap_move"), "unit JP-64-1")
    assert points_left(match, "2207") == "3"
    assert refused(match, "hex 2209") == "4.0.b"


@rule("bkg", "4.1.2.a")
def test_a_hex_behind_zones_has_no_way_to_it() -> None:
    """Both neighbours of the corner 0123 are in the zone of 0222, the corner itself is not."""
    match = do(board({"0421": "SU-24-1", "0222": "JP-64-1"}), "unit SU-24-1")
    assert "0223" in offered(match, "hex")
    assert refused(match, "hex 0123") == "4.1.2.a"


@pytest.mark.parametrize(
    ("enemy", "start", "to", "flipped"),
    [
        ({"0612": "JP-64-1"}, "0411", "0511", ()),
        ({"0613": "JP-64-1"}, "0412", "0513", ()),
        ({"1611": "JP-64-1"}, "1411", "1511", ()),
        ({"0709": "JP-13A-1"}, "0611", "0610", ()),
        ({"1010": "JP-64-1"}, "1013", "1011", ()),
        ({"2017": "JP-64-1"}, "1717", "1917", ("JP-64-1",)),
        ({"2017": "MC-SEK-1"}, "1717", "1917", ()),
    ],
    ids=["wide river", "bridge", "border", "artillery, marsh", "mountain", "flipped", "Manchurians"],
)
def test_k_20_every_unit_has_a_zone_over_all_six_hexes(
    enemy: dict[str, str], start: str, to: str, flipped: Sequence[str]
) -> None:
    match = do(board({start: "SU-24-1", **enemy}, flipped=flipped), "unit SU-24-1", f"hex {to}")
    assert offered(match, "hex") == set()
    do(match, "done", "done")
    assert obliged(match) == {"SU-24-1"}


def test_k_21_friends_do_not_cancel_a_zone() -> None:
    match = do(board({"1717": "SU-24-1", "1917": "SU-601-1", "2017": "JP-64-1"}), "unit SU-24-1", "hex 1917")
    assert refused(match, "hex 1918") == "4.1.2.a"


# -- breaking contact --


@rule("bkg", "4.1.2.c")
def test_leaving_a_zone_costs_one_point_once() -> None:
    match = do(board({"1717": "SU-24-1", "1817": "JP-64-1"}), "unit SU-24-1")
    assert points_left(match, "1617") == str(8 - 1 - 1)
    assert points_left(match, "1517") == str(8 - 1 - 2)
    free = do(board({"1717": "SU-24-1"}), "unit SU-24-1")
    assert points_left(free, "1617") == str(8 - 1)


@rule("bkg", "4.1.2.c")
def test_everybody_in_a_group_pays_for_breaking_contact() -> None:
    match = do(board({"1717": ["SU-24-1", "SU-601-1"], "1817": "JP-64-1"}), "unit SU-24-1", "unit SU-601-1")
    assert points_left(match, "1617") == str(5 - 1 - 1)


@rule("bkg", "4.1.2.c")
def test_v_19_from_one_zone_straight_into_another() -> None:
    """K-18  One extra point, then the unit stops and has to attack."""
    match = do(board({"1717": "SU-601-1", "1718": "JP-64-1", "1715": "JP-64-2"}), "unit SU-601-1")
    assert points_left(match, "1716") == str(5 - 2)
    do(match, "hex 1716")
    assert offered(match, "hex") == set()
    do(match, "done", "done")
    assert obliged(match) == {"SU-601-1"}
    assert offered(match, "attack") == {"1715"}


RING_1018 = {"1019": "JP-25-1", "0917": "JP-25-2", "0918": "JP-25-3", "1117": "JP-27-1", "1118": "JP-27-2"}
RING_1016 = {"1015": "JP-25-1", "0915": "JP-25-2", "0916": "JP-25-3", "1115": "JP-27-1", "1116": "JP-27-2"}


@rule("bkg", "4.1.2.c")
def test_v_20_exactly_enough_points_to_leave() -> None:
    """Guns have 4 points: 3 for the mountain and 1 for breaking contact."""
    match = do(board({"1018": "SU-82A-1", **RING_1018}), "unit SU-82A-1")
    assert offered(match, "hex") == {"1017"}
    assert points_left(match, "1017") == "0"


@rule("bkg", "4.1.2.h")
def test_v_20_who_cannot_leave_has_to_attack() -> None:
    """K-19  With a narrow river before the mountain it takes 5."""
    match = board({"1016": "SU-82A-1", **RING_1016})
    assert refused(match, "unit SU-82A-1") == "4.0.b"
    do(match, "done")
    assert obliged(match) == {"SU-82A-1"}
    assert refused(match, "done") == "4.1.2.h"


# -- stay and fight, or leave --


@rule("bkg", "4.1.2.b", "4.1.2.h")
def test_who_stays_engaged_has_to_attack() -> None:
    match = combat({"1717": "SU-24-1", "1817": "JP-64-1"})
    assert obliged(match) == {"SU-24-1"}
    assert refused(match, "done") == "4.1.2.h"
    assert why(match, "done").params["units"] == units("SU-24-1")


@rule("bkg", "4.1.2.b")
def test_who_leaves_the_zone_need_not_fight() -> None:
    match = combat({"1717": "SU-24-1", "1817": "JP-64-1"}, "unit SU-24-1", "hex 1617", "done")
    assert obliged(match) == set()
    assert offered(match, "done") == {None}


@rule("bkg", "4.1.2.b")
def test_the_japanese_too_stay_and_fight_or_leave() -> None:
    stay = do(board({"1717": "SU-24-1", "1817": "JP-64-1"}, "jap_move"), "done")
    assert obliged(stay) == {"JP-64-1"}
    leave = do(board({"1717": "SU-24-1", "1817": "JP-64-1"}, "jap_move"), "unit JP-64-1", "hex 1917", "done", "done")
    assert obliged(leave) == set()


def test_who_is_not_engaged_has_no_duty() -> None:
    match = combat({"1717": "SU-24-1", "1917": "JP-64-1"})
    assert obliged(match) == set()
    assert offered(match, "attack") == set()
    assert refused(match, "attack 1917") == "5.0"


# -- dominating terrain --


@rule("bkg", "4.1.2.d", "4.1.2.f")
def test_e_3_on_a_mountain_before_an_enemy_in_the_open() -> None:
    """K-82  Neither leave nor attack, but it may."""
    match = combat({"1011": "SU-601-1", "1111": "JP-64-1"})
    assert obliged(match) == set()
    assert offered(match, "attack") == {"1111"}
    do(match, "done")
    assert asked(match).side == 1


@rule("bkg", "4.1.2.g")
def test_e_4_another_unit_that_moves_up_has_to_attack() -> None:
    """The one on the mountain may help, but not attack in its stead."""
    placed = {"1011": "SU-601-1", "1111": "JP-64-1", "1213": "SU-24-1"}
    match = combat(placed, "unit SU-24-1", "hex 1112", "done")
    assert obliged(match) == {"SU-24-1"}
    assert refused(match, "done") == "4.1.2.h"
    do(match, "attack 1111", "unit SU-601-1")
    assert refused(match, "commit") == "4.1.2.h"
    do(match, "unit SU-24-1", "commit")


@rule("bkg", "4.1.2.g")
def test_who_moves_into_dominating_terrain_has_to_attack() -> None:
    match = combat({"1010": "SU-601-1", "1112": "JP-64-1"}, "unit SU-601-1", "hex 1011", "done")
    assert obliged(match) == set(), "1011 is not beside 1112"
    match = combat({"1010": "SU-601-1", "1012": "JP-64-1"}, "unit SU-601-1", "hex 1011", "done")
    assert obliged(match) == {"SU-601-1"}


@rule("bkg", "4.1.2.g")
def test_who_was_engaged_and_moved_has_to_attack() -> None:
    """From the open before 1111 up the mountain beside it: engaged before, dominating now, but moved."""
    match = combat({"1110": "SU-24-1", "1111": "JP-64-1"}, "unit SU-24-1", "hex 1011", "done")
    assert place(match, "SU-24-1") == "1011"
    assert obliged(match) == {"SU-24-1"}


@rule("bkg", "4.1.2.g")
def test_out_and_back_again_is_a_move() -> None:
    """K-15  It stands on the mountain as before, but it has moved."""
    placed = {"1011": "SU-24-1", "1111": "JP-64-1"}
    match = combat(placed, "unit SU-24-1", "hex 0911", "hex 1011", "done")
    assert obliged(match) == {"SU-24-1"}


@rule("bkg", "4.1.2.d", "4.1.2.h")
@pytest.mark.parametrize(
    ("own", "enemies", "exempt"),
    [
        ("1117", ["1116"], False),
        ("0910", ["1010"], True),
        ("0910", ["1010", "1011"], False),
        ("0910", ["1010", "0911"], True),
        ("0910", ["0811"], False),
        ("1010", ["1110"], False),
        ("1011", ["1010", "0910"], True),
        ("1118", ["1018", "1218"], True),
        ("1116", ["1115"], True),
        ("1012", ["1112"], True),
        ("0612", ["0511"], True),
        ("0511", ["0612"], False),
    ],
    ids=[
        "rough, marsh (V-49)",
        "rough, open (V-49)",
        "rough, open and mountain (V-49)",
        "rough, open and open",
        "rough, rough",
        "open, open",
        "mountain, open and rough",
        "mountain, rough and road in rough",
        "marsh, open",
        "road in rough, open (K-24)",
        "rough, open over a wide river (K-17)",
        "open, rough over a wide river (K-17)",
    ],
)
def test_k_17_more_columns_than_every_enemy_beside_it(own: str, enemies: list[str], exempt: bool) -> None:
    japanese = ["JP-64-1", "JP-71-1"]
    match = combat({own: "SU-601-1", **dict(zip(enemies, japanese, strict=False))})
    assert (obliged(match) == set()) is exempt
    assert offered(match, "attack") == set(enemies)
    if not exempt:
        assert refused(match, "done") == "4.1.2.h"


def test_the_frozen_reserve_and_artillery_have_the_duty() -> None:
    """K-15, K-74."""
    match = combat({"1717": ["SU-212", "SU-82A-1"], "1817": "JP-64-1"}, turn=20)
    assert obliged(match) == {"SU-212", "SU-82A-1"}


# -- armour and mountains --


def test_k_22_armour_does_not_attack_a_mountain_and_is_free_of_the_duty() -> None:
    """V-47, K-15 (b)."""
    match = combat({"0910": ["SU-6T-3", "SU-601-1"], "1011": "JP-64-1"})
    assert obliged(match) == {"SU-601-1"}
    do(match, "attack 1011")
    assert offered(match, "unit") == {"SU-601-1"}
    assert refused(match, "unit SU-6T-3") == "5.1.2.b"
    alone = combat({"0910": "SU-6T-3", "1011": "JP-64-1"})
    assert refused(alone, "attack 1011") == "5.1.2.b"
    assert offered(alone, "done") == {None}


def test_k_15_armour_is_dominated_by_mountains_it_may_not_attack() -> None:
    """In rough before an enemy in the open, which it would dominate, and one on a mountain."""
    match = combat({"0910": "SU-6T-3", "1010": "JP-64-1", "1011": "JP-71-1"})
    assert obliged(match) == {"SU-6T-3"}
    assert offered(match, "attack") == {"1010"}


@pytest.mark.parametrize(
    ("unit", "barred"), [("SU-6T-3", True), ("SU-36RCM", False), ("SU-11T-M", False), ("SU-7B-1", False)]
)
def test_k_22_armour_does_not_move_up_to_mountains_only(unit: str, barred: bool) -> None:
    match = do(board({"1008": unit, "1011": "JP-64-1"}), f"unit {unit}")
    assert ("1010" in offered(match, "hex")) is not barred
    if barred:
        assert refused(match, "hex 1010") == "5.1.2.b"
    empty = do(board({"1008": unit, "1112": "JP-64-1"}), f"unit {unit}")
    assert "1010" in offered(empty, "hex"), "a mountain with nobody on it"
    mixed = do(board({"1008": unit, "1011": "JP-64-1", "1110": "JP-71-1"}), f"unit {unit}")
    assert "1010" in offered(mixed, "hex")


def test_k_22_armour_bars_its_group() -> None:
    match = do(board({"1008": ["SU-6T-1", "SU-7B-1"], "1011": "JP-64-1"}), "unit SU-7B-1", "unit SU-6T-1")
    assert refused(match, "hex 1010") == "5.1.2.b"


def test_k_22_armour_does_not_advance_beside_mountains_only() -> None:
    """In 1010 the only enemy beside it would be the one on the mountain 1011."""
    attackers = ("SU-6T-1", "SU-6T-2", "SU-7B-1")
    match = board({"1009": attackers, "1010": "JP-13A-1", "1011": "JP-71-1"}, "sov_combat", dice=[(1, 2)])
    fight(match, "1010", *attackers)
    assert place(match, "JP-13A-1") == "destroyed"
    assert offered(match, "unit") == {"SU-7B-1"}
    assert refused(match, "unit SU-6T-1") == "5.1.2.b"


# -- one attack a hex, and the duty --


def test_v_50_nobody_may_be_left_without_a_target() -> None:
    """K-16  Both have only this enemy beside them."""
    match = combat({"1717": ["SU-24-1", "SU-24-2"], "1817": "JP-64-1"})
    do(match, "attack 1817", "unit SU-24-1")
    assert offered(match, "commit") == set()
    assert refused(match, "commit") == "4.1.2.h"
    assert why(match, "commit").params["units"] == units("SU-24-2")
    do(match, "unit SU-24-2", "commit")


def test_v_51_who_has_another_target_may_be_left_out() -> None:
    placed = {"1717": "SU-24-1", "1817": "JP-64-1", "1618": "JP-71-1", "1816": "SU-601-1"}
    match = combat(placed, dice=[(5, 6)])
    assert obliged(match) == {"SU-24-1", "SU-601-1"}
    fight(match, "1817", "SU-601-1")
    assert told(match, "log.result")["codes"] == "DVB ARI"
    do(match, "hex 1815")
    assert obliged(match) == {"SU-24-1"}
    assert refused(match, "done") == "4.1.2.h"
    assert offered(match, "attack") == {"1618"}
    assert refused(match, "attack 1817") == "6.2.g"
    do(match, "attack 1618", "unit SU-24-1", "commit")


def test_v_52_the_phase_does_not_end_before_everybody_has_attacked_who_has_to() -> None:
    placed = {"1717": "SU-24-1", "1817": "JP-64-1", "2217": "SU-24-2", "2117": "JP-71-1"}
    match = combat(placed, dice=[(1, 2), (1, 2)])
    assert why(match, "done").params["units"] == units("SU-24-1", "SU-24-2")
    fight(match, "1817", "SU-24-1")
    do(match, "hex 1617")
    assert why(match, "done").params["units"] == units("SU-24-2")
    fight(match, "2117", "SU-24-2")
    do(match, "hex 2216")
    assert offered(match, "done") == {None}


@pytest.mark.parametrize("verb", ["bombard", "strike"])
def test_k_16_no_fire_on_a_hex_that_somebody_has_to_attack(verb: str) -> None:
    """The only target of an obliged unit; another one is free for all."""
    placed = {"1717": "SU-24-1", "1817": "JP-64-1", "1617": "SU-82A-1", "2017": "JP-71-1"}
    match = combat(placed)
    assert offered(match, verb) == {"2017"}
    assert refused(match, f"{verb} 1817") == "6.2.g"
    assert why(match, f"{verb} 1817").params["units"] == units("SU-24-1")


def test_k_16_fire_is_allowed_where_the_obliged_have_another_target() -> None:
    placed = {"1717": "SU-24-1", "1817": "JP-64-1", "1618": "JP-71-1", "1516": "SU-82A-1"}
    match = combat(placed, dice=[(3, 4)])
    assert offered(match, "strike") == {"1817", "1618"}
    do(match, "strike 1817", "air 3", "commit")
    assert offered(match, "strike") == set(), "now 1618 is its only target"
    assert offered(match, "bombard") == set()
    assert refused(match, "strike 1618") == "6.2.g"


def test_v_102_obliged_artillery_does_not_fire_at_range() -> None:
    placed = {"1010": "SU-82A-1", "1110": "JP-64-1", "1013": "JP-71-1"}
    match = combat(placed)
    assert obliged(match) == {"SU-82A-1"}
    assert offered(match, "bombard") == set()
    do(match, "attack 1110")
    assert offered(match, "unit") == {"SU-82A-1"}


def test_v_102_artillery_in_dominating_terrain_may_fire_at_range() -> None:
    """K-90  It stood engaged on its mountain and has not moved."""
    placed = {"1011": "SU-82A-1", "1111": "JP-64-1", "1013": "JP-71-1"}
    match = combat(placed)
    assert obliged(match) == set()
    assert offered(match, "bombard") == {"1013"}


def test_k_83_an_advance_makes_neither_duty_nor_right_to_attack() -> None:
    attackers = ("SU-24-1", "SU-24-2", "SU-149-1")
    placed = {"1717": attackers, "1817": "JP-13A-1", "1917": "JP-71-1", "1916": "JP-71-2"}
    match = combat(placed, dice=[(1, 2)])
    fight(match, "1817", *attackers)
    assert place(match, "JP-13A-1") == "destroyed"
    do(match, "unit SU-24-1", "done")
    assert place(match, "SU-24-1") == "1817"
    assert obliged(match) == set()
    assert offered(match, "attack") == set()
    assert refused(match, "attack 1917") == "5.0"
    do(match, "done")
