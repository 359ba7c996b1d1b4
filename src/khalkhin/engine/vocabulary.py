"""The words of typed lines in one language: the forms that it has for verbs, and words that say nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from khalkhin.engine.words import Words


class Vocabulary:
    """What may be typed for the verbs of a game.

    The verbs themselves, as records write them, are understood in every language. Accents need not be typed.
    """

    def __init__(self, words: Words) -> None:
        assert words.game is not None, "verbs are those of a game"
        self._words = words
        self._known = words.game.verbs
        listed = f"{words.say('order.verbs')} {words.maybe('order.own-verbs', '')}".split()
        pairs = [(form, verb) for form, verb in (pair.split("=", 1) for pair in listed) if verb in self._known]
        self._verbs = {_plain(form): verb for form, verb in pairs}
        self._forms = {verb: form for form, verb in reversed(pairs)}
        fillers = words.say("order.fillers").split()
        self._fillers = {_plain(word) for word in fillers if self.verb(word) is None}

    def verb(self, word: str) -> str | None:
        """The verb that a word stands for."""
        plain = _plain(word)
        return plain if plain in self._known else self._verbs.get(plain)

    def form(self, verb: str) -> str:
        """The word of the language for a verb: the first one it lists, else the verb itself."""
        return self._forms.get(verb, verb)

    def text(self, verb: str, noun: object = None) -> str:
        """A decision as it can be typed."""
        return self.form(verb) if noun is None else f"{self.form(verb)} {noun}"

    def meaning(self, prompt: Mapping[str, Any], verb: str) -> str:
        """What a verb means as an answer to the prompt of a view."""
        said = self._words.maybe(f"verb.{verb}", verb)
        return self._words.maybe(f"button.{prompt['key']}.{verb}", said, prompt["params"])

    def tokens(self, line: str) -> list[str]:
        """The words of a line; commas and filling words such as `with` say nothing."""
        return [word for word in line.replace(",", " ").split() if _plain(word) not in self._fillers]


def _plain(word: str) -> str:
    """A word in small letters and without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(c))
