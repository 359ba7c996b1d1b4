"""The past of a table as each audience may look at it again.

While a game runs an audience has the positions it was shown, by the numbers they had: counting decisions would tell of
the secret ones. What was taken back is not among them. When the game is over every decision lies open.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from threading import Lock
from typing import Any

from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.history import History
from khalkhin.engine.match import Decision
from khalkhin.engine.state import State
from khalkhin.engine.view import View, hears, log_for, open_view, view
from khalkhin.server.audience import name_of
from khalkhin.server.loading import Stopped, can_end, first_position
from khalkhin.server.store.rows import Entry, TableRow


@dataclass(frozen=True)
class Frame:
    """A position that can be looked at: its number, how many decisions came before it, and who took the last."""

    n: int
    decisions: int
    side: str | None


class Timeline:
    """Follows the entries of one table."""

    def __init__(self, row: TableRow, stopped: Stopped | None = None) -> None:
        self.game = library.get(row.game)
        self.history = History(first_position(row, self.game))
        self._stopped = stopped
        self.entries = 0
        """How many entries it has followed."""
        self._shown: dict[str | None, list[Frame]] = {who: [Frame(1, 0, None)] for who in (*self.game.sides, None)}
        self._heard: dict[str | None, tuple[int, list[int]]] = {}
        """With how many entries there were then."""
        self._lock = Lock()

    # -- following --------------------------------------------------------------------------------------------------

    def follow(self, entries: Sequence[Entry], dice: Dice, watch: Callable[[], None] = lambda: None) -> None:
        """Come to where the entries of the table are: all of them, from the first on, with the dice that it has now.

        `watch` is called before each, and may end it; it can be gone on with from there.
        """
        with self._lock:
            self.history.use(dice)
            for entry in entries[self.entries :]:
                watch()
                self._follow(entry)
                self.entries += 1

    def _follow(self, entry: Entry) -> None:
        side = self.game.sides.index(entry.side)
        for _ in range(entry.undo):
            self._take_back(side)
        halted = self._stopped is not None and entry.n > self._stopped.entry
        for verb, noun in entry.say:
            if not halted or can_end(self.history.position(len(self.history.decisions)), entry.side, verb):
                self.history.take(Decision(side, verb, self.game.parse(verb, noun)))
        if self._stopped is not None and entry.n == self._stopped.entry:
            self.history.tell(*self._stopped.events(self.game))
        for who, frames in self._shown.items():
            number, decisions = entry.numbers[name_of(who)], len(self.history.decisions)
            if number != frames[-1].n:
                if frames[-1].decisions == decisions:
                    frames.pop()  # taken back: the same position under a new number
                frames.append(Frame(number, decisions, entry.side if decisions else None))

    def _take_back(self, side: int) -> None:
        """One decision is taken back. Whoever saw it loses the positions with it; for all others they move up.

        What was seen is worked out only for those who have such positions: that is most of the work.
        """
        index = self.history.last_of(side)
        mine = self.game.sides[side]
        asked = [who for who, frames in self._shown.items() if who != mine and frames[-1].decisions > index]
        log = self.history.moments[index].log
        before = {who: self._seen(who, log) for who in asked}
        self.history.take_back(side)
        for who, frames in self._shown.items():
            unseen = who in before and self._seen(who, log) == before[who]
            frames[:] = [
                frame if frame.decisions <= index else replace(frame, decisions=frame.decisions - 1)
                for frame in frames
                if frame.decisions <= index or unseen
            ]

    def _seen(self, who: str | None, log: int) -> tuple[View, list[dict[str, Any]]]:
        """What an audience sees now, apart from who is waited for, with the log from a line on."""
        side = self._number(who)
        position = self.history.position(len(self.history.decisions))
        return {**view(position, side), "waiting": None}, log_for(self.history.log[log:], side)

    def _number(self, who: str | None) -> int | None:
        return None if who is None else self.game.sides.index(who)

    # -- looking ----------------------------------------------------------------------------------------------------

    def frames(self, who: str | None, everything: bool) -> list[Frame]:
        """The positions an audience may look at; every one of the game, where everything lies open."""
        if not everything:
            return self._shown[who]
        taken = self.history.decisions
        return [Frame(0, 0, None), *(Frame(n, n, self.game.sides[d.side]) for n, d in enumerate(taken, start=1))]

    def data(self, who: str | None, everything: bool) -> list[dict[str, Any]]:
        """The frames as clients list them."""
        index = len(self.game.sides) if who is None else self.game.sides.index(who)
        out = []
        with self._lock:
            told = self._told(who)
            for frame in self.frames(who, everything):
                moment = self.history.moments[frame.decisions]
                at = {"turn": moment.turn, "phase": moment.phases[index]}
                out.append({"n": frame.n, **at, "side": frame.side, "log": bisect_left(told, moment.log)})
        return out

    def look(self, who: str | None, everything: bool, n: int, named: bool = False) -> tuple[View, int, int] | None:
        """What an audience saw in a frame, and which lines of its log came with it: from, to. None: no such frame.

        `named`: with the name of every counter, whoever could know it then.
        """
        with self._lock:
            found = self._find(who, everything, n)
            if found is None:
                return None
            before, decisions = found
            told, moments = self._told(who), self.history.moments
            since = 0 if before is None else bisect_left(told, moments[before].log)
            until = bisect_left(told, moments[decisions].log)
            return self._view(self.history.position(decisions), who, named), since, until

    def _find(self, who: str | None, everything: bool, n: int) -> tuple[int | None, int] | None:
        """How many decisions came before the frame before a frame, and before that frame."""
        if everything:
            return (n - 1 if n else None, n) if n <= len(self.history.decisions) else None
        frames = self._shown[who]
        at = bisect_left(frames, n, key=lambda frame: frame.n)
        if at == len(frames) or frames[at].n != n:
            return None
        return frames[at - 1].decisions if at else None, frames[at].decisions

    def _view(self, position: State, who: str | None, named: bool) -> View:
        dice = position.dice.published(position.result is not None)
        return {**(open_view(position) if named else view(position, self._number(who))), "dice": dice}

    def _told(self, who: str | None) -> list[int]:
        """Where in the whole log the lines stand that an audience hears."""
        entries, told = self._heard.get(who, (-1, []))
        if entries != self.entries:
            side = self._number(who)
            told = [place for place, event in enumerate(self.history.log) if hears(event, side)]
            self._heard[who] = self.entries, told
        return told


# -- turns and phases --------------------------------------------------------------------------------------------------


def marks(frames: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Where turns and phases begin."""
    runs = groupby(frames, key=lambda frame: (frame["turn"], frame["phase"]))
    return [{"n": next(run)["n"], "turn": turn, "phase": phase} for (turn, phase), run in runs]


def last_turn(frames: Sequence[dict[str, Any]], side: str | None) -> int | None:
    """The frame where a side was done before the others played: after the last decision of its phase before theirs.

    A phase is whose decisions make up most of it: who answers an attack does not play.
    """
    if side is None:
        return None
    theirs = False
    for run in reversed(_phases(frames)):
        sides = [frame["side"] for frame in run]
        owner = max(dict.fromkeys(sides), key=sides.count)
        if owner == side and theirs:
            return max(int(frame["n"]) for frame in run if frame["side"] == side)
        theirs = theirs or owner != side
    return None


def _phases(frames: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The frames that decisions led to, by the phase in which they were taken: that of the frame before."""
    taken = groupby(pairwise(frames), key=lambda pair: (pair[0]["turn"], pair[0]["phase"]))
    return [[after for _, after in run] for _, run in taken]
