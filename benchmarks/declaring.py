"""Nomonhan's declaration of battles on the most crowded front that reckless random play comes to."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from benchmarks.engine import OURS, choices, start
from benchmarks.timing import Times, race
from khalkhin.engine.agenda import Noun, decide
from khalkhin.engine.state import State
from khalkhin.games.pbn.declaration import Declare, front
from khalkhin.games.pbn.movement import Moving
from khalkhin.games.pbn.position import Position

DECLARATIONS = 10
"""So many are put together at random to find the step that takes longest."""


def reckless(seed: int) -> Iterator[Position]:
    """A game in which everybody moves next to the enemy, and stops only once in ten times before he has to; every
    position in which a declaration begins."""
    rng, s = Random(seed), start(seed, "pbn")
    assert isinstance(s, Position)
    while s.result is None:
        if isinstance(s.agenda[-1], Declare) and s.agenda[-1] == Declare(s.agenda[-1].side, s.agenda[-1].idle):
            yield s.clone()
        decide(s, *_rash(s, rng))


def _rash(s: Position, rng: Random) -> tuple[int, str, Noun]:
    found = choices(s)
    if isinstance(s.agenda[-1], Moving):
        near = s.game.map.grid.spread(s.occupied(1 - s.asked[0].side))
        forward = [c for c in found if c[1] == "hex" and isinstance(c[2], int) and near >> c[2] & 1]
        return rng.choice(forward or found)
    onward = [c for c in found if c[1] != "done"]
    return rng.choice(onward if onward and rng.random() < 0.9 else found)


def size(s: Position) -> int:
    """How crowded a front is: units that may attack, times hexes that may be attacked."""
    step = s.agenda[-1]
    assert isinstance(step, Declare)
    found = front(s, step.side, step.idle)
    return len(found.beside) * (found.due | found.optional).bit_count()


def crowded(games: int) -> Position:
    """The most crowded front of so many games."""
    return max((s for seed in range(games) for s in reckless(seed)), key=size)


def prompts(s: Position, seed: int) -> Iterator[State]:
    """Every position on the way of a declaration that is put together at random."""
    rng, s = Random(seed), s.clone()
    while s.agenda and isinstance(s.agenda[-1], Declare):
        yield s.clone()
        onward = [c for c in choices(s) if c[1] not in ("auto", "commit")]
        if not onward:
            return
        decide(s, *rng.choice(onward))


def seconds(s: State) -> float:
    """The shortest of a few times: noise only ever adds to it."""
    times = []
    for _ in range(5):
        begin = process_time()
        ask(s)
        times.append(process_time() - begin)
    return min(times)


def ask(s: State) -> None:
    """All that is offered, worked out anew."""
    s.notes = {}
    s.agenda[-1].ask(s)


def measure(games: int, rounds: int) -> Times:
    """The prompt that takes longest of all that some random declarations bring, round by round."""
    at = crowded(games)
    on_the_way = [s for seed in range(DECLARATIONS) for s in prompts(at, seed)]
    slowest = max(on_the_way, key=seconds)

    def work() -> int:
        ask(slowest)
        return 1

    return race({OURS: work}, rounds)
