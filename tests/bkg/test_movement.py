"""4.0, 4.1.1  Movement: points and how they are spent, moving together, the frozen reserve, four units in a hex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from khalkhin.engine.match import Match
from tests.bkg.positions import asked, board, do, is_flipped, offered, place, points_left, refused, told_to, why

rule = pytest.mark.rule

RESERVE = ("SU-6T-3", "SU-11T-M", "SU-7B-M", "SU-9B-1", "SU-9B-2", "SU-9B-M", "SU-212")


def picked(placed: Mapping[str, Sequence[str]], *units: str) -> Match:
    """A position with some Soviet units of one hex picked up to move."""
    return do(board(placed), *(f"unit {unit}" for unit in units))


# -- points --


@rule("bkg", "4.0", "4.0.a")
def test_e_2_motorised_infantry_from_0513_to_hill_739() -> None:
    match = picked({"0513": "SU-24-1"}, "SU-24-1")
    left = []
    for hex_ in ("0613", "0712", "0812", "0911", "1011"):
        left.append(points_left(match, hex_))
        do(match, f"hex {hex_}")
    assert left == ["6", "4", "3½", "3", "0"]
    assert offered(match, "hex") == set()
    assert why(match, "hex 1010").params["need"] == "9"
    assert refused(match, "hex 1010") == "4.0.b"
    do(match, "done")
    assert told_to(match, "soviet", "log.move")["path"] == ["0513", "0613", "0712", "0812", "0911", "1011"]


@rule("bkg", "4.0")
def test_every_hex_and_hexside_of_a_way_is_paid_for() -> None:
    """From 0511 through the wide river into the rough 0612, and on into the rough 0712."""
    match = picked({"0511": "SU-601-1"}, "SU-601-1")
    assert [points_left(match, hex_) for hex_ in ("0612", "0712")] == ["2", "0"]
    do(match, "hex 0612")
    assert points_left(match, "0712") == "0", "in two legs as in one"
    trucks = picked({"0511": "SU-24-1"}, "SU-24-1")
    assert points_left(trucks, "0612") == "4", "the river costs them 2"


@rule("bkg", "4.0")
def test_one_click_goes_the_cheapest_way() -> None:
    match = picked({"0513": "SU-24-1"}, "SU-24-1")
    assert points_left(match, "0911") == "3"
    do(match, "hex 0911", "done")
    assert told_to(match, "soviet", "log.move")["path"] == ["0513", "0613", "0712", "0812", "0911"]


@rule("bkg", "4.0.b")
def test_exactly_all_points_may_be_spent_and_not_one_more() -> None:
    match = picked({"1717": "SU-601-1"}, "SU-601-1")
    assert points_left(match, "2217") == "0"
    assert refused(match, "hex 2317") == "4.0.b"
    reason = why(match, "hex 2317")
    assert (reason.params["need"], reason.params["have"]) == ("6", "5")


@rule("bkg", "4.0.b")
def test_not_half_a_point_too_many() -> None:
    """K-32  Seven and a half points of roads and open ground leave too little for one more open hex."""
    match = picked({"0413": "SU-24-1"}, "SU-24-1")
    do(match, "hex 0412")
    assert points_left(match, "0312") == "5½"
    do(match, "hex 0312", "hex 0212", "hex 0112", "hex 0111", "hex 0110", "hex 0109")
    assert place(match, "SU-24-1") == "0413", "nothing has moved before the move is made"
    assert offered(match, "hex") == set()
    assert refused(match, "hex 0108") == "4.0.b"
    assert why(match, "hex 0108").params["need"] == "8½"


@rule("bkg", "4.0.b")
def test_a_unit_that_can_afford_no_step_is_not_offered() -> None:
    """K-19  There is no minimum move."""
    ring = {"1015": "JP-25-1", "0915": "JP-25-2", "0916": "JP-25-3", "1115": "JP-27-1", "1116": "JP-27-2"}
    match = board({"1016": "SU-82A-1", **ring})
    assert offered(match, "unit") == set()
    assert refused(match, "unit SU-82A-1") == "4.0.b"


@pytest.mark.parametrize(("unit", "free"), [("SU-6T-3", False), ("SU-36RCM", False), ("SU-82A-1", True)])
def test_a_unit_before_ground_closed_to_it_is_not_offered(unit: str, free: bool) -> None:
    """Enemies all round 1010 but on the mountain 1011."""
    ring = {"1009": "JP-25-1", "0909": "JP-25-2", "0910": "JP-25-3", "1109": "JP-27-1", "1110": "JP-27-2"}
    match = board({"1010": unit, **ring})
    assert offered(match, "unit") == ({unit} if free else set())


@rule("bkg", "4.0.c")
def test_nobody_has_to_move() -> None:
    match = board({"1717": ["SU-601-1", "SU-24-1"]})
    do(match, "done")
    assert (place(match, "SU-601-1"), place(match, "SU-24-1")) == ("1717", "1717")
    assert match.view(None)["phase"] == "phase.sov_combat"


@rule("bkg", "4.0.c")
def test_a_unit_may_stop_with_points_left() -> None:
    match = picked({"1717": "SU-601-1"}, "SU-601-1")
    do(match, "hex 1817", "done")
    assert place(match, "SU-601-1") == "1817"


@rule("bkg", "4.0.d")
def test_v_89_unspent_points_are_lost() -> None:
    match = picked({"1717": "SU-601-1"}, "SU-601-1")
    do(match, "hex 1817", "hex 1917", "done")
    for _ in range(4):
        do(match, "done")
    assert match.view(None)["phase"] == "phase.sov_move"
    assert match.state.turn == 25
    do(match, "unit SU-601-1")
    assert points_left(match, "1717") == "3"
    assert points_left(match, "1417") == "0"
    assert refused(match, "hex 1317") == "4.0.b"


@rule("bkg", "4.0.e")
def test_points_are_not_given_away() -> None:
    match = picked({"1717": ["SU-601-1", "SU-601-2"]}, "SU-601-1")
    do(match, "hex 1817", "unit SU-601-2")
    assert points_left(match, "2217") == "0"
    assert refused(match, "hex 2317") == "4.0.b"


@rule("bkg", "4.0.f")
@pytest.mark.parametrize("slow", ["SU-82A-1", "MN-6A"])
def test_units_of_one_class_together_go_as_far_as_the_slowest(slow: str) -> None:
    match = picked({"1717": ["SU-601-1", slow]}, "SU-601-1", slow)
    assert points_left(match, "2117") == "0"
    assert refused(match, "hex 2217") == "4.0.b"
    reason = why(match, "hex 2217")
    assert (reason.params["need"], reason.params["have"]) == ("5", "4")
    do(match, "hex 2117", "done")
    assert (place(match, "SU-601-1"), place(match, slow)) == ("2117", "2117")


@rule("bkg", "4.0.f")
def test_units_of_different_classes_together_each_pay_for_themselves() -> None:
    """K-31  The foot battalion pays 1 for a road hex, the motorised one a half."""
    match = picked({"0408": ["SU-601-1", "SU-24-1"]}, "SU-24-1", "SU-601-1")
    assert points_left(match, "0413") == "0"
    assert refused(match, "hex 0513") == "4.0.b"
    assert why(match, "hex 0513").params["unit"] == match.game.sheet.index["SU-601-1"]
    do(match, "hex 0410")
    move = match.view("soviet")["details"]["move"]
    paid = dict(zip(move["units"], move["spent"], strict=True))
    assert paid == {"SU-601-1": 4, "SU-24-1": 2}, "in half points"


@rule("bkg", "4.0.f")
def test_nobody_joins_where_there_is_no_way_for_both() -> None:
    """Each of the two could go to the one hex left, which has room for one."""
    ring = {"1716": "JP-25-1", "1718": "JP-25-2", "1617": "JP-25-3", "1618": "JP-27-1", "1818": "JP-27-2"}
    friends = ["SU-602-1", "SU-602-2", "SU-602-3"]
    match = board({"1717": ["SU-601-1", "SU-601-2"], "1817": friends, **ring})
    assert offered(match, "unit") >= {"SU-601-1", "SU-601-2"}
    do(match, "unit SU-601-1")
    assert offered(match, "hex") == {"1817"}
    assert offered(match, "unit") == set()
    assert refused(match, "unit SU-601-2") == "4.0.f"


def test_k_31_a_move_is_made_in_one_go() -> None:
    """K-97  A unit that has moved is done, also if it stopped short."""
    match = picked({"1717": "SU-601-1"}, "SU-601-1")
    do(match, "hex 1817", "done")
    assert offered(match, "unit") == set()
    assert refused(match, "unit SU-601-1") == "4.0"
    assert why(match, "unit SU-601-1").key == "why.moved"


def test_k_97_a_group_is_of_one_hex_and_complete_before_it_goes() -> None:
    placed = {"1717": ["SU-601-1", "SU-601-2", "SU-24-1"], "1917": "SU-602-1"}
    match = picked(placed, "SU-601-1")
    assert offered(match, "unit") == {"SU-601-2", "SU-24-1"}
    assert refused(match, "unit SU-602-1") == "4.0"
    assert why(match, "unit SU-602-1").key == "why.other-hex"
    assert refused(match, "unit SU-601-1") == "4.0"
    assert refused(match, "done") == "4.0"
    do(match, "hex 1817")
    assert offered(match, "unit") == {"SU-601-2", "SU-24-1", "SU-602-1"}
    assert refused(match, "unit SU-601-1") == "4.0"
    do(match, "unit SU-601-2")
    assert place(match, "SU-601-1") == "1817", "naming the next unit ends the move in hand"
    assert place(match, "SU-601-2") == "1717"


def test_a_unit_first_and_only_ones_own() -> None:
    match = board({"1717": "SU-601-1", "2217": "JP-64-1"})
    assert refused(match, "hex 1817") == "4.0"
    assert refused(match, "unit JP-64-1") == "3.0.a"
    assert offered(match, "unit") == {"SU-601-1"}


def test_a_hex_the_unit_stands_in_is_no_way_to_go() -> None:
    match = picked({"1717": "SU-601-1"}, "SU-601-1")
    assert refused(match, "hex 1717") == "4.0"
    assert why(match, "hex 1717").key == "why.already-there"


def test_a_move_in_hand_is_its_owners_to_see() -> None:
    match = picked({"1717": "SU-24-1", "2017": "JP-64-1"}, "SU-24-1")
    do(match, "hex 1817")
    assert match.view("soviet")["details"]["move"]["path"] == ["1817"]
    assert match.view("japan")["details"] == match.view(None)["details"] == {}
    assert match.view("japan")["agenda"][-1] == {"step": "Movement", "side": "soviet"}
    do(match, "hex 1917")
    assert "left" not in match.view("soviet")["details"], "it has stopped before the enemy"


def test_losses_do_not_slow_a_unit() -> None:
    match = do(board({"1717": "SU-601-1"}, flipped=["SU-601-1"]), "unit SU-601-1")
    assert is_flipped(match, "SU-601-1")
    assert points_left(match, "2217") == "0"


# -- the reserve --


@rule("bkg", "4.0.l", "10.1.2.b")
@pytest.mark.parametrize("unit", RESERVE)
def test_the_reserve_moves_from_turn_21_wherever_it_stands(unit: str) -> None:
    for hex_ in ("0421", "1717"):
        frozen = board({hex_: [unit, "SU-24-1"]}, turn=20)
        assert offered(frozen, "unit") == {"SU-24-1"}, "who is not of the reserve moves"
        assert refused(frozen, f"unit {unit}") == "4.0.l"
        assert unit in offered(board({hex_: [unit, "SU-24-1"]}, turn=21), "unit")


@rule("bkg", "4.0.l")
def test_a_frozen_unit_does_not_go_along_with_others() -> None:
    match = do(board({"0421": ["SU-212", "SU-24-1"]}, turn=20), "unit SU-24-1")
    assert offered(match, "unit") == set()
    assert refused(match, "unit SU-212") == "4.0.l"
    do(match, "hex 0521")
    assert refused(match, "unit SU-212") == "4.0.l"


# -- stacking --

TERRAIN = {"open": ("1817", "1717"), "rough": ("0811", "0810"), "marsh": ("0610", "0609"), "mountain": ("1011", "1010")}


@rule("bkg", "4.1.1")
@pytest.mark.parametrize(("full", "start"), TERRAIN.values(), ids=TERRAIN)
@pytest.mark.parametrize(
    ("side", "stack", "fifth"),
    [
        ("sov", ["SU-601-1", "SU-82A-1", "MN-15-1", "SU-24-1"], "SU-602-1"),
        ("jap", ["JP-64-1", "MC-2RC", "JP-13A-1", "JP-23ENG"], "JP-71-1"),
    ],
)
def test_v_17_four_units_may_stop_in_a_hex_whatever_they_are(
    full: str, start: str, side: str, stack: list[str], fifth: str
) -> None:
    room = do(board({full: stack[:3], start: fifth}, f"{side}_move"), f"unit {fifth}", f"hex {full}", "done")
    assert place(room, fifth) == full
    match = do(board({full: stack, start: fifth}, f"{side}_move"), f"unit {fifth}", f"hex {full}")
    assert refused(match, "done") == "4.1.1"


@rule("bkg", "4.1.1")
def test_a_group_needs_room_for_all_of_it() -> None:
    two, three = ["SU-602-1", "SU-602-2"], ["SU-601-1", "SU-601-2", "SU-601-3"]
    pair = ["SU-603-1", "SU-603-2"]
    fits = do(board({"1817": two, "1717": pair}), "unit SU-603-1", "unit SU-603-2", "hex 1817", "done")
    assert place(fits, "SU-603-2") == "1817"
    match = do(board({"1817": three, "1717": pair}), "unit SU-603-1", "unit SU-603-2", "hex 1817")
    assert refused(match, "done") == "4.1.1"
    assert refused(match, "unit SU-601-1") == "4.1.1", "nor does the next move make room"


def test_k_30_units_that_leave_make_room() -> None:
    stack = ["SU-601-1", "SU-601-2", "SU-601-3", "SU-602-1"]
    match = do(
        board({"1817": stack, "1717": "SU-603-1"}), "unit SU-601-1", "hex 1917", "unit SU-603-1", "hex 1817", "done"
    )
    assert place(match, "SU-603-1") == "1817"


@rule("bkg", "4.0")
def test_k_31_a_unit_moves_once_in_a_phase() -> None:
    match = do(board({"1817": ["SU-601-1", "SU-601-2"]}), "unit SU-601-1", "hex 1917", "done")
    assert offered(match, "unit") == {"SU-601-2"}
    assert refused(match, "unit SU-601-1") == "4.0"


def test_k_30_a_unit_does_not_stand_in_its_own_way() -> None:
    """Out of a full hex and back into it."""
    stack = ["SU-601-1", "SU-601-2", "SU-601-3", "SU-602-1"]
    match = do(board({"1817": stack}), "unit SU-601-1", "hex 1917", "hex 1817", "done")
    assert place(match, "SU-601-1") == "1817"
    assert refused(match, "unit SU-601-1") == "4.0"


@rule("bkg", "4.1.1.a")
def test_v_17_units_pass_through_a_full_hex() -> None:
    """From 2205 five open hexes lead straight south; every other way is longer."""
    stack = ["JP-71-1", "JP-71-2", "JP-71-3", "JP-72-1"]
    match = do(board({"2205": "JP-64-1", "2207": stack}, "jap_move"), "unit JP-64-1")
    assert points_left(match, "2210") == "0"
    do(match, "hex 2207")
    assert refused(match, "done") == "4.1.1"
    do(match, "hex 2210", "done")
    assert told_to(match, "japan", "log.move")["path"] == [f"22{row:02}" for row in range(5, 11)]


@rule("bkg", "4.1.1.a")
def test_a_full_hex_that_takes_the_last_points_is_not_entered() -> None:
    stack = ["JP-71-1", "JP-71-2", "JP-71-3", "JP-72-1"]
    for full, enterable in (("2209", True), ("2210", False)):
        match = do(board({"2205": "JP-64-1", full: stack}, "jap_move"), "unit JP-64-1")
        assert (full in offered(match, "hex")) is enterable
    assert refused(match, "hex 2210") == "4.1.1"


@rule("bkg", "4.1.1.a")
def test_a_unit_shut_in_by_full_hexes_walks_out_through_them() -> None:
    """A stack of four in each of the six hexes round it: the way out leads through one of them."""
    stacks = {
        "1716": ["SU-601-1", "SU-601-2", "SU-601-3", "SU-602-1"],
        "1718": ["SU-602-2", "SU-602-3", "SU-603-1", "SU-603-2"],
        "1617": ["SU-127-1", "SU-127-2", "SU-127-3", "SU-293-1"],
        "1618": ["SU-293-2", "SU-293-3", "SU-80-1", "SU-80-2"],
        "1817": ["SU-149-1", "SU-149-2", "SU-149-3", "SU-24-2"],
        "1818": ["SU-5MG-1", "SU-5MG-2", "SU-5MG-3", "SU-24-3"],
    }
    match = board({"1717": "SU-480-1", **stacks})
    assert "SU-480-1" in offered(match, "unit")
    do(match, "unit SU-480-1", "hex 1917", "done")
    assert place(match, "SU-480-1") == "1917"


def test_v_99_a_full_hex_in_an_enemy_zone_is_closed() -> None:
    """K-88  A unit would have to stop there, and may not."""
    stack = ["SU-601-1", "SU-601-2", "SU-601-3", "SU-602-1"]
    match = do(board({"1717": "SU-24-1", "1817": stack, "1917": "JP-64-1"}), "unit SU-24-1")
    assert "1817" not in offered(match, "hex")
    assert refused(match, "hex 1817") == "4.1.1"
    room = do(board({"1717": "SU-24-1", "1817": stack[:3], "1917": "JP-64-1"}), "unit SU-24-1")
    assert "1817" in offered(room, "hex")
    two = do(
        board({"1717": ["SU-24-1", "SU-24-2"], "1817": stack[:3], "1917": "JP-64-1"}), "unit SU-24-1", "unit SU-24-2"
    )
    assert "1817" not in offered(two, "hex")


@rule("bkg", "4.1.2.i")
@pytest.mark.parametrize(
    ("mover", "enemy", "phase"), [("SU-24-1", "JP-64-1", "sov_move"), ("JP-64-1", "SU-24-1", "jap_move")]
)
def test_enemies_never_share_a_hex(mover: str, enemy: str, phase: str) -> None:
    match = do(board({"1717": mover, "1817": enemy}, phase), f"unit {mover}")
    assert "1817" not in offered(match, "hex")
    assert refused(match, "hex 1817") == "4.1.2.i"


@rule("bkg", "4.1.1", "5.1.2.b")
def test_the_foot_of_a_mountain_is_closed_to_armour_and_to_nobody_else() -> None:
    """0316 touches only the enemy in the mountain 0416 and is full: that keeps infantry out."""
    placed = {"0416": ["JP-64-1"], "0316": ["SU-602-1", "SU-602-2", "SU-603-1", "SU-603-2"]}
    assert refused(picked({**placed, "0216": ["SU-601-1"]}, "SU-601-1"), "hex 0316") == "4.1.1"
    tank = picked({**placed, "0216": ["SU-6T-1"]}, "SU-6T-1")
    assert refused(tank, "hex 0316") == "5.1.2.b"
    assert refused(tank, "hex 1623") == "4.0.b", "no enemy is near, it is only too far"


@rule("bkg", "4.1.2.i")
def test_a_unit_in_the_corner_with_enemies_all_round_does_not_move() -> None:
    match = board({"0101": "SU-601-1", "0102": "JP-64-1", "0201": "JP-64-2", "0202": "JP-64-3"})
    assert offered(match, "unit") == set()
    assert refused(match, "unit SU-601-1") == "4.1.2.i"


@rule("bkg", "3.0.a")
def test_units_to_move_may_be_gathered() -> None:
    """Several of a stack are picked up one after another and go together."""
    (offer,) = (offer for offer in asked(board({"0513": ["SU-24-1", "SU-24-2"]})).offers if offer.verb == "unit")
    assert offer.gather
