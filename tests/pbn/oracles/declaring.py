"""Who has to fight whom, read from plain data: rules 2.6, 12.5.3 and 13.6. What can be declared then is tried out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial

from tests.declaring import Front
from tests.pbn.oracles.atlas import COUNTERS, around

LIMIT = 6
"""12.1  Battalion equivalents of a hex that fight."""


def fits(where: Mapping[str, str], units: Iterable[str]) -> bool:
    """12.5.3  No more than the limit of one hex fights."""
    held: Counter[str] = Counter()
    for unit in units:
        held[where[unit]] += COUNTERS[unit].equivalents
    return all(total <= LIMIT for total in held.values())


def front_of(
    side: str, where: Mapping[str, str], suppressed: Iterable[str], idle: Iterable[str], every: bool = False
) -> Front:
    """2.6  Who has to fight whom. `where`: land units on the map; `idle`: those left out of overstacked hexes; `every`:
    by a house rule all neighbours of who has a zone are attacked (R12)."""
    weak = set(suppressed)
    enemies = {h for u, h in where.items() if COUNTERS[u].side != side}
    zones = {h for u, h in where.items() if COUNTERS[u].side != side and COUNTERS[u].combat and u not in weak}
    beside: dict[str, frozenset[str]] = {}
    obliged: set[str] = set()
    due: set[str] = set()
    for unit, hex_ in where.items():
        kind = COUNTERS[unit]
        near = frozenset(enemies & set(around(hex_)))
        if kind.side != side or kind.type == "supply" or unit in idle or not near:
            continue
        if near & zones:
            obliged.add(unit)
            due |= near & zones
        if every and kind.combat and unit not in weak:
            due |= near
        if near & zones or kind.combat:
            beside[unit] = near
    return Front(beside, frozenset(obliged), frozenset(due), partial(fits, where))
