"""Odds before a move: what is told beforehand is what the Combat Phase says when the units stand there."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.games.sn.declaration import front
from khalkhin.games.sn.position import Position
from tests.comparing import often_enough
from tests.hands import do
from tests.looking_ahead import Ahead, compare, gone_on, moves, possible, taken_up
from tests.sn.oracles.crowd import AMUR, BAIKAL, BORZYA, KALGAN, KHANKA, crowd
from tests.sn.positions import board

RULE = pytest.mark.rule


def moved(ahead: Ahead) -> Match | None:
    """The declaration after the move, nobody having flown or expended supply; None where it does not come to that."""
    walks = any(c.verb == "hex" and c.noun == ahead.match.game.map.grid.at(ahead.hex) for c in ahead.match.choices())
    return gone_on(do(ahead.match, f"{'hex' if walks else 'rail'} {ahead.hex}"), "Declare")


@RULE("sn", "11.6", "12.0.1", "12.0.5")
def test_it_is_what_the_combat_phase_says() -> None:
    """Who stands in an enemy zone of control must attack, and the attack with everybody beside the enemy has these
    odds; a headquarters looks into stacks only when it is there (21.1)."""
    tally: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        match = crowd(rng, rng.choice((AMUR, BAIKAL, BORZYA, KALGAN, KHANKA)))
        for taken in taken_up(match.state, rng) if match.prompts() else ():
            for ahead in moves(taken, rng):
                if (combat := moved(ahead)) is None:
                    continue
                s = combat.state
                assert isinstance(s, Position)
                obliged = front(s, combat.prompts()[0].side).obliged
                tally += compare(ahead, combat, {s.game.sheet.ids[u] for u in members(obliged)}, possible)
    often_enough(tally, {"known": 40, "hidden": 10, "with friends": 20, "shifted": 30, "obliged": 30})


@RULE("sn", "21.1")
def test_a_headquarters_does_not_look_into_a_stack_before_it_is_there() -> None:
    """Next to the stack its two corps would be seen; beforehand the lower one may be any."""
    match = do(board({"2107": "JP-1FHQ", "2103": ["SU-12IC", "SU-18IC"]}), "unit JP-1FHQ")
    (attack,) = match.prospects("2104")["attacks"]
    assert attack["odds"]["defence"] is None
    assert "SU-12IC" not in str(attack)
    do(match, "hex 2104")
    assert all("id" in one for one in match.view("japan")["places"]["2103"])
