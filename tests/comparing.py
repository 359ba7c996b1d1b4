"""What comparisons of the games with their oracles share."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeVar

from khalkhin.engine.agenda import Prompt, decide
from khalkhin.engine.state import State

S = TypeVar("S", bound=State)

TIMES = int(os.environ.get("KHALKHIN_ORACLE", "1").rstrip("x"))
"""KHALKHIN_ORACLE=10x compares ten times as many positions."""


def often_enough(tally: Counter[str], wanted: Mapping[str, int]) -> None:
    """A comparison of nothing would always agree: what is worth comparing must have occurred."""
    rare = {what: (tally[what], n * TIMES) for what, n in wanted.items() if tally[what] < n * TIMES}
    assert not rare, f"seen and wanted: {rare}"


def said(s: State) -> dict[str, set[str]]:
    """What is offered, as records write it."""
    (prompt,) = s.asked
    return {o.verb: {str(s.game.write(o.verb, n)) for n in o} for o in prompt.offers}


def offered(s: State, prompt: Prompt, verb: str) -> set[str]:
    """What is offered with a verb, as records write it."""
    return {str(s.game.write(o.verb, n)) for o in prompt.offers if o.verb == verb for n in o}


def played_at_random(s: S, rng: random.Random, decisions: int) -> Iterator[S]:
    """Positions as they come up when everybody plays at random; what ends a phase is said less often."""
    for _ in range(decisions):
        if s.result is not None:
            return
        yield s
        prompt = s.asked[0]
        choices = [(o.verb, n) for o in prompt.offers for n in o]
        bare = [c for c in choices if c[1] is None]
        decide(s, prompt.side, *rng.choice(bare if bare and rng.random() < 0.12 else choices))
