"""What the map widget says is written in every language, and nothing is written that it does not say."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import khalkhin
from khalkhin.engine.words import languages
from tests.words.source import gaps

WEB = Path(khalkhin.__file__).parent / "web"
CODE = "\n".join(path.read_text("utf-8") for path in (WEB / "js" / "board").glob("*.js"))


def book(language: str) -> dict[str, str]:
    return tomllib.loads((WEB / "words" / language / "board.toml").read_text("utf-8"))


@pytest.mark.parametrize("language", languages())
def test_what_is_said_is_what_is_written(language: str) -> None:
    assert book(language).keys() == set(re.findall(r'"(board\.[a-z-]+)"', CODE))


@pytest.mark.parametrize("language", languages())
def test_the_gaps_are_the_same_in_every_language(language: str) -> None:
    english = book("en")
    for key, sentence in book(language).items():
        assert {name for name, _ in gaps(sentence)} == {name for name, _ in gaps(english[key])}, key
