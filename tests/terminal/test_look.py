"""What is printed on hexes and counters can be read at the keyboard, and how full stacks are."""

from __future__ import annotations

import pytest

import tests.bkg.positions as bkg
import tests.kgw.positions as kgw
import tests.pbn.positions as pbn
import tests.sn.positions as sn
from khalkhin.engine.match import Match
from tests.terminal.desk import sit


def look(match: Match, thing: str) -> list[str]:
    return sit(match, f"look {thing}\n").after(f"look {thing}")


@pytest.mark.parametrize(
    ("match", "hex_", "told"),
    [
        (
            bkg.board({"1411": "SU-149-1"}),
            "1511",
            "  On the Mongolian side of the border · Victory points: 20 to whoever holds it",
        ),
        (bkg.board({"1411": "SU-149-1"}), "2302", "  Beyond the border"),
        (
            kgw.board({"2015": "RA-57"}, "soviet_move"),
            "2015",
            "  Town · Aerodrome · Objective · Mongolian People’s Republic · Victory points: 3 to whoever holds it",
        ),
        (
            pbn.board({"2010": "JP-64", "0807": "SU-24"}, "japan_move"),
            "2010",
            (
                "  Village · Mongolia · Victory points: Soviet player 5, Japanese player 1"
                " · Objective, held by Japanese player"
            ),
        ),
        (pbn.board({"0807": "SU-24"}, "soviet_move"), "1506", "  Height 721 · Mongolia · Victory points: "),
        (
            sn.board({"2202": "SU-12IC"}, "soviet_move"),
            "2202",
            "  City · Port · Coast · USSR · Victory points: Soviet player 10, Japanese player 20 · Objective, held by ",
        ),
        (sn.board({"2202": "SU-12IC"}, "soviet_move"), "0417", "  Town · USSR · Victory points: "),
    ],
)
def test_a_hex_tells_all_that_is_printed(match: Match, hex_: str, told: str) -> None:
    lines = look(match, hex_)
    assert any(line.startswith(told) for line in lines), lines


@pytest.mark.parametrize(
    ("match", "unit", "told"),
    [
        (bkg.board({"1411": "SU-601-1"}), "601/1", "  Attack 2 · Defence 3 · Movement 5 · Belongs to 601 Rgt, 82 Div"),
        (
            kgw.board({"2015": "RA-36"}, "soviet_move"),
            "RA-36",
            " Mechanized · Shock: a column when it attacks · Price ",
        ),
        (
            kgw.board({"2015": "RA-SUP-1"}, "soviet_move"),
            "RA-SUP-1",
            "  Combat 1 · Movement 5 · Reverse side: depot, combat 1, supply radius 3, stays where it is",
        ),
        (kgw.board({"2015": "JA-KAART"}, "japan_move"), "KAART", " Artillery: a column when it attacks with others"),
        (
            pbn.board({"0807": "SU-36HQ"}, "soviet_move"),
            "36HQ",
            " · Movement 12 · Support value 1, radius 3 · Counts as 1 battalion in a stack · 5 victory points",
        ),
        (pbn.board({}), "JP-CM-6ARMY", "  The Sixth Army arrives; command level +1."),
        (sn.board({"2604": "JP-KAHQ"}, "japan_move"), "KAHQ", " Radius 4 · Counts as 1 divisional equivalent"),
        (
            sn.board({"2604": "JP-SUP-1"}, "japan_move"),
            "JP-SUP-1",
            " Supply radius 2; reverse side: base, supply radius 4, stays where it is",
        ),
        (sn.board({"2604": "JP-1BASE"}, "japan_move"), "1BASE", " Launches or lands "),
        (sn.board({}, "japan_move"), "JP-AIR-1", "  Range 4 to intercept; 8 for all other missions"),
    ],
)
def test_a_counter_tells_all_that_is_printed(match: Match, unit: str, told: str) -> None:
    lines = look(match, unit)
    assert told in lines[1], lines


@pytest.mark.parametrize(
    ("match", "hex_", "told"),
    [
        (bkg.board({"1411": ["SU-149-1", "SU-149-2"]}), "1411", "  Stacking: 2 of 4 units"),
        (
            kgw.board({"2015": ["RA-57", "RA-SUP-1"]}, "soviet_move"),
            "2015",
            "  Stacking: 1 of 6 units, 1 of 3 divisions",
        ),
        (pbn.board({"0807": ["SU-24", "SU-36HQ"]}, "soviet_move"), "0807", "  Stacking: 4 of 6 battalions"),
        (sn.board({"2202": "SU-12IC"}, "soviet_move"), "2202", "  Stacking: 3 of 9 divisional equivalents"),
    ],
)
def test_a_stack_tells_how_full_it_is(match: Match, hex_: str, told: str) -> None:
    assert look(match, hex_)[-1] == told
    assert any(line.startswith(f"{hex_} (") for line in sit(match, "units\n").after("units"))


def test_nothing_is_told_of_enemy_stacks() -> None:
    match = kgw.board({"2608": ["JA-64-23", "JA-71-23"], "2015": "RA-57"}, "soviet_move")
    assert not any("Stacking" in line for line in look(match, "2608"))


def test_totals_are_shown_before_a_movement_is_ended() -> None:
    match = bkg.board({"1411": ["SU-149-1", "SU-149-2"], "1613": "JP-64-1"})
    said = sit(match, "149/1 1410 done\n149/2 1410 done\n")
    assert "  Stacks: 1410 1 of 4 units" in said.after("149/1 1410 done")
    assert "  Stacks: 1410 2 of 4 units" in said.after("149/2 1410 done")


def test_stacks_that_are_too_large_come_first() -> None:
    placed = {"2202": ["SU-12IC", "SU-18IC", "SU-26IC"], "2303": "SU-59IC", "1002": "SU-31IC", "3424": "JP-1ID"}
    said = sit(sn.board(placed, "soviet_move"), "59IC hex 2202\n31IC hex 1003\n")
    asked = said.after("31IC hex 1003")
    over = next(n for n, line in enumerate(asked) if line == "  Too many: 2202 12 of 9 divisional equivalents")
    assert asked[over + 1] == "  Stacks: 1003 3 of 9 divisional equivalents"


def test_totals_are_shown_in_movement_only() -> None:
    match = bkg.board({"1411": "SU-149-1", "1811": "JP-64-1"})
    said = sit(match, "149/1 1410 done\ndone\n")
    assert said.after("149/1 1410 done")[-2] == "  Stacks: 1410 1 of 4 units"
    assert not any(line.startswith("  Stacks:") for line in said.after("done"))
