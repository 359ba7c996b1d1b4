"""Four hex-and-counter wargames of the 1939-41 Soviet-Japanese border war on one engine.

import khalkhin

match = khalkhin.new("bkg", seed=7)
match.prompts()                      # who is asked what, and every legal choice
match.play("auto")                   # or khalkhin.Illegal with the rule and the reason
match.view("soviet")                 # plain data, fog of war applied
text = match.record()                # khalkhin.load(text) replays it
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

__version__ = "0.2.0"
__all__ = ["Illegal", "KhalkhinError", "Match", "RecordError", "codes", "load", "new"]


def new(
    game: str,
    scenario: str | None = None,
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    overrides: Path | None = None,
) -> Match:
    """Start a game: `khalkhin.new("bkg")` is at its first prompt, ready to be played.

    `game` is one of `codes()`. Without a `scenario` the first one of the rulebook is played. `options` switches
    optional rules by name; those that are not named have their default. With a `seed` the dice are the same every time:
    a practice game, and its record says so. `overrides` is a folder of corrected data files.
    """
    dice = None if seed is None else Dice.practice(seed)
    return Match(get(game, overrides).start(scenario, options, dice))


def load(record: str, overrides: Path | None = None) -> Match:
    """Read a saved game: the record is played again from the start, and every line of it is checked.

    Raises `RecordError` with the number of the first line that does not hold. `overrides` is the folder of corrected
    data that the game was played with, if there was one.
    """
    return replay(record, get(read_header(record).game, overrides))
