"""Reasons against a choice that several chapters give: whose a counter is, where it is, when a marker can be played."""

from __future__ import annotations

from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.campaign import named, rule_of
from khalkhin.games.pbn.position import Position

NOT_NOW = no("4.1.18", "why.not-now")
"""4.1.18  What belongs to another part of the turn."""


def not_ours(s: Position, side: int, unit: int, rule: str) -> Reason | None:
    """A counter that is the enemy's, or neither on the map nor in the base."""
    if s.game.sheet.side[unit] != side:
        return no(rule, "why.not-yours", unit=unit)
    here = s.on_map(side) | s.based(side)
    return None if here >> unit & 1 else no(rule, "why.off-map", unit=unit)


def not_played(s: Position, side: int, unit: int) -> Reason:
    """5.3  Why a counter is not played as a campaign marker now."""
    if not s.game.campaign >> unit & 1:
        return no("5.3", "why.no-marker", unit=unit)
    if s.game.sheet.side[unit] != side:
        return no("5.3", "why.not-yours", unit=unit)
    if not s.holds(unit):
        return no("5.3", "why.not-held", unit=unit)
    return no(rule_of(s, unit), "why.not-its-time", **named(s, unit))
