"""Positions that differ from another one only in what a side may not know."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from khalkhin.engine.state import State

Labels = dict[str, str]
"""Which counter stands for which."""


@dataclass(frozen=True)
class Secrets:
    """What the rules of a game hide, told by the game's information section."""

    swaps: Callable[[State, int | None, random.Random, bool], Labels]
    """Counters that a side could not tell from each other, dealt anew. If the last argument is true only counters are
    exchanged that are alike in everything printed on them that the rules use before a battle."""
    blur: Callable[[dict[str, Any], State, int | None, random.Random], None]
    """Changes whatever else is hidden from a side, in the position as plain data."""


def relabel(value: Any, labels: Mapping[str, str]) -> Any:
    """Plain data with counters exchanged wherever they are named, as keys and as values."""
    if isinstance(value, str):
        return labels.get(value, value)
    if isinstance(value, Mapping):
        return {labels.get(key, key): relabel(item, labels) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [relabel(item, labels) for item in value]
    return value


def relabelled(s: State, labels: Mapping[str, str]) -> State:
    """The position with counters exchanged."""
    return s.game.restore(relabel(s.to_data(), labels), s.dice)  # type: ignore[no-any-return]


def permuted(s: State, side: int | None, rng: random.Random, secrets: Secrets) -> State:
    """A position that differs from this one, if at all, only in what the side (None: a spectator) may not know."""
    data = relabel(s.to_data(), secrets.swaps(s, side, rng, False))
    secrets.blur(data, s, side, rng)
    twin: State = s.game.restore(data, s.dice)
    return twin


def deal(
    groups: Mapping[Any, Sequence[str]], rng: random.Random, fits: Callable[[str, str], bool] = lambda a, b: True
) -> Labels:
    """Exchange counters within groups by random swaps; fits(a, b) says whether a may stand where b stands."""
    labels: Labels = {}
    for group in groups.values():
        stands = {name: name for name in group}  # who -> in whose stead
        for _ in range(2 * len(group)):
            a, b = rng.choice(group), rng.choice(group)
            if fits(a, stands[b]) and fits(b, stands[a]):
                stands[a], stands[b] = stands[b], stands[a]
        labels.update((place, name) for name, place in stands.items() if place != name)
    return labels


def strings(value: Any) -> set[str]:
    """Every text in plain data, keys included."""
    found: set[str] = set()
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            found.add(part)
        elif isinstance(part, Mapping):
            waiting += (*part.keys(), *part.values())
        elif isinstance(part, Sequence):
            waiting += part
    return found
