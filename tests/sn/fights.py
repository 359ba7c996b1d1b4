"""Attacks for tests: who attacks from where, who defends, how the die falls.

The ground round 2317 in Manchukuo is clear for two hexes all around, without rivers or towns. Its neighbours are those
in AROUND, each next to the one before and after it. Two supply units stand where they supply all of them, so that
nothing shifts the column but what a test is about; `supply=False` leaves them away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khalkhin.engine.match import Match
from tests.hands import base as base
from tests.hands import column as column
from tests.hands import result as result
from tests.naming import each as each
from tests.sn.positions import Some, asked, board, do, the_game

TARGET = "2317"
AROUND = ("2216", "2316", "2416", "2417", "2318", "2217")
NE, E, SE, SW, W, NW = AROUND
NORTH, SOUTH = "2116", "2518"
"""Two hexes from the target, beyond NE and SW."""
COLUMNS = ("≤1:2", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "≥6:1")


def declared(
    attackers: Mapping[str, Some],
    defenders: Some,
    *dice: int,
    target: str = TARGET,
    side: str = "japan",
    supply: bool = True,
    expend: Some = (),
    also: Mapping[str, Some] | None = None,
    **kinds: Any,
) -> Match:
    """One attack by everybody named as an attacker, up to the point where it can be committed."""
    placed: dict[str, list[str]] = {where: each(some) for where, some in attackers.items()}
    placed[target] = [*placed.get(target, []), *each(defenders)]
    nation = {"soviet": "SU", "japan": "JP"}[side]
    stores = {NORTH: f"{nation}-SUP-1", SOUTH: f"{nation}-SUP-2"} if supply else {}
    for where, some in {**stores, **(also or {})}.items():
        placed[where] = [*placed.get(where, []), *each(some)]
    match = board(placed, f"{side}_combat", dice=dice, **kinds)
    if asked(match).message.key == "ask.expend-combat":
        do(match, *(f"expend {u}" for u in each(expend)), "done")
    return do(match, f"attack {target}", *(f"unit {u}" for some in attackers.values() for u in each(some)))


def fight(attackers: Mapping[str, Some], defenders: Some, *dice: int, **kinds: Any) -> Match:
    """One attack, up to what its result asks first."""
    return do(declared(attackers, defenders, *dice, **kinds), "commit")


def brings(code: str, attackers: Mapping[str, Some], defenders: Some, *dice: int, **kinds: Any) -> Match:
    """An attack with this result, by the die that has it; `dice` fall after it."""
    seen = declared(attackers, defenders, **kinds)
    do(seen, "commit")
    chart = the_game().charts.combat
    at = chart.columns.index(column(seen))
    for die in range(1, 7):
        if chart.result(at, die) == code:
            return fight(attackers, defenders, die, *dice, **kinds)
    raise AssertionError(f"no die brings {code} at {column(seen)}")


def over(match: Match) -> Match:
    """The attack to its end: nobody pursues."""
    if match.prompts() and asked(match).message.key == "ask.pursue":
        do(match, "done")
    return match
