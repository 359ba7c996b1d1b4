"""What is offered is exactly what may be taken, and nothing else is accepted from anyone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Kind, Noun, why
from khalkhin.engine.errors import Illegal
from khalkhin.engine.game import STANDING, Game
from khalkhin.engine.match import Decision
from khalkhin.engine.state import State
from tests.conformance.driver import positions
from tests.conformance.games import Case

NUMBERS = range(-2, 45)
WORDS = (
    *("N", "E", "S", "W", "edge", "mobile", "static", "MPR", "Manchukuo", ""),
    *("raid", "assault", "soviet", "japan", "strike", "interdiction", "recon", "support", "reserve"),
    *("ground", "cas", "units", "airbase", "city"),
)
JUNK: tuple[Noun, ...] = (None, -1, 10**9, "", "nonsense")


@cache
def universe(game: Game[State], verb: str) -> tuple[Noun, ...]:
    """Every noun a verb could ever have."""
    return tuple(_nouns(game, verb))


def _nouns(game: Game[State], verb: str) -> Iterator[Noun]:
    kind = game.verbs[verb]
    if kind is Kind.HEX:
        yield from members(game.map.grid.all)
    elif kind is Kind.UNIT:
        yield from range(len(game.sheet))
    elif kind is Kind.NUMBER:
        yield from NUMBERS
    elif kind is Kind.WORD:
        yield from WORDS
    else:
        yield None


def _asked_for(case: Case, game: Game[State]) -> list[str]:
    """The verbs that answer prompts."""
    return [verb for verb in game.verbs if verb not in STANDING and verb not in case.standing]


def test_there_is_a_reason_exactly_against_what_is_not_offered(case: Case) -> None:
    rng = random.Random(3)
    for match in positions(case)[::2]:
        s = match.state
        for prompt in s.asked:
            for verb in _asked_for(case, match.game):
                nouns = universe(match.game, verb)
                offered = {noun for o in prompt.offers if o.verb == verb for noun in o}
                assert offered.issubset(nouns)
                for noun in offered:
                    assert why(s, prompt.side, verb, noun) is None
                    reason = s.agenda[-1].why(s, prompt.side, verb, noun)
                    assert reason is None, f"{s.agenda[-1]}: {verb} {noun}: {reason}"
                # Reasons are looked for with care, which takes time: of many nouns a part. Where a step has no reason
                # the engine has one without a rule.
                for noun in set(rng.sample(nouns, min(len(nouns), 40))) - offered:
                    assert match.game.why_standing(s, prompt.side, verb, noun) is None
                    reason = why(s, prompt.side, verb, noun)
                    assert reason is not None, f"{s.agenda[-1]}: {verb} {noun} is not offered"
                    assert reason.rule, f"{s.agenda[-1]}: {verb} {noun} is refused without a rule: {reason}"


def test_nothing_is_accepted_that_was_not_offered_to_that_side(case: Case) -> None:
    rng = random.Random(4)
    for match in positions(case)[::3]:
        game = match.game
        before, log = match.state.to_data(), list(match.log)
        asked = match.state.asked
        for side in range(len(game.sides)):
            offers = [o for p in asked if p.side == side for o in p.offers] + list(game.standing(match.state, side))
            for verb in [*game.verbs, "no-such-verb"]:
                nouns = universe(game, verb) if verb in game.verbs else ()
                for noun in [*rng.sample(nouns, min(len(nouns), 12)), *JUNK]:
                    if any(o.verb == verb and noun in o for o in offers):
                        continue
                    with pytest.raises(Illegal) as refusal:
                        match.decide(Decision(side, verb, noun))
                    assert refusal.value.reason == why(match.state, side, verb, noun)
        assert match.state.to_data() == before
        assert match.state.asked == asked
        assert match.log == log


def test_a_side_that_is_not_asked_hears_nothing_of_the_question(case: Case) -> None:
    for match in positions(case):
        s = match.state
        for side in range(len(match.game.sides)):
            if any(p.side == side for p in s.asked):
                continue
            for verb in _asked_for(case, match.game):
                reason = why(s, side, verb, universe(match.game, verb)[0])
                assert reason is not None
                assert reason.key == ("engine.over" if match.over else "engine.not-asked")


def test_whatever_is_offered_can_be_taken(case: Case) -> None:
    rng = random.Random(6)
    for match in positions(case)[::2]:
        choices = list(match.choices())
        for decision in rng.sample(choices, min(len(choices), 6)):
            twin = match.clone()
            twin.decide(decision)
            twin.game.check(twin.state)
            assert twin.latest == decision
            said = match.game.write(decision.verb, decision.noun)
            assert match.game.parse(decision.verb, said) == decision.noun
