"""A typed line carried out, by one policy wherever it is typed: in a terminal, in a browser, by a program.

1. **All or nothing.** The decisions of a line are taken one after the other on a copy of the game. If one is refused,
   the line is refused with its reason and nothing has changed.
2. **Up to what cannot be taken back.** Nobody decides on what he has not seen yet: after dice, a reveal or the end of
   the game the line ends. What was carried out stays, and the person is told what was not (`CarriedOut.note`).
3. **Nothing final for a line that cannot go on.** First of all the whole line is rehearsed, also past what cannot be
   taken back, in positions sampled from the side's own view, with other dice. If what comes after it is refused in all
   of them, the line is refused, and nothing has changed.

The rehearsal knows only what the side knows: its refusal tells nothing that is hidden, and it uses up none of the
game's dice. What the game itself refuses (1) the side could also find out by deciding and taking back. Whoever wants to
know whether a hidden unit is in the way has to go there, and then it is seen by everybody (2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from khalkhin.engine.errors import KhalkhinError, Reason, no
from khalkhin.engine.match import Match
from khalkhin.engine.seat import Seat
from khalkhin.engine.typed_words import Said, next_decision, tokens

REHEARSALS = 12
"""How many sampled positions have to refuse the rest of a line. What only rare dice would allow may be refused, too:
nothing is lost by it, for the line can be typed in two."""


class RefusedPart(KhalkhinError):
    """A line of several decisions of which one is refused."""

    def __init__(self, part: str, error: KhalkhinError) -> None:
        super().__init__("order.refused-part", part=part, error=error)


class CarriedOut(NamedTuple):
    """What came of a line."""

    match: Match
    """The game as it is then; the one it was typed at has not changed."""
    said: tuple[Said, ...]
    """The decisions taken, as records write them."""
    left: tuple[str, ...] = ()
    """The words that came after a decision that cannot be taken back, and were not carried out."""

    @property
    def note(self) -> Reason | None:
        """What whoever typed the line has to be told of the rest of it."""
        return no("", "order.left", text=str(self.said[-1]), rest=" ".join(self.left)) if self.left else None


@dataclass
class _Run:
    """How far a line goes at a seat."""

    rest: Sequence[str]
    said: list[Said] = field(default_factory=list)
    final: Said | None = None
    """The first decision that cannot be taken back, if more comes after it."""
    refusal: KhalkhinError | None = None


class TypedLine:
    """What somebody typed, without what says nothing (`fillers`: words of their language such as "with")."""

    def __init__(self, words: Sequence[str]) -> None:
        if not words:
            raise KhalkhinError("order.empty")
        self.words = tuple(words)

    @classmethod
    def read(cls, text: str, match: Match, fillers: Sequence[str] = ()) -> TypedLine:
        return cls(tokens(text, fillers, match.game.verbs))

    def carry_out(self, match: Match, side: str) -> CarriedOut:
        """Take the decisions of the line on a copy of a game, or raise what is wrong with the first that is refused."""
        self._rehearse(match.seat(side))
        twin = match.clone()
        run = self._run(twin.seat(side), beyond=False)
        if run.refusal is not None:
            raise run.refusal
        return CarriedOut(twin, tuple(run.said), tuple(run.rest))

    def _rehearse(self, seat: Seat) -> None:
        """Refuse a line that cannot go on after a decision that cannot be taken back, as far as the side can know."""
        if len(self.words) < 2:
            return
        runs: list[_Run] = []
        for seed in range(REHEARSALS):
            run = self._run(seat.rehearsal(seed), beyond=True)
            if run.final is None or run.refusal is None:
                return
            runs.append(run)
        first, told = runs[0], {str(run.refusal) for run in runs}
        if len(told) == 1 and first.refusal is not None:
            raise first.refusal
        # Every roll has a reason of its own, and none of them is the game's.
        raise KhalkhinError("order.cannot-follow", text=str(first.final), part=first.rest[0])

    def _run(self, seat: Seat, beyond: bool) -> _Run:
        """Carry the line out at a seat; `beyond`: also what comes after a decision that cannot be taken back."""
        run = _Run(self.words)
        while run.rest:
            if run.said and run.final is None and not seat.can_undo():
                run.final = run.said[-1]
                if not beyond:
                    break
            part = run.rest[0]
            try:
                decision, rest = next_decision(seat, list(run.rest))
                part = str(decision)
                seat.play(*decision)
            except KhalkhinError as error:
                alone = not run.said and len(run.rest) <= 2
                run.refusal = error if alone else RefusedPart(part, error)
                break
            run.said.append(decision)
            run.rest = rest
        return run
