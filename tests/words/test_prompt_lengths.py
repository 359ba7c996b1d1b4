"""Every question fits its line, filled with the longest that twenty recorded games of its title asked it with.

After new questions or parameters: `python -m tools.longest_prompts`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from khalkhin.engine.game import Game
from khalkhin.engine.words import Words, dictionary, languages
from tests.words.families import shipped
from tools.longest_prompts import FILE

MOST = {"en": 56, "pt": 66}
"""Characters of a question, by language."""
LONGEST = json.loads(FILE.read_text("utf-8"))
each_game = pytest.mark.parametrize("game", shipped(), ids=lambda game: game.code)


def rendered(game: Game[Any], language: str) -> dict[str, str]:
    """The longest sentence of every question, in one language."""
    words = Words(language, game)
    return {
        key: max((words.say(key, asked["params"]) for asked in one["asked"]), key=len)
        for key, one in LONGEST[game.code].items()
    }


@each_game
def test_every_question_was_gathered(game: Game[Any]) -> None:
    asked = {key for key in dictionary(game.words, "en") if key.startswith("ask.")}
    assert asked == LONGEST[game.code].keys()


@pytest.mark.parametrize("language", languages())
@each_game
def test_no_question_is_longer_than_its_line(game: Game[Any], language: str) -> None:
    said = rendered(game, language)
    assert not {key: (len(text), text) for key, text in said.items() if len(text) > MOST[language]}
