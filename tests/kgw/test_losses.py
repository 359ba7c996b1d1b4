"""13.5, 25.0, 24.3, 24.8  Losses, the order of the results, and what they bring."""

from __future__ import annotations

import pytest

from khalkhin.games.kgw.losses import eliminate
from tests.kgw.battles import ELSEWHERE, battle, brings, results
from tests.kgw.positions import (
    asked,
    board,
    do,
    hexes,
    ids,
    keys,
    offered,
    place,
    points,
    position,
    refused,
    the_game,
    told,
    why,
)

FIRE = {"ground_fire": True}
SPARE = {"supply_losses": True}
SPOILS = {"losses": True}


@pytest.mark.rule("kgw", "25.0.a")
def test_a_defeated_attacker_loses_units_and_the_rest_retreat() -> None:
    match = brings("A1R", {"1615": ["MC-CHINGAN", "MC-HSINGAN", "MJ-6CAV"]}, "RA-57")
    assert (asked(match).side, offered(match, "unit")) == (1, {"MC-CHINGAN", "MC-HSINGAN", "MJ-6CAV"})
    do(match, "unit MC-CHINGAN")
    assert place(match, "MC-CHINGAN") == "display"
    assert asked(match).message.key == "ask.retreat"
    assert offered(match, "unit") == {"MC-HSINGAN", "MJ-6CAV"}


@pytest.mark.rule("kgw", "25.0.b")
def test_a_stalled_attack_changes_nothing() -> None:
    match = brings("AS", {"1615": "JA-25-7"}, "MP-2CAV")
    assert "log.eliminated" not in keys(match)
    assert (place(match, "JA-25-7"), place(match, "MP-2CAV")) == ("1615", "1715")


@pytest.mark.rule("kgw", "25.0.c")
@pytest.mark.rule("kgw", "13.5.a")
def test_in_a_bloodbath_the_defender_loses_first_then_the_attacker_and_nobody_retreats() -> None:
    match = brings("B1", {"1615": ["JA-25-7", "JA-26-7"]}, ["MP-2CAV", "MP-3CAV"])
    assert asked(match).side == 0
    do(match, "unit MP-2CAV")
    assert asked(match).side == 1
    do(match, "unit JA-25-7")
    assert "log.retreat" not in keys(match)
    assert place(match, "MP-3CAV") == "1715"
    emptied = brings("B1", {"1615": ["JA-25-7", "JA-26-7"]}, "MP-2CAV")
    do(emptied, "unit JA-25-7", "unit JA-26-7")
    assert place(emptied, "JA-26-7") == "1715", "the attacker may enter the emptied hex"


@pytest.mark.rule("kgw", "25.0.c")
def test_a_bloodbath_of_one_against_one_leaves_nobody() -> None:
    """T-36, Q-44"""
    match = brings("B1", {"1615": "JA-25-7"}, "MP-2CAV")
    assert place(match, "JA-25-7") == place(match, "MP-2CAV") == "display"
    assert "log.advance" not in keys(match)


@pytest.mark.rule("kgw", "25.0.e")
def test_a_defeated_defender_loses_units_the_rest_retreat_and_the_attacker_advances() -> None:
    match = brings("D1R", {"1615": ["JA-25-7", "JA-26-7", "JA-27-7"]}, ["MP-2CAV", "MP-MIA"])
    do(match, "unit MP-MIA", "unit MP-2CAV")
    do(match, f"hex {min(map(str, offered(match, 'hex')))}", "unit JA-25-7", "done")
    assert place(match, "MP-MIA") == "display"
    assert place(match, "JA-25-7") == "1715"


@pytest.mark.rule("kgw", "13.5.b")
def test_the_owner_picks_among_those_who_fought() -> None:
    """Q-43"""
    match = brings("A1R", {"1615": ["JA-64-23", "JA-71-23"]}, "RA-57", also={"1615": ["JA-SUP-1", "JA-72-23"]})
    assert offered(match, "unit") == {"JA-64-23", "JA-71-23"}
    assert refused(match, "unit JA-SUP-1") == "13.5.b"
    assert refused(match, "unit RA-57") == "13.5.b"
    defender = brings("D1R", {"1615": "JA-7"}, ["MP-2CAV", "RA-SUP-1", "RA-57ENG"])
    assert offered(defender, "unit") == {"MP-2CAV", "RA-SUP-1", "RA-57ENG"}


@pytest.mark.rule("kgw", "16.1.d")
def test_by_a_house_rule_supply_beside_attackers_is_lost_for_them() -> None:
    """Q-43, the other reading: supply of their hexes and of no other, a convoy or a depot."""
    also = {"1615": ["JA-SUP-1", "JA-SUP-2", "JA-72-23"], "1614": "JA-SUP-3"}
    match = brings("A1R", {"1615": "JA-64-23"}, "RA-57", also=also, options=SPARE, marks={"flipped": "JA-SUP-2"})
    assert offered(match, "unit") == {"JA-64-23", "JA-SUP-1", "JA-SUP-2"}
    assert refused(match, "unit JA-SUP-3") == refused(match, "unit JA-72-23") == "13.5.b"
    do(match, "unit JA-SUP-2")
    assert place(match, "JA-SUP-2") == "display"
    assert place(match, "JA-64-23") != "display"


@pytest.mark.rule("kgw", "16.1.d")
def test_supply_beside_attackers_that_are_lost_need_not_follow_them() -> None:
    """Q-43, the other reading: it may be given up, and losses beyond the last attacker are ignored."""
    match = brings("A3R", {"1615": "MC-CHINGAN"}, "RA-57", also={"1615": "JA-SUP-1"}, options=SPARE)
    do(match, "unit MC-CHINGAN")
    assert asked(match).message.key != "ask.loss"
    assert place(match, "JA-SUP-1") == "1615"


@pytest.mark.rule("kgw", "21.0")
@pytest.mark.parametrize(("covered", "asks"), [("RA-SUP-1", True), ("RA-76-36", True), (None, False)])
def test_who_loses_his_last_attacker_is_asked_wherever_supply_may_be_beside(covered: str | None, asks: bool) -> None:
    """Q-43, the other reading: to be asked would tell of the supply under the top counter."""
    also = {"1615": [unit for unit in (covered, "RA-149-36") if unit]}
    match = brings("A1R", {"1615": "RA-24-36"}, "JA-23", side="soviet", also=also, options=SPARE)
    assert (asked(match).message.key == "ask.loss") is asks


@pytest.mark.rule("kgw", "13.5.c")
def test_a_division_may_break_down_and_lose_parts() -> None:
    """T-29, Q-32"""
    attackers = {"1615": ["RA-36", "RA-57"], "1816": ["RA-11ARM", "RA-6ARM"]}
    match = brings("D2R", attackers, "JA-7", side="soviet")
    assert offered(match, "breakdown") == {"JA-7"}
    do(match, "breakdown JA-7")
    assert offered(match, "unit") == {"JA-25-7", "JA-26-7", "JA-27-7", "JA-28-7", "JA-7REC"}
    do(match, "unit JA-7REC", "unit JA-25-7")
    left = {"JA-26-7", "JA-27-7", "JA-28-7"}
    assert {place(match, unit) for unit in left} == {"1715"}
    assert place(match, "JA-7") == "reorganization"
    assert "log.advance" not in keys(match)
    assert asked(match).message.key != "ask.advance"


@pytest.mark.rule("kgw", "13.5.c")
def test_three_losses_wipe_out_a_broken_division_of_three() -> None:
    """T-34"""
    match = brings("D3R", {"1615": ["JA-7", "JA-23"], "1816": ["JA-2", "JA-4"], "1616": "CX-26"}, "RA-36", options={})
    do(match, "breakdown RA-36")
    assert {place(match, unit) for unit in ("RA-24-36", "RA-76-36", "RA-149-36")} == {"display"}
    assert asked(match).message.key == "ask.advance"


def test_a_division_given_up_whole_takes_its_parts_along() -> None:
    """Q-51"""
    match = brings("D1R", {"1615": ["JA-7", "JA-23", "JA-2"]}, ["RA-82", "MP-2CAV"])
    do(match, "unit RA-82")
    assert {place(match, unit) for unit in ("RA-82", "RA-601-82", "RA-602-82", "RA-603-82")} == {"display"}
    assert not position(match).formed or all(d != match.game.sheet.index["RA-82"] for d, _ in position(match).formed)


@pytest.mark.rule("kgw", "25.0.e")
def test_losses_beyond_the_last_unit_are_ignored() -> None:
    """T-35"""
    match = brings("D2R", {"1615": "JA-7"}, "RA-24-36")
    assert place(match, "RA-24-36") == "display"
    assert asked(match).message.key == "ask.advance"


@pytest.mark.rule("kgw", "13.5.d")
@pytest.mark.rule("kgw", "15.6.i")
@pytest.mark.rule("kgw", "15.6.h")
def test_air_units_suffer_nothing_from_ground_combat() -> None:
    air = {"1920": ["JA-AIR-1", "JA-AIR-2"]}
    match = battle({"1615": "JA-64-23"}, "RA-57", 1, 1, 1, air=air["1920"], also={**air, "1515": "RA-AIR-1"})
    assert results(match) == ["A2R"]
    assert place(match, "JA-64-23") == "display"
    assert place(match, "JA-AIR-1") == place(match, "JA-AIR-2") == "1920"
    assert offered(match, "support") == set()


# -- 24.3 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "24.3")
@pytest.mark.rule("kgw", "24.3.a")
@pytest.mark.rule("kgw", "24.3.b")
def test_one_supporting_air_unit_may_be_lost_for_one_ground_unit() -> None:
    """E-16"""
    air = ["JA-AIR-1", "JA-AIR-2"]
    attackers = {"1615": ["JA-64-23", "JA-71-23", "JA-72-23"]}
    for die in range(1, 7):
        match = battle(attackers, ["MP-2CAV", "MP-3CAV"], 1, 4, die, air=air, also={"1920": air}, options=FIRE)
        if results(match) == ["B2"]:
            break
    assert results(match) == ["B2"]
    assert asked(match).message.key == "ask.loss"
    assert offered(match, "support") == set(air)
    do(match, "support JA-AIR-1")
    assert place(match, "JA-AIR-1") == "display"
    assert offered(match, "support") == set()
    assert refused(match, "support JA-AIR-2") == "24.3"
    do(match, "unit JA-64-23")
    assert asked(match).message.key == "ask.advance"
    assert place(match, "JA-71-23") == "1615"


@pytest.mark.rule("kgw", "24.3")
def test_only_support_that_helped_can_be_lost() -> None:
    """Q-87"""
    air = ["JA-AIR-1", "JA-AIR-2"]
    attackers = {"1615": ["JA-64-23", "JA-71-23"]}
    match = battle(attackers, "RA-57", 1, 6, 1, air=air, also={"1920": air}, options=FIRE)
    assert results(match) == ["A2R"]
    assert offered(match, "support") == {"JA-AIR-1"}
    off = battle(attackers, "RA-57", 1, 1, 2, air=air, also={"1920": air})
    assert offered(off, "support") == set()


# -- 24.8 ------------------------------------------------------------------------------------------------------------

CORPS = {"1615": ["JA-7", "JA-23"], "1816": ["JA-2", "JA-4"], "1616": "CX-26"}


@pytest.mark.rule("kgw", "24.8")
@pytest.mark.rule("kgw", "24.8.a")
@pytest.mark.rule("kgw", "24.8.b")
@pytest.mark.rule("kgw", "24.8.d")
def test_driving_out_a_strong_defence_brings_recruit_points() -> None:
    """T-97: D3R against 12 factors with an advance"""
    match = brings("D3R", CORPS, "RA-57", options=SPOILS, also=ELSEWHERE, points=(5, 5))
    do(match, "unit RA-57", "unit JA-7", "done")
    assert (points(match, "soviet"), points(match, "japan")) == (4, 6)
    assert told(match, "log.spoils")["points"] == 1
    everybody = do(brings("D3R", CORPS, "RA-57", options=SPOILS, also=ELSEWHERE, points=(5, 5)), "unit RA-57")
    while asked(everybody).message.key == "ask.advance":
        do(everybody, f"unit {min(map(str, offered(everybody, 'unit')))}")
    assert (points(everybody, "soviet"), points(everybody, "japan")) == (4, 6), "nobody is left to say that he is done"


@pytest.mark.rule("kgw", "24.8.a")
def test_no_points_against_a_weak_defence_or_without_an_advance() -> None:
    weak = brings("D3R", CORPS, ["RA-82", "RA-24-36"], options=SPOILS, also=ELSEWHERE, points=(5, 5))
    do(weak, "unit RA-82", "unit JA-7", "done")
    assert (points(weak, "soviet"), points(weak, "japan")) == (5, 5), "11 factors"
    halt = brings("D3R", CORPS, "RA-57", options=SPOILS, also=ELSEWHERE, points=(5, 5))
    do(halt, "unit RA-57", "done")
    assert (points(halt, "soviet"), points(halt, "japan")) == (5, 5)
    off = brings("D3R", CORPS, "RA-57", also=ELSEWHERE, points=(5, 5))
    do(off, "unit RA-57", "unit JA-7", "done")
    assert (points(off, "soviet"), points(off, "japan")) == (5, 5)


@pytest.mark.rule("kgw", "24.8.c")
@pytest.mark.rule("kgw", "24.8.d")
def test_the_greatest_defeat_brings_two_and_costs_one_if_there_is_one() -> None:
    guns = {**CORPS, "1714": ["JA-1ARM", "JA-2ARM", "JA-KAART"]}
    match = brings("D4R", guns, "RA-57", options=SPOILS, also=ELSEWHERE, points=(0, 5))
    do(match, "unit RA-57", "unit JA-7", "done")
    assert (points(match, "soviet"), points(match, "japan")) == (0, 7)


@pytest.mark.rule("kgw", "24.8.b")
def test_counterattackers_are_attackers_too() -> None:
    """Q-45"""
    attackers, defenders = {"1615": "JA-23", "1816": "JA-7"}, ["RA-36", "RA-57", "RA-93", "RA-82"]
    match = brings("CA/R", attackers, defenders, 6, options=SPOILS, also=ELSEWHERE, points=(5, 5))
    do(match, "counterattack 1615")
    assert results(match)[1] == "D2R"
    do(match, "unit JA-23", "unit RA-36", "done")
    assert (points(match, "soviet"), points(match, "japan")) == (6, 4)


@pytest.mark.rule("kgw", "13.5.b")
def test_while_losses_are_taken_nothing_else_is_done() -> None:
    match = brings("A1R", {"1615": ["JA-64-23", "JA-71-23"]}, "RA-57")
    assert why(match, "attack 1715").key == "why.pick-loss"
    assert why(match, "withdraw JA-64-23").key == "why.pick-loss"
    assert why(match, "done").key == "why.pick-loss"


@pytest.mark.rule("kgw", "18.4.b")
def test_no_entrenchment_is_told_of_where_there_was_none() -> None:
    match = brings("D2R", {"1615": "JA-7"}, "RA-24-36")
    assert "log.eliminated" in keys(match)
    assert "log.trench-gone" not in keys(match)


@pytest.mark.rule("kgw", "17.2.i")
@pytest.mark.parametrize("unit", ["RA-36", "RA-15", "RA-FMG", "JA-7", "CX-CAVGP", "JA-YAS"])
def test_every_division_lost_whole_takes_its_parts_to_the_display(unit: str) -> None:
    """Q-51"""
    match = board({"2015" if unit.startswith("RA") else "2608": unit}, options={"armour_groups": True})
    s = position(match)
    parts = s.parts(the_game().sheet.index[unit])
    eliminate(s, the_game().sheet.index[unit], "25.0")
    assert {place(match, part) for part in ids(parts)} == {"display"}
    assert not s.formed


def test_the_throw_of_a_combat_names_the_hex_that_is_attacked() -> None:
    match = battle({"1615": ["JA-64-23", "JA-71-23"]}, "RA-24-36", 3, 3)
    do(match, "counterattack 1615")
    throws = [event.throw for event in match.log if event.key == "log.result"]
    assert [(throw.side, throw.hexes) for throw in throws if throw] == [(1, hexes("1715")), (0, hexes("1615"))]
