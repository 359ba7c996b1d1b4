"""What a side takes back and says in one message, tried on a copy: as a whole or not at all.

Only where a decision turns out not to be one to take back (dice, something hidden that shows itself) and more was said
after it, the message ends there: to undo it all and refuse would have told for nothing what is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from khalkhin.engine.errors import Reason
from khalkhin.engine.match import Match
from khalkhin.engine.typed_line import TypedLine
from khalkhin.engine.vocabulary import Vocabulary
from khalkhin.server.store.rows import Said


@dataclass(frozen=True)
class Spoken:
    """What came of a message."""

    match: Match
    """The game as it is then."""
    say: tuple[Said, ...]
    """What was said, as records write it."""
    left: tuple[str, ...] = ()
    """What came after a decision that cannot be taken back, and was not said."""
    note: Reason | None = None
    """What whoever typed a line has to be told of the rest of it."""


def say_all(match: Match, side: str, undo: int, say: Sequence[Said]) -> Spoken:
    """Take back so many of a side's decisions, then take these."""
    twin = match.clone()
    twin.undo(side, undo)
    for done, (verb, noun) in enumerate(say):
        if done and not twin.can_undo(side):
            return Spoken(twin, tuple(say[:done]), tuple(_text(said) for said in say[done:]))
        twin.play(verb, noun, side)
    return Spoken(twin, tuple(say))


def say_line(match: Match, side: str, line: str, vocabulary: Vocabulary) -> Spoken:
    """Carry out a line as it is typed in the terminal."""
    done = TypedLine(line, vocabulary).carry_out(match, side)
    return Spoken(done.match, done.said, done.left, done.note)


def _text(said: Said) -> str:
    return " ".join(str(part) for part in said if part is not None)
