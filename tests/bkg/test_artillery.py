"""8.0, T3, T4  Artillery: fire from afar, support of attack and defence, bombardments."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from tests.bkg.battles import (
    ROLLS,
    bombard,
    codes,
    column,
    declare,
    ending_in,
    listed,
    odds,
    play_out,
    preview,
    prompted,
    support,
    verbs,
)
from tests.bkg.positions import board, do, fight, is_flipped, offered, place, refused, told, why

RULE = pytest.mark.rule

HEAVY = ["SU-185A-1", "SU-82A-4", "SU-57A-4", "SU-126A-1"]
"""Batteries of 4, 3, 3 and 3, with ranges of 8, 6, 6 and 6."""

LIGHT = [
    "SU-82A-1", "SU-82A-2", "SU-82A-3", "SU-57A-1", "SU-57A-2", "SU-57A-3", "SU-175A-1", "SU-175A-2", "SU-185A-2",
    "SU-185A-3",
]  # fmt: skip
"""Ten batteries of 2, with a range of 5."""

MONGOLIAN = ["MN-5A", "MN-6A", "MN-8A"]
"""Batteries of 1, with a range of 4."""

PARK = {"0319": HEAVY, "0220": LIGHT[:4], "0420": LIGHT[4:8], "0120": LIGHT[8:], "0520": MONGOLIAN}
"""All Soviet batteries, two hexes from 0321."""


def worth(match: Match) -> tuple[int, int, str]:
    """Index, value and column of the last bombardment."""
    found = told(match, "log.bombardment")
    return found["index"], found["value"], column(match)


def fire(
    stack: list[str], guns: list[str], *, flipped: list[str] | None = None, roll: tuple[int, int] = (3, 4)
) -> Match:
    """These guns of the park fire at a stack in 0321."""
    match = board({**PARK, "0321": stack}, "sov_combat", air=(0, 0), flipped=flipped or (), dice=[roll])
    return bombard(match, "0321", *guns)


# -- 8.0: movement -----------------------------------------------------------------------------------------------------


@RULE("bkg", "8.0")
@pytest.mark.parametrize("gun", ["SU-82A-1", "SU-82AT", "MN-6A"])
def test_artillery_moves_as_infantry(gun: str) -> None:
    """Four points: a road hex costs one, not half; a wide river one, not two."""
    road = do(board({"0408": [gun]}, "sov_move"), f"unit {gun}")
    assert "0412" in offered(road, "hex")
    assert "0413" not in offered(road, "hex"), "the fifth hex along the road"
    river = do(board({"0510": [gun]}, "sov_move"), f"unit {gun}")
    left = river.view("soviet")["details"]["left"]
    assert left["0611"] == "2", "one for the river and one for the hex"


@RULE("bkg", "8.0")
def test_k_81_artillery_moves_and_fires_in_one_turn() -> None:
    match = board({"0316": ["SU-82A-1"], "0323": ["JP-64-1"]}, "sov_move", air=(0, 0), dice=[(3, 4)])
    do(match, "unit SU-82A-1", "hex 0318", "done", "done")
    assert offered(match, "bombard") == {"0323"}
    bombard(match, "0323", "SU-82A-1")


# -- 8.0.a-b: range ----------------------------------------------------------------------------------------------------


@RULE("bkg", "8.0.a")
def test_artillery_attacks_without_engaging() -> None:
    """Alone, or beside those who are adjacent; and it is not obliged to anything."""
    placed = {"0320": ["SU-601-1"], "0319": ["SU-82A-1"], "0321": ["JP-64-1"]}
    alone = board({**placed, "0320": []}, "sov_combat", air=(0, 0), dice=[(3, 4)])
    assert verbs(alone) == {"bombard", "done"}
    together = declare(board(placed, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0321", "SU-601-1")
    assert offered(together, "unit") == {"SU-82A-1"}
    do(together, "unit SU-82A-1")
    assert preview(together, "soviet")["attack"] == 4
    do(together, "commit")
    assert odds(together)[:2] == (4, 4)


@RULE("bkg", "8.0.a")
def test_artillery_at_range_alone_is_no_attack() -> None:
    """Somebody has to stand next to the target: else it is a bombardment."""
    placed = {"0320": ["SU-601-1"], "0319": ["SU-82A-1"], "0321": ["JP-64-1"]}
    match = declare(board(placed, "sov_combat", air=(0, 0)), "0321", "SU-82A-1")
    assert refused(match, "commit") == "5.0"
    assert refused(board({**placed, "0320": []}, "sov_combat", air=(0, 0)), "attack 0321") == "5.0"


@RULE("bkg", "8.0.b")
@pytest.mark.parametrize(("gun", "reach"), [("MN-6A", 4), ("SU-82A-1", 5), ("SU-82A-4", 6), ("SU-185A-1", 8)])
def test_v_57_range(gun: str, reach: int) -> None:
    """Down the column from 0310: exactly as far as the range, and no farther."""
    near, far = f"03{10 + reach:02}", f"03{11 + reach:02}"
    placed = {"0310": [gun], near: ["JP-64-1"], far: ["JP-64-2"]}
    match = board(placed, "sov_combat", air=(0, 0))
    assert offered(match, "bombard") == {near}
    assert refused(match, f"bombard {far}") == "8.0.b"
    spearheads = {f"02{11 + reach:02}": ["SU-601-1"], "0310": [gun], near: ["JP-64-1"], far: ["JP-64-2"]}
    match = board(spearheads, "sov_combat", air=(0, 0))
    assert gun in offered(declare(match.clone(), near), "unit")
    declare(match, far)
    reason = why(match, f"unit {gun}")
    assert (reason.rule, reason.params["range"], reason.params["distance"]) == ("8.0.b", reach, reach + 1)


def test_flipped_guns_keep_their_range() -> None:
    """K-90: half the power, the whole range."""
    placed = {"0310": ["SU-82A-4"], "0316": ["JP-64-1"]}
    match = bombard(board(placed, "sov_combat", flipped=["SU-82A-4"], dice=[(3, 4)]), "0316", "SU-82A-4")
    assert worth(match) == (2, 3, "1-12")


# -- 8.0.c: artillery that is engaged ----------------------------------------------------------------------------------


@RULE("bkg", "8.0.c")
def test_engaged_artillery_attacks_and_suffers_like_any_unit() -> None:
    """K-54: it has to attack, it counts, it takes losses and it retreats."""
    placed = {"0320": ["SU-82A-1"], "0321": ["JP-64-1"]}
    match = board(placed, "sov_combat", air=(0, 0), dice=[(3, 4)])
    assert refused(match, "done") == "4.1.2.h"
    fight(match, "0321", "SU-82A-1")
    assert odds(match) == (2, 4, "1-2")
    assert codes(match) == "DVB AE"
    assert place(match, "SU-82A-1") == "destroyed"
    hurt = ending_in("DVI ARB", placed, "0321", "SU-82A-1")
    do(hurt, "hex 0319")
    assert (place(hurt, "SU-82A-1"), is_flipped(hurt, "SU-82A-1")) == ("0319", True)


@RULE("bkg", "8.0.c")
def test_engaged_artillery_attacks_over_a_river_like_any_unit() -> None:
    placed = {"0408": ["SU-82A-1"], "0508": ["JP-64-1"]}
    match = fight(board(placed, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0508", "SU-82A-1")
    assert listed(told(match, "log.odds")) == [("T2.wide_river", -2)]


@RULE("bkg", "8.0.c")
def test_artillery_under_attack_takes_losses_and_retreats_like_any_unit() -> None:
    match = ending_in("DRB AVI", {"0320": ["SU-6T-1"], "0321": ["JP-13A-1"]}, "0321", "SU-6T-1")
    assert is_flipped(match, "JP-13A-1")
    do(match, "hex 0322")
    assert place(match, "JP-13A-1") == "0322"
    dead = ending_in("DE AVI", {"0320": ["SU-6T-1"], "0321": ["JP-13A-1"]}, "0321", "SU-6T-1")
    assert place(dead, "JP-13A-1") == "destroyed"


@RULE("bkg", "8.0.c")
def test_terrain_counts_for_engaged_artillery_like_for_any_unit() -> None:
    """0318 is rough. Over the Khalkhin into 0508 a gun on the dry side turns the river line as infantry would."""
    rough = fight(board({"0317": ["SU-82A-1"], "0318": ["JP-64-1"]}, "sov_combat", dice=[(1, 1)]), "0318", "SU-82A-1")
    assert listed(told(rough, "log.odds")) == [("5.1.2", -1)]
    placed = {"0408": ["SU-601-1"], "0608": ["SU-82A-1"], "0508": ["JP-64-1"]}
    dry = board(placed, "sov_combat", air=(0, 0), dice=[(1, 1)])
    assert listed(told(fight(dry, "0508", "SU-601-1", "SU-82A-1"), "log.odds")) == []


@RULE("bkg", "8.0.c")
def test_v_101_no_bombardment_next_door() -> None:
    """K-90: at distance 1 artillery only attacks; anti-tank guns, of range 1, never bombard."""
    placed = {
        "0320": ["SU-82A-1", "SU-82AT"],
        "0319": ["SU-82A-2", "SU-57AT"],
        "0321": ["JP-64-1"],
        "0421": ["JP-64-2"],
    }
    match = board(placed, "sov_combat", air=(0, 0))
    assert offered(match, "bombard") == {"0321", "0421"}
    do(match, "bombard 0321")
    assert offered(match, "unit") == {"SU-82A-2"}
    assert refused(match, "unit SU-82A-1") == "8.0.c"
    assert refused(match, "unit SU-57AT") == "8.0.b"
    assert refused(match, "commit") == "8.0.a"
    far = board({"0319": ["SU-82AT"], "0321": ["JP-64-1"]}, "sov_combat", air=(0, 0))
    assert offered(far, "bombard") == set()
    assert refused(far, "bombard 0321") == "8.0.b"


def test_v_101_an_anti_tank_gun_supports_its_neighbours() -> None:
    placed = {"0321": ["SU-601-1"], "0422": ["SU-82AT"], "0320": ["JP-25-1"]}
    match = do(declare(board(placed, "jap_combat", air=(0, 0), dice=[(1, 1)]), "0321", "JP-25-1"), "commit")
    support(match, "SU-82AT")
    assert odds(match)[:2] == (4, 3 + 1), "its attack, not its defence"


@RULE("bkg", "8.0.c")
def test_v_102_artillery_that_has_to_attack_does_not_fire_elsewhere() -> None:
    """In dominating terrain, unmoved, it may."""
    placed = {"0320": ["SU-82A-1"], "0321": ["JP-64-1"], "0315": ["JP-71-1"]}
    match = board(placed, "sov_combat", air=(0, 0))
    assert offered(match, "bombard") == set()
    assert refused(match, "bombard 0315") == "8.0.b"
    helped = board({**placed, "0319": ["SU-82A-2"], "0316": ["SU-601-1"]}, "sov_combat", air=(0, 0))
    declare(helped, "0315", "SU-601-1")
    assert offered(helped, "unit") == {"SU-82A-2"}
    assert refused(helped, "unit SU-82A-1") == "8.0.c"
    high = do(board({"0416": ["SU-82A-1"], "0316": ["JP-64-1"], "0418": ["JP-71-1"]}, "sov_move", air=(0, 0)), "done")
    assert offered(high, "bombard") == {"0418"}
    assert offered(high, "attack") == {"0316"}


def test_engaged_artillery_may_support_a_defence() -> None:
    """K-90: the Soviets are next to it, and that does not matter."""
    placed = {"0320": ["SU-601-1"], "0321": ["JP-64-1"], "0421": ["JP-13A-4"]}
    match = declare(board(placed, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0321", "SU-601-1")
    support(do(match, "commit"), "JP-13A-4")
    assert odds(match)[:2] == (2, 4 + 2)


# -- 8.0.d: support of the defence -------------------------------------------------------------------------------------


@RULE("bkg", "8.0.d")
def test_v_54_artillery_adds_its_attack_to_the_defence() -> None:
    """K-52: halved if flipped."""
    placed = {"0321": ["SU-601-1"], "0522": ["SU-185A-1"], "0320": ["JP-25-1"]}
    for flipped, total in ([], 3 + 4), (["SU-185A-1"], 3 + 2):
        match = declare(board(placed, "jap_combat", air=(0, 0), flipped=flipped, dice=[(1, 1)]), "0321", "JP-25-1")
        do(match, "commit")
        assert prompted(match) == ("soviet", "5.1.1.e")
        assert offered(match, "unit") == {"SU-185A-1"}
        support(match, "SU-185A-1")
        assert odds(match)[:2] == (4, total)
        assert told(match, "log.support") == {"units": ["SU-185A-1"], "hex": "0321"}


@RULE("bkg", "8.0.d", "8.0.b")
def test_the_range_of_support_goes_to_the_defenders_hex() -> None:
    """A range of 4 from 0317 is enough, one of 5 from 0315 is not; where the attacker stands is all one."""
    placed = {"0322": ["SU-601-1"], "0321": ["JP-64-1"], "0317": ["JP-13A-1"], "0315": ["JP-13A-4"]}
    match = do(declare(board(placed, "sov_combat", air=(0, 0)), "0321", "SU-601-1"), "commit")
    assert offered(match, "unit") == {"JP-13A-1"}
    reason = why(match, "unit JP-13A-4")
    assert (reason.rule, reason.params["range"], reason.params["distance"]) == ("8.0.b", 5, 6)


@RULE("bkg", "8.0.d")
def test_only_artillery_elsewhere_supports() -> None:
    placed = {"0320": ["SU-601-1"], "0321": ["JP-64-1", "JP-13A-1"], "0422": ["JP-13A-2", "JP-71-1"]}
    placed["0319"] = ["SU-82A-1"]
    match = do(declare(board(placed, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0321", "SU-601-1"), "commit")
    assert offered(match, "unit") == {"JP-13A-2"}
    assert refused(match, "unit JP-71-1") == "8.0.d"
    assert refused(match, "unit JP-13A-1") == "8.0.d", "who is attacked defends himself, by his defence"
    assert refused(match, "unit JP-13A-3") == "8.0.d", "not on the map"
    assert refused(match, "unit SU-601-1") == "8.0.d"
    do(match, "unit JP-13A-2")
    assert refused(match, "unit JP-13A-2") == "8.0.d", "once"
    do(match, "commit")
    assert odds(match)[:2] == (2, 4 + 1 + 1)


# -- 8.0.h-i: massed, and once a phase ---------------------------------------------------------------------------------


@RULE("bkg", "8.0.h")
def test_several_batteries_join_one_combat() -> None:
    placed = {"0320": ["SU-601-1"], **PARK, "0321": ["JP-64-1"]}
    match = fight(board(placed, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0321", "SU-601-1", *HEAVY, *LIGHT[:2])
    assert odds(match)[:2] == (2 + 13 + 4, 4)
    guns = ["JP-13A-1", "JP-13A-2", "JP-13A-4"]
    placed = {"0320": ["SU-601-1"], "0321": ["JP-64-1"], "0522": guns}
    match = declare(board(placed, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0321", "SU-601-1")
    support(do(match, "commit"), *guns)
    assert odds(match)[:2] == (2, 4 + 1 + 1 + 2)


@RULE("bkg", "8.0.i")
def test_v_55_a_battery_fires_once_a_phase() -> None:
    """Attack, bombardment or support: each is one use."""
    placed = {
        "0320": ["SU-601-1"], "0319": ["SU-82A-1", "SU-82A-2"], "0218": ["SU-602-1"],
        "0321": ["JP-64-1"], "0217": ["JP-71-1"], "0323": ["JP-72-1"],
    }  # fmt: skip
    match = board(placed, "sov_combat", air=(0, 0), dice=[(3, 4), (1, 2)])
    bombard(match, "0323", "SU-82A-1")
    fight(match, "0321", "SU-601-1", "SU-82A-2")
    assert refused(match, "bombard 0217") == "6.2.g", "it is kept for SU-602-1"
    declare(match, "0217")
    for gun in ("SU-82A-1", "SU-82A-2"):
        assert refused(match, f"unit {gun}") == "8.0.i"
    assert offered(match, "unit") == {"SU-602-1"}
    assert refused(match, "unit SU-601-1") == "5.0", "not a gun, and far away"


@RULE("bkg", "8.0.i")
def test_a_battery_that_has_fired_does_not_join_an_attack_two_hexes_away() -> None:
    placed = {"0320": ["SU-601-1"], "0319": ["SU-82A-1"], "0321": ["JP-64-1"], "0323": ["JP-72-1"]}
    match = bombard(board(placed, "sov_combat", air=(0, 0), dice=[(3, 4)]), "0323", "SU-82A-1")
    assert match.view("soviet")["places"]["0319"] == [{"id": "SU-82A-1", "is": ["fought", "fired"]}]
    reason = why(declare(match, "0321", "SU-601-1"), "unit SU-82A-1")
    assert (reason.rule, reason.key) == ("8.0.i", "why.used")


@RULE("bkg", "8.0.i")
def test_v_55_a_supporting_battery_is_used_up_too() -> None:
    """Three attacks: it supports the first; the second and the third, at exactly its range, are without it."""
    placed = {
        "0318": ["SU-601-1"], "0319": ["JP-64-1"], "0116": ["SU-602-1"], "0117": ["JP-71-1"],
        "0614": ["SU-603-1"], "0615": ["JP-72-1"], "0317": ["JP-13A-1"],
    }  # fmt: skip
    match = board(placed, "sov_combat", air=(0, 0), dice=[(1, 1), (1, 1), (1, 1)])
    support(do(declare(match, "0319", "SU-601-1"), "commit"), "JP-13A-1")
    play_out(match)
    for target, unit in ("0117", "SU-602-1"), ("0615", "SU-603-1"):
        do(declare(match, target, unit), "commit")
        assert prompted(match) == ("japan", "5.1.1.e"), "the Soviets do not know that"
        assert offered(match, "unit") == set()
        assert refused(match, "unit JP-13A-1") == "8.0.i"
        do(match, "commit")
        play_out(match)


@RULE("bkg", "8.0.i")
def test_v_55_in_the_next_phase_it_fires_again() -> None:
    """JP-13A-4 supports in the Soviet phase and bombards in its own."""
    placed = {"0320": ["SU-601-1"], "0318": ["SU-82A-1"], "0321": ["JP-64-1"], "0322": ["JP-13A-4"]}
    match = board(placed, "sov_combat", air=(0, 0), dice=[(1, 1), (3, 4)])
    support(do(declare(match, "0321", "SU-601-1", "SU-82A-1"), "commit"), "JP-13A-4")
    assert codes(match) == "IMP"
    do(match, "done", "done")
    assert offered(match, "bombard") == {"0318"}
    bombard(match, "0318", "JP-13A-4")


def test_k_53_defending_ones_own_hex_is_no_use() -> None:
    """JP-13A-1 is attacked itself, and supports another hex afterwards."""
    placed = {"0320": ["SU-601-1"], "0217": ["SU-602-1"], "0321": ["JP-13A-1"], "0218": ["JP-71-1"]}
    match = board(placed, "sov_combat", air=(0, 0), dice=[(2, 4), (1, 1)])
    fight(match, "0321", "SU-601-1")
    assert codes(match) == "DVB ARB"
    do(match, "hex 0319")
    do(declare(match, "0218", "SU-602-1"), "commit")
    assert offered(match, "unit") == {"JP-13A-1"}


@RULE("bkg", "8.0.j")
def test_v_56_artillery_alone_gets_no_air_support() -> None:
    """K-55: neither firing from afar nor attacking next door."""
    far = do(board({**PARK, "0321": ["JP-64-1"]}, "sov_combat", air=(15, 0)), "bombard 0321", "unit SU-82A-1")
    assert offered(far, "air") == set()
    assert refused(far, "air 1") == "8.0.j"
    near = board({"0320": ["SU-82A-1", "SU-82AT", "SU-601-1"], "0321": ["JP-64-1"]}, "sov_combat", air=(15, 0))
    declare(near, "0321", "SU-82A-1", "SU-82AT")
    assert offered(near, "air") == set()
    assert refused(near, "air 1") == "8.0.j"
    do(near, "unit SU-601-1", "air 1")


# -- 8.0.e-g, T3, T4: bombardment --------------------------------------------------------------------------------------


@RULE("bkg", "8.0.e", "8.0.g")
def test_e_09_eight_points_on_armour_and_infantry() -> None:
    """K-72: there is one 4-1-4 only; two batteries of 2 stand for the other."""
    match = fire(["JP-3RT", "JP-64-1"], ["SU-185A-1", *LIGHT[:2]])
    assert worth(match) == (3, 24, "13-24")


@RULE("bkg", "8.0.f", "8.0.g")
def test_e_09_the_same_in_rough_ground() -> None:
    """0318 is rough."""
    guns = ["SU-185A-1", *LIGHT[:2]]
    match = bombard(board({"0320": guns, "0318": ["JP-3RT", "JP-64-1"]}, "sov_combat", dice=[(3, 4)]), "0318", *guns)
    assert worth(match) == (3, 24, "1-12")
    assert listed(told(match, "log.bombardment")) == [("5.1.2", -1)]


@RULE("bkg", "8.0.f")
def test_v_31_rivers_do_not_count_in_a_bombardment() -> None:
    """From over the wide Khalkhin, into the open."""
    guns = ["SU-185A-1", *LIGHT[:2]]
    placed = {"0309": guns, "0508": ["JP-3RT", "JP-64-1"]}
    match = bombard(board(placed, "sov_combat", dice=[(3, 4)]), "0508", *guns)
    assert worth(match) == (3, 24, "13-24")
    assert listed(told(match, "log.bombardment")) == []


@RULE("bkg", "8.0.f")
def test_v_36_terrain_ends_at_the_first_column() -> None:
    """K-56: 12 in rough, 36 and 60 in the mountains."""

    def at(target: str, stack: list[str], *guns: str) -> tuple[int, int, str]:
        placed = {"0320": guns[:4], "0220": guns[4:], target: stack}
        return worth(bombard(board(placed, "sov_combat", dice=[(3, 4)]), target, *guns))

    infantry = ["JP-64-1", "JP-64-2", "JP-64-3", "JP-71-1"]
    assert at("0318", infantry[:2], "SU-82A-4") == (4, 12, "1-12")
    assert at("0419", infantry[:3], "SU-82A-4", "SU-57A-4") == (6, 36, "1-12")
    assert at("0419", infantry[:3], *HEAVY[1:4], "SU-82A-1") == (6, 66, "13-24")
    assert at("0419", infantry[:3], "SU-185A-1", "SU-82A-1", "SU-82A-2", "SU-82A-3") == (6, 60, "13-24")


def test_k_37_the_penalty_beyond_the_border_counts_in_a_bombardment() -> None:
    placed = {"1703": ["SU-601-1"], "1706": ["JP-13A-4"]}
    for penalised, expected in (["SU-601-1"], "13-24"), ([], "1-12"):
        match = bombard(board(placed, "jap_combat", penalised=penalised, dice=[(3, 4)]), "1703", "JP-13A-4")
        assert column(match) == expected


TANK, INFANTRY = ["JP-3RT"], ["JP-64-1", "JP-64-2", "JP-64-3", "JP-71-1"]


@RULE("bkg", "T3.cols", "8.0.e")
@pytest.mark.parametrize(
    ("stack", "guns", "flipped", "value", "expected"),
    [
        (TANK, ["MN-5A"], [], 1, "1-12"),
        (TANK, ["MN-5A"], ["MN-5A"], 1, "1-12"),  # half a point is one: K-56
        (TANK, ["SU-82A-4"], ["SU-82A-4"], 1, "1-12"),  # one and a half is one
        (TANK, [*HEAVY[:3], "SU-82A-1"], [], 12, "1-12"),
        (TANK, HEAVY, [], 13, "13-24"),
        (TANK, [*HEAVY, *LIGHT[:5], "MN-5A"], [], 24, "13-24"),
        (TANK, [*HEAVY, *LIGHT[:6]], [], 25, "25-36"),
        (TANK, [*HEAVY, *LIGHT, *MONGOLIAN], [], 36, "25-36"),
        (INFANTRY[:1], [*HEAVY, *LIGHT[:2], "MN-5A"], [], 36, "25-36"),
        (INFANTRY[:1], [*HEAVY, *LIGHT[:2], "SU-57A-1", "MN-5A"], ["SU-57A-1", "MN-5A"], 37, "37-48"),
        (INFANTRY[:1], [*HEAVY, *LIGHT[:5], "MN-5A"], [], 48, "37-48"),
        ([*INFANTRY[:3], *TANK], ["SU-185A-1", "SU-82A-4"], [], 49, "49-∞"),
        (INFANTRY, [*HEAVY, *LIGHT, *MONGOLIAN], [], 288, "49-∞"),
    ],
)
def test_bombardment_columns(stack: list[str], guns: list[str], flipped: list[str], value: int, expected: str) -> None:
    match = fire(stack, guns, flipped=flipped)
    assert worth(match)[1:] == (value, expected)


@RULE("bkg", "T3", "T3.rows")
def test_the_last_column_of_the_bombardment_table() -> None:
    """Everything but a seven hits. The other columns: test_air.py."""
    for total, roll in ROLLS.items():
        match = fire(INFANTRY, HEAVY, roll=roll)
        assert (column(match), codes(match)) == ("49-∞", "DI" if total == 7 else "DB")


@RULE("bkg", "T3.b")
def test_a_bombardment_hits_one_unit_of_its_owners_choice() -> None:
    match = fire(INFANTRY, HEAVY, roll=(1, 1))
    assert prompted(match) == ("japan", "T3.b")
    assert offered(match, "unit") == set(INFANTRY)
    do(match, "unit JP-71-1")
    assert [unit for unit in INFANTRY if is_flipped(match, unit)] == ["JP-71-1"]
    assert {place(match, unit) for unit in INFANTRY} == {"0321"}
    assert prompted(match) == ("soviet", "5.0")


@RULE("bkg", "T3.b")
def test_the_japanese_bombard_by_the_same_rule() -> None:
    """While the owner chooses, he sees who fires at him."""
    placed = {"0319": ["JP-13A-4"], "0321": ["SU-601-1", "SU-602-1"]}
    match = bombard(board(placed, "jap_combat", air=(0, 0), dice=[(1, 1)]), "0321", "JP-13A-4")
    assert prompted(match) == ("soviet", "T3.b")
    assert match.view("soviet")["places"]["0319"] == [{"id": "JP-13A-4", "is": []}]
    do(match, "unit SU-602-1")
    assert is_flipped(match, "SU-602-1")
    assert match.view("soviet")["places"]["0319"] == [{"nation": "JP"}]


def gun_index(unit: str) -> int:
    soviet = unit[:2] in ("JP", "MC")
    placed = {"0319": ["SU-82A-2" if soviet else "JP-13A-4"], "0321": [unit]}
    match = board(placed, "sov_combat" if soviet else "jap_combat", air=(0, 0), dice=[(3, 4)])
    return worth(bombard(match, "0321", placed["0319"][0]))[0]


@pytest.mark.parametrize(
    ("counters", "index"),
    [
        pytest.param(
            "SU-601-1 SU-24-1 SU-7B-1 SU-212 MN-15-1 JP-23ENG SU-5MG-1", 2, marks=RULE("bkg", "T4", "T4.a"), id="foot"
        ),
        pytest.param("SU-6T-1 JP-3RT SU-36RCM JP-7RCM", 1, marks=RULE("bkg", "T4", "T4.b"), id="armour"),
        pytest.param("SU-82A-1 JP-7M-1 SU-82AT MN-6A", 2, marks=RULE("bkg", "T4", "T4.c"), id="artillery"),
    ],
)
def test_vulnerability_to_artillery(counters: str, index: int) -> None:
    assert {unit: gun_index(unit) for unit in counters.split()} == dict.fromkeys(counters.split(), index)


def test_v_110_the_artillery_index_adds_up() -> None:
    placed = {"0319": ["JP-13A-4"], "0321": ["SU-7B-1", "SU-82A-1", "SU-36RCM"]}
    match = bombard(board(placed, "jap_combat", air=(0, 0), dice=[(3, 4)]), "0321", "JP-13A-4")
    assert worth(match) == (5, 10, "1-12")


@RULE("bkg", "5.1.1.d")
def test_the_preview_of_a_bombardment() -> None:
    """K-93: one unit has an index of 1 or 2; with open strengths it is told."""
    match = do(board({**PARK, "0321": TANK}, "sov_combat"), "bombard 0321", *(f"unit {gun}" for gun in HEAVY))
    seen = preview(match, "soviet")
    assert (seen["attack"], seen["defence"], seen["column"]) == (13, None, None)
    assert [(c["defence"], c["column"]) for c in seen["cases"]] == [("1", "13-24"), ("2", "25-36")]
    shown = board({**PARK, "0321": TANK}, "sov_combat", options={"open_strengths": True})
    do(shown, "bombard 0321", *(f"unit {gun}" for gun in HEAVY))
    assert preview(shown, "soviet")["column"] == "13-24"


def test_others_do_not_bombard() -> None:
    match = do(board({**PARK, "0323": ["SU-601-1"], "0321": TANK}, "sov_combat"), "bombard 0321")
    assert refused(match, "unit SU-601-1") == "8.0.a"
    assert refused(match, "unit SU-NKVD") == "5.0", "not on the map"
