"""A set of hexes is one Python int: bit h stands for hex h.

Union, intersection and difference are `|`, `&` and `& ~`; a whole set moves one hex by a shift (see grid.py).
The same functions serve sets of counters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import Annotated

Hex = Annotated[int, "hex"]
HexSet = Annotated[int, "hexes"]


_SMALL, _MOST_KEPT = 32, 8192
_kept: dict[HexSet, tuple[Hex, ...]] = {}
"""Small sets that were asked for before: players that look ahead ask for the same ones again and again."""


def members(s: HexSet) -> Iterator[Hex]:
    """The members in ascending order."""
    found = _kept.get(s)
    return iter(_listed(s) if found is None else found)


_DENSE = 6
"""With a member to so many bits it is quicker to read all bits than to look for the next member."""
_DIGITS = bytes.maketrans(b"01", b"\0\1")


def _listed(s: HexSet) -> tuple[Hex, ...]:
    if s.bit_count() * _DENSE > s.bit_length() > _SMALL * _DENSE:
        bits = bin(s)[:1:-1].encode().translate(_DIGITS)
        return tuple(compress(range(len(bits)), bits))
    found, rest = [], s
    # From the top: bit_length looks at one machine word, where isolating the lowest bit copies the whole int.
    while rest:
        h = rest.bit_length() - 1
        found.append(h)
        rest ^= 1 << h
    listed = tuple(reversed(found))
    if len(listed) <= _SMALL:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[s] = listed
    return listed


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
