"""Attacks for tests: who attacks from where, who defends, how the dice fall.

The ground round 1715 is open steppe of the Mongolian republic: no shift of its own. Its neighbours are 1714, 1716,
1615, 1616, 1815 and 1816.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from khalkhin.engine.match import Match
from tests.hands import base as base
from tests.hands import column as column
from tests.hands import result as result
from tests.kgw.positions import Some, board, each, fight

TARGET = "1715"
ELSEWHERE = {"0110": "MP-8CAV", "0111": "MJ-8CAV"}
"""Enemies far away that keep a Combat Phase from ending by itself."""
AROUND = ("1714", "1716", "1615", "1616", "1815", "1816")


def battle(
    attackers: Mapping[str, Some],
    defenders: Some,
    *dice: int,
    target: str = TARGET,
    side: str = "japan",
    air: Sequence[str] = (),
    supply: str = "",
    also: Mapping[str, Some] | None = None,
    **kinds: Any,
) -> Match:
    """One attack by everybody named as an attacker; `also` are counters that take no part."""
    placed: dict[str, list[str]] = {hex_: each(some) for hex_, some in attackers.items()}
    placed[target] = each(defenders)
    for hex_, some in (also or {}).items():
        placed[hex_] = [*placed.get(hex_, []), *each(some)]
    match = board(placed, f"{side}_combat", dice=dice, **kinds)
    return fight(match, target, *(u for some in attackers.values() for u in each(some)), air=air, supply=supply)


def results(match: Match) -> list[str]:
    """The codes of all combats so far."""
    return [str(event.params["codes"]) for event in match.log if event.key == "log.result"]


def brings(code: str, attackers: Mapping[str, Some], defenders: Some, *then: int, **kinds: Any) -> Match:
    """An attack with the die that brings a result; the dice after it fall as told."""
    for die in range(1, 7):
        match = battle(attackers, defenders, die, *then, **kinds)
        if results(match)[0] == code:
            return match
    raise AssertionError(f"no die brings {code}")
