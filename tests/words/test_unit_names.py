"""Counters have names in the language of the reader."""

from __future__ import annotations

import re
from typing import Any

import pytest

from khalkhin.engine.game import Game
from khalkhin.engine.words import Words, dictionary, languages, unit_names
from tests.words.families import shipped

each_game = pytest.mark.parametrize("game", shipped(), ids=lambda game: game.code)


@pytest.mark.parametrize("language", languages())
@each_game
def test_counters_of_a_side_are_told_apart(game: Game[Any], language: str) -> None:
    names = unit_names(game, language)
    for counters in game.sheet.of_side:
        own = [names[unit] for n, unit in enumerate(game.sheet.ids) if counters >> n & 1]
        printed = {game.sheet.names[n] for n in range(len(game.sheet)) if counters >> n & 1}
        assert len(set(own)) == len(printed)


@each_game
def test_every_pattern_renames_somebody(game: Game[Any]) -> None:
    for language in languages():
        names = list(game.sheet.names)
        for pattern, said in dictionary(game.words / "units", language).items():
            renamed = [re.sub(pattern, said, name) for name in names]
            assert renamed != names, pattern
            names = renamed


def test_a_sentence_names_them_so() -> None:
    pbn = next(game for game in shipped() if game.code == "pbn")
    assert Words("en", pbn).say("why.in-hand", {"unit": "JP-SUP-7"}).startswith("Japanese supply 7 is")
    assert Words("pt", pbn).say("why.in-hand", {"unit": "JP-SUP-7"}).startswith("Ponto de suprimento japonês 7 ")
