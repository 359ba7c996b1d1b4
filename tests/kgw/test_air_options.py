"""24.2, 24.4  Options of the air rules: more missions for supply, and the Japanese air transport."""

from __future__ import annotations

import pytest

from khalkhin.games.kgw.air import Refuel, Reuse
from khalkhin.games.kgw.missions import able
from tests.kgw.positions import asked, board, cited, do, keys, marked, offered, place, position, refused, told, units
from tests.kgw.test_air import JAPAN, SOVIET, fly

MORE = {"air_missions": True}
LIFT = {"air_supply": True}
FLOWN = {"flown": JAPAN[:4], "sortied": JAPAN[:4]}
BASES = {"1920": [*JAPAN[:2], "JA-SUP-1"], "2614": [*JAPAN[2:4], "JA-SUP-2"]}


@pytest.mark.rule("kgw", "24.2")
@pytest.mark.rule("kgw", "24.2.a")
@pytest.mark.rule("kgw", "24.2.b")
@pytest.mark.rule("kgw", "24.2.c")
@pytest.mark.rule("kgw", "24.2.d")
def test_supply_on_aerodromes_makes_air_units_ready_again() -> None:
    """E-15"""
    match = board(BASES, "japan_reuse", options=MORE, marks=FLOWN)
    assert offered(match, "reuse") == set(JAPAN[:4])
    do(match, f"reuse {JAPAN[0]}")
    assert place(match, "JA-SUP-1") == "display"
    assert offered(match, "reuse") == set(JAPAN[2:4]), "one for each aerodrome"
    assert refused(match, f"reuse {JAPAN[1]}") == "24.2.c"
    do(match, f"reuse {JAPAN[2]}", "done")
    assert able(position(match), 1) == units(JAPAN[0], JAPAN[2])


@pytest.mark.rule("kgw", "24.2.c")
def test_one_supply_unit_an_aerodrome_even_where_two_stand() -> None:
    placed = {"1920": [*JAPAN[:2], "JA-SUP-1", "JA-SUP-2"]}
    match = board(placed, "japan_reuse", options=MORE, marks=FLOWN)
    do(match, f"reuse {JAPAN[0]}")
    assert offered(match, "reuse") == set()
    assert [place(match, unit) for unit in ("JA-SUP-1", "JA-SUP-2")].count("1920") == 1


@pytest.mark.rule("kgw", "24.2.b")
def test_the_owner_picks_the_depot_or_the_mobile_supply() -> None:
    placed = {"1920": [JAPAN[0], "JA-SUP-1", "JA-SUP-2"]}
    marks = {"flown": JAPAN[0], "sortied": JAPAN[0], "flipped": "JA-SUP-2"}
    match = do(board(placed, "japan_reuse", options=MORE, marks=marks), f"reuse {JAPAN[0]}")
    assert offered(match, "supply") == {"JA-SUP-1", "JA-SUP-2"}
    assert refused(match, "supply JA-SUP-3") == "24.2.b"
    do(match, "supply JA-SUP-1")
    assert (place(match, "JA-SUP-1"), place(match, "JA-SUP-2")) == ("display", "1920")
    assert not marked(match, "flown", JAPAN[0])


@pytest.mark.rule("kgw", "24.2.a")
def test_only_who_flew_a_mission_is_made_ready() -> None:
    """15.3.e: a relocation leaves no second flight"""
    moved = board(BASES, "japan_reuse", options=MORE, marks={"flown": JAPAN[:4], "sortied": JAPAN[0]})
    assert offered(moved, "reuse") == {JAPAN[0]}
    off = board(BASES, "japan_reuse", marks=FLOWN)
    assert asked(off).message.key != "ask.reuse"


def test_a_second_flight_does_not_count_for_the_winter_quota() -> None:
    """Q-61"""
    placed = {**BASES, "2015": SOVIET[:2]}
    match = board(placed, "japan_reuse", options=MORE, marks=FLOWN, winter=True, month=10, missions=(0, 2), dice=[3])
    do(match, f"reuse {JAPAN[0]}", "done")
    fly(match, "superiority", "2015", JAPAN[0])
    assert position(match).missions == (0, 2)


# -- 24.4 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "24.4")
@pytest.mark.rule("kgw", "24.4.a")
@pytest.mark.rule("kgw", "24.4.b")
def test_the_transport_supplies_an_aerodrome_and_the_hexes_round_it() -> None:
    """Q-105"""
    placed = {"1524": "JA-AIRSUP", "2211": "JA-64-23", "2212": "JA-71-23", "2213": "JA-72-23", "2111": "RA-57"}
    match = board(placed, "japan_supply", options=LIFT)
    assert offered(match, "deliver") == {"2211", "1524"}
    assert refused(match, "deliver 2608") == "24.4.a", "nobody is there"
    do(match, "deliver 2211")
    assert position(match).supplied == units("JA-64-23", "JA-71-23"), "whatever zones there are"
    assert place(match, "JA-AIRSUP") == "2211"
    assert offered(match, "deliver") == set()


@pytest.mark.rule("kgw", "24.4.a")
def test_the_transport_may_be_used_in_an_organization_phase_too() -> None:
    """Q-65"""
    match = board({"1524": "JA-AIRSUP", "2211": "JA-64-23"}, "japan_organise", options=LIFT)
    assert offered(match, "deliver") == {"2211", "1524"}
    soviet = board({"1524": "JA-AIRSUP", "2015": "RA-57"}, "soviet_organise", options=LIFT)
    assert offered(soviet, "deliver") == set()


@pytest.mark.rule("kgw", "24.4.c")
def test_the_transport_goes_home_after_its_segment() -> None:
    placed = {"1524": "JA-AIRSUP", "2211": "JA-64-23"}
    match = do(board(placed, "japan_supply", options=LIFT), "deliver 2211")
    while position(match).active == 1:
        do(match, "done")
    assert place(match, "JA-AIRSUP") == "display"
    idle = do(board(placed, "japan_supply", options=LIFT), "done")
    while position(idle).active == 1:
        do(idle, "done")
    assert place(idle, "JA-AIRSUP") == "1524", "unused it stays"


@pytest.mark.rule("kgw", "24.4.d")
def test_the_transport_is_recruited_like_other_units() -> None:
    match = board({"display": "JA-AIRSUP", "2608": "JA-64-23"}, "japan_recruit", options=LIFT, points=(9, 9))
    assert "JA-AIRSUP" in offered(match, "recruit")
    do(match, "recruit JA-AIRSUP", "done")
    assert position(match).points[1] == 9 - 3
    assert refused(board({"2608": "JA-64-23"}, "japan_recruit", points=(9, 9)), "recruit JA-AIRSUP")


@pytest.mark.rule("kgw", "24.4.e")
@pytest.mark.rule("kgw", "24.4.g")
def test_the_transport_flies_no_missions() -> None:
    placed = {
        "1920": ["JA-AIRSUP", JAPAN[0], "JA-SUP-1"],
        "2015": [*SOVIET[:1], "RA-57"],
        "1615": "JA-23",
        "1715": "RA-82",
    }
    match = board(placed, "japan_superiority", options={**LIFT, **MORE})
    assert offered(match, "relocate") == {JAPAN[0]}
    do(match, "superiority 2015")
    assert offered(match, "unit") == {JAPAN[0]}
    assert refused(match, "unit JA-AIRSUP") == "24.4.e"
    used = {"flown": ["JA-AIRSUP"], "sortied": ["JA-AIRSUP"]}
    again = board(placed, "japan_reuse", options={**LIFT, **MORE}, marks=used)
    assert "JA-AIRSUP" not in offered(again, "reuse")


@pytest.mark.rule("kgw", "24.4.f")
def test_an_unused_transport_is_a_target() -> None:
    match = board({"1920": "JA-AIRSUP", "2015": SOVIET[:2]}, "soviet_superiority", options=LIFT, dice=[5])
    fly(match, "superiority", "1920", *SOVIET[:2])
    assert place(match, "JA-AIRSUP") == "waiting"


@pytest.mark.rule("kgw", "24.4.h")
def test_the_transport_is_lost_with_its_aerodrome() -> None:
    match = board({"1920": "JA-AIRSUP", "1919": "RA-57"}, "japan_supply", options=LIFT)
    assert place(match, "JA-AIRSUP") == "display"
    assert cited(match, "log.base-lost") == "15.3.g"
    kept = board({"1920": ["JA-AIRSUP", "MJ-6CAV"], "1919": "RA-57"}, "japan_supply", options=LIFT)
    assert place(kept, "JA-AIRSUP") == "1920"
    assert not kept.game.sheet.of_side[1] & position(kept).game.ground & units("JA-AIRSUP"), "no combat value"


@pytest.mark.rule("kgw", "24.2.b")
@pytest.mark.parametrize(("depot", "mobile"), [("JA-SUP-1", "JA-SUP-2"), ("JA-SUP-7", "JA-SUP-3")])
def test_a_depot_and_mobile_supply_are_two_choices_whichever_is_which(depot: str, mobile: str) -> None:
    marks = {"flown": JAPAN[0], "sortied": JAPAN[0], "flipped": depot}
    match = board({"1920": [JAPAN[0], depot, mobile]}, "japan_reuse", options=MORE, marks=marks)
    assert offered(do(match, f"reuse {JAPAN[0]}"), "supply") == {depot, mobile}


@pytest.mark.rule("kgw", "24.2.b")
def test_between_two_mobile_supply_units_there_is_no_choice() -> None:
    placed = {"1920": [JAPAN[0], "JA-SUP-1", "JA-SUP-2"], "2608": "JA-SUP-3"}
    marks = {"flown": JAPAN[0], "sortied": JAPAN[0], "flipped": "JA-SUP-3"}
    match = do(board(placed, "japan_reuse", options=MORE, marks=marks), f"reuse {JAPAN[0]}")
    assert offered(match, "supply") == set()
    assert not marked(match, "flown", JAPAN[0])


@pytest.mark.rule("kgw", "24.2.b", "21.0")
def test_which_supply_is_expended_for_whom_is_its_owners_business() -> None:
    marks = {"flown": JAPAN[0], "sortied": JAPAN[0], "flipped": "JA-SUP-1"}
    match = board({"1920": [JAPAN[0], "JA-SUP-1", "JA-SUP-2"]}, "japan_reuse", options=MORE, marks=marks)
    top = position(do(match, f"reuse {JAPAN[0]}")).agenda[-1]
    assert isinstance(top, Refuel)
    assert top.seen_by(position(match), 1) == top
    for other in (0, None):
        assert top.seen_by(position(match), other) == Reuse(1)


@pytest.mark.rule("kgw", "24.4.b")
def test_whom_the_transport_supplies_is_told() -> None:
    placed = {"1524": "JA-AIRSUP", "2211": "JA-64-23", "2212": "JA-71-23"}
    match = do(board(placed, "japan_supply", options=LIFT), "deliver 2211")
    assert told(match, "log.supplied")["units"] == ["JA-64-23", "JA-71-23"]
    alone = do(board({"1524": "JA-AIRSUP"}, "japan_supply", options=LIFT), "deliver 1524")
    assert "log.supplied" not in keys(alone)
