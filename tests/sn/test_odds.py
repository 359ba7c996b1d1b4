"""12.1, 12.5, 12.6  From factors to a column; the odds that are shown are those of the die, hidden defence as cases."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from khalkhin.games.sn.odds import adding, concentric
from khalkhin.games.sn.odds import column as ratio
from tests.sn.fights import AROUND, COLUMNS, TARGET, base, column, declared, fight, result
from tests.sn.positions import board, do, hexes, ids, position, shifts, the_game, told, units

NE, E, SE, SW, W, NW = AROUND


def shown(match: Match, side: int | None = 1) -> dict[str, Any]:
    """The details of the step as a side sees them."""
    found: dict[str, Any] = view(match.state, side)["details"]
    return found


# -- percentages -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "12.1")
@pytest.mark.rule("sn", "12.1.1")
@pytest.mark.rule("sn", "12.1.2")
@pytest.mark.rule("sn", "12.1.3")
@pytest.mark.rule("sn", "12.1.4")
@pytest.mark.rule("sn", "12.1.5")
@pytest.mark.parametrize(
    ("attack", "defence", "wanted"),
    [
        (49, 100, "≤1:2"),  # E1 from here
        (50, 100, "1:2"),
        (99, 100, "1:2"),
        (100, 100, "1:1"),
        (149, 100, "1:1"),
        (150, 100, "3:2"),
        (199, 100, "3:2"),
        (200, 100, "2:1"),
        (299, 100, "2:1"),
        (300, 100, "3:1"),  # to here
        (399, 100, "3:1"),
        (599, 100, "5:1"),
        (60, 3, "≥6:1"),
        (1, 0, "≥6:1"),
        (1, 300, "≤1:2"),
    ],
)
def test_e1_percentages(attack: int, defence: int, wanted: str) -> None:
    s = position(board({TARGET: "SU-12IC"}, "japan_combat"))
    assert COLUMNS[ratio(s, attack, defence)] == wanted


@pytest.mark.rule("sn", "12.1.6")
@pytest.mark.rule("sn", "12.1")
@pytest.mark.rule("sn", "12.0.11")
def test_w5_25_against_12_is_2_to_1() -> None:
    attackers = {NE: ["JP-2IC", "JP-3IC"], E: ["JP-NSDIB", "JP-1TSAB", "JP-2TSAB"]}
    match = fight(attackers, ["SU-12IC", "SU-21ID"], 4)
    assert (told(match, "log.odds")["attack"], told(match, "log.odds")["defence"]) == (25, 12)
    assert base(match) == "2:1"


@pytest.mark.rule("sn", "12.1.6")
def test_w6_7_against_10_is_1_to_2() -> None:
    match = fight({NE: "SU-12IC"}, "JP-2IC", 4, side="soviet")
    assert (told(match, "log.odds")["attack"], told(match, "log.odds")["defence"]) == (7, 10)
    assert base(match) == "1:2"


@pytest.mark.rule("sn", "12.0.10")
@pytest.mark.rule("sn", "12.0.8")
def test_hexes_attacked_together_defend_as_one_force() -> None:
    match = declared({NE: "JP-2IC"}, "SU-21ID", also={E: "SU-22ID"})
    do(match, f"also {E}", "commit")
    assert (told(match, "log.odds")["attack"], told(match, "log.odds")["defence"]) == (10, 6)


# -- nothing to attack with (12.5) -------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "12.5")
def test_w19_an_all_zero_force_uses_the_leftmost_column_whatever_would_shift_it() -> None:
    also = {"2115": "JP-1FHQ"}
    match = fight({NE: ["JP-SUP-3", "JP-SUP-4"]}, "SU-21ID", 6, also=also, scenario="anti-comintern", turn=1)
    assert (shifts(match), base(match), column(match)) == ({}, "≤1:2", "≤1:2")


@pytest.mark.rule("sn", "12.5")
def test_zero_units_beside_others_change_nothing_but_the_size_of_the_force() -> None:
    match = fight({NE: ["JP-SUP-3", "JP-7ID"]}, "SU-21ID", 6)
    assert (base(match), told(match, "log.odds")["attack"]) == ("1:1", 3)


# -- clamping (R54) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "12.2")
def test_e2_odds_beyond_the_table_are_its_last_column_before_shifts() -> None:
    """60 against 3 in Blagoveshchensk with a fort: the last column, then three to the left."""
    corps = {"1010": ["JP-2IC", "JP-3IC", "JP-4IC"], "0911": ["JP-5IC", "JP-6IC", "JP-12IC"]}
    match = fight(corps, ["SU-FORT-1"], 4, target="1011", supply=False, also={"0910": "JP-SUP-1", "0909": "JP-SUP-2"})
    assert shifts(match) == {"12.2.ter": -2, "12.4": -1}
    assert (base(match), column(match)) == ("≥6:1", "3:1")


@pytest.mark.rule("sn", "12.2")
def test_e4_nor_do_shifts_lead_beyond_it() -> None:
    also = {"2115": "JP-1FHQ", "2215": "JP-SUP-3"}
    match = fight({NE: ["JP-2IC", "JP-3IC", "JP-4IC"]}, ["SU-21ID", "SU-22ID"], 4, also=also, expend="JP-SUP-3")
    assert shifts(match) == {"12.2.hq": 1, "12.2.max": 2}
    assert (base(match), column(match)) == ("5:1", "≥6:1")


# -- one die (12.6) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "12.6")
@pytest.mark.rule("sn", "13.0")
@pytest.mark.parametrize("die", range(1, 7))
def test_one_die_on_the_final_column(die: int) -> None:
    wanted = ("AR", "CT", "EX", "DR", "DR", "DS")[die - 1]
    match = fight({NE: ["JP-2IC", "JP-3IC"]}, "SU-12IC", die)
    assert (column(match), result(match), told(match, "log.result")["dice"]) == ("2:1", wanted, str(die))


@pytest.mark.rule("sn", "12.6")
@pytest.mark.parametrize(
    "attackers",
    [
        {NE: "JP-7ID"},
        {NE: "JP-2IC"},
        {NE: "JP-2IC", SW: "JP-3IC"},
        {NE: ["JP-2IC", "JP-3IC", "JP-4IC"], E: "JP-1EB"},
        {NE: "JP-SUP-3"},
    ],
)
def test_the_odds_shown_are_exactly_how_the_six_faces_fall(attackers: dict[str, Any]) -> None:
    odds = shown(declared(attackers, ["SU-21ID"]))["odds"]
    fell = Counter(result(fight(attackers, ["SU-21ID"], die)) for die in range(1, 7))
    assert {code: Fraction(chance) for code, chance in odds["chances"].items()} == {
        code: Fraction(n, 6) for code, n in fell.items()
    }
    match = fight(attackers, ["SU-21ID"], 3)
    assert (odds["column"], odds["base"]) == (column(match), base(match))
    assert {x["rule"]: x["value"] for x in odds["shifts"]} == shifts(match)


# -- what is hidden (21.0) ---------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "21.0")
def test_of_a_hidden_stack_every_possible_defence_is_a_case() -> None:
    """Under the corps lies one of two: what the attacker sees elsewhere cannot be there."""
    also = {"0902": ["SU-21ID", "SU-FENK"], "0802": "SU-FORT-1"}
    match = declared({NE: ["JP-2IC", "JP-3IC"]}, ["SU-1FEMB", "SU-12IC"], also=also)
    odds = shown(match)["odds"]
    assert (odds["defence"], odds["column"], odds["hidden"]) == (None, None, "21.0")
    assert [(case["defence"], case["column"]) for case in odds["cases"]] == [("11-12", "3:2")]
    assert odds["unknown"] == [], "Disrupted markers are told"


@pytest.mark.rule("sn", "21.0")
@pytest.mark.rule("sn", "15.2.28")
def test_a_disrupted_unit_shifts_also_under_others() -> None:
    """Its marker is told; who it is, is not."""
    also = {"0902": ["SU-21ID", "SU-FENK"], "0802": "SU-FORT-1"}
    match = declared({NE: ["JP-2IC", "JP-3IC"]}, ["SU-1FEMB", "SU-12IC"], also=also, disrupted="SU-1FEMB")
    odds = shown(match)["odds"]
    assert [(shift["rule"], shift["value"]) for shift in odds["shifts"]] == [("15.2.28", 1)]
    assert [(case["defence"], case["column"]) for case in odds["cases"]] == [("11-12", "2:1")]


@pytest.mark.rule("sn", "21.0")
def test_the_cases_are_all_that_can_be_and_the_true_one_is_among_them() -> None:
    """Three lie below: at most two corps, for three and the one on top have no room."""
    match = declared(
        {NE: ["JP-2IC", "JP-3IC"]},
        ["SU-21ID", "SU-22ID", "SU-26ID", "SU-12IC"],
        also={"0902": ["SU-18IC", "SU-31IC", "SU-26IC"], "0503": ["SU-39IC", "OM-FORT-1"]},
    )
    seen = {case["defence"]: case["column"] for case in shown(match)["odds"]["cases"]}
    # On top 9; below are three of 3, 3, 3, 9, 9, 9 with seven DE less three of room: at most one corps.
    assert seen == {"18": "1:1", "24": "1:2"}
    do(match, "commit")
    assert column(match) == "1:1"


@pytest.mark.rule("sn", "21.0")
def test_client_units_that_may_not_be_there_are_no_case() -> None:
    """Outer Mongolians may not be in the USSR: of those out of sight only one can lie in Blagoveshchensk."""
    also = {"2225": ["OM-1CC", "OM-2CC"], "0303": ["SU-FENK", "SU-26ID"]}
    match = declared({"1010": "JP-2IC"}, ["SU-21ID", "SU-22ID"], target="1011", supply=False, also=also)
    assert {case["defence"] for case in shown(match)["odds"]["cases"]} == {"5-6"}


@pytest.mark.rule("sn", "21.0")
def test_nothing_is_hidden_within_radius_of_a_headquarters() -> None:
    match = declared({NE: ["JP-2IC"]}, ["SU-21ID", "SU-12IC"], also={"2115": "JP-1FHQ"})
    odds = shown(match)["odds"]
    assert (odds["defence"], odds["column"], odds["cases"]) == (12, "1:1", [])


def test_the_declaration_shows_nothing_to_the_defender() -> None:
    match = declared({NE: "JP-2IC"}, ["SU-21ID"])
    assert shown(match, 0) == shown(match, None) == {}
    assert set(shown(match)) == {"battles", "uncovered", "plan", "odds"}
    assert shown(match)["plan"] == {
        "side": "japan",
        "kind": "attack",
        "target": TARGET,
        "targets": [TARGET],
        "units": ["JP-2IC"],
    }


def test_the_table_in_the_charts_is_the_one_of_the_specification() -> None:
    chart = the_game().charts.combat
    assert chart.columns == COLUMNS
    rows = {die: " ".join(chart.result(c, die) for c in range(9)) for die in range(1, 7)}
    assert rows == {
        1: "AE AE AS AS AR CT CT EX DR",
        2: "AE AS AS AR CT CT EX DR DR",
        3: "AS AS AR CT EX EX DR DR DS",
        4: "AS AR CT EX DR DR DR DS DS",
        5: "AR CT EX DR DR DS DS DS DE",
        6: "CT EX DR DR DS DS DE DE DE",
    }


@pytest.mark.rule("sn", "13.4", "13.4.1")
def test_who_retreated_into_a_hex_adds_its_defence_where_there_is_room() -> None:
    """Nine divisional equivalents are no more than a clear hex holds; with a tenth those who came late do not count."""
    corps = ["SU-12IC", "SU-18IC", "SU-26IC"]
    s = position(board({TARGET: corps, NE: "JP-2IC"}, "japan_move", late="SU-26IC"))
    assert ids(adding(s, 0, hexes(TARGET))) == set(corps)
    s = position(board({TARGET: [*corps, "SU-21ID"], NE: "JP-2IC"}, "japan_move", late="SU-26IC"))
    assert ids(adding(s, 0, hexes(TARGET))) == {"SU-12IC", "SU-18IC", "SU-21ID"}


@pytest.mark.rule("sn", "12.2.con", "R103")
def test_at_the_corner_of_the_map_every_hex_has_to_be_covered_too() -> None:
    """0140 is next to 0139 and 0239 only: an attacker in 0238 does not cover it."""
    s = position(board({"0238": "JP-2IC", "0139": "SU-12IC"}, "japan_move"))
    assert not concentric(s, units("JP-2IC"), hexes("0139"))
    s = position(board({"0238": "JP-2IC", "0239": "JP-3IC", "0139": "SU-12IC"}, "japan_move"))
    assert concentric(s, units("JP-2IC", "JP-3IC"), hexes("0139"))


@pytest.mark.rule("sn", "13.5")
def test_a_retreat_that_forts_let_ignore_is_no_success() -> None:
    """Of whoever stands beside the fort, and of the fort alone; a loss still is one."""
    for defenders in ("SU-FORT-1", ["SU-FORT-1", "SU-12IC"]):
        odds = shown(declared({NE: "JP-12IC"}, defenders))["odds"]
        assert (odds["kinds"]["DR"], odds["kinds"]["DS"]) == ("stalemate", "win")
    assert shown(declared({NE: "JP-12IC"}, "SU-12IC"))["odds"]["kinds"]["DR"] == "win"
