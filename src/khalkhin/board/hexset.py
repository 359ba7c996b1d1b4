"""A set of hexes is one Python int: bit h stands for hex h.

Union, intersection and difference are `|`, `&` and `& ~`; a whole set moves one hex by a shift (see grid.py).
The same functions serve sets of counters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress
from threading import Lock
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


_rows: list[list[tuple[Hex, ...]]] = []
"""For every byte of a set, from the lowest, and every value of it: the members that it stands for."""
_growing = Lock()


def _listed(s: HexSet) -> tuple[Hex, ...]:
    values = s.to_bytes((s.bit_length() + 7) // 8, "little")
    if len(_rows) < len(values):
        with _growing:
            while len(_rows) < len(values):
                _rows.append(_row(8 * len(_rows)))
    found: list[Hex] = []
    for n in compress(range(len(values)), values):
        found += _rows[n][values[n]]
    listed = tuple(found)
    if len(listed) <= _SMALL:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[s] = listed
    return listed


def _row(first: Hex) -> list[tuple[Hex, ...]]:
    """The members that a byte can stand for whose lowest bit is `first`, by the value of the byte."""
    row: list[tuple[Hex, ...]] = [()]
    for h in range(first, first + 8):
        row += [(*lower, h) for lower in row]
    return row


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
