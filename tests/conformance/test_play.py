"""Random play: no crash, no dead end, no position that breaks the rules, and a record that proves the game."""

from __future__ import annotations

import khalkhin
from tests.conformance.driver import POLICIES, Policy, played, positions, visits
from tests.conformance.games import Case


def test_random_play_comes_to_an_end(case: Case, policy: Policy) -> None:
    """That no turn goes on for ever is looked at while the game is played."""
    for match, _, _ in visits(case, policy):
        match.game.check(match.state)
        assert match.prompts(), "nobody is asked, and the game goes on"
        for prompt in match.prompts():
            choices = [(offer.verb, noun) for offer in prompt.offers for noun in offer]
            assert choices, "a question without an answer"
            assert len(set(choices)) == len(choices), "a choice is offered twice"
    match = visits(case, policy)[-1].after
    match.game.check(match.state)
    assert match.over
    assert not match.prompts()
    assert not match.state.agenda


def test_a_record_plays_to_the_same_end(case: Case, policy: Policy) -> None:
    match = visits(case, policy)[-1].after
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
    first = played(case, POLICIES[0], seed=0)
    other = played(case, POLICIES[0], seed=1)
    again = khalkhin.new(case.game, case.scenario, seed=0, options=case.options)
    for decision in first.decisions:
        again.decide(decision)
    assert again.record() == first.record()
    assert first.record() != other.record()
