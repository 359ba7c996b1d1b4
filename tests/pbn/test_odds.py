"""14.3.3, 14.12, 14.31  From strengths to a column; the odds that are shown are those of the die."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from khalkhin.games.pbn.odds import column as ratio
from tests.pbn.fights import AROUND, COLUMNS, base, battle, column, declared, net, resolve, result
from tests.pbn.positions import board, do, offered, position, told

N, NE, SE, S, SW, NW = AROUND


def shown(match: Match, side: int | None) -> dict[str, Any]:
    """The details of the step as a side sees them."""
    found: dict[str, Any] = view(match.state, side)["details"]
    return found


# -- percentages -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "14.3.3")
@pytest.mark.rule("pbn", "14.3.3.1")
@pytest.mark.rule("pbn", "14.3.3.2")
@pytest.mark.rule("pbn", "14.3.3.3")
def test_totals_of_all_attackers_and_all_defenders() -> None:
    match = battle({N: ["SU-11A", "SU-24"], NE: "SU-7"}, ["JP-64", "JP-23R"], 6)
    told_ = told(match, "log.odds")
    assert (told_["attack"], told_["defence"], told_["base"]) == (23, 6, "300%")


@pytest.mark.rule("pbn", "14.3.3.3")
@pytest.mark.parametrize(
    ("attack", "defence", "wanted"),
    [
        (12, 49, "≤24%"),  # T2: 24.5 %
        (1, 4, "25%"),  # T2
        (49, 100, "25%"),
        (1, 2, "50%"),
        (99, 100, "50%"),
        (1, 1, "100%"),
        (3, 2, "150%"),
        (299, 150, "150%"),
        (2, 1, "200%"),
        (3, 1, "300%"),
        (4, 1, "400%"),
        (5, 1, "500%"),
        (599, 100, "500%"),
        (6, 1, "≥600%"),
        (40, 5, "≥600%"),
        (0, 5, "≤24%"),
        (0, 0, "≤24%"),  # R14
        (1, 0, "≥600%"),
    ],
)
def test_the_exact_percentage_never_rounded_up(attack: int, defence: int, wanted: str) -> None:
    s = position(board({}, "soviet_move"))
    assert COLUMNS[ratio(s, attack, defence)] == wanted


def test_t2_played() -> None:
    assert column(battle({N: "MN-15M"}, "JP-64", 6)) == "25%"


@pytest.mark.rule("pbn", "14.12")
def test_t1_attack_strength_zero_starts_in_the_lowest_column() -> None:
    alone: dict[str, Any] = {"also": {"broken": "SU-601", "0811": "SU-57cHQ"}}
    assert column(battle({N: "SU-B018-1"}, "JP-4", 6, **alone)) == "≤24%"
    led = battle({N: "SU-B018-1"}, "JP-4", 6, **alone, activated="SU-57cHQ")
    assert (base(led), column(led)) == ("≤24%", "50%")


@pytest.mark.rule("pbn", "14.12.1")
@pytest.mark.rule("pbn", "14.12")
def test_e3_an_activated_headquarters_attacks_with_nothing_but_its_support() -> None:
    match = battle({N: "SU-36HQ"}, "JP-64", 6, activated="SU-36HQ")
    assert (told(match, "log.odds")["attack"], base(match), column(match)) == (0, "≤24%", "25%")


@pytest.mark.rule("pbn", "14.12.1")
def test_t20_an_inactive_headquarters_in_a_zone_has_to_attack_in_the_lowest_column() -> None:
    match = board({N: "JP-23HQ", "0808": "SU-24"}, "japan_combat", dice=[6])
    assert not offered(match, "commit")
    assert column(resolve(do(match, "attack 0808", "unit JP-23HQ", "commit"))) == "≤24%"


@pytest.mark.rule("pbn", "14.12")
def test_strength_of_others_makes_a_ratio_again() -> None:
    match = battle({N: ["SU-57AA", "SU-24"]}, "JP-64", 6)
    assert (told(match, "log.odds")["attack"], base(match)) == (2, "50%")


def test_supply_alone_defends_with_nothing() -> None:
    """T106: attack 1, on clear ground"""
    match = battle({N: "MN-15M"}, [], 6, supply={"japan": {"0808": 3}})
    assert (told(match, "log.odds")["defence"], column(match)) == (0, "≥600%")


# -- the ends of the table -------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "14.31")
def test_t4_odds_beyond_the_table_are_shifted_from_its_last_column() -> None:
    attackers = {"2616": ["SU-11A", "SU-6A"], "2717": ["SU-7", "SU-36A"], "2718": ["SU-24", "SU-76"]}
    match = battle(attackers, "JP-4", 6, target="2617")
    assert (told(match, "log.odds")["attack"], told(match, "log.odds")["defence"]) == (40, 5)
    assert (base(match), net(match), column(match)) == ("≥600%", -2, "400%")


@pytest.mark.rule("pbn", "14.31")
def test_t5_and_so_are_odds_below_it() -> None:
    match = battle({N: "SU-24"}, ["JP-26", "JP-28"], 6, also={"0811": "SU-COG"}, activated="SU-COG")
    assert (base(match), column(match)) == ("≤24%", "100%")


@pytest.mark.rule("pbn", "14.31")
def test_nobody_is_shifted_off_the_table() -> None:
    right = battle({N: ["SU-11A", "SU-6A"]}, "MC-4H", 6, also={"0811": "SU-COG"}, activated="SU-COG")
    assert (base(right), net(right), column(right)) == ("≥600%", 3, "≥600%")
    left = battle({N: "MC-4H"}, ["SU-24", "SU-76"], 6, side="japan", also={"0811": "SU-COG"}, activated="SU-COG")
    assert (base(left), net(left), column(left)) == ("≤24%", -3, "≤24%")


@pytest.mark.rule("pbn", "14.3.5")
@pytest.mark.rule("pbn", "14.3.6")
@pytest.mark.parametrize(("die", "code"), [(1, "AAT"), (2, "DM"), (3, "C"), (4, "C"), (5, "DAT"), (6, "AM")])
def test_one_die_in_the_column_of_the_table_chosen(die: int, code: str) -> None:
    assert result(battle({N: ["SU-24", "SU-76"]}, "JP-64", die)) == code


@pytest.mark.rule("pbn", "14.42")
@pytest.mark.parametrize(("die", "code"), [(1, "AS"), (2, "AAT"), (3, "AAT"), (4, "BB"), (5, "BB"), (6, "DAT")])
def test_the_same_battle_on_the_other_table(die: int, code: str) -> None:
    assert result(battle({N: ["SU-24", "SU-76"]}, "JP-64", die, table="assault")) == code


# -- what is shown ----------------------------------------------------------------------------------------------------

CLASHES: list[dict[str, Any]] = [
    {"attackers": {N: ["SU-24", "SU-76"]}, "defenders": "JP-64"},
    {"attackers": {N: "SU-11A"}, "defenders": ["JP-64", "JP-23HQ"], "activated": "JP-23HQ"},
    {"attackers": {N: ["SU-11A", "SU-36HQ"]}, "defenders": "JP-64", "suppressed": "SU-11A", "activated": "SU-36HQ"},
    {"attackers": {"1208": "SU-11A"}, "defenders": "JP-64", "target": "1207", "fortified": {"japan": "1207"}},
]


@pytest.mark.rule("pbn", "14.3")
@pytest.mark.parametrize("table", ["raid", "assault"])
@pytest.mark.parametrize("clash", CLASHES)
def test_the_odds_shown_are_the_results_of_the_die(clash: dict[str, Any], table: str) -> None:
    """Every die once: as often as each result comes, so much was its chance in the eyes of both sides."""
    said = [shown(declared(**clash), side)["alternatives"][table] for side in (0, 1)]
    came: Counter[str] = Counter()
    columns = set()
    for die in range(1, 7):
        match = resolve(declared(clash["attackers"], clash["defenders"], die, **_rest(clash)), table)
        came[result(match)] += 1
        columns.add(column(match))
    wanted = {code: Fraction(n, 6) for code, n in came.items()}
    for odds in said:
        assert {code: Fraction(chance) for code, chance in odds["chances"].items()} == wanted
        assert {odds["column"]} == columns
        assert odds["unknown"] == []


def _rest(clash: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in clash.items() if name not in ("attackers", "defenders")}


@pytest.mark.rule("pbn", "JCM.5.3")
@pytest.mark.parametrize("table", ["raid", "assault"])
def test_with_banzai_the_odds_know_what_contact_and_bloodbath_become(table: str) -> None:
    came: Counter[str] = Counter()
    said: set[tuple[tuple[str, str], ...]] = set()
    for die in range(1, 7):
        hand = {"hand": ["JP-CM-BANZAI", "SU-CM-EXPERIENCE"]}
        match = declared({N: "JP-64"}, ["SU-24", "SU-7BG"], die, side="japan", also=hand)
        do(match, f"table {table}", "pass", "play JP-CM-BANZAI")
        said.add(tuple(sorted(shown(match, 0)["odds"]["chances"].items())))
        do(match, "pass")
        turned = [event.params["result"] for event in match.log if event.key == "log.banzai"]
        came[turned[0].removeprefix("@result.") if turned else result(match)] += 1
    (odds,) = said
    assert {code: Fraction(chance) for code, chance in odds} == {code: Fraction(n, 6) for code, n in came.items()}
    assert "AE" in came
    assert not {"BB", "C"} & came.keys()


# -- headquarters that are hidden --------------------------------------------------------------------------------------


def test_a_hidden_headquarters_is_not_in_the_odds_before_the_die() -> None:
    """18.0: the attacker does not see it, so it may only be said that something may come; its owner knows."""
    kinds: dict[str, Any] = {"also": {"0811": ["JP-71", "JP-23HQ"]}, "activated": "JP-23HQ"}
    match = declared({N: "SU-11A"}, "JP-64", 3, **kinds)
    attacker, defender, crowd = (shown(match, side)["odds"] for side in (0, 1, None))
    assert (attacker["column"], attacker["shifts"], attacker["unknown"]) == ("300%", [], ["14.3.4.2"])
    assert (defender["column"], defender["unknown"]) == ("200%", [])
    assert (crowd["column"], crowd["unknown"]) == ("300%", ["14.3.4.2"])
    assert column(resolve(match)) == "200%"


def test_the_defender_does_not_see_the_attackers_headquarters_either() -> None:
    kinds: dict[str, Any] = {"also": {"0805": ["SU-24", "SU-36HQ"]}, "activated": "SU-36HQ"}
    match = declared({N: "SU-11A"}, "JP-64", 3, **kinds)
    attacker, defender = (shown(match, side)["odds"] for side in (0, 1))
    assert (attacker["column"], attacker["unknown"]) == ("400%", [])
    assert (defender["column"], defender["unknown"]) == ("300%", ["14.3.4.1"])


def test_one_that_supports_shows_itself_when_the_die_is_thrown() -> None:
    kinds: dict[str, Any] = {"also": {"0811": ["JP-71", "JP-23HQ"]}, "activated": "JP-23HQ"}
    match = declared({N: "SU-11A"}, "JP-64", 5, **kinds)
    s = position(match)
    hq = s.game.sheet.index["JP-23HQ"]
    assert not s.game.sees(s, 0, hq)
    do(match, "table raid")
    assert s.game.sees(position(match), 0, hq)


def test_the_odds_in_the_declaration_hide_it_too() -> None:
    placed = {N: "SU-11A", "0808": "JP-64", "0811": ["JP-71", "JP-23HQ"]}
    match = board(placed, "soviet_combat", activated="JP-23HQ")
    do(match, "attack 0808", "unit SU-11A")
    odds = shown(match, 0)["odds"]
    assert (odds["column"], odds["unknown"]) == ("300%", ["14.3.4.2"])
    assert "odds" not in shown(match, 1)
