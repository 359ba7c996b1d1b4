"""What the analysis page says is written in every language, and nothing is written that it does not say."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import khalkhin
from khalkhin.engine.words import languages
from tests.words.source import gaps

WEB = Path(khalkhin.__file__).parent / "web"
CODE = "\n".join(path.read_text("utf-8") for path in (WEB / "js" / "analysis").glob("*.js"))
MARKS = ("roll", "lesson")
CHOSEN = {"analysis.mark.": (*MARKS, *(f"{mark}.at" for mark in MARKS))}
"""Keys whose end is chosen while the page runs: how they begin, and every end there is."""


def book(language: str) -> dict[str, str]:
    return tomllib.loads((WEB / "words" / language / "analysis.toml").read_text("utf-8"))


def said() -> set[str]:
    written = set(re.findall(r'"(analysis\.[a-z.-]*[a-z]|analysis)"', CODE))
    return written | {begin + end for begin, ends in CHOSEN.items() for end in ends}


def test_every_beginning_is_in_the_code() -> None:
    assert set(re.findall(r"`(analysis\.[a-z.]*\.)\$\{", CODE)) == CHOSEN.keys()


@pytest.mark.parametrize("language", languages())
def test_what_is_said_is_what_is_written(language: str) -> None:
    assert book(language).keys() == said()


@pytest.mark.parametrize("language", languages())
def test_the_gaps_are_the_same_in_every_language(language: str) -> None:
    english = book("en")
    for key, sentence in book(language).items():
        assert {name for name, _ in gaps(sentence)} == {name for name, _ in gaps(english[key])}, key
