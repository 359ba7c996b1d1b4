"""14.3.4, 14.32, 14.33, 8.2, 10.3, 21.1  What shifts the column, for the attacker and for the defender."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pbn.fights import AROUND, base, battle, column, declared, net, resolve
from tests.pbn.positions import board, do, place, shifts, told

N, NE, SE, S, SW, NW = AROUND
EAST, WEST = "1207", "1208"
"""Clear hexes on either bank of the Khalkhin Gol; 1206 lies beside 1207 on its own bank."""


# -- headquarters ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "10.3")
@pytest.mark.rule("pbn", "14.3.4.1")
@pytest.mark.rule("pbn", "19.2")
@pytest.mark.rule("pbn", "10.1")
def test_an_activated_headquarters_shifts_to_the_right_when_its_side_attacks() -> None:
    match = battle({N: "SU-11A"}, "JP-64", 3, also={"0804": "SU-57cHQ"}, activated="SU-57cHQ")
    assert shifts(match) == {"14.3.4.1": 2}
    assert (base(match), column(match)) == ("300%", "500%")


@pytest.mark.rule("pbn", "10.3")
@pytest.mark.rule("pbn", "14.3.4.2")
def test_and_to_the_left_when_it_defends() -> None:
    match = battle({N: "SU-11A"}, "JP-64", 3, also={"0812": "JP-6HQ"}, activated="JP-6HQ")
    assert shifts(match) == {"14.3.4.2": -2}
    assert column(match) == "150%"


@pytest.mark.rule("pbn", "14.32")
@pytest.mark.rule("pbn", "14.3.4.6")
@pytest.mark.rule("pbn", "10.31")
def test_t6_only_the_best_of_each_side_counts() -> None:
    also = {"0805": ["JP-23HQ", "JP-6HQ"], "0811": ["SU-COG", "SU-36HQ"]}
    active = ["JP-23HQ", "JP-6HQ", "SU-COG", "SU-36HQ"]
    match = battle({N: "JP-64"}, "SU-24", 3, side="japan", also=also, activated=active)
    assert shifts(match) == {"14.3.4.1": 2, "14.3.4.2": -3}
    assert net(match) == -1


@pytest.mark.rule("pbn", "19.2")
def test_t7_an_inactive_headquarters_gives_nothing() -> None:
    match = battle({N: "SU-11A"}, "JP-64", 3, also={"0804": "SU-57cHQ", "0810": "JP-6HQ"})
    assert shifts(match) == {}


@pytest.mark.rule("pbn", "10.32")
@pytest.mark.parametrize(("where", "value"), [("0804", 1), ("0803", 0), ("0811", 1), ("0812", 0)])
def test_one_unit_of_the_battle_in_radius_is_enough(where: str, value: int) -> None:
    """36 HQ reaches three hexes: from the north to 0807 only, from the south to 0909 only."""
    match = battle({N: "SU-24", SE: "SU-76"}, "JP-64", 3, also={where: "SU-36HQ"}, activated="SU-36HQ")
    assert sum(shifts(match).values()) == value


@pytest.mark.rule("pbn", "10.32")
def test_the_defender_measures_to_the_hexes_attacked() -> None:
    near = battle({N: "SU-11A"}, "JP-64", 3, also={"0814": "JP-23HQ"}, activated="JP-23HQ")
    far = battle({N: "SU-11A"}, "JP-64", 3, also={"0815": "JP-23HQ"}, activated="JP-23HQ")
    assert (shifts(near), shifts(far)) == ({"14.3.4.2": -1}, {})


@pytest.mark.rule("pbn", "10.4")
def test_radius_goes_through_enemies_and_their_zones() -> None:
    wall = {"0806": "JP-71", "0706": "JP-72", "0906": "JP-4", "0805": "SU-36HQ"}
    match = board({N: "SU-11A", "0808": "JP-64", **wall}, "soviet_combat", activated="SU-36HQ", dice=[3])
    do(match, "auto", "commit", "attack 0808")
    resolve(match)
    assert shifts(match)["14.3.4.1"] == 1


@pytest.mark.rule("pbn", "10.5")
def test_headquarters_support_units_of_any_formation() -> None:
    """The corps supports Mongolians, the 23rd Division Manchukuoans."""
    also = {"0804": "SU-57cHQ", "0811": "JP-23HQ"}
    match = battle({N: "MN-15M"}, "MC-4H", 3, also=also, activated=["SU-57cHQ", "JP-23HQ"])
    assert shifts(match) == {"14.3.4.1": 2, "14.3.4.2": -1}


@pytest.mark.rule("pbn", "10.4")
def test_a_headquarters_supports_its_own_defence_and_is_not_touched_by_a_battle_it_supports() -> None:
    own = battle({N: "SU-11A"}, "JP-23HQ", 3, activated="JP-23HQ")
    assert shifts(own) == {"14.3.4.2": -1}
    match = battle({N: "MN-15M"}, ["JP-64", "JP-71"], 1, also={"0805": "SU-36HQ"}, activated="SU-36HQ", table="assault")
    assert (place(match, "MN-15M"), place(match, "SU-36HQ")) == ("replaceable", "0805")


@pytest.mark.rule("pbn", "14.32")
@pytest.mark.rule("pbn", "10.31")
def test_one_headquarters_supports_any_number_of_battles() -> None:
    placed = {N: "SU-24", "0808": "JP-64", "0812": "SU-76", "0813": "JP-71", "0810": "SU-36HQ"}
    match = board(placed, "soviet_combat", activated="SU-36HQ", dice=[4, 4])
    do(match, "attack 0808", "unit SU-24", "attack 0813", "unit SU-76", "commit", "attack 0808", "table raid")
    assert shifts(match) == {"14.3.4.1": 1}
    do(match, "table raid")
    assert [e.params["shifts"][0]["rule"] for e in match.log if e.key == "log.odds"] == ["14.3.4.1"] * 2


@pytest.mark.rule("pbn", "10.3")
def test_support_is_measured_when_the_battle_begins_not_when_the_phase_does() -> None:
    """The headquarters attacks first: if it has to go back a hex, the other battle is out of its radius."""
    placed = {"0805": "SU-36HQ", "0806": "MC-4H", "0808": "SU-24", "0809": "JP-64"}
    for first, supported in ((5, True), (3, False)):
        match = board(placed, "soviet_combat", activated="SU-36HQ", dice=[first, 4])
        do(match, "attack 0806", "unit SU-36HQ", "attack 0809", "unit SU-24", "commit", "attack 0806", "table raid")
        if not supported:
            do(match, "hex 0804")
        do(match, "table raid")
        assert told(match, "log.odds")["hexes"] == ["0809"]
        assert ("14.3.4.1" in shifts(match)) is supported


@pytest.mark.rule("pbn", "10.32.1")
def test_a_second_impulse_needs_no_headquarters_and_is_as_mandatory() -> None:
    match = board({N: "SU-24", "0808": "JP-64"}, "soviet_combat", impulse=2)
    assert not {o.verb for o in match.prompts()[0].offers} - {"attack", "auto"}


# -- suppression -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "8.2.3")
@pytest.mark.rule("pbn", "14.3.4.3")
def test_suppressed_attackers_shift_one_to_the_left_however_many() -> None:
    for suppressed in (["SU-24"], ["SU-24", "SU-76"]):
        match = battle({N: "SU-11A", NE: ["SU-24", "SU-76"]}, "JP-64", 3, suppressed=suppressed)
        assert shifts(match) == {"14.3.4.3": -1}


@pytest.mark.rule("pbn", "8.2.4")
@pytest.mark.rule("pbn", "14.3.4.4")
def test_suppressed_defenders_shift_one_to_the_right_however_many() -> None:
    for suppressed in (["JP-64"], ["JP-64", "JP-71"]):
        match = battle({N: "SU-11A"}, ["JP-64", "JP-71"], 3, suppressed=suppressed)
        assert shifts(match) == {"14.3.4.4": 1}


def test_both_cancel_out() -> None:
    match = battle({N: "SU-11A"}, "JP-64", 3, suppressed=["SU-11A", "JP-64"])
    assert (shifts(match), net(match)) == ({"14.3.4.3": -1, "14.3.4.4": 1}, 0)


@pytest.mark.rule("pbn", "8.2.3")
@pytest.mark.rule("pbn", "8.2.1")
def test_t111_a_suppressed_unit_alone_in_a_zone_attacks_one_column_left_and_has_no_zone() -> None:
    match = board({N: "SU-24", "0808": "JP-64"}, "soviet_combat", suppressed="SU-24", dice=[4])
    assert {o.verb for o in match.prompts()[0].offers} == {"attack", "auto"}
    resolve(do(match, "attack 0808", "unit SU-24", "commit"))
    assert (shifts(match), column(match)) == ({"14.3.4.3": -1}, "25%")
    unbound = board({N: "SU-24", "0808": "JP-64"}, "japan_combat", suppressed="SU-24")
    assert {o.verb for o in unbound.prompts()[0].offers} == {"attack", "commit"}


def test_suppression_elsewhere_does_not_count() -> None:
    match = battle({N: "SU-11A"}, "JP-64", 3, also={"0806": "SU-24", "0811": "JP-71"}, suppressed=["SU-24", "JP-71"])
    assert shifts(match) == {}


def test_who_adds_no_strength_gives_no_shift_for_suppression() -> None:
    """R16: eight battalion equivalents, the two battalions are left out."""
    defenders = ["JP-64", "JP-71", "JP-23R", "JP-7R"]
    match = declared({N: "SU-11A", NE: "SU-6A"}, defenders, 6, suppressed="JP-23R")
    do(match, "table raid", "unit JP-64", "unit JP-71")
    assert shifts(match) == {}
    match = declared({N: "SU-11A", NE: "SU-6A"}, defenders, 6, suppressed="JP-23R")
    do(match, "table raid", "unit JP-64", "unit JP-23R", "unit JP-7R")
    assert shifts(match) == {"14.3.4.4": 1}


# -- terrain ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "14.33")
@pytest.mark.rule("pbn", "14.3.4.5")
@pytest.mark.parametrize(
    ("target", "origin", "value"),
    [
        ("0808", "0807", 0),  # clear
        ("2505", "2605", 0),  # dunes
        ("2715", "2714", -1),  # marsh
        ("1506", "1505", -1),  # hilltop
        ("2617", "2616", -2),  # ridge
        ("2613", "2614", 0),  # over a stream
        ("1914", "1913", -1),  # over the Holsten
        (EAST, WEST, -2),  # over the Khalkhin Gol
    ],
)
def test_terrain_helps_the_defender(target: str, origin: str, value: int) -> None:
    match = battle({origin: "SU-11A"}, "JP-64", 3, target=target)
    assert shifts(match) == ({"14.33": value} if value else {})


@pytest.mark.rule("pbn", "14.33")
def test_the_ground_of_the_attacker_is_nothing() -> None:
    assert shifts(battle({"2617": "SU-11A"}, "JP-64", 3, target="2616")) == {}


@pytest.mark.rule("pbn", "14.33")
def test_t9_a_river_counts_only_if_all_attack_across_it() -> None:
    assert shifts(battle({WEST: "SU-11A", "1206": "SU-24"}, "JP-64", 3, target=EAST)) == {}
    assert shifts(battle({WEST: "SU-11A", "1108": "SU-24"}, "JP-64", 3, target=EAST)) == {"14.33": -2}


@pytest.mark.rule("pbn", "14.33")
def test_of_different_rivers_the_smaller_counts() -> None:
    """R18: 1515 is clear, with the Khalkhin Gol to 1415 and the Holsten to 1514."""
    both = battle({"1415": "SU-11A", "1514": "SU-24"}, "JP-64", 3, target="1515")
    assert shifts(both) == {"14.33": -1}
    assert told(both, "log.odds")["shifts"][0]["terrain"] == "@terrain.narrow_river"
    assert shifts(battle({"1415": "SU-11A"}, "JP-64", 3, target="1515")) == {"14.33": -2}


@pytest.mark.rule("pbn", "14.33")
def test_t10_the_single_best_of_ground_and_river() -> None:
    match = battle({"1313": "JP-64"}, "SU-24", 3, target="1213", side="japan")
    assert shifts(match) == {"14.33": -2}
    assert told(match, "log.odds")["shifts"][0]["terrain"] == "@terrain.wide_river"


@pytest.mark.rule("pbn", "14.33")
def test_t11_a_bridge_takes_nothing_away() -> None:
    assert shifts(battle({"1314": "SU-11A"}, "JP-64", 3, target="1413")) == {"14.33": -2}


@pytest.mark.rule("pbn", "14.33")
def test_an_engineer_takes_nothing_away_either() -> None:
    assert shifts(battle({WEST: ["SU-11A", "SU-57E"]}, "JP-64", 3, target=EAST)) == {"14.33": -2}


@pytest.mark.rule("pbn", "14.33")
def test_of_several_hexes_the_best() -> None:
    """2617 is a ridge, 2616 clear."""
    match = board({"2717": "SU-11A", "2617": "JP-64", "2616": "JP-71"}, "soviet_combat", dice=[3])
    do(match, "attack 2616", "unit SU-11A", "also 2617", "commit")
    assert shifts(resolve(match)) == {"14.33": -2}


@pytest.mark.rule("pbn", "21.1")
@pytest.mark.rule("pbn", "TEC.36")
@pytest.mark.rule("pbn", "TEC.37")
def test_t12_a_fortification_comes_on_top_two_for_the_japanese_one_for_the_soviets() -> None:
    japan = battle({"1505": "SU-11A"}, "JP-64", 3, target="1506", fortified={"japan": "1506"})
    assert (shifts(japan), net(japan)) == ({"14.33": -1, "21.1": -2}, -3)
    soviet = battle({"2616": "JP-64"}, "SU-24", 3, target="2617", side="japan", fortified={"soviet": "2617"})
    assert (shifts(soviet), net(soviet)) == ({"14.33": -2, "21.1": -1}, -3)


@pytest.mark.rule("pbn", "21.1")
def test_one_fortified_hex_is_enough_and_two_are_no_more() -> None:
    for dug_in in (["0808"], ["0809"], ["0808", "0809"]):
        match = board(
            {SE: "SU-11A", "0808": "JP-64", "0809": "JP-71"}, "soviet_combat", fortified={"japan": dug_in}, dice=[3]
        )
        do(match, "attack 0808", "unit SU-11A", "also 0809", "commit")
        assert shifts(resolve(match)) == {"21.1": -2}


@pytest.mark.rule("pbn", "21.1")
def test_attackers_have_nothing_of_their_fortification() -> None:
    assert shifts(battle({N: "SU-11A"}, "JP-64", 3, fortified={"soviet": N})) == {}


@pytest.mark.rule("pbn", "14.3.4")
@pytest.mark.rule("pbn", "14.3.4.6")
def test_t112_everything_together() -> None:
    """J on a ridge behind the river, dug in; headquarters on both sides; Tactical Experience: 0 - 2 - 2 + 1."""
    also = {"1208": "SU-36HQ", "1411": "JP-23HQ", "hand": "SU-CM-EXPERIENCE"}
    match = battle(
        {"1210": "SU-24"},
        "JP-64",
        3,
        target="1311",
        also=also,
        activated=["SU-36HQ", "JP-23HQ"],
        fortified={"japan": "1311"},
        play=["SU-CM-EXPERIENCE"],
    )
    assert shifts(match) == {"14.3.4.1": 1, "14.3.4.2": -1, "14.33": -2, "21.1": -2, "SCM.8": 1}
    assert net(match) == -3


def test_option_28_high_ground_reaches_further() -> None:
    """The radius of three is five from a hilltop."""
    kinds: dict[str, Any] = {"also": {"1506": "SU-36HQ"}, "activated": "SU-36HQ", "target": "1512"}
    attackers = {"1511": "SU-11A"}
    assert "14.3.4.1" not in shifts(battle(attackers, "JP-64", 3, **kinds))
    assert shifts(battle(attackers, "JP-64", 3, **kinds, options={"high_ground": True}))["14.3.4.1"] == 1
