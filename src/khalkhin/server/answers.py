"""What a seat is told, over HTTP and sockets alike: everything in it comes from the seat's own sight."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from khalkhin.engine.errors import Illegal, KhalkhinError
from khalkhin.engine.game import Game
from khalkhin.engine.seat import Seat
from khalkhin.engine.typed_line import TypedLine
from khalkhin.engine.vocabulary import Vocabulary
from khalkhin.engine.words import Words
from khalkhin.server.audience import Sight
from khalkhin.server.http import Problem, encode, reason_data
from khalkhin.server.live import Done, LiveTable


def view_message(sight: Sight, held: int) -> str:
    """What an audience sees, with the lines of the log after those the reader holds."""
    log = {"keep": held, "lines": sight.lines.lines[held:]}
    undo = "true" if sight.undo else "false"
    # The view is encoded once for everybody who looks.
    return f'{{"type":"view","number":{sight.number},"view":{sight.encoded(encode)},"log":{encode(log)},"undo":{undo}}}'


def done_data(done: Done, game: Game[Any], language: str) -> dict[str, Any]:
    """What a decider is told. What of a typed line was not carried out is said in a sentence, too."""
    told: dict[str, Any] = {"number": done.number}
    if done.say:
        told["say"] = [{"verb": verb, "noun": noun} for verb, noun in done.say]
    if done.left:
        told["left"] = list(done.left)
    if done.note is not None:
        told["note"] = reason_data(done.note, language, game)
    return told


def vocabulary(game: Game[Any], language: str) -> Vocabulary:
    """What the words of typed lines mean."""
    return Vocabulary(Words(language, game))


def why_data(
    table: LiveTable, side: str | None, verb: str | None, noun: str | int | None, language: str
) -> list[dict[str, Any]]:
    """What speaks against a decision, or against a thing in every way it could be meant now; of a decision that may be
    taken, whether it binds and throws dice."""
    if side is None:
        # The engine would take a nameless asker for whoever is asked.
        raise Problem(403, "server.spectator")
    seat = table.match.seat(side)
    if verb is not None:
        asked = [((verb, table.game.write(verb, table.game.parse(verb, noun))), seat.why(verb, noun))]
    else:
        known, text = vocabulary(table.game, language), str(noun or "")
        if not known.tokens(text):
            raise Problem(400, "server.bad-field", field="noun", kind="@server.kind.text")
        asked = [(said[-1], reason) for said, reason in TypedLine(text, known).objections(seat)]
    return [
        {
            "verb": verb_,
            "noun": noun_,
            "reason": None if reason is None else reason_data(reason, language, table.game),
            **(_effect(seat, verb, noun) if verb is not None and reason is None else _UNKNOWN),
        }
        for (verb_, noun_), reason in asked
    ]


_UNKNOWN = {"binds": None, "dice": None}


def _effect(seat: Seat, verb: str, noun: str | int | None) -> dict[str, bool | None]:
    """What a decision would do; nothing is known where a sampled position does not allow it."""
    try:
        return dict(seat.effect(verb, noun)._asdict())
    except Illegal:
        return dict(_UNKNOWN)


def overlays_data(table: LiveTable, side: str | None) -> dict[str, Any]:
    return table.match.seat(side).overlays()


def prospects_data(table: LiveTable, side: str | None, hex_: str) -> dict[str, Any]:
    """What it would mean for what the asker has in hand to stand in a hex."""
    if side is None:
        raise Problem(403, "server.spectator")
    return table.match.seat(side).prospects(hex_)


@contextmanager
def refused_at(table: LiveTable) -> Iterator[None]:
    """A refusal at a table speaks the words of its game."""
    try:
        yield
    except KhalkhinError as error:
        if error.game is None:
            error.game = table.game
        raise
