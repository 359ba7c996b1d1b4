"""One side's place at a game: all that a client gets of it, so that nothing can be shown that is not in a view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from khalkhin.engine.agenda import Noun
from khalkhin.engine.errors import Illegal, Reason, no
from khalkhin.engine.game import Game
from khalkhin.engine.view import View, about_hex, goals, log_for, objectives, stack_loads, view

if TYPE_CHECKING:
    from khalkhin.engine.match import Effect, Match


class Seat:
    """What one side (None: a spectator) may see, ask and say."""

    def __init__(self, match: Match, side: str | None) -> None:
        self._match = match
        self.side = side
        self._number = None if side is None else match.side_number(side)

    @property
    def game(self) -> Game[Any]:
        """What is printed: map, counters, charts. No position."""
        return self._match.game

    def view(self) -> View:
        """What the side may see now; the log has its own doors."""
        return view(self._match.state, self._number)

    def whole_view(self) -> View:
        """What a computer player gets: the view with the log."""
        return self._match.view(self.side)

    def news(self, since: int = 0) -> tuple[list[dict[str, Any]], int]:
        """The lines of the log that the side may read, from a bookmark on, and the bookmark for the next time."""
        log = self._match.log
        return log_for(log[since:], self._number), len(log)

    def overlays(self) -> dict[str, Any]:
        """What can be laid over the map: zones of control, objectives."""
        return self._match.overlays(self.side)

    def objectives(self) -> list[dict[str, Any]]:
        """The hexes that count for victory, and who holds them."""
        return objectives(self._match.state, self._number)

    def goals(self) -> list[dict[str, Any]]:
        """How the game is won, and what each side lacks for it: texts, rules, and whether this turn can bring it."""
        return goals(self._match.state, self._number)

    def about_hex(self, hex_: str) -> list[dict[str, Any]]:
        """What is printed on a hex beside terrain and ways, and what it counts, as texts."""
        return about_hex(self._match.state, self.game.map_hex(hex_))

    def stack_loads(self) -> list[dict[str, Any]]:
        """How full the side's stacks are: texts with their hex, and whether it is too much."""
        return [] if self._number is None else stack_loads(self._match.state, self._number)

    def prospects(self, hex_: str) -> dict[str, Any]:
        """What it would mean for what the side has in hand to stand in a hex: attacks with their odds, and duties."""
        return self._match.prospects(hex_, self.side)

    def why(self, verb: str, noun: Noun = None) -> Reason | None:
        """The reason against a decision; None if it may be taken."""
        return self._match.why(verb, noun, self.side)

    def effect(self, verb: str, noun: Noun = None) -> Effect:
        """Whether a decision could not be taken back and throws dice, as far as the side can know."""
        return self._match.effect(verb, noun, self.side)

    def play(self, verb: str, noun: Noun = None) -> None:
        """Take a decision, or raise Illegal and change nothing."""
        self._match.play(verb, noun, self.side)

    def can_undo(self) -> bool:
        return self.side is not None and self._match.can_undo(self.side)

    def undo(self, decisions: int = 1) -> None:
        """Take back that many of the side's last decisions, or none of them."""
        if self.side is None:
            raise Illegal(no("", "engine.no-undo", cause="@undo.nothing"), self.game)
        self._match.undo(self.side, decisions)

    def rehearsal(self, seed: int = 0) -> Seat:
        """The same seat at a position sampled from its view, with other dice: what is tried there tells no secret."""
        from khalkhin.engine.match import Match

        return Match(self._match.imagine(self.side, seed)).seat(self.side)
