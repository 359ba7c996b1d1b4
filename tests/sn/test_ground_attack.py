"""15.2.20-30  Attacks from the air on units, airbases and cities: targets, columns, results, disruption."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from khalkhin.games.sn.ground_attack import Aim, Disrupt, HangarLoss, attack_odds
from tests.sn.flights import (
    BORZYA,
    CHITA,
    FAR,
    KARYMSKAYA,
    LONG,
    MANCHOULI,
    MIDDLE,
    OLOVYANNAYA,
    PLAIN,
    RED,
    air,
    launch,
    west,
)
from tests.sn.positions import (
    Some,
    asked,
    at,
    board,
    do,
    keys,
    marked,
    names,
    offered,
    place,
    points,
    position,
    refused,
    told,
    unit,
    units,
    who_is_at,
    why,
)

ROUGH, DESERT, ULAN_UDE = "1122", "2328", "1135"


def bombed(
    hex_: str, defenders: Some, count: int, *dice: int, target: str = "units", field: str | None = None, **kinds: Any
) -> Match:
    """An attack by so many Japanese airstrikes on a hex; `field` is where they come from if not from Manchouli."""
    base = {field: ["JP-2BASE", "JP-SUP-2"]} if field else {}
    match = air({hex_: defenders}, base, available=LONG[:count], dice=dice, **kinds)
    return do(launch(match, hex_, *LONG[:count]), "done", f"target {target}")


def outcome(match: Match) -> tuple[str, str]:
    event = told(match, "log.air-attack")
    return event["column"], event["result"]


# -- the attack (15.2.20, 15.2.21, 15.2.22) ----------------------------------------------------------------------------


@pytest.mark.rule("sn", "15.2.20")
@pytest.mark.rule("sn", "15.2.21")
@pytest.mark.parametrize(
    ("count", "die", "result"),
    [(1, 6, "H1"), (2, 2, "NE"), (2, 5, "H1"), (3, 6, "H2"), (4, 5, "H2"), (4, 6, "H3"), (4, 1, "NE")],
)
def test_the_column_is_the_number_of_strikes(count: int, die: int, result: str) -> None:
    match = bombed(PLAIN, "SU-12IC", count, die)
    assert outcome(match) == (str(count), f"@air.{result}")


@pytest.mark.rule("sn", "15.2.21")
@pytest.mark.parametrize(
    ("hex_", "defenders", "field", "column"),
    [
        (PLAIN, "SU-12IC", None, "3"),
        (BORZYA, "SU-12IC", None, "3"),
        (ROUGH, "SU-12IC", None, "2"),
        (DESERT, "SU-12IC", "2323", "4"),
        (CHITA, "SU-12IC", None, "2"),
        (PLAIN, ["SU-12IC", "SU-FORT-1"], None, "2"),
        (CHITA, ["SU-12IC", "SU-FORT-1"], None, "1"),
    ],
)
def test_terrain_and_forts_shift_attacks_on_units(hex_: str, defenders: Some, field: str | None, column: str) -> None:
    """Three strikes: rough, a city and a fort are one column less, the desert one more; a town is nothing."""
    assert outcome(bombed(hex_, defenders, 3, 3, field=field))[0] == column


@pytest.mark.rule("sn", "15.2.22", "15.2.21")
def test_a_single_strike_is_not_picked_it_is_the_group() -> None:
    match = do(launch(air({PLAIN: "SU-12IC"}, available=FAR), PLAIN, FAR), "done")
    assert (offered(match, "unit"), refused(match, f"unit {FAR}")) == (set(), "15.2.22")


@pytest.mark.rule("sn", "15.2.21", "21.0")
def test_the_enemy_sees_that_strikes_are_aimed_but_not_which_are_picked() -> None:
    match = do(launch(air({PLAIN: "SU-12IC"}, available=LONG[:2]), PLAIN, *LONG[:2]), "done", f"unit {FAR}")
    s = position(match)
    mine, theirs = s.agenda[-1].seen_by(s, 1), s.agenda[-1].seen_by(s, 0)
    assert (mine, theirs) == (Aim(1, at(PLAIN), units(FAR)), Aim(1, at(PLAIN)))


@pytest.mark.rule("sn", "2.12.2", "15.2.26")
@pytest.mark.parametrize("defender", ["SU-5MC", "SU-12IC"])
def test_who_stands_alone_is_disrupted_without_a_question(defender: str) -> None:
    s = position(board({PLAIN: defender, "2010": "JP-2IC"}, "japan_air"))
    assert Disrupt(0, 0, at(PLAIN)).ask(s) is None


@pytest.mark.rule("sn", "15.2.24")
def test_any_airstrike_of_the_box_may_be_lost_with_its_base() -> None:
    s = position(board({PLAIN: "SU-FEBASE", "2010": "JP-2IC", "available": [RED[0], RED[2]]}, "japan_air"))
    step = HangarLoss(0, at(PLAIN), 1)
    allowed = {name for name in (*RED, FAR) if step.why(s, 0, "unit", unit(name)) is None}
    assert allowed == {RED[0], RED[2]}


@pytest.mark.rule("sn", "15.2.21", "15.2.27")
@pytest.mark.parametrize(
    ("hex_", "ruined", "name"),
    [
        (ROUGH, (), "rough"),
        (DESERT, (), "desert"),
        (CHITA, (), "city"),
        (CHITA, ULAN_UDE, "city"),
        (ULAN_UDE, (), "city"),
        (ULAN_UDE, ULAN_UDE, "rough"),
    ],
)
def test_the_shift_names_the_ground(hex_: str, ruined: Some, name: str) -> None:
    """Ulan Ude stands on rough: that is what is left of it when it is disrupted."""
    s = position(board({hex_: "SU-12IC", "2010": "JP-2IC"}, "japan_air", ruined=ruined))
    (shift,) = attack_odds(s, 1, at(hex_), "units", 3).shifts
    assert shift.params == {"terrain": f"@terrain.{name}"}


@pytest.mark.rule("sn", "15.2.21")
@pytest.mark.parametrize(("die", "result"), [(1, "AA"), (2, "AA"), (3, "AA"), (6, "NE")])
def test_below_the_first_column_the_die_is_one_less(die: int, result: str) -> None:
    """One strike on a fort in a city: two columns less, but the die is one less only, and never less than 1."""
    match = air({CHITA: ["SU-12IC", "SU-FORT-1"]}, available=FAR, dice=[die])
    do(launch(match, CHITA, FAR), "done")
    shown = view(position(match), 1)["details"]["alternatives"]["units"]
    assert (shown["column"], shown["chances"]) == ("1", {"AA": "1/2", "NE": "1/2"})
    do(match, "target units")
    assert (outcome(match), told(match, "log.air-attack")["dice"]) == (("1", f"@air.{result}"), f"{die}−1")


@pytest.mark.rule("sn", "15.2.21")
def test_the_last_column_is_where_shifts_begin() -> None:
    """Four airstrikes and two ships are the last column; one to the left of it is the fourth."""
    placed = {"2303": "SU-12IC", "2010": "JP-2IC", "available": [*LONG[:4], "JP-NAVY-1", "JP-NAVY-2"]}
    match = west(placed, "japan_air", dice=[2])
    launch(match, "2303", *LONG[:4])
    do(launch(match, "2303", "JP-NAVY-1", "JP-NAVY-2"), "done")
    shown = view(position(match), 1)["details"]["alternatives"]["units"]
    do(match, "target units")
    assert (outcome(match), shown["column"]) == (("4", "@air.NE"), "4")


@pytest.mark.rule("sn", "15.2.22")
def test_strikes_in_a_hex_may_be_divided_among_targets() -> None:
    """Two at the units, two at the city."""
    match = air({CHITA: ["SU-12IC", "SU-TBBASE"]}, available=LONG[:4], dice=[6, 6])
    do(launch(match, CHITA, *LONG[:4]), "done")
    assert offered(match, "target") == {"units", "airbase", "city"}
    assert offered(match, "unit") == set(LONG[:4])
    do(match, f"unit {LONG[0]}")
    assert refused(match, f"unit {LONG[0]}") == "15.2.22"
    do(match, f"unit {LONG[1]}", "target city")
    assert outcome(match) == ("2", "@air.H2")
    assert offered(match, "unit") == set(LONG[2:4])
    do(match, "target units")
    assert outcome(match)[0] == "2"  # the city does not protect any more
    assert marked(match, "disrupted", "SU-12IC") or asked(match).message.key == "ask.disrupt"


@pytest.mark.rule("sn", "15.2.21")
def test_a_surviving_strike_may_be_left_idle() -> None:
    match = air({BORZYA: "SU-12IC"}, available=FAR)
    do(launch(match, BORZYA, FAR), "done", "skip")
    assert (place(match, FAR), "log.air-attack" in keys(match)) == ("available", False)


@pytest.mark.rule("sn", "15.2.20")
def test_the_hexes_are_attacked_in_the_order_the_player_likes() -> None:
    match = air({BORZYA: "SU-12IC", PLAIN: "SU-18IC"}, available=LONG[:2], dice=[3, 3])
    launch(match, BORZYA, LONG[0])
    do(launch(match, PLAIN, LONG[1]), "done")
    assert (asked(match).message.key, offered(match, "strike")) == ("ask.bomb", {BORZYA, PLAIN})
    assert (refused(match, f"strike {CHITA}"), refused(match, "done")) == ("15.2.20", "15.2.20")
    do(match, f"strike {PLAIN}")
    assert asked(match).message.params["hex"] == position(match).game.map.grid.at(PLAIN)
    assert refused(match, f"unit {LONG[0]}") == "15.2.22"
    assert refused(match, "done") == "15.2.21"


@pytest.mark.rule("sn", "15.2.21")
def test_a_stack_is_open_to_view_while_it_is_attacked() -> None:
    """Karymskaya is too far away for the airbase to reconnoitre it."""
    match = air({KARYMSKAYA: ["SU-12IC", "SU-18IC"], PLAIN: "SU-26IC"}, available=LONG[:2], dice=[3, 3])
    below = match.game.sheet.index["SU-12IC"]
    launch(match, KARYMSKAYA, LONG[0])
    do(launch(match, PLAIN, LONG[1]), "done")
    assert not match.game.sees(position(match), 1, below)
    do(match, f"strike {KARYMSKAYA}")
    assert match.game.sees(position(match), 1, below)
    do(match, "target units")
    assert not match.game.sees(position(match), 1, below)


@pytest.mark.rule("sn", "15.2.21")
def test_targets_have_to_be_there() -> None:
    plain = air({PLAIN: "SU-12IC"}, available=FAR)
    do(launch(plain, PLAIN, FAR), "done")
    assert offered(plain, "target") == {"units"}
    assert (refused(plain, "target city"), refused(plain, "target airbase")) == ("15.2.21", "15.2.21")
    city = air(available=FAR)
    do(launch(city, CHITA, FAR), "done")
    assert offered(city, "target") == {"city"}
    assert why(city, "target units").key == "why.no-such-target"


# -- anti-aircraft fire (15.2.23) --------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "15.2.23")
def test_anti_aircraft_fire_takes_one_attacker_of_the_owners_choice() -> None:
    """E84 and of several one to choose, whatever the target is."""
    alone = bombed(PLAIN, "SU-12IC", 1, 1)
    assert place(alone, FAR) == "pool"
    match = bombed(CHITA, [], 3, 1, target="city")
    assert (asked(match).side, asked(match).message.key, offered(match, "unit")) == (1, "ask.shot-down", set(LONG[:3]))
    assert refused(match, "done") == "15.2.23"
    do(match, f"unit {LONG[1]}")
    assert [place(match, u) for u in LONG[:3]] == ["available", "pool", "available"]


@pytest.mark.rule("sn", "15.2.23")
def test_only_strikes_of_the_group_are_shot_at() -> None:
    match = air({PLAIN: "SU-12IC"}, available=LONG[:4], dice=[1, 3])
    do(launch(match, PLAIN, *LONG[:4]), "done", f"unit {LONG[0]}", f"unit {LONG[1]}", "target units")
    assert offered(match, "unit") == set(LONG[:2])


# -- airbases (15.2.24) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "15.2.24")
@pytest.mark.parametrize(("die", "lost"), [(4, 0), (5, 1), (6, 2)])
def test_an_airbase_attack_hits_airstrikes_in_the_available_box(die: int, lost: int) -> None:
    """H1 nothing, H2 one, H3 two, of the owner's choice; the base itself is untouched."""
    red = {"available": RED[:3], "interception": RED[3:5]}
    match = air(red, available=LONG[:4], dice=[die])
    do(launch(match, OLOVYANNAYA, *LONG[:4]), "done", "done", "target airbase")
    for n in range(lost):
        assert (asked(match).side, offered(match, "unit")) == (0, set(RED[n:3]))
        assert refused(match, f"unit {RED[3]}") == "15.2.24"
        do(match, f"unit {RED[n]}")
    assert [place(match, u) for u in RED[:5]] == ["pool"] * lost + ["available"] * (3 - lost) + ["interception"] * 2
    assert (who_is_at(match, OLOVYANNAYA), position(match).disrupted) == ({"SU-FEBASE", "SU-SUP-1"}, 0)


@pytest.mark.rule("sn", "15.2.24")
def test_an_empty_box_loses_nothing() -> None:
    """E86"""
    match = bombed(OLOVYANNAYA, [], 3, 6, target="airbase")
    assert (outcome(match), keys(match).count("log.shot-down")) == (("3", "@air.H2"), 0)


@pytest.mark.rule("sn", "15.2.24")
@pytest.mark.rule("sn", "5.3.b")
def test_two_airstrikes_hit_on_the_ground_are_a_major_victory() -> None:
    """E138: two in the box, H3: both are lost, and Japan gains a point."""
    match = air({"available": RED[:2]}, available=LONG[:4], dice=[6])
    do(launch(match, OLOVYANNAYA, *LONG[:4]), "done", "target airbase")
    assert [place(match, u) for u in RED[:2]] == ["pool", "pool"]
    assert points(match, "japan") == 1


@pytest.mark.rule("sn", "15.2.24")
def test_carrier_airstrikes_are_not_on_airbases() -> None:
    placed = {MANCHOULI: ["JP-1BASE", "JP-SUP-1"], OLOVYANNAYA: ["SU-FEBASE", "SU-SUP-1"]}
    match = west({**placed, "available": [*RED[:2], "JP-CAIR-1", FAR]}, "soviet_air", dice=[6])
    do(launch(match, MANCHOULI, *RED[:2]), "done", "target airbase")
    assert (place(match, FAR), place(match, "JP-CAIR-1")) == ("pool", "available")


@pytest.mark.rule("sn", "15.2.24")
def test_an_airbase_may_be_attacked_as_a_unit() -> None:
    match = bombed(OLOVYANNAYA, [], 3, 6)
    assert (asked(match).side, offered(match, "unit")) == (1, {"SU-FEBASE", "SU-SUP-1"})
    assert marked(do(match, "unit SU-FEBASE"), "disrupted", "SU-FEBASE")


# -- cities (15.2.25, 15.2.27) -----------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "15.2.25")
@pytest.mark.rule("sn", "2.12.2")
@pytest.mark.parametrize(("die", "hit"), [(5, False), (6, True)])
def test_a_city_is_disrupted(die: int, hit: bool) -> None:
    """E143: a Soviet pair over Hailar without a garrison."""
    placed = {"1423": ["SU-FEBASE", "SU-SUP-1"], "2010": "JP-2IC", "available": RED[:2]}
    match = west(placed, "soviet_air", dice=[die])
    do(launch(match, "1521", *RED[:2]), "done", "target city")
    assert names(position(match).ruined) == ({"1521"} if hit else set())


@pytest.mark.rule("sn", "15.2.27")
def test_a_disrupted_city_does_not_shift_attacks_from_the_air() -> None:
    """The ground under it does."""
    assert outcome(bombed(CHITA, "SU-12IC", 3, 3, ruined=CHITA))[0] == "3"
    assert outcome(bombed(CHITA, "SU-12IC", 3, 3))[0] == "2"


@pytest.mark.rule("sn", "15.2.25")
def test_a_garrison_is_not_hurt_with_its_city_nor_the_city_with_it() -> None:
    city = bombed(CHITA, "SU-12IC", 4, 5, target="city")
    assert (names(position(city).ruined), position(city).disrupted) == ({CHITA}, 0)
    units = bombed(CHITA, "SU-12IC", 4, 6)
    assert (names(position(units).ruined), marked(units, "disrupted", "SU-12IC")) == (set(), True)


# -- units (15.2.26, 15.2.28, 15.2.30) ---------------------------------------------------------------------------------


@pytest.mark.rule("sn", "15.2.26")
def test_h1_disrupts_a_unit_of_the_owners_choice() -> None:
    match = bombed(PLAIN, ["SU-12IC", "SU-FORT-1"], 3, 5)
    assert (asked(match).side, asked(match).message.key) == (0, "ask.disrupt")
    assert (offered(match, "unit"), refused(match, "unit SU-FEBASE")) == ({"SU-12IC", "SU-FORT-1"}, "15.2.26")
    do(match, "unit SU-FORT-1")
    assert (marked(match, "disrupted", "SU-FORT-1"), marked(match, "disrupted", "SU-12IC")) == (True, False)


@pytest.mark.rule("sn", "15.2.26")
def test_h2_disrupts_a_unit_of_the_attackers_choice() -> None:
    match = bombed(PLAIN, ["SU-12IC", "SU-18IC"], 3, 6)
    assert (asked(match).side, offered(match, "unit")) == (1, {"SU-12IC", "SU-18IC"})
    assert marked(do(match, "unit SU-12IC"), "disrupted", "SU-12IC")


@pytest.mark.rule("sn", "15.2.26")
def test_h3_eliminates_one_divisional_equivalent() -> None:
    """The owner chooses; a corps may break down for it, and the rest stays."""
    match = bombed(PLAIN, ["SU-12IC", "SU-FENK"], 4, 6)
    assert asked(match).side == 0
    assert (offered(match, "unit"), offered(match, "breakdown")) == ({"SU-FENK"}, {"SU-12IC"})
    do(match, "breakdown SU-12IC")
    assert len(offered(match, "unit")) == 4
    do(match, f"unit {max(map(str, offered(match, 'unit')))}")
    assert len(who_is_at(match, PLAIN)) == 3
    assert points(match, "japan") == 0


@pytest.mark.rule("sn", "15.2.26")
@pytest.mark.rule("sn", "5.3.b")
def test_a_corps_without_divisions_dies_whole() -> None:
    """Three divisional equivalents of the USSR are a major victory; of Outer Mongolia they are none."""
    match = bombed(PLAIN, "SU-1SA", 4, 6)
    assert (place(match, "SU-1SA"), points(match, "japan")) == ("pool", 1)
    mongols = bombed(PLAIN, "OM-1CC", 4, 6)
    assert (place(mongols, "OM-1CC"), points(mongols, "japan")) == ("pool", 0)


@pytest.mark.rule("sn", "15.2.28")
@pytest.mark.parametrize(("target", "column"), [("units", "4"), ("airbase", "4"), ("city", "3")])
def test_a_disrupted_unit_is_worth_one_column_to_its_attackers(target: str, column: str) -> None:
    """One, however many of them there are; a city is no unit."""
    placed = {CHITA: ["SU-TBBASE", "SU-12IC", "SU-18IC"]}
    match = air(placed, available=LONG[:3], dice=[1], disrupted=["SU-12IC", "SU-18IC"], ruined=CHITA)
    do(launch(match, CHITA, *LONG[:3]), "done", f"target {target}")
    assert outcome(match)[0] == column


@pytest.mark.rule("sn", "15.2.30")
def test_a_disrupted_unit_is_not_disrupted_again() -> None:
    """E87: of a disrupted and a fresh unit the fresh one; where all are disrupted nothing happens."""
    match = bombed(PLAIN, ["SU-12IC", "SU-18IC"], 2, 4, disrupted="SU-12IC")
    assert (outcome(match), marked(match, "disrupted", "SU-18IC")) == (("3", "@air.H1"), True)
    again = bombed(PLAIN, ["SU-12IC", "SU-18IC"], 2, 6, disrupted=["SU-12IC", "SU-18IC"])
    assert outcome(again) == ("3", "@air.H2")
    assert asked(again).message.key != "ask.disrupt"


@pytest.mark.rule("sn", "15.2.28")
def test_a_disrupted_unit_has_no_zone_of_control() -> None:
    match = bombed("1423", "SU-12IC", 4, 5)
    assert marked(match, "disrupted", "SU-12IC")
    s = position(match)
    assert not s.zone(0) >> s.game.map.grid.at(MANCHOULI) & 1


@pytest.mark.rule("sn", "15.2.26")
def test_who_lost_all_its_units_is_attacked_no_more() -> None:
    match = air({PLAIN: "SU-FENK"}, available=MIDDLE[:4], dice=[6])
    do(launch(match, PLAIN, *MIDDLE[:4]), "done")
    s = position(match)
    s.disrupted |= 1 << match.game.sheet.index["SU-FENK"]
    do(match, f"unit {MIDDLE[0]}", f"unit {MIDDLE[1]}", f"unit {MIDDLE[2]}", "target units")
    assert place(match, "SU-FENK") == "pool"
    assert asked(match).message.key != "ask.aim"
    assert place(match, MIDDLE[3]) == "available"


@pytest.mark.rule("sn", "15.2.24", "15.2.25")
def test_a_light_hit_is_no_success_against_a_city_or_an_airbase() -> None:
    s = position(board({"2202": ["SU-12IC", "SU-1RBBASE"]}, "japan_air"))
    hex_ = s.game.map.grid.at("2202")
    kinds = {target: attack_odds(s, 1, hex_, target, 3).table.kinds["H1"] for target in ("units", "airbase", "city")}
    assert kinds == {"units": "win", "airbase": "stalemate", "city": "stalemate"}
