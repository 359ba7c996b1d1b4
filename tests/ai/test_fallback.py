"""Whatever a level does, a game goes on."""

from __future__ import annotations

import logging

import pytest

import khalkhin
from khalkhin.ai import players
from khalkhin.ai.budget import Budget
from khalkhin.ai.players.fallback_player import FallbackPlayer
from khalkhin.engine.agenda import Noun
from khalkhin.engine.view import View, answers, view


class Breaks:
    def __init__(self, seed: int) -> None:
        pass

    def decide(self, seen: View, budget: Budget | None = None) -> tuple[str, Noun]:
        raise ZeroDivisionError("by nothing")


class Babbles(Breaks):
    def decide(self, seen: View, budget: Budget | None = None) -> tuple[str, Noun]:
        return "fly", "9999"


@pytest.mark.parametrize(
    ("broken", "fault"),
    [(Breaks, "planner failed: ZeroDivisionError: by nothing"), (Babbles, "planner said fly 9999")],
)
def test_greedy_decides_where_a_level_fails(
    broken: type[Breaks], fault: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(players._MAKERS, "planner", broken)
    match = khalkhin.new("bkg", seed=1)
    match.play("auto")
    match.play("done")
    seen = view(match.state, 0)
    guarded = FallbackPlayer("planner", 4)
    with caplog.at_level(logging.WARNING):
        assert guarded.decide(seen) == players.make("greedy", 4).decide(seen)
    assert guarded.trouble is not None
    assert guarded.trouble.startswith(fault)
    assert fault in caplog.text
    assert len(guarded.faults) == 1


def test_the_last_answer_on_offer_is_left_when_everybody_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    for level in ("planner", "greedy", "random"):
        monkeypatch.setitem(players._MAKERS, level, Breaks)
    seen = view(khalkhin.new("bkg", seed=1).state, 0)
    guarded = FallbackPlayer("planner", 4)
    assert guarded.decide(seen) == answers(seen)[-1]
    assert len(guarded.faults) == 3


def test_trouble_passes() -> None:
    match = khalkhin.new("bkg", seed=1)
    guarded = FallbackPlayer("random", 4)
    assert guarded.decide(view(match.state, 0)) in answers(view(match.state, 0))
    assert guarded.trouble is None
    assert guarded.faults == []
