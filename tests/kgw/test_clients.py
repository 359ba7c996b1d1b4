"""What clients are told beside the position: the months, what is for sale, and lines that nobody may miss."""

from __future__ import annotations

from typing import Any

from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from tests.browser.positions import asked, play_until


def _recruiting() -> Match:
    match = Match(library.get("kgw").start("may-1939", {}, Dice.practice(7)))
    return play_until(match, lambda one: asked(one) == "ask.recruit")


def _shop(match: Match, side: str = "japan") -> dict[str, Any]:
    found: dict[str, Any] = match.view(side)["details"]["recruit"]
    return found


def test_the_turn_track_names_the_months_with_their_income_and_when_winter_may_come() -> None:
    track = _recruiting().view("japan")["summary"]["track"]
    assert [box["key"] for box in track] == [f"month.{month}" for month in range(5, 12)]
    assert track[0]["notes"] == [{"key": "track.income", "params": {"soviet": "8", "japan": "10"}}]
    assert track[4]["notes"][1] == {"key": "track.winter", "params": {"most": 2}}


def test_what_was_bought_is_told_with_its_price_and_what_is_left() -> None:
    match = _recruiting()
    before = _shop(match)
    assert (before["points"], before["spent"], before["left"], before["bought"]) == (14, "0", "14", [])
    match.play("recruit", "JA-1KEMP", "japan")
    after = _shop(match)
    assert (after["spent"], after["left"], after["bought"]) == ("½", "13½", ["JA-1KEMP"])
    assert after["prices"]["JA-1KEMP"] == before["prices"]["JA-1KEMP"] == "½"
    # The other side sees nothing of it.
    assert "recruit" not in match.view("soviet")["details"]


def test_events_are_said_aloud_and_nothing_else_of_a_quiet_month() -> None:
    match = Match(library.get("kgw").start("july-1939", {}, Dice.practice(3)))
    play_until(match, lambda one: any(event.key == "log.event" for event in one.log))
    lines = match.view(None)["log"]
    assert {line["key"] for line in lines if line.get("loud")} == {"log.event"}
    assert all("loud" not in line for line in lines if line["key"] != "log.event")


def test_the_map_of_the_game_has_lines_of_supply_and_others_have_none() -> None:
    assert "supply" in library.get("kgw").overlay_kinds
    assert "supply" not in library.get("bkg").overlay_kinds
