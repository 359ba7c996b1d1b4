"""Random play: no crash, no dead end, no position that breaks the rules, and a record that proves the game."""

from __future__ import annotations

from collections import Counter

import khalkhin
from khalkhin.engine.match import Match
from tests.conformance.driver import TEMPERS, Policy, played, positions, walk
from tests.conformance.games import Case


def test_random_play_comes_to_an_end(case: Case, temper: Policy) -> None:
    turns: Counter[int] = Counter()
    match: Match | None = None
    for match, _ in walk(case, temper, seed=0):
        match.game.check(match.state)
        turns[match.state.turn] += 1
        assert turns[match.state.turn] <= case.most_decisions, "this turn does not end"
        assert match.prompts(), "nobody is asked, and the game goes on"
        for prompt in match.prompts():
            choices = [(offer.verb, noun) for offer in prompt.offers for noun in offer]
            assert choices, "a question without an answer"
            assert len(set(choices)) == len(choices), "a choice is offered twice"
    assert match is not None
    match.game.check(match.state)
    assert match.over
    assert not match.prompts()
    assert not match.state.agenda


def test_a_record_plays_to_the_same_end(case: Case, temper: Policy) -> None:
    match = played(case, temper, seed=1)
    text = match.record()
    again = khalkhin.load(text)
    assert again.state == match.state
    assert hash(again.state) == hash(match.state)
    assert again.state.digest() == match.state.digest()
    assert again.log == match.log
    assert again.decisions == match.decisions
    assert again.record() == text


def test_a_record_of_a_game_in_progress_goes_on_from_there(case: Case) -> None:
    for match in positions(case)[::40]:
        again = khalkhin.load(match.record())
        assert again.state == match.state
        assert again.prompts() == match.prompts()
        assert again.record() == match.record()
        for side in match.game.sides:
            assert again.can_undo(side) == match.can_undo(side)


def test_the_same_seed_and_decisions_give_the_same_game_and_another_seed_another(case: Case) -> None:
    first = played(case, TEMPERS[0], seed=0)
    other = played(case, TEMPERS[0], seed=1)
    again = khalkhin.new(case.game, case.scenario, seed=0, options=case.options)
    for decision in first.decisions:
        again.decide(decision)
    assert again.record() == first.record()
    assert first.record() != other.record()
