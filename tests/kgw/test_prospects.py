"""Odds before a move: what is told beforehand is what the Combat Phase says when the units stand there."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from khalkhin.engine.match import Match
from tests.comparing import often_enough
from tests.hands import do
from tests.kgw.oracles.crowd import DESERT, EAST, LINES, RIVERS, crowd
from tests.looking_ahead import Ahead, compare, gone_on, moves, taken_up

RULE = pytest.mark.rule


def moved(ahead: Ahead) -> Match | None:
    """The Combat Phase after the move, nobody having flown; None where it ends elsewhere, or hexes are overstacked."""
    match = ahead.match
    walks = any(c.verb == "hex" and c.noun == match.game.map.grid.at(ahead.hex) for c in match.choices())
    do(match, f"{'hex' if walks else 'rail'} {ahead.hex}")
    if type(match.state.agenda[-1]).__name__ != "Moving":
        return None  # a zone of control that could not be ignored
    return gone_on(do(match, "done"), "CombatPhase")


@RULE("kgw", "13.1.d", "13.1.k", "19.3.1.c")
def test_it_is_what_the_combat_phase_says() -> None:
    """Everybody beside the enemy may attack, artillery with others of its hex, and nobody has to."""
    tally: Counter[str] = Counter()
    for seed in range(45):
        rng = random.Random(seed)
        match = crowd(rng, rng.choice((RIVERS, DESERT, EAST, LINES)))
        if not match.prompts():
            continue
        for taken in taken_up(match.state, rng):
            for ahead in moves(taken, rng):
                if (combat := moved(ahead)) is not None:
                    tally += compare(ahead, combat, set())
    often_enough(tally, {"known": 40, "hidden": 10, "with friends": 20, "shifted": 30})
    assert not tally["cannot be declared"]
