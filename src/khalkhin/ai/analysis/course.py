"""The course of a game that is over: who decided what in which phase, and how the chances stood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from khalkhin.ai.advisor import AnyAdvisor, advisor_of
from khalkhin.ai.ideas import Idea
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.history import History
from khalkhin.engine.match import Match
from khalkhin.engine.state import Event, State


@dataclass(frozen=True)
class Stretch:
    """Decisions of one side in one phase. Dice fall, if they do, with the last of them."""

    begin: int
    """How many decisions came before."""
    end: int
    side: int
    turn: int
    phase: str
    rolled: bool


class Course:
    """Every position of a game that is over. Nothing is hidden any more."""

    def __init__(self, match: Match) -> None:
        if not match.over:
            raise KhalkhinError("analysis.not-over")
        s = match.state
        self.game = match.game
        self.history = History(self.game.start(s.scenario, s.options, s.dice))
        self.history.follow(match.decisions)
        self._rolled = [self.position(n).rolled for n in range(match.length + 1)]
        self.stretches = list(self._stretches())
        self.chances = {n: self.advisor.win_chance(self.position(n), 0) for n in self._joints()}
        """The first side's chance of winning where stretches begin, and at the end."""

    @property
    def advisor(self) -> AnyAdvisor:
        return advisor_of(self.game)

    @property
    def length(self) -> int:
        return len(self.history.decisions)

    def position(self, decisions: int) -> State:
        """The position after so many decisions. It is not to be changed."""
        return self.history.position(decisions)

    def chance(self, decisions: int, side: int) -> float:
        """A side's chance of winning at a joint of two stretches."""
        first = self.chances[decisions]
        return 1 - first if side else first

    def said(self, stretch: Stretch) -> Idea:
        """What was decided."""
        return [(d.verb, d.noun) for d in self.history.decisions[stretch.begin : stretch.end]]

    def told(self, decision: int) -> list[Event]:
        """The lines of the log that came with a decision."""
        moments = self.history.moments
        return self.history.log[moments[decision].log : moments[decision + 1].log]

    def _stretches(self) -> Iterator[Stretch]:
        taken, moments = self.history.decisions, self.history.moments

        def what(n: int) -> tuple[int, int, str, int]:
            return taken[n].side, moments[n].turn, moments[n].phases[-1], self._rolled[n]

        for (side, turn, phase, rolled), run in groupby(range(len(taken)), key=what):
            numbers = list(run)
            end = numbers[-1] + 1
            yield Stretch(numbers[0], end, side, turn, phase, self._rolled[end] != rolled)

    def _joints(self) -> Iterator[int]:
        yield from (stretch.begin for stretch in self.stretches)
        yield self.length

    def owners(self) -> dict[int, int]:
        """Whose phase every stretch is in, by where it begins: who answers an attack does not throw the dice."""
        out: dict[int, int] = {}
        for _, run in groupby(self.stretches, key=lambda stretch: (stretch.turn, stretch.phase)):
            found = list(run)
            said: Counter[int] = Counter()
            for stretch in found:
                said[stretch.side] += stretch.end - stretch.begin
            out |= {stretch.begin: said.most_common(1)[0][0] for stretch in found}
        return out
