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


def test_units_and_formations_of_the_batalha_have_english_names() -> None:
    bkg = next(game for game in shipped() if game.code == "bkg")
    english, portuguese = Words("en", bkg), Words("pt", bkg)
    assert english.value("units", ["SU-149-1", "SU-6T-M"]) == "I/149 Mot Rgt, Mot Bn/6 Tank Bde"
    assert portuguese.value("units", ["SU-149-1", "SU-ATS"]) == "I/149 RI Mtz, BAT (sul)"
    assert (english.value("who", "127 RI"), portuguese.value("who", "127 RI")) == ("127 Rgt", "127 RI")
    left = re.compile(r"\b(RI|RArt|RC|RF|RT|DI|DC|BI|BT|BAT|BArt|Bgda|Blda|Mtz|Metr|PQD)\b")
    assert not [name for name in english.names.values() if left.search(name)]


@pytest.mark.parametrize("text", ["I/127 RI", "127/1", "SU-127-1", "I/127 Rgt", "i/127 rgt"])
def test_a_counter_is_found_by_its_printed_name_and_by_what_it_is_called(text: str) -> None:
    bkg = next(game for game in shipped() if game.code == "bkg")
    assert bkg.sheet.ids[bkg.find_unit(text)] == "SU-127-1"


def test_a_name_in_portuguese_can_be_typed() -> None:
    pbn = next(game for game in shipped() if game.code == "pbn")
    assert pbn.sheet.ids[pbn.find_unit("Ponto de suprimento japonês 7")] == "JP-SUP-7"
