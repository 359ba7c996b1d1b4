"""Places that count only from a certain moment on: who is told off to be there in time, and what it costs to be late.

While there is time to spare such a place costs nothing: whoever is told off for it fights where he likes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

from khalkhin.board.hexset import Hex, HexSet, union

Way = tuple[float, Hex, int]
"""How far it is to a place for a unit that can be there in time: moves, the place, the unit."""


class Posts(NamedTuple):
    """Units that are to be in a place by a deadline, each in another one."""

    of: dict[int, Hex]
    """The place of each unit."""
    price: float
    """Points that are lost with every place in which nobody stands when it counts."""
    moves: int
    """How often the units move until then, after the move that is being thought about."""
    hurry: Sequence[float] = ()
    """The share of the price that it costs to have no move to spare, one move, two ..."""

    @property
    def hexes(self) -> HexSet:
        return union(self.of.values())

    def cost(self, unit: int, moves: float) -> float:
        """What it costs that a unit is so many moves away from its place."""
        spare = self.moves - ceil(moves)
        if not moves or spare >= len(self.hurry):
            return 0.0
        return self.price * (1.0 if spare < 0 else self.hurry[spare])


NOBODY = Posts({}, 0.0, 0)


def told_off(ways: Iterable[Way]) -> dict[int, Hex]:
    """A unit for as many places as possible: the nearest, unless somebody else's place would be left empty by it."""
    candidates: dict[Hex, list[int]] = {}
    out, filled = dict[int, Hex](), set[Hex]()
    for _, hex_, unit in sorted(ways):
        candidates.setdefault(hex_, []).append(unit)
        if unit not in out and hex_ not in filled:
            out[unit] = hex_
            filled.add(hex_)

    def found(hex_: Hex, asked: set[int]) -> bool:
        """Whether somebody goes to a place, others changing theirs for it."""
        for unit in candidates[hex_]:
            if unit not in asked:
                asked.add(unit)
                if unit not in out or found(out[unit], asked):
                    out[unit] = hex_
                    return True
        return False

    for hex_ in candidates:
        if hex_ not in filled:
            found(hex_, set())
    return out
