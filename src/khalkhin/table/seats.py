"""A table with a game on it, and the seats round it.

A seat is all that a client gets: what one side may see, ask and say. The match itself stays here, so
that nothing can be shown that is not in a view.
"""

from __future__ import annotations

from typing import Any

from khalkhin.engine.agenda import Noun
from khalkhin.engine.errors import Illegal, Reason, no
from khalkhin.engine.game import Game
from khalkhin.engine.match import Match
from khalkhin.engine.view import View, log_for, view


class Table:
    """One game in progress."""

    def __init__(self, match: Match) -> None:
        self._match = match

    @property
    def game(self) -> Game[Any]:
        return self._match.game

    @property
    def decisions(self) -> int:
        return len(self._match.decisions)

    def waiting(self) -> list[str]:
        """The sides that are asked something now."""
        return [self.game.sides[p.side] for p in self._match.prompts()]

    def record(self) -> str:
        return self._match.record()

    def seat(self, side: str | None) -> Seat:
        return Seat(self, side)


class Seat:
    """One side's place at a table (None: a spectator's)."""

    def __init__(self, table: Table, side: str | None) -> None:
        self._table = table
        self.side = side

    @property
    def game(self) -> Game[Any]:
        """What is printed: map, counters, charts. No position."""
        return self._table.game

    def view(self) -> View:
        """What the side may see now; the log has its own doors."""
        return view(self._table._match.state, self._number)

    def whole_view(self) -> View:
        """What a computer player gets: the view with the log."""
        return self._table._match.view(self.side)

    def news(self, since: int = 0) -> tuple[list[dict[str, Any]], int]:
        """The lines of the log that the side may read, from a bookmark on, and the bookmark for the next time."""
        log = self._table._match.log
        return log_for(log[since:], self._number), len(log)

    def overlays(self) -> dict[str, Any]:
        """What can be laid over the map: zones of control, objectives."""
        return self._table._match.overlays(self.side)

    @property
    def _number(self) -> int | None:
        return None if self.side is None else self._table._match.side_number(self.side)

    def why(self, verb: str, noun: Noun = None) -> Reason | None:
        """The reason against a decision; None if it may be taken."""
        return self._table._match.why(verb, noun, self.side)

    def play(self, verb: str, noun: Noun = None) -> None:
        """Take a decision, or raise Illegal and change nothing."""
        self._table._match.play(verb, noun, self.side)

    def can_undo(self) -> bool:
        return self.side is not None and self._table._match.can_undo(self.side)

    def undo(self, decisions: int = 1) -> None:
        """Take back that many of the side's last decisions, or none of them."""
        if self.side is None:
            raise Illegal(no("", "engine.no-undo"), self.game)
        twin = self._table._match.clone()
        for _ in range(decisions):
            twin.undo(self.side)
        self._table._match = twin

    def rehearsal(self) -> Seat:
        """The same seat at a copy of the table, for trying an order of several decisions."""
        return Seat(Table(self._table._match.clone()), self.side)

    def adopt(self, rehearsed: Seat) -> None:
        """Make what was rehearsed real."""
        self._table._match = rehearsed._table._match


def offers(seen: View) -> list[dict[str, Any]]:
    """What a view's side may answer to its prompt; what may be said at any time is not among it."""
    return [] if seen["prompt"] is None else list(seen["prompt"]["offers"])
