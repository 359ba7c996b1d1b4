"""15.2.9, 15.2.11, 15.2.12  Interception: who flies against whom, from where, and with what supply."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from tests.sn.flights import (
    BORZYA,
    CHITA,
    FAR,
    KARYMSKAYA,
    LONG,
    MANCHOULI,
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
from tests.sn.positions import asked, board, do, offered, place, position, refused, why

TARGET = {BORZYA: "SU-12IC"}


def raid(*strikes: str, target: str = BORZYA, **kinds: Any) -> Match:
    """A Japanese raid on Borzya, the Soviets asked for interceptors."""
    match = air(TARGET, **{"available": strikes, "interception": RED, **kinds})
    return do(launch(match, target, *strikes), "done")


@pytest.mark.rule("sn", "15.2.11")
@pytest.mark.rule("sn", "4.1.4")
def test_interceptors_fly_after_all_attackers_to_the_hexes_where_they_are() -> None:
    match = air(TARGET, {KARYMSKAYA: "SU-18IC"}, available=[FAR, LONG[1]], interception=RED)
    launch(match, BORZYA, FAR)
    assert asked(match).side == 1  # one more may be launched
    do(match, "done")
    assert (asked(match).side, asked(match).message.key) == (0, "ask.intercept")
    do(match, f"unit {RED[0]}")
    assert offered(match, "hex") == {BORZYA}
    assert refused(match, f"hex {KARYMSKAYA}") == "15.2.11"
    assert why(match, f"hex {KARYMSKAYA}").key == "why.nothing-flies"
    do(match, f"hex {BORZYA}")
    assert place(match, RED[0]) == BORZYA


def test_what_air_combat_would_come_to_is_told_before_an_interceptor_flies() -> None:
    """One airstrike hits with its faces of the die in the first column, and who flies the strike is asked nothing."""
    match = do(raid(FAR), f"unit {RED[0]}")
    table = position(match).game.charts.air_attack
    faces = sum(table.result(0, die) in ("H1", "H2", "H3") for die in range(1, 7))
    note = match.view("soviet")["details"]["notes"][BORZYA]
    assert note["params"] == {"mine": 1, "theirs": 1, "hit": faces, "lost": faces}
    assert "notes" not in match.view("japan")["details"]


@pytest.mark.rule("sn", "15.2.11")
def test_nobody_intercepts_where_nobody_attacks() -> None:
    match = do(air(TARGET, available=FAR, interception=RED), "done")
    assert asked(match).message.key != "ask.intercept"


@pytest.mark.rule("sn", "15.2.11")
def test_to_intercept_is_a_choice() -> None:
    match = do(raid(FAR, dice=[3]), "done")
    assert (asked(match).side, asked(match).message.key) == (1, "ask.aim")


@pytest.mark.rule("sn", "2.7.1")
@pytest.mark.rule("sn", "15.2")
def test_the_number_on_the_front_is_the_range_of_interception() -> None:
    """Chita is four hexes from Olovyannaya: the back would reach it."""
    match = raid(FAR, target=CHITA)
    assert (offered(match, "unit"), refused(match, f"unit {RED[0]}")) == (set(), "15.2.4")
    near = raid(FAR, target=OLOVYANNAYA, interception=["SU-AIR-1", "SU-AIR-7"])
    assert offered(near, "unit") == {"SU-AIR-1", "SU-AIR-7"}
    two = air(TARGET, {PLAIN: "SU-18IC"}, available=[FAR, NEAR], interception=["SU-AIR-1", "SU-AIR-7"])
    launch(two, BORZYA, FAR)
    do(launch(two, PLAIN, NEAR), "done", "unit SU-AIR-7")
    assert offered(two, "hex") == {BORZYA, PLAIN}
    do(two, f"hex {PLAIN}", "unit SU-AIR-1")
    assert (offered(two, "hex"), refused(two, f"hex {PLAIN}")) == ({BORZYA}, "15.2.4")


@pytest.mark.rule("sn", "15.2.9")
def test_only_the_interception_box_intercepts() -> None:
    match = raid(FAR, available=[FAR, RED[0]], interception=[RED[1], LONG[1]])
    assert offered(match, "unit") == {RED[1]}
    assert (refused(match, f"unit {RED[0]}"), why(match, f"unit {RED[0]}").key) == ("15.2.9", "why.cannot-intercept")
    assert refused(match, f"unit {LONG[1]}") == "15.2.9"
    assert refused(match, f"hex {BORZYA}") == "15.2.11"


@pytest.mark.rule("sn", "15.2.6")
def test_the_limit_over_a_hex_holds_for_interceptors_too() -> None:
    match = raid(FAR, dice=[3, 3, 3])
    intercept(match, BORZYA, *RED[:2])
    assert (asked(match).message.key, refused(match, f"unit {RED[0]}")) == ("ask.intercept", "15.2.3")
    assert (offered(match, "unit"), refused(match, f"unit {RED[2]}")) == (set(), "15.2.12")
    two = air(TARGET, {KARYMSKAYA: "SU-18IC", OLOVYANNAYA: "SU-TBBASE"}, available=LONG[:2], interception=RED)
    launch(two, BORZYA, LONG[0])
    intercept(do(launch(two, KARYMSKAYA, LONG[1]), "done"), BORZYA, *RED[:2])
    do(two, f"unit {RED[2]}")
    assert (offered(two, "hex"), refused(two, f"hex {BORZYA}")) == ({KARYMSKAYA}, "15.2.6")


@pytest.mark.rule("sn", "15.1")
def test_a_base_sends_no_more_interceptors_than_its_capacity() -> None:
    match = air(TARGET, {KARYMSKAYA: "SU-18IC"}, available=LONG[:2], interception=RED)
    launch(match, BORZYA, LONG[0])
    intercept(do(launch(match, KARYMSKAYA, LONG[1]), "done"), BORZYA, RED[0])
    intercept(match, KARYMSKAYA, RED[1])
    assert (offered(match, "unit"), why(match, f"unit {RED[2]}").key) == (set(), "why.no-base")


@pytest.mark.rule("sn", "15.1")
def test_of_several_bases_the_owner_says_which() -> None:
    match = air(TARGET, {"1226": ["SU-TBBASE", "SU-SUP-2"]}, available=FAR, interception=RED)
    do(launch(match, BORZYA, FAR), "done", f"unit {RED[0]}", f"hex {BORZYA}")
    assert (asked(match).message.key, offered(match, "from")) == ("ask.base", {OLOVYANNAYA, "1226"})
    assert (refused(match, "from 1028"), refused(match, "done")) == ("15.1", "15.2.11")
    do(match, "from 1226")
    assert place(match, RED[0]) == BORZYA


@pytest.mark.rule("sn", "15.2.12")
def test_the_first_enemy_phase_needs_general_supply() -> None:
    placed = {**TARGET, MANCHOULI: ["JP-1BASE", "JP-SUP-1"], OLOVYANNAYA: "SU-FEBASE"}
    match = west({**placed, "available": FAR, "interception": RED}, "japan_air")
    do(launch(match, BORZYA, FAR), "done")
    assert (offered(match, "unit"), refused(match, f"unit {RED[0]}")) == (set(), "15.2.12")


@pytest.mark.rule("sn", "15.2.12")
@pytest.mark.rule("sn", "15.1.4")
def test_the_second_enemy_phase_needs_expended_supply() -> None:
    """E81: the defender is asked right after the attacker."""
    setting: dict[str, Any] = {"available": FAR, "interception": RED, "round": 2, "expend": ["JP-SUP-1"]}
    match = air(TARGET, **setting)
    assert (asked(match).side, asked(match).message.key) == (0, "ask.expend-interception")
    assert refused(match, f"unit {FAR}") == "14.4.2"
    do(match, "done")
    do(launch(match, BORZYA, FAR), "done")
    assert refused(match, f"unit {RED[0]}") == "15.2.12"
    spent = do(air(TARGET, **setting), "expend SU-SUP-1", "done")
    do(launch(spent, BORZYA, FAR), "done")
    assert (offered(spent, "unit"), place(spent, "SU-SUP-1")) == (set(RED), "pool")


@pytest.mark.rule("sn", "15.1.2")
@pytest.mark.rule("sn", "4.2.4")
def test_a_base_that_moved_in_its_own_turn_intercepts_in_the_enemys() -> None:
    placed = {OLOVYANNAYA: ["SU-FEBASE", "SU-SUP-1"], PLAIN: "JP-2IC", "1522": ["JP-1BASE", "JP-SUP-1"]}
    match = west({**placed, "available": RED[0], "interception": FAR}, "soviet_air", shifted="JP-1BASE")
    do(launch(match, PLAIN, RED[0]), "done")
    assert (asked(match).side, offered(match, "unit")) == (1, {FAR})


@pytest.mark.rule("sn", "15.2.29")
def test_a_disrupted_base_sends_no_interceptors() -> None:
    assert refused(raid(FAR, disrupted="SU-FEBASE"), f"unit {RED[0]}") == "15.2.12"


@pytest.mark.rule("sn", "23.0.6")
def test_nobody_intercepts_from_the_home_islands() -> None:
    """E90"""
    placed = {"2202": ["SU-FEBASE", "SU-SUP-1"], "2403": "JP-FORT-1", "home": "JP-SUP-1", "1521": "JP-2IC"}
    match = board({**placed, "available": RED[0], "interception": LONG}, "soviet_air")
    do(launch(match, "2403", RED[0]), "done")
    assert (asked(match).message.key, offered(match, "unit")) == ("ask.intercept", set())
    assert refused(match, f"unit {FAR}") == "15.2.12"


@pytest.mark.rule("sn", "15.2.12")
def test_interceptors_fly_in_each_enemy_phase() -> None:
    placed = {**TARGET, MANCHOULI: ["JP-1BASE", "JP-SUP-1"], OLOVYANNAYA: ["SU-FEBASE", "SU-SUP-1"]}
    match = west({**placed, "available": SHORT, "interception": RED[:1]}, "japan_air", dice=[3, 3, 3, 3, 3, 3])
    do(launch(match, BORZYA, SHORT[0]), "done")
    do(intercept(match, BORZYA, RED[0]), "target units")
    do(match, "done", "done", "expend JP-SUP-1", "done", "expend SU-SUP-1", "done")
    do(launch(match, BORZYA, SHORT[0]), "done")
    assert offered(match, "unit") == {RED[0]}


@pytest.mark.rule("sn", "2.7.1", "15.2.11")
def test_an_interceptor_reaches_what_any_base_reaches() -> None:
    """Olovyannaya covers Borzya; a base in Chita covers Chita itself."""
    placed = {BORZYA: "SU-12IC", CHITA: ["SU-TBBASE", "SU-SUP-2"]}
    match = air(placed, available=LONG[:2], interception=RED[:1])
    launch(match, BORZYA, LONG[0])
    do(launch(match, CHITA, LONG[1]), "done", f"unit {RED[0]}")
    assert offered(match, "hex") == {BORZYA, CHITA}


@pytest.mark.rule("sn", "15.2.9", "15.2.3")
def test_who_has_intercepted_does_not_do_it_again() -> None:
    match = intercept(raid(FAR), BORZYA, RED[0])
    assert (refused(match, f"unit {RED[0]}"), why(match, f"unit {RED[0]}").key) == ("15.2.3", "why.flown")
    assert why(match, f"unit {FAR}").key == "why.not-yours"
    assert why(match, "unit SU-AIR-8").key == "why.cannot-intercept"


@pytest.mark.rule("sn", "15.2.11", "15.1.2")
def test_interceptors_fly_from_a_base_that_has_moved() -> None:
    match = intercept(raid(FAR, shifted="SU-FEBASE"), BORZYA, RED[0])
    assert place(match, RED[0]) == BORZYA
