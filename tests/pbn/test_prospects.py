"""Odds before a move: what is told beforehand holds when the stacks have been examined and battles are declared."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.cover import Front
from khalkhin.engine.match import Match
from khalkhin.games.pbn.declaration import Declare, front
from khalkhin.games.pbn.position import Position
from tests.comparing import often_enough
from tests.hands import do
from tests.looking_ahead import Ahead, compare, gone_on, moves, possible, taken_up
from tests.pbn.oracles.crowd import FRONT, HOLSTEN, RIVERS, crowd
from tests.pbn.positions import board

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
                obliged = needed(front(s, step.side, step.idle))
                tally += compare(ahead, combat, {s.game.sheet.ids[u] for u in members(obliged)}, possible)
    often_enough(tally, {"hidden": 40, "with friends": 20, "shifted": 30, "obliged": 30})


def needed(front: Front) -> UnitSet:
    """Who attacks in every declaration: who has to himself, and who alone can attack a hex that has to be."""
    found = front.obliged
    for hex_ in members(front.due):
        near = [unit for unit, hexes in front.beside.items() if hexes >> hex_ & 1]
        found |= 1 << near[0] if len(near) == 1 else 0
    return found


@RULE("pbn", "14.11")
def test_by_a_house_rule_who_comes_alone_next_to_a_headquarters_must_attack_it() -> None:
    """R12, the other reading: with a second one beside it neither of them has to."""
    alone: dict[str, str | list[str]] = {"0805": "SU-24", "0808": "JP-23HQ"}
    for placed, must in ((alone, ["SU-24"]), ({**alone, "0809": "SU-76"}, [])):
        for options in ({"attack_all": True}, {}):
            match = do(board(placed, "soviet_move", options=options), "unit SU-24")
            assert match.prospects("0807")["obliged"] == (must if options else [])


@RULE("pbn", "14.4")
def test_both_tables_are_told() -> None:
    match = do(board({"0806": ["SU-24"], "0808": ["JP-64"]}, "soviet_move"), "unit SU-24")
    (attack,) = match.prospects("0807")["attacks"]
    assert [attack["odds"]["table"], *(odds["table"] for odds in attack["others"])] == ["raid", "assault"]
    (assault,) = attack["others"]
    assert "BB" in {result for case in assault["cases"] or [assault] for result in case["chances"]}
