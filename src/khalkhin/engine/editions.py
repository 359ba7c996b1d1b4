"""Editions of a game's rules, and the data that was played with each: so a record from long ago is known again.

`data/editions.toml` has the number of today's edition and, by its hash, the edition of all data that ever shipped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from khalkhin.board.data import table

FILE = "editions.toml"


@dataclass(frozen=True)
class Editions:
    """The edition of the rules as they are played now, and that of all data we know of, by its hash."""

    now: int = 1
    known: Mapping[str, int] = field(default_factory=dict)


def read_editions(folder: Path) -> Editions:
    """The editions of the game in a data folder; one without the file has had one edition only."""
    if not (folder / FILE).is_file():
        return Editions()
    told = table(folder / FILE)
    now, known = told.integer("edition"), told.table("data")
    for digits in known:
        if not 1 <= known.integer(digits) <= now:
            known.fail(digits, f"there is no edition {known[digits]} of {now}")
    return Editions(now, dict(known))
