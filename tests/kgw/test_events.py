"""7.0, 9.6, 9.9  Events: points, free units, withdrawals, Zhukov, the Gekokujo marker, the Sorge ring."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from tests.kgw.positions import (
    Some,
    asked,
    board,
    do,
    ids,
    keys,
    offered,
    place,
    points,
    position,
    refused,
    told,
    why,
)

rule = pytest.mark.rule


def event(side: str, die: int, placed: Mapping[str, Some] | None = None, **more: object) -> Match:
    """The event of a side, with the die as told; who is not placed lies in the Display."""
    fields = {"rest": "display", "month": 8, "dice": [die], **more}
    return board(placed or {}, f"{side}_event", **fields)  # type: ignore[arg-type]


# -- in general --


@rule("kgw", "7.0", "7.2")
def test_a_side_rolls_on_its_own_table() -> None:
    match = event("japan", 3)
    assert told(match, "log.event") == {"side": "japan", "dice": "3", "event": "@event.kwantung"}
    match = event("soviet", 3)
    assert told(match, "log.event")["event"] == "@event.army_group"


@rule("kgw", "7.1.a")
def test_an_event_can_come_again() -> None:
    match = event("japan", 3, month=8, dice=[3, 3, 3])
    assert position(match).points[1] == 12 + 2
    again = event("japan", 3, month=9, dice=[3], points=(0, 14))
    assert points(again, "japan") == 14 + 2 + 12


@rule("kgw", "7.1.b")
def test_events_reach_the_other_side() -> None:
    assert points(event("japan", 6, points=(5, 0)), "soviet") == 3
    assert points(event("soviet", 6, points=(0, 5)), "japan") == 4


@rule("kgw", "7.1.c", "7.1.b")
def test_the_sorge_ring_overrides_the_fog_of_war() -> None:
    stack = {"2608": ["JA-64-23", "JA-71-23"], "hand": "JA-72-23"}
    match = event("soviet", 6, stack)
    seen = view(match.state, 0)["places"]
    assert [c["id"] for c in seen["2608"]] == ["JA-71-23", "JA-64-23"]
    assert seen["hand"] == [{"id": "JA-72-23", "is": []}]
    assert {"id": "JA-7", "is": []} in seen["display"]
    quiet = view(event("soviet", 2, stack).state, 0)["places"]
    assert quiet["2608"][1] == {"nation": "japan"}
    assert "hand" not in quiet


@rule("kgw", "7.2.a")
def test_points_of_an_event_come_before_the_income() -> None:
    """39 + 2 is cut to 40 before the month's points come, which are then lost whole."""
    match = event("soviet", 2, points=(39, 0))
    assert points(match, "soviet") == 40
    assert told(match, "log.income")["total"] == 40


def test_the_gekokujo_marker_is_received_once() -> None:
    assert position(event("japan", 1)).gekokujo
    assert position(event("japan", 1, gekokujo=True)).gekokujo


@rule("kgw", "7.0")
@pytest.mark.parametrize(("scenario", "month"), [("may-1939", 5), ("july-1939", 7), ("haichi-go", 7)])
def test_the_japanese_have_no_event_in_the_first_month(scenario: str, month: int) -> None:
    assert "log.event" not in keys(event("japan", 3, scenario=scenario, month=month))
    assert "log.event" in keys(event("soviet", 2, scenario=scenario, month=month))
    assert "log.event" in keys(event("japan", 3, scenario=scenario, month=month + 1))


# -- Zhukov --


def test_t_105_zhukov_comes_by_the_event_whenever_it_is() -> None:
    match = do(event("soviet", 1, scenario="may-1939", month=5, points=(2, 0), leader_free=True), "done")
    assert points(match, "soviet") == 2 + 8
    do(match, "unit RA-ZHUKOV", "hex 0112")
    assert place(match, "RA-ZHUKOV") == "0112"
    assert not position(match).leader_free


def test_zhukov_on_the_map_already_brings_points() -> None:
    assert points(event("soviet", 1, {"1404": "RA-ZHUKOV"}), "soviet") == 16 + 2


@rule("kgw", "9.8.b")
def test_t_105_from_july_on_zhukov_comes_of_himself_until_he_has_been_there() -> None:
    """Q-76"""

    def phase(month: int, free: bool) -> Match:
        match = board({}, "soviet_recruit", rest="display", scenario="may-1939", month=month, leader_free=free)
        return do(match, "done")

    assert "RA-ZHUKOV" not in offered(phase(6, free=True), "unit")
    for month in (7, 8):
        assert "RA-ZHUKOV" in offered(phase(month, free=True), "unit")
        assert "RA-ZHUKOV" not in offered(phase(month, free=False), "unit")
    waits = do(phase(7, free=True), "done")
    assert place(waits, "RA-ZHUKOV") == "display"
    assert position(waits).leader_free


# -- free units --


@rule("kgw", "9.1.d", "9.6.a", "9.6.b")
def test_free_units_come_from_the_display_and_cost_nothing() -> None:
    match = event("japan", 5)
    assert refused(match, "unit JA-64-23") == "9.6.a"
    assert refused(match, "unit MJ-AG-MIA") == "9.6.a"
    do(match, "unit MC-HSINGAN", "unit MJ-MPF")
    assert asked(match).message.key == "ask.recruit"
    assert points(match, "japan") == 12
    do(match, "done", "unit MC-HSINGAN", "hex 3309", "done")
    assert points(match, "japan") == 12
    assert place(match, "MC-HSINGAN") == "3309"
    assert place(match, "MJ-MPF") == "display"


@rule("kgw", "9.6.d")
def test_t_104_what_the_display_cannot_give_is_lost() -> None:
    gone = {"out": ["MP-1CAV", *(f"MP-{n}CAV" for n in range(2, 9)), "MP-1-7BG", "MP-2-7BG"]}
    match = event("soviet", 5, gone)
    assert offered(match, "unit") == {"MP-MIA"}
    do(match, "unit MP-MIA")
    assert offered(match, "unit") == set()
    assert why(match, "unit MP-1CAV").key == "why.not-in-display"
    assert asked(do(match, "done")).message.key == "ask.recruit"
    empty = event("japan", 4, {"waiting": [f"JA-AIR-{n}" for n in range(1, 10)]})
    assert offered(empty, "unit") == set()


@rule("kgw", "9.6.a")
def test_an_air_unit_that_waits_is_in_no_display() -> None:
    """Q-18"""
    match = event("japan", 4, {"waiting": "JA-AIR-1"})
    assert offered(match, "unit") == {f"JA-AIR-{n}" for n in range(2, 10)}


@rule("kgw", "9.6.c")
def test_the_first_army_group_comes_beside_the_quota_of_the_west_edge() -> None:
    match = event("soviet", 3, {"hand": ["RA-57", "RA-212"]})
    assert offered(match, "unit") >= {"RA-7REC", "RA-5RMG", "RA-24-36", "RA-57ART"}
    assert not offered(match, "unit") & {"RA-36", "RA-6ARM"}
    do(match, "unit RA-7REC", "done", "unit RA-57", "hex 0112")
    assert "0112" not in offered(do(match.clone(), "unit RA-212"), "hex")
    do(match, "unit RA-7REC", "hex 0112", "done")
    assert place(match, "RA-7REC") == "0112"
    assert not position(match).gifts


@rule("kgw", "9.6.c")
def test_a_unit_of_the_army_group_takes_no_place_of_the_quota() -> None:
    match = do(event("soviet", 3, {"hand": "RA-57"}), "unit RA-7REC", "done", "unit RA-7REC", "hex 0112")
    assert "0112" in offered(do(match, "unit RA-57"), "hex")


def test_how_many_free_units_are_taken_does_not_show() -> None:
    match = event("soviet", 5)
    before = view(match.state, 1)
    assert view(do(match, "unit MP-1CAV").state, 1) == before


# -- withdrawals --


@rule("kgw", "9.9.a", "9.9.b", "9.8.a")
def test_a_unit_is_withdrawn_to_the_display_and_can_be_bought_again() -> None:
    match = event("japan", 2, {"1524": ["CX-2IMB", "MJ-4CAV"], "2608": "JA-64-23", "1920": "JA-SUP-1"})
    assert offered(match, "unit") == {"CX-2IMB"}
    assert why(match, "done").key == "why.must-withdraw"
    do(match, "unit CX-2IMB")
    assert place(match, "CX-2IMB") == "display"
    assert "CX-2IMB" in offered(match, "recruit")


@rule("kgw", "9.9.a")
def test_the_polish_crisis_spares_supply_engineers_and_zhukov() -> None:
    here = ["RA-SUP-1", "RA-57ENG", "RA-1AGENG", "RA-ZHUKOV", "RA-57ART", "MP-1CAV", "RA-AIR-1"]
    assert offered(event("soviet", 4, {"2015": here}), "unit") == {"RA-57ART"}


@rule("kgw", "9.9.c")
def test_t_104_with_nobody_to_withdraw_nothing_happens() -> None:
    """And the question itself does not tell: it is asked all the same."""
    match = event("japan", 2, {"2608": "JA-64-23"})
    assert offered(match, "unit") == set()
    assert asked(match).side == 1
    do(match, "done")
    assert place(match, "JA-64-23") == "2608"
    assert "log.withdrawn" not in keys(match)


@rule("kgw", "17.4")
def test_a_division_may_break_down_and_give_one_component() -> None:
    match = do(event("soviet", 4, {"1702": "RA-36"}), "breakdown RA-36")
    assert offered(match, "unit") == {"RA-24-36", "RA-76-36", "RA-149-36"}
    do(match, "unit RA-24-36")
    assert place(match, "RA-24-36") == "display"
    assert place(match, "RA-76-36") == "1702"
    assert place(match, "RA-36") == "reorganization"


@rule("kgw", "9.9.b")
def test_a_division_withdrawn_whole_takes_its_parts_along() -> None:
    """Q-51"""
    match = do(event("soviet", 4, {"1702": "RA-36"}), "unit RA-36")
    assert place(match, "RA-36") == place(match, "RA-24-36") == "display"
    assert {"RA-36", "RA-24-36"} <= offered(match, "recruit")


@rule("kgw", "9.9.d")
@pytest.mark.parametrize("stack", [["RA-57ART", "RA-ZHUKOV"], ["RA-57ART", "RA-ZHUKOV", "MP-1CAV"]])
def test_zhukov_may_go_to_another_stack_when_a_unit_beside_him_is_withdrawn(stack: list[str]) -> None:
    match = event("soviet", 4, {"2015": stack, "1211": "MP-2CAV"})
    hidden = view(match.state, 1)
    do(match, "unit RA-57ART")
    assert view(match.state, 1) == hidden, "the enemy cannot tell that Zhukov is asked"
    assert offered(match, "hex") == {"1211"}
    assert refused(match, "hex 2015") == "9.9.d"
    stays = do(match.clone(), "done")
    assert place(stays, "RA-ZHUKOV") == "2015"
    do(match, "hex 1211")
    assert place(match, "RA-ZHUKOV") == "1211"
    assert told(match, "log.rejoin") == {"units": ["RA-ZHUKOV"], "hex": "1211"}
    assert place(match, "RA-57ART") == place(stays, "RA-57ART") == "display"


@rule("kgw", "9.9.d")
def test_zhukov_is_not_asked_when_somebody_else_s_stack_is_withdrawn() -> None:
    match = do(event("soviet", 4, {"2015": "RA-ZHUKOV", "1211": "RA-57ART"}), "unit RA-57ART")
    assert asked(match).message.key == "ask.recruit"


@rule("kgw", "9.9.a", "17.4")
def test_only_divisions_that_can_be_withdrawn_are_broken_down_for_it() -> None:
    placed = {"1702": ["RA-36", "RA-212"], "2608": ["JA-23", "CX-26"]}
    assert offered(event("soviet", 4, placed), "breakdown") == {"RA-36"}
    china = event("japan", 2, placed)
    assert offered(china, "unit") == offered(china, "breakdown") == {"CX-26"}
    assert why(china, "breakdown JA-23").key == "why.not-of-event"


@rule("kgw", "9.9.a", "9.9.b")
@pytest.mark.parametrize("unit", ["RA-36", "RA-152", "RA-FMG", "RA-212"])
def test_who_is_withdrawn_is_told_and_takes_his_parts_along(unit: str) -> None:
    """Q-51"""
    match = event("soviet", 4, {"1702": unit}, options={"armour_groups": True})
    parts = position(match).parts(match.game.sheet.index[unit])
    do(match, f"unit {unit}")
    assert told(match, "log.withdrawn") == {"units": [unit], "hex": "1702"}
    assert {place(match, name) for name in (unit, *ids(parts))} == {"display"}
    assert not position(match).formed


@rule("kgw", "9.6.c", "9.2.g")
def test_a_gift_that_goes_into_a_division_is_none_any_more() -> None:
    """The division it goes into takes its place of the quota; other gifts still come beside it."""
    match = do(event("soviet", 3, {"hand": ["RA-24-36", "RA-76-36"]}), "unit RA-149-36", "done")
    assert ids(position(match).gifts) == {"RA-149-36"}
    do(match, "combine RA-36")
    assert position(match).gifts == 0
    other = do(event("soviet", 3, {"hand": ["RA-24-36", "RA-76-36", "RA-149-36"]}), "unit RA-7REC", "done")
    do(other, "combine RA-36")
    assert ids(position(other).gifts) == {"RA-7REC"}
