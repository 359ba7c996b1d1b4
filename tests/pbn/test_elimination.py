"""15.1, 15.2, 24.4  Losses: whom a result touches, one battalion, half of the factors or all, and where they go."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.pbn.losses import LoseOne
from tests.pbn.fights import AROUND, TARGET, battle, column
from tests.pbn.outcomes import FAR, brings
from tests.pbn.positions import (
    asked,
    at,
    board,
    do,
    ids,
    keys,
    marked,
    offered,
    place,
    points,
    position,
    refused,
    supply_at,
    the_game,
    told,
    units,
    who_is_at,
    why,
)

N, NE, SE, S, SW, NW = AROUND
TANKS = {N: "SU-11A", NE: "SU-6A"}
"""24 factors; the three hexes in the south stay open."""


def lost(match: Match, box: str = "replaceable") -> list[str]:
    """Strengths of the counters in a box of losses, as printed."""
    game = the_game()
    found = [game.sheet.index[i] for i in who_is_at(match, box)]
    return sorted(f"{game.attack[u]}-{game.defence[u]}-{game.movement[u] // 12}" for u in found)


def strengths(match: Match, where: str = TARGET) -> list[str]:
    return lost(match, where)


# -- one battalion (15.22) -------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "15.22")
def test_attrition_breaks_a_regiment_into_three_battalions_and_takes_one() -> None:
    """E6: the three are alike, so nobody is asked which."""
    match = brings("DAT", TANKS, "JP-4")
    assert (asked(match).side, asked(match).rule, offered(match, "breakdown")) == (1, "15.22", {"JP-4"})
    assert offered(match, "unit") == set()
    do(match, "breakdown JP-4")
    assert place(match, "JP-4") == "broken"
    assert (lost(match), strengths(match)) == (["1-2-10"], ["1-2-10", "1-2-10"])
    assert points(match) == (1, 0)


@pytest.mark.rule("pbn", "15.22")
@pytest.mark.rule("pbn", "15.2")
def test_of_battalions_that_differ_the_owner_picks_one() -> None:
    match = do(brings("DAT", TANKS, "JP-64"), "breakdown JP-64")
    assert asked(match).side == 1
    assert len(offered(match, "unit")) == 3
    do(match, "unit JP-B1110-1")
    assert (lost(match), strengths(match)) == (["1-1-10"], ["1-2-10", "1-2-10"])


@pytest.mark.rule("pbn", "15.22")
def test_a_unit_that_breaks_down_is_not_lost_whole_and_others_do_not_break_down() -> None:
    match = brings("DAT", TANKS, ["JP-64", "JP-3A"])
    assert (offered(match, "unit"), offered(match, "breakdown")) == ({"JP-3A"}, {"JP-64"})
    assert why(match, "unit JP-64").key == "why.lose-part"
    assert refused(match, "breakdown JP-3A") == "26.9"
    assert refused(match, "unit SU-11A") == "15.11"
    assert refused(match, "done") == "15.22"
    do(match, "unit JP-3A")
    assert (place(match, "JP-3A"), points(match)) == ("replaceable", (9, 0))


@pytest.mark.rule("pbn", "15.22")
def test_attrition_on_a_lone_unit_that_cannot_break_down_takes_it_whole() -> None:
    """T40, R25"""
    cavalry = brings("DAT", {N: "JP-26", NE: "JP-28"}, "MN-15M", side="japan")
    assert (place(cavalry, "MN-15M"), points(cavalry)) == ("replaceable", (0, 1))
    armour = brings("DAT", TANKS, "JP-3A")
    assert (place(armour, "JP-3A"), points(armour)) == ("replaceable", (9, 0))


@pytest.mark.rule("pbn", "7.8.4")
@pytest.mark.rule("pbn", "7.8.6")
def test_a_supply_point_is_one_battalion_and_goes_back_to_the_mix() -> None:
    """T41, R26"""
    match = brings("DAT", TANKS, ["JP-64", "JP-SUP-1"])
    assert (offered(match, "unit"), offered(match, "breakdown")) == ({"JP-SUP-1"}, {"JP-64"})
    do(match, "unit JP-SUP-1")
    assert (place(match, "JP-SUP-1"), points(match)) == ("out", (0, 0))
    assert strengths(match) == ["5-4-10"]


@pytest.mark.rule("pbn", "15.2")
def test_a_headquarters_in_the_hex_may_be_given_up() -> None:
    """R26"""
    match = do(brings("DAT", TANKS, ["JP-64", "JP-23HQ"]), "unit JP-23HQ")
    assert (place(match, "JP-23HQ"), points(match)) == ("replaceable", (4, 0))


@pytest.mark.rule("pbn", "15.22")
def test_attackers_lose_a_battalion_too() -> None:
    match = brings("AAT", {N: ["SU-24", "SU-36R"]}, "JP-26")
    assert (asked(match).side, offered(match, "unit"), offered(match, "breakdown")) == (0, {"SU-36R"}, {"SU-24"})
    do(match, "breakdown SU-24")
    assert (lost(match), strengths(match, N)) == (["0-1-12"], ["0-1-12", "0-1-12", "1-2-14"])
    assert points(match) == (0, 1)


@pytest.mark.rule("pbn", "15.22")
def test_battalions_of_a_suppressed_regiment_are_suppressed() -> None:
    """T109, R100"""
    match = do(brings("DAT", TANKS, "JP-4", suppressed="JP-4"), "breakdown JP-4")
    left = ids(position(match).stack(at(TARGET)))
    assert len(left) == 2
    assert all(marked(match, "suppressed", unit) for unit in left)
    assert not marked(match, "suppressed", "JP-4")


# -- half of the factors (15.23) -------------------------------------------------------------------------------------


def bloodbath() -> Match:
    """T37: 12-8-14 and 2-3-8 attack a 6-6-12, which gives itself up."""
    return do(brings("BB", {N: ["SU-11A", "SU-601"]}, "JP-26"), "unit JP-26")


@pytest.mark.rule("pbn", "15.23")
@pytest.mark.rule("pbn", "2.34.6")
def test_in_a_bloodbath_the_defender_loses_half_of_his_own_factors_first_then_the_attacker() -> None:
    match = brings("BB", {N: ["SU-11A", "SU-601"]}, "JP-26")
    assert (asked(match).side, asked(match).rule, asked(match).message.params["count"]) == (1, "15.23", 3)
    do(match, "unit JP-26")
    assert (asked(match).side, asked(match).message.params["count"]) == (0, 7)
    assert place(match, "JP-26") == "replaceable"
    assert "log.retreat" not in keys(match)


@pytest.mark.rule("pbn", "15.23")
def test_who_is_superfluous_cannot_be_given_up() -> None:
    """T37, intact: of 14 factors 7 are needed, the 12-8-14 is enough and the 2-3-8 never is."""
    match = bloodbath()
    assert (offered(match, "unit"), offered(match, "breakdown")) == ({"SU-11A"}, {"SU-11A", "SU-601"})
    assert why(match, "unit SU-601").key == "why.superfluous"
    assert (refused(match, "unit JP-26"), refused(match, "done")) == ("15.11", "15.23")
    do(match, "unit SU-11A")
    assert (lost(match), strengths(match, N)) == (["12-8-14", "6-6-12"], ["2-3-8"])


@pytest.mark.rule("pbn", "15.24")
def test_after_a_breakdown_half_is_taken_of_the_battalions() -> None:
    """T37, the 12-8-14 broken down: of 12 factors 6 are needed."""
    match = do(bloodbath(), "breakdown SU-11A")
    assert asked(match).message.params["count"] == 6
    assert len(offered(match, "unit")) == 5
    do(match, "unit SU-B3114-1")
    assert refused(match, "breakdown SU-601") == "15.24"
    do(match, "unit SU-B3114-2")
    assert (lost(match), strengths(match, N)) == (["3-1-14", "3-1-14", "6-6-12"], ["1-2-14", "2-3-8", "3-1-14"])


@pytest.mark.rule("pbn", "15.24")
def test_a_small_battalion_counts_only_where_it_makes_the_sum() -> None:
    """T37: 3 + 1 + 2 is as good as 3 + 3; with 3 + 1 given up only the 2 is left to give."""
    match = do(bloodbath(), "breakdown SU-11A", "unit SU-B3114-1", "unit SU-B1214-1")
    assert (lost(match), strengths(match, N)) == (["1-2-14", "2-3-8", "3-1-14", "6-6-12"], ["3-1-14", "3-1-14"])


@pytest.mark.rule("pbn", "15.23.1")
def test_attackers_without_attack_strength_are_lost_besides() -> None:
    """T37, both broken down: of 10 factors two 3-1-14 are needed, and all 0-1-8 die with them."""
    match = do(bloodbath(), "breakdown SU-11A", "breakdown SU-601")
    assert lost(match) == ["0-1-8", "0-1-8", "0-1-8", "3-1-14", "3-1-14", "6-6-12"]
    assert strengths(match, N) == ["1-2-14", "3-1-14"]


@pytest.mark.rule("pbn", "15.23.1")
def test_headquarters_that_attacked_are_lost_besides() -> None:
    """R23"""
    match = brings("AS", {N: ["SU-11A", "SU-36HQ"]}, ["JP-26", "JP-28"])
    assert offered(match, "unit") == {"SU-11A"}
    do(match, "unit SU-11A")
    assert (place(match, "SU-36HQ"), place(match, "SU-11A")) == ("replaceable", "replaceable")
    assert points(match) == (0, 11)


@pytest.mark.rule("pbn", "15.23.1")
def test_attackers_with_no_strength_at_all_all_die() -> None:
    """R98"""
    match = brings("AS", {N: ["SU-36HQ", "SU-57AA"]}, "JP-64")
    assert (place(match, "SU-36HQ"), place(match, "SU-57AA")) == ("replaceable", "replaceable")
    assert position(match).attackers == 0


@pytest.mark.rule("pbn", "15.23")
@pytest.mark.rule("pbn", "2.34.6")
def test_shattered_defenders_lose_half_of_their_defence_and_the_rest_routs() -> None:
    """T39: the regiment whole, or two of its battalions; the last one routs."""
    whole = brings("DS", TANKS, "JP-64")
    assert (offered(whole, "unit"), asked(whole).message.params["count"]) == ({"JP-64"}, 2)
    do(whole, "unit JP-64")
    assert (lost(whole), points(whole)) == (["5-4-10"], (3, 0))
    parts = do(brings("DS", TANKS, "JP-64", 1), "breakdown JP-64")
    assert (len(offered(parts, "unit")), asked(parts).message.params["count"]) == (3, 3)
    do(parts, "unit JP-B1110-1", "hex 0809")
    assert (lost(parts), strengths(parts, "0809")) == (["1-1-10", "1-2-10"], ["1-2-10"])
    assert points(parts) == (2, 0)
    both = do(brings("DS", TANKS, "JP-64", 1), "breakdown JP-64", "unit JP-B1210-1", "unit JP-B1210-2")
    assert lost(both) == ["1-2-10", "1-2-10"]


@pytest.mark.rule("pbn", "15.23")
def test_supply_beside_other_defenders_is_worth_nothing_for_half() -> None:
    match = brings("BB", TANKS, ["JP-26", "JP-28", "JP-SUP-1"])
    assert offered(match, "unit") == {"JP-26", "JP-28"}
    assert why(match, "unit JP-SUP-1").key == "why.superfluous"
    do(match, "unit JP-26")
    assert supply_at(match, "japan", TARGET) == 1


FIERCE = {
    "fortified": {"japan": TARGET},
    "suppressed": ["SU-11A"],
    "also": {"0812": "JP-6HQ"},
    "activated": ["JP-6HQ"],
}
"""Supply alone is attacked in the last column: these five shifts bring it back to where half can be lost."""


@pytest.mark.rule("pbn", "7.8.4")
@pytest.mark.rule("pbn", "15.23")
def test_supply_alone_loses_half_of_its_points_fractions_up() -> None:
    """T106, R98: of three points two are lost, and they are all alike."""
    match = brings("BB", {N: "SU-11A"}, ["JP-SUP-1", "JP-SUP-2", "JP-SUP-3"], **FIERCE)
    assert supply_at(match, "japan", TARGET) == 1
    assert points(match) == (0, 0)


@pytest.mark.rule("pbn", "7.8.4")
def test_supply_alone_is_attacked_in_the_last_column_by_anybody_and_a_manoeuvre_takes_all_of_it() -> None:
    """T106: one factor is enough."""
    match = brings("AM", {N: "MN-15M"}, ["JP-SUP-1", "JP-SUP-2", "JP-SUP-3"])
    assert column(match) == "≥600%"
    assert supply_at(match, "japan", TARGET) == 0
    do(match, "unit MN-15M", f"hex {TARGET}")
    assert place(match, "MN-15M") == TARGET


@pytest.mark.rule("pbn", "7.8.4")
def test_supply_alone_loses_one_point_to_attrition() -> None:
    """T106"""
    match = brings("DAT", {N: "SU-11A"}, ["JP-SUP-1", "JP-SUP-2", "JP-SUP-3"], **FIERCE)
    assert supply_at(match, "japan", TARGET) == 2


# -- everybody, and nobody else (15.11, 15.12) -----------------------------------------------------------------------


@pytest.mark.rule("pbn", "15.11")
@pytest.mark.rule("pbn", "15.12")
@pytest.mark.rule("pbn", "15.2")
def test_all_attackers_die_but_not_a_headquarters_that_only_supported() -> None:
    match = brings("AE", {N: "SU-24"}, "JP-26", also={"0806": "SU-36HQ", "0707": "SU-11A"}, activated=["SU-36HQ"])
    assert {shift["rule"] for shift in told(match, "log.odds")["shifts"]} == {"14.3.4.1"}
    assert place(match, "SU-24") == "replaceable"
    assert (place(match, "SU-36HQ"), place(match, "SU-11A")) == ("0806", "0707")


@pytest.mark.rule("pbn", "15.12")
@pytest.mark.rule("pbn", "15.2")
def test_a_headquarters_in_the_attacked_hex_dies_with_it_and_supply_too() -> None:
    match = brings("DE", TANKS, ["JP-23R", "JP-23HQ", "JP-SUP-1"])
    assert (place(match, "JP-23R"), place(match, "JP-23HQ"), place(match, "JP-SUP-1")) == (
        "replaceable",
        "replaceable",
        "out",
    )
    assert points(match) == (3 + 4, 0)


@pytest.mark.rule("pbn", "15.11")
def test_of_an_overstacked_hex_only_those_who_attacked_are_touched() -> None:
    """12.5.3: the third brigade did not take part."""
    placed = {N: ["SU-24", "SU-76", "SU-149"], TARGET: ["JP-26", "JP-28"], **FAR}
    match = board(placed, "soviet_combat", dice=[1])
    do(match, "unit SU-24", "unit SU-76", f"attack {TARGET}", "unit SU-24", "unit SU-76", "commit", "table assault")
    assert told(match, "log.result")["codes"] == "AE"
    assert [place(match, u) for u in ("SU-24", "SU-76", "SU-149")] == ["replaceable", "replaceable", N]


@pytest.mark.rule("pbn", "15.1")
def test_what_a_result_brings_comes_in_its_order() -> None:
    """Shattered: half is lost, the others rout, the attackers pursue."""
    match = brings("DS", TANKS, ["JP-64", "JP-71"], 1)
    do(match, "unit JP-64", "hex 0809", "unit SU-11A", f"hex {TARGET}", "done")
    order = [key for key in keys(match) if key in ("log.result", "log.eliminated", "log.rout", "log.pursuit")]
    assert order == ["log.result", "log.eliminated", "log.rout", "log.pursuit"]


# -- where they go (15.21), what they bring (24.4) -------------------------------------------------------------------


@pytest.mark.rule("pbn", "15.21")
def test_who_was_surrounded_when_the_die_was_thrown_is_gone_for_good() -> None:
    """Attackers in the north and in the south have every hex around in their zones."""
    ring = brings("DE", {N: "SU-11A", S: "SU-6A"}, "JP-64")
    assert (place(ring, "JP-64"), points(ring)) == ("permanent", (3, 0))
    gap = brings("DE", TANKS, "JP-64")
    assert place(gap, "JP-64") == "replaceable"


@pytest.mark.rule("pbn", "15.21")
def test_friends_around_do_not_open_the_ring() -> None:
    """R27: a zone is a zone, whoever stands in it."""
    match = brings("DE", {N: "SU-11A", S: "SU-6A"}, "JP-23R", also={SE: "JP-23HQ"}, suppressed=[])
    assert place(match, "JP-23R") == "permanent"


@pytest.mark.rule("pbn", "15.21")
def test_off_the_map_counts_as_prohibited() -> None:
    """R27: in a corner of the map one attacker is enough; a headquarters beside it has no zone."""
    corner = battle({"0102": "SU-11A", "0201": "SU-6A"}, "JP-64", 6, target="0101", table="assault", also=FAR)
    assert place(corner, "JP-64") == "permanent"
    shut_by_one = battle({"0102": "SU-11A"}, "JP-23R", 6, target="0101", table="assault", also=FAR)
    assert place(shut_by_one, "JP-23R") == "permanent"


@pytest.mark.rule("pbn", "15.21")
def test_suppressed_enemies_shut_no_ring() -> None:
    match = brings("DE", {N: "SU-11A", S: "SU-6A"}, "JP-23R", suppressed=["SU-6A"])
    assert place(match, "JP-23R") == "replaceable"


@pytest.mark.rule("pbn", "15.21.1")
def test_deserters_never_come_back() -> None:
    placed = {"2010": ["MC-4H", "MC-5H"], "pool": "JP-CM-DESERT", "0119": "SU-24"}
    match = board(placed, "japan_campaign", markers="removed", levels=(0, 1), dice=[1, 5, 4])
    assert sorted(place(match, u) for u in ("MC-4H", "MC-5H")) == ["2010", "permanent"]
    assert points(match) == (0, 0)


@pytest.mark.rule("pbn", "24.4")
@pytest.mark.rule("pbn", "24.1.1")
def test_a_regiment_is_worth_its_three_battalions() -> None:
    """E17"""
    whole = brings("DE", TANKS, "JP-64")
    parts = ["JP-B1210-1", "JP-B1210-2", "JP-B1110-1"]
    broken = brings("DE", TANKS, parts, also={"broken": "JP-64"})
    assert points(whole) == points(broken) == (3, 0)


@pytest.mark.rule("pbn", "24.4")
def test_a_brigade_lost_in_pieces_is_worth_its_pieces() -> None:
    """T108, R106"""
    force = {N: ["JP-26", "JP-28"], NE: ["JP-25", "JP-27"], S: ["JP-16", "JP-30"]}
    whole = brings("DE", force, "SU-11A", side="japan")
    assert points(whole) == (0, 6)
    parts = ["SU-B3114-1", "SU-B3114-2", "SU-B3114-3", "SU-B1214-1"]
    broken = brings("DE", force, parts, side="japan", also={"broken": "SU-11A"})
    assert points(broken) == (0, 8)


@pytest.mark.rule("pbn", "24.4")
def test_points_double_in_a_crisis_and_a_unit_scores_whether_it_can_come_back_or_not() -> None:
    """T87"""
    match = brings("DE", TANKS, "JP-64", also={"effect": "SU-CM-CRISIS"})
    assert points(match) == (6, 0)
    ring = brings("DE", {N: "SU-11A", S: "SU-6A"}, "JP-64", also={"effect": "SU-CM-CRISIS"})
    assert (place(ring, "JP-64"), points(ring)) == ("permanent", (6, 0))


@pytest.mark.rule("pbn", "24.1.1")
def test_one_line_tells_the_points_of_one_elimination() -> None:
    match = brings("DE", TANKS, ["JP-64", "JP-71"])
    assert [e.params["count"] for e in match.log if e.key == "log.points"] == [6]


@pytest.mark.rule("pbn", "15.23")
def test_what_is_still_to_be_lost_is_counted_down() -> None:
    """Half of 2, 1, 1 and 1 is three, fractions up."""
    match = brings("AS", {N: ["SU-24", "SU-36R", "SU-57R", "SU-152R"]}, "JP-64")
    assert asked(match).message.params == {"count": 3}
    do(match, "unit SU-36R")
    assert asked(match).message.params == {"count": 2}


@pytest.mark.rule("pbn", "7.8.4", "15.22")
def test_of_two_units_that_differ_the_owner_says_which_is_lost() -> None:
    pair = ["JP-1-8BG", "JP-23R"]
    match = board({"0808": pair}, first=[LoseOne(1, units(*pair), "15.22")])
    assert (asked(match).side, offered(match, "unit")) == (1, {"JP-1-8BG", "JP-23R"})
    do(match, "unit JP-23R")
    assert who_is_at(match, "0808") == {"JP-1-8BG"}
