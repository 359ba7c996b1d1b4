"""2.5 of the specification, 5.1.1.d  What each side sees of the other, and when."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from khalkhin.engine.match import Match
from tests.bkg.battles import bombard, declare, ending_in, preview, prompted, support
from tests.bkg.positions import asked, board, do, fight, offered, place, told

RULE = pytest.mark.rule


def seen(match: Match, side: str | None, hex_: str) -> list[Any]:
    """What a side sees in a place: ids of those it can tell, nations of the others."""
    return [counter.get("id", counter.get("nation")) for counter in match.view(side)["places"][hex_]]


def as_text(match: Match, side: str | None) -> str:
    """A whole view, to compare."""
    return json.dumps(match.view(side), sort_keys=True)


# -- always ------------------------------------------------------------------------------------------------------------


@RULE("bkg", "5.1.1.d")
def test_v_90_of_the_enemy_only_number_and_nation_are_seen() -> None:
    placed = {"0320": ["SU-601-1", "MN-15-1"], "0321": ["JP-64-1", "MC-SEK-1", "JP-3RT"]}
    match = board(placed, "sov_combat", flipped=["JP-64-1", "SU-601-1"])
    assert match.view("soviet")["places"]["0321"] == [{"nation": "JP"}, {"nation": "JP"}, {"nation": "MC"}]
    assert match.view("japan")["places"]["0320"] == [{"nation": "MN"}, {"nation": "SU"}]
    for hex_, nations in ("0320", ["MN", "SU"]), ("0321", ["JP", "JP", "MC"]):
        assert seen(match, None, hex_) == nations
    own = match.view("soviet")["places"]["0320"]
    assert [(counter["id"], counter["is"]) for counter in own] == [
        ("SU-601-1", ["flipped", "obliged"]), ("MN-15-1", ["obliged"]),
    ]  # fmt: skip


def test_off_the_map_everybody_is_known() -> None:
    """Eliminated and departed units, and those whose day has not come."""
    placed = {"destroyed": ["JP-64-1"], "gone": ["SU-601-1"], "east": ["JP-71-1"], "north": ["JP-72-1"]}
    match = board(placed, "sov_combat", turn=22, due=["JP-25-1", "JP-28-2", "SU-480-1"])
    for side in ("soviet", "japan", None):
        assert {"JP-64-1"} == set(seen(match, side, "destroyed"))
        assert "SU-601-1" in seen(match, side, "gone")
        assert seen(match, side, "east") == ["JP-71-1"]
        assert seen(match, side, "north") == ["JP-72-1"]
    assert set(seen(match, "soviet", "due")) == {"JP-25-1", "JP", "SU-480-1"}, "28 RI is due since yesterday"
    assert set(seen(match, "japan", "due")) == {"JP-25-1", "JP-28-2", "SU-480-1"}
    today = board({}, "sov_combat", turn=24, due=["JP-25-1"])
    assert seen(today, "soviet", "due") == ["JP"], "25 RI is due today"


def test_the_tracks_are_public() -> None:
    match = board({"0320": ["SU-601-1"], "0321": ["JP-64-1"]}, "sov_combat", air=(7, 3), dice=[(1, 1)])
    fight(match, "0321", "SU-601-1")
    for side in ("soviet", "japan", None):
        view = match.view(side)
        assert view["tracks"]["air"] == [7, 3]
        assert view["tracks"]["attacked"] == ["0321"]
        assert view["markers"]["0321"] == ["marker.attacked"]


def test_a_hex_with_a_stranded_unit_is_marked() -> None:
    """4.0.i concerns the attacker, so everybody sees where; not who."""
    placed = {"1703": ["SU-601-1", "SU-602-1"], "1606": ["SU-603-1"]}
    match = board(placed, "jap_combat", penalised=["SU-601-1"])
    for side in ("soviet", "japan", None):
        assert match.view(side)["markers"]["1703"] == ["marker.penalised"]
        assert "1606" not in match.view(side)["markers"]
    assert match.view("japan")["places"]["1703"] == [{"nation": "SU"}, {"nation": "SU"}]


def test_with_open_strengths_everything_is_seen() -> None:
    """K-58"""
    placed = {"0320": ["SU-601-1"], "0321": ["JP-64-1"]}
    match = board(placed, "sov_combat", options={"open_strengths": True}, flipped=["JP-64-1"])
    assert match.view("soviet")["places"]["0321"] == [{"id": "JP-64-1", "is": ["flipped"]}]
    assert seen(match, None, "0320") == ["SU-601-1"]


def test_at_the_end_everything_is_seen() -> None:
    match = board({"0320": ["SU-601-1"], "0321": ["JP-64-1"]}, "sov_combat")
    match.play("concede", side="japan")
    assert seen(match, "soviet", "0321") == ["JP-64-1"]


# -- before a declaration ----------------------------------------------------------------------------------------------

HERE: Mapping[str, Sequence[str]] = {
    "0320": ["SU-601-1"], "0319": ["SU-82A-1"],
    "0321": ["JP-64-1", "JP-71-1", "MC-SEK-1"], "0422": ["JP-13A-1"], "0521": ["JP-3RT"], "2320": ["MC-8RC"],
}  # fmt: skip
THERE: Mapping[str, Sequence[str]] = {
    "0320": ["SU-601-1"], "0319": ["SU-82A-1"],
    "0321": ["JP-13A-1", "JP-3RT", "MC-8RC"], "0422": ["JP-71-1"], "0521": ["JP-64-1"], "2320": ["MC-SEK-1"],
}  # fmt: skip
"""The same Japanese and Manchurian counters, dealt otherwise."""

STAGES = {
    "phase": [],
    "declaring": ["attack 0321", "unit SU-601-1", "unit SU-82A-1", "air 2"],
    "declared": ["attack 0321", "unit SU-601-1", "air 2", "commit"],
    "bombarding": ["bombard 0422", "unit SU-82A-1"],
    "striking": ["strike 2320", "air 4"],
}


@RULE("bkg", "5.1.1.d")
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("air", [0, 5])
def test_what_is_hidden_changes_nothing_that_is_seen(stage: str, air: int) -> None:
    """Prompts, choices, odds, markers, log and all: byte by byte, for the attacker and for a spectator."""
    one = do(board(HERE, "sov_combat", air=(15, air), flipped=["JP-64-1", "MC-SEK-1"]), *STAGES[stage])
    two = do(board(THERE, "sov_combat", air=(15, air), flipped=["JP-3RT", "JP-13A-1", "JP-71-1"]), *STAGES[stage])
    assert as_text(one, "soviet") == as_text(two, "soviet")
    assert as_text(one, None) == as_text(two, None)
    assert as_text(one, "japan") != as_text(two, "japan")


@RULE("bkg", "5.1.1.d")
def test_a_declaration_in_the_making_is_private() -> None:
    match = board(HERE, "sov_combat", air=(15, 5))
    before = as_text(match, "japan"), as_text(match, None)
    for decision in ("attack 0321", "unit SU-601-1", "air 3"):
        do(match, decision)
        assert (as_text(match, "japan"), as_text(match, None)) == before
    assert match.view("soviet")["details"]["plan"]["air"] == 3


def test_there_are_no_odds_before_somebody_takes_part() -> None:
    for decision in ("attack 0321", "bombard 0422", "strike 2320"):
        match = do(board(HERE, "sov_combat", air=(15, 5)), decision)
        assert "odds" not in match.view("soviet")["details"]


# -- after a declaration -----------------------------------------------------------------------------------------------


@RULE("bkg", "5.1.1.d")
def test_the_declaration_shows_who_attacks_and_nobody_else() -> None:
    placed = {**HERE, "0320": ["SU-601-1", "SU-6T-1"], "0421": ["JP-72-1"]}
    match = do(declare(board(placed, "sov_combat", air=(5, 5)), "0321", "SU-601-1", "SU-82A-1"), "commit")
    assert seen(match, "japan", "0320") == ["SU-601-1", "SU"]
    assert seen(match, "japan", "0319") == ["SU-82A-1"]
    assert seen(match, "soviet", "0321") == ["JP", "JP", "MC"]
    assert preview(match, "japan")["defence"] == 4 + 4 + 2, "the defender knows the whole calculation"
    assert preview(match, "japan")["column"] is not None
    assert (preview(match, "soviet")["defence"], preview(match, "soviet")["column"]) == (None, None)
    assert preview(match, "soviet")["attack"] == 4


@RULE("bkg", "5.1.1.e")
def test_support_in_the_making_is_private() -> None:
    match = do(declare(board(HERE, "sov_combat", air=(5, 5)), "0321", "SU-601-1"), "commit")
    before = as_text(match, "soviet"), as_text(match, None)
    for decision, defence in ("unit JP-13A-1", 11), ("air 3", 14):
        do(match, decision)
        assert (as_text(match, "soviet"), as_text(match, None)) == before
        assert preview(match, "japan")["defence"] == defence
    assert match.view("japan")["details"]["plan"]["support"] == ["JP-13A-1"]
    for plan in match.view("soviet")["details"]["plan"], match.view("soviet")["agenda"][-1]["plan"]:
        assert (plan["support"], plan["support_air"]) == ([], 0)


@RULE("bkg", "5.1.1.d")
def test_the_answer_shows_the_defence_until_the_battle_is_over() -> None:
    """2.5: survivors are hidden again when everything is done."""
    match = declare(board(HERE, "sov_combat", air=(15, 0), dice=[(2, 4)]), "0321", "SU-601-1", air=15)
    support(do(match, "commit"), "JP-13A-1")
    assert told(match, "log.result")["codes"] == "DVI ARI"
    assert prompted(match) == ("soviet", "5.3")
    for side in ("soviet", "japan", None):
        assert seen(match, side, "0422") == ["JP-13A-1"]
        assert seen(match, side, "0320") == ["SU-601-1"]
    assert set(seen(match, "soviet", "0321")) == {"JP-64-1", "JP-71-1", "MC-SEK-1"}
    assert seen(match, "soviet", "0521") == ["JP"], "it had no part in it"
    do(match, "hex 0220")
    assert seen(match, "soviet", "0321") == ["JP", "JP", "MC"]
    assert seen(match, "soviet", "0422") == ["JP"]
    assert seen(match, "japan", "0220") == ["SU"]
    assert not match.view(None)["tracks"]["shown"]


def test_with_the_loss_the_flip_is_seen_too() -> None:
    placed = {"0320": ["SU-6T-1"], "0321": ["JP-64-1", "MC-SEK-1"]}
    match = ending_in("DRB AVI", placed, "0321", "SU-6T-1", flipped=["MC-SEK-1"])
    assert match.view("soviet")["places"]["0321"] == [
        {"id": "JP-64-1", "is": []}, {"id": "MC-SEK-1", "is": ["flipped"]},
    ]  # fmt: skip


def test_while_the_battle_lasts_the_survivors_are_seen() -> None:
    """One of three is eliminated; the others, and the attackers, are still on the table."""
    guns = ["JP-13A-1", "JP-13A-2", "JP-13A-3"]
    match = ending_in("DE AVI", {"0320": ["SU-6T-1", "SU-6T-2"], "0321": guns}, "0321", "SU-6T-1", "SU-6T-2")
    do(match, "unit JP-13A-1")
    assert seen(match, "soviet", "0321") == ["JP-13A-2", "JP-13A-3"]
    assert seen(match, "japan", "0320") == ["SU-6T-1", "SU-6T-2"]
    assert match.view(None)["tracks"]["shown"] == ["SU-6T-1", "SU-6T-2", "JP-13A-2", "JP-13A-3"]


def test_the_eliminated_are_named() -> None:
    match = ending_in("DE AVI", {"0320": ["SU-6T-1"], "0321": ["MC-SEK-1"]}, "0321", "SU-6T-1")
    assert told(match, "log.eliminated") == {"units": ["MC-SEK-1"]}
    assert seen(match, "soviet", "destroyed") == ["MC-SEK-1"]


def test_bystanders_of_a_bombardment_stay_hidden() -> None:
    match = bombard(board(HERE, "sov_combat", air=(5, 5), dice=[(1, 1)]), "0422", "SU-82A-1")
    assert told(match, "log.target")["units"] == ["JP-13A-1"]
    assert seen(match, "soviet", "0521") == ["JP"]
    assert seen(match, "soviet", "0422") == ["JP"], "one unit, hit at once, and hidden again"
    assert seen(match, "japan", "0319") == ["SU"]


def test_a_unit_pushed_on_in_a_chain_stays_nameless() -> None:
    """It did not fight: the enemy sees one Japanese unit leave the hex."""
    four = ["JP-71-1", "JP-71-2", "JP-72-1", "JP-72-2"]
    placed = {"0320": ["SU-6T-1"], "0223": ["SU-212"], "0321": ["JP-8RF-1"], "0422": four}
    match = ending_in("DRI AVI", placed, "0321", "SU-6T-1")
    assert prompted(match) == ("japan", "5.3.1")
    before = as_text(match, "soviet"), as_text(match, None)
    do(match, "unit JP-72-1")
    assert (as_text(match, "soviet"), as_text(match, None)) == before
    assert '"JP-72-1"' in as_text(match, "japan")
    do(match, "hex 0522")
    lines = [line for line in match.view("soviet")["log"] if line["key"] == "log.retreat"]
    assert lines[-1]["params"] == {"units": [{"key": "units.nameless.JP", "count": 1}], "path": ["0422", "0522"]}
    assert lines[-2]["params"] == {"units": ["JP-8RF-1"], "path": ["0321", "0422"]}
    own = [line for line in match.view("japan")["log"] if line["key"] == "log.retreat"]
    assert own[-1]["params"] == {"units": ["JP-72-1"], "path": ["0422", "0522"]}
    assert '"JP-72-1"' not in as_text(match, "soviet")


def test_a_departed_unit_is_named() -> None:
    placed = {"0120": ["JP-64-1"], "0122": ["JP-64-2"], "0121": ["SU-601-1"]}
    match = ending_in("DRI AVI", placed, "0121", "JP-64-1", "JP-64-2", phase="jap_combat")
    assert place(match, "SU-601-1") == "gone"
    assert "SU-601-1" in seen(match, "japan", "gone")


# -- when nobody need be asked -----------------------------------------------------------------------------------------


def answers(placed: Mapping[str, Sequence[str]], **more: Any) -> bool:
    """Whether the Japanese are asked for support when 0321 is attacked."""
    match = declare(
        board({"0320": ["SU-601-1"], "0321": ["JP-64-1"], **placed}, "sov_combat", **more), "0321", "SU-601-1"
    )
    do(match, "commit")
    return asked(match).message.key == "ask.defence"


def test_k_84_nobody_is_asked_who_cannot_have_anything() -> None:
    assert not answers({}, air=(0, 0), dice=[(1, 1)])
    assert answers({}, air=(0, 1))


@RULE("bkg", "5.1.1.d")
def test_k_84_who_might_have_a_gun_in_range_is_asked() -> None:
    """The gun is far away and the unit near by is none, but the enemy cannot tell the one from the other."""
    far = {"2320": ["JP-13A-4"]}  # range 5
    assert answers({**far, "0316": ["JP-71-1"]}, air=(0, 0))
    assert not answers({**far, "0315": ["JP-71-1"]}, air=(0, 0), dice=[(1, 1)]), "six away"
    assert not answers({**far, "0422": ["MC-SEK-1"]}, air=(0, 0), dice=[(1, 1)]), "Manchurians have no guns"
    assert not answers({"0422": ["JP-71-1"]}, air=(0, 0), dice=[(1, 1)]), "no Japanese gun is left"
    assert not answers({**far, "0321": ["JP-64-1", "JP-71-1"]}, air=(0, 0), dice=[(1, 1)]), (
        "not the attacked themselves"
    )


def test_k_84_the_longest_gun_of_the_nation_counts() -> None:
    """With only 1-1-4 guns left it is four hexes; a gun that may have come in today counts as well."""
    assert answers({"2320": ["JP-13A-1"], "0317": ["JP-71-1"]}, air=(0, 0))
    assert not answers({"2320": ["JP-13A-1"], "0316": ["JP-71-1"]}, air=(0, 0), dice=[(1, 1)])
    assert answers({"0317": ["JP-71-1"]}, air=(0, 0), turn=23, due=["JP-7M-1"])
    assert not answers({"0317": ["JP-71-1"]}, air=(0, 0), turn=22, due=["JP-7M-1"], dice=[(1, 1)])


def test_who_is_asked_in_vain_can_only_commit() -> None:
    placed = {"0320": ["SU-601-1"], "0321": ["JP-64-1"], "2320": ["JP-13A-4"], "0316": ["JP-71-1"]}
    match = do(declare(board(placed, "sov_combat", air=(0, 0)), "0321", "SU-601-1"), "commit")
    assert offered(match, "unit") == offered(match, "air") == set()
    assert offered(match, "commit") == {None}


def test_each_nation_by_its_own_guns() -> None:
    """Mongolian guns reach four hexes, Soviet ones up to eight: a Mongolian counter six away cannot be one of them."""
    placed = {"0320": ["JP-25-1"], "0321": ["SU-601-1"], "2320": ["MN-6A"], "2321": ["SU-185A-1"]}

    def soviets_asked(**near: list[str]) -> bool:
        more = {name[1:]: stack for name, stack in near.items()}
        match = board({**placed, **more}, "jap_combat", air=(0, 0), dice=[(1, 1)])
        return asked(do(declare(match, "0321", "JP-25-1"), "commit")).message.key == "ask.defence"

    assert soviets_asked(h0317=["MN-15-1"])
    assert not soviets_asked(h0316=["MN-15-1"])
    assert soviets_asked(h0313=["SU-602-1"])
    assert not soviets_asked(h0312=["SU-602-1"])
