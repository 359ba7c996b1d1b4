"""Games of Khalkin-Gol War that have come to where something can be tried."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, partial

from khalkhin.engine.match import Decision, Match
from khalkhin.engine.view import View
from tests.browser.positions import asked, find, fresh, seen

LONG = 300
AT_ONCE = {"ask.recruit": "done", "ask.superiority": "done", "ask.strike": "done", "ask.combat": "attack"}
"""What is said where it can be, so that somebody attacks early with everything that has not flown yet."""


def offered(match: Match, verb: str) -> int:
    """How much a verb can be said with now."""
    return sum(len(list(offer)) for prompt in match.prompts() for offer in prompt.offers if offer.verb == verb)


def _find(reached: Callable[[Match], bool]) -> Match:
    return find(partial(fresh, "kgw", "july-1939"), next_of, LONG, reached)


def next_of(match: Match, rng: random.Random) -> Decision:
    choices = list(match.choices())
    wanted = ["auto", AT_ONCE.get(asked(match), "auto")]
    if asked(match) == "ask.attack":
        wanted = ["unit", "commit"]
    return next((one for verb in wanted for one in choices if one.verb == verb), None) or rng.choice(choices)


@cache
def _supporting() -> Match:
    def reached(match: Match) -> bool:
        if asked(match) != "ask.support" or offered(match, "support") < 2:
            return False
        odds = seen(match)["details"]["odds"]
        return bool(odds["column"] != odds["columns"][-1])

    return _find(reached)


def supporting() -> Match:
    """An attack is declared that two air units can support, to the right of which there are columns left."""
    return _supporting().clone()


@cache
def _declaring() -> Match:
    def reached(match: Match) -> bool:
        if asked(match) != "ask.attack" or not offered(match, "commit"):
            return False
        twin = match.clone()
        twin.play("commit", None, twin.game.sides[twin.prompts()[0].side])
        return asked(twin) == "ask.support"

    return _find(reached)


def declaring() -> Match:
    """An attack can be declared, and then supported."""
    return _declaring().clone()


@cache
def _riding() -> Match:
    def reached(match: Match) -> bool:
        return asked(match) == "ask.moving" and min(offered(match, "rail"), offered(match, "hex")) > 1

    return _find(reached)


def riding() -> Match:
    """Units in hand can march, or ride the railroad."""
    return _riding().clone()


@cache
def _supplying() -> Match:
    def reached(match: Match) -> bool:
        return asked(match) == "ask.supply" and {bool(fed) for fed in served(seen(match)).values()} == {True, False}

    return _find(reached)


def served(view: View) -> dict[str, list[str]]:
    """Whom each supply unit would serve."""
    found: dict[str, list[str]] = view["details"]["serves"]["supply"]
    return found


def supplying() -> Match:
    """A supply unit can be expended for somebody's second Segment, and another one for nobody's."""
    return _supplying().clone()
