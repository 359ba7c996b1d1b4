"""10.1  Placement: everything stands where the lists say, and the Soviet player places the reserve."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.games.bkg.game import HERE
from tests.bkg.positions import asked, board, do, fight, offered, place, refused, rigged, the_game, told, units, why

rule = pytest.mark.rule

RESERVE = ("SU-6T-3", "SU-11T-M", "SU-7B-M", "SU-9B-1", "SU-9B-2", "SU-9B-M", "SU-212")
RING = {"0420", "0422", "0320", "0321", "0520", "0521"}


def started() -> Match:
    """A whole game at its first prompt."""
    return Match(the_game().start(dice=rigged()))


def placed(match: Match, *where: str) -> Match:
    """The reserve units placed one after another in these hexes."""
    for unit, hex_ in zip(RESERVE, where, strict=False):
        do(match, f"unit {unit}", f"hex {hex_}")
    return match


# -- the lists --


@rule("bkg", "10.1")
def test_every_counter_begins_where_the_lists_put_it() -> None:
    match = started()
    with (HERE / "data" / "counters.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 128
    for row in rows:
        wanted = "due" if row["location"].startswith("T") else row["location"]
        assert place(match, row["id"]) == wanted, row["id"]


def test_v_87_counts_at_the_start() -> None:
    match = do(started(), "auto")
    game, where = match.game, match.state.where
    on_map = Counter(game.sheet.nation[u] for u, hex_ in enumerate(where) if hex_ >= 0)
    due = Counter(game.sheet.nation[u] for u, hex_ in enumerate(where) if game.place_name(hex_) == "due")
    assert on_map == {"SU": 64, "MN": 10, "JP": 24, "MC": 6}
    assert due == {"SU": 4, "MN": 5, "JP": 15}
    assert on_map.total() + due.total() == 128
    assert max(stack.bit_count() for hex_, stack in match.state.at.items() if hex_ >= 0) == 4
    assert all(the_game().inside >> hex_ & 1 for hex_ in match.state.at if hex_ >= 0)


def test_v_85_nobody_begins_engaged() -> None:
    """No enemies stand beside each other; seventeen pairs of hexes are two apart."""
    match = started()
    grid = match.game.map.grid
    soviet, japan = (list(members(match.state.held(side))) for side in (0, 1))
    apart = Counter(grid.distance(a, b) for a in soviet for b in japan)
    assert (apart[0], apart[1], apart[2]) == (0, 0, 17)


def test_k_66_who_holds_what_at_the_start() -> None:
    markers = started().view(None)["markers"]
    assert markers == {
        "1511": ["marker.held-japan"],
        **{hex_: ["marker.held-soviet"] for hex_ in ("0209", "0311", "0416", "0419", "0821")},
    }


# -- the reserve --


@rule("bkg", "10.1.2.a")
def test_the_soviet_player_places_the_seven_reserve_units() -> None:
    match = started()
    assert (match.state.turn, match.view(None)["phase"]) == (20, "phase.setup_reserve")
    assert (asked(match).side, asked(match).rule) == (0, "10.1.2.a")
    assert offered(match, "unit") == set(RESERVE)
    assert refused(match, "unit SU-601-1") == "10.1.2.a"
    assert refused(match, "hex 0421") == "10.1.2.a"
    assert refused(match, "done") == "10.1.2.a"
    assert refused(match, "commit") == refused(match, "attack 0813") == "3.0"
    assert why(match, "done").params["units"] == units(*RESERVE)


@rule("bkg", "10.1.2.a")
def test_v_74_four_in_0421_first_then_beside_it() -> None:
    """K-73."""
    match = placed(started(), "0421", "0421", "0421")
    do(match, "unit SU-9B-1")
    assert offered(match, "hex") == {"0421"}
    assert refused(match, "hex 0422") == "10.1.2.a"
    assert why(match, "hex 0422").key == "why.reserve-first"
    do(match, "hex 0421", "unit SU-9B-2")
    assert offered(match, "hex") == RING
    assert refused(match, "hex 0421") == "4.1.1"
    assert refused(match, "hex 0423") == refused(match, "hex 0305") == "10.1.2.a"
    assert why(match, "hex 0423").key == why(match, "hex 0305").key == "why.reserve-area", "0305 is full, and elsewhere"
    for hex_ in RING:
        assert place(do(match.clone(), f"hex {hex_}"), "SU-9B-2") == hex_


@rule("bkg", "10.1.2.a")
def test_one_unit_after_another_until_all_stand() -> None:
    match = do(started(), "unit SU-212")
    assert asked(match).rule == "10.1.2.a"
    assert offered(match, "unit") == set()
    assert refused(match, "unit SU-9B-1") == "10.1.2.a"
    assert refused(match, "done") == refused(match, "auto") == "10.1.2.a"
    do(match, "hex 0421")
    assert "SU-212" not in offered(match, "unit")
    assert refused(match, "unit SU-212") == "10.1.2.a"
    do(match, "auto")
    assert [place(match, unit) for unit in RESERVE].count("0421") == 4
    assert {place(match, unit) for unit in RESERVE} <= RING | {"0421"}
    assert offered(match, "unit") == set()
    assert asked(match).rule == "10.1.2.a"
    assert refused(match, "auto") == refused(match, "hex 0421") == "10.1.2.a"
    do(match, "done")
    assert (match.state.turn, match.view(None)["phase"]) == (20, "phase.sov_move")


@rule("bkg", "10.1.2.a")
def test_the_owner_chooses_who_stands_in_0421() -> None:
    match = placed(started(), "0421", "0421", "0421", "0421", "0320", "0521", "0320")
    do(match, "done")
    assert [place(match, unit) for unit in RESERVE] == ["0421"] * 4 + ["0320", "0521", "0320"]


def test_the_enemy_sees_only_how_many_stand_where() -> None:
    match = do(started(), "unit SU-212")
    seen = match.view("japan")
    assert seen["agenda"][-1] == {"step": "PlaceReserve", "unit": None}
    assert seen["prompt"] is None
    assert match.view("soviet")["agenda"][-1] == {"step": "PlaceReserve", "unit": "SU-212"}
    do(match, "hex 0421")
    assert match.view("japan")["places"]["0421"] == [{"nation": "SU"}]
    assert match.view("japan")["places"]["reserve"] == [{"nation": "SU"}] * 6
    assert all(event["key"] != "log.reserve" for event in match.view("japan")["log"])
    assert match.view("soviet")["log"][-1]["params"] == {"unit": "SU-212", "hex": "0421"}


def test_k_74_a_frozen_unit_fights_defends_and_retreats() -> None:
    """Turn 20: only movement is barred."""
    start = {"1717": "SU-212", "1817": "JP-64-1"}
    match = do(board(start, turn=20, dice=[(5, 6)]), "done")
    assert refused(match, "done") == "4.1.2.h"
    fight(match, "1817", "SU-212")
    assert told(match, "log.result")["codes"] == "DVB ARI"
    do(match, "hex 1617")
    assert place(match, "SU-212") == "1617"
