"""What an order that ends a phase would leave undone: told once before the phase ends.

Whoever types the same order again means it, and so does whoever ends a phase behind other orders on one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from khalkhin.engine.agenda import Kind
from khalkhin.engine.seat import Seat
from khalkhin.engine.typed_words import CLOSING, closing
from khalkhin.engine.view import View, offers_of
from khalkhin.terminal.voice import Voice


class EndingGuard:
    """Asks back, once a phase, where somebody is about to end it and would lose something by that."""

    def __init__(self, on: bool) -> None:
        self.on = on
        self._asked = ""
        """The phase in which it was asked back."""

    def objections(self, voice: Voice, seat: Seat, words: Sequence[str]) -> list[str]:
        """What to tell before a line of these words is carried out; nothing if it is meant."""
        verb = voice.vocabulary.verb(words[0]) if self.on and len(words) == 1 else None
        if verb is None:
            return []
        seen = seat.view()
        left = left_undone(voice, seat, seen, closing(seen, verb)) if self._asked != phase_of(seen) else []
        if left:
            self._asked = phase_of(seen)
        return left


def left_undone(voice: Voice, seat: Seat, seen: View, verb: str) -> list[str]:
    """What would be lost if the side said this verb now; nothing where it loses nothing or the phase goes on."""
    if verb not in CLOSING or not any(offer["kind"] != Kind.NOTHING.value for offer in offers_of(seen)):
        return []
    return [*_idle(voice, seen), *_warned(voice, seat, seen, verb)]


def _idle(voice: Voice, seen: View) -> Iterator[str]:
    """Units that could still be chosen, where the game has words for leaving them."""
    key = f"left.{seen['prompt']['key']}"
    units = {noun for offer in offers_of(seen) if offer["kind"] == Kind.UNIT.value for noun in offer["nouns"]}
    if units and key in voice:
        yield voice.say(key, count=len(units))


def _warned(voice: Voice, seat: Seat, seen: View, verb: str) -> Iterator[str]:
    """What the side was warned of, if the phase ends with it."""
    warnings = seen["details"].get("warnings", ())
    if warnings and _ends_phase(seat, seen, verb):
        yield from (f"{voice.text(warning)} [{warning['rule']}]" for warning in warnings)


def _ends_phase(seat: Seat, seen: View, verb: str) -> bool:
    twin = seat.rehearsal()
    if twin.why(verb) is not None:
        return False
    twin.play(verb)
    return phase_of(twin.view()) != phase_of(seen)


def phase_of(seen: View) -> str:
    """A phase of one turn, told apart from the same phase of another turn or impulse."""
    return f"{seen['summary']['turn']} {seen['phase']}"
