"""The planner in whole games of all titles: able to sit down at any moment, repeatable, and better than chance."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

from khalkhin.ai import players
from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.view import answers, view
from tests.ai import contest


class Game(NamedTuple):
    """A game as it is set up."""

    code: str
    scenario: str
    options: dict[str, Any]

    def begin(self, seed: int) -> Match:
        return Match(library.get(self.code).start(self.scenario, self.options, Dice.practice(seed)))

    def __str__(self) -> str:
        return f"{self.code}-{self.scenario}" + ("-options" if self.options else "")


def turned(code: str, scenario: str) -> dict[str, Any]:
    """Every option of a scenario that can be chosen, chosen the other way round."""
    return {name: not value for name, value in library.get(code).scenarios[scenario].options.items()}


GAMES = (
    Game("kgw", "may-1939", {}),
    Game("kgw", "july-1939", turned("kgw", "july-1939")),
    Game("kgw", "haichi-go", {}),
    Game("pbn", "campaign", {}),
    Game("pbn", "campaign", turned("pbn", "campaign")),
    Game("sn", "anti-comintern", {}),
    Game("sn", "kantokuen", {"attrition": True, "vp_table": "mongolia_swapped"}),
    Game("sn", "nomonhan", {}),
)
"""Every scenario, and every option where there are some; the Batalha is played in test_players."""


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_somebody_new_can_decide_at_any_moment(game: Game) -> None:
    """At every kind of prompt of a random game, and now and then between: the answer is always on offer."""
    match, rng, seen_keys = game.begin(3), random.Random(4), dict[str, int]()
    others = [players.make("random", seed) for seed in (1, 2)]
    while not match.over and match.length < 1200:
        prompt = match.prompts()[0]
        seen = view(match.state, prompt.side)
        key = prompt.message.key
        seen_keys[key] = seen_keys.get(key, 0) + 1
        if seen_keys[key] <= 2 or rng.random() < 0.02:
            assert PlannerPlayer(1).decide(seen) in answers(seen)
        match.play(*others[prompt.side].decide(seen), side=match.game.sides[prompt.side])
    assert len(seen_keys) > 12


@pytest.mark.parametrize("code", ["kgw", "pbn", "sn"])
def test_the_same_seed_and_views_give_the_same_decisions(code: str) -> None:
    """What an advisor remembers of other games makes no difference."""

    def said() -> list[str]:
        match = Match(library.get(code).start(None, None, Dice.practice(6)))
        seats = [players.make("planner", side) for side in range(2)]
        out = []
        while match.length < 120:
            side = match.prompts()[0].side
            verb, noun = seats[side].decide(view(match.state, side))
            out.append(f"{verb} {noun}")
            match.play(verb, noun, side=match.game.sides[side])
        return out

    assert said() == said()


@pytest.mark.parametrize(
    ("code", "scenario", "seat"),
    [
        ("bkg", "august-1939", 1),
        ("kgw", "july-1939", 0),
        ("kgw", "july-1939", 1),
        ("pbn", "campaign", 0),
        ("pbn", "campaign", 1),
        ("sn", "anti-comintern", 0),
        ("sn", "kantokuen", 1),
        ("sn", "nomonhan", 0),
    ],
)
def test_it_beats_a_random_player_without_ado(code: str, scenario: str, seat: int) -> None:
    """A whole game: won, and with no more decisions than there is to do."""
    names = ("greedy", "random") if seat == 0 else ("random", "greedy")
    sitting = [players.make(name, 9000 + n) for n, name in enumerate(names)]
    game = contest.play(library.get(code).start(scenario, None, Dice.practice(9)), names, sitting)
    assert game.winner == "greedy"
    assert game.side == library.get(code).sides[seat]
    assert game.decisions < 4000
