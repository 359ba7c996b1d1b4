"""Where ideas come from: a thought for every kind of step, and the eye that looks at a position meanwhile."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Self, TypeAlias, TypeVar

from khalkhin.engine.judgement import Idea, Judgement, allowed, way_out
from khalkhin.engine.state import State
from khalkhin.planning.temper import CALM, OTHERS, SHORTSIGHTED, Temper

P = TypeVar("P", bound=State)
E = TypeVar("E", bound=Callable[[Any], float])

Thoughts: TypeAlias = Mapping[type[Any], Callable[[E, P, Any], Iterable[Idea]]]
"""For each kind of step what comes to mind there."""

KEPT = 5
"""How many positions are remembered together with what has been found out about them."""


@dataclass(frozen=True, eq=False)
class _Look(Generic[P, E]):
    """An eye and what it looks at."""

    at: P
    moment: tuple[int, str]
    side: int
    eye: E

    def looks(self, s: P, side: int, moment: tuple[int, str]) -> bool:
        return self.at is s and self.side == side and self.moment == moment


class Mind(Judgement[P], ABC, Generic[P, E]):
    """A judgement that has thoughts step by step. Nothing is played out unless a game says so: ideas are weighed where
    they come up."""

    worlds = 2
    thoughts: Thoughts[E, P]
    quick: Thoughts[E, P]
    """Other thoughts where a quick answer will do."""
    combining: tuple[type[Any], ...]
    """Steps at which ideas stand side by side: moves, and battles that have nothing to do with each other."""
    beginning: tuple[type[Any], ...] = ()
    """Steps that wait on the agenda to begin another phase of moves in the same turn, where there are several."""
    doubtful: tuple[type[Any], ...] = ()
    """Steps at which other answers were seen to do better than what comes to mind: whoever plays ideas out tries some
    of them, too."""

    temper = CALM
    season = CALM
    """The temper that won most games, where a game has learned one."""

    def __init__(self) -> None:
        self._eyes: list[_Look[P, E]] = []

    @cached_property
    def others(self) -> Sequence[Judgement[P]]:
        """The same mind in other tempers."""
        return [self.tempered(self.temper.leaning(other)) for other in OTHERS]

    @cached_property
    def shortsighted(self) -> Judgement[P]:
        return self.tempered(SHORTSIGHTED)

    @cached_property
    def seasoned(self) -> Judgement[P]:
        return self if self.temper == self.season else self.tempered(self.season)

    def tempered(self, temper: Temper) -> Self:
        """The same mind in another temper."""
        other = copy(self)
        other.temper, other._eyes = temper, []
        for known in ("others", "shortsighted", "seasoned"):
            other.__dict__.pop(known, None)
        return other

    @abstractmethod
    def look(self, s: P, side: int) -> E:
        """A new eye for the positions that come of one."""

    def eye(self, s: P, side: int) -> E:
        """One eye looks at the same position as long as it is wanted, and through the whole of a phase."""
        now = _moment(s)
        known: E | None = next((look.eye for look in reversed(self._eyes) if look.looks(s, side, now)), None)
        return self.keep(s, side, self.look(s, side)) if known is None else known

    def follow(self, before: P, after: P, side: int) -> None:
        now = _moment(before)
        known = next((look.eye for look in reversed(self._eyes) if look.looks(before, side, now)), None)
        if known is not None and _moment(after) == now:
            self.keep(after, side, known)

    def keep(self, s: P, side: int, eye: E) -> E:
        """Let an eye that knows a position look at one that hardly differs from it."""
        self._eyes = [*self._eyes[-KEPT:], _Look(s, _moment(s), side, eye)]
        return eye

    def ideas(self, s: P, side: int, rng: random.Random) -> Iterable[Idea]:
        return self._thought(self.thoughts.get(type(s.agenda[-1])), s, side)

    def swift(self, s: P, side: int, rng: random.Random) -> Iterable[Idea]:
        kind = type(s.agenda[-1])
        return self._thought(self.quick.get(kind) or self.thoughts.get(kind), s, side)

    def _thought(self, thought: Callable[[E, P, Any], Iterable[Idea]] | None, s: P, side: int) -> Iterable[Idea]:
        if thought is None:
            return self.otherwise(s, side)
        first = self.first(s, side)
        return [first] if first is not None else thought(self.eye(s, side), s, s.agenda[-1])

    def besides(self, s: P, side: int) -> Iterable[Idea]:
        return allowed(s, side) if isinstance(s.agenda[-1], self.doubtful) else ()

    def first(self, s: P, side: int) -> Idea | None:
        """What comes before anything else at a step, if there is something."""
        return None

    def otherwise(self, s: P, side: int) -> Iterable[Idea]:
        """What comes to mind at a step there is no thought for."""
        return way_out(s, side)

    def combines(self, s: P) -> bool:
        top = s.agenda[-1] if s.agenda else None
        return isinstance(top, self.combining) and self.first(s, top.side) is None

    def later(self, s: P, side: int) -> int:
        return sum(isinstance(step, self.beginning) and step.side == side for step in s.agenda)

    def joined(self, ideas: Sequence[Idea]) -> Idea:
        """One move after another: whoever names the next unit has done with the one before."""
        *before, last = ideas
        return [*(said for idea in before for said in idea if said[0] != "done"), *last]

    def finish(self) -> Idea:
        return (("done", None),)

    def settled(self, before: P, s: P) -> bool:
        return True


def _moment(s: State) -> tuple[int, str]:
    """The phase that a position is in."""
    return s.turn, next((step.phase for step in reversed(s.agenda) if step.phase), "")
