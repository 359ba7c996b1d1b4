"""A player that knows no game: it takes legal choices at random, but does not end a phase before it has used it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from khalkhin.ai.budget import Budget
from khalkhin.engine.agenda import Kind, Noun
from khalkhin.engine.view import View

PATIENCE = 400
"""Decisions in one phase after which the player takes the first way out, so that every game ends."""


@dataclass(frozen=True)
class Habits:
    """How a random player leans."""

    finish: float = 0.25
    """The greatest chance to take a bare verb (done, commit) where something else is offered too."""
    patient: bool = True
    """Whether that chance shrinks with the number of other choices, so that a phase full of them is not cut short."""
    lean: Mapping[str, float] | None = None
    """Weights of verbs; those not named weigh 1."""

    def chance(self, others: int) -> float:
        return min(self.finish, 1 / (1 + others)) if self.patient else self.finish


class RandomPlayer:
    """The level `random`: legal choices at random, but no phase ends before it is used.

    The same seed, habits and views give the same decisions.
    """

    def __init__(self, seed: int, habits: Habits | None = None) -> None:
        self._rng = random.Random(seed)
        self._habits = habits or Habits()
        self._phase: tuple[Any, ...] = ()
        self._said = 0

    def decide(self, seen: View, budget: Budget | None = None) -> tuple[str, Noun]:
        """One of the answers that the prompt of the view allows."""
        phase = seen["tracks"]["turn"], seen["phase"]
        self._said = self._said + 1 if phase == self._phase else 1
        self._phase = phase
        offers: Sequence[Mapping[str, Any]] = seen["prompt"]["offers"]
        bare = [o for o in offers if o["kind"] == Kind.NOTHING.value]
        others = [o for o in offers if o["kind"] != Kind.NOTHING.value]
        if bare and (not others or self._finishes(sum(len(o["nouns"]) for o in others))):
            return str(self._rng.choice(bare)["verb"]), None
        lean = self._habits.lean or {}
        (offer,) = self._rng.choices(others, [lean.get(o["verb"], 1.0) for o in others])
        return str(offer["verb"]), self._noun(offer)

    def _finishes(self, others: int) -> bool:
        return self._said > PATIENCE or self._rng.random() < self._habits.chance(others)

    def _noun(self, offer: Mapping[str, Any]) -> Noun:
        """Any noun; of numbers rather a small one, for whoever spends everything at once has nothing left."""
        nouns: Sequence[Noun] = offer["nouns"]
        index = self._rng.randrange(len(nouns))
        if offer["kind"] == Kind.NUMBER.value:
            index = min(index, self._rng.randrange(len(nouns)))
        return nouns[index]
