"""The advisor of the Batalha: what the planner makes of positions where the right choice is clear."""

from __future__ import annotations

import pytest

from khalkhin.ai.advisor import advisor_of
from khalkhin.engine.match import Match
from khalkhin.games.bkg.ai import GameAdvisor
from khalkhin.games.bkg.ai.values import effects
from khalkhin.games.bkg.odds import ratio_column
from tests.bkg.battles import ROLLS, SEKIRAN, verbs
from tests.bkg.positions import asked, board, do, hexes, place, position, the_game, told, units
from tests.planner import decides, play_phase

GUARDS = ("SU-24-1", "SU-24-2", "SU-24-3")
RIFLES = ("SU-149-1", "SU-149-2", "SU-149-3")


# -- what things are worth --------------------------------------------------------------------------------------------


def test_a_column_does_what_the_table_says() -> None:
    game = the_game()
    found = dict(zip(game.charts.combat.columns, effects(game), strict=True))
    assert found["5-1"].defender_goes * 36 == pytest.approx(28)
    assert found["5-1"].exchange * 36 == pytest.approx(2)
    assert found["1-4"].attacker_dies * 36 == pytest.approx(24)
    assert found["1-4"].defender_goes == 0
    assert found["9-1"].defender_dies * 36 == pytest.approx(18)


def test_rolls_stand_for_all_rolls() -> None:
    """One roll for each row, with the chance of the whole row."""
    game = the_game()
    rows = {game.charts.combat.row_of[sum(faces)]: chance * 36 for faces, chance in GameAdvisor(game).rolls(2, 6)}
    assert rows == pytest.approx({"2-12": 2, "3-11": 4, "4-10": 6, "5-9": 8, "6-8": 10, "7": 6})


@pytest.mark.parametrize("late", [False, True])
def test_a_ratio_is_cut_where_the_rules_cut_it(late: bool) -> None:
    """K-05, and the house rule that plays its other reading."""
    here = position(board({}, options={"shift_first": late}))
    battle_values = advisor_of(the_game()).evaluation(here, 0).battle_values
    strengths = (0, 1, 4, 7, 30, 64, 96)
    for attack in strengths:
        for defence in strengths[1:]:
            assert battle_values.ratio(here, attack, defence) == ratio_column(here, attack, defence)


def test_points_count() -> None:
    """To hold Nomonhan is better than not to, to stand unhurt inside the line better than hurt, for the Japanese."""
    advisor = advisor_of(the_game())
    match = board({"1511": ["JP-64-1", "JP-64-2"], "0101": ["SU-601-1"]}, "jap_move", turn=30)
    here = position(match)
    evaluation = advisor.evaluation(here, 1)
    worth = evaluation(here)
    lost, hurt = here.clone(), here.clone()
    lost.soviet_objectives |= 1 << the_game().map.grid.at("1511")
    hurt.flipped = units("JP-64-1")
    assert worth - evaluation(lost) >= 20
    assert 8 <= worth - evaluation(hurt) <= 15
    assert advisor.evaluation(here, 0)(hurt) > advisor.evaluation(here, 0)(here)


# -- movement ---------------------------------------------------------------------------------------------------------


def test_an_assault_is_made_by_many() -> None:
    """One battalion alone would have to attack at one to two: a whole regiment goes together, for its column too."""
    match = board({"0319": GUARDS, "0220": RIFLES, "0322": ["JP-26-1"]}, "sov_move", turn=22, air=(0, 0))
    play_phase(match)
    beside = position(match).zone(1)
    there = {unit for unit in (*GUARDS, *RIFLES) if beside >> match.game.map.grid.at(place(match, unit)) & 1}
    assert there >= set(GUARDS) or there >= set(RIFLES)


def test_nobody_walks_into_a_hopeless_attack() -> None:
    """Who comes next to the enemy has to attack: one battalion keeps clear of a regiment on a mountain."""
    match = board({"0813": ["JP-64-1", "JP-64-2", "JP-64-3"], "0610": ["MN-15-1"]}, "sov_move", turn=22, air=(0, 10))
    play_phase(match)
    assert not position(match).zone(1) >> match.game.map.grid.at(place(match, "MN-15-1")) & 1


def test_contact_is_broken_before_a_hopeless_attack() -> None:
    match = board({"0321": ["SU-24-1", "SU-24-2", "SU-24-3", "SU-212"], "0320": ["JP-26-1"]}, "jap_move", air=(10, 0))
    play_phase(match)
    assert place(match, "JP-26-1") != "0320"
    assert not position(match).zone(0) >> match.game.map.grid.at(place(match, "JP-26-1")) & 1


def test_an_objective_is_guarded() -> None:
    """The cavalry across the river can be on the hill Hamar-Daba or Komatsu tomorrow."""
    match = board({"0518": ["SU-212"], "0614": ["MC-2RC"]}, "sov_move", turn=28)
    play_phase(match)
    assert place(match, "SU-212") in ("0416", "0419")


def test_an_objective_without_a_guard_is_taken() -> None:
    match = board({"0718": ["MC-2RC"], "2023": ["SU-212"]}, "jap_move", turn=28)
    before = position(match).soviet_objectives
    play_phase(match)
    assert position(match).soviet_objectives.bit_count() == before.bit_count() - 1


def test_a_garrison_does_not_walk_off_nomonhan() -> None:
    match = board({"1511": ["JP-64-1", "JP-64-2"], "1314": ["SU-24-1"], "1208": ["SU-7B-1"]}, "jap_move", turn=26)
    play_phase(match)
    assert position(match).held(1) >> match.game.map.grid.at("1511") & 1


def test_the_line_is_crossed_at_the_last_moment() -> None:
    """Ten points for every Japanese unit inside the line when it is over, and nobody can hurt it any more."""
    match = board({"1509": ["JP-27-1", "JP-27-2"], "1711": ["JP-27-3"], "0101": ["SU-NKVD"]}, "jap_move", turn=31)
    play_phase(match)
    inside = the_game().inside
    for unit in ("JP-27-1", "JP-27-2", "JP-27-3"):
        assert inside >> match.game.map.grid.at(place(match, unit)) & 1


def test_reinforcements_come_in() -> None:
    match = board({"1511": ["JP-64-1"], "0719": ["SU-601-1"]}, "jap_move", turn=23, due=["JP-27-1", "JP-7M-1"])
    play_phase(match)
    assert place(match, "JP-27-1") != "due"
    assert place(match, "JP-7M-1") != "due"


# -- the line ---------------------------------------------------------------------------------------------------------

ALONG_THE_LINE = {
    "0802": ["SU-601-1"],
    "0803": ["SU-601-2"],
    "0903": ["SU-601-3"],
    "0904": ["SU-602-1"],
    "1005": ["SU-602-2"],
    "1006": ["SU-602-3"],
    "1106": ["SU-603-1"],
    "1107": ["SU-603-2"],
    "1208": ["SU-603-3"],
}
"""Soviets in every hex of the line that Japanese in 0901 come to in a move, but for 0701."""
WAITING = {"0901": ["JP-27-1", "JP-27-2"], "2522": ["MC-2RC"]}


def line_up(turn: int, car: str) -> Match:
    """Armoured cars in a hex, and one open hex in the line."""
    placed = {**ALONG_THE_LINE, **WAITING, car: ["SU-7B-1"]}
    return board(placed, "sov_move", turn=turn, air=(0, 0), soviet_objectives=["1511"])


def test_the_last_hex_of_the_line_is_shut_in_time() -> None:
    """10.2.2.c  The Japanese move last: whom nobody keeps out brings ten points, and twenty more are lost."""
    match = line_up(31, "0604")
    line = advisor_of(the_game()).evaluation(position(match), 0).goals.posts.hexes
    assert line & hexes("0701", "0802", "0803", "0903")
    assert not line & hexes("1107", "1208")
    play_phase(match)
    assert place(match, "SU-7B-1") == "0701"
    assert not line & ~position(match).held(0)


def test_who_has_far_to_go_sets_out_for_the_line_before() -> None:
    """Two moves away, and two are left: nothing else is to be done by the last but one."""
    match = line_up(30, "0115")
    posts = advisor_of(the_game()).evaluation(position(match), 0).goals.posts
    assert posts.of[units("SU-7B-1").bit_length() - 1] == the_game().map.grid.at("0701")
    play_phase(match)
    distance, at = the_game().map.grid.distance, the_game().map.grid.at
    assert distance(at(place(match, "SU-7B-1")), at("0701")) < distance(at("0115"), at("0701"))


def test_the_line_is_no_concern_while_nobody_comes_or_others_are_worth_more() -> None:
    """Far from the end, with no Japanese beyond the line, and where one who might come is all there is to keep out."""
    goals = advisor_of(the_game()).new_evaluation
    early, none = line_up(22, "0604"), board({**ALONG_THE_LINE, "1511": ["JP-64-1"]}, "sov_move", turn=31)
    few = board({"1409": ["JP-27-1"], "1511": ["JP-64-1"], "1412": GUARDS, "1311": RIFLES}, "sov_move", turn=30)
    for match in (early, none, few):
        assert not goals(position(match), 0).goals.posts.of
    assert goals(position(line_up(31, "0604")), 0).goals.posts.of
    assert not goals(position(line_up(31, "0604")), 1).goals.posts.of


# -- combat -----------------------------------------------------------------------------------------------------------


def test_guns_and_air_make_up_the_odds() -> None:
    """One battalion alone against two would be one to four; what is in range and in the air is thrown in."""
    placed = {"0321": ["JP-26-1", "JP-26-2"], "0320": ["SU-601-1"], "0319": ["SU-185A-1", "SU-82A-1"]}
    match = board(placed, "sov_combat", turn=20, air=(20, 0))
    said = play_phase(match)
    assert {"unit SU-601-1", "unit SU-185A-1", "unit SU-82A-1"} <= set(said)
    assert any(text.startswith("air ") for text in said)


def test_an_attack_nobody_has_to_make_at_bad_odds_is_not_made() -> None:
    """A Japanese battalion that dominates from its hill stays there unhurt, and leaves the regiment below alone."""
    match = board({"0806": ["JP-26-1"], "0807": GUARDS}, "jap_move", turn=28, air=(10, 0))
    do(match, "done")
    assert "attack" in verbs(match)
    assert play_phase(match) == ["done"]


def test_the_defence_is_supported_where_it_helps() -> None:
    """Fifteen against eight, with a regiment among them, are two to one; a gun and aircraft make it one to one."""
    match = board(
        {"0321": ["JP-26-1", "JP-26-2"], "0320": [*GUARDS, "SU-212"], "0222": ["SU-149-1"], "0323": ["JP-13A-4"]},
        "sov_combat",
        air=(0, 10),
    )
    do(match, "attack 0321", *(f"unit {u}" for u in (*GUARDS, "SU-212", "SU-149-1")), "commit")
    assert asked(match).message.key == "ask.defence"
    play_phase(match)
    assert told(match, "log.odds")["defence"] >= 16


def test_air_power_is_saved_where_it_changes_nothing() -> None:
    """One battalion against a stack of four at one to four: there is nothing to add."""
    match = board({"0321": ["JP-26-1", "JP-26-2", "JP-26-3"], "0320": ["MN-15-1"]}, "sov_combat", air=(0, 5))
    do(match, "attack 0321", "unit MN-15-1", "commit")
    assert play_phase(match) == ["commit"]


# -- after the dice ---------------------------------------------------------------------------------------------------


def test_the_cheapest_loss_is_taken() -> None:
    """A flipped Japanese battalion is three points, an unhurt one ten."""
    match = board(
        {"0321": ["JP-26-1", "JP-26-2"], "0319": ["SU-185A-1"]}, "sov_combat", flipped=["JP-26-1"], dice=[ROLLS[2]]
    )
    do(match, "bombard 0321", "unit SU-185A-1", "commit")
    assert decides(match) == "unit JP-26-1"


def test_mongolians_are_given_up_before_soviets() -> None:
    match = board(
        {"0321": ["SU-601-1", "MN-15-1"], "0318": ["JP-13A-4"]},
        "jap_combat",
        flipped=["SU-601-1", "MN-15-1"],
        dice=[ROLLS[2]],
    )
    do(match, "bombard 0321", "unit JP-13A-4", "commit")
    assert decides(match) == "unit MN-15-1"


def test_nomonhan_is_entered_after_a_victory() -> None:
    match = board({"1511": ["MC-SEK-1"], "1411": GUARDS}, "sov_combat", air=(15, 0), dice=[ROLLS[6]])
    do(match, "attack 1511", *(f"unit {unit}" for unit in GUARDS), "air 6", "commit")
    while asked(match).message.key != "ask.advance":
        play_phase(match)
    play_phase(match)
    assert position(match).soviet_objectives >> match.game.map.grid.at("1511") & 1


def test_the_last_losses_are_the_cheapest() -> None:
    """Of three flipped units one goes: a Manchurian one, not a Japanese one."""
    flipped = ["JP-26-1", "JP-26-2", "MC-SEK-1"]
    match = board({"2023": ["JP-26-1", "JP-26-2"], "2021": ["MC-SEK-1"]}, "jap_combat", turn=31, flipped=flipped)
    if asked(match).message.key == "ask.combat":
        do(match, "done")
    assert asked(match).message.key == "ask.attrition"
    assert decides(match) == "unit MC-SEK-1"


def test_the_reserve_stands_with_its_slowest_in_front() -> None:
    match = Match(the_game().start())
    play_phase(match)
    grid = the_game().map.grid
    front = grid.at("1511")
    far = {unit: grid.distance(grid.at(place(match, unit)), front) for unit in ("SU-212", "SU-6T-3", "SU-9B-1")}
    assert far["SU-212"] < far["SU-6T-3"] == far["SU-9B-1"]


def test_sekiran_is_no_match() -> None:
    """Three battalions of one point each stay away from a brigade."""
    match = board({"2221": list(SEKIRAN), "1922": ["SU-8B-1", "SU-8B-2", "SU-8B-M"]}, "jap_move", turn=20)
    play_phase(match)
    assert not position(match).zone(0) & position(match).held(1)
