"""5.2  Advance after combat."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from tests.bkg.battles import ending_in, prompted, verbs
from tests.bkg.positions import do, is_flipped, offered, place, refused, told, why

RULE = pytest.mark.rule


def won(
    attackers: list[str],
    *,
    target: str = "0321",
    start: str = "0320",
    defender: str = "MC-SEK-1",
    to: str = "0322",
    result: str = "DRI AVI",
    options: dict[str, bool] | None = None,
    **others: list[str],
) -> Match:
    """Attackers beat a defender who then retreats to a hex; others stand as told: h0223=["JP-64-1"]."""
    placed = {start: attackers, target: [defender], **{name[1:]: stack for name, stack in others.items()}}
    phase = "sov_combat" if attackers[0][:2] in ("SU", "MN") else "jap_combat"
    match = ending_in(result, placed, target, *attackers, phase=phase, options=options)
    if prompted(match)[1] == "5.3":
        do(match, f"hex {to}")
    return match


# -- how far -----------------------------------------------------------------------------------------------------------


@RULE("bkg", "5.2")
def test_winners_may_occupy_the_vacated_hex() -> None:
    match = won(["SU-601-1", "SU-602-1"])
    assert prompted(match) == ("soviet", "5.2")
    assert offered(match, "unit") == {"SU-601-1", "SU-602-1"}
    do(match, "unit SU-602-1")
    assert (place(match, "SU-601-1"), place(match, "SU-602-1")) == ("0320", "0321")
    assert told(match, "log.advance") == {"units": ["SU-602-1"], "hex": "0321"}
    assert offered(match, "unit") == {"SU-601-1"}
    assert refused(match, "unit SU-602-1") == "5.2", "it has advanced"
    do(match, "unit SU-601-1")
    assert prompted(match) == ("soviet", "5.0"), "nobody is left to advance"


@RULE("bkg", "5.2")
def test_who_loses_does_not_advance_into_a_hex_left_empty() -> None:
    """The last defender dies of the loss that its victory costs: the attackers retreat, and nobody follows."""
    placed = {"0320": ["SU-601-1", "SU-602-1"], "0321": ["MC-SEK-1"]}
    match = ending_in("DVB ARI", placed, "0321", "SU-601-1", "SU-602-1", flipped=["MC-SEK-1"])
    assert place(match, "MC-SEK-1") == "destroyed"
    do(match, "unit SU-601-1", "hex 0319", "hex 0319")
    assert prompted(match) == ("soviet", "5.0")
    assert "log.advance" not in {event.key for event in match.log}


@RULE("bkg", "5.2")
def test_only_attackers_of_this_combat_advance() -> None:
    """K-89: a unit of the same stack that did not attack stays; the first hex is the vacated one."""
    match = won(["SU-601-1"], h0319=["SU-602-1"])
    assert refused(match, "unit SU-602-1") == "5.2"
    assert refused(match, "commit") == "5.2"
    assert refused(match, "hex 0421") == "5.2"
    assert refused(match, "unit MC-SEK-1") == "5.2"


@RULE("bkg", "5.2.e")
def test_nobody_has_to_advance() -> None:
    match = won(["SU-601-1", "SU-6T-1"])
    assert offered(match, "done") == {None}
    do(match, "done")
    assert prompted(match) == ("soviet", "5.0")
    assert {place(match, unit) for unit in ("SU-601-1", "SU-6T-1")} == {"0320"}
    short = do(won(["SU-6T-1"]), "unit SU-6T-1")
    assert verbs(short) == {"hex", "done"}
    do(short, "done")
    assert place(short, "SU-6T-1") == "0321", "nor as far as it could"


OPEN_BEHIND = {"0320", "0421", "0422", "0222", "0221"}
"""Next to 0321, all open, without 0322 where the beaten defender stands."""


@RULE("bkg", "5.2", "5.2.a")
@pytest.mark.parametrize("unit", ["SU-6T-1", "SU-24-1", "MN-15-1", "SU-36RCM", "SU-7B-1"])
def test_v_77_two_hexes(unit: str) -> None:
    """K-47: armoured cars as well. The zone of the beaten defender, right behind the hex, does not stop them."""
    match = do(won([unit]), f"unit {unit}")
    assert place(match, unit) == "0321"
    assert offered(match, "hex") == OPEN_BEHIND
    do(match, "hex 0222")
    assert place(match, unit) == "0222"
    assert prompted(match) == ("soviet", "5.0"), "and no third hex"


@RULE("bkg", "5.2.b")
@pytest.mark.parametrize("unit", ["SU-601-1", "SU-212", "SU-5MG-1"])
def test_v_77_one_hex(unit: str) -> None:
    """K-47: machine guns as well."""
    match = do(won([unit, "SU-NKVD"]), f"unit {unit}")
    assert place(match, unit) == "0321"
    assert offered(match, "hex") == set()
    assert refused(match, "hex 0222") == "5.2.b"


@RULE("bkg", "5.2.a", "5.2.b")
def test_the_japanese_advance_by_the_same_rule() -> None:
    for unit, far in ("JP-23ENG", False), ("JP-64-1", False), ("MC-8RC", True), ("JP-3RT", True), ("JP-23RCM", True):
        match = do(won([unit, "JP-71-1"], defender="MN-15-1"), f"unit {unit}")
        assert place(match, unit) == "0321"
        assert bool(offered(match, "hex")) is far


@RULE("bkg", "5.2.c")
@pytest.mark.parametrize("unit", ["SU-82A-1", "SU-82AT", "MN-6A"])
def test_v_77_artillery_does_not_advance(unit: str) -> None:
    match = won(["SU-601-1", unit])
    assert offered(match, "unit") == {"SU-601-1"}
    assert refused(match, f"unit {unit}") == "5.2.c"
    alone = won(["SU-601-1", unit])
    do(alone, "unit SU-601-1")
    assert prompted(alone) == ("soviet", "5.0")


@RULE("bkg", "5.2.c")
def test_mountain_artillery_does_not_advance() -> None:
    match = won(["JP-25-1", "JP-7M-1"], defender="MN-15-1")
    assert offered(match, "unit") == {"JP-25-1"}
    assert refused(match, "unit JP-7M-1") == "5.2.c"


@RULE("bkg", "5.2.c")
def test_where_only_artillery_has_won_nobody_is_asked() -> None:
    match = won(["SU-82A-4", "SU-185A-1", "SU-57A-4"], defender="JP-13A-1", result="DRB AVI")
    assert place(match, "JP-13A-1") == "0322"
    assert prompted(match) == ("soviet", "5.0")


# -- the second hex ----------------------------------------------------------------------------------------------------


@RULE("bkg", "5.2.d")
def test_the_vacated_hex_must_be_open() -> None:
    """V-111: 0318 is rough, 0317 behind it open."""
    match = won(["SU-24-1"], target="0318", start="0319", to="0218")
    do(match, "unit SU-24-1")
    assert place(match, "SU-24-1") == "0318"
    assert prompted(match) == ("soviet", "5.0")


@RULE("bkg", "5.2.d")
def test_the_second_hex_must_be_open() -> None:
    """0319 is open; of the hexes round it 0318 is rough, 0419 a mountain. K-96: a road does not make rough open."""
    match = do(won(["SU-24-1"], target="0319", start="0320", to="0219"), "unit SU-24-1")
    assert offered(match, "hex") == {"0320", "0220", "0420"}
    for closed in ("0318", "0419"):
        assert refused(match, f"hex {closed}") == "5.2.d"
    road = do(won(["SU-24-1"], target="0520", start="0621", to="0421"), "unit SU-24-1")
    assert "0519" not in offered(road, "hex"), "0519 is rough and has a road"
    assert {"0420", "0521"} <= offered(road, "hex")


@RULE("bkg", "5.2.d")
def test_by_a_house_rule_horsed_cavalry_needs_no_open_ground() -> None:
    """K-47, the other reading: over rough ground and a mountain, but over no river and with no other unit."""
    loose = {"cavalry_advance": True}
    rider = do(won(["MN-15-1"], target="0319", start="0320", to="0219"), "unit MN-15-1")
    assert offered(rider, "hex") == {"0320", "0220", "0420"}
    rider = do(won(["MN-15-1"], target="0319", start="0320", to="0219", options=loose), "unit MN-15-1")
    assert offered(rider, "hex") == {"0320", "0220", "0420", "0318", "0419"}
    truck = do(won(["SU-24-1"], target="0319", start="0320", to="0219", options=loose), "unit SU-24-1")
    assert offered(truck, "hex") == {"0320", "0220", "0420"}
    assert refused(truck, "hex 0318") == "5.2.d"


@RULE("bkg", "5.2.d")
def test_a_river_between_the_two_hexes_ends_the_advance() -> None:
    """K-96: even where it is bridged. From 0513 the bridge leads to 0613, which is rough; 0407 and 0408 are open."""
    match = do(won(["SU-24-1"], target="0408", start="0409", to="0307", defender="JP-64-1"), "unit SU-24-1")
    assert offered(match, "hex") == {"0409"}, "0407 by the bridge and 0507, 0508 through the water are open too"
    for closed in ("0407", "0507", "0508"):
        assert refused(match, f"hex {closed}") == "5.2.d"
    narrow = do(won(["SU-24-1"], target="0817", start="0818", to="0716", defender="JP-64-1"), "unit SU-24-1")
    assert offered(narrow, "hex") == {"0717", "0818", "0916", "0917"}, "0816 is open, but over the Holsten"


def test_any_river_may_be_crossed_into_the_vacated_hex() -> None:
    """K-96: it needs no movement points."""
    match = do(won(["SU-601-1"], target="0508", start="0408", to="0609", defender="JP-64-1"), "unit SU-601-1")
    assert place(match, "SU-601-1") == "0508"


@RULE("bkg", "5.2.d")
def test_v_112_the_second_hex_may_be_in_a_zone_but_the_vacated_one_ends_the_advance() -> None:
    onward = do(won(["SU-24-1"], h0422=[], h0423=["JP-64-1"], to="0222"), "unit SU-24-1")
    assert {"0422", "0322"} <= offered(onward, "hex"), "both in the zone of 0423"
    do(onward, "hex 0422")
    assert place(onward, "SU-24-1") == "0422"
    stopped = do(won(["SU-24-1"], h0422=["JP-64-1"], to="0222"), "unit SU-24-1")
    assert place(stopped, "SU-24-1") == "0321"
    assert prompted(stopped) == ("soviet", "5.0")


def test_k_96_the_beaten_among_friends_stand_in_a_friends_zone() -> None:
    """The defender retreats to a hex with a friend: the friend's zone counts."""
    match = do(won(["SU-24-1", "SU-601-1"], h0322=["JP-64-1"], to="0322"), "unit SU-24-1")
    assert offered(match, "hex") == set()
    assert refused(match, "hex 0222") == "4.1.2.a"


def test_v_111_terrain_bans_bind_the_advance() -> None:
    """1915 is a marsh, 0416 a mountain: armour stays outside, motorised infantry stops there."""
    marsh = won(["SU-6T-1", "SU-24-1"], target="1915", start="1914", to="1916")
    assert offered(marsh, "unit") == {"SU-24-1"}
    assert refused(marsh, "unit SU-6T-1") == "T2.marsh"
    placed = {"1914": ["SU-6T-1", "SU-24-1", "SU-24-2"], "2015": ["SU-601-1", "SU-602-1"], "1915": ["MC-SEK-1"]}
    crowd = ending_in("DE AVB", placed, "1915", *placed["1914"], *placed["2015"])
    do(crowd, "unit SU-602-1", "unit SU-24-1", "unit SU-24-2", "unit SU-601-1")
    assert refused(crowd, "unit SU-6T-1") == "T2.marsh", "there would be room for one more"
    mountain = won(["SU-36RCM", "SU-24-1"], target="0416", start="0316", to="0515")
    assert offered(mountain, "unit") == {"SU-24-1"}
    assert refused(mountain, "unit SU-36RCM") == "9.0.a"
    second = do(won(["SU-6T-1"], target="0316", start="0216", to="0317"), "unit SU-6T-1")
    assert "0416" not in offered(second, "hex")


def test_nobody_advances_into_the_enemy_or_a_full_hex() -> None:
    """K-30, K-96: four to a hex; one that goes on makes room for another."""
    assert "0322" not in offered(do(won(["SU-6T-1"]), "unit SU-6T-1"), "hex"), "the enemy"
    placed = {
        "0320": ["SU-6T-1", "SU-6T-2", "SU-24-1", "SU-24-2"],
        "0421": ["SU-7B-1", "SU-8B-1"],
        "0321": ["MC-SEK-1"],
    }
    match = ending_in("DE AVI", placed, "0321", *placed["0320"], *placed["0421"])
    do(match, "unit SU-6T-1", "unit SU-6T-2", "unit SU-24-1", "unit SU-24-2")
    assert offered(match, "unit") == set()
    assert refused(match, "unit SU-7B-1") == "4.1.1"
    do(match, "hex 0322", "unit SU-7B-1")
    assert place(match, "SU-7B-1") == "0321"
    crowd = ["SU-601-1", "SU-601-2", "SU-602-1", "SU-602-2"]
    placed = {"0320": ["SU-6T-1"], "0221": crowd, "0321": ["MC-SEK-1"]}
    second = do(ending_in("DRI AVI", placed, "0321", "SU-6T-1", *crowd), "hex 0322", "unit SU-6T-1")
    assert offered(second, "hex") == OPEN_BEHIND - {"0221"}


@RULE("bkg", "5.2", "4.1.2.i")
def test_nobody_goes_on_into_the_enemy() -> None:
    """The beaten defender stands in 0322, right behind the vacated hex."""
    reason = why(do(won(["SU-6T-1", "SU-24-1"]), "unit SU-6T-1"), "hex 0322")
    assert (reason.rule, reason.key) == ("4.1.2.i", "why.enemy")


def test_each_unit_decides_alone() -> None:
    """K-96: who comes next ends the way of the one before."""
    match = do(won(["SU-6T-1", "SU-24-1"]), "unit SU-6T-1", "hex 0222", "unit SU-24-1")
    assert (place(match, "SU-6T-1"), place(match, "SU-24-1")) == ("0222", "0321")
    do(match, "hex 0422")
    assert place(match, "SU-24-1") == "0422"


@RULE("bkg", "4.0.g")
def test_the_border_binds_the_advance() -> None:
    """V-70: 0802 lies inside, 0801 and 0902 beyond. The Japanese may cross it."""
    first = won(["SU-24-1", "SU-601-1"], target="0902", start="0803", to="1002", defender="JP-64-1")
    assert prompted(first) == ("soviet", "5.0"), "nobody may go there"
    second = do(won(["SU-24-1"], target="0802", start="0702", to="0902", defender="JP-64-1"), "unit SU-24-1")
    assert {"0801", "0901"} & offered(second, "hex") == set()
    japanese = do(won(["JP-3RT"], target="0802", start="0702", to="0902", defender="SU-601-1"), "unit JP-3RT")
    assert "0901" in offered(japanese, "hex")


# -- armour and mountains ----------------------------------------------------------------------------------------------


@RULE("bkg", "5.1.2.b")
def test_k_22_armour_does_not_advance_to_face_mountains_only() -> None:
    """The beaten defender goes up 0416; armour may not follow him to its foot, others may."""
    match = won(["SU-6T-3", "SU-36RCM"], target="0316", start="0216", to="0416", defender="JP-64-1")
    assert offered(match, "unit") == {"SU-36RCM"}
    reason = why(match, "unit SU-6T-3")
    assert (reason.rule, reason.key) == ("5.1.2.b", "why.armour-beside")
    mixed = won(["SU-6T-1", "SU-36RCM"], target="0316", start="0216", to="0416", defender="JP-64-1", h0417=["JP-71-1"])
    assert offered(mixed, "unit") == {"SU-6T-1", "SU-36RCM"}, "another enemy is there to engage"


@RULE("bkg", "5.2", "5.1.2.b")
def test_a_hex_with_three_is_not_full() -> None:
    """There is room for a fourth in 0316; what keeps armour out is the enemy in the mountain 0416."""
    others = ["SU-36RCM", "SU-24-1", "SU-24-2"]
    match = won(["SU-6T-3", *others], target="0316", start="0216", to="0416", defender="JP-64-1")
    do(match, *(f"unit {unit}" for unit in others))
    assert refused(match, "unit SU-6T-3") == "5.1.2.b"


@RULE("bkg", "5.1.2.b")
def test_k_22_nor_in_the_second_hex() -> None:
    """0316 touches the enemy in the mountain 0416 and nobody else, 0317 touches nobody."""
    match = do(won(["SU-6T-1"], target="0217", start="0117", result="DE AVI", h0416=["JP-64-1"]), "unit SU-6T-1")
    assert {"0316", "0317"} & offered(match, "hex") == {"0317"}
    other = do(won(["SU-24-1"], target="0217", start="0117", result="DE AVI", h0416=["JP-64-1"]), "unit SU-24-1")
    assert {"0316", "0317"} <= offered(other, "hex")


# -- what an advance is not --------------------------------------------------------------------------------------------


def test_k_79_after_de_on_a_single_defender_the_hex_is_there_to_take() -> None:
    match = won(["SU-6T-1"], result="DE AVI")
    assert place(match, "MC-SEK-1") == "destroyed"
    assert offered(do(match, "unit SU-6T-1"), "hex") == OPEN_BEHIND | {"0322"}


def test_a_flipped_winner_advances_like_any_other() -> None:
    placed = {"0320": ["SU-6T-1"], "0321": ["MC-SEK-1"]}
    match = do(ending_in("DRI AVI", placed, "0321", "SU-6T-1", flipped=["SU-6T-1"]), "hex 0322", "unit SU-6T-1")
    assert is_flipped(match, "SU-6T-1")
    assert offered(match, "hex") == OPEN_BEHIND


def test_k_48_a_winning_defender_does_not_advance() -> None:
    match = ending_in("DVI ARI", {"0320": ["SU-601-1"], "0321": ["JP-3RT"]}, "0321", "SU-601-1")
    do(match, "hex 0319")
    assert prompted(match) == ("soviet", "5.0")
    assert place(match, "JP-3RT") == "0321"


def test_an_advance_takes_an_objective() -> None:
    """K-66: Nomonhan is 1511."""
    match = won(["SU-601-1", "SU-602-1"], target="1511", start="1411", to="1512", defender="JP-64-1")
    before = match.view(None)["markers"]["1511"]
    do(match, "unit SU-601-1")
    assert (before[0], match.view(None)["markers"]["1511"][0]) == ("marker.held-japan", "marker.held-soviet")
