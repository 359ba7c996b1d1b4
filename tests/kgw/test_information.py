"""21.0  Fog of war: what a side sees of the other one, and what becomes visible when."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from tests.kgw.positions import board, do, offered, position, the_game, why

rule = pytest.mark.rule


def seen(match: Match, side: str | None, where: str) -> list[str]:
    """The counters of a hex as a side sees them, from the top down: ids, or what nameless ones are called by."""
    stack: list[dict[str, Any]] = match.view(side)["places"].get(where, [])
    return [counter.get("id") or counter["nation"] for counter in stack]


STACK = ["JA-64-23", "JA-SUP-1", "JA-71-23"]


@rule("kgw", "21.0")
def test_of_an_enemy_stack_only_the_top_counter_and_the_number() -> None:
    """Q-71: the counter that came last lies on top."""
    match = board({"2608": STACK, "2015": ["RA-80-57"]})
    assert seen(match, "soviet", "2608") == ["JA-71-23", "japan", "japan"]
    assert seen(match, "japan", "2608") == ["JA-71-23", "JA-SUP-1", "JA-64-23"]
    assert seen(match, None, "2608") == ["JA-71-23", "japan", "japan"]


@rule("kgw", "21.0", "2.6.a")
def test_not_even_the_contingent_of_a_hidden_counter_is_known() -> None:
    match = board({"2608": ["MC-1CAV", "CX-2IMB", "JA-71-23"]})
    assert seen(match, "soviet", "2608") == ["JA-71-23", "japan", "japan"]


@rule("kgw", "21.0")
def test_air_units_and_their_use_are_open() -> None:
    match = board({"2608": ["JA-AIR-1", *STACK]}, marks={"flown": "JA-AIR-1"})
    stack = match.view("soviet")["places"]["2608"]
    assert {"id": "JA-AIR-1", "is": ["flown"]} in stack
    assert seen(match, "soviet", "2608")[0] == "JA-71-23"


@rule("kgw", "21.0")
def test_markers_and_bridges_are_open() -> None:
    match = board({"2608": ["JA-KAENG", *STACK]}, trenches={"japan": "2608"}, marks={"flipped": "JA-KAENG"})
    assert "marker.entrenched" in match.view("soviet")["markers"]["2608"]
    assert "JA-KAENG" in seen(match, "soviet", "2608")
    hidden = board({"2608": ["JA-KAENG", *STACK]})
    assert "JA-KAENG" not in seen(hidden, "soviet", "2608")


@rule("kgw", "21.0.b")
@pytest.mark.parametrize(("where", "open_"), [("2608", True), ("1920", True), ("2312", True), ("2015", False)])
def test_what_the_japanese_may_examine(where: str, open_: bool) -> None:
    """Soviet units in Manchukuo, Mengjiang and the Disputed Area."""
    match = board({where: ["RA-80-57", "RA-127-57"]})
    assert seen(match, "japan", where) == ["RA-127-57", "RA-80-57" if open_ else "soviet"]


@rule("kgw", "21.0.c")
@pytest.mark.parametrize(("where", "open_"), [("2015", True), ("2313", True), ("1920", False), ("2608", False)])
def test_what_the_soviets_may_examine(where: str, open_: bool) -> None:
    """Japanese units in the MPR and the Disputed Area."""
    match = board({where: ["JA-64-23", "JA-71-23"]})
    assert seen(match, "soviet", where) == ["JA-71-23", "JA-64-23" if open_ else "japan"]


@rule("kgw", "21.0.a", "13.2.a")
def test_units_of_a_declared_attack_are_shown() -> None:
    """Both sides' units, as soon as the attack is declared; before that nobody else sees what is being put together."""
    placed = {"2609": ["RA-80-57", "RA-127-57"], "2608": STACK, "2610": ["RA-293-57"]}
    match = board(placed, "soviet_combat")
    do(match, "attack 2608", "unit RA-80-57")
    assert seen(match, "soviet", "2608") == ["JA-71-23", "japan", "japan"]
    assert "plan" not in match.view("japan")["details"]
    do(match, "commit")
    assert seen(match, "soviet", "2608") == ["JA-71-23", "JA-SUP-1", "JA-64-23"]
    assert not match.can_undo("soviet"), "what was shown cannot be taken back"


@rule("kgw", "21.0.a", "15.5.a")
def test_units_that_are_bombed_are_shown_while_it_lasts() -> None:
    match = board({"2608": [*STACK, "JA-7"], "2614": ["RA-80-57", "RA-AIR-1", "RA-AIR-2"]}, "soviet_strike", dice=[6])
    do(match, "strike 2608", "unit RA-AIR-1", "unit RA-AIR-2", "commit")
    assert seen(match, "soviet", "2608") == ["JA-7", "JA-71-23", "JA-SUP-1", "JA-64-23"]
    do(match, "breakdown JA-7")
    assert seen(match, "soviet", "2608").count("japan") == len(position(match).piles[match.game.place_at("2608")]) - 1


@rule("kgw", "21.1")
def test_displays_are_hidden() -> None:
    """Q-71: not even which of the owner's displays and hands a counter lies in."""
    match = board({"hand": ["JA-64-23"], "2015": ["RA-80-57"]}, "japan_recruit", rest="display")
    assert set(seen(match, "soviet", "display")) & {"JA-64-23", "JA-71-23", "japan"} == {"japan"}
    assert "hand" not in match.view("soviet")["places"]
    assert "JA-71-23" in seen(match, "japan", "display")
    assert seen(match, "soviet", "display").count("japan") == 87, "all of them, whichever box they are in"


@rule("kgw", "21.1")
def test_recruit_points_are_open() -> None:
    match = board({}, points=(7, 11))
    assert match.view("soviet")["summary"]["pools"][0]["values"] == {"soviet": 7, "japan": 11}


@rule("kgw", "21.1", "9.1.b")
def test_what_is_recruited_is_seen_only_when_it_is_deployed() -> None:
    match = board({}, "japan_recruit", rest="display", points=(10, 10))
    before = match.view("soviet")["places"]
    do(match, "recruit JA-64-23")
    assert match.view("soviet")["places"] == before
    assert match.view("soviet")["details"] == {}
    do(match, "done", "unit JA-64-23", "hex 3309")
    assert seen(match, "soviet", "3309") == ["JA-64-23"]


@rule("kgw", "21.0", "21.1")
def test_the_sorge_ring_shows_the_soviets_everything() -> None:
    match = board({"2608": STACK}, rest="display", sorge=True)
    assert seen(match, "soviet", "2608") == ["JA-71-23", "JA-SUP-1", "JA-64-23"]
    assert "JA-72-23" in seen(match, "soviet", "display")
    assert seen(board({"2015": ["RA-80-57", "RA-127-57"]}, sorge=True), "japan", "2015") == ["RA-127-57", "soviet"]


@rule("kgw", "21.0")
def test_the_owner_says_who_lies_on_top() -> None:
    """Q-71: at any decision of his own Segment; it binds nobody and can be taken back."""
    match = board({"2608": STACK, "2015": ["RA-80-57", "RA-127-57"]}, "japan_move")
    match.play("top", "JA-64-23")
    assert seen(match, "soviet", "2608") == ["JA-64-23", "japan", "japan"]
    assert seen(match, "japan", "2608") == ["JA-64-23", "JA-71-23", "JA-SUP-1"]
    match.undo("japan")
    assert seen(match, "soviet", "2608") == ["JA-71-23", "japan", "japan"]


@rule("kgw", "21.0")
@pytest.mark.parametrize(
    ("unit", "cause"),
    [
        ("RA-80-57", "engine.top-not-yours"),
        ("JA-AIR-1", "engine.top-kind"),
        ("JA-72-23", "engine.top-off-map"),
        ("JA-4-2", "engine.top-alone"),
        ("JA-71-23", "engine.top-already"),
    ],
)
def test_why_a_counter_is_not_laid_on_top(unit: str, cause: str) -> None:
    placed = {"2608": [*STACK, "JA-AIR-1"], "2313": "JA-4-2", "2015": ["RA-80-57", "RA-127-57"]}
    reason = why(board(placed, "japan_move", rest="display"), f"top {unit}")
    assert (reason.rule, reason.key) == ("21.0", cause)


@rule("kgw", "21.0")
def test_stacks_are_ordered_in_ones_own_segment() -> None:
    match = board({"2608": STACK, "2015": ["RA-80-57", "RA-127-57"]}, "soviet_move")
    reason = match.why("top", "JA-64-23", "japan")
    assert reason is not None
    assert reason.key == "engine.top-not-now"


@rule("kgw", "21.0")
def test_nobody_changes_the_top_in_the_enemys_segment() -> None:
    match = board({"2608": STACK, "2015": ["RA-80-57", "RA-127-57"]}, "japan_move")
    assert [offer["verb"] for offer in match.view("soviet")["standing"]] == ["concede", "draw"]
    offer = next(offer for offer in match.view("japan")["standing"] if offer["verb"] == "top")
    assert offer["nouns"] == ["JA-64-23", "JA-SUP-1"]


@rule("kgw", "21.0")
def test_a_move_under_way_is_its_owners_business() -> None:
    match = board({"2608": STACK}, "japan_move")
    idle = match.view("soviet")
    do(match, "unit JA-71-23", "unit JA-64-23")
    now = match.view("soviet")
    assert (now["agenda"], now["details"], now["places"]) == (idle["agenda"], idle["details"], idle["places"])


@rule("kgw", "21.0")
def test_the_log_names_only_who_is_seen() -> None:
    """Who walks off under another counter is not named; who comes to lie on top at the end is."""
    match = board({"2608": STACK, "2609": ["JA-72-23"]}, "japan_move")
    do(match, "unit JA-64-23", "hex 2609", "done")
    line = next(line for line in match.view("soviet")["log"] if line["key"] == "log.move")
    assert line["params"]["units"] == ["JA-64-23"]
    match = board({"2608": STACK}, "japan_move")
    do(match, "unit JA-64-23", "unit JA-71-23", "hex 2609", "done")
    line = next(line for line in match.view("soviet")["log"] if line["key"] == "log.move")
    assert line["params"]["units"] == [{"key": "units.nameless.japan", "count": 2}]


@rule("kgw", "21.0")
def test_when_the_game_is_over_everything_is_shown() -> None:
    match = board({"2608": STACK})
    match.play("concede", side="japan")
    assert seen(match, "soviet", "2608") == ["JA-71-23", "JA-SUP-1", "JA-64-23"]


@rule("kgw", "21.0", "12.1.a")
def test_zones_are_open() -> None:
    match = board({"2608": STACK, "2015": ["RA-80-57"]})
    assert match.overlays("soviet")["zones"] == match.overlays("japan")["zones"]
    assert "2609" in match.overlays("soviet")["zones"]["japan"]
    assert offered(match, "unit") == {"JA-64-23", "JA-SUP-1", "JA-71-23"}


@rule("kgw", "21.1")
def test_which_boxes_are_open() -> None:
    """Q-71: what is out of the game, shot down or gone for good everybody sees; the rest is its owner's."""
    game = the_game()
    for box in game.boxes:
        s = position(board({"2608": "JA-64-23"}, rest=box))
        unit = game.sheet.index["RA-80-57"]
        assert s.where[unit] == game.box(box)
        assert game.sees(s, 1, unit) is game.sees(s, None, unit) is (box in ("out", "waiting", "eliminated"))
        assert bool(game.known(s, 1) >> unit & 1) is game.sees(s, 1, unit)
        assert game.sees(s, 0, unit)
