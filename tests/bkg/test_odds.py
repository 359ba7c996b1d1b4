"""5.1.1  From strengths to a column: the force ratio, its limits, and what is shown of it beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.games.bkg.game import HERE, Batalha
from tests.bkg.battles import COLUMNS, OUTER, RING, ROLLS, at_column, column, declare, odds, preview, shift_list
from tests.bkg.positions import board, do, fight, hexes, shifts, the_game

RULE = pytest.mark.rule

MEC = ("SU-7B-1", "SU-7B-2", "SU-8B-1", "SU-8B-2", "SU-9B-1", "SU-9B-2")
"""Six battalions 4-3-10, no brigade complete: they may attack mountains."""


SURROUNDED = {"0320": ["SU-601-1"], "0223": ["SU-NKVD"], "0423": ["SU-212"], "0321": ["JP-64-1", "JP-71-1", "JP-72-1"]}
"""Three battalions without a way out, and one that has to attack them."""


def battle(attackers: str, defenders: str, *, air: int = 0, flipped: str = "") -> Match:
    """An attack from 0320 on 0321, both open."""
    match = board(
        {"0320": attackers.split(), "0321": defenders.split()},
        "sov_combat", turn=20, air=(20, 0), flipped=flipped.split(), dice=[(1, 1)],
    )  # fmt: skip
    return fight(match, "0321", *attackers.split(), air=air)


# -- 5.1.1: force ratio ------------------------------------------------------------------------------------------------


@RULE("bkg", "5.1.1", "5.1.1.a", "5.1.1.b", "5.1.1.c")
def test_e_05_eleven_against_four_is_two_to_one() -> None:
    match = battle("SU-6T-1 SU-127-1 SU-127-2", "JP-64-1")
    assert odds(match) == (11, 4, "2-1")
    assert column(match) == "2-1"


@RULE("bkg", "5.1.1.b")
def test_everybody_in_the_target_hex_defends() -> None:
    """K-14: the defence of all is added, attack powers of the defenders do not matter."""
    match = battle("SU-601-1", "JP-64-1 JP-8RF-1 JP-13A-1 JP-23RCM", air=8)
    assert odds(match) == (10, 4 + 3 + 1 + 2, "1-1")


@pytest.mark.parametrize(
    ("attackers", "air", "defenders", "expected"),
    [
        pytest.param("SU-127-1", 0, "JP-64-1", (3, 4, "1-2"), id="v-01"),
        pytest.param("SU-7B-1", 0, "JP-64-1", (4, 4, "1-1"), id="v-02 even"),
        pytest.param("SU-7B-1 SU-127-1", 0, "JP-64-1", (7, 4, "1-1"), id="v-02 the fraction is dropped"),
        pytest.param("SU-7B-1 SU-8B-1", 0, "JP-64-1", (8, 4, "2-1"), id="exactly two to one"),
        pytest.param("SU-7B-1 SU-127-1", 4, "JP-64-1", (11, 4, "2-1"), id="just short of three"),
        pytest.param("SU-7B-1 SU-8B-1", 4, "JP-64-1", (12, 4, "3-1"), id="exactly three"),
        pytest.param("SU-601-1", 0, "JP-64-1", (2, 4, "1-2"), id="exactly one to two"),
        pytest.param("SU-601-1", 0, "JP-8RF-1 MC-SEK-1", (2, 5, "1-3"), id="a weaker attacker rounds up"),
        pytest.param("SU-601-1", 0, "JP-64-1 MC-SEK-1", (2, 6, "1-3"), id="exactly one to three"),
        pytest.param("SU-601-1", 0, "JP-64-1 JP-8RF-1", (2, 7, "1-4"), id="just over one to three"),
        pytest.param("SU-601-1", 0, "JP-64-1 JP-64-2", (2, 8, "1-4"), id="exactly one to four"),
    ],
)
@RULE("bkg", "5.1.1.c")
def test_force_ratio(attackers: str, air: int, defenders: str, expected: tuple[int, int, str]) -> None:
    """K-03, K-04: divide and drop the fraction; if the attacker is weaker the defence is divided and rounded up."""
    match = battle(attackers, defenders, air=air)
    assert odds(match) == expected
    assert column(match) == expected[2]


@RULE("bkg", "5.1.1.c")
@pytest.mark.parametrize(
    ("air", "base"), [(17, "8-1"), (18, "9-1"), (20, "9-1")], ids=["35 to 4", "36 to 4", "38 to 4"]
)
def test_no_column_beyond_nine_to_one(air: int, base: str) -> None:
    """K-05"""
    match = battle("SU-6T-1 SU-6T-2 SU-7B-1 SU-8B-1", "JP-64-1", air=air)
    assert odds(match) == (18 + air, 4, base)


@RULE("bkg", "5.1.1.c")
def test_no_column_below_one_to_four() -> None:
    """K-05: a hopeless attack is 1-4, and an encirclement counts from there."""
    match = fight(board(SURROUNDED, "sov_combat", air=(0, 0), dice=[(3, 4)]), "0321", "SU-601-1")
    assert odds(match) == (2, 12, "1-4")
    assert shifts(match) == {"5.1.3": 1}
    assert column(match) == "1-3"


def mountain(air: int, *attackers: str, **options: bool) -> Match:
    """An attack on JP-64-1 (4) in the mountain 0416; the way back to the south is free."""
    places = {"0415": attackers[:4], "0315": attackers[4:], "0416": ["JP-64-1"]}
    match = board(places, "sov_combat", turn=20, air=(20, 0), dice=[(1, 1)], options=options)
    return fight(match, "0416", *attackers, air=air)


def test_v_04_the_ratio_is_cut_before_the_shifts() -> None:
    match = mountain(16, *MEC)
    assert odds(match) == (40, 4, "9-1")
    assert column(match) == "6-1"


@RULE("bkg", "5.1.1.c")
def test_by_a_house_rule_the_ratio_is_shifted_before_it_is_cut() -> None:
    """K-05, the other reading: 10-1 less three columns is 7-1; beyond 9-1 no shift leads."""
    late = mountain(16, *MEC, shift_first=True)
    assert odds(late) == (40, 4, "10-1")
    assert column(late) == "7-1"
    assert column(mountain(20, *MEC, shift_first=True)) == "8-1"
    assert odds(mountain(0, "SU-7B-1", "SU-8B-1", shift_first=True)) == (8, 4, "2-1")


@RULE("bkg", "5.1.1.c")
def test_by_a_house_rule_a_hopeless_attack_is_shifted_before_it_is_cut() -> None:
    """K-05, the other reading: 1-6 and an encirclement are 1-5, and there is no such column."""
    match = board(SURROUNDED, "sov_combat", air=(0, 0), dice=[(3, 4)], options={"shift_first": True})
    fight(match, "0321", "SU-601-1")
    assert odds(match) == (2, 12, "1-6")
    assert shifts(match) == {"5.1.3": 1}
    assert column(match) == "1-4"


@RULE("bkg", "5.1.1.c")
def test_the_preview_cuts_the_ratio_where_the_battle_does() -> None:
    """K-05: each possible defence up to the true one of 4 is told the column it would be rolled in."""
    places = {"0415": MEC[:4], "0315": MEC[4:], "0416": ["JP-64-1"]}
    for late, expected in ((False, [("2-4", "6-1")]), (True, [("2-3", "9-1"), ("3½", "8-1"), ("4", "7-1")])):
        match = board(places, "sov_combat", turn=20, air=(20, 0), dice=[(1, 1)], options={"shift_first": late})
        cases = preview(declare(match, "0416", *MEC, air=16), "soviet")["cases"]
        assert [(case["defence"], case["column"]) for case in cases] == expected
        assert column(do(match, "commit")) == expected[-1][1]


def test_v_05_two_to_one_into_a_mountain() -> None:
    match = mountain(0, "SU-7B-1", "SU-8B-1")
    assert odds(match) == (8, 4, "2-1")
    assert column(match) == "1-3"


def test_v_06_shifts_end_at_one_to_four() -> None:
    """K-06: rough and a wide river are three columns, and there are only two."""
    places = {"0511": ["SU-127-1"], "0612": ["JP-64-1"]}
    match = fight(board(places, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0612", "SU-127-1")
    assert odds(match) == (3, 4, "1-2")
    assert shifts(match) == {"5.1.2": -1, "T2.wide_river": -2}
    assert column(match) == "1-4"


def test_v_07_shifts_end_at_nine_to_one() -> None:
    places = {"0320": ["SU-6T-1", "SU-6T-2", "SU-7B-1", "SU-8B-1"], "0322": ["SU-212"], "0321": ["JP-64-1"]}
    match = board(places, "sov_combat", turn=20, air=(20, 0), dice=[(1, 1)])
    fight(match, "0321", *places["0320"], "SU-212", air=15)
    assert odds(match) == (36, 4, "9-1")
    assert shifts(match) == {"5.1.3": 1}
    assert column(match) == "9-1"


def test_v_113_all_shifts_make_one_number() -> None:
    """K-06: done one after another, the bonuses would be lost at the right end of the table first."""
    places = {
        "0415": ["SU-127-1", "SU-127-2", "SU-127-3", "SU-212"],
        "0315": ["SU-293-1", "SU-293-2", "SU-293-3", "SU-6T-M"],
        "0417": ["SU-80-1", "SU-80-2", "SU-11T-M", "SU-24-1"],
        "0516": ["SU-24-2", "SU-149-1", "SU-149-2"],
        "0416": ["JP-64-1"],
    }
    attackers = [unit for hex_, stack in places.items() if hex_ != "0416" for unit in stack]
    match = board(places, "sov_combat", turn=20, air=(0, 1), dice=[(1, 1)])
    for decision in ("attack 0416", *(f"unit {u}" for u in attackers), "commit", "air 1", "commit"):
        verb, _, noun = decision.partition(" ")
        match.play(verb, noun or None)
    assert len(attackers) == 15
    assert odds(match) == (45, 5, "9-1")
    assert shift_list(match) == [("5.1.2", -3), ("5.1.3", 1), ("5.1.4", 1), ("5.1.4", 1)]
    assert column(match) == "9-1"


def test_v_115_a_regiment_in_rough_behind_a_river() -> None:
    places = {
        "0511": ["SU-127-1", "SU-127-2", "SU-127-3", "SU-6T-1"],
        "0512": ["SU-6T-2", "SU-6T-3"],
        "0612": ["JP-64-1", "JP-64-2", "JP-64-3"],
    }
    match = fight(board(places, "sov_combat", air=(0, 0), dice=[(1, 1)]), "0612", *places["0511"], *places["0512"])
    assert odds(match) == (24, 12, "2-1")
    assert shift_list(match) == [("5.1.2", -1), ("T2.wide_river", -2), ("5.1.4", 1), ("5.1.4.a", -1)]
    assert column(match) == "1-3"


@RULE("bkg", "7.0.a")
def test_v_11_halves_of_flipped_attackers_are_kept() -> None:
    """K-10: two halves make a whole, and half a point is not rounded up either."""
    assert odds(battle("SU-24-1 SU-601-1", "JP-8RF-1", flipped="SU-24-1")) == ("3½", 3, "1-1")
    assert odds(battle("SU-24-1 SU-24-2", "JP-8RF-1", flipped="SU-24-1 SU-24-2")) == (3, 3, "1-1")
    assert odds(battle("SU-24-1", "MC-SEK-1", flipped="SU-24-1")) == ("1½", 2, "1-2")


@RULE("bkg", "7.0.a")
def test_v_12_halves_of_flipped_defenders_are_kept() -> None:
    assert odds(battle("SU-601-1", "JP-13A-1", flipped="JP-13A-1")) == (2, "½", "4-1")
    assert odds(battle("SU-127-1", "JP-8RF-1", flipped="JP-8RF-1")) == (3, "1½", "2-1")


# -- 5.1.1.d: what the attacker is shown before he declares ------------------------------------------------------------


@RULE("bkg", "5.1.1.d")
def test_the_preview_has_no_defence_and_no_column() -> None:
    """K-93: the own total and the shifts that need no hidden knowledge, and what each possible defence would mean."""
    places = {"0415": ["SU-127-1", "SU-127-2", "SU-127-3"], "0416": ["JP-64-1", "JP-64-2", "JP-64-3"]}
    match = declare(board(places, "sov_combat", air=(4, 0)), "0416", "SU-127-1", "SU-127-2", "SU-127-3", air=3)
    seen = preview(match, "soviet")
    assert (seen["attack"], seen["defence"], seen["base"], seen["column"], seen["chances"]) == (
        12,
        None,
        None,
        None,
        None,
    )
    assert [(s["rule"], s["value"]) for s in seen["shifts"]] == [("5.1.2", -3), ("5.1.4", 1)]
    assert seen["net"] == -2
    assert seen["unknown"] == ["5.1.4.a"], "three units may be a regiment"


@RULE("bkg", "5.1.1.d")
def test_the_preview_lists_every_defence_that_may_be() -> None:
    """On the map are JP counters of defence 4 and 1, which look alike, guns of 2 and 1, and two air points."""
    places = {"0320": ["SU-601-1"], "0321": ["JP-64-1"], "0521": ["JP-13A-1", "JP-13A-4"]}
    match = declare(board(places, "sov_combat", air=(0, 2)), "0321", "SU-601-1")
    cases = preview(match, "soviet")["cases"]
    assert [(case["defence"], case["column"]) for case in cases] == [
        ("½", "4-1"), ("1", "2-1"), ("1½-2", "1-1"), ("2½-4", "1-2"), ("4½-6", "1-3"), ("6½-9", "1-4"),
    ]  # fmt: skip
    assert cases[0]["chances"] == {
        "DRB AVI": "1/18", "DRI AVI": "1/9", "DRB AVB": "1/6", "DRI AVB": "2/9", "IMP": "5/18", "DVB ARI": "1/6",
    }  # fmt: skip
    assert preview(match, "soviet")["unknown"] == []


def test_the_preview_of_an_attack_on_a_stack_in_a_mountain() -> None:
    """Two units: no regiment can be there. 8 against 4 to 8 is 2-1 or 1-1, and three columns less."""
    places = {"0415": ["SU-7B-1", "SU-8B-1"], "0416": ["JP-64-1", "JP-64-2"]}
    seen = preview(declare(board(places, "sov_combat", air=(0, 0)), "0416", "SU-7B-1", "SU-8B-1"), "soviet")
    assert [(case["defence"], case["column"]) for case in seen["cases"]] == [("4", "1-3"), ("4½-8", "1-4")]
    assert seen["unknown"] == []


def test_the_preview_counts_reinforcements_that_may_have_come_in() -> None:
    """Who of today's reinforcements is still outside is hidden, so their guns and factors may be on the map."""
    places = {"0320": ["SU-601-1"], "0321": ["MC-SEK-1"]}
    sure = declare(board(places, "sov_combat", turn=22, air=(0, 0), due=["JP-7M-1"]), "0321", "SU-601-1")
    assert [case["defence"] for case in preview(sure, "soviet")["cases"]] == ["1", "1½-2"]
    unsure = declare(board(places, "sov_combat", turn=23, air=(0, 0), due=["JP-7M-1"]), "0321", "SU-601-1")
    assert [case["defence"] for case in preview(unsure, "soviet")["cases"]] == ["1", "1½-2", "2½-3"]


def test_with_open_strengths_the_odds_are_whole_before_the_declaration() -> None:
    """K-58"""
    places = {"0320": ["SU-127-1", "SU-127-2"], "0321": ["JP-64-1"]}
    match = board(places, "sov_combat", air=(4, 0), options={"open_strengths": True})
    seen = preview(declare(match, "0321", "SU-127-1", "SU-127-2", air=2), "soviet")
    assert (seen["attack"], seen["defence"], seen["base"], seen["column"]) == (8, 4, "2-1", "2-1")


def test_a_counter_without_attack_power_attacks_in_the_first_column(tmp_path: Path) -> None:
    """No printed counter is so weak, but an owner's corrections may make one."""
    counters = tmp_path / "counters.csv"
    lines = (HERE / "data" / "counters.csv").read_text().splitlines()
    column_of = lines[0].split(",").index("attack")
    at = next(i for i, line in enumerate(lines) if line.startswith("SU-601-1,"))
    fields = lines[at].split(",")
    fields[column_of] = "0"
    lines[at] = ",".join(fields)
    counters.write_text("\n".join(lines) + "\n")
    match = board({"0320": ["SU-601-1"], "0321": ["JP-64-1"]}, "sov_combat", dice=[(1, 1)], game=Batalha(tmp_path))
    assert odds(fight(match, "0321", "SU-601-1")) == (0, 4, "1-4")


# -- the ground that other tests stand on ------------------------------------------------------------------------------


def test_the_rings_round_0321_are_open_and_without_water() -> None:
    game = the_game()
    grid = game.map.grid
    centre = grid.at("0321")
    assert hexes(*RING) == grid.around[centre]
    assert hexes(*OUTER) == grid.within(1 << centre, 2) & ~grid.within(1 << centre, 1)
    for hex_ in members(grid.within(1 << centre, 2)):
        assert game.map.terrain_at(hex_) == "open"
        for other in members(grid.around[hex_]):
            assert not any(game.map.has_side(water, hex_, other) for water in ("wide_river", "narrow_river"))


def test_v_114_the_atlas() -> None:
    """What the rules of combat ask of the map: the line, the mountains of the west bank, roads and bridges."""
    game = the_game()
    grid = game.map.grid
    assert (game.inside & grid.spread(game.beyond)).bit_count() == 28
    west = game.map.where("side_of_river", "west")
    assert game.mountains & west == hexes("0209", "0311", "0416", "0419", "0821")
    assert game.roads.bit_count() == 78
    bridges = {
        (a, b)
        for a in members(grid.all)
        for b in members(grid.around[a])
        if a < b and game.map.has_side("bridge", a, b)
    }
    assert len(bridges) == 5


@pytest.mark.parametrize("name", COLUMNS)
def test_every_column_can_be_had(name: str) -> None:
    placed, air = at_column(name)
    match = board(placed, "sov_combat", turn=20, air=(20, 0), dice=[ROLLS[7]])
    assert column(fight(match, "0321", "SU-601-1", air=air)) == name
