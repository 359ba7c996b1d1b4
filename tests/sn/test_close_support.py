"""15.2.31-34  Close air support: who flies it, over whom, how long it stays, how it comes home."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from tests.sn.flights import BORZYA, CHITA, FAR, LONG, MANCHOULI, PLAIN, RED, SHORT, air, intercept, launch
from tests.sn.positions import asked, do, keys, marked, offered, place, points, position, refused, told

FRONT = {"1424": "SU-12IC", "1423": "JP-2IC"}
"""A Japanese army next to a Soviet corps, before Manchouli."""


def supported(*strikes: str, dice: tuple[int, ...] = (), **kinds: Any) -> Match:
    """Close air support for the attack, up to the Combat Phase."""
    match = air(FRONT, available=strikes, dice=dice, **kinds)
    return do(launch(match, "1424", *strikes, mission="cas"), "done")


@pytest.mark.rule("sn", "15.2.31")
def test_only_japanese_airstrikes_fly_close_air_support() -> None:
    match = air(FRONT, available=RED[0], side="soviet")
    do(match, f"unit {RED[0]}", "hex 1423")
    assert asked(match).message.key == "ask.launch"
    assert not marked(match, "close_support", RED[0])
    ours = air(FRONT, available=FAR)
    do(ours, f"unit {FAR}", "hex 1424")
    assert offered(ours, "mission") == {"ground", "cas"}
    assert refused(ours, f"hex {BORZYA}") == "15.2.10"
    do(ours, "mission cas")
    assert marked(ours, "close_support", FAR)


@pytest.mark.rule("sn", "15.2.32")
def test_close_air_support_needs_enemy_units_in_the_hex() -> None:
    """A city without a garrison is bombed without a question."""
    match = air(FRONT, available=FAR)
    do(match, f"unit {FAR}", f"hex {CHITA}")
    assert asked(match).message.key == "ask.launch"
    assert not marked(match, "close_support", FAR)


@pytest.mark.rule("sn", "15.2.31")
def test_ships_give_no_close_air_support() -> None:
    match = air({"2301": "SU-18IC"}, available="JP-NAVY-1")
    do(match, "unit JP-NAVY-1", "hex 2301")
    assert asked(match).message.key == "ask.launch"


@pytest.mark.rule("sn", "15.2.32")
@pytest.mark.rule("sn", "15.2.34")
def test_it_stays_until_the_combat_phase_is_over_and_is_not_rolled_for() -> None:
    match = supported(FAR, dice=(1,))
    assert ("log.air-attack" in keys(match), place(match, FAR)) == (False, "1424")
    assert asked(match).message.key == "ask.expend-combat"
    do(match, "done", "attack 1424", "unit JP-2IC", "commit")
    assert place(match, FAR) in ("1424", "pool")


@pytest.mark.rule("sn", "15.2.32")
def test_it_goes_home_to_its_box_at_the_end_of_the_combat_phase() -> None:
    placed = {"1424": "SU-12IC", "1423": ["JP-2IC", "JP-FORT-1"]}
    match = air(placed, available=FAR)
    do(launch(match, "1424", FAR, mission="cas"), "done", "done")
    assert (asked(match).message.key, place(match, FAR)) == ("ask.declare", "1424")
    do(match, "commit")
    assert (place(match, FAR), position(match).close_support) == ("available", 0)


@pytest.mark.rule("sn", "15.2.32")
def test_close_air_support_and_attack_can_be_flown_over_the_same_hex() -> None:
    """Only those on attack are rolled for; all count for the limit of four."""
    match = air(FRONT, available=LONG, dice=[3])
    launch(match, "1424", *LONG[:2], mission="cas")
    launch(match, "1424", *LONG[2:4])
    assert refused(match, f"unit {LONG[4]}") == "15.1"
    do(match, "done")
    assert offered(match, "unit") == set(LONG[2:4])
    do(match, "target units")
    columns = [e.params["column"] for e in match.log if e.key == "log.air-attack"]
    assert (columns, {place(match, u) for u in LONG[:2]}) == (["2"], {"1424"})


@pytest.mark.rule("sn", "15.2.32")
def test_it_can_be_intercepted_like_any_mission() -> None:
    match = air(FRONT, available=LONG[:1], interception=RED[:2], dice=[1, 6])
    do(launch(match, "1424", FAR, mission="cas"), "done")
    do(intercept(match, "1424", *RED[:2]))
    assert (place(match, FAR), position(match).close_support) == ("pool", 0)


@pytest.mark.rule("sn", "15.3.1")
def test_those_who_land_first_leave_room_for_close_air_support() -> None:
    """Two short ones can land in Manchouli only, where four find room: the long ones go on to 1721."""
    placed = {BORZYA: "SU-12IC", PLAIN: "SU-18IC", "1721": ["JP-2BASE", "JP-SUP-2"], MANCHOULI: "JP-3BASE"}
    match = air(placed, available=[*SHORT, *LONG[:4]], dice=[3])
    launch(match, PLAIN, *LONG[:4], base=MANCHOULI)
    do(launch(match, BORZYA, *SHORT, mission="cas"), "done")
    position(match).disrupted |= 1 << match.game.sheet.index["JP-3BASE"]
    do(match, "target units")
    landed = [match.game.place_name(p) for _, p in position(match).landings]
    assert (landed.count(MANCHOULI), landed.count("1721")) == (4, 2)
    assert [place(match, u) for u in SHORT] == ["available", "available"]


@pytest.mark.rule("sn", "15.2.33")
@pytest.mark.rule("sn", "5.3.b")
def test_a_loss_in_the_air_and_one_on_the_ground_are_two_battles() -> None:
    """One of two is shot down by interceptors, the other lost when the attack fails: no point for that."""
    placed = {"1424": "SU-12IC", "1423": "JP-NSDIB"}
    match = air(placed, available=LONG[:2], interception=RED[:2], dice=[1, 6, 1])
    do(launch(match, "1424", *LONG[:2], mission="cas"), "done")
    do(intercept(match, "1424", *RED[:2]), f"unit {LONG[0]}", "done")
    do(match, "attack 1424", "unit JP-NSDIB", "commit")
    assert told(match, "log.result")["codes"] == "AE"
    assert ([place(match, u) for u in LONG[:2]], points(match, "soviet")) == (["pool", "pool"], 0)
