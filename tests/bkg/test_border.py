"""4.0.g-k  The border: closed to the Soviets but in retreat, the forced return, and those who cannot come back.

South-east of the line 2716 is the only hex that foot can come back to from 2711, and takes exactly five points.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.games.bkg.position import Position
from tests.bkg.positions import (
    asked,
    board,
    do,
    fight,
    offered,
    place,
    points_left,
    position,
    refused,
    shifts,
    the_game,
    told,
    units,
    why,
)

rule = pytest.mark.rule


def inside() -> set[str]:
    game = the_game()
    return {game.place_name(h) for h in members(game.inside)}


def is_penalised(match: Match, unit: str) -> bool:
    return bool(position(match).penalised & units(unit))


# -- the line is closed --


@rule("bkg", "4.0.g")
@pytest.mark.parametrize("unit", ["SU-24-1", "SU-601-1", "SU-6T-1", "MN-15-1"])
def test_v_70_soviets_and_mongols_do_not_cross_in_movement(unit: str) -> None:
    """K-35  The ban is on the player."""
    match = do(board({"1511": unit}), f"unit {unit}")
    for beyond in ("1510", "1611", "1612"):
        assert refused(match, f"hex {beyond}") == "4.0.g"
    assert offered(match, "hex")
    assert offered(match, "hex") <= inside()


@rule("bkg", "4.0.g")
def test_the_japanese_cross_as_they_like() -> None:
    match = do(board({"1511": "JP-64-1"}, "jap_move"), "unit JP-64-1")
    assert {"1510", "1611", "1612"} <= offered(match, "hex")


@rule("bkg", "4.0.g")
@pytest.mark.parametrize(
    ("unit", "enemies", "free"),
    [("SU-24-1", ["JP-64-1", "JP-71-1", "JP-72-1"], False), ("JP-64-1", ["SU-24-1", "SU-149-1", "SU-601-1"], True)],
)
def test_who_could_only_cross_the_line_has_no_move(unit: str, enemies: list[str], free: bool) -> None:
    ring = dict(zip(("1512", "1411", "1412"), enemies, strict=True))
    match = board({"1511": unit, **ring}, "jap_move" if free else "sov_move")
    assert offered(match, "unit") == ({unit} if free else set())


@rule("bkg", "4.0.g")
def test_soviets_do_not_pass_through_the_other_side() -> None:
    """The short way from 1310 to 1813 leads over 1612."""
    foreign = do(board({"1310": "JP-64-1"}, "jap_move"), "unit JP-64-1")
    assert points_left(foreign, "1813") == "0"
    match = do(board({"1310": "SU-601-1"}), "unit SU-601-1")
    assert refused(match, "hex 1813") == "4.0.b"


@rule("bkg", "4.0.g")
def test_a_unit_that_comes_back_does_not_cross_again() -> None:
    """From 1510 by 1511, 1612 and 1712 the guns would be in 1813 for 4 points; on their own side it takes 5."""
    match = do(board({"1510": "SU-82A-1", "1710": "JP-64-1"}), "unit SU-82A-1")
    assert "1509" in offered(match, "hex"), "a detour beyond, with a way back from there"
    assert points_left(match, "1712") == "0"
    assert refused(match, "hex 1813") == "4.0.b"
    do(match, "hex 1511")
    assert refused(match, "hex 1612") == "4.0.g"
    foreign = do(board({"1510": "JP-13A-1", "1710": "SU-24-1"}, "jap_move"), "unit JP-13A-1")
    assert points_left(foreign, "1813") == "0"


@rule("bkg", "4.0.g")
def test_v_70_no_advance_over_the_line_though_the_attack_is_allowed() -> None:
    """K-39  Only bodies may not cross: attacks may."""
    attackers = ["SU-24-1", "SU-24-2", "SU-149-1", "SU-149-2"]
    match = board({"1511": attackers, "1611": "JP-64-1", "1811": "JP-64-2"}, "sov_combat", dice=[(1, 1)])
    fight(match, "1611", *attackers)
    assert told(match, "log.result")["codes"] == "DRI AVI"
    do(match, "hex 1610")
    assert asked(match).message.key == "ask.combat"
    assert place(match, "SU-24-1") == "1511"
    inside_the_line = board({"1410": attackers, "1411": "JP-64-1"}, "sov_combat", dice=[(1, 1)])
    fight(inside_the_line, "1411", *attackers)
    do(inside_the_line, "hex 1511")
    assert asked(inside_the_line).message.key == "ask.advance"


def test_k_39_fire_over_the_line_is_allowed() -> None:
    match = board({"1512": "SU-82A-1", "1611": "JP-64-1", "1711": "JP-64-2"}, "sov_combat")
    assert offered(match, "bombard") == {"1611", "1711"}
    assert "1711" in offered(match, "strike")


@rule("bkg", "4.0.g")
def test_v_70_a_retreat_over_the_line_is_allowed() -> None:
    match = beaten_back_over_the_line()
    assert place(match, "SU-24-1") == "1611"


def beaten_back_over_the_line() -> Match:
    """A Soviet battalion attacks 1512 from 1511 in turn 24, loses and retreats over the line."""
    start = {"1511": "SU-24-1", "1512": "JP-64-1", "1709": ["JP-25-1", "JP-25-2"], "1714": "SU-82A-1"}
    match = fight(board(start, "sov_combat", dice=[(2, 3), (3, 4)]), "1512", "SU-24-1")
    assert told(match, "log.result")["codes"] == "DVI ARI"
    return do(match, "hex 1611")


# -- the forced return --


@rule("bkg", "4.0.h")
def test_v_71_who_can_come_back_has_to() -> None:
    match = board({"2711": "SU-603-3"})
    assert refused(match, "done") == "4.0.h"
    do(match, "unit SU-603-3")
    assert points_left(match, "2716") == "0"
    do(match, "hex 2716", "done", "done")
    assert place(match, "SU-603-3") == "2716"
    assert not is_penalised(match, "SU-603-3")


@rule("bkg", "4.0.h")
def test_who_can_come_back_may_not_end_his_move_beyond() -> None:
    match = do(board({"2711": "SU-601-1"}), "unit SU-601-1")
    assert refused(match, "hex 2611") == "4.0.h", "from there no points would be left for the way back"
    do(match, "hex 2713")
    assert refused(match, "done") == "4.0.h"
    do(match, "hex 2716", "done")
    assert place(match, "SU-601-1") == "2716"


@rule("bkg", "4.0.h")
@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        ({}, "4.0.h"),
        ({"2710": "JP-64-1"}, None),
        ({"2613": "JP-64-1"}, None),
        ({"2716": "JP-64-1"}, None),
        ({"2717": "JP-64-1"}, "4.0.h"),
        ({"2716": ["SU-602-1", "SU-602-2", "SU-602-3"]}, "4.0.h"),
        ({"2716": ["SU-602-1", "SU-602-2", "SU-602-3", "SU-603-1"]}, None),
    ],
    ids=["free", "contact costs a point", "zone on the way", "enemy there", "into a zone if need be", "room", "full"],
)
def test_k_36_whether_there_is_a_way_back(extra: dict[str, Sequence[str]], reason: str | None) -> None:
    match = board({"2711": "SU-601-1", **extra})
    if reason is None:
        do(match, "done")
        assert is_penalised(match, "SU-601-1")
    else:
        assert refused(match, "done") == reason


@rule("bkg", "4.0.h")
def test_k_36_the_way_back_is_looked_for_on_the_board_as_it_is_then() -> None:
    """Room for one: when the first has come back the second cannot, and may stay."""
    friends = ["SU-602-1", "SU-602-2", "SU-602-3"]
    match = board({"2711": ["SU-601-1", "SU-601-2"], "2716": friends})
    assert why(match, "done").params["units"] == units("SU-601-1", "SU-601-2")
    do(match, "unit SU-601-1", "hex 2716", "done", "done")
    assert not is_penalised(match, "SU-601-1")
    assert is_penalised(match, "SU-601-2")


@rule("bkg", "4.0.h")
def test_k_91_who_cannot_come_back_may_move_but_not_further_away() -> None:
    """2711 is five hexes from home, and the enemy stands in the way."""
    grid = the_game().map.grid
    match = do(board({"2711": "SU-601-1", "2712": "JP-64-1"}), "unit SU-601-1")
    home = [grid.at(hex_) for hex_ in inside()]
    far = {name: min(grid.distance(grid.at(name), h) for h in home) for name in grid.names}
    assert (far["2711"], far["2611"], far["2612"], far["2710"]) == (5, 5, 4, 6)
    assert refused(match, "hex 2707") == "4.0.h"
    do(match, "hex 2710")
    assert refused(match, "done") == "4.0.h"
    do(match, "hex 2611", "done", "done")
    assert place(match, "SU-601-1") == "2611"
    assert is_penalised(match, "SU-601-1")


@rule("bkg", "4.0.h")
def test_k_91_who_could_only_go_further_away_has_no_move() -> None:
    match = board({"2711": "SU-601-1", "2712": "JP-64-1", "2611": "JP-71-1", "2612": "JP-72-1"})
    assert offered(match, "unit") == set()
    do(match, "done")
    assert is_penalised(match, "SU-601-1")


@rule("bkg", "4.0.h")
def test_a_refusal_tells_whether_the_unit_can_come_back() -> None:
    able = do(board({"2711": "SU-601-1"}), "unit SU-601-1")
    assert (why(able, "hex 2611").key, why(able, "hex 2611").params) == ("why.return", {"units": units("SU-601-1")})
    cut_off = board({"2711": "SU-601-1", "2712": "JP-64-1"})
    stranded = do(cut_off.clone(), "unit SU-601-1")
    assert (why(stranded, "hex 2707").key, why(stranded, "hex 2707").rule) == ("why.farther", "4.0.h")
    assert why(stranded, "hex 2717").key != "why.return", "it would if it could"
    shut_in = board({"2711": "SU-601-1", "2712": "JP-64-1", "2611": "JP-71-1", "2612": "JP-72-1"})
    assert (why(shut_in, "unit SU-601-1").key, why(shut_in, "unit SU-601-1").rule) == ("why.farther", "4.0.h")
    surrounded = board({"2723": "JP-64-1", "2722": "SU-601-1", "2623": "SU-601-2"}, "jap_move")
    reason = why(surrounded, "unit JP-64-1")
    assert (reason.key, reason.rule) == ("why.hemmed-in", "4.1.2.i")


@rule("bkg", "4.0.h")
def test_who_can_come_back_and_who_cannot_do_not_move_together() -> None:
    """From 2711 it is five points home: foot have them, guns do not."""
    match = do(board({"2711": ["SU-601-1", "SU-82A-1"]}), "unit SU-601-1")
    reason = why(match, "unit SU-82A-1")
    assert (reason.key, reason.rule) == ("why.return-apart", "4.0.h")


@rule("bkg", "4.0.i")
def test_k_36_the_penalty_begins_with_the_end_of_the_movement_phase_and_ends_at_home() -> None:
    match = board({"2310": "SU-601-1", "2309": "JP-64-1"}, turn=24)
    assert not is_penalised(match, "SU-601-1")
    do(match, "unit SU-601-1", "hex 2312", "done")
    assert not is_penalised(match, "SU-601-1")
    do(match, "done")
    assert is_penalised(match, "SU-601-1")
    assert match.view("japan")["markers"]["2312"] == ["marker.penalised"]
    do(match, "done", "unit JP-64-1", "hex 2308", "done", "done", "done")
    assert (position(match).turn, is_penalised(match, "SU-601-1")) == (25, True)
    do(match, "unit SU-601-1", "hex 2315", "done")
    assert not is_penalised(match, "SU-601-1")
    do(match, "done")
    assert not is_penalised(match, "SU-601-1")


@rule("bkg", "4.0.i")
def test_who_fights_beside_a_named_unit_beyond_sees_that_it_is_penalised() -> None:
    """Attacked, the only unit beyond has a name; what Japan imagines still has the marker on its hex."""
    match = board({"2312": ["SU-601-1"], "2412": ["JP-64-1"]}, "jap_combat", penalised=["SU-601-1"])
    do(match, "attack 2312", "unit JP-64-1", "commit")
    assert match.view("japan")["places"]["2312"][0]["id"] == "SU-601-1"
    imagined = match.imagine("japan", 1)
    assert isinstance(imagined, Position)
    assert imagined.penalised == units("SU-601-1")


# -- those who could not come back --


def attack_beyond(penalised: list[str], garrison: Sequence[str] = ("SU-24-1",)) -> Match:
    """The Japanese with 8 points attack a Soviet stack in the open beyond the line, guns of its side in range."""
    start = {"2005": garrison, "2004": ["JP-25-1", "JP-25-2"], "2008": "SU-82A-1"}
    match = board(start, "jap_combat", penalised=penalised, dice=[(3, 4)])
    return do(match, "attack 2005", "unit JP-25-1", "unit JP-25-2", "commit")


@rule("bkg", "4.0.i", "4.0.k")
def test_v_72_one_column_to_the_right_and_no_support() -> None:
    match = attack_beyond(["SU-24-1"])
    assert told(match, "log.odds")["base"] == "2-1"
    assert shifts(match) == {"4.0.i": 1}
    assert told(match, "log.result")["column"] == "3-1"
    assert position(match).air[0] == 15


@rule("bkg", "4.0.i", "4.0.k")
def test_without_the_penalty_there_is_support_and_no_column() -> None:
    match = attack_beyond([])
    assert asked(match).message.key == "ask.defence"
    assert offered(match, "unit") == {"SU-82A-1"}
    assert offered(match, "air") == set(range(1, 16))
    do(match, "commit")
    assert shifts(match) == {}
    assert told(match, "log.result")["column"] == "2-1"


@rule("bkg", "4.0.i", "4.0.k")
def test_v_103_one_penalised_unit_in_the_hex_is_enough() -> None:
    """K-91  A battalion of defence 3 and a gun of 1 make 4; only the gun is penalised."""
    match = attack_beyond(["SU-82A-2"], ["SU-601-1", "SU-82A-2"])
    assert shifts(match) == {"4.0.i": 1}
    assert told(match, "log.result")["column"] == "3-1"


@rule("bkg", "4.0.k")
def test_k_91_a_penalised_gun_supports_nobody() -> None:
    start = {"2005": "SU-24-1", "2004": "JP-25-1", "2008": ["SU-82A-1", "SU-82A-2"]}
    match = board(start, "jap_combat", penalised=["SU-82A-1"])
    do(match, "attack 2005", "unit JP-25-1", "commit")
    assert offered(match, "unit") == {"SU-82A-2"}
    assert refused(match, "unit SU-82A-1") == "4.0.k"


@rule("bkg", "4.0.i")
def test_k_37_the_column_counts_in_bombardments_and_air_strikes() -> None:
    for penalised, column in ([], "1-12"), (["SU-24-1"], "13-24"):
        start = {"2005": "SU-24-1", "2002": "JP-13A-1"}
        match = board(start, "jap_combat", penalised=penalised, dice=[(3, 4), (3, 4)])
        do(match, "bombard 2005", "unit JP-13A-1", "commit")
        assert told(match, "log.result")["column"] == column
        match = board(start, "jap_combat", penalised=penalised, dice=[(3, 4)])
        do(match, "strike 2005", "air 3", "commit")
        assert told(match, "log.result")["column"] == column


@rule("bkg", "4.0.j")
def test_v_72_a_penalised_unit_does_not_attack() -> None:
    match = board({"2005": "SU-24-1", "2004": "JP-25-1"}, "sov_combat", penalised=["SU-24-1"])
    assert offered(match, "attack") == set()
    assert refused(match, "attack 2004") == "4.0.j"
    do(match, "done")
    assert asked(match).side == 1, "it has no duty to attack either (K-15)"


@rule("bkg", "4.0.j")
def test_a_penalised_unit_does_not_join_an_attack() -> None:
    start = {"2005": ["SU-24-1", "SU-24-2"], "2004": "JP-25-1"}
    match = do(board(start, "sov_combat", penalised=["SU-24-1"]), "attack 2004")
    assert offered(match, "unit") == {"SU-24-2"}
    assert refused(match, "unit SU-24-1") == "4.0.j"


@rule("bkg", "4.0.j")
def test_k_91_a_penalised_gun_does_not_bombard() -> None:
    start = {"2005": ["SU-82A-1", "SU-82A-2"], "2002": "JP-25-1"}
    match = board(start, "sov_combat", penalised=["SU-82A-1"])
    do(match, "bombard 2002")
    assert offered(match, "unit") == {"SU-82A-2"}
    assert refused(match, "unit SU-82A-1") == "4.0.j"
    both = board(start, "sov_combat", penalised=["SU-82A-1", "SU-82A-2"])
    assert offered(both, "bombard") == set()


def test_k_91_a_penalised_unit_has_its_zone() -> None:
    start = {"2005": "SU-24-1", "2003": "JP-25-1"}
    match = board(start, "jap_move", penalised=["SU-24-1"])
    do(match, "unit JP-25-1", "hex 2004")
    assert refused(match, "hex 1904") == "4.1.2.a"


@rule("bkg", "4.0.i")
def test_v_104_no_penalty_before_the_next_soviet_movement_phase() -> None:
    """It retreats over the line in the Soviet combat phase; the Japanese attack of the same turn gets no column."""
    match = beaten_back_over_the_line()
    do(match, "done", "unit JP-25-1", "unit JP-25-2", "hex 1610", "done", "done")
    do(match, "attack 1611", "unit JP-25-1", "unit JP-25-2", "commit")
    assert asked(match).message.key == "ask.defence"
    assert offered(match, "unit") == {"SU-82A-1"}
    do(match, "commit")
    assert told(match, "log.odds")["base"] == "2-1"
    assert shifts(match) == {}
