"""What an audience (a side, or the spectators) sees of a table, and the number that tells one sight from the next."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from khalkhin.engine.match import Match
from khalkhin.engine.state import Event
from khalkhin.engine.view import View, hears, log_for, open_view, view

SPECTATORS = "spectators"
"""The name of the audience that has no side, where numbers are stored."""


def name_of(side: str | None) -> str:
    return SPECTATORS if side is None else side


def audiences_of(match: Match) -> list[str | None]:
    return [*match.game.sides, None]


def kept(before: Sequence[Event], after: Sequence[Event]) -> int:
    """How many of the first lines of a log are still there after it went on or was taken back.

    Lines are added and taken away at the end only: where one line is the very same, all before it are.
    """
    at = min(len(before), len(after))
    while at and before[at - 1] is not after[at - 1]:
        at -= 1
    return at


@dataclass(frozen=True)
class Lines:
    """The lines of the log that one audience may read, with the times when they were written."""

    side: int | None
    lines: tuple[dict[str, Any], ...] = ()
    places: tuple[int, ...] = ()
    """Where in the whole log each of them stands."""
    cuts: tuple[tuple[int, int], ...] = ()
    """Where lines were taken back: the number it led to, and how many lines stayed."""

    def after(self, log: Sequence[Event], same: int, at: float) -> tuple[Lines, int]:
        """The lines when the log is this one, of which the first `same` are as before; and how many of ours stay.

        What was taken back and came again in the same words stays: the other side took back a secret plan.
        """
        first = bisect_left(self.places, same)
        new = [(place, line) for place, event in enumerate(log[same:], same) for line in self._heard(event)]
        old = self.lines[first:]
        if not old and not new:
            return self, first
        stay = 0
        while stay < min(len(old), len(new)) and {**new[stay][1], "at": old[stay]["at"]} == old[stay]:
            stay += 1
        lines = (*self.lines[: first + stay], *({**line, "at": at} for _, line in new[stay:]))
        places = (*self.places[:first], *(place for place, _ in new))
        return replace(self, lines=lines, places=places), first + stay

    def _heard(self, event: Event) -> list[dict[str, Any]]:
        return log_for([event], self.side) if hears(event, self.side) else []

    def with_cut(self, number: int, keep: int, before: Lines) -> Lines:
        """Remember, where fewer stayed than there were before, how many did with this number."""
        return self if keep == len(before.lines) else replace(self, cuts=(*self.cuts, (number, keep)))

    def still_held(self, count: int, number: int) -> int:
        """How many of the first lines a reader has who had so many when the number was this one."""
        keeps = [keep for cut, keep in self.cuts if cut > number]
        return min(count, len(self.lines), *keeps)


@dataclass(frozen=True)
class Sight:
    """What one audience sees now. A new one takes its place when something happens."""

    side: str | None
    number: int
    view: View
    undo: bool
    lines: Lines
    named: bool = False
    """Whether spectators are told the name of every counter: where nobody plays from whom it could be hidden."""
    _encoded: dict[str, str] = field(default_factory=dict, compare=False)

    def after(self, match: Match, same: int, at: float) -> Sight:
        """What the audience sees when the match has come this far; the first `same` lines of its log are as before."""
        seen, undo = look(match, self.side, self.named), self.side is not None and match.can_undo(self.side)
        lines, keep = self.lines.after(match.log, same, at)
        same_lines = keep == len(self.lines.lines) == len(lines.lines)
        if same_lines and _apart_from_waiting(seen) == _apart_from_waiting(self.view):
            if seen["waiting"] == self.view["waiting"] and undo == self.undo:
                return replace(self, lines=lines)  # its lines may stand elsewhere in the whole log
            return replace(self, view=seen, undo=undo, lines=lines, _encoded={})
        number = self.number + 1
        return Sight(self.side, number, seen, undo, lines.with_cut(number, keep, self.lines), self.named)

    def same_as(self, other: Sight) -> bool:
        """Whether there is nothing to show to somebody who has seen the other."""
        return self._encoded is other._encoded

    def encoded(self, encode: Any) -> str:
        """The view as JSON, made once for all who look."""
        if "view" not in self._encoded:
            self._encoded["view"] = encode(self.view)
        return self._encoded["view"]


def look(match: Match, side: str | None, named: bool = False) -> View:
    """What a side may see, with the promise about the dice; the log has its own way.

    `named`: a spectator reads the name of every counter.
    """
    number = None if side is None else match.side_number(side)
    seen = open_view(match.state) if named and side is None else view(match.state, number)
    halted: View = {"prompt": None, "waiting": []} if match.halted else {}
    return {**seen, **halted, "dice": match.state.dice.published(match.over)}


def _apart_from_waiting(seen: View) -> Mapping[str, Any]:
    return {**seen, "waiting": None}


class History:
    """Plays the log of a table again for its audiences, entry by entry, from the numbers that were stored."""

    def __init__(self, match: Match, at: float) -> None:
        self.numbers = {name_of(side): 1 for side in audiences_of(match)}
        self._lines = {side: self._begin(match, side, at) for side in audiences_of(match)}

    @staticmethod
    def _begin(match: Match, side: str | None, at: float) -> Lines:
        number = None if side is None else match.side_number(side)
        return Lines(number).after(match.log, 0, at)[0]

    def follow(self, match: Match, same: int, numbers: Mapping[str, int], at: float) -> None:
        for side, before in self._lines.items():
            lines, keep = before.after(match.log, same, at)
            self._lines[side] = lines.with_cut(numbers[name_of(side)], keep, before)
        self.numbers = dict(numbers)

    def sights(self, match: Match, named: bool = False) -> dict[str | None, Sight]:
        """What every audience sees at the end; `named`: spectators read the name of every counter."""
        return {
            side: Sight(
                side,
                self.numbers[name_of(side)],
                look(match, side, named),
                side is not None and match.can_undo(side),
                lines,
                named,
            )
            for side, lines in self._lines.items()
        }
