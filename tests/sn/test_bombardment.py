"""16.0  Naval gunfire: coasts, no supply, no interception, no anti-aircraft fire."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from khalkhin.engine.match import Match
from tests.sn.flights import LONG, RED, launch
from tests.sn.positions import Some, asked, board, do, keys, names, offered, place, position, refused, told, why

FLEET = ["JP-NAVY-1", "JP-NAVY-2"]
VLADIVOSTOK, VOROSHILOV, POSYET = "2202", "2103", "2403"


def fleet(
    placed: Mapping[str, Some], *dice: int, available: Some = "JP-NAVY-1", round: int = 1, turn: int = 2
) -> Match:
    """A Japanese Air Phase with ships, and nobody in supply."""
    rest: dict[str, Some] = {"2010": "JP-2IC", "available": available}
    return board({**rest, **placed}, "japan_air", dice=dice, round=round, turn=turn)


@pytest.mark.rule("sn", "16.0")
def test_ships_fire_at_units_and_cities_on_the_coast() -> None:
    """Voroshilov lies inland; Posyet is a port without anybody in it."""
    match = fleet({"2303": "SU-12IC", "2301": "SU-18IC", "2102": "SU-26IC"})
    do(match, "unit JP-NAVY-1")
    assert offered(match, "hex") == {VLADIVOSTOK, "2303", "2301"}
    assert (refused(match, f"hex {VOROSHILOV}"), why(match, f"hex {VOROSHILOV}").key) == ("16.0", "why.no-coast")
    assert refused(match, f"hex {POSYET}") == "15.2.10"
    do(match, "hex 2303")
    assert place(match, "JP-NAVY-1") == "2303"


@pytest.mark.rule("sn", "16.0")
def test_it_is_carried_out_like_an_air_attack_and_the_ships_go_back_to_their_box() -> None:
    match = do(fleet({"2303": "SU-12IC"}, 6), "unit JP-NAVY-1", "hex 2303", "done", "target units")
    assert (told(match, "log.air-attack")["column"], told(match, "log.air-attack")["dice"]) == ("1", "6−1")
    assert place(match, "JP-NAVY-1") == "available"


@pytest.mark.rule("sn", "16.0")
def test_ships_attack_cities_but_no_airbases_as_such() -> None:
    """E135: the airbase is a unit like others to them."""
    match = fleet({VLADIVOSTOK: ["SU-12IC", "SU-FEBASE"]}, 6, 6, available=[*FLEET, *LONG[:2]])
    launch(match, VLADIVOSTOK, *FLEET, *LONG[:2])
    do(match, "done", "unit JP-NAVY-1")
    assert (offered(match, "target"), refused(match, "target airbase")) == ({"units", "city"}, "15.2.21")
    do(match, "unit JP-NAVY-2", "target city")
    assert names(position(match).ruined) == {VLADIVOSTOK}
    assert offered(match, "target") == {"units", "airbase", "city"}


@pytest.mark.rule("sn", "16.0.1")
def test_ships_are_never_intercepted() -> None:
    placed = {VLADIVOSTOK: ["SU-FEBASE", "SU-SUP-1"], "interception": RED}
    match = do(fleet(placed, 3), "unit JP-NAVY-1", f"hex {VLADIVOSTOK}", "done")
    assert (asked(match).side, asked(match).message.key) == (1, "ask.aim")
    both = fleet(placed, 3, 3, 3, available=["JP-NAVY-1", LONG[0]])
    do(launch(both, VLADIVOSTOK, "JP-NAVY-1", LONG[0]), "done", f"unit {RED[0]}", f"hex {VLADIVOSTOK}", "done")
    columns = [e.params["column"] for e in both.log if e.key == "log.air-combat"]
    assert columns == ["1", "1"]


@pytest.mark.rule("sn", "16.0.1")
def test_ships_are_immune_to_anti_aircraft_fire() -> None:
    """E85: alone nothing happens; of a mixed group an airstrike is lost."""
    alone = do(fleet({"2303": "SU-12IC"}, 1), "unit JP-NAVY-1", "hex 2303", "done", "target units")
    assert (told(alone, "log.air-attack")["result"], place(alone, "JP-NAVY-1")) == ("@air.AA", "available")
    assert "log.shot-down" not in keys(alone)
    mixed = fleet({"2301": "SU-12IC"}, 1, available=[*FLEET, LONG[0]])
    do(launch(mixed, "2301", *FLEET, LONG[0]), "done", "target units")
    assert (place(mixed, LONG[0]), place(mixed, "JP-NAVY-1")) == ("pool", "available")


@pytest.mark.rule("sn", "16.0.2")
def test_ships_need_no_supply_in_either_phase() -> None:
    match = fleet({"2303": "SU-12IC"}, round=2)
    assert offered(match, "unit") == {"JP-NAVY-1"}


@pytest.mark.rule("sn", "16.0.3")
def test_ships_and_airstrikes_attack_together() -> None:
    """Beyond the four airstrikes that may fly over a hex: the last column."""
    match = fleet({"2301": "SU-12IC"}, 2, available=[*FLEET, *LONG[:4]])
    do(launch(match, "2301", *LONG[:4], *FLEET), "done", "target units")
    assert (told(match, "log.air-attack")["column"], told(match, "log.air-attack")["result"]) == ("≥5", "@air.H1")


@pytest.mark.rule("sn", "16.0.4")
def test_each_strike_has_one_target_in_a_phase() -> None:
    match = fleet({"2301": "SU-12IC", "2303": "SU-18IC"}, 3, 3, available=FLEET)
    launch(match, "2301", *FLEET)
    assert refused(match, "unit JP-NAVY-1") == "15.2.3"
    do(match, "done", "unit JP-NAVY-1", "target units")
    assert (offered(match, "unit"), told(match, "log.air-attack")["column"]) == (set(), "1")
    do(match, "target units")
    assert asked(match).message.key != "ask.aim"


@pytest.mark.rule("sn", "22.0.2")
def test_winter_does_not_bind_ships() -> None:
    match = fleet({"2301": "SU-12IC"}, available=[*FLEET, *LONG[:2]], turn=3)
    launch(match, "2301", LONG[0])
    assert (offered(match, "unit"), refused(match, f"unit {LONG[1]}")) == (set(FLEET), "22.0.1")


@pytest.mark.rule("sn", "16.0")
def test_once_all_ships_have_sailed_the_phase_goes_on_when_the_player_says_so() -> None:
    match = do(fleet({"2303": "SU-12IC"}), "unit JP-NAVY-1", "hex 2303")
    assert (asked(match).message.key, offered(match, "unit"), offered(match, "done")) == ("ask.launch", set(), {None})


@pytest.mark.rule("sn", "16.0")
def test_with_nothing_to_fire_at_no_ship_sails() -> None:
    match = fleet({VLADIVOSTOK: "JP-3IC", "1002": "SU-12IC"})
    assert (refused(match, "unit JP-NAVY-1"), why(match, "unit JP-NAVY-1").key) == ("16.0", "why.nobody-ashore")


@pytest.mark.rule("sn", "15.1.2", "16.0")
def test_only_the_ships_go_back_to_the_box() -> None:
    """Not who was fired at, nor the ships that have not been recruited."""
    match = do(fleet({"2303": "SU-12IC"}, 3), "unit JP-NAVY-1", "hex 2303", "done", "target units")
    assert [place(match, u) for u in ("JP-NAVY-1", "JP-NAVY-2", "SU-12IC")] == ["available", "pool", "2303"]
