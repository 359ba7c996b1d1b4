"""Games one decision before dice that are followed at once by something else: the other side, more dice, the end."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from khalkhin.engine.match import Decision, Match
from khalkhin.engine.view import log_for
from tests.browser import kgw_positions, pbn_positions, sn_positions
from tests.browser.positions import SEEDS, asked, fresh

SCENARIOS = {"bkg": None, "kgw": "july-1939", "pbn": "campaign", "sn": "kantokuen"}
LONG = 1200


@dataclass(frozen=True)
class Eve:
    """A game, who is asked in it, and the decision that leads to the dice."""

    match: Match
    side: str
    verb: str
    noun: Any
    rolls: list[dict[str, Any]]
    """The lines of the log that tell the dice."""


def rolls_in(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line["params"] for line in lines if "dice" in line["params"] and "column" in line["params"]]


@cache
def then_the_other(code: str) -> Eve:
    """After the dice only the other side is asked, and not about them: what it attacks next, or in another phase."""

    def holds(before: Match, after: Match, rolls: list[dict[str, Any]]) -> bool:
        side = before.prompts()[0].side
        ended = asked(after) == "ask.combat" or before.view(None)["phase"] != after.view(None)["phase"]
        return len(rolls) == 1 and {prompt.side for prompt in after.prompts()} == {1 - side} and ended

    return _find(code, holds)


@cache
def two_battles(code: str) -> Eve:
    """One decision, and the dice of two battles."""
    return _find(code, lambda before, after, rolls: len(rolls) > 1)


@cache
def end_of_game(code: str) -> Eve:
    """The dice end the game."""
    return _find(code, lambda before, after, rolls: after.over)


def _find(code: str, holds: Callable[[Match, Match, list[dict[str, Any]]], bool]) -> Eve:
    for seed in range(SEEDS):
        rng, match = random.Random(seed), fresh(code, SCENARIOS.get(code))
        while not match.over and match.length < LONG:
            said = _next(code, match, rng)
            prompt, before, lines = match.prompts()[0], match.clone(), len(match.log)
            match.decide(said)
            rolls = rolls_in(log_for(match.log[lines:], prompt.side))
            if rolls and holds(before, match, rolls):
                verb, noun = said.verb, before.game.write(said.verb, said.noun)
                return Eve(before, before.game.sides[prompt.side], verb, noun, rolls)
    raise LookupError("no game comes there")


def _next(code: str, match: Match, rng: random.Random) -> Decision:
    choosers = {"kgw": kgw_positions.next_of, "pbn": pbn_positions.next_of, "sn": sn_positions.next_of}
    if code in choosers:
        return choosers[code](match, rng)
    choices = list(match.choices())
    return next((one for one in choices if one.verb == "auto"), None) or rng.choice(choices)
