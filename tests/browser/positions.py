"""Games that have come to where something can be tried, the same ones every time."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Decision, Match
from khalkhin.engine.view import View
from tests.browser import tiny_game

assert tiny_game.CODE in library.codes()

SEED = 7
SEEDS = 50

Chooser = Callable[[Match, random.Random], Decision]
"""How a game is played on."""


def fresh(code: str = "bkg", scenario: str | None = None, options: Mapping[str, Any] | None = None) -> Match:
    return Match(library.get(code).start(scenario, options or {}, Dice.practice(SEED)))


def asked(match: Match) -> str:
    """What is asked, as the key of the sentence; empty when it is over."""
    return match.prompts()[0].message.key if match.prompts() else ""


def seen(match: Match) -> View:
    """What the side sees that is asked."""
    return match.view(match.game.sides[match.prompts()[0].side])


def play_until(match: Match, reached: Callable[[Match], bool], seed: int = SEED) -> Match:
    """Random decisions, the set-up placed by the game, until something holds."""
    rng = random.Random(seed)
    while not reached(match):
        choices = list(match.choices())
        if not choices:
            raise LookupError("the game never comes there")
        match.decide(next((one for one in choices if one.verb == "auto"), None) or rng.choice(choices))
    return match


def find(new: Callable[[], Match], next_of: Chooser, most: int, reached: Callable[[Match], bool]) -> Match:
    """The first of some games that comes there, within so many decisions."""
    for seed in range(4 * SEEDS):
        rng, match = random.Random(seed), new()
        while match.length < most and not match.over:
            if reached(match):
                return match
            match.decide(next_of(match, rng))
    raise LookupError("no game comes there")


def tiny(scenario: str, reached: Callable[[Match], bool]) -> Match:
    """The first of some random games of the tiny game that comes there."""
    for seed in range(SEEDS):
        try:
            return play_until(fresh("tiny", scenario), reached, seed)
        except LookupError:
            continue
    raise LookupError("no game comes there")


def moving() -> Match:
    """The Soviet side is to move, on the first day, with everybody where the set-up put them."""
    return play_until(fresh(), lambda match: asked(match) == "ask.move")


@cache
def _combat() -> Match:
    def many(match: Match) -> bool:
        """An attack that several units, guns and air points can take part in."""
        return asked(match) == "ask.combat" and match.length > 150

    return play_until(fresh(), many)


def combat() -> Match:
    """The Soviet side chooses what to attack."""
    return _combat().clone()


@cache
def _asked(key: str, side: int) -> Match:
    def reached(match: Match) -> bool:
        return asked(match) == key and match.prompts()[0].side == side

    return play_until(fresh(), reached)


def asking(key: str, side: int) -> Match:
    """A side is asked this."""
    return _asked(key, side).clone()


@cache
def _over() -> Match:
    return play_until(fresh(), lambda match: match.over)


def over() -> Match:
    """A game that was played to its end."""
    return _over().clone()


def nouns(match: Match, verb: str, side: str) -> list[str]:
    """What a verb can be said with."""
    prompt = match.view(side)["prompt"]
    return next((offer["nouns"] for offer in prompt["offers"] if offer["verb"] == verb), []) if prompt else []


def rich_target() -> tuple[str, list[str], list[str]]:
    """A hex that can only be attacked, by several units with guns behind them: the hex, the units, the guns."""
    start = combat()
    several = {*nouns(start, "bombard", "soviet"), *nouns(start, "strike", "soviet")}
    for target in nouns(start, "attack", "soviet"):
        match = start.clone()
        match.play("attack", target, "soviet")
        for unit in nouns(match, "unit", "soviet"):
            match.play("unit", unit, "soviet")
        plan = match.view("soviet")["details"]["plan"]
        rich = len(plan["units"]) > 1 and len(plan["guns"]) > 1 and nouns(match, "air", "soviet")
        if rich and target not in several:
            return target, plan["units"], plan["guns"]
    raise AssertionError("nobody can be attacked as the test needs it")
