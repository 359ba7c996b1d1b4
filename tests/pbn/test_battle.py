"""14.28, 14.3, 14.4, 12.5.3, 15.5, 31.0, JCM.5, SCM.8  Battles one by one: the table, markers, the die."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from tests.pbn.fights import AROUND, base, battle, column, declared, resolve, result
from tests.pbn.positions import (
    air,
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
    shifts,
    told,
    units,
    why,
)

N, NE, SE, S, SW, NW = AROUND


def hand(*markers: str) -> dict[str, list[str]]:
    return {"hand": list(markers)}


def question(match: Match) -> str:
    return asked(match).message.key


# -- one after another -------------------------------------------------------------------------------------------------


def two_battles(*dice: int, **kinds: Any) -> Match:
    """Two regiments, each against one of the enemy's, far from each other; declared."""
    placed = {"0807": "SU-24", "0808": "JP-64", "0817": "SU-76", "0818": "JP-71", **kinds.pop("also", {})}
    match = board(placed, "soviet_combat", dice=dice, **kinds)
    return do(match, "attack 0808", "unit SU-24", "attack 0818", "unit SU-76", "commit")


@pytest.mark.rule("pbn", "14.28")
@pytest.mark.rule("pbn", "14.3.10")
@pytest.mark.parametrize("order", [("0808", "0818"), ("0818", "0808")])
def test_battles_are_fought_one_at_a_time_in_the_order_the_attacker_likes(order: tuple[str, str]) -> None:
    match = two_battles(4, 4)
    assert offered(match, "attack") == {"0808", "0818"}
    do(match, f"attack {order[0]}")
    assert refused(match, f"attack {order[1]}") == "14.3.2"
    do(match, "table raid")
    assert told(match, "log.result")
    do(match, "table raid")
    fought = [event.params["hexes"] for event in match.log if event.key == "log.odds"]
    assert fought == [[order[0]], [order[1]]]


@pytest.mark.rule("pbn", "14.28")
def test_a_battle_against_two_hexes_is_named_by_either() -> None:
    placed = {"0807": "SU-24", "0806": "JP-64", "0808": "JP-72", "0817": "SU-76", "0818": "JP-71"}
    for name in ("0806", "0808"):
        match = board(placed, "soviet_combat")
        do(match, "attack 0806", "unit SU-24", "also 0808", "attack 0818", "unit SU-76", "commit")
        assert offered(match, "attack") == {"0806", "0808", "0818"}
        do(match, f"attack {name}")
        assert position(match).defenders == units("JP-64", "JP-72")
        assert refused(match, "attack 0818") == "14.3.2"


@pytest.mark.rule("pbn", "14.28")
def test_only_declared_battles_are_fought() -> None:
    match = two_battles(also={"0812": "JP-72"})
    assert refused(match, "attack 0812") == "14.28"
    assert refused(match, "commit") == "14.28"


@pytest.mark.rule("pbn", "14.3.1")
@pytest.mark.rule("pbn", "14.26")
def test_the_attacker_names_the_units_and_all_in_the_hex_defend() -> None:
    match = declared({N: "SU-24"}, ["JP-64", "JP-71", "JP-23HQ"], supply={"japan": {"0808": 2}})
    s = position(match)
    assert ids(s.attackers) == {"SU-24"}
    assert ids(s.defenders) == {"JP-64", "JP-71", "JP-23HQ", "JP-SUP-1", "JP-SUP-2"}
    assert told(match, "log.attack")["units"] == ["SU-24"]
    assert set(told(match, "log.defend")["units"]) == ids(s.defenders)


@pytest.mark.rule("pbn", "14.26")
def test_all_defenders_of_a_hex_make_one_total() -> None:
    match = battle({N: ["SU-11A", "SU-6A"]}, ["JP-64", "JP-23R", "JP-23HQ"], 6)
    assert told(match, "log.odds")["defence"] == 7


def test_who_fights_is_seen_by_both_from_now_on() -> None:
    """2.16: the defender sees the attackers when their battle begins, not before"""
    placed = {"0807": ["SU-24", "SU-36A"], "0808": "JP-64", "0817": "SU-76", "0818": "JP-71"}
    match = board(placed, "soviet_combat")
    do(match, "attack 0808", "unit SU-24", "unit SU-36A", "attack 0818", "unit SU-76", "commit")
    s = position(match)
    hidden = s.game.sheet.index["SU-36A"]
    assert not s.game.sees(s, 1, hidden)
    assert "SU-36A" not in str(view(s, 1))
    do(match, "attack 0808")
    s = position(match)
    assert s.game.sees(s, 1, hidden)


def test_face_down_units_are_turned_up() -> None:
    """34.0"""
    match = declared({N: "SU-24"}, "JP-64", options={"face_down": True}, face_down=["SU-24", "JP-64"])
    assert position(match).face_down == 0


@pytest.mark.rule("pbn", "14.3.7")
@pytest.mark.rule("pbn", "14.3.8")
@pytest.mark.rule("pbn", "14.3.9")
@pytest.mark.rule("pbn", "14.3")
def test_result_then_retreat_then_pursuit_then_the_next_battle() -> None:
    """DS: half of the defence lost, the others rout, the attacker follows; only then the second battle."""
    placed = {"0807": ["SU-11A", "SU-7"], "0808": ["JP-23R", "JP-7R"], "0817": "SU-76", "0818": "JP-71"}
    match = board(placed, "soviet_combat", dice=[3, 1, 4])
    do(match, "attack 0808", "unit SU-11A", "unit SU-7", "attack 0818", "unit SU-76", "commit")
    do(match, "attack 0808", "table assault")
    assert (column(match), result(match)) == ("500%", "DS")
    assert question(match) == "ask.lose-half"
    do(match, "unit JP-7R")
    assert question(match) == "ask.withdraw"
    do(match, "hex 0809")
    assert question(match) == "ask.pursue"
    do(match, "done")
    assert question(match) == "ask.table"
    assert ids(position(match).defenders) == {"JP-71"}


# -- which table -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "14.3.2")
@pytest.mark.rule("pbn", "14.41")
def test_the_attacker_chooses_the_table() -> None:
    match = declared({N: "SU-24"}, "JP-64", 6)
    assert asked(match).side == 0
    assert offered(match, "table") == {"raid", "assault"}
    assert refused(match, "table bluff")
    do(match, "table assault")
    assert result(match) == "BB"
    assert result(battle({N: "SU-24"}, "JP-64", 6)) == "DAT"


@pytest.mark.rule("pbn", "14.41")
@pytest.mark.rule("pbn", "SCM.6.2")
def test_e5_recon_names_the_table_and_the_attacker_still_attacks() -> None:
    match = battle({N: ["JP-3A", "JP-64"]}, "SU-24", 4, side="japan", also=hand("SU-CM-RECON"), recon="assault")
    told_ = told(match, "log.odds")
    assert (told_["attack"], told_["defence"]) == (9, 3)
    assert (column(match), result(match)) == ("300%", "DS")
    assert place(match, "SU-CM-RECON") == "pool"


@pytest.mark.rule("pbn", "JCM.8.2")
def test_the_japanese_recon_does_the_same_in_the_soviet_combat_phase() -> None:
    match = battle({N: "SU-11A"}, "JP-64", 1, table="assault", also=hand("JP-CM-RECON"), recon="raid")
    assert result(match) == "DM"
    assert place(match, "JP-CM-RECON") == "pool"
    assert [e.params["table"] for e in match.log if "table" in e.params] == ["@table.assault", "@table.raid"]


@pytest.mark.rule("pbn", "14.41")
def test_t60_the_attacker_has_nothing_of_his_recon() -> None:
    match = declared({N: "JP-64"}, "SU-24", 4, side="japan", also=hand("JP-CM-RECON"))
    assert refused(match, "play JP-CM-RECON") == "14.3.2"
    do(match, "table raid")
    while match.prompts() and question(match) == "ask.spirit":
        assert not offered(match, "table")
        assert refused(match, "table assault")
        assert refused(match, "play JP-CM-RECON") == "JCM.8"
        do(match, "pass")
    assert place(match, "JP-CM-RECON") == "hand"


@pytest.mark.rule("pbn", "14.41")
def test_recon_is_one_battle_only_and_may_be_kept() -> None:
    match = two_battles(4, 4, also=hand("JP-CM-RECON"))
    do(match, "attack 0808", "table raid", "table assault")
    assert result(match) == "AAT"
    do(match, "breakdown SU-24", "table raid")
    assert result(match) == "C"
    kept = declared({N: "SU-24"}, "JP-64", 4, also=hand("JP-CM-RECON"))
    do(kept, "table raid", "pass")
    assert place(kept, "JP-CM-RECON") == "hand"


def test_who_holds_any_marker_is_asked_whether_he_has_recon_or_not() -> None:
    """2.16: that nobody is asked must not tell what he holds"""
    bluff = declared({N: "SU-24"}, "JP-64", 4, also=hand("JP-CM-STAFF"))
    do(bluff, "table raid")
    assert (question(bluff), asked(bluff).side) == ("ask.recon", 1)
    assert not offered(bluff, "table")
    assert refused(bluff, "table assault") == "14.41"
    empty = declared({N: "SU-24"}, "JP-64", 4)
    do(empty, "table raid")
    assert "log.result" in keys(empty)


# -- Banzai! and Tactical Experience -----------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "15.5")
@pytest.mark.rule("pbn", "JCM.5")
@pytest.mark.rule("pbn", "JCM.5.1")
def test_banzai_shifts_for_the_japanese_whether_they_attack_or_defend() -> None:
    attack = battle({N: "JP-64"}, "SU-24", 6, side="japan", also=hand("JP-CM-BANZAI"), play=["JP-CM-BANZAI"])
    assert (shifts(attack), base(attack), column(attack)) == ({"JCM.5.1": 1}, "150%", "200%")
    defence = battle({N: "SU-11A"}, "JP-64", 1, also=hand("JP-CM-BANZAI"), play=["JP-CM-BANZAI"])
    assert (shifts(defence), base(defence), column(defence)) == ({"JCM.5.1": -1}, "300%", "200%")
    assert place(defence, "JP-CM-BANZAI") == "pool"


@pytest.mark.rule("pbn", "15.5")
def test_banzai_comes_before_the_die_and_may_be_kept() -> None:
    match = declared({N: "JP-64"}, "SU-24", 6, side="japan", also=hand("JP-CM-BANZAI"))
    assert refused(match, "play JP-CM-BANZAI") == "14.3.2"
    do(match, "table raid")
    assert (question(match), asked(match).side) == ("ask.spirit", 1)
    assert "log.result" not in keys(match)
    do(match, "pass")
    assert "log.result" in keys(match)
    assert place(match, "JP-CM-BANZAI") == "hand"


@pytest.mark.rule("pbn", "JCM.5.3")
def test_t55_banzai_in_defence_contact_is_the_end_of_the_defenders() -> None:
    match = battle({N: "SU-11A"}, ["JP-64", "JP-23HQ"], 3, also=hand("JP-CM-BANZAI"), play=["JP-CM-BANZAI"])
    assert result(match) == "C"
    assert told(match, "log.banzai")["result"] == "@result.DE"
    assert {place(match, "JP-64"), place(match, "JP-23HQ")} == {"replaceable"}
    assert points(match) == (7, 0)
    assert question(match) == "ask.pursue"


@pytest.mark.rule("pbn", "JCM.5.3")
def test_t56_banzai_in_attack_bloodbath_is_the_end_of_the_attackers() -> None:
    kinds: dict[str, Any] = {"side": "japan", "table": "assault", "also": hand("JP-CM-BANZAI")}
    match = battle({N: ["JP-3A", "JP-64"]}, "SU-24", 1, **kinds, play=["JP-CM-BANZAI"])
    assert (base(match), column(match), result(match)) == ("300%", "400%", "BB")
    assert {place(match, "JP-3A"), place(match, "JP-64")} == {"replaceable"}
    assert place(match, "SU-24") == "0808"
    assert points(match) == (12, 0)


@pytest.mark.rule("pbn", "JCM.5.3")
def test_other_results_stay_what_they_are() -> None:
    match = battle({N: "JP-64"}, "SU-24", 4, side="japan", also=hand("JP-CM-BANZAI"), play=["JP-CM-BANZAI"])
    assert result(match) == "DAT"
    assert "log.banzai" not in keys(match)


@pytest.mark.rule("pbn", "JCM.5.2")
def test_t57_with_banzai_the_japanese_do_not_retreat() -> None:
    kinds: dict[str, Any] = {"also": hand("JP-CM-BANZAI"), "play": ["JP-CM-BANZAI"], "supply": {"japan": {"0808": 1}}}
    match = battle({N: "SU-11A"}, "JP-64", 5, **kinds)
    assert (column(match), result(match)) == ("200%", "AM")
    assert (place(match, "JP-64"), place(match, "JP-SUP-1")) == ("0808", "0808")  # R114
    assert question(match) != "ask.pursue"


@pytest.mark.rule("pbn", "JCM.5.2")
@pytest.mark.parametrize(("table", "die", "code"), [("raid", 2, "DM"), ("assault", 2, "AS")])
def test_attacking_japanese_do_not_go_back_either(table: str, die: int, code: str) -> None:
    kinds: dict[str, Any] = {"side": "japan", "also": hand("JP-CM-BANZAI"), "play": ["JP-CM-BANZAI"]}
    match = battle({N: ["MC-4H", "MC-5H"]}, ["SU-24", "SU-76"], die, table=table, **kinds)
    assert (column(match), result(match)) == ("50%", code)
    while match.prompts() and question(match) == "ask.lose-half":
        do(match, "unit MC-4H")
    assert place(match, "MC-5H") == N


@pytest.mark.rule("pbn", "JCM.5.2")
def test_routs_are_ignored_but_losses_are_not() -> None:
    """DS takes half; the other half stands."""
    kinds: dict[str, Any] = {"also": hand("JP-CM-BANZAI"), "play": ["JP-CM-BANZAI"], "table": "assault"}
    match = battle({N: "SU-11A"}, ["JP-23R", "JP-7R"], 6, **kinds)
    assert (column(match), result(match)) == ("200%", "DS")
    do(match, "unit JP-23R")
    assert (place(match, "JP-23R"), place(match, "JP-7R")) == ("replaceable", "0808")


@pytest.mark.rule("pbn", "JCM.5.2")
def test_the_enemy_of_a_banzai_attack_retreats_as_ever() -> None:
    kinds: dict[str, Any] = {"side": "japan", "also": hand("JP-CM-BANZAI"), "play": ["JP-CM-BANZAI"]}
    match = battle({N: "JP-64"}, "SU-24", 5, **kinds)
    assert result(match) == "AM"
    assert (question(match), asked(match).side) == ("ask.withdraw", 1)


@pytest.mark.rule("pbn", "JCM.5")
def test_banzai_works_for_manchukuoans() -> None:
    """R49"""
    match = battle({N: "MC-4H"}, "SU-24", 5, side="japan", also=hand("JP-CM-BANZAI"), play=["JP-CM-BANZAI"])
    assert shifts(match) == {"JCM.5.1": 1}


@pytest.mark.rule("pbn", "SCM.8")
def test_tactical_experience_shifts_for_the_soviets_whether_they_attack_or_defend() -> None:
    kinds: dict[str, Any] = {"also": hand("SU-CM-EXPERIENCE"), "play": ["SU-CM-EXPERIENCE"]}
    attack = battle({N: ["SU-24", "MN-15M"]}, "JP-64", 6, **kinds)
    assert (shifts(attack), base(attack), column(attack)) == ({"SCM.8": 1}, "50%", "100%")
    assert place(attack, "SU-CM-EXPERIENCE") == "pool"
    defence = battle({N: "JP-64"}, "SU-24", 6, side="japan", **kinds)
    assert (shifts(defence), base(defence), column(defence)) == ({"SCM.8": -1}, "150%", "100%")


@pytest.mark.rule("pbn", "SCM.8")
def test_t59_tactical_experience_is_nothing_for_mongolians_alone() -> None:
    match = declared({N: ["MN-15M", "MN-17M"]}, "JP-64", 6, also=hand("SU-CM-EXPERIENCE"))
    assert refused(match, "play SU-CM-EXPERIENCE") == "14.3.2"
    do(match, "table raid")
    assert "log.result" in keys(match)
    assert place(match, "SU-CM-EXPERIENCE") == "hand"


@pytest.mark.rule("pbn", "15.5")
def test_both_may_play_the_attacker_first() -> None:
    both = hand("JP-CM-BANZAI", "SU-CM-EXPERIENCE")
    match = declared({N: "JP-64"}, "SU-24", 4, side="japan", also=both)
    do(match, "table raid", "pass")
    assert (question(match), asked(match).side) == ("ask.spirit", 1)
    assert refused(match, "play SU-CM-EXPERIENCE") == "5.3"
    do(match, "play JP-CM-BANZAI")
    assert (question(match), asked(match).side) == ("ask.spirit", 0)
    do(match, "play SU-CM-EXPERIENCE")
    assert shifts(match) == {"JCM.5.1": 1, "SCM.8": -1}
    assert base(match) == column(match)


@pytest.mark.rule("pbn", "JCM.5")
def test_a_marker_serves_one_battle() -> None:
    match = two_battles(4, 4, also=hand("SU-CM-EXPERIENCE", "SU-CM-STAFF"))
    do(match, "attack 0808")
    resolve(match, play=["SU-CM-EXPERIENCE"])
    assert shifts(match) == {"SCM.8": 1}
    resolve(match)
    assert shifts(match) == {}


# -- overstacked defenders ---------------------------------------------------------------------------------------------

EIGHT = ["JP-64", "JP-71", "JP-23R", "JP-7R"]
"""Eight battalion equivalents: two regiments of defence 4, two battalions of defence 2."""


@pytest.mark.rule("pbn", "12.5.3")
def test_t24_six_battalions_add_strength_and_all_eight_die() -> None:
    match = declared({N: ["SU-11A", "SU-6A"], NE: ["SU-7", "SU-8"], NW: "SU-9"}, EIGHT, 4)
    do(match, "table assault")
    assert (question(match), asked(match).side) == ("ask.defend", 1)
    do(match, "unit JP-64", "unit JP-71")
    told_ = told(match, "log.odds")
    assert (told_["attack"], told_["defence"], result(match)) == (51, 8, "DE")
    assert {place(match, unit) for unit in EIGHT} == {"replaceable"}


@pytest.mark.rule("pbn", "12.5.3")
def test_the_owner_chooses_who_adds_strength() -> None:
    match = declared({N: "SU-11A"}, EIGHT, 4)
    do(match, "table raid", "unit JP-64", "unit JP-23R", "unit JP-7R")
    assert told(match, "log.odds")["defence"] == 8
    fewer = declared({N: "SU-11A"}, EIGHT, 4)
    do(fewer, "table raid", "unit JP-23R", "done")
    assert told(fewer, "log.odds")["defence"] == 2
    usual = declared({N: "SU-11A"}, EIGHT, 4)
    do(usual, "table raid", "done")
    assert told(usual, "log.odds")["defence"] == 8


@pytest.mark.rule("pbn", "12.5.3")
def test_nobody_beyond_the_limit_is_chosen() -> None:
    match = declared({N: "SU-11A"}, EIGHT, 4)
    do(match, "table raid", "unit JP-64", "unit JP-23R")
    assert offered(match, "unit") == {"JP-7R"}
    assert refused(match, "unit JP-71") == "12.5.3"
    assert refused(match, "unit JP-64") == "12.5.3"
    assert refused(match, "unit SU-11A") == "12.5.3"
    assert view(match.state, 1)["details"]["odds"]["defence"] == 6


def test_the_choice_in_hand_is_private() -> None:
    match = declared({N: "SU-11A"}, EIGHT, 4)
    do(match, "table raid")
    before = [view(match.state, side) for side in (0, None)]
    do(match, "unit JP-23R")
    assert [view(match.state, side) for side in (0, None)] == before


@pytest.mark.rule("pbn", "12.5.3")
def test_a_hex_within_the_limit_defends_as_it_is() -> None:
    match = battle({N: "SU-11A"}, ["JP-64", "JP-71"], 4, supply={"japan": {"0808": 3}})
    assert told(match, "log.odds")["defence"] == 8


@pytest.mark.rule("pbn", "12.5.3")
def test_t61_who_retreats_into_a_hex_and_overstacks_it_adds_nothing_but_shares_the_result() -> None:
    """64 is driven from 0808 to 0809, the only hex without a zone: those who attack 0809 are suppressed."""
    placed = {"0807": "SU-9", "0810": ["SU-11A", "SU-6A"], "0910": ["SU-7", "SU-8"], "1008": "SU-24", "0608": "SU-76"}
    defenders = {"0808": "JP-64", "0809": ["JP-71", "JP-72"]}
    suppressed = ["SU-11A", "SU-6A", "SU-7", "SU-8"]
    match = board({**placed, **defenders}, "soviet_combat", suppressed=suppressed, dice=[5, 5])
    do(match, "attack 0808", "unit SU-9", "attack 0809", *(f"unit {unit}" for unit in suppressed))
    do(match, "commit", "attack 0808", "table raid")
    assert (result(match), place(match, "JP-64")) == ("AM", "0809")
    do(match, "done", "table assault")
    assert (told(match, "log.odds")["defence"], column(match), result(match)) == (8, "400%", "DE")
    assert not {unit for unit in ("JP-64", "JP-71", "JP-72") if place(match, unit) == "0809"}


@pytest.mark.rule("pbn", "12.5.3")
def test_who_retreats_into_a_hex_with_room_adds_his_strength() -> None:
    """15.35"""
    match = board({"0808": ["JP-64", "JP-71"], N: "SU-11A"}, "soviet_combat", late="JP-71", dice=[4])
    resolve(do(match, "attack 0808", "unit SU-11A", "commit"))
    assert told(match, "log.odds")["defence"] == 8
    crowded = board({"0808": ["JP-64", "JP-71", "JP-72"], N: "SU-11A"}, "soviet_combat", late="JP-72", dice=[4])
    resolve(do(crowded, "attack 0808", "unit SU-11A", "commit"))
    assert told(crowded, "log.odds")["defence"] == 8


# -- variant 31 --------------------------------------------------------------------------------------------------------

CAS: dict[str, Any] = {"options": {"close_support": True}, "air": {"soviet": {"support": 2}}}


@pytest.mark.rule("pbn", "31.0")
@pytest.mark.rule("pbn", "31.1")
@pytest.mark.rule("pbn", "31.3")
@pytest.mark.rule("pbn", "18.3")
def test_t114_close_air_support_is_one_column_and_one_point() -> None:
    match = declared({N: "SU-11A"}, "JP-64", 1, 3, **CAS)
    assert offered(match, "support") == {1}
    assert refused(match, "support 2") == "31.3"
    do(match, "support 1")
    assert told(match, "log.close-support")["count"] == 1
    assert refused(match, "support 1") == "31.3"
    do(match, "table raid")
    assert (shifts(match), base(match), column(match)) == ({"31.1": 1}, "300%", "400%")
    assert air(match, "soviet") == {"support": 1, "reserve": 1}


@pytest.mark.rule("pbn", "31.0")
def test_only_the_attacker_and_only_in_the_variant() -> None:
    plain = declared({N: "SU-11A"}, "JP-64", 1)
    assert not offered(plain, "support")
    assert refused(plain, "support 1") == "31.0"
    enemy = declared({N: "JP-64"}, "SU-24", 1, side="japan", **CAS)
    assert not offered(enemy, "support")


@pytest.mark.rule("pbn", "31.2")
@pytest.mark.parametrize(
    ("die", "guns", "hit"), [(6, False, True), (5, False, False), (5, True, True), (6, True, True), (4, True, False)]
)
def test_flyers_are_shot_at_after_the_battle(die: int, guns: bool, hit: bool) -> None:
    also = {"0809": "JP-1-10AA"} if guns else {}
    match = battle({N: "SU-11A"}, "JP-64", 1, die, support=1, also=also, **CAS)
    assert air(match, "soviet") == {"support": 1, "damaged" if hit else "reserve": 1}
    assert points(match)[1] == 0


@pytest.mark.rule("pbn", "31.2")
@pytest.mark.parametrize(
    ("where", "suppressed", "hit"), [("0808", (), True), ("0808", ("JP-1-10AA",), False), ("0810", (), False)]
)
def test_guns_in_or_next_to_the_hex_that_are_effective(where: str, suppressed: tuple[str, ...], hit: bool) -> None:
    match = battle({N: "SU-11A"}, "JP-64", 2, 5, support=1, also={where: "JP-1-10AA"}, suppressed=suppressed, **CAS)
    assert ("damaged" in air(match, "soviet")) is hit


@pytest.mark.rule("pbn", "31.2")
def test_land_results_do_nothing_to_flyers() -> None:
    match = battle({N: "MN-15M"}, ["JP-64", "JP-71"], 1, 2, table="assault", support=1, **CAS)
    assert result(match) == "AE"
    assert air(match, "soviet") == {"support": 1, "reserve": 1}


@pytest.mark.rule("pbn", "31.1")
def test_a_point_flies_once() -> None:
    match = two_battles(4, 4, 4, options={"close_support": True}, air={"soviet": {"support": 1}})
    do(match, "attack 0808", "support 1", "table raid")
    assert question(match) == "ask.table"
    assert not offered(match, "support")
    assert refused(match, "support 1") == "31.3"


# -- the log -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "21.2")
def test_who_stands_or_goes_one_hex_only_is_told() -> None:
    stand = battle({N: "SU-11A"}, "JP-64", 5, fortified={"japan": "0808"})
    assert (column(stand), result(stand)) == ("150%", "AM")
    do(stand, "stand JP-64")
    assert told(stand, "log.stand")["units"] == ["JP-64"]
    short = battle({N: ["SU-11A", "SU-6A"]}, "MC-4H", 6, fortified={"japan": "0808"})
    assert result(short) == "DR"
    do(short, "shorten MC-4H")
    assert told(short, "log.shorten")["units"] == ["MC-4H"]


@pytest.mark.rule("pbn", "12.5.3", "14.26")
def test_an_overstacked_hex_takes_nothing_from_the_other_hexes_of_a_battle() -> None:
    """All of the first hex defend, and the strongest six of the second: 1 and 8."""
    match = board({NE: "SU-11A", "0808": "MC-4H", SE: EIGHT}, "soviet_combat")
    do(match, "attack 0808", "unit SU-11A", f"also {SE}", "commit")
    assert view(match.state, 0)["details"]["odds"]["defence"] == 9


@pytest.mark.rule("pbn", "31.3")
def test_close_support_is_given_once() -> None:
    match = declared({N: "SU-24"}, "JP-64", options={"close_support": True}, air={"soviet": {"support": 2}})
    assert offered(match, "support") == {1}
    do(match, "support 1")
    assert not offered(match, "support")
    for number in (0, 1):
        reason = why(match, f"support {number}")
        assert (reason.rule, reason.key, reason.params) == ("31.3", "why.support-given", {"count": 1})


@pytest.mark.rule("pbn", "JCM.5", "14.41")
def test_banzai_and_recon_are_played_in_battles_with_mongolians_alone() -> None:
    """R48, R49"""
    both = hand("JP-CM-BANZAI", "SU-CM-RECON")
    match = do(declared({N: "JP-64"}, "MN-15M", 4, side="japan", also=both), "table raid")
    assert (question(match), asked(match).side, offered(match, "table")) == ("ask.recon", 0, {"raid", "assault"})
    do(match, "pass")
    assert (question(match), offered(match, "play")) == ("ask.spirit", {"JP-CM-BANZAI"})
