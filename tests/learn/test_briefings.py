"""Briefings: there is one for each side before every scenario, short, true, and about places that are there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from khalkhin.board.data import DataError
from khalkhin.engine import library
from khalkhin.engine.game import Game
from khalkhin.engine.words import Words, languages
from khalkhin.learn.briefing import ALL, Briefing, briefings, read_briefings
from tests.words.families import shipped

GAME = library.get("bkg")
EVERY = [
    pytest.param(one, id=f"{code}-{scenario}-{side}")
    for code in library.codes()
    for scenario in library.get(code).scenarios
    for side, one in briefings(library.get(code), scenario).items()
]
LONGEST = 260
"""Characters of a part,"""
SCREEN = 1450
"""and of all parts: more does not go on one screen."""
HEX = re.compile(r"(?<!\d)\d{4}(?!\d)")
YEARS = {"1939", "1941"}


@pytest.mark.parametrize("game", shipped(), ids=lambda game: game.code)
def test_every_side_is_briefed_before_every_scenario(game: Game[Any]) -> None:
    for scenario in game.scenarios:
        assert list(briefings(game, scenario)) == list(game.sides)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("briefing", EVERY)
def test_it_goes_on_one_screen_with_its_gaps_filled(briefing: Briefing, language: str) -> None:
    told = briefing.told(Words(language, briefing.game))
    assert list(told) == list(ALL)
    for part, text in told.items():
        assert text != briefing.key(part)
        assert "{" not in text, text
        assert len(text) <= LONGEST, f"{part}: {len(text)}"
    assert sum(map(len, told.values())) <= SCREEN


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("briefing", EVERY)
def test_every_hex_that_it_names_lights_up(briefing: Briefing, language: str) -> None:
    told = briefing.told(Words(language, briefing.game))
    for part in briefing.parts:
        assert {*HEX.findall(told[part.name])} - YEARS <= {*part.hexes}, part.name


@pytest.mark.parametrize("code", library.codes())
def test_every_sentence_belongs_to_a_part(code: str) -> None:
    game = library.get(code)
    keys = [one.key(part) for name in game.scenarios for one in briefings(game, name).values() for part in ALL]
    for language in languages():
        path = game.briefings / "words" / f"{language}.toml"
        assert list(tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}) == keys


@pytest.mark.parametrize("briefing", EVERY)
def test_a_gap_is_a_figure_and_every_figure_a_gap(briefing: Briefing) -> None:
    words = Words("en", briefing.game)
    both = briefings(briefing.game, briefing.scenario).values()
    assert {gap for part in ALL for gap in words.gaps(briefing.key(part))} <= briefing.figures.keys()
    assert {gap for one in both for part in ALL for gap in words.gaps(one.key(part))} == briefing.figures.keys()


@pytest.mark.parametrize(
    ("line", "broken", "said"),
    [
        ('hexes = ["0421"]', 'hexes = ["9999"]', "there is no hex '9999'"),
        ('units = ["JP-13A-1"', 'units = ["JP-13A-9"', "there is no counter 'JP-13A-9'"),
        ("[japan.forces]", "[japan.army]", "a briefing has no such entry"),
        ('[[japan.advice]]\nhexes = ["1213"', '[[soviet.advice]]\nhexes = ["1213"', "pieces of advice, not"),
    ],
)
def test_a_briefing_that_is_written_wrong_is_refused_with_its_line(
    tmp_path: Path, line: str, broken: str, said: str
) -> None:
    text = (GAME.briefings / "august-1939.toml").read_text("utf-8")
    assert line in text
    path = tmp_path / "august-1939.toml"
    path.write_text(text.replace(line, broken, 1), "utf-8")
    with pytest.raises(DataError) as caught:
        read_briefings(GAME, path)
    assert said in str(caught.value)
    assert caught.value.line
