"""14.2, 19.1, 19.5, 16.1  Advances into a hex that combat has emptied."""

from __future__ import annotations

import pytest

from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.advance import can_step
from tests.kgw.battles import ELSEWHERE, brings
from tests.kgw.positions import (
    asked,
    board,
    do,
    keys,
    names,
    offered,
    place,
    points,
    position,
    refused,
    the_game,
    told,
    why,
)

ARMY = ["JA-7", "JA-23"]


@pytest.mark.rule("kgw", "14.2.a")
def test_attackers_may_enter_a_hex_that_is_cleared() -> None:
    match = brings("D1R", {"1615": ["JA-25-7", "JA-26-7"], "1616": "JA-27-7"}, "MP-2CAV", also={"1615": "JA-64-23"})
    assert asked(match).message.key == "ask.advance"
    assert offered(match, "unit") == {"JA-25-7", "JA-26-7", "JA-27-7"}
    assert refused(match, "unit JA-64-23") == "14.2.a"
    do(match, "unit JA-25-7", "unit JA-27-7")
    assert place(match, "JA-25-7") == place(match, "JA-27-7") == "1715"


@pytest.mark.rule("kgw", "14.2.a")
def test_nobody_enters_while_an_enemy_is_left() -> None:
    match = brings("D1R", {"1615": "RA-36", "1616": "RA-57"}, ["JA-64-23", "JA-71-23"], side="soviet")
    do(match, "unit JA-64-23")
    assert place(match, "JA-71-23") == "1715"
    assert asked(match).message.key != "ask.advance"


@pytest.mark.rule("kgw", "14.2.b")
def test_nobody_has_to_advance() -> None:
    match = brings("D1R", {"1615": "JA-23"}, "MP-2CAV", also=ELSEWHERE)
    do(match, "done")
    assert "log.advance" not in keys(match)
    assert place(match, "JA-23") == "1615"


@pytest.mark.rule("kgw", "14.2.c")
def test_only_the_emptied_hex_is_entered() -> None:
    match = brings("D1R", {"1615": ["JA-25-7", "JA-26-7"]}, "MP-2CAV")
    do(match, "unit JA-25-7")
    assert asked(match).message.key == "ask.advance", "no second hex is offered to infantry"
    assert refused(match, "hex 1815") == "14.2.a"


@pytest.mark.rule("kgw", "14.2.d")
def test_enemy_zones_do_not_hinder_an_advance() -> None:
    match = brings("D1R", {"1615": "JA-23"}, "MP-2CAV", also={"1816": "RA-57"})
    do(match, "unit JA-23")
    assert place(match, "JA-23") == "1715"
    assert position(match).zone(0) >> match.game.map.grid.at("1715") & 1


@pytest.mark.rule("kgw", "14.2.f")
def test_ground_and_country_have_to_be_open_to_the_unit() -> None:
    """Q-84"""
    match = brings("D1R", {"2614": ["RA-11ARM", "RA-57", "RA-36"]}, "MC-1-8BGU", target="2713", side="soviet")
    assert offered(match, "unit") == {"RA-57"}, "mountains are closed to armour"
    assert refused(match, "unit RA-11ARM") == "14.2.f"
    rail = brings("D1R", {"2614": ["RA-11ARM", "RA-57"]}, "MC-1-8BGU", target="2714", side="soviet")
    assert offered(rail, "unit") == {"RA-11ARM", "RA-57"}, "the railroad opens them (Q-96)"
    s = position(board({"1704": "MP-2CAV"}, "soviet_combat"))
    at = s.game.map.grid.at
    assert not can_step(s, s.game.sheet.index["MP-2CAV"], at("1704"), at("1804"))
    assert can_step(s, s.game.sheet.index["RA-57"], at("1704"), at("1804"))
    assert not can_step(s, s.game.sheet.index["JA-64-23"], at("2006"), at("1905"))


@pytest.mark.rule("kgw", "14.2.g")
def test_attackers_may_reorganize_to_advance() -> None:
    match = brings("D1R", {"1615": "JA-7"}, "MP-2CAV")
    do(match, "breakdown JA-7", "unit JA-7REC")
    assert place(match, "JA-7REC") == "1715"
    assert place(match, "JA-25-7") == "1615"
    parts = ["JA-64-23", "JA-71-23", "JA-72-23", "JA-AZUMA"]
    joined = brings("D1R", {"1615": parts}, "MP-2CAV", also={"display": "JA-23", "1615": "JA-1-1IGU"})
    assert offered(joined, "combine") == {"JA-23"}
    do(joined, "combine JA-23")
    assert offered(joined, "unit") == {"JA-23"}
    assert {place(joined, unit) for unit in parts} == {"reorganization"}
    do(joined, "unit JA-23")
    assert place(joined, "JA-23") == "1715"


@pytest.mark.rule("kgw", "14.2.g")
def test_only_units_that_took_part_are_reorganized() -> None:
    parts = ["JA-64-23", "JA-71-23", "JA-72-23"]
    idle = {"display": "JA-23", "1615": ["JA-AZUMA", "JA-7"]}
    match = brings("D1R", {"1615": parts}, "MP-2CAV", also=idle)
    assert offered(match, "combine") == set()
    assert offered(match, "breakdown") == set()
    assert refused(match, "combine JA-23") == "14.2.g"
    assert refused(match, "breakdown JA-7") == "14.2.a"


@pytest.mark.rule("kgw", "14.2.g")
def test_armoured_cars_cross_mountains_as_part_of_a_division() -> None:
    parts = ["JA-64-23", "JA-71-23", "JA-72-23", "JA-AZUMA"]
    match = brings("D1R", {"2614": parts}, "MP-MIA", target="2713", also={"display": "JA-23"}, winter=True)
    assert "JA-AZUMA" not in offered(match, "unit")
    do(match, "combine JA-23", "unit JA-23")
    assert place(match, "JA-23") == "2713"


@pytest.mark.rule("kgw", "14.2.h")
@pytest.mark.rule("kgw", "19.3.1.d")
def test_artillery_and_depots_never_advance() -> None:
    """T-46"""
    guns = {"1615": ["JA-25-7", "JA-KAART"]}
    match = brings("D1R", guns, "MP-MIA", also={"1615": "JA-SUP-1"}, marks={"flipped": "JA-SUP-1"})
    assert offered(match, "unit") == {"JA-25-7"}
    assert refused(match, "unit JA-KAART") == "14.2.h"
    do(match, "unit JA-25-7")
    assert asked(match).message.key != "ask.advance", "nobody is left who could"


def test_mobile_supply_follows_those_who_advance_from_its_hex() -> None:
    """16.1, Q-47"""
    match = brings(
        "D1R", {"1615": "JA-25-7", "1616": "JA-26-7"}, "MP-2CAV", also={"1615": "JA-SUP-1", "1616": "JA-SUP-2"}
    )
    assert refused(match, "unit JA-SUP-1") == "16.1.e", "nobody has gone yet"
    do(match, "unit JA-25-7")
    assert offered(match, "unit") == {"JA-26-7", "JA-SUP-1"}
    do(match, "unit JA-SUP-1")
    assert place(match, "JA-SUP-1") == "1715"


def test_trains_advance_along_their_own_track_only() -> None:
    """T-47: 19.4, Q-21"""
    s = position(board({}, "soviet_combat"))
    at, index = s.game.map.grid.at, s.game.sheet.index
    ours, theirs = index["JA-TRAIN"], index["RA-TRAIN"]
    assert can_step(s, ours, at("2106"), at("2207"))
    assert not can_step(s, ours, at("2106"), at("2107")), "off the rails"
    assert not can_step(s, ours, at("2006"), at("1905")), "the USSR"
    assert not can_step(s, theirs, at("1905"), at("2006")), "Manchukuo"
    assert can_step(s, theirs, at("1904"), at("1905"))
    built = position(board({}, "soviet_combat", railhead=12, options={"railway": True}))
    assert can_step(built, theirs, at("1210"), at("1211"))
    assert not can_step(built, ours, at("1210"), at("1211")), "track in the MPR is Soviet"
    assert not can_step(s, theirs, at("1210"), at("1211")), "unfinished"
    match = brings("D1R", {"2207": ["JA-TRAIN", "JA-25-7"]}, "MP-MIA", target="2208")
    assert offered(match, "unit") == {"JA-25-7"}


# -- two hexes -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "19.5.b")
def test_cavalry_advances_two_hexes_the_emptied_one_first() -> None:
    """T-42"""
    match = brings("D1R", {"1615": ["MC-HSINGAN", "MJ-MPF"]}, "MP-2CAV", also={"1816": "RA-57"})
    do(match, "unit MC-HSINGAN")
    assert asked(match).rule == "19.5.b"
    assert "1815" in offered(match, "hex"), "in an enemy zone, which does not matter"
    assert "1816" not in offered(match, "hex")
    assert refused(match, "hex 1912") == "19.5.b"
    do(match, "hex 1815")
    assert place(match, "MC-HSINGAN") == "1815"
    do(match, "unit MJ-MPF")
    assert place(match, "MJ-MPF") == "1715"
    assert asked(match).message.key != "ask.advance-on"
    stays = brings("D1R", {"1615": ["MC-HSINGAN", "MJ-MPF"]}, "MP-2CAV")
    do(stays, "unit MC-HSINGAN", "done")
    assert place(stays, "MC-HSINGAN") == "1715"


@pytest.mark.rule("kgw", "19.1.b")
@pytest.mark.rule("kgw", "19.1.c")
@pytest.mark.parametrize("where", ["1615", "1514"])
def test_zhukov_drives_mechanized_attackers_on(where: str) -> None:
    """T-44, Q-48"""
    match = brings("D1R", {"1615": ["RA-11ARM", "RA-80-57"]}, "MC-1CAV", side="soviet", also={where: "RA-ZHUKOV"})
    assert "RA-ZHUKOV" not in offered(match, "unit"), "he took no part"
    do(match, "unit RA-11ARM")
    assert asked(match).rule == "19.1.b"
    do(match, "hex 1815", "unit RA-80-57")
    assert (place(match, "RA-11ARM"), place(match, "RA-80-57")) == ("1815", "1715")
    assert asked(match).message.key != "ask.advance-on"


@pytest.mark.rule("kgw", "19.1.b")
def test_zhukov_has_to_be_with_the_attackers_or_beside_them() -> None:
    far = brings("D1R", {"1615": ["RA-11ARM", "RA-80-57"]}, "MC-1CAV", side="soviet", also={"1815": "RA-ZHUKOV"})
    do(far, "unit RA-11ARM")
    assert asked(far).message.key == "ask.advance", "he is beside the target, not beside the attackers"


@pytest.mark.rule("kgw", "19.1.c")
def test_zhukov_advances_if_he_took_part() -> None:
    match = brings("D1R", {"1615": ["RA-11ARM", "RA-ZHUKOV"]}, "MC-1CAV", side="soviet")
    do(match, "unit RA-ZHUKOV", "hex 1815")
    assert place(match, "RA-ZHUKOV") == "1815"


@pytest.mark.rule("kgw", "19.1.f")
def test_zhukov_can_be_lost_in_combat() -> None:
    match = brings("D1R", {"1615": ARMY}, ["RA-ZHUKOV", "MP-2CAV"], leader_free=False)
    do(match, "unit RA-ZHUKOV")
    assert place(match, "RA-ZHUKOV") == "display"


@pytest.mark.rule("kgw", "19.1.a")
@pytest.mark.parametrize(
    ("where", "more"), [("2015", 2), ("1515", 2), ("1920", 2), ("1803", 0), ("1715", 0), ("display", 0)]
)
def test_zhukov_brings_recruit_points_from_an_objective_or_aerodrome(where: str, more: int) -> None:
    """T-70"""
    bare = income({"0110": "MP-2CAV"})
    objective = where in ("2015", "1920", "1803")  # where he is he holds it
    assert income({"0110": "MP-2CAV", where: "RA-ZHUKOV"}) - bare == more + objective
    assert income({"0110": "MP-2CAV", "2015": "RA-ZHUKOV", "2014": "JA-64-23"}) - bare == 2, "in an enemy zone"


def income(placed: dict[str, str]) -> int:
    """What the Soviets receive."""
    match = board(placed, "soviet_income", points=(0, 0))
    return points(match, "soviet")


@pytest.mark.rule("kgw", "19.5.a")
def test_cavalry_and_japanese_armoured_cars_cross_deserts_easily() -> None:
    """T-54"""
    game = the_game()
    desert = game.map.grid.at("0616")
    cost = {u: terrain.hex_cost(game, game.movement_class[game.sheet.index[u]], desert, False) for u in RIDERS}
    assert cost == RIDERS


RIDERS = {"MC-1CAV": 2, "RA-6CAV": 2, "MP-2CAV": 2, "JA-AZUMA": 2, "JA-64-23": 4, "RA-7REC": 4, "RA-57": 4}
"""Half points."""


def test_zhukov_helps_no_japanese() -> None:
    """19.1"""
    match = brings("D1R", {"1615": ["JA-1ARM", "JA-2ARM"]}, "MP-2CAV", also={"1514": "RA-ZHUKOV"})
    do(match, "unit JA-1ARM")
    assert asked(match).message.key == "ask.advance"


def test_an_advance_takes_aerodromes_and_scares_air_units_off() -> None:
    """15.3, Q-03, Q-80"""
    match = brings("D1R", {"1615": "JA-23"}, "MP-2CAV", target="1515", also={"1515": "RA-AIR-1"})
    assert place(match, "RA-AIR-1") == "display", "the last ground unit is gone"
    do(match, "unit JA-23")
    game = the_game()
    assert position(match).aerodromes[1] >> game.map.grid.at("1515") & 1
    cavalry = brings("D1R", {"1714": ["MC-HSINGAN", "MJ-MPF"]}, "MP-2CAV", target="1614", also={"1515": "RA-AIR-1"})
    do(cavalry, "unit MC-HSINGAN")
    assert place(cavalry, "RA-AIR-1") == "1515"
    do(cavalry, "hex 1615")
    assert place(cavalry, "RA-AIR-1") == "display"


def test_the_victor_of_a_retreat_may_advance() -> None:
    """Q-46"""
    match = brings("CA/R", {"1615": ["JA-64-23", "JA-71-23"]}, "MP-2CAV")
    do(match, "retreat", "unit MP-2CAV", "hex 1815", "unit JA-64-23")
    assert place(match, "JA-64-23") == "1715"


@pytest.mark.rule("kgw", "19.1.b")
def test_zhukov_drives_on_from_every_hex_beside_the_attackers() -> None:
    grid = the_game().map.grid
    for beside in names(grid.around[grid.at("1615")]) - {"1715"}:
        match = brings("D1R", {"1615": ["RA-11ARM", "RA-80-57"]}, "MC-1CAV", side="soviet", also={beside: "RA-ZHUKOV"})
        do(match, "unit RA-11ARM")
        assert asked(match).rule == "19.1.b", beside


@pytest.mark.rule("kgw", "14.2.g")
def test_attackers_of_several_hexes_form_a_division_each() -> None:
    attackers = {
        "1615": ["JA-64-23", "JA-71-23", "JA-72-23", "JA-AZUMA"],
        "1616": ["CX-1CAVGP", "CX-4CAVGP"],
        "1816": ["JA-25-7", "JA-26-7"],
    }
    match = brings("D4R", attackers, "MP-2CAV", also={"display": ["JA-23", "CX-CAVGP"]})
    assert offered(match, "combine") == {"JA-23", "CX-CAVGP"}


@pytest.mark.rule("kgw", "19.5.b")
def test_who_may_go_on_goes_on_or_stays_before_the_next_advances() -> None:
    match = brings("D1R", {"1615": ["MC-HSINGAN", "MJ-MPF"]}, "MP-2CAV")
    do(match, "unit MC-HSINGAN")
    assert told(match, "log.advance")["units"] == ["MC-HSINGAN"]
    assert why(match, "unit MJ-MPF").key == "why.advance-on"
    do(match, "hex 1815")
    assert told(match, "log.advance") == {"units": ["MC-HSINGAN"], "hex": "1815"}
