"""The log cites the rule that made each line so, not the chapter it stands in."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from khalkhin.ai.reasons import label
from khalkhin.engine.match import Match
from khalkhin.engine.results_tables import Odds
from khalkhin.games.pbn.victory import decide
from tests.pbn.fights import AROUND, TARGET, battle
from tests.pbn.outcomes import brings
from tests.pbn.positions import Some, asked, board, do, position, the_game

rule = pytest.mark.rule
N, NE, SE, S, SW, NW = AROUND


def cited(match: Match, key: str) -> list[str]:
    """The rules that lines of a kind cite."""
    return [event.rule for event in match.log if event.key == key]


# -- the turn ----------------------------------------------------------------------------------------------------------


@rule("pbn", "4.1.12", "4.1.13", "4.1.14", "4.1.15")
@pytest.mark.parametrize(
    ("impulse", "side", "number"),
    [(1, "japan", "4.1.12"), (1, "soviet", "4.1.13"), (2, "japan", "4.1.14"), (2, "soviet", "4.1.15")],
)
def test_each_impulse_has_its_rule(impulse: int, side: str, number: str) -> None:
    """The Japanese go first: the Initial Impulse is theirs before it is the Soviets'."""
    placed = {"0808": "SU-24", "2010": "JP-64"}
    match = board(placed, f"{side}_move", impulse=impulse, first_player="japan", eligible=["SU-24", "JP-64"])
    assert cited(match, "log.impulse") == [number]


@rule("pbn", "4.1.1", "25.2", "SCM.5.1")
def test_who_goes_first_by_what() -> None:
    assert cited(board({}, "initiative", month=1), "log.initiative") == ["25.2"]
    assert cited(board({}, "initiative", points=(1, 0)), "log.initiative") == ["4.1.1"]
    choice = do(board({"hand": "SU-CM-MASKIROVKA"}, "initiative"), "first japan")
    assert cited(choice, "log.initiative") == ["SCM.5.1"]


@rule("pbn", "24.1.1", "24.1.2")
def test_points_at_once_and_at_the_end_of_the_turn() -> None:
    assert cited(brings("DE", {N: "SU-11A"}, "JP-1-8BG"), "log.points") == ["24.1.1"]
    assert cited(board({"2010": "SU-24"}, "victory"), "log.points") == ["24.1.2"]


@rule("pbn", "24.2.1", "24.2.2", "24.2.3", "24.2.4")
@pytest.mark.parametrize(
    ("points", "number"), [(15, "24.2.1"), (16, "24.2.2"), (31, "24.2.3"), (45, "24.2.3"), (46, "24.2.4")]
)
def test_each_level_of_victory_has_its_rule(points: int, number: str) -> None:
    match = board({"0808": "SU-24"}, points=(points, 0))
    decide(position(match))
    assert match.log[-1].rule == number


# -- campaign markers --------------------------------------------------------------------------------------------------


def drawn(marker: str, **kinds: Any) -> Match:
    """A marker is drawn by its side."""
    side = the_game().sides[the_game().sheet.side[the_game().sheet.index[marker]]]
    return board({"pool": marker}, f"{side}_campaign", markers="removed", levels=(1, 1), first_player=side, **kinds)


@rule("pbn", "5.3", "JCM.2.1", "JCM.3.2", "SCM.2.2", "SCM.10.1")
@pytest.mark.parametrize(
    ("marker", "number", "raised"),
    [
        ("JP-CM-6ARMY", "JCM.2", "JCM.2.1"),
        ("JP-CM-KAR", "JCM.3", "JCM.3.2"),
        ("SU-CM-1AG", "SCM.2", "SCM.2.2"),
        ("SU-CM-ZHUKOV", "SCM.10", "SCM.10.1"),
    ],
)
def test_a_marker_and_the_command_level_that_it_raises(marker: str, number: str, raised: str) -> None:
    match = drawn(marker, points=(10, 0), stavka=1)
    assert (cited(match, "log.marker"), cited(match, "log.level")) == ([number], [raised])


@rule("pbn", "5.3", "5.4")
def test_a_held_marker_is_told_to_its_owner_with_its_rule_and_to_the_enemy_without() -> None:
    match = drawn("JP-CM-BANZAI")
    assert cited(match, "log.marker-held") == ["JCM.5"]
    assert cited(match, "log.marker-hidden") == ["5.3"]
    assert [line["rule"] for line in match.view("soviet")["log"] if "marker" in line["key"]] == ["5.3"]


@rule("pbn", "JCM.3.1", "SCM.2.1")
@pytest.mark.parametrize(("marker", "number"), [("JP-CM-KAR", "JCM.3.1"), ("SU-CM-1AG", "SCM.2.1")])
def test_a_marker_goes_back_by_its_condition(marker: str, number: str) -> None:
    assert cited(drawn(marker), "log.marker-returned") == [number]


@rule("pbn", "35.1.1", "35.1.2", "35.1.3", "35.1.4", "35.1.5", "35.1.6")
@pytest.mark.parametrize(
    ("month", "numbers"), [(2, ["35.1.4", "35.1.1"]), (3, ["35.1.5", "35.1.2"]), (4, ["35.1.6"]), (5, ["35.1.3"])]
)
def test_historical_reinforcements_cite_their_month(month: int, numbers: list[str]) -> None:
    """Of the Soviets, then of the Japanese."""
    match = board({}, "soviet_campaign", month=month, options={"historical": True}, levels=(0, 0))
    assert cited(match, "log.marker-due") == numbers


@rule("pbn", "JCM.8.1", "JCM.8.2", "SCM.6.1", "SCM.6.2")
@pytest.mark.parametrize(
    ("side", "enemy", "mine", "theirs", "seen", "named"),
    [
        ("soviet", "japan", "SU-24", "JP-64", "SCM.6.1", "SCM.6.2"),
        ("japan", "soviet", "JP-64", "SU-24", "JCM.8.1", "JCM.8.2"),
    ],
)
def test_recon_cites_what_it_is_used_for(side: str, enemy: str, mine: str, theirs: str, seen: str, named: str) -> None:
    marker = "SU-CM-RECON" if side == "soviet" else "JP-CM-RECON"
    looked = do(board({N: mine, "2010": theirs, "hand": marker}, f"{side}_move"), f"play {marker}", "hex 2010")
    assert (cited(looked, "log.recon-marker"), cited(looked, "log.examined")) == ([seen], [seen])
    fought = battle({N: theirs}, mine, 4, side=enemy, recon="assault", also={"hand": marker})
    assert cited(fought, "log.played") == [named]
    assert (cited(fought, "log.table"), cited(fought, "log.table-named")) == (["14.3.2"], [named])


# -- units -------------------------------------------------------------------------------------------------------------


@rule("pbn", "11.2", "26.2.1")
def test_marching_and_entering_from_the_base() -> None:
    match = board({"0808": "SU-24", "tamsag": "SU-76", "2010": "JP-64"})
    assert set(cited(do(match, "unit SU-24", f"hex {N}"), "log.move")) == {"11.2"}
    assert set(cited(do(match, "unit SU-76", "hex 0119"), "log.enters")) == {"26.2.1"}


@rule("pbn", "7.3", "26.5")
@pytest.mark.parametrize(("where", "number", "how"), [(TARGET, "7.3", "supply"), ("tamsag", "26.5", "base")])
def test_a_headquarters_is_activated_on_the_map_or_in_the_base(where: str, number: str, how: str) -> None:
    match = board({where: ["SU-36HQ", "SU-57cHQ"]}, "soviet_logistics", supply={"soviet": {where: 1}})
    assert asked(match).message.params["active"] == 0
    do(match, "activate SU-36HQ")
    assert cited(match, "log.activated") == [number]
    (told,) = (event.params for event in match.log if event.key == "log.activated")
    assert told["how"] == f"@active.{how}"
    assert asked(match).message.params["active"] == len(told["units"]) == (2 if how == "base" else 1)


@rule("pbn", "7.51")
def test_refitted_units_stand_where_the_supply_was() -> None:
    match = board({"replaceable": "SU-24", TARGET: "SU-7"}, "soviet_logistics", supply={"soviet": {TARGET: 1}})
    assert cited(do(match, "refit SU-24"), "log.refit") == ["7.51"]


@rule("pbn", "14.3.3")
def test_the_odds_of_a_battle() -> None:
    assert cited(battle({N: "SU-24"}, "JP-64", 4), "log.odds") == ["14.3.3"]


@rule("pbn", "31.0")
def test_close_air_support_is_told_by_the_rule_of_the_variant() -> None:
    support: dict[str, Any] = {"options": {"close_support": True}, "air": {"soviet": {"support": 1}}}
    assert cited(battle({N: "SU-24"}, "JP-64", 4, 1, support=1, **support), "log.close-support") == ["31.0"]


@rule("pbn", "15.33.3", "15.33.6")
@pytest.mark.parametrize(
    ("attackers", "number"),
    [
        ({N: "SU-11A", S: "SU-6A"}, "15.33.3"),
        (dict(zip(AROUND, ["SU-24", "SU-76", "SU-149", "SU-36A", "SU-36R", "SU-7BG"], strict=True)), "15.33.6"),
    ],
)
def test_a_retreat_through_zones_and_one_without_a_way(attackers: dict[str, Some], number: str) -> None:
    assert cited(brings("AM", attackers, "JP-1-8BG"), "log.eliminated") == [number]


def test_a_column_in_per_cent_is_told_with_one_sign() -> None:
    table = the_game().charts.combat["raid"]
    assert label(Odds(table, Fraction(12), Fraction(2), len(table.columns) - 1, ())) == "≥600%"
