"""The words on a map: those of the map itself, then those of the game, in a language or else in English."""

from __future__ import annotations

from pathlib import Path

from khalkhin.engine.words import DEFAULT, dictionary
from khalkhin.render.map.look import Words


def map_words(folder: Path, language: str = DEFAULT) -> Words:
    """`folder` is the one with the game's words. What is no key of theirs is a name, the same in all languages."""
    books = [dictionary(place, spoken) for spoken in (language, DEFAULT) for place in (folder / "map", folder)]

    def say(key: str) -> str:
        return next((book[key] for book in books if key in book), key)

    return say
