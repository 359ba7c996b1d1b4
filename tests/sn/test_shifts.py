"""12.2-12.4, 14.5, 15.2.28, 15.2.32, 20.0, 25.4.2  What shifts the column of a ground attack."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sn.fights import AROUND, TARGET, base, brings, column, declared, fight
from tests.sn.positions import board, do, marked, offered, place, shifts, told, who_is_at

NE, E, SE, SW, W, NW = AROUND
DESERT, DESERT_SIDES = "2933", ("2832", "2932")
"""In Outer Mongolia, desert all around."""


def but_supply(*args: Any, **kinds: Any) -> dict[str, int]:
    """The shifts of an attack far from any supply unit, without the one for that."""
    found = shifts(fight(*args, supply=False, **kinds))
    return {rule: value for rule, value in found.items() if rule != "12.2.gs"}


# -- headquarters ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "12.2.hq")
@pytest.mark.rule("sn", "20.0.hq1")
@pytest.mark.rule("sn", "20.0.hq3")
@pytest.mark.parametrize(("where", "wanted"), [("1916", {"12.2.hq": 1}), ("1815", {})])
def test_w15_the_radius_counts_the_hex_of_the_attacker(where: str, wanted: dict[str, int]) -> None:
    """The front headquarters reaches three hexes: 1916 is three from the attacker, 1815 four."""
    assert shifts(fight({NE: "JP-2IC"}, "SU-12IC", 4, also={where: "JP-1FHQ"})) == wanted


@pytest.mark.rule("sn", "12.2.hq")
def test_one_attacker_in_radius_and_one_shift_are_all_there_is() -> None:
    """R52  Two headquarters reach one of two attackers."""
    also = {"1916": ["JP-1FHQ", "JP-2FHQ"]}
    assert shifts(fight({NE: "JP-2IC", SE: "JP-3IC"}, "SU-12IC", 4, also=also)) == {"12.2.hq": 1}


@pytest.mark.rule("sn", "12.2.hq")
def test_headquarters_give_the_defender_nothing() -> None:
    assert shifts(fight({NE: "JP-2IC"}, ["SU-12IC", "SU-FEHQ"], 4)) == {}


@pytest.mark.rule("sn", "20.0.hq1")
@pytest.mark.rule("sn", "15.2.29")
def test_a_disrupted_headquarters_does_not_lead() -> None:
    assert shifts(fight({NE: "JP-2IC"}, "SU-12IC", 4, also={"2115": "JP-1FHQ"}, disrupted="JP-1FHQ")) == {}


@pytest.mark.rule("sn", "20.0.hq1")
@pytest.mark.parametrize(("where", "wanted"), [("2215", {"12.2.hq": 1}), ("2115", {})])
def test_in_winter_a_headquarters_reaches_one_hex(where: str, wanted: dict[str, int]) -> None:
    assert shifts(fight({NE: "JP-2IC"}, "SU-12IC", 4, also={where: "JP-KAHQ"}, turn=4)) == wanted


@pytest.mark.rule("sn", "20.0.hq1")
def test_it_is_where_the_attackers_began_the_phase_that_counts() -> None:
    """The first attack makes the headquarters itself retreat; the second has its shift all the same."""
    placed = {NE: "JP-2IC", TARGET: "SU-12IC", "2016": "JP-1FHQ", "1917": "SU-18IC"}
    match = board(placed, "japan_combat", dice=[5, 4])
    do(match, "attack 1917", "unit JP-1FHQ", f"attack {TARGET}", "unit JP-2IC", "commit", "attack 1917")
    assert place(match, "JP-1FHQ") == "gone"
    do(match, *(["done"] if offered(match, "done") else []))
    assert shifts(match)["12.2.hq"] == 1


# -- supply ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "12.2.gs")
@pytest.mark.rule("sn", "14.5.5")
def test_e5_half_out_of_supply_is_two_to_the_left() -> None:
    """NE is in radius of the supply unit in the north, SE of none."""
    far = {"2116": "JP-SUP-1"}
    match = fight({NE: "JP-2IC", SE: "JP-3IC"}, "SU-12IC", 4, supply=False, also=far)
    assert shifts(match) == {"12.2.gs": -2}


@pytest.mark.rule("sn", "12.2.gs")
def test_e6_less_than_half_is_nothing() -> None:
    """Three of five divisional equivalents are supplied."""
    attackers = {NE: "JP-2IC", SE: ["JP-7ID", "JP-8ID"]}
    assert shifts(fight(attackers, "SU-12IC", 4, supply=False, also={"2116": "JP-SUP-1"})) == {}


@pytest.mark.rule("sn", "12.2.max")
@pytest.mark.rule("sn", "14.5.6")
def test_e7_maximum_attack_supply_replaces_the_penalty() -> None:
    """A supply unit that is expended for all of them."""
    attackers = {NE: "JP-2IC", SE: "JP-3IC"}
    match = fight(attackers, "SU-12IC", 4, expend=["JP-SUP-1", "JP-SUP-2"])
    assert shifts(match) == {"12.2.max": 2}
    assert place(match, "JP-SUP-1") == place(match, "JP-SUP-2") == "pool"


@pytest.mark.rule("sn", "14.5.7")
@pytest.mark.rule("sn", "12.2.max")
@pytest.mark.parametrize(("expend", "wanted"), [("JP-SUP-1", {}), (["JP-SUP-1", "JP-SUP-2"], {"12.2.max": 2})])
def test_w9_it_takes_supply_units_for_all_attackers(expend: Any, wanted: dict[str, int]) -> None:
    """One attacker is in radius of the northern supply unit only, the other of the southern."""
    assert shifts(fight({NE: "JP-2IC", SW: "JP-3IC"}, "SU-12IC", 4, expend=expend)) == {**wanted, "12.2.con": 1}


@pytest.mark.rule("sn", "12.2.max")
def test_a_disrupted_attacker_forfeits_it() -> None:
    """R53"""
    match = fight({NE: ["JP-2IC", "JP-7ID"]}, "SU-12IC", 4, expend="JP-SUP-1", disrupted="JP-7ID")
    assert shifts(match) == {"15.2.28": -1}


@pytest.mark.rule("sn", "12.2.max")
def test_zero_units_need_it_like_everybody_else() -> None:
    """R122"""
    attackers = {NE: "JP-2IC", SW: "JP-1BASE"}
    assert shifts(fight(attackers, "SU-12IC", 4, expend="JP-SUP-1")) == {"12.2.con": 1}
    assert shifts(fight(attackers, "SU-12IC", 4, expend=["JP-SUP-1", "JP-SUP-2"])) == {"12.2.max": 2, "12.2.con": 1}


@pytest.mark.rule("sn", "14.5.8")
def test_the_supply_of_the_defender_does_not_matter() -> None:
    """Nobody supplies the defenders, here or with a supply unit beside them."""
    assert (
        shifts(fight({NE: "JP-2IC"}, "SU-12IC", 4)) == shifts(fight({NE: "JP-2IC"}, ["SU-12IC", "SU-SUP-1"], 4)) == {}
    )


@pytest.mark.rule("sn", "12.0.2")
def test_supply_may_be_left_alone_in_the_second_phase() -> None:
    match = fight({NE: "JP-2IC"}, "SU-12IC", 4, round=2)
    assert (shifts(match), place(match, "JP-SUP-1")) == ({}, "2116")


@pytest.mark.rule("sn", "14.5.5")
def test_e140_an_expended_supply_unit_still_supplies_in_its_phase_and_not_in_the_next() -> None:
    """Harbin's supply unit is expended; the attackers at Hsinking hang on its railroad, out of its radius."""
    placed = {"2010": "JP-SUP-1", "2411": "JP-2IC", "2512": "SU-12IC"}
    match = board(placed, "japan_combat", dice=[4])
    do(match, "expend JP-SUP-1", "done", "attack 2512", "unit JP-2IC", "commit")
    assert "12.2.gs" not in shifts(match)
    again = board({**placed, "2010": []}, "japan_combat", round=2, dice=[4])
    do(again, "attack 2512", "unit JP-2IC", "commit")
    assert shifts(again)["12.2.gs"] == -2


@pytest.mark.rule("sn", "14.5.6")
def test_e141_a_supply_unit_in_contact_supplies_its_own_hex_only_and_has_no_duty_once_it_is_gone() -> None:
    placed = {NE: ["JP-2IC", "JP-SUP-1"], E: "JP-3IC", TARGET: "SU-12IC"}
    match = board(placed, "japan_combat")
    do(match, "expend JP-SUP-1", "done")
    assert marked(match, "offensive", "JP-2IC")
    assert not marked(match, "offensive", "JP-3IC")
    do(match, f"attack {TARGET}")
    assert offered(match, "unit") == {"JP-2IC", "JP-3IC"}
    alone = board({NE: "JP-SUP-1", TARGET: "SU-12IC"}, "japan_combat")
    do(alone, "expend JP-SUP-1", "done")
    assert not offered(alone, "attack")


# -- all around --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "12.2.con")
@pytest.mark.parametrize("pair", [(0, 3), (1, 4), (2, 5)])
def test_e14_attackers_on_opposite_sides_surround(pair: tuple[int, int]) -> None:
    attackers = {AROUND[pair[0]]: "JP-2IC", AROUND[pair[1]]: "JP-3IC"}
    assert shifts(fight(attackers, "SU-12IC", 4)) == {"12.2.con": 1}


@pytest.mark.rule("sn", "12.2.con")
@pytest.mark.parametrize("pair", [(0, 1), (0, 2), (3, 4), (5, 1)])
def test_e15_others_do_not(pair: tuple[int, int]) -> None:
    attackers = {AROUND[pair[0]]: "JP-2IC", AROUND[pair[1]]: "JP-3IC"}
    assert shifts(fight(attackers, "SU-12IC", 4)) == {}


@pytest.mark.rule("sn", "12.2.con")
def test_three_out_of_six_do_and_who_does_not_attack_does_not_count() -> None:
    three = {NE: "JP-2IC", SE: "JP-3IC", W: "JP-4IC"}
    assert shifts(fight(three, "SU-12IC", 4)) == {"12.2.con": 1}
    match = declared({NE: "JP-2IC"}, "SU-12IC", 4, also={SW: ["JP-3IC", "JP-FORT-1"]})
    do(match, "commit")
    assert "12.2.con" not in shifts(match)


@pytest.mark.rule("sn", "12.2.con")
def test_every_attacked_hex_has_to_be_surrounded() -> None:
    """Attackers north and south of two hexes: each side touches both hexes and all around them but the ends."""
    match = declared({NW: "JP-2IC", SW: "JP-3IC"}, "SU-12IC", 4, also={W: "SU-18IC"})
    do(match, f"also {W}", "commit")
    assert "12.2.con" not in shifts(match)


@pytest.mark.rule("sn", "12.2.con")
def test_hexes_off_the_map_need_nobody() -> None:
    """R56  0101 in the corner has two neighbours on the map."""
    assert but_supply({"0102": "JP-2IC"}, "SU-12IC", 4, target="0101")["12.2.con"] == 1


# -- from the air ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "12.2.cas")
@pytest.mark.rule("sn", "15.2.32")
@pytest.mark.parametrize("count", [1, 3])
def test_e16_close_air_support_is_one_shift_however_many_fly(count: int) -> None:
    strikes = [f"JP-AIR-{n}" for n in range(1, count + 1)]
    also = {TARGET: strikes, "2114": "JP-1BASE"}
    match = fight({NE: "JP-2IC"}, "SU-12IC", 3, also=also, close_support=strikes)
    assert shifts(match) == {"12.2.cas": 1}
    assert all(place(match, strike) == "available" for strike in strikes), "they fly home after the phase"


@pytest.mark.rule("sn", "15.2.32")
def test_airstrikes_elsewhere_do_not_support() -> None:
    also = {W: ["SU-21ID", "JP-AIR-1"], "2114": "JP-1BASE"}
    match = declared({NE: "JP-2IC"}, "SU-12IC", 4, also=also, close_support="JP-AIR-1")
    do(match, "commit")
    assert shifts(match) == {}


@pytest.mark.rule("sn", "12.2.cas")
def test_over_several_hexes_it_is_still_one() -> None:
    """R126"""
    also = {W: ["SU-21ID", "JP-AIR-1"], TARGET: ["JP-AIR-2"]}
    match = declared({NW: "JP-2IC"}, "SU-12IC", 4, also=also, close_support=["JP-AIR-1", "JP-AIR-2"])
    do(match, f"also {W}", "commit")
    assert shifts(match) == {"12.2.cas": 1}


# -- the ground (12.2, 12.3) -------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "12.2.ter")
@pytest.mark.parametrize(
    ("from_", "to", "wanted"),
    [
        ("0918", "1018", {"12.2.ter": -1}),  # rough
        (DESERT_SIDES[0], DESERT, {"12.3": 1}),
        ("2410", "2411", {"12.2.ter": -2}),  # Hsinking
        ("2116", "2216", {}),
        ("1919", "1819", {"12.2.ter": -1}),  # Arshaan, a town
    ],
)
def test_the_terrain_of_the_defender(from_: str, to: str, wanted: dict[str, int]) -> None:
    assert but_supply({from_: "SU-12IC"}, "JP-7ID", 4, target=to, side="soviet") == wanted


@pytest.mark.rule("sn", "12.2.ter")
def test_the_terrain_of_the_attacker_does_not_matter() -> None:
    """Out of Hsinking into the open."""
    assert but_supply({"2411": "JP-2IC"}, "SU-12IC", 4, target="2412") == {}


@pytest.mark.rule("sn", "12.2.ter")
@pytest.mark.rule("sn", "15.2.27")
@pytest.mark.parametrize(("city", "from_", "wanted"), [("2411", "2410", {}), ("2106", "2107", {"12.2.ter": -1})])
def test_a_disrupted_city_is_the_ground_under_it(city: str, from_: str, wanted: dict[str, int]) -> None:
    """R99  Hsinking stands on clear ground, Mutankiang on rough."""
    assert but_supply({from_: "SU-12IC"}, "JP-7ID", 4, target=city, side="soviet", ruined=city) == wanted


@pytest.mark.rule("sn", "12.2.ter", "15.2.27")
@pytest.mark.parametrize(
    ("from_", "to", "ruined", "name"),
    [
        ("0918", "1018", (), "rough"),
        (DESERT_SIDES[0], DESERT, (), "desert"),
        ("2107", "2106", (), "city"),
        ("2107", "2106", "2106", "rough"),  # Mutankiang stands on rough
        ("2107", "2106", "2010", "city"),  # it is Harbin that is disrupted
        ("1919", "1819", (), "town"),
        ("2515", "2615", (), "town"),
    ],
)
def test_the_shift_names_the_ground(from_: str, to: str, ruined: Any, name: str) -> None:
    match = fight({from_: "SU-12IC"}, "JP-7ID", 4, target=to, side="soviet", supply=False, ruined=ruined)
    (shift,) = (shift for shift in told(match, "log.odds")["shifts"] if shift["key"] == "shift.terrain")
    assert shift["terrain"] == f"@terrain.{name}"


@pytest.mark.rule("sn", "12.2.ter1")
@pytest.mark.rule("sn", "12.2.ter2")
def test_e12_rough_behind_a_river_is_one_to_the_left() -> None:
    assert but_supply({"0127": "JP-2IC", "0227": "JP-3IC"}, "SU-12IC", 4, target="0226") == {"12.2.ter": -1}


@pytest.mark.rule("sn", "12.2.ter2")
def test_a_river_counts_if_all_attack_across_it() -> None:
    """1012 and 1112 lie over the Amur from Blagoveshchensk, 1010 on its bank; a disrupted city shows the river."""
    over = {"1012": "JP-2IC", "1112": "JP-3IC"}
    kinds: dict[str, Any] = {"target": "1011", "ruined": "1011"}
    assert but_supply(over, "SU-12IC", 4, **kinds) == {"12.2.ter": -1}
    assert but_supply({**over, "1010": "JP-4IC"}, "SU-12IC", 4, **kinds).get("12.2.ter") is None


@pytest.mark.rule("sn", "12.2.ter2")
def test_a_bridge_changes_nothing() -> None:
    """R67  2011 and Harbin 2010 are joined by a railroad over the Sungari."""
    assert but_supply({"2011": "SU-12IC"}, "JP-7ID", 4, target="2010", side="soviet", ruined="2010") == {"12.2.ter": -1}


@pytest.mark.rule("sn", "12.2.ter2")
def test_a_minor_river_is_none() -> None:
    """R98  The Tao-erh runs between 2116 and 2016, a town: what shifts is the town."""
    assert but_supply({"2016": "SU-12IC"}, "JP-7ID", 4, target="2116", side="soviet") == {}


@pytest.mark.rule("sn", "12.3")
@pytest.mark.rule("sn", "12.3.1")
def test_e9_over_a_river_into_the_desert_the_river_counts() -> None:
    assert but_supply({"2617": "SU-12IC", "2616": "SU-18IC"}, "JP-7ID", 4, target="2717", side="soviet") == {
        "12.2.ter": -1
    }


@pytest.mark.rule("sn", "12.3")
def test_e10_a_fort_in_the_desert() -> None:
    found = but_supply({DESERT_SIDES[0]: "JP-2IC"}, ["SU-12IC", "SU-FORT-1"], 4, target=DESERT)
    assert found == {"12.3": 1, "12.4": -1}


@pytest.mark.rule("sn", "12.3.2")
def test_e11_desert_and_clear_ground_together_are_clear_ground() -> None:
    placed = {"2135": "JP-2IC", "2234": "SU-12IC", "2235": "SU-18IC"}
    match = board(placed, "japan_combat", dice=[4])
    do(match, "attack 2234", "unit JP-2IC", "also 2235", "commit")
    assert shifts(match) == {"12.2.gs": -2}


@pytest.mark.rule("sn", "12.3")
def test_a_town_in_the_desert_has_no_bonus_against_it() -> None:
    """Tungliao 2615."""
    assert but_supply({"2515": "SU-12IC"}, "JP-7ID", 4, target="2615", side="soviet") == {"12.2.ter": -1}


@pytest.mark.rule("sn", "12.2.ter1")
def test_of_several_hexes_the_best_for_the_defender_counts() -> None:
    """Hsinking and the hex beside it, from where both are next door."""
    match = board({"2512": "SU-12IC", "2411": "JP-7ID", "2412": "JP-8ID"}, "soviet_combat", dice=[4])
    do(match, "attack 2412", "unit SU-12IC", "also 2411", "commit")
    assert shifts(match)["12.2.ter"] == -2


# -- forts -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "12.4")
@pytest.mark.rule("sn", "20.0.fort")
def test_e19_a_fort_is_one_to_the_left_beside_the_terrain() -> None:
    found = but_supply({"2410": "SU-12IC"}, ["JP-7ID", "JP-FORT-1"], 4, target="2411", side="soviet")
    assert found == {"12.2.ter": -2, "12.4": -1}


@pytest.mark.rule("sn", "12.4")
def test_e17_two_forts_are_one_shift() -> None:
    match = declared({NW: "JP-2IC"}, ["SU-12IC", "SU-FORT-1"], 4, also={W: ["SU-18IC", "SU-FORT-2"]})
    do(match, f"also {W}", "commit")
    assert shifts(match) == {"12.4": -1}


@pytest.mark.rule("sn", "20.0.eng")
@pytest.mark.parametrize("fort", ["SU-FORT-1", "OM-FORT-1"])
def test_assault_engineers_cancel_it(fort: str) -> None:
    assert shifts(fight({NE: ["JP-2IC", "JP-1EB"]}, ["SU-12IC", fort], 4)) == {}
    assert shifts(fight({NE: "JP-2IC"}, ["SU-12IC", fort], 4)) == {"12.4": -1}


@pytest.mark.rule("sn", "20.0.eng")
def test_and_nothing_else_that_a_fort_does() -> None:
    """The fort still shelters: its garrison may stand."""
    match = brings("DR", {NE: ["JP-2IC", "JP-3IC", "JP-1EB"]}, ["SU-12IC", "SU-FORT-1"])
    assert offered(match, "stand") == {"SU-12IC"}


@pytest.mark.rule("sn", "20.0.eng")
def test_japanese_engineers_in_a_fort_do_not_help_the_soviets() -> None:
    match = fight({NE: "SU-12IC"}, ["JP-1EB", "JP-FORT-1"], 4, side="soviet")
    assert shifts(match) == {"12.4": -1}


@pytest.mark.rule("sn", "12.4")
def test_e136_a_disrupted_fort_alone_may_be_attacked_and_keeps_its_shift() -> None:
    match = board({NE: "SU-12IC", TARGET: "JP-FORT-1"}, "soviet_combat", disrupted="JP-FORT-1", dice=[4])
    assert offered(match, "commit") == {None}, "no duty"
    do(match, f"attack {TARGET}", "unit SU-12IC", "commit")
    assert shifts(match) == {"12.2.gs": -2, "12.4": -1, "15.2.28": 1}


# -- disruption --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "15.2.28")
def test_e22_disruption_shifts_once_for_each_side() -> None:
    match = fight(
        {NE: ["JP-2IC", "JP-7ID", "JP-8ID"]},
        ["SU-12IC", "SU-21ID", "SU-22ID"],
        4,
        disrupted=["JP-7ID", "SU-21ID", "SU-22ID"],
    )
    assert base(match) == column(match)
    both = declared({NE: "JP-2IC"}, "SU-12IC", 4, disrupted="SU-12IC")
    do(both, "commit")
    assert shifts(both) == {"15.2.28": 1}
    mine = fight({NE: ["JP-2IC", "JP-7ID"]}, "SU-12IC", 4, disrupted=["JP-2IC", "JP-7ID"])
    assert shifts(mine) == {"15.2.28": -1}


# -- surprise ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "25.4.2")
@pytest.mark.rule("sn", "25.8")
@pytest.mark.parametrize(
    ("scenario", "turn", "wanted"),
    [
        ("anti-comintern", 1, {"25.4.2": 1}),
        ("kantokuen", 1, {"25.4.2": 1}),
        ("nomonhan", 1, {}),
        ("anti-comintern", 2, {}),
    ],
)
def test_the_first_turn_of_1941_surprises(scenario: str, turn: int, wanted: dict[str, int]) -> None:
    assert shifts(fight({NE: "JP-2IC"}, "SU-12IC", 4, scenario=scenario, turn=turn)) == wanted


@pytest.mark.rule("sn", "25.4.2")
def test_e21_not_the_other_side() -> None:
    match = fight({NE: "SU-12IC"}, "JP-2IC", 4, side="soviet", scenario="anti-comintern", turn=1)
    assert shifts(match) == {}


@pytest.mark.rule("sn", "12.2")
def test_e20_everything_together() -> None:
    """Rokhlovo, across the Amur."""
    attackers = {"0518": ["JP-2IC", "JP-3IC", "JP-4IC"], "0517": ["JP-5IC", "JP-6IC", "JP-12IC"]}
    match = fight(
        attackers,
        ["SU-12IC", "SU-FORT-1"],
        4,
        target="0417",
        supply=False,
        also={"0617": "JP-SUP-1", "0717": "JP-KAHQ"},
        expend="JP-SUP-1",
        scenario="anti-comintern",
        turn=1,
    )
    assert base(match) == "5:1"
    assert shifts(match) == {"12.2.hq": 1, "12.2.max": 2, "12.2.ter": -1, "12.4": -1, "25.4.2": 1}
    assert column(match) == "≥6:1"


@pytest.mark.rule("sn", "12.2")
def test_all_shifts_add_up() -> None:
    match = fight({NE: "JP-2IC", SW: "JP-3IC"}, ["SU-12IC", "SU-FORT-1"], 4, also={"2115": "JP-1FHQ"})
    assert shifts(match) == {"12.2.hq": 1, "12.2.con": 1, "12.4": -1}
    assert (base(match), column(match)) == ("3:2", "2:1")
    assert who_is_at(match, "2115") == {"JP-1FHQ"}
