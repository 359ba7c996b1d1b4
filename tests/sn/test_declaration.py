"""11.6, 12.0, 12.7  Who has to attack, what has to be attacked, and how attacks are declared before any die falls."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from khalkhin.games.sn.declaration import exerts
from tests.sn.fights import AROUND, NORTH, TARGET
from tests.sn.positions import asked, at, board, do, ids, keys, names, offered, place, position, refused, told, why

NE, E, SE, SW, W, NW = AROUND


def front(placed: dict[str, Any], side: str = "japan", **kinds: Any) -> Match:
    """A Combat Phase of these counters, nothing expended."""
    match = board(placed, f"{side}_combat", **kinds)
    if match.prompts() and asked(match).message.key == "ask.expend-combat":
        do(match, "done")
    return match


def duties(match: Match) -> tuple[set[str], set[str]]:
    """Who still has to attack, and what still has to be attacked."""
    params = asked(match).message.params
    return ids(params["units"]), names(params["hexes"])


# -- who has to, and whom (11.6) ---------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "11.6")
@pytest.mark.rule("sn", "12.0.1")
@pytest.mark.rule("sn", "12.0")
@pytest.mark.parametrize("round", [1, 2])
def test_everybody_in_an_enemy_zone_has_to_attack(round: int) -> None:
    """In both Combat Phases, out of supply too; who stands apart does not."""
    match = front({NE: ["JP-2IC", "JP-1BASE"], "2116": "JP-3IC", TARGET: "SU-12IC"}, round=round)
    assert (asked(match).side, asked(match).rule) == (1, "12.0.3")
    assert duties(match) == ({"JP-2IC", "JP-1BASE"}, {TARGET})
    assert refused(match, "commit") == "12.0.1"
    assert refused(match, "done") == "12.0"


def test_who_moves_is_warned_of_those_without_strength_who_must_attack() -> None:
    match = board({NE: ["JP-2IC", "JP-1BASE", "JP-SUP-1"], TARGET: "SU-12IC"}, "japan_move")
    (warning,) = view(position(match), 1)["details"]["warnings"]
    assert (warning["rule"], warning["key"]) == ("11.6", "warn.weak-must-attack")
    assert {*warning["params"]["units"]} == {"JP-1BASE", "JP-SUP-1"}
    away = board({NORTH: ["JP-2IC", "JP-1BASE"], TARGET: "SU-12IC"}, "japan_move")
    assert "warnings" not in view(position(away), 1)["details"]


@pytest.mark.rule("sn", "12.0")
def test_nobody_in_contact_has_nothing_to_declare() -> None:
    match = front({NORTH: "JP-2IC", TARGET: "SU-12IC"})
    assert "ask.declare" not in [p.message.key for p in match.prompts()]


@pytest.mark.rule("sn", "11.6.1")
@pytest.mark.rule("sn", "12.0.6")
def test_e25_every_hex_whose_zone_reaches_them_has_to_be_attacked() -> None:
    match = front({NE: ["JP-2IC", "JP-3IC"], TARGET: "SU-12IC", E: "SU-18IC"})
    assert duties(match)[1] == {TARGET, E}
    do(match, f"attack {TARGET}", "unit JP-2IC", "unit JP-3IC")
    assert refused(match, "commit") == "12.0.1"
    do(match, f"also {E}")
    assert offered(match, "commit") == {None}


@pytest.mark.rule("sn", "12.0.1")
def test_e26_a_supply_unit_that_must_attack_cannot_be_left_out() -> None:
    match = front({NE: ["JP-2IC", "JP-SUP-1"], TARGET: "SU-12IC"})
    do(match, f"attack {TARGET}", "unit JP-2IC")
    assert refused(match, "commit") == "12.0.1"
    assert duties(match) == ({"JP-SUP-1"}, set())
    do(match, "unit JP-SUP-1", "commit")


@pytest.mark.rule("sn", "15.2.28")
@pytest.mark.rule("sn", "11.6")
def test_e27_disrupted_enemies_oblige_nobody_but_may_be_attacked() -> None:
    match = front({NE: "JP-2IC", TARGET: "SU-12IC"}, disrupted="SU-12IC")
    assert duties(match) == (set(), set())
    assert (offered(match, "attack"), offered(match, "commit")) == ({TARGET}, {None})
    assert refused(match, "auto") == "12.0.4"
    do(match, "commit")
    assert "log.attack" not in keys(match)


@pytest.mark.rule("sn", "11.6.1")
def test_one_undisrupted_unit_of_a_stack_is_enough() -> None:
    match = front({NE: "JP-2IC", TARGET: ["SU-12IC", "SU-FORT-1"]}, disrupted="SU-12IC")
    assert duties(match) == ({"JP-2IC"}, {TARGET})


@pytest.mark.rule("sn", "11.6")
def test_e30_over_a_lake_nobody_attacks() -> None:
    """Lake Khanka lies between 1802 and 1803."""
    assert "ask.declare" not in [p.message.key for p in front({"1803": "JP-2IC", "1802": "SU-12IC"}).prompts()]


@pytest.mark.rule("sn", "12.0.9")
def test_e31_who_stands_next_to_a_fort_has_to_attack_it() -> None:
    assert duties(front({NE: "JP-2IC", TARGET: "SU-FORT-1"})) == ({"JP-2IC"}, {TARGET})


@pytest.mark.rule("sn", "11.6.3")
@pytest.mark.rule("sn", "20.0.fort")
def test_w12_forts_and_who_is_with_them_need_not_attack_but_may() -> None:
    match = front({NE: ["JP-2IC", "JP-FORT-1"], TARGET: "SU-12IC"})
    assert duties(match) == (set(), set())
    assert offered(match, "commit") == {None}
    do(match, f"attack {TARGET}")
    assert offered(match, "unit") == {"JP-2IC", "JP-FORT-1"}
    do(match, "unit JP-2IC", "commit")
    assert set(told(match, "log.attack")["units"]) == {"JP-2IC"}


@pytest.mark.rule("sn", "11.6")
def test_e32_the_asienkorps_has_to_attack_like_everybody() -> None:
    """R47  It ignores zones when it moves and retreats only."""
    assert duties(front({NE: "DE-AK", TARGET: "SU-12IC"})) == ({"DE-AK"}, {TARGET})


@pytest.mark.rule("sn", "11.6.2")
def test_borders_and_terrain_are_no_excuse() -> None:
    """Manchukuoans at Heiho may not enter the USSR, armour not the roadless rough; the Soviets' zone reaches both."""
    assert duties(front({"1012": "MC-1IC", "1011": "SU-12IC"})) == ({"MC-1IC"}, {"1011"})
    assert duties(front({"0816": "JP-1AD", "0817": "SU-12IC"})) == ({"JP-1AD"}, {"0817"})


@pytest.mark.rule("sn", "11.6.1")
def test_a_zone_that_does_not_cross_the_border_obliges_nobody() -> None:
    """Mongolians may not enter the USSR: a Japanese corps there need not attack them, but it may."""
    match = front({"1436": "JP-2IC", "1536": "OM-1CC"})
    assert duties(match) == (set(), set())
    assert offered(match, "attack") == {"1536"}


# -- putting attacks together (12.0.3-8) -------------------------------------------------------------------------------


@pytest.mark.rule("sn", "12.0.7")
@pytest.mark.parametrize("joint", [False, True])
def test_e24_a_stack_may_divide_or_attack_together(joint: bool) -> None:
    match = front({NE: ["JP-2IC", "JP-3IC"], TARGET: "SU-12IC", E: "SU-18IC"}, dice=[4, 4])
    if joint:
        do(match, f"attack {TARGET}", "unit JP-2IC", "unit JP-3IC", f"also {E}", "commit")
    else:
        do(match, f"attack {TARGET}", "unit JP-2IC", f"attack {E}", "unit JP-3IC", "commit", f"attack {E}")
    assert set(told(match, "log.attack")["hexes"]) == ({TARGET, E} if joint else {E})


@pytest.mark.rule("sn", "12.0.5")
@pytest.mark.rule("sn", "12.0.8")
def test_e29_every_attacker_is_next_to_every_hex_of_his_attack() -> None:
    """SW touches the target only, NE the target and E."""
    match = front({NE: "JP-2IC", SW: "JP-3IC", TARGET: "SU-12IC", E: "SU-18IC"})
    do(match, f"attack {TARGET}", "unit JP-3IC")
    assert (refused(match, f"also {E}"), why(match, f"also {E}").key) == ("12.0.5", "why.not-beside-all")
    assert offered(match, "unit") == set(), "JP-2IC is needed against the other hex"
    assert (refused(match, "unit JP-2IC"), why(match, "unit JP-2IC").key) == ("12.0.4", "engine.leaves-hexes")
    do(match, f"attack {E}", "unit JP-2IC", "commit")


@pytest.mark.rule("sn", "12.0.5")
def test_units_of_several_hexes_attack_one_together() -> None:
    match = front({NE: "JP-2IC", SW: "JP-3IC", TARGET: "SU-12IC"}, dice=[4])
    do(match, f"attack {TARGET}", "unit JP-2IC", "unit JP-3IC", "commit")
    assert (told(match, "log.odds")["attack"], "ask.next-attack" in keys(match)) == (20, False)


@pytest.mark.rule("sn", "12.0.3")
@pytest.mark.rule("sn", "12.0.4")
@pytest.mark.rule("sn", "12.7")
def test_all_attacks_are_declared_first_and_resolved_in_any_order() -> None:
    """One bad attack frees the others for a good one."""
    placed = {NE: ["JP-2IC", "JP-3IC", "JP-NSDIB"], TARGET: "SU-12IC", E: "SU-18IC"}
    match = front(placed, dice=[1, 6])
    do(match, f"attack {E}", "unit JP-NSDIB", f"attack {TARGET}", "unit JP-2IC", "unit JP-3IC")
    assert "log.declared" not in keys(match)
    do(match, "commit")
    assert [e.params["hexes"] for e in match.log if e.key == "log.declared"] == [[E], [TARGET]]
    assert offered(match, "attack") == {E, TARGET}
    assert refused(match, f"attack {SW}") == "12.0.3"
    assert refused(match, "done") == "12.0.3"
    do(match, f"attack {E}")
    assert (place(match, "JP-NSDIB"), told(match, "log.odds")["hexes"]) == ("pool", [TARGET]), "the last one follows"


@pytest.mark.rule("sn", "12.0.3")
def test_an_attack_on_several_hexes_is_picked_by_any_of_them() -> None:
    placed = {NE: "JP-2IC", TARGET: "SU-12IC", E: "SU-18IC", "2114": "JP-3IC", "2113": "SU-21ID"}
    match = front(placed, dice=[4, 4])
    do(match, f"attack {TARGET}", "unit JP-2IC", f"also {E}", "attack 2113", "unit JP-3IC", "commit")
    assert offered(match, "attack") == {TARGET, E, "2113"}
    do(match, f"attack {E}")
    first = next(e for e in match.log if e.key == "log.attack")
    assert (set(first.params["hexes"]), first.rule) == ({TARGET, E}, "12.0.3")


@pytest.mark.rule("sn", "12.0.13")
def test_nobody_attacks_or_is_attacked_twice() -> None:
    match = front({NE: ["JP-2IC", "JP-3IC"], TARGET: "SU-12IC", E: "SU-18IC"})
    do(match, f"attack {TARGET}", "unit JP-2IC")
    assert refused(match, f"attack {TARGET}") == refused(match, "unit JP-2IC") == "12.0.13"
    do(match, f"attack {E}")
    assert (refused(match, "unit JP-2IC"), why(match, "unit JP-2IC").key) == ("12.0.13", "why.in-attack")
    do(match, "unit JP-3IC")
    assert (refused(match, f"also {TARGET}"), why(match, f"also {TARGET}").key) == ("12.0.13", "why.attacked")


@pytest.mark.rule("sn", "12.0.12")
def test_the_defender_is_not_asked() -> None:
    match = front({NE: "JP-2IC", TARGET: "SU-12IC"}, dice=[4])
    do(match, f"attack {TARGET}", "unit JP-2IC", "commit")
    assert [k for k in keys(match) if k in ("log.attack", "log.defend", "log.odds", "log.result")] == [
        "log.attack",
        "log.defend",
        "log.odds",
        "log.result",
    ]


@pytest.mark.rule("sn", "12.0.11")
def test_a_stack_defends_as_a_whole() -> None:
    match = front({NE: "JP-2IC", TARGET: ["SU-12IC", "SU-SUP-1", "SU-FORT-1"]}, dice=[4])
    do(match, f"attack {TARGET}", "unit JP-2IC", "commit")
    assert set(told(match, "log.defend")["units"]) == {"SU-12IC", "SU-SUP-1", "SU-FORT-1"}
    assert told(match, "log.odds")["defence"] == 9 + 1 + 3


@pytest.mark.rule("sn", "12.0.4")
def test_volunteers_from_a_fort_may_take_a_hex_that_others_would_have_to() -> None:
    """The corps at NE touches both hexes, the garrison at SE one of them: in either order."""
    placed = {NE: "JP-2IC", SE: ["JP-3IC", "JP-FORT-1"], TARGET: "SU-12IC", E: "SU-18IC"}
    one = do(front(placed), f"attack {TARGET}", "unit JP-2IC", f"attack {E}", "unit JP-3IC", "commit")
    other = do(front(placed), f"attack {E}", "unit JP-3IC", f"attack {TARGET}", "unit JP-2IC", "commit")
    assert offered(one, "attack") == offered(other, "attack") == {TARGET, E}


@pytest.mark.rule("sn", "12.0.4")
def test_auto_completes_what_is_in_hand() -> None:
    placed = {NE: "JP-2IC", SE: "JP-3IC", SW: "JP-4IC", TARGET: "SU-12IC", E: "SU-18IC"}
    match = front(placed)
    do(match, f"attack {TARGET}", "unit JP-4IC", "auto")
    assert offered(match, "commit") == {None}
    do(match, "commit")
    assert offered(match, "attack") == {TARGET, E}


@pytest.mark.rule("sn", "12.0")
def test_what_is_left_out_is_named() -> None:
    match = front({NE: ["JP-2IC", "JP-3IC"], TARGET: "SU-12IC", E: "SU-18IC"})
    assert why(match, "commit").key == "why.uncovered"
    assert why(do(match.clone(), f"attack {TARGET}", "unit JP-2IC", f"also {E}"), "commit").key == "why.uncovered-units"
    whole = do(match, f"attack {TARGET}", "unit JP-2IC", "unit JP-3IC")
    assert why(whole, "commit").key == "why.uncovered-hexes"


@pytest.mark.rule("sn", "12.0")
def test_reasons_for_what_cannot_be_attacked() -> None:
    match = front({NE: "JP-2IC", TARGET: "SU-12IC", "2520": "SU-18IC", "2010": "JP-7ID"})
    assert why(match, f"attack {SW}").key == "why.no-enemy"
    assert why(match, "attack 2520").key == "why.nobody-beside"
    assert why(match, "unit JP-2IC").key == why(match, f"also {TARGET}").key == "why.target-first"
    do(match, f"attack {TARGET}")
    assert why(match, f"also {SW}").key == "why.attackers-first"
    assert why(match, "unit SU-12IC").key == "why.not-yours"
    assert why(match, "unit JP-3IC").key == "why.off-map"
    assert why(match, "unit JP-7ID").key == "why.not-beside-targets"


@pytest.mark.rule("sn", "12.0")
def test_a_voluntary_attack_in_hand_needs_attackers() -> None:
    match = front({NE: "JP-2IC", TARGET: "SU-12IC", E: "SU-18IC"}, disrupted=["SU-12IC", "SU-18IC"])
    do(match, f"attack {TARGET}")
    assert why(match, "commit").key == why(match, f"attack {E}").key == "why.attackers-first"


# -- what the enemy sees -----------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "21.0")
def test_the_enemy_sees_where_attacks_go_and_not_by_whom() -> None:
    placed = {NE: ["JP-2IC", "JP-3IC"], TARGET: "SU-12IC", E: "SU-18IC"}
    match = front(placed, dice=[4])
    before = view(match.state, 0)
    do(match, f"attack {TARGET}", "unit JP-2IC", f"attack {E}", "unit JP-3IC")
    assert view(match.state, 0) == before, "nothing before it is committed"
    do(match, "commit")
    seen = str(view(match.state, 0))
    assert "JP-3IC" in seen, "it lies on top"
    assert "JP-2IC" not in seen
    do(match, f"attack {TARGET}")
    assert "JP-2IC" in str(view(match.state, 0)), "it fights"


@pytest.mark.rule("sn", "11.0", "11.1.2", "15.2.28")
@pytest.mark.parametrize(
    ("stack", "disrupted", "zone"),
    [
        ("MC-1IC", (), False),
        ("JP-2IC", (), True),
        ("JP-2IC", "JP-2IC", False),
        (["MC-1IC", "JP-2IC"], (), True),
        (["MC-1IC", "JP-2IC"], "JP-2IC", False),
    ],
)
def test_a_stack_has_a_zone_where_one_of_it_may_go(stack: Any, disrupted: Any, zone: bool) -> None:
    """From Suifenho 2104 in Manchukuo into Voroshilov: Manchukuoans do not enter the USSR."""
    s = position(board({"2104": stack, "1002": "SU-12IC"}, disrupted=disrupted))
    assert exerts(s, 1, at("2104"), at("2103")) == zone


@pytest.mark.rule("sn", "12.0.4", "12.0.5")
def test_a_hex_is_not_added_if_somebody_needs_it_for_an_attack_of_his_own() -> None:
    """JP-3IC is next to the corps in the east only, and has to attack."""
    match = front({TARGET: "SU-12IC", E: "SU-18IC", NE: "JP-2IC", "2315": "JP-3IC"})
    do(match, f"attack {TARGET}", "unit JP-2IC")
    assert (refused(match, f"also {E}"), why(match, f"also {E}").key) == ("12.0.4", "engine.leaves-units")
