"""How a game judges its positions, for players that look ahead. The rules never ask it anything.

A player that searches knows no game. Of a game it asks three things: how good a position is for a side, which answers
to a prompt are worth a thought, and where a line of play has come to rest so that it can be judged. A game that says
nothing of its own is judged by its score at the end of the turn, and everything it offers is worth a thought.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import exp
from typing import Any, Generic, TypeVar

from khalkhin.engine.agenda import Kind, Noun, decide
from khalkhin.engine.errors import Illegal, Text
from khalkhin.engine.state import State

S = TypeVar("S", bound=State)

Said = tuple[str, Noun]
"""A decision without the side that takes it."""
Idea = Sequence[Said]
"""Decisions of one side that belong together: a unit and where it goes, an attack with all that takes part in it."""
Eye = Callable[[Any], float]
"""How good a position is for one side, in points."""

EVEN = 10.0
"""Points of a lead that make a game three to one, where a game says nothing of its own."""
WON = 1000.0
"""More than any score is worth."""


class Judgement(Generic[S]):
    """What a player that looks ahead may ask of any game."""

    worlds = 3
    """How many positions are imagined where something is hidden, to take the mean over."""

    def eye(self, s: S, side: int) -> Eye:
        """A judge for the positions that come of this one. What they have in common can be worked out once, here."""
        return lambda after: verdict(after, side)

    def ideas(self, s: S, side: int, rng: random.Random) -> Iterable[Idea]:
        """Answers to a side's prompt that are worth a thought, the most likely one first."""
        found = list(allowed(s, side))
        rng.shuffle(found)
        return found

    def swift(self, s: S, side: int, rng: random.Random) -> Iterable[Idea]:
        """Few ideas for a quick reply in a line of play that is only thought of, the most likely one first."""
        return self.ideas(s, side, rng)

    def besides(self, s: S, side: int) -> Iterable[Idea]:
        """Answers that did not come to mind, where they may be better all the same: for whoever tries them out."""
        return ()

    def single(self, idea: Idea) -> bool:
        """Whether an idea that combines with others is about one counter, or about one attack."""
        return idea[0][0] != "unit" or sum(verb == "unit" for verb, _ in idea) == 1

    def follow(self, before: S, after: S, side: int) -> None:
        """A position came of another one without dice: what was found out about that one may do for it."""

    @property
    def others(self) -> Sequence[Judgement[S]]:
        """Judgements that lean another way, for plans to compare."""
        return ()

    @property
    def seasoned(self) -> Judgement[S]:
        """The judgement of somebody who has played many games, for players that spend time."""
        return self

    @property
    def shortsighted(self) -> Judgement[S]:
        """The judgement of somebody who moves without a thought for the battles to come."""
        return self

    def combines(self, s: S) -> bool:
        """Whether ideas stand side by side here, so that any number of them may be carried out one after another."""
        return False

    def shuffles(self, s: S) -> bool:
        """Whether they are so many, and so quickly tried, that it pays to shuffle them for a better plan."""
        return self.combines(s)

    def later(self, s: S, side: int) -> int:
        """How many phases like this one a side has in what is left of the turn, for whoever divides his time."""
        return 0

    def carried_out(self, s: S, side: int, idea: Idea) -> S | None:
        """A copy of a position with an idea carried out that combines with others; None if it cannot be any more.

        A game may take a short cut: the copy is for judging and for further ideas only, never played on.
        """
        after = s.clone()
        try:
            for verb, noun in idea:
                decide(after, side, verb, noun)
        except Illegal:
            return None
        return after

    def joined(self, ideas: Sequence[Idea]) -> Idea:
        """Ideas that combine, as one."""
        return [said for idea in ideas for said in idea]

    def finish(self) -> Idea:
        """What is said where no idea that combines with others is left to carry out."""
        return ()

    def outlook(self, s: S, side: int) -> float:
        """The chance that a side wins, from 0 to 1. A game that has learned nothing yet looks at the score."""
        if s.result is not None:
            return 0.5 if s.result.winner is None else float(s.result.winner == side)
        return 1 / (1 + exp(-verdict(s, side) / EVEN))

    def reason(self, s: S, side: int, idea: Idea) -> Text:
        """Why a side should carry out an idea, in one sentence and from nothing but what the side may know."""
        return Text("hint.best")

    def settled(self, before: S, s: S) -> bool:
        """Whether a line of play that began at a position has come to rest."""
        return s.turn != before.turn

    def rolls(self, count: int, sides: int) -> list[tuple[tuple[int, ...], float]]:
        """Every roll that makes a difference, with its chance."""
        faces = list(product(range(1, sides + 1), repeat=count))
        return [(roll, 1 / len(faces)) for roll in faces]


def verdict(s: State, side: int) -> float:
    """The difference of the scores as they stand, or the end of the game."""
    if s.result is not None:
        margin = sum(p if n == side else -p for n, p in enumerate(s.result.points))
        return margin if s.result.winner is None else margin + (WON if s.result.winner == side else -WON)
    return float(sum((x.points or 0) * (1 if x.side == side else -1) for x in s.game.score(s, None)))


def offered(s: State, side: int, verb: str) -> list[Any]:
    """The nouns on offer to a side with a verb."""
    asked = next(p for p in s.asked if p.side == side)
    return [noun for offer in asked.offers if offer.verb == verb for noun in offer]


def allowed(s: State, side: int) -> Iterator[Idea]:
    """Everything that a side can say."""
    asked = next(p for p in s.asked if p.side == side)
    return (((offer.verb, noun),) for offer in asked.offers for noun in offer)


def way_out(s: State, side: int) -> Iterator[Idea]:
    """What a side can say without a noun, or else the first thing there is."""
    asked = next(p for p in s.asked if p.side == side)
    offer = min(asked.offers, key=lambda o: o.kind is not Kind.NOTHING)
    yield ((offer.verb, next(iter(offer))),)
