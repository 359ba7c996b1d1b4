"""What is refused names its true cause, and the rule that it comes from."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.words import plain
from khalkhin.games.kgw.setup import why_no_back
from tests.kgw.battles import brings
from tests.kgw.positions import board, do, offered, position, the_game, why
from tests.kgw.test_air import JAPAN


def because(match: Match, decision: str) -> tuple[str, str]:
    """Rule and key of a refusal, which is never without words."""
    reason = why(match, decision)
    assert not plain(reason, match.game, "en").startswith("why.")
    return reason.rule, reason.key


def test_a_verb_of_another_phase_is_told_when_it_is_said() -> None:
    match = board({"1615": "JA-64-23", "1715": "RA-57"}, "japan_move")
    assert because(match, "attack 1715") == ("13.0", "why.when-combat")
    assert because(match, "entrench JA-64-23") == ("6.1.d", "why.when-organise")
    assert because(match, "support JA-AIR-1") == ("13.4.2", "why.when-support")


def test_what_is_off_the_map_is_told_where_it_lies() -> None:
    match = board({"1615": "JA-23", "display": "JA-7"}, "japan_move")
    assert "Reinforcement display" in plain(why(match, "unit JA-7"), the_game(), "en")
    assert "Reorganization display" in plain(why(match, "unit JA-64-23"), the_game(), "en")


@pytest.mark.parametrize(
    ("unit", "cause"),
    [
        ("RA-57", ("13.2.a", "why.not-yours")),
        ("JA-SUP-1", ("16.1.c", "why.supply-never-attacks")),
        ("JA-KAENG", ("20.3.c", "why.bridge-never-attacks")),
        ("JA-AIR-1", ("15.6.a", "why.air-supports")),
        ("JA-71-23", ("13.0", "why.not-beside")),
        ("JA-KAART", ("19.3.1.b", "why.artillery-alone")),
    ],
)
def test_who_cannot_join_an_attack(unit: str, cause: tuple[str, str]) -> None:
    placed = {"1615": ["JA-64-23", "JA-SUP-1", "JA-KAENG", "JA-KAART"], "1920": "JA-AIR-1", "1918": "JA-71-23"}
    match = board({**placed, "1715": "RA-57"}, "japan_combat", marks={"flipped": "JA-KAENG"})
    assert because(do(match, "attack 1715"), f"unit {unit}") == cause


def test_why_nobody_attacks_a_hex() -> None:
    far = {"1920": "RA-57", "1916": "JA-64-23", "1917": "RA-82"}
    assert because(board(far, "japan_combat"), "attack 1920") == ("13.0", "why.nobody-beside")
    spent = board(
        {"1615": "JA-64-23", "1715": "RA-57", "1616": "RA-82"}, "japan_combat", marks={"attacked": "JA-64-23"}
    )
    assert because(spent, "attack 1715") == ("13.1.e", "why.all-attacked")
    guns = board({"1615": "JA-KAART", "1715": "RA-57"}, "japan_combat")
    assert because(guns, "attack 1715") == ("19.3.1.b", "why.only-artillery")
    dry = board(
        {"1615": "JA-64-23", "1715": "RA-57", "2608": "JA-7"}, "japan_combat", segment=2, marks={"supplied": "JA-7"}
    )
    assert because(dry, "attack 1715") == ("13.1.a", "why.none-supplied")


@pytest.mark.parametrize(
    ("unit", "cause"),
    [
        ("JA-64-23", ("15.1.a", "why.no-aircraft")),
        (JAPAN[1], ("15.2.b", "why.flown")),
        (JAPAN[2], ("15.3.d", "why.base-in-zone")),
        (JAPAN[3], ("15.3.c", "why.beyond-range")),
        (JAPAN[4], ("15.5.a", "why.off-map")),
    ],
)
def test_who_cannot_fly_a_mission(unit: str, cause: tuple[str, str]) -> None:
    placed = {"2211": [JAPAN[0], JAPAN[1]], "1920": [JAPAN[2], "JA-64-23"], "1921": "RA-82", "1524": JAPAN[3]}
    match = board({**placed, "2305": "RA-57"}, "japan_strike", marks={"flown": JAPAN[1]})
    assert because(do(match, "strike 2305"), f"unit {unit}") == cause


@pytest.mark.parametrize(
    ("hex_", "cause"),
    [
        ("0914", ("18.1.b", "why.entrenched-already")),
        ("0912", ("18.2.b", "why.nobody-there")),
        ("0920", ("18.2.b", "why.no-line-to-hex")),
    ],
)
def test_why_a_hex_is_not_entrenched(hex_: str, cause: tuple[str, str]) -> None:
    placed = {"0913": ["RA-SUP-1", "RA-127-57"], "0914": "RA-80-57", "0920": "RA-293-57"}
    match = board(placed, "soviet_organise", trenches={"soviet": "0914"}, marks={"flipped": "RA-SUP-1"})
    assert because(do(match, "entrench RA-SUP-1"), f"hex {hex_}") == cause


def test_turned_over_is_said_only_of_what_is_turned_over() -> None:
    placed = {"0913": ["RA-SUP-1", "RA-601-82", "RA-602-82", "RA-603-82"]}
    match = board(placed, "soviet_organise", rest="display")
    do(match, "flip RA-SUP-1")
    assert because(match, "breakdown RA-SUP-1") == ("17.2", "why.not-a-division")
    do(match, "combine RA-82", "unit RA-601-82", "unit RA-602-82", "unit RA-603-82")
    assert because(match, "bridge RA-82") == ("20.1.b", "why.no-engineer")
    assert because(match, "breakdown RA-82") == ("17.2", "why.just-formed")


def test_why_a_retreat_does_not_end_in_a_hex() -> None:
    match = brings("CA/R", {"1615": "JA-23"}, ["RA-24-36", "RA-76-36"], also={"1913": "JA-7"})
    do(match, "retreat", "unit RA-24-36")
    assert because(match, "unit RA-24-36") == ("14.1.b", "why.in-hand")
    assert because(match, "hex 1615") == ("14.1.c", "why.enemy")
    assert because(match, "hex 1714") == ("14.1.l", "why.retreat-zone")
    assert because(match, "hex 1111") == ("14.1.e", "why.retreat-distance")


def test_where_no_track_is_that_comes_before_a_full_railroad() -> None:
    placed = {"2608": ["JA-64-23", "JA-71-23", "JA-72-23", "JA-SUP-1"], "1615": "JA-7"}
    match = do(board(placed, "japan_move"), "unit JA-64-23", "unit JA-71-23", "unit JA-72-23", "rail 3309", "done")
    do(match, "unit JA-7")
    assert because(match, "rail 3309") == ("10.4.a", "why.not-on-track")
    do(match, "hex 1616", "unit JA-SUP-1")
    assert because(match, "rail 3309") == ("10.4.c", "why.rail-full")


def test_why_a_counter_is_not_set_up_with_its_back_up() -> None:
    match = do(board({"hand": "MC-1-8BGU"}, "japan_setup", scenario="may-1939"), "unit MC-1-8BGU")
    assert because(match, "depot 2006") == ("23.0.e", "why.no-back")
    s = position(board({"2312": "JA-KAENG", "1920": "JA-6AENG"}, marks={"flipped": "JA-KAENG"}))
    engineer, at = the_game().sheet.index["JA-6AENG"], the_game().map.grid.at
    assert why_no_back(s, engineer, at("1920")).key == "why.no-river"
    assert why_no_back(s, engineer, at("2312")).key == "why.bridged-already"


def test_after_the_set_up_nobody_is_to_be_chosen() -> None:
    match = do(board({"hand": "MC-1-8BGU"}, "japan_setup", month=5, scenario="may-1939"), "unit MC-1-8BGU", "hex 2006")
    assert because(match, "hex 2206") == ("23.0", "why.setup-placed")


def test_who_has_advanced_is_not_said_to_be_kept_out() -> None:
    match = brings("D1R", {"1615": ["JA-7", "JA-23", "JA-KAART"]}, "MP-2CAV", also={"1615": "JA-SUP-1"})
    assert because(match, "unit JA-KAART") == ("14.2.h", "why.artillery-stays")
    assert because(match, "unit JA-SUP-1") == ("16.1.e", "why.supply-follows")
    do(match, "unit JA-7")
    assert because(match, "unit JA-7") == ("14.2.c", "why.advanced")


def test_why_a_recruit_does_not_come_in() -> None:
    match = board({"hand": "CX-2IMB", "2015": "RA-57"}, "japan_recruit")
    do(match, "done", "unit CX-2IMB")
    assert because(match, "hex 3309") == ("9.3.b", "why.enters-south")
    assert offered(match, "hex")
