"""Odds before a move: what is told beforehand is what the combat phase says when the units stand there."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import settle
from khalkhin.engine.match import Match
from khalkhin.games.bkg.position import Position
from tests.bkg.oracles.crowd import BATTLE, FORD, HILLS, LINE, MARCH, crowd
from tests.bkg.positions import do, position
from tests.comparing import often_enough
from tests.looking_ahead import Ahead, compare, moves, taken_up

RULE = pytest.mark.rule


def moved(ahead: Ahead) -> Match | None:
    """The combat phase after the move; None where others have to move first."""
    match = ahead.match
    do(match, f"hex {ahead.hex}", "done")
    if not any(c.verb == "done" for c in match.choices()):
        return None
    do(match, "done")
    return match


def march(rng: random.Random) -> Position | None:
    """A crowd at the beginning of a movement phase; None where nobody can move."""
    s = crowd(rng, replace(rng.choice((MARCH, HILLS, BATTLE, FORD, LINE)), phases=(0, 2)))
    settle(s)
    return s if type(s.agenda[-1]).__name__ == "Movement" else None


@RULE("bkg", "4.1.2.g")
@pytest.mark.parametrize("open_", [False, True])
def test_it_is_what_the_combat_phase_says(open_: bool) -> None:
    """Who goes there has to attack, and the attack with everybody beside the enemy has these odds."""
    tally: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        s = march(rng)
        if s is None:
            continue
        s.options = {**s.options, "open_strengths": open_}
        for match in taken_up(s, rng):
            for ahead in moves(match, rng):
                if (combat := moved(ahead)) is None:
                    continue
                state = position(combat)
                obliged = {combat.game.sheet.ids[u] for u in members(state.obliged)}
                tally += compare(ahead, combat, obliged)
    wanted = {"known" if open_ else "hidden": 100, "with friends": 40, "shifted": 40, "obliged": 80}
    often_enough(tally, wanted)
