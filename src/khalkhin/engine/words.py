"""Words for keys: every sentence a person reads comes from a translation file, one a language.

A sentence has gaps, `{name}`, filled by its parameters. What a gap shows can hang on a number, or on how many things a
list names: `{units:attacks|attack}` has a form for one and one for more, `{air:|, 1 air point|, # air points}` also one
for none, before them; `#` stands for the number, and a form may have gaps of its own. `{value:+}` writes a number with
its sign.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from khalkhin.engine.errors import KhalkhinError

if TYPE_CHECKING:
    from khalkhin.engine.errors import Reason
    from khalkhin.engine.game import Game

COMMON = Path(__file__).parent.parent / "words"
DEFAULT = "en"


def languages() -> list[str]:
    """The languages there is a file for."""
    return sorted(p.stem for p in COMMON.glob("*.toml"))


@cache
def dictionary(folder: Path, language: str) -> Mapping[str, str]:
    path = folder / f"{language}.toml"
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        return tomllib.load(file)


def unit_names(game: Game[Any], language: str) -> dict[str, str]:
    """Counters by id as a language calls them: their printed names, rewritten by the patterns of `words/units`."""
    return renamed(dict(zip(game.sheet.ids, game.sheet.names, strict=True)), game.words, language)


def formation_names(game: Game[Any], language: str) -> dict[str, str]:
    """Formations by their printed names as a language calls them, by the same patterns."""
    return renamed({name: name for name in game.formations}, game.words, language)


def renamed(names: dict[str, str], words: Path, language: str) -> dict[str, str]:
    """Printed names as a language says them. `words` is the folder with the game's words."""
    patterns = [(re.compile(found), said) for found, said in dictionary(words / "units", language).items()]
    for found, said in patterns:
        names = {unit: found.sub(said, name) for unit, name in names.items()}
    return names


class Words:
    """Says things in one language, about one game: in its own words first, then the common ones, then English.

    Whoever speaks to people speaks through this. What a terminal or a report says in its own way is derived from it.
    """

    def __init__(self, language: str = DEFAULT, game: Game[Any] | None = None) -> None:
        self.language = language
        self.game = game
        self.names = {} if game is None else {**formation_names(game, language), **unit_names(game, language)}
        """What the language calls counters, by their ids, and formations, by their printed names."""
        folders = [COMMON] if game is None else [game.words, game.lessons / "words", game.briefings / "words", COMMON]
        self._books = [dictionary(f, lang) for lang in (language, DEFAULT) for f in folders]

    def __contains__(self, key: str) -> bool:
        return any(key in book for book in self._books)

    def keys(self, prefix: str) -> list[str]:
        """The keys that begin so, each once."""
        return sorted({key for book in self._books for key in book if key.startswith(prefix)})

    def say(self, key: str, params: Mapping[str, Any] | None = None, /, **more: Any) -> str:
        """The sentence for a key. Parameters are plain data, as `Codec.params` makes them."""
        pattern = self._pattern(key)
        given = {**(params or {}), **more} if more else params or {}
        # Only what stands in a translation file is a pattern: a key nobody knows may be a player's own text.
        said = key if pattern is None else _Sentence(self).vformat(pattern, (), given)
        # A name that ends in a full stop ends the sentence too.
        return said[:-1] if said.endswith("..") and not said.endswith("...") else said

    def _pattern(self, key: str) -> str | None:
        return next((book[key] for book in self._books if key in book), None)

    def gaps(self, key: str) -> list[str]:
        """The names of the parameters that the sentence for a key has gaps for."""
        return [name for _, name, _, _ in string.Formatter().parse(self._pattern(key) or "") if name]

    def maybe(self, key: str, otherwise: str, params: Mapping[str, Any] | None = None) -> str:
        """The words for a key that need not be there."""
        return self.say(key, params) if key in self else otherwise

    def text(self, entry: Mapping[str, Any]) -> str:
        """A text as views have it: a log line, a prompt."""
        return self.say(entry["key"], entry["params"])

    def reason(self, reason: Reason) -> str:
        """A refusal in one sentence, the rule's number first."""
        params = reason.params if self.game is None else self.game.codec.params(reason.params)
        sentence = self.say(reason.key, params)
        return f"{reason.rule}: {sentence}" if reason.rule else sentence

    def error(self, error: KhalkhinError) -> str:
        """A refusal in the words of the game that it comes from."""
        return self.reason(error.reason) if error.game is None else plain(error.reason, error.game, self.language)

    def value(self, name: str, value: Any) -> str:
        """A parameter as a person reads it: counters and formations by their names, `@key` by its own words."""
        if isinstance(value, str):
            return self._text(name, value)
        if isinstance(value, Mapping):
            return self.say(value["key"], {k: v for k, v in value.items() if k != "key"})
        if isinstance(value, Sequence):
            if not value:
                return self.say(f"none.{name}") if f"none.{name}" in self else "-"
            return (" → " if name == "path" else ", ").join(self.value(name, v) for v in value)
        if isinstance(value, KhalkhinError):
            return plain(value.reason, value.game, self.language)
        return str(value)

    def _text(self, name: str, value: str) -> str:
        if value.startswith("@") and value[1:] in self:
            return self.say(value[1:])
        if name.startswith("side") and f"side.{value}" in self:
            return self.say(f"side.{value}")
        return self.names.get(value, value)


class _Gap(NamedTuple):
    """A parameter on its way into a sentence."""

    name: str
    value: Any


class _Sentence(string.Formatter):
    """Fills the gaps of a sentence. One with nothing to fill it stays visible instead of failing a whole screen."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> _Gap | str:
        return _Gap(str(key), kwargs[str(key)]) if str(key) in kwargs else "{" + str(key) + "}"

    def format_field(self, gap: Any, spec: str) -> str:
        if not isinstance(gap, _Gap):
            return str(gap)
        if "|" in spec:
            return _form(spec.split("|"), _count(gap.value))
        return format(gap.value, spec) if spec else self.words.value(*gap)


def _form(forms: Sequence[str], count: int) -> str:
    """`one|more` or `none|one|more`."""
    none, one, more = forms if len(forms) == 3 else (forms[1], *forms)
    return (none if count == 0 else one if count == 1 else more).replace("#", str(count))


def _count(value: Any) -> int:
    """How many a parameter stands for: a number itself or in digits, as dice are; a list as many as it names."""
    if isinstance(value, int):
        return value
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return sum(v.get("count", 1) if isinstance(v, Mapping) else 1 for v in value)
    return 1


def plain(reason: Reason, game: Game[Any] | None = None, language: str = DEFAULT) -> str:
    """A refusal in one sentence, where nobody speaks yet."""
    return Words(language, game).reason(reason)
