"""Words for keys: every sentence a person reads comes from a translation file, one a language."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

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


class Words:
    """The words of one language for one game: the game's own first, then the common ones, then English."""

    def __init__(self, language: str = DEFAULT, game: Game[Any] | None = None) -> None:
        self.language = language
        self.names = {} if game is None else dict(zip(game.sheet.ids, game.sheet.names, strict=True))
        folders = [COMMON] if game is None else [game.words, COMMON]
        self._books = [dictionary(f, lang) for lang in (language, DEFAULT) for f in folders]

    def __contains__(self, key: str) -> bool:
        return any(key in book for book in self._books)

    def say(self, key: str, params: Mapping[str, Any] | None = None) -> str:
        """The sentence for a key. Parameters are plain data, as `Codec.params` makes them."""
        pattern = next((book[key] for book in self._books if key in book), key)
        values = {name: self.value(name, value) for name, value in (params or {}).items()}
        return _Gaps().vformat(pattern, (), values)

    def value(self, name: str, value: Any) -> str:
        """A parameter as a person reads it: counters by their printed names, `@key` by its own words."""
        if isinstance(value, str) and value.startswith("@"):
            return self.say(value[1:])
        if isinstance(value, Mapping):
            return self.say(value["key"], {k: v for k, v in value.items() if k != "key"})
        if isinstance(value, Sequence) and not isinstance(value, str):
            glue = " → " if name == "path" else ", "
            return glue.join(self.value(name, v) for v in value)
        if name.startswith("side") and f"side.{value}" in self:
            return self.say(f"side.{value}")
        return self.names.get(value, str(value)) if isinstance(value, str) else str(value)


class _Gaps(string.Formatter):
    """A gap with nothing to fill it stays visible instead of failing a whole screen."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), "{" + str(key) + "}")


def plain(reason: Reason, game: Game[Any] | None = None, language: str = DEFAULT) -> str:
    """A refusal in one sentence, the rule's number first."""
    params = reason.params if game is None else game.codec.params(reason.params)
    sentence = Words(language, game).say(reason.key, params)
    return f"{reason.rule}: {sentence}" if reason.rule else sentence
