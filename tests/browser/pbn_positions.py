"""Games of Pacific Battles: Nomonhan that have come to where something can be tried."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from khalkhin.engine.match import Decision, Match
from khalkhin.engine.view import View
from tests.browser.positions import asked, find, fresh, seen

LONG = 700
WANTED = {
    "ask.logistics": ("activate",),
    "ask.arrivals": ("auto", "done"),
    "ask.declare": ("auto", "commit"),
    "ask.strike": ("strike", "done"),
}
"""What is said where it can be, so that both sides come to blows soon."""
RESTLESS = 0.93
"""How often somebody who may move does."""


def until(
    key: str, holds: Callable[[View], bool] = lambda view: True, options: Mapping[str, Any] | None = None
) -> Match:
    """A game in which something is asked, with a view for which something holds."""
    return _until(key, holds, tuple((options or {}).items())).clone()


@cache
def _until(key: str, holds: Callable[[View], bool], options: tuple[tuple[str, Any], ...]) -> Match:
    new = partial(fresh, "pbn", "campaign", dict(options))
    return find(new, next_of, LONG, lambda match: asked(match) == key and holds(seen(match)))


def next_of(match: Match, rng: random.Random) -> Decision:
    choices, key = list(match.choices()), asked(match)
    if key == "ask.moving":
        return _towards_the_enemy(match, choices, rng)
    if key == "ask.move":
        units = [one for one in choices if one.verb == "unit"]
        if units and rng.random() < RESTLESS:
            return rng.choice(units)
        return next(one for one in choices if one.verb == "done")
    wanted = WANTED.get(key, ("auto",))
    return next((one for verb in wanted for one in choices if one.verb == verb), None) or rng.choice(choices)


def _towards_the_enemy(match: Match, choices: Sequence[Decision], rng: random.Random) -> Decision:
    """Into a zone of control where that is possible, else anywhere."""
    stops = seen(match)["details"].get("stops", {})
    name = match.game.map.grid.name
    hexes = [one for one in choices if one.verb == "hex"]
    close = [one for one in hexes if isinstance(one.noun, int) and name(one.noun) in stops]
    return rng.choice(close or hexes or choices)
