"""15.1, 15.2, 15.3, 22.0, 23.0.6  Launching: which airstrike, from which base, how far, how many; and coming home."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.view import view
from khalkhin.games.sn.air import AirPhase, barred_first_turn
from khalkhin.games.sn.air_combat import Landing
from khalkhin.games.sn.bases import landing_places, return_all, room_to_land
from khalkhin.games.sn.position import SnStep
from tests.sn.flights import (
    BORZYA,
    CHITA,
    FAR,
    KARYMSKAYA,
    LONG,
    MANCHOULI,
    MIDDLE,
    NEAR,
    OLOVYANNAYA,
    PLAIN,
    RED,
    SHORT,
    air,
    intercept,
    launch,
    west,
)
from tests.sn.positions import (
    asked,
    at,
    board,
    do,
    ids,
    keys,
    marked,
    offered,
    place,
    points,
    position,
    refused,
    unit,
    units,
    why,
)

TARGET = {BORZYA: "SU-12IC"}
"""What is attacked from the air."""


# -- bases (15.1) ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "15.1")
def test_a_base_launches_as_many_as_its_capacity() -> None:
    """Two bases in a hex launch for both; other bases still have room."""
    match = air(TARGET, {PLAIN: "SU-18IC"}, available=[*LONG, *MIDDLE])
    launch(match, BORZYA, *LONG[:3])
    launch(match, PLAIN, LONG[3])
    assert offered(match, "unit") == set()
    assert (refused(match, f"unit {LONG[4]}"), why(match, f"unit {LONG[4]}").key) == ("15.1", "why.no-base")
    both = air(TARGET, {PLAIN: "SU-18IC", MANCHOULI: "JP-2BASE"}, available=[*LONG, *MIDDLE])
    launch(both, BORZYA, *LONG[:4])
    launch(both, PLAIN, *MIDDLE[:4])
    assert offered(both, "unit") == set()


@pytest.mark.rule("sn", "15.1")
def test_who_has_several_bases_says_which_one_launches() -> None:
    match = air(TARGET, {"1521": ["JP-2BASE", "JP-SUP-2"]}, available=[FAR, NEAR])
    do(match, f"unit {FAR}", f"hex {BORZYA}")
    assert (asked(match).message.key, offered(match, "from")) == ("ask.base", {MANCHOULI, "1521"})
    assert refused(match, f"from {OLOVYANNAYA}") == "15.1"
    assert refused(match, "home") == "15.2.4"
    assert refused(match, "mission cas") == "15.2.10"
    do(match, "from 1521", "mission ground")
    # Hailar is five hexes away: too far for the other, which takes off at Manchouli without a question.
    do(match, f"unit {NEAR}", f"hex {BORZYA}")
    assert asked(match).message.key == "ask.role"
    do(match, "mission ground")
    bases = {match.game.sheet.ids[u]: match.game.place_name(p) for u, p in position(match).sorties}
    assert bases == {FAR: "1521", NEAR: MANCHOULI}


@pytest.mark.rule("sn", "15.1.1")
def test_an_airbase_is_a_land_unit() -> None:
    """It moves on foot, stacks, exerts a zone of control and can be hit like any other."""
    match = board({MANCHOULI: "JP-1BASE"}, "japan_move")
    do(match, "unit JP-1BASE")
    assert offered(match, "hex") >= {"1522", "1524"}
    s, base = position(match), match.game.sheet.index["JP-1BASE"]
    assert s.game.kind[base] == "non"
    assert s.zone(1) >> s.game.map.grid.at("1423") & 1
    assert s.size(1 << base) == 1


@pytest.mark.rule("sn", "15.1.2")
def test_an_airbase_that_moved_launches_nothing_in_the_next_air_phase() -> None:
    """E79: but in the second one it does, in Offensive Supply, if it stayed where it was."""
    placed = {**TARGET, "1522": ["JP-1BASE", "JP-SUP-1"], "1521": "JP-SUP-2", "available": FAR}
    match = west(placed, "japan_move")
    do(match, "unit JP-1BASE", f"hex {MANCHOULI}", "done")
    assert marked(match, "shifted", "JP-1BASE")
    assert (asked(match).message.key, offered(match, "unit")) == ("ask.launch", set())
    assert refused(match, f"unit {FAR}") == "15.1"
    do(match, "done")
    assert not marked(match, "shifted", "JP-1BASE")
    do(match, "done", "done")  # nothing expended to move again; then the second movement
    do(match, "expend JP-SUP-1", "done")
    assert offered(match, "unit") == {FAR}


@pytest.mark.rule("sn", "15.1.2")
def test_an_airbase_that_moved_in_the_second_phase_stays_shut() -> None:
    placed = {**TARGET, "1522": ["JP-1BASE", "JP-SUP-1", "JP-SUP-2"], "available": FAR}
    match = west(placed, "japan_move", round=2)
    do(match, "expend JP-SUP-1", "done", "unit JP-1BASE", f"hex {MANCHOULI}", "done", "expend JP-SUP-2", "done")
    assert (asked(match).message.key, refused(match, f"unit {FAR}")) == ("ask.launch", "15.1")


@pytest.mark.rule("sn", "15.1.2")
def test_airbases_are_ready_again_even_if_nobody_flies() -> None:
    match = board({"1522": "JP-1BASE", "1521": "JP-SUP-1", CHITA: "SU-12IC"}, "japan_move")
    do(match, "unit JP-1BASE", f"hex {MANCHOULI}", "done")
    assert not marked(match, "shifted", "JP-1BASE")


@pytest.mark.rule("sn", "15.1.3")
@pytest.mark.rule("sn", "4.1.4")
def test_the_first_phase_needs_general_supply() -> None:
    """By railroad is enough; out of supply nobody takes off."""
    placed = {**TARGET, MANCHOULI: "JP-1BASE", "available": FAR}
    assert refused(west(placed, "japan_air"), f"unit {FAR}") == "15.1"
    match = west({**placed, "2010": "JP-SUP-1"}, "japan_air")
    assert (asked(match).side, offered(match, "unit")) == (1, {FAR})


@pytest.mark.rule("sn", "15.1.4")
@pytest.mark.rule("sn", "15.2.3")
@pytest.mark.rule("sn", "4.1.7")
def test_the_second_phase_needs_offensive_supply() -> None:
    """E80"""
    match = air(TARGET, available=FAR, round=2)
    assert refused(match, f"unit {FAR}") == "15.1"
    spent = air(TARGET, available=FAR, round=2, expend=["JP-SUP-1"])
    assert (offered(spent, "unit"), place(spent, "JP-SUP-1")) == ({FAR}, "pool")


@pytest.mark.rule("sn", "15.2.3")
def test_an_airstrike_flies_in_both_phases_of_a_turn_once_in_each() -> None:
    placed = {**TARGET, MANCHOULI: ["JP-1BASE", "JP-SUP-1"], "available": [FAR, NEAR]}
    match = launch(west(placed, "japan_air", dice=[3]), BORZYA, FAR)
    assert (refused(match, f"unit {FAR}"), offered(match, "unit")) == ("15.2.3", {NEAR})
    do(match, "done", "target units")
    assert place(match, FAR) == "available"
    do(match, "done", "done", "expend JP-SUP-1", "done")
    assert offered(match, "unit") == {FAR, NEAR}


@pytest.mark.rule("sn", "15.1.4")
def test_supply_is_asked_for_only_where_it_can_let_somebody_fly() -> None:
    """Boxes are open, so everybody knows. Carriers need no supply."""
    nobody = air(TARGET, interception=FAR, available=RED[0], round=2, expend=None)
    assert asked(nobody).message.key != "ask.expend-air"
    only_carriers = air(TARGET, available="JP-CAIR-1", round=2, expend=None)
    assert asked(only_carriers).message.key == "ask.launch"
    both = air(TARGET, available=FAR, interception=RED[0], round=2, expend=None)
    assert (asked(both).side, asked(both).message.key) == (1, "ask.expend-air")
    do(both, "expend JP-SUP-1", "done")
    assert (asked(both).side, asked(both).message.key) == (0, "ask.expend-interception")


@pytest.mark.rule("sn", "15.2", "15.1.4", "15.2.12")
@pytest.mark.parametrize(
    ("available", "expend", "turn", "asks"),
    [
        ((), [], 2, False),
        ("JP-NAVY-1", [], 2, False),
        (FAR, [], 2, False),
        (FAR, ["JP-SUP-1"], 2, True),
        ("JP-CAIR-1", [], 2, True),
        ([FAR, "JP-CAIR-1"], [], 2, True),
        (FAR, [], 1, True),
        ("JP-CAIR-1", [], 1, False),
    ],
)
def test_interceptors_are_supplied_where_something_may_come(
    available: Any, expend: list[str], turn: int, asks: bool
) -> None:
    """Who has no airstrikes, or only ships, or airbases without supply, sends nothing that could be met; in the first
    turn Japan needs none for them, and may not use its carriers."""
    match = air(TARGET, available=available, interception=RED[0], round=2, expend=expend, turn=turn)
    keys = (asked(match).side, asked(match).message.key)
    assert (keys == (0, "ask.expend-interception")) == asks


@pytest.mark.rule("sn", "15.2.29")
def test_a_disrupted_airbase_launches_nothing() -> None:
    match = air(TARGET, available=FAR, disrupted="JP-1BASE")
    assert refused(match, f"unit {FAR}") == "15.1"


# -- ranges and targets (15.2) -----------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "2.7.2")
@pytest.mark.rule("sn", "15.2")
@pytest.mark.rule("sn", "15.2.4")
@pytest.mark.rule("sn", "2.7.3")
@pytest.mark.parametrize(
    ("strike", "reached"),
    [
        (FAR, {BORZYA, OLOVYANNAYA, KARYMSKAYA, CHITA}),
        (MIDDLE[0], {BORZYA, OLOVYANNAYA, KARYMSKAYA}),
        (NEAR, {BORZYA, OLOVYANNAYA}),
    ],
)
def test_the_number_on_the_back_is_the_range_of_attacks(strike: str, reached: set[str]) -> None:
    """Over lakes, mountains and enemies alike. Cities of the USSR are targets of their own."""
    match = air(TARGET, {KARYMSKAYA: "SU-18IC"}, available=strike)
    do(match, f"unit {strike}")
    assert offered(match, "hex") - {"1826"} == reached
    assert refused(match, "hex 1135") == "15.2.4"


@pytest.mark.rule("sn", "15.2.10")
def test_targets_are_enemy_units_and_enemy_cities() -> None:
    """Chita without a garrison, yes; an empty town, an own unit, an own city, no."""
    match = air({"1521": "JP-2IC", CHITA: "JP-3IC"}, available=FAR)
    do(match, f"unit {FAR}")
    assert offered(match, "hex") == {OLOVYANNAYA, "1826"}
    assert (refused(match, f"hex {BORZYA}"), why(match, f"hex {CHITA}").key) == ("15.2.10", "why.no-target")
    assert refused(match, "hex 1521") == "15.2.10"
    assert refused(match, "done") == "15.2.10"
    empty = air(available=FAR)
    do(empty, f"unit {FAR}")
    assert offered(empty, "hex") == {OLOVYANNAYA, CHITA, "1826"}


@pytest.mark.rule("sn", "15.2.10")
def test_soviets_may_bomb_cities_of_japan_and_its_clients_also_in_north_china() -> None:
    placed = {"3424": ["SU-TBBASE", "SU-SUP-2"], "2010": "JP-2IC"}
    match = board({**placed, "available": RED[0]}, "soviet_air")
    do(match, f"unit {RED[0]}")
    assert offered(match, "hex") == {"3428", "3522"}


@pytest.mark.rule("sn", "15.2.6")
@pytest.mark.parametrize(("side", "count"), [("japan", 4), ("soviet", 2)])
def test_four_japanese_or_two_soviet_airstrikes_fly_over_a_hex(side: str, count: int) -> None:
    """E77"""
    own, base = ([*LONG, *MIDDLE], "JP-2BASE") if side == "japan" else (RED, "SU-TBBASE")
    home, target = (MANCHOULI, BORZYA) if side == "japan" else (OLOVYANNAYA, MANCHOULI)
    elsewhere = {PLAIN: "SU-18IC" if side == "japan" else "JP-2IC"}
    match = air(TARGET, elsewhere, {home: base}, available=own, side=side)
    launch(match, target, *own[:count])
    do(match, f"unit {own[count]}")
    assert target not in offered(match, "hex")
    assert (refused(match, f"hex {target}"), why(match, f"hex {target}").key) == ("15.2.6", "why.full-sky")


@pytest.mark.rule("sn", "15.2.8")
@pytest.mark.rule("sn", "15.2.1")
def test_only_the_available_box_attacks() -> None:
    match = air(TARGET, available=FAR, interception=NEAR)
    assert offered(match, "unit") == {FAR}
    assert (refused(match, f"unit {NEAR}"), why(match, f"unit {NEAR}").key) == ("15.2.8", "why.not-available")
    assert why(match, f"unit {RED[0]}").key == "why.not-yours"
    assert refused(match, f"hex {BORZYA}") == "15.2.10"
    launch(match, BORZYA, FAR)
    assert place(match, FAR) == BORZYA


@pytest.mark.rule("sn", "15.2.8")
def test_there_is_nothing_to_launch_with_an_empty_box() -> None:
    match = air(TARGET, interception=FAR)
    assert asked(match).message.key != "ask.launch"


def test_who_watches_sees_missions_only_when_they_fly() -> None:
    """What is in hand is private: strikes and interceptors on their way, strikes picked for a target."""
    match = air(TARGET, available=LONG[:2], interception=RED[:1], dice=[3, 3, 3])
    for side, decisions in (
        (0, [f"unit {FAR}", f"hex {BORZYA}"]),
        (1, [f"unit {RED[0]}"]),
        (0, [f"unit {LONG[0]}"]),
    ):
        before = view(position(match), side)
        do(match, *decisions)
        assert view(position(match), side) == before
        if side == 0 and asked(match).message.key == "ask.role":
            do(match, "mission ground")
            assert view(position(match), 0)["details"] == {"flights": {BORZYA: [FAR]}}
            do(launch(match, BORZYA, LONG[1]), "done")
        elif side == 1:
            do(match, f"hex {BORZYA}")


# -- winter (22.0) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "22.0")
@pytest.mark.rule("sn", "22.0.1")
@pytest.mark.parametrize(("turn", "most"), [(2, 4), (3, 3)])
def test_in_winter_half_of_the_airstrikes_fly(turn: int, most: int) -> None:
    """W16: of five in both boxes three, rounded up; those on the turn track do not count."""
    match = air(TARGET, {"aborted": SHORT}, available=LONG[:4], interception="JP-CAIR-1", turn=turn)
    launch(match, BORZYA, *LONG[:most])
    assert offered(match, "unit") == set()
    if most == 3:
        assert (refused(match, f"unit {LONG[3]}"), why(match, f"unit {LONG[3]}").key) == ("22.0.1", "why.winter-air")


@pytest.mark.rule("sn", "22.0.1")
def test_the_winter_limit_counts_each_phase_and_each_side_for_itself() -> None:
    """The Soviets have four, so two intercept, whatever Japan has flown."""
    match = air({CHITA: "SU-12IC", BORZYA: "SU-18IC"}, available=LONG[:2], interception=RED[:4], turn=3)
    launch(match, BORZYA, LONG[0])
    assert refused(match, f"unit {LONG[1]}") == "22.0.1"
    do(match, "done")
    intercept(match, BORZYA, *RED[:2])
    assert asked(match).message.key != "ask.intercept"


# -- the Home Islands (23.0.6) -----------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "23.0.6")
def test_from_the_home_islands_ranges_are_halved() -> None:
    """E90: a back of 8 reaches the fourth hex from the east edge, not the fifth."""
    placed = {"1604": "SU-12IC", "1605": "SU-18IC", "2010": "JP-2IC", "available": FAR}
    match = board(placed, "japan_air")
    do(match, f"unit {FAR}")
    assert "1604" in offered(match, "hex")
    assert refused(match, "hex 1605") == "15.2.4"


@pytest.mark.rule("sn", "23.0.6")
def test_the_home_islands_launch_and_land_without_limit() -> None:
    """Also of three bases it is one to choose."""
    placed = {"2202": "SU-12IC", "2301": "SU-18IC", "2103": "SU-26IC", "2106": ["JP-1BASE", "JP-SUP-1"]}
    match = board({**placed, "available": [*LONG, *MIDDLE[:4]]}, "japan_air", dice=[3, 3, 3])
    do(match, f"unit {LONG[0]}", "hex 2202")
    assert offered(match, "from") | offered(match, "home") == {"2106", None}
    do(match, "home", "mission ground")
    launch(match, "2202", *LONG[1:4], base="home")
    launch(match, "2301", LONG[4], MIDDLE[0], base="home")
    do(match, f"unit {MIDDLE[1]}", "hex 2103", "home", "mission ground")
    launch(match, "2103", MIDDLE[2], MIDDLE[3], base="home")
    do(match, "done", "strike 2202", "target units", "strike 2301", "target units", "target units")
    assert all(place(match, u) == "available" for u in [*LONG, *MIDDLE[:4]])


@pytest.mark.rule("sn", "23.0.6")
@pytest.mark.rule("sn", "23.0.5")
def test_the_second_phase_from_the_home_islands_needs_a_supply_unit_expended_there() -> None:
    """E133: in the first phase, or in the first turn, nothing is needed."""
    placed = {"2202": "SU-12IC", "home": "JP-SUP-1", "2010": "JP-SUP-2", "available": FAR}
    assert offered(board(placed, "japan_air"), "unit") == {FAR}
    idle = do(board(placed, "japan_air", round=2), "expend JP-SUP-2", "done")
    assert refused(idle, f"unit {FAR}") == "15.1"
    spent = do(board(placed, "japan_air", round=2), "expend JP-SUP-1", "done")
    assert (offered(spent, "unit"), place(spent, "JP-SUP-1")) == ({FAR}, "pool")
    first = board(placed, "japan_air", round=2, turn=1, scenario="anti-comintern")
    assert offered(first, "unit") == {FAR}


# -- coming home (15.3) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "15.3")
@pytest.mark.rule("sn", "15.2.1")
def test_airstrikes_return_to_the_box_they_flew_from() -> None:
    match = air(TARGET, available=FAR, interception=RED[0], dice=[3, 3, 3])
    launch(match, BORZYA, FAR)
    intercept(do(match, "done"), BORZYA, RED[0])
    do(match, "target units")
    assert (place(match, FAR), place(match, RED[0])) == ("available", "interception")


@pytest.mark.rule("sn", "15.3")
def test_an_airstrike_without_a_base_in_range_is_lost_and_that_is_no_victory() -> None:
    """E89: the interceptor's base is destroyed under it."""
    placed = {BORZYA: "SU-12IC", MANCHOULI: "JP-2BASE"}
    match = air(placed, available=[*LONG[:4], *MIDDLE[:1]], interception=RED[:1], dice=[3, 3, 6, 1])
    launch(match, BORZYA, MIDDLE[0])
    launch(match, OLOVYANNAYA, *LONG[:4])
    intercept(do(match, "done"), BORZYA, RED[0])
    do(match, f"strike {OLOVYANNAYA}", "target units", "unit SU-FEBASE", "target units")
    assert (place(match, RED[0]), keys(match).count("log.no-base")) == ("pool", 1)
    assert points(match, "japan") == 0


@pytest.mark.rule("sn", "4.1.4", "15.1.2")
@pytest.mark.parametrize("step", [AirPhase(1, 1), Landing(1)])
def test_an_air_phase_readies_the_airbases_of_its_side_only(step: SnStep) -> None:
    """Whether anybody flies in it or not."""
    s = position(board({"2010": "JP-1BASE", "1028": "SU-FEBASE"}, "japan_move"))
    s.shifted = units("JP-1BASE", "SU-FEBASE")
    step.run(s)
    assert s.shifted == units("SU-FEBASE")


@pytest.mark.rule("sn", "4.1.4")
def test_an_air_phase_without_airstrikes_is_passed_over() -> None:
    """A carrier in the box is none."""
    match = board({"2010": "JP-2IC", "1028": "SU-12IC", "available": "JP-CV-1"}, "japan_air")
    assert "@phase.japan_air_1" not in [event.params.get("phase") for event in match.log]


@pytest.mark.rule("sn", "25.4.4", "25.8.4")
@pytest.mark.parametrize(("turn", "barred"), [(1, {"JP-CAIR-1", "JP-CAIR-4", "JP-NAVY-1", "JP-NAVY-2"}), (2, set())])
def test_in_the_first_turn_ships_and_their_airstrikes_stay_away(turn: int, barred: set[str]) -> None:
    s = position(board({"2010": "JP-2IC", "1028": "SU-12IC"}, "japan_move", turn=turn))
    asked_for = ("JP-AIR-1", "JP-AIR-12", "SU-AIR-8", "JP-CAIR-1", "JP-CAIR-4", "JP-NAVY-1", "JP-NAVY-2")
    assert {name for name in asked_for if barred_first_turn(s, unit(name))} == barred


@pytest.mark.rule("sn", "15.3")
@pytest.mark.rule("sn", "15.2.29")
def test_nobody_lands_on_a_disrupted_base() -> None:
    match = air(TARGET, available=[FAR, *MIDDLE[:2], LONG[1], LONG[2]], interception=RED[:1], dice=[3, 3, 5, 3])
    launch(match, BORZYA, FAR)
    launch(match, OLOVYANNAYA, LONG[1], LONG[2], MIDDLE[0])
    intercept(do(match, "done"), BORZYA, RED[0])
    do(match, f"strike {OLOVYANNAYA}", "target units", "unit SU-FEBASE", "target units")
    assert marked(match, "disrupted", "SU-FEBASE")
    assert place(match, RED[0]) == "pool"


@pytest.mark.rule("sn", "15.3", "R106")
def test_who_reaches_the_home_islands_lands_there_and_leaves_the_bases_to_others() -> None:
    s = position(board({"2202": "SU-12IC", "2106": ["JP-1BASE", "JP-SUP-1"]}, "japan_air"))
    s.put(unit(FAR), at("2202"))
    assert landing_places(s, 1, unit(FAR)) == [s.game.box("home"), at("2106")]


@pytest.mark.rule("sn", "15.3.1")
def test_every_landing_of_the_phase_takes_room() -> None:
    s = position(board({"2010": ["JP-1BASE", "JP-SUP-1"], "2202": "SU-12IC"}, "japan_air"))
    first, second = unit(LONG[0]), unit(LONG[1])
    most = room_to_land(s, 1, at("2010"), first)
    s.landings = ((second, at("2010")), (unit(RED[0]), at("2010")), (unit(LONG[2]), at("1521")))
    assert room_to_land(s, 1, at("2010"), first) == most - 1


@pytest.mark.rule("sn", "15.3", "15.2.1")
def test_the_log_names_who_found_no_base() -> None:
    s = position(board({"1028": "SU-12IC", "2010": "JP-2IC"}, "japan_air"))
    s.log = []
    s.put(unit("JP-AIR-11"), at("1028"))
    return_all(s, 1, units("JP-AIR-11"))
    assert [event.params["units"] for event in s.log if event.key == "log.no-base"] == [["JP-AIR-11"]]
    assert ids(s.in_box(1, "pool")) >= {"JP-AIR-11"}


@pytest.mark.rule("sn", "15.3.1")
def test_landings_do_not_exceed_the_capacity_and_any_base_will_do() -> None:
    """Six from two bases; one base is disrupted meanwhile: four land, and rather those of the longer range."""
    placed = {BORZYA: "SU-12IC", PLAIN: "SU-18IC", "1521": ["JP-2BASE", "JP-SUP-2"]}
    match = air(placed, available=[*LONG[:2], *MIDDLE[:2], *SHORT], dice=[3, 3])
    launch(match, BORZYA, *SHORT)
    launch(match, BORZYA, *MIDDLE[:2], base="1521")
    launch(match, PLAIN, *LONG[:2], base="1521")
    do(match, "done")
    position(match).disrupted |= 1 << match.game.sheet.index["JP-2BASE"]
    do(match, f"strike {BORZYA}", "target units", "target units")
    assert {u: place(match, u) for u in (*LONG[:2], *MIDDLE[:2])} == dict.fromkeys(
        (*LONG[:2], *MIDDLE[:2]), "available"
    )
    assert [place(match, u) for u in SHORT] == ["pool", "pool"]


@pytest.mark.rule("sn", "15.3.1")
def test_where_room_is_short_those_who_fly_farther_land_first() -> None:
    """One of two Soviet bases is disrupted meanwhile: there is room for two of three."""
    placed = {PLAIN: "JP-2IC", OLOVYANNAYA: "SU-TBBASE", "available": [*RED[:2], "SU-AIR-7"]}
    match = air(placed, side="soviet", dice=[3, 3])
    launch(match, PLAIN, *RED[:2])
    do(launch(match, MANCHOULI, "SU-AIR-7"), "done")
    position(match).disrupted |= 1 << match.game.sheet.index["SU-TBBASE"]
    do(match, f"strike {PLAIN}", "target units", "target units")
    assert [place(match, u) for u in (*RED[:2], "SU-AIR-7")] == ["available", "pool", "available"]


@pytest.mark.rule("sn", "15.3.1")
def test_who_can_land_elsewhere_makes_room_for_who_cannot() -> None:
    """The short ones reach Manchouli only; two of the long ones go on to 1721."""
    placed = {BORZYA: "SU-12IC", PLAIN: "SU-18IC", "1721": ["JP-2BASE", "JP-SUP-2"], MANCHOULI: "JP-3BASE"}
    strikes = [*SHORT, *LONG[:4]]
    match = air(placed, available=strikes, dice=[3, 3])
    launch(match, PLAIN, *LONG[:4], base=MANCHOULI)
    launch(match, BORZYA, *SHORT)
    do(match, "done")
    position(match).disrupted |= 1 << match.game.sheet.index["JP-3BASE"]
    do(match, f"strike {BORZYA}", "target units", "target units")
    assert {place(match, u) for u in strikes} == {"available"}
    landed = {match.game.sheet.ids[u]: match.game.place_name(p) for u, p in position(match).landings}
    assert all(landed[u] == MANCHOULI for u in SHORT)


@pytest.mark.rule("sn", "15.3.1")
def test_a_base_that_has_moved_takes_airstrikes_in() -> None:
    placed = {**TARGET, "1521": ["JP-1BASE", "JP-SUP-1"], MANCHOULI: "JP-2BASE", "available": LONG}
    match = west({**placed, PLAIN: "SU-18IC"}, "japan_air", shifted="JP-2BASE", dice=[3, 3])
    launch(match, BORZYA, *LONG[:4])
    assert refused(match, f"unit {LONG[4]}") == "15.1"
    do(match, "done")
    position(match).disrupted |= 1 << match.game.sheet.index["JP-1BASE"]
    do(match, "target units")
    assert {place(match, u) for u in LONG} == {"available"}
