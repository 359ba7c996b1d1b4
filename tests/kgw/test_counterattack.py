"""13.6, 14.2.1, 25.0.d  Counterattack or retreat."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.kgw.counterattack import must
from khalkhin.games.kgw.odds import HOME_ARMY, counter_odds
from tests.kgw.battles import base, battle, brings, column, result, results
from tests.kgw.positions import (
    asked,
    board,
    cited,
    do,
    ids,
    keys,
    offered,
    place,
    position,
    refused,
    shifts,
    the_game,
    told,
    units,
    why,
)


@pytest.mark.rule("kgw", "13.6")
@pytest.mark.rule("kgw", "25.0.d")
@pytest.mark.rule("kgw", "13.6.h")
def test_a_soviet_force_in_the_open_chooses() -> None:
    """T-22"""
    match = battle({"1615": ["JA-64-23", "JA-71-23"], "1816": "JA-1-1IGU"}, "RA-24-36", 3)
    assert result(match) == "CA/R"
    assert (asked(match).side, asked(match).message.key) == (0, "ask.counterattack")
    assert offered(match, "counterattack") == {"1615", "1816"}
    assert offered(match, "retreat") == {None}
    assert refused(match, "counterattack 1714") == "13.6.a"


@pytest.mark.rule("kgw", "13.6.h")
@pytest.mark.parametrize("unit", ["MC-CHINGAN", "MJ-MPF", "WR-ASANO", "MP-2CAV"])
def test_all_but_the_home_army_may_retreat(unit: str) -> None:
    """Q-05"""
    side, enemies = ("japan", "JA-25-7") if unit.startswith("MP") else ("soviet", "RA-212")
    match = brings("CA/R", {"1615": enemies}, unit, side=side)
    assert offered(match, "retreat") == {None}


@pytest.mark.rule("kgw", "13.6.b")
@pytest.mark.rule("kgw", "13.6.j")
def test_a_force_with_home_army_units_has_to_counterattack() -> None:
    match = brings("CA/R", {"1615": "RA-11ARM", "1816": "RA-7REC"}, ["JA-64-23", "MJ-6CAV"], side="soviet")
    assert offered(match, "counterattack") == {"1615", "1816"}
    assert refused(match, "retreat") == "13.6.b"
    china = brings("CA/R", {"1615": "RA-11ARM", "1816": "RA-7REC"}, "CX-2IMB", side="soviet")
    assert offered(china, "counterattack") == {"1615", "1816"}
    assert offered(china, "retreat") == set()


@pytest.mark.rule("kgw", "13.6.h")
@pytest.mark.rule("kgw", "13.6.i")
def test_supply_does_not_force_its_stack_and_goes_along() -> None:
    """T-24, Q-38"""
    match = battle({"1615": "RA-57"}, ["MC-HSINGAN", "JA-SUP-1"], 2, side="soviet")
    assert result(match) == "CA/R"
    do(match, "retreat", "unit MC-HSINGAN", "unit JA-SUP-1", "hex 1815")
    assert place(match, "MC-HSINGAN") == place(match, "JA-SUP-1") == "1815"
    assert results(match) == ["CA/R"]
    assert "log.eliminated" not in keys(match)


@pytest.mark.rule("kgw", "14.1.1.c")
def test_entrenched_units_counterattack_whoever_they_are() -> None:
    """T-25, Q-36"""
    match = battle({"1615": "JA-23"}, ["MP-2CAV", "MP-3CAV"], 3, 4, trenches={"soviet": "1715"})
    assert results(match) == ["CA/R", "A1R"]
    assert not shifts(match)
    do(match, "unit MP-2CAV")
    assert place(match, "MP-3CAV") == "1715"
    assert "log.retreat" not in keys(match)


@pytest.mark.rule("kgw", "13.6.a")
def test_all_defenders_strike_one_hex_where_everybody_defends() -> None:
    """Q-30, Q-31"""
    attackers = {"1615": ["JA-64-23", "JA-71-23"], "1816": "JA-25-7"}
    match = battle(attackers, ["RA-24-36", "RA-76-36", "RA-SUP-1"], 5, 3, also={"1615": "JA-SUP-2"})
    assert result(match) == "CA/R", "10 against 7"
    do(match, "counterattack 1615")
    assert told(match, "log.counterattack")["units"] == ["RA-24-36", "RA-76-36", "RA-SUP-1"]
    assert (told(match, "log.odds")["attack"], told(match, "log.odds")["defence"]) == (7, 7)


@pytest.mark.rule("kgw", "13.4.2.j")
@pytest.mark.rule("kgw", "13.4.2.l")
@pytest.mark.rule("kgw", "13.6.c")
def test_home_army_units_give_a_counterattack_one_column() -> None:
    """E-08"""
    match = brings("CA/R", {"1615": "RA-57"}, ["JA-64-23", "MJ-6CAV", "MJ-7CAV"], 3, side="soviet")
    assert shifts(match) == {"13.4.2.j": 1}
    assert (base(match), column(match)) == ("50", "100")


@pytest.mark.rule("kgw", "13.4.2.k")
def test_nobody_else_has_that_column() -> None:
    """E-09"""
    match = brings("CA/R", {"1615": "RA-57"}, ["MJ-6CAV", "MJ-7CAV", "JA-SUP-1"], 3, side="soviet")
    do(match, "counterattack 1615")
    assert told(match, "log.odds")["attack"] == 5
    assert not shifts(match)
    soviet = battle({"1615": ["JA-64-23", "JA-71-23"]}, "RA-24-36", 3, 3)
    do(soviet, "counterattack 1615")
    assert not shifts(soviet)


@pytest.mark.rule("kgw", "13.6.f")
def test_a_counterattack_has_no_other_shift() -> None:
    """Armour, artillery, a river, a town, an entrenchment, an attack from everywhere: none of it counts."""
    attackers = {"1211": "JA-7"}
    match = brings("CA/R", attackers, ["RA-11ARM", "RA-57ART"], 3, target="1212", trenches={"japan": "1211"})
    do(match, "counterattack 1211")
    assert not shifts(match)


@pytest.mark.rule("kgw", "13.6.g")
def test_a_second_counterattack_ends_the_combat() -> None:
    """T-26"""
    match = battle({"1615": ["JA-64-23", "JA-71-23"]}, "RA-24-36", 3, 6)
    do(match, "counterattack 1615")
    assert results(match) == ["CA/R", "CA/R"]
    assert not position(match).attackers
    assert place(match, "RA-24-36") == "1715"
    assert {place(match, "JA-64-23"), place(match, "JA-71-23")} == {"1615"}


@pytest.mark.rule("kgw", "13.6.j")
@pytest.mark.rule("kgw", "14.1.n")
def test_the_home_army_retreats_from_a_counterattack() -> None:
    """T-30, Q-33"""
    match = battle({"1816": "JA-23", "1615": ["JA-64-23", "JA-71-23"]}, ["RA-36", "RA-11ARM"], 6, 5)
    do(match, "counterattack 1615")
    assert results(match) == ["CA/R", "D1R"]
    do(match, "unit JA-64-23")
    assert asked(match).message.key == "ask.retreat"
    do(match, "unit JA-71-23")
    end = min(map(str, offered(match, "hex")))
    do(match, f"hex {end}", "done")
    assert place(match, "JA-71-23") == end != "1615"
    assert place(match, "JA-23") == "1816"


@pytest.mark.rule("kgw", "14.1.n")
def test_home_army_counterattackers_retreat_too() -> None:
    """Q-33"""
    match = brings("CA/R", {"1615": "RA-57"}, ["JA-64-23", "JA-71-23"], 3, side="soviet")
    assert results(match) == ["CA/R", "A1R"]
    do(match, "unit JA-64-23", "unit JA-71-23")
    assert asked(match).message.key == "ask.retreat"


def test_nobody_counterattacks_into_the_ussr() -> None:
    """T-31, Q-29"""
    match = battle({"1905": ["RA-24-36", "RA-76-36"]}, "JA-64-23", 4, target="2006", side="soviet")
    assert results(match) == ["CA/R"]
    assert place(match, "JA-64-23") == "2006"
    assert not position(match).attackers, "no effect"
    client = battle({"1905": ["RA-24-36", "RA-76-36"]}, "MC-CHINGAN", 4, target="2006", side="soviet")
    assert asked(client).message.key == "ask.retreat"
    two = battle({"1905": "RA-24-36", "1906": "RA-76-36"}, "JA-64-23", 4, 3, target="2006", side="soviet")
    assert told(two, "log.counterattack")["hex"] == "1906"


def test_depots_die_and_bridges_come_along_when_a_force_retreats() -> None:
    """T-32, Q-37: 14.1.o, 20.3"""
    match = battle(
        {"1615": ["JA-25-7", "JA-26-7", "JA-27-7"]},
        ["RA-24-36", "RA-SUP-1", "RA-57ENG"],
        3,
        marks={"flipped": ["RA-SUP-1", "RA-57ENG"]},
    )
    assert results(match) == ["CA/R"]
    do(match, "retreat")
    assert place(match, "RA-SUP-1") == "display"
    assert "RA-57ENG" in offered(match, "unit")
    do(match, "unit RA-57ENG", "unit RA-24-36", "hex 1815")
    assert place(match, "RA-57ENG") == "1815"
    assert not position(match).flipped


# -- advances --------------------------------------------------------------------------------------------------------


def cleared(*defenders: str, **kinds: Any) -> Match:
    """A counterattack that wipes out the only attacker of a hex."""
    match = brings("CA/R", {"1615": "JA-64-23", "1816": "JA-7"}, defenders, 6, **kinds)
    return do(match, "counterattack 1615")


@pytest.mark.rule("kgw", "13.6.d")
@pytest.mark.rule("kgw", "14.2.1.a")
def test_counterattackers_may_advance() -> None:
    match = cleared("RA-36", "RA-11ARM")
    assert results(match) == ["CA/R", "D4R"]
    do(match, "unit RA-11ARM", "done")
    assert place(match, "RA-11ARM") == "1615"
    assert (cited(match, "log.counterattack"), cited(match, "log.advance")) == ("13.6.a", "14.2.1.a")


@pytest.mark.rule("kgw", "13.6.e")
@pytest.mark.rule("kgw", "14.2.1.c")
@pytest.mark.rule("kgw", "19.3.1.d")
def test_bracketed_and_static_units_fight_but_never_advance() -> None:
    match = cleared("RA-7REC", "RA-11ARM", "RA-57ART", "RA-SUP-1", "RA-57ENG", marks={"flipped": "RA-57ENG"})
    assert told(match, "log.odds")["attack"] == 4 + 8 + 2 + 1 + 1
    assert offered(match, "unit") == {"RA-7REC", "RA-11ARM"}
    assert refused(match, "unit RA-57ART") == "14.2.h"
    assert refused(match, "unit RA-57ENG") == "14.2.1.c"
    do(match, "unit RA-11ARM")
    assert offered(match, "unit") == {"RA-7REC"}, "supply does not follow a counterattack"
    assert refused(match, "unit RA-SUP-1") == "13.6.e"


@pytest.mark.rule("kgw", "14.2.1.b")
def test_the_first_attackers_never_advance_after_a_counterattack() -> None:
    """Q-94"""
    match = battle({"1615": ["JA-64-23", "JA-71-23"]}, "RA-24-36", 3, 1)
    do(match, "counterattack 1615")
    assert results(match) == ["CA/R", "A2R"]
    assert place(match, "RA-24-36") == "display"
    assert asked(match).message.key != "ask.advance"
    assert "log.advance" not in keys(match)


@pytest.mark.rule("kgw", "14.2.e")
def test_defenders_never_advance() -> None:
    match = battle({"1615": "JA-1-1IGU"}, "RA-57", 1)
    assert result(match) == "A3R"
    assert place(match, "JA-1-1IGU") == "display"
    assert "log.advance" not in keys(match)
    assert asked(match).message.key != "ask.advance"


@pytest.mark.rule("kgw", "19.1.d")
def test_zhukov_drives_no_counterattack_on() -> None:
    """T-45"""
    match = cleared("RA-36", "RA-11ARM", also={"1714": "RA-ZHUKOV"})
    do(match, "unit RA-11ARM")
    assert asked(match).message.key == "ask.advance"
    assert place(match, "RA-11ARM") == "1615"


def test_the_defender_is_told_what_a_counterattack_is_worth() -> None:
    """21.0  But not who stands beside the attackers."""
    match = brings("CA/R", {"1615": ["JA-64-23", "JA-71-23"]}, "RA-24-36")
    shown = match.view("soviet")["details"]
    assert (shown["odds"]["attack"], shown["odds"]["defence"], shown["odds"]["column"]) == (3, 6, "50")
    assert shown["plan"]["target"] == "1615"
    beside = brings("CA/R", {"1615": ["JA-64-23", "JA-71-23"]}, "RA-24-36", also={"1615": "JA-72-23"})
    assert beside.view("soviet")["details"] == {}
    clients = brings("CA/R", {"1615": "RA-57"}, ["MJ-6CAV", "MJ-7CAV"], side="soviet")
    shown = clients.view("japan")["details"]
    assert (shown["odds"]["attack"], shown["odds"]["defence"]) == (4, 12)
    assert (shown["plan"]["side"], shown["plan"]["target"]) == ("japan", "1615")
    hidden = brings("CA/R", {"1615": "RA-57"}, ["MJ-6CAV", "MJ-7CAV"], side="soviet", also={"1615": "RA-24-36"})
    assert hidden.view("japan")["details"] == {}


def test_a_counterattack_uses_up_no_attack_and_is_none() -> None:
    """Q-88"""
    match = battle({"1615": ["JA-64-23", "JA-71-23"]}, "RA-24-36", 3, 6)
    do(match, "counterattack 1615")
    s = position(match)
    assert not s.attacked & s.game.sheet.of_side[0]


def test_every_home_army_unit_must_counterattack_and_has_its_column_but_no_supply_unit_has() -> None:
    """13.6.b, 13.4.2.j, Q-38"""
    sheet = the_game().sheet
    s = position(board({}))
    for unit, nation in enumerate(sheet.nation):
        home = nation in HOME_ARMY and not the_game().supply >> unit & 1
        s.defenders = 1 << unit | units("MC-HSINGAN")
        assert must(s, 1, the_game().map.grid.at("1715")) is home, sheet.ids[unit]
        rules = {shift.rule for shift in counter_odds(s, s.defenders, units("RA-57")).shifts}
        assert rules == ({"13.4.2.j"} if home else set()), sheet.ids[unit]


@pytest.mark.rule("kgw", "13.6")
def test_nothing_else_is_done_before_the_defender_has_chosen() -> None:
    match = brings("CA/R", {"1615": ["JA-64-23", "JA-71-23"], "1816": "JA-1-1IGU"}, "RA-24-36")
    assert why(match, "unit RA-24-36").key == "why.counter-first"
    assert why(match, "hex 1615").key == "why.counter-first"


@pytest.mark.rule("kgw", "13.6.i")
def test_the_soviets_may_follow_clients_who_retreat() -> None:
    match = brings("CA/R", {"1615": ["RA-24-36", "RA-76-36"]}, "MC-CHINGAN", side="soviet")
    do(match, "retreat", "unit MC-CHINGAN", "hex 1815")
    assert (asked(match).side, asked(match).message.key) == (0, "ask.advance")
    assert offered(match, "unit") == {"RA-24-36", "RA-76-36"}


@pytest.mark.rule("kgw", "13.6.d")
def test_the_soviets_choose_what_a_japanese_counterattack_costs_them() -> None:
    three = ["RA-24-36", "RA-76-36", "RA-149-36"]
    match = brings("CA/R", {"1615": three, "1816": "RA-57"}, ["JA-7", "JA-71-23"], 5, side="soviet")
    do(match, "counterattack 1615")
    assert results(match)[1] == "D1R"
    assert (asked(match).side, offered(match, "unit")) == (0, set(three))


@pytest.mark.rule("kgw", "13.6.a", "21.0.a")
def test_all_who_fought_are_seen_to_the_end_of_a_counterattack() -> None:
    attackers = {"1615": ["JA-64-23", "JA-71-23"], "1816": "JA-23"}
    match = battle(attackers, ["RA-36", "RA-11ARM"], 6, 5, also={"1615": "JA-72-23"})
    do(match, "counterattack 1615")
    assert asked(match).message.key == "ask.loss"
    assert ids(position(match).shown) == {"JA-64-23", "JA-71-23", "JA-72-23", "JA-23", "RA-36", "RA-11ARM"}
