"""The advisor of a game: what every player that thinks may ask about its positions.

A player knows no game. It asks the advisor how good a position is (`evaluation`, in points), how likely a side is to
win it (`win_chance`), which answers to a prompt are worth considering (`ideas`), and why (`reason`). The advisor of a
game is found in its package `ai`, which is imported when somebody thinks; a game without one has the `PlainAdvisor`.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import exp
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

from khalkhin.ai.ideas import Idea, legal_ideas, way_out
from khalkhin.ai.sparring.facts import Facts
from khalkhin.ai.weights import NO_BATTLES, STANDARD, VARIANTS, Weights
from khalkhin.engine.agenda import decide
from khalkhin.engine.errors import Illegal, Text
from khalkhin.engine.game import Game
from khalkhin.engine.state import State

P = TypeVar("P", bound=State)
E = TypeVar("E", bound=Callable[[Any], float])
"""The type of the game's evaluation."""

IdeaSources: TypeAlias = Mapping[type[Any], Callable[[E, P, Any], Iterable[Idea]]]
"""For each kind of step the function that finds ideas at its prompt."""
AnyAdvisor: TypeAlias = "Advisor[Any, Any]"

CACHED_EVALUATIONS = 5
EVEN = 10.0
"""Points of a lead that make the odds of winning e to 1, where a game says nothing of its own."""
WON = 1000.0
"""More than any score is worth."""


@dataclass(frozen=True, eq=False)
class _Cached(Generic[P, E]):
    """An evaluation, and the position and phase that it was made for."""

    position: P
    phase: tuple[int, str]
    side: int
    evaluation: E


class Advisor(ABC, Generic[P, E]):
    """What players may ask about the positions of one game. A game derives its own from it, in its package `ai`.

    It has to give `new_evaluation` and `idea_sources`; everything else has a default that works.
    """

    sample_count = 2
    """How many sampled positions a planner takes the mean over, where something is hidden."""
    idea_sources: ClassVar[IdeaSources[Any, Any]]
    """For each class of steps the function that gives ideas for its prompt."""
    quick_idea_sources: ClassVar[IdeaSources[Any, Any]] = {}
    """Other sources where a quick answer will do, as in playouts."""
    combining_steps: ClassVar[tuple[type[Any], ...]] = ()
    """Steps at which any number of ideas may be carried out one after another: moves, and independent battles."""
    movement_starts: ClassVar[tuple[type[Any], ...]] = ()
    """Steps that begin another movement phase in the same turn, in games with several."""
    uncertain_steps: ClassVar[tuple[type[Any], ...]] = ()
    """Steps at which answers beside the ideas were seen to do better: the search tries some of them as well."""
    facts_kind: type[Facts[Any]] = Facts
    """What the scripts of sparring partners look at."""
    settings: Any = None
    """The numbers of the game's weights.toml, where it has one (tuning.py)."""
    tuned_weights: Weights = STANDARD
    """The weights that won most games (tools/tune_weights.py), where a game has some."""

    def __init__(self, game: Any, settings: Any = None) -> None:
        self.game, self.settings = game, settings
        self.weights = STANDARD
        self._cache: list[_Cached[P, E]] = []

    # -- how good a position is -------------------------------------------------------------------------------------

    @abstractmethod
    def new_evaluation(self, s: P, side: int) -> E:
        """A function that says how good positions near this one are for a side, in points of victory.

        What these positions have in common, such as where the enemy stands, is worked out once, here.
        """

    def evaluation(self, s: P, side: int) -> E:
        """The evaluation for a position, the same one throughout a phase."""
        return self._cached(s, side) or self._keep(s, side, self.new_evaluation(s, side))

    def carry_over(self, before: P, after: P, side: int) -> None:
        """A position came of another one without dice: within a phase its evaluation still holds."""
        known = self._cached(before, side)
        if known is not None and _phase(after) == _phase(before):
            self._keep(after, side, known)

    def _cached(self, s: P, side: int) -> E | None:
        phase = _phase(s)
        fitting = (
            x.evaluation for x in reversed(self._cache) if x.position is s and (x.side, x.phase) == (side, phase)
        )
        return next(fitting, None)

    def _keep(self, s: P, side: int, evaluation: E) -> E:
        self._cache = [*self._cache[-CACHED_EVALUATIONS:], _Cached(s, _phase(s), side, evaluation)]
        return evaluation

    def win_chance(self, s: P, side: int) -> float:
        """The chance that a side wins, from 0 to 1. A game that has no model of it looks at the score."""
        if s.result is not None:
            return 0.5 if s.result.winner is None else float(s.result.winner == side)
        return 1 / (1 + exp(-score_difference(s, side) / EVEN))

    def is_quiet(self, before: P, s: P) -> bool:
        """Whether a position that came of another one can be evaluated as it is, with nothing left to be resolved."""
        return True

    def rolls(self, count: int, sides: int) -> list[tuple[tuple[int, ...], float]]:
        """Every roll that makes a difference, with its chance."""
        faces = list(product(range(1, sides + 1), repeat=count))
        return [(roll, 1 / len(faces)) for roll in faces]

    # -- what is worth considering ----------------------------------------------------------------------------------

    def ideas(self, s: P, side: int, rng: random.Random) -> Iterable[Idea]:
        """Answers to a side's prompt that are worth considering, the most likely one first."""
        return self._from(self.idea_sources.get(type(s.agenda[-1])), s, side, rng)

    def quick_ideas(self, s: P, side: int, rng: random.Random) -> Iterable[Idea]:
        """A few ideas that are found quickly, for playouts."""
        step = type(s.agenda[-1])
        return self._from(self.quick_idea_sources.get(step) or self.idea_sources.get(step), s, side, rng)

    def _from(
        self, source: Callable[[E, P, Any], Iterable[Idea]] | None, s: P, side: int, rng: random.Random
    ) -> Iterable[Idea]:
        if source is None:
            return self.default_ideas(s, side, rng)
        first = self.forced_idea(s, side)
        return [first] if first is not None else source(self.evaluation(s, side), s, s.agenda[-1])

    def further_ideas(self, s: P, side: int) -> Iterable[Idea]:
        """Legal answers beside the ideas, at steps where one of them may be better: the search plays out some."""
        return legal_ideas(s, side) if isinstance(s.agenda[-1], self.uncertain_steps) else ()

    def forced_idea(self, s: P, side: int) -> Idea | None:
        """What has to be done before anything else at a step, if there is something."""
        return None

    def default_ideas(self, s: P, side: int, rng: random.Random) -> Iterable[Idea]:
        """The ideas at a step without a source of ideas."""
        return way_out(s, side)

    def reason(self, s: P, side: int, idea: Idea) -> Text:
        """Why a side should carry out an idea, in one sentence and from nothing but what the side may know."""
        return Text("hint.best")

    def facts(self, s: P, side: int) -> Facts[P]:
        """What a script looks at in a position."""
        return self.facts_kind(self, s, side)

    # -- ideas that combine -----------------------------------------------------------------------------------------

    def combines(self, s: P) -> bool:
        """Whether any number of ideas may be carried out here one after another."""
        top = s.agenda[-1] if s.agenda else None
        return isinstance(top, self.combining_steps) and self.forced_idea(s, top.side) is None

    def worth_hill_climbing(self, s: P) -> bool:
        """Whether they are so many, and so quickly tried, that a hill climb pays."""
        return self.combines(s)

    def is_single(self, idea: Idea) -> bool:
        """Whether an idea is about one counter, or about one attack."""
        return idea[0][0] != "unit" or sum(verb == "unit" for verb, _ in idea) == 1

    def apply(self, s: P, side: int, idea: Idea) -> P | None:
        """A copy of a position with an idea carried out; None if the idea is not legal there any more.

        The copy is for evaluating and for further ideas only, never played on, so a game may take short cuts.
        """
        after = s.clone()
        try:
            for verb, noun in idea:
                decide(after, side, verb, noun)
        except Illegal:
            return None
        return after

    def join(self, ideas: Sequence[Idea]) -> Idea:
        """Ideas one after the other as one list of decisions, without a `done` in between."""
        *before, last = ideas
        return [*(said for idea in before for said in idea if said[0] != "done"), *last]

    def finish(self) -> Idea:
        """What is said when there is no more idea to carry out."""
        return (("done", None),)

    def movement_phases_left(self, s: P, side: int) -> int:
        """How many more movement phases a side has in this turn, for dividing the time."""
        return sum(isinstance(step, self.movement_starts) and step.side == side for step in s.agenda)

    # -- the same game with other numbers ---------------------------------------------------------------------------

    @cached_property
    def variants(self) -> Sequence[Self]:
        """Advisors with other weights, whose plans the search compares."""
        return [self.with_weights(self.weights.scaled_by(other)) for other in VARIANTS]

    @cached_property
    def shortsighted(self) -> Self:
        """The advisor that moves without regard to the battles to come."""
        return self.with_weights(NO_BATTLES)

    @cached_property
    def tuned(self) -> Self:
        """The advisor with the weights that won most games, for players that spend time."""
        return self if self.weights == self.tuned_weights else self.with_weights(self.tuned_weights)

    def with_weights(self, weights: Weights) -> Self:
        """The same advisor with other weights."""
        other = copy(self)
        other.weights, other._cache = weights, []
        for known in ("variants", "shortsighted", "tuned"):
            other.__dict__.pop(known, None)
        return other

    def with_settings(self, settings: Any) -> Self:
        """The same advisor with other settings: made anew, for most of what an advisor keeps rests on them."""
        other = type(self)(self.game, settings)
        other.weights = self.weights
        return other


class PlainAdvisor(Advisor[State, Callable[[State], float]]):
    """The advisor of a game without one of its own: the score at the end of the turn, and every legal answer."""

    sample_count = 3
    idea_sources: ClassVar[IdeaSources[Any, Any]] = {}
    variants: Sequence[Self] = ()

    def new_evaluation(self, s: State, side: int) -> Callable[[State], float]:
        return lambda after: score_difference(after, side)

    def default_ideas(self, s: State, side: int, rng: random.Random) -> Iterable[Idea]:
        found = list(legal_ideas(s, side))
        rng.shuffle(found)
        return found

    def is_quiet(self, before: State, s: State) -> bool:
        return s.turn != before.turn


def advisor_of(game: Game[Any]) -> AnyAdvisor:
    """The advisor of a game: made by its package `ai` when somebody first thinks about it."""
    found: AnyAdvisor | None = game.companions.get("ai")
    if found is None:
        found = game.companions["ai"] = _new_advisor(game)
    return found


def _new_advisor(game: Game[Any]) -> AnyAdvisor:
    for kind in type(game).__mro__:
        package = kind.__module__.rpartition(".")[0]
        if package and importlib.util.find_spec(f"{package}.ai") is not None:
            made: AnyAdvisor = importlib.import_module(f"{package}.ai").GameAdvisor(game)
            return made
    return PlainAdvisor(game)


def score_difference(s: State, side: int) -> float:
    """The difference of the scores as they stand, or the end of the game."""
    if s.result is not None:
        margin = sum(p if n == side else -p for n, p in enumerate(s.result.points))
        return margin if s.result.winner is None else margin + (WON if s.result.winner == side else -WON)
    return float(sum((x.points or 0) * (1 if x.side == side else -1) for x in s.game.score(s, None)))


def _phase(s: State) -> tuple[int, str]:
    return s.turn, next((step.phase for step in reversed(s.agenda) if step.phase), "")
