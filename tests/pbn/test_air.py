"""16.0-16.5, 16.9  Air points: the secret allocation of missions, and the fight for air superiority."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import pytest

from khalkhin.engine.agenda import Kind
from khalkhin.engine.match import Match
from khalkhin.games.pbn.air import AirAllocation
from tests.pbn.positions import (
    air,
    asked,
    at,
    board,
    do,
    keys,
    offered,
    points,
    position,
    refused,
    supply_at,
    the_game,
    told,
    why,
)

rule = pytest.mark.rule
SIDES = ("soviet", "japan")
TABLE = """
0/0 0/0 0/0 0/0 0/1 0/1 0/1 0/2
0/0 0/0 0/1 0/1 0/1 0/2 0/2 1/1
0/0 0/1 0/1 1/0 1/1 1/1 1/1 1/2
0/1 0/1 1/0 1/1 1/2 1/2 2/2 2/2
0/1 1/1 1/1 1/2 2/2 2/2 2/3 3/3
1/0 1/1 1/2 2/2 2/3 3/3 3/4 4/4
"""
"""4.4 of the specification: a line for each die, a column for 1 to 8 points; eliminated / damaged."""


def result(points: int, die: int) -> tuple[int, int]:
    lost, hurt = TABLE.split("\n")[die].split()[min(points, 8) - 1].split("/")
    return int(lost), int(hurt)


def allocate(match: Match, side: str, **missions: int) -> Match:
    for verb, count in missions.items():
        match.play(verb, count, side=side)
    match.play("commit", side=side)
    return match


def fly(soviet: Mapping[str, int], japan: Mapping[str, int], dice: Sequence[int] = (), **options: bool) -> Match:
    """Both allocate, the Soviets first; five points stay in Reserve. It is October: nobody is reinforced afterwards."""
    reserve = {side: {"reserve": sum(plan.values()) + 5} for side, plan in zip(SIDES, (soviet, japan), strict=True)}
    match = board({}, "air", air=reserve, dice=dice, month=6, options={"october": True, **options})
    return allocate(allocate(match, "soviet", **soviet), "japan", **japan)


# -- allocation --------------------------------------------------------------------------------------------------------


@rule("pbn", "4.1.4", "4.1.5", "16.3", "16.31")
def test_both_allocate_secretly_and_at_the_same_time() -> None:
    match = board({}, "air", air={"soviet": {"reserve": 7}, "japan": {"reserve": 9}})
    assert AirAllocation.simultaneous
    assert [prompt.side for prompt in match.prompts()] == [0, 1]
    match.play("superiority", 3, side="soviet")
    assert [prompt.side for prompt in match.prompts()] == [0, 1], "the other side can go on"
    match.play("interdiction", 2, side="soviet")
    assert match.view("soviet")["details"]["missions"]["interdiction"] == 2
    for viewer in ("japan", None):
        view = match.view(viewer)
        assert view["agenda"][-1]["plans"] == [[-1] * 5, [-1] * 5]
        assert [len(view["places"]["reserve"])] == [16]
        assert "superiority" not in view["places"]
        assert not any(line["key"] == "log.allocated" for line in view["log"])
    match.play("commit", side="soviet")
    assert [prompt.side for prompt in match.prompts()] == [1]
    allocate(match, "japan", strikes=4, reconnaissance=1)
    assert match.view(None)["phase"] == "phase.air", "the Soviets have the choice of their targets"
    assert air(match, "soviet") == {"reserve": 2, "superiority": 3, "interdiction": 2}
    assert air(match, "japan") == {"reserve": 4, "recon": 1, "strike": 4}
    assert keys(match).count("log.allocated") == 2


@rule("pbn", "16.31", "16.4")
def test_what_is_not_allocated_stays_in_reserve() -> None:
    match = fly({}, {})
    assert (air(match, "soviet"), air(match, "japan")) == ({"reserve": 5}, {"reserve": 5})
    assert position(match).rolled == 0


def oracle(total: int, support: bool) -> set[tuple[int, ...]]:
    """Every allocation of so many points: any numbers, but two, four or six on interdiction, and all in all enough."""
    ranges = [range(total + 1), (0, 2, 4, 6), range(total + 1), range(total + 1), range(total + 1 if support else 1)]
    return {plan for plan in product(*ranges) if sum(plan) <= total}


def reachable(match: Match, total: int) -> set[tuple[int, ...]]:
    """Every allocation that the Soviets can say, mission by mission in the order of the display."""
    verbs = ("superiority", "interdiction", "reconnaissance", "strikes", "close_support")
    found: dict[tuple[int, ...], Match] = {(): match}
    for verb in verbs:
        step: dict[tuple[int, ...], Match] = {}
        for plan, before in found.items():
            prompt = next(p for p in before.prompts() if p.side == 0)
            step[*plan, 0] = before
            for count in (n for offer in prompt.offers if offer.verb == verb for n in offer):
                assert isinstance(count, int)
                after = before.clone()
                after.play(verb, count, side="soviet")
                step[*plan, count] = after
        found = step
    assert all(sum(plan) <= total for plan in found)
    return set(found)


@rule("pbn", "16.3", "16.31", "16.62", "26.8")
@pytest.mark.parametrize(("total", "support"), [(1, False), (2, False), (4, False), (7, False), (3, True)])
def test_every_allocation_and_no_other(total: int, support: bool) -> None:
    match = board({}, "air", air={"soviet": {"reserve": total}}, options={"close_support": support})
    assert reachable(match, total) == oracle(total, support)


@rule("pbn", "26.8", "16.62")
@pytest.mark.parametrize("count", [1, 3, 5, 7, 8])
def test_interdiction_takes_two_four_or_six(count: int) -> None:
    """T64"""
    match = board({}, "air", air={"soviet": {"reserve": 9}})
    assert refused(match, f"interdiction {count}") == "26.8"
    assert offered(match, "interdiction") == {2, 4, 6}


@rule("pbn", "16.31")
def test_why_an_allocation_is_refused() -> None:
    match = board({}, "air", air={"soviet": {"reserve": 5}})
    assert refused(match, "superiority 6") == "16.31"
    assert refused(match, "interdiction 6") == "16.31", "there are not so many"
    assert refused(match, "superiority 0") == "16.3"
    assert refused(match, "close_support 1") == "31.0", "a variant that is not in use"
    do(match, "superiority 3")
    assert why(match, "strikes 3").params["count"] == 2
    assert refused(match, "superiority 1") == "16.3", "said already"
    assert refused(match, "unit SU-24") == "16.3"
    do(match, "strikes 2")
    assert asked(match).offers[0].verb == "commit", "nothing is left"


@rule("pbn", "16.9.1", "16.31")
def test_damaged_points_are_not_allocated() -> None:
    match = board({}, "air", air={"soviet": {"reserve": 1, "damaged": 3}})
    assert offered(match, "superiority") == {1}
    october = {"october": True}
    boxes = {"soviet": {"damaged": 3}, "japan": {"reserve": 1}}
    grounded = board({}, "air", air=boxes, month=6, options=october)
    assert [prompt.side for prompt in grounded.prompts()] == [1]
    allocate(grounded, "japan", superiority=1)
    assert air(grounded, "soviet") == {"damaged": 3}, "and are not hit"


@rule("pbn", "16.21", "16.35")
def test_air_points_need_no_command_no_base_and_no_supply() -> None:
    """There is nobody else in play at all."""
    match = board({}, "air", air={"soviet": {"reserve": 2}})
    assert offered(match, "strikes") == {1, 2}


@rule("pbn", "16.35", "16.3")
def test_air_points_are_never_on_the_map() -> None:
    """Neither do they bar the way nor have a zone of control: no hex ever holds one."""
    match = board({"1008": "SU-24", "1209": "JP-64"}, "soviet_move", air={"japan": {"recon": 2, "strike": 2}})
    s = position(match)
    assert not any(s.stack(place) & s.game.air for place in s.at if place >= 0)
    assert s.zone(1) == s.game.map.grid.around[at("1209")]


@rule("pbn", "16.1")
def test_every_air_point_is_a_counter_of_its_own() -> None:
    """E8: a counter of three is three counters of one, at any time; those of two and three are never in play."""
    game = the_game()
    value = game.sheet.columns["points"]
    for side, most in ((0, 18), (1, 27)):
        mine = [u for u in range(len(game.sheet)) if game.air >> u & 1 and game.sheet.side[u] == side]
        assert sum(1 for u in mine if game.in_play >> u & 1) == most
        assert all(value[u] == 1 for u in mine if game.in_play >> u & 1)
        printed = [u for u in mine if game.sheet.columns["stock"][u] != "spare"]
        assert sum(value[u] for u in printed) == most


@rule("pbn", "16.31.1", "25.6.1", "25.7.1")
def test_new_air_points_wait_in_reserve_for_the_next_turn() -> None:
    """T100"""
    match = board({}, "soviet_reinforcement", air={"japan": {"reserve": 1}})
    do(match, "auto", "auto")
    assert (air(match, "soviet"), air(match, "japan")) == ({"reserve": 2}, {"reserve": 4})
    strike = board({"1008": "SU-24"}, "japan_strike", air={"japan": {"reserve": 3}})
    assert strike.view(None)["phase"] != "phase.japan_strike", "nobody is there to strike"


# -- air superiority ---------------------------------------------------------------------------------------------------


@rule("pbn", "16.51", "4.1.6")
@pytest.mark.parametrize("count", range(1, 11))
def test_the_table(count: int) -> None:
    """Each side takes the column of its points, up to eight, and rolls; eliminations first, what is over is lost."""
    for die in range(1, 7):
        match = fly({"superiority": count}, {"superiority": count}, dice=[die, 1])
        lost, hurt = result(count, die)
        flew = count - lost - hurt
        assert air(match, "japan").get("shot_down", 0) == lost
        assert air(match, "japan").get("damaged", 0) == hurt
        assert air(match, "japan")["reserve"] == 5 + flew
        assert points(match)[0] == 2 * lost


@rule("pbn", "16.51")
def test_losses_are_simultaneous() -> None:
    """A side that is shot down to nothing has fired all the same."""
    match = fly({"superiority": 2}, {"superiority": 2}, dice=[6, 6])
    assert air(match, "soviet")["shot_down"] == air(match, "japan")["shot_down"] == 1
    assert air(match, "soviet")["damaged"] == air(match, "japan")["damaged"] == 1
    assert points(match) == (2, 2)


@rule("pbn", "16.51.1", "16.32", "16.33")
def test_afterwards_they_go_to_reserve() -> None:
    match = fly({"superiority": 3}, {"superiority": 3, "strikes": 1}, dice=[1, 1])
    assert "superiority" not in {**air(match, "soviet"), **air(match, "japan")}
    assert air(match, "soviet")["reserve"] == 8


@rule("pbn", "16.52.1")
def test_equal_or_fewer_points_fire_at_superiority_only() -> None:
    """T62, E9"""
    equal = fly({"superiority": 3, "strikes": 2}, {"superiority": 3, "strikes": 2}, dice=[6, 6])
    assert "log.superiority" in keys(equal), "nobody was asked for a split"
    assert air(equal, "soviet")["strike"] == air(equal, "japan")["strike"] == 2
    fewer = fly({"superiority": 4, "strikes": 2}, {"superiority": 6, "strikes": 2})
    assert (asked(fewer).side, offered(fewer, "split")) == (1, {0, 1, 2})
    do(fewer, "split 2")
    main = [(e.params["side"], e.params["count"]) for e in fewer.log if e.key == "log.superiority"]
    assert main == [("soviet", 4), ("japan", 4), ("japan", 2)]


@rule("pbn", "16.52.2")
@pytest.mark.parametrize(("soviet", "japan"), [(0, 5), (5, 0), (1, 4), (6, 2), (8, 9)])
def test_the_excess_may_be_split_off(soviet: int, japan: int) -> None:
    """T62: from nothing up to all of the excess"""
    match = fly(
        {"superiority": soviet, "strikes": 1} if soviet else {"strikes": 1},
        {"superiority": japan, "strikes": 1} if japan else {"strikes": 1},
    )
    assert asked(match).side == int(japan > soviet)
    assert offered(match, "split") == set(range(abs(soviet - japan) + 1))
    assert refused(match, f"split {abs(soviet - japan) + 1}") == "16.52.2"
    assert refused(match, "commit") == "16.52.2"


@rule("pbn", "16.52.2")
def test_nothing_else_to_fire_at() -> None:
    """Reserve is no target: without other missions all fire at superiority."""
    match = fly({"superiority": 1}, {"superiority": 3}, dice=[1, 6])
    assert match.view(None)["phase"] == "phase.soviet_reinforcement"
    assert air(match, "soviet")["shot_down"] == 1


@rule("pbn", "16.52.2", "16.52.3")
def test_the_firer_picks_the_missions() -> None:
    """E10: two excess points and a 5: one eliminated in one mission, one damaged in another"""
    match = fly({"superiority": 4, "interdiction": 2, "strikes": 2}, {"superiority": 6}, dice=[1, 1, 5])
    do(match, "split 2")
    assert asked(match).message.key == "ask.shoot-down"
    assert offered(match, "mission") == {"interdiction", "strike"}
    assert refused(match, "mission recon") == "16.52.2"
    assert refused(match, "mission reserve") == "16.52.2"
    assert refused(match, "done") == "16.52.2"
    do(match, "mission interdiction")
    assert asked(match).message.key == "ask.damage"
    do(match, "mission strike")
    found = air(match, "soviet")
    assert (found["interdiction"], found["strike"], found["shot_down"], found["damaged"]) == (1, 1, 1, 1)
    assert points(match) == (0, 2)


@rule("pbn", "16.52.3")
def test_hits_do_not_spill_over() -> None:
    """E11: six at four superiority points and a 6: three eliminated, one damaged; two damages are lost"""
    match = fly({"superiority": 4, "strikes": 3}, {"superiority": 6}, dice=[1, 6])
    do(match, "split 0")
    found = air(match, "soviet")
    assert (found["shot_down"], found["damaged"], found["strike"]) == (3, 1, 3)


@rule("pbn", "16.52.3")
def test_fire_at_other_missions_does_not_spill_over_either() -> None:
    """More hits than points in those missions: superiority and Reserve are not touched."""
    match = fly({"superiority": 1, "reconnaissance": 1}, {"superiority": 7}, dice=[1, 1, 6])
    do(match, "split 6")
    found = air(match, "soviet")
    assert found["shot_down"] == 1
    assert "damaged" not in found
    assert found["reserve"] == 5 + 1


@rule("pbn", "16.52.2", "16.4")
def test_all_against_a_sky_without_fighters() -> None:
    """T62: five points against none fire at the other missions only, as many as the firer likes."""
    match = fly({"interdiction": 4}, {"superiority": 5}, dice=[5])
    do(match, "split 5")
    assert [e.params["count"] for e in match.log if e.key == "log.superiority"] == [5]
    assert air(match, "soviet")["shot_down"] == 2
    assert air(match, "soviet")["damaged"] == 2
    idle = do(fly({"interdiction": 4}, {"superiority": 5}), "split 0")
    assert position(idle).rolled == 0
    assert air(idle, "soviet")["interdiction"] == 4


@rule("pbn", "16.52.2")
def test_every_other_mission_can_be_hit() -> None:
    """Close air support, too, where the variant is in use."""
    plan = {"interdiction": 2, "reconnaissance": 1, "strikes": 1, "close_support": 1}
    match = do(fly(plan, {"superiority": 5}, [6], close_support=True), "split 5")
    assert offered(match, "mission") == {"interdiction", "recon", "strike", "support"}
    do(match, "mission support", "mission recon", "mission strike")
    assert air(match, "soviet") == {"reserve": 5, "shot_down": 2, "damaged": 3}, "the rest is of one mission"


@rule("pbn", "16.4", "16.34")
def test_reserve_and_damaged_points_are_never_hit() -> None:
    """The worst of dice, and only one point on a mission: the seven hits beside it are lost."""
    boxes = {"soviet": {"reserve": 9, "damaged": 4}, "japan": {"reserve": 8}}
    match = board({}, "air", air=boxes, dice=[6], month=6, options={"october": True})
    allocate(match, "soviet", strikes=1)
    allocate(match, "japan", superiority=8)
    do(match, "split 8")
    assert air(match, "soviet") == {"reserve": 8, "shot_down": 1, "damaged": 4}


@rule("pbn", "16.9.2", "JVP.9", "SVP.7")
def test_a_point_shot_down_is_gone_and_scored() -> None:
    match = fly({"superiority": 1}, {"superiority": 1}, dice=[6, 6])
    assert points(match) == (2, 2)
    assert position(match).air(0, "shot_down") == 1
    repair = board({}, "soviet_logistics", air={"soviet": {"shot_down": 3}}, supply={"soviet": {"tamsag": 2}})
    assert offered(repair, "repair") == set()


@rule("pbn", "16.9.1", "16.10")
def test_damaged_points_are_repaired_in_logistics() -> None:
    """E2, T79: one supply point in the base for up to three"""
    for count, price in ((1, 1), (3, 1), (4, 2), (6, 2), (7, 3)):
        match = board({}, "soviet_logistics", air={"soviet": {"damaged": 7}}, supply={"soviet": {"tamsag": 3}})
        for start in range(0, count, 3):
            do(match, f"repair {min(3, count - start)}")
        assert supply_at(match, "soviet", "tamsag") == 3 - price
        assert air(match, "soviet") == {k: v for k, v in {"reserve": count, "damaged": 7 - count}.items() if v}
    apart = board({"1008": "SU-24"}, "soviet_logistics", air={"soviet": {"damaged": 1}}, supply={"soviet": {"1008": 1}})
    assert offered(apart, "repair") == set(), "on the map nobody repairs aeroplanes"


@rule("pbn", "16.2")
def test_a_point_flies_once_a_turn() -> None:
    """It may strike in either Air Strike Phase, not in both."""
    placed = {"1008": "SU-24", "1508": "SU-76"}
    first = board(placed, "japan_strike", air={"japan": {"strike": 1}}, dice=[3])
    do(first, "strike 1008")
    while first.view(None)["phase"] == "phase.japan_strike":
        verb = next(v for v in ("points", "done", "hex", "attack", "strike") if offered(first, v))
        noun = next(iter(offered(first, verb)))
        first.play(verb, noun)
    assert air(first, "japan") == {"reserve": 1}
    second = board(placed, "japan_strike", impulse=2, air={"japan": {"strike": 1}})
    assert offered(second, "strike") == {"1008", "1508"}
    flown = board(placed, "japan_strike", impulse=2, air={"japan": {"reserve": 1}})
    assert flown.view(None)["phase"] != "phase.japan_strike"


@rule("pbn", "16.34")
def test_ground_units_do_nothing_to_air_points() -> None:
    """Recon flies over anti-aircraft units unharmed."""
    match = board({"1008": ["SU-57AA", "SU-24"]}, "japan_move", air={"japan": {"recon": 1}})
    do(match, "recon 1008")
    assert (air(match, "japan"), position(match).rolled) == ({"reserve": 1}, 0)


def test_the_verbs_of_missions_take_numbers() -> None:
    assert {the_game().verbs[verb] for verb in ("superiority", "interdiction", "strikes", "split")} == {Kind.NUMBER}


@rule("pbn", "16.51")
def test_the_log_tells_the_fire() -> None:
    match = fly({"superiority": 2}, {"superiority": 2}, dice=[5, 3])
    assert told(match, "log.superiority") == {
        "side": "japan",
        "count": 2,
        "dice": "3",
        "result": "0/1",
        "lost": 0,
        "hurt": 1,
    }
