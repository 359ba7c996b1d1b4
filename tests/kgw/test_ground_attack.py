"""15.5, 19.1  Ground Attack missions: the column, and what bombs do."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.words import Words
from khalkhin.terminal.panels import odds_lines
from khalkhin.terminal.voice import Voice
from tests.kgw.battles import battle
from tests.kgw.positions import Some, asked, board, do, keys, marked, offered, place, position, refused, told, units
from tests.kgw.test_air import JAPAN, SOVIET, codes, fly

BASES = {"1920": JAPAN[:2], "2614": JAPAN[2:4], "2211": JAPAN[4:6], "1524": JAPAN[6:8]}


def bombed(there: Some, *dice: int, flyers: int = 4, target: str = "1715", **kinds: Any) -> Match:
    """Japanese air units bomb a hex: with four, a 4 is D1, a 6 is D2, a 2 is E1 and a 1 nothing."""
    match = board({**BASES, target: there}, "japan_strike", dice=dice, **kinds)
    return fly(match, "strike", target, *JAPAN[:flyers])


@pytest.mark.rule("kgw", "15.5.a")
@pytest.mark.rule("kgw", "15.5.b")
@pytest.mark.rule("kgw", "15.5.f")
@pytest.mark.rule("kgw", "15.5.c")
def test_the_number_of_air_units_is_the_column() -> None:
    for flyers in (1, 2, 4, 6):
        match = bombed("RA-57", 3, flyers=flyers)
        assert told(match, "log.air-result")["column"] == str(flyers)
    match = bombed("RA-57", 1, 1, flyers=8)
    while asked(match).message.key in ("ask.bombed", "ask.air-loss"):
        offer = asked(match).offers[0]
        do(match, f"{offer.verb} {min(map(str, offered(match, offer.verb)))}")
    assert [e.params["column"] for e in match.log if e.key == "log.air-result"] == ["6", "2"]


@pytest.mark.rule("kgw", "15.5.d")
def test_terrain_and_entrenchment_shift_to_the_left() -> None:
    """T-84, Q-60"""
    placed = {"2211": JAPAN[:2], "2608": JAPAN[2], "2614": "RA-57"}
    match = board(placed, "japan_strike", dice=[1], trenches={"soviet": "2614"})
    do(match, "strike 2614", *(f"unit {unit}" for unit in JAPAN[:3]))
    shown = match.view("japan")["details"]["odds"]
    assert (shown["base"], shown["column"], shown["net"]) == ("3", "1", -2)
    do(match, "commit")
    assert told(match, "log.air-result")["column"] == "1"
    low = board({"2211": JAPAN[0], "2614": "RA-57"}, "japan_strike", dice=[3], trenches={"soviet": "2614"})
    fly(low, "strike", "2614", JAPAN[0])
    assert told(low, "log.air-result")["column"] == "1", "never below the first column"


@pytest.mark.rule("kgw", "15.5.d")
@pytest.mark.rule("kgw", "15.5.f")
def test_the_die_is_read_in_the_column_that_terrain_and_entrenchment_leave() -> None:
    placed = {"2211": JAPAN[:2], "2608": JAPAN[2], "2614": "RA-57"}
    for die, open_, dug in ((1, "-", "A1"), (3, "E1", "-"), (4, "D1", "-"), (6, "E1", "D1")):
        match = board(placed, "japan_strike", dice=[die], trenches={"soviet": "2614"})
        assert codes(fly(match, "strike", "2614", *JAPAN[:3])) == [dug], "column 1 of hills and entrenchment"
        plain = board({**placed, "2614": [], "2413": "RA-57"}, "japan_strike", dice=[die])
        assert codes(fly(plain, "strike", "2413", *JAPAN[:3])) == [open_], "column 3"


@pytest.mark.rule("kgw", "15.5.e")
def test_rivers_do_not_count() -> None:
    match = bombed("RA-57", 3, flyers=3, target="2213")
    assert told(match, "log.air-result")["column"] == "3"


@pytest.mark.rule("kgw", "15.5.1.a")
@pytest.mark.rule("kgw", "15.5.g")
def test_an_attacker_is_lost_and_can_be_bought_again_at_once() -> None:
    match = bombed("RA-57", 1, flyers=1)
    assert codes(match) == ["A1"]
    assert place(match, JAPAN[0]) == "display"


@pytest.mark.rule("kgw", "15.5.1.b")
def test_the_defender_chooses_among_breakdown_supply_and_flight() -> None:
    there = ["RA-82", "MP-2CAV", "RA-SUP-1", "RA-SUP-2", "RA-57ENG"]
    match = bombed(there, 4, 2, marks={"flipped": ["RA-SUP-2", "RA-57ENG"]})
    assert codes(match) == ["D1"]
    assert asked(match).side == 0
    assert offered(match, "breakdown") == {"RA-82"}
    assert offered(match, "unit") == {"RA-SUP-1", "RA-SUP-2"}
    assert offered(match, "withdraw") == {"RA-82", "MP-2CAV", "RA-57ENG"}, "no supply unit"
    assert refused(match, "withdraw RA-SUP-1") == "15.5.1.b"
    assert refused(match, "unit MP-2CAV") == "15.5.1.b"
    do(match, "withdraw RA-57ENG")
    assert not marked(match, "flipped", "RA-57ENG"), "20.3: the bridge is gone"
    do(match, "unit RA-57ENG")
    grid = match.game.map.grid
    assert {grid.distance(grid.at("1715"), grid.at(str(h))) for h in offered(match, "hex")} == {2}


@pytest.mark.rule("kgw", "15.5.1.b")
def test_breakdown_and_supply_lost_are_the_end_of_it() -> None:
    match = do(bombed(["RA-82", "RA-SUP-1"], 4), "breakdown RA-82")
    assert place(match, "RA-601-82") == "1715"
    assert place(match, "RA-82") == "reorganization"
    match = do(bombed(["RA-82", "RA-SUP-1"], 4), "unit RA-SUP-1")
    assert (place(match, "RA-SUP-1"), place(match, "RA-82")) == ("display", "1715")


@pytest.mark.rule("kgw", "15.5.1.b")
def test_who_cannot_finish_the_retreat_is_lost() -> None:
    wall = {"1713": "JA-64-23", "1717": "JA-71-23", "1514": "JA-72-23", "1516": "JA-4-2", "1914": "JA-16-2"}
    match = board({**BASES, "1715": "RA-24-36", **wall, "1916": "JA-29-2"}, "japan_strike", dice=[4, 3])
    fly(match, "strike", "1715", *JAPAN[:4])
    do(match, "withdraw RA-24-36")
    assert place(match, "RA-24-36") == "display"


@pytest.mark.rule("kgw", "15.5.1.b")
def test_entrenched_units_do_not_flee() -> None:
    """T-85, Q-35"""
    trench = {"soviet": "1715"}
    alone = bombed("RA-24-36", 5, trenches=trench)
    assert codes(alone) == ["D1"]
    assert asked(alone).message.key != "ask.bombed"
    assert place(alone, "RA-24-36") == "1715"
    supplied = bombed(["RA-24-36", "RA-SUP-1"], 5, trenches=trench)
    assert offered(supplied, "withdraw") == set()
    do(supplied, "unit RA-SUP-1")
    assert place(supplied, "RA-24-36") == "1715"


@pytest.mark.rule("kgw", "15.5.1.b")
def test_home_army_units_do_not_flee() -> None:
    """T-86, Q-35"""
    division = board({"2015": SOVIET[:2], "1715": "JA-23", "1211": SOVIET[2]}, "soviet_strike", dice=[5])
    fly(division, "strike", "1715", *SOVIET[:2])
    assert codes(division) == ["D1"]
    assert (offered(division, "breakdown"), offered(division, "withdraw")) == ({"JA-23"}, set())
    do(division, "breakdown JA-23")
    regiment = board({"2015": SOVIET[:2], "1715": "JA-64-23", "1211": SOVIET[2]}, "soviet_strike", dice=[5])
    fly(regiment, "strike", "1715", *SOVIET[:2])
    assert asked(regiment).message.key != "ask.bombed"
    assert place(regiment, "JA-64-23") == "1715"


@pytest.mark.rule("kgw", "15.5.1.c")
def test_the_heavier_result_costs_a_unit_or_a_division() -> None:
    match = bombed(["RA-82", "MP-2CAV", "RA-SUP-1"], 6)
    assert codes(match) == ["D2"]
    assert offered(match, "breakdown") == {"RA-82"}
    assert offered(match, "unit") == {"RA-82", "MP-2CAV", "RA-SUP-1"}
    assert offered(match, "withdraw") == set()
    do(match, "unit MP-2CAV")
    assert place(match, "MP-2CAV") == "display"


@pytest.mark.rule("kgw", "15.5.1.d")
def test_one_of_each_kind() -> None:
    match = bombed("MP-2CAV", 2, 1)
    assert codes(match) == ["E1"]
    assert asked(match).side == 1
    do(match, f"unit {JAPAN[3]}")
    assert place(match, JAPAN[3]) == "display"
    assert offered(match, "withdraw") == {"MP-2CAV"}


def test_two_of_each_read_as_one() -> None:
    """Q-60"""
    match = bombed("MP-2CAV", 4, flyers=5)
    assert codes(match) == ["E1"]
    s = board({**BASES, "1715": "MP-2CAV"}, "japan_strike")
    do(s, "strike 1715", *(f"unit {unit}" for unit in JAPAN[:5]))
    assert "E2" not in s.view("japan")["details"]["odds"]["chances"]


@pytest.mark.rule("kgw", "19.1.e")
def test_bombs_do_not_touch_zhukov() -> None:
    """T-87"""
    match = bombed("RA-ZHUKOV", 6)
    assert codes(match) == ["D2"]
    assert asked(match).message.key != "ask.bombed"
    assert place(match, "RA-ZHUKOV") == "1715"
    both = bombed(["RA-ZHUKOV", "MP-2CAV"], 6)
    assert offered(both, "unit") == {"MP-2CAV"}
    light = bombed(["RA-ZHUKOV", "MP-2CAV"], 4)
    assert offered(light, "withdraw") == {"MP-2CAV"}


@pytest.mark.rule("kgw", "21.0.a")
def test_the_attacker_learns_who_is_bombed_even_if_nothing_happens() -> None:
    match = bombed(["RA-82", "RA-SUP-1"], 1, flyers=4)
    assert codes(match) == ["-"]
    (seen,) = (event for event in match.log if event.key == "log.target")
    assert seen.params == {"units": ["RA-82", "RA-SUP-1"], "hex": "1715"}
    assert seen.audience >> 1 & 1
    assert keys(match).index("log.target") < keys(match).index("log.air-result")
    raid = board({"1920": JAPAN[0], "2015": ["RA-AIR-1", "RA-82"]}, "japan_superiority", dice=[3])
    assert "log.target" not in keys(fly(raid, "superiority", "2015", JAPAN[0])), "who stands at a base is not examined"


def test_who_is_bombed_is_seen_for_the_time_of_it() -> None:
    """21.0"""
    match = bombed(["RA-82", "RA-SUP-1"], 4)
    assert marked(match, "shown", "RA-82")
    do(match, "unit RA-SUP-1")
    assert not position(match).shown
    assert "log.eliminated" in keys(match)


def test_a_result_is_told_in_words_with_its_code() -> None:
    hit = bombed("RA-24-36", 5, trenches={"soviet": "1715"})
    words = Words("en", hit.game)
    assert words.say("log.air-result", told(hit, "log.air-result")) == "Column 3, die 5: The target is hit (D1)."
    assert told(hit, "log.unharmed") == {"hex": "1715"}, "nothing that D1 asks for is possible"
    raid = board({"1920": JAPAN[0], "2015": "RA-AIR-1"}, "japan_superiority", dice=[6])
    said = words.say("log.air-result", told(fly(raid, "superiority", "2015", JAPAN[0]), "log.air-result"))
    assert said == "Column 1, die 6: Defender loses 1 air unit (D1)."


def test_odds_of_a_mission_hide_no_defence() -> None:
    match = board({**BASES, "1715": "RA-82"}, "japan_strike")
    do(match, "strike 1715", f"unit {JAPAN[0]}")
    told = list(odds_lines(Voice(match.game, "en"), match.view("japan")))
    assert "Attack 1." in told
    assert not any("hidden" in line for line in told)


def test_odds_of_an_attack_are_a_percentage() -> None:
    match = battle({"1615": ["JA-23", "JA-1ARM"]}, "RA-82", 4)
    words = Words("en", match.game)
    assert "18 against 8 is 200 %" in words.say("log.odds", told(match, "log.odds"))
    assert words.say("log.result", told(match, "log.result")).startswith("Column 300 %, die 4: ")


@pytest.mark.rule("kgw", "21.0.a")
@pytest.mark.rule("kgw", "15.5.1.b")
def test_who_stands_beside_a_division_that_breaks_down_is_still_seen() -> None:
    """Eight air units are two blocks: the second one finds them all in the open."""
    match = bombed(["RA-82", "MP-2CAV", "RA-SUP-1"], 4, 6, flyers=8)
    do(match, "breakdown RA-82")
    assert asked(match).message.key == "ask.bombed", "the second block has hit, too"
    assert position(match).shown == units("RA-601-82", "RA-602-82", "RA-603-82", "MP-2CAV", "RA-SUP-1")
