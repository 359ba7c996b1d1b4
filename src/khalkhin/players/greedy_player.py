"""A player that takes, of all that comes to its mind, what it expects to lead to the best position.

It sees a view and nothing else. From the view it imagines a few whole positions, tries its ideas on copies of them,
dice in their exact distribution, and judges what comes of it with the eyes of the game (engine.judgement). What it
makes up its mind to is often a plan of several decisions, from which it answers as long as what it sees agrees with it.
"""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Sequence
from typing import Any

from khalkhin import games
from khalkhin.engine.agenda import Noun
from khalkhin.engine.judgement import Eye, Idea, Judgement
from khalkhin.engine.state import State
from khalkhin.engine.view import View, answers, imagine
from khalkhin.players.foresight import Foresight

GAIN = 1e-6
"""What an idea has to be better by than leaving things alone."""
PATIENCE = 400
"""Decisions in one phase after which the player takes the last answer on offer, so that every game ends."""


class GreedyPlayer:
    """Deterministic: what it decides hangs on its seed, the view and the plan it follows, on nothing else."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._plan: deque[tuple[str, Noun]] = deque()
        self._made: tuple[Any, ...] = ()
        """When the plan was made: a plan is good until dice fall or the phase ends."""
        self._phase: tuple[Any, ...] = ()
        self._said = 0

    def decide(self, seen: View) -> tuple[str, Noun]:
        """One of the answers that the prompt of the view allows."""
        allowed = answers(seen)
        weary = self._weary(seen)
        said = self._planned(seen, allowed)
        if said is None and len(allowed) > 1 and not weary:
            self._think(seen)
            said = self._planned(seen, allowed)
        return said or allowed[-1]

    def _weary(self, seen: View) -> bool:
        phase = seen["tracks"]["turn"], seen["phase"]
        self._said = self._said + 1 if phase == self._phase else 1
        self._phase = phase
        return self._said > PATIENCE

    def _planned(self, seen: View, allowed: list[tuple[str, Noun]]) -> tuple[str, Noun] | None:
        """The next decision of the plan, if it still can be taken and nothing has happened since the plan was made."""
        if self._plan and self._made == _moment(seen) and self._plan[0] in allowed:
            return self._plan.popleft()
        self._plan.clear()
        return None

    def _think(self, seen: View) -> None:
        """Make a plan. The chances of the imagination hang on the seed and the view, not on what was thought before."""
        game = games.of_view(seen["game"], seen["data"])
        mind = game.judgement
        rng = random.Random(f"{self._seed} {json.dumps([seen['tracks'], seen['agenda']])}")
        side = game.sides.index(seen["side"])
        worlds = [imagine(game, seen, rng) for _ in range(mind.worlds)]
        said = (_all_good if mind.combines(worlds[0]) else _best)(mind, worlds, side, rng)
        self._plan = deque((verb, game.write(verb, noun)) for verb, noun in said)
        self._made = _moment(seen)


def _moment(seen: View) -> tuple[Any, ...]:
    return seen["tracks"]["turn"], seen["tracks"]["rolled"], seen["phase"]


def _best(mind: Judgement[Any], worlds: Sequence[State], side: int, rng: random.Random) -> Idea:
    """The idea with the highest expectation, in the mean of the imagined positions."""
    ideas = list(mind.ideas(worlds[0], side, rng))
    if len(ideas) == 1:
        return ideas[0]
    sights = [Foresight(mind, s, side, rng) for s in worlds]
    best: Idea = ()
    most = float("-inf")
    for idea in ideas:
        worths = [sight.worth(idea) for sight in sights]
        known = [worth for worth in worths if worth is not None]
        if len(known) == len(worths) and sum(known) / len(known) > most:
            best, most = idea, sum(known) / len(known)
    return best


def _all_good(mind: Judgement[Any], worlds: Sequence[State], side: int, rng: random.Random) -> Idea:
    """Every idea that makes things better, the best first, each judged on top of those before it.

    When all of it is said there will be a thought for what has become possible by it; when there is nothing left that
    makes things better, this is the end of it.
    """
    eyes = [mind.eye(s, side) for s in worlds]
    now = list(worlds)
    taken: list[Idea] = []

    def tried(idea: Idea, positions: Sequence[State]) -> tuple[float, list[State]]:
        after = [s for s in (mind.carried_out(s, side, idea) for s in positions) if s is not None]
        return (_mean(eyes, after) if len(after) == len(positions) else float("-inf")), after

    # A first look at all ideas in one of the positions; a second one, in all of them, at those that look good.
    before, worth = _mean(eyes, now[:1]), _mean(eyes, now)
    rated = [(tried(idea, worlds[:1])[0], idea) for idea in mind.ideas(worlds[0], side, rng)]
    for first, idea in sorted(rated, key=lambda pair: -pair[0]):
        if first <= before + GAIN:
            break
        better, after = tried(idea, now)
        if better > worth + GAIN:
            worth, now = better, after
            taken.append(idea)
    return mind.joined(taken) if taken else mind.finish()


def _mean(eyes: Sequence[Eye], positions: Sequence[State]) -> float:
    return sum(eye(s) for eye, s in zip(eyes, positions, strict=False)) / len(positions)
