"""18.0 and rulings R94, R95, R103: what a side sees of the other's counters, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.engine.view import log_for, overlays, view
from khalkhin.games.pbn.information import top
from tests.pbn.positions import at, board, do, offered, position, the_game, unit

JAPAN, SOVIET = 1, 0
STACK = ["JP-SUP-1", "JP-23HQ", "JP-1-8BG", "JP-64"]
"""From the bottom up, by R94."""


def seen(match: Match, side: int | None, place: str) -> list[str]:
    """What a side sees in a place: ids, or the label of a counter that it may not know."""
    return [c.get("id") or c["nation"] for c in view(match.state, side)["places"].get(place, [])]


def heard(match: Match, side: int | None, key: str) -> list[dict[str, Any]]:
    return [line["params"] for line in log_for(match.log, side) if line["key"] == key]


@pytest.mark.rule("pbn", "18.0")
@pytest.mark.parametrize("height", range(1, 5))
def test_of_a_stack_only_the_top_counter_shows_whatever_its_height(height: int) -> None:
    match = board({"1517": STACK[-height:], "0808": "SU-24"})
    assert seen(match, SOVIET, "1517") == ["JP-64"]
    assert seen(match, None, "1517") == ["JP-64"]
    assert set(seen(match, JAPAN, "1517")) == set(STACK[-height:])


@pytest.mark.rule("pbn", "18.0")
@pytest.mark.parametrize("height", range(1, 5))
def test_an_effective_combat_unit_is_on_top_then_a_suppressed_one_a_headquarters_supply(height: int) -> None:
    match = board({"1517": STACK[:height], "0808": "SU-24"})
    assert top(position(match), JAPAN, at("1517")) == unit(STACK[height - 1])
    weak, strong = STACK[2:]
    hit = board({"1517": STACK, "0808": "SU-24"}, suppressed=strong)
    assert top(position(hit), JAPAN, at("1517")) == unit(weak)
    both = board({"1517": STACK, "0808": "SU-24"}, suppressed=[weak, strong])
    assert top(position(both), JAPAN, at("1517")) == unit(strong)


@pytest.mark.rule("pbn", "18.0")
def test_of_like_counters_the_first_of_the_list_is_on_top() -> None:
    match = board({"1517": ["JP-72", "JP-64", "JP-71"], "0808": "SU-24"})
    assert seen(match, SOVIET, "1517") == ["JP-64"]


@pytest.mark.rule("pbn", "18.5")
def test_fortifications_and_suppression_are_open() -> None:
    match = board({"1517": STACK, "0808": "SU-24"}, fortified={"japan": "1517"}, suppressed="JP-1-8BG")
    for side in (SOVIET, None):
        assert view(match.state, side)["markers"]["1517"] == ["marker.fortified", "marker.suppressed"]
    # The owner sees the counter itself.
    assert view(match.state, JAPAN)["markers"]["1517"] == ["marker.fortified"]
    assert "suppressed" in next(c["is"] for c in view(match.state, JAPAN)["places"]["1517"] if c["id"] == "JP-1-8BG")


@pytest.mark.rule("pbn", "18.6")
def test_bases_and_turn_tracks_are_their_owners_business() -> None:
    match = board({"hailar": "JP-64", "turn_4": "JP-72", "turn_3": "JP-71", "0808": "SU-24"})
    for side in (SOVIET, None):
        assert not [place for place in ("hailar", "turn_3", "turn_4") if seen(match, side, place)]
        assert not view(match.state, side)["summary"]["due"]
    assert seen(match, JAPAN, "hailar") == ["JP-64"]
    assert [d["units"] for d in view(match.state, JAPAN)["summary"]["due"]] == [["JP-71"], ["JP-72"]]


@pytest.mark.rule("pbn", "18.6")
def test_supply_in_the_mix_is_not_told_from_supply_in_play() -> None:
    match = board({"1517": "JP-64", "0808": "SU-24"}, supply={"japan": {"hailar": 2, "1517": 1}})
    assert not [name for name in str(view(match.state, SOVIET)).split("'") if name.startswith("JP-SUP")]


@pytest.mark.rule("pbn", "18.0")
def test_of_markers_held_and_in_the_pool_only_the_number_shows() -> None:
    match = board({"1517": "JP-64", "0808": "SU-24", "hand": ["JP-CM-BANZAI", "JP-CM-RECON"]})
    assert seen(match, SOVIET, "hand") == ["japan", "japan"]
    assert "JP-CM-BANZAI" in seen(match, JAPAN, "hand")
    pools = {pool["key"]: pool["values"] for pool in view(match.state, SOVIET)["summary"]["pools"]}
    assert pools["pool.held"] == {"soviet": 0, "japan": 2}


@pytest.mark.rule("pbn", "18.0")
def test_a_headquarters_beneath_others_does_not_show_whether_it_is_activated() -> None:
    hidden, open_ = ({"1517": ["JP-64", "JP-23HQ"], "0808": "SU-24"}, {"1517": "JP-23HQ", "0808": "SU-24"})
    for placed, tells in ((hidden, False), (open_, True)):
        on, off = board(placed, activated="JP-23HQ"), board(placed)
        assert (view(on.state, SOVIET) != view(off.state, SOVIET)) is tells


@pytest.mark.rule("pbn", "18.1")
def test_what_was_examined_at_combat_is_on_view_to_the_end_of_the_phase() -> None:
    """R95, and only to who examined it; later his log still has it."""
    match = board({"1517": STACK, "1516": "SU-24", "1608": "SU-149"}, "soviet_combat")
    assert set(seen(match, SOVIET, "1517")) == set(STACK)
    assert seen(match, None, "1517") == ["JP-64"]
    assert set(heard(match, SOVIET, "log.examined")[0]["units"]) == set(STACK)
    assert not heard(match, JAPAN, "log.examined")
    assert not heard(match, None, "log.examined")
    assert all("scouted" in c["is"] for c in view(match.state, SOVIET)["places"]["1517"])
    position(match).end_phase()
    assert seen(match, SOVIET, "1517") == ["JP-64"]


@pytest.mark.rule("pbn", "18.7")
def test_espionage_shows_the_track_to_the_soviets_alone() -> None:
    match = board({"1517": "JP-64", "0808": "SU-24", "turn_4": "JP-72", "hand": "SU-CM-ESPIONAGE"})
    match.play("espionage", None, "soviet")
    assert seen(match, SOVIET, "turn_4") == ["JP-72"]
    assert not seen(match, None, "turn_4")
    assert heard(match, SOVIET, "log.track") == [{"units": ["JP-72"]}]
    assert not heard(match, JAPAN, "log.track")
    assert not heard(match, None, "log.track")


@pytest.mark.rule("pbn", "18.7")
def test_the_recon_marker_shows_a_stack_to_its_player_alone() -> None:
    match = board({"1517": STACK, "0808": "SU-24", "hand": "SU-CM-RECON"})
    do(match, "play SU-CM-RECON", "hex 1517")
    assert set(seen(match, SOVIET, "1517")) == set(STACK)
    assert seen(match, None, "1517") == ["JP-64"]


@pytest.mark.rule("pbn", "18.0")
def test_who_moves_beneath_a_stack_is_not_named() -> None:
    match = board({"1517": ["JP-64", "JP-1-8BG"], "1617": "JP-72", "0808": "SU-24"}, "japan_move")
    do(match, "unit JP-1-8BG", "hex 1617")
    assert heard(match, JAPAN, "log.move")[0]["units"] == ["JP-1-8BG"]
    for side in (SOVIET, None):
        assert not heard(match, side, "log.move")
        assert heard(match, side, "log.move-hidden") == [{"side": "japan", "path": ["1517", "1617"]}]


@pytest.mark.rule("pbn", "18.0")
def test_of_a_group_that_moves_those_are_named_who_are_on_top() -> None:
    match = board({"1517": ["JP-64", "JP-1-8BG"], "0808": "SU-24"}, "japan_move")
    do(match, "unit JP-64", "unit JP-1-8BG", "hex 1617")
    assert [line["units"] for line in heard(match, SOVIET, "log.move-some")] == [["JP-64"]]


@pytest.mark.rule("pbn", "18.0")
def test_spectators_do_not_read_names_that_only_an_examination_has_told() -> None:
    match = board(
        {"1517": ["JP-64", "JP-1-8BG"], "1617": "JP-72", "0808": "SU-24", "hand": "SU-CM-ESPIONAGE"}, "japan_move"
    )
    position(match).examine(SOVIET, 1 << unit("JP-1-8BG"))
    do(match, "unit JP-1-8BG", "hex 1617")
    assert [line["units"] for line in heard(match, SOVIET, "log.move")] == [["JP-1-8BG"]]
    assert not heard(match, None, "log.move")
    assert heard(match, None, "log.move-hidden")


@pytest.mark.rule("pbn", "34.0")
def test_of_a_counter_face_down_only_the_side_shows_and_not_its_zone() -> None:
    masked = {"face_down": True, "deception": True}
    match = board({"1517": "JP-64", "0808": "SU-24"}, options=masked, face_down="JP-64")
    feint = board({"1517": "JP-DEC-1", "hailar": "JP-64", "0808": "SU-24"}, options=masked)
    assert seen(match, SOVIET, "1517") == ["japan"]
    for side in (SOVIET, None):
        assert view(match.state, side) == view(feint.state, side)
        assert overlays(match.state, side) == overlays(feint.state, side)
    assert overlays(match.state, JAPAN)["zones"]["japan"]


@pytest.mark.rule("pbn", "34.0")
def test_a_move_past_face_down_stacks_is_offered_as_if_they_had_no_zone() -> None:
    """R93"""
    masked = {"face_down": True, "deception": True}
    match = board({"1517": "JP-64", "1508": "SU-24"}, options=masked, face_down="JP-64")
    feint = board({"1517": "JP-DEC-1", "hailar": "JP-64", "1508": "SU-24"}, options=masked)
    for one in (match, feint):
        do(one, "unit SU-24")
    assert offered(match, "hex") == offered(feint, "hex")
    assert view(match.state, SOVIET) == view(feint.state, SOVIET)


@pytest.mark.rule("pbn", "34.0")
def test_a_bombed_deception_marker_is_marked_suppressed_like_a_unit() -> None:
    """R103"""
    masked = {"face_down": True, "deception": True}
    air = {"soviet": {"strike": 3}}
    unit_ = board(
        {"1517": "JP-64", "0808": "SU-24"}, "soviet_strike", options=masked, face_down="JP-64", air=air, dice=[5]
    )
    feint = board(
        {"1517": "JP-DEC-1", "hailar": "JP-64", "0808": "SU-24"}, "soviet_strike", options=masked, air=air, dice=[5]
    )
    for match in (unit_, feint):
        do(match, "strike 1517", "points 3", "done")
        assert view(match.state, SOVIET)["markers"] == {"1517": ["marker.suppressed"]}
    assert view(unit_.state, SOVIET) == view(feint.state, SOVIET)


def test_the_line_that_clients_show_above_the_map() -> None:
    match = board(
        {"turn_2": "JP-26", "turn_3": "JP-72", "turn_5": "JP-71", "1517": "JP-64", "0808": "SU-24",
         "hand": ["JP-CM-STAFF", "SU-CM-RECON", "SU-CM-STAFF"]},
        "japan_move", first_player="japan", points=(3, 5), levels=(2, 4),
        air={"soviet": {"reserve": 2}, "japan": {"reserve": 1, "strike": 2}},
    )  # fmt: skip
    found = view(match.state, JAPAN)["summary"]
    now = {"turn": 3, "last": 5, "month": "@month.3"}
    assert found["turn"] == {"key": "summary.impulse", "params": {**now, "impulse": "@impulse.1"}}
    before = view(board({"1517": "JP-64"}, "japan_logistics", first_player="japan").state, JAPAN)["summary"]
    assert before["turn"] == {"key": "summary.month", "params": {**now, "first": "@side.japan"}}
    deciding = board({"1517": "JP-64", "hand": "SU-CM-MASKIROVKA"}, "initiative", points=(0, 20), levels=(0, 0))
    assert view(deciding.state, SOVIET)["summary"]["turn"]["key"] == "summary.initiative", "nobody goes first yet"
    assert found["phases"] == [
        "phase.japan_campaign", "phase.air", "phase.japan_reinforcement", "phase.japan_logistics",
        "phase.japan_move", "phase.japan_strike", "phase.japan_combat",
    ]  # fmt: skip
    assert {pool["key"]: (pool["icon"], *pool["values"].values()) for pool in found["pools"]} == {
        "pool.points": ("points", 3, 5), "pool.level": ("command", 2, 4), "pool.held": ("markers", 2, 1),
        "pool.air": ("air", 2, 1),
    }  # fmt: skip
    assert [(due["turn"], due["side"], due["units"]) for due in found["due"]] == [
        (3, "japan", ["JP-72"]),
        (5, "japan", ["JP-71"]),
    ]
    assert [(box["turn"], box["key"]) for box in found["track"]] == [(n, f"month.{n}") for n in range(1, 6)]
    assert found["last"] == 5
    assert view(board({"1517": "JP-64"}, options={"october": True}).state, JAPAN)["summary"]["last"] == 6


@pytest.mark.rule("pbn", "13.0", "18.4")
def test_zones_that_a_side_knows_of() -> None:
    """Its own, and those of stacks that are disclosed."""
    match = board(
        {"1517": "JP-64", "2010": "JP-71", "0808": "SU-24"}, options={"face_down": True}, face_down=["JP-64", "SU-24"]
    )
    grid = the_game().map.grid
    around = {name: {grid.name(h) for h in members(grid.around[at(name)])} for name in ("1517", "2010", "0808")}
    for side, soviet, japan in (
        (SOVIET, around["0808"], around["2010"]),
        (JAPAN, set(), around["1517"] | around["2010"]),
        (None, set(), around["2010"]),
    ):
        zones = overlays(match.state, side)["zones"]
        assert (set(zones["soviet"]), set(zones["japan"])) == (soviet, japan)
    position(match).examine(SOVIET, 1 << unit("JP-64"))
    assert set(overlays(match.state, SOVIET)["zones"]["japan"]) == around["1517"] | around["2010"]
    assert set(overlays(match.state, None)["zones"]["japan"]) == around["2010"], "who watches has not looked at it"
