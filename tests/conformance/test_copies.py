"""Copies are independent, plain data is whole, and equal positions are equal in every way."""

from __future__ import annotations

import json
import random

from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from tests.conformance.driver import positions, wild
from tests.conformance.games import Case


def _all(match: Match) -> str:
    """Everything there is to see and know of a game, as text."""
    s = match.state
    views = [view(s, side) for side in (None, *range(len(match.game.sides)))]
    return json.dumps([s.to_data(), views, match.record(), repr(s.asked), repr(match.log)])


def test_playing_a_copy_leaves_the_original_alone(case: Case) -> None:
    rng = random.Random(5)
    for match in positions(case)[::5]:
        before, twin = _all(match), match.clone()
        assert _all(twin) == before
        loose = match.state.clone()
        assert loose == match.state
        assert hash(loose) == hash(match.state)
        for _ in range(8):
            if not twin.over:
                twin.decide(wild(twin, rng))
        assert _all(match) == before
        assert loose == match.state
        if twin.length > match.length:
            assert twin.record() != match.record()


def test_a_position_comes_back_from_plain_data(case: Case) -> None:
    for match in positions(case):
        s = match.state
        again = match.game.restore(json.loads(json.dumps(s.to_data())), s.dice)
        assert again == s
        assert hash(again) == hash(s)
        assert again.digest() == s.digest()
        assert again.asked == s.asked
        for side in (None, *range(len(match.game.sides))):
            assert view(again, side) == view(s, side)


def test_play_goes_on_from_plain_data_as_from_the_position_itself(case: Case) -> None:
    rng = random.Random(8)
    for match in positions(case)[::6]:
        s = match.state
        twin, again = match.clone(), Match(match.game.restore(json.loads(json.dumps(s.to_data())), s.dice))
        for _ in range(12):
            if not twin.over:
                decision = wild(twin, rng)
                twin.decide(decision)
                again.decide(decision)
        assert again.state == twin.state


def test_views_are_plain_data(case: Case) -> None:
    for match in positions(case)[::4]:
        for side in (None, *match.game.sides):
            seen = match.view(side)
            assert json.loads(json.dumps(seen)) == seen


def test_whoever_changes_a_view_changes_nothing_else(case: Case) -> None:
    for match in positions(case)[::25]:
        before = _all(match)
        seen = match.view(match.game.sides[0])
        for part in seen.values():
            if isinstance(part, dict | list):
                part.clear()
        for line in match.view(match.game.sides[0])["log"]:
            line["params"].clear()
        assert _all(match) == before
