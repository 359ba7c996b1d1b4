"""The advisor of Khalkin-Gol War: what the planner makes of positions where the right choice is clear."""

from __future__ import annotations

import pytest

from khalkhin.ai.advisor import advisor_of
from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.engine.view import view
from khalkhin.games.kgw.ai import GameAdvisor
from khalkhin.games.kgw.ai.battle_values import BattleValues, Force, summed
from khalkhin.games.kgw.ai.settings import SETTINGS
from khalkhin.games.kgw.retreat import RetreatAll
from tests.kgw.battles import ELSEWHERE, TARGET, brings
from tests.kgw.positions import asked, board, do, place, points, position, the_game, units
from tests.planner import decides, play_phase

COLUMNS = the_game().charts.combat.columns
HOME = dict(zip(("0112", "0117", "0421", "1211", "1515", "2015"), [f"MP-{n}CAV" for n in range(2, 8)], strict=True))
AWAY = {
    "2608": "MC-1-8BGU",
    "2614": "MC-2-8BGU",
    "2006": "MC-3-8BGU",
    "2211": "JA-1-1IGU",
    "2312": "JA-2-1IGU",
    "1524": "MJ-4CAV",
    "1920": "MJ-5CAV",
}
"""A guard in every place of the Mongols, and of the Japanese."""


def advisor() -> GameAdvisor:
    found = advisor_of(the_game())
    assert isinstance(found, GameAdvisor)
    return found


# -- what things are worth --------------------------------------------------------------------------------------------


def test_the_worth_of_an_attack_is_the_mean_over_the_die() -> None:
    """In the lowest column the attacker loses 3, 2, 2, 1, 1 or no units, and goes back five times out of six."""
    battle_values = BattleValues(the_game(), SETTINGS.battle_values)
    five = Force(summed([1.0] * 5), 0.6, False)
    one = Force(summed([2.0]), 0.1, False)
    assert battle_values.gain(0, five, one, 3.0, 0.0, 0.0) == pytest.approx(-(9 + 5 * 0.6) / 6)
    # In the highest column a single defender always dies, and the hex is empty.
    assert battle_values.gain(COLUMNS.index("≥700"), five, one, 3.0, 0.0, 0.0) == pytest.approx(2.0 + 3.0)


def test_who_stands_has_to_be_killed_to_the_last_unit() -> None:
    """The highest column reads D1R, D2R, D2R, D3R, D3R, D4R."""
    battle_values = BattleValues(the_game(), SETTINGS.battle_values)
    ours, three = Force(summed([1.0]), 0.0, False), summed([1.0] * 3)
    last = COLUMNS.index("≥700")
    stays = battle_values.gain(last, ours, Force(three, 0.0, True), 6.0, 0.0, 0.0)
    goes = battle_values.gain(last, ours, Force(three, 0.0, False), 6.0, 0.0, 0.0)
    assert stays == pytest.approx((1 + 2 + 2 + 3 + 3 + 3) / 6 + 6.0 * 3 / 6)
    assert goes == pytest.approx((1 + 2 + 2 + 3 + 3 + 3) / 6 + 6.0)


def test_points_count() -> None:
    """To hold a place is better than not to, and worse while the enemy stands beside it."""
    match = board({"2015": "RA-57", "2612": "JA-7"}, "soviet_move")
    here = position(match)
    evaluation = advisor().evaluation(here, 0)
    gone, beset = here.clone(), here.clone()
    gone.put(the_game().sheet.index["RA-57"], the_game().map.grid.at("1815"))
    beset.put(the_game().sheet.index["JA-7"], the_game().map.grid.at("2115"))
    assert evaluation(here) - evaluation(gone) >= 3
    assert evaluation(here) - evaluation(beset) >= 1


# -- movement ---------------------------------------------------------------------------------------------------------


def test_a_place_that_nobody_holds_is_taken() -> None:
    match = board({"1715": "RA-11ARM", "3001": "MC-1CAV"}, "soviet_move")
    play_phase(match)
    assert place(match, "RA-11ARM") in HOME


def test_guards_stay() -> None:
    """Nobody runs after enemies who are too strong, and no place is left alone."""
    match = board({**HOME, **AWAY, "2313": ["JA-64-23", "JA-71-23"]}, "soviet_move")
    play_phase(match)
    assert {hex_: place(match, unit) for hex_, unit in HOME.items()} == {hex_: hex_ for hex_ in HOME}


def test_an_assault_is_made_by_many() -> None:
    """Alone none of them would dare it."""
    force = ("RA-11ARM", "RA-6ARM", "RA-24-36", "RA-76-36")
    placed = {**HOME, **AWAY, "1413": force[:2], "1513": force[2:], TARGET: ["JA-64-23", "JA-71-23"]}
    match = board(placed, "soviet_move")
    play_phase(match)
    zone = position(match).zone(1)
    beside = [unit for unit in force if zone >> position(match).where[the_game().sheet.index[unit]] & 1]
    assert len(beside) >= 3


def test_the_railroad_is_used() -> None:
    """From the east edge to the front it is a month on foot."""
    match = board({**HOME, **AWAY, "3309": ["JA-64-23", "JA-71-23"]}, "japan_move")
    assert any(said.startswith("rail") for said in play_phase(match))


# -- combat -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attackers", "decision"),
    [(["JA-7"], f"attack {TARGET}"), (["JA-64-23"], "done")],
)
def test_attacks_are_made_by_their_odds(attackers: list[str], decision: str) -> None:
    match = board({"1714": attackers, TARGET: ["RA-601-82", "RA-602-82"], **ELSEWHERE}, "japan_combat")
    assert decides(match) == decision


def test_a_high_stack_of_unknown_units_is_left_alone() -> None:
    """On top lies a weak counter; what lies under it nobody knows."""
    hidden = ["RA-82", "RA-6ARM", "RA-11ARM", "RA-7REC", "RA-8REC", "MP-1-7BG"]
    alone = board({"1714": ["JA-64-23", "JA-71-23"], TARGET: ["MP-1-7BG"], **ELSEWHERE}, "japan_combat")
    assert decides(alone) == f"attack {TARGET}"
    match = board({"1714": ["JA-64-23", "JA-71-23"], TARGET: hidden, **ELSEWHERE}, "japan_combat", rest="display")
    assert decides(match) == "done"


def test_air_units_support_what_hangs_in_the_balance() -> None:
    match = board({"1714": ["JA-7"], TARGET: ["RA-82"], "2614": ["JA-AIR-1", "JA-AIR-2"], **ELSEWHERE}, "japan_combat")
    said = play_phase(match)
    assert said.count("support JA-AIR-1") + said.count("support JA-AIR-2") == 2


def test_the_cheapest_unit_is_lost() -> None:
    """B1 costs each side a unit: the cavalry goes, the armour stays."""
    placed = {"1714": ["RA-11ARM", "RA-6ARM", "MP-1CAV"], TARGET: ["JA-64-23", "JA-71-23"], **ELSEWHERE}
    match = board(placed, "soviet_combat", dice=[3])
    do(match, f"attack {TARGET}", "unit RA-11ARM", "unit RA-6ARM", "unit MP-1CAV", "commit", "commit")
    while asked(match).side == 1:
        match.play(*PlannerPlayer(1).decide(view(match.state, 1)))
    assert asked(match).message.key == "ask.loss"
    assert decides(match) == "unit MP-1CAV"


def test_by_a_house_rule_the_cheapest_loss_may_be_supply() -> None:
    """Q-43, the other reading: a convoy beside the attackers goes before their armour."""
    force = {"1615": ["RA-11ARM", "RA-6ARM"]}
    match = brings("A1R", force, "JA-23", side="soviet", also={"1615": "RA-SUP-1"}, options={"supply_losses": True})
    assert decides(match) == "unit RA-SUP-1"


def test_a_trapped_division_is_broken_down_before_it_is_given_up() -> None:
    group = units("JA-YAS")
    first = [RetreatAll(1, "attackers", 1, True)]
    placed = {"2010": "JA-YAS", "1910": ["RA-57", "RA-93"]}
    match = board(placed, "soviet_combat", attackers=group, options={"armour_groups": True}, first=first)
    assert decides(match) == "breakdown JA-YAS"


def test_supply_is_taken_along_in_a_retreat() -> None:
    match = brings("A1R", {"1615": ["RA-24-36", "RA-76-36"]}, "JA-23", side="soviet", also={"1615": "RA-SUP-1"})
    do(match, "unit RA-76-36")
    assert decides(match) == "unit RA-24-36"
    do(match, "unit RA-24-36")
    assert decides(match) == "unit RA-SUP-1"


def test_nobody_counterattacks_against_hope() -> None:
    """A regiment of Mongols goes back before a division does the rest."""
    placed = {"1714": "JA-7", TARGET: ["MP-1CAV", "MP-2CAV", "MP-3CAV"], "1616": "RA-SUP-1", **ELSEWHERE}
    match = board(placed, "japan_combat", dice=[2])
    do(match, f"attack {TARGET}", "unit JA-7", "commit", "commit")
    assert asked(match).message.key == "ask.counterattack", "the die should call for a decision"
    assert decides(match) == "retreat"


# -- recruits, organisation, supply -----------------------------------------------------------------------------------


def test_supply_is_bought_first_and_nothing_is_saved() -> None:
    match = board({"2608": "JA-64-23", "2015": "MP-1CAV"}, "japan_recruit", rest="display", points=(0, 12))
    said = play_phase(match)
    assert said[0].startswith("recruit JA-SUP")
    assert points(match, "japan") == 0
    assert not position(match).stack(the_game().box("hand"))


def test_regiments_become_a_division() -> None:
    parts = ["RA-24-36", "RA-76-36", "RA-149-36"]
    match = board({"1211": parts, "2608": "JA-64-23"}, "soviet_organise", rest="display")
    play_phase(match)
    assert place(match, "RA-36") == "1211"


def test_supply_is_spent_where_much_can_go_on() -> None:
    placed = {"2413": ["RA-36", "RA-11ARM", "RA-SUP-1"], "2015": ["MP-1CAV", "RA-SUP-2"], "2614": "MC-1-8BGU"}
    match = board(placed, "soviet_supply")
    said = play_phase(match)
    assert "supply RA-SUP-1" in said
    assert "supply RA-SUP-2" not in said
    assert position(match).supplied & units("RA-36", "RA-11ARM") == units("RA-36", "RA-11ARM")
