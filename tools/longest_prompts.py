"""The longest parameters that prompts were asked with in recorded games, in tests/words/longest_prompts.json:

    python -m tools.longest_prompts

Tests fill every question and caption with them, to see that the sentence keeps to its length and its line.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from typing import Any

from khalkhin.engine import library
from khalkhin.engine.game import Game
from khalkhin.engine.view import phase
from khalkhin.engine.words import Words, dictionary, languages
from tools.corpus.recorded import kept, say

FILE = Path(__file__).parent.parent / "tests" / "words" / "longest_prompts.json"
GAMES = 20
"""Recorded games of each title; the first ones have every scenario, with and without options."""

Params = Mapping[str, Any]


@dataclass
class Longest:
    """Of the parameters that one key was met with, those that are longest in any respect."""

    best: dict[str, tuple[int, str, Params]] = field(default_factory=dict)
    buttons: dict[str, set[str]] = field(default_factory=dict)
    """Verbs on buttons -> the words they were offered with."""

    def meet(self, begun: str, params: Params, lengths: Iterable[tuple[str, int]]) -> None:
        for respect, length in lengths:
            if length > self.best.get(respect, (-1,))[0]:
                self.best[respect] = (length, begun, params)

    def merge(self, other: Longest) -> None:
        for respect, (length, begun, params) in other.best.items():
            self.meet(begun, params, [(respect, length)])
        for verb, nouns in other.buttons.items():
            self.buttons.setdefault(verb, set()).update(nouns)

    def data(self) -> dict[str, Any]:
        asked: dict[str, Any] = {}
        for _, begun, params in self.best.values():
            one = {"phase": begun, "params": params}
            asked.setdefault(json.dumps(one, sort_keys=True), one)
        return {
            "asked": [asked[text] for text in sorted(asked)],
            "buttons": {verb: sorted(nouns) for verb, nouns in sorted(self.buttons.items())},
        }


def lengths(words: Words, key: str, params: Params) -> Iterator[tuple[str, int]]:
    """How long a question is in one language: as a whole, and each of its parameters."""
    for whole in (key, f"caption.{key}"):
        if whole in words:
            yield f"{words.language} {whole}", len(words.say(whole, params))
    for name, value in params.items():
        yield f"{words.language} {name}", len(words.value(name, value))


def met(code: str, number: int) -> dict[str, Longest]:
    """What was asked in one recorded game."""
    recorded = kept(code)[number]
    match = recorded.start()
    speakers = [Words(language, match.game) for language in languages()]
    found: dict[str, Longest] = {}
    for line in ("", *recorded.decisions):
        if line:
            say(match, line)
        for asked in match.state.asked:
            key = asked.message.key
            params = match.game.codec.params(asked.message.params)
            one = found.setdefault(key, Longest())
            told = [length for words in speakers for length in lengths(words, key, params)]
            one.meet(phase(match.state, asked.side), params, told)
            for offer in asked.offers:
                if offer.kind.value in ("nothing", "word"):
                    one.buttons.setdefault(offer.verb, set()).update(str(noun) for noun in offer if noun is not None)
    return found


def unmet(game: Game[Any], found: Mapping[str, Longest]) -> Iterator[str]:
    """Questions that no recorded game came to."""
    return (key for key in dictionary(game.words, "en") if key.startswith("ask.") and key not in found)


def borrowed(game: Game[Any], key: str, found: Mapping[str, Longest]) -> Longest:
    """The longest that other questions of the game were asked with, for one that no recorded game came to."""
    words = Words("en", game)
    asked = [params for one in found.values() for _, _, params in one.best.values()]
    sentences = [dictionary(game.words, "en").get(name, "") for name in (key, f"caption.{key}")]
    names = {name for sentence in sentences for name in re.findall(r"\{(\w+)", sentence)}
    values = {name: [params[name] for params in asked if name in params] for name in sorted(names)}
    params = {name: max(some, key=lambda one: len(words.value("", one))) for name, some in values.items() if some}
    return Longest({"borrowed": (0, "", params)})


def gathered(code: str, pool: ProcessPoolExecutor) -> dict[str, Any]:
    """Every question of a game with its longest parameters."""
    found: dict[str, Longest] = {}
    for some in pool.map(met, repeat(code, GAMES), range(GAMES)):
        for key, one in some.items():
            found.setdefault(key, Longest()).merge(one)
    game = library.get(code)
    found |= {key: borrowed(game, key, found) for key in list(unmet(game, found))}
    return {key: found[key].data() for key in sorted(found)}


def main() -> None:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        data = {code: gathered(code, pool) for code in library.codes()}
    FILE.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
