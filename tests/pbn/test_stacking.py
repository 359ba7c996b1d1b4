"""12.0  Stacking: six battalion equivalents at the end of each phase, and what those beyond may not do."""

from __future__ import annotations

import pytest

from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.games.pbn.stacking import employed_defenders, overfull, room, strongest
from tests.pbn.positions import (
    at,
    board,
    do,
    hexes,
    ids,
    marked,
    names,
    offered,
    place,
    position,
    refused,
    the_game,
    told,
    units,
)


@pytest.mark.rule("pbn", "12.1")
def test_two_regiments_or_six_battalions() -> None:
    game = the_game()
    assert game.charts.stack_limit == 6
    battalions = [f"SU-B018-{n}" for n in range(1, 8)]
    for stack, over in (
        (["SU-24", "SU-76"], False),
        (["SU-24", "SU-76", "SU-36R"], True),
        (["SU-11A", "SU-24"], False),
        (battalions[:6], False),
        (battalions, True),
        (["SU-24", "SU-36HQ", "SU-36R", "SU-36A"], False),
        (["SU-OT130", "SU-24", "SU-76"], True),
    ):
        assert bool(position(board({"0808": stack})).overstacked(0)) is over, stack


@pytest.mark.rule("pbn", "12.1")
def test_sizes() -> None:
    """R24"""
    game = the_game()
    size = {
        name: game.stacking[game.sheet.index[name]] for name in ("SU-11A", "SU-24", "SU-36A", "SU-OT130", "SU-36HQ")
    }
    assert size == {"SU-11A": 3, "SU-24": 3, "SU-36A": 1, "SU-OT130": 1, "SU-36HQ": 1}


@pytest.mark.rule("pbn", "12.2", "12.3")
def test_supply_air_and_markers_are_free() -> None:
    match = board({"0808": ["SU-24", "SU-76", "SU-DEC-1"]}, supply={"soviet": {"0808": 4}}, options={"deception": True})
    assert not position(match).overstacked(0)
    game = the_game()
    for kind in (game.air, game.campaign, game.deception, game.supply):
        assert not any(game.stacking[u] for u in range(len(game.sheet)) if kind >> u & 1)


@pytest.mark.rule("pbn", "12.4", "12.5")
def test_the_limit_counts_at_the_end_of_a_phase_only() -> None:
    match = board({"0808": ["SU-24", "SU-76", "SU-36HQ"], "0809": "SU-149"}, activated="SU-36HQ")
    do(match, "unit SU-149", "hex 0807")  # through the full hex or past it
    match = board({"0808": ["SU-24", "SU-76"], "0809": ["SU-149", "SU-36HQ"]}, activated="SU-36HQ")
    do(match, "unit SU-149", "hex 0808", "unit SU-36HQ", "hex 0808")
    assert position(match).overstacked(0)
    do(match, "unit SU-24", "hex 0810", "unit SU-76", "hex 0810", "done")
    assert marked(match, "activated", "SU-36HQ")


@pytest.mark.rule("pbn", "12.4")
def test_nobody_is_kept_out_of_a_full_hex() -> None:
    wall = {"0708": "JP-SUP-1", "0709": "JP-SUP-2", "0908": "JP-SUP-3", "0909": "JP-SUP-4"}
    match = do(board({"0810": "SU-149", "0808": ["SU-24", "SU-76"], **wall}), "unit SU-149")
    assert {"0808", "0807"} <= offered(match, "hex")
    do(match, "hex 0808")
    assert place(match, "SU-149") == "0808"


@pytest.mark.rule("pbn", "12.5.1")
def test_enemy_phases_count_as_well() -> None:
    match = board({"0808": ["SU-24", "SU-76", "SU-36HQ"]}, "japan_move", activated="SU-36HQ")
    do(match, "done")
    assert not marked(match, "activated", "SU-36HQ")


@pytest.mark.rule("pbn", "12.5.3")
def test_of_an_overstacked_hex_six_battalion_equivalents_defend() -> None:
    """T24 in part"""
    s = position(board({"0808": ["SU-11A", "SU-24", "SU-36R", "SU-36A"]}, "japan_combat"))
    found = employed_defenders(s, 0, hexes("0808"))
    assert ids(found) == {"SU-11A", "SU-24"}
    assert room(s, found) == 0
    assert ids(strongest(s, units("SU-24", "SU-76", "SU-36R"))) == {"SU-24", "SU-76"}


@pytest.mark.rule("pbn", "12.5.3", "15.35")
def test_who_overstacks_a_hex_by_retreating_adds_nothing() -> None:
    """T61 in part"""
    s = position(board({"0808": ["SU-24", "SU-36R", "SU-11A"], "0807": "JP-64"}, "japan_combat", late="SU-11A"))
    assert ids(employed_defenders(s, 0, hexes("0808"))) == {"SU-24", "SU-36R"}
    s = position(board({"0808": ["SU-24", "SU-11A"], "0807": "JP-64"}, "japan_combat", late="SU-11A"))
    assert ids(employed_defenders(s, 0, hexes("0808"))) == {"SU-24", "SU-11A"}


@pytest.mark.rule("pbn", "12.5.4")
def test_bombardment_hits_everybody_in_an_overstacked_hex() -> None:
    """T72 in part"""
    stack = ["SU-24", "SU-76", "SU-36A", "SU-36R", "SU-36HQ"]
    match = board(
        {"0808": stack},
        "japan_strike",
        air={"japan": {"strike": 4}},
        supply={"soviet": {"0808": 3}},
        activated="SU-36HQ",
        dice=[6],
    )
    do(match, "strike 0808", "points 4", "done")
    assert all(marked(match, "suppressed", unit) for unit in stack[:-1])
    assert not marked(match, "activated", "SU-36HQ")


@pytest.mark.rule("pbn", "12.6")
def test_opposing_units_never_share_a_hex() -> None:
    match = do(board({"0808": "SU-24"}, supply={"japan": {"0809": 1}}), "unit SU-24")
    assert refused(match, "hex 0809") == "11.5"


@pytest.mark.rule("pbn", "12.7")
def test_air_units_go_where_the_enemy_is() -> None:
    match = board({"0808": "SU-24"}, "japan_strike", air={"japan": {"strike": 1}})
    assert offered(match, "strike") == {"0808"}


@pytest.mark.rule("pbn", "12.8")
def test_the_set_up_keeps_to_the_limit() -> None:
    match = Match(the_game().start("campaign", {}, Dice.practice(1)))
    do(match, "unit MN-15M", "hex 0808", "unit MN-17M", "hex 0808", "done")
    do(match, "unit MC-4H", "hex 2010", "unit MC-5H", "hex 2010", "unit MC-12H")
    assert refused(match, "hex 2010") == "12.8"
    s = position(match)
    assert overfull(s, 1, at("2010"), units("MC-12H"))
    assert not names(s.overstacked(1))


@pytest.mark.rule("pbn", "2.36.12")
def test_a_hex_is_occupied_while_a_land_unit_stands_in_it() -> None:
    match = board(
        {"0808": "SU-24", "0404": "SU-DEC-1", "0804": "JP-64"},
        supply={"soviet": {"0606": 1}},
        options={"deception": True},
    )
    assert names(position(match).occupied(0)) == {"0808", "0606"}
    do(match, "unit SU-24", "hex 0810")
    assert names(position(match).occupied(0)) == {"0810", "0606"}  # not where it came through


@pytest.mark.rule("pbn", "12.5.3", "14.3")
def test_two_hexes_that_are_full_are_not_overstacked() -> None:
    """One battle against both: nobody is asked who adds strength, and all of them do."""
    placed = {"0808": "SU-11A", "0809": ["JP-64", "JP-71"], "0909": ["JP-72", "JP-26"]}
    match = board(placed, "soviet_combat", markers="removed")
    do(match, "attack 0809", "unit SU-11A", "also 0909", "commit", "table raid")
    assert told(match, "log.odds")["defence"] == 4 + 4 + 4 + 6
