"""15.5  Aircraft carriers: airbases at sea, for carrier airstrikes only."""

from __future__ import annotations

import pytest

from tests.sn.flights import FAR, RED, launch
from tests.sn.positions import asked, board, do, offered, place, points, position, refused, who_is_at, why

AT_SEA, VLADIVOSTOK, VOROSHILOV = "2302", "2202", "2103"
AIR = ["JP-CAIR-1", "JP-CAIR-2", "JP-CAIR-3", "JP-CAIR-4"]
BELOW = {"2010": "JP-2IC", "1002": "SU-18IC"}


@pytest.mark.rule("sn", "15.5.1")
@pytest.mark.parametrize("round", [1, 2])
def test_a_carrier_sails_to_any_sea_or_coastal_hex_in_any_movement_phase(round: int) -> None:
    """From its box, too; without any supply; once in a phase."""
    match = board({**BELOW, "available": "JP-CV-1", "home": "JP-SUP-1"}, "japan_move", round=round)
    if round == 2:
        do(match, "done")
    do(match, "unit JP-CV-1")
    game = position(match).game
    assert len(offered(match, "hex")) == (game.sea | game.coast).bit_count()
    assert refused(match, f"hex {VOROSHILOV}") == "15.5.1"
    assert refused(match, "done") == "15.5.1"
    do(match, f"hex {AT_SEA}")
    assert (place(match, "JP-CV-1"), refused(match, "unit JP-CV-1")) == (AT_SEA, "15.5.1")


@pytest.mark.rule("sn", "15.5.1")
def test_a_carrier_in_the_pool_has_to_be_recruited_first() -> None:
    match = board(BELOW, "japan_move")
    assert (refused(match, "unit JP-CV-1"), why(match, "unit JP-CV-1").key) == ("15.5.1", "why.off-map")


@pytest.mark.rule("sn", "15.5")
@pytest.mark.rule("sn", "15.5.4")
@pytest.mark.parametrize("round", [1, 2])
def test_a_carrier_launches_in_both_phases_without_supply(round: int) -> None:
    """Two airstrikes, its capacity; it may have moved."""
    match = board({**BELOW, AT_SEA: "JP-CV-1", "available": AIR}, "japan_air", round=round, moved="JP-CV-1", dice=[3])
    assert asked(match).message.key == "ask.launch"
    launch(match, VLADIVOSTOK, *AIR[:2])
    assert (offered(match, "unit"), refused(match, f"unit {AIR[2]}")) == (set(), "15.1")
    do(match, "done", "target city")
    assert {place(match, u) for u in AIR} == {"available"}


@pytest.mark.rule("sn", "15.5")
def test_a_carrier_in_its_box_launches_nothing() -> None:
    match = board({**BELOW, "available": ["JP-CV-1", AIR[0]]}, "japan_air")
    assert refused(match, f"unit {AIR[0]}") == "15.1"


@pytest.mark.rule("sn", "15.5.2")
def test_carrier_airstrikes_use_no_airbases_and_others_no_carriers() -> None:
    """E91: nor do they use the Home Islands."""
    placed = {**BELOW, "2106": ["JP-1BASE", "JP-SUP-1"], VLADIVOSTOK: "SU-12IC", "available": [AIR[0], FAR]}
    on_land = board(placed, "japan_air")
    assert (offered(on_land, "unit"), refused(on_land, f"unit {AIR[0]}")) == ({FAR}, "15.1")
    gulf = {**BELOW, "3214": "JP-CV-1", "3213": "SU-12IC", "available": [AIR[0], FAR]}
    assert "3213" in offered(do(board(gulf, "japan_air"), f"unit {AIR[0]}"), "hex")
    assert "3213" not in offered(do(board(gulf, "japan_air"), f"unit {FAR}"), "hex")


@pytest.mark.rule("sn", "15.5.2")
@pytest.mark.rule("sn", "15.3.1")
def test_a_carrier_and_an_airbase_in_one_hex_have_room_for_their_own() -> None:
    """Four land airstrikes and two from the carrier leave Dairen and come back to it."""
    land = [f"JP-AIR-{n}" for n in range(6, 10)]
    placed = {**BELOW, "3614": ["JP-1BASE", "JP-SUP-1", "JP-CV-1"], "3113": "SU-12IC", "3213": "SU-26IC"}
    match = board({**placed, "available": [*land, *AIR]}, "japan_air", dice=[3, 3])
    launch(match, "3113", *land)
    launch(match, "3213", *AIR[:2])
    assert refused(match, f"unit {AIR[2]}") == "15.1"
    do(match, "done", "strike 3213", "target units", "target units")
    assert {place(match, u) for u in (*land, *AIR)} == {"available"}


@pytest.mark.rule("sn", "15.3")
def test_a_carrier_airstrike_comes_back_to_a_carrier_only() -> None:
    placed = {**BELOW, AT_SEA: "JP-CV-1", "2106": ["JP-1BASE", "JP-SUP-1"], "available": AIR[:1]}
    match = board(placed, "japan_air", dice=[3])
    do(launch(match, VLADIVOSTOK, AIR[0]), "done")
    position(match).put(match.game.sheet.index["JP-CV-1"], position(match).game.box("available"))
    do(match, "target city")
    assert place(match, AIR[0]) == "pool"


@pytest.mark.rule("sn", "15.5")
def test_carrier_airstrikes_intercept_from_carriers() -> None:
    placed = {**BELOW, AT_SEA: "JP-CV-1", VLADIVOSTOK: ["SU-FEBASE", "SU-SUP-1"], "2304": "JP-3IC"}
    match = board({**placed, "available": RED[0], "interception": AIR[0]}, "soviet_air", round=1)
    do(launch(match, "2304", RED[0]), "done")
    assert (asked(match).side, offered(match, "unit")) == (1, {AIR[0]})


@pytest.mark.rule("sn", "15.5.3")
def test_a_carrier_is_not_touched_by_enemies_in_its_hex_and_does_not_touch_them() -> None:
    """It lies before Vladivostok under the guns of its garrison; it is no target, no neighbour and no obstacle."""
    placed = {VLADIVOSTOK: ["SU-12IC", "SU-FEBASE", "SU-SUP-1", "JP-CV-1"], "2010": "JP-2IC", "available": RED[0]}
    match = board(placed, "soviet_air")
    s = position(match)
    assert not s.occupied(1) >> s.game.map.grid.at(VLADIVOSTOK) & 1
    assert not s.zone(1) >> s.game.map.grid.at(VOROSHILOV) & 1
    do(match, f"unit {RED[0]}")
    assert refused(match, f"hex {VLADIVOSTOK}") == "15.2.10"
    moving = board(placed, "soviet_move")
    do(moving, "unit SU-12IC", f"hex {VOROSHILOV}", "unit SU-FEBASE", f"hex {VOROSHILOV}", "done")
    assert "JP-CV-1" in who_is_at(moving, VLADIVOSTOK)


@pytest.mark.rule("sn", "15.5.5")
def test_no_airborne_unit_takes_off_from_a_carrier() -> None:
    placed = {"2604": ["JP-1TSAB", "JP-CV-1", "JP-SUP-1"], "2202": "SU-12IC"}
    match = board(placed, "japan_move")
    assert offered(match, "drop") == set()
    base = board({"2604": ["JP-1TSAB", "JP-1BASE", "JP-SUP-1"], "2202": "SU-12IC"}, "japan_move")
    assert offered(base, "drop") == {"JP-1TSAB"}


@pytest.mark.rule("sn", "15.2.5")
def test_carriers_and_carrier_airstrikes_are_recruited_into_the_boxes() -> None:
    match = board(BELOW, "japan_mobilize", points=(0, 20))
    do(match, "recruit JP-CV-1")
    assert (offered(match, "available"), refused(match, "interception")) == ({None}, "6.2.a")
    do(match, "available", "recruit JP-CAIR-1", "interception")
    assert (place(match, "JP-CV-1"), place(match, "JP-CAIR-1"), points(match, "japan")) == (
        "available",
        "interception",
        25,
    )
