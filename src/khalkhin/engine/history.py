"""The past of a game, to look at any of its positions: decisions, and a copy of the position every so often."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from khalkhin.engine.agenda import decide, why
from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import STANDING
from khalkhin.engine.match import Decision
from khalkhin.engine.state import Event, State
from khalkhin.engine.view import phase

EVERY = 64
"""Decisions between two copies: a position is at most so many decisions away from one."""


@dataclass(frozen=True, slots=True)
class PastPosition:
    """What is known of every position without going back to it."""

    turn: int
    phases: tuple[str, ...]
    """As each side sees it, and last a spectator."""
    log: int
    """How many lines the whole log had."""


class History:
    """Positions by how many decisions came before them. It only follows a match and never decides anything itself."""

    def __init__(self, start: State, every: int = EVERY) -> None:
        self.game = start.game
        self.decisions: list[Decision] = []
        self.log: list[Event] = list(start.log or ())
        self._every = every
        self._copies: list[tuple[int, State]] = [(0, start.clone())]
        """Positions with how many decisions came before, in ascending order."""
        self._way: list[tuple[int, State]] = []
        """The positions after each decision from a copy on, where something was taken back."""
        self._last = self._copies[0][1].clone()
        self.moments: list[PastPosition] = [self._moment(self._last)]
        self._looked: tuple[int, State] = self._copies[0]
        """The position that was looked at last: the next one is often the one after it."""

    # -- following --------------------------------------------------------------------------------------------------

    def take(self, decision: Decision) -> None:
        """Go on with a decision that was taken."""
        s = self._last
        s.log = self.log
        decide(s, *decision)
        s.log = None
        self.decisions.append(decision)
        self.moments.append(self._moment(s))
        if len(self.decisions) - self._copies[-1][0] >= self._every:
            self._copies.append((len(self.decisions), s.clone()))
            self._way = []

    def tell(self, *events: Event) -> None:
        """Lines of the log that no decision led to: they belong to the latest position."""
        self.log.extend(events)
        self.moments[-1] = replace(self.moments[-1], log=len(self.log))

    def take_back(self, side: int) -> int:
        """Take a side's last decision back, as `Match.undo` does: what the others did meanwhile stays.

        Gives the place of the decision among all: positions with more decisions before them have moved up by one.
        """
        index = self.last_of(side)
        later = self.decisions[index + 1 :]
        self.cut(index)
        for decision in later:
            # A draw offered again after the answer that is taken back stands already.
            if decision.verb not in STANDING or why(self._last, *decision) is None:
                self.take(decision)
        return index

    def last_of(self, side: int) -> int:
        """The place of a side's last decision among all."""
        return next(n for n in range(len(self.decisions) - 1, -1, -1) if self.decisions[n].side == side)

    def cut(self, length: int) -> None:
        """Forget all but the first decisions."""
        self._last = self._gone_back(length).clone()
        del self.decisions[length:], self.moments[length + 1 :], self.log[self.moments[length].log :]
        for copies in (self._copies, self._way):
            while copies and copies[-1][0] > length:
                copies.pop()
        self._looked = self._copies[-1]

    def _gone_back(self, length: int) -> State:
        """The position to go back to. Those on the way are kept: often one decision after the other is taken back."""
        if not any(before == length for before, _ in self._way):
            before, s = next(copy for copy in reversed(self._copies) if copy[0] <= length)
            s = s.clone()
            self._way = [(before, s.clone())]
            for decision in self.decisions[before:length]:
                decide(s, *decision)
                before += 1
                self._way.append((before, s.clone()))
        return next(s for before, s in reversed(self._way) if before == length)

    def follow(self, decisions: Iterable[Decision]) -> None:
        """Come to where a match is that has taken these decisions."""
        wanted = list(decisions)
        same = 0
        while same < min(len(wanted), len(self.decisions)) and wanted[same] == self.decisions[same]:
            same += 1
        if same < len(self.decisions):
            self.cut(same)
        for decision in wanted[same:]:
            self.take(decision)

    def _moment(self, s: State) -> PastPosition:
        return PastPosition(
            s.turn, tuple(phase(s, side) for side in (*range(len(self.game.sides)), None)), len(self.log)
        )

    def use(self, dice: Dice) -> None:
        """Go on with dice that a share has joined: what fell before falls as it fell."""
        for _, s in (*self._copies, *self._way, self._looked, (0, self._last)):
            s.dice = dice

    # -- looking ----------------------------------------------------------------------------------------------------

    def position(self, decisions: int) -> State:
        """The position after so many decisions. It is not to be changed."""
        if not 0 <= decisions <= len(self.decisions):
            raise KhalkhinError("engine.no-such-position", decisions=decisions, last=len(self.decisions))
        if decisions == len(self.decisions):
            return self._last
        copies = (*self._copies, self._looked)
        before, s = max((copy for copy in copies if copy[0] <= decisions), key=lambda copy: copy[0])
        if before < decisions:
            s = s.clone()
            for decision in self.decisions[before:decisions]:
                decide(s, *decision)
            self._looked = decisions, s
        return s
