"""What is done to some counters changes nothing for the others: every mark of the position before and after."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.pbn.information import disclose
from tests.pbn.fights import AROUND, TARGET
from tests.pbn.outcomes import brings
from tests.pbn.positions import board, do, hexes, ids, names, offered, position, units

N, NE, SE, S, SW, NW = AROUND
FAR = {"2010": ["JP-72", "JP-7HQ"], "0404": ["SU-149", "SU-82HQ"]}
"""Bystanders of both sides."""
rule = pytest.mark.rule


def marks(match: Match, field: str) -> set[str]:
    return ids(getattr(position(match), field))


@rule("pbn", "8.1", "7.4")
def test_the_logistics_phase_is_one_sides_own() -> None:
    """The enemy stays suppressed and active; his headquarters are paid for in his own phase."""
    placed = {**FAR, "0808": ["JP-23HQ", "JP-64"]}
    match = board(
        placed,
        "japan_logistics",
        supply={"japan": {"0808": 1}},
        suppressed=["JP-64", "JP-72", "SU-149"],
        activated=["JP-7HQ", "SU-82HQ"],
    )
    assert marks(match, "suppressed") == {"SU-149"}
    do(match, "activate JP-23HQ")
    assert marks(match, "activated") == {"JP-7HQ", "SU-82HQ", "JP-23HQ"}
    do(match, "done")
    assert marks(match, "activated") == {"SU-82HQ", "JP-23HQ"}


@rule("pbn", "34.0.1")
def test_one_unit_is_turned_face_down_after_another() -> None:
    placed = {**FAR, "0808": ["JP-64", "JP-71"]}
    match = board(placed, "japan_logistics", options={"face_down": True}, face_down="SU-149")
    do(match, "conceal JP-64", "conceal JP-71")
    assert marks(match, "face_down") == {"SU-149", "JP-64", "JP-71"}


@rule("pbn", "JCM.6.1")
def test_gekokujo_activates_one_more() -> None:
    match = board(
        {**FAR, "pool": "JP-CM-GEKOKUJO", "hailar": "JP-23HQ"},
        "japan_campaign",
        markers="removed",
        levels=(0, 1),
        dice=[1],
        activated=["JP-7HQ", "SU-82HQ"],
        kept="JP-7HQ",
    )
    do(match, "activate JP-23HQ")
    assert marks(match, "activated") == {"JP-7HQ", "SU-82HQ", "JP-23HQ"}
    assert marks(match, "kept") == {"JP-7HQ", "JP-23HQ"}


@rule("pbn", "27.2.1")
def test_a_marker_that_is_used_takes_no_other_with_it() -> None:
    held = ["SU-CM-ESPIONAGE", "SU-CM-STAFF"]
    match = board({**FAR, "hand": held}, "soviet_move", bought=held)
    match.play("espionage", side="soviet")
    assert marks(match, "bought") == {"SU-CM-STAFF"}


@rule("pbn", "16.71", "34.2")
def test_examination_turns_up_who_is_seen_and_nobody_else() -> None:
    match = board(
        {**FAR, "0808": ["JP-64", "JP-71"], "0810": "JP-26"},
        "soviet_move",
        options={"face_down": True},
        face_down=["JP-64", "JP-71", "JP-72", "SU-149"],
        air={"soviet": {"recon": 1}},
    )
    do(match, "recon 0808")
    assert marks(match, "face_down") == {"JP-72", "SU-149"}
    assert ids(position(match).examined[0]) == {"JP-64", "JP-71", "JP-26"}
    assert not position(match).examined[1]


@rule("pbn", "6.2", "34.0")
def test_arrivals_one_after_another() -> None:
    match = board(
        {**FAR, "turn_6": ["SU-7", "SU-8", "SU-57E"]},
        "soviet_reinforcement",
        month=6,
        options={"october": True, "face_down": True},
        face_down=["JP-72", "SU-149"],
        delayed=["SU-7", "SU-8", "SU-57E", "JP-72"],
    )
    do(match, "base SU-57E")
    assert marks(match, "face_down") == {"JP-72", "SU-149", "SU-57E"}
    do(match, "field SU-7", "field SU-8", "done", "unit SU-7", "hex 0101")
    assert marks(match, "delayed") == {"SU-8", "SU-57E", "JP-72"}
    assert marks(match, "face_down") == {"JP-72", "SU-149", "SU-57E", "SU-7"}
    do(match, "unit SU-8", "hex 0102")
    assert marks(match, "delayed") == {"JP-72"}, "who is in the base has come, too, when the phase ends"


@rule("pbn", "16.64.1")
def test_who_is_delayed_joins_those_who_were() -> None:
    match = board(
        {**FAR, "turn_3": ["SU-7", "SU-57E"], "turn_4": "SU-8"},
        "soviet_reinforcement",
        air={"japan": {"interdiction": 4}},
        delayed="SU-8",
        dice=[3, 3],
    )
    do(match, "field SU-7", "field SU-57E", "auto", "auto")
    assert marks(match, "delayed") >= {"SU-8", "SU-7"}


@rule("pbn", "14.3.1", "34.0")
def test_a_battle_turns_up_who_fights() -> None:
    match = board(
        {**FAR, N: ["SU-24", "SU-76"], TARGET: "JP-64"},
        "soviet_combat",
        options={"face_down": True},
        face_down=["SU-24", "SU-76", "JP-64", "JP-72", "SU-149"],
    )
    do(match, f"attack {TARGET}", "unit SU-24", "unit SU-76", "commit")
    assert marks(match, "face_down") == {"JP-72", "SU-149"}
    assert marks(match, "shown") >= {"SU-24", "SU-76", "JP-64"}


@rule("pbn", "15.35")
def test_units_retreat_one_after_another_and_all_are_late() -> None:
    match = brings("AM", {N: "SU-11A"}, ["JP-1-8BG", "JP-2-8BG"])
    do(match, "unit JP-1-8BG", f"hex {S}", f"hex {SE}")
    assert marks(match, "late") == {"JP-1-8BG", "JP-2-8BG"}


@rule("pbn", "18.4")
def test_zones_that_are_announced_add_up() -> None:
    """Units go past two stacks face down, one after the other."""
    match = board(
        {"0808": "SU-24", "1808": "SU-76", "0804": "JP-64", "1804": "JP-71"},
        options={"face_down": True},
        face_down=["JP-64", "JP-71"],
    )
    do(match, "unit SU-24", "hex 0805", "unit SU-76", "hex 1805")
    assert names(position(match).announced) == {"0804", "1804"}
    assert marks(match, "moved") == {"SU-24", "SU-76"}


@rule("pbn", "9.4")
def test_battalions_that_combine_leave_others_as_they_are() -> None:
    parts = [f"SU-B018-{n}" for n in (1, 2, 3, 4)]
    match = board(
        {**FAR, "0808": parts, "broken": ["SU-601", "SU-602"]},
        "soviet_logistics",
        options={"face_down": True},
        face_down=[*parts, "JP-72"],
        delayed="JP-72",
    )
    do(match, "combine SU-601")
    assert marks(match, "face_down") == {"SU-601", "SU-B018-4", "JP-72"}
    assert marks(match, "delayed") == {"JP-72"}


@rule("pbn", "18.4")
def test_a_retreat_announces_zones_beside_those_known() -> None:
    match = board(
        {"0804": "JP-64", "2010": "JP-71", "0404": "SU-149"}, options={"face_down": True}, face_down=["JP-64", "JP-71"]
    )
    s = position(match)
    s.announced = hexes("2010")
    disclose(s, 1, hexes("0806", "0805"))
    assert names(s.announced) == {"2010", "0804"}


@rule("pbn", "11.2", "10.2")
def test_when_movement_is_over_nobody_has_moved_or_may() -> None:
    """Seen in the Air Strike Phase that follows, before another Movement Phase begins."""
    strike = {"soviet": {"strike": 1}}
    match = board({**FAR, "0407": "SU-24"}, impulse=2, activated="SU-82HQ", air=strike)
    do(match, "unit SU-149", "hex 0405")
    assert marks(match, "moved") == {"SU-149"}
    assert marks(match, "eligible") == {"SU-82HQ", "SU-24"}, "who has moved may not move again"
    do(match, "done")
    assert match.view("soviet")["phase"] == "phase.soviet_strike"
    assert (marks(match, "moved"), marks(match, "eligible")) == (set(), set())


@rule("pbn", "2.31.2")
def test_headquarters_show_their_backs_unless_they_are_activated() -> None:
    match = board(FAR, activated="JP-7HQ")
    s = position(match)
    assert s.flipped == s.game.headquarters & ~units("JP-7HQ")


@rule("pbn", "26.8")
def test_all_who_have_gone_to_the_base_are_interdicted_there() -> None:
    match = board(
        {**FAR, "turn_6": ["SU-7", "SU-57E", "SU-8"]},
        "soviet_reinforcement",
        month=6,
        options={"october": True, "interdict_base": True},
        air={"japan": {"interdiction": 2}},
    )
    do(match, "base SU-7", "base SU-57E", "auto")
    assert offered(match, "unit") == {"SU-7", "SU-57E", "SU-8"}


@rule("pbn", "34.0.2", "JCM.6.1")
def test_who_hears_of_what_nobody_sees() -> None:
    """A unit turned up beneath another, and a headquarters that is activated: their owner alone."""
    match = board({**FAR, "0808": ["JP-64", "JP-1-8BG"]}, options={"face_down": True}, face_down="JP-1-8BG")
    match.play("reveal", "JP-1-8BG", side="japan")
    assert heard(match, "log.revealed") == {"japan": [{"units": ["JP-1-8BG"]}]}
    match = board({**FAR, "0808": ["JP-64", "JP-1-8BG"]}, options={"face_down": True}, face_down="JP-64")
    match.play("reveal", "JP-64", side="japan")
    assert heard(match, "log.revealed").keys() == {"japan", "soviet", None}
    match = board({**FAR, "pool": "JP-CM-GEKOKUJO"}, "japan_campaign", markers="removed", levels=(0, 1), dice=[1])
    do(match, "activate JP-7HQ")
    assert heard(match, "log.activated") == {"japan": [{"units": ["JP-7HQ"], "how": "@active.free"}]}


def heard(match: Match, key: str) -> dict[str | None, list[dict[str, Any]]]:
    """Lines of the log by who reads them."""
    sides: tuple[str | None, ...] = ("soviet", "japan", None)
    found = {side: [line["params"] for line in match.view(side)["log"] if line["key"] == key] for side in sides}
    return {side: lines for side, lines in found.items() if lines}
