"""What players that plan have in common: they make a plan of several decisions and follow it while it holds.

They see a view and nothing else. From the view they sample whole positions and try their ideas on copies of them.
A plan is good until dice fall, the phase ends or something is seen that does not agree with it; then there is another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from typing import Any

from khalkhin.ai.budget import Budget
from khalkhin.ai.ideas import Idea
from khalkhin.ai.sampling import Scene, scene_of
from khalkhin.engine.agenda import Noun
from khalkhin.engine.view import View, answers

MAX_DECISIONS = 400
"""Decisions in one phase after which a player takes the last answer on offer, so that every game ends."""


class PlanFollower(ABC):
    """The base of players that make a plan of several decisions and follow it while it holds.

    Derive a player of your own from it and give it `plan`. Decisions depend on the seed, the view, the budget and the
    plan that is followed, and on nothing else.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._plan: deque[tuple[str, Noun]] = deque()
        self._made: tuple[Any, ...] = ()
        """When the plan was made."""
        self._phase: tuple[Any, ...] = ()
        self._said = 0

    @abstractmethod
    def plan(self, scene: Scene, budget: Budget) -> Idea:
        """Decisions to take from here on, the first one for the prompt of the scene. Called where there is a choice."""

    def decide(self, seen: View, budget: Budget | None = None) -> tuple[str, Noun]:
        """One of the answers that the prompt of the view allows."""
        allowed = answers(seen)
        too_many = self._too_many_decisions(seen)
        said = self._planned(seen, allowed)
        if said is None and len(allowed) > 1 and not too_many:
            scene = scene_of(seen, self._seed)
            idea = self.plan(scene, budget or Budget())
            self._plan = deque((verb, scene.game.write(verb, noun)) for verb, noun in idea)
            self._made = _moment(seen)
            said = self._planned(seen, allowed)
        return said or allowed[-1]

    def _too_many_decisions(self, seen: View) -> bool:
        phase = seen["tracks"]["turn"], seen["phase"]
        self._said = self._said + 1 if phase == self._phase else 1
        self._phase = phase
        return self._said > MAX_DECISIONS

    def _planned(self, seen: View, allowed: list[tuple[str, Noun]]) -> tuple[str, Noun] | None:
        """The next decision of the plan, if it still can be taken and nothing has happened since the plan was made."""
        if self._plan and self._made == _moment(seen) and self._plan[0] in allowed:
            return self._plan.popleft()
        self._plan.clear()
        return None


def _moment(seen: View) -> tuple[Any, ...]:
    return seen["tracks"]["turn"], seen["tracks"]["rolled"], seen["phase"]
