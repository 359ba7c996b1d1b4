"""A plan played out on a copy of an imagined position: the plan, the rest of the turn and the enemy's reply."""

from __future__ import annotations

import random
from typing import Any

from khalkhin.engine.agenda import Noun, decide
from khalkhin.engine.dice import Dice
from khalkhin.engine.judgement import Idea, Judgement, way_out
from khalkhin.engine.state import State
from khalkhin.players.choosing import all_good, rated, whole

FAR = 600
"""Decisions after which a line of play is judged where it is."""


class Playout:
    """Both sides play as swiftly as they can think, until the side that plans is to move again."""

    def __init__(self, mind: Judgement[Any], side: int) -> None:
        self.mind, self.side = mind, side

    def worth(self, world: State, plan: Idea, seed: int) -> float:
        """The side's chance of winning when a plan has been carried out and answered, with one fall of the dice."""
        s = world.clone()
        rng = random.Random(seed)
        s.dice = Dice.imagined(rng)
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
            self._carry_out(s, who, said)
            if s.rolled == before.rolled:
                self.mind.follow(before, s, who)
        return self.mind.outlook(s, self.side)

    def _reply(self, s: State, who: int, moving: bool, rng: random.Random) -> Idea:
        """What comes to mind at once; of moves all that make things better."""
        ideas = self.mind.swift(s, who, rng)
        if not moving:
            return next(iter(ideas))
        return whole(self.mind, all_good(self.mind, [s], who, rated(self.mind, s, who, ideas)))

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
