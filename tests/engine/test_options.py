"""Scenarios and options: what is chosen is checked, and nothing else can be chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import khalkhin
from khalkhin.board.data import DataError
from khalkhin.engine.errors import KhalkhinError
from tests.tiny import Tiny
from tests.tiny.game import HERE


def test_options_have_their_defaults_and_are_chosen_one_by_one() -> None:
    usual = khalkhin.new("tiny", "raid")
    assert usual.state.options == {"open_strengths": False, "turns": 4, "weather": "clear"}
    chosen = khalkhin.new("tiny", "raid", options={"turns": 2, "weather": "dust"})
    assert chosen.state.options == {"open_strengths": False, "turns": 2, "weather": "dust"}


def test_without_a_name_the_first_scenario_is_played() -> None:
    assert khalkhin.new("tiny").state.scenario == "contact"


@pytest.mark.parametrize(
    ("options", "key", "said"),
    [
        ({"fog": 1}, "engine.unknown-option", 'There is no option "fog"; there are: open_strengths, turns, weather.'),
        ({"turns": "4"}, "engine.bad-option", 'The option turns takes a whole number, not "4".'),
        ({"turns": True}, "engine.bad-option", 'The option turns takes a whole number, not "True".'),
        ({"open_strengths": 1}, "engine.bad-option", 'The option open_strengths takes true or false, not "1".'),
        ({"weather": 5}, "engine.bad-option", 'The option weather takes a word, not "5".'),
        ({"weather": "rain"}, "engine.bad-choice", 'The option weather is one of clear, dust, not "rain".'),
        ({"weather": "dust\n--"}, "engine.bad-choice", 'The option weather is one of clear, dust, not "dust\n--".'),
    ],
)
def test_a_wrong_option_is_named_with_what_was_expected(options: dict[str, Any], key: str, said: str) -> None:
    with pytest.raises(KhalkhinError) as error:
        khalkhin.new("tiny", "raid", options=options)
    assert error.value.reason.key == key
    assert str(error.value) == said


def test_a_wrong_scenario_is_named_with_those_that_there_are() -> None:
    with pytest.raises(KhalkhinError) as error:
        khalkhin.new("tiny", "siege")
    assert str(error.value) == 'There is no scenario "siege"; there are: contact, raid.'


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("default = 4", "usual = 4", "options.turns.default"),
        ("default = 4", "default = 1.5", "options.turns.default"),
        ('choices = ["clear", "dust"]', 'choices = ["dust"]', "options.weather.default"),
        ('choices = ["clear", "dust"]', "", "options.weather.choices"),
        ("[options.turns] # how long the game lasts\ndefault = 4", "[options]\nturns = 4", "options.turns"),
    ],
)
def test_a_bad_option_in_a_file_is_named_when_the_game_is_loaded(
    tmp_path: Path, old: str, new: str, field: str
) -> None:
    text = (HERE / "data/scenarios/raid.toml").read_text()
    assert old in text
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios/raid.toml").write_text(text.replace(old, new))
    with pytest.raises(DataError) as error:
        Tiny(tmp_path)
    assert error.value.file == str(tmp_path / "scenarios/raid.toml")
    assert error.value.field == field


def test_positions_with_different_options_are_different_positions() -> None:
    one, other = (khalkhin.new("tiny", "raid", seed=1, options={"turns": n}).state for n in (3, 4))
    assert one.key() == other.key()
    assert one != other
    assert one.digest() != other.digest()
