"""What a side takes back and says in one message, tried on a copy: as a whole or not at all.

Only where a decision turns out not to be one to take back (dice, something hidden that shows itself) and more was said
after it, the message ends there: to undo it all and refuse would have told for nothing what is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.match import Match
from khalkhin.server.store.rows import Said
from khalkhin.table import Table
from khalkhin.table.orders import RefusedPart, next_decision, tokens


@dataclass(frozen=True)
class Spoken:
    """What came of a message."""

    match: Match
    """The game as it is then."""
    say: tuple[Said, ...]
    """What was said, as records write it."""
    left: tuple[str, ...] = ()
    """What came after a decision that cannot be taken back, and was not said."""


def say_all(match: Match, side: str, undo: int, say: Sequence[Said]) -> Spoken:
    """Take back so many of a side's decisions, then take these."""
    twin = match.clone()
    for _ in range(undo):
        twin.undo(side)
    for done, (verb, noun) in enumerate(say):
        if done and not twin.can_undo(side):
            return Spoken(twin, tuple(say[:done]), tuple(_text(said) for said in say[done:]))
        twin.play(verb, noun, side)
    return Spoken(twin, tuple(say))


def say_order(match: Match, side: str, line: str, fillers: Sequence[str]) -> Spoken:
    """Carry out a line as it is typed in the terminal."""
    twin = match.clone()
    seat, said, rest = Table(twin).seat(side), list[Said](), tokens(line, fillers, match.game.verbs)
    if not rest:
        raise KhalkhinError("server.empty-order")
    while rest:
        if said and not seat.can_undo():
            break
        before = len(rest)
        try:
            decision, rest = next_decision(seat, rest)
            seat.play(*decision)
        except KhalkhinError as error:
            if not said and before <= 2:
                raise
            raise RefusedPart(rest[0] if len(rest) == before else str(decision), error) from None
        said.append((decision.verb, decision.noun))
    return Spoken(twin, tuple(said), tuple(rest))


def _text(said: Said) -> str:
    return " ".join(str(part) for part in said if part is not None)
