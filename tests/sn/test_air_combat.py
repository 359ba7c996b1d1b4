"""15.2.13-19, 5.3.b  Air combat: columns, dice, who is shot down, who breaks off and comes back."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from tests.sn.flights import BORZYA, FAR, LONG, MIDDLE, OLOVYANNAYA, PLAIN, RED, air, intercept, launch
from tests.sn.positions import asked, board, do, ids, keys, offered, place, points, position, refused, why

TARGET = {BORZYA: "SU-12IC"}


def dogfight(ours: int, theirs: int, *dice: int, **kinds: Any) -> Match:
    """So many Japanese airstrikes over Borzya meet so many Soviet ones; Japan throws first."""
    match = air(TARGET, available=LONG[:ours], interception=RED[:theirs], dice=dice, **kinds)
    do(launch(match, BORZYA, *LONG[:ours]), "done")
    intercept(match, BORZYA, *RED[:theirs])
    if asked(match).message.key == "ask.intercept":
        do(match, "done")
    return match


def columns(match: Match) -> list[tuple[str, str]]:
    return [(e.params["column"], e.params["result"]) for e in match.log if e.key == "log.air-combat"]


@pytest.mark.rule("sn", "15.2.13")
@pytest.mark.rule("sn", "15.2.14")
@pytest.mark.parametrize(
    ("ours", "theirs", "dice", "results"),
    [
        (1, 1, (5, 6), [("1", "@air.NE"), ("1", "@air.H1")]),
        (2, 2, (6, 5), [("2", "@air.H2"), ("2", "@air.H1")]),
        (3, 1, (4, 2), [("3", "@air.H1"), ("1", "@air.AA")]),
        (4, 2, (2, 1), [("4", "@air.NE"), ("2", "@air.AA")]),
    ],
)
def test_each_side_throws_one_die_in_the_column_of_its_airstrikes(
    ours: int, theirs: int, dice: tuple[int, int], results: list[tuple[str, str]]
) -> None:
    """The town, the corps below and its disruption shift nothing."""
    assert columns(dogfight(ours, theirs, *dice, disrupted="SU-12IC")) == results


@pytest.mark.rule("sn", "15.2.15")
@pytest.mark.rule("sn", "15.2.16")
@pytest.mark.rule("sn", "15.2.2")
@pytest.mark.rule("sn", "5.3.b")
def test_losses_come_after_both_have_thrown() -> None:
    """E82: four against two, 6 and 5: two Soviets are shot down, one Japanese breaks off; Japan gains a point."""
    match = dogfight(4, 2, 6, 5)
    assert (place(match, RED[0]), place(match, RED[1])) == ("pool", "pool")
    assert (asked(match).side, asked(match).message.key, offered(match, "unit")) == (1, "ask.abort", set(LONG[:4]))
    do(match, f"unit {LONG[2]}")
    assert [place(match, u) for u in LONG[:4]] == [BORZYA, BORZYA, "aborted", BORZYA]
    assert (points(match, "japan"), points(match, "soviet")) == (1, 0)


@pytest.mark.rule("sn", "15.2.15")
def test_the_last_two_can_shoot_each_other_down() -> None:
    match = dogfight(2, 2, 6, 6)
    assert asked(match).message.key == "ask.shot-down"
    do(match, f"unit {RED[0]}", f"unit {LONG[1]}")
    assert (place(match, RED[0]), place(match, LONG[1])) == ("pool", "pool")
    assert (place(match, RED[1]), place(match, LONG[0])) == (BORZYA, BORZYA)


@pytest.mark.rule("sn", "15.2.18")
def test_anti_aircraft_fire_hits_nobody_in_air_combat() -> None:
    match = dogfight(1, 1, 1, 1)
    assert columns(match) == [("1", "@air.AA"), ("1", "@air.AA")]
    assert (place(match, FAR), place(match, RED[0])) == (BORZYA, BORZYA)


@pytest.mark.rule("sn", "15.2.19")
def test_the_owner_picks_who_is_lost() -> None:
    match = dogfight(2, 2, 6, 1)
    assert (asked(match).side, asked(match).message.key, offered(match, "unit")) == (0, "ask.shot-down", set(RED[:2]))
    assert (refused(match, f"unit {FAR}"), why(match, f"unit {FAR}").key) == ("15.2.19", "why.pick-airstrike")
    do(match, f"unit {RED[1]}")
    assert (place(match, RED[0]), place(match, RED[1])) == (BORZYA, "pool")


@pytest.mark.rule("sn", "15.2.19")
def test_excess_losses_are_ignored() -> None:
    match = dogfight(4, 1, 6, 1)
    assert (place(match, RED[0]), asked(match).message.key) == ("pool", "ask.aim")
    assert points(match, "japan") == 0


@pytest.mark.rule("sn", "15.2.17")
def test_who_breaks_off_does_not_complete_the_mission() -> None:
    match = dogfight(1, 1, 3, 6)
    assert place(match, FAR) == "aborted"
    assert asked(match).message.key != "ask.aim"
    assert "log.air-attack" not in keys(match)


@pytest.mark.rule("sn", "15.2.16", "15.2.17")
def test_one_breaks_off_and_no_more() -> None:
    """Three against two, 4 and 5: one of either side; who broke off before stays marked."""
    match = dogfight(3, 2, 4, 5, broken_off="SU-AIR-8")
    assert columns(match) == [("3", "@air.H1"), ("2", "@air.H1")]
    broke: list[str] = []
    while asked(match).message.key == "ask.abort":
        broke.append(max(str(u) for u in offered(match, "unit")))
        do(match, f"unit {broke[-1]}")
    assert broke == [RED[1], LONG[2]]
    assert ids(position(match).broken_off) == {"SU-AIR-8", RED[1], LONG[2]}
    assert [e.params["units"] for e in match.log if e.key == "log.aborted"] == [[RED[1]], [LONG[2]]]


@pytest.mark.rule("sn", "15.2.17")
def test_who_broke_off_comes_back_free_in_the_next_turn() -> None:
    """E92: not before, whoever has moved in between; the owner chooses the box."""
    placed = {"aborted": [FAR, RED[0]], "1521": "JP-2IC", "1028": "SU-12IC"}
    early = board(placed, "japan_mobilize", turn=3, broken_off=[FAR, RED[0]], points=(20, 20))
    assert asked(early).message.key == "ask.mobilize"
    late = board(placed, "japan_mobilize", turn=4, points=(20, 20))
    assert (asked(late).side, asked(late).message.key) == (1, "ask.allot")
    assert (offered(late, "available"), offered(late, "interception")) == ({None}, {None})
    assert refused(late, "done") == "15.2.7"
    do(late, "interception")
    assert (place(late, FAR), place(late, RED[0]), points(late, "japan")) == ("interception", "aborted", 28)
    soviet = do(board(placed, "soviet_mobilize", turn=4), "available")
    assert place(soviet, RED[0]) == "available"


@pytest.mark.rule("sn", "15.2.17")
def test_the_turn_that_begins_frees_who_broke_off_in_the_last() -> None:
    match = board({"aborted": RED[0], "1521": "JP-2IC", "1028": "SU-12IC"}, "victory", broken_off=RED[0])
    assert position(match).broken_off == 0
    assert (position(match).turn, place(match, RED[0])) == (3, "aborted")


@pytest.mark.rule("sn", "5.3.b")
def test_two_airstrikes_lost_over_one_hex_are_one_victory_however_they_are_lost() -> None:
    """One in air combat, one to anti-aircraft fire: the Soviets have a point. A third brings nothing more."""
    match = dogfight(3, 2, 3, 6, 1, 1)
    do(match, f"unit {LONG[0]}", f"unit {LONG[1]}", "target units")
    assert (place(match, LONG[0]), place(match, LONG[1]), points(match, "soviet")) == ("pool", "pool", 1)
    do(match, "target units")
    assert (place(match, LONG[2]), points(match, "soviet")) == ("pool", 1)


@pytest.mark.rule("sn", "5.3.b")
def test_losses_over_different_hexes_are_different_battles() -> None:
    placed = {BORZYA: "SU-12IC", PLAIN: "SU-18IC"}
    match = air(placed, available=[LONG[0], MIDDLE[0]], dice=[1, 1])
    launch(match, BORZYA, LONG[0])
    do(launch(match, PLAIN, MIDDLE[0]), "done", f"strike {PLAIN}", "target units", "target units")
    assert (place(match, LONG[0]), place(match, MIDDLE[0]), points(match, "soviet")) == ("pool", "pool", 0)


@pytest.mark.rule("sn", "15.2.13")
def test_every_contested_hex_has_its_own_combat() -> None:
    placed = {BORZYA: "SU-12IC", OLOVYANNAYA: "SU-TBBASE"}
    match = air(placed, available=LONG[:3], interception=RED[:2], dice=[1, 1, 1, 1])
    launch(match, BORZYA, LONG[0])
    do(launch(match, OLOVYANNAYA, LONG[1], LONG[2]), "done")
    intercept(match, BORZYA, RED[0])
    intercept(match, OLOVYANNAYA, RED[1])
    fought = [(e.params["hex"], e.params["column"]) for e in match.log if e.key == "log.air-combat"]
    assert sorted(fought) == [(OLOVYANNAYA, "1"), (OLOVYANNAYA, "2"), (BORZYA, "1"), (BORZYA, "1")]
