"""What the table page says is written in every language, and nothing is written that it does not say."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

import khalkhin
from khalkhin.ai import players
from khalkhin.engine.words import languages
from tests.words.source import gaps

WEB = Path(khalkhin.__file__).parent / "web"
PARTS = [*(WEB / "js" / "table").glob("*.js"), WEB / "js" / "panels" / "explain.js"]
FILES = {path.name: path.read_text("utf-8") for path in PARTS}
CODE = "\n".join(FILES.values())
KEYS = re.search(r"const KEYS = (\[.*?\n\]);", FILES["menu.js"], re.DOTALL)
assert KEYS is not None
GROUPS = {group: [what for what, _ in keys] for group, keys in json.loads(re.sub(r",\s*\]", "]", KEYS[1]))}
CHOSEN = {
    "desk.landmark.": ("top", "rail", "main", "prompt", "panel"),
    "desk.skip.": ("prompt", "map", "panel"),
    "desk.rail.": ("closer", "wider", "fit", "zones", "points", "supply", "changes", "key", "rules"),
    "desk.tab.": ("log", "display", "charts", "rules"),
    "desk.theme.": ("auto", "light", "dark"),
    "desk.pace.": ("slow", "normal", "fast", "once"),
    "desk.sound.": ("auto", "on", "off"),
    "desk.player.": tuple(players.known()),
    "desk.help.": ("hex", "unit"),
    "desk.taken.": ("hex", "unit"),
    "desk.keys.": (*GROUPS, *(f"{group}.{what}" for group, all_ in GROUPS.items() for what in all_)),
}
"""Keys whose end is chosen while the page runs: how they begin, and every end there is."""


def book(language: str) -> dict[str, str]:
    return tomllib.loads((WEB / "words" / language / "table.toml").read_text("utf-8"))


def used() -> set[str]:
    whole = set(re.findall(r'"(desk\.[\w.-]+\w)"', CODE))
    assert {begin + "${" for begin in CHOSEN if begin + "${" not in CODE} == set(), "a family that nobody uses"
    return whole | {begin + end for begin, ends in CHOSEN.items() for end in ends}


def test_the_list_of_keys_was_found() -> None:
    assert set(GROUPS) == {"play", "map", "show"}
    assert "next" in GROUPS["play"]


@pytest.mark.parametrize("language", languages())
def test_every_word_is_there_and_in_use(language: str) -> None:
    assert book(language).keys() == used()


@pytest.mark.parametrize("language", languages())
def test_every_language_fills_the_same_gaps(language: str) -> None:
    english = book("en")
    for key, sentence in book(language).items():
        assert {name for name, _ in gaps(sentence)} == {name for name, _ in gaps(english[key])}, key
