"""A plan in words: the lines that a log would have of it, up to the dice."""

from __future__ import annotations

from khalkhin.ai.expectation import NO_DICE, DiceNeeded
from khalkhin.ai.ideas import Idea
from khalkhin.engine.agenda import decide
from khalkhin.engine.errors import Illegal
from khalkhin.engine.state import Event, State
from khalkhin.engine.view import hears


def told(s: State, side: int, plan: Idea) -> list[Event]:
    """What a side would read in its log when it carries a plan out, as far as it can be carried out there."""
    twin = s.clone()
    twin.dice, twin.log = NO_DICE, []
    for verb, noun in plan:
        try:
            decide(twin, side, verb, noun)
        except (DiceNeeded, Illegal):
            break
    return [event for event in twin.log if hears(event, side)]
