"""8.0, 9.1, 9.2, 9.7, 9.8  Recruit points, what they buy, and how what was bought comes into play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from khalkhin.games.kgw.recruit import Buy, income
from tests.kgw.positions import Some, asked, board, do, ids, keys, offered, place, points, position, refused, told, why

rule = pytest.mark.rule

FIVE = {
    "2608": "JA-64-23",
    "2614": "JA-71-23",
    "2006": "MC-HSINGAN",
    "1524": "MJ-4CAV",
    "1920": "CX-2IMB",
    "0112": "MP-1CAV",
}


def shop(side: str, purse: int, placed: Mapping[str, Some] | None = None, **more: object) -> Match:
    """The Recruit Phase of a side, with points to spend; everything that is not placed can be bought."""
    both = (purse, 0) if side == "soviet" else (0, purse)
    return board(placed or {}, f"{side}_recruit", rest="display", points=both, **more)  # type: ignore[arg-type]


def buy(match: Match, *units: str) -> Match:
    return do(match, *(f"recruit {unit}" for unit in units), "done")


# -- income --


@rule("kgw", "8.0", "8.2", "8.2.b", "8.2.g", "7.2.a")
def test_e_01_the_june_income_of_the_example() -> None:
    match = board(FIVE, "japan_event", scenario="may-1939", month=6, dice=[3], rest="display")
    assert points(match, "japan") == 12 + 5 + 2
    order = keys(match)
    assert order.index("log.event") < order.index("log.income")
    assert asked(match).message.key == "ask.recruit"


@rule("kgw", "8.2.c", "8.2.e")
@pytest.mark.parametrize(("scenario", "red"), [("july-1939", False), ("haichi-go", True)])
def test_every_month_brings_what_the_turn_record_track_says(scenario: str, red: bool) -> None:
    """5.4: from July to November, at the plain rate and the accelerated one; nobody holds an objective."""
    soviet, japan = ([21, 27, 24, 18, 15], [18, 18, 18, 15, 12]) if red else ([12, 16, 14, 10, 8], [12, 12, 12, 10, 8])
    for month, (theirs, ours) in enumerate(zip(soviet, japan, strict=True), start=7):
        kinds: dict[str, Any] = {"scenario": scenario, "month": month, "points": (1, 1)}
        assert points(board({}, "soviet_income", **kinds), "soviet") == 1 + theirs
        assert points(board({}, "japan_income", **kinds), "japan") == 1 + ours


@rule("kgw", "8.2.b", "8.2.d")
def test_t_72_no_points_for_objectives_in_an_enemy_zone_or_held_by_air_units_alone() -> None:
    quiet = position(board({"2608": "JA-AIR-1", "2006": "MC-HSINGAN"}, "japan_recruit"))
    assert income(quiet, 1) == 12 + 1
    watched = position(board({"2006": "MC-HSINGAN", "1905": "RA-57"}, "japan_recruit"))
    assert income(watched, 1) == 12
    assert income(position(board({"2015": "MP-1CAV", "0117": "RA-57"}, "soviet_recruit")), 0) == 16 + 2
    assert income(position(board({"2015": "MP-1CAV", "2114": "MC-HSINGAN"}, "soviet_recruit")), 0) == 16


@rule("kgw", "8.2.d")
def test_an_objective_in_the_ussr_and_one_in_enemy_country_count() -> None:
    """Q-13"""
    assert income(position(board({"1803": "RA-57", "2608": "RA-93"}, "soviet_recruit")), 0) == 16 + 2


@rule("kgw", "8.2.f")
@pytest.mark.parametrize(
    ("placed", "bonus"),
    [
        ({"2015": "RA-ZHUKOV"}, 1 + 2),
        ({"1515": "RA-ZHUKOV"}, 2),
        ({"1803": "RA-ZHUKOV"}, 1),
        ({"2015": "RA-ZHUKOV", "2114": "MC-HSINGAN"}, 2),
        ({"2014": "RA-ZHUKOV"}, 0),
        ({"hand": "RA-ZHUKOV"}, 0),
        ({"2608": "RA-ZHUKOV"}, 1 + 2),
    ],
)
def test_t_70_zhukov_at_the_front_brings_two_points(placed: dict[str, str], bonus: int) -> None:
    assert income(position(board(placed, "soviet_recruit")), 0) == 16 + bonus


@rule("kgw", "8.2.a")
def test_t_71_in_may_objectives_bring_nothing() -> None:
    match = board(FIVE, "japan_event", scenario="may-1939", month=5, points=(2, 4), rest="display")
    assert points(match, "japan") == 14
    assert "log.event" not in keys(match)
    soviet = board(FIVE, "soviet_income", scenario="may-1939", month=5, points=(2, 14), rest="display")
    assert points(soviet, "soviet") == 10


@rule("kgw", "8.1.d")
def test_t_67_points_end_with_the_track_and_at_nothing() -> None:
    assert points(board(FIVE, "japan_income", month=6, scenario="may-1939", points=(0, 39)), "japan") == 40
    match = board({}, "japan_event", dice=[6], points=(1, 0), rest="display")
    assert points(match, "soviet") == 0


@rule("kgw", "8.1.c")
def test_points_that_are_not_spent_are_kept() -> None:
    match = do(shop("japan", 7), "recruit JA-64-23", "done", "unit JA-64-23", "hex 3309", "done")
    assert points(match, "japan") == 6


# -- buying --


@rule("kgw", "9.1.e")
@pytest.mark.parametrize(
    ("bought", "price"),
    [
        (["JA-1-1IGU", "JA-2-1IGU", "JA-3-1IGU"], 2),
        (["JA-1-1IGU", "JA-64-23"], 2),
        (["JA-1-1IGU", "JA-2-1IGU"], 1),
        (["JA-1-1IGU", "JA-1KEMP", "MC-3-8BGU", "JA-64-23"], 3),
    ],
)
def test_e_02_t_69_halves_are_rounded_up_once(bought: list[str], price: int) -> None:
    assert points(buy(shop("japan", 9), *bought), "japan") == 9 - price


@rule("kgw", "9.1.c", "9.1.e")
def test_what_has_been_spent_counts_in_halves_while_one_buys() -> None:
    match = do(shop("japan", 2), "recruit JA-1-1IGU", "recruit JA-64-23")
    assert match.view("japan")["details"]["recruit"]["spent"] == "1½"
    assert refused(match, "recruit JA-71-23") == "9.1.b"
    assert why(match, "recruit JA-71-23").key == "why.too-dear"
    assert points(buy(match, "JA-2-1IGU"), "japan") == 0


@rule("kgw", "9.1.c")
def test_any_number_of_any_kind_but_no_counter_twice() -> None:
    supply = [f"JA-SUP-{n}" for n in range(1, 9)]
    match = do(shop("japan", 40), *(f"recruit {unit}" for unit in supply))
    assert not {u for u in offered(match, "recruit") if str(u).startswith("JA-SUP")}
    assert refused(match, "recruit JA-SUP-1") == "9.1.c"
    assert points(do(match, "done"), "japan") == 40 - 16


@rule("kgw", "9.1.d", "9.8.b", "24.6.2.e", "24.6.3.e")
def test_zhukov_and_dead_agents_are_not_for_sale() -> None:
    agents = {"agents": True}
    match = shop("soviet", 40, {"eliminated": "MP-AG-AJAA"}, options=agents)
    sold = offered(match, "recruit")
    assert "RA-ZHUKOV" not in sold
    assert "MP-AG-AJAA" not in sold
    assert "MP-AG-MRA" in sold


@rule("kgw", "9.0", "9.1.f", "9.2.a")
def test_everything_is_bought_before_anything_is_deployed() -> None:
    match = do(shop("japan", 9), "recruit JA-64-23")
    assert refused(match, "unit JA-64-23").startswith("9.1")
    do(match, "done")
    assert refused(match, "recruit JA-71-23").startswith("9.2")
    do(match, "unit JA-64-23", "hex 3309")
    assert place(match, "JA-64-23") == "3309"
    assert refused(match, "recruit JA-71-23").startswith("9.2")


@rule("kgw", "9.2.e", "9.2.f")
def test_who_is_not_deployed_goes_back_and_the_points_are_gone() -> None:
    match = do(buy(shop("japan", 12), "JA-64-23", "JA-7"), "done")
    assert place(match, "JA-64-23") == place(match, "JA-7") == place(match, "JA-25-7") == "display"
    assert points(match, "japan") == 2
    assert not position(match).formed


# -- divisions --


@rule("kgw", "9.7.a", "17.2.c")
def test_a_division_costs_what_its_parts_cost_and_takes_them_along() -> None:
    """Q-16, Q-51"""
    match = do(shop("japan", 9), "recruit JA-7")
    assert place(match, "JA-7REC") == "reorganization"
    assert "JA-25-7" not in offered(match, "recruit")
    assert points(do(match, "done"), "japan") == 0
    do(match, "unit JA-7", "hex 3309", "done")
    assert place(match, "JA-25-7") == "reorganization"


@rule("kgw", "9.7.a")
def test_a_division_is_not_for_sale_while_parts_of_its_kind_are_elsewhere() -> None:
    recons = {"2608": ["JA-7REC", "JA-2REC", "JA-4REC", "JA-AZUMA"], "2614": "CX-26REC"}
    match = shop("japan", 40, recons)
    assert not {"JA-7", "JA-2", "JA-4", "JA-23", "CX-26"} & offered(match, "recruit")
    assert "CX-CAVGP" in offered(match, "recruit")
    spare = shop("japan", 40, {"2608": ["JA-7REC", "JA-2REC", "JA-4REC", "JA-AZUMA"]})
    assert {"JA-7", "JA-2", "JA-4", "JA-23", "CX-26"} <= offered(spare, "recruit")


@rule("kgw", "17.2.c")
def test_components_of_a_division_in_play_cannot_be_bought() -> None:
    match = shop("japan", 40, {"2608": "JA-23"})
    assert not {"JA-23", "JA-64-23", "JA-71-23", "JA-72-23", "JA-AZUMA"} & offered(match, "recruit")


@rule("kgw", "9.2.g", "9.7.b", "17.3.b", "17.2.f")
def test_a_division_breaks_down_in_hand_and_its_parts_come_in_one_by_one() -> None:
    match = do(buy(shop("japan", 4), "JA-23"), "breakdown JA-23", "unit JA-64-23", "hex 3309", "unit JA-AZUMA")
    assert place(match, "JA-23") == "reorganization"
    do(match, "hex 3309", "done")
    assert place(match, "JA-64-23") == place(match, "JA-AZUMA") == "3309"
    assert place(match, "JA-71-23") == "display"


@rule("kgw", "9.2.g", "9.7.b", "17.2.d")
def test_parts_join_in_hand_whatever_their_numbers() -> None:
    """Q-102: the counter's own contingent says where it comes in."""
    parts = ("CX-11-26", "JA-64-23", "JA-4-2", "JA-7REC")
    match = buy(shop("japan", 4), *parts)
    assert refused(match, "breakdown JA-23") == "17.3.b"
    joined = do(match.clone(), "combine CX-26", "unit CX-26")
    assert "1625" in offered(joined, "hex")
    assert "3309" not in offered(joined, "hex")
    do(match, "combine JA-23")
    assert why(match, "breakdown JA-23").key == "why.just-formed"
    do(match, "unit JA-23", "hex 3309", "done")
    assert {place(match, part) for part in parts} == {"reorganization"}
    assert position(match).formed[0][1].bit_count() == 4


@rule("kgw", "17.2.i", "17.2.j")
def test_lost_units_form_a_division_when_they_are_rebuilt() -> None:
    match = shop("soviet", 9, {"display": ["RA-24-36", "RA-76-36", "RA-149-36"]})
    assert "RA-36" in offered(match, "recruit")
    do(buy(match, "RA-24-36", "RA-76-36", "RA-149-36"), "combine RA-36", "unit RA-36", "hex 1702", "done")
    assert place(match, "RA-36") == "1702"


# -- air units that were shot down --


@rule("kgw", "9.1.c")
def test_t_82_an_air_unit_lost_to_air_superiority_misses_a_recruit_phase() -> None:
    """Q-18"""
    match = shop("soviet", 9, {"waiting": "RA-AIR-1"})
    assert "RA-AIR-1" not in offered(match, "recruit")
    assert refused(match, "recruit RA-AIR-1") == "15.4.k"
    do(match, "done", "done")
    assert place(match, "RA-AIR-1") == "display"


def test_the_other_side_s_recruit_phase_does_not_count() -> None:
    match = do(shop("japan", 9, {"waiting": "RA-AIR-1"}), "done", "done")
    assert place(match, "RA-AIR-1") == "waiting"


# -- what the enemy learns --


def test_what_is_bought_shows_when_it_is_deployed() -> None:
    match = shop("japan", 20, {"1803": "RA-57"})
    before = [view(match.state, side) for side in (0, None)]
    do(match, "recruit JA-7", "recruit JA-SUP-1")
    assert [view(match.state, side) for side in (0, None)] == before
    do(match, "done")
    after = view(match.state, 0)
    assert after["places"] == before[0]["places"]
    assert after["agenda"] == before[0]["agenda"]
    do(match, "unit JA-7")
    assert view(match.state, 0) == after
    do(match, "hex 3309")
    assert view(match.state, 0)["places"]["3309"] == [{"id": "JA-7", "is": []}]
    assert told(match, "log.deploy")["units"] == ["JA-7"]


def test_offered_exactly_when_there_is_no_reason() -> None:
    match = do(shop("soviet", 6), "recruit RA-1NKVD")
    step = match.state.agenda[-1]
    assert isinstance(step, Buy)
    for unit in range(len(match.game.sheet)):
        reason = step.why(position(match), 0, "recruit", unit)
        assert (reason is None) == (match.game.sheet.ids[unit] in offered(match, "recruit"))


@rule("kgw", "9.2.e")
@pytest.mark.parametrize("division", ["RA-36", "RA-152", "RA-FMG"])
def test_a_division_that_does_not_come_in_goes_back_with_all_its_parts(division: str) -> None:
    match = buy(shop("soviet", 20, options={"armour_groups": True}), division)
    parts = ids(position(match).parts(match.game.sheet.index[division]))
    assert {place(match, part) for part in parts} == {"reorganization"}
    do(match, "done")
    assert {place(match, name) for name in (division, *parts)} == {"display"}
    assert not position(match).formed


@rule("kgw", "9.5.a")
def test_every_supply_unit_comes_in_on_either_face_and_nobody_else_does() -> None:
    for unit in ("RA-SUP-1", "RA-SUP-8", "RA-TRAIN", "JA-SUP-1", "JA-SUP-8", "JA-3-1IGU"):
        match = buy(shop("japan" if unit.startswith("JA") else "soviet", 20), unit)
        do(match, f"unit {unit}")
        supply = "SUP" in unit
        assert offered(match, "depot") == (offered(match, "hex") if supply else set()), unit
        if supply:
            do(match, f"depot {min(map(str, offered(match, 'hex')))}")
            assert ids(position(match).flipped) == {unit}
