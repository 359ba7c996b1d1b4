"""Whole games in words: whatever is said can be read."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import khalkhin
from khalkhin.engine.agenda import Kind, Noun
from khalkhin.engine.errors import Reason, Text
from khalkhin.engine.game import Game
from khalkhin.engine.match import Decision, Match
from khalkhin.engine.words import Words, dictionary, languages
from tests.words.families import shipped
from tests.words.source import KEY


def readable(sentence: str) -> bool:
    """No gap is open, no key is left, and nothing looks like Python."""
    return bool(sentence) and not re.search(r"[{}\[\]@]|\bNone\b", sentence) and not KEY.fullmatch(sentence)


def wrong_answers(match: Match, rng: random.Random) -> Iterator[Decision]:
    """A decision of every verb with some noun of its kind, most of them refused."""
    game = match.game
    nouns: dict[Kind, list[Noun]] = {
        Kind.NOTHING: [None],
        Kind.HEX: [game.map.grid.at(name) for name in rng.sample(game.map.grid.names, 2)],
        Kind.UNIT: [rng.randrange(len(game.sheet))],
        Kind.NUMBER: [rng.randrange(9)],
        Kind.WORD: ["N"],
    }
    for prompt in match.prompts():
        for verb, kind in game.verbs.items():
            yield from (Decision(prompt.side, verb, noun) for noun in nouns[kind])


def refusals(match: Match, rng: random.Random) -> Iterator[Reason]:
    for side, verb, noun in wrong_answers(match, rng):
        reason = match.why(verb, match.game.write(verb, noun), match.game.sides[side])
        if reason is not None:
            yield reason


def text(match: Match, words: Text) -> tuple[str, dict[str, Any]]:
    return words.key, match.game.codec.params(words.params)


KEY_OF_PLAY = re.compile(r"(ask|log|warn|why)\.")
GENDERED = re.compile(r"\{(units?|who)\b[^.;]*?\b(é|são|foi|foram|está|estão)\b (já |nunca )?\w+(ad|id)[ao]s?\b")
KNOWN_GENDER = {
    "kgw log.shot-down": "unidade aérea",
    "pbn why.marker-arrives-not": "marcador",
    "pbn why.paid": "quartel-general",
}
"""Sentences about counters that all have one gender."""


@pytest.mark.parametrize("game", shipped(), ids=lambda game: game.code)
def test_in_portuguese_a_counter_has_no_gender(game: Game[Any]) -> None:
    """A regiment is masculine and a brigade feminine; a sentence that both can stand in agrees with neither."""
    book = dictionary(game.words, "pt")
    found = {f"{game.code} {key}" for key, text in book.items() if KEY_OF_PLAY.match(key) and GENDERED.search(text)}
    assert found <= set(KNOWN_GENDER)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("code", [game.code for game in shipped()])
def test_a_whole_game(code: str, seed: int) -> None:
    """Prompts, refusals, the log of either side and of a spectator, the score and the markers, in every language."""
    match, rng = khalkhin.new(code, seed=seed), random.Random(seed)
    said: list[tuple[str, dict[str, Any]]] = []
    while not match.over:
        said += (text(match, prompt.message) for prompt in match.prompts())
        if rng.random() < 0.1:
            said += (text(match, reason.text) for reason in refusals(match, rng))
        match.decide(rng.choice(list(match.choices())))
    for side in (*match.game.sides, None):
        view = match.view(side)
        said += ((line["key"], line["params"]) for line in view["log"])
        said += ((line["key"], {}) for line in view["score"])
        said += ((key, {}) for keys in view["markers"].values() for key in keys)
        said.append((view["summary"]["turn"]["key"], view["summary"]["turn"]["params"]))
    for words in [Words(language, match.game) for language in languages()]:
        for key, params in said:
            assert readable(words.say(key, params)), (words.language, key, params)
    assert len({key for key, _ in said}) > 60, "the game said too little to prove anything"
