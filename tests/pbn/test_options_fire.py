"""29, 32  Options: headquarters' artillery, and captured supply."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from khalkhin.games.pbn.elimination import surrounded
from tests.pbn.fights import AROUND, TARGET, resolve
from tests.pbn.outcomes import FAR, brings
from tests.pbn.positions import (
    Some,
    air,
    asked,
    board,
    do,
    keys,
    marked,
    offered,
    place,
    points,
    position,
    refused,
    supply_at,
    told,
    unit,
    who_is_at,
    why,
)

N, NE, SE, S, SW, NW = AROUND
GUNS = {"hq_artillery": True}
HERE = "0808"
"""Where the headquarters stand."""
NEAR, ALSO, LIMIT, BEYOND = "0811", "0911", "0812", "0813"
"""Targets three, three, four and five hexes away."""


def battery(
    *headquarters: str,
    targets: dict[str, Some] | None = None,
    supply: dict[str, int] | None = None,
    points: int = 0,
    dice: tuple[int, ...] = (),
    **kinds: Any,
) -> Match:
    """Headquarters in one hex with supply, and enemies in range."""
    kinds = {"activated": headquarters, "options": GUNS, **kinds}
    return board(
        {HERE: headquarters, **(targets or {NEAR: "JP-64", ALSO: "JP-71"})},
        "soviet_strike",
        supply={"soviet": supply or {HERE: 2}},
        air={"soviet": {"strike": points}},
        dice=dice,
        **kinds,
    )


def fire(match: Match) -> tuple[str, int]:
    """The column and the points of the last bombardment."""
    params = told(match, "log.bombardment")
    return params["column"], params["count"]


# -- artillery (29) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "29.0")
@pytest.mark.rule("pbn", "29.0.1")
@pytest.mark.rule("pbn", "29.0.3")
def test_an_activated_headquarters_bombards_with_its_support_value_for_a_further_supply_point() -> None:
    match = battery("SU-COG", dice=(5,))
    assert offered(match, "artillery") == {"SU-COG"}
    do(match, "artillery SU-COG", f"hex {NEAR}", "points 3")
    assert supply_at(match, "soviet", HERE) == 1
    do(match, "done")
    assert (fire(match), marked(match, "suppressed", "JP-64")) == (("3", 3), True)
    assert marked(match, "activated", "SU-COG")


@pytest.mark.rule("pbn", "29.0")
def test_without_the_option_nobody_fires() -> None:
    match = battery("SU-COG", points=1, options={})
    assert offered(match, "artillery") == set()
    assert (refused(match, "artillery SU-COG"), why(match, "artillery SU-COG").key) == (
        "29.0",
        "why.no-artillery-option",
    )


@pytest.mark.rule("pbn", "29.0")
def test_only_activated_headquarters_on_the_map_fire_and_each_once_a_phase() -> None:
    match = battery("SU-COG", "SU-NOG", activated=["SU-COG", "SU-SOG"])
    assert offered(match, "artillery") == {"SU-COG"}
    assert why(match, "artillery SU-NOG").key == "why.no-artillery"
    assert refused(match, "artillery SU-SOG") == "29.0"
    do(match, "artillery SU-COG", f"hex {NEAR}", "points 3")
    assert (refused(match, "artillery SU-COG"), why(match, "artillery SU-COG").key) == ("29.0", "why.has-fired")


@pytest.mark.rule("pbn", "29.0.1")
def test_supply_is_in_the_hex_or_next_to_it_and_the_owner_says_where_from() -> None:
    none = battery("SU-COG", supply={"0806": 1})
    assert (offered(none, "artillery"), refused(none, "artillery SU-COG")) == (set(), "29.0.1")
    match = battery("SU-COG", supply={HERE: 1, "0807": 1})
    do(match, "artillery SU-COG", f"hex {NEAR}", "points 3")
    assert (asked(match).message.key, offered(match, "hex")) == ("ask.supply-from", {HERE, "0807"})
    assert view(match.state, 0)["phase"] == "phase.soviet_strike"
    assert refused(match, "hex 0806") == "7.2"
    do(match, "hex 0807")
    assert (supply_at(match, "soviet", HERE), supply_at(match, "soviet", "0807")) == (1, 0)


@pytest.mark.rule("pbn", "29.0.1")
def test_one_point_lets_one_headquarters_fire() -> None:
    match = battery("SU-COG", "SU-NOG", supply={HERE: 1})
    do(match, "artillery SU-COG", f"hex {NEAR}", "points 3")
    assert (offered(match, "artillery"), refused(match, "artillery SU-NOG")) == (set(), "29.0.1")


@pytest.mark.rule("pbn", "29.0.2")
def test_targets_are_enemies_within_the_support_radius() -> None:
    """The central group reaches four hexes."""
    match = battery("SU-COG", targets={LIMIT: "JP-64", BEYOND: "JP-71"})
    do(match, "artillery SU-COG")
    assert offered(match, "hex") == {LIMIT}
    assert (refused(match, f"hex {BEYOND}"), why(match, f"hex {BEYOND}").key) == ("29.0.2", "why.out-of-range")
    assert (refused(match, f"hex {NEAR}"), why(match, f"hex {NEAR}").key) == ("29.0.2", "why.no-enemy")
    far = battery("SU-COG", targets={BEYOND: "JP-71"})
    assert (refused(far, "artillery SU-COG"), why(far, "artillery SU-COG").key) == ("29.0.2", "why.no-target-in-range")


@pytest.mark.rule("pbn", "29.0")
def test_a_headquarters_that_was_picked_need_not_fire() -> None:
    match = do(battery("SU-COG"), "artillery SU-COG", "done")
    assert supply_at(match, "soviet", HERE) == 2
    assert offered(match, "artillery") == {"SU-COG"}


@pytest.mark.rule("pbn", "29.0.3")
@pytest.mark.rule("pbn", "29.0.4")
def test_artillery_joins_air_points_in_one_bombardment_and_guns_hit_only_the_air() -> None:
    """Two air points and three of artillery: column 5, die 2: suppressed, and one air point is damaged."""
    match = battery("SU-COG", points=2, dice=(2,))
    do(match, f"strike {NEAR}", "points 2", "artillery SU-COG", f"hex {NEAR}")
    assert view(match.state, 0)["details"]["odds"]["column"] == "5"
    do(match, "points 3", "done")
    assert fire(match) == ("5", 5)
    assert air(match, "soviet") == {"reserve": 1, "damaged": 1}
    assert marked(match, "suppressed", "JP-64")


@pytest.mark.rule("pbn", "29.0.4")
def test_fire_from_the_ground_does_nothing_to_artillery_alone() -> None:
    match = do(battery("SU-COG", dice=(4,)), "artillery SU-COG", f"hex {NEAR}", "points 3", "done")
    assert told(match, "log.bombardment")["result"] == "@bombardment.S+AA"
    assert "log.damaged" not in keys(match)
    assert (place(match, "SU-COG"), marked(match, "activated", "SU-COG")) == (HERE, True)


@pytest.mark.rule("pbn", "29.0.3")
def test_fortifications_shelter_from_artillery_but_anti_aircraft_guns_do_not() -> None:
    targets: dict[str, Some] = {NEAR: ["JP-64", "JP-1KA"]}
    guns = do(battery("SU-COG", targets=targets, dice=(3,)), "artillery SU-COG", f"hex {NEAR}", "points 3", "done")
    assert fire(guns) == ("3", 3)
    dug_in = battery("SU-COG", targets=targets, dice=(3,), fortified={"japan": NEAR})
    assert fire(do(dug_in, "artillery SU-COG", f"hex {NEAR}", "points 3", "done")) == ("1", 3)


@pytest.mark.rule("pbn", "29.0.3")
def test_points_beyond_the_table_make_up_for_shelter() -> None:
    """Three air points and five of artillery are eight; a fortification and guns take three of them off."""
    targets: dict[str, Some] = {NEAR: ["JP-64", "JP-1KA"]}
    match = battery("SU-COG", "SU-NOG", targets=targets, points=3, dice=(2,), fortified={"japan": NEAR})
    do(match, f"strike {NEAR}", "points 3", "artillery SU-COG", f"hex {NEAR}", "points 3")
    do(match, "artillery SU-NOG", f"hex {NEAR}", "points 2", "done")
    assert fire(match) == ("5", 8)


@pytest.mark.rule("pbn", "29.0.3")
def test_the_heaviest_fire_destroys_a_battalion_of_the_owners_choice() -> None:
    """Column 6, die 6: suppressed, one supply point lost, and one battalion besides."""
    targets: dict[str, Some] = {NEAR: ["JP-64", "JP-1-8BG", "JP-SUP-1"]}
    match = battery("SU-COG", points=3, targets=targets, dice=(6,))
    do(match, f"strike {NEAR}", "points 3", "artillery SU-COG", f"hex {NEAR}", "points 3", "done")
    assert (asked(match).side, asked(match).rule) == (1, "16.83")
    assert (offered(match, "unit"), offered(match, "breakdown")) == ({"JP-1-8BG"}, {"JP-64"})
    assert supply_at(match, "japan", NEAR) == 0
    assert "JP-1-8BG" not in str(view(match.state, 0)["agenda"]), "who is hit is not told before it is lost"
    do(match, "unit JP-1-8BG")
    assert (place(match, "JP-1-8BG"), points(match)) == ("replaceable", (1, 0))
    assert marked(match, "suppressed", "JP-64")


@pytest.mark.rule("pbn", "29.0.3")
def test_such_fire_takes_a_lone_unit_and_nothing_of_an_empty_hex() -> None:
    """Of a lone unit its owner is asked, too: that he is asked must not tell how many there are."""
    armour: dict[str, Some] = {NEAR: "JP-3A"}
    match = battery("SU-COG", points=3, targets=armour, dice=(6,))
    do(match, f"strike {NEAR}", "points 3", "artillery SU-COG", f"hex {NEAR}", "points 3", "done")
    assert (offered(match, "unit"), offered(match, "breakdown")) == ({"JP-3A"}, set())
    do(match, "unit JP-3A")
    assert (place(match, "JP-3A"), points(match)) == ("replaceable", (9, 0))
    bare: dict[str, Some] = {NEAR: "JP-SUP-1"}
    empty = battery("SU-COG", points=3, targets=bare, dice=(6,))
    do(empty, f"strike {NEAR}", "points 3", "artillery SU-COG", f"hex {NEAR}", "points 3", "done")
    assert (who_is_at(empty, NEAR), points(empty)) == (set(), (0, 0))


@pytest.mark.rule("pbn", "29.0.3")
@pytest.mark.rule("pbn", "15.21")
def test_who_is_destroyed_from_afar_can_be_refitted_however_surrounded() -> None:
    """15.21 speaks of combat."""
    ring: dict[str, Some] = {NEAR: "JP-3A", "0810": "SU-24", "0812": "SU-76"}
    match = battery("SU-COG", points=3, targets=ring, dice=(6,))
    assert surrounded(position(match), unit("JP-3A"))
    do(match, f"strike {NEAR}", "points 3", "artillery SU-COG", f"hex {NEAR}", "points 3", "done", "unit JP-3A")
    assert place(match, "JP-3A") == "replaceable"


@pytest.mark.rule("pbn", "29.1")
def test_two_headquarters_may_fire_at_one_hex_and_a_third_may_not() -> None:
    match = battery("SU-COG", "SU-NOG", "SU-SOG", supply={HERE: 3}, dice=(1, 3))
    do(match, "artillery SU-COG", f"hex {NEAR}", "points 3", "artillery SU-NOG", f"hex {NEAR}", "points 2")
    do(match, "artillery SU-SOG")
    assert offered(match, "hex") == {ALSO}
    assert (refused(match, f"hex {NEAR}"), why(match, f"hex {NEAR}").key) == ("29.1", "why.two-guns")
    do(match, f"hex {ALSO}", "points 2", "done", f"strike {NEAR}")
    told_ = [(e.params["hex"], e.params["column"]) for e in match.log if e.key == "log.bombardment"]
    assert told_ == [(NEAR, "5"), (ALSO, "2")]


@pytest.mark.rule("pbn", "29.2")
def test_the_support_value_may_be_split_over_targets_for_one_supply_point() -> None:
    """E15"""
    match = battery("SU-COG", dice=(6, 6))
    do(match, "artillery SU-COG", f"hex {NEAR}")
    assert offered(match, "points") == {1, 2, 3}
    assert (refused(match, "points 4"), refused(match, "done")) == ("29.2", "29.2")
    do(match, "points 2")
    assert (offered(match, "hex"), refused(match, f"hex {NEAR}")) == ({ALSO}, "29.2")
    do(match, f"hex {ALSO}")
    assert supply_at(match, "soviet", HERE) == 1
    assert view(match.state, 0)["details"]["strikes"] == {NEAR: 2, ALSO: 1}
    do(match, "done", f"strike {NEAR}")
    told_ = [(e.params["hex"], e.params["column"]) for e in match.log if e.key == "log.bombardment"]
    assert told_ == [(NEAR, "2"), (ALSO, "1")]


@pytest.mark.rule("pbn", "29.2")
def test_not_all_of_the_value_has_to_be_fired() -> None:
    match = do(battery("SU-COG", dice=(3,)), "artillery SU-COG", f"hex {NEAR}", "points 1", "done")
    assert supply_at(match, "soviet", HERE) == 1
    assert fire(do(match, "done")) == ("1", 1)


@pytest.mark.rule("pbn", "29.0")
def test_what_the_artillery_will_do_is_secret_until_it_fires() -> None:
    match = do(battery("SU-COG"), "artillery SU-COG", f"hex {NEAR}")
    assert "Gun" not in str(view(match.state, 1)["agenda"])
    assert view(match.state, 1)["details"] == {}
    assert NEAR not in str(view(do(match, "points 3").state, 1)["agenda"])


# -- captured supply (32) ----------------------------------------------------------------------------------------------

SPOILS: dict[str, Any] = {"options": {"captured_supply": True}}
TANKS = {N: "SU-11A", NE: "SU-6A"}
STORE = ["JP-64", "JP-SUP-1", "JP-SUP-2"]


def chase(match: Match, pursuer: str = "SU-11A") -> Match:
    """One attacker follows, and that is all."""
    return do(match, f"unit {pursuer}", f"hex {TARGET}", "done")


@pytest.mark.rule("pbn", "32.0")
@pytest.mark.rule("pbn", "32.0.1")
def test_supply_of_a_hex_wiped_out_is_rolled_for_when_an_attacker_comes_in() -> None:
    """T110: dice 2 and 5: one point is captured there, one is lost."""
    match = chase(brings("DE", TANKS, STORE, 2, 5, **SPOILS))
    assert (supply_at(match, "soviet", TARGET), supply_at(match, "japan", TARGET)) == (1, 0)
    assert [key for key in keys(match) if "captured" in key] == ["log.captured", "log.not-captured"]
    assert who_is_at(match, TARGET) > {"SU-11A"}


@pytest.mark.rule("pbn", "32.0.1")
@pytest.mark.parametrize(("die", "captured"), [(1, 1), (3, 1), (4, 0), (6, 0)])
def test_three_or_less_captures(die: int, captured: int) -> None:
    match = chase(brings("DE", TANKS, ["JP-64", "JP-SUP-1"], die, **SPOILS))
    assert supply_at(match, "soviet", TARGET) == captured


@pytest.mark.rule("pbn", "32.0")
def test_nothing_is_captured_where_a_defender_got_away() -> None:
    """T110: the regiment retreats, its supply dies, and that is that."""
    match = chase(do(brings("AM", TANKS, STORE, 1, 1, **SPOILS), f"hex {S}"))
    assert supply_at(match, "soviet", TARGET) == 0
    assert "log.captured" not in keys(match)


@pytest.mark.rule("pbn", "32.0")
def test_battalions_of_a_unit_that_broke_down_got_away_too() -> None:
    ring = {N: "SU-11A", S: "SU-6A"}
    match = chase(do(brings("AM", ring, ["JP-4", "JP-SUP-1"], 1, 1, **SPOILS), f"hex {SW}"))
    assert len(who_is_at(match, SW)) == 2
    assert supply_at(match, "soviet", TARGET) == 0


@pytest.mark.rule("pbn", "32.0")
def test_who_dies_on_the_retreat_did_not_get_away() -> None:
    """R66: the battalion is surrounded and lost, so the supply may be taken."""
    ring = {N: "SU-11A", S: "SU-6A"}
    match = chase(brings("AM", ring, ["JP-1-8BG", "JP-SUP-1"], 1, **SPOILS))
    assert supply_at(match, "soviet", TARGET) == 1


@pytest.mark.rule("pbn", "32.0")
def test_supply_alone_that_is_driven_off_may_be_taken() -> None:
    match = chase(brings("AM", TANKS, ["JP-SUP-1"], 1, **SPOILS))
    assert supply_at(match, "soviet", TARGET) == 1


@pytest.mark.rule("pbn", "32.0")
def test_nothing_is_captured_without_pursuit_nor_without_the_option() -> None:
    idle = do(brings("DE", TANKS, STORE, 1, 1, **SPOILS), "done")
    assert supply_at(idle, "soviet", TARGET) == 0
    plain = chase(brings("DE", TANKS, STORE, 1, 1))
    assert supply_at(plain, "soviet", TARGET) == 0
    attrition = brings("DAT", TANKS, "JP-SUP-1", 1, fortified={"japan": TARGET}, **SPOILS)
    assert who_is_at(attrition, TARGET) == set(), "attrition calls for no pursuit"


@pytest.mark.rule("pbn", "32.0")
def test_who_only_passes_through_with_zhukov_has_come_in() -> None:
    match = brings(
        "DE", {N: "SU-11A", NE: "SU-6A"}, ["JP-64", "JP-SUP-1"], 1, also={"effect": "SU-CM-ZHUKOV"}, **SPOILS
    )
    do(match, "unit SU-11A", f"hex {TARGET}", f"hex {SW}", "done")
    assert (place(match, "SU-11A"), supply_at(match, "soviet", TARGET)) == (SW, 1)


@pytest.mark.rule("pbn", "32.0")
def test_of_two_hexes_each_is_looked_at_by_itself() -> None:
    """The supply in the north-east was alone and is taken; the battalion in the other hex got away from its own."""
    placed = {N: ["SU-11A", "SU-7"], TARGET: ["JP-1-8BG", "JP-SUP-1"], NE: "JP-SUP-2", **FAR}
    match = board(placed, "soviet_combat", dice=[5, 1, 1], **SPOILS)
    do(match, f"attack {TARGET}", "unit SU-11A", "unit SU-7", f"also {NE}", "commit")
    resolve(match, "raid")
    assert told(match, "log.result")["codes"] == "DR"
    do(match, f"hex {min(map(str, offered(match, 'hex')))}")
    do(match, "unit SU-11A", f"hex {TARGET}", "unit SU-7", f"hex {NE}")
    assert (supply_at(match, "soviet", TARGET), supply_at(match, "soviet", NE)) == (0, 1)
    assert position(match).attackers == 0


@pytest.mark.rule("pbn", "32.0")
def test_the_japanese_capture_as_well() -> None:
    match = brings("DE", {N: "JP-3A", NE: "JP-4A"}, ["SU-36A", "SU-SUP-1"], 3, side="japan", **SPOILS)
    chase(match, "JP-3A")
    assert (supply_at(match, "japan", TARGET), supply_at(match, "soviet", TARGET)) == (1, 0)
