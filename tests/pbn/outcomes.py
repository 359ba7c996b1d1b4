"""Battles that bring the result a test asks for, by the table and the die that have it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khalkhin.engine.match import Match
from tests.pbn.fights import battle, declared, each, result
from tests.pbn.positions import Some, position, the_game

FAR = {"0124": "MN-23M", "3324": "MC-8M"}
"""Units far from everything: both sides are on the map, and nobody meets."""


def brings(code: str, attackers: Mapping[str, Some], defenders: Some, *dice: int, **kinds: Any) -> Match:
    """A battle with this result, fought on the table and with the die that have it; `dice` fall after it."""
    kinds["also"] = {**FAR, **{where: each(some) for where, some in (kinds.get("also") or {}).items()}}
    offers = declared(attackers, defenders, **kinds)
    s = position(offers)
    shown = s.agenda[-1].details(s, s.asked[0].side)["alternatives"]
    for table, odds in shown.items():
        chart = the_game().charts.combat[table]
        column = chart.columns.index(odds["column"])
        for die in range(1, 7):
            if chart.result(column, die) == code:
                match = battle(attackers, defenders, die, *dice, table=table, **kinds)
                assert result(match) == code
                return match
    raise AssertionError(f"no die brings {code} at {shown['raid']['column']}")
