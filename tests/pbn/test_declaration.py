"""13.6, 14.1, 14.2, 12.5.3, 18.1  Who has to attack, what has to be attacked, and how battles are put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from tests.pbn.fights import AROUND
from tests.pbn.positions import (
    Some,
    asked,
    board,
    do,
    ids,
    keys,
    names,
    offered,
    place,
    position,
    refused,
    told,
    units,
    why,
)

N, NE, SE, S, SW, NW = AROUND
X, Y, Z = "0806", "0808", "0810"
P, Q = "0807", "0809"
"""A line from north to south, X P Y Q Z: P stands between X and Y, Q between Y and Z."""
ALL = {"attack_all": True}
LINE = {X: "JP-64", Y: "JP-71", Z: "JP-72", P: "SU-24", Q: "SU-76"}


def combat(placed: Mapping[str, Some], side: str = "soviet", **kinds: Any) -> Match:
    return board(placed, f"{side}_combat", **kinds)


def obliged(match: Match) -> set[str]:
    """Units that the prompt says have to attack."""
    return ids(asked(match).message.params["units"])


def due(match: Match) -> set[str]:
    """Hexes that the prompt says have to be attacked."""
    return names(asked(match).message.params["hexes"])


def battles(match: Match) -> list[tuple[set[str], set[str]]]:
    """The battles put together so far, as the client shows them: attackers and hexes."""
    found = view(match.state, position(match).active)["details"]["battles"]
    return [(set(b["units"]), set(b["targets"])) for b in found]


# -- who has to fight ------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "13.6")
@pytest.mark.rule("pbn", "14.11")
def test_units_in_a_zone_must_attack_and_who_exerts_it_must_be_attacked() -> None:
    match = combat({N: "SU-24", "0805": "SU-76", "0808": "JP-64", "0811": "JP-71"})
    assert (obliged(match), due(match)) == ({"SU-24"}, {"0808"})
    assert refused(match, "commit") == "14.13"


@pytest.mark.rule("pbn", "14.11")
@pytest.mark.parametrize("impulse", [1, 2])
def test_in_both_combat_phases(impulse: int) -> None:
    match = combat({N: "SU-24", "0808": "JP-64"}, impulse=impulse)
    assert (obliged(match), due(match)) == ({"SU-24"}, {"0808"})


@pytest.mark.rule("pbn", "13.6")
@pytest.mark.rule("pbn", "14.12")
def test_all_but_supply_headquarters_and_units_without_attack_strength_too() -> None:
    match = combat({N: ["SU-57AA", "SU-36HQ"], "0808": "JP-64"}, supply={"soviet": {N: 2}})
    assert obliged(match) == {"SU-57AA", "SU-36HQ"}


@pytest.mark.rule("pbn", "13.6")
def test_t19_supply_alone_next_to_a_regiment_has_nothing_to_do_with_it() -> None:
    match = combat({"0808": "JP-64", "0803": "SU-24", "0802": "JP-71"}, supply={"soviet": {N: 1}})
    assert (obliged(match), due(match)) == ({"SU-24"}, {"0802"})
    do(match, "attack 0802")
    assert refused(match, "unit SU-SUP-1") == "13.6"
    alone = combat({"0808": "JP-64"}, supply={"soviet": {N: 1}})
    assert "log.declared" not in keys(alone)
    assert not alone.prompts() or asked(alone).message.key != "ask.declare"


@pytest.mark.rule("pbn", "14.11")
@pytest.mark.parametrize("harmless", ["JP-23HQ", "JP-64"])
def test_t17_who_has_no_zone_need_not_be_attacked_but_may_be(harmless: str) -> None:
    match = combat({N: "SU-24", "0808": harmless}, suppressed=["JP-64"])
    assert (obliged(match), due(match)) == (set(), set())
    assert offered(match, "attack") == {"0808"}
    assert offered(match, "commit") == {None}
    do(match, "attack 0808", "unit SU-24", "commit")
    assert asked(match).message.key == "ask.table"
    left = combat({N: "SU-24", "0808": harmless}, suppressed=["JP-64"])
    do(left, "commit")
    assert "log.declared" not in keys(left)


@pytest.mark.rule("pbn", "14.11")
@pytest.mark.parametrize("harmless", ["JP-23HQ", "JP-64"])
def test_by_a_house_rule_enemies_without_a_zone_must_be_attacked_too(harmless: str) -> None:
    """R12, the other reading: somebody has to attack the hex; who does is the attacker's choice."""
    match = combat({N: ["SU-24", "SU-76"], "0808": harmless}, suppressed=["JP-64"], options=ALL)
    assert (obliged(match), due(match)) == (set(), {"0808"})
    assert refused(match, "commit") == "14.13"
    do(match, "attack 0808", "unit SU-76")
    assert offered(match, "commit") == {None}


@pytest.mark.rule("pbn", "14.11")
def test_by_a_house_rule_only_those_in_a_zone_of_the_attackers() -> None:
    """R12, the other reading: headquarters and suppressed units have no zone that would call for an attack."""
    match = combat({N: ["SU-24", "SU-36HQ"], "0808": "JP-23HQ"}, suppressed=["SU-24"], options=ALL)
    assert (due(match), offered(match, "commit")) == (set(), {None})


@pytest.mark.rule("pbn", "14.11")
def test_by_a_house_rule_an_overstacked_hex_can_always_do_what_it_must() -> None:
    """R12, 12.5.3: who of it fights is settled first, so that nobody attacks one hex who is needed against another."""
    match = combat({N: ["SU-11A", "SU-7", "SU-8"], "0808": "JP-23HQ"}, options=ALL)
    assert asked(match).message.key == "ask.employ"


@pytest.mark.rule("pbn", "14.11")
def test_supply_of_the_enemy_need_not_be_attacked_either() -> None:
    match = combat({N: "SU-24"}, supply={"japan": {"0808": 1}})
    assert (obliged(match), due(match)) == (set(), set())
    assert offered(match, "attack") == {"0808"}


@pytest.mark.rule("pbn", "10.1")
@pytest.mark.rule("pbn", "14.12.1")
def test_headquarters_attack_only_when_they_have_to() -> None:
    match = combat({N: ["SU-24", "SU-36HQ"], "0808": "JP-23HQ"})
    do(match, "attack 0808")
    assert offered(match, "unit") == {"SU-24"}
    assert refused(match, "unit SU-36HQ") == "10.1"
    bound = combat({N: ["SU-24", "SU-36HQ"], "0808": ["JP-23HQ", "JP-64"]})
    do(bound, "attack 0808")
    assert offered(bound, "unit") == {"SU-24", "SU-36HQ"}


@pytest.mark.rule("pbn", "14.11")
def test_a_hex_with_one_zone_is_attacked_whole() -> None:
    """R12, 14.26: the suppressed regiment and the headquarters defend with the other"""
    match = combat({N: "SU-24", "0808": ["JP-64", "JP-71", "JP-23HQ"]}, suppressed="JP-71", dice=[4])
    do(match, "attack 0808", "unit SU-24", "commit")
    assert position(match).defenders == units("JP-64", "JP-71", "JP-23HQ")


@pytest.mark.rule("pbn", "14.44")
def test_attacks_go_over_rivers_and_borders() -> None:
    match = combat({"1208": "SU-24", "1207": "JP-64"})
    assert (obliged(match), due(match)) == ({"SU-24"}, {"1207"})
    border = combat({"2311": "SU-24", "2310": "JP-64"})
    assert due(border) == {"2310"}


@pytest.mark.rule("pbn", "13.6")
def test_without_contact_nobody_is_asked() -> None:
    match = combat({"0805": "SU-24", "0808": "JP-64"})
    assert not match.prompts() or not asked(match).message.key.startswith("ask.declare")


# -- putting battles together ----------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "14.21")
def test_e4_a_lone_unit_attacks_both_hexes_in_one_battle() -> None:
    match = combat({P: "SU-24", X: "JP-64", Y: "JP-71"}, dice=[4])
    do(match, f"attack {X}", "unit SU-24")
    assert refused(match, "commit") == "14.13"
    assert offered(match, "also") == {Y}
    do(match, f"also {Y}", "commit", "table raid")
    assert told(match, "log.odds")["defence"] == 8


@pytest.mark.rule("pbn", "14.13")
@pytest.mark.rule("pbn", "14.21")
@pytest.mark.rule("pbn", "14.24")
@pytest.mark.parametrize(
    ("decisions", "wanted"),
    [
        (
            [f"attack {X}", "unit SU-24", f"also {Y}", f"attack {Z}", "unit SU-76"],
            [({"SU-24"}, {X, Y}), ({"SU-76"}, {Z})],
        ),
        (
            [f"attack {X}", "unit SU-24", f"attack {Y}", "unit SU-76", f"also {Z}"],
            [({"SU-24"}, {X}), ({"SU-76"}, {Y, Z})],
        ),
    ],
)
def test_t14_what_is_legal(decisions: list[str], wanted: list[tuple[set[str], set[str]]]) -> None:
    match = do(combat(LINE), *decisions)
    assert battles(match) == wanted
    assert offered(match, "commit") == {None}


@pytest.mark.rule("pbn", "14.13")
@pytest.mark.rule("pbn", "14.27")
def test_t14_what_is_not() -> None:
    """P and Q against Y leaves X and Z to nobody, P against X and Q against Y leaves Z."""
    match = do(combat(LINE), f"attack {Y}", "unit SU-24")
    assert refused(match, "unit SU-76") == "14.13"
    assert refused(match, f"attack {Z}") == "14.13"  # X would be left
    match = do(combat(LINE), f"attack {X}", "unit SU-24", f"attack {Y}", "unit SU-76")
    assert refused(match, "commit") == "14.13"
    assert offered(match, "also") == {Z}


@pytest.mark.rule("pbn", "14.23")
@pytest.mark.rule("pbn", "14.22")
def test_t15_all_attackers_are_next_to_all_defenders() -> None:
    match = do(combat({N: "SU-24", S: "SU-76", "0806": "JP-64", "0810": "JP-71"}), "attack 0806", "unit SU-24")
    assert refused(match, "unit SU-76") == "14.23"
    assert refused(match, "also 0810") == "14.23"


@pytest.mark.rule("pbn", "14.22")
def test_units_of_several_hexes_attack_together() -> None:
    match = do(combat({N: "SU-24", S: "SU-76", SW: "SU-149", "0808": "JP-64"}), "attack 0808")
    assert offered(match, "unit") == {"SU-24", "SU-76", "SU-149"}
    do(match, "unit SU-24", "unit SU-76", "unit SU-149", "commit")
    assert position(match).attackers == units("SU-24", "SU-76", "SU-149")


@pytest.mark.rule("pbn", "14.13")
def test_t16_two_units_of_one_hex_may_part() -> None:
    match = combat({P: ["SU-24", "SU-76"], X: "JP-64", Y: "JP-71"})
    do(match, f"attack {X}", "unit SU-24", f"attack {Y}", "unit SU-76", "commit")
    assert sorted(offered(match, "attack"), key=str) == [X, Y]


@pytest.mark.rule("pbn", "14.13")
def test_t21_whoever_and_whatever_is_left_out_is_named() -> None:
    match = combat({P: ["SU-24", "SU-76"], X: "JP-64", Y: "JP-71"})
    reason = match.why("commit", None)
    assert reason is not None
    assert reason.text.key == "why.uncovered"
    do(match, f"attack {X}", "unit SU-24", f"also {Y}")
    reason = match.why("commit", None)
    assert reason is not None
    assert (reason.rule, reason.text.key) == ("14.13", "why.uncovered-units")
    match = do(combat({P: ["SU-24", "SU-76"], X: "JP-64", Y: "JP-71"}), f"attack {X}", "unit SU-24", "unit SU-76")
    reason = match.why("commit", None)
    assert reason is not None
    assert reason.text.key == "why.uncovered-hexes"


@pytest.mark.rule("pbn", "14.27")
@pytest.mark.rule("pbn", "14.14")
def test_t22_a_hex_is_attacked_once_and_a_unit_attacks_once() -> None:
    match = combat({P: ["SU-24", "SU-76"], X: "JP-64", Y: "JP-71"})
    do(match, f"attack {X}", "unit SU-24")
    assert refused(match, f"attack {X}") == "14.27"
    do(match, f"attack {Y}")
    assert refused(match, f"attack {Y}") == "14.27"
    assert refused(match, "commit") == "14.13"
    do(match, "unit SU-76")
    assert refused(match, f"also {X}") == "14.27"
    assert refused(match, "unit SU-24") == "14.14"


@pytest.mark.rule("pbn", "14.25")
def test_a_unit_fights_with_all_it_has_in_one_battle_only() -> None:
    match = combat({P: "SU-11A", Q: "SU-24", X: "JP-64", Y: "JP-71"}, dice=[4, 4])
    do(match, f"attack {X}", "unit SU-11A", f"attack {Y}", "unit SU-24", "commit", f"attack {X}", "table raid")
    assert told(match, "log.odds")["attack"] == 12


@pytest.mark.rule("pbn", "14.24")
def test_a_sacrifice_frees_the_others() -> None:
    """The Mongolians hold one regiment by a hopeless attack, the armour falls on the other."""
    placed = {P: ["SU-11A", "MN-15M"], X: "JP-64", Y: ["JP-71", "JP-72"]}
    match = do(combat(placed, dice=[6, 6]), f"attack {Y}", "unit MN-15M", f"attack {X}", "unit SU-11A", "commit")
    do(match, f"attack {Y}", "table raid")
    assert told(match, "log.result")["column"] == "≤24%"


@pytest.mark.rule("pbn", "14.13")
def test_units_that_need_not_may_join_and_hexes_that_need_not_may_be_added() -> None:
    """The headquarters in 0908 has no zone; who stands next to it only need not attack."""
    placed = {"0807": "SU-24", "0907": "SU-76", "0808": "JP-64", "0908": "JP-23HQ"}
    match = combat(placed)
    assert (obliged(match), due(match)) == ({"SU-24"}, {"0808"})
    do(match, "attack 0808", "unit SU-24", "also 0908", "commit")
    match = do(combat(placed), "attack 0808", "unit SU-24", "attack 0908", "unit SU-76")
    assert battles(match) == [({"SU-24"}, {"0808"}), ({"SU-76"}, {"0908"})]


@pytest.mark.rule("pbn", "14.2")
def test_everything_is_declared_before_any_battle_is_fought() -> None:
    match = combat({P: "SU-24", Q: "SU-76", X: "JP-64", Z: "JP-71"})
    do(match, f"attack {X}", "unit SU-24")
    assert not offered(match, "table")
    assert refused(match, "table raid") == "4.1.18"
    assert "log.declared" not in keys(match)
    do(match, f"attack {Z}", "unit SU-76", "commit")
    assert keys(match).count("log.declared") == 2


@pytest.mark.rule("pbn", "14.2")
def test_a_declaration_can_be_taken_back_until_it_is_committed() -> None:
    match = combat(LINE)
    before = match.state.key()
    do(match, f"attack {X}", "unit SU-24", f"also {Y}")
    for _ in range(3):
        match.undo()
    assert match.state.key() == before


@pytest.mark.rule("pbn", "14.13")
def test_auto_completes_what_is_in_hand() -> None:
    match = do(combat(LINE), "auto")
    assert sorted(battles(match), key=str) in (
        sorted([({"SU-24"}, {X, Y}), ({"SU-76"}, {Z})], key=str),
        sorted([({"SU-24"}, {X}), ({"SU-76"}, {Y, Z})], key=str),
    )
    assert refused(match, "auto") == "14.13"
    do(match, "commit")
    chosen = do(combat(LINE), f"attack {Y}", "unit SU-76", "auto")
    assert sorted(battles(chosen), key=str) == sorted([({"SU-24"}, {X}), ({"SU-76"}, {Y, Z})], key=str)


def test_auto_drops_a_battle_without_attackers() -> None:
    match = do(combat(LINE), f"attack {Y}", "auto")
    assert all(group and targets for group, targets in battles(match))
    assert offered(match, "commit") == {None}


def test_the_enemy_sees_nothing_of_a_declaration_in_hand() -> None:
    match = do(combat(LINE), f"attack {X}", "unit SU-24")
    other = view(match.state, 1)
    assert other["details"] == {}
    do(match, f"also {Y}", f"attack {Z}", "unit SU-76", "commit")
    assert "log.declared" in keys(match)


# -- overstacked attackers -------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "12.5.3")
def test_t107_of_nine_battalions_any_two_brigades_fight_and_the_third_need_not() -> None:
    match = combat({N: ["SU-11A", "SU-7", "SU-8"], "0808": "JP-64"})
    assert asked(match).message.key == "ask.employ"
    assert offered(match, "unit") == {"SU-11A", "SU-7", "SU-8"}
    do(match, "unit SU-11A")
    assert offered(match, "unit") == {"SU-7", "SU-8"}
    assert not offered(match, "done")  # one alone is not enough
    do(match, "unit SU-8")
    assert obliged(match) == {"SU-11A", "SU-8"}
    do(match, "attack 0808", "unit SU-11A")
    assert refused(match, "unit SU-7") == "12.5.3"
    assert refused(match, "commit") == "14.13"
    do(match, "unit SU-8", "commit")
    assert position(match).attackers == units("SU-11A", "SU-8")


@pytest.mark.rule("pbn", "12.5.3")
def test_nobody_left_out_would_still_fit() -> None:
    """Three brigades and a battalion: after two brigades there is no room, after one and the battalion for one more."""
    match = combat({N: ["SU-11A", "SU-7", "SU-36A"], "0808": "JP-64"})
    do(match, "unit SU-36A", "unit SU-7")
    assert asked(match).message.key == "ask.declare"
    match = combat({N: ["SU-11A", "SU-7", "SU-36A", "SU-36R"], "0808": "JP-64"})
    do(match, "unit SU-36A", "unit SU-7")
    assert offered(match, "unit") == {"SU-36R"}
    assert refused(match, "unit SU-11A") == "12.5.3"
    assert refused(match, "unit SU-7") == "12.5.3"


@pytest.mark.rule("pbn", "12.5.3")
def test_supply_takes_no_room_and_headquarters_one() -> None:
    roomy = combat({N: ["SU-11A", "SU-7"], "0808": "JP-64"}, supply={"soviet": {N: 3}})
    assert asked(roomy).message.key == "ask.declare"
    crowded = combat({N: ["SU-11A", "SU-7", "SU-36HQ"], "0808": "JP-64"})
    assert offered(crowded, "unit") == {"SU-11A", "SU-7", "SU-36HQ"}


@pytest.mark.rule("pbn", "12.5.3")
def test_one_overstacked_hex_after_the_other() -> None:
    match = combat({N: ["SU-11A", "SU-7", "SU-36A"], S: ["SU-8", "SU-9", "SU-36R"], "0808": "JP-64"})
    assert offered(match, "unit") == {"SU-11A", "SU-7", "SU-36A"}
    assert refused(match, "unit SU-8") == "12.5.3"
    do(match, "unit SU-11A", "unit SU-7")
    assert offered(match, "unit") == {"SU-8", "SU-9", "SU-36R"}
    do(match, "unit SU-36R", "unit SU-8")
    assert obliged(match) == {"SU-11A", "SU-7", "SU-8", "SU-36R"}


@pytest.mark.rule("pbn", "12.5.3")
def test_volunteers_from_an_overstacked_hex_are_limited_too() -> None:
    """Nobody there has to attack the headquarters; not more than six battalion equivalents may."""
    match = combat({N: ["SU-11A", "SU-7", "SU-8"], "0808": "JP-23HQ"})
    assert asked(match).message.key == "ask.declare"
    do(match, "attack 0808", "unit SU-7", "unit SU-8")
    assert refused(match, "unit SU-11A") == "12.5.3"


# -- fog -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "18.1")
def test_the_attacker_looks_at_the_stacks_next_to_his_units() -> None:
    match = combat({N: "SU-24", "0808": ["JP-64", "JP-23HQ"], "0811": ["JP-71", "JP-6HQ"]})
    seen = position(match).examined
    assert (ids(seen[0]), seen[1]) == ({"JP-64", "JP-23HQ"}, 0)
    assert told(match, "log.examined")["units"] == ["JP-23HQ", "JP-64"]


@pytest.mark.rule("pbn", "18.1")
def test_next_to_his_supply_too_though_nobody_fights() -> None:
    match = combat({"0808": ["JP-64", "JP-23HQ"]}, supply={"soviet": {N: 1}})
    (event,) = [event for event in match.log if event.key == "log.examined"]
    assert (event.params["units"], event.audience, event.rule) == (["JP-23HQ", "JP-64"], 1, "18.1")


@pytest.mark.rule("pbn", "18.1")
def test_the_defender_looks_at_nothing() -> None:
    match = combat({N: ["SU-24", "SU-36HQ"], "0808": "JP-64"})
    s = position(match)
    assert not s.game.sees(s, 1, s.game.sheet.index["SU-36HQ"])


@pytest.mark.rule("pbn", "18.4")
def test_where_nobody_stands_near_the_answer_is_the_same_for_units_and_dummies() -> None:
    placed = {N: "SU-24", "0808": "JP-64", "0812": "JP-DEC-1", "0814": "JP-71"}
    match = combat(placed, options={"deception": True}, face_down=["JP-71", "JP-DEC-1"])
    dummy, unit = match.why("attack", "0812"), match.why("attack", "0814")
    assert dummy is not None
    assert unit is not None
    assert (dummy.rule, dummy.text.key) == (unit.rule, unit.text.key) == ("14.23", "why.nobody-beside")
    assert place(match, "JP-DEC-1") == "0812"


# -- what the client shows -------------------------------------------------------------------------------------------


def test_details_show_the_battles_the_one_in_hand_and_what_is_uncovered() -> None:
    match = combat({P: ["SU-11A", "SU-24"], Q: "SU-76", X: "JP-64", Y: "JP-71", Z: "JP-72"})
    shown = view(match.state, 0)["details"]
    assert (shown["battles"], "plan" in shown, "odds" in shown) == ([], False, False)
    assert {name: set(some) for name, some in shown["uncovered"].items()} == {
        "units": {"SU-11A", "SU-24", "SU-76"},
        "hexes": {X, Y, Z},
    }
    do(match, f"attack {X}")
    shown = view(match.state, 0)["details"]
    assert shown["plan"] == {"side": "soviet", "kind": "attack", "target": X, "targets": [X], "units": []}
    assert "odds" not in shown
    do(match, "unit SU-24", f"attack {Y}", "unit SU-11A")
    shown = view(match.state, 0)["details"]
    assert battles(match) == [({"SU-24"}, {X}), ({"SU-11A"}, {Y})]
    assert shown["uncovered"] == {"units": ["SU-76"], "hexes": [Z]}
    assert (shown["odds"]["attack"], shown["odds"]["defence"], shown["odds"]["column"]) == (12, 4, "300%")
    assert [(odds["table"], odds["column"]) for odds in (shown["odds"], *shown["others"])] == [
        ("raid", "300%"),
        ("assault", "300%"),
    ]


def test_the_odds_in_hand_take_the_strongest_of_an_overstacked_hex() -> None:
    match = combat({N: "SU-11A", "0808": ["JP-64", "JP-23R", "JP-7R", "JP-26"]})
    do(match, "attack 0808", "unit SU-11A")
    assert view(match.state, 0)["details"]["odds"]["defence"] == 10


def test_nobody_else_sees_who_is_employed() -> None:
    match = combat({N: ["SU-11A", "SU-7", "SU-8"], "0808": "JP-64"})
    before = view(match.state, 1)
    do(match, "unit SU-7")
    assert view(match.state, 1) == before
    do(match, "unit SU-8")
    assert view(match.state, 1)["details"] == {}


@pytest.mark.parametrize(
    ("decisions", "said", "rule", "key"),
    [
        ([], "attack 0812", "14.23", "why.nobody-beside"),
        ([], "attack 0707", "14.3.1", "why.no-enemy"),
        ([], f"also {X}", "14.3.1", "why.target-first"),
        ([], "unit SU-24", "14.3.1", "why.target-first"),
        ([f"attack {X}"], f"also {Y}", "14.3.1", "why.attackers-first"),
        ([f"attack {X}"], f"attack {Z}", "14.3.1", "why.attackers-first"),
        ([f"attack {X}"], "unit JP-64", "14.3.1", "why.not-yours"),
        ([f"attack {X}"], "unit SU-76", "14.23", "why.not-beside-targets"),
        ([f"attack {X}"], "unit SU-11A", "14.3.1", "why.not-on-map"),
        ([f"attack {X}", "unit SU-24"], "also 0906", "14.23", "why.not-beside-all"),
        ([f"attack {X}", "unit SU-24"], "also 0708", "14.3.1", "why.no-enemy"),
        ([f"attack {Y}", "unit SU-24"], f"attack {Z}", "14.13", "engine.leaves-hexes"),
        ([f"attack {Y}", "unit SU-24"], "unit SU-76", "14.13", "engine.leaves-hexes"),
        ([], "hex 0808", "4.1.18", "why.not-now"),
    ],
)
def test_reasons(decisions: list[str], said: str, rule: str, key: str) -> None:
    reason = why(do(combat(LINE), *decisions), said)
    assert (reason.rule, reason.text.key) == (rule, key)


def test_who_would_be_left_over_is_named() -> None:
    """Both units are next to X only: one of them against it strands nobody, for the other can join."""
    placed = {P: ["SU-24", "SU-76"], X: "JP-64", "0706": "SU-149"}
    match = do(combat({**placed, "0705": "JP-71"}), f"attack {X}", "unit SU-24")
    reason = why(match, "attack 0705")
    assert (reason.rule, reason.text.key) == ("14.13", "engine.leaves-units")
    assert ids(reason.text.params["units"]) == {"SU-76"}
    do(match, "unit SU-76", "attack 0705", "unit SU-149", "commit")


def test_when_all_neighbours_have_a_battle_it_is_said() -> None:
    """The headquarters in 0806 could be attacked only by 24, which fights already."""
    match = do(combat({P: "SU-24", "0808": "JP-64", "0806": "JP-23HQ"}), "attack 0808", "unit SU-24")
    reason = why(match, "attack 0806")
    assert (reason.rule, reason.text.key) == ("14.14", "why.nobody-left")
