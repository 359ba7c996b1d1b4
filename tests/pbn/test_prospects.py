"""Odds before a move: what is told beforehand holds when the stacks have been examined and battles are declared."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.games.pbn.declaration import Declare, front
from khalkhin.games.pbn.position import Position
from tests.comparing import often_enough
from tests.hands import do
from tests.looking_ahead import Ahead, compare, gone_on, moves, possible, taken_up
from tests.pbn.oracles.crowd import FRONT, HOLSTEN, RIVERS, crowd

RULE = pytest.mark.rule


def moved(ahead: Ahead) -> Match | None:
    """The declaration after the move; None where it does not come to that."""
    return gone_on(do(ahead.match, f"hex {ahead.hex}"), "Declare")


@RULE("pbn", "14.11", "18.0")
def test_it_holds_when_battles_are_declared() -> None:
    """Who stands in an enemy zone of control must attack; what lies beneath a top counter is told as what it may be."""
    tally: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        match = crowd(rng, rng.choice((FRONT, HOLSTEN, RIVERS)))
        for taken in taken_up(match.state, rng) if match.prompts() else ():
            for ahead in moves(taken, rng):
                if (combat := moved(ahead)) is None:
                    continue
                s, step = combat.state, combat.state.agenda[-1]
                assert isinstance(s, Position)
                assert isinstance(step, Declare)
                if s.overstacked(1 - step.side):
                    continue  # who of them defends comes to light only now
                obliged = front(s, step.side, step.idle).obliged
                tally += compare(ahead, combat, {s.game.sheet.ids[u] for u in members(obliged)}, possible)
    often_enough(tally, {"hidden": 40, "with friends": 20, "shifted": 30, "obliged": 30})
