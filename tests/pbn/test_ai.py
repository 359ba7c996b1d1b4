"""The advisor of Nomonhan: what the planner makes of positions where the right choice is clear."""

from __future__ import annotations

import random
from typing import Any

import pytest

from khalkhin.ai.advisor import advisor_of
from khalkhin.ai.ideas.battles import stretches
from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.board.hexset import members
from khalkhin.engine.cover import cover
from khalkhin.engine.view import view
from khalkhin.games.pbn.ai import GameAdvisor
from khalkhin.games.pbn.ai.battle_plan import StretchPlan
from khalkhin.games.pbn.ai.battle_values import BattleValues, Force
from khalkhin.games.pbn.battle import Battles
from khalkhin.games.pbn.campaign import Buy
from khalkhin.games.pbn.declaration import Declare, front
from khalkhin.games.pbn.position import Position
from tests.pbn.positions import asked, board, do, place, position, the_game, units
from tests.planner import decides, play_phase

FAR = {"0102": "MN-22M", "3302": "MC-1M"}
"""Somebody of either side who has nothing to do with it."""


def advisor() -> GameAdvisor:
    found = advisor_of(the_game())
    assert isinstance(found, GameAdvisor)
    return found


# -- what things are worth ---------------------------------------------------------------------------------------------


def test_the_worth_of_a_battle_is_the_mean_over_the_die() -> None:
    """Raid at 100%: AAT, DM, C, C, DAT, AM. Assault at 600%: DAT, DS, DS, DE, DE, DE."""
    battle_values = BattleValues(the_game())
    ours, theirs = Force(9.0, 5.0, 1.0, 0.5), Force(6.0, 3.0, 2.0, 0.25)
    assert battle_values.gain("raid", 3, ours, theirs, 4.0) == pytest.approx((-1.0 - 0.5 + 2.0 + 0.25 + 4.0) / 6)
    shattered = 3.0 + 0.125 + 4.0
    assert battle_values.gain("assault", 9, ours, theirs, 4.0) == pytest.approx((2 + 2 * shattered + 3 * (6 + 4)) / 6)


def test_beyond_the_table_nothing_gets_better() -> None:
    battle_values = BattleValues(the_game())
    ours, theirs = Force(9.0, 5.0, 1.0, 0.5), Force(6.0, 3.0, 2.0, 0.25)
    assert battle_values.gain("raid", 30, ours, theirs, 0.0) == battle_values.gain("raid", 9, ours, theirs, 0.0)
    assert battle_values.gain("raid", -30, ours, theirs, 0.0) == battle_values.gain("raid", 0, ours, theirs, 0.0)


def test_who_is_dug_in_minds_no_short_retreat() -> None:
    """Raid at 150%: DM, DM, C, DAT, AM, AM."""
    battle_values = BattleValues(the_game())
    ours, theirs = Force(9.0, 5.0, 1.0, 0.5, True), Force(6.0, 3.0, 2.0, 0.25, True)
    assert battle_values.gain("raid", 4, ours, theirs, 4.0) == pytest.approx(2.0 / 6)


def test_with_banzai_contact_is_all_or_nothing() -> None:
    """Raid at 150% with the Japanese attacking: they stay where a DM would drive them back, and C costs them all."""
    battle_values = BattleValues(the_game())
    ours, theirs = Force(9.0, 5.0, 1.0, 0.5), Force(6.0, 3.0, 2.0, 0.25)
    expected = (-9.0 + 2.0 + 2 * (4.0 + 0.25)) / 6
    assert battle_values.banzai_gain("raid", 4, ours, theirs, 4.0, True) == pytest.approx(expected)
    # With the Japanese defending nobody leaves the hex: DM, DM, C (now DE), DAT, AM, AM.
    expected = (-0.5 - 0.5 + 6.0 + 4.0 + 2.0) / 6
    assert battle_values.banzai_gain("raid", 4, ours, theirs, 4.0, False) == pytest.approx(expected)


def test_objectives_count() -> None:
    """To hold one is better than to stand beside it, and worse than to hold Nomonhan."""
    match = board({"2010": "SU-24", "1617": "JP-64"}, "soviet_move")
    here = position(match)
    evaluation = advisor().evaluation(here, 0)
    gone, other = here.clone(), here.clone()
    gone.put(the_game().sheet.index["SU-24"], the_game().map.grid.at("2011"))
    other.put(the_game().sheet.index["SU-24"], the_game().map.grid.at("2216"))
    assert evaluation(here) > evaluation(other) > evaluation(gone)


def test_a_headquarters_alone_within_reach_is_in_danger() -> None:
    match = board(
        {"1617": ["JP-26", "JP-28"], "1717": "JP-64", "1612": "SU-36HQ", "1810": ["SU-24", "SU-76"]}, "soviet_move"
    )
    here = position(match)
    evaluation = advisor().evaluation(here, 0)
    guarded = here.clone()
    for unit in members(units("SU-24", "SU-76")):
        guarded.put(unit, the_game().map.grid.at("1612"))
    hex_ = the_game().map.grid.at("1612")
    alone = evaluation.danger(here, hex_, here.at[hex_])
    together = evaluation.danger(guarded, hex_, guarded.at[hex_])
    assert alone > together


# -- movement ----------------------------------------------------------------------------------------------------------


def test_an_objective_that_nobody_holds_is_taken() -> None:
    match = board({"1813": "SU-24", "3302": "MC-1M"}, "soviet_move")
    play_phase(match)
    assert place(match, "SU-24") == "2010"


def test_an_assault_is_made_by_many() -> None:
    """Alone none of them would dare it."""
    force = ["SU-11A", "SU-7", "SU-8", "SU-24"]
    match = board({"1715": force[:2], "1815": force[2:], "2010": ["JP-64", "JP-71"], **FAR}, "soviet_move")
    play_phase(match)
    zone = position(match).zone(1)
    beside = [unit for unit in force if zone >> position(match).where[the_game().sheet.index[unit]] & 1]
    assert len(beside) >= 3


def test_nobody_walks_into_a_hopeless_attack() -> None:
    match = board({"1813": "MN-15M", "2010": ["JP-26", "JP-28"], "3302": "MC-1M"}, "soviet_move")
    play_phase(match)
    assert not position(match).zone(1) >> position(match).where[the_game().sheet.index["MN-15M"]] & 1


def test_who_would_have_to_attack_without_hope_goes_away() -> None:
    match = board({"1911": "MN-15M", "2010": ["JP-26", "JP-28"], "3302": "MC-1M"}, "soviet_move")
    play_phase(match)
    assert place(match, "MN-15M") != "1911"


def test_units_leave_the_base() -> None:
    match = board({"tamsag": ["SU-24", "SU-36HQ"], "2010": "JP-64"}, "soviet_move")
    play_phase(match)
    assert "tamsag" not in (place(match, "SU-24"), place(match, "SU-36HQ"))


# -- combat ------------------------------------------------------------------------------------------------------------


def test_who_is_near_two_enemies_helps_where_it_matters() -> None:
    """Each enemy has to be attacked by somebody; the brigade goes for the one that can be destroyed."""
    placed = {"1510": ["SU-11A", "SU-36R"], "1509": "JP-3A", "1511": ["JP-26", "JP-28"], **FAR}
    match = board(placed, "soviet_combat")
    player = PlannerPlayer(1)
    while isinstance(position(match).agenda[-1], Declare):
        match.play(*player.decide(view(match.state, 0)))
    battles = next(step for step in position(match).agenda if isinstance(step, Battles)).battles
    against = {the_game().map.grid.name(next(members(b.targets))): b.units for b in battles}
    assert against == {"1509": units("SU-11A"), "1511": units("SU-36R")}


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_every_declaration_is_accepted_and_no_worse_than_the_usual_one(seed: int, every: bool) -> None:
    """Crowded fronts: what the planner finds covers everything, is worth at least as much, and is accepted; also where
    by a house rule enemies without a zone are attacked (R12)."""
    placed = _crowd(random.Random(seed))
    weak = [stack[0] for stack in placed.values() if every and stack[0][:2] == "JP" and stack != ["JP-6HQ"]][::2]
    options = {"attack_all": every}
    match = board(placed, "soviet_combat", activated=["SU-57cHQ", "JP-6HQ"], suppressed=weak, options=options)
    top = position(match).agenda[-1]
    assert isinstance(top, Declare)
    _planned(position(match), 0, top.idle)
    player, said = PlannerPlayer(seed), []
    while isinstance(position(match).agenda[-1], Declare):
        verb, noun = player.decide(view(match.state, 0))
        said.append(verb)
        match.play(verb, noun)
    assert "auto" not in said, "the plan was carried through"


def _crowd(rng: random.Random) -> dict[str, list[str]]:
    """Both sides in a small area, one to three counters in a hex."""
    sheet = the_game().sheet
    area = [f"{column:02}{row:02}" for column in range(14, 20) for row in range(6, 12)]
    rng.shuffle(area)
    out: dict[str, list[str]] = {}
    for side, leader in enumerate(("SU-57cHQ", "JP-6HQ")):
        fighters = [u for u in members(the_game().fighting & sheet.of_side[side]) if not the_game().battalion >> u & 1]
        rng.shuffle(fighters)
        for _ in range(7):
            out[area.pop()] = [sheet.ids[fighters.pop()] for _ in range(rng.choice((1, 1, 2)))]
        out[area.pop()] = [leader]
    return out


def _planned(s: Position, side: int, idle: int) -> None:
    evaluation = advisor().evaluation(s, side)
    whole = front(s, side, idle)
    battles = evaluation.battles(s, idle)
    used = [u for group, _ in battles for u in members(group)]
    hit = [h for _, targets in battles for h in members(targets)]
    assert len(used) == len(set(used)), "no unit is in two battles"
    assert len(hit) == len(set(hit)), "no hex is in two battles"
    assert not whole.obliged & ~sum(1 << u for u in used), "everybody who has to attack does"
    assert not whole.due & ~sum(1 << h for h in hit), "everything that has to be attacked is"
    for group, targets in battles:
        assert all(not targets & ~whole.beside[u] for u in members(group)), "everybody is next to every hex"
    for stretch in stretches(whole):
        planner = StretchPlan(advisor().battle_values, advisor().values(s), s, side, stretch, evaluation.stakes)
        usual = sum(planner.weigh(*battle).worth for battle in cover(stretch))
        assert planner.battles()[0] >= usual - 1e-9


def test_the_table_is_chosen_by_its_worth() -> None:
    """At the highest odds an Assault destroys; against a regiment in works a Raid costs less."""
    strong = board({"1510": ["SU-11A", "SU-6A"], "1509": "JP-64", **FAR}, "soviet_combat")
    do(strong, "attack 1509", "unit SU-11A", "unit SU-6A", "commit")
    assert decides(strong) == "table assault"
    weak = board({"1510": "SU-24", "1509": "JP-64", **FAR}, "soviet_combat")
    do(weak, "attack 1509", "unit SU-24", "commit")
    assert decides(weak) == "table raid"


def test_a_lone_regiment_breaks_down_rather_than_be_lost() -> None:
    """Shattered as a whole it is lost whole; as three battalions it loses two of them."""
    match = board({"1510": ["SU-11A", "SU-6A"], "1509": "JP-64", **FAR}, "soviet_combat", dice=[2, 1, 1, 1])
    do(match, "attack 1509", "unit SU-11A", "unit SU-6A", "commit", "table assault")
    while asked(match).message.key != "ask.lose-half":
        do(match, "pass")
    assert decides(match) == "breakdown JP-64"


# -- air, supply, arrivals ---------------------------------------------------------------------------------------------


def test_few_air_points_stay_on_the_ground_and_many_rule_the_sky() -> None:
    few = board(FAR, "air", air={"soviet": {"reserve": 1}, "japan": {"reserve": 9}})
    player = PlannerPlayer(1)
    said = player.decide(view(few.state, 0))
    assert said[0] == "commit"
    verb, noun = PlannerPlayer(1).decide(view(few.state, 1))
    assert (verb, noun) != ("commit", None)
    many = board(FAR, "air", air={"soviet": {"reserve": 9}, "japan": {"reserve": 4}})
    verb, noun = PlannerPlayer(1).decide(view(many.state, 0))
    assert verb == "superiority"
    assert isinstance(noun, int)
    assert noun >= 4


def test_strikes_fall_on_who_is_attacked() -> None:
    placed = {"1510": ["SU-11A", "SU-36R"], "1509": "JP-64", "2517": "JP-71", "0102": "MN-22M"}
    match = board(placed, "soviet_strike", air={"soviet": {"strike": 3}})
    assert play_phase(match)[:2] == ["strike 1509", "points 3"]


def test_supply_goes_to_the_headquarters_that_moves_many() -> None:
    placed = {"1413": ["SU-57cHQ", "SU-11A", "SU-36R"], "1412": ["SU-7", "SU-8"], "0304": "SU-36HQ", "2010": "JP-64"}
    match = board(placed, "soviet_logistics", supply={"soviet": {"1413": 1, "0304": 1}})
    said = play_phase(match)
    assert "activate SU-57cHQ" in said
    assert "activate SU-36HQ" not in said


def test_lost_units_come_back_and_damaged_air_points_are_repaired() -> None:
    placed = {"replaceable": ["SU-11A", "SU-7BG"], "1413": "SU-24", "2010": "JP-64"}
    match = board(placed, "soviet_logistics", supply={"soviet": {"tamsag": 2}}, air={"soviet": {"damaged": 3}})
    said = play_phase(match)
    assert said[0] == "refit SU-11A"
    assert "repair 3" in said


def test_battalions_become_a_regiment_first() -> None:
    parts_ = ["JP-B1210-1", "JP-B1210-2", "JP-B1110-1"]
    match = board({"broken": "JP-64", "2010": parts_, "1413": "SU-24"}, "japan_logistics")
    play_phase(match)
    assert place(match, "JP-64") == "2010"


def test_everybody_arrives_in_the_base() -> None:
    match = board({"turn_3": ["SU-7", "SU-8"], **FAR}, "soviet_reinforcement")
    play_phase(match)
    assert {place(match, "SU-7"), place(match, "SU-8")} == {"tamsag"}


# -- options -----------------------------------------------------------------------------------------------------------


def test_units_are_turned_face_down() -> None:
    match = board({"1413": ["SU-24", "SU-7"], "2010": "JP-64"}, "soviet_logistics", options={"face_down": True})
    assert set(play_phase(match)) == {"conceal SU-24", "conceal SU-7", "done"}


def test_the_airborne_brigade_lands_where_nobody_guards() -> None:
    """Not where the enemy stands around, whatever is to be had there."""
    airborne = {"airborne": True}
    empty = board({"tamsag": "SU-212", "3302": "MC-1M"}, "soviet_move", options=airborne)
    assert play_phase(empty)[:2] == ["drop SU-212", "hex 2010"]
    ring = {"1910": "JP-26", "2009": "JP-28", "2110": "JP-25", "1911": "JP-27", "2011": "JP-16", "2109": "JP-30"}
    others = {"1506": "JP-4", "1512": "JP-29", "1413": "JP-8", "1614": "JP-70", "2216": "JP-37", "2517": "JP-61"}
    west = {"1008": "JP-71", "1216": "JP-72"}
    beset = board({"tamsag": "SU-212", **ring, **others, **west}, "soviet_move", options=airborne)
    assert not any(said.startswith("drop") for said in play_phase(beset))


def test_markers_are_bought_only_while_much_can_come_of_them() -> None:
    paid: dict[str, Any] = {"options": {"buy_markers": True}, "points": (9, 0), "first": [Buy(0, 3)]}
    assert decides(board(FAR, "soviet_campaign", month=2, **paid)) == "buy 2"
    assert decides(board(FAR, "soviet_campaign", month=5, **paid)) == "done"
    poor = {**FAR, "effect": ["SU-CM-STAVKA", "SU-CM-1AG", "SU-CM-ZHUKOV"]}
    assert decides(board(poor, "soviet_campaign", month=2, **paid)) == "done"


def test_guns_of_a_headquarters_fire_where_it_helps() -> None:
    """Two brigades attack a regiment on a ridge: to suppress it is worth a supply point."""
    placed = {"1413": ["SU-11A", "SU-6A"], "1412": "SU-57cHQ", "1512": ["JP-26", "JP-28"], "0102": "MN-22M"}
    match = board(
        placed,
        "soviet_strike",
        options={"hq_artillery": True},
        supply={"soviet": {"1412": 2}},
        activated=["SU-57cHQ"],
    )
    assert play_phase(match)[0] == "artillery SU-57cHQ"
