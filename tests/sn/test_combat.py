"""12.6, 13.0, 13.2, 15.2.31-33, 13.4  The Combat Phases: results in their order, close air support, a second attack."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.sn.combat import SupportLoss
from tests.sn.fights import AROUND, TARGET, brings, fight, over, result
from tests.sn.positions import (
    asked,
    at,
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
    told,
    units,
    who_is_at,
    why,
)

NE, E, SE, SW, W, NW = AROUND
STRONG = ["SU-12IC", "SU-18IC", "SU-26IC"]
AIR = ["JP-AIR-1", "JP-AIR-2", "JP-AIR-3"]


def supported(code: str, attackers: dict[str, Any], defenders: Any, strikes: list[str]) -> Match:
    also = {TARGET: strikes, "2114": "JP-1BASE"}
    return brings(code, attackers, defenders, also=also, close_support=strikes)


# -- the order of things -----------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "12.6")
@pytest.mark.rule("sn", "4.1.5")
def test_losses_come_before_retreats_and_retreats_before_pursuit() -> None:
    match = brings("DS", {NE: ["JP-2IC", "JP-3IC"]}, ["SU-21ID", "SU-22ID", "SU-26ID"], expend="JP-SUP-1")
    assert asked(match).message.key == "ask.lose"
    do(match, "unit SU-21ID", "unit SU-22ID")
    assert asked(match).message.key == "ask.retreat"
    do(match, "unit SU-26ID", "hex 2319")
    assert asked(match).message.key == "ask.pursue"
    do(match, "unit JP-2IC", f"hex {TARGET}", "done")
    assert place(match, "JP-2IC") == TARGET


@pytest.mark.rule("sn", "12.0.3")
def test_each_attack_is_carried_out_before_the_next_die() -> None:
    placed = {NE: ["JP-2IC", "JP-FORT-1"], TARGET: "SU-12IC", "2114": ["JP-3IC", "JP-FORT-2"], "2113": "SU-18IC"}
    match = board(placed, "japan_combat", dice=[6, 4])
    do(match, f"attack {TARGET}", "unit JP-2IC", "attack 2113", "unit JP-3IC", "commit", f"attack {TARGET}")
    assert (result(match), asked(match).message.key) == ("DR", "ask.retreat")
    do(match, "unit SU-12IC", f"hex {W}", "unit JP-2IC", f"hex {TARGET}")
    assert told(match, "log.odds")["hexes"] == ["2113"]


@pytest.mark.rule("sn", "12.0")
@pytest.mark.rule("sn", "12.0.1")
def test_the_phase_ends_with_stacking_and_the_next_begins() -> None:
    match = brings("CT", {NE: "JP-2IC"}, "SU-12IC")
    s = position(match)
    assert (s.attackers, s.defenders, s.shown, s.late, s.trodden) == (0, 0, 0, 0, ())
    assert s.round == 2, "the second Movement Phase"


@pytest.mark.rule("sn", "12.0.13")
def test_who_pursues_into_a_zone_does_not_attack_again() -> None:
    """Pursuit and retreat make no new duties in the same phase."""
    match = brings("DE", {NE: ["JP-2IC", "JP-3IC", "JP-4IC"]}, "SU-21ID", also={"2419": "SU-12IC"})
    do(match, "unit JP-2IC", f"hex {TARGET}", "done")
    assert keys(match).count("log.attack") == 1


# -- close air support (15.2.31-33) ------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "15.2.33")
@pytest.mark.rule("sn", "13.2")
def test_e51_all_attackers_and_one_airstrike_are_lost() -> None:
    match = supported("AE", {NE: "JP-7ID"}, STRONG, AIR[:1])
    assert (place(match, "JP-7ID"), place(match, "JP-AIR-1")) == ("pool", "pool")


@pytest.mark.rule("sn", "15.2.33")
def test_the_owner_chooses_which_one() -> None:
    match = supported("AS", {NE: ["JP-7ID", "JP-8ID"]}, STRONG, AIR)
    assert (asked(match).side, asked(match).rule, offered(match, "unit")) == (1, "15.2.33", set(AIR))
    assert refused(match, "unit JP-7ID") == refused(match, "done") == "15.2.33"
    do(match, "unit JP-AIR-2")
    assert [place(match, strike) for strike in AIR] == [TARGET, "pool", TARGET]
    assert asked(match).message.key == "ask.lose"


@pytest.mark.rule("sn", "13.2")
@pytest.mark.rule("sn", "15.2.33")
@pytest.mark.parametrize("code", ["AR", "CT", "EX", "DR"])
def test_other_results_do_not_touch_strikes(code: str) -> None:
    match = supported(code, {NE: "JP-2IC"}, "SU-12IC", AIR)
    assert "log.shot-down" not in keys(match)
    assert {TARGET, "available"} >= {place(match, strike) for strike in AIR}


@pytest.mark.rule("sn", "15.2.33")
@pytest.mark.rule("sn", "5.3.b")
def test_an_airstrike_lost_over_the_hex_before_does_not_make_it_a_major_victory() -> None:
    """One was shot down in the Air Phase, one is lost with the attack: two battles."""
    also = {TARGET: AIR[:1], "2114": "JP-1BASE"}
    over_target = position(board({TARGET: "SU-12IC"}, "japan_combat")).game.map.grid.at(TARGET)
    match = brings("AE", {NE: "JP-7ID"}, STRONG, also=also, close_support=AIR[:1], downed=((over_target, 0, 1),))
    assert (place(match, "JP-AIR-1"), points(match, "soviet")) == ("pool", 0)


@pytest.mark.rule("sn", "15.2.31")
@pytest.mark.rule("sn", "15.2.32")
def test_the_airstrikes_stay_until_the_phase_is_over() -> None:
    placed = {NE: "JP-2IC", TARGET: ["SU-12IC", *AIR[:2]], "2114": ["JP-3IC", "JP-1BASE"], "2113": "SU-18IC"}
    match = board(placed, "japan_combat", dice=[4, 4], close_support=AIR[:2])
    do(match, f"attack {TARGET}", "unit JP-2IC", "attack 2113", "unit JP-3IC", "unit JP-1BASE", "commit")
    do(match, f"attack {TARGET}")
    assert {place(match, strike) for strike in AIR[:2]} == {TARGET}


# -- attacked after a retreat (13.4) -----------------------------------------------------------------------------------


@pytest.mark.rule("sn", "13.4")
def test_who_retreated_defends_the_hex_it_reached() -> None:
    """R66  Once more in the same phase, with its full strength."""
    placed = {NE: "JP-2IC", TARGET: "SU-21ID", W: "SU-FORT-1", "2319": "JP-3IC", "2116": "JP-SUP-1"}
    match = board(placed, "japan_combat", dice=[4, 4])
    do(match, "done", f"attack {TARGET}", "unit JP-2IC", f"attack {W}", "unit JP-3IC", "commit", f"attack {TARGET}")
    do(match, "unit SU-21ID", f"hex {W}", "done")
    assert set(told(match, "log.defend")["units"]) == {"SU-21ID", "SU-FORT-1"}
    assert told(match, "log.odds")["defence"] == 6


@pytest.mark.rule("sn", "13.4.1")
@pytest.mark.rule("sn", "13.3.d")
def test_who_overstacks_the_hex_adds_nothing_but_shares_the_losses() -> None:
    """Nine divisional equivalents stand in W already."""
    army = ["JP-3IC", "JP-4IC", "JP-5IC"]
    placed = {
        NE: "JP-2IC",
        TARGET: "SU-21ID",
        W: ["SU-12IC", "SU-18IC", "SU-22ID", "SU-26ID", "SU-FORT-1"],
        "2319": [*army, "JP-FORT-2"],
        "2116": "JP-SUP-1",
    }
    match = board(placed, "japan_combat", dice=[4, 6])
    do(match, "done", f"attack {TARGET}", "unit JP-2IC", f"attack {W}", *(f"unit {u}" for u in army), "commit")
    do(match, f"attack {TARGET}", "unit SU-21ID", f"hex {W}", "done")
    assert "SU-21ID" in told(match, "log.defend")["units"]
    assert told(match, "log.odds")["defence"] == 9 + 9 + 3 + 3 + 3
    assert (result(match), asked(match).message.params["count"]) == ("EX", 5), "half of nine"
    do(match, "unit JP-3IC", "breakdown JP-4IC")
    do(match, *(f"unit {u}" for u in sorted(str(u) for u in offered(match, "unit"))[:2]))
    assert (asked(match).side, asked(match).message.params["count"]) == (0, 5)
    assert "SU-21ID" in offered(match, "unit")


@pytest.mark.rule("sn", "13.3.d")
@pytest.mark.rule("sn", "10.1.7")
def test_an_overstacked_retreat_is_paid_for_at_the_end_of_the_phase() -> None:
    also = {W: ["SU-18IC", "SU-26IC", "SU-22ID", "SU-26ID", "SU-FORT-1"]}
    match = brings("DR", {NE: ["JP-2IC", "JP-3IC"]}, "SU-21ID", also=also)
    do(match, "unit SU-21ID", f"hex {W}")
    over(match)
    assert (asked(match).side, asked(match).message.key) == (0, "ask.overstacked")
    do(match, "unit SU-21ID")
    assert points(match, "japan") == 0
    assert who_is_at(match, W) == {"SU-18IC", "SU-26IC", "SU-22ID", "SU-26ID", "SU-FORT-1"}


@pytest.mark.rule("sn", "12.0.2")
@pytest.mark.rule("sn", "4.1.8")
def test_the_second_combat_phase_is_like_the_first() -> None:
    match = fight({NE: "JP-2IC"}, "SU-12IC", 4, round=2)
    assert (result(match), position(match).round) == ("CT", 0)


@pytest.mark.rule("sn", "12.0.3")
def test_between_attacks_only_an_attack_can_be_named() -> None:
    placed = {NE: "JP-2IC", TARGET: "SU-12IC", "1715": "JP-3IC", "1714": "SU-18IC"}
    match = board(placed, "japan_combat")
    do(match, f"attack {TARGET}", "unit JP-2IC", "attack 1714", "unit JP-3IC", "commit")
    assert (asked(match).message.key, offered(match, "attack")) == ("ask.next-attack", {TARGET, "1714"})
    assert (why(match, "unit JP-2IC").key, why(match, f"attack {NE}").key) == ("why.pick-attack", "why.not-declared")


@pytest.mark.rule("sn", "13.2", "15.2.33")
def test_of_all_the_hexes_attacked_and_no_others_one_supporting_airstrike_is_lost() -> None:
    s = position(board({TARGET: "SU-12IC", E: "SU-18IC", NE: "JP-2IC"}, "japan_combat"))
    for strike, where in (("JP-AIR-1", TARGET), ("JP-AIR-2", E), ("JP-AIR-3", W), ("JP-AIR-4", TARGET)):
        s.put(s.game.sheet.index[strike], at(where))
    s.close_support = units("JP-AIR-1", "JP-AIR-2", "JP-AIR-3")
    prompt = SupportLoss(1, hexes(TARGET, E)).ask(s)
    assert prompt is not None
    assert ids(sum(1 << u for o in prompt.offers for u in o if isinstance(u, int))) == {"JP-AIR-1", "JP-AIR-2"}
