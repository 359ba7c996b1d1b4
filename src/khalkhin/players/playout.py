"""A plan played out on a copy of an imagined position: the plan, the rest of the turn and the enemy's reply."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from khalkhin.engine.agenda import Noun, decide
from khalkhin.engine.dice import SECRET_BYTES, Dice
from khalkhin.engine.judgement import Idea, Judgement, way_out
from khalkhin.engine.state import State
from khalkhin.players.choosing import all_good, rated, whole

FAR = 600
"""Decisions after which a line of play is judged where it is."""


Occasion = tuple[int, int, str, int]
"""A turn, what there is still to do in it and what comes next; and how many sides the dice have."""


@dataclass(frozen=True)
class Lots(Dice):
    """The dice of a line of play: with the same seed the same luck comes on the same occasion, however often dice have
    fallen before. Plans that differ by a battle then meet the same weather, draw the same lots and are hit by the same
    salvoes, and what differs is what they did."""

    fortune: int = 0
    fallen: Counter[Occasion] = field(default_factory=Counter)
    """How often they have, on each of them."""
    now: list[State] = field(default_factory=list)
    """The position as it is."""

    @classmethod
    def drawn(cls, seed: int) -> Lots:
        return cls(bytes(SECRET_BYTES), "imagined", fortune=seed)

    def roll(self, counter: int, count: int, sides: int = 6) -> tuple[int, ...]:
        (s,) = self.now
        occasion = s.turn, len(s.agenda), type(s.agenda[-1]).__name__ if s.agenda else "", sides
        self.fallen[occasion] += 1
        rng = random.Random(f"{self.fortune} {occasion} {self.fallen[occasion]}")
        return tuple(rng.randint(1, sides) for _ in range(count))


class Playout:
    """Both sides play as swiftly as they can think, until the side that plans is to move again. The enemy replies like
    a planner; the side itself goes on as somebody who plans like this would."""

    def __init__(self, mind: Judgement[Any], side: int) -> None:
        self.mind, self.side = mind, side
        self._own = mind.seasoned

    def worth(self, world: State, plan: Idea, seed: int) -> float:
        """The side's chance of winning when a plan has been carried out and answered, with one fall of the dice."""
        s = world.clone()
        rng = random.Random(seed)
        s.dice = lots = Lots.drawn(seed)
        lots.now[:] = [s]
        self._carry_out(s, self.side, plan)
        answered = False
        for _ in range(FAR):
            if s.result is not None or not s.asked:
                break
            who, moving = s.asked[0].side, self.mind.combines(s)
            if moving and who == self.side and answered:
                break
            answered = answered or (moving and who != self.side)
            said = self._reply(s, who, moving, rng)
            before, s = s, s.clone()  # what was found out about a position stays with it
            lots.now[:] = [s]
            self._carry_out(s, who, said)
            if s.rolled == before.rolled:
                self._of(who).follow(before, s, who)
        return self.mind.outlook(s, self.side)

    def _reply(self, s: State, who: int, moving: bool, rng: random.Random) -> Idea:
        """What comes to mind at once; of moves all that make things better."""
        mind = self._of(who)
        ideas = mind.swift(s, who, rng)
        if not moving:
            return next(iter(ideas))
        return whole(mind, all_good(mind, [s], who, rated(mind, s, who, ideas)))

    def _of(self, who: int) -> Judgement[Any]:
        return self._own if who == self.side else self.mind

    def _carry_out(self, s: State, who: int, plan: Idea) -> None:
        """As far as it can be said: dice and what was hidden may have overtaken it."""
        rolled = s.rolled
        for count, (verb, noun) in enumerate(plan):
            if not _say(s, who, verb, noun):
                if not count and any(asked.side == who for asked in s.asked):
                    decide(s, who, *next(way_out(s, who))[0])
                return
            if s.rolled != rolled:
                return


def _say(s: State, who: int, verb: str, noun: Noun) -> bool:
    """Say it, if it is on offer."""
    allowed = any(asked.side == who and asked.allows(verb, noun) for asked in s.asked)
    return allowed and decide(s, who, verb, noun)
