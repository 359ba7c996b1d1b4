"""5.3.3  Retreats out of an encirclement: two hexes, a loss, friends on the way, rivers."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.bkg.position import JAPAN
from khalkhin.games.bkg.retreat import BreakOut, Chain
from tests.bkg.battles import ending_in, prompted
from tests.bkg.positions import (
    board,
    do,
    hexes,
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
from tests.bkg.routs import AHEAD, FOUR, WALL, beaten, gone_attacker, hurt, walled

RULE = pytest.mark.rule


@RULE("bkg", "5.3.3", "5.3.3.a")
def test_v_59_an_encircled_unit_goes_two_hexes_and_takes_a_loss() -> None:
    match = walled(["JP-8RF-1"])
    assert shifts(match) == {"5.1.3": 1}
    assert offered(match, "hex") == {"0221", "0222"}, "the others lead nowhere"
    assert refused(match, "hex 0322") == "5.3.3.b"
    do(match, "hex 0222")
    assert place(match, "JP-8RF-1") == "0121"
    assert is_flipped(match, "JP-8RF-1")
    assert told(match, "log.retreat")["path"] == ["0321", "0222", "0121"]


@RULE("bkg", "5.3.3.a")
def test_v_59_a_flipped_unit_does_not_survive_it() -> None:
    match = do(walled(["JP-8RF-1"], flipped=["JP-8RF-1"]), "hex 0222")
    assert place(match, "JP-8RF-1") == "destroyed"


@RULE("bkg", "5.3.3.b")
def test_v_62_a_second_hex_in_a_zone_kills_all() -> None:
    """Nobody stands in 0121 here, but it is in the zone of 0122."""
    match = walled(["JP-8RF-1", "MC-SEK-1"], {"0122": ["SU-601-1"]})
    do(match, "unit MC-SEK-1")
    assert [place(match, unit) for unit in ("JP-8RF-1", "MC-SEK-1")] == ["destroyed", "destroyed"]


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
    """Whoever was hit is asked nothing more; the others break out as ever."""
    match = walled(["JP-8RF-1", "MC-SEK-1"], result="DRB AVI")
    do(match, "unit JP-8RF-1", "unit JP-8RF-1")
    assert place(match, "JP-8RF-1") == "destroyed"
    do(match, "hex 0222")
    assert (place(match, "MC-SEK-1"), is_flipped(match, "MC-SEK-1")) == ("0121", True)


@RULE("bkg", "5.3.3.c", "5.3.3.d")
def test_v_61_through_friends_there_is_no_second_loss() -> None:
    match = walled(["JP-8RF-1", "MC-SEK-1"], {"0221": ["JP-64-1"]}, "DRB AVI")
    do(match, "unit JP-8RF-1", "unit JP-8RF-1")
    assert place(match, "JP-8RF-1") == "0121", "by 0221: the other way is closed to it"
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
    assert {h: (why(match, f"hex {h}").rule, why(match, f"hex {h}").key) for h in ("0220", "0222", "0321", "0119")} == {
        "0220": ("5.3.3.b", "why.retreat-zone"),
        "0222": ("5.3.3.b", "why.retreat-zone"),
        "0321": ("5.3.3", "why.no-turning-back"),
        "0119": ("5.3", "why.one-hex"),
    }
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
    match = do(beaten(["JP-8RF-1"], {**others, "0121": FOUR}), "hex 0222", "unit JP-71-1", "hex 0120")
    assert (place(match, "JP-71-1"), place(match, "JP-8RF-1")) == ("0120", "0121")
    assert hurt(match, "JP-8RF-1", *FOUR) == ["JP-8RF-1"]


def test_who_dies_of_the_second_step_needs_no_room() -> None:
    """2.4 step 7: 0121 is full, and nobody there can move on. Friends in the first hex spare him, so he needs it."""
    match = walled(["JP-8RF-1"], {"0121": FOUR}, flipped=["JP-8RF-1"])
    assert offered(match, "hex") == {"0221", "0222"}
    assert place(do(match, "hex 0221"), "JP-8RF-1") == "destroyed"
    spared = walled(["JP-8RF-1"], {"0121": FOUR, "0221": ["JP-64-1"]}, flipped=["JP-8RF-1"])
    assert place(spared, "JP-8RF-1") == "destroyed"
    assert told(spared, "log.second-loss")["units"] == ["JP-8RF-1"]
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
    assert place(lost, "SU-601-1") == "destroyed"


@RULE("bkg", "5.3.3.b")
def test_k_87_the_second_step_does_not_leave_the_map() -> None:
    """0120 and 0121 touch the friendly west edge, but the unit fought in 0221."""
    placed = {"0321": ["JP-25-1"], "0119": ["JP-25-2"], "0122": ["JP-26-1"], "0319": ["JP-26-2"], "0221": ["SU-601-1"]}
    match = ending_in("DRI AVI", placed, "0221", "JP-25-1", phase="jap_combat")
    assert shifts(match) == {"5.1.3": 1}
    assert place(match, "SU-601-1") == "destroyed"
    assert told(match, "log.no-retreat")["units"] == ["SU-601-1"]


NOMONHAN = {"1412": ["SU-6T-1", "SU-6T-2"], "1613": ["SU-601-1"], "1512": ["JP-64-1"]}
"""Every hex round 1512 is in a Soviet zone; behind the empty Nomonhan, in 1511, the ground is free."""


def in_soviet_hands(match: Match) -> bool:
    return bool(position(match).soviet_objectives & hexes("1511"))


@RULE("bkg", "5.3.3.c")
def test_who_was_hit_and_is_encircled_takes_nothing_on_its_way() -> None:
    """It dies where it stands, unasked: Nomonhan stays Soviet."""
    match = ending_in("DRB AVI", NOMONHAN, "1512", "SU-6T-1", "SU-6T-2", "SU-601-1", soviet_objectives=["1511"])
    assert shifts(match)["5.1.3"] == 1
    assert place(match, "JP-64-1") == "destroyed"
    assert in_soviet_hands(match)
    assert told(match, "log.hit-encircled") == {"units": ["JP-64-1"]}


@RULE("bkg", "5.3.3", "5.3.3.c")
def test_who_had_losses_before_the_combat_may_still_try() -> None:
    """The remark is about losses of this combat: the others pass through Nomonhan, and die of the second step."""
    everybody = ("SU-6T-1", "SU-6T-2", "SU-601-1")
    match = ending_in("DRI AVI", NOMONHAN, "1512", *everybody, soviet_objectives=["1511"], flipped=["JP-64-1"])
    do(match, "hex 1511", "hex 1510")
    assert place(match, "JP-64-1") == "destroyed"
    assert not in_soviet_hands(match)


@RULE("bkg", "5.3.3.c")
def test_only_the_unit_that_was_hit_is_lost() -> None:
    """MC-SEK-1, flipped before, and JP-71-1, unhurt, are asked; JP-64-1, which took the loss, is not."""
    placed = {**NOMONHAN, "1512": ["JP-64-1", "MC-SEK-1", "JP-71-1"]}
    everybody = ("SU-6T-1", "SU-6T-2", "SU-601-1")
    match = ending_in("DRB AVI", placed, "1512", *everybody, flipped=["MC-SEK-1"])
    do(match, "unit JP-64-1", "unit JP-71-1", "hex 1511", "hex 1510", "unit JP-64-1")
    assert (place(match, "JP-71-1"), is_flipped(match, "JP-71-1")) == ("1510", True)
    assert place(match, "JP-64-1") == "destroyed"
    do(match, "hex 1511", "hex 1510")
    assert place(match, "MC-SEK-1") == "destroyed"
    assert told(match, "log.second-loss") == {"units": ["MC-SEK-1"]}


@RULE("bkg", "5.3.3.c")
def test_who_was_hit_is_not_asked_for_a_fatal_edge() -> None:
    """0123 touches the south and the west, both fatal to the Japanese; its other neighbours are held by Soviets."""
    placed = {"0123": ["JP-64-1"], "0122": ["SU-6T-1"], "0223": ["SU-212"]}
    unhurt = ending_in("DRI AVI", placed, "0123", "SU-6T-1", "SU-212")
    assert offered(unhurt, "edge") == {"S", "W"}
    match = ending_in("DRB AVI", placed, "0123", "SU-6T-1", "SU-212")
    assert place(match, "JP-64-1") == "destroyed"
    assert told(match, "log.hit-encircled") == {"units": ["JP-64-1"]}


@RULE("bkg", "4.2.2.c", "5.3.3.c")
def test_who_was_hit_still_leaves_by_a_friendly_edge() -> None:
    placed = {"0102": ["SU-6T-1"], "0201": ["SU-212"], "0101": ["JP-64-1"]}
    match = ending_in("DRB AVI", placed, "0101", "SU-6T-1", "SU-212")
    assert (place(match, "JP-64-1"), is_flipped(match, "JP-64-1")) == ("north", True)


@RULE("bkg", "5.3.3", "5.3.1")
def test_a_full_second_hex_may_push_past_the_first() -> None:
    """0423 is full; one of it can go to 0323, south of 0322 where the way leads through."""
    placed = {"0222": ["SU-212"], "0421": ["SU-480-2"], "0121": ["SU-6T-1"], "0623": ["SU-480-1"]}
    placed |= {"0321": ["JP-8RF-1"], "0423": FOUR}
    match = do(ending_in("DRI AVI", placed, "0321", "SU-212", "SU-480-2"), "hex 0322")
    assert offered(match, "hex") == {"0323", "0423"}
    do(match, "hex 0423")
    (last,) = (step for step in position(match).agenda if isinstance(step, Chain))
    assert last.chain == hexes("0321", "0322", "0423"), "the hexes of the way, and no other"


@RULE("bkg", "5.3.3", "5.3.1")
def test_the_second_hex_does_not_push_back_to_the_start() -> None:
    """K-44: the attacker is gone and 0321 quiet; one of 0422 could go nowhere else, so no way leads there by 0322."""
    wall = {"0621": ["SU-6T-1"], "0420": ["SU-212"], "0121": ["SU-480-1"], "0523": ["SU-480-2"], "0223": ["SU-480-3"]}
    match = gone_attacker({**wall, "0422": FOUR})
    assert offered(match, "hex") == {"0221", "0320"}


@RULE("bkg", "5.3.3.b", "5.3.1")
def test_a_second_hex_without_room_is_refused_for_that() -> None:
    """0121 is full, and all round it are zones."""
    s = position(board({**AHEAD, **WALL, "0321": ["JP-8RF-1"], "0121": FOUR}, "sov_combat"))
    grid, unit = s.game.map.grid, s.game.sheet.index["JP-8RF-1"]
    reason = BreakOut(JAPAN, unit, grid.at("0221")).why(s, JAPAN, "hex", grid.at("0121"))
    assert reason is not None
    assert (reason.rule, reason.key) == ("5.3.1", "why.no-room")
