"""What is stored: tables, and one entry for every message that was acknowledged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from khalkhin.engine.dice import Share

Said = tuple[str, str | int | None]
"""A verb and a noun as records write them."""


@dataclass(frozen=True)
class SeatRow:
    """Who sits at one side's seat."""

    kind: str
    """human, computer, or record: a game that is only shown."""
    player: str | None = None
    """Which computer player."""
    name: str = ""
    token_hash: str = ""
    """SHA-256 of the seat's token; the token itself is nowhere but with its owner."""
    seconds: float | None = None
    """How long the computer player may think in a turn; None leaves it to the player."""
    invited: bool = False
    """Whether it is for somebody who is invited."""
    invitation: str = ""
    """SHA-256 of the invitation by which it can be taken; empty when it is taken."""
    leaves: bool = False
    """Whether whoever sits there wants the table to be deleted."""


@dataclass(frozen=True)
class TableRow:
    """What a table is from its beginning on. Only who sits at it changes, and the shares of its dice grow."""

    id: str
    game: str
    scenario: str
    options: Mapping[str, Any]
    data: str
    """The version of the game's data: with other data the decisions would mean something else."""
    secret: bytes
    dice_id: str
    seed: int | None
    seats: Mapping[str, SeatRow]
    created: float
    pace: float = 0.0
    due: bool = False
    """Whether a computer player is the first to decide."""
    edition: int = 1
    """The edition of the rules it began with."""
    shares: tuple[Share, ...] = ()
    """What the sides put into the dice."""
    unattended: bool = False
    """Whether its computers play on though nobody looks."""
    owner: str = ""
    """SHA-256 of the key of whoever made it; empty: only seats have rights."""
    seated: int = 0
    """How often it has changed who sits there."""


@dataclass(frozen=True)
class Entry:
    """One acknowledged message: what a side took back and said, and the numbers of all audiences after it."""

    table: str
    n: int
    side: str
    answered: int
    """The position number that the message answered."""
    undo: int
    say: Sequence[Said]
    line: str | None
    """The order as it was typed, where it was: sent again, it has to be known again."""
    left: Sequence[Said]
    """What the message said after a decision that could not be taken back: it was not carried out."""
    numbers: Mapping[str, int]
    at: float
    due: bool = False
    """Whether a computer player is asked after it: such tables go on when the server starts again."""
    edition: int = 1
    """The edition of the rules by which it was played."""
    data: str = ""
    """The data it was played with; empty: those of the table."""
    over: bool = False
    """Whether the game is over after it."""


@dataclass(frozen=True)
class Retention:
    """How long tables are kept that nobody touches, in seconds; None: for ever."""

    unplayed: float | None = None
    """From when they were made, if nobody has ever decided anything there."""
    idle: float | None = None
    """From the last decision of a game that is not over."""
    finished: float | None = None
    """From the end of a game, or since a record was brought."""


@dataclass(frozen=True)
class StoredTable:
    """A table as it is stored, with all that was said at it."""

    row: TableRow
    entries: list[Entry] = field(default_factory=list)
