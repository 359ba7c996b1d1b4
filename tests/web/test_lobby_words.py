"""The lobby's words: every key it says has words in every language, and every word is said."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import khalkhin
from khalkhin.engine.words import languages
from tests.words.source import gaps

WEB = Path(khalkhin.__file__).parent / "web"
SOURCE = "\n".join(path.read_text("utf-8") for path in sorted((WEB / "js" / "lobby").glob("*.js")))
BOOKS = {lang: tomllib.loads((WEB / "words" / lang / "lobby.toml").read_text("utf-8")) for lang in languages()}
SAID = set(re.findall(r'"(lobby\.[a-z.-]+)"', SOURCE))
FAMILIES = set(re.findall(r"`(lobby\.[a-z.]+\.)\$\{", SOURCE))
"""Keys that end in what is chosen while the page runs."""


def test_the_source_says_something() -> None:
    assert {"lobby.side", "lobby.not-yet"} <= SAID
    assert {"lobby.way.", "lobby.page."} <= FAMILIES


@pytest.mark.parametrize("language", languages())
def test_every_key_has_words(language: str) -> None:
    assert not SAID - BOOKS[language].keys()
    assert all(any(key.startswith(family) for key in BOOKS[language]) for family in FAMILIES)


def test_every_word_is_said() -> None:
    assert not {key for key in BOOKS["en"] if key not in SAID and not key.startswith(tuple(FAMILIES))}


@pytest.mark.parametrize("language", languages())
def test_all_languages_have_the_same_keys_and_gaps(language: str) -> None:
    assert BOOKS[language].keys() == BOOKS["en"].keys()
    for key, sentence in BOOKS[language].items():
        assert {name for name, _ in gaps(sentence)} == {name for name, _ in gaps(BOOKS["en"][key])}, key
