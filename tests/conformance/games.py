"""The games that have to pass, and what the suite has to know about each: its set-ups and what its rules hide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import tests.tiny  # noqa: F401  registers the tiny game
from tests.conformance import hidden_bkg, hidden_kgw, hidden_pbn, hidden_sn, hidden_tiny
from tests.conformance.hidden import Secrets


@dataclass(frozen=True, eq=False)
class Case:
    """A game as it is set up for the suite."""

    game: str
    scenario: str
    secrets: Secrets
    """What the rules hide, written from the rules and not from the code."""
    most_decisions: int
    """More than this in one turn, and random play is taken to have lost its way."""
    games: int
    """How many games of each policy are searched for positions."""
    stride: int
    """Every how many decisions of a game are looked at, where that takes time."""
    options: Mapping[str, Any] = field(default_factory=dict)
    standing: tuple[str, ...] = ()
    """Verbs of the game's own standing offers."""
    open: tuple[str, ...] = ()
    """Steps that the enemy may see half done."""
    light: bool = False
    """Looked at less closely, as it differs from another case in little."""

    def __str__(self) -> str:
        if self.options == EVERYTHING:
            return f"{self.game}-{self.scenario}-everything"
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game, self.scenario, *chosen])


OPEN = {"open_strengths": True}
EVERYTHING = dict.fromkeys(
    [
        *("buy_markers", "high_ground", "hq_artillery", "large_superiority", "close_support", "captured_supply"),
        *("airborne", "face_down", "deception", "historical", "october", "interdict_base"),
        "attack_all",
    ],
    True,
)
DUST = {"weather": "dust", "turns": 3}

SECRETLY = ("espionage", "reveal")
FLOWN = ("Bombardment",)
"""16.8  When all air strikes are placed everybody sees where they go."""

WINTER = {"attrition": True}
SPARE = {"supply_losses": True}
SWAPPED = {"vp_table": "mongolia_swapped", "city_quotas": True}

CASES = (
    Case("tiny", "raid", hidden_tiny.SECRETS, 200, 8, 1, standing=("flare",)),
    Case("tiny", "contact", hidden_tiny.SECRETS, 200, 8, 1, DUST, standing=("flare",)),
    Case("tiny", "raid", hidden_tiny.SECRETS, 200, 8, 1, OPEN, standing=("flare",), light=True),
    # A unit that breaks out of an encirclement passes its first hex under the enemy's eyes.
    Case("bkg", "august-1939", hidden_bkg.SECRETS, 1500, 2, 6, open=("BreakOut",)),
    Case("bkg", "august-1939", hidden_bkg.SECRETS, 1500, 1, 6, OPEN, open=("BreakOut",), light=True),
    Case("kgw", "july-1939", hidden_kgw.SECRETS, 3000, 1, 24, standing=("top",)),
    Case("kgw", "may-1939", hidden_kgw.SECRETS, 3000, 1, 12, standing=("top",), light=True),
    Case("kgw", "haichi-go", hidden_kgw.SECRETS, 3000, 1, 12, SPARE, standing=("top",), light=True),
    Case("pbn", "campaign", hidden_pbn.SECRETS, 3000, 1, 1, standing=SECRETLY, open=FLOWN),
    Case("pbn", "campaign", hidden_pbn.SECRETS, 3000, 1, 4, EVERYTHING, standing=SECRETLY, open=FLOWN, light=True),
    Case("sn", "kantokuen", hidden_sn.SECRETS, 6000, 3, 8, standing=("top",)),
    Case("sn", "anti-comintern", hidden_sn.SECRETS, 6000, 2, 8, WINTER, standing=("top",), light=True),
    Case("sn", "nomonhan", hidden_sn.SECRETS, 6000, 2, 8, SWAPPED, standing=("top",), light=True),
)
