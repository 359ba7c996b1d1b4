"""What a game tells beside the position: where it stands, what counts for victory, whom supply reaches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from khalkhin.board.hexset import Hex
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Reason, Text


@dataclass(frozen=True)
class ScoreLine:
    """One line of the victory arithmetic."""

    side: int
    rule: str
    key: str
    count: int | None
    """None: the asking side may not know."""
    points: int | None


class Pool(NamedTuple):
    """Points that both sides have, such as air points: None where the asking side may not know."""

    key: str
    icon: str
    values: tuple[int | None, ...]


class Due(NamedTuple):
    """Reinforcements to come."""

    turn: int
    side: int
    units: UnitSet


class TrackBox(NamedTuple):
    """A box of the turn track: its turn, what it is called, and what is printed in it."""

    turn: int
    key: str
    notes: tuple[Text, ...] = ()


class Objective(NamedTuple):
    """A hex that counts for victory, and who holds it."""

    hex: Hex
    points: int | None
    rule: str
    holder: int | None
    each: tuple[int, int] | None = None
    """What it brings either side, where that differs; `points` are for who holds it, or for whom it brings more."""


class StackLoad(NamedTuple):
    """How much of a side stands in a hex, beside how much may."""

    hex: Hex
    text: Text
    over: bool
    """Whether it is too much."""


class SupplyLine(NamedTuple):
    """How supply reaches the units of a hex: the path from its source, or what blocks it, if anything does."""

    hex: Hex
    path: tuple[Hex, ...]
    """Empty where there is no line."""
    block: Hex | None
    why: Reason | None = None
    """Why there is no line."""


@dataclass(frozen=True)
class Summary:
    """Where the game stands, for the head of a screen."""

    turn: Text
    last: int | None = None
    """The last turn, where there is one."""
    phases: tuple[str, ...] = ()
    """The phases of a turn, in their order."""
    pools: tuple[Pool, ...] = ()
    due: tuple[Due, ...] = ()
    track: tuple[TrackBox, ...] = ()
    """The boxes of the turn track, where they have names of their own; else turns are numbers."""
    icon: str = ""
    """A picture beside the turn, such as of the weather."""
