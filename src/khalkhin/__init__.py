"""Four hex-and-counter wargames of the 1939-41 Soviet-Japanese border war on one engine::

import khalkhin

game = khalkhin.new("bkg", seed=7)
game.prompts()                      # who is asked what, and every legal choice
game.play("unit", "SU-601-1")       # or khalkhin.Illegal with the rule and the reason
game.view("soviet")                 # plain data, fog of war applied
text = game.record()                # khalkhin.load(text) replays it
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import Illegal, KhalkhinError, RecordError
from khalkhin.engine.library import codes, get
from khalkhin.engine.match import Match
from khalkhin.engine.record import read_header, replay

__version__ = "0.1.0"
__all__ = ["Illegal", "KhalkhinError", "Match", "RecordError", "codes", "load", "new"]


def new(
    game: str,
    scenario: str | None = None,
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    overrides: Path | None = None,
) -> Match:
    """A new game at its first prompt. With a seed it is a practice game, and its record says so."""
    dice = None if seed is None else Dice.practice(seed)
    return Match(get(game, overrides).start(scenario, options, dice))


def load(record: str, overrides: Path | None = None) -> Match:
    """Play a record again, proving every line of it."""
    return replay(record, get(read_header(record).game, overrides))
