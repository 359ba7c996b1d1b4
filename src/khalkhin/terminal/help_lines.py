"""What the orders of a game are, and what follows each of them."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.terminal.columns import aligned
from khalkhin.terminal.voice import Voice


def orders(voice: Voice) -> Iterator[str]:
    """Every order of the game as it is typed, with what it means."""
    yield voice.say("cli.orders")
    yield from aligned(((_typed(voice, verb), voice.verb(verb)) for verb in voice.game.verbs), indent="  ")


def order(voice: Voice, verb: str) -> str:
    return voice.say("cli.help-verb", order=_typed(voice, verb), meaning=voice.verb(verb))


def _typed(voice: Voice, verb: str) -> str:
    """An order with the kind of thing that comes after it."""
    return voice.typed(verb) + voice.say(f"cli.noun.{voice.game.verbs[verb].value}")
