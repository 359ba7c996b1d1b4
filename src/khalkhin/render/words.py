"""The few words that are drawn: on markers, bands and sheets. One file a language, beside this module."""

from __future__ import annotations

from pathlib import Path

from khalkhin.engine.words import DEFAULT, dictionary

FOLDER = Path(__file__).with_name("words")


def word(family: str, name: str, language: str = DEFAULT, folder: Path = FOLDER) -> str:
    """The word for a thing of some family in a language, else in English, else its key."""
    key = f"{family}.{name}"
    for book in (dictionary(folder, language), dictionary(folder, DEFAULT)):
        if key in book:
            return book[key]
    return key
