"""5.3.1  Chain retreats: who makes room, and where that ends."""

from __future__ import annotations

import pytest

from tests.bkg.battles import ending_in, prompted
from tests.bkg.positions import asked, do, is_flipped, offered, place, refused, shifts, why
from tests.bkg.routs import FOUR, beaten, gone_attacker, hurt

RULE = pytest.mark.rule


@RULE("bkg", "5.3.1")
def test_v_95_one_of_five_makes_room() -> None:
    match = beaten(["JP-8RF-1"], {"0223": ["SU-212"], "0422": FOUR})
    assert shifts(match) == {}
    assert prompted(match) == ("japan", "5.3.1")
    assert offered(match, "unit") == {"JP-8RF-1", *FOUR}
    assert refused(match, "hex 0423") == "5.3.1", "who, first"
    assert refused(match, "unit SU-212") == "5.3.1"
    do(match, "unit JP-72-1")
    assert offered(match, "hex") == {"0423", "0521", "0522"}
    closed = {"0421": "5.3.a", "0321": "5.3.1", "0322": "5.3.a", "0422": "5.3", "0523": "5.3"}
    assert {h: refused(match, f"hex {h}") for h in closed} == closed
    do(match, "hex 0522")
    assert place(match, "JP-72-1") == "0522"
    assert [place(match, unit) for unit in ("JP-8RF-1", "JP-71-1", "JP-71-2", "JP-72-2")] == ["0422"] * 4
    assert hurt(match, "JP-8RF-1", *FOUR) == []


@RULE("bkg", "5.3.1")
def test_the_newcomer_himself_may_go_on() -> None:
    match = beaten(["JP-8RF-1"], {"0223": ["SU-212"], "0422": FOUR})
    do(match, "unit JP-8RF-1", "hex 0423")
    assert place(match, "JP-8RF-1") == "0423"
    assert [place(match, unit) for unit in FOUR] == ["0422"] * 4


@RULE("bkg", "5.3.1")
def test_only_the_newcomer_may_be_able_to_go_on() -> None:
    """Tanks fill 0316, and behind them only the mountain 0416 is free. He is asked all the same: silence would tell
    the enemy that the others are tanks."""
    placed = {"0215": ["SU-6T-1"], "0117": ["SU-212"], "0418": ["SU-NKVD"], "0216": ["JP-8RF-5"]}
    placed["0316"] = ["JP-3RT", "JP-4RT", "JP-23RCM", "JP-7RCM"]
    match = ending_in("DRI AVI", placed, "0216", "SU-6T-1")
    assert offered(match, "unit") == {"JP-8RF-5"}
    do(match, "unit JP-8RF-5")
    assert offered(match, "hex") == {"0416"}
    do(match, "hex 0416")
    assert place(match, "JP-8RF-5") == "0416"
    assert [place(match, unit) for unit in placed["0316"]] == ["0316"] * 4
    assert not is_flipped(match, "JP-8RF-5")


@RULE("bkg", "5.3.1")
def test_a_hex_with_three_has_room_for_one_and_then_needs_a_chain() -> None:
    """K-30: the limit is looked at after every single retreat."""
    match = beaten(["JP-8RF-1", "JP-64-1"], {"0223": ["SU-212"], "0422": FOUR[:3]})
    do(match, "unit JP-8RF-1")
    assert place(match, "JP-8RF-1") == "0422"
    assert prompted(match) == ("japan", "5.3.1")
    assert offered(match, "unit") == {"JP-8RF-1", "JP-64-1", *FOUR[:3]}


CHAIN_WALL = {"0223": ["SU-212"], "0323": ["SU-480-1"], "0520": ["SU-480-2"]}
"""With the attackers in 0320: of the ring of 0321 only 0422 is free, and behind that only 0522."""


@RULE("bkg", "5.3.1")
def test_a_chain_may_have_several_links() -> None:
    """K-44: no hex twice."""
    behind = ["JP-25-1", "JP-25-2", "JP-26-1", "JP-26-2"]
    match = beaten(["JP-8RF-1"], {**CHAIN_WALL, "0422": FOUR, "0522": behind})
    assert prompted(match) == ("japan", "5.3.1")
    assert asked(match).message.params["hex"] == match.game.map.grid.at("0422")
    do(match, "unit JP-71-1", "hex 0522")
    assert place(match, "JP-71-1") == "0522"
    assert asked(match).message.params["hex"] == match.game.map.grid.at("0522")
    assert offered(match, "unit") == {"JP-71-1", *behind}
    do(match, "unit JP-26-2")
    assert offered(match, "hex") == {"0523", "0622", "0623"}
    do(match, "hex 0622")
    assert place(match, "JP-26-2") == "0622"


def test_a_chain_does_not_lead_back_to_where_it_began() -> None:
    """K-44"""
    match = do(gone_attacker({"0322": FOUR}), "hex 0322", "unit JP-71-1")
    assert offered(match, "hex") == {"0422", "0423", "0323", "0223", "0222"}
    assert refused(match, "hex 0321") == "5.3.1"


def test_v_95_without_anybody_who_can_go_on_a_full_hex_is_not_free() -> None:
    """K-40, K-44: then as if encircled, though no column was given for it."""
    match = beaten(["JP-8RF-1"], {"0223": ["SU-212"], "0523": ["SU-480-1"], "0520": ["SU-480-2"], "0422": FOUR})
    assert shifts(match) == {}
    assert offered(match, "hex") == {"0221", "0222"}
    assert refused(match, "hex 0422") == "5.3.1"
    do(match, "hex 0222")
    assert place(match, "JP-8RF-1") == "0121"
    assert hurt(match, "JP-8RF-1") == ["JP-8RF-1"]


def test_a_chain_that_could_only_go_back_is_none() -> None:
    """The attacker is gone and 0321 out of every zone, but the four in 0422 may not be pushed there."""
    others = {"0223": ["SU-212"], "0523": ["SU-480-1"], "0520": ["SU-480-2"], "0220": ["SU-480-3"], "0422": FOUR}
    match = gone_attacker(others)
    assert offered(match, "hex") == {"0221", "0222"}


def test_a_chain_does_not_bite_its_own_tail() -> None:
    """K-44: 0422, 0522 and 0523 are full, and each could only push into another of them."""
    behind = {
        "0522": ["JP-25-1", "JP-25-2", "JP-25-3", "JP-26-1"],
        "0523": ["JP-27-1", "JP-27-2", "JP-27-3", "JP-26-2"],
    }
    wall = {**CHAIN_WALL, "0721": ["SU-480-3"], "0723": ["SU-NKVD"]}
    match = beaten(["JP-8RF-1"], {**wall, "0422": FOUR, **behind})
    assert offered(match, "hex") == {"0221", "0222"}
    one_less = beaten(["JP-8RF-1"], {**wall, "0422": FOUR, **behind, "0523": behind["0523"][:3]})
    assert prompted(one_less) == ("japan", "5.3.1"), "with room in 0523 all of them move up"


def test_two_hexes_to_be_pushed_to_are_a_choice() -> None:
    match = beaten(["JP-8RF-1"], {"0223": ["SU-212"], "0323": ["SU-480-1"], "0422": FOUR})
    assert offered(do(match, "unit JP-72-1"), "hex") == {"0521", "0522"}


def test_k_44_a_chain_neither_breaks_out_nor_leaves_the_map() -> None:
    """2705 is full and at the east edge; all its other neighbours are in Soviet zones."""
    placed = {"2605": ["JP-8RF-1"], "2705": FOUR, "2604": ["SU-6T-1"], "2506": ["SU-212"], "2707": ["SU-NKVD"]}
    match = ending_in("DRI AVI", placed, "2605", "SU-6T-1")
    assert [place(match, unit) for unit in FOUR] == ["2705"] * 4
    assert place(match, "JP-8RF-1") != "2705"


def test_v_96_armour_pushed_over_a_wide_river_takes_a_loss() -> None:
    """5.3.2 holds in chains; a flipped unit is lost on the way, and that makes room as well (K-44)."""
    placed = {"0310": ["SU-6T-1"], "0411": ["JP-8RF-1"], "0511": ["JP-3RT", *FOUR[:3]]}
    for flipped, where in ([], "0611"), (["JP-3RT"], "destroyed"):
        match = ending_in("DRI AVI", placed, "0411", "SU-6T-1", flipped=flipped)
        do(match, "hex 0511", "unit JP-3RT", "hex 0611")
        assert place(match, "JP-3RT") == where
        assert flipped or is_flipped(match, "JP-3RT")
        assert [place(match, unit) for unit in ("JP-8RF-1", *FOUR[:3])] == ["0511"] * 4


def test_a_unit_that_dies_on_the_way_needs_no_room() -> None:
    """2.4 step 7: 0611, over the wide river, is the only hex free of zones, full, and nobody there can move on."""
    placed = {"0411": ["SU-601-1"], "0613": ["SU-212"], "0709": ["SU-480-1"], "0812": ["SU-480-2"]}
    placed |= {"0511": ["JP-3RT"], "0611": FOUR}
    lost = ending_in("DRI AVI", placed, "0511", "SU-601-1", flipped=["JP-3RT"])
    assert place(lost, "JP-3RT") == "destroyed"
    assert "log.no-retreat" not in {event.key for event in lost.log}
    assert [place(lost, unit) for unit in FOUR] == ["0611"] * 4
    fresh = ending_in("DRI AVI", placed, "0511", "SU-601-1")
    assert "0611" not in offered(fresh, "hex"), "it would survive, and then it needs room"


def test_a_flipped_tank_makes_room_by_drowning() -> None:
    """K-44: 0511 is full, and all it leads to is 0611, full as well, over the wide river: only JP-3RT needs no room."""
    placed = {
        "0310": ["SU-6T-1"], "0413": ["SU-212"], "0509": ["SU-480-1"], "0613": ["SU-480-2"], "0811": ["SU-480-3"],
        "0411": ["JP-8RF-1"], "0511": ["JP-3RT", "JP-4RT", "JP-64-1", "JP-64-2"], "0611": FOUR,
    }  # fmt: skip
    match = ending_in("DRI AVI", placed, "0411", "SU-6T-1", flipped=["JP-3RT"])
    assert offered(match, "unit") == {"JP-3RT"}
    do(match, "unit JP-3RT", "hex 0611")
    assert place(match, "JP-3RT") == "destroyed"
    assert [place(match, unit) for unit in ("JP-8RF-1", "JP-4RT", "JP-64-1", "JP-64-2")] == ["0511"] * 4
    assert hurt(match, "JP-8RF-1", "JP-4RT") == []


def test_with_open_strengths_a_chain_with_one_way_asks_nobody() -> None:
    """K-58, K-84: everybody sees then that there is nothing to choose."""
    placed = {"0215": ["SU-6T-1"], "0117": ["SU-212"], "0418": ["SU-NKVD"], "0216": ["JP-8RF-5"]}
    placed["0316"] = ["JP-3RT", "JP-4RT", "JP-23RCM", "JP-7RCM"]
    match = ending_in("DRI AVI", placed, "0216", "SU-6T-1", options={"open_strengths": True})
    assert place(match, "JP-8RF-5") == "0416"


@RULE("bkg", "5.3.1")
def test_a_chain_asks_for_its_only_hex_while_the_enemy_sees_none_of_the_five() -> None:
    """From 0522 there is only 0523 to go to; the units there did not fight, and silence would tell of their types."""
    behind = ["JP-25-1", "JP-25-2", "JP-25-3", "JP-26-1"]
    wall = {**CHAIN_WALL, "0721": ["SU-480-3"], "0723": ["SU-NKVD"]}
    match = beaten(["JP-8RF-1"], {**wall, "0422": FOUR, "0522": behind})
    do(match, "unit JP-71-1", "hex 0522", "unit JP-25-1")
    assert offered(match, "hex") == {"0523"}
    assert place(do(match, "hex 0523"), "JP-25-1") == "0523"


@RULE("bkg", "5.3.1")
def test_who_cannot_go_on_does_not_make_room() -> None:
    """Only the mountain 0416 is free behind 0316: a tank there is told that it is stuck."""
    placed = {"0215": ["SU-6T-1"], "0117": ["SU-212"], "0418": ["SU-NKVD"], "0216": ["JP-8RF-5"]}
    placed["0316"] = ["JP-3RT", "JP-4RT", "JP-23RCM", "JP-7RCM"]
    reason = why(ending_in("DRI AVI", placed, "0216", "SU-6T-1"), "unit JP-3RT")
    assert (reason.rule, reason.key) == ("5.3.1", "why.chain-stuck")


@RULE("bkg", "5.3.1")
def test_a_flipped_tank_drowns_at_the_end_of_a_longer_chain() -> None:
    """0412 is full, and behind it 0511 and 0512; the tank of 0511 makes room in the wide river before 0611."""
    placed = {
        "0212": ["SU-6T-1"], "0410": ["SU-212"], "0414": ["SU-480-1"], "0709": ["SU-480-2"], "0712": ["SU-480-3"],
        "0312": ["JP-8RF-1"], "0412": ["JP-25-1", "JP-25-2", "JP-26-1", "JP-26-2"],
        "0511": ["JP-3RT", "JP-64-1", "JP-64-2", "JP-64-3"], "0512": ["JP-27-1", "JP-27-2", "JP-28-2", "JP-28-3"],
        "0611": FOUR,
    }  # fmt: skip
    match = ending_in("DRI AVI", placed, "0312", "SU-6T-1", flipped=["JP-3RT"])
    assert place(match, "JP-8RF-1") == "0412"
    do(match, "unit JP-25-1", "hex 0511", "unit JP-3RT", "hex 0611")
    assert (place(match, "JP-25-1"), place(match, "JP-3RT")) == ("0511", "destroyed")
