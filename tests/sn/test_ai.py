"""The advisor of Strike North: what the planner makes of positions where the right choice is clear."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from khalkhin.ai import players
from khalkhin.ai.advisor import advisor_of
from khalkhin.ai.ideas.battles import stretches
from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.board.hexset import members
from khalkhin.engine.cover import cover
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from khalkhin.games.sn.ai import GameAdvisor
from khalkhin.games.sn.ai.battle_plan import StretchPlan
from khalkhin.games.sn.ai.battle_values import BattleValues, Force
from khalkhin.games.sn.combat import Attacks
from khalkhin.games.sn.declaration import Declare, front
from khalkhin.games.sn.odds import full_odds
from khalkhin.games.sn.position import Position
from tests.planner import decides, play_phase
from tests.sn.positions import asked, at, board, do, hexes, ids, offered, place, position, the_game, units, who_is_at

FAR = {"1038": "SU-FORT-1", "3614": "JP-FORT-1"}
"""Somebody of either side who has nothing to do with it."""

USSR = ("0502", "1038", "1028", "1011", "1002", "1135", "2103", "2202")
MANCHUKUO = ("1521", "1606", "1715", "2010", "2106", "2411", "2913", "3614")
GUARDED: dict[str, str | list[str]] = {
    **{city: f"SU-FORT-{n + 1}" for n, city in enumerate(USSR)},
    **{city: f"JP-FORT-{n + 1}" for n, city in enumerate(MANCHUKUO)},
    "1826": "OM-FORT-1",
    "1936": "OM-FORT-2",
    "2604": "JP-FORT-9",
    "3408": "JP-FORT-10",
    "3428": "MJ-FORT-1",
}
"""A fort in every city that counts for its owner."""


def advisor() -> GameAdvisor:
    found = advisor_of(the_game())
    assert isinstance(found, GameAdvisor)
    return found


# -- what things are worth ---------------------------------------------------------------------------------------------


def test_the_worth_of_an_attack_is_the_mean_over_the_die() -> None:
    """At 2:1: AR, CT, EX, DR, DR, DS. Three divisional equivalents lost are a point for the enemy besides."""
    battle_values = BattleValues(the_game())
    ours, theirs = Force(9.0, 9, 9, 0.5, False), Force(6.0, 6, 6, 0.25, False)
    repulsed, exchanged = -0.85 - 0.5, (0.85 * 3 + 1) - (0.85 * 3 + 1)
    driven, shattered = 4.0 + 0.25, 0.85 * 3 + 1 + 0.25 / 2 + 4.0
    assert battle_values.gain(4, ours, theirs, 4.0) == pytest.approx(
        (repulsed + exchanged + 2 * driven + shattered) / 6
    )


def test_beyond_the_table_nothing_gets_better() -> None:
    battle_values = BattleValues(the_game())
    ours, theirs = Force(9.0, 9, 9, 0.5, False), Force(6.0, 6, 0, 0.25, False)
    assert battle_values.gain(30, ours, theirs, 4.0) == battle_values.gain(8, ours, theirs, 4.0)
    assert battle_values.gain(-30, ours, theirs, 4.0) == battle_values.gain(0, ours, theirs, 4.0)


def test_a_fort_is_not_driven_off() -> None:
    """At 6:1: DR, DR, DS, DS, DE, DE. Only a fort that is alone is lost when it is shattered."""
    battle_values = BattleValues(the_game())
    ours, theirs = Force(9.0, 9, 9, 0.5, False), Force(4.0, 4, 0, 0.25, True)
    assert battle_values.gain(8, ours, theirs, 6.0) == pytest.approx((2 * 0.85 * 2 + 2 * (4.0 + 6.0)) / 6)
    alone = Force(1.0, 1, 0, 0.25, True)
    assert battle_values.gain(8, ours, alone, 6.0) == pytest.approx(4 * (1.0 + 6.0) / 6)


def test_what_a_city_brings_is_counted_once() -> None:
    """Voroshilov: ten points for the Japanese, five for the Soviets, and five for the first who takes it."""
    match = board({"2004": "JP-2IC", "2103": "SU-FORT-2", **FAR}, turn=4)
    here, values = position(match), advisor().values(position(match))
    assert values.take(here, 1, at("2103")) == 10 + 5 + 5
    again = board({"2004": "JP-2IC", "2103": "SU-FORT-2", **FAR}, turn=4, captured="2103")
    assert values.take(position(again), 1, at("2103")) == 10 + 5


def test_units_matter_less_and_less_and_towns_more_and_more() -> None:
    early, late = (advisor().values(position(board(FAR, turn=turn))) for turn in (1, 4))
    corps = next(members(units("JP-2IC")))
    assert early.unit[corps] > 3 * late.unit[corps]
    assert early.hold[1][at("2403")] < 0.5
    assert late.hold[1][at("2403")] == 1


# -- movement ----------------------------------------------------------------------------------------------------------


def test_a_city_that_nobody_holds_is_taken() -> None:
    match = board({"2004": "JP-2IC", **FAR})
    play_phase(match)
    assert place(match, "JP-2IC") in ("2103", "2202")
    assert position(match).captured & hexes("2103", "2202")


def test_an_assault_is_made_by_many() -> None:
    """Alone none of them would dare it."""
    force = ["JP-2IC", "JP-3IC", "JP-4IC", "JP-5IC", "JP-6IC"]
    match = board({**GUARDED, "2005": force[:3], "2106": ["JP-FORT-5", *force[3:], "JP-SUP-1"], "2103": "SU-12IC"})
    play_phase(match)
    zone = position(match).zone(0)
    assert sum(zone >> at(place(match, corps)) & 1 for corps in force) >= 3


def test_nobody_walks_into_a_hopeless_attack() -> None:
    """Not even for a city behind them."""
    match = board({"1519": "JP-23ID", "1521": ["SU-12IC", "SU-18IC", "SU-26IC"], **FAR})
    play_phase(match)
    assert not position(match).zone(0) >> at(place(match, "JP-23ID")) & 1


def test_who_would_have_to_attack_without_hope_goes_away() -> None:
    match = board({"2121": "JP-23ID", "2122": ["SU-12IC", "SU-18IC"], **FAR})
    play_phase(match)
    assert not position(match).zone(0) >> at(place(match, "JP-23ID")) & 1


def test_the_last_move_is_for_towns() -> None:
    """Nobody can take them back: the Soviets move last."""
    match = board({**GUARDED, "1705": "SU-8CD", "1702": "SU-58AD"}, "soviet_move", turn=4)
    play_phase(match)
    towns = {h for h in advisor().values(position(match)).hold[0] if the_game().towns >> h & 1}
    ends = {at(place(match, name)) for name in ("SU-8CD", "SU-58AD")}
    assert len(ends) == 2
    assert ends <= towns


def test_units_come_over_the_sea_if_there_is_a_ship() -> None:
    placed = {"home": "JP-2IC", "2604": "JP-FORT-2", "2103": "SU-12IC", **FAR}
    ashore = board({**placed, "available": "JP-LAND-1"})
    play_phase(ashore)
    assert place(ashore, "JP-2IC") != "home"
    assert not any(said.startswith("sail") for said in play_phase(board(placed)))


def test_paratroops_land_in_a_city_that_nobody_guards() -> None:
    """Five times in six they live; not where they would stand among enemies."""
    placed = {"1521": ["JP-1TSAB", "JP-1BASE", "JP-SUP-1"], **FAR}
    assert play_phase(board(placed, dice=[1]))[:2] == ["drop JP-1TSAB", "hex 1028"]
    guarded = {**placed, "1028": "SU-12IC", "1826": "SU-18IC", "1135": "SU-26IC", "1011": "SU-31IC", "1936": "SU-39IC"}
    assert not any(said.startswith("drop") for said in play_phase(board(guarded)))


# -- attacks -----------------------------------------------------------------------------------------------------------


def crowd(rng: random.Random) -> dict[str, list[str]]:
    """Both sides in a small area, one to three counters in a hex, with headquarters, supply and forts among them."""
    sheet, game = the_game().sheet, the_game()
    area = [f"{row}{column}" for row in range(18, 23) for column in range(18, 24)]
    rng.shuffle(area)
    out: dict[str, list[str]] = {}
    for side, nation in enumerate(("SU", "JP")):
        kinds = game.combat_units & sheet.of_side[side] & sheet.of_nation[nation] & ~game.flotillas & ~game.forts
        fighters = list(members(kinds))
        rng.shuffle(fighters)
        for _ in range(6):
            out[area.pop()] = [sheet.ids[fighters.pop()] for _ in range(rng.choice((1, 1, 2)))]
        support = members((game.headquarters | game.supply | game.forts) & sheet.of_nation[nation])
        for unit in rng.sample(list(support), 4):
            out.setdefault(area.pop(), []).append(sheet.ids[unit])
    return out


def crowds(seed: int) -> Iterator[Match]:
    rng = random.Random(seed)
    placed = crowd(rng)
    shaken = [unit for stack in placed.values() for unit in stack if rng.random() < 0.15]
    yield board({**placed, **FAR}, "soviet_combat", disrupted=shaken)
    yield board({**placed, **FAR}, "japan_combat", turn=rng.choice((1, 2)), disrupted=shaken)


@pytest.mark.parametrize("seed", range(8))
def test_columns_are_those_of_the_rules(seed: int) -> None:
    """Every attack that comes up in a crowd is weighed in the column in which it would be resolved."""
    weighed = 0
    for match in crowds(seed):
        side = asked(match).side
        while not isinstance(position(match).agenda[-1], Declare):
            stores = sorted(str(name) for name in offered(match, "expend"))
            if stores and seed % 2:
                do(match, f"expend {stores[0]}")
            do(match, "done")
        s = position(match)
        evaluation = advisor().evaluation(s, side)
        planner = StretchPlan(evaluation, s, evaluation.attack_front(s), evaluation.current_backing(s))
        planner.battles()
        for group, targets in planner._weighed:
            assert planner.column(group, targets) == full_odds(s, side, group, targets).column
            weighed += 1
    assert weighed > 10


@pytest.mark.parametrize("seed", range(8))
def test_every_declaration_is_accepted_and_no_worse_than_the_usual_one(seed: int) -> None:
    for match in crowds(seed):
        side = asked(match).side
        player, said = PlannerPlayer(seed), list[str]()
        while not isinstance(position(match).agenda[-1], Declare):
            match.play(*player.decide(view(match.state, side)))
        covers_all(position(match), side)
        while isinstance(position(match).agenda[-1], Declare):
            verb, noun = player.decide(view(match.state, side))
            said.append(verb)
            match.play(verb, noun)
        assert "auto" not in said, "the plan was carried through"


def covers_all(s: Position, side: int) -> None:
    evaluation, whole = advisor().evaluation(s, side), front(s, side)
    battles = evaluation.battles(s, evaluation.current_backing(s))
    used = [u for group, _ in battles for u in members(group)]
    hit = [h for _, targets in battles for h in members(targets)]
    assert len(used) == len(set(used)), "no unit is in two attacks"
    assert len(hit) == len(set(hit)), "no hex is in two attacks"
    assert not whole.obliged & ~sum(1 << u for u in used), "everybody who has to attack does"
    assert not whole.due & ~sum(1 << h for h in hit), "everything that has to be attacked is"
    for stretch in stretches(evaluation.attack_front(s)):
        planner = StretchPlan(evaluation, s, stretch, evaluation.current_backing(s))
        usual = sum(planner.worth(*battle) for battle in cover(stretch))
        assert planner.battles()[0] >= usual - 1e-9


def test_supply_units_and_forts_keep_out_of_attacks() -> None:
    placed = {"2121": ["JP-2IC", "JP-3IC", "JP-SUP-1", "JP-FORT-2"], "2122": "SU-21ID", **FAR}
    match = board(placed, "japan_combat")
    player = PlannerPlayer(1)
    while not any(isinstance(step, Attacks) for step in position(match).agenda) and "log.attack" not in _keys(match):
        match.play(*player.decide(view(match.state, 1)))
    attackers = next(event.params["units"] for event in match.log if event.key == "log.attack")
    assert set(attackers) <= {"JP-2IC", "JP-3IC"}


def _keys(match: Match) -> list[str]:
    return [event.key for event in match.log]


def test_supply_is_spent_where_it_decides() -> None:
    """For a city, not for a fort in the desert."""
    city = {"2104": ["JP-2IC", "JP-3IC", "JP-4IC"], "2004": ["JP-SUP-1", "JP-5IC"], "2103": "SU-12IC", **FAR}
    assert decides(board(city, "japan_combat")) == "expend JP-SUP-1"
    fort = {"2121": ["JP-2IC", "JP-3IC", "JP-4IC"], "2120": "JP-SUP-1", "2122": "OM-FORT-1", **FAR}
    assert decides(board(fort, "japan_combat")) == "done"


def test_a_corps_gives_up_a_division_and_cheap_units_go_first() -> None:
    placed = {"2121": ["JP-2IC", "JP-NSDIB"], "2122": "SU-TBCC", **FAR}
    match = board(placed, "japan_combat", dice=[3])
    do(match, "attack 2122", "unit JP-2IC", "unit JP-NSDIB", "commit")
    assert decides(match) == "unit JP-NSDIB"
    alone = board({**placed, "2121": ["JP-2IC", "JP-FORT-2"]}, "japan_combat", dice=[3])
    do(alone, "attack 2122", "unit JP-2IC", "commit")
    assert decides(alone) == "breakdown JP-2IC"


def test_who_wins_a_city_goes_in() -> None:
    placed = {"2104": ["JP-2IC", "JP-3IC"], "2004": "JP-4IC", "2103": "SU-8CD", **FAR}
    match = board(placed, "japan_combat", dice=[6])
    play_phase(match)
    assert ids(position(match).stack(at("2103"))) & {"JP-2IC", "JP-3IC", "JP-4IC"}


# -- the air -----------------------------------------------------------------------------------------------------------


def test_airstrikes_support_an_attack() -> None:
    placed = {"2121": ["JP-2IC", "JP-3IC"], "2119": ["JP-1BASE", "JP-SUP-1"], "2122": "SU-12IC", **FAR}
    match = board({**placed, "available": ["JP-AIR-1", "JP-AIR-2"]}, "japan_air")
    said = play_phase(match)
    assert "hex 2122" in said
    assert "mission cas" in said


def test_supply_lets_airstrikes_fly_again_where_that_decides() -> None:
    """For the attack on a city with much at stake, not when nobody attacks."""
    base = {"2004": ["JP-1BASE", "JP-SUP-1"], "available": ["JP-AIR-1", "JP-AIR-2"], **FAR}
    front = {"2104": ["JP-2IC", "JP-3IC", "JP-4IC"], "2003": ["JP-5IC", "JP-6IC"], "2103": "SU-5MC"}
    assert decides(board({**base, **front}, "japan_air", round=2)) == "expend JP-SUP-1"
    assert decides(board({**base, "1002": "SU-5MC"}, "japan_air", round=2)) == "done"


def test_interceptors_fly_against_few_not_against_many() -> None:
    placed = {"2121": ["JP-2IC", "JP-3IC"], "2119": ["JP-1BASE", "JP-SUP-1"], "2122": "SU-12IC", **FAR}
    placed |= {"2123": ["SU-FEBASE", "SU-SUP-1"], "interception": ["SU-AIR-1", "SU-AIR-2"]}
    strikes = ["JP-AIR-1", "JP-AIR-2", "JP-AIR-3", "JP-AIR-4"]
    few, many = (board({**placed, "available": strikes}, "japan_air") for _ in range(2))
    do(few, "unit JP-AIR-1", "hex 2122", "mission cas", "done")
    assert decides(few).startswith("unit SU-AIR")
    for strike in strikes:
        do(many, f"unit {strike}", "hex 2122", "mission cas")
    do(many, "done")
    assert decides(many) == "done"


# -- mobilization, reorganization, rally -------------------------------------------------------------------------------


def test_points_are_spent_early_and_kept_at_the_end() -> None:
    placed = {"2004": ["JP-2IC", "JP-3IC"], "2010": "JP-SUP-1", "2103": "SU-12IC", **FAR}
    early = board(placed, "japan_mobilize", turn=1, scenario="anti-comintern")
    play_phase(early)
    assert position(early).points[1] < 6
    late = board({**FAR, "2010": "JP-2IC"}, "japan_mobilize", turn=6, scenario="anti-comintern", points=(0, 30))
    play_phase(late)
    assert position(late).points[1] == 42


def test_a_city_in_danger_gets_a_fort() -> None:
    placed = {"1521": ["JP-2IC", "JP-SUP-1"], "1523": ["SU-12IC", "SU-5MC"], "1524": ["SU-29MC", "SU-18IC"], **FAR}
    match = board(placed, "japan_mobilize", turn=2, points=(0, 0))
    play_phase(match)
    assert any(name.startswith("JP-FORT") for name in who_is_at(match, "1521"))


def test_divisions_become_a_corps() -> None:
    match = board({"2010": ["JP-7ID", "JP-8ID", "JP-9ID", "JP-SUP-1"], **FAR}, "japan_reorganize")
    play_phase(match)
    assert len(who_is_at(match, "2010")) == 2


def test_supply_rallies_many_not_one() -> None:
    stack = ["JP-2IC", "JP-3IC", "JP-SUP-1"]
    many = board({"2010": stack, **FAR}, "japan_rally", disrupted=["JP-2IC", "JP-3IC"])
    assert decides(many) == "expend JP-SUP-1"
    one = board({"2010": [*stack, "JP-FORT-2"], **FAR}, "japan_rally", disrupted="JP-FORT-2")
    assert decides(one) == "done"


# -- whole games -------------------------------------------------------------------------------------------------------


def test_two_of_them_fight_for_cities() -> None:
    """A whole game with battles, and a city that changes hands."""
    match = Match(the_game().start("kantokuen", None, Dice.practice(2)))
    seats = [players.make("planner", side) for side in range(2)]
    while not match.over:
        side = match.prompts()[0].side
        verb, noun = seats[side].decide(view(match.state, side))
        match.play(verb, noun, side=match.game.sides[side])
    told = [event.key for event in match.log]
    assert told.count("log.attack") > 5
    assert "log.captured" in told
    assert match.state.result is not None
