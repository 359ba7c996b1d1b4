"""Sparring partners: they play whole games legally, do what their names say, and see no more than a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.ai import players
from khalkhin.ai.players.fallback_player import FallbackPlayer
from khalkhin.board.hexset import members
from khalkhin.engine import library
from khalkhin.engine.agenda import Noun
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.view import View, view
from khalkhin.games.bkg.position import JAPAN

ATTACKS = {"attack", "bombard", "strike"}
"""Verbs that declare an attack, in any game."""


class Told:
    """A decision of a game that goes on: what was said, and of which prompt."""

    def __init__(self, seen: View, side: int, said: tuple[str, Noun], before: Any) -> None:
        self.seen, self.side, self.said, self.before = seen, side, said, before

    @property
    def is_attack(self) -> bool:
        return self.said[0] in ATTACKS

    @property
    def might_decline(self) -> bool:
        return any(offer["verb"] in ("done", "pass", "commit") for offer in self.seen["prompt"]["offers"])


def played(code: str, scenario: str | None, names: Sequence[str], seed: int = 1) -> Iterator[Told]:
    """A whole game, decision by decision; no player may need another's help."""
    match = Match(library.get(code).start(scenario, None, Dice.practice(seed)))
    sitting = [FallbackPlayer(name, seed + side) for side, name in enumerate(names)]
    while not match.over:
        side = match.prompts()[0].side
        seen = view(match.state, side)
        said = sitting[side].decide(seen)
        assert not sitting[side].faults
        yield Told(seen, side, said, match.state)
        match.play(*said, side=match.game.sides[side])


def test_there_are_partners_beside_the_levels() -> None:
    assert players.known() == [*players.names(), *players.partners()]
    assert not set(players.names()) & set(players.partners())


@pytest.mark.parametrize(("code", "side"), [("bkg", 1), ("tiny", 0), ("tiny", 1)])
def test_idle_never_attacks_where_it_may_decline(code: str, side: int) -> None:
    names = ["random", "idle"] if side else ["idle", "random"]
    told = [one for one in played(code, None, names) if one.side == side]
    assert told
    assert not any(one.is_attack and one.might_decline for one in told)


def test_in_the_batalha_withdraw_is_home_until_the_last_move_brings_it_back_inside() -> None:
    """From the fifth day on no Japanese is inside the line when the Soviets move; when it is over most of them are."""
    s, watched = None, 0
    for one in played("bkg", None, ["greedy", "withdraw"]):
        s = one.before
        if one.side == JAPAN:
            assert not (one.is_attack and one.might_decline)
        elif 24 <= s.turn < s.game.last_turn:
            watched += 1
            assert not s.held(JAPAN) & s.game.inside
    assert watched
    assert s is not None
    assert s.result is not None
    assert s.result.winner == JAPAN
    inside, outside = (
        sum(s.at[hex_].bit_count() for hex_ in members(s.held(JAPAN) & area)) for area in (s.game.inside, s.game.beyond)
    )
    assert inside > 20 > outside
