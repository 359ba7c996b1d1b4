"""Any position of a game can be looked at again, and is the one that was there."""

from __future__ import annotations

import random

import pytest

import khalkhin
import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.ai.players.random_player import RandomPlayer
from khalkhin.engine.agenda import decide
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.history import History
from khalkhin.engine.match import Decision, Match
from khalkhin.engine.state import State
from khalkhin.engine.view import view


def _beginning(match: Match) -> State:
    s = match.state
    beginning: State = match.game.start(s.scenario, s.options, s.dice)
    return beginning


def _play(match: Match, decisions: int, seed: int = 1) -> list[tuple[State, int]]:
    """Go on at random; every position on the way with the length of its log."""
    player = RandomPlayer(seed)
    seen = [(match.state.clone(), len(match.log))]
    for _ in range(decisions):
        if match.over:
            break
        side = match.game.sides[match.prompts()[0].side]
        match.play(*player.decide(match.view(side)), side=side)
        seen.append((match.state.clone(), len(match.log)))
    return seen


@pytest.mark.parametrize(("game", "decisions", "every"), [("tiny", 1000, 5), ("bkg", 140, 64)])
def test_every_position_is_the_one_that_was_there(game: str, decisions: int, every: int) -> None:
    match = khalkhin.new(game, seed=4)
    seen = _play(match, decisions)
    history = History(_beginning(match), every)
    history.follow(match.decisions)
    assert history.log == match.log
    # In any order: forwards from a position that was looked at, and back over a copy.
    order = list(range(len(seen)))
    random.Random(2).shuffle(order)
    for n in [*order, *range(len(seen)), *reversed(range(len(seen)))]:
        assert history.position(n) == seen[n][0]
    for n in order[:80]:
        there, lines = seen[n]
        assert view(history.position(n), 0) == view(there, 0)
        moment = history.moments[n]
        assert (moment.turn, moment.log) == (there.turn, lines)
        assert moment.phases == tuple(view(there, side)["phase"] for side in (0, 1, None))


def test_looking_does_not_change_what_is_looked_at() -> None:
    match = khalkhin.new("tiny", seed=4)
    _play(match, 30)
    history = History(_beginning(match), 8)
    history.follow(match.decisions)
    before = [history.position(n).digest() for n in range(len(history.decisions) + 1)]
    decide(history.position(12).clone(), *history.decisions[12])
    assert [history.position(n).digest() for n in range(len(history.decisions) + 1)] == before


def test_what_is_taken_back_is_forgotten_and_what_others_did_meanwhile_stays() -> None:
    match = khalkhin.new("tiny", seed=4)
    history = History(_beginning(match), 2)
    # Both plan at once: red's orders and blue's, one after the other.
    for side in ("red", "blue", "red", "blue"):
        prompt = next(p for p in match.prompts() if match.game.sides[p.side] == side)
        offer = next(o for o in prompt.offers if o.verb in ("unit", "hex"))
        match.decide(Decision(prompt.side, offer.verb, next(iter(offer))))
        history.take(match.latest)
    match.undo("red")
    assert history.take_back(match.game.sides.index("red")) == 2
    assert history.decisions == match.decisions
    assert history.position(3) == match.state
    assert history.log == match.log
    assert len(history.moments) == 4


def test_following_another_line_begins_where_the_lines_part() -> None:
    match = khalkhin.new("tiny", seed=4)
    _play(match, 20, seed=1)
    history = History(_beginning(match), 4)
    history.follow(match.decisions)
    other = khalkhin.new("tiny", seed=4)
    for decision in match.decisions[:9]:
        other.decide(decision)
    _play(other, 15, seed=99)
    assert other.decisions[9:] != match.decisions[9:]
    history.follow(other.decisions)
    assert history.position(len(other.decisions)) == other.state
    assert history.log == other.log


def test_a_position_that_is_not_there_is_refused() -> None:
    match = khalkhin.new("tiny", seed=4)
    history = History(_beginning(match))
    for n in (-1, 1):
        with pytest.raises(KhalkhinError, match="position"):
            history.position(n)
