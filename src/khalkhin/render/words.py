"""The few words that are drawn: on markers, bands and sheets. One file a language, beside this module."""

from __future__ import annotations

from pathlib import Path

from khalkhin.engine.words import DEFAULT, dictionary

FOLDER = Path(__file__).with_name("words")


def word(key: str, language: str = DEFAULT, folder: Path = FOLDER) -> str:
    """The word for a key in a language, else in English, else the key itself."""
    for book in (dictionary(folder, language), dictionary(folder, DEFAULT)):
        if key in book:
            return book[key]
    return key
