"""21.0  Fog of war: what a side sees of the other one, what it can examine, and what it cannot take back."""

from __future__ import annotations

from typing import Any

import pytest

import khalkhin
from khalkhin.engine.match import Match
from khalkhin.engine.view import overlays
from khalkhin.games.sn.information import coverable, known, sees
from khalkhin.games.sn.stacking import Overstacked
from tests.sn.fights import NE, TARGET, brings
from tests.sn.positions import asked, board, do, names, offered, pile, position, refused, unit, units

rule = pytest.mark.rule
SOVIET, JAPAN = 0, 1
CORPS = ["SU-12IC", "SU-18IC"]
BELOW, ABOVE = CORPS
CORPS_OF_JAPAN = ["JP-3IC", "JP-2IC"]
FAR = {"2411": "JP-2IC"}
"""Somebody at Hsinking, who sees nothing."""


def seen(match: Match, side: str | None, where: str) -> list[str]:
    """The counters of a hex as a side sees them, from the top down: ids, or what nameless ones are called by."""
    stack: list[dict[str, Any]] = match.view(side)["places"].get(where, [])
    return [counter.get("id") or counter["nation"] for counter in stack]


@rule("sn", "21.0")
def test_of_an_enemy_stack_only_the_top_unit_and_the_number() -> None:
    """E116, R90: the unit that came last lies on top."""
    match = board({"2103": [*CORPS, "SU-SUP-1"], **FAR})
    assert seen(match, "japan", "2103") == seen(match, None, "2103") == ["SU-SUP-1", "soviet", "soviet"]
    assert seen(match, "soviet", "2103") == ["SU-SUP-1", ABOVE, BELOW]


@rule("sn", "21.0")
def test_of_a_hidden_unit_not_even_the_nation_shows() -> None:
    match = board({"2317": ["MC-1IC", "JP-7ID", "JP-8ID"], "1002": "SU-12IC"})
    assert seen(match, "soviet", "2317") == ["JP-8ID", "japan", "japan"]


@rule("sn", "21.0", "10.1.9")
def test_a_fort_is_what_shows_and_strikes_hide_nobody() -> None:
    match = board({"2103": ["SU-FORT-1", *CORPS, "JP-AIR-1"], **FAR})
    assert seen(match, "japan", "2103") == ["SU-FORT-1", "JP-AIR-1", "soviet", "soviet"]


@rule("sn", "21.0", "R90")
def test_strikes_are_open_to_both_also_beneath_a_stack() -> None:
    s = position(board({"2103": ["JP-AIR-1", *CORPS], **FAR}))
    for side in (SOVIET, JAPAN, None):
        assert sees(s, side, unit("JP-AIR-1"))
        assert known(s, side) & units("JP-AIR-1")
    assert not sees(s, JAPAN, unit(BELOW))


@rule("sn", "10.1.8", "21.0")
def test_nobody_rearranges_his_stacks_in_the_enemys_turn() -> None:
    """The Soviets are asked for a retreat, and Japan, whose turn it is, for nothing."""
    match = brings("DR", {NE: ["JP-2IC", "JP-3IC"]}, CORPS, also={"2411": ["JP-7ID", "JP-8ID"]})
    s = position(match)
    assert (asked(match).side, s.active, len(pile(match, TARGET))) == (SOVIET, JAPAN, 2)
    assert (coverable(s, SOVIET), coverable(s, JAPAN)) == (0, 0)


@rule("sn", "10.1.8", "21.0")
def test_the_owner_says_in_his_own_turn_what_shows() -> None:
    match = board({"2317": ["JP-7ID", "JP-8ID"], "2103": CORPS})
    assert seen(match, "soviet", "2317")[0] == "JP-8ID"
    match.play("top", "JP-7ID", "japan")
    assert seen(match, "soviet", "2317")[0] == "JP-7ID"
    assert pile(match, "2317") == ["JP-8ID", "JP-7ID"]
    assert not match.view("soviet")["standing"] or all(o["verb"] != "top" for o in match.view("soviet")["standing"])
    reason = match.why("top", BELOW, "soviet")
    assert reason is not None
    assert reason.rule == "10.1.8"


@rule("sn", "21.0")
@pytest.mark.parametrize("box", ["pool", "reorganization", "home", "available", "interception", "aborted", "gone"])
def test_every_box_is_open(box: str) -> None:
    match = board({"2317": "JP-7ID", "2103": CORPS, box: ["JP-8ID", "JP-9ID"]})
    assert {"JP-8ID", "JP-9ID"} <= set(seen(match, "soviet", box))


@rule("sn", "21.0", "5.0.1")
def test_points_are_open_to_everybody() -> None:
    match = board({"2317": "JP-7ID", "2103": CORPS}, points=(7, 9))
    for side in ("soviet", "japan", None):
        assert match.view(side)["tracks"]["points"] == [7, 9]
        assert match.view(side)["summary"]["pools"][0]["values"] == {"soviet": 7, "japan": 9}


# -- who fights --------------------------------------------------------------------------------------------------------


@rule("sn", "21.0")
def test_in_a_combat_both_sides_examine_everybody() -> None:
    """And nobody any more when it is over."""
    placed = {"2104": ["JP-2IC", "JP-3IC"], "2103": CORPS}
    match = board(placed, "japan_combat", dice=[4])
    assert seen(match, "japan", "2103") == [ABOVE, "soviet"]
    assert seen(match, "soviet", "2104") == ["JP-3IC", "japan"]
    do(match, "attack 2103", "unit JP-2IC", "unit JP-3IC", "commit")
    assert asked(match).message.key == "ask.lose"
    assert seen(match, "japan", "2103") == seen(match, None, "2103") == [ABOVE, BELOW]
    assert seen(match, "soviet", "2104") == ["JP-3IC", "JP-2IC"]
    assert not match.can_undo("japan")
    over = board(placed, "japan_combat", dice=[6])
    do(over, "attack 2103", "unit JP-2IC", "unit JP-3IC", "commit")
    assert asked(over).message.key == "ask.move"
    assert seen(over, "japan", "2103") == [ABOVE, "soviet"]


@rule("sn", "21.0", "13.4.1")
def test_who_has_retreated_is_known_for_the_rest_of_the_phase() -> None:
    shown = board({"2003": CORPS, **FAR}, "japan_combat", late=BELOW)
    assert seen(shown, "japan", "2003") == [ABOVE, "soviet"], "the phase is over: nobody can attack"
    match = board({"2003": CORPS, "2104": "JP-2IC", "2103": "SU-26IC"}, "japan_combat")
    position(match).late = 1 << match.game.sheet.index[BELOW]
    assert seen(match, "japan", "2003") == [ABOVE, BELOW]


# -- who looks (21.1, 21.2) --------------------------------------------------------------------------------------------


@rule("sn", "21.1")
@pytest.mark.parametrize(("base", "open_"), [("2107", True), ("2108", False)])
def test_airbases_see_as_far_as_their_support_factor(base: str, open_: bool) -> None:
    """Four hexes for a Japanese one."""
    match = board({base: "JP-1BASE", "2103": CORPS})
    assert (seen(match, "japan", "2103") == [ABOVE, BELOW]) is open_
    assert seen(match, None, "2103") == [ABOVE, "soviet"], "a spectator has no airbase"


@rule("sn", "21.1", "15.2.29")
def test_only_in_ones_own_turn_and_not_from_a_disrupted_base() -> None:
    placed = {"2107": "JP-1BASE", "2103": CORPS}
    assert seen(board(placed, "soviet_move"), "japan", "2103") == [ABOVE, "soviet"]
    assert seen(board(placed, disrupted="JP-1BASE"), "japan", "2103") == [ABOVE, "soviet"]


@rule("sn", "21.1", "3.0")
def test_set_up_is_nobodys_player_turn() -> None:
    match = khalkhin.new("sn", "anti-comintern", seed=1)
    do(match, "unit SU-12IC", "hex 2103", "unit SU-18IC", "hex 2103", "auto", "done", "unit JP-1BASE", "hex 2104")
    _, *rest = seen(match, "japan", "2103")
    assert rest
    assert set(rest) == {"soviet"}
    assert match.can_undo("japan")


@rule("sn", "21.2")
@pytest.mark.parametrize(("staff", "open_"), [("2106", True), ("2107", False)])
@pytest.mark.parametrize("phase", ["japan_move", "soviet_move"])
def test_headquarters_see_at_any_time_as_far_as_their_radius(staff: str, open_: bool, phase: str) -> None:
    """Three hexes for a front."""
    match = board({staff: "JP-1FHQ", "2103": CORPS}, phase)
    assert (seen(match, "japan", "2103") == [ABOVE, BELOW]) is open_


@rule("sn", "21.2", "15.2.29", "22.0.3")
def test_not_when_disrupted_and_in_winter_only_next_door() -> None:
    placed = {"2105": "JP-1FHQ", "2103": CORPS}
    assert seen(board(placed, disrupted="JP-1FHQ"), "japan", "2103") == [ABOVE, "soviet"]
    winter = board(placed, scenario="anti-comintern", turn=6)
    assert position(winter).winter
    assert seen(winter, "japan", "2103") == [ABOVE, "soviet"]
    close = board({"2104": "JP-1FHQ", "2103": CORPS}, scenario="anti-comintern", turn=6)
    assert seen(close, "japan", "2103") == [ABOVE, BELOW]


@rule("sn", "21.2")
@pytest.mark.parametrize(("to", "binds"), [("2107", True), ("2109", False)])
def test_who_looks_by_a_move_cannot_take_it_back(to: str, binds: bool) -> None:
    match = board({"2108": ["JP-KAHQ", "JP-2IC", "JP-SUP-1"], "2103": CORPS})
    do(match, "unit JP-KAHQ", f"hex {to}")
    assert match.can_undo("japan") is not binds
    assert (seen(match, "japan", "2103") == [ABOVE, BELOW]) is binds


# -- what is announced -------------------------------------------------------------------------------------------------


@rule("sn", "11.0", "21.0")
def test_zones_of_control_are_told_even_where_a_hidden_unit_has_them() -> None:
    """A Manchukuoan fort has no zone in the USSR; the Japanese beneath it has."""
    match = board({"2104": ["JP-2IC", "MC-FORT-1"], "2317": ["JP-7ID", "JP-8ID"], "1002": "SU-12IC"})
    assert seen(match, "soviet", "2104") == ["MC-FORT-1", "japan"]
    assert "2103" in overlays(match.state, SOVIET)["zones"]["japan"]
    ((side, where, zone),) = position(match).announced
    assert (side, names(1 << where)) == (JAPAN, {"2104"})
    assert "2103" in names(zone)
    clients = board({"2104": ["MC-1IC", "MC-FORT-1"], "1002": "SU-12IC"})
    assert position(clients).announced == ()


@rule("sn", "11.0", "21.0", "15.2.28")
def test_the_zone_of_a_stack_under_a_disrupted_unit_is_told_and_no_more_than_that() -> None:
    match = board({"2317": ["JP-7ID", "JP-8ID"], "1002": "SU-12IC"}, disrupted="JP-8ID")
    ((side, where, zone),) = position(match).announced
    assert (side, names(1 << where)) == (JAPAN, {"2317"})
    assert zone == match.game.map.grid.around[where], "clear ground all around, open to Japan"


@rule("sn", "5.1", "22.0")
def test_the_turn_track_marks_the_winter_months() -> None:
    s = position(board({"2103": CORPS, **FAR}))
    winter = {box.turn: "track.winter" in [note.key for note in box.notes] for box in s.game.summary(s, None).track}
    assert winter == {1: False, 2: False, 3: True, 4: True}


@rule("sn", "2.12.2", "21.0")
def test_disrupted_markers_show_on_stacks_too() -> None:
    match = board({"2103": CORPS, **FAR}, disrupted=BELOW)
    assert match.view("japan")["markers"] == {"2103": ["marker.disrupted"]}
    assert match.view("soviet")["markers"] == {}, "the owner sees who it is"


@rule("sn", "17.0", "21.0")
def test_rally_names_nobody_that_is_hidden() -> None:
    match = board({"2103": ["SU-SUP-1", *CORPS], "2104": "SU-SUP-2", **FAR}, "soviet_rally", disrupted=BELOW)
    do(match, "expend SU-SUP-2")
    lines = [line for line in match.view("japan")["log"] if line["key"] == "log.rallied"]
    assert [line["params"]["units"] for line in lines] == [[{"key": "units.nameless.soviet", "count": 1}]]


@rule("sn", "22.1", "21.0")
def test_attrition_asks_whether_or_not_anybody_suffers() -> None:
    """Else the question would tell the enemy who is out of supply."""
    options = {"attrition": True}
    placed = {"2317": ["JP-2IC", "JP-SUP-1"], "1002": "SU-12IC"}
    match = board(placed, "japan_attrition", scenario="anti-comintern", turn=6, options=options)
    assert offered(match, "done") == {None}
    assert not offered(match, "breakdown")
    assert refused(match, "breakdown JP-2IC") == "22.1"


# -- what is half built ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "round_", "said"),
    [
        ("japan_move", 1, "unit JP-2IC"),
        ("japan_move", 1, "sail JP-7ID"),
        ("japan_move", 2, "expend JP-SUP-1"),
        ("japan_combat", 1, "expend JP-SUP-1"),
        ("japan_mobilize", 1, "recruit JP-10ID"),
        ("japan_air", 1, "unit JP-AIR-1"),
    ],
)
@rule("sn", "21.0")
def test_what_is_in_hand_is_private(phase: str, round_: int, said: str) -> None:
    placed = {
        "2104": ["JP-2IC", "JP-SUP-1", "JP-1BASE"],
        "2504": "JP-7ID",
        "2103": CORPS,
        "available": ["JP-AIR-1", "JP-LAND-1"],
    }
    match = board(placed, phase, round=round_, points=(9, 9))
    before = match.view("soviet"), match.view(None)
    do(match, said)
    assert (match.view("soviet"), match.view(None)) == before


@rule("sn", "21.1")
@pytest.mark.parametrize(("hex_", "binds"), [("1424", True), ("0415", False)])
def test_what_airbases_see_when_their_turn_begins_is_not_taken_back(hex_: str, binds: bool) -> None:
    """A Soviet answer ends the Japanese player turn: from then on Soviet airbases look around."""
    crowd = {"1038": ["SU-12IC", "SU-18IC", "SU-26IC", "SU-21ID"]}
    placed = {"1422": CORPS_OF_JAPAN, hex_: "SU-FEBASE", **crowd}
    match = board(placed, "japan_end", first=[Overstacked(0, 1, "combat")])
    assert seen(match, "soviet", "1422")[1] == "japan"
    do(match, "unit SU-21ID")
    assert asked(match).message.key == "ask.mobilize"
    assert (seen(match, "soviet", "1422")[1] != "japan") is binds
    assert match.can_undo("soviet") is not binds


@rule("sn", "21.1")
def test_every_airbase_looks_around() -> None:
    s = position(board({"2317": "JP-1BASE", "1521": "JP-2BASE", "1028": "SU-12IC"}))
    assert names(s.scouted(JAPAN)) >= {"2317", "2216", "1521", "1522"}
