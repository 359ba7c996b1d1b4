"""Undo gives back exactly what was, and nothing that somebody has learned."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from khalkhin.engine.errors import Illegal
from khalkhin.engine.game import STANDING
from khalkhin.engine.match import Decision, Match
from tests.conformance.driver import Policy, positions, talk, visits, wild
from tests.conformance.games import Case


def _known(match: Match) -> tuple[Any, ...]:
    return match.state.to_data(), match.state.asked, list(match.log), match.decisions


def test_undo_inverts_a_decision_or_is_refused_and_changes_nothing(case: Case, policy: Policy) -> None:
    """Looks at every so many decisions, and at the first that cannot be taken back."""
    undone = refused = 0
    for number, (match, decision, then) in enumerate(visits(case, policy)):
        side = match.game.sides[decision.side]
        if number % case.stride and (refused > 2 or then.can_undo(side)):
            continue
        twin = then.clone()
        before, after = _known(match), _known(twin)
        if twin.can_undo(side):
            twin.undo(side)
            assert _known(twin) == before
            twin.decide(decision)
            assert _known(twin) == after
            undone += 1
        else:
            with pytest.raises(Illegal, match=r"^There is nothing to take back"):
                twin.undo(side)
            assert _known(twin) == after
            refused += 1
    assert undone
    assert refused or case.light


def test_dice_reveals_the_end_and_the_other_side_bind(case: Case, policy: Policy) -> None:
    bound = 0
    for match, decision, twin in visits(case, policy):
        top = match.state.agenda[-1]
        if twin.state.rolled != match.state.rolled or twin.state.sealed or twin.over:
            bound += 1
            assert not any(twin.can_undo(side) for side in twin.game.sides)
        elif not top.simultaneous and decision.verb != "draw":
            assert not twin.can_undo(match.game.sides[1 - decision.side])
    assert bound


def test_back_and_forth(case: Case) -> None:
    """At random: every undo takes back one decision of its side and leaves the other side's work as it is."""
    rng = random.Random(12)
    for start in positions(case)[::3]:
        match = start.clone()
        for _ in range(30):
            side = rng.choice(match.game.sides)
            if rng.random() < 0.4 and match.can_undo(side):
                _take_back(match, side)
            elif not match.over:
                match.decide(talk(match, rng) or wild(match, rng))
            match.game.check(match.state)


def _played(decisions: Sequence[Decision], side: int) -> list[Decision]:
    """What a side has done on the map."""
    return [d for d in decisions if d.side == side and d.verb not in STANDING]


def _take_back(match: Match, side: str) -> None:
    number, before = match.side_number(side), match.decisions
    other = match.game.sides[1 - number]
    planning, prompt = match.state.agenda[-1].simultaneous, match.view(other)["prompt"]
    match.undo(side)
    mine = [d for d in before if d.side == number]
    assert [d for d in match.decisions if d.side == number] == mine[:-1]
    assert _played(match.decisions, 1 - number) == _played(before, 1 - number)
    # An offer of a draw that the decision taken back had answered stands again, and need not be made once more.
    if sum(d.side != number for d in match.decisions) != sum(d.side != number for d in before):
        assert match.state.draw_offer == 1 - number
    if planning and match.state.agenda[-1].simultaneous:
        assert match.view(other)["prompt"] == prompt
