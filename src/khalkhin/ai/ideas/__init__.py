"""Ideas: decisions of one side that belong together (*macro actions*), and how to read them off a prompt.

marches.py and assaults.py find those of a movement phase, battles.py and assignment.py those of a combat phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from khalkhin.engine.agenda import Kind, Noun
from khalkhin.engine.state import State

Said: TypeAlias = tuple[str, Noun]
"""A decision without the side that takes it."""
Idea: TypeAlias = Sequence[Said]
"""Decisions of one side that belong together: a unit and where it goes, an attack with all that takes part in it."""


def offered(s: State, side: int, verb: str) -> list[Any]:
    """The nouns on offer to a side with a verb."""
    asked = next(p for p in s.asked if p.side == side)
    return [noun for offer in asked.offers if offer.verb == verb for noun in offer]


def legal_ideas(s: State, side: int) -> Iterator[Idea]:
    """Everything that a side can say."""
    asked = next(p for p in s.asked if p.side == side)
    return (((offer.verb, noun),) for offer in asked.offers for noun in offer)


def way_out(s: State, side: int) -> Iterator[Idea]:
    """What a side can say without a noun, or else the first thing there is."""
    asked = next(p for p in s.asked if p.side == side)
    offer = min(asked.offers, key=lambda o: o.kind is not Kind.NOTHING)
    yield ((offer.verb, next(iter(offer))),)
