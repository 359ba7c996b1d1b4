"""What typed words mean: `601/1 0406`, `attack 0813 with 64/1 64/2 air 4`, or a verb and a noun as in records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from khalkhin.board.grid import UnknownHex
from khalkhin.board.hexset import union
from khalkhin.engine.agenda import Kind, Noun
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game
from khalkhin.engine.seat import Seat
from khalkhin.engine.view import View, offers_of
from khalkhin.engine.vocabulary import Vocabulary

LONGEST_NAME = 5
"""Words that the printed name of a counter may have."""

CLOSING = {"done": "commit", "commit": "done"}
"""Verbs that end what is asked. Where one of them is all that can be said, the other one means it."""


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


class Reading(NamedTuple):
    """One way to understand how a line begins."""

    said: Said
    text: str
    """How it can be typed so that it means nothing else."""
    rest: Sequence[str]
    """The words that come after it."""


def readings(seat: Seat, words: Sequence[str], vocabulary: Vocabulary) -> list[Reading]:
    """The ways in which the first decision of a line can be meant: several where a thing fits several verbs."""
    verb = vocabulary.verb(words[0])
    if verb is not None:
        said, rest = _spoken(seat, verb, words, vocabulary)
        return [Reading(said, " ".join(words[: len(words) - len(rest)]), rest)]
    thing, rest = read_thing(seat.game, seat.view(), words)
    if rest and _asked_about(seat.view(), thing):
        return readings(seat, rest, vocabulary)
    verbs = _verbs_for(seat, thing)
    if len(verbs) == 1:
        return [Reading(Said(verbs[0], thing.noun), thing.text, rest)]
    return [Reading(Said(verb, thing.noun), f"{vocabulary.form(verb)} {thing.text}", rest) for verb in verbs]


def _spoken(seat: Seat, verb: str, words: Sequence[str], vocabulary: Vocabulary) -> tuple[Said, Sequence[str]]:
    """A verb that was named, with its noun, and the rest of the line."""
    game, after = seat.game, words[1:]
    kind = game.verbs[verb]
    if kind is Kind.NOTHING:
        return Said(closing(seat.view(), verb)), after
    if not after:
        raise KhalkhinError("engine.noun-missing", verb=vocabulary.form(verb))
    if kind is Kind.UNIT and (found := _unit(game, after, _on_offer(game, seat.view(), verb))) is not None:
        return Said(verb, found[0].noun), found[1]
    noun = game.write(verb, game.parse(verb, after[0]))
    return Said(verb, noun), after[1:]


def closing(seen: View, verb: str) -> str:
    """`done` means `commit`, or the other way round, where nothing else can be said."""
    other = CLOSING.get(verb, verb)
    return other if [offer["verb"] for offer in offers_of(seen) if offer["nouns"]] == [other] else verb


def read_thing(game: Game[Any], seen: View, words: Sequence[str]) -> tuple[Thing, Sequence[str]]:
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


def _unit(game: Game[Any], words: Sequence[str], among: UnitSet) -> tuple[Thing, Sequence[str]] | None:
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


def _asked_about(seen: View, thing: Thing) -> bool:
    """Whether the question is where this counter goes, or what becomes of it, so that its name says nothing new."""
    prompt = seen["prompt"]
    if prompt is None or any(thing.noun in offer["nouns"] for offer in prompt["offers"]):
        return False
    asked = prompt["params"].get("unit"), *prompt["params"].get("units", ())
    return thing.kind is Kind.UNIT and [name for name in asked if name is not None] == [thing.noun]


def _verbs_for(seat: Seat, thing: Thing) -> list[str]:
    """Verbs that take such a thing and need not be said: those that this one goes with now, else all on offer, else
    the usual one."""
    kind = [o for o in offers_of(seat.view()) if o["kind"] == thing.kind.value and "spoken" not in o]
    having = [o["verb"] for o in kind if thing.noun in o["nouns"]]
    usual = next(verb for verb, takes in seat.game.verbs.items() if takes is thing.kind)
    return having or [o["verb"] for o in kind] or [usual]
