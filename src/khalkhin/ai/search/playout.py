"""Playouts: a plan played on a sampled position through the rest of the turn and the enemy's reply."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from khalkhin.ai.advisor import AnyAdvisor
from khalkhin.ai.ideas import Idea, way_out
from khalkhin.ai.plans import good_ideas, rate_improving, whole_plan
from khalkhin.engine.agenda import Noun, decide
from khalkhin.engine.dice import SECRET_BYTES, Dice
from khalkhin.engine.state import State

MAX_DECISIONS = 600
"""Decisions after which a playout is cut off and evaluated where it is."""

Occasion = tuple[int, int, str, int]
"""A turn, what there is still to do in it and what comes next; and how many sides the dice have."""


@dataclass(frozen=True)
class CommonDice(Dice):
    """Common random numbers: with the same seed the same roll comes on the same occasion, however often dice have
    fallen before. Plans that differ by a battle then meet the same weather, draw the same lots and are hit by the same
    salvoes, and what differs is what they did."""

    luck: int = 0
    counts: Counter[Occasion] = field(default_factory=Counter)
    """How often dice have fallen on each occasion."""
    now: list[State] = field(default_factory=list)
    """The position as it is."""

    @classmethod
    def seeded(cls, seed: int) -> CommonDice:
        return cls(bytes(SECRET_BYTES), "imagined", luck=seed)

    def roll(self, counter: int, count: int, sides: int = 6) -> tuple[int, ...]:
        (s,) = self.now
        occasion = s.turn, len(s.agenda), type(s.agenda[-1]).__name__ if s.agenda else "", sides
        self.counts[occasion] += 1
        rng = random.Random(f"{self.luck} {occasion} {self.counts[occasion]}")
        return tuple(rng.randint(1, sides) for _ in range(count))


class Playout:
    """Both sides play their quick ideas until the side that plans is to move again. The enemy plays like the planner;
    the side itself goes on with the tuned weights, as the search would."""

    def __init__(self, advisor: AnyAdvisor, side: int) -> None:
        self.advisor, self.side = advisor, side
        self._own = advisor.tuned

    def result(self, position: State, plan: Idea, seed: int) -> float:
        """The side's chance of winning when a plan has been carried out and answered, with one seed of the dice."""
        s = position.clone()
        rng = random.Random(seed)
        s.dice = dice = CommonDice.seeded(seed)
        dice.now[:] = [s]
        self._carry_out(s, self.side, plan)
        answered = False
        for _ in range(MAX_DECISIONS):
            if s.result is not None or not s.asked:
                break
            who, moving = s.asked[0].side, self.advisor.combines(s)
            if moving and who == self.side and answered:
                break
            answered = answered or (moving and who != self.side)
            reply = self._reply(s, who, moving, rng)
            before, s = s, s.clone()  # what was worked out about a position stays with it
            dice.now[:] = [s]
            self._carry_out(s, who, reply)
            if s.rolled == before.rolled:
                self._advisor_of(who).carry_over(before, s, who)
        return self.advisor.win_chance(s, self.side)

    def _reply(self, s: State, who: int, moving: bool, rng: random.Random) -> Idea:
        """The first quick idea; of moves all that make things better."""
        advisor = self._advisor_of(who)
        ideas = advisor.quick_ideas(s, who, rng)
        if not moving:
            return next(iter(ideas))
        return whole_plan(advisor, good_ideas(advisor, [s], who, rate_improving(advisor, s, who, ideas)))

    def _advisor_of(self, who: int) -> AnyAdvisor:
        return self._own if who == self.side else self.advisor

    def _carry_out(self, s: State, who: int, plan: Idea) -> None:
        """As far as it is legal: dice and what was hidden may have overtaken it."""
        rolled = s.rolled
        for count, (verb, noun) in enumerate(plan):
            if not _decide_if_legal(s, who, verb, noun):
                if not count and any(asked.side == who for asked in s.asked):
                    decide(s, who, *next(way_out(s, who))[0])
                return
            if s.rolled != rolled:
                return


def _decide_if_legal(s: State, who: int, verb: str, noun: Noun) -> bool:
    legal = any(asked.side == who and asked.allows(verb, noun) for asked in s.asked)
    return legal and decide(s, who, verb, noun)
