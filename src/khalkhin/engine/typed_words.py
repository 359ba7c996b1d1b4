"""What typed words mean: `601/1 0406`, `attack 0813 with 64/1 64/2 air 4`, or a verb and a noun as in records."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any, NamedTuple

from khalkhin.board.grid import UnknownHex
from khalkhin.board.hexset import union
from khalkhin.engine.agenda import Kind, Noun
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import KhalkhinError, Reason
from khalkhin.engine.game import Game
from khalkhin.engine.seat import Seat
from khalkhin.engine.view import View, offers_of

LONGEST_NAME = 5
"""Words that the printed name of a counter may have."""


class Said(NamedTuple):
    """A decision as records write it."""

    verb: str
    noun: Noun = None

    def __str__(self) -> str:
        return self.verb if self.noun is None else f"{self.verb} {self.noun}"


class Thing(NamedTuple):
    """A noun somebody typed, before its verb is known."""

    kind: Kind
    noun: Noun
    text: str


def tokens(line: str, fillers: Sequence[str] = (), verbs: Container[str] = ()) -> list[str]:
    """The words of a line; commas and filling words such as `with` say nothing, unless the game has such a verb."""
    empty = {word for word in fillers if word not in verbs}
    return [word for word in line.replace(",", " ").split() if word.lower() not in empty]


def next_decision(seat: Seat, words: list[str]) -> tuple[Said, list[str]]:
    """The decision that a line begins with, and the rest of the line."""
    game = seat.game
    verb = words[0].lower()
    if verb in game.verbs:
        return _spoken(seat, verb, words[1:])
    thing, rest = read_thing(game, seat.view(), words)
    return Said(_verb_for(seat, thing), thing.noun), rest


def _spoken(seat: Seat, verb: str, words: list[str]) -> tuple[Said, list[str]]:
    """A verb that was named, with its noun."""
    game = seat.game
    kind = game.verbs[verb]
    if kind is Kind.NOTHING:
        return Said(verb), words
    if not words:
        raise KhalkhinError("engine.noun-missing", verb=verb)
    if kind is Kind.UNIT and (found := _unit(game, words, _on_offer(game, seat.view(), verb))) is not None:
        return Said(verb, found[0].noun), found[1]
    noun = game.write(verb, game.parse(verb, words[0]))
    return Said(verb, noun), words[1:]


def read_thing(game: Game[Any], seen: View, words: list[str]) -> tuple[Thing, list[str]]:
    """What the first words of a line name: a hex, a unit, or a number or word on offer."""
    word = words[0]
    if _is_hex(game, word):
        return Thing(Kind.HEX, word, word), words[1:]
    for offer in offers_of(seen):
        if offer["kind"] == Kind.NUMBER.value and word.isdigit() and int(word) in offer["nouns"]:
            return Thing(Kind.NUMBER, int(word), word), words[1:]
        if offer["kind"] == Kind.WORD.value:
            for noun in offer["nouns"]:
                if str(noun).lower() == word.lower():
                    return Thing(Kind.WORD, noun, word), words[1:]
    found = _unit(game, words, _on_offer(game, seen))
    if found is None:
        raise KhalkhinError("order.not-understood", text=word)
    return found


def _on_offer(game: Game[Any], seen: View, verb: str = "") -> UnitSet:
    """The counters that can be named now, with a verb or with any."""
    nouns = [o["nouns"] for o in offers_of(seen) if o["kind"] == Kind.UNIT.value and verb in ("", o["verb"])]
    return union(game.sheet.index[noun] for noun in {n for some in nouns for n in some})


def _unit(game: Game[Any], words: list[str], among: UnitSet) -> tuple[Thing, list[str]] | None:
    """A counter by the longest name that the first words make."""
    ambiguous: KhalkhinError | None = None
    for length in range(min(LONGEST_NAME, len(words)), 0, -1):
        text = " ".join(words[:length])
        try:
            return Thing(Kind.UNIT, game.sheet.ids[game.find_unit(text, among)], text), words[length:]
        except KhalkhinError as error:
            if error.reason.key == "engine.ambiguous-unit":
                ambiguous = error
    if ambiguous is not None:
        raise ambiguous
    return None


def _is_hex(game: Game[Any], word: str) -> bool:
    try:
        game.map.grid.at(word)
    except UnknownHex:
        return False
    return True


def _verbs_offered(seen: View, thing: Thing) -> tuple[list[str], list[str]]:
    """Verbs on offer that take such a noun and need not be said: those that take this one now, and all."""
    kind = [o for o in offers_of(seen) if o["kind"] == thing.kind.value and "spoken" not in o]
    return [o["verb"] for o in kind if thing.noun in o["nouns"]], [o["verb"] for o in kind]


def _verb_for(seat: Seat, thing: Thing) -> str:
    having, offered = _verbs_offered(seat.view(), thing)
    if len(having) > 1:
        ways = ", ".join(f"{verb} {thing.text}" for verb in having)
        raise KhalkhinError("order.which-verb", text=thing.text, ways=ways)
    return (having or offered or _usual_verbs(seat.game, thing.kind))[0]


def _usual_verbs(game: Game[Any], kind: Kind) -> list[str]:
    return [verb for verb, takes in game.verbs.items() if takes is kind]


def why_not(seat: Seat, words: list[str]) -> Iterator[tuple[Said, Reason | None]]:
    """What speaks against a decision, or against a unit or hex in every way it could be meant now."""
    game = seat.game
    verb = words[0].lower()
    if verb in game.verbs:
        said, rest = _spoken(seat, verb, words[1:])
        verbs, noun = [said.verb], said.noun
    else:
        thing, rest = read_thing(game, seat.view(), words)
        having, offered = _verbs_offered(seat.view(), thing)
        verbs, noun = having or offered or _usual_verbs(game, thing.kind)[:1], thing.noun
    if rest:
        raise KhalkhinError("order.one-thing", text=" ".join(rest))
    for verb in verbs:
        yield Said(verb, noun), seat.why(verb, noun)
