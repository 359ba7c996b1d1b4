"""5.0, 5.1.1.d-e, 5.1.5, T1  Combats: who attacks whom, the order of the steps, the dice and the table."""

from __future__ import annotations

import pytest

from khalkhin.engine.errors import Illegal
from tests.bkg.battles import (
    COLUMNS,
    ROLLS,
    TABLE,
    at_column,
    bombard,
    codes,
    column,
    declare,
    odds,
    play_out,
    prompted,
    shift_list,
    strike,
    support,
    verbs,
)
from tests.bkg.positions import asked, board, cited, do, fight, is_flipped, offered, place, refused, told, units, why

RULE = pytest.mark.rule


# -- 5.0: who attacks whom ---------------------------------------------------------------------------------------------


@RULE("bkg", "5.0")
def test_the_side_that_moved_attacks_what_it_is_next_to() -> None:
    """Two away is not engaged, and the other side is not asked."""
    placed = {"0320": ["SU-601-1"], "0321": ["JP-64-1"], "0318": ["JP-64-2"], "0422": ["JP-71-1"]}
    match = board(placed, "sov_combat", air=(0, 0))
    assert prompted(match) == ("soviet", "5.0")
    assert offered(match, "attack") == {"0321"}
    assert refused(match, "attack 0318") == "5.0"
    assert refused(match, "attack 0319") == "5.0", "nobody is there"
    theirs = board(placed, "jap_combat", air=(0, 0))
    assert prompted(theirs) == ("japan", "5.0")
    assert offered(theirs, "attack") == {"0320"}
    assert refused(theirs, "attack 0319") == "5.0"


@RULE("bkg", "5.0")
def test_nobody_else_attacks() -> None:
    match = board({"0320": ["SU-601-1"], "0321": ["JP-64-1"]}, "sov_combat", air=(0, 0))
    with pytest.raises(Illegal):
        match.play("attack", "0320", side="japan")


@RULE("bkg", "5.0")
def test_attackers_stand_next_to_the_target() -> None:
    placed = {"0320": ["SU-601-1"], "0319": ["SU-602-1"], "0221": ["SU-603-1"], "0321": ["JP-64-1"]}
    match = declare(board(placed, "sov_combat", air=(0, 0)), "0321")
    assert match.view("soviet")["phase"] == match.view("japan")["phase"] == "phase.sov_combat"
    assert offered(match, "unit") == {"SU-601-1", "SU-603-1"}
    assert refused(match, "unit SU-602-1") == "5.0"
    assert refused(match, "unit SU-127-1") == "5.0", "not on the map"
    assert refused(match, "unit JP-64-1") == "3.0.b"


@RULE("bkg", "5.0")
def test_an_attack_needs_an_attacker() -> None:
    match = declare(board({"0320": ["SU-601-1"], "0321": ["JP-64-1"]}, "sov_combat", air=(0, 0)), "0321")
    assert refused(match, "commit") == "5.0"
    do(match, "unit SU-601-1")
    assert refused(match, "unit SU-601-1") == "5.0", "once is enough"
    assert offered(match, "commit") == {None}


@RULE("bkg", "5.0")
def test_a_unit_attacks_once_a_phase() -> None:
    """K-13: an attack has one target hex, and whoever attacked is done."""
    placed = {"0320": ["SU-601-1", "SU-6T-1"], "0321": ["JP-64-1"], "0421": ["JP-71-1"]}
    match = fight(board(placed, "sov_combat", air=(0, 0), dice=[(1, 2)]), "0321", "SU-601-1")
    assert codes(match) == "DVB ARI"
    do(match, "hex 0319")
    declare(match, "0421")
    assert offered(match, "unit") == {"SU-6T-1"}
    assert refused(match, "unit SU-601-1") == "5.0"


@RULE("bkg", "5.0")
def test_who_has_attacked_stays_put_and_is_done() -> None:
    placed = {"0320": ["SU-601-1", "SU-6T-1"], "0321": ["JP-64-1"], "0421": ["JP-71-1"]}
    match = fight(board(placed, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0321", "SU-601-1")
    assert codes(match) == "IMP"
    reason = why(declare(match, "0421"), "unit SU-601-1")
    assert (reason.rule, reason.key, reason.params["units"]) == ("5.0", "why.fought", units("SU-601-1"))


@RULE("bkg", "5.0")
def test_when_all_beside_it_have_fought_a_hex_is_safe() -> None:
    placed = {"0320": ["SU-6T-1"], "0321": ["JP-64-1"], "0421": ["JP-71-1"]}
    match = fight(board(placed, "sov_combat", air=(7, 0), dice=[(3, 4)]), "0321", "SU-6T-1", air=7)
    assert codes(match) == "DVB ARB"
    match = fight(board(placed, "sov_combat", air=(15, 0), dice=[(3, 4)]), "0321", "SU-6T-1", air=15)
    assert codes(match) == "IMP"
    assert offered(match, "attack") == set()
    assert why(match, "attack 0421").key == "why.fought"
    assert refused(match, "attack 0421") == "5.0"


@RULE("bkg", "5.0")
def test_adjacency_made_by_an_advance_gives_no_attack() -> None:
    """K-83: neither to the unit that advanced nor, as a duty, to anybody."""
    placed = {"0320": ["SU-6T-1"], "0321": ["MC-SEK-1"], "0323": ["JP-71-1"]}
    match = fight(board(placed, "sov_combat", air=(1, 0), dice=[(1, 1)]), "0321", "SU-6T-1", air=1)
    assert codes(match) == "DRI AVI"
    do(match, "hex 0222", "unit SU-6T-1", "hex 0322")
    assert place(match, "SU-6T-1") == "0322"
    assert offered(match, "attack") == set()
    assert refused(match, "attack 0323") == "5.0"
    do(match, "done")


@RULE("bkg", "5.0")
def test_engaged_before_the_phase_or_in_it_is_all_one() -> None:
    """K-82: a unit that dominates need not attack, but may."""
    placed = {"0416": ["SU-601-1"], "0316": ["JP-64-1"]}
    match = do(board(placed, "sov_move", air=(0, 0)), "done")
    assert verbs(match) == {"attack", "done"}
    assert offered(declare(match, "0316"), "unit") == {"SU-601-1"}


def test_k_81_units_that_came_in_this_turn_fight() -> None:
    match = board({"2610": ["SU-601-1"]}, "jap_move", turn=23, air=(0, 0), due=["JP-27-1"])
    do(match, "unit JP-27-1", "hex 2709", "done", "done")
    assert refused(match, "done") == "4.1.2.h"
    assert offered(declare(match, "2610"), "unit") == {"JP-27-1"}


def test_v_100_units_of_one_stack_attack_apart() -> None:
    """K-89: only those who attacked share the result; the others stay, and attack for themselves."""
    placed = {"0320": ["SU-601-1", "SU-602-1", "SU-603-1"], "0321": ["JP-64-1"], "0421": ["MC-SEK-1"]}
    match = fight(board(placed, "sov_combat", air=(0, 0), dice=[(1, 2), (1, 1)]), "0321", "SU-601-1")
    assert codes(match) == "DVB ARI"
    assert offered(match, "hex") == {"0220", "0319"}
    do(match, "hex 0319")
    assert [place(match, u) for u in placed["0320"]] == ["0319", "0320", "0320"]
    fight(match, "0421", "SU-602-1", "SU-603-1")
    assert odds(match) == (4, 2, "2-1")


def test_k_89_only_attackers_lose_and_retreat() -> None:
    """One of the stack dominates nobody and is not obliged to this hex: it takes no part and no loss."""
    placed = {"0320": ["SU-601-1", "SU-602-1"], "0321": ["JP-64-1"], "0421": ["MC-SEK-1"]}
    match = fight(board(placed, "sov_combat", air=(0, 0), dice=[(2, 3)]), "0321", "SU-601-1")
    assert codes(match) == "DVI ARI"
    assert place(match, "SU-602-1") == "0320"
    match = fight(board(placed, "sov_combat", air=(0, 0), dice=[(2, 4)]), "0321", "SU-601-1")
    assert codes(match) == "DVI ARB"
    assert is_flipped(match, "SU-601-1")
    assert not is_flipped(match, "SU-602-1")


# -- the duty to attack, as declarations meet it -----------------------------------------------------------------------


def test_v_50_nobody_who_has_to_attack_may_be_left_without_a_target() -> None:
    """K-16"""
    placed = {"0320": ["SU-601-1"], "0221": ["SU-602-1"], "0321": ["JP-64-1"]}
    match = declare(board(placed, "sov_combat", air=(5, 0)), "0321", "SU-601-1")
    assert offered(match, "commit") == set()
    reason = why(match, "commit")
    assert (reason.rule, reason.key, reason.params["units"]) == ("4.1.2.h", "why.stranded", units("SU-602-1"))
    do(match, "unit SU-602-1", "commit")


def test_v_51_who_has_another_target_may_be_left_out() -> None:
    placed = {"0320": ["SU-601-1"], "0421": ["SU-602-1"], "0321": ["JP-64-1"], "0521": ["JP-71-1"]}
    match = fight(board(placed, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0321", "SU-601-1")
    assert codes(match) == "IMP"
    assert refused(match, "done") == "4.1.2.h"
    assert offered(match, "attack") == {"0521"}


def test_v_52_the_phase_does_not_end_before_everybody_has_attacked() -> None:
    match = board({"0320": ["SU-601-1"], "0321": ["JP-64-1"]}, "sov_combat", air=(0, 0), dice=[(1, 1)])
    assert offered(match, "done") == set()
    assert refused(match, "done") == "4.1.2.h"
    assert asked(match).message.params["units"] == units("SU-601-1")
    fight(match, "0321", "SU-601-1")
    assert offered(match, "done") == {None}


def test_k_16_fire_may_not_take_the_only_target_of_a_unit_that_has_to_attack() -> None:
    placed = {"0320": ["SU-601-1"], "0321": ["JP-64-1"], "0523": ["JP-71-1"], "0319": ["SU-82A-1"]}
    match = board(placed, "sov_combat", air=(6, 0), dice=[(1, 1), (1, 1)])
    assert offered(match, "bombard") == offered(match, "strike") == {"0523"}
    for kind in ("bombard", "strike"):
        reason = why(match, f"{kind} 0321")
        assert (reason.rule, reason.key, reason.params["units"]) == ("6.2.g", "why.stranded", units("SU-601-1"))
    both = {**placed, "0218": ["SU-602-1"], "0217": ["JP-72-1"]}
    assert offered(board(both, "sov_combat", air=(6, 0)), "strike") == {"0523"}, "each has its own"
    two = board({**placed, "0421": ["JP-71-1"], "0523": []}, "sov_combat", air=(6, 0))
    assert offered(two, "strike") == {"0321", "0421"}, "with two targets either may be struck"
    strike(two, "0421", 3)
    assert refused(two, "strike 0321") == "6.2.g", "but not the last one"


def test_the_duty_ends_when_the_enemy_is_gone() -> None:
    """D5: both were next to 0321 and 0421; the first attack empties one, the other one is left to attack."""
    placed = {"0320": ["SU-601-1", "SU-602-1"], "0321": ["MC-SEK-1"]}
    match = fight(board(placed, "sov_combat", air=(4, 0), dice=[(1, 1)]), "0321", "SU-601-1", "SU-602-1", air=4)
    do(match, "hex 0322", "done")
    assert asked(match).message.params["units"] == 0
    do(match, "done")


# -- 5.1.1.d-e: blind, then final --------------------------------------------------------------------------------------


@RULE("bkg", "5.1.1.e")
def test_once_the_defence_is_stated_nothing_changes() -> None:
    """The declaration binds the attacker before the defender answers, and the dice fall with the answer."""
    placed = {"0320": ["SU-601-1", "SU-602-1"], "0321": ["JP-64-1"], "0421": ["MC-SEK-1"]}
    match = declare(board(placed, "sov_combat", air=(5, 3), dice=[(1, 1)]), "0321", "SU-601-1")
    assert match.can_undo("soviet")
    do(match, "commit")
    assert prompted(match) == ("japan", "5.1.1.e")
    assert not match.can_undo("soviet")
    with pytest.raises(Illegal):
        match.play("unit", "SU-602-1", side="soviet")
    do(match, "air 2")
    assert match.can_undo("japan"), "the defender may think again until he commits"
    assert refused(match, "air 1") == "6.1.a"
    do(match, "commit")
    assert not match.can_undo("japan")
    assert odds(match) == (2, 6, "1-3")


def test_that_dice_will_fall_is_known_though_the_defender_answers_first() -> None:
    placed = {"0320": ["SU-601-1", "SU-602-1"], "0321": ["JP-64-1"], "0421": ["MC-SEK-1"]}
    match = declare(board(placed, "sov_combat", air=(5, 3), dice=[(1, 1)]), "0321", "SU-601-1")
    assert match.effect("commit") == (True, True)


@RULE("bkg", "5.1.1.e")
def test_what_is_no_support_is_refused_while_the_defender_answers() -> None:
    match = declare(board({"0320": ["SU-601-1"], "0321": ["JP-64-1"]}, "sov_combat", air=(0, 1)), "0321", "SU-601-1")
    do(match, "commit")
    for decision in ("attack 0320", "strike 0320", "hex 0320", "done"):
        assert refused(match, decision) == "5.1.1.e"


@RULE("bkg", "5.1.1.d")
def test_the_defence_is_shown_with_the_dice_not_before() -> None:
    """2.3: declaration, answer, calculation, dice, in this order."""
    match = declare(board({"0320": ["SU-601-1"], "0321": ["JP-64-1"]}, "sov_combat", air=(0, 1)), "0321", "SU-601-1")
    do(match, "commit")
    assert [line["key"] for line in match.view("soviet")["log"]] == ["log.phase", "log.attack"]
    do(match, "commit")
    keys = [line["key"] for line in match.view("soviet")["log"]]
    assert keys[1:5] == ["log.attack", "log.defence", "log.odds", "log.result"]


def test_other_decisions_wait_for_the_target() -> None:
    match = board({"0320": ["SU-601-1"], "0321": ["JP-64-1"]}, "sov_combat", air=(5, 0))
    for decision in ("unit SU-601-1", "hex 0321", "air 3", "commit"):
        assert refused(match, decision) == "5.0"
    assert refused(match, "edge W") == "3.0"
    declare(match, "0321")
    for decision in ("hex 0321", "done", "attack 0321"):
        assert refused(match, decision) == "5.0"


# -- 5.1.5, T1: the dice and the table ---------------------------------------------------------------------------------


@RULE("bkg", "5.1.5", "5.1.5.a")
def test_e_06_two_and_three_make_five() -> None:
    placed, air = at_column("1-1")
    for dice in ((2, 3), (3, 2), (1, 4)):
        match = fight(board(placed, "sov_combat", air=(5, 0), dice=[dice]), "0321", "SU-601-1", air=air)
        assert told(match, "log.result")["dice"] == f"{dice[0]}+{dice[1]}"
        assert (codes(match), cited(match, "log.result")) == ("DVB ARB", "5.1.6.d")
    other = fight(board(placed, "sov_combat", air=(5, 0), dice=[(3, 3)]), "0321", "SU-601-1", air=air)
    assert codes(other) == "DVI ARI", "six is another row"


@pytest.mark.parametrize(
    ("row", "totals"),
    [
        pytest.param("2-12", (2, 12), marks=RULE("bkg", "T1", "T1.2-12")),
        pytest.param("3-11", (3, 11), marks=RULE("bkg", "T1", "T1.3-11")),
        pytest.param("4-10", (4, 10), marks=RULE("bkg", "T1", "T1.4-10")),
        pytest.param("5-9", (5, 9), marks=RULE("bkg", "T1", "T1.5-9")),
        pytest.param("6-8", (6, 8), marks=RULE("bkg", "T1", "T1.6-8")),
        pytest.param("7", (7,), marks=RULE("bkg", "T1", "T1.7")),
    ],
)
def test_every_cell_of_the_combat_table(row: str, totals: tuple[int, ...]) -> None:
    """K-07, K-09: a row is for its two totals, not for those between, and 2-12 is used as printed."""
    for name, cell in zip(COLUMNS, TABLE[row].split("|"), strict=True):
        for total in totals:
            placed, air = at_column(name)
            match = board(placed, "sov_combat", turn=20, air=(20, 0), dice=[ROLLS[total]])
            fight(match, "0321", "SU-601-1", air=air)
            assert (column(match), codes(match)) == (name, cell)
            assert told(match, "log.result")["result"] == [f"@result.{code}" for code in cell.split()]


@pytest.mark.parametrize(
    ("name", "total", "cell"),
    [
        pytest.param("5-1", 12, "EMP", id="v-09 a"),
        pytest.param("9-1", 7, "DRB AVI", id="v-09 b"),
        pytest.param("1-4", 7, "DVI AE", id="v-09 c"),
        pytest.param("4-1", 6, "IMP", id="v-10 a"),
        pytest.param("9-1", 11, "DE AVI", id="v-10 b"),
        pytest.param("1-1", 7, "DVI ARB", id="v-10 c"),
        pytest.param("1-2", 2, "IMP", id="v-10 d"),
    ],
)
def test_v_09_and_v_10_single_cells(name: str, total: int, cell: str) -> None:
    placed, air = at_column(name)
    match = board(placed, "sov_combat", turn=20, air=(20, 0), dice=[ROLLS[total]])
    assert codes(fight(match, "0321", "SU-601-1", air=air)) == cell


# -- 2.3: the order of the steps, who is asked -------------------------------------------------------------------------


def test_the_order_of_a_combat_that_hurts_both() -> None:
    """K-46: the defender's loss, the attacker's loss, the retreats, the advance."""
    placed = {"0320": ["SU-601-1", "SU-602-1"], "0321": ["MC-SEK-1", "MC-SEK-2"]}
    match = fight(board(placed, "sov_combat", air=(4, 0), dice=[(1, 1)]), "0321", "SU-601-1", "SU-602-1", air=4)
    assert codes(match) == "DRB AVB"
    assert play_out(match) == [
        ("japan", "5.1.6.b"), ("soviet", "5.1.6.g"),
        ("japan", "5.3"), ("japan", "5.3"), ("japan", "5.3"),  # who first, where to, and the other
        ("soviet", "5.2"), ("soviet", "5.2"),
    ]  # fmt: skip


def test_one_combat_after_another_in_any_order() -> None:
    placed = {"0320": ["SU-601-1"], "0321": ["JP-64-1"], "0218": ["SU-602-1"], "0217": ["JP-71-1"]}
    match = board(placed, "sov_combat", air=(0, 0), dice=[(1, 1), (1, 1)])
    fight(match, "0217", "SU-602-1")
    fight(match, "0321", "SU-601-1")
    do(match, "done")
    assert match.view(None)["phase"] == "phase.jap_move"


def test_k_50_each_side_attacks_a_hex_in_its_own_phase() -> None:
    """V-35: the Soviets take 0321 in their phase, and are attacked there in the Japanese one."""
    placed = {"0320": ["SU-601-1", "SU-602-1"], "0321": ["MC-SEK-1"], "0323": ["JP-64-1"]}
    match = board(placed, "sov_combat", turn=24, air=(4, 0), dice=[(1, 2), (1, 1)])
    fight(match, "0321", "SU-601-1", "SU-602-1", air=4)
    do(match, "hex 0222", "unit SU-601-1", "done", "done")
    do(match, "unit JP-64-1", "hex 0322")
    do(match, "done")
    do(match, "done")
    assert match.view(None)["phase"] == "phase.jap_combat"
    assert "0321" in offered(match, "attack")


def test_the_log_itemises_every_shift_with_its_rule() -> None:
    placed = {"0511": ["SU-127-1", "SU-127-2", "SU-127-3"], "0612": ["JP-64-1"], "0714": ["JP-13A-1"]}
    match = declare(board(placed, "sov_combat", air=(2, 1), dice=[(1, 1)]), "0612", *placed["0511"], air=2)
    do(match, "commit")
    support(match, "JP-13A-1", air=1)
    assert told(match, "log.odds") == {
        "attack": 11, "defence": 6, "base": "1-1", "hex": "0612",
        "shifts": [
            {"rule": "5.1.2", "key": "shift.terrain", "value": -1, "terrain": "@terrain.rough"},
            {"rule": "T2.wide_river", "key": "shift.river", "value": -2, "terrain": "@terrain.wide_river"},
            {"rule": "5.1.4", "key": "shift.formation", "value": 1, "name": "127 RI"},
        ],
    }  # fmt: skip
    assert shift_list(match) == [("5.1.2", -1), ("T2.wide_river", -2), ("5.1.4", 1)]
    assert column(match) == "1-3"


def test_fire_has_no_part_in_the_duty_and_no_reply() -> None:
    """K-51, K-82: the defender is not asked, whatever he has; the phase may end without any fire."""
    placed = {"0319": ["SU-82A-1"], "0321": ["JP-64-1"], "0521": ["JP-13A-1"]}
    match = board(placed, "sov_combat", air=(6, 5), dice=[(3, 4), (3, 4)])
    assert offered(match, "done") == {None}
    bombard(match, "0321", "SU-82A-1")
    assert prompted(match) == ("soviet", "5.0")
    strike(match, "0521", 3)
    assert prompted(match) == ("soviet", "5.0")
