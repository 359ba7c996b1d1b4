"""18.0, 18.5  Fog of war: of an enemy stack the top counter and no more; fortifications are open to everybody."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from tests.pbn.positions import board

rule = pytest.mark.rule


def shown(match: Match, side: str | None, where: str) -> list[str]:
    """What a side sees in a hex or box: ids, and labels of nameless counters."""
    return [found.get("id", found.get("nation")) for found in match.view(side)["places"].get(where, [])]


@rule("pbn", "18.0")
def test_of_an_enemy_stack_only_the_top_counter_shows() -> None:
    """R94, R63: a combat unit before headquarters before supply; not even the height of the stack is told."""
    stack = {"2010": ["JP-64", "JP-1-8BG", "JP-23HQ"], "2210": "JP-6HQ"}
    match = board(stack, "soviet_move", supply={"japan": {"2010": 2, "2210": 1}})
    assert len(shown(match, "japan", "2010")) == 5
    for stranger in ("soviet", None):
        assert shown(match, stranger, "2010") == ["JP-64"]
        assert shown(match, stranger, "2210") == ["JP-6HQ"]


@rule("pbn", "18.0")
def test_a_suppressed_unit_lies_beneath_one_that_is_not() -> None:
    match = board({"2010": ["JP-64", "JP-1-8BG"]}, "soviet_move", suppressed=["JP-64"])
    assert shown(match, "soviet", "2010") == ["JP-1-8BG"]


@rule("pbn", "18.0", "18.6")
def test_bases_and_tracks_are_their_owners_business() -> None:
    match = board({"hailar": ["JP-64", "JP-23HQ"], "turn_4": "JP-26"}, "soviet_move")
    for stranger in ("soviet", None):
        assert shown(match, stranger, "hailar") == shown(match, stranger, "turn_4") == []
    assert set(shown(match, "japan", "hailar")) == {"JP-64", "JP-23HQ"}
    assert shown(match, "japan", "turn_4") == ["JP-26"]


@rule("pbn", "18.5")
def test_fortifications_are_seen_by_everybody() -> None:
    for options in ({}, {"face_down": True}):
        match = board(
            {"2010": "JP-64", "1216": "SU-24"},
            "soviet_move",
            options=options,
            fortified={"japan": "2010", "soviet": "1216"},
            face_down=["JP-64", "SU-24"] if options else [],
        )
        for side in ("soviet", "japan", None):
            markers = match.view(side)["markers"]
            assert "marker.fortified" in markers["2010"]
            assert "marker.fortified" in markers["1216"]
