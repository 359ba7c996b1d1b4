"""11.1, 18.4  Stacking and empty entrenchments, looked at when a Movement or Combat Phase ends."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.kgw.housekeeping import Crowd
from khalkhin.games.kgw.stacking import overfull, too_many
from tests.kgw.positions import asked, board, do, hexes, keys, offered, place, position, refused, the_game, units

DIVISIONS = ["JA-7", "JA-23", "JA-2", "JA-4"]
SIX = ["MP-3CAV", "MP-4CAV", "MP-5CAV", "MP-6CAV", "MP-7CAV", "MP-8CAV"]


def crowded(match: Match) -> bool:
    return asked(match).message.key == "ask.crowd"


@pytest.mark.rule("kgw", "11.1.a")
def test_six_units_three_of_them_divisions() -> None:
    assert not crowded(board({"1715": SIX}, "soviet_stacking"))
    assert crowded(board({"1715": [*SIX, "MP-2CAV"]}, "soviet_stacking"))
    assert not crowded(board({"1715": DIVISIONS[:3]}, "japan_stacking"))
    assert crowded(board({"1715": DIVISIONS}, "japan_stacking"))


@pytest.mark.rule("kgw", "11.1.b")
@pytest.mark.rule("kgw", "11.1.c")
@pytest.mark.rule("kgw", "19.1.g")
def test_who_does_not_count() -> None:
    """T-60, E-03"""
    free = ["RA-57ENG", "RA-FEMDENG", "RA-ZHUKOV", "RA-TRAIN", "MP-AG-AJAA", *(f"RA-SUP-{n}" for n in range(1, 5))]
    full = ["RA-36", "RA-57", "RA-93", "RA-11ARM", "RA-6ARM", "RA-7REC"]
    assert not crowded(board({"1803": [*full, *free]}, "soviet_stacking", options={"agents": True}))
    japan = [*DIVISIONS[:3], "CX-11-26", "CX-12-26", "CX-13-26", "JA-SUP-1", "JA-SUP-2", "JA-SUP-3"]
    assert not crowded(board({"1715": japan}, "japan_stacking"))


@pytest.mark.rule("kgw", "19.3.1.a")
def test_artillery_counts() -> None:
    assert crowded(board({"1715": [*SIX, "RA-57ART"]}, "soviet_stacking"))


@pytest.mark.rule("kgw", "11.1.f")
def test_contingents_count_together() -> None:
    match = board({"1715": ["JA-64-23", "CX-2IMB", "MC-1CAV", "MC-HSINGAN", "MJ-6CAV", "MJ-7CAV"]}, "japan_stacking")
    assert not crowded(match)
    more = ["JA-64-23", "CX-2IMB", "MC-1CAV", "MC-HSINGAN", "MJ-6CAV", "MJ-7CAV", "WR-ASANO"]
    assert crowded(board({"1715": more}, "japan_stacking"))


@pytest.mark.rule("kgw", "11.1.d")
@pytest.mark.rule("kgw", "11.1.e")
def test_stacks_are_looked_at_when_the_phase_ends() -> None:
    placed = {"1715": [*SIX, "MP-2CAV"], "1816": "MP-MIA"}
    match = board(placed, "soviet_move")
    assert asked(match).message.key == "ask.move"
    do(match, "unit MP-MIA", "hex 1715", "done")
    assert asked(match).message.key == "ask.move", "a phase is not over with a move"
    do(match, "done")
    assert crowded(match)


@pytest.mark.rule("kgw", "11.1.g")
def test_excess_units_retreat_one_hex() -> None:
    """T-59, Q-42: the home army too"""
    match = board({"1715": DIVISIONS, "1714": "JA-64-23"}, "japan_stacking")
    assert offered(match, "unit") == set(DIVISIONS)
    assert refused(match, "unit JA-64-23") == "11.1.g"
    do(match, "unit JA-23")
    found = offered(match, "hex")
    assert found == {"1714", "1716", "1815", "1816"}, "toward Manchukuo"
    assert refused(match, "hex 1616") == "14.1.f"
    do(match, "hex 1714")
    assert place(match, "JA-23") == "1714"
    assert not crowded(match)


@pytest.mark.rule("kgw", "11.1.d")
def test_the_stacks_of_both_sides_are_looked_at() -> None:
    """Q-103: a retreat may have overfilled a hex of the other side"""
    match = board({"1715": [*SIX, "MP-2CAV"]}, "japan_stacking")
    assert crowded(match)
    assert asked(match).side == 0


@pytest.mark.rule("kgw", "11.1.g")
def test_excess_units_that_are_blocked_are_lost() -> None:
    wall = dict(zip(("1713", "1514", "1516", "1717", "1916", "1914"), ("MP-2CAV", *SIX[:5]), strict=True))
    match = board({"1715": DIVISIONS, **wall}, "japan_stacking")
    do(match, "unit JA-4")
    assert place(match, "JA-4") == "display"
    assert "log.eliminated" in keys(match)


def test_a_unit_is_sent_on_only_once() -> None:
    """11.1.g  Full hexes all round must not make units wander for ever."""
    placed = {"1715": DIVISIONS}
    game = the_game()
    again = Crowd(1, game.map.grid.at("1715"), 1, units("JA-4"), game.sheet.index["JA-4"])
    assert place(board(placed, "japan_stacking", first=[again]), "JA-4") == "display"
    first = Crowd(1, game.map.grid.at("1715"), 1, 0, game.sheet.index["JA-4"])
    assert asked(board(placed, "japan_stacking", first=[first])).message.key == "ask.crowd-to"


def test_who_leaves_a_stack_is_its_owners_secret() -> None:
    """21.0"""
    game = the_game()
    hex_ = game.map.grid.at("1715")
    first = Crowd(0, hex_, 0, units("MP-3CAV"), game.sheet.index["MP-2CAV"])
    match = board({"1715": [*SIX, "MP-2CAV"]}, "soviet_stacking", first=[first])
    assert match.view("soviet")["agenda"][-1]["unit"] == "MP-2CAV"
    theirs = match.view("japan")["agenda"][-1]
    assert (theirs["unit"], theirs["gone"]) == (None, [])


def test_room_is_sought_first() -> None:
    """11.1.g  A full hex is no refuge while there is another."""
    six = ["MC-1CAV", "MC-HSINGAN", "MJ-4CAV", "MJ-5CAV", "MJ-6CAV", "MJ-7CAV"]
    match = board({"1715": DIVISIONS, "1714": six}, "japan_stacking")
    do(match, "unit JA-7")
    assert "1714" not in offered(match, "hex")
    assert {"1716", "1815", "1816"} <= offered(match, "hex")


def test_one_partisan_a_hex() -> None:
    """24.6.3"""
    rebels = {"MP-AG-AJAA": "MPR", "MP-AG-MRA": "MPR"}
    placed = {"1715": ["RA-57", *rebels]}
    match = board(placed, "soviet_stacking", partisans=rebels, options={"agents": True})
    assert offered(match, "unit") == set(rebels)
    calm = board(placed, "soviet_stacking", options={"agents": True})
    assert not crowded(calm), "agents do not count"


def test_an_entrenchment_left_empty_is_gone_when_the_movement_phase_ends() -> None:
    """18.4, Q-53 (T-92)"""
    placed = {"1715": "JA-64-23", "1714": "JA-71-23"}
    match = board(placed, "japan_move", trenches={"japan": "1715"})
    do(match, "unit JA-64-23", "hex 1716", "done")
    assert position(match).trenches[1] == hexes("1715")
    do(match, "done")
    assert not position(match).trenches[1]
    again = board(placed, "japan_move", trenches={"japan": "1715"})
    do(again, "unit JA-64-23", "hex 1716", "done", "unit JA-71-23", "hex 1715", "done")
    while asked(again).message.key == "ask.move":
        do(again, "done")
    assert position(again).trenches[1] == hexes("1715")


def test_an_entrenchment_of_the_set_up_waits_for_its_garrison() -> None:
    """18.4"""
    match = board({"1715": "JA-64-23"}, "japan_stacking", trenches={"japan": "2006"}, unmanned=hexes("2006"))
    assert position(match).trenches[1] == hexes("2006")


@pytest.mark.rule("kgw", "11.1.g", "11.1.d")
def test_units_are_lost_until_the_rest_may_stay() -> None:
    wall = dict(zip(("1713", "1514", "1516", "1717", "1916", "1914"), ("MP-2CAV", *SIX[:5]), strict=True))
    placed = {"1715": [*DIVISIONS, "CX-26"], **wall, "2608": "JA-AIR-1"}
    match = do(board(placed, "japan_stacking"), "unit JA-4")
    assert crowded(match), "four divisions are still one too many"
    do(match, "unit CX-26")
    assert {place(match, unit) for unit in DIVISIONS[:3]} == {"1715"}
    assert asked(match).message.key == "ask.superiority", "the turn goes on when nobody is too many"


@pytest.mark.rule("kgw", "11.1")
def test_of_whom_one_more_is_too_many() -> None:
    s = position(board({}))
    game = s.game
    six, three = units(*SIX), units(*DIVISIONS[:3])
    assert too_many(s, six & ~units("MP-3CAV")) == 0
    assert too_many(s, six) & units("MP-2CAV", "JA-7", "RA-SUP-1", "RA-ZHUKOV") == units("MP-2CAV", "JA-7")
    assert too_many(s, three) & units("JA-4", "MP-2CAV") == units("JA-4")
    assert too_many(s, six | units("MP-2CAV")) == too_many(s, three | units("JA-4")) == game.ground


@pytest.mark.rule("kgw", "11.1", "24.6.3")
def test_who_has_to_leave_stands_in_the_hex_whatever_stands_elsewhere() -> None:
    placed = {"1715": [*DIVISIONS, "MJ-AG-MIA"], "2608": ["JA-SUP-1", "JA-SUP-2", "JA-KAENG"], "2006": "WR-AG-RFP"}
    marks = {"flipped": ["JA-SUP-1", "JA-SUP-2", "JA-KAENG"]}
    match = board(placed, "japan_stacking", marks=marks, partisans={"WR-AG-RFP": "Manchukuo"}, options={"agents": True})
    assert offered(match, "unit") == set(DIVISIONS)


@pytest.mark.rule("kgw", "11.1.b")
def test_who_does_not_count_makes_no_hex_overfull() -> None:
    s = position(board({"1715": [*SIX, "MP-2CAV"]}))
    hex_ = the_game().map.grid.at("1715")
    assert overfull(s, 0, hex_, units("MP-1CAV"))
    assert not overfull(s, 0, hex_, units("RA-SUP-1"))
    assert not overfull(s, 0, hex_, units("RA-ZHUKOV", "RA-57ENG"))
