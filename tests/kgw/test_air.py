"""15.1-15.4, 22.2  Air units: bases, range, who may fly, Air Superiority, and what winter leaves of it."""

from __future__ import annotations

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.games.kgw.losses import shoot_down
from khalkhin.games.kgw.missions import able, ready
from khalkhin.games.kgw.victory import holds
from tests.kgw.positions import (
    asked,
    board,
    do,
    hexes,
    keys,
    marked,
    names,
    offered,
    place,
    position,
    refused,
    the_game,
    told,
    units,
    why,
)

JAPAN = [f"JA-AIR-{n}" for n in range(1, 10)]
SOVIET = [f"RA-AIR-{n}" for n in range(1, 9)]


def fly(match: Match, verb: str, target: str, *flyers: str) -> Match:
    return do(match, f"{verb} {target}", *(f"unit {unit}" for unit in flyers), "commit")


def codes(match: Match) -> list[str]:
    return [str(event.params["result"]).rpartition(".")[2] for event in match.log if event.key == "log.air-result"]


# -- bases -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "15.1.b")
def test_air_units_hold_their_aerodrome_but_no_objective() -> None:
    match = board({"2015": SOVIET[0]}, "japan_move")
    objectives, aerodromes = holds(position(match), 0)
    assert aerodromes & hexes("2015")
    assert not objectives & hexes("2015")


@pytest.mark.rule("kgw", "15.1.c")
@pytest.mark.rule("kgw", "15.4.g")
@pytest.mark.rule("kgw", "15.5.h")
@pytest.mark.rule("kgw", "15.3.a")
def test_air_units_return_to_their_base() -> None:
    match = board({"1920": JAPAN[:2], "2015": SOVIET[0], "1715": "RA-57"}, "japan_superiority", dice=[3, 3])
    fly(match, "superiority", "2015", JAPAN[0])
    assert place(match, JAPAN[0]) == "1920"
    do(match, "done")
    fly(match, "strike", "1715", JAPAN[1])
    assert place(match, JAPAN[1]) == "1920"


@pytest.mark.rule("kgw", "15.1.d")
@pytest.mark.rule("kgw", "15.6.b")
def test_air_units_never_act_for_the_defender() -> None:
    match = board({"1615": "JA-23", "1715": "RA-57", "2015": SOVIET[0]}, "japan_combat", dice=[4])
    do(match, "attack 1715", "unit JA-23", "commit")
    assert asked(match).side == 1
    assert offered(match, "support") == set()
    assert refused(match, "support RA-AIR-1") == "15.6.a"


@pytest.mark.rule("kgw", "15.3.b")
def test_an_aerodrome_has_room_for_two() -> None:
    match = board({"1920": JAPAN[:2], "2211": JAPAN[2]}, "japan_superiority")
    do(match, "relocate JA-AIR-3")
    assert "1920" not in offered(match, "hex")
    assert {"1524", "2608", "2614"} == offered(match, "hex")
    assert refused(match, "hex 1920") == "15.3.b"


@pytest.mark.rule("kgw", "15.3.c")
def test_how_far_missions_reach() -> None:
    """T-76"""
    s = position(board({"2608": JAPAN[0], "2015": SOVIET[0]}, "japan_superiority"))
    at = s.game.map.grid.at
    assert ready(s, 1, at("2015")) == units(JAPAN[0]), "ten hexes"
    assert not ready(s, 0, at("2608"))
    near = position(board({"2211": "JA-64-23", "2015": SOVIET[0], "1920": "MJ-6CAV"}, "soviet_strike"))
    assert near.game.map.grid.distance(at("2015"), at("2211")) == 5
    assert ready(near, 0, at("2211"))
    match = board({"2608": JAPAN[0], "1515": SOVIET[0], "2015": SOVIET[1]}, "japan_superiority")
    assert offered(match, "superiority") == {"2015"}
    assert refused(match, "superiority 1515") == "15.3.c"


@pytest.mark.rule("kgw", "15.3.d")
def test_no_mission_from_a_base_in_an_enemy_zone() -> None:
    """T-77"""
    placed = {"2211": ["JA-64-23", JAPAN[0]], "2111": "RA-57", "2015": SOVIET[0]}
    match = board(placed, "japan_superiority")
    assert offered(match, "superiority") == set()
    assert offered(match, "relocate") == {JAPAN[0]}, "it may leave"
    match = board({**placed, "1920": JAPAN[1]}, "japan_superiority")
    do(match, "superiority 2015")
    assert offered(match, "unit") == {JAPAN[1]}
    assert refused(match, f"unit {JAPAN[0]}") == "15.3.d"


@pytest.mark.rule("kgw", "15.3.e")
@pytest.mark.rule("kgw", "15.3.f")
@pytest.mark.rule("kgw", "15.2.i")
def test_air_units_relocate_twice_as_far_and_do_nothing_else() -> None:
    """E-12"""
    match = board({"2015": [SOVIET[0], SOVIET[1]], "2211": JAPAN[0]}, "soviet_superiority")
    do(match, f"relocate {SOVIET[0]}")
    assert offered(match, "hex") == {"1211", "1515"}, "eight hexes, and five; Borzya is too far"
    do(match, "hex 1211")
    assert place(match, SOVIET[0]) == "1211"
    assert marked(match, "flown", SOVIET[0])
    assert not marked(match, "sortied", SOVIET[0]), "Q-10: no mission"
    do(match, "superiority 2211")
    assert offered(match, "unit") == {SOVIET[1]}


@pytest.mark.rule("kgw", "15.3.e")
def test_no_relocation_into_an_enemy_zone() -> None:
    placed = {"2211": ["JA-64-23", JAPAN[0]], "1920": "MJ-6CAV", "1919": "RA-57"}
    match = do(board(placed, "japan_strike"), f"relocate {JAPAN[0]}")
    assert "1920" not in offered(match, "hex")
    assert {"1524", "2608", "2614"} == offered(match, "hex")


@pytest.mark.rule("kgw", "15.3.e")
def test_relocation_in_either_air_phase() -> None:
    for segment in (1, 2):
        match = board({"2608": JAPAN[0]}, "japan_superiority", segment=segment)
        assert offered(match, "relocate") == {JAPAN[0]}


@pytest.mark.rule("kgw", "15.3.g")
def test_a_base_without_ground_units_falls_at_the_first_enemy_beside_it() -> None:
    """T-89, Q-80: also when he only walks by"""
    match = board({"1515": SOVIET[0], "1717": "MJ-6CAV"}, "japan_move")
    do(match, "unit MJ-6CAV", "hex 1616", "hex 1717", "done")
    assert (place(match, "MJ-6CAV"), place(match, SOVIET[0])) == ("1717", "display")
    stays = board({"1515": [SOVIET[0], "MP-2CAV"], "1615": "MJ-6CAV"}, "japan_combat")
    assert place(stays, SOVIET[0]) == "1515"
    lost = board({"1515": SOVIET[0], "1615": "MJ-6CAV"}, "japan_combat", marks={"sortied": SOVIET[0]})
    assert place(lost, SOVIET[0]) == "display", "no delay: it can be bought at once"
    assert not marked(lost, "sortied", SOVIET[0])


# -- who flies when --------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "15.2.a")
@pytest.mark.rule("kgw", "15.4.b")
def test_air_superiority_comes_before_ground_attacks() -> None:
    match = board({"1920": JAPAN[:2], "2015": [SOVIET[0], "RA-57"]}, "japan_superiority")
    assert refused(match, "strike 2015") == "15.2.a"
    do(match, "done")
    assert offered(match, "strike") == {"2015"}
    assert refused(match, "superiority 2015") == "15.2.a"


@pytest.mark.rule("kgw", "15.2.b")
def test_one_mission_a_turn() -> None:
    """T-90"""
    match = board({"1920": JAPAN[0], "2015": SOVIET[:2], "1715": "RA-57"}, "japan_superiority", dice=[3])
    fly(match, "superiority", "2015", JAPAN[0])
    assert marked(match, "flown", JAPAN[0])
    assert not able(position(match), 1)
    second = board({"1920": JAPAN[0], "2015": SOVIET[0]}, "japan_superiority", segment=2, marks={"flown": JAPAN[0]})
    assert not able(position(second), 1)


@pytest.mark.rule("kgw", "15.2.c")
def test_missions_fly_in_both_segments() -> None:
    for segment in (1, 2):
        air = board({"1920": JAPAN[0], "2015": [SOVIET[0], "RA-57"]}, "japan_superiority", segment=segment)
        assert offered(air, "superiority") == {"2015"}
        assert offered(do(air, "done"), "strike") == {"2015"}
        placed = {"1615": "JA-23", "1715": "RA-57", "1920": JAPAN[0]}
        ground = board(placed, "japan_combat", segment=segment, marks={"supplied": "JA-23"})
        do(ground, "attack 1715", "unit JA-23", "commit")
        assert offered(ground, "support") == {JAPAN[0]}


@pytest.mark.rule("kgw", "15.2.d")
def test_missions_use_the_air_table_support_does_not() -> None:
    match = board({"1920": JAPAN[0], "2015": SOVIET[:2]}, "japan_superiority", dice=[3])
    fly(match, "superiority", "2015", JAPAN[0])
    assert told(match, "log.air-result")["column"] == "1"
    support = board({"1615": "JA-23", "1715": "RA-57", "1920": JAPAN[0]}, "japan_combat", dice=[1, 4])
    do(support, "attack 1715", "unit JA-23", "commit", f"support {JAPAN[0]}", "commit")
    assert "log.air-result" not in keys(support)


@pytest.mark.rule("kgw", "15.2.e")
@pytest.mark.rule("kgw", "15.6.c")
@pytest.mark.rule("kgw", "15.6.a")
def test_ground_missions_go_against_hexes_with_enemies() -> None:
    placed = {"1920": JAPAN[:2], "2015": SOVIET[0], "1715": "RA-57", "1713": "RA-82", "1615": "JA-23"}
    match = board(placed, "japan_strike")
    assert offered(match, "strike") == {"1715", "1713"}
    assert refused(match, "strike 2015") == "15.5.a", "Q-104: air units alone"
    assert refused(match, "strike 1615") == "15.5.a"
    do(match, "done", "attack 1715", "unit JA-23", "commit", f"support {JAPAN[0]}")
    assert match.view("japan")["details"]["plan"]["target"] == "1715"


@pytest.mark.rule("kgw", "15.2.f")
def test_a_hex_may_be_bombed_and_then_attacked_with_support() -> None:
    placed = {"1920": JAPAN[:2], "1715": "RA-57", "1615": "JA-23"}
    match = board(placed, "japan_strike", dice=[3, 1, 4])
    fly(match, "strike", "1715", JAPAN[0])
    while asked(match).message.key == "ask.strike":
        do(match, "done")
    do(match, "attack 1715", "unit JA-23", "commit")
    assert offered(match, "support") == {JAPAN[1]}


@pytest.mark.rule("kgw", "15.2.g")
@pytest.mark.rule("kgw", "15.2.h")
def test_every_hex_but_those_of_the_ussr_to_the_japanese() -> None:
    placed = {"2211": JAPAN[0], "1905": "RA-57", "1906": "RA-82", "1803": SOVIET[0], "2713": "RA-11ARM"}
    match = board({**placed, "2608": "JA-64-23"}, "japan_strike")
    assert offered(match, "strike") == {"1906", "2713"}
    assert refused(match, "strike 1905") == "15.2.h"
    air = board({**placed, "1211": SOVIET[1]}, "japan_superiority")
    assert "1803" not in offered(air, "superiority")
    assert refused(air, "superiority 1803") == "15.2.h"


def test_one_mission_a_target() -> None:
    """Q-59"""
    match = board({"1920": JAPAN[:2], "2015": SOVIET[:2]}, "japan_superiority", dice=[3])
    fly(match, "superiority", "2015", JAPAN[0])
    assert offered(match, "superiority") == set()
    assert refused(match, "superiority 2015") == "15.4"
    bases = {"1920": JAPAN[:2], "2608": JAPAN[2], "2015": SOVIET[:2], "1515": SOVIET[2:4]}
    twice = board(bases, "japan_superiority", dice=[3, 3])
    fly(twice, "superiority", "2015", JAPAN[0])
    fly(twice, "superiority", "1515", JAPAN[1])
    assert position(twice).struck == hexes("2015", "1515")
    assert offered(twice, "superiority") == set()


# -- 15.4 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "15.4.a")
@pytest.mark.rule("kgw", "15.4.c")
def test_air_superiority_is_aimed_at_bases_with_air_units() -> None:
    match = board({"1920": JAPAN[:2], "2015": SOVIET[0], "1515": "RA-57", "1211": "RA-82"}, "japan_superiority")
    assert offered(match, "superiority") == {"2015"}
    assert refused(match, "superiority 1515") == "15.4.a"
    do(match, "superiority 2015")
    assert refused(match, "commit") == "15.4"


@pytest.mark.rule("kgw", "15.4.d")
@pytest.mark.rule("kgw", "15.4.e")
@pytest.mark.rule("kgw", "15.4.h")
@pytest.mark.rule("kgw", "15.4.i")
def test_columns_by_number_and_blocks_of_six() -> None:
    """T-79"""
    bases = {"1920": JAPAN[:2], "2608": JAPAN[2:4], "2211": JAPAN[4:6], "2614": JAPAN[6:8]}
    match = board({**bases, "2015": SOVIET[:2]}, "japan_superiority", dice=[1, 3])
    fly(match, "superiority", "2015", *JAPAN[:8])
    lines = [event.params["column"] for event in match.log if event.key == "log.air-result"]
    assert lines == ["6"], "the first block waits for the loss it caused"
    do(match, f"unit {SOVIET[0]}")
    lines = [event.params["column"] for event in match.log if event.key == "log.air-result"]
    assert lines == ["6", "2"]
    three = board({**bases, "2015": SOVIET[:2]}, "japan_superiority", dice=[1])
    fly(three, "superiority", "2015", *JAPAN[:3])
    assert told(three, "log.air-result")["column"] == "3"


@pytest.mark.rule("kgw", "15.4.j")
def test_defenders_that_flew_are_lost_first() -> None:
    """T-80"""
    match = board({"1920": JAPAN[0], "2015": SOVIET[:2]}, "japan_superiority", dice=[6], marks={"sortied": SOVIET[1]})
    fly(match, "superiority", "2015", JAPAN[0])
    assert codes(match) == ["D1"]
    assert (place(match, SOVIET[0]), place(match, SOVIET[1])) == ("2015", "waiting")


@pytest.mark.rule("kgw", "15.4.j")
def test_after_those_that_flew_the_owner_picks() -> None:
    """Three counters on a base: the air transport has landed beside two air units."""
    placed = {"2015": SOVIET[:2], "2614": ["RA-57", *SOVIET[2:4]], "2211": [JAPAN[0], JAPAN[1], "JA-AIRSUP"]}
    options = {"air_supply": True}
    match = board(placed, "soviet_superiority", dice=[6], marks={"sortied": JAPAN[0]}, options=options)
    fly(match, "superiority", "2211", *SOVIET[:4])
    assert codes(match) == ["D2"]
    assert place(match, JAPAN[0]) == "waiting", "who flew goes first"
    assert asked(match).side == 1
    assert offered(match, "unit") == {JAPAN[1], "JA-AIRSUP"}, "then the owner chooses"
    do(match, "unit JA-AIRSUP")
    assert place(match, JAPAN[1]) == "2211"


@pytest.mark.rule("kgw", "15.4.1.a")
def test_an_attacker_is_lost() -> None:
    match = board({"1920": JAPAN[:2], "2015": SOVIET[0]}, "japan_superiority", dice=[1])
    fly(match, "superiority", "2015", *JAPAN[:2])
    assert codes(match) == ["A1"]
    assert offered(match, "unit") == set(JAPAN[:2])
    do(match, f"unit {JAPAN[1]}")
    assert place(match, JAPAN[1]) == "waiting"


@pytest.mark.rule("kgw", "15.4.1.b")
@pytest.mark.rule("kgw", "15.4.f")
@pytest.mark.parametrize(("flyers", "die", "lost"), [(2, 5, 1), (4, 6, 2)])
def test_defenders_are_lost(flyers: int, die: int, lost: int) -> None:
    bases = {"1920": JAPAN[:2], "2608": JAPAN[2:4]}
    match = board({**bases, "2015": SOVIET[:2]}, "japan_superiority", dice=[die])
    fly(match, "superiority", "2015", *JAPAN[:flyers])
    if lost == 1:
        assert offered(match, "unit") == set(SOVIET[:2])
        do(match, f"unit {SOVIET[0]}")
    assert [place(match, unit) for unit in SOVIET[:2]].count("waiting") == lost


@pytest.mark.rule("kgw", "15.4.1.c")
@pytest.mark.rule("kgw", "15.4.1.e")
def test_one_each() -> None:
    """T-81"""
    match = board(
        {"1920": JAPAN[0], "2015": SOVIET[0], "2614": JAPAN[1], "1211": SOVIET[1]}, "japan_superiority", dice=[5]
    )
    fly(match, "superiority", "2015", JAPAN[0])
    assert codes(match) == ["E1"]
    assert place(match, JAPAN[0]) == place(match, SOVIET[0]) == "waiting"


@pytest.mark.rule("kgw", "15.4.1.d")
@pytest.mark.rule("kgw", "15.4.1.e")
def test_two_each_and_excess_is_ignored() -> None:
    """T-81"""
    bases = {"1920": JAPAN[:2], "2608": JAPAN[2:4]}
    match = board({**bases, "2015": SOVIET[0]}, "japan_superiority", dice=[6])
    fly(match, "superiority", "2015", *JAPAN[:3])
    assert codes(match) == ["E2"]
    do(match, f"unit {JAPAN[0]}", f"unit {JAPAN[1]}")
    assert place(match, JAPAN[2]) == "2608"
    assert place(match, SOVIET[0]) == "waiting"


@pytest.mark.rule("kgw", "15.4.k")
def test_air_units_lost_so_miss_their_sides_next_recruit_phase() -> None:
    """T-82, Q-18: Soviet losses of J1 miss S1 of the same month, Japanese losses of S1 miss J1 of the next"""
    match = board({"waiting": SOVIET[0], "1803": "RA-57"}, "soviet_recruit", points=(20, 20), month=6)
    assert SOVIET[0] not in offered(match, "recruit")
    while place(match, SOVIET[0]) == "waiting":
        assert asked(match).side == 0
        do(match, "done")
    assert place(match, SOVIET[0]) == "display"
    assert position(match).turn == 6
    bought = board({"display": SOVIET[0], "1803": "RA-57"}, "soviet_recruit", points=(20, 20), month=7)
    assert SOVIET[0] in offered(bought, "recruit")


# -- 22.2 ------------------------------------------------------------------------------------------------------------

FIVE = {"2015": SOVIET[:2], "1515": SOVIET[2:4], "1211": SOVIET[4], "1920": JAPAN[:2], "1715": "MJ-6CAV"}


@pytest.mark.rule("kgw", "22.2.c")
@pytest.mark.rule("kgw", "22.2.d")
def test_in_winter_half_of_the_air_units_fly() -> None:
    """E-14"""
    three = [f"unit {unit}" for unit in SOVIET[:3]]
    match = do(board(FIVE, "soviet_strike", winter=True, month=10), "strike 1715", *three)
    assert offered(match, "unit") == set()
    assert refused(match, f"unit {SOVIET[3]}") == "22.2.c"
    summer = do(board(FIVE, "soviet_strike", month=8), "strike 1715", *three)
    assert SOVIET[3] in offered(summer, "unit")


@pytest.mark.rule("kgw", "22.2.c")
def test_missions_count_for_the_winter_quota_relocation_does_not() -> None:
    """Q-61"""
    match = board(FIVE, "soviet_strike", winter=True, month=10, missions=(2, 0), dice=[3])
    do(match, f"relocate {SOVIET[4]}")
    do(match, f"hex {min(map(str, offered(match, 'hex')))}")
    assert position(match).missions == (2, 0)
    fly(match, "strike", "1715", SOVIET[0])
    assert position(match).missions == (3, 0)
    assert not able(position(match), 0)


@pytest.mark.rule("kgw", "22.2.c")
def test_idle_air_units_remain_targets() -> None:
    match = board(FIVE, "japan_superiority", winter=True, month=10, missions=(3, 0))
    assert "2015" in offered(match, "superiority")


def test_what_is_told_off_for_a_mission_is_its_owners_secret() -> None:
    match = board({"1920": JAPAN[:2], "2015": SOVIET[:2]}, "japan_superiority")
    before = match.view("soviet")
    do(match, "superiority 2015", f"unit {JAPAN[0]}")
    after = match.view("soviet")
    assert after["agenda"][-1] == before["agenda"][-1]
    assert after["details"] == before["details"]
    mine = match.view("japan")["details"]
    assert mine["plan"]["units"] == [JAPAN[0]]
    assert mine["odds"]["column"] == "1"
    assert mine["odds"]["chances"] == {"A1": "1/3", "-": "1/3", "E1": "1/6", "D1": "1/6"}


# -- what is left of it ----------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "15.4.k")
@pytest.mark.parametrize("unit", [JAPAN[0], JAPAN[4], JAPAN[8]])
def test_an_air_unit_shot_down_is_ready_when_it_comes_back_and_the_others_stay_used(unit: str) -> None:
    match = board({"2608": JAPAN[:2], "2614": JAPAN[3:5], "2211": JAPAN[7:9]}, marks={"flown": JAPAN, "sortied": JAPAN})
    s = position(match)
    shoot_down(s, the_game().sheet.index[unit], "15.4", "waiting")
    assert place(match, unit) == "waiting"
    assert told(match, "log.shot-down")["units"] == [unit]
    assert s.flown == s.sortied == units(*JAPAN) & ~units(unit)


@pytest.mark.rule("kgw", "15.3.g")
def test_air_units_lost_with_their_base_have_flown_nothing_and_the_others_have() -> None:
    placed = {"1515": SOVIET[:2], "2015": SOVIET[2:4], "1717": "MJ-6CAV"}
    match = board(placed, marks={"sortied": SOVIET[1:3], "flown": SOVIET[1:3]})
    do(match, "unit MJ-6CAV", "hex 1616", "done")
    assert place(match, SOVIET[0]) == place(match, SOVIET[1]) == "display"
    assert position(match).sortied == position(match).flown == units(SOVIET[2])


@pytest.mark.rule("kgw", "15.4.1.e")
def test_where_all_air_units_are_lost_nobody_is_asked_which() -> None:
    bases = {"1920": JAPAN[:2], "2608": JAPAN[2:4], "1524": JAPAN[4]}
    match = board({**bases, "2015": SOVIET[:2], "1515": SOVIET[2]}, "japan_superiority", dice=[6])
    fly(match, "superiority", "2015", *JAPAN[:4])
    assert codes(match) == ["D2"]
    assert place(match, SOVIET[0]) == place(match, SOVIET[1]) == "waiting"
    assert asked(match).side == 1, "the attacker goes on"


@pytest.mark.rule("kgw", "15.4.j")
def test_only_air_units_of_the_mission_are_lost() -> None:
    match = board({"1920": JAPAN[:2], "2614": JAPAN[2], "2015": SOVIET[0]}, "japan_superiority", dice=[1])
    fly(match, "superiority", "2015", *JAPAN[:2])
    assert codes(match) == ["A1"]
    assert why(match, f"unit {JAPAN[2]}").key == "why.air-loss"
    assert why(match, "commit").key == "why.pick-loss"


@pytest.mark.rule("kgw", "15.4.c")
def test_who_has_named_a_target_says_who_flies_there_first() -> None:
    match = board({"1920": JAPAN[:2], "2015": SOVIET[0], "1515": SOVIET[1]}, "japan_superiority")
    do(match, "superiority 2015")
    assert why(match, "superiority 1515").key == "why.mission-first"
    assert why(match, f"relocate {JAPAN[0]}").rule == "15.4.c"


@pytest.mark.rule("kgw", "15.3.e")
def test_nobody_relocates_who_has_flown_or_has_no_other_base() -> None:
    match = board({"2608": JAPAN[:2], "2015": SOVIET[0]}, "japan_superiority", marks={"flown": JAPAN[1]})
    assert offered(match, "relocate") == {JAPAN[0]}
    assert why(match, f"relocate {JAPAN[1]}").key == "why.flown"
    assert why(match, f"relocate {SOVIET[0]}").key == "why.not-yours"


@pytest.mark.rule("kgw", "15.3.d")
def test_an_enemy_beside_the_base_grounds_it_on_whatever_side_he_stands() -> None:
    grid = the_game().map.grid
    for beside in names(grid.around[grid.at("2211")]):
        match = board({"2211": ["JA-64-23", JAPAN[0]], beside: "RA-57", "2614": JAPAN[1]}, "japan_superiority")
        assert able(position(match), 1) == units(JAPAN[1])


@pytest.mark.rule("kgw", "15.2.g")
@pytest.mark.rule("kgw", "15.2.h")
def test_no_japanese_air_unit_flies_into_the_ussr_and_soviet_ones_do() -> None:
    s = position(board({"2211": JAPAN[0], "1803": SOVIET[0]}, "japan_strike"))
    grid = s.game.map.grid
    for hex_ in members(grid.within(hexes("2211"), 10)):
        assert ready(s, 1, hex_) == (0 if s.game.country["USSR"] >> hex_ & 1 else units(JAPAN[0]))
    assert ready(s, 0, grid.at("1804")) == units(SOVIET[0])


@pytest.mark.rule("kgw", "22.2.c")
def test_every_flight_counts_for_the_winter_quota_in_whatever_order_they_fly() -> None:
    placed = {"1920": JAPAN[:2], "2608": JAPAN[2:4], "2015": SOVIET[0], "1515": SOVIET[1]}
    match = board(placed, "japan_superiority", winter=True, month=10, dice=[3, 3])
    fly(match, "superiority", "2015", JAPAN[1])
    fly(match, "superiority", "1515", JAPAN[0])
    assert position(match).missions == (0, 2)
    assert offered(match, "superiority") == set()


def test_the_throw_of_an_air_mission_names_its_target() -> None:
    match = board({"1920": JAPAN[:2], "2015": SOVIET[0]}, "japan_superiority", dice=[3])
    fly(match, "superiority", "2015", JAPAN[0])
    (throw,) = [event.throw for event in match.log if event.key == "log.air-result"]
    assert throw is not None
    assert (throw.side, throw.hexes) == (1, hexes("2015"))
