"""Who has to attack whom, read from plain data: rules 11.6, 12.0 and 18.1.1. What can be declared then is tried
out."""

from __future__ import annotations

from tests.declaring import Front
from tests.sn.oracles.atlas import COUNTERS, ENTER, GROUND, STATE, around, crosses
from tests.sn.oracles.field import Field


def beside(hex_: str, enemies: set[str]) -> frozenset[str]:
    """12.0, R36  Enemy hexes that can be attacked from a hex."""
    return frozenset(b for b in around(hex_) if b in enemies and GROUND[b] != "sea" and not crosses("lake", hex_, b))


def exerts(field: Field, from_: str, into: str) -> bool:
    """11.0, 11.1.2, 15.2.28"""
    able = (u for u in field.foe[from_] if u not in field.disrupted)
    return any(STATE[into] in ENTER[COUNTERS[u].nation] for u in able)


def front_of(field: Field) -> Front:
    """The duties of the side that a field is seen by."""
    near: dict[str, frozenset[str]] = {}
    obliged: set[str] = set()
    due: set[str] = set()
    for unit in field.units:
        hex_ = field.where[unit]
        if unit in field.data["beached"]:
            near[unit] = frozenset((hex_,))
            obliged.add(unit)
            due.add(hex_)
        elif found := beside(hex_, set(field.foe)):
            near[unit] = found
            if hex_ in field.zone:
                obliged.add(unit)
                due |= {b for b in found if exerts(field, b, hex_)}
    return Front(near, frozenset(obliged), frozenset(due))
