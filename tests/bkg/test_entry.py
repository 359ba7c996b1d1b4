"""4.2.1, 10.1.3, 10.1.4  Entry of reinforcements: when, by which edge, what it costs, and that they have to come."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from khalkhin.engine.match import Match
from tests.bkg.positions import asked, board, do, offered, place, points_left, refused, told_to, units, why

rule = pytest.mark.rule

WEST = {f"01{row:02}" for row in range(1, 24)}
SOUTH = {f"{column:02}23" for column in range(1, 17)}
EAST = {f"27{row:02}" for row in range(1, 24)}

# Soviet battalions in column 26 whose zones cover all of column 27.
COVER = ["2602", "2604", "2606", "2608", "2610", "2612", "2614", "2616", "2618", "2620", "2622", "2623"]
GUARDS = [f"SU-{regiment}-{n}" for regiment in (601, 602, 603, 127) for n in (1, 2, 3)]


def covered(without: Iterable[str] = ()) -> dict[str, str]:
    return {hex_: unit for hex_, unit in zip(COVER, GUARDS, strict=True) if hex_ not in without}


def entering(unit: str, placed: dict[str, str] | None = None, *, turn: int = 24) -> Match:
    """The movement phase of its side with a reinforcement picked up outside."""
    phase = "jap_move" if unit.startswith("JP") else "sov_move"
    return do(board(placed or {}, phase, turn=turn, due=[unit]), f"unit {unit}")


# -- where --


@rule("bkg", "4.2.1", "4.2.1.b", "10.1.4")
@pytest.mark.parametrize("unit", ["SU-480-1", "MN-13-1", "MN-5A"])
def test_soviets_enter_by_the_west_and_by_the_south_west_of_the_river(unit: str) -> None:
    assert offered(entering(unit), "hex") == WEST | SOUTH


@pytest.mark.parametrize(("unit", "hex_", "number"), [("SU-480-1", "0110", "4.2.1.b"), ("JP-27-1", "2710", "4.2.1.a")])
def test_the_log_cites_the_edge_by_which_they_come(unit: str, hex_: str, number: str) -> None:
    match = do(entering(unit), f"hex {hex_}", "done")
    assert [line["rule"] for line in match.view(None)["log"] if line["key"] == "log.enter"] == [number]


@rule("bkg", "4.2.1", "4.2.1.a", "10.1.3")
@pytest.mark.parametrize("unit", ["JP-27-1", "JP-3RT", "JP-7M-1"])
def test_the_japanese_enter_by_the_east(unit: str) -> None:
    assert offered(entering(unit), "hex") == EAST


@rule("bkg", "4.2.1.b", "10.1.4")
def test_v_75_not_east_of_the_river() -> None:
    match = entering("SU-480-1", turn=23)
    assert refused(match, "hex 1723") == "10.1.4"
    assert refused(match, "hex 0510") == "10.1.4"
    for hex_ in ("0110", "0101", "1623"):
        entered = do(match.clone(), f"hex {hex_}", "done")
        assert place(entered, "SU-480-1") == hex_


@rule("bkg", "4.2.1.a", "10.1.3")
def test_not_by_another_edge() -> None:
    match = entering("JP-27-1")
    for hex_ in ("2601", "1501", "2623", "0110"):
        assert refused(match, f"hex {hex_}") == "10.1.3"


@rule("bkg", "10.1.3", "10.1.4")
@pytest.mark.parametrize(("unit", "enemy", "hex_"), [("SU-480-1", "JP-64-1", "0110"), ("JP-27-1", "SU-24-1", "2710")])
def test_not_on_top_of_the_enemy(unit: str, enemy: str, hex_: str) -> None:
    match = entering(unit, {hex_: enemy})
    assert hex_ not in offered(match, "hex")
    assert refused(match, f"hex {hex_}") == "4.1.2.i"


# -- when --


@pytest.mark.parametrize(
    ("unit", "turn", "number"),
    [
        pytest.param("JP-28-2", 21, "10.1.3", marks=rule("bkg", "10.1.3.21")),
        pytest.param("JP-7M-1", 23, "10.1.3", marks=rule("bkg", "10.1.3.23")),
        pytest.param("JP-4RT", 24, "10.1.3", marks=rule("bkg", "10.1.3.24")),
        pytest.param("MN-5A", 21, "10.1.4", marks=rule("bkg", "10.1.4.21")),
        pytest.param("SU-480-1", 23, "10.1.4", marks=rule("bkg", "10.1.4.23")),
    ],
)
def test_v_75_not_before_its_turn(unit: str, turn: int, number: str) -> None:
    phase = "jap_move" if unit.startswith("JP") else "sov_move"
    early = board({}, phase, turn=turn - 1, due=[unit])
    assert offered(early, "unit") == set()
    assert refused(early, f"unit {unit}") == f"{number}.{turn}"
    assert why(early, f"unit {unit}").params["turn"] == turn
    do(early, "done")
    for later in (turn, 30):
        assert offered(board({}, phase, turn=later, due=[unit]), "unit") == {unit}


def test_only_in_the_movement_phase_of_its_side() -> None:
    match = board({}, "sov_move", due=["JP-27-1", "SU-480-1"])
    assert offered(match, "unit") == {"SU-480-1"}
    assert refused(match, "unit JP-27-1") == "3.0.a"


# -- what it costs --


@rule("bkg", "4.2.1.c")
@pytest.mark.parametrize(
    ("unit", "first", "then", "left"),
    [
        ("JP-27-1", "2716", "2616", str(5 - 1 - 2)),
        ("JP-27-1", "2717", "2716", str(5 - 2 - 1)),
        ("JP-27-1", "2715", "2716", str(5 - 1 - 1)),
        ("JP-7RCM", "2715", "2716", "6½"),
        ("JP-7M-1", "2717", "2718", str(4 - 2 - 1)),
        ("SU-480-1", "0106", "0206", str(5 - 2 - 1 - 1)),
        ("SU-480-1", "1623", "1622", str(5 - 1 - 1 - 1)),
    ],
    ids=["open", "rough", "road", "road, motorised", "mountain guns", "marsh", "by the river"],
)
def test_the_first_hex_is_paid_for(unit: str, first: str, then: str, left: str) -> None:
    """K-34  At the normal cost, the road rate on a road; no river lies before the first hex."""
    match = do(entering(unit), f"hex {first}")
    assert points_left(match, then) == left


@rule("bkg", "4.2.1.c")
def test_a_group_pays_each_for_itself() -> None:
    match = board({}, "jap_move", due=["JP-7RCM", "JP-27-1"])
    do(match, "unit JP-7RCM", "unit JP-27-1", "hex 2715")
    move = match.view("japan")["details"]["move"]
    assert dict(zip(move["units"], move["spent"], strict=True)) == {"JP-7RCM": 1, "JP-27-1": 2}, "in half points"
    assert points_left(match, "2714") == str(5 - 2)


def test_a_unit_goes_on_after_it_has_entered_and_is_then_done() -> None:
    match = entering("JP-27-1")
    assert "left" not in match.view("japan")["details"], "what is left shows when it is on the map"
    do(match, "hex 2715", "hex 2713", "done")
    assert place(match, "JP-27-1") == "2713"
    assert told_to(match, "japan", "log.enter")["path"] == ["2715", "2714", "2713"]
    assert refused(match, "unit JP-27-1") == "4.0"


# -- engaging --


@rule("bkg", "4.2.1.d")
def test_a_unit_may_enter_beside_the_enemy_and_has_to_stop_and_attack() -> None:
    """K-81  Units that entered this turn fight."""
    match = do(entering("JP-27-1", {"2610": "SU-24-1"}), "hex 2710")
    assert offered(match, "hex") == set()
    assert refused(match, "hex 2711") == "4.1.2.a"
    do(match, "done", "done")
    assert offered(match, "attack") == {"2610"}
    assert refused(match, "done") == "4.1.2.h"


# -- they have to come --


@rule("bkg", "4.2.1")
@pytest.mark.parametrize(("unit", "turn"), [("JP-27-1", 23), ("SU-480-1", 23), ("JP-28-2", 24), ("MN-13-1", 31)])
def test_v_105_the_phase_does_not_end_while_a_due_unit_can_come_in(unit: str, turn: int) -> None:
    """K-33  In the turn listed or, if that was impossible, in the first turn it can."""
    phase = "jap_move" if unit.startswith("JP") else "sov_move"
    match = board({}, phase, turn=turn, due=[unit])
    assert refused(match, "done") == "4.2.1"
    assert why(match, "done").params["units"] == units(unit)
    do(match, f"unit {unit}", "hex 2710" if unit.startswith("JP") else "hex 0110", "done", "done")


@rule("bkg", "4.2.1")
def test_v_105_it_may_wait_when_only_zones_and_enemies_are_left() -> None:
    match = board(covered(), "jap_move", due=["JP-27-1"])
    assert offered(match, "unit") == {"JP-27-1"}, "it may come in and engage"
    do(match, "done")
    assert place(match, "JP-27-1") == "due"


@rule("bkg", "4.2.1")
def test_k_33_it_waits_when_the_enemy_holds_the_whole_edge() -> None:
    guards = [f"SU-{regiment}-{n}" for regiment in (601, 602, 603, 127, 293, 80, 24, 149) for n in (1, 2, 3)]
    match = board(dict(zip(sorted(EAST), guards, strict=False)), "jap_move", due=["JP-27-1"])
    assert offered(match, "unit") == set()
    assert refused(match, "unit JP-27-1") == "4.2.1"
    do(match, "done")


@rule("bkg", "4.2.1")
def test_k_33_one_quiet_hex_is_enough() -> None:
    match = board(covered(without=["2612"]), "jap_move", due=["JP-27-1"])
    assert refused(match, "done") == "4.2.1"
    do(match, "unit JP-27-1", "hex 2712", "done", "done")


@rule("bkg", "4.2.1")
@pytest.mark.parametrize("friends", [3, 4])
def test_k_33_a_full_hex_is_no_quiet_hex(friends: int) -> None:
    """Without the battalion in 2612 only 2711 and 2712 are out of its zones."""
    stacks = {
        "2711": ["JP-64-1", "JP-64-2", "JP-64-3", "JP-71-1"],
        "2712": ["JP-71-2", "JP-71-3", "JP-72-1", "JP-72-2"][:friends],
    }
    match = board({**covered(without=["2612"]), **stacks}, "jap_move", due=["JP-27-1"])
    assert (offered(match, "done") == {None}) is (friends == 4)


def test_k_33_several_may_use_one_hex_but_four_stop_in_it() -> None:
    due = ["JP-27-1", "JP-27-2", "JP-27-3", "JP-7ENG", "JP-7RCM"]
    match = board({}, "jap_move", due=due)
    do(match, *(f"unit {unit}" for unit in due[:4]), "hex 2710", "done", "unit JP-7RCM")
    assert [place(match, unit) for unit in due[:4]] == ["2710"] * 4
    do(match, "hex 2710")
    assert refused(match, "done") == "4.1.1"
    do(match, "hex 2709", "done")
    assert told_to(match, "japan", "log.enter")["path"] == ["2710", "2709"]


def test_five_do_not_enter_together() -> None:
    due = ["JP-27-1", "JP-27-2", "JP-27-3", "JP-7ENG", "JP-7RCM"]
    match = do(board({}, "jap_move", due=due), *(f"unit {unit}" for unit in due[:4]))
    assert offered(match, "unit") == set()
    assert refused(match, "unit JP-7RCM") == "4.1.1"


def test_k_88_a_full_entry_hex_in_an_enemy_zone_is_closed() -> None:
    stack = ["JP-64-1", "JP-64-2", "JP-64-3", "JP-71-1"]
    for friends in (3, 4):
        match = board({"2710": stack[:friends], "2610": "SU-24-1"}, "jap_move", due=["JP-27-1"])
        do(match, "unit JP-27-1")
        assert ("2710" in offered(match, "hex")) is (friends == 3)
    assert refused(match, "hex 2710") == "4.1.1"


def test_units_outside_join_only_those_who_come_with_them() -> None:
    """The other side's reinforcements, those due later and units on the map do not."""
    match = board({"2710": "JP-64-1"}, "jap_move", turn=23, due=["JP-27-1", "JP-27-2", "JP-25-1", "SU-480-1"])
    do(match, "unit JP-27-1")
    assert offered(match, "unit") == {"JP-27-2"}
    assert refused(match, "unit JP-64-1") == "4.0"
    assert refused(match, "unit JP-25-1") == "10.1.3.24"


def test_k_81_artillery_moves_and_fires_in_one_turn() -> None:
    match = do(board({"1717": "SU-82A-1", "2317": "JP-64-1"}), "unit SU-82A-1", "hex 1917", "done", "done")
    assert offered(match, "bombard") == {"2317"}
    entered = do(entering("MN-5A", {"0412": "JP-64-1"}), "hex 0112", "done", "done")
    assert offered(entered, "bombard") == {"0412"}
    assert asked(entered).side == 0


@rule("bkg", "4.1.1")
def test_five_do_not_come_in_together() -> None:
    five = [f"JP-{n}" for n in ("25-1", "25-2", "25-3", "3RT", "4RT")]
    match = do(board({"0320": ["SU-601-1"]}, "jap_move", turn=24, due=five), *(f"unit {u}" for u in five[:4]))
    reason = why(match, "unit JP-4RT")
    assert (reason.key, reason.rule) == ("why.too-many", "4.1.1")
