"""13.1-13.3, 19.3  Who may attack whom, the procedure, and the column of the ratio."""

from __future__ import annotations

import pytest

from khalkhin.games.kgw import odds
from khalkhin.games.kgw.combat import CombatPhase
from tests.kgw.battles import base, battle, column, result
from tests.kgw.positions import (
    asked,
    board,
    cited,
    do,
    fight,
    hexes,
    keys,
    marked,
    offered,
    place,
    position,
    refused,
    told,
    why,
)

# -- who and whom ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "13.0")
def test_only_neighbouring_hexes_with_ground_units_are_attacked() -> None:
    match = board({"1615": "JA-64-23", "1715": "MP-2CAV", "1813": "MP-3CAV", "2015": "RA-AIR-1"}, "japan_combat")
    assert offered(match, "attack") == {"1715"}
    assert refused(match, "attack 1714") == "13.0"
    assert refused(match, "attack 1813") == "13.0"


@pytest.mark.rule("kgw", "13.1.a")
def test_in_a_second_combat_phase_only_supplied_units_attack() -> None:
    placed = {"1615": ["JA-64-23", "JA-71-23"], "1715": "MP-2CAV"}
    match = board(placed, "japan_combat", segment=2, marks={"supplied": "JA-64-23"})
    do(match, "attack 1715")
    assert offered(match, "unit") == {"JA-64-23"}
    assert refused(match, "unit JA-71-23") == "13.1.a"
    first = do(board(placed, "japan_combat"), "attack 1715")
    assert offered(first, "unit") == {"JA-64-23", "JA-71-23"}


@pytest.mark.rule("kgw", "13.1.b")
def test_attacks_come_one_at_a_time_in_any_order_and_are_not_called_off() -> None:
    placed = {"1615": ["JA-64-23", "JA-71-23"], "1715": "MP-2CAV", "1514": "MP-3CAV"}
    match = board(placed, "japan_combat", dice=[1, 1])
    assert offered(match, "attack") == {"1715", "1514"}
    do(match, "attack 1514", "unit JA-64-23", "commit")
    assert refused(match, "done") == "13.2.a"
    assert not match.can_undo("japan")
    do(match, "commit")
    assert offered(match, "attack") == {"1715"}


@pytest.mark.rule("kgw", "13.1.c")
@pytest.mark.rule("kgw", "13.1.d")
def test_nobody_has_to_attack_and_some_may() -> None:
    placed = {"1615": ["JA-64-23", "JA-71-23"], "1715": "MP-2CAV"}
    assert place(do(board(placed, "japan_combat"), "done"), "MP-2CAV") == "1715"
    match = fight(board(placed, "japan_combat", dice=[2]), "1715", "JA-64-23")
    assert told(match, "log.attack")["units"] == ["JA-64-23"]


@pytest.mark.rule("kgw", "13.1.e")
def test_a_unit_attacks_one_hex_in_a_phase() -> None:
    placed = {"1615": ["JA-64-23", "JA-71-23"], "1715": "MP-2CAV", "1514": "MP-3CAV"}
    match = fight(board(placed, "japan_combat", dice=[3]), "1715", "JA-64-23")
    assert result(match) == "AS"
    do(match, "attack 1514")
    assert offered(match, "unit") == {"JA-71-23"}
    assert refused(match, "unit JA-64-23") == "13.1.e"


@pytest.mark.rule("kgw", "13.1.f")
def test_a_unit_is_attacked_once_in_a_phase() -> None:
    placed = {"1615": ["JA-64-23", "JA-71-23"], "1715": ["MP-2CAV"]}
    match = fight(board({**placed, "1514": "MP-3CAV"}, "japan_combat", dice=[3]), "1715", "JA-64-23")
    assert result(match) == "AS"
    assert offered(match, "attack") == {"1514"}
    assert refused(match, "attack 1715") == "13.1.f"
    three = {**placed, "1514": ["MP-3CAV"], "1614": ["MP-4CAV"]}
    twice = fight(board(three, "japan_combat", dice=[3, 3]), "1715", "JA-64-23")
    fight(twice, "1514", "JA-71-23")
    assert position(twice).spared == hexes("1715", "1514"), "one attack does not make up for another"


def test_a_phase_that_ends_by_itself_says_so() -> None:
    placed = {"1615": ["JA-64-23", "JA-71-23"], "1715": "MP-2CAV"}
    match = fight(board(placed, "japan_combat", dice=[3]), "1715", "JA-64-23")
    assert result(match) == "AS"
    assert "log.combat-over" in keys(match)
    ended = board({**placed, "1514": "MP-3CAV"}, "japan_combat", dice=[3])
    assert "log.combat-over" not in keys(do(fight(ended, "1715", "JA-64-23"), "done")), "who ends it knows"
    assert "log.combat-over" not in keys(do(board({"1615": "JA-64-23"}, "japan_move"), "done")), "nothing was begun"


@pytest.mark.rule("kgw", "13.1.f")
def test_a_unit_attacked_already_spares_the_hex_it_retreats_into() -> None:
    """T-19, Q-23"""
    placed = {"1715": "MP-2CAV", "1816": ["JA-64-23", "JA-71-23"], "1515": "MP-3CAV", "1516": "JA-72-23"}
    match = fight(board(placed, "japan_combat", dice=[2]), "1715", "JA-64-23", "JA-71-23")
    do(match, "retreat", "unit MP-2CAV", "hex 1615", "done")
    assert position(match).spared == hexes("1715", "1615")
    again = board({"1615": "MP-2CAV", "1514": "JA-72-23"}, "japan_combat", spared=hexes("1615"), first=[CombatPhase(1)])
    assert asked(again).message.key != "ask.combat", "nobody else can be attacked"
    beside = {"1615": "MP-2CAV", "1514": "JA-72-23", "1513": "MP-3CAV"}
    assert refused(board(beside, "japan_combat", spared=hexes("1615")), "attack 1615") == "13.1.f"


@pytest.mark.rule("kgw", "13.1.f")
def test_a_counterattacker_that_advances_is_spared_where_it_went() -> None:
    placed = {"1715": "RA-36", "1615": "JA-64-23", "1816": "JA-25-7", "1514": "JA-72-23", "1415": "MP-2CAV"}
    match = fight(board(placed, "japan_combat", dice=[6, 6]), "1715", "JA-64-23", "JA-25-7")
    do(match, "counterattack 1615", "unit RA-36")
    assert place(match, "RA-36") == "1615"
    assert offered(match, "attack") == {"1415"}
    assert refused(match, "attack 1615") == "13.1.f"


@pytest.mark.rule("kgw", "13.1.f")
def test_cavalry_that_counterattacks_and_advances_twice_is_spared_there_too() -> None:
    placed = {"1715": ["RA-15", "RA-11ARM"], "1615": "JA-64-23", "1816": "JA-25-7", "1413": "JA-72-23"}
    match = fight(board({**placed, "1313": "MP-2CAV"}, "japan_combat", dice=[6, 6]), "1715", "JA-64-23", "JA-25-7")
    do(match, "counterattack 1615", "unit RA-15", "hex 1514", "done")
    assert place(match, "RA-15") == "1514"
    assert offered(match, "attack") == {"1313"}
    assert refused(match, "attack 1514") == "13.1.f"


@pytest.mark.rule("kgw", "13.1.f")
def test_bombs_are_no_attack_of_a_combat_phase() -> None:
    """Q-23: a unit that retreats from bombs may be attacked where it stops."""
    placed = {"1715": "MP-2CAV", "1920": ["JA-AIR-1", "JA-AIR-2"]}
    match = board(placed, "japan_strike", dice=[6, 1])
    do(match, "strike 1715", "unit JA-AIR-1", "commit", "withdraw MP-2CAV", "unit MP-2CAV", "hex 1615")
    assert place(match, "MP-2CAV") == "1615"
    assert asked(match).message.key == "ask.strike", "nobody has fought yet"
    assert not position(match).spared


@pytest.mark.rule("kgw", "13.1.g")
@pytest.mark.rule("kgw", "13.2.c")
@pytest.mark.rule("kgw", "13.2.b")
@pytest.mark.rule("kgw", "13.1.h")
def test_all_units_of_a_hex_defend_with_their_whole_factors() -> None:
    match = battle({"1615": ["JA-64-23", "JA-71-23"], "1616": "JA-72-23"}, ["MP-2CAV", "MP-MIA", "RA-SUP-1"], 2)
    odds_ = told(match, "log.odds")
    assert (odds_["attack"], odds_["defence"]) == (9, 4)


@pytest.mark.rule("kgw", "13.1.i")
def test_certain_units_bring_bonuses() -> None:
    plain = battle({"1615": "JA-25-7"}, "MP-2CAV", 2)
    armour = battle({"1615": "RA-7REC"}, "MC-1CAV", 2, side="soviet")
    assert (base(plain), column(plain)) == ("200", "200")
    assert (base(armour), column(armour)) == ("200", "300")


@pytest.mark.rule("kgw", "13.1.j")
def test_attacks_cross_borders_but_no_japanese_attack_goes_into_the_ussr() -> None:
    """T-20"""
    match = board({"2006": "JA-64-23", "1905": "RA-1NKVD", "1906": "MP-2CAV"}, "japan_combat")
    assert offered(match, "attack") == {"1906"}
    assert refused(match, "attack 1905") == "13.1.j"
    back = board({"2006": "JA-64-23", "1905": "RA-1NKVD"}, "soviet_combat")
    assert offered(back, "attack") == {"2006"}


@pytest.mark.rule("kgw", "13.1.k")
def test_contingents_attack_and_defend_together() -> None:
    match = battle({"1615": ["JA-64-23", "MC-HSINGAN", "MJ-6CAV"]}, ["RA-24-36", "MP-2CAV"], 2)
    assert (told(match, "log.odds")["attack"], told(match, "log.odds")["defence"]) == (8, 5)


@pytest.mark.rule("kgw", "13.2.a")
def test_the_attacker_names_attackers_and_target_and_all_are_shown() -> None:
    match = board({"1615": ["JA-64-23", "JA-71-23"], "1715": ["MP-2CAV", "MP-MIA"]}, "japan_combat")
    do(match, "attack 1715")
    assert refused(match, "commit") == "13.2.a"
    do(match, "unit JA-64-23")
    assert not position(match).shown
    do(match, "commit")
    assert told(match, "log.target")["units"] == ["MP-2CAV", "MP-MIA"]
    assert marked(match, "shown", "MP-MIA")
    assert not marked(match, "shown", "JA-71-23")


# -- who never attacks alone, or at all ------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "19.3.1.b")
@pytest.mark.rule("kgw", "19.3.1.c")
def test_artillery_attacks_only_beside_another_attacker_of_its_hex() -> None:
    """T-10"""
    alone = board({"1615": "JA-KAART", "1715": "MP-2CAV", "1514": "MP-3CAV", "1414": "JA-64-23"}, "japan_combat")
    assert offered(alone, "attack") == {"1514"}
    assert refused(alone, "attack 1715") == "19.3.1.b"
    apart = board({"1615": ["JA-KAART", "JA-64-23"], "1715": "MP-2CAV", "1616": "JA-71-23"}, "japan_combat", dice=[4])
    do(apart, "attack 1715", "unit JA-71-23")
    assert refused(apart, "unit JA-KAART") == "19.3.1.b"
    do(apart, "unit JA-64-23", "unit JA-KAART", "commit", "commit")
    assert told(apart, "log.odds")["attack"] == 7


@pytest.mark.rule("kgw", "19.3.1.b")
def test_artillery_whose_mate_has_attacked_elsewhere_stays_silent() -> None:
    """T-10"""
    placed = {"1615": ["JA-KAART", "JA-64-23"], "1715": "MP-2CAV", "1514": "MP-3CAV", "1616": "JA-71-23"}
    match = fight(board(placed, "japan_combat", dice=[3]), "1514", "JA-64-23")
    do(match, "attack 1715")
    assert offered(match, "unit") == {"JA-71-23"}


def test_supply_depots_and_bridges_never_attack() -> None:
    """T-11: 16.1, 20.3"""
    placed = {"1615": ["JA-64-23", "JA-SUP-1", "JA-SUP-2", "JA-KAENG"], "1715": "MP-2CAV"}
    match = do(board(placed, "japan_combat", marks={"flipped": ["JA-SUP-2", "JA-KAENG"]}), "attack 1715")
    assert offered(match, "unit") == {"JA-64-23"}
    for unit in ("JA-SUP-1", "JA-SUP-2"):
        assert refused(match, f"unit {unit}") == "16.1.c"
    assert refused(match, "unit JA-KAENG") == "20.3.c"


# -- the column ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "13.3.c")
@pytest.mark.rule("kgw", "13.3.a")
def test_one_against_five_is_the_lowest_column() -> None:
    """E-04"""
    assert column(battle({"1615": "JA-1-1IGU"}, ["RA-212", "MP-MIA"], 6)) == "≤49"


@pytest.mark.rule("kgw", "13.3.d")
@pytest.mark.rule("kgw", "13.3.b")
def test_eight_against_one_is_the_highest_column() -> None:
    """E-05"""
    assert column(battle({"1615": ["JA-25-7", "JA-26-7"]}, "MP-MIA", 6)) == "≥700"


@pytest.mark.rule("kgw", "13.2.d")
@pytest.mark.rule("kgw", "13.2.e")
@pytest.mark.parametrize(
    ("attack", "defence", "label"),
    [
        (99, 200, "≤49"),
        (1, 2, "50"),
        (199, 200, "50"),
        (12, 12, "100"),
        (18, 12, "150"),
        (2, 1, "200"),
        (27, 4, "600"),
        (7, 1, "≥700"),
        (400, 1, "≥700"),
    ],
)
def test_the_percentage_picks_the_column_and_fractions_are_dropped(attack: int, defence: int, label: str) -> None:
    """T-01, T-02, Q-24"""
    s = position(board({}, "japan_combat"))
    assert s.game.charts.combat.columns[odds.column(s, attack, defence)] == label


@pytest.mark.rule("kgw", "13.2.g")
@pytest.mark.rule("kgw", "13.2.h")
@pytest.mark.parametrize(("die", "code", "cause"), [(5, "D1R", "25.0.e"), (6, "D2R", "25.0.e"), (1, "AS", "25.0.b")])
def test_one_die_decides_and_the_result_is_applied_at_once(die: int, code: str, cause: str) -> None:
    """T-21"""
    match = battle({"1615": ["JA-64-23", "JA-71-23"]}, "MP-2CAV", die)
    assert (column(match), result(match)) == ("300", code)
    assert told(match, "log.result")["dice"] == str(die)
    assert cited(match, "log.result") == cause
    assert ("log.eliminated" in keys(match)) == (code != "AS")


def test_a_combat_phase_without_contact_asks_nobody() -> None:
    match = board({"1615": "JA-64-23", "1813": "MP-2CAV"}, "japan_combat")
    assert match.state.agenda
    assert asked(match).message.key != "ask.combat"
    second = board({"1615": "JA-64-23", "1715": "MP-2CAV"}, "japan_combat", segment=2)
    assert asked(second).message.key != "ask.combat"


@pytest.mark.rule("kgw", "13.0")
@pytest.mark.rule("kgw", "13.1.k")
def test_only_units_beside_the_target_join_an_attack() -> None:
    placed = {"1615": "JA-64-23", "1816": "MJ-6CAV", "1514": "JA-71-23", "1918": "MJ-7CAV", "1715": "MP-2CAV"}
    match = do(board(placed, "japan_combat"), "attack 1715")
    assert offered(match, "unit") == {"JA-64-23", "MJ-6CAV"}
    assert [offer.gather for offer in asked(match).offers] == [True], "several of a stack with one gesture"
    assert why(match, "unit JA-71-23").key == "why.not-beside"


@pytest.mark.rule("kgw", "13.2.a")
def test_who_supports_an_attack_does_nothing_else() -> None:
    match = do(board({"1615": "JA-64-23", "1715": "MP-2CAV"}, "japan_combat"), "attack 1715", "unit JA-64-23", "commit")
    assert why(match, "unit JA-64-23").key == "why.supporting"
    assert why(match, "attack 1715").key == "why.supporting"


@pytest.mark.rule("kgw", "16.3.2.f")
def test_no_counter_is_offered_as_supply_in_a_second_combat_phase() -> None:
    placed = {"1615": ["JA-64-23", "JA-SUP-1"], "1715": "RA-36", "1920": "JA-AIR-1"}
    match = board(placed, "japan_combat", segment=2, marks={"supplied": "JA-64-23"})
    do(match, "attack 1715", "unit JA-64-23", "commit")
    assert offered(match, "support") == {"JA-AIR-1"}
    assert offered(match, "maximum") == set()


@pytest.mark.rule("kgw", "13.2.a")
def test_an_attack_in_hand_is_shown_with_its_units_and_its_guns() -> None:
    match = board({"1615": ["JA-64-23", "JA-KAART"], "1816": ["JA-6AART", "JA-7"], "1715": "RA-57"}, "japan_combat")
    do(match, "attack 1715", "unit JA-64-23", "unit JA-KAART")
    plan = match.view("japan")["details"]["plan"]
    assert (plan["side"], plan["target"], plan["units"], plan["guns"]) == ("japan", "1715", ["JA-64-23"], ["JA-KAART"])
    assert match.view("soviet")["details"] == {}
