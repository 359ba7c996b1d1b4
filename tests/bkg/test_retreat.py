"""5.3, 5.3.2, 4.2.2  Retreats: where to, in which order, over rivers, off the map."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from tests.bkg.battles import RING, ending_in, prompted
from tests.bkg.positions import board, do, fight, is_flipped, offered, place, position, refused, told, units, why
from tests.bkg.routs import beaten, gone_attacker, walled

RULE = pytest.mark.rule

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
    assert refused(lake, "hex 2417") == "T2.lake"
    assert "2417" not in offered(lake, "hex")
    for unit, closed in ("JP-3RT", True), ("JP-23RCM", True), ("JP-8RF-1", False):
        mountain = ending_in("DRI AVI", {"0216": ["SU-6T-1"], "0316": [unit]}, "0316", "SU-6T-1")
        assert ("0416" not in offered(mountain, "hex")) is closed
        assert not closed or refused(mountain, "hex 0416") == "9.0.a"
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


@RULE("bkg", "5.3.b")
def test_without_any_way_out_a_unit_is_lost() -> None:
    match = walled(["JP-8RF-1"], {"0121": ["SU-601-1"]})
    assert place(match, "JP-8RF-1") == "destroyed"
    assert told(match, "log.no-retreat")["units"] == ["JP-8RF-1"]
    assert prompted(match) == ("soviet", "5.2"), "the hex is vacated all the same"


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


@RULE("bkg", "4.0.i", "4.2.2.a")
def test_who_leaves_the_map_does_not_bring_the_stranded_home() -> None:
    placed = {**WEST_EDGE, "2005": ["SU-602-1"]}
    attackers = "JP-64-1", "JP-64-2"
    match = ending_in("DRI AVI", placed, "0121", *attackers, phase="jap_combat", penalised=["SU-602-1"])
    assert place(match, "SU-601-1") == "gone"
    assert position(match).penalised == units("SU-602-1")


@RULE("bkg", "5.3.a", "5.3.1")
def test_a_full_hex_that_nobody_can_leave_is_refused_for_that() -> None:
    """2601 is full with zones all round it; 2602 is in a zone itself. Only the edges are left."""
    full = ["JP-71-1", "JP-71-2", "JP-72-1", "JP-72-2"]
    placed = {"2702": ["SU-6T-1"], "2502": ["SU-212"], "2601": full, "2701": ["JP-64-1"]}
    match = ending_in("DRI AVI", placed, "2701", "SU-6T-1")
    assert offered(match, "edge") == {"N", "E"}
    reasons = {hex_: why(match, f"hex {hex_}") for hex_ in ("2601", "2602")}
    found = {hex_: (reason.rule, reason.key) for hex_, reason in reasons.items()}
    assert found == {"2601": ("5.3.1", "why.no-room"), "2602": ("5.3.a", "why.retreat-zone")}
