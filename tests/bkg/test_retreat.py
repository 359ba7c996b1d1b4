"""5.3  Retreats: where to, in which order, chains, rivers, encirclement, and the edge of the map."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from tests.bkg.battles import RING, ending_in, prompted
from tests.bkg.positions import (
    asked,
    board,
    do,
    fight,
    is_flipped,
    offered,
    place,
    position,
    refused,
    shifts,
    told,
    units,
    why,
)

RULE = pytest.mark.rule

Stacks = dict[str, list[str]]

AHEAD = {"0320": ["SU-6T-1", "SU-6T-2"]}
"""Attackers to the north of 0321: the south stays free."""

FOUR = ["JP-71-1", "JP-71-2", "JP-72-1", "JP-72-2"]


def beaten(
    defenders: list[str], others: Stacks | None = None, result: str = "DRI AVI", flipped: list[str] | None = None
) -> Match:
    """Defenders of 0321 lose against the attackers in 0320, in the presence of others."""
    placed = {**AHEAD, "0321": defenders, **(others or {})}
    return ending_in(result, placed, "0321", *AHEAD["0320"], flipped=flipped or ())


def hurt(match: Match, *units: str) -> list[str]:
    return [unit for unit in units if is_flipped(match, unit)]


# -- 5.3: where a unit may stop ----------------------------------------------------------------------------------------


@RULE("bkg", "5.3")
def test_a_retreat_is_one_hex_and_never_onto_the_enemy() -> None:
    match = beaten(["JP-8RF-1"])
    assert prompted(match) == ("japan", "5.3")
    assert offered(match, "hex") == {"0422", "0322", "0222"}
    assert refused(match, "hex 0320") == "5.3"
    assert refused(match, "hex 0323") == "5.3", "two away"
    reason = why(match, "done")
    assert (reason.rule, reason.params["units"]) == ("5.3", units("JP-8RF-1"))
    do(match, "hex 0322")
    assert place(match, "JP-8RF-1") == "0322"
    assert told(match, "log.retreat")["path"] == ["0321", "0322"]


@RULE("bkg", "5.3.a")
def test_a_retreat_does_not_stop_in_an_enemy_zone() -> None:
    """Zones of the attackers and of everybody else, in use or not."""
    match = beaten(["JP-8RF-1"], {"0223": ["SU-212"]})
    assert place(match, "JP-8RF-1") == "0422", "one way only: nobody is asked"
    match = beaten(["JP-8RF-1"], {"0423": ["SU-212"]})
    assert place(match, "JP-8RF-1") == "0222"
    match = beaten(["JP-8RF-1"])
    assert refused(match, "hex 0421") == "5.3.a"
    assert refused(match, "hex 0221") == "5.3.a"


@RULE("bkg", "5.3.a")
def test_friends_do_not_make_a_zone_safe() -> None:
    """K-21"""
    match = beaten(["JP-8RF-1"], {"0421": ["JP-71-1"]})
    assert offered(match, "hex") == {"0422", "0322", "0222"}
    assert refused(match, "hex 0421") == "5.3.a"


def test_a_dead_attacker_has_no_zone_any_more() -> None:
    """2.4: the board as it stands after the losses."""
    assert offered(gone_attacker({}), "hex") == set(RING)


def test_terrain_closed_to_a_type_stays_closed() -> None:
    """V-26: 2417 is a lake, 0416 a mountain, 1915 a marsh."""
    lake = ending_in("DRI AVI", {"2419": ["SU-6T-1"], "2418": ["JP-8RF-1"]}, "2418", "SU-6T-1")
    assert refused(lake, "hex 2417") == "T2"
    assert "2417" not in offered(lake, "hex")
    for unit, closed in ("JP-3RT", True), ("JP-23RCM", True), ("JP-8RF-1", False):
        mountain = ending_in("DRI AVI", {"0216": ["SU-6T-1"], "0316": [unit]}, "0316", "SU-6T-1")
        assert ("0416" not in offered(mountain, "hex")) is closed
        assert not closed or refused(mountain, "hex 0416") == "T2"
        marsh = ending_in("DRI AVI", {"1814": ["SU-6T-1"], "1914": [unit]}, "1914", "SU-6T-1")
        assert ("1915" not in offered(marsh, "hex")) is closed


@RULE("bkg", "5.3")
def test_everybody_goes_his_own_way_in_the_order_his_owner_likes() -> None:
    """K-42"""
    match = beaten(["JP-8RF-1", "MC-SEK-1", "JP-64-1"])
    assert offered(match, "unit") == {"JP-8RF-1", "MC-SEK-1", "JP-64-1"}
    assert refused(match, "hex 0322") == "5.3", "who, first"
    assert refused(match, "unit SU-6T-1") == "5.3"
    do(match, "unit MC-SEK-1", "hex 0222")
    assert refused(match, "unit MC-SEK-1") == "5.3"
    do(match, "unit JP-64-1", "hex 0422", "hex 0322")
    assert [place(match, u) for u in ("JP-8RF-1", "MC-SEK-1", "JP-64-1")] == ["0322", "0222", "0422"]


def test_the_border_is_open_in_retreat() -> None:
    """V-70: 0802 lies inside, 0801 beyond it."""
    placed = {"0702": ["JP-25-1"], "0802": ["SU-601-1"]}
    match = ending_in("DRI AVI", placed, "0802", "JP-25-1", phase="jap_combat")
    assert "0902" in offered(match, "hex")
    do(match, "hex 0902")
    assert place(match, "SU-601-1") == "0902"
    assert not position(match).penalised


# -- 5.3.b: none -----------------------------------------------------------------------------------------------------

WALL = {"0420": ["SU-212"], "0521": ["SU-480-1"], "0423": ["SU-480-2"], "0223": ["SU-480-3"], "0220": ["SU-NKVD"]}
"""With the attackers in 0320, zones over the whole ring of 0321 and over all hexes behind it but one: 0121."""


def walled(
    defenders: list[str], others: Stacks | None = None, result: str = "DRI AVI", flipped: list[str] | None = None
) -> Match:
    """As `beaten`, within the wall."""
    placed = {**AHEAD, **WALL, "0321": defenders, **(others or {})}
    return ending_in(result, placed, "0321", *AHEAD["0320"], flipped=flipped or ())


@RULE("bkg", "5.3.b")
def test_without_any_way_out_a_unit_is_lost() -> None:
    match = walled(["JP-8RF-1"], {"0121": ["SU-601-1"]})
    assert place(match, "JP-8RF-1") == "destroyed"
    assert told(match, "log.no-retreat")["units"] == ["JP-8RF-1"]
    assert prompted(match) == ("soviet", "5.2"), "the hex is vacated all the same"


@RULE("bkg", "5.3.3.b")
def test_v_62_a_second_hex_in_a_zone_kills_all() -> None:
    """Nobody stands in 0121 here, but it is in the zone of 0122."""
    match = walled(["JP-8RF-1", "MC-SEK-1"], {"0122": ["SU-601-1"]})
    do(match, "unit MC-SEK-1")
    assert [place(match, unit) for unit in ("JP-8RF-1", "MC-SEK-1")] == ["destroyed", "destroyed"]


# -- 5.3.1: chain retreat ----------------------------------------------------------------------------------------------


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
    for closed in ("0421", "0321", "0322", "0422", "0523"):
        assert refused(match, f"hex {closed}") == "5.3.1"
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
    """Tanks fill 0316, and behind them only the mountain 0416 is free: nobody has to be asked."""
    placed = {"0215": ["SU-6T-1"], "0117": ["SU-212"], "0418": ["SU-NKVD"], "0216": ["JP-8RF-5"]}
    placed["0316"] = ["JP-3RT", "JP-4RT", "JP-23RCM", "JP-7RCM"]
    match = ending_in("DRI AVI", placed, "0216", "SU-6T-1")
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
    do(match, "unit JP-71-1")
    assert place(match, "JP-71-1") == "0522"
    assert asked(match).message.params["hex"] == match.game.map.grid.at("0522")
    assert offered(match, "unit") == {"JP-71-1", *behind}
    do(match, "unit JP-26-2")
    assert offered(match, "hex") == {"0523", "0622", "0623"}
    do(match, "hex 0622")
    assert place(match, "JP-26-2") == "0622"


def gone_attacker(others: Stacks) -> Match:
    """SU-601-1, flipped, wins and dies of it, so that 0321 itself is in nobody's zone; JP-8RF-1 retreats."""
    placed = {"0320": ["SU-601-1"], "0321": ["JP-8RF-1"], **others}
    match = ending_in("DRI AVB", placed, "0321", "SU-601-1", flipped=["SU-601-1"])
    assert place(match, "SU-601-1") == "destroyed"
    return match


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
    assert place(match, "JP-3RT") == "destroyed"
    assert [place(match, unit) for unit in ("JP-8RF-1", "JP-4RT", "JP-64-1", "JP-64-2")] == ["0511"] * 4
    assert hurt(match, "JP-8RF-1", "JP-4RT") == []


# -- 5.3.2: rivers -----------------------------------------------------------------------------------------------------

WEST_BANK = {"0411": ["SU-601-1"], "0513": ["SU-212"]}
"""From 0511 only 0611 and 0612, over the wide Khalkhin, are free of zones."""


def over_the_khalkhin(defenders: list[str], result: str = "DRI AVI", flipped: list[str] | None = None) -> Match:
    """Defenders of 0511 lose."""
    return ending_in(result, {**WEST_BANK, "0511": defenders}, "0511", "SU-601-1", flipped=flipped or ())


@RULE("bkg", "5.3.2")
@pytest.mark.parametrize("unit", ["JP-3RT", "JP-23RCM"])
def test_v_64_armour_takes_a_loss_crossing_a_wide_river(unit: str) -> None:
    match = over_the_khalkhin([unit])
    assert offered(match, "hex") == {"0611", "0612"}
    do(match, "hex 0611")
    assert place(match, unit) == "0611"
    assert is_flipped(match, unit)


@RULE("bkg", "5.3.2.a")
def test_v_64_a_loss_in_the_combat_and_the_river_kill() -> None:
    match = over_the_khalkhin(["JP-3RT", "MC-SEK-1"], "DRB AVI")
    do(match, "unit JP-3RT")
    assert is_flipped(match, "JP-3RT")
    do(match, "unit JP-3RT", "hex 0611")
    assert place(match, "JP-3RT") == "destroyed"
    do(match, "hex 0611")
    spared = over_the_khalkhin(["JP-3RT", "MC-SEK-1"], "DRB AVI")
    do(spared, "unit MC-SEK-1", "unit JP-3RT", "hex 0611", "hex 0612")
    assert (place(spared, "JP-3RT"), is_flipped(spared, "JP-3RT")) == ("0611", True)


def test_a_unit_flipped_long_ago_dies_in_the_river_too() -> None:
    match = do(over_the_khalkhin(["JP-3RT"], flipped=["JP-3RT"]), "hex 0612")
    assert place(match, "JP-3RT") == "destroyed"


@RULE("bkg", "5.3.2.b")
@pytest.mark.parametrize("unit", ["JP-8RF-1", "JP-23ENG", "MC-8RC", "JP-13A-1", "JP-7M-1"])
def test_v_65_others_cross_a_wide_river_unhurt(unit: str) -> None:
    match = do(over_the_khalkhin([unit]), "hex 0611")
    assert place(match, unit) == "0611"
    assert not is_flipped(match, unit)


@RULE("bkg", "5.3.2.b")
@pytest.mark.parametrize("unit", ["SU-7B-1", "SU-24-1", "SU-212", "SU-5MG-1", "SU-82AT", "MN-15-1"])
def test_soviet_others_cross_a_wide_river_unhurt(unit: str) -> None:
    placed = {"0411": ["JP-25-1"], "0513": ["JP-25-2"], "0511": [unit]}
    match = ending_in("DRI AVI", placed, "0511", "JP-25-1", phase="jap_combat")
    do(match, "hex 0611")
    assert place(match, unit) == "0611"
    assert not is_flipped(match, unit)


@RULE("bkg", "5.3.2")
@pytest.mark.parametrize("unit", ["SU-6T-1", "SU-36RCM"])
def test_soviet_armour_takes_the_loss(unit: str) -> None:
    placed = {"0411": ["JP-25-1"], "0513": ["JP-25-2"], "0511": [unit]}
    match = ending_in("DRI AVI", placed, "0511", "JP-25-1", phase="jap_combat")
    assert is_flipped(do(match, "hex 0611"), unit)


@RULE("bkg", "5.3.2.c")
def test_v_64_a_narrow_river_has_no_effect() -> None:
    match = ending_in("DRI AVI", {"0815": ["SU-6T-1"], "0816": ["JP-3RT"]}, "0816", "SU-6T-1")
    assert offered(match, "hex") == {"0817", "0916"}, "both over the Holsten"
    do(match, "hex 0817")
    assert not is_flipped(match, "JP-3RT")


def test_v_64_a_bridge_has_no_effect() -> None:
    """K-27: 0613 by the bridge, 0614 through the water."""
    placed = {"0413": ["SU-6T-1"], "0513": ["JP-3RT"]}
    dry = ending_in("DRI AVI", placed, "0513", "SU-6T-1")
    wet = dry.clone()
    assert not is_flipped(do(dry, "hex 0613"), "JP-3RT")
    assert is_flipped(do(wet, "hex 0614"), "JP-3RT")


# -- 5.3.3: out of an encirclement -------------------------------------------------------------------------------------


@RULE("bkg", "5.3.3", "5.3.3.a")
def test_v_59_an_encircled_unit_goes_two_hexes_and_takes_a_loss() -> None:
    match = walled(["JP-8RF-1"])
    assert shifts(match) == {"5.1.3": 1}
    assert offered(match, "hex") == {"0221", "0222"}, "the others lead nowhere"
    assert refused(match, "hex 0322") == "5.3.a"
    do(match, "hex 0222")
    assert place(match, "JP-8RF-1") == "0121"
    assert is_flipped(match, "JP-8RF-1")
    assert told(match, "log.retreat")["path"] == ["0321", "0222", "0121"]


@RULE("bkg", "5.3.3.a")
def test_v_59_a_flipped_unit_does_not_survive_it() -> None:
    match = do(walled(["JP-8RF-1"], flipped=["JP-8RF-1"]), "hex 0222")
    assert place(match, "JP-8RF-1") == "destroyed"


@RULE("bkg", "5.3.3.a")
def test_v_116_all_units_take_the_loss() -> None:
    """DE on three: one eliminated, two flip on their way, and if flipped before they die."""
    guns = ["JP-13A-1", "JP-13A-2", "JP-13A-3"]
    match = walled(guns, result="DE AVB")
    do(match, "unit JP-13A-2", "unit SU-6T-1")
    do(match, "unit JP-13A-1", "hex 0221", "hex 0222")
    assert [place(match, gun) for gun in guns] == ["0121", "destroyed", "0121"]
    assert hurt(match, "JP-13A-1", "JP-13A-3") == ["JP-13A-1", "JP-13A-3"]
    worse = walled(guns, result="DE AVB", flipped=["JP-13A-3"])
    do(worse, "unit JP-13A-2", "unit SU-6T-1")
    do(worse, "unit JP-13A-1", "hex 0221", "hex 0222")
    assert [place(worse, gun) for gun in guns] == ["0121", "destroyed", "destroyed"]


@RULE("bkg", "5.3.3.c")
def test_v_60_a_loss_in_the_combat_and_the_encirclement_kill() -> None:
    match = walled(["JP-8RF-1", "MC-SEK-1"], result="DRB AVI")
    do(match, "unit JP-8RF-1", "unit JP-8RF-1", "hex 0222")
    assert place(match, "JP-8RF-1") == "destroyed"
    do(match, "hex 0222")
    assert (place(match, "MC-SEK-1"), is_flipped(match, "MC-SEK-1")) == ("0121", True)


@RULE("bkg", "5.3.3.c", "5.3.3.d")
def test_v_61_through_friends_there_is_no_second_loss() -> None:
    match = walled(["JP-8RF-1", "MC-SEK-1"], {"0221": ["JP-64-1"]}, "DRB AVI")
    do(match, "unit JP-8RF-1", "unit JP-8RF-1", "hex 0221")
    assert place(match, "JP-8RF-1") == "0121"
    assert is_flipped(match, "JP-8RF-1")
    do(match, "hex 0222")
    assert is_flipped(match, "MC-SEK-1"), "by the way without friends it costs what it costs"


@RULE("bkg", "5.3.3.d")
def test_k_86_units_not_hit_are_spared_as_well() -> None:
    match = do(walled(["JP-8RF-1"], {"0221": ["JP-64-1"]}), "hex 0221")
    assert (place(match, "JP-8RF-1"), is_flipped(match, "JP-8RF-1")) == ("0121", False)
    assert not is_flipped(match, "JP-64-1")


def test_a_full_hex_may_be_passed_through() -> None:
    """2.4 step 4: the first hex is only passed."""
    match = do(walled(["JP-8RF-1"], {"0221": FOUR}), "hex 0221")
    assert (place(match, "JP-8RF-1"), is_flipped(match, "JP-8RF-1")) == ("0121", False)
    assert [place(match, unit) for unit in FOUR] == ["0221"] * 4


@RULE("bkg", "5.3.3.b")
def test_the_second_hex_is_the_owners_choice_but_not_in_a_zone() -> None:
    """Without the wall's last stone 0120 is free too."""
    others = {name: stack for name, stack in WALL.items() if name != "0220"}
    match = do(beaten(["JP-8RF-1"], others), "hex 0221")
    assert prompted(match) == ("japan", "5.3.3")
    assert offered(match, "hex") == {"0120", "0121"}
    for closed in ("0220", "0222", "0320", "0119"):
        assert refused(match, f"hex {closed}") == "5.3.3.b"
    reason = why(match, "done")
    assert (reason.rule, reason.params["units"]) == ("5.3.3", units("JP-8RF-1"))
    do(match, "hex 0120")
    assert place(match, "JP-8RF-1") == "0120"


def test_the_second_step_does_not_lead_back() -> None:
    """Else every hex of the ring would do as a first one."""
    match = gone_attacker(WALL)
    assert offered(match, "hex") == {"0221", "0222"}
    assert place(do(match, "hex 0221"), "JP-8RF-1") == "0121"


def test_a_full_second_hex_needs_a_chain() -> None:
    """0121 is full; from there 0120 and 0122 are in zones, 0221 and 0222 as well: no way."""
    match = walled(["JP-8RF-1"], {"0121": FOUR})
    assert place(match, "JP-8RF-1") == "destroyed"
    # With 0120 out of the zone of 0220 a unit of 0121 can make room there.
    others = {name: stack for name, stack in WALL.items() if name != "0220"}
    match = do(beaten(["JP-8RF-1"], {**others, "0121": FOUR}), "hex 0222", "unit JP-71-1")
    assert (place(match, "JP-71-1"), place(match, "JP-8RF-1")) == ("0120", "0121")
    assert hurt(match, "JP-8RF-1", *FOUR) == ["JP-8RF-1"]


def test_who_dies_of_the_second_step_needs_no_room() -> None:
    """2.4 step 7: 0121 is full, and nobody there can move on. Friends in the first hex spare him, so he needs it."""
    match = walled(["JP-8RF-1"], {"0121": FOUR}, flipped=["JP-8RF-1"])
    assert offered(match, "hex") == {"0221", "0222"}
    assert place(do(match, "hex 0221"), "JP-8RF-1") == "destroyed"
    spared = walled(["JP-8RF-1"], {"0121": FOUR, "0221": ["JP-64-1"]}, flipped=["JP-8RF-1"])
    assert place(spared, "JP-8RF-1") == "destroyed"
    assert told(spared, "log.eliminated")["units"] == ["JP-8RF-1"]
    assert "log.no-retreat" not in {event.key for event in spared.log}, "by 0222, where nobody spares him"


BEND = {"0517": ["SU-601-1"], "0817": ["SU-212"], "0617": ["JP-3RT"]}
"""0617, 0717 and 0718 lie on the bend of the Khalkhin: wide river between the first two, and between the last two."""


def test_v_97_encirclement_and_river_are_two_losses() -> None:
    match = ending_in("DRI AVI", BEND, "0617", "SU-601-1")
    assert shifts(match) == {"5.1.3": 1}
    assert "0717" in offered(match, "hex")
    do(match, "hex 0717")
    assert place(match, "JP-3RT") == "destroyed"


def test_k_45_one_river_loss_in_a_retreat() -> None:
    """Friends in 0717 spare the loss of the second step; two crossings are one loss."""
    match = ending_in("DRI AVI", {**BEND, "0717": ["JP-64-1"]}, "0617", "SU-601-1")
    do(match, "hex 0717")
    assert (place(match, "JP-3RT"), is_flipped(match, "JP-3RT")) == ("0718", True)


def test_one_crossing_on_the_way_through_is_a_loss_as_well() -> None:
    """0511 to 0611 is the river, 0611 to 0711 dry land."""
    placed = {"0411": ["SU-601-1"], "0613": ["SU-212"], "0610": ["SU-NKVD"], "0511": ["JP-3RT"]}
    match = do(ending_in("DRI AVI", placed, "0511", "SU-601-1"), "hex 0611")
    assert place(match, "JP-3RT") == "destroyed"
    match = do(ending_in("DRI AVI", {**placed, "0611": ["JP-64-1"]}, "0511", "SU-601-1"), "hex 0611")
    assert (place(match, "JP-3RT"), is_flipped(match, "JP-3RT")) == ("0711", True)
    full = ending_in("DRI AVI", {**placed, "0711": FOUR, "0911": ["SU-480-1"]}, "0511", "SU-601-1")
    assert {"0611", "0612"} <= offered(full, "hex"), "it dies on the way and needs no room in 0711"


def test_armour_that_dies_in_the_river_needs_no_room_beyond() -> None:
    """0718 is full, and nobody there can move on: with two losses to come tanks may try, with one they may not."""
    wall = {**BEND, "0718": FOUR, "0620": ["SU-480-1"], "0820": ["SU-480-2"]}
    match = ending_in("DRI AVI", wall, "0617", "SU-601-1")
    assert "0717" in offered(match, "hex")
    assert place(do(match, "hex 0717"), "JP-3RT") == "destroyed"
    spared = ending_in("DRI AVI", {**wall, "0717": ["JP-64-1"]}, "0617", "SU-601-1")
    assert "0717" not in offered(spared, "hex"), "friends there spare it one"
    flipped = ending_in("DRI AVI", {**wall, "0717": ["JP-64-1"]}, "0617", "SU-601-1", flipped=["JP-3RT"])
    assert "0717" in offered(flipped, "hex"), "and that one kills it if it was hit before"


def test_the_way_through_on_dry_land_costs_armour_no_more_than_others() -> None:
    match = do(ending_in("DRI AVI", BEND, "0617", "SU-601-1"), "hex 0618", "hex 0619")
    assert (place(match, "JP-3RT"), is_flipped(match, "JP-3RT")) == ("0619", True)


@RULE("bkg", "5.3.3")
def test_k_43_attackers_break_out_by_the_same_rule() -> None:
    """SU-601-1 attacks 0320 from 0321, walled in by Japanese."""
    placed = {"0320": ["JP-64-1"], "0321": ["SU-601-1"], "0420": ["JP-71-1"], "0521": ["JP-71-2"], "0423": ["JP-71-3"]}
    placed |= {"0223": ["JP-72-1"], "0220": ["JP-72-2"]}
    match = ending_in("DVI ARI", placed, "0320", "SU-601-1")
    assert prompted(match) == ("soviet", "5.3")
    assert offered(match, "hex") == {"0221", "0222"}
    do(match, "hex 0221")
    assert (place(match, "SU-601-1"), is_flipped(match, "SU-601-1")) == ("0121", True)
    lost = ending_in("DVI ARB", placed, "0320", "SU-601-1")
    do(lost, "hex 0221")
    assert place(lost, "SU-601-1") == "destroyed"


# -- 4.2.2: off the map ------------------------------------------------------------------------------------------------

WEST_EDGE = {"0120": ["JP-64-1"], "0122": ["JP-64-2"], "0121": ["SU-601-1"]}
"""0121 with both other hexes, 0221 and 0222, in Japanese zones."""


@RULE("bkg", "4.2.2", "4.2.2.a")
def test_k_43_the_friendly_edge_comes_before_the_way_through() -> None:
    """V-66: hexes behind 0221 are free, but the unit leaves by the west, for good and unhurt."""
    match = ending_in("DRI AVI", WEST_EDGE, "0121", "JP-64-1", "JP-64-2", phase="jap_combat")
    assert place(match, "SU-601-1") == "gone"
    assert told(match, "log.left") == {"units": ["SU-601-1"], "edge": "@edge.W"}
    assert not is_flipped(match, "SU-601-1")


def test_who_has_left_the_map_does_not_hide_the_others() -> None:
    """Three defenders: after the first has gone the enemy still sees the two who fought with him."""
    placed = {**WEST_EDGE, "0121": ["SU-601-1", "SU-601-2", "MN-15-1"]}
    match = ending_in("DRI AVI", placed, "0121", "JP-64-1", "JP-64-2", phase="jap_combat")
    do(match, "unit SU-601-1")
    assert place(match, "SU-601-1") == "gone"
    assert [counter["id"] for counter in match.view("japan")["places"]["0121"]] == ["SU-601-2", "MN-15-1"]
    assert "SU-601-1" not in match.view(None)["tracks"]["shown"]


# -- what a retreat takes with it --------------------------------------------------------------------------------------


def test_a_retreat_takes_an_objective() -> None:
    """K-66: Nomonhan, 1511, is Japanese at the start; passing through is enough."""
    stop = {"1411": ["JP-25-1"], "1410": ["SU-601-1"]}
    match = ending_in("DRI AVI", stop, "1410", "JP-25-1", phase="jap_combat")
    assert match.view(None)["markers"]["1511"] == ["marker.held-japan"]
    through = {"1513": ["JP-25-1"], "1312": ["JP-25-2"], "1611": ["JP-25-3"], "1512": ["SU-601-1"]}
    match = ending_in("DRI AVI", through, "1512", "JP-25-1", phase="jap_combat")
    assert match.view(None)["markers"]["1511"] == ["marker.held-japan"]
    do(match, "hex 1511")
    assert place(match, "SU-601-1") == "1411"
    assert match.view(None)["markers"]["1511"] == ["marker.held-soviet"]
    into = {"1513": ["JP-25-1"], "1512": ["SU-601-1"]}
    match = do(ending_in("DRI AVI", into, "1512", "JP-25-1", phase="jap_combat"), "hex 1511")
    assert match.view(None)["markers"]["1511"] == ["marker.held-soviet"]


def test_a_stranded_unit_that_retreats_over_the_line_is_home() -> None:
    """K-36: 0902 lies beyond, 0903 inside."""
    placed = {"0901": ["JP-25-1"], "0902": ["SU-601-1"]}
    for to, stranded in ("0903", 0), ("1003", units("SU-601-1")):
        match = board(placed, "jap_combat", air=(0, 5), penalised=["SU-601-1"], dice=[(1, 1)])
        fight(match, "0902", "JP-25-1", air=2)
        do(match, f"hex {to}")
        assert position(match).penalised == stranded


@RULE("bkg", "4.2.2")
def test_v_69_with_a_free_hex_nobody_leaves_the_map() -> None:
    """K-41: not even when only a chain opens it."""
    placed = {"0120": ["JP-64-1"], "0121": ["SU-601-1"]}
    match = ending_in("DRI AVI", placed, "0121", "JP-64-1", phase="jap_combat")
    assert offered(match, "edge") == set()
    assert refused(match, "edge W") == "4.2.2"
    full = ["SU-602-1", "SU-602-2", "SU-603-1", "SU-603-2"]
    chain = {"0120": ["JP-64-1"], "0323": ["JP-64-2"], "0222": full, "0121": ["SU-601-1"]}
    chain |= {"0122": ["SU-127-1", "SU-127-2", "SU-293-1", "SU-293-2"]}
    match = ending_in("DRI AVI", chain, "0121", "JP-64-1", phase="jap_combat")
    assert refused(match, "edge W") == "4.2.2"
    assert offered(match, "hex") == {"0122", "0222"}


@RULE("bkg", "4.2.2.b")
def test_v_66_the_hostile_edge_is_the_last_way_and_kills() -> None:
    placed = {"0401": ["JP-64-1"], "0101": ["JP-64-2"], "0203": ["JP-71-1"], "0301": ["SU-601-1"]}
    through = ending_in("DRI AVI", placed, "0301", "JP-64-1", phase="jap_combat")
    assert refused(through, "edge N") == "4.2.2"
    assert offered(through, "hex") == {"0302", "0402"}, "by way of either to 0403"
    closed = {**placed, "0502": ["JP-71-2"]}
    match = ending_in("DRI AVI", closed, "0301", "JP-64-1", phase="jap_combat")
    assert place(match, "SU-601-1") == "destroyed"
    assert told(match, "log.left-destroyed") == {"units": ["SU-601-1"], "edge": "@edge.N"}


@RULE("bkg", "4.2.2.c")
def test_at_a_corner_the_owner_chooses_his_edge() -> None:
    """K-02: 2701 touches the north and the east, both Japanese."""
    placed = {"2702": ["SU-6T-1"], "2601": ["SU-212"], "2701": ["JP-64-1"]}
    match = ending_in("DRI AVI", placed, "2701", "SU-6T-1", "SU-212")
    assert offered(match, "edge") == {"N", "E"}
    assert refused(match, "edge W") == "4.2.2"
    assert refused(match, "hex 2602") == "5.3.a"
    north = do(match.clone(), "edge N")
    assert place(north, "JP-64-1") == "north"
    assert place(do(match, "edge E"), "JP-64-1") == "east"


@RULE("bkg", "5.3.3.b")
def test_k_87_the_second_step_does_not_leave_the_map() -> None:
    """0120 and 0121 touch the friendly west edge, but the unit fought in 0221."""
    placed = {"0321": ["JP-25-1"], "0119": ["JP-25-2"], "0122": ["JP-26-1"], "0319": ["JP-26-2"], "0221": ["SU-601-1"]}
    match = ending_in("DRI AVI", placed, "0221", "JP-25-1", phase="jap_combat")
    assert shifts(match) == {"5.1.3": 1}
    assert place(match, "SU-601-1") == "destroyed"
    assert told(match, "log.no-retreat")["units"] == ["SU-601-1"]
