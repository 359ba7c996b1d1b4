"""Games of Khalkin-Gol War that have come to where something can be tried."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, partial

from khalkhin.engine.match import Decision, Match
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


def fed_by(match: Match, unit: str) -> int:
    """How many counters a supply unit would serve."""
    twin = match.clone()
    side = twin.game.sides[twin.prompts()[0].side]
    twin.play("supply", unit, side)
    return sum("supplied" in one.get("is", ()) for stack in twin.view(side)["places"].values() for one in stack)


@cache
def _supplying() -> Match:
    def reached(match: Match) -> bool:
        if asked(match) != "ask.supply":
            return False
        offers = seen(match)["prompt"]["offers"]
        return any(fed_by(match, str(unit)) for offer in offers if offer["verb"] == "supply" for unit in offer["nouns"])

    return _find(reached)


def supplying() -> Match:
    """A supply unit can be expended for somebody's second Segment."""
    return _supplying().clone()
