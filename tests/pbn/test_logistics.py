"""7.0, 8.0, 26.5, 26.6  The Logistics Phase: what supply is spent on, where, and what it brings."""

from __future__ import annotations

from typing import Any

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
    position,
    refused,
    supply_at,
    the_game,
    told,
    who_is_at,
    why,
)


def logistics(placed: dict[str, Any], side: str = "japan", **rest: Any) -> Match:
    return board(placed, f"{side}_logistics", **rest)


@pytest.mark.rule("pbn", "7.1", "7.1.1", "7.3", "7.8.2")
def test_a_supply_point_activates_a_headquarters_and_is_gone() -> None:
    match = logistics({"0808": ["JP-23HQ", "JP-64"]}, supply={"japan": {"0808": 2}})
    assert match.view("japan")["details"]["serves"] == {"activate": {"JP-23HQ": ["JP-64"]}}
    do(match, "activate JP-23HQ")
    assert marked(match, "activated", "JP-23HQ")
    assert supply_at(match, "japan", "0808") == 1
    assert refused(match, "activate JP-23HQ") == "7.3"
    assert refused(match, "activate JP-64") == "7.3"


@pytest.mark.rule("pbn", "7.1", "7.9")
def test_supply_is_spent_in_the_logistics_phase_only() -> None:
    for phase in ("japan_move", "japan_strike", "japan_combat"):
        match = board(
            {"0808": "JP-23HQ", "0909": "JP-64", "1009": "SU-24"},
            phase,
            supply={"japan": {"0808": 2}},
            air={"japan": {"strike": 1}},
        )
        assert not offered(match, "activate")
        assert refused(match, "activate JP-23HQ")


@pytest.mark.rule("pbn", "7.2", "13.9")
def test_supply_serves_its_own_and_adjacent_hexes_whatever_is_there() -> None:
    for hex_, served in (("0808", True), ("0809", True), ("0810", False)):
        match = logistics({"0808": "JP-23HQ", "0709": "SU-24"}, supply={"japan": {hex_: 1}})
        assert (offered(match, "activate") == {"JP-23HQ"}) is served
        if not served:
            assert refused(match, "activate JP-23HQ") == "7.2"
    match = logistics({"1314": "JP-23HQ"}, supply={"japan": {"1414": 1}})  # over the Khalkhin Gol
    assert offered(match, "activate") == {"JP-23HQ"}


def test_who_has_more_than_one_source_picks_one() -> None:
    match = logistics({"0808": "JP-23HQ"}, supply={"japan": {"0807": 1, "0808": 1}})
    do(match, "activate JP-23HQ")
    assert asked(match).message.key == "ask.supply-from"
    assert offered(match, "hex") == {"0807", "0808"}
    assert refused(match, "hex 0809") == "7.2"
    assert refused(match, "done") == "7.2"
    assert "ask.supply-from" not in str(match.view("soviet")["agenda"])
    do(match, "hex 0807")
    assert supply_at(match, "japan", "0808") == 1
    assert supply_at(match, "japan", "0807") == 0


@pytest.mark.rule("pbn", "7.3", "7.4")
def test_headquarters_that_were_not_paid_for_go_inactive() -> None:
    match = logistics(
        {"0808": "JP-23HQ", "0404": "JP-7HQ", "0412": "SU-36HQ"},
        supply={"japan": {"0808": 1}},
        activated=["JP-23HQ", "JP-7HQ", "SU-36HQ"],
    )
    do(match, "activate JP-23HQ", "done")
    assert marked(match, "activated", "JP-23HQ")
    assert not marked(match, "activated", "JP-7HQ")
    assert marked(match, "activated", "SU-36HQ")


@pytest.mark.rule("pbn", "7.4")
def test_gekokujo_keeps_a_headquarters_active() -> None:
    match = logistics({"0808": "JP-23HQ"}, activated="JP-23HQ", kept="JP-23HQ")
    do(match, "done")
    assert marked(match, "activated", "JP-23HQ")


@pytest.mark.rule("pbn", "26.5")
def test_one_supply_point_activates_all_headquarters_of_a_base() -> None:
    """T75"""
    match = logistics({"hailar": ["JP-23HQ", "JP-7HQ"], "2301": "JP-6HQ"}, supply={"japan": {"hailar": 1}})
    assert offered(match, "activate") == {"JP-23HQ", "JP-7HQ"}
    assert refused(match, "activate JP-6HQ") == "7.2"
    do(match, "activate JP-7HQ", "done")
    assert marked(match, "activated", "JP-23HQ")
    assert marked(match, "activated", "JP-7HQ")
    match = logistics({"hailar": "JP-23HQ"}, supply={"japan": {"2301": 1}})
    assert refused(match, "activate JP-23HQ") == "26.5"


@pytest.mark.rule("pbn", "12.5.2", "12.5.1")
def test_supply_of_an_overstacked_hex_serves_nobody() -> None:
    """T74"""
    placed = {"0808": ["JP-64", "JP-71", "JP-1-8BG"], "0809": "JP-23HQ"}
    match = logistics(placed, supply={"japan": {"0808": 1}})
    assert refused(match, "activate JP-23HQ") == "12.5.2"
    assert refused(match, "fortify 0808") == "12.5.2"
    placed = {"0808": ["JP-64", "JP-71", "JP-23HQ"]}
    match = logistics(placed, supply={"japan": {"0809": 1}})
    assert refused(match, "activate JP-23HQ") == "12.5.1"


@pytest.mark.rule("pbn", "12.4", "12.5.2")
def test_who_overstacks_a_hex_in_the_phase_itself_pays_when_it_ends() -> None:
    placed = {"0808": ["SU-11A", "SU-24"], "0809": "SU-36HQ"}
    match = logistics(placed, "soviet", supply={"soviet": {"0808": 2}})
    do(match, "breakdown SU-11A")  # into four battalions: seven in the hex
    do(match, "activate SU-36HQ")
    assert marked(match, "activated", "SU-36HQ")
    do(match, "done")
    assert marked(match, "jammed", "SU-SUP-2")


@pytest.mark.rule("pbn", "12.5.2")
def test_who_is_not_overstacked_any_more_has_his_supply_back() -> None:
    battalions = ["SU-B3114-1", "SU-B3114-2", "SU-B3114-3", "SU-B1214-1"]
    placed = {"0808": [*battalions, "SU-24"], "0809": "SU-36HQ", "broken": "SU-11A"}
    match = logistics(placed, "soviet", supply={"soviet": {"0808": 1}})
    assert refused(match, "activate SU-36HQ") == "12.5.2"
    do(match, "combine SU-11A", "activate SU-36HQ")
    assert marked(match, "activated", "SU-36HQ")


@pytest.mark.rule("pbn", "7.1.2", "7.5", "7.5.2", "7.51", "6.3")
def test_refit_of_combat_units() -> None:
    """T76  One supply: one regiment or three battalions, not four battalion equivalents."""
    lost = ["JP-64", "JP-1-8BG", "JP-2-8BG", "JP-1KA", "JP-2KA"]
    match = logistics({"replaceable": lost, "permanent": "JP-71"}, supply={"japan": {"0808": 2}})
    assert offered(match, "refit") == set(lost)
    assert refused(match, "refit JP-71") == "7.5"
    do(match, "refit JP-64")
    assert place(match, "JP-64") == "0808"
    do(match, "refit JP-1-8BG")
    assert offered(match, "unit") == {"JP-2-8BG", "JP-1KA", "JP-2KA"}
    assert refused(match, "unit JP-64") == "7.5"
    do(match, "unit JP-1KA", "unit JP-2KA")
    assert who_is_at(match, "0808") == {"JP-64", "JP-1-8BG", "JP-1KA", "JP-2KA"}
    assert place(match, "JP-2-8BG") == "replaceable"
    assert refused(match, "refit JP-2-8BG") == "7.5.2"


@pytest.mark.rule("pbn", "7.5.2")
def test_a_regiment_does_not_fit_beside_a_battalion() -> None:
    match = logistics({"replaceable": ["JP-1-8BG", "JP-64", "JP-2-8BG"]}, supply={"japan": {"0808": 1}})
    do(match, "refit JP-1-8BG")
    assert refused(match, "unit JP-64") == "7.5.2"
    do(match, "hex 0808")
    assert place(match, "JP-1-8BG") == "0808"


@pytest.mark.rule("pbn", "7.5.1", "7.51")
def test_refit_of_a_headquarters_costs_its_support() -> None:
    """T77  COG has support 3; all points come from one place (R99)."""
    placed = {"replaceable": "SU-COG"}
    match = logistics(placed, "soviet", supply={"soviet": {"0808": 2, "tamsag": 2}})
    assert refused(match, "refit SU-COG") == "7.5.1"
    match = logistics(placed, "soviet", supply={"soviet": {"0808": 2, "tamsag": 3}})
    do(match, "refit SU-COG")
    assert place(match, "SU-COG") == "tamsag"
    assert supply_at(match, "soviet", "tamsag") == 0
    assert supply_at(match, "soviet", "0808") == 2
    assert not marked(match, "activated", "SU-COG")


@pytest.mark.rule("pbn", "7.51")
def test_who_is_refitted_comes_where_supply_is_spent() -> None:
    placed = {"replaceable": "SU-601"}
    match = logistics(placed, "soviet", supply={"soviet": {"0808": 1, "tamsag": 1}})
    do(match, "refit SU-601")
    assert offered(match, "hex") == {"0808"}
    assert refused(match, "hex 0809") == "7.51"
    do(match, "base_here")
    assert place(match, "SU-601") == "tamsag"
    match = logistics(placed, "soviet", supply={"soviet": {"0808": 1, "0909": 1}})
    do(match, "refit SU-601")
    assert refused(match, "base_here") == "7.51"
    do(match, "hex 0909")
    assert place(match, "SU-601") == "0909"


def test_refits_may_overstack_and_end_no_fortification() -> None:
    match = logistics({"replaceable": "SU-601"}, "soviet", supply={"soviet": {"0808": 1}}, fortified={"soviet": "0808"})
    do(match, "refit SU-601")
    assert place(match, "SU-601") == "0808"
    assert position(match).fortified[0]
    match = logistics({"replaceable": "SU-601", "0808": ["SU-24", "SU-76"]}, "soviet", supply={"soviet": {"0808": 2}})
    do(match, "refit SU-601")
    assert place(match, "SU-601") == "0808"
    assert supply_at(match, "soviet", "0808") == 1
    assert position(do(match, "done")).jammed


@pytest.mark.rule("pbn", "7.1.3", "7.5.3", "7.6", "7.61", "26.6", "26.1")
def test_repair_of_air_units() -> None:
    """E2, T79  Each supply point in the base repairs up to three."""
    match = logistics({}, air={"japan": {"damaged": 7}}, supply={"japan": {"hailar": 3, "0808": 1}})
    assert offered(match, "repair") == {1, 2, 3}
    assert refused(match, "repair 4") == "7.6"
    do(match, "repair 3", "repair 3", "repair 1")
    assert air(match, "japan") == {"reserve": 7}
    assert supply_at(match, "japan", "hailar") == 0
    assert told(match, "log.repaired")["count"] == 1
    match = logistics({}, air={"japan": {"damaged": 4}}, supply={"japan": {"0808": 1}})
    assert refused(match, "repair 1") == "7.61"


@pytest.mark.rule("pbn", "7.6")
def test_four_to_six_damaged_air_units_cost_two_points() -> None:
    """E2"""
    for damaged in (4, 5, 6):
        match = logistics({}, air={"japan": {"damaged": damaged}}, supply={"japan": {"hailar": 2}})
        do(match, "repair 3", f"repair {damaged - 3}")
        assert air(match, "japan") == {"reserve": damaged}
        assert supply_at(match, "japan", "hailar") == 0


@pytest.mark.rule("pbn", "7.62")
def test_air_units_that_were_shot_down_are_never_repaired() -> None:
    match = logistics({}, air={"japan": {"shot_down": 2}}, supply={"japan": {"hailar": 1}})
    assert not offered(match, "repair")
    assert refused(match, "repair 1") == "7.6"


@pytest.mark.rule("pbn", "7.8.1", "2.31.3")
def test_every_supply_point_goes_its_own_way() -> None:
    """R104  Points are single pieces, so that change is never needed."""
    match = board({}, "japan_move", supply={"japan": {"0808": 3}})
    do(match, "unit JP-SUP-1", "hex 0809", "unit JP-SUP-2", "hex 0708")
    assert [supply_at(match, "japan", h) for h in ("0808", "0809", "0708")] == [1, 1, 1]
    game = the_game()
    change = [i for i, s in zip(game.sheet.ids, game.sheet.columns["stock"], strict=True) if s == "change"]
    assert change
    assert not game.in_play & sum(1 << game.sheet.index[i] for i in change)


@pytest.mark.rule("pbn", "7.8.3", "12.2")
def test_supply_neither_stacks_nor_has_a_zone() -> None:
    match = board(
        {"0808": ["SU-24", "SU-76", "SU-36HQ"], "0909": "SU-601", "1009": "JP-64"},
        "soviet_move",
        supply={"soviet": {"0909": 5}, "japan": {"0807": 2}},
    )
    s = position(match)
    grid = s.game.map.grid
    assert s.overstacked(0) == 1 << grid.at("0808")
    assert not s.zone(1) >> grid.at("0806") & 1


@pytest.mark.rule("pbn", "7.8.6")
def test_spent_supply_goes_back_to_the_mix() -> None:
    match = logistics({"0808": "JP-23HQ"}, supply={"japan": {"0808": 1}})
    do(match, "activate JP-23HQ")
    assert place(match, "JP-SUP-1") == "out"


@pytest.mark.rule("pbn", "8.1", "8.2")
def test_suppression_ends_when_the_phase_begins() -> None:
    match = logistics({"0808": "JP-64", "0404": "SU-24"}, suppressed=["JP-64", "SU-24"])
    assert not marked(match, "suppressed", "JP-64")
    assert marked(match, "suppressed", "SU-24")


@pytest.mark.rule("pbn", "7.1.5")
def test_staff_planning_activates_without_supply() -> None:
    match = logistics({"hand": "SU-CM-STAFF", "0808": "SU-36HQ", "0404": "SU-82HQ"}, "soviet")
    assert offered(match, "play") == {"SU-CM-STAFF"}
    do(match, "play SU-CM-STAFF")
    assert refused(match, "done") == "SCM.7"
    assert refused(match, "activate SU-24") == "SCM.7"
    do(match, "activate SU-82HQ", "done")
    assert marked(match, "activated", "SU-82HQ")
    assert not marked(match, "activated", "SU-36HQ")
    assert place(match, "SU-CM-STAFF") == "pool"
    assert "log.staff" in keys(match)


def test_staff_planning_is_for_headquarters_that_need_it() -> None:
    match = logistics({"hand": "JP-CM-STAFF", "0808": "JP-23HQ"}, supply={"japan": {"0808": 1}})
    do(match, "activate JP-23HQ")
    assert refused(match, "play JP-CM-STAFF") == "JCM.9"
    match = logistics({"hand": "JP-CM-STAFF", "0808": ["JP-23HQ", "JP-7HQ"]}, supply={"japan": {"0808": 1}})
    do(match, "activate JP-23HQ", "play JP-CM-STAFF")
    assert refused(match, "activate JP-23HQ") == "JCM.9"
    assert refused(logistics({"0808": "JP-23HQ"}), "play JP-CM-STAFF") == "5.3"


def test_what_is_spent_is_nobody_elses_business() -> None:
    match = logistics({"0808": "JP-23HQ"}, supply={"japan": {"0808": 1}})
    do(match, "activate JP-23HQ")
    assert not any(line["key"] == "log.activated" for line in match.view("soviet")["log"])
    assert "JP-23HQ" not in str(match.view("soviet")["agenda"])
    assert why(match, "hex 0808").rule == "4.1.18"


@pytest.mark.rule("pbn", "8.3", "8.4")
def test_bombardment_suppresses_once() -> None:
    match = board(
        {"0808": ["SU-24", "SU-76"]}, "japan_strike", air={"japan": {"strike": 3}}, suppressed="SU-24", dice=[6]
    )
    do(match, "strike 0808", "points 3", "done")
    assert marked(match, "suppressed", "SU-24")
    assert marked(match, "suppressed", "SU-76")
    match = logistics({"0808": ["SU-24", "SU-76"]}, "soviet", suppressed=["SU-24", "SU-76"])
    assert not position(match).suppressed  # one phase ends it all the same


@pytest.mark.rule("pbn", "7.1", "4.1.18")
def test_other_decisions_are_for_other_phases() -> None:
    match = logistics({"0808": "JP-64"})
    for decision in ("commit", "auto", "unit JP-64", "hex 0808"):
        assert (why(match, decision).rule, why(match, decision).key) == ("4.1.18", "why.not-now")


@pytest.mark.rule("pbn", "12.5.2", "7.2")
def test_supply_in_a_crowd_far_away_is_no_reason() -> None:
    """Only supply that would serve a headquarters, were its hex not overstacked, is named as the cause."""
    crowd = ["JP-64", "JP-71", "JP-72"]
    supply = 1 << the_game().sheet.index["JP-SUP-1"]
    for where, key in (("0809", "why.jammed"), ("2020", "why.no-supply")):
        match = logistics({"0808": "JP-23HQ", where: [*crowd, "JP-SUP-1"]}, jammed=supply)
        assert why(match, "activate JP-23HQ").key == key
