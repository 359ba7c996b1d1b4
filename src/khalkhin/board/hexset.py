"""A set of hexes is one Python int: bit h stands for hex h.

Union, intersection and difference are `|`, `&` and `& ~`; a whole set moves one hex by a shift (see grid.py).
The same functions serve sets of counters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

Hex = Annotated[int, "hex"]
HexSet = Annotated[int, "hexes"]


def members(s: HexSet) -> Iterator[Hex]:
    """The members in ascending order."""
    found = []
    # From the top: bit_length looks at one machine word, where isolating the lowest bit copies the whole int.
    while s:
        h = s.bit_length() - 1
        found.append(h)
        s ^= 1 << h
    return reversed(found)


def only(s: HexSet) -> Hex:
    """The member of a set of one; of a larger set, the lowest."""
    if not s:
        raise ValueError("An empty set has no member.")
    return (s & -s).bit_length() - 1


def union(hexes: Iterable[Hex]) -> HexSet:
    """The set of the given hexes."""
    s = 0
    for h in hexes:
        s |= 1 << h
    return s
