"""What is still to be set up, in groups of counters that belong together, for clients to lay out; and all at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.agenda import decide
from khalkhin.engine.codec import Unit
from khalkhin.engine.game import Game
from khalkhin.engine.state import State
from khalkhin.engine.view import phase


@dataclass(frozen=True)
class Group:
    """Counters that one rule places; `key` names where, if there are words for it. `hexes` are where they belong."""

    rule: str
    units: Sequence[Unit]
    hexes: HexSet
    key: str = ""


SETUP = "setup"
"""Part of the keys of phases in which units are placed."""


def place_everybody(s: State) -> None:
    """Place all that is still to be set up as the button does it, side by side, until play begins."""
    while s.asked and SETUP in phase(s, s.asked[0].side):
        asked = s.asked[0]
        decide(s, asked.side, "auto" if any(offer.verb == "auto" for offer in asked.offers) else "done")


def placing(game: Game[Any], groups: Iterable[Group]) -> dict[str, Any]:
    """The part of a step's details that tells of the groups; empty groups are left out."""
    ids, name = game.sheet.ids, game.map.grid.name
    return {
        "placing": [
            {
                "rule": group.rule,
                **({"key": group.key} if group.key else {}),
                "units": [ids[unit] for unit in group.units],
                "hexes": [name(hex_) for hex_ in members(group.hexes)],
            }
            for group in groups
            if group.units
        ]
    }
