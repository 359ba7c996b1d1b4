"""27.0, 30.0, 35.1, 25.1, 26.8  Options of command: markers for victory points, large air battles, historical dates,
October, and interdiction of bases."""

from __future__ import annotations

from itertools import product

import pytest

from khalkhin.engine.match import Match
from tests.pbn.positions import (
    air,
    asked,
    board,
    do,
    keys,
    marked,
    offered,
    place,
    points,
    position,
    refused,
    the_game,
    told,
    who_is_at,
    why,
)

rule = pytest.mark.rule
HELD = ["SU-CM-ESPIONAGE", "SU-CM-MASKIROVKA", "SU-CM-RECON", "SU-CM-STAFF", "SU-CM-EXPERIENCE"]


@rule("pbn", "27.0", "35.0")
def test_options_are_off_unless_the_players_agree_on_them() -> None:
    options = the_game().choose_options("campaign", {})
    assert set(options.values()) == {False}
    assert {"buy_markers", "large_superiority", "historical", "october", "interdict_base"} <= set(options)


# -- 27 buying markers -------------------------------------------------------------------------------------------------


def market(level: int, score: int, pool: list[str], **more: object) -> Match:
    """The Soviets have picked as many markers as they may, and can buy more."""
    return board(
        {"pool": pool},
        "soviet_campaign",
        first_player="japan",
        markers="removed",
        levels=(level, 0),
        points=(score, 0),
        options={"buy_markers": True},
        air={"japan": {"reserve": 1}},
        **more,  # type: ignore[arg-type]
    )


@rule("pbn", "27.1", "27.2", "27.2.2")
@pytest.mark.parametrize(("level", "score", "pool"), list(product((0, 1, 2), (0, 1, 2, 5, 9), (1, 3, 5))))
def test_how_many_can_be_bought(level: int, score: int, pool: int) -> None:
    """E14: two points each, as many again as the normal picks, while there are markers"""
    match = market(level, score, HELD[:pool])
    most = min(level, score // 2, max(0, pool - level))
    if not most:
        assert match.view(None)["phase"] == "phase.air"
        return
    assert (asked(match).side, asked(match).rule) == (0, "27.1")
    assert offered(match, "buy") == set(range(1, most + 1))
    too_many = most + 1
    assert refused(match, f"buy {too_many}") == ("27.2.2" if too_many > level else "27.2")
    assert why(match, f"buy {too_many}").params["count"] == most
    assert refused(match, "unit SU-24") == "27.1"


@rule("pbn", "27.2")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_price(count: int) -> None:
    """E14: level 3: 2, 4 or 6 points for 1, 2 or 3 more picks"""
    everything = [*HELD, "SU-CM-ZHUKOV"]
    match = do(market(3, 9, everything, dice=[1] * 6), f"buy {count}")
    assert points(match) == (9 - 2 * count, 0)
    assert 6 - len(who_is_at(match, "pool")) == 3 + count
    assert told(match, "log.bought-markers") == {"side": "soviet", "count": count}


@rule("pbn", "27.1", "27.2.2")
def test_one_after_another() -> None:
    """Who has bought one may buy the next, up to the same ceiling."""
    match = do(market(2, 9, HELD), "buy 1")
    assert offered(match, "buy") == {1}
    assert refused(match, "buy 2") == "27.2.2"
    do(match, "buy 1")
    assert points(match) == (5, 0)
    assert match.view(None)["phase"] == "phase.air"


@rule("pbn", "27.1")
def test_nobody_has_to_buy() -> None:
    match = do(market(2, 9, HELD), "done")
    assert (points(match), len(who_is_at(match, "hand"))) == ((9, 0), 2)


@rule("pbn", "27.1")
def test_without_the_option_nobody_buys() -> None:
    match = board({"pool": HELD}, "soviet_campaign", levels=(1, 0), points=(9, 0), air={"japan": {"reserve": 1}})
    assert match.view(None)["phase"] == "phase.air"


@rule("pbn", "27.2.2")
def test_the_ceiling_is_the_level_at_the_start_of_the_phase() -> None:
    """T113: Zhukov, the second pick, raises it for the next turn only."""
    match = market(3, 20, [*HELD, "SU-CM-ZHUKOV", "SU-CM-WEATHER"], dice=[1, 6, 1])
    assert place(match, "SU-CM-ZHUKOV") == "effect"
    assert len(who_is_at(match, "hand")) == 2, "the third pick as usual"
    assert offered(match, "buy") == {1, 2, 3}
    assert position(match).levels == (4, 0)


@rule("pbn", "27.2.1")
def test_a_bought_marker_is_used_this_turn_or_goes_back() -> None:
    """R75: those that act when they are picked do; those bought to hold are not kept."""
    match = do(market(1, 9, HELD, dice=[1, 1]), "buy 1")
    normal, bought = "SU-CM-ESPIONAGE", "SU-CM-MASKIROVKA"
    assert who_is_at(match, "hand") == {normal, bought}
    assert not marked(match, "bought", normal)
    assert marked(match, "bought", bought)
    end = board({"hand": [normal, bought]}, "advance", bought=bought, points=(1, 0))
    assert (place(end, normal), place(end, bought)) == ("hand", "pool")


@rule("pbn", "27.2", "27.2.1")
def test_a_bought_marker_acts_at_once() -> None:
    match = do(market(1, 9, ["SU-CM-ESPIONAGE", "SU-CM-ZHUKOV"], dice=[1]), "buy 1")
    assert place(match, "SU-CM-ZHUKOV") == "effect"
    assert not position(match).bought


@rule("pbn", "27.2")
def test_what_goes_back_to_the_pool_is_not_bought_again() -> None:
    """R42: not before the last bought pick"""
    match = market(1, 9, ["SU-CM-1AG"])
    assert match.view(None)["phase"] == "phase.air", "there was nothing to buy"
    assert place(match, "SU-CM-1AG") == "pool"


@rule("pbn", "27.2", "SCM.3")
def test_the_price_is_never_doubled() -> None:
    match = market(2, 9, ["SU-CM-CRISIS", *HELD], dice=[6, 1])
    assert place(match, "SU-CM-CRISIS") == "effect"
    assert points(do(match, "buy 1")) == (7, 0)


@rule("pbn", "27.2.1")
def test_a_bought_marker_that_is_used_is_forgotten() -> None:
    match = board({"hand": "SU-CM-ESPIONAGE", "1008": "SU-24"}, "soviet_move", bought="SU-CM-ESPIONAGE")
    match.play("espionage", side="soviet")
    assert not position(match).bought
    assert place(match, "SU-CM-ESPIONAGE") == "pool"


# -- 30 more than eight air points -------------------------------------------------------------------------------------


def dogfight(soviet: dict[str, int], japan: dict[str, int], dice: list[int], large: bool = True) -> Match:
    """Both allocate; it is October, so that nobody is reinforced afterwards."""
    plans = {"soviet": soviet, "japan": japan}
    boxes = {side: {"reserve": sum(plan.values())} for side, plan in plans.items()}
    options = {"large_superiority": large, "october": True}
    match = board({}, "air", air=boxes, dice=dice, month=6, options=options)
    for side, plan in plans.items():
        for verb, count in plan.items():
            match.play(verb, count, side=side)
        match.play("commit", side=side)
    return match


def volleys(match: Match) -> list[tuple[str, int]]:
    return [(e.params["side"], e.params["count"]) for e in match.log if e.key == "log.superiority"]


@rule("pbn", "30.0")
def test_points_above_eight_fire_separately() -> None:
    """E16: ten points: column 8, then column 2"""
    match = dogfight({"superiority": 10}, {"superiority": 10}, [1, 1, 1, 1])
    assert volleys(match) == [("soviet", 8), ("soviet", 2), ("japan", 8), ("japan", 2)]
    without = dogfight({"superiority": 10}, {"superiority": 10}, [1, 1], large=False)
    assert volleys(without) == [("soviet", 8), ("japan", 8)]


@rule("pbn", "30.0")
def test_eighteen_fire_eight_eight_and_two() -> None:
    match = dogfight({"superiority": 18}, {"superiority": 18}, [1] * 6)
    assert volleys(match)[:3] == [("soviet", 8), ("soviet", 8), ("soviet", 2)]


@rule("pbn", "30.0")
def test_no_air_point_is_hit_twice() -> None:
    """Three points: the first volley damages two, the second has only one left to eliminate."""
    match = dogfight({"superiority": 3}, {"superiority": 10}, [1, 1, 5])
    assert air(match, "soviet") == {"damaged": 2, "shot_down": 1}
    assert points(match) == (0, 2)
    first = dogfight({"superiority": 5}, {"superiority": 10}, [1, 6, 6])
    assert air(first, "soviet") == {"damaged": 1, "shot_down": 4}, "all are hit: the second volley finds nobody"
    assert points(first) == (0, 8)


@rule("pbn", "30.0", "16.52.2")
def test_each_group_of_a_split_is_cut_at_eight() -> None:
    """T117: twelve against two, ten split off: column 2; then columns 8 and 2 at the other missions"""
    match = dogfight({"superiority": 2, "strikes": 3}, {"superiority": 12}, [1, 1, 1, 5])
    do(match, "split 10")
    assert volleys(match) == [("soviet", 2), ("japan", 2), ("japan", 8), ("japan", 2)]
    assert air(match, "soviet") == {"reserve": 2, "damaged": 2, "shot_down": 1}


@rule("pbn", "30.0", "16.52.2")
def test_volleys_at_other_missions_one_after_another() -> None:
    """The hits of the first are assigned before those of the second."""
    match = dogfight({"reconnaissance": 3, "strikes": 3}, {"superiority": 10}, [2, 6])
    do(match, "split 10")
    asked_ = []
    for mission in ("recon", "strike", "recon", "strike"):
        asked_.append(asked(match).message.key)
        do(match, f"mission {mission}")
    assert asked_ == ["ask.shoot-down", "ask.damage", "ask.shoot-down", "ask.damage"], "1/1, then 1/1"
    assert air(match, "soviet") == {"recon": 1, "strike": 1, "shot_down": 2, "damaged": 2}


# -- 35.1 historical reinforcements ------------------------------------------------------------------------------------

DATES = {
    "JP-CM-KAO": 2,
    "JP-CM-6ARMY": 3,
    "JP-CM-KAR": 5,
    "SU-CM-STAVKA": 2,
    "SU-CM-ZHUKOV": 3,
    "SU-CM-1AG": 4,
}


@rule("pbn", "35.1", "35.1.1", "35.1.2", "35.1.3", "35.1.4", "35.1.5", "35.1.6")
@pytest.mark.parametrize("marker", sorted(DATES))
def test_markers_act_in_their_month(marker: str) -> None:
    """R67: before the picks of their owner, without conditions"""
    side = "japan" if marker.startswith("JP") else "soviet"
    for month in range(1, 6):
        match = board({"out": list(DATES)}, f"{side}_campaign", month=month, options={"historical": True})
        assert (place(match, marker) == "effect") == (month == DATES[marker])


@rule("pbn", "35.1")
def test_the_markers_are_not_in_the_pools() -> None:
    match = Match(the_game().start("campaign", {"historical": True}))
    assert {name for name in who_is_at(match, "out") if "-CM-" in name} == set(DATES)
    assert not who_is_at(match, "pool") & set(DATES)
    assert len(who_is_at(match, "pool")) == 13
    plain = Match(the_game().start("campaign"))
    assert set(DATES) < who_is_at(plain, "pool")


@rule("pbn", "35.1", "5.1")
def test_at_the_old_command_level() -> None:
    """The rise counts from the next turn."""
    placed = {"out": list(DATES), "pool": HELD}
    options = {"historical": True}
    match = board(placed, "soviet_campaign", month=3, levels=(2, 0), options=options, markers="removed")
    assert len(who_is_at(match, "hand")) == 2
    assert position(match).levels[0] == 3
    order = [key for key in keys(match) if key in ("log.level", "log.marker-held")]
    assert order[0] == "log.level", "before the picks"


@rule("pbn", "35.1.1", "35.1.2", "35.1.4", "35.1.6")
@pytest.mark.parametrize(
    ("side", "month", "unit"), [("japan", 3, "JP-6HQ"), ("soviet", 2, "SU-57cHQ"), ("soviet", 4, "SU-COG")]
)
def test_their_groups_come(side: str, month: int, unit: str) -> None:
    match = board({"out": list(DATES)}, f"{side}_campaign", month=month, options={"historical": True})
    assert place(match, unit) == f"turn_{month}"


@rule("pbn", "35.1.3")
@pytest.mark.parametrize("october", [False, True])
def test_the_second_group_of_the_reserves_came_after_the_ceasefire(october: bool) -> None:
    options = {"historical": True, "october": october}
    match = board({"out": list(DATES)}, "japan_campaign", month=5, options=options)
    assert place(match, "JP-7HQ") == "turn_5"
    assert place(match, "JP-2HQ") == ("turn_6" if october else "out")


# -- October, and interdiction of bases --------------------------------------------------------------------------------


@rule("pbn", "25.1", "26.12")
def test_october_is_a_whole_turn_without_routine_reinforcements() -> None:
    match = board({"1008": "SU-24"}, "advance", month=5, options={"october": True}, points=(1, 0))
    assert position(match).turn == 6
    assert match.view(None)["phase"] == "phase.soviet_reinforcement"
    assert air(match, "soviet") == {}
    do(match, "done")
    assert match.view(None)["phase"] == "phase.japan_reinforcement"
    assert air(match, "japan") == {}


@rule("pbn", "26.8", "16.61.2")
@pytest.mark.parametrize("option", [False, True])
def test_arrivals_in_a_base_may_be_interdicted(option: bool) -> None:
    """T66, R35: with the option everybody who arrives is, one die each."""
    placed = {"turn_3": ["SU-24", "SU-36HQ"], "tamsag": "SU-7"}
    match = board(
        placed,
        "soviet_reinforcement",
        air={"japan": {"interdiction": 2}},
        options={"interdict_base": option},
        dice=[4, 1, 1, 1, 1],
    )
    do(match, "hold SU-36HQ", "auto")
    if not option:
        assert position(match).rolled == 0
        return
    assert asked(match).side == 1
    assert "SU-7" not in offered(match, "unit"), "who is there already is not attacked"
    assert "SU-36HQ" not in offered(match, "unit"), "nor who comes later"
    assert len(offered(match, "unit")) == 4
    do(match, "unit SU-24")
    assert place(match, "SU-24") == "turn_4"
    assert marked(match, "delayed", "SU-24")
    assert position(match).rolled == 1, "one interdictor is left: that ends it"


@rule("pbn", "26.8", "16.64.2")
def test_a_unit_broken_down_on_its_way_to_the_base() -> None:
    options = {"interdict_base": True}
    match = board(
        {"turn_3": "SU-7"}, "soviet_reinforcement", air={"japan": {"interdiction": 6}}, options=options, dice=[6]
    )
    do(match, "auto", "unit SU-7")
    parts = sorted(str(name) for name in offered(match, "unit"))
    assert len(parts) == 3
    do(match, f"unit {parts[0]}")
    assert [place(match, name) for name in parts] == ["replaceable", "turn_5", "turn_5"]
