"""28.0, 33.0, 34.0, 35.2  Options on the ground: high ground, airborne landings, face-down units, deception."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.games.pbn.airborne import danger
from khalkhin.games.pbn.headquarters import follow_on, radius
from tests.pbn.oracles.atlas import GROUND, around
from tests.pbn.positions import (
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
    the_game,
    told,
    unit,
    who_is_at,
    why,
)

# -- high ground ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "28.0")
def test_high_ground_adds_two_to_the_radius() -> None:
    for hex_, extra in (("1506", 2), ("1512", 2), ("0808", 0), ("1404", 0), ("1714", 0)):
        for chosen in (True, False):
            match = board({hex_: "SU-36HQ"}, options={"high_ground": chosen}, activated="SU-36HQ")
            assert radius(position(match), unit("SU-36HQ")) == 3 + (extra if chosen else 0), GROUND[hex_]
    match = board({"tamsag": "SU-36HQ"}, options={"high_ground": True})
    assert radius(position(match), unit("SU-36HQ")) == 3


@pytest.mark.rule("pbn", "28.0")
def test_high_ground_helps_follow_on_movement() -> None:
    placed = {"1506": "SU-36HQ", "1511": "SU-24", "1512": "SU-76"}
    s = position(board(placed, impulse=2, options={"high_ground": True}, activated="SU-36HQ"))
    assert ids(follow_on(s, 0)) == {"SU-36HQ", "SU-24"}


# -- airborne landings ------------------------------------------------------------------------------------------------


def drop(target: str, placed: dict[str, Any] | None = None, *dice: int, **rest: Any) -> Match:
    match = board({"tamsag": "SU-212", **(placed or {})}, options={"airborne": True}, dice=dice, **rest)
    return do(match, "drop SU-212", f"hex {target}")


@pytest.mark.rule("pbn", "26.10")
def test_no_drops_without_the_variant() -> None:
    match = board({"tamsag": "SU-212"})
    assert not offered(match, "drop")
    assert refused(match, "drop SU-212") == "26.10"


@pytest.mark.rule("pbn", "33.0", "33.1")
def test_the_brigade_lands_anywhere_without_enemies() -> None:
    match = board({"tamsag": ["SU-212", "SU-24"], "2010": "JP-64"}, options={"airborne": True}, dice=[1])
    assert offered(match, "drop") == {"SU-212"}
    assert refused(match, "drop SU-24") == "33.0"
    do(match, "drop SU-212")
    assert offered(match, "hex") == set(GROUND) - {"2010"}
    assert refused(match, "hex 2010") == "33.1"
    assert refused(match, "done") == "33.1"
    do(match, "hex 3324")
    assert place(match, "SU-212") == "3324"
    assert refused(match, "unit SU-212") == "11.2"


@pytest.mark.rule("pbn", "33.0")
def test_only_the_whole_brigade_in_its_base_drops() -> None:
    options = {"airborne": True}
    match = board({"tamsag": ["SU-B018-1", "SU-B018-2"], "broken": "SU-212"}, options=options)
    assert refused(match, "drop SU-212") == "33.1"
    match = board({"0808": "SU-212"}, options=options)
    assert refused(match, "drop SU-212") == "33.1"
    match = board({"tamsag": "SU-212"}, "japan_move", options=options)
    assert why(match, "drop SU-212").key == "why.not-yours"


@pytest.mark.rule("pbn", "33.1")
def test_a_drop_in_the_follow_on_impulse_needs_a_headquarters_in_the_base() -> None:
    """R52, R110"""
    options = {"airborne": True}
    match = board({"tamsag": ["SU-212", "SU-36HQ"]}, impulse=2, options=options)
    assert refused(match, "drop SU-212") == "33.1"
    match = board({"tamsag": ["SU-212", "SU-36HQ"]}, impulse=2, options=options, activated="SU-36HQ")
    assert offered(match, "drop") == {"SU-212"}


@pytest.mark.rule("pbn", "33.4")
def test_the_landing_table() -> None:
    clear = "0808"
    for die in (1, 2, 3, 4):
        match = drop(clear, None, die)
        assert place(match, "SU-212") == clear
        assert not marked(match, "suppressed", "SU-212")
    match = drop(clear, None, 5, 1)
    assert place(match, "SU-212") == "0807"
    assert not marked(match, "suppressed", "SU-212")
    match = drop(clear, {"1212": ["SU-24", "SU-76"]}, 6, suppressed="SU-76")
    assert place(match, "SU-212") == clear
    assert ids(position(match).suppressed) == {"SU-212", "SU-76"}
    assert told(match, "log.suppressed") == {"units": ["SU-212"]}


@pytest.mark.rule("pbn", "33.4.1", "33.4")
def test_landing_next_to_enemies_under_fire_on_a_ridge() -> None:
    """T115"""
    placed = {"1511": "JP-64", "1514": "JP-1KA"}
    match = drop("1512", placed, 4, 4)
    assert told(match, "log.drop")["total"] == 8
    assert marked(match, "suppressed", "SU-212")
    assert place(match, "SU-212") == "1513"  # the die 4: south
    match = drop("1512", placed, 1, 4)
    assert told(match, "log.drop")["total"] == 5
    assert place(match, "SU-212") == "1513"
    assert not marked(match, "suppressed", "SU-212")


@pytest.mark.rule("pbn", "33.4.1")
def test_what_makes_a_landing_dangerous() -> None:
    for target, placed, more in (
        ("0808", {}, 0),
        ("2010", {}, 0),  # a village
        ("1404", {}, 1),
        ("0808", {"0807": "JP-64"}, 1),
        ("0808", {"0807": "JP-23HQ"}, 1),
        ("0808", {"0806": "JP-64"}, 0),
        ("0808", {"0806": "JP-1KA"}, 2),
        ("0808", {"0805": "JP-1KA"}, 0),
        ("0808", {"0807": "JP-1KA"}, 2),  # no other enemy than the gun itself
        ("0808", {"0807": "JP-1KA", "0809": "JP-64"}, 3),
        ("0808", {"0807": "JP-1KA", "0810": "JP-2KA"}, 3),
        ("0808", {"0807": "SU-24"}, 0),
    ):
        s = position(board({"tamsag": "SU-212", **placed}, options={"airborne": True}))
        assert danger(s, at(target)) == more, (target, placed)


@pytest.mark.rule("pbn", "33.4.2")
def test_scatter_runs_clockwise_from_the_north() -> None:
    """E18"""
    landed = [place(drop("0808", None, 5, way), "SU-212") for way in range(1, 7)]
    assert landed == ["0807", "0908", "0909", "0809", "0709", "0708"]
    landed = [place(drop("0708", None, 5, way), "SU-212") for way in range(1, 7)]
    assert landed == ["0707", "0807", "0808", "0709", "0608", "0607"]


@pytest.mark.rule("pbn", "33.4.2")
def test_who_scatters_off_the_map_or_onto_enemies_is_lost() -> None:
    match = drop("0301", None, 5, 1)
    assert place(match, "SU-212") == "replaceable"
    assert points(match) == (0, 3)
    match = drop("0808", {"0807": "JP-64"}, 4, 1)
    assert place(match, "SU-212") == "replaceable"
    placed = {"tamsag": "SU-212", "0807": "JP-DEC-1", "2010": "JP-DEC-2"}
    match = board(placed, options={"airborne": True, "deception": True}, dice=[5, 1])
    do(match, "drop SU-212", "hex 0808")
    assert place(match, "SU-212") == "0807"  # a deception marker is nobody
    assert (place(match, "JP-DEC-1"), place(match, "JP-DEC-2")) == ("out", "2010")


@pytest.mark.rule("pbn", "33.2", "33.3")
def test_the_brigade_may_arrive_by_air_past_all_interdiction() -> None:
    match = board(
        {"turn_3": ["SU-212", "SU-24"]},
        "soviet_reinforcement",
        options={"airborne": True},
        air={"japan": {"interdiction": 6}},
        delayed=["SU-212", "SU-76"],
        dice=[2],
    )
    do(match, "drop SU-212", "hex 0808")
    assert place(match, "SU-212") == "0808"
    assert ids(position(match).delayed) == {"SU-76"}, "who has come is not on his way any more"
    assert "log.interdiction" not in keys(match)
    assert not marked(match, "moved", "SU-212")
    match = board({"turn_3": "SU-212"}, "soviet_reinforcement")
    assert refused(match, "drop SU-212") == "26.10"


# -- face-down units --------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "34.0")
def test_combat_units_are_set_up_face_down() -> None:
    match = Match(the_game().start("campaign", {"face_down": True}, Dice.practice(1)))
    do(match, "unit MN-15M", "hex 0808")
    assert marked(match, "face_down", "MN-15M")
    assert "MN-15M" not in str(match.view("japan"))
    assert marked(match, "face_down", "SU-24")
    assert not marked(match, "face_down", "SU-36HQ")
    plain = Match(the_game().start("campaign", {}, Dice.practice(1)))
    do(plain, "unit MN-15M", "hex 0808")
    assert not marked(plain, "face_down", "MN-15M")


@pytest.mark.rule("pbn", "34.0")
def test_reinforcements_come_face_down() -> None:
    match = board({"turn_3": ["SU-24", "SU-36HQ"]}, "soviet_reinforcement", options={"face_down": True})
    do(match, "base SU-24", "base SU-36HQ")
    assert marked(match, "face_down", "SU-24")
    assert not marked(match, "face_down", "SU-36HQ")


@pytest.mark.rule("pbn", "34.0")
def test_face_down_units_act_normally_and_are_turned_up_by_combat() -> None:
    placed = {"0808": "SU-24", "0807": "JP-64"}
    match = board(placed, "soviet_combat", options={"face_down": True}, face_down=["SU-24", "JP-64"])
    assert not marked(match, "face_down", "JP-64")  # examined when the phase begins
    assert position(match).zone(0)
    do(match, "attack 0807", "unit SU-24", "commit")
    assert not marked(match, "face_down", "SU-24")


@pytest.mark.rule("pbn", "34.0")
def test_examination_turns_units_up() -> None:
    match = board(
        {"0808": "JP-64", "1608": "SU-24"},
        options={"face_down": True},
        face_down="JP-64",
        air={"soviet": {"recon": 1}},
    )
    do(match, "recon 0808")
    assert not marked(match, "face_down", "JP-64")


@pytest.mark.rule("pbn", "34.0.1")
def test_units_are_turned_face_down_in_the_logistics_phase() -> None:
    placed = {"0808": ["SU-24", "SU-36HQ"], "tamsag": "SU-76", "2808": "JP-64"}
    match = board(placed, "soviet_logistics", options={"face_down": True}, supply={"soviet": {"0808": 1}})
    assert offered(match, "conceal") == {"SU-24", "SU-76"}
    do(match, "conceal SU-76", "conceal SU-24")
    assert marked(match, "face_down", "SU-24")
    reasons = {name: why(match, f"conceal {name}").key for name in ("SU-24", "SU-36HQ", "SU-SUP-1", "SU-7", "JP-64")}
    assert reasons == {
        "SU-24": "why.concealed",
        "SU-36HQ": "why.no-conceal",
        "SU-SUP-1": "why.no-conceal",
        "SU-7": "why.off-map",
        "JP-64": "why.not-yours",
    }
    assert why(board(placed, "soviet_logistics"), "conceal SU-24").key == "why.no-backs"
    assert refused(board(placed, "soviet_move", options={"face_down": True}), "conceal SU-24")


@pytest.mark.rule("pbn", "34.0.2")
def test_units_are_turned_up_at_any_time() -> None:
    match = board({"0808": "SU-24", "2808": "JP-64"}, "japan_move", options={"face_down": True}, face_down="SU-24")
    match.play("reveal", "SU-24", "soviet")
    assert not marked(match, "face_down", "SU-24")
    assert asked(match).side == 1


def test_turning_up_a_unit_changes_what_the_enemy_may_do_at_once() -> None:
    match = board({"0808": "SU-24", "0804": "JP-64"}, options={"face_down": True}, face_down="JP-64")
    do(match, "unit SU-24")
    assert match.view("soviet")["details"]["stops"] == {}
    match.play("reveal", "JP-64", "japan")
    stops = set(match.view("soviet")["details"]["stops"])
    assert stops == set(around("0804")) & offered(match, "hex")
    assert "0805" in stops


# -- deception markers ------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "35.2", "35.2.1", "35.2.2", "34.1")
def test_three_markers_a_side_in_the_set_up() -> None:
    match = Match(the_game().start("campaign", {"deception": True}, Dice.practice(1)))
    assert position(match).options["face_down"]
    dummies = {name for name in map(str, offered(match, "unit")) if "-DEC-" in name}
    assert not dummies  # nobody is there yet whom they could accompany
    do(match, "unit MN-15M", "hex 0808")
    dummies = {name for name in map(str, offered(match, "unit")) if "-DEC-" in name}
    assert len(dummies) == 3
    do(match, f"unit {min(dummies)}")
    assert offered(match, "hex") == {"0808", *around("0808")}
    assert refused(match, "hex 0810") == "34.1"


@pytest.mark.rule("pbn", "34.1")
def test_no_marker_is_set_down_next_to_what_may_be_an_enemy() -> None:
    """R72, R93"""
    match = Match(the_game().start("campaign", {"deception": True}, Dice.practice(1)))
    do(match, "unit MN-15M", "hex 1314", "unit MN-17M", "hex 0808", "auto", "done")
    do(match, "unit MC-4H", "hex 1413")
    dummy = min(name for name in map(str, offered(match, "unit")) if "-DEC-" in name)
    do(match, f"unit {dummy}")
    assert not offered(match, "hex") & {"1313", "1414", "1413"}
    assert refused(match, "hex 1413") == "34.1"


@pytest.mark.rule("pbn", "35.2.1", "35.2.2", "34.4")
def test_one_marker_a_turn_comes_with_the_reinforcements() -> None:
    for side, prefix in (("soviet", "SU"), ("japan", "JP")):
        match = board({}, f"{side}_reinforcement", month=1, options={"deception": True})
        dummies = [name for name in map(str, offered(match, "base")) if name.startswith(f"{prefix}-DEC-")]
        assert len(dummies) == 1
        assert not [n for n in map(str, offered(board({}, f"{side}_reinforcement", month=1), "base")) if "-DEC-" in n]


@pytest.mark.rule("pbn", "34.3", "2.33.1")
def test_markers_move_any_distance() -> None:
    match = board({"0808": "SU-DEC-1", "2808": "JP-64"}, options={"deception": True})
    do(match, "unit SU-DEC-1")
    near = {"2808", *around("2808")}
    assert offered(match, "hex") == set(GROUND) - near - {"0808"}
    assert refused(match, "hex 2807") == "34.3"
    assert refused(match, "hex 2808") == "11.5"
    do(match, "hex 3324")
    assert place(match, "SU-DEC-1") == "3324"
    assert refused(match, "unit SU-DEC-1") == "11.2"


@pytest.mark.rule("pbn", "34.3")
def test_a_marker_next_to_an_enemy_is_gone_the_instant_it_gets_there() -> None:
    options = {"deception": True}
    match = board({"0808": "SU-DEC-1", "0804": "JP-64"}, options=options, face_down="JP-64")
    do(match, "unit SU-DEC-1")
    assert "0805" in offered(match, "hex")  # for all its owner knows, that is no unit
    do(match, "hex 0805")
    assert place(match, "SU-DEC-1") == "out"
    assert told(match, "log.deceived")["hex"] == "0805"
    match = board({"0808": "SU-DEC-1", "0804": "JP-DEC-1"}, options=options)
    do(match, "unit SU-DEC-1", "hex 0805")
    assert place(match, "SU-DEC-1") == "0805"  # two dummies do not mind each other
    assert place(match, "JP-DEC-1") == "0804"


@pytest.mark.rule("pbn", "34.3")
def test_an_enemy_who_comes_or_passes_removes_a_marker() -> None:
    options = {"deception": True}
    for stack in (["JP-DEC-1"], ["JP-DEC-1", "JP-DEC-2"], ["JP-DEC-1", "JP-23HQ"]):
        match = board({"0808": "SU-24", "0806": stack}, options=options)
        do(match, "unit SU-24", "hex 0807")
        assert who_is_at(match, "0806") == {"JP-23HQ"} & set(stack)
    match = board({"0808": "SU-24", "0806": ["JP-DEC-1", "JP-23HQ"]}, options=options)
    do(match, "unit SU-24", "hex 0804")
    assert set(told(match, "log.move")["path"]) & set(around("0806"))
    assert who_is_at(match, "0806") == {"JP-23HQ"}  # beneath a stack that it only went past


@pytest.mark.rule("pbn", "34.3")
def test_headquarters_and_supply_see_through_a_marker_too() -> None:
    match = board({"0808": "SU-36HQ", "0811": "JP-DEC-1"}, options={"deception": True})
    do(match, "unit SU-36HQ", "hex 0810")
    assert place(match, "JP-DEC-1") == "out"


@pytest.mark.rule("pbn", "34.2")
def test_examination_removes_markers() -> None:
    match = board(
        {"0808": ["JP-64", "JP-DEC-1"], "0810": "JP-DEC-2", "1608": "SU-24"},
        options={"deception": True},
        air={"soviet": {"recon": 1}},
    )
    do(match, "recon 0808")
    assert place(match, "JP-DEC-1") == place(match, "JP-DEC-2") == "out"
    assert place(match, "JP-64") == "0808"


@pytest.mark.rule("pbn", "34.3", "34.4")
def test_markers_enter_from_the_base() -> None:
    options = {"deception": True}
    match = board({"tamsag": ["SU-DEC-1", "SU-36HQ"], "2808": "JP-64"}, options=options)
    do(match, "unit SU-DEC-1", "hex 0503")
    path = told(match, "log.enters")["path"]
    assert path[0][:2] == "01"
    assert path[-1] == "0503"
    placed = {"tamsag": ["SU-DEC-1", "SU-36HQ"]}
    assert "SU-DEC-1" not in offered(board(placed, impulse=2, options=options), "unit")
    match = board(placed, impulse=2, options=options, activated="SU-36HQ")
    assert "SU-DEC-1" in offered(match, "unit")


@pytest.mark.rule("pbn", "34.3")
def test_markers_occupy_and_block_nothing() -> None:
    match = board({"2010": "SU-DEC-1"}, options={"deception": True})
    s = position(match)
    assert not s.occupied(0)
    assert not s.zone(0)
    assert s.held(0)


@pytest.mark.rule("pbn", "33.4", "34.0")
def test_who_has_landed_lies_face_up_and_all_others_as_they_did() -> None:
    options = {"airborne": True, "face_down": True}
    placed = {"tamsag": ["SU-212", "SU-24"], "2010": ["JP-64", "JP-71"]}
    match = board(placed, options=options, face_down=["SU-212", "SU-24", "JP-64"], dice=[1])
    do(match, "drop SU-212", "hex 3324")
    assert ids(position(match).face_down) == {"SU-24", "JP-64"}


@pytest.mark.rule("pbn", "33.1", "11.2")
def test_who_moved_before_a_landing_has_moved() -> None:
    match = board({"tamsag": "SU-212", "0808": "SU-24"}, options={"airborne": True}, dice=[1])
    do(match, "unit SU-24", "hex 0809", "drop SU-212", "hex 3324")
    assert ids(position(match).moved) == {"SU-24", "SU-212"}


@pytest.mark.rule("pbn", "33.4")
def test_a_landing_is_its_owners_business_until_it_is_made() -> None:
    match = do(board({"tamsag": "SU-212", "2010": "JP-64"}, options={"airborne": True}), "drop SU-212")
    assert match.view("soviet")["agenda"][-1]["step"] == "Drop"
    for stranger in ("japan", None):
        assert match.view(stranger)["agenda"][-1]["step"] == "Movement"


@pytest.mark.rule("pbn", "34.3")
def test_only_markers_on_the_map_and_in_the_base_can_be_moved() -> None:
    placed = {"0808": "SU-DEC-1", "tamsag": "SU-DEC-2", "turn_4": "SU-DEC-3", "2808": ["JP-64", "JP-DEC-1"]}
    match = board(placed, options={"deception": True})
    assert offered(match, "unit") == {"SU-DEC-1", "SU-DEC-2"}
    assert refused(match, "unit SU-DEC-3") == "34.3"
    later = board(placed, impulse=2, options={"deception": True})
    assert offered(later, "unit") == {"SU-DEC-1"}


@pytest.mark.rule("pbn", "34.3")
def test_a_marker_that_creeps_past_an_enemy_face_down_comes_no_further() -> None:
    guards = {"0103": "JP-64", "0302": "JP-71"}  # there is no way into the corner that leads past neither
    match = board({"0808": "SU-DEC-1", **guards}, options={"deception": True}, face_down=["JP-64", "JP-71"])
    do(match, "unit SU-DEC-1", "hex 0101")
    assert place(match, "SU-DEC-1") == "out"
    path = told(match, "log.move-hidden")["path"]
    assert set(path) & {*around("0103"), *around("0302")} == {path[-1]}
    assert told(match, "log.deceived")["hex"] == path[-1]


@pytest.mark.rule("pbn", "18.4")
def test_a_group_halts_where_it_meets_a_zone_of_units_face_down() -> None:
    """R93  Not a hex further; its owner planned a longer way."""
    match = board({"0808": "SU-24", "0804": "JP-64"}, options={"face_down": True}, face_down="JP-64")
    do(match, "unit SU-24", "hex 0802")
    path = told(match, "log.move")["path"]
    assert set(path) & set(around("0804")) == {path[-1]}
    assert place(match, "SU-24") == told(match, "log.halted")["hex"] == path[-1]
    assert told(match, "log.zone") == {"hexes": ["0804"]}


@pytest.mark.rule("pbn", "34.3")
def test_a_marker_comes_from_the_base_only_where_there_is_a_way() -> None:
    """Two enemies keep it out of a corner that neither of them is next to."""
    match = board({"tamsag": "SU-DEC-1", "3322": "JP-64", "3124": "JP-71"}, options={"deception": True})
    do(match, "unit SU-DEC-1")
    shut = {"3322", "3124", *around("3322"), *around("3124")}
    assert offered(match, "hex") == set(GROUND) - shut - {"3324"}
    assert refused(match, "hex 3324") == "34.3"


@pytest.mark.rule("pbn", "34.1")
def test_a_marker_that_cannot_come_over_the_edge_does_not_come_with_units() -> None:
    """Enemies are next to the whole edge: units come all the same, deception markers only next to friends inland."""
    wall = ["0201", *(f"02{n:02}" for n in range(2, 25, 2))]
    guards = "JP-64 JP-71 JP-72 JP-26 JP-28 JP-25 JP-27 JP-16 JP-30 JP-4 JP-29 JP-8 JP-70"
    placed = dict(zip(wall, guards.split(), strict=True))
    feint = max((n for n in the_game().sheet.ids if n.startswith("SU-DEC")), key=unit)
    match = board(
        {**placed, "turn_3": ["SU-24", feint], "1212": "SU-76"}, "soviet_reinforcement", options={"deception": True}
    )
    do(match, "field SU-24", f"field {feint}", "auto", "unit SU-24")
    assert not offered(match, "unit")
    assert (why(match, f"unit {feint}").rule, why(match, f"unit {feint}").key) == ("34.1", "why.apart")
