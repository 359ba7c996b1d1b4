"""How a plan is put together: the best of several ideas, or all good ideas that go together."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from khalkhin.engine.judgement import Eye, Idea, Judgement
from khalkhin.engine.state import State
from khalkhin.players.foresight import Foresight

THOUGHTS = 3
"""How often a phase is thought through again for what has become possible."""
GAIN = 1e-6
"""What an idea has to be better by than leaving things alone."""


def best(mind: Judgement[Any], worlds: Iterable[State], side: int, rng: random.Random) -> Idea:
    """The idea with the highest expectation, in the mean of the imagined positions.

    Only one position is asked for where nothing but one idea comes to mind.
    """
    others = iter(worlds)
    first = next(others)
    ideas = list(mind.ideas(first, side, rng))
    if len(ideas) == 1:
        return ideas[0]
    sights = [Foresight(mind, s, side, rng) for s in (first, *others)]
    found: Idea = ()
    most = float("-inf")
    for idea in ideas:
        worths = [sight.worth(idea) for sight in sights]
        known = [worth for worth in worths if worth is not None]
        if len(known) == len(worths) and sum(known) / len(known) > most:
            found, most = idea, sum(known) / len(known)
    return found


@dataclass(frozen=True)
class Rated:
    """An idea with what it makes better by itself."""

    gain: float
    idea: Idea


def rated(mind: Judgement[Any], s: State, side: int, ideas: Iterable[Idea]) -> list[Rated]:
    """A first look at ideas that combine: each by itself, in one position; those that help, the best first."""
    return helpful(looked_at(mind, s, side, ideas))


def looked_at(mind: Judgement[Any], s: State, side: int, ideas: Iterable[Idea]) -> list[Rated]:
    """The ideas that can be carried out, each with what it makes better or worse by itself."""
    eye = mind.eye(s, side)
    before = eye(s)
    out = []
    for idea in ideas:
        after = mind.carried_out(s, side, idea)
        if after is not None:
            out.append(Rated(eye(after) - before, idea))
    return out


def helpful(looks: Iterable[Rated]) -> list[Rated]:
    """Those that make things better, the best first."""
    return sorted((look for look in looks if look.gain > GAIN), key=lambda look: -look.gain)


def all_good(mind: Judgement[Any], worlds: Iterable[State], side: int, looks: Iterable[Rated]) -> list[Idea]:
    """Every idea that makes things better in the mean of the positions, each judged on top of those before it."""
    return _taken(mind, list(worlds), side, looks)[0] if looks else []


def thought_out(mind: Judgement[Any], worlds: Sequence[State], side: int, looks: Iterable[Rated]) -> list[Idea]:
    """All good ideas, and those that become good by them: what a planner says in a phase, thought after thought."""
    now, out = list(worlds), list[Idea]()
    rng = random.Random(0)
    for _ in range(THOUGHTS):
        taken, now = _taken(mind, now, side, looks)
        if not taken:
            break
        out += taken
        looks = rated(mind, now[0], side, mind.ideas(now[0], side, rng))
    return out


def whole(mind: Judgement[Any], taken: Sequence[Idea]) -> Idea:
    """Ideas that combine, as the plan of a whole phase: after them it ends."""
    return [*(mind.joined(taken) if taken else ()), *mind.finish()]


def _taken(
    mind: Judgement[Any], worlds: Sequence[State], side: int, looks: Iterable[Rated]
) -> tuple[list[Idea], list[State]]:
    """The good ideas, and the positions with them carried out, for judging and for further ideas."""
    eyes = [mind.eye(s, side) for s in worlds]
    now, worth = list(worlds), mean(eyes, worlds)
    taken: list[Idea] = []
    for look in looks:
        after = [s for s in (mind.carried_out(s, side, look.idea) for s in now) if s is not None]
        if len(after) == len(worlds) and (better := mean(eyes, after)) > worth + GAIN:
            worth, now = better, after
            taken.append(look.idea)
    return taken, now


def mean(eyes: Sequence[Eye], positions: Sequence[State]) -> float:
    """What positions are worth in the mean, each with the eye that looks at it."""
    return sum(eye(s) for eye, s in zip(eyes, positions, strict=True)) / len(positions)
