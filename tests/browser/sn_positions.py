"""Games of Strike North that have come to where something can be tried."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, partial

from khalkhin.engine.match import Decision, Match
from khalkhin.engine.view import View
from tests.browser.positions import asked, find, fresh, seen

LONG = 900
RESTLESS = 0.9
"""How often somebody who may move or fly does."""
EAGER = {"ask.setup": "auto", "ask.declare": "auto", "ask.launch": "unit", "ask.intercept": "unit", "ask.move": "unit"}
"""What is said where it can be, so that both sides come to blows on the ground and in the air."""


def until(key: str, holds: Callable[[View], bool] = lambda view: True) -> Match:
    """A game in which something is asked, with a view for which something holds."""
    return _until(key, holds).clone()


@cache
def _until(key: str, holds: Callable[[View], bool]) -> Match:
    new = partial(fresh, "sn", "kantokuen")
    return find(new, next_of, LONG, lambda match: asked(match) == key and holds(seen(match)))


def next_of(match: Match, rng: random.Random) -> Decision:
    choices, key = list(match.choices()), asked(match)
    if key == "ask.moving":
        stops, name = seen(match)["details"]["stops"], match.game.map.grid.name
        close = [one for one in choices if one.verb == "hex" and isinstance(one.noun, int) and name(one.noun) in stops]
        return rng.choice(close or choices)
    wanted = [one for one in choices if one.verb == EAGER.get(key)]
    if wanted and (key not in ("ask.move", "ask.launch") or rng.random() < RESTLESS):
        return rng.choice(wanted)
    ends = [one for one in choices if one.verb in ("done", "commit")]
    return rng.choice(ends if wanted and ends else choices)
